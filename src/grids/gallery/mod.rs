//! The built-in instances: the paper's figures, the lines of Table 6, and one history of each family on each main shape.
//!
//! They are plain lines of JSONL in the files beside this one. A line's object `metadata` says everything that a page shows
//! about it: `title`, `group`, `note`, and in `steps` one sentence per event. Listing reads the lines and executes none; open one
//! with [`crate::instance::Instance::open`].

use base::json::{self, Value};
use std::borrow::Cow;
use std::sync::LazyLock;

/// One built-in instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The instance's id, unique in the gallery.
    pub id: &'static str,
    /// A short name, for example `PAINT on 16×16`.
    pub title: &'static str,
    /// The heading under which it is listed; entries of one group stand together.
    pub group: &'static str,
    /// One or two sentences for a visitor.
    pub note: &'static str,
    /// For each event one sentence that says what to look at.
    pub steps: Vec<&'static str>,
    /// The instance as one line of JSON.
    pub line: &'static str,
}

/// All entries in the order of display; the first one is Figure 1 A of the paper.
pub fn entries() -> &'static [Entry] {
    static ENTRIES: LazyLock<Vec<Entry>> =
        LazyLock::new(|| FILES.iter().flat_map(|file| file.lines()).filter_map(read).collect());
    &ENTRIES
}

/// The entry that the front page shows.
pub fn front() -> &'static Entry {
    &entries()[0]
}

/// The entry with this id.
pub fn find(id: &str) -> Option<&'static Entry> {
    entries().iter().find(|entry| entry.id == id)
}

/// The data files in the order of display.
const FILES: [&str; 10] = [
    include_str!("figures.jsonl"),
    include_str!("lines.jsonl"),
    include_str!("paint.jsonl"),
    include_str!("reflect.jsonl"),
    include_str!("stencil.jsonl"),
    include_str!("mix.jsonl"),
    include_str!("relabel.jsonl"),
    include_str!("layer.jsonl"),
    include_str!("move.jsonl"),
    include_str!("compress.jsonl"),
];

/// The entry of one line. The tests hold that every line is one.
fn read(line: &'static str) -> Option<Entry> {
    let document = json::parse(line).ok()?;
    let metadata = document.root().get("metadata")?;
    Some(Entry {
        id: text(document.root().get("id")?)?,
        title: text(metadata.get("title")?)?,
        group: text(metadata.get("group")?)?,
        note: text(metadata.get("note")?)?,
        steps: metadata.get("steps")?.items().map(text).collect::<Option<_>>()?,
        line,
    })
}

/// A string as it stands in the line; the gallery's strings have no escapes.
fn text(value: Value<'_, 'static>) -> Option<&'static str> {
    match value.string()? {
        Cow::Borrowed(text) => Some(text),
        Cow::Owned(_) => None,
    }
}
