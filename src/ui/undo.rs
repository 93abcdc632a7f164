//! Undo and redo: the keys, wherever the draft is worked on, and the buttons.

use gloo::events::{EventListener, EventListenerOptions};
use grids::model::draft::{Editor, Step};
use grids::model::keyboard::letter;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::keys::Keys;
use crate::address::Tab;
use crate::desk::Desk;

/// Listens for Ctrl or Cmd with Z, Shift+Z and Y on the tabs where the draft is worked on. A text field has an undo of its own.
pub fn listen(desk: Desk) {
    let options = EventListenerOptions::enable_prevent_default();
    let listener = EventListener::new_with_options(&document(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        let held = event.ctrl_key() != event.meta_key() && !event.alt_key();
        if event.default_prevented() || !held || desk.bench.dialog.get_untracked().is_some() {
            return;
        }
        let tab = window().location().pathname().ok().and_then(|path| Tab::of(&path));
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let in_text = target.is_some_and(|target| target.closest(TEXT_FIELDS).ok().flatten().is_some());
        if in_text || !matches!(tab, Some(Tab::Edit | Tab::Predict | Tab::Score)) {
            return;
        }
        match (letter(&event.key(), &event.code()), event.shift_key()) {
            (Some('z'), false) => desk.undo(),
            (Some('z'), true) | (Some('y'), false) => desk.redo(),
            _ => return,
        }
        event.prevent_default();
    });
    // It ends with the program.
    StoredValue::new_local(listener);
}

/// These keys.
pub const KEYS: Keys =
    Keys("In Edit, Predict and Score", &[("Ctrl or Cmd + Z", "undo"), ("Ctrl or Cmd + Shift + Z, Ctrl + Y", "redo")]);

const TEXT_FIELDS: &str = "input:not([type=radio], [type=checkbox], [type=range]), textarea, [contenteditable]";

/// The two buttons.
#[component]
pub fn UndoButtons() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let button = move |verb: &'static str, path: &'static str, steps: fn(&Editor) -> &[Step], act: fn(Desk)| {
        let step = Memo::new(move |_| {
            desk.editor().with(|editor| steps(editor).last().map(|step| (step.name.clone(), steps(editor).len())))
        });
        let name = move || match step.get() {
            Some((name, count)) => format!("{verb} {name} ({count})"),
            None => format!("{verb}: nothing"),
        };
        view! {
            <button
                class="icon counted"
                aria-label=name
                title=name
                aria-disabled=move || (step.with(Option::is_none) || !desk.may_change()).to_string()
                on:click=move |_| act(desk)
            >
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path d=path />
                </svg>
                <span>{move || step.get().map(|(_, count)| count)}</span>
            </button>
        }
    };
    view! {
        <div class="undo" role="group" aria-label="Undo">
            {button("Undo", "M9 6L4 11l5 5M4 11h10a6 6 0 010 9h-3", Editor::done, Desk::undo)}
            {button("Redo", "M15 6l5 5-5 5M20 11H10a6 6 0 000 9h3", Editor::undone, Desk::redo)}
        </div>
    }
}
