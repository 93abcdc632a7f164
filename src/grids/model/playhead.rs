//! The place in a history: which step is shown, and the state there.

use crate::instance::Instance;
use crate::trace::Trace;
use crate::world::World;

/// The shown step t and the state W_t.
#[derive(Debug, Clone, PartialEq)]
pub struct Playhead {
    t: usize,
    world: World,
}

/// What a person can do to the playhead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// One event on.
    Forward,
    /// One event back.
    Back,
    /// To the initial state.
    First,
    /// To the final state.
    Last,
    /// To a step; beyond the end means the end.
    To(usize),
}

impl Playhead {
    /// At the initial state.
    pub fn new(instance: &Instance) -> Playhead {
        Playhead { t: 0, world: instance.initial.clone() }
    }

    /// The step.
    pub fn t(&self) -> usize {
        self.t
    }

    /// W_t.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Moves; `trace` is the execution of the instance that the playhead was made for.
    pub fn apply(&mut self, action: Action, trace: &Trace) {
        let to = match action {
            Action::Forward => self.t + 1,
            Action::Back => self.t.saturating_sub(1),
            Action::First => 0,
            Action::Last => trace.len(),
            Action::To(t) => t,
        }
        .min(trace.len());
        trace.seek(&mut self.world, self.t, to);
        self.t = to;
    }
}
