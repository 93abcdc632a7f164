//! Reference execution (paper 3.1, equation 1): the states of a history, kept as changes.
//!
//! Going from one step to another replays the changes between them, so memory grows with what changed and not with the
//! number of steps times the number of cells.

use crate::instance::Instance;
use crate::rule::{Change, Footprint, OutOfAlphabet, Scratch, execute};
use crate::world::World;

/// The execution of an instance up to its end or its first invalid event.
#[derive(Debug, Clone)]
pub struct Trace {
    /// For each executed event, where its changes end.
    ends: Vec<usize>,
    changes: Vec<Change>,
    failure: Option<(usize, OutOfAlphabet)>,
}

impl Trace {
    /// Executes all events of an instance.
    pub fn run(instance: &Instance) -> Trace {
        let mut trace = Trace { ends: Vec::with_capacity(instance.events.len()), changes: Vec::new(), failure: None };
        let mut world = instance.initial.clone();
        let mut scratch = Scratch::default();
        for (index, transition) in instance.transitions.iter().enumerate() {
            match execute(transition.as_ref(), &mut world, &mut scratch) {
                Ok(changes) => trace.changes.extend_from_slice(changes),
                Err(error) => {
                    trace.failure = Some((index + 1, error));
                    break;
                }
            }
            trace.ends.push(trace.changes.len());
        }
        trace
    }

    /// The number of executed events, T unless an event was invalid.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no event was executed.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The 1-based position of the first invalid event, and why it is.
    pub fn failure(&self) -> Option<(usize, &OutOfAlphabet)> {
        self.failure.as_ref().map(|(event, error)| (*event, error))
    }

    /// What event `t` changed, 1-based: D(W_{t-1}, e_t), each cell once. Nothing for `t` = 0.
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

    /// The reads and writes of event `t`, 1-based, whose state before is `before`.
    pub fn footprint(&self, instance: &Instance, t: usize, before: &World) -> Footprint {
        instance.transitions[t - 1].footprint(before, &mut Scratch::default())
    }
}
