//! What the browser keeps for the page. Storage may be blocked or full: then nothing is kept, and the page goes on without it.
//! What the document keeps ends with the document, and needs no storage.
//!
//! Names begin with `gridbench:`, because other pages on the same host share the storage.

use leptos::prelude::window;
use web_sys::Storage;

use crate::boot;

const INSTANCE: &str = "gridbench:instance:";
const SHORTCUTS: &str = "gridbench:shortcuts";
const SCORE: &str = "gridbench:score:";

/// Keeps a text as long as the document lasts, for the program that takes the place of this one.
pub fn hold(name: &str, text: &str) {
    boot::KEPT.with(|kept| kept.set(&name.into(), &text.into()));
}

/// A text that the document keeps.
pub fn held(name: &str) -> Option<String> {
    boot::KEPT.with(|kept| kept.get(&name.into())).as_string()
}

/// Keeps an instance that is too large for a link in this tab, and returns the key under which a reload finds it. Without storage the
/// document keeps it, under no key.
pub fn keep_instance(line: &str) -> Option<String> {
    let key = store_instance(line);
    if key.is_none() {
        hold(INSTANCE, line);
    }
    key
}

fn store_instance(line: &str) -> Option<String> {
    let storage = session()?;
    let key = format!("{:x}", js_sys::Date::now() as u64);
    let name = format!("{INSTANCE}{key}");
    if storage.set_item(&name, line).is_err() {
        // Earlier instances make room for the one that is shown.
        forget_instances(&storage);
        storage.set_item(&name, line).ok()?;
    }
    Some(key)
}

/// The instance that was kept under a key, or under none.
pub fn instance(key: Option<&str>) -> Option<String> {
    match key {
        Some(key) => session()?.get_item(&format!("{INSTANCE}{key}")).ok()?,
        None => held(INSTANCE),
    }
}

fn forget_instances(storage: &Storage) {
    let names = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    for name in names.filter(|name| name.starts_with(INSTANCE)).collect::<Vec<_>>() {
        // A name that is gone already is what is wanted.
        let _ = storage.remove_item(&name);
    }
}

/// Keeps whether single keys act, for all visits.
pub fn keep_shortcuts(on: bool) {
    if let Some(storage) = local() {
        // Without it the setting lasts as long as the page.
        let _ = storage.set_item(SHORTCUTS, if on { "on" } else { "off" });
    }
}

/// Whether single keys act; they do until they are switched off.
pub fn shortcuts() -> bool {
    local().and_then(|storage| storage.get_item(SHORTCUTS).ok()?).as_deref() != Some("off")
}

/// Keeps what was answered after the lesson of a family, for all visits.
pub fn keep_score(family: &str, text: &str) {
    if let Some(storage) = local() {
        // Without it the score lasts as long as the lesson is shown.
        let _ = storage.set_item(&format!("{SCORE}{family}"), text);
    }
}

/// What was answered there before.
pub fn score(family: &str) -> Option<String> {
    local()?.get_item(&format!("{SCORE}{family}")).ok()?
}

fn session() -> Option<Storage> {
    window().session_storage().ok()?
}

fn local() -> Option<Storage> {
    window().local_storage().ok()?
}
