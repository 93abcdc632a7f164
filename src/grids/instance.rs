//! One instance: initial world, rules and events, read from and written to one line of JSONL (FORMATS.md; paper 3.3).

use base::json::{self, Kind, Value};
use std::borrow::Cow;
use std::fmt;

use crate::rule::{self, Event, EventError, Family, OutOfAlphabet, Transition};
use crate::trace::{self, Failure, Trace};
use crate::world::codec::{StateError, list, read_state, shorten, write_state};
use crate::world::{Alphabet, MAX_CELLS, MAX_VALUE, Shape, Space, World};

/// A valid instance: every event's parameters fit its space, and all core events are of one family.
pub struct Instance {
    /// 1 to 64 characters of `A-Za-z0-9_-`; a stored trajectory has its name here.
    pub id: String,
    /// The core family of the history.
    pub family: &'static dyn Family,
    /// Shape and alphabet.
    pub space: Space,
    /// W_0.
    pub initial: World,
    /// h_T, in order.
    pub events: Vec<Event>,
    /// The same events, executable.
    pub transitions: Vec<Box<dyn Transition>>,
    /// Every other field of the line as it was written, names and JSON texts.
    pub extra: Vec<(String, String)>,
}

/// The fields that an instance computes or reads itself; all others are kept as they are.
const OWN_FIELDS: [&str; 8] = ["id", "family", "shape", "alphabet", "length", "initial", "events", "final"];

/// Why a line is no usable instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceError {
    /// A stable code.
    pub code: &'static str,
    /// The id, where one could be read.
    pub id: Option<String>,
    /// The 1-based position of the event, where one is to blame.
    pub event: Option<usize>,
    /// The field of the instance.
    pub field: Option<&'static str>,
    /// What was found and what was expected.
    pub detail: String,
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.event, self.field) {
            (Some(event), _) => write!(f, "event {event}: {}", self.detail),
            (None, Some(field)) => write!(f, "field \"{field}\": {}", self.detail),
            (None, None) => f.write_str(&self.detail),
        }
    }
}

impl std::error::Error for InstanceError {}

impl Instance {
    /// Reads one line and keeps its execution. `length` and `final` are optional and must agree with the execution.
    pub fn open(line: &str) -> Result<(Instance, Trace), InstanceError> {
        Instance::open_within(MAX_CELLS, line)
    }

    /// The same for readers that cannot deal with every world: one of more cells is refused before anything is done with it.
    pub fn open_within(most_cells: usize, line: &str) -> Result<(Instance, Trace), InstanceError> {
        Instance::read_and_run(most_cells, line, |instance| {
            let trace = Trace::run(instance)?;
            Ok((trace.state(&instance.initial, trace.len()), trace))
        })
        .map(|(instance, _, trace)| (instance, trace))
    }

    /// The same for readers that need only the final state: memory does not grow with the history.
    pub fn finish(line: &str) -> Result<(Instance, World), InstanceError> {
        Instance::read_and_run(MAX_CELLS, line, |instance| Ok((trace::final_state(instance)?, ())))
            .map(|(instance, last, ())| (instance, last))
    }

    fn read_and_run<T>(
        most_cells: usize,
        line: &str,
        execute: impl FnOnce(&Instance) -> Result<(World, T), (usize, Failure)>,
    ) -> Result<(Instance, World, T), InstanceError> {
        let document = json::parse(line).map_err(|error| malformed(line, &error))?;
        let root = document.root();
        if root.kind() != Kind::Object {
            return Err(fail("not-an-object", None, format!("found {}, expected an instance object", root.kind())));
        }
        let id = read_id(root)?;
        let with_id = |error: InstanceError| InstanceError { id: Some(id.clone()), ..error };
        let (instance, broken) = Instance::read(most_cells, root, id.clone()).map_err(with_id)?;
        // The first invalid event is named, and that may be one before the first that cannot be read (clarification 9).
        let (last, kept) = execute(&instance).map_err(|(event, failure)| with_id(instance.explain(event, &failure)))?;
        if let Some(broken) = broken {
            return Err(with_id(broken));
        }
        instance.check(root, &last).map_err(with_id)?;
        Ok((instance, last, kept))
    }

