//! How far the draft is saved, and what stands in the way of it or of changing it.

use gloo::events::{EventListener, EventListenerOptions};
use grids::model::draft::{Draft, file};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::{download, time};
use crate::desk::store::StoreError;
use crate::desk::{Access, Desk};
use crate::state::Dialog;

/// What the header says: nothing until something has been done.
#[component]
pub fn SavingState() -> impl IntoView {
    let desk = expect_context::<Desk>();
    hold_back(desk);
    // Whatever was read from the store is saved since it was changed last.
    let saved = Memo::new(move |previous: Option<&(bool, u64)>| {
        let changed = desk.card.with(|card| card.as_ref().map_or(0, |card| card.progress.changed));
        match (desk.saving.with(|saving| saving.is_saved()), previous) {
            (true, Some(&(false, _))) => (true, js_sys::Date::now() as u64),
            (true, Some(&(true, since))) if since >= changed => (true, since),
            (is_saved, _) => (is_saved, changed),
        }
    });
    let text = move || match (desk.access.get(), desk.saving.with(|saving| saving.failed.is_some()), saved.get()) {
        _ if desk.card.with(Option::is_none) => "",
        (Access::Elsewhere | Access::Taken, ..) => "Read only",
        (Access::Mine, true, _) => "Not saved",
        (Access::Mine, false, (false, _)) => "Saving…",
        (Access::Mine, false, (true, _)) => "Saved",
    };
    let since = move || match saved.get() {
        (true, since) if text() == "Saved" => Some(format!("Saved in this browser at {}", time::clock(since))),
        _ => None,
    };
    // Each stroke is saved; only what is out of the ordinary is worth an announcement.
    let is_bad = Memo::new(move |_| desk.saving.with(|saving| saving.failed.is_some()));
    let key = Memo::new(move |_| desk.card.with(|card| card.as_ref().map(|card| card.key.clone())));
    let announcement = Memo::new(move |previous: Option<&(Option<String>, &'static str)>| {
        // What was left is not saved by that.
        let before = previous.filter(|previous| previous.0 == key.get()).map_or("", |previous| previous.1);
        let text = match (is_bad.get(), before) {
            (true, _) => "The draft is not saved.",
            (false, "") => "",
            (false, _) => "The draft is saved again.",
        };
        (key.get(), text)
    });
    let announced = move || announcement.get().1;
    view! {
        <span class="saving" class:bad=is_bad title=since>{text}</span>
        <span class="unseen" role="status">{announced}</span>
    }
}

/// Asks before a page is left of which something is not saved.
fn hold_back(desk: Desk) {
    let options = EventListenerOptions::enable_prevent_default();
    let leave = EventListener::new_with_options(&window(), "beforeunload", options, move |event| {
        desk.settle();
        let is_saved = desk.saving.with_untracked(|saving| saving.is_saved());
        if !is_saved || desk.is_unfinished() || desk.shelf.with_untracked(|shelf| !shelf.is_empty()) {
            event.prevent_default();
        }
    });
    // It ends with the program.
    StoredValue::new_local(leave);
}

/// What stands above every page until it is solved.
#[component]
pub fn SavingBanner() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let failed = Memo::new(move |_| desk.saving.with(|saving| saving.failed.clone()));
    view! {
        {move || access_view(desk, desk.access.get())}
        {move || {
            let mine = desk.access.get() == Access::Mine;
            failed.get().filter(|_| mine).map(|failed| failed_view(desk, failed))
        }}
        {move || {
            let held = desk.shelf.with(|shelf| shelf.iter().filter(|shelved| shelved.failed.is_some()).count());
            (held > 0).then(|| shelf_view(desk, held))
        }}
        {move || {
            desk.told
                .get()
                .map(|told| {
                    view! {
                        <div class="banner quiet">
                            <p role="status">{told}</p>
                            <p class="tools">
                                <button on:click=move |_| desk.told.set(None)>"Dismiss"</button>
                            </p>
                        </div>
                    }
                })
        }}
        {move || earlier_view(desk)}
    }
}

