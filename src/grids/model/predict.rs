//! Predicting by hand: what a prediction can start from, what its notes are held against, and how long it took.

use std::collections::BTreeMap;

use super::draft::{Draft, Edit, Editor, Prediction};
use crate::instance::Instance;
use crate::trace::Trace;
use crate::world::World;

/// Earlier predictions that a new one can start from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Earlier {
    /// The state of the answer that was pasted last, if that was valid.
    pub answer: Option<World>,
    /// The state that was entered by hand and replaced as a whole last.
    pub by_hand: Option<World>,
}

impl Earlier {
    /// Looks for them in the past of a draft. What is the prediction already is left out, and so is what does not fit the space.
    pub fn find(editor: &Editor) -> Earlier {
        let draft = editor.draft();
        let now = draft.frame.prediction.world(&draft.frame.space);
        let fits = |world: &World| draft.frame.holds(world) && now.as_deref() != Some(world);
        let mut replaced = Vec::new();
        for step in editor.done().iter().rev() {
            collect(&step.edit, &mut replaced);
        }
        let by_hand = replaced.iter().find_map(|prediction| match prediction {
            Prediction::World(world) if fits(world) => Some(world.clone()),
            Prediction::World(_) | Prediction::Text(_) | Prediction::None => None,
        });
        let text = replaced.iter().find(|prediction| matches!(prediction, Prediction::Text(text) if !text.trim().is_empty()));
        let answer = text.and_then(|text| text.world(&draft.frame.space)).map(|world| world.into_owned());
        Earlier { answer: answer.filter(fits), by_hand }
    }
}

/// The predictions that an edit has replaced, the last one first.
fn collect<'a>(edit: &'a Edit, replaced: &mut Vec<&'a Prediction>) {
    match edit {
        Edit::Prediction { before, .. } => replaced.push(before),
        Edit::Frame { before, .. } => replaced.push(&before.prediction),
        Edit::Several(edits) => edits.iter().rev().for_each(|edit| collect(edit, replaced)),
        Edit::Cells { .. } | Edit::Events { .. } | Edit::Family { .. } | Edit::Scratch { .. } | Edit::Facts { .. } => {}
    }
}

impl Draft {
    /// Whether somebody predicts by hand: a state or a note has been entered.
    pub fn is_predicted_by_hand(&self) -> bool {
        matches!(self.frame.prediction, Prediction::World(_)) || !self.frame.scratch.is_empty()
    }
}

/// Notes held against the states that they are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notes {
    /// How many there are.
    pub count: usize,
    /// The first one that is wrong: after which event, and in how many cells.
    pub first_wrong: Option<(usize, usize)>,
}

impl Notes {
    /// Compares the notes with the states of an execution. Those after its end are about nothing.
    pub fn check(scratch: &BTreeMap<usize, World>, instance: &Instance, trace: &Trace) -> Notes {
        let (mut world, mut at) = (instance.initial.clone(), 0);
        let mut notes = Notes { count: 0, first_wrong: None };
        for (&t, note) in scratch.range(..=trace.len()) {
            trace.seek(&mut world, at, t);
            at = t;
            notes.count += 1;
            let wrong = note.differences(&world).count();
            if wrong > 0 && notes.first_wrong.is_none() {
                notes.first_wrong = Some((t, wrong));
            }
        }
        notes
    }
}

/// How long somebody may do nothing and still be at it, in milliseconds.
pub const PATIENCE: f64 = 30_000.0;
/// The longest time between two looks that counts, in milliseconds: a computer that slept was not used.
const LONGEST: f64 = 5_000.0;

/// Measures the time in which a page was seen and used. It is told the time, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    looked: f64,
    used: Option<f64>,
}

impl Stopwatch {
    /// Begins at a time; opening the page is a use of it.
    pub fn new(now: f64) -> Stopwatch {
        Stopwatch { looked: now, used: Some(now) }
    }

    /// Somebody does something.
    pub fn used(&mut self, now: f64) {
        self.used = Some(now);
    }

    /// The time since the last look, in whole milliseconds, as far as it counts; `seen` says whether the page could be seen.
    pub fn look(&mut self, now: f64, seen: bool) -> u64 {
        let passed = now - std::mem::replace(&mut self.looked, now);
        let in_use = self.used.is_some_and(|used| now - used < PATIENCE);
        if !seen {
            // Coming back to the page is a use only once something is done there.
            self.used = None;
        }
        if seen && in_use && (0.0..=LONGEST).contains(&passed) { passed as u64 } else { 0 }
    }
}