    /// The instance up to its first event that cannot be read, and why that one cannot.
    fn read(most_cells: usize, root: Value<'_, '_>, id: String) -> Result<(Instance, Option<InstanceError>), InstanceError> {
        let shape = read_shape(required(root, "shape")?, most_cells)?;
        let alphabet = read_alphabet(required(root, "alphabet")?)?;
        let space = Space { shape, alphabet };
        let initial = read_state(required(root, "initial")?, &space)
            .map_err(|error| fail(error.code.as_str(), Some("initial"), error.message))?;
        let declared = match root.get("family").filter(|value| value.kind() != Kind::Null) {
            None => None,
            Some(name) => Some(read_family(name)?),
        };
        let events = required(root, "events")?;
        if events.kind() != Kind::Array {
            return Err(fail("bad-field", Some("events"), format!("found {}, expected an array", events.kind())));
        }
        let (mut list, mut transitions) = (Vec::new(), Vec::new());
        let (mut family, mut broken) = (declared, None);
        for (index, value) in events.items().enumerate() {
            match read_event(value, index + 1, &mut family, &space) {
                Ok((event, transition)) => {
                    list.push(event);
                    transitions.push(transition);
                }
                Err(error) => {
                    broken = Some(error);
                    break;
                }
            }
        }
        let Some(family) = family else {
            let detail = "found nothing and no core event, expected a family name".to_owned();
            return Err(broken.unwrap_or_else(|| fail("missing-field", Some("family"), detail)));
        };
        admit(family, &space.alphabet)?;
        Ok((Instance { id, family, space, initial, events: list, transitions, extra: read_extra(root) }, broken))
    }

    /// Holds the optional fields against the execution.
    fn check(&self, root: Value<'_, '_>, last: &World) -> Result<(), InstanceError> {
        if let Some(length) = root.get("length").filter(|value| value.kind() != Kind::Null)
            && length.integer() != Some(self.events.len() as i64)
        {
            let detail = format!("found {}, expected {}, the number of events", shorten(length.text()), self.events.len());
            return Err(fail("length-mismatch", Some("length"), detail));
        }
        if let Some(value) = root.get("final").filter(|value| value.kind() != Kind::Null) {
            let declared = read_state(value, &self.space)
                .map_err(|StateError { code, message, .. }| fail(code.as_str(), Some("final"), message))?;
            if let Some(cell) = declared.differences(last).next() {
                let (found, expected) = (declared.get(cell), last.get(cell));
                let point = list(&self.space.shape.point(cell));
                let detail = format!("found {found} at {point}, expected {expected} as the events give it");
                return Err(fail("final-mismatch", Some("final"), detail));
            }
        }
        Ok(())
    }

    pub(crate) fn explain(&self, event: usize, failure: &Failure) -> InstanceError {
        match failure {
            Failure::OutOfAlphabet(OutOfAlphabet { cell, value }) => {
                let (point, alphabet) = (list(&self.space.shape.point(*cell)), shorten(&self.space.alphabet.to_string()));
                bad_event(event, "out-of-alphabet", format!("found the sum {value} at {point}, expected a value of {alphabet}"))
            }
            Failure::TooManyChanges { .. } => bad_event(event, "history-too-large", failure.to_string()),
        }
    }

    /// A text of the object `metadata`, for example `title`.
    pub fn metadata(&self, name: &str) -> Option<String> {
        let document = json::parse(self.extra_field("metadata")?).ok()?;
        document.root().get(name)?.string().map(Cow::into_owned)
    }

    /// The texts of a list in the object `metadata`, for example `steps`.
    pub fn metadata_list(&self, name: &str) -> Vec<String> {
        let list = || {
            let document = json::parse(self.extra_field("metadata")?).ok()?;
            let list = document.root().get(name)?;
            Some(list.items().filter_map(|item| item.string().map(Cow::into_owned)).collect())
        };
        list().unwrap_or_default()
    }

