//! What the workbench edits: an instance in the making and a prediction of its final state, with one undo for everything.
//!
//! A [`Draft`] is plain data. It changes by [`Edit`]s, each of which holds what was there before and can be taken back; the
//! [`Editor`] applies them, keeps them for undo and redo, and hands every [`Action`] on, so that a journal of actions restores
//! the draft and its whole past. A draft may hold events that are not valid: [`Draft::run`] executes it as far as it goes.

pub mod coordinates;
pub mod digits;
pub mod edit;
pub mod editor;
pub mod event_form;
pub mod file;
pub mod history;
pub mod journal;
pub mod offer;
pub mod paste;
pub mod reframe;
mod run;
pub mod tools;
mod words;

pub use edit::{Edit, Mismatch};
pub use editor::{Action, Editor, Step};
pub use run::{Run, Status, is_whole, place_of, step_before};

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::answer::{self, Answer};
use crate::instance::Instance;
use crate::rule::Family;
use crate::world::codec::write_state;
use crate::world::{Space, World};

/// An edited instance and the prediction for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    /// Its name and what else belongs to it.
    pub facts: Facts,
    /// The family of its core events.
    #[serde(with = "journal::by_name")]
    pub family: &'static dyn Family,
    /// All states, and the space that they share.
    pub frame: Frame,
    /// The history, in order.
    pub events: Vec<DraftEvent>,
}

/// What an instance carries besides world and history.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Facts {
    /// The id, as FORMATS.md wants it.
    pub id: String,
    /// Fields that are kept as they were: names and JSON texts.
    pub extra: Vec<(String, String)>,
    /// Whether the instance is no longer the one that was opened.
    pub is_edited: bool,
}

/// A space and every state of a draft in it. They change together when the shape or the alphabet does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Shape and alphabet.
    pub space: Space,
    /// W_0.
    pub initial: World,
    /// What a person or a model says that W_T is.
    pub prediction: Prediction,
    /// States that a person has noted while predicting: after event t, for some t of at least 1.
    pub scratch: BTreeMap<usize, World>,
}

/// One event as it was entered: it may be anything that JSON can say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftEvent {
    /// The JSON text.
    pub text: Arc<str>,
    /// Whether it takes part.
    pub on: bool,
}

impl DraftEvent {
    /// An event that takes part.
    pub fn new(text: impl Into<Arc<str>>) -> DraftEvent {
        DraftEvent { text: text.into(), on: true }
    }
}

/// A prediction of the final state. A pasted answer and one that was entered by hand are the same thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Prediction {
    /// Nothing yet.
    None,
    /// A delivered answer, to the letter.
    Text(Arc<str>),
    /// Entered by hand.
    World(World),
}

impl Prediction {
    /// The answer as text; a state that was entered by hand is written as answers are.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Prediction::None => Cow::Borrowed(""),
            Prediction::Text(text) => Cow::Borrowed(text),
            Prediction::World(world) => Cow::Owned(write_state(world)),
        }
    }

    /// The predicted state, if there is a valid one.
    pub fn world(&self, space: &Space) -> Option<Cow<'_, World>> {
        match self {
            Prediction::None => None,
            Prediction::World(world) => Some(Cow::Borrowed(world)),
            Prediction::Text(text) => match answer::read(Some(text), space) {
                Answer::Valid { world, .. } => Some(Cow::Owned(world)),
                Answer::Empty | Answer::Invalid { .. } => None,
            },
        }
    }
}

/// Which state of a draft a tool works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Surface {
    /// The initial world.
    Initial,
    /// The prediction.
    Prediction,
    /// The state noted after an event, by its 1-based step.
    Scratch(usize),
}

impl Frame {
    /// The state of a surface; nothing while there is none, or none that is valid.
    pub fn world(&self, surface: Surface) -> Option<Cow<'_, World>> {
        match surface {
            Surface::Initial => Some(Cow::Borrowed(&self.initial)),
            Surface::Prediction => self.prediction.world(&self.space),
            Surface::Scratch(t) => self.scratch.get(&t).map(Cow::Borrowed),
        }
    }

    /// Every state, to be changed.
    fn world_mut(&mut self, surface: Surface) -> Option<&mut World> {
        match (surface, &mut self.prediction) {
            (Surface::Initial, _) => Some(&mut self.initial),
            (Surface::Prediction, Prediction::World(world)) => Some(world),
            (Surface::Prediction, _) => None,
            (Surface::Scratch(t), _) => self.scratch.get_mut(&t),
        }
    }
}

/// Fields that say where an instance comes from or describe it as it was. They do not hold for an edited one.
const PROVENANCE: [&str; 9] =
    ["trajectory", "condition", "metadata", "generator", "seed", "index", "attempt", "digest", "records"];
/// The end of an edited instance's id, so that it is not taken for the one it was made from.
const EDITED: &str = "-edited";
/// The longest id.
const LONGEST_ID: usize = 64;

impl Facts {
    /// What holds for the instance once it is edited.
    fn edited(&self) -> Facts {
        let extra = self.extra.iter().filter(|(name, _)| !PROVENANCE.contains(&name.as_str())).cloned().collect();
        let mut id = self.id.clone();
        if !id.ends_with(EDITED) {
            id.truncate(LONGEST_ID - EDITED.len());
            id.push_str(EDITED);
        }
        Facts { id, extra, is_edited: true }
    }
}

impl Draft {
    /// A draft of an instance, as it is and without a prediction.
    pub fn new(instance: &Instance) -> Draft {
        Draft {
            facts: Facts { id: instance.id.clone(), extra: instance.extra.clone(), is_edited: false },
            family: instance.family,
            frame: Frame {
                space: instance.space.clone(),
                initial: instance.initial.clone(),
                prediction: Prediction::None,
                scratch: BTreeMap::new(),
            },
            events: instance.events.iter().map(|event| DraftEvent::new(event.to_json())).collect(),
        }
    }

    /// Whether two drafts have the same instance, whatever is predicted.
    pub fn is_same_instance(&self, other: &Draft) -> bool {
        *self.family == *other.family
            && self.facts == other.facts
            && self.frame.space == other.frame.space
            && self.frame.initial == other.frame.initial
            && self.events == other.events
    }

    /// The edit that turns this draft into `other`, whatever that is.
    pub fn replaced_by(&self, other: Draft) -> Edit {
        let mut edits = vec![
            Edit::Facts { before: self.facts.clone(), after: other.facts },
            Edit::Family { before: self.family, after: other.family },
            Edit::Frame { before: Box::new(self.frame.clone()), after: Box::new(other.frame) },
            Edit::Events { at: 0, before: self.events.clone(), after: other.events },
        ];
        // What stays the same need not be kept.
        edits.retain(|edit| !edit.is_empty());
        Edit::Several(edits)
    }

    /// `edit` as an edit of the instance itself: what it says of its origin goes with the first one.
    fn of_instance(&self, edit: Edit) -> Edit {
        match self.as_edited().filter(|_| !edit.is_empty()) {
            Some(facts) => Edit::Several(vec![facts, edit]),
            None => edit,
        }
    }

    /// What has to be edited before the instance itself is.
    fn as_edited(&self) -> Option<Edit> {
        let edit = || Edit::Facts { before: self.facts.clone(), after: self.facts.edited() };
        (!self.facts.is_edited).then(edit)
    }
}
