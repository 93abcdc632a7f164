//! The world as a whole: its shape, alphabet, family and name, a new one, and a random one.

use leptos::prelude::*;

/// The panel on Edit.
#[component]
pub fn WorldForm() -> impl IntoView {}
