//! A trajectory that plays by itself, over and over, one event at a time and without a trace, so that many can play at once.

use crate::generate::Trajectory;
use crate::rule::{Scratch, execute};
use crate::world::World;
use std::rc::Rc;

/// The place in a trajectory.
pub struct Reel {
    trajectory: Rc<Trajectory>,
    world: World,
    t: usize,
    scratch: Scratch,
}

impl Reel {
    /// At the initial state.
    pub fn new(trajectory: Rc<Trajectory>) -> Reel {
        let world = trajectory.initial.clone();
        Reel { trajectory, world, t: 0, scratch: Scratch::default() }
    }

    /// The number of events that have been executed.
    pub fn t(&self) -> usize {
        self.t
    }

    /// The state there.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Executes the next event; after the last one it starts again.
    pub fn step(&mut self) {
        let space = self.trajectory.key.condition.space();
        let transition = self.trajectory.events.get(self.t).and_then(|event| event.transition(space).ok());
        let done = transition.is_some_and(|event| execute(event.as_ref(), &mut self.world, &mut self.scratch).is_ok());
        if done {
            self.t += 1;
        } else {
            self.rewind();
        }
    }

    /// Goes back to the initial state.
    pub fn rewind(&mut self) {
        self.world = self.trajectory.initial.clone();
        self.t = 0;
    }
}
