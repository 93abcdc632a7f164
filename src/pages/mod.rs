//! One file for each tab of the workbench, and for each page beside it.

pub mod beside;
pub mod check;
pub mod edit;
pub mod gate;
pub mod generate;
pub mod handover;
pub mod learn;
pub mod lesson;
pub mod predict;
pub mod prompt;
pub mod score;
pub mod watch;

use leptos::prelude::*;

use crate::address::Tab;
use crate::state::{Dialog, Workbench};
use crate::ui::close_up;
use crate::ui::drafts::{Drafts, unless_missing};
use crate::ui::share::Share;

/// The page of a tab in the whole workbench.
pub fn whole(tab: Tab) -> AnyView {
    use gate::Gate;
    let bench = expect_context::<Workbench>();
    let page = move || match tab {
        Tab::Watch => view! { <Gate tab><watch::WatchPage near=close_up::near() /></Gate> }.into_any(),
        Tab::Edit => view! { <Gate tab><edit::EditPage /></Gate> }.into_any(),
        Tab::Predict => view! { <predict::PredictPage /> }.into_any(),
        Tab::Score => view! { <Gate tab><score::ScorePage /></Gate> }.into_any(),
        Tab::Prompt => view! { <prompt::PromptPage /> }.into_any(),
    };
    unless_missing(move || {
        // What its parts keep of one instance does not go on with another.
        bench.opened.track();
        page()
    })
}

/// The page of a tab in the first page, which has Watch alone.
pub fn first(tab: Tab) -> AnyView {
    match tab {
        Tab::Watch => view! { <watch::WatchPage near=handover::near() /> }.into_any(),
        _ => view! { <handover::Handover /> }.into_any(),
    }
}

/// The dialog for sharing in the whole workbench.
pub fn whole_share() -> AnyView {
    view! { <Share /> }.into_any()
}

/// The dialog for sharing in the first page, which waits for the whole workbench.
pub fn first_share() -> AnyView {
    view! { <handover::Whole over=Some(Dialog::Share) /> }.into_any()
}

/// What the dialog for drafts holds in the whole workbench.
pub fn whole_drafts() -> AnyView {
    view! { <Drafts /> }.into_any()
}

/// The same in the first page, which waits for the whole workbench.
pub fn first_drafts() -> AnyView {
    view! { <handover::Whole over=Some(Dialog::Drafts) /> }.into_any()
}

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
