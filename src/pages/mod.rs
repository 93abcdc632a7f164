//! One file for each tab of the workbench, and for each page beside it.

pub mod beside;
pub mod generate;
pub mod prompt;
pub mod score;
pub mod watch;

use leptos::prelude::*;

use crate::state::Workbench;

/// The name and the facts of the instance, the same on every tab.
#[component]
fn Heading() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let facts = move || {
        let loaded = bench.loaded.get();
        let instance = &loaded.instance;
        let values = grids::world::codec::shorten(&instance.space.alphabet.to_string());
        let events = match instance.events.len() {
            1 => "1 event".to_owned(),
            more => format!("{more} events"),
        };
        format!("{} on {}, values {values}, {events}", instance.family.name(), instance.space.shape)
    };
    view! {
        <header class="heading">
            <h1>{move || bench.loaded.get().title.clone()}</h1>
            <p class="facts">{facts}</p>
        </header>
    }
}
