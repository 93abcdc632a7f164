//! Another shape, alphabet, family or name for a draft, and worlds from nothing: what is typed, and what it would do.
//!
//! A [`Plan`] says what would be lost before anything happens; its step is one step of undo.

use base::json::{self, Kind, Value};
use std::sync::Arc;

use super::tools::{Cells, misfits, reshape};
use super::{Draft, DraftEvent, Facts, Frame, Prediction, Status, Step, Surface};
use crate::instance::{self, read_event};
use crate::rule::{Family, ParamKind, family as find};
use crate::world::codec::{list, shorten};
use crate::world::{Alphabet, Shape, Space, World};

/// What was typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// The id of the instance.
    pub id: String,
    /// The family of its core events.
    pub family: &'static dyn Family,
    /// The side lengths, one text for each axis.
    pub sides: Vec<String>,
    /// The values, as a list and in ranges.
    pub alphabet: String,
    /// What becomes of values that the alphabet does not hold.
    pub replacement: String,
}

/// What can be wrong in a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The id.
    Id,
    /// The side lengths.
    Shape,
    /// The values.
    Alphabet,
    /// The value that takes the place of others.
    Replacement,
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which field.
    pub field: Field,
    /// What was found and what was expected.
    pub detail: String,
}

/// What a form would do to a draft.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The draft as it would be.
    after: Draft,
    /// Occupied cells that have no place in the new shape.
    pub cut: Vec<Lost>,
    /// Cells whose values the new alphabet does not hold, and which have a place.
    pub misfits: Vec<Lost>,
    /// Events that are valid now and would not be, by their places.
    pub invalid: Vec<usize>,
    /// How many events of the draft are of another family than the new one.
    pub foreign: usize,
    /// What would be another: "shape", for example.
    changed: Vec<&'static str>,
}

/// Cells of one state that lose their values, with these values. They are numbered as they are now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Which state.
    pub surface: Surface,
    /// The cells, increasing.
    pub cells: Cells,
}

impl Form {
    /// What a draft is now.
    pub fn of(draft: &Draft) -> Form {
        let space = &draft.frame.space;
        Form {
            id: draft.facts.id.clone(),
            family: draft.family,
            sides: space.shape.sides().iter().map(u32::to_string).collect(),
            alphabet: ranges(space.alphabet.values()),
            replacement: "0".to_owned(),
        }
    }

    /// Follows the draft in the fields in which nothing else was typed.
    pub fn follow(&mut self, before: &Form, after: &Form) {
        fn follow<T: PartialEq + Clone>(typed: &mut T, before: &T, after: &T) {
            if typed == before {
                after.clone_into(typed);
            }
        }
        follow(&mut self.id, &before.id, &after.id);
        follow(&mut self.family, &before.family, &after.family);
        follow(&mut self.sides, &before.sides, &after.sides);
        follow(&mut self.alphabet, &before.alphabet, &after.alphabet);
        follow(&mut self.replacement, &before.replacement, &after.replacement);
    }

    /// A small world to begin with.
    pub fn small(family: &'static dyn Family) -> Form {
        let side = || "5".to_owned();
        Form {
            id: "new-world".to_owned(),
            family,
            sides: vec![side(), side()],
            alphabet: "0-3".to_owned(),
            replacement: "0".to_owned(),
        }
    }

    /// What the form would do to a draft, or what is wrong with it. Worlds of more cells are refused.
    pub fn plan(&self, draft: &Draft, most_cells: usize) -> Result<Plan, Vec<Problem>> {
        let space = self.space(most_cells)?;
        let replacement = self.replacement(&space.alphabet).map_err(|problem| vec![problem])?;
        let is_other = |(other, name)| if other { Some(name) } else { None };
        let changed = [
            (space.shape != draft.frame.space.shape, "shape"),
            (space.alphabet != draft.frame.space.alphabet, "alphabet"),
            (*self.family != *draft.family, "family"),
            (self.id != draft.facts.id, "id"),
        ];
        let changed: Vec<&str> = changed.into_iter().filter_map(is_other).collect();
        let mut facts = if changed.is_empty() { draft.facts.clone() } else { draft.facts.edited() };
        if self.id != draft.facts.id {
            self.id.clone_into(&mut facts.id);
        }
        let mut carrier = Carrier { from: &draft.frame.space, to: space, replacement, cut: Vec::new(), misfits: Vec::new() };
        let frame = carrier.frame(&draft.frame);
        let events = draft.events.iter().map(|event| DraftEvent { text: carrier.event(&event.text), on: event.on }).collect();
        let Carrier { cut, misfits, .. } = carrier;
        let after = Draft { facts, family: self.family, frame, events };
        let invalid = draft.invalid_in(&after);
        let foreign = after.strangers().count();
        Ok(Plan { after, cut, misfits, invalid, foreign, changed })
    }

