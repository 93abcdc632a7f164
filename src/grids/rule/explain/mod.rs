//! How an event is carried out, phase by phase, and why a cell has its value after it: what a lesson shows.
//!
//! Each family explains itself in its own file, as [`Explained`]; [`Opened`] is an event opened on the state before it. The tests hold
//! that every explanation ends in the simulator's state, names exactly the reads and writes of B.1, and computes the value of every
//! cell. [`Misreading`] is what a rule is not.

mod cells;
mod growth;
mod misreading;
mod shared;
mod term;
pub(super) mod words;

pub use self::cells::{Cells, Run};
pub use self::misreading::{Misreading, Scene};
pub use self::term::Term;

pub(super) use self::growth::Growth;
pub(super) use self::shared::{
    anchor_phase, ball_phase, ball_words, component_words, distance, modulo_words, neighbour_words, outside_ball, sum_phases,
    sum_reason, write_part,
};

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use super::{Args, Change, EXPLAINED, Event, Family, Scratch, Transition, execute};
use crate::world::codec::list;
use crate::world::{Space, World};

/// The most parts that a phase has. Where it would have more, parts that follow each other are grouped ([`Part::units`]); in the
/// paper's worlds, which have at most 256 cells, none is.
pub const MOST_PARTS: usize = 256;

/// An operation that says how it is carried out. The moment that it is told has an event of this family, valid there.
pub trait Explained: Family {
    /// The phases of the execution, in order, each with a part at least.
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase>;

    /// Why a cell has the value that it has after the event.
    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason;

    /// Words that the rule is told with, and what they mean in a space, for people who meet them first.
    fn words(&self, _space: &Space) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What people take the rule for, the most tempting first.
    fn misreadings(&self) -> &'static [Misreading];
}

/// The family that explains events with this `op`.
pub fn explained(op: &str) -> Option<&'static dyn Explained> {
    EXPLAINED.iter().copied().find(|family| family.name() == op)
}

/// An event at the moment before it is carried out.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The arguments of the event.
    pub args: &'a Args,
    /// Where it happens.
    pub space: &'a Space,
    /// The state before it.
    pub before: &'a World,
}

impl Moment<'_> {
    /// The coordinate of a cell as sentences show it.
    pub(super) fn name(&self, cell: usize) -> String {
        list(&self.space.shape.point(cell))
    }

    /// W(x).
    pub(super) fn get(&self, cell: usize) -> u16 {
        self.before.get(cell)
    }

    /// The state before the event with other values in some cells: what a misreading makes of it.
    pub(super) fn with(&self, values: impl IntoIterator<Item = (usize, u32)>) -> Option<World> {
        let mut world = self.before.clone();
        for (cell, value) in values {
            if !self.space.alphabet.contains(value) {
                return None;
            }
            world.set(cell, value as u16);
        }
        Some(world)
    }

    /// The state after another event than the one that stands there: what a misreading of its arguments makes of it.
    pub(super) fn executed(&self, transition: &dyn Transition) -> Option<World> {
        let mut world = self.before.clone();
        execute(transition, &mut world, &mut Scratch::default()).ok()?;
        Some(world)
    }

    /// The old value of a cell as a term.
    pub(super) fn value(&self, cell: usize) -> Term {
        Term::Cell { cell: cell as u32, value: self.get(cell) }
    }

    /// Why a cell keeps its value.
    pub(super) fn kept(&self, cell: usize, because: String, clause: impl Into<Cow<'static, str>>) -> Reason {
        self.reason(cell, self.value(cell), because, clause)
    }

    /// Why a cell gets a value.
    pub(super) fn reason(&self, cell: usize, value: Term, because: String, clause: impl Into<Cow<'static, str>>) -> Reason {
        Reason { cell: cell as u32, before: self.get(cell), value, because, cells: vec![cell as u32], clause: clause.into() }
    }
}

/// One phase of an execution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// A word for it.
    pub name: &'static str,
    /// What happens in it, in one sentence.
    pub sentence: String,
    /// The words of the rule card that it carries out.
    pub clause: Cow<'static, str>,
    /// Its parts in order: at least one, at most [`MOST_PARTS`].
    pub parts: Vec<Part>,
}

impl Phase {
    pub(super) fn new(name: &'static str, clause: impl Into<Cow<'static, str>>, sentence: String, parts: Vec<Part>) -> Phase {
        Phase { name, sentence, clause: clause.into(), parts }
    }

    /// A phase whose only part says what the phase says.
    pub(super) fn of_one(name: &'static str, clause: impl Into<Cow<'static, str>>, sentence: String, part: Part) -> Phase {
        let part = Part { sentence: sentence.clone(), ..part };
        Phase::new(name, clause, sentence, vec![part])
    }
}

