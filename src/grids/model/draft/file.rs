//! A draft as a file: its instance in the form of FORMATS.md, with what an instance does not have in a field of its own.
//!
//! Other programs read such a file as an instance, unless its history is not valid. A draft that is switched off or not valid in
//! places comes back as it was.

use base::json::{self, Kind, Value};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Draft, DraftEvent, Facts, Frame, Prediction};
use crate::instance::{Instance, InstanceError, fail, read_alphabet, read_extra, read_family, read_id, read_shape, required};
use crate::rule::family;
use crate::world::codec::{read_state, shorten, write_state};
use crate::world::{Space, World};

/// The field that holds what an instance does not have.
const FIELD: &str = "draft";

/// The file of a draft: one line.
pub fn write(draft: &Draft) -> String {
    write_named(draft, "")
}

/// The file of a draft with the name that its author gave it.
pub fn write_named(draft: &Draft, name: &str) -> String {
    let texts = |events: &[DraftEvent]| events.iter().map(|event| json_or_string(&event.text)).collect::<Vec<_>>().join(",");
    let off: Vec<String> =
        draft.events.iter().enumerate().filter(|(_, event)| !event.on).map(|(place, _)| place.to_string()).collect();
    let notes: Vec<String> = draft.frame.scratch.iter().map(|(t, world)| format!("\"{t}\":{}", write_state(world))).collect();
    let prediction = match &draft.frame.prediction {
        Prediction::None => "null".to_owned(),
        Prediction::Text(text) => Json::from(&**text).to_string(),
        Prediction::World(world) => write_state(world),
    };
    let name = if name.is_empty() { String::new() } else { format!("\"name\":{},", Json::from(name)) };
    let extra: String = draft.facts.extra.iter().map(|(name, text)| format!(",{}:{text}", Json::from(name.as_str()))).collect();
    let text = format!(
        "{{\"id\":\"{}\",\"family\":\"{}\",\"shape\":{},\"alphabet\":{},\"initial\":{},\"events\":[{}]{extra},\"{FIELD}\":\
         {{{name}\"edited\":{},\"off\":[{}],\"prediction\":{prediction},\"notes\":{{{}}}}}}}",
        draft.facts.id,
        draft.family.name(),
        draft.frame.space.shape,
        draft.frame.space.alphabet,
        write_state(&draft.frame.initial),
        texts(&draft.events),
        draft.facts.is_edited,
        off.join(","),
        notes.join(","),
    );
    // Strings hold none; the texts of events and of fields that are kept may be laid out.
    text.replace(['\n', '\r'], " ")
}