    /// An empty world without events, or what is wrong with the form. Worlds of more cells are refused.
    pub fn begin(&self, most_cells: usize) -> Result<Draft, Vec<Problem>> {
        let space = self.space(most_cells)?;
        let initial = World::empty(&space.shape);
        Ok(Draft {
            facts: Facts { id: self.id.clone(), extra: Vec::new(), is_edited: true },
            family: self.family,
            frame: Frame { space, initial, prediction: Prediction::None, scratch: Default::default() },
            events: Vec::new(),
        })
    }

    /// The space, if id and family are in order too.
    fn space(&self, most_cells: usize) -> Result<Space, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut keep = |field, detail| problems.push(Problem { field, detail });
        if !instance::is_id(&self.id) {
            let detail = format!("found {:?}, expected {}", shorten(&self.id), instance::ID);
            keep(Field::Id, detail);
        }
        let shape = shape(&self.sides, most_cells).map_err(|detail| keep(Field::Shape, detail));
        let alphabet = alphabet(&self.alphabet).and_then(|alphabet| match self.family.admits(&alphabet) {
            Ok(()) => Ok(alphabet),
            Err(expected) => {
                let found = shorten(&alphabet.to_string());
                Err(format!("found {found}, expected {expected} for {}", self.family.name()))
            }
        });
        let alphabet = alphabet.map_err(|detail| keep(Field::Alphabet, detail));
        match (shape, alphabet) {
            (Ok(shape), Ok(alphabet)) if problems.is_empty() => Ok(Space { shape, alphabet }),
            _ => Err(problems),
        }
    }

    fn replacement(&self, alphabet: &Alphabet) -> Result<u16, Problem> {
        let value = self.replacement.trim().parse().ok().filter(|&value: &u16| alphabet.contains(value.into()));
        value.ok_or_else(|| {
            let (found, values) = (shorten(&self.replacement), shorten(&alphabet.to_string()));
            Problem { field: Field::Replacement, detail: format!("found {found:?}, expected one of {values}") }
        })
    }
}

impl Plan {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// Whether nothing would be lost.
    pub fn is_harmless(&self) -> bool {
        self.cut.is_empty() && self.misfits.is_empty() && self.invalid.is_empty()
    }

    /// The step that carries it out on the draft for which it was made.
    pub fn step(&self, draft: &Draft) -> Step {
        draft.replace(&self.changed.join(" and "), self.after.clone())
    }
}

/// What carries states and events from one space to another.
struct Carrier<'s> {
    from: &'s Space,
    to: Space,
    replacement: u16,
    cut: Vec<Lost>,
    misfits: Vec<Lost>,
}

impl Carrier<'_> {
    fn frame(&mut self, frame: &Frame) -> Frame {
        let initial = self.world(Surface::Initial, &frame.initial);
        let predicted = frame.prediction.world(self.from).map(|world| self.world(Surface::Prediction, &world));
        let prediction = match (&frame.prediction, predicted) {
            (Prediction::World(_), Some(world)) => Prediction::World(world),
            // An answer stays to the letter while it says the same.
            (Prediction::Text(_), Some(world)) => match frame.prediction.world(&self.to) {
                Some(same) if *same == world => frame.prediction.clone(),
                _ => Prediction::World(world),
            },
            (other, _) => other.clone(),
        };
        let scratch = frame.scratch.iter().map(|(&t, world)| (t, self.world(Surface::Scratch(t), world))).collect();
        Frame { space: self.to.clone(), initial, prediction, scratch }
    }

    fn world(&mut self, surface: Surface, world: &World) -> World {
        let (mut carried, cut) = reshape(world, &self.to.shape);
        for cell in &mut carried.cells {
            if !self.to.alphabet.contains((*cell).into()) {
                *cell = self.replacement;
            }
        }
        let mut misfits = misfits(world, &self.to.alphabet);
        misfits.retain(|cell| cut.binary_search(cell).is_err());
        for (lost, cells) in [(&mut self.cut, cut), (&mut self.misfits, misfits)] {
            if !cells.is_empty() {
                lost.push(Lost { surface, cells });
            }
        }
        carried
    }

    /// The event where its points and axes are now: with more axes everything lies in slice 0 of the new leading ones, with fewer
    /// what lay there stays. Other points are left as they are, so that the event is not valid instead of being another one.
    fn event(&self, text: &Arc<str>) -> Arc<str> {
        let (from, to) = (self.from.shape.dimensions(), self.to.shape.dimensions());
        let Ok(document) = json::parse(text) else { return text.clone() };
        let root = document.root();
        let Some(family) = root.get("op").and_then(|op| find(&op.string()?)).filter(|_| from != to) else {
            return text.clone();
        };
        let fields = family.params().iter().filter_map(|param| Some((root.get(param.name)?, param.kind)));
        let mut moved: Vec<(Value<'_, '_>, String)> = fields
            .filter_map(|(value, kind)| {
                let text = match kind {
                    ParamKind::Point => moved_point(value, from, to),
                    ParamKind::Axis => value.integer().map(|axis| axis.saturating_add(to as i64 - from as i64).to_string()),
                    ParamKind::Natural | ParamKind::Label | ParamKind::NonzeroLabel | ParamKind::Sign { .. } => None,
                };
                text.map(|text| (value, text))
            })
            .collect();
        moved.sort_by_key(|(value, _)| std::cmp::Reverse(value.offset()));
        let mut carried = text.to_string();
        for (value, text) in moved {
            carried.replace_range(value.offset()..value.offset() + value.text().len(), &text);
        }
        carried.into()
    }
}

