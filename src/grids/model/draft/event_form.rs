//! The form of one event: a text for each parameter of its family, and what the event would do.

use base::json;
use std::borrow::Cow;

use super::Draft;
use crate::instance::read_event;
use crate::rule::{Change, Event, Family, Footprint, Param, ParamKind, Scratch, execute, family};
use crate::world::codec::list;
use crate::world::{Space, World};

/// An event that is being entered.
#[derive(Debug, Clone, PartialEq)]
pub struct EventForm {
    /// The operation.
    pub family: &'static dyn Family,
    /// For each parameter of the family what is entered for it.
    fields: Vec<String>,
}

impl EventForm {
    /// A new event of a family, with values that are valid in `space` where there are any.
    pub fn new(family: &'static dyn Family, space: &Space) -> EventForm {
        // Of several labels each is another one, so that the event does something.
        let mut labels = space.alphabet.values().iter().filter(|&&value| value != 0);
        let fields = family.params().iter().map(|param| match param.kind {
            ParamKind::Label | ParamKind::NonzeroLabel => labels.next().unwrap_or(&0).to_string(),
            ParamKind::Point => list(&space.shape.sides().iter().map(|side| (side - 1) / 2).collect::<Vec<u32>>()),
            ParamKind::Natural | ParamKind::Sign { .. } => "1".to_owned(),
            ParamKind::Axis => "0".to_owned(),
        });
        EventForm { family, fields: fields.collect() }
    }

    /// The form of an event as it stands in a draft, valid or not. Nothing if its text is no event of a known family, or says
    /// something that the form could not say again.
    pub fn read(text: &str) -> Option<EventForm> {
        let document = json::parse(text).ok()?;
        let root = document.root();
        let family = root.get("op").and_then(|op| family(&op.string()?))?;
        let mut form = EventForm { family, fields: vec![String::new(); family.params().len()] };
        for (key, field) in root.entries() {
            let key = key.string()?;
            let param = family.params().iter().find(|param| param.name == key);
            let text = compact(field.text());
            match param {
                Some(param) if value(param.kind, &text) == text => form.enter(param.name, &text),
                None if key == "op" => {}
                Some(_) | None => return None,
            }
        }
        Some(form)
    }

    /// The parameters with what is entered for them.
    pub fn fields(&self) -> impl Iterator<Item = (&'static Param, &str)> {
        self.family.params().iter().zip(self.fields.iter().map(String::as_str))
    }

    /// Enters a parameter. Coordinates may be written with or without brackets, and with spaces instead of commas.
    pub fn enter(&mut self, name: &str, text: &str) {
        let known = self.family.params().iter().position(|param| param.name == name);
        if let Some(field) = known.and_then(|index| self.fields.get_mut(index)) {
            text.clone_into(field);
        }
    }

    /// Enters what a drag of the pointer from one cell to another says about the event; a click is a drag to the same cell.
    /// False if it says nothing, or if the world has no such cells.
    pub fn draw(&mut self, world: &World, from: usize, to: usize) -> bool {
        if from.max(to) >= world.cells().len() {
            return false;
        }
        let drawn = self.family.drawn(world, from, to);
        for (name, arg) in &drawn {
            self.enter(name, &arg.to_string());
        }
        !drawn.is_empty()
    }

    /// What pointing at a world with these cells enters: the parameters that a click sets, and all that a drag sets.
    pub fn drawn(&self, world: &World) -> [Vec<&'static str>; 2] {
        // From a cell that holds something to another one a drag says all it can.
        let from = world.cells().iter().position(|&value| value != 0).unwrap_or(0);
        let to = if from == 0 { world.cells().len() - 1 } else { 0 };
        [from, to].map(|to| self.family.drawn(world, from, to).into_iter().map(|(name, _)| name).collect())
    }

    /// The event as JSON, as far as what is entered can be said in JSON; what cannot stands as a string, so that its check says
    /// what was found.
    pub fn text(&self) -> String {
        let mut out = format!("{{\"op\":\"{}\"", self.family.name());
        for (param, text) in self.fields() {
            out.push_str(&format!(",\"{}\":{}", param.name, value(param.kind, text)));
        }
        out.push('}');
        out
    }
}

