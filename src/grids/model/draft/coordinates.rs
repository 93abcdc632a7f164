//! A state as a text that people edit: the JSON of an answer, one cell on a line.

use super::paste::Place;
use crate::answer;
use crate::world::codec::write_state;
use crate::world::{Space, World};

/// Why a text is no state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Which place is to blame.
    pub place: Place,
    /// The code of [`answer::Reason`].
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
}

/// The text of a state: [`write_state`] with line ends.
pub fn write(world: &World) -> String {
    write_state(world).replace(":[[[", ":[\n[[").replace("],[[", "],\n[[").replace("]]}", "]\n]}")
}

/// Reads a text as an answer is read, unextracted. The same rules hold.
pub fn read(text: &str, space: &Space) -> Result<World, Fault> {
    answer::read_strict(text, space).map_err(|reason| Fault {
        place: Place::at(text, reason.offset),
        code: reason.code,
        message: reason.message,
    })
}
