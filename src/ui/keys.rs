//! Keys that act anywhere on the page, and the dialog that lists all keys.

use gloo::events::{EventListener, EventListenerOptions};
use grids::model::playhead::Action;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::dialog::Dialog;
use crate::address::{Frame, Tab};
use crate::state::{self, Workbench};
use crate::storage;

/// Listens for the keys. They never act in a text field, and not while a modifier is held or a dialog is open.
pub fn listen(bench: Workbench) {
    let options = EventListenerOptions::enable_prevent_default();
    let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if bench.dialog.get_untracked().is_some() || !bench.shortcuts.get_untracked() {
            return;
        }
        // Beside the tabs there is no history to step through, and nobody looks at it while predicting.
        match window().location().pathname().ok().and_then(|path| Tab::of(&path)) {
            None => return,
            Some(Tab::Predict) if event.key() != "?" => return,
            Some(_) => {}
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let within = |selector: &str| target.as_ref().is_some_and(|target| target.closest(selector).ok().flatten().is_some());
        if within("input, textarea, select, [contenteditable]") {
            return;
        }
        let in_grid = within("[role=grid]");
        let on_control = within("button, a, summary");
        match event.key().as_str() {
            "." => bench.step(Action::Forward),
            "," => bench.step(Action::Back),
            "?" => bench.dialog.set(Some(state::Dialog::Keys)),
            "ArrowRight" if !in_grid => bench.step(Action::Forward),
            "ArrowLeft" if !in_grid => bench.step(Action::Back),
            "Home" if !in_grid => bench.step(Action::First),
            "End" if !in_grid => bench.step(Action::Last),
            " " if bench.frame.get_untracked() == Frame::Presented => bench.step(Action::Forward),
            "Escape" if bench.frame.get_untracked() == Frame::Presented => bench.frame.set(Frame::Page),
            " " if !on_control => bench.toggle_play(),
            _ => return,
        }
        event.prevent_default();
    });
    // It ends with the program.
    StoredValue::new_local(listener);
}

const ANYWHERE: [(&str, &str); 6] = [
    ("→ or .", "one event forward"),
    ("← or ,", "one event back"),
    ("Home", "initial state"),
    ("End", "final state"),
    ("Space", "play or pause; in a presentation one on"),
    ("?", "this list, on Predict too"),
];

const IN_THE_GRID: [(&str, &str); 8] = [
    ("Arrow keys", "one cell in the plane"),
    ("Home, End", "first or last column"),
    ("Shift or Ctrl + Home, End", "first or last cell of the slice"),
    ("Page Up, Page Down", "the same cell in the next slice"),
    ("[ and ]", "the same along the next outer axis"),
    ("Shift + Page Up, Page Down", "the same along a third outer axis"),
    ("{ and }", "the same along a fourth outer axis"),
    ("Tab", "leaves the grid"),
];

/// Keys with what they do, under a heading.
pub struct Keys(pub &'static str, pub &'static [(&'static str, &'static str)]);

/// The dialog.
#[component]
pub fn KeysDialog(
    /// What this program has beyond looking.
    more: &'static [Keys],
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let list = |keys: &'static [(&'static str, &'static str)]| {
        keys.iter()
            .map(|&(key, what)| {
                view! {
                    <div>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{what}</dd>
                    </div>
                }
            })
            .collect_view()
    };
    view! {
        <Dialog name=state::Dialog::Keys title="Keys">
            <h3>"Outside text fields, except on Predict"</h3>
            <dl class="keys">{list(&ANYWHERE)}</dl>
            <h3>"In the grid, where → and ← move the cursor"</h3>
            <dl class="keys">{list(&IN_THE_GRID)}</dl>
            {more.iter().map(|Keys(heading, keys)| view! { <h3>{*heading}</h3> <dl class="keys">{list(keys)}</dl> }).collect_view()}
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=bench.shortcuts
                    on:change:target=move |event| {
                        bench.shortcuts.set(event.target().checked());
                        storage::keep_shortcuts(event.target().checked());
                    }
                />
                "Keys act anywhere on the page"
            </label>
        </Dialog>
    }
}
