//! Edit: change the world and the events.

use leptos::prelude::*;

use super::Heading;
use crate::ui::world_form::WorldForm;

/// The tab.
#[component]
pub fn EditPage() -> impl IntoView {
    view! {
        <Heading />
        <WorldForm />
    }
}
