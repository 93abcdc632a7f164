//! The editor: a draft with everything that was done to it.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{Draft, DraftEvent, Edit, Mismatch, Prediction, Surface};
use crate::rule::Change;
use crate::world::World;

/// One thing that a person did, as one step of undo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// What it was, for the buttons: `pen stroke`, `fill`, `delete event`.
    pub name: String,
    /// What it changed.
    pub edit: Edit,
}

/// What a journal keeps: replayed in order, actions restore the draft and what can be undone and redone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Something new was done.
    Do(Step),
    /// The last step was taken back.
    Undo,
    /// The last step that was taken back was done again.
    Redo,
}

/// A draft, what was done to it, and what was taken back.
#[derive(Debug, Clone)]
pub struct Editor {
    draft: Draft,
    done: Vec<Step>,
    undone: Vec<Step>,
    gesture: Option<Gesture>,
}

/// A stroke of the pen while it lasts: it shows at once and is one step in the end.
#[derive(Debug, Clone)]
struct Gesture {
    name: String,
    surface: Surface,
    /// What had to be edited before the first cell.
    first: Vec<Edit>,
    /// For each cell its value before the stroke and now.
    cells: BTreeMap<u32, (u16, u16)>,
}

impl Editor {
    /// An editor to which nothing has been done yet.
    pub fn new(draft: Draft) -> Editor {
        Editor { draft, done: Vec::new(), undone: Vec::new(), gesture: None }
    }

    /// The draft.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// What can be undone, the last step at the end.
    pub fn done(&self) -> &[Step] {
        &self.done
    }

    /// What can be done again, the next step at the end.
    pub fn undone(&self) -> &[Step] {
        &self.undone
    }

    /// Carries out an action; a stroke that was not ended is ended before it. On error nothing has changed.
    pub fn act(&mut self, action: &Action) -> Result<(), Mismatch> {
        self.lift();
        match action {
            Action::Do(step) => {
                self.draft.apply(&step.edit)?;
                self.done.push(step.clone());
                self.undone.clear();
            }
            Action::Undo => {
                let step = self.done.pop().ok_or(Mismatch)?;
                if self.draft.apply(&step.edit.inverse()).is_err() {
                    self.done.push(step);
                    return Err(Mismatch);
                }
                self.undone.push(step);
            }
            Action::Redo => {
                let step = self.undone.pop().ok_or(Mismatch)?;
                if self.draft.apply(&step.edit).is_err() {
                    self.undone.push(step);
                    return Err(Mismatch);
                }
                self.done.push(step);
            }
        }
        Ok(())
    }

    /// The least record that restores this editor: a draft, and the actions that lead from it to here.
    pub fn record(&self) -> (Draft, Vec<Action>) {
        let mut base = self.draft.clone();
        for step in self.done.iter().rev() {
            // What was applied can be taken back.
            let _ = base.apply(&step.edit.inverse());
        }
        let mut actions: Vec<Action> = self.done.iter().chain(self.undone.iter().rev()).cloned().map(Action::Do).collect();
        actions.extend(self.undone.iter().map(|_| Action::Undo));
        (base, actions)
    }

    /// Gives cells of a surface new values, as part of a stroke that [`Editor::lift`] ends. Values outside the alphabet and cells
    /// outside the world are left out. A surface that holds no state yet begins as a copy of the initial world.
    pub fn paint(&mut self, name: &str, surface: Surface, cells: impl IntoIterator<Item = (u32, u16)>) {
        if self.gesture.as_ref().is_some_and(|gesture| gesture.surface != surface || gesture.name != name) {
            self.lift();
        }
        if self.gesture.is_none() {
            let first = self.draft.before_painting(surface);
            for edit in &first {
                // They were made for this draft.
                let _ = self.draft.apply(edit);
            }
            self.gesture = Some(Gesture { name: name.to_owned(), surface, first, cells: BTreeMap::new() });
        }
        let alphabet = self.draft.frame.space.alphabet.clone();
        let (Some(gesture), Some(world)) = (&mut self.gesture, self.draft.frame.world_mut(surface)) else { return };
        for (cell, value) in cells {
            if (cell as usize) < world.cells().len() && alphabet.contains(value.into()) {
                let before = world.set(cell as usize, value);
                gesture.cells.entry(cell).or_insert((before, value)).1 = value;
            }
        }
    }

    /// Ends the stroke. What it did, if it changed anything, is a step that a journal has to keep.
    pub fn lift(&mut self) -> Option<Step> {
        let Gesture { name, surface, mut first, cells } = self.gesture.take()?;
        let changes: Vec<Change> = changes(cells);
        if changes.is_empty() {
            self.take_back(&first);
            return None;
        }
        let cells = Edit::Cells { surface, changes };
        let edit = if first.is_empty() {
            cells
        } else {
            first.push(cells);
            Edit::Several(first)
        };
        let step = Step { name, edit };
        self.done.push(step.clone());
        self.undone.clear();
        Some(step)
    }

