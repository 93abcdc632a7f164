//! Edit: change the world and the events.

use leptos::prelude::*;

use super::Heading;

/// The tab.
#[component]
pub fn EditPage() -> impl IntoView {
    view! { <Heading /> }
}
