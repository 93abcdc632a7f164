//! What stands before the pages that would show the reference to somebody who is predicting.

use leptos::prelude::*;

use super::Heading;
use crate::address::{self, Tab};
use crate::desk::Desk;
use crate::state::Workbench;

/// A page that is shown once the prediction is done or its author wants to see it all the same.
#[component]
pub fn Gate(
    /// The tab.
    tab: Tab,
    children: ChildrenFn,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let closed = Memo::new(move |_| desk.hides_reference());
    let shows = match tab {
        Tab::Watch => "Watch shows its states.",
        Tab::Edit => "Edit shows what its events do.",
        Tab::Predict | Tab::Score | Tab::Prompt => "Score holds the prediction against the reference.",
    };
    move || match closed.get() {
        true => view! { <Closed shows /> }.into_any(),
        false => children().into_any(),
    }
}

#[component]
fn Closed(shows: &'static str) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let bench = expect_context::<Workbench>();
    let back = move || {
        bench.loaded.with(|loaded| {
            format!("{}{}", address::base(), address::write(Tab::Predict.path(), &loaded.origin, &bench.view.get()))
        })
    };
    view! {
        <Heading />
        <section class="panel gate" aria-labelledby="gate-title">
            <h2 id="gate-title">"You are predicting this instance"</h2>
            <p>{shows} " Nothing of that is shown before you ask for it."</p>
            <p class="tools">
                <a class="button primary" href=back>
                    "Back to the prediction"
                </a>
                <button on:click=move |_| desk.reveal()>"Show anyway"</button>
            </p>
        </section>
    }
}
