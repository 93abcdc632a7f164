//! The address of a view: which tab, which instance, which step. It is what a reload and a copied link restore.
//!
//! A built-in instance is named in the query, `?i=figure-1a&t=2`; any other one travels in the fragment, `?t=2#z=…`, which no
//! server sees; one that is too large for a link is kept in this tab's session storage, `?i=session&t=2`.

use grids::model::link;
use leptos::prelude::{Get, GetUntracked};
use leptos::prelude::{document, window};
use leptos_router::location::Location;
use leptos_router::params::ParamsMap;

use crate::state::Origin;

/// The key under which an instance that is too large for a link is kept for this tab. The prefix keeps it apart from other pages
/// on the same host.
const SESSION_KEY: &str = "gridbench:instance";
/// The name that stands for it in the query.
const SESSION: &str = "session";

/// The pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// Step through the history.
    Watch,
    /// Score an answer.
    Score,
    /// Read the prompt.
    Prompt,
}

impl Tab {
    /// All tabs in display order.
    pub const ALL: [Tab; 3] = [Tab::Watch, Tab::Score, Tab::Prompt];

    /// The name on the tab.
    pub fn name(self) -> &'static str {
        match self {
            Tab::Watch => "Watch",
            Tab::Score => "Score",
            Tab::Prompt => "Prompt",
        }
    }

    /// Its path below the base.
    pub fn path(self) -> &'static str {
        match self {
            Tab::Watch => "/watch",
            Tab::Score => "/score",
            Tab::Prompt => "/prompt",
        }
    }

    /// The tab that a path shows, if it shows one.
    pub fn of(path: &str) -> Option<Tab> {
        let path = path.strip_prefix(base().as_str()).unwrap_or(path).trim_end_matches('/');
        match path {
            "" => Some(Tab::Watch),
            _ => Tab::ALL.into_iter().find(|tab| tab.path() == path),
        }
    }
}

/// Where the instance of an address is to be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reference {
    /// The address names none: the example that the front page opens.
    Default,
    /// A built-in instance.
    Gallery(String),
    /// The text of a link.
    Packed(String),
    /// This tab's session storage.
    Session,
}

/// The base path of the site without a slash at its end, from the page's base element.
pub fn base() -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    web_sys::Url::new(&base).map(|url| url.pathname().trim_end_matches('/').to_owned()).unwrap_or_default()
}

/// What the current address names, and at which step.
pub fn read(location: &Location) -> (Reference, Option<usize>) {
    parse(&location.query.get(), &location.hash.get())
}

/// The same without subscribing to it.
pub fn read_untracked(location: &Location) -> (Reference, Option<usize>) {
    parse(&location.query.get_untracked(), &location.hash.get_untracked())
}

fn parse(query: &ParamsMap, hash: &str) -> (Reference, Option<usize>) {
    let step = query.get("t").and_then(|t| t.parse().ok());
    let packed = hash.trim_start_matches('#').strip_prefix("z=");
    let reference = match (packed, query.get("i")) {
        (Some(packed), _) => Reference::Packed(packed.to_owned()),
        (None, Some(id)) if id == SESSION => Reference::Session,
        (None, Some(id)) => Reference::Gallery(id),
        (None, None) => Reference::Default,
    };
    (reference, step)
}

/// The address of a tab with an instance at a step.
pub fn write(tab: Tab, origin: &Origin, t: usize) -> String {
    let path = format!("{}{}", base(), tab.path());
    match origin {
        Origin::Gallery(id) => format!("{path}?i={id}&t={t}"),
        Origin::Packed(packed) => format!("{path}?t={t}#z={packed}"),
        Origin::Session => format!("{path}?i={SESSION}&t={t}"),
    }
}

/// Finds the place where an instance that was opened here can be restored from.
pub fn keep(line: &str) -> Origin {
    match link::pack(line) {
        Some(packed) => Origin::Packed(packed),
        None => {
            // Storage may be blocked or full; then only a reload cannot restore the instance, and the page says so.
            if let Ok(Some(storage)) = window().session_storage() {
                let _ = storage.set_item(SESSION_KEY, line);
            }
            Origin::Session
        }
    }
}

/// The line kept in this tab's session storage.
pub fn kept() -> Option<String> {
    window().session_storage().ok()??.get_item(SESSION_KEY).ok()?
}

/// Keeps the text of an answer in this tab.
pub fn keep_answer(id: &str, answer: &str) {
    if let Ok(Some(storage)) = window().session_storage() {
        // Storage may be full; the page itself still holds the answer.
        let _ = storage.set_item(&answer_key(id), answer);
    }
}

/// The answer that was kept for an instance, or nothing.
pub fn kept_answer(id: &str) -> String {
    let storage = window().session_storage().ok().flatten();
    storage.and_then(|storage| storage.get_item(&answer_key(id)).ok()?).unwrap_or_default()
}

fn answer_key(id: &str) -> String {
    format!("gridbench:answer:{id}")
}