/// The name that the author of a draft gave it, if its file has one.
pub fn name(text: &str) -> Option<String> {
    let document = json::parse(text).ok()?;
    let name = document.root().get(FIELD)?.get("name")?.string()?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// The draft of an instance, which may have come from the file of one.
pub fn draft_of(instance: &Instance) -> Draft {
    let mut draft = Draft::new(instance);
    if let Some(place) = draft.facts.extra.iter().position(|(name, _)| name == FIELD) {
        let (_, text) = draft.facts.extra.remove(place);
        let mut whole = draft.clone();
        let field = json::parse(&text).ok();
        if field.is_some_and(|field| read_field(field.root(), &mut whole).is_ok()) {
            draft = whole;
        }
    }
    draft
}

/// Reads the file of a draft, or any instance, whose events may be what they want. Worlds of more cells are refused.
pub fn read(most_cells: usize, text: &str) -> Result<Draft, InstanceError> {
    let whole = || Instance::open_within(most_cells, text).map(|(instance, _)| draft_of(&instance));
    let Some(document) = json::parse(text).ok().filter(|document| document.root().kind() == Kind::Object) else {
        // It says where the text is no instance.
        return whole();
    };
    let root = document.root();
    let field = root.get(FIELD);
    if field.is_none() {
        match whole() {
            // The history is not valid, or not for this family. It is shown as it is.
            Err(error) if error.event.is_some() || error.code == "bad-alphabet" => {}
            read => return read,
        }
    }
    let space =
        Space { shape: read_shape(required(root, "shape")?, most_cells)?, alphabet: read_alphabet(required(root, "alphabet")?)? };
    let initial = read_state(required(root, "initial")?, &space)
        .map_err(|error| fail(error.code.as_str(), Some("initial"), error.message))?;
    let events = required(root, "events")?;
    if events.kind() != Kind::Array {
        return Err(fail("bad-field", Some("events"), format!("found {}, expected a list of events", shorten(events.text()))));
    }
    let named = || events.items().filter_map(|event| family(&event.get("op")?.string()?)).find(|family| family.is_core());
    let family = match root.get("family") {
        Some(name) => read_family(name)?,
        None => {
            named().ok_or_else(|| fail("missing-field", Some("family"), "found nothing, expected a family name".to_owned()))?
        }
    };
    // A string is an event that is no JSON.
    let event = |event: Value<'_, '_>| DraftEvent::new(event.string().map_or_else(|| event.text().to_owned(), Cow::into_owned));
    let mut extra = read_extra(root);
    extra.retain(|(name, _)| name != FIELD);
    let mut draft = Draft {
        facts: Facts { id: read_id(root)?, extra, is_edited: false },
        family,
        frame: Frame { space, initial, prediction: Prediction::None, scratch: BTreeMap::new() },
        events: events.items().map(event).collect(),
    };
    if let Some(field) = field {
        read_field(field, &mut draft)?;
    }
    Ok(draft)
}

fn read_field(field: Value<'_, '_>, draft: &mut Draft) -> Result<(), InstanceError> {
    let wrong = |found: Value<'_, '_>, expected: &str| {
        fail("bad-field", Some(FIELD), format!("found {}, expected {expected}", shorten(found.text())))
    };
    if field.kind() != Kind::Object {
        return Err(wrong(field, "an object"));
    }
    let space = draft.frame.space.clone();
    let state = |value: Value<'_, '_>| -> Result<World, InstanceError> {
        read_state(value, &space).map_err(|error| fail(error.code.as_str(), Some(FIELD), error.message))
    };
    draft.facts.is_edited = match field.get("edited") {
        None => false,
        Some(value) => match value.text() {
            "true" => true,
            "false" => false,
            _ => return Err(wrong(value, "true or false for \"edited\"")),
        },
    };
    if let Some(off) = field.get("off") {
        if off.kind() != Kind::Array {
            return Err(wrong(off, "a list of places for \"off\""));
        }
        let count = draft.events.len();
        for value in off.items() {
            let place = value.integer().and_then(|place| usize::try_from(place).ok());
            let event = place.and_then(|place| draft.events.get_mut(place));
            event.ok_or_else(|| wrong(value, &format!("places of the {count} events for \"off\"")))?.on = false;
        }
    }
    draft.frame.prediction = match field.get("prediction") {
        None => Prediction::None,
        Some(value) => match value.kind() {
            Kind::Object => Prediction::World(state(value)?),
            Kind::Null => Prediction::None,
            _ => match value.string() {
                Some(text) => Prediction::Text(text.into_owned().into()),
                None => return Err(wrong(value, "a state, a text or null for \"prediction\"")),
            },
        },
    };
    let mut notes = BTreeMap::new();
    if let Some(field) = field.get("notes") {
        if field.kind() != Kind::Object {
            return Err(wrong(field, "an object for \"notes\""));
        }
        for (key, value) in field.entries() {
            let step = |text: &str| text.parse::<usize>().ok().filter(|t| *t > 0 && t.to_string() == text);
            let t = key.string().and_then(|text| step(&text));
            notes.insert(t.ok_or_else(|| wrong(key, "a step, from 1 on, for a note"))?, state(value)?);
        }
    }
    draft.frame.scratch = notes;
    Ok(())
}

/// An event's text where it is JSON, and otherwise as a string.
fn json_or_string(text: &str) -> String {
    if json::parse(text).is_ok() { text.to_owned() } else { Json::from(text).to_string() }
}
