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
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let family = move || bench.loaded.get().instance.family;
    let card = move |family: &'static dyn Family| family.card(&bench.loaded.get().instance.space.alphabet);
    view! {
        <section class="panel rule" aria-labelledby="rule-title">
            <h2 id="rule-title">{move || format!("The rule of {}", family().name())}</h2>
            <p class="rule-card">{move || card(family())}</p>
            {move || also.get().map(|family| view! { <p class="rule-card">{card(family)}</p> })}
        </section>
    }
}