/// One part of a phase: a sum, a pair, a ring, an entity, a line, or many cells at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What happens in it, in one sentence.
    pub sentence: String,
    /// How many sums, pairs and so on it holds: more than one where they are grouped.
    pub units: usize,
    /// Its share of the canonical read count (B.1), repeated incidences counted.
    pub scan: u64,
    /// The cells that it reads, as B.1 counts them; in a grouped part each may stand once only. What a phase looks at and B.1 counts
    /// in another phase stands in `taken` and `left` alone.
    pub reads: Cells,
    /// The cells that it selects: the ball, the cells that match, a pair, a ring, a way from its origin on, a list.
    pub taken: Cells,
    /// The cells that it looks at and does not take, such as what stops an entity.
    pub left: Cells,
    /// The cells that it assigns a value to, whether or not that is a new one.
    pub writes: Cells,
    /// What changes, in order.
    pub changes: Vec<Change>,
}

impl Default for Part {
    fn default() -> Part {
        Part {
            sentence: String::new(),
            units: 1,
            scan: 0,
            reads: Cells::default(),
            taken: Cells::default(),
            left: Cells::default(),
            writes: Cells::default(),
            changes: Vec::new(),
        }
    }
}

/// Makes the parts of a phase that has so many units, which are grouped where they are too many.
pub(super) fn parts(units: usize, mut part: impl FnMut(Range<usize>) -> Part) -> Vec<Part> {
    let count = units.min(MOST_PARTS);
    let start = |index: usize| (index as u64 * units as u64 / count as u64) as usize;
    (0..count)
        .map(|index| {
            let range = start(index)..start(index + 1);
            Part { units: range.len(), ..part(range) }
        })
        .collect()
}

/// Why a cell has its value after an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// The cell.
    pub cell: u32,
    /// Its value before the event.
    pub before: u16,
    /// Where its value after the event comes from.
    pub value: Term,
    /// What the sentence says after "because", or after the arithmetic.
    pub because: String,
    /// The cells that the reason names or means, each once: first itself.
    pub cells: Vec<u32>,
    /// The words of the rule card that decide.
    pub clause: Cow<'static, str>,
}

impl Reason {
    /// Names other cells too.
    pub(super) fn naming(mut self, cells: impl IntoIterator<Item = usize>) -> Reason {
        self.cells.extend(cells.into_iter().map(|cell| cell as u32));
        let mut seen = HashSet::new();
        self.cells.retain(|&cell| seen.insert(cell));
        self
    }
}

/// The whole sentence: `2, because (1 + 1 + 0 + 0) mod 4: itself and three neighbours, all read before the event.`
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let after = self.value.evaluate();
        let still = if after == u32::from(self.before) { "Still " } else { "" };
        write!(f, "{still}{after}, because ")?;
        if self.value.is_computed() {
            write!(f, "{}: ", self.value)?;
        }
        write!(f, "{}.", self.because)
    }
}

/// An event opened on the state before it: its phases, to be played part by part, forwards and back, and the reason for each cell.
pub struct Opened {
    family: &'static dyn Explained,
    event: Event,
    space: Space,
    before: World,
    after: World,
    phases: Vec<Phase>,
}

impl Opened {
    /// Opens an event; nothing if it is invalid there.
    pub fn new(event: &Event, space: &Space, before: &World) -> Option<Opened> {
        let family = explained(event.family.name())?;
        let mut after = before.clone();
        execute(event.transition(space).ok()?.as_ref(), &mut after, &mut Scratch::default()).ok()?;
        let phases = family.phases(&Moment { args: &event.args, space, before });
        Some(Opened { family, event: event.clone(), space: space.clone(), before: before.clone(), after, phases })
    }

    /// The phases in order.
    pub fn phases(&self) -> &[Phase] {
        &self.phases
    }

    /// The state before the event, W.
    pub fn before(&self) -> &World {
        &self.before
    }

    /// The state after the event, W'.
    pub fn after(&self) -> &World {
        &self.after
    }

    /// The number of parts of all phases. A position is how many of them have been carried out.
    pub fn len(&self) -> usize {
        self.phases.iter().map(|phase| phase.parts.len()).sum()
    }

    /// Whether there are no parts, which never is so.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The phase and the part in it that lead to a position, counted from 0; nothing at position 0 and beyond the end.
    pub fn place(&self, position: usize) -> Option<(usize, usize)> {
        let mut index = position.checked_sub(1)?;
        for (number, phase) in self.phases.iter().enumerate() {
            if index < phase.parts.len() {
                return Some((number, index));
            }
            index -= phase.parts.len();
        }
        None
    }

    /// The position that a part leads to.
    pub fn position(&self, phase: usize, part: usize) -> usize {
        self.phases.iter().take(phase).map(|phase| phase.parts.len()).sum::<usize>() + part + 1
    }

    /// Turns `world`, the state at one position, into the state at another.
    pub fn seek(&self, world: &mut World, from: usize, to: usize) {
        let parts = || self.phases.iter().flat_map(|phase| &phase.parts);
        for part in parts().take(to).skip(from) {
            for change in &part.changes {
                world.set(change.cell as usize, change.after);
            }
        }
        if to < from {
            let undone: Vec<&Part> = parts().take(from).skip(to).collect();
            for change in undone.iter().rev().flat_map(|part| part.changes.iter().rev()) {
                world.set(change.cell as usize, change.before);
            }
        }
    }

    /// Why a cell has its value after the event.
    pub fn why(&self, cell: usize) -> Reason {
        self.family.reason(&Moment { args: &self.event.args, space: &self.space, before: &self.before }, cell)
    }
}
