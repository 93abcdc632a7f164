//! Reference execution (paper 3.1, equation 1).
//!
//! [`Trace`] keeps the states of a history as changes: going from one step to another replays the changes between them, so memory
//! grows with what changed and not with the number of steps times the number of cells. [`Steps`] executes one event after the
//! other and keeps nothing.

use std::fmt;

use crate::instance::Instance;
use crate::rule::{Change, Footprint, OutOfAlphabet, Scratch, execute};
use crate::world::World;

/// The most changed cells that a trace keeps, 2^25 (a quarter of a gigabyte). A history with more can still be executed.
pub const MOST_CHANGES: usize = 1 << 25;

/// Why an execution ended before its last event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// A merge left the alphabet.
    OutOfAlphabet(OutOfAlphabet),
    /// The history changes more cells than a trace keeps.
    TooManyChanges {
        /// How many it keeps.
        most: usize,
    },
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::OutOfAlphabet(merge) => write!(f, "found the sum {}, expected a declared value", merge.value),
            Failure::TooManyChanges { most } => {
                write!(f, "found more than {most} changed cells so far, expected at most that many")
            }
        }
    }
}

impl std::error::Error for Failure {}

/// The execution of an instance.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// For each event, where its changes end.
    ends: Vec<usize>,
    changes: Vec<Change>,
}

impl Trace {
    /// Executes all events of an instance. The error names the 1-based position of the first event that fails.
    pub fn run(instance: &Instance) -> Result<Trace, (usize, Failure)> {
        Trace::keeping(MOST_CHANGES, instance)
    }

    /// The same with another limit on the changes that are kept.
    pub fn keeping(most: usize, instance: &Instance) -> Result<Trace, (usize, Failure)> {
        let mut trace = Trace::default();
        run(instance, |changes| {
            if trace.changes.len() + changes.len() > most {
                return Err(Failure::TooManyChanges { most });
            }
            trace.push(changes.iter().copied());
            Ok(())
        })?;
        Ok(trace)
    }

    /// Adds an event by what it changed, each cell once.
    pub(crate) fn push(&mut self, changes: impl IntoIterator<Item = Change>) {
        let start = self.changes.len();
        self.changes.extend(changes);
        self.changes[start..].sort_unstable_by_key(|change| change.cell);
        self.ends.push(self.changes.len());
    }

    /// The number of events, T.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no events.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// What event `t` changed, 1-based: D(W_{t-1}, e_t) with values, increasing by cell. Nothing for `t` = 0.
    pub fn changes(&self, t: usize) -> &[Change] {
        match t {
            0 => &[],
            1 => &self.changes[..self.ends[0]],
            _ => &self.changes[self.ends[t - 2]..self.ends[t - 1]],
        }
    }

    /// Turns `world`, the state W_from, into W_to.
    pub fn seek(&self, world: &mut World, from: usize, to: usize) {
        for t in from + 1..=to {
            for change in self.changes(t) {
                world.set(change.cell as usize, change.after);
            }
        }
        for t in (to + 1..=from).rev() {
            for change in self.changes(t) {
                world.set(change.cell as usize, change.before);
            }
        }
    }

    /// W_t, from the initial state.
    pub fn state(&self, initial: &World, t: usize) -> World {
        let mut world = initial.clone();
        self.seek(&mut world, 0, t);
        world
    }

    /// W_{t-1}, from W_t, for `t` of at least 1.
    pub fn before(&self, after: &World, t: usize) -> World {
        let mut world = after.clone();
        self.seek(&mut world, t, t - 1);
        world
    }

    /// The history of a cell: every event that wrote it, also where that was the value that it had. This looks at the footprint of
    /// every event; what only changed the cell is told by [`Trace::changes`].
    pub fn writes_of(&self, instance: &Instance, cell: usize) -> Vec<Written> {
        let mut world = instance.initial.clone();
        let mut scratch = Scratch::default();
        let mut history = Vec::new();
        for t in 1..=self.len() {
            let footprint = instance.transitions[t - 1].footprint(&world, &mut scratch);
            let before = world.get(cell);
            self.seek(&mut world, t - 1, t);
            if footprint.writes.binary_search(&(cell as u32)).is_ok() {
                history.push(Written { t, before, after: world.get(cell) });
            }
        }
        history
    }

    /// The reads and writes of event `t`, 1-based, whose state before is `before`.
    pub fn footprint(&self, instance: &Instance, t: usize, before: &World) -> Footprint {
        instance.transitions[t - 1].footprint(before, &mut Scratch::default())
    }
}

/// An event that wrote a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The step that the event leads to, 1-based.
    pub t: usize,
    /// The value of the cell before it.
    pub before: u16,
    /// The value after it, which may be the same.
    pub after: u16,
}

/// Executes all events and returns W_T; keeps no step.
pub fn final_state(instance: &Instance) -> Result<World, (usize, Failure)> {
    run(instance, |_| Ok(()))
}

/// Executes all events and hands on what each one changed.
fn run(instance: &Instance, mut each: impl FnMut(&[Change]) -> Result<(), Failure>) -> Result<World, (usize, Failure)> {
    let mut world = instance.initial.clone();
    let mut scratch = Scratch::default();
    for (index, transition) in instance.transitions.iter().enumerate() {
        execute(transition.as_ref(), &mut world, &mut scratch)
            .map_err(Failure::OutOfAlphabet)
            .and_then(&mut each)
            .map_err(|failure| (index + 1, failure))?;
    }
    Ok(world)
}

/// An execution that goes forward only.
pub struct Steps<'i> {
    instance: &'i Instance,
    world: World,
    scratch: Scratch,
    t: usize,
}

/// One executed event.
pub struct Step<'s> {
    /// What it read and wrote.
    pub footprint: Footprint,
    /// The cells whose value changed, increasing.
    pub changed: Vec<u32>,
    /// The state after it.
    pub world: &'s World,
}

impl<'i> Steps<'i> {
    /// At the initial state.
    pub fn new(instance: &'i Instance) -> Steps<'i> {
        Steps { instance, world: instance.initial.clone(), scratch: Scratch::default(), t: 0 }
    }

    /// The state that has been reached.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Executes the next event, if there is one.
    pub fn advance(&mut self) -> Option<Result<Step<'_>, OutOfAlphabet>> {
        let transition = self.instance.transitions.get(self.t)?;
        self.t += 1;
        let footprint = transition.footprint(&self.world, &mut self.scratch);
        Some(execute(transition.as_ref(), &mut self.world, &mut self.scratch).map(|changes| {
            let mut changed: Vec<u32> = changes.iter().map(|change| change.cell).collect();
            changed.sort_unstable();
            Step { footprint, changed, world: &self.world }
        }))
    }
}
