//! The phases of an event that is looked at from close by, and the key to what is marked in it.

use grids::model::close_up::CloseUp;
use grids::rule::explain::{Opened, Phase};
use leptos::prelude::*;
use std::sync::Arc;

/// The phases in their order, the one at hand marked; each leads to its end.
#[component]
pub fn PhaseList(
    /// The event.
    #[prop(into)]
    opened: Signal<Option<Arc<Opened>>>,
    /// How far it has been carried out.
    #[prop(into)]
    near: Signal<Option<Arc<CloseUp>>>,
    /// Goes to a position.
    go: Callback<usize>,
) -> impl IntoView {
    let current = Memo::new(move |_| near.with(|near| near.as_ref().and_then(|near| near.place().map(|(phase, _)| phase))));
    let row = move |(index, phase): (usize, &Phase)| {
        let (name, sentence, parts) = (phase.name, phase.sentence.clone(), phase.parts.len());
        let end = move || near.with_untracked(|near| near.as_ref().map(|near| near.end_of(index)));
        view! {
            <li>
                <button
                    class="phase"
                    aria-current=move || (current.get() == Some(index)).then_some("step")
                    on:click=move |_| {
                        if let Some(end) = end() {
                            go.run(end);
                        }
                    }
                >
                    <span class="phase-name">{name}</span>
                    <span class="phase-parts">{(parts > 1).then(|| format!("{parts} parts"))}</span>
                    <span class="phase-sentence">{sentence}</span>
                </button>
            </li>
        }
    };
    let rows = move || opened.get().map(|opened| opened.phases().iter().enumerate().map(row).collect_view());
    view! { <ol>{rows}</ol> }
}

/// What the marks mean that only a step from close by has.
#[component]
pub fn MarkKey() -> impl IntoView {
    let row = |class: &'static str, meaning: &'static str| {
        view! {
            <li>
                <span class=format!("swatch {class}") aria-hidden="true"></span>
                {meaning}
            </li>
        }
    };
    view! {
        <ul class="mark-key counts">
            {row("taken", "taken by the part that is shown")} {row("earlier", "taken by an earlier part of the phase")}
            {row("named", "looked at, or named in a sentence")}
        </ul>
    }
}