    /// Takes the stroke back as if it had not begun, for example because a second finger shows that it was no stroke.
    pub fn cancel(&mut self) {
        if let Some(Gesture { surface, first, cells, .. }) = self.gesture.take() {
            let changes = changes(cells);
            let _ = self.draft.apply(&Edit::Cells { surface, changes }.inverse());
            self.take_back(&first);
        }
    }

    /// Whether a stroke has not ended.
    pub fn is_painting(&self) -> bool {
        self.gesture.is_some()
    }

    fn take_back(&mut self, edits: &[Edit]) {
        for edit in edits.iter().rev() {
            // They have been applied.
            let _ = self.draft.apply(&edit.inverse());
        }
    }
}

fn changes(cells: BTreeMap<u32, (u16, u16)>) -> Vec<Change> {
    let change = |(cell, (before, after))| Change { cell, before, after };
    cells.into_iter().map(change).filter(|change| change.before != change.after).collect()
}

/// The steps that the pages take. Each is made for the draft as it is, and changes it when an editor does it.
impl Draft {
    /// New values for cells of a surface.
    pub fn set_cells(&self, name: &str, surface: Surface, cells: impl IntoIterator<Item = (u32, u16)>) -> Step {
        let mut edits = self.before_painting(surface);
        let world = self.ground(surface);
        let changes = cells.into_iter().filter_map(|(cell, after)| {
            let before = *world.cells().get(cell as usize)?;
            (before != after && self.frame.space.alphabet.contains(after.into())).then_some(Change { cell, before, after })
        });
        let mut changes: Vec<Change> = changes.collect();
        // Of several values for a cell the last one counts.
        changes.reverse();
        changes.sort_by_key(|change| change.cell);
        changes.dedup_by_key(|change| change.cell);
        if changes.is_empty() {
            // Then nothing is to be edited before them either.
            edits.clear();
        } else {
            edits.push(Edit::Cells { surface, changes });
        }
        Step { name: name.to_owned(), edit: Edit::Several(edits) }
    }

    /// Events that replace `count` others from `at` on, both counted in the whole list.
    pub fn splice(&self, name: &str, at: usize, count: usize, after: Vec<DraftEvent>) -> Step {
        let at = at.min(self.events.len());
        let end = at.saturating_add(count).min(self.events.len());
        let edit = Edit::Events { at, before: self.events[at..end].to_vec(), after };
        Step { name: name.to_owned(), edit: self.of_instance(edit) }
    }

    /// An event at another place; both counted in the whole list.
    pub fn move_event(&self, from: usize, to: usize) -> Option<Step> {
        let to = to.min(self.events.len().saturating_sub(1));
        let mut events = self.events.get(from.min(to)..=from.max(to))?.to_vec();
        if from < to {
            events.rotate_left(1);
        } else {
            events.rotate_right(1);
        }
        Some(self.splice("move event", from.min(to), events.len(), events))
    }

    /// Another prediction.
    pub fn predict(&self, name: &str, after: Prediction) -> Step {
        Step { name: name.to_owned(), edit: Edit::Prediction { before: self.frame.prediction.clone(), after } }
    }

    /// Another state noted after an event, or none.
    pub fn note(&self, name: &str, t: usize, after: Option<World>) -> Step {
        Step { name: name.to_owned(), edit: Edit::Scratch { t, before: self.frame.scratch.get(&t).cloned(), after } }
    }

    /// Another instance in place of this one, and with it another prediction or none.
    pub fn replace(&self, name: &str, other: Draft) -> Step {
        Step { name: name.to_owned(), edit: self.replaced_by(other) }
    }

    /// What has to be edited before the first cell of a surface can be.
    fn before_painting(&self, surface: Surface) -> Vec<Edit> {
        let ground = || self.ground(surface).into_owned();
        match surface {
            Surface::Initial => self.as_edited().into_iter().collect(),
            Surface::Prediction if matches!(self.frame.prediction, Prediction::World(_)) => Vec::new(),
            Surface::Prediction => {
                vec![Edit::Prediction { before: self.frame.prediction.clone(), after: Prediction::World(ground()) }]
            }
            Surface::Scratch(t) if self.frame.scratch.contains_key(&t) => Vec::new(),
            Surface::Scratch(t) => vec![Edit::Scratch { t, before: None, after: Some(ground()) }],
        }
    }

    /// The state of a surface, or the one with which it begins: the last note before a note, otherwise the initial world.
    pub fn ground(&self, surface: Surface) -> Cow<'_, World> {
        let last_note = match surface {
            Surface::Scratch(t) => self.frame.scratch.range(..t).next_back().map(|(_, world)| Cow::Borrowed(world)),
            Surface::Initial | Surface::Prediction => None,
        };
        self.frame.world(surface).or(last_note).unwrap_or(Cow::Borrowed(&self.frame.initial))
    }
}