fn access_view(desk: Desk, access: Access) -> AnyView {
    let unsaved = Memo::new(move |_| desk.saving.with(|saving| !saving.is_saved()));
    let (text, button) = match access {
        Access::Mine => return ().into_any(),
        Access::Elsewhere => ("This draft is open in another tab. You can look at it here.", "Take over"),
        Access::Taken => ("Another tab has taken this draft over.", "Take it back"),
    };
    view! {
        <div class="banner">
            <div>
                <p role="status">{text}</p>
                {move || {
                    unsaved.get().then(|| view! { <p>"The last changes of this tab were not saved before. Export them, or they may be lost."</p> })
                }}
            </div>
            <p class="tools">
                <button on:click=move |_| desk.take_over()>{button}</button>
                {move || unsaved.get().then(|| view! { <ExportButton /> })}
            </p>
        </div>
    }
    .into_any()
}

fn failed_view(desk: Desk, failed: StoreError) -> AnyView {
    let (what, so) = match &failed {
        StoreError::Blocked(_) => (
            "Not saved: this browser keeps nothing for this page.",
            "You can go on; nothing will be there after this tab is closed.",
        ),
        StoreError::Full => (
            "Not saved: the browser's storage is full.",
            "You can go on; what you did last will not be there after this tab is closed. Make room, for example by deleting drafts, and try again.",
        ),
        StoreError::Lost(_) | StoreError::Taken => (
            "Not saved: what the browser had stored of this draft is gone or damaged.",
            "All of it is still in this tab. Try again to store it anew; otherwise nothing will be there after this tab is closed.",
        ),
    };
    let reason = match failed {
        StoreError::Blocked(reason) | StoreError::Lost(reason) => Some(format!("The browser says: {reason}.")),
        StoreError::Full | StoreError::Taken => None,
    };
    view! {
        <section class="banner bad" aria-label="Saving">
            <div>
                <p>
                    <strong>{what}</strong>
                </p>
                <p>{so}</p>
                {reason.map(|reason| view! { <p class="hint">{reason}</p> })}
            </div>
            <p class="tools">
                <ExportButton />
                <button on:click=move |_| desk.retry()>"Try again"</button>
            </p>
        </section>
    }
    .into_any()
}

fn shelf_view(desk: Desk, held: usize) -> AnyView {
    let text = match held {
        1 => "A draft that you left could not be saved. It is only in this tab's memory.".to_owned(),
        held => format!("{held} drafts that you left could not be saved. They are only in this tab's memory."),
    };
    view! {
        <div class="banner bad">
            <p>{text}</p>
            <p class="tools">
                <button on:click=move |_| desk.bench.dialog.set(Some(Dialog::Drafts))>"Show drafts"</button>
            </p>
        </div>
    }
    .into_any()
}

/// Offers to go on with what was begun, and never does it by itself.
fn earlier_view(desk: Desk) -> AnyView {
    let earlier = desk.earlier.get();
    let Some(last) = earlier.first().filter(|_| desk.card.with(Option::is_none)) else { return ().into_any() };
    let when = time::day(last.progress.changed);
    let text = match earlier.len() {
        1 => format!("You have a draft of this from {}.", when.trim_start_matches("on ")),
        more => format!("You have {more} drafts of this, the last one from {}.", when.trim_start_matches("on ")),
    };
    let key = last.key.clone();
    let open = move |_| {
        let key = key.clone();
        spawn_local(async move {
            desk.open(&key).await;
            // The button is gone.
            if let Some(main) = document().get_element_by_id("main").and_then(|main| main.dyn_into::<HtmlElement>().ok()) {
                let _ = main.focus();
            }
        });
    };
    view! {
        <div class="banner quiet">
            <p>{text}</p>
            <p class="tools">
                <button on:click=open>"Open it"</button>
            </p>
        </div>
    }
    .into_any()
}

/// A button that hands out the open draft as a file.
#[component]
pub fn ExportButton() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let export = move |_| {
        let name = desk.name();
        if let Err(problem) = desk.with_untracked(|draft| export(draft, &name)) {
            desk.bench.notice.set(Some(format!("The draft could not be exported: {problem}.")));
        }
    };
    view! { <button on:click=export>"Export this draft"</button> }
}

/// Hands out a draft as a file.
pub fn export(draft: &Draft, name: &str) -> Result<(), String> {
    let blob = download::blob(&file::write_named(draft, name).into(), "application/json")?;
    download::save(&blob, &format!("{}-draft.json", draft.facts.id))
}
