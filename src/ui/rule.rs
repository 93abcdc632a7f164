//! The literal rule of an instance.

use grids::rule::Family;
use leptos::prelude::*;

use crate::state::Workbench;

/// The rule card of the history's family.
#[component]
pub fn RuleCard(
    /// Another family whose card is shown with it.
    #[prop(into)]
    also: Signal<Option<&'static dyn Family>>,
    /// Words of it that are marked.
    #[prop(optional, into)]
    clause: Signal<Option<String>>,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let family = move || bench.loaded.get().instance.family;
    let card = move |family: &'static dyn Family| family.card(&bench.loaded.get().instance.space.alphabet);
    view! {
        <section class="panel rule" aria-labelledby="rule-title">
            <h2 id="rule-title">{move || format!("The rule of {}", family().name())}</h2>
            <p class="rule-card">{move || marked(card(family()), clause.get())}</p>
            {move || also.get().map(|family| view! { <p class="rule-card">{marked(card(family), clause.get())}</p> })}
        </section>
    }
}

/// A card with some words of it marked, if it has them.
pub fn marked(card: String, words: Option<String>) -> AnyView {
    match words
        .as_deref()
        .and_then(|words| card.split_once(words).map(|(before, after)| (before.to_owned(), words.to_owned(), after.to_owned())))
    {
        Some((before, words, after)) => view! { {before} <mark>{words}</mark> {after} }.into_any(),
        None => card.into_any(),
    }
}
