//! What an action did, in words.

use super::{Action, Edit, Editor, Step};
use crate::rule::Change;
use crate::world::Shape;
use crate::world::codec::list;

impl Editor {
    /// What an action has done that was just carried out: `[2,3] 1, was 0` for one cell, otherwise `fill: 12 cells changed`.
    pub fn describe(&self, action: &Action) -> String {
        let shape = &self.draft().frame.space.shape;
        match action {
            Action::Do(step) => describe(step, &step.edit, shape),
            Action::Undo => match self.undone().last() {
                Some(step) => format!("undone: {}", describe(step, &step.edit.inverse(), shape)),
                None => String::new(),
            },
            Action::Redo => match self.done().last() {
                Some(step) => format!("done again: {}", describe(step, &step.edit, shape)),
                None => String::new(),
            },
        }
    }
}

fn describe(step: &Step, edit: &Edit, shape: &Shape) -> String {
    let changes: Vec<&Change> = changes(edit).collect();
    match changes[..] {
        [] => step.name.clone(),
        [Change { cell, before, after }] => format!("{} {after}, was {before}", list(&shape.point(*cell as usize))),
        _ => format!("{}: {} cells changed", step.name, changes.len()),
    }
}

/// The cells that an edit changes.
fn changes(edit: &Edit) -> Box<dyn Iterator<Item = &Change> + '_> {
    match edit {
        Edit::Cells { changes, .. } => Box::new(changes.iter()),
        Edit::Several(edits) => Box::new(edits.iter().flat_map(changes)),
        Edit::Events { .. }
        | Edit::Family { .. }
        | Edit::Frame { .. }
        | Edit::Prediction { .. }
        | Edit::Scratch { .. }
        | Edit::Facts { .. } => Box::new(std::iter::empty()),
    }
}
