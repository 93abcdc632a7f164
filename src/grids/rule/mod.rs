//! The operations: SET and the eight core families (paper 3.2, appendix B).
//!
//! `core_families!` holds the one list of them. Each family is one file that holds its parameters, semantics, read and write
//! accounting, rule card, worked example, proposer and explanation; adding a family is one new file and two lines here. Dispatch is
//! dynamic once per event and never per cell.

mod compress;
mod event;
pub mod explain;
pub(crate) mod flood;
pub(crate) mod geometry;
mod layer;
mod mix;
mod move_;
mod paint;
mod reflect;
mod relabel;
pub mod sampling;
mod set;
mod stencil;

pub use event::{Arg, Args, Event, EventError, Param, ParamKind};

use serde::{Deserialize, Serialize};
use std::fmt;

use self::explain::Explained;
use self::flood::Flood;
use self::sampling::Sampled;
use crate::world::{Alphabet, Space, WORD, World};

/// Makes the lists of families of one, so that each stands in all.
macro_rules! core_families {
    ($($family:expr),+ $(,)?) => {
        /// SET, then the core families in the paper's order. The order is the order of display.
        pub static FAMILIES: &[&dyn Family] = &[&set::Set, $(&$family),+];

        /// The core families as the generator sees them. A program that samples nothing does not name this list, and then carries no
        /// proposers.
        pub static SAMPLED: &[&dyn Sampled] = &[$(&$family),+];

        /// [`FAMILIES`] as lessons see them. A program that explains nothing does not name this list, and then carries no
        /// explanations.
        pub static EXPLAINED: &[&dyn Explained] = &[&set::Set, $(&$family),+];
    };
}

core_families![
    paint::Paint,
    reflect::Reflect,
    stencil::Stencil,
    mix::Mix,
    relabel::Relabel,
    layer::Layer,
    move_::Move,
    compress::Compress,
];

/// The eight core families, in the paper's order.
pub fn core_families() -> impl Iterator<Item = &'static dyn Family> {
    FAMILIES.iter().copied().filter(|family| family.is_core())
}

/// The family whose events have this `op`.
pub fn family(op: &str) -> Option<&'static dyn Family> {
    FAMILIES.iter().copied().find(|family| family.name() == op)
}

/// One operation of the benchmark.
pub trait Family: Sync {
    /// The name in `op`, for example `PAINT`.
    fn name(&self) -> &'static str;

    /// Whether it is one of the eight core families; SET may stand in every history.
    fn is_core(&self) -> bool {
        true
    }

    /// What it does, in one sentence for people.
    fn summary(&self) -> &'static str;

    /// The parameters in the order in which prompts and files show them.
    fn params(&self) -> &'static [Param];

    /// Which alphabets its events are defined for; the error says what is expected.
    fn admits(&self, _alphabet: &Alphabet) -> Result<(), &'static str> {
        Ok(())
    }

    /// The literal rule card of prompt 0.4 under `alphabet` (paper C.2).
    fn card(&self, alphabet: &Alphabet) -> String;

    /// The one-dimensional worked example of the prompt, unless the family has none.
    fn example(&self) -> Option<Example>;

    /// How values are coloured.
    fn palette(&self) -> Palette {
        Palette::Labels
    }

    /// What a drag of the pointer from one cell of `world`, the state before the event, to another says about the parameters; a
    /// click is a drag to the same cell. Parameters about which it says nothing are left out.
    fn drawn(&self, _world: &World, _from: usize, _to: usize) -> Vec<(&'static str, Arg)> {
        Vec::new()
    }

    /// An executable event. The arguments have passed the checks of [`Family::params`], so only what the schema cannot say is
    /// left to check.
    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError>;
}

impl fmt::Debug for dyn Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Family {
    fn eq(&self, other: &dyn Family) -> bool {
        self.name() == other.name()
    }
}

/// How the values of a world are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Palette {
    /// Values are names: colours that are easy to tell apart.
    Labels,
    /// Values are 0 and powers of two: colours in the order of the exponents.
    Powers,
}

/// An event whose parameters are valid in its space, ready to be executed.
pub trait Transition: Send + Sync {
    /// Executes the event on the world of `edits` and records every change there. On error it has put back what it changed, so that
    /// the world is the one before the event.
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet>;

    /// What the event reads and writes in `world`, the state before it (paper B.1).
    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint;

    /// The realised workload q, in the unit of the family ([`sampling::Unit`]): what [`Transition::footprint`] counts, for
    /// callers that need nothing else and need it often.
    fn workload(&self, world: &World, scratch: &mut Scratch) -> u64 {
        self.footprint(world, scratch).scan
    }
}

/// The accounting of one event (paper B.1). Cells are increasing, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Footprint {
    /// The canonical read count |R|, repeated incidences counted.
    pub scan: u64,
    /// The unique read support.
    pub reads: Vec<u32>,
    /// The write support: cells that receive assignments, whether or not their values change.
    pub writes: Vec<u32>,
}

