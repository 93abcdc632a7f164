//! Tempting misreadings of the rules, as rules that can be executed.

use base::json;

use super::Moment;
use crate::rule::Event;
use crate::world::{Alphabet, Shape, Space, World};

/// A misreading of a family's rule, with a small world on which it differs from the rule.
#[derive(Debug, Clone, Copy)]
pub struct Misreading {
    /// A few words for it, unique in its family.
    pub name: &'static str,
    /// What the reader believes, in one sentence.
    pub belief: &'static str,
    /// What the rule does, in one sentence.
    pub truth: &'static str,
    /// The sides of the small world.
    pub shape: &'static [u32],
    /// Its alphabet.
    pub alphabet: &'static [u16],
    /// Its values in cell order.
    pub cells: &'static [u16],
    /// The event on it, as JSON.
    pub event: &'static str,
    /// The state after an event of the family as the reader believes it; nothing if that needs a value outside of the alphabet.
    pub execute: fn(&Moment<'_>) -> Option<World>,
}

/// A space, a state in it and an event on that.
pub struct Scene {
    /// Shape and alphabet.
    pub space: Space,
    /// The state before the event.
    pub before: World,
    /// The event.
    pub event: Event,
}

impl Misreading {
    /// The small world and its event. The tests hold that every misreading has them.
    pub fn scene(&self) -> Option<Scene> {
        let space = Space { shape: Shape::new(self.shape).ok()?, alphabet: Alphabet::new(self.alphabet).ok()? };
        let mut before = World::empty(&space.shape);
        for (cell, &value) in self.cells.iter().enumerate().take(space.shape.volume()) {
            before.set(cell, value);
        }
        let event = Event::from_json(json::parse(self.event).ok()?.root(), &space).ok()?;
        Some(Scene { space, before, event })
    }
}

impl Scene {
    /// The moment before the event.
    pub fn moment(&self) -> Moment<'_> {
        Moment { args: &self.event.args, space: &self.space, before: &self.before }
    }
}
