//! Pasting: what a text was taken for, before it replaces anything.

use leptos::prelude::*;

use crate::desk::Desk;
use crate::state;

/// Opens the dialog with a text.
pub fn open(desk: Desk, text: String) {
    desk.pasted.set(text);
    desk.bench.dialog.set(Some(state::Dialog::Paste));
}

/// The dialog.
#[component]
pub fn PasteDialog() -> impl IntoView {}
