//! What is done to the list of events.

use super::event_form::compact;
use super::paste::{Place, Refusal};
use super::{Draft, DraftEvent, Step};
use crate::rule::family;
use base::json::{self, Kind, Value};
use std::ops::Range;

impl Draft {
    /// The same event once more, after itself.
    pub fn duplicate_event(&self, place: usize) -> Option<Step> {
        let event = self.events.get(place)?;
        Some(self.splice("duplicate event", place + 1, 0, vec![event.clone()]))
    }

    /// The history without an event.
    pub fn delete_event(&self, place: usize) -> Option<Step> {
        (place < self.events.len()).then(|| self.splice("delete event", place, 1, Vec::new()))
    }

    /// An event switched on or off.
    pub fn switch_event(&self, place: usize, on: bool) -> Option<Step> {
        let event = DraftEvent { on, ..self.events.get(place)?.clone() };
        Some(self.splice(if on { "switch event on" } else { "switch event off" }, place, 1, vec![event]))
    }

    /// The events that cannot stand in a history of the draft's family because they are of another one.
    pub fn strangers(&self) -> impl Iterator<Item = usize> {
        let is_stranger = |event: &DraftEvent| {
            let document = json::parse(&event.text).ok()?;
            let family = family(&document.root().get("op")?.string()?)?;
            Some(family.is_core() && *family != *self.family)
        };
        self.events.iter().enumerate().filter(move |(_, event)| is_stranger(event) == Some(true)).map(|(place, _)| place)
    }

    /// The history without them.
    pub fn remove_strangers(&self) -> Step {
        let strangers: Vec<usize> = self.strangers().collect();
        let stays = |place: &usize| strangers.binary_search(place).is_err();
        let events = (0..self.events.len()).filter(stays).map(|place| self.events[place].clone()).collect();
        self.set_events("remove events", events)
    }

    /// Other events, given by their texts. Those whose text is as it was stay switched off if they were.
    pub fn rewrite_events(&self, texts: Vec<String>) -> Step {
        let mut off: Vec<&DraftEvent> = self.events.iter().filter(|event| !event.on).collect();
        let events = texts.into_iter().map(|text| match off.iter().position(|event| compact(&event.text) == text) {
            Some(index) => off.remove(index).clone(),
            None => DraftEvent::new(text),
        });
        self.set_events("edit events as JSON", events.collect())
    }

    /// All events; the step holds only those that change.
    fn set_events(&self, name: &str, mut after: Vec<DraftEvent>) -> Step {
        let Range { start, end } = changed(&self.events, &after);
        let tail = self.events.len() - end;
        after.truncate(after.len() - tail);
        self.splice(name, start, end - start, after.split_off(start))
    }
}

/// The part of `before` that is not the same in `after`, without what both begin and end with.
fn changed(before: &[DraftEvent], after: &[DraftEvent]) -> Range<usize> {
    let same = |(a, b): &(&DraftEvent, &DraftEvent)| a == b;
    let start = before.iter().zip(after).take_while(same).count();
    let tail = before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(same).count();
    start..before.len() - tail
}

/// Where an event is found after the list has changed. Nothing if it is not there any more.
pub fn follow(before: &[DraftEvent], after: &[DraftEvent], place: usize) -> Option<usize> {
    let Range { start, end } = changed(before, after);
    if place < start {
        return Some(place);
    }
    let tail = before.len() - end;
    if place >= end {
        return (place + after.len()).checked_sub(before.len()).filter(|&place| place < after.len());
    }
    // It was moved or switched, or it is gone.
    let wanted = &before[place].text;
    let found = after[start..after.len() - tail].iter().position(|event| event.text == *wanted);
    found.map(|index| start + index)
}

/// Events as text: a JSON array with one event on each line.
pub fn write(events: &[DraftEvent]) -> String {
    if events.is_empty() {
        return "[]".to_owned();
    }
    let lines: Vec<String> = events.iter().map(|event| compact(&event.text)).collect();
    format!("[\n{}\n]", lines.join(",\n"))
}

/// Events that were read from a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The JSON text of each.
    pub events: Vec<String>,
    /// What the text was taken for if it is no array: "one event", "an instance, of which only the events are taken".
    pub remark: Option<String>,
}

/// Reads events: a JSON array of objects, which need not be valid events; or an event, an event on each line, or an instance.
pub fn read(text: &str) -> Result<Written, Refusal> {
    read_written(text).map_err(|(offset, detail)| Refusal {
        understood: "events".to_owned(),
        place: offset.map(|offset| Place::at(text, offset)),
        detail,
    })
}

/// What can stand in place of an array.
const EXPECTED: &str = "an array of events, such as [{\"op\":…}]";

fn read_written(text: &str) -> Result<Written, (Option<usize>, String)> {
    let document = match json::parse(text) {
        Ok(document) => document,
        Err(_) if text.trim().is_empty() => return Err((None, format!("found nothing, expected {EXPECTED}"))),
        Err(error) => return read_lines(text).unwrap_or(Err((Some(error.offset), error.to_string()))),
    };
    let root = document.root();
    let list = root.get("events").filter(|_| root.get("op").is_none());
    match (root.kind(), list) {
        (Kind::Array, _) => Ok(Written { events: objects(root)?, remark: None }),
        (Kind::Object, Some(events)) if events.kind() == Kind::Array => {
            let name = root.get("id").and_then(Value::string).map(|id| format!(" named {id}")).unwrap_or_default();
            let remark = format!("An instance{name}: only its events are taken, not its world.");
            Ok(Written { events: objects(events)?, remark: Some(remark) })
        }
        (Kind::Object, None) if root.get("op").is_some() => {
            Ok(Written { events: vec![compact(root.text())], remark: Some("One event, not in an array.".to_owned()) })
        }
        (kind, _) => Err((Some(root.offset()), format!("found {kind}, expected {EXPECTED}"))),
    }
}

fn objects(array: Value<'_, '_>) -> Result<Vec<String>, (Option<usize>, String)> {
    let object = |item: Value<'_, '_>| match item.kind() {
        Kind::Object => Ok(compact(item.text())),
        kind => Err((Some(item.offset()), format!("found {kind}, expected an event object"))),
    };
    array.items().map(object).collect()
}

/// An event on each line. Nothing if the first line is no object of its own.
fn read_lines(text: &str) -> Option<Result<Written, (Option<usize>, String)>> {
    let lines = || text.split_inclusive('\n').scan(0, |start, line| Some((std::mem::replace(start, *start + line.len()), line)));
    let mut events = Vec::new();
    for (start, line) in lines().filter(|(_, line)| !line.trim().is_empty()) {
        // The comma of an array whose brackets are missing.
        let line = line.trim_end().trim_end_matches(',');
        match json::parse(line) {
            Ok(document) if document.root().kind() == Kind::Object => events.push(compact(document.root().text())),
            _ if events.is_empty() => return None,
            Ok(document) => {
                let detail = format!("found {}, expected an event object", document.root().kind());
                return Some(Err((Some(start + document.root().offset()), detail)));
            }
            Err(error) => return Some(Err((Some(start + error.offset), error.to_string()))),
        }
    }
    let remark = Some("An event on each line, not in an array.".to_owned());
    Some(Ok(Written { events, remark }))
}

/// The same place in a text of UTF-16 units, as a browser counts.
pub fn utf16(text: &str, place: Place) -> usize {
    text.get(..place.offset).unwrap_or(text).encode_utf16().count()
}
