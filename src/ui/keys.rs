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

/// Whether a dialog has the keys.
pub fn a_dialog_is_open() -> bool {
    document().query_selector("dialog[open]").is_ok_and(|dialog| dialog.is_some())
}

/// A key that may act wherever the focus is.
pub struct Pressed {
    /// Its name.
    pub key: String,
    /// Whether it was pressed in a grid, where some keys move the cursor.
    pub in_grid: bool,
    /// Whether it was pressed on a control, which the space bar presses.
    pub on_control: bool,
}

/// Listens for keys that act anywhere, as long as the owner lives; `act` says whether it has used one. Keys never act in a text field, and
/// not while a modifier is held or a dialog is open.
pub fn listen_anywhere(act: impl Fn(&Pressed) -> bool + 'static) {
    let options = EventListenerOptions::enable_prevent_default();
    let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() || a_dialog_is_open() {
            return;
        }
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let within = |selector: &str| target.as_ref().is_some_and(|target| target.closest(selector).ok().flatten().is_some());
        if within("input:not([type=range]), textarea, select, [contenteditable]") {
            return;
        }
        // A slider moves by some keys itself.
        let (in_grid, on_control) = (within("[role=grid], input"), within("button, a, summary"));
        if act(&Pressed { key: event.key(), in_grid, on_control }) {
            event.prevent_default();
        }
    });
    StoredValue::new_local(listener);
}

/// Listens for the keys of the workbench.
pub fn listen(bench: Workbench) {
    listen_anywhere(move |Pressed { key, in_grid, on_control }| {
        let presented = bench.frame.get_untracked() == Frame::Presented;
        match window().location().pathname().ok().and_then(|path| Tab::of(&path)) {
            _ if key == "Escape" && presented => {
                bench.frame.set(Frame::Page);
                return true;
            }
            _ if !bench.shortcuts.get_untracked() => return false,
            // Beside the tabs there is no history to step through, and nobody looks at it while predicting.
            None | Some(Tab::Predict) if key != "?" => return false,
            None | Some(_) => {}
        }
        match key.as_str() {
            "." => bench.step(Action::Forward),
            "," => bench.step(Action::Back),
            "?" => bench.dialog.set(Some(state::Dialog::Keys)),
            "ArrowRight" if !in_grid => bench.step(Action::Forward),
            "ArrowLeft" if !in_grid => bench.step(Action::Back),
            "Home" if !in_grid => bench.step(Action::First),
            "End" if !in_grid => bench.step(Action::Last),
            " " if presented => bench.step(Action::Forward),
            " " if !on_control => bench.toggle_play(),
            _ => return false,
        }
        true
    });
}

const ANYWHERE: [(&str, &str); 6] = [
    ("→ or .", "one event forward"),
    ("← or ,", "one event back"),
    ("Home", "initial state"),
    ("End", "final state"),
    ("Space", "play or pause; in a presentation one on"),
    ("?", "this list, on every page"),
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
            <h3>"Outside text fields, except on Predict; in a lesson too"</h3>
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