    /// The JSON text of a field that is not the instance's own.
    pub fn extra_field(&self, name: &str) -> Option<&str> {
        self.extra.iter().find(|(field, _)| field == name).map(|(_, text)| text.as_str())
    }

    /// The instance as one line, with the final state that `trace` reached and all unknown fields as they were.
    pub fn to_json(&self, trace: &Trace) -> String {
        self.to_json_with(&trace.state(&self.initial, trace.len()))
    }

    /// The same for callers that have the final state.
    pub fn to_json_with(&self, last: &World) -> String {
        let extra = |wanted: fn(&str) -> bool| {
            self.extra
                .iter()
                .filter(move |(name, _)| wanted(name))
                .map(|(name, text)| format!(",{}:{text}", serde_json::Value::from(name.as_str())))
                .collect::<String>()
        };
        format!(
            "{{\"id\":\"{}\"{},\"family\":\"{}\",\"shape\":{},\"alphabet\":{},\"length\":{},\"initial\":{},\"events\":{},\"final\":{}{}}}",
            self.id,
            extra(|name| name == "trajectory"),
            self.family.name(),
            self.space.shape,
            self.space.alphabet,
            self.events.len(),
            write_state(&self.initial),
            self.events_json(),
            write_state(last),
            extra(|name| name != "trajectory"),
        )
    }

    /// The events as a compact JSON array, as the prompt shows them.
    pub fn events_json(&self) -> String {
        let events: Vec<String> = self.events.iter().map(Event::to_json).collect();
        format!("[{}]", events.join(","))
    }
}

/// Every field that is not the instance's own, name and JSON text.
pub(crate) fn read_extra(root: Value<'_, '_>) -> Vec<(String, String)> {
    let extra = root.entries().filter_map(|(key, value)| {
        let name = key.string()?;
        (!OWN_FIELDS.contains(&name.as_ref())).then(|| (name.into_owned(), value.text().to_owned()))
    });
    extra.collect()
}

pub(crate) fn required<'d, 't>(object: Value<'d, 't>, name: &'static str) -> Result<Value<'d, 't>, InstanceError> {
    object.get(name).ok_or_else(|| fail("missing-field", Some(name), "found nothing, expected this field".to_owned()))
}

/// What an id is, for people.
pub const ID: &str = "1 to 64 characters A-Z a-z 0-9 _ -";

/// Whether a text may be the id of an instance.
pub fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

pub(crate) fn read_id(root: Value<'_, '_>) -> Result<String, InstanceError> {
    // The line of a stored trajectory has a name and no id.
    let name = root.get("trajectory").filter(|_| root.get("id").is_none() && root.get("generator").is_some());
    let value = name.map_or_else(|| required(root, "id"), Ok)?;
    match value.string() {
        Some(id) if is_id(&id) => Ok(id.into_owned()),
        _ => {
            let detail = format!("found {}, expected a string of {ID}", shorten(value.text()));
            Err(fail("bad-field", Some("id"), detail))
        }
    }
}

pub(crate) fn read_shape(value: Value<'_, '_>, most_cells: usize) -> Result<Shape, InstanceError> {
    let bad = |detail| fail("bad-field", Some("shape"), detail);
    let sides = integers(value, u32::MAX.into())
        .map_err(|found| bad(format!("found {found}, expected a list of 1 to 6 integers of at least 1")))?;
    let sides: Vec<u32> = sides.into_iter().map(|side| side as u32).collect();
    let shape = Shape::new(&sides).map_err(|error| bad(error.to_string()))?;
    if shape.volume() > most_cells {
        let detail = format!("found {} cells, expected at most {most_cells} here", shape.volume());
        return Err(fail("world-too-large", Some("shape"), detail));
    }
    Ok(shape)
}