fn moved_point(value: Value<'_, '_>, from: usize, to: usize) -> Option<String> {
    if value.kind() != Kind::Array || value.len() != from {
        return None;
    }
    let mut point: Vec<&str> = value.items().map(|x| x.text()).collect();
    let gone = from.saturating_sub(to);
    if point.drain(..gone).any(|x| x != "0") {
        return None;
    }
    let zeros = std::iter::repeat_n("0", to.saturating_sub(from));
    Some(list(&zeros.chain(point).collect::<Vec<_>>()))
}

impl Draft {
    /// What is wrong with an event, whatever stands before it.
    pub fn fault(&self, text: &str) -> Option<String> {
        let document = match json::parse(text) {
            Ok(document) => document,
            Err(error) => return Some(error.to_string()),
        };
        read_event(document.root(), 1, &mut Some(self.family), &self.frame.space).err().map(|error| error.detail)
    }

    /// The places of events that are valid here and not in `after`, which has the same number of them.
    fn invalid_in(&self, after: &Draft) -> Vec<usize> {
        let both = self.events.iter().zip(&after.events).enumerate();
        let lost = both.filter(|(_, (old, new))| after.fault(&new.text).is_some() && self.fault(&old.text).is_none());
        let mut places: Vec<usize> = lost.map(|(place, _)| place).collect();
        // One may be valid and still not be executable, such as a merge whose sum is not in the alphabet.
        let stops = |draft: &Draft| draft.run().statuses.iter().position(|status| matches!(status, Status::Faulty(_)));
        if let Some(place) =
            stops(after).filter(|place| after.fault(&after.events[*place].text).is_none() && stops(self) != Some(*place))
        {
            places.push(place);
            places.sort_unstable();
        }
        places
    }
}

/// The shape that these texts name, of at most so many cells.
fn shape(sides: &[String], most_cells: usize) -> Result<Shape, String> {
    let mut lengths = Vec::new();
    for (axis, text) in sides.iter().enumerate() {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("found {:?} on axis {axis}, expected a whole number of at least 1", shorten(text)));
        }
        // What is longer is too large in any case.
        lengths.push(text.parse().unwrap_or(u64::MAX));
    }
    if !lengths.contains(&0) && !lengths.is_empty() {
        match lengths.iter().try_fold(1u64, |volume, &side| volume.checked_mul(side)) {
            Some(volume) if volume <= most_cells as u64 => {}
            Some(volume) => return Err(format!("found {volume} cells, expected at most {most_cells} here")),
            None => return Err(format!("found more than {} cells, expected at most {most_cells} here", u64::MAX)),
        }
    }
    let lengths: Vec<u32> = lengths.into_iter().map(|side| u32::try_from(side).unwrap_or(u32::MAX)).collect();
    Shape::new(&lengths).map_err(|error| error.to_string())
}

/// The alphabet that a text names: values and ranges in a list, such as `0-3,8` or `[0,1,2]`.
fn alphabet(text: &str) -> Result<Alphabet, String> {
    let inside = text.trim();
    let inside = inside.strip_prefix('[').and_then(|inside| inside.strip_suffix(']')).unwrap_or(inside);
    let mut values: Vec<u16> = Vec::new();
    for part in inside.split([',', ' ', ';']).map(str::trim).filter(|part| !part.is_empty()) {
        let range = ["..", "-", "–"].into_iter().find_map(|dash| part.split_once(dash)).unwrap_or((part, part));
        match (range.0.parse::<u16>(), range.1.parse::<u16>()) {
            (Ok(low), Ok(high)) if low <= high => values.extend(low..=high),
            _ => return Err(format!("found {:?}, expected values from 0 to {} like 0,1,2,3 or 0-3", shorten(part), u16::MAX)),
        }
        // More values than there are repeat some.
        values.truncate(usize::from(u16::MAX) + 2);
    }
    Alphabet::new(&values).map_err(|error| error.to_string())
}

/// Values as they are typed, with ranges in place of long runs.
fn ranges(values: &[u16]) -> String {
    /// Shorter runs are easier to read as they are.
    const LONG: usize = 4;
    let runs = values.chunk_by(|&one, &next| next == one.saturating_add(1) && next != one);
    let texts = runs.flat_map(|run| match run {
        [first, .., last] if run.len() >= LONG => vec![format!("{first}-{last}")],
        run => run.iter().map(u16::to_string).collect(),
    });
    texts.collect::<Vec<_>>().join(",")
}