/// What is entered for a parameter, as JSON.
fn value(kind: ParamKind, text: &str) -> String {
    let integer = |text: &str| text.parse::<i64>().ok();
    let text = text.trim();
    let number = match kind {
        ParamKind::Point => {
            let inside = text.trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
            let parts = inside.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
            parts.map(integer).collect::<Option<Vec<i64>>>().map(|point| list(&point))
        }
        ParamKind::Natural | ParamKind::Label | ParamKind::NonzeroLabel | ParamKind::Axis | ParamKind::Sign { .. } => {
            integer(text.trim_start_matches('+')).map(|number| number.to_string())
        }
    };
    number.unwrap_or_else(|| serde_json::Value::from(text).to_string())
}

/// An event that is being entered: in the form of its family, or as text if it has none.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A form.
    Form(EventForm),
    /// JSON, or what is meant to be.
    Text(String),
}

impl Entry {
    /// An event of a draft, to be changed.
    pub fn read(text: &str) -> Entry {
        EventForm::read(text).map_or_else(|| Entry::Text(text.to_owned()), Entry::Form)
    }

    /// The event as JSON.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Entry::Form(form) => Cow::Owned(form.text()),
            Entry::Text(text) => Cow::Borrowed(text),
        }
    }

    /// The form, if it has one.
    pub fn form(&self) -> Option<&EventForm> {
        match self {
            Entry::Form(form) => Some(form),
            Entry::Text(_) => None,
        }
    }
}

/// The text of an event on one line, as people read it: `MOVE v=1 axis=1 direction=1 k=2`.
pub fn line(text: &str) -> String {
    match EventForm::read(text) {
        Some(form) => {
            let args: String = form.fields().map(|(param, text)| format!(" {}={text}", param.name)).collect();
            format!("{}{args}", form.family.name())
        }
        None => compact(text),
    }
}

/// JSON without the white space between its tokens.
pub fn compact(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |c: &char| {
        let is_token = in_string || !matches!(c, ' ' | '\t' | '\n' | '\r');
        match c {
            '"' if !escaped => in_string = !in_string,
            _ => {}
        }
        escaped = in_string && !escaped && *c == '\\';
        is_token
    };
    text.chars().filter(keep).collect()
}

/// What an event would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// What it reads and writes.
    pub footprint: Footprint,
    /// What it changes, increasing by cell.
    pub changes: Vec<Change>,
    /// The state after it.
    pub after: World,
}

/// Why an event would do nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The parameter that is to blame, if one is.
    pub field: Option<String>,
    /// What was found and what was expected.
    pub message: String,
}

impl Draft {
    /// What the event with this text would do to `world`, a state of the draft.
    pub fn preview(&self, text: &str, world: &World) -> Result<Preview, Fault> {
        let other = |message: String| Fault { field: None, message };
        let document = json::parse(text).map_err(|error| other(error.to_string()))?;
        // The schema names the field; all else is a matter of the whole.
        Event::from_json(document.root(), &self.frame.space).map_err(|error| Fault {
            message: format!("found {}, expected {}", error.found, error.expected),
            field: error.field,
        })?;
        let (_, transition) =
            read_event(document.root(), 1, &mut Some(self.family), &self.frame.space).map_err(|error| other(error.detail))?;
        let mut scratch = Scratch::default();
        let footprint = transition.footprint(world, &mut scratch);
        let mut after = world.clone();
        let executed = execute(transition.as_ref(), &mut after, &mut scratch);
        let changes = executed.map_err(|merge| {
            let point = list(&self.frame.space.shape.point(merge.cell));
            other(format!("found the sum {} at {point}, expected a value of the alphabet", merge.value))
        })?;
        let mut changes = changes.to_vec();
        changes.sort_unstable_by_key(|change| change.cell);
        Ok(Preview { footprint, changes, after })
    }
}
