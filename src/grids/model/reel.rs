//! A trajectory that plays by itself, over and over, one event at a time and without a trace, so that many can play at once.

use crate::generate::Trajectory;
use crate::rule::{Scratch, execute};
use crate::world::World;

/// The place in a trajectory. Whoever holds both moves it.
pub struct Reel {
    world: World,
    t: usize,
    scratch: Scratch,
}

impl Reel {
    /// At the initial state.
    pub fn new(trajectory: &Trajectory) -> Reel {
        Reel { world: trajectory.initial.clone(), t: 0, scratch: Scratch::default() }
    }

    /// The number of events that have been executed.
    pub fn t(&self) -> usize {
        self.t
    }

    /// The state there.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Executes the next event of the trajectory for which this was made; after the last one it starts again.
    pub fn step(&mut self, trajectory: &Trajectory) {
        let space = trajectory.key.condition.space();
        let transition = trajectory.events.get(self.t).and_then(|event| event.transition(space).ok());
        if transition.is_some_and(|event| execute(event.as_ref(), &mut self.world, &mut self.scratch).is_ok()) {
            self.t += 1;
        } else {
            self.world = trajectory.initial.clone();
            self.t = 0;
        }
    }
}
