//! Edits: what changed, with what was there before.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::{Draft, DraftEvent, Facts, Frame, Prediction, Surface, journal};
use crate::rule::{Change, Family};
use crate::world::World;

/// One change of a draft. It holds both sides, so that it can be taken back, and so that applying it to another draft than the
/// one it was made for is noticed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Edit {
    /// Cells of one state.
    Cells {
        /// Which state.
        surface: Surface,
        /// Each cell once.
        changes: Vec<Change>,
    },
    /// Some events in a row are replaced by others; either list may be empty.
    Events {
        /// Where they stand, counted from 0.
        at: usize,
        /// The events that go.
        before: Vec<DraftEvent>,
        /// The events that come.
        after: Vec<DraftEvent>,
    },
    /// The family.
    Family {
        /// The old one.
        #[serde(with = "journal::by_name")]
        before: &'static dyn Family,
        /// The new one.
        #[serde(with = "journal::by_name")]
        after: &'static dyn Family,
    },
    /// The space, and with it all states.
    Frame {
        /// The old ones.
        before: Box<Frame>,
        /// The new ones.
        after: Box<Frame>,
    },
    /// The prediction as a whole.
    Prediction {
        /// The old one.
        before: Prediction,
        /// The new one.
        after: Prediction,
    },
    /// The state that is noted after an event.
    Scratch {
        /// After which event, 1-based.
        t: usize,
        /// The old one.
        before: Option<World>,
        /// The new one.
        after: Option<World>,
    },
    /// Name and provenance.
    Facts {
        /// The old ones.
        before: Facts,
        /// The new ones.
        after: Facts,
    },
    /// Several edits in this order, which belong together.
    Several(Vec<Edit>),
}

/// An edit does not fit the draft: it was made for another one, or its record is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch;

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("found a change that was made to something else, expected one of this draft")
    }
}

impl std::error::Error for Mismatch {}

impl Edit {
    /// The edit that takes this one back.
    pub fn inverse(&self) -> Edit {
        match self.clone() {
            Edit::Cells { surface, mut changes } => {
                for change in &mut changes {
                    std::mem::swap(&mut change.before, &mut change.after);
                }
                Edit::Cells { surface, changes }
            }
            Edit::Events { at, before, after } => Edit::Events { at, before: after, after: before },
            Edit::Family { before, after } => Edit::Family { before: after, after: before },
            Edit::Frame { before, after } => Edit::Frame { before: after, after: before },
            Edit::Prediction { before, after } => Edit::Prediction { before: after, after: before },
            Edit::Scratch { t, before, after } => Edit::Scratch { t, before: after, after: before },
            Edit::Facts { before, after } => Edit::Facts { before: after, after: before },
            Edit::Several(edits) => Edit::Several(edits.iter().rev().map(Edit::inverse).collect()),
        }
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        match self {
            Edit::Cells { changes, .. } => changes.iter().all(|change| change.before == change.after),
            Edit::Events { before, after, .. } => before == after,
            Edit::Family { before, after } => *before == *after,
            Edit::Frame { before, after } => before == after,
            Edit::Prediction { before, after } => before == after,
            Edit::Scratch { before, after, .. } => before == after,
            Edit::Facts { before, after } => before == after,
            Edit::Several(edits) => edits.iter().all(Edit::is_empty),
        }
    }
}

impl Draft {
    /// Applies an edit. On error nothing has changed.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), Mismatch> {
        match edit {
            Edit::Cells { surface, changes } => self.change_cells(*surface, changes),
            Edit::Events { at, before, after } => {
                let end = at.checked_add(before.len()).ok_or(Mismatch)?;
                if self.events.get(*at..end) != Some(before) {
                    return Err(Mismatch);
                }
                self.events.splice(*at..end, after.iter().cloned());
                Ok(())
            }
            Edit::Family { before, after } => exchange(&mut self.family, before, after),
            Edit::Frame { before, after } => {
                let fits = self.frame == **before && after.is_consistent();
                fits.then(|| self.frame = (**after).clone()).ok_or(Mismatch)
            }
            Edit::Prediction { before, after } => {
                let fits = match after {
                    Prediction::World(world) => self.frame.holds(world),
                    Prediction::None | Prediction::Text(_) => true,
                };
                fits.then_some(()).ok_or(Mismatch)?;
                exchange(&mut self.frame.prediction, before, after)
            }
            Edit::Scratch { t, before, after } => {
                let fits = after.as_ref().is_none_or(|world| self.frame.holds(world));
                if !fits || self.frame.scratch.get(t) != before.as_ref() {
                    return Err(Mismatch);
                }
                match after {
                    Some(world) => self.frame.scratch.insert(*t, world.clone()),
                    None => self.frame.scratch.remove(t),
                };
                Ok(())
            }
            Edit::Facts { before, after } => exchange(&mut self.facts, before, after),
            Edit::Several(edits) => {
                for (index, edit) in edits.iter().enumerate() {
                    if self.apply(edit).is_err() {
                        for done in edits[..index].iter().rev() {
                            // What has just been applied can be taken back.
                            let _ = self.apply(&done.inverse());
                        }
                        return Err(Mismatch);
                    }
                }
                Ok(())
            }
        }
    }

    fn change_cells(&mut self, surface: Surface, changes: &[Change]) -> Result<(), Mismatch> {
        let alphabet = self.frame.space.alphabet.clone();
        let world = self.frame.world_mut(surface).ok_or(Mismatch)?;
        let fits = |change: &Change| {
            world.cells().get(change.cell as usize) == Some(&change.before) && alphabet.contains(change.after.into())
        };
        if !changes.iter().all(fits) {
            return Err(Mismatch);
        }
        for change in changes {
            world.set(change.cell as usize, change.after);
        }
        Ok(())
    }
}

impl Frame {
    /// Whether a state lies in the space.
    pub fn holds(&self, world: &World) -> bool {
        let alphabet = &self.space.alphabet;
        *world.shape() == self.space.shape && world.cells().iter().all(|&value| alphabet.contains(value.into()))
    }

    fn is_consistent(&self) -> bool {
        let predicted = match &self.prediction {
            Prediction::World(world) => Some(world),
            Prediction::None | Prediction::Text(_) => None,
        };
        [&self.initial].into_iter().chain(predicted).chain(self.scratch.values()).all(|world| self.holds(world))
    }
}

fn exchange<T: PartialEq + Clone>(place: &mut T, before: &T, after: &T) -> Result<(), Mismatch> {
    if place != before {
        return Err(Mismatch);
    }
    *place = after.clone();
    Ok(())
}