impl Footprint {
    /// The footprint of an event that reads only its anchor and writes nothing.
    fn anchor_only(anchor: usize) -> Footprint {
        Footprint { scan: 1, reads: vec![anchor as u32], writes: Vec::new() }
    }
}

/// One cell whose value an event changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The cell.
    pub cell: u32,
    /// The value before the event.
    pub before: u16,
    /// The value after the event.
    pub after: u16,
}

/// A merge of COMPRESS made a value that the alphabet does not hold (paper B.4).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutOfAlphabet {
    /// The cell into which the sum would have been written.
    pub cell: usize,
    /// The sum.
    pub value: u32,
}

/// The 1-D worked example of a rule card: a line of seven cells, one event, and what to say about the result.
#[derive(Debug, Clone, Copy)]
pub struct Example {
    /// Values of the cells `[0]` to `[6]` before the event.
    pub before: [u16; 7],
    /// The event as compact JSON.
    pub event: &'static str,
    /// One or two sentences about the result under an alphabet.
    pub comment: fn(&Alphabet) -> String,
}

/// Working memory that executions share, so that an event allocates nothing.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The changes that the last event made, each cell at most once.
    changes: Changes,
    queue: Vec<u32>,
    words: Vec<u64>,
    lines: Vec<compress::Line>,
    values: Vec<u16>,
    before: Vec<u16>,
    marks: Marks,
    flood: Flood,
}

/// A list of changes. Whether a cell changes is often as good as random, and a branch on it costs more than the work around it: so
/// every change is written, and stays if it is one.
#[derive(Debug, Default)]
struct Changes {
    storage: Vec<Change>,
    count: usize,
}

/// The end of a list of changes, with room for some more.
struct Log<'a> {
    room: &'a mut [Change],
    count: usize,
    total: &'a mut usize,
}

impl Changes {
    fn list(&self) -> &[Change] {
        &self.storage[..self.count]
    }

    /// Adds up to `extra` changes; [`Log::end`] makes them count.
    #[inline(always)]
    fn log(&mut self, extra: usize) -> Log<'_> {
        if self.storage.len() < self.count + extra {
            self.storage.resize(2 * (self.count + extra), Change { cell: 0, before: 0, after: 0 });
        }
        Log { room: &mut self.storage[self.count..], count: 0, total: &mut self.count }
    }

    /// Gives some cells of a block, which have other values, the value `to`.
    #[inline(always)]
    fn fill(&mut self, values: &mut [u16], cells: impl Iterator<Item = usize>, to: u16) {
        let mut log = self.log(WORD);
        for cell in cells {
            let before = std::mem::replace(&mut values[cell], to);
            log.add(cell as u32, before, to);
        }
        log.end();
    }
}

impl Log<'_> {
    #[inline(always)]
    fn add(&mut self, cell: u32, before: u16, after: u16) {
        self.room[self.count] = Change { cell, before, after };
        self.count += usize::from(before != after);
    }

    #[inline]
    fn end(self) {
        *self.total += self.count;
    }
}

/// A set of cells that is emptied in constant time.
#[derive(Debug, Default)]
struct Marks {
    stamps: Vec<u16>,
    stamp: u16,
}

impl Marks {
    fn begin(&mut self, volume: usize) {
        if self.stamps.len() < volume {
            self.stamps.resize(volume, 0);
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
    }

    /// Adds a cell and says whether it is new.
    #[inline]
    fn mark(&mut self, cell: usize) -> bool {
        std::mem::replace(&mut self.stamps[cell], self.stamp) != self.stamp
    }
}

/// A world under execution, and the working memory of its rule. A rule that changes a cell adds the change to `scratch.changes`,
/// each cell once; what it adds about a cell that keeps its value does not count.
pub struct Edits<'a> {
    world: &'a mut World,
    scratch: &'a mut Scratch,
}

impl Edits<'_> {
    /// Sets each cell of the queue to `value` of its neighbourhood sum, all sums read from the old world (B.2, B.3).
    fn aggregate(&mut self, value: impl Fn(u32) -> u16) {
        let (shape, cells) = self.world.parts_mut();
        let neighbours = shape.neighbours();
        let Scratch { queue, values, changes, .. } = &mut *self.scratch;
        values.clear();
        values.extend(queue.iter().map(|&cell| value(neighbours.sum(cells, cell as usize))));
        let mut log = changes.log(queue.len());
        for (&cell, &after) in queue.iter().zip(&*values) {
            let before = std::mem::replace(&mut cells[cell as usize], after);
            log.add(cell, before, after);
        }
        log.end();
    }
}

/// Executes one event on `world` and returns what it changed, each cell once, in an order that is the same everywhere but means
/// nothing. On error nothing has changed: [`Transition::apply`] sees to that.
pub fn execute<'s>(
    transition: &dyn Transition,
    world: &mut World,
    scratch: &'s mut Scratch,
) -> Result<&'s [Change], OutOfAlphabet> {
    scratch.changes.count = 0;
    transition.apply(&mut Edits { world, scratch: &mut *scratch })?;
    Ok(scratch.changes.list())
}
