//! Editing the history: the list of its events, the form of one event, and all of them as JSON.

use leptos::prelude::*;

use super::events::EventList;

/// The events of the draft, to be changed.
#[component]
pub fn EventEditor() -> impl IntoView {
    view! { <EventList /> }
}