pub(crate) fn read_alphabet(value: Value<'_, '_>) -> Result<Alphabet, InstanceError> {
    let bad = |detail| fail("bad-field", Some("alphabet"), detail);
    let values = integers(value, MAX_VALUE)
        .map_err(|found| bad(format!("found {found}, expected a list of integers from 0 to {MAX_VALUE}")))?;
    let values: Vec<u16> = values.into_iter().map(|value| value as u16).collect();
    Alphabet::new(&values).map_err(|error| bad(error.to_string()))
}

/// A list of integers from 0 to `most`, or the first thing that is not one.
fn integers(value: Value<'_, '_>, most: i64) -> Result<Vec<i64>, String> {
    if value.kind() != Kind::Array {
        return Err(value.kind().to_string());
    }
    value.items().map(|x| x.integer().filter(|x| (0..=most).contains(x)).ok_or_else(|| shorten(x.text()))).collect()
}

pub(crate) fn read_family(value: Value<'_, '_>) -> Result<&'static dyn Family, InstanceError> {
    match value.string().and_then(|name| rule::family(&name)).filter(|family| family.is_core()) {
        Some(family) => Ok(family),
        None => {
            let names: Vec<&str> = rule::core_families().map(|family| family.name()).collect();
            let detail = format!("found {}, expected one of {}", shorten(value.text()), names.join(", "));
            Err(fail("bad-field", Some("family"), detail))
        }
    }
}

/// One event of a history whose core events are all of `family`; the first core event decides where none is declared.
pub(crate) fn read_event(
    value: Value<'_, '_>,
    position: usize,
    family: &mut Option<&'static dyn Family>,
    space: &Space,
) -> Result<(Event, Box<dyn Transition>), InstanceError> {
    let at = |error: EventError| bad_event(position, error.code, error.to_string());
    let event = Event::from_json(value, space).map_err(at)?;
    if event.family.is_core() {
        let family = *family.get_or_insert(event.family);
        if family != event.family {
            let detail = format!("found {}, expected only {} and SET", event.family.name(), family.name());
            return Err(bad_event(position, "mixed-families", detail));
        }
        admit(family, &space.alphabet)?;
    }
    let transition = event.transition(space).map_err(at)?;
    Ok((event, transition))
}

fn admit(family: &dyn Family, alphabet: &Alphabet) -> Result<(), InstanceError> {
    family.admits(alphabet).map_err(|expected| {
        let detail = format!("found {}, expected {expected} for {}", shorten(&alphabet.to_string()), family.name());
        fail("bad-alphabet", Some("alphabet"), detail)
    })
}

pub(crate) fn fail(code: &'static str, field: Option<&'static str>, detail: String) -> InstanceError {
    InstanceError { code, id: None, event: None, field, detail }
}

fn bad_event(event: usize, code: &'static str, detail: String) -> InstanceError {
    InstanceError { code, id: None, event: Some(event), field: Some("events"), detail }
}

/// A text that is not JSON: says at which byte, and in which event where the fault lies in one.
fn malformed(line: &str, error: &json::Error) -> InstanceError {
    let code = error.kind.code();
    let detail = format!("byte {}: {error}", error.offset);
    match event_at(line, error.offset) {
        Some(event) => bad_event(event, code, detail),
        None => fail(code, None, detail),
    }
}

/// The 1-based position of the event that holds a byte, if the text up to there is inside the array `events` of the outermost
/// object.
fn event_at(line: &str, offset: usize) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    let (mut string_start, mut last_string, mut events) = (0, "", None);
    for (at, byte) in line.bytes().enumerate().take(offset) {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    in_string = false;
                    last_string = &line[string_start..at];
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => (in_string, string_start) = (true, at + 1),
            b'{' | b'[' => {
                depth += 1;
                if depth == 2 {
                    events = (byte == b'[' && last_string == "events").then_some(1);
                }
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if depth < 2 {
                    events = None;
                }
            }
            b',' if depth == 2 => events = events.map(|event| event + 1),
            _ => {}
        }
    }
    events
}
