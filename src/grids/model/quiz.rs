//! Check yourself: questions about one event each, of growing size, and what comes back for an answer.

use std::collections::BTreeSet;

use super::lesson::{explained, made};
use super::picture::{Marks, Picture};
use crate::rule::explain::{Explained, Opened, Scene};
use crate::world::World;
use crate::world::codec::shorten;

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The cells whose value changes.
    Changed,
    /// The values of some cells after the event.
    Values,
    /// The whole state after the event.
    Whole,
}

/// The questions of a round: kind, sides of the world, and how many values are asked for.
const ROUND: [(Kind, &[u32], usize); 5] = [
    (Kind::Changed, &[6], 0),
    (Kind::Values, &[3, 3], 3),
    (Kind::Changed, &[3, 4], 0),
    (Kind::Values, &[4, 4], 4),
    (Kind::Whole, &[4, 4], 0),
];

/// How many questions a round has.
pub const QUESTIONS: usize = ROUND.len();
/// The most reasons that are told for one answer.
pub const MOST_REASONS: usize = 5;

/// One question.
pub struct Question {
    /// What is asked for.
    pub kind: Kind,
    /// The world before and the event.
    pub scene: Scene,
    /// The cells whose values are asked for, increasing; in other kinds none.
    pub asked: Vec<usize>,
    opened: Opened,
}

/// An answer under way.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The cells that are said to change.
    pub chosen: BTreeSet<usize>,
    /// The values of the cells that are asked for, as far as they are entered.
    pub values: Vec<Option<u16>>,
    /// The state that is entered.
    pub world: World,
}

/// What an answer is worth. Cells are increasing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Cells that were asked for, or change, and are right.
    pub right: Vec<usize>,
    /// Cells that change, and were not chosen or entered; cells whose value was not entered.
    pub missed: Vec<usize>,
    /// Cells that were chosen and do not change, or have another value than was entered.
    pub wrong: Vec<usize>,
    /// Why the first of the missed and wrong cells have their values.
    pub reasons: Vec<String>,
    /// How many more of them there are.
    pub untold: usize,
}

impl Verdict {
    /// Whether nothing was missed and nothing is wrong.
    pub fn is_right(&self) -> bool {
        self.missed.is_empty() && self.wrong.is_empty()
    }

    /// How it went, in one sentence.
    pub fn sentence(&self) -> String {
        let cells = |count: usize| if count == 1 { "1 cell".to_owned() } else { format!("{count} cells") };
        if self.is_right() {
            return match self.right.len() {
                0 => "Right: nothing changes.".to_owned(),
                1 => "Right.".to_owned(),
                count => format!("Right, all {count} cells."),
            };
        }
        let (missed, wrong) = (self.missed.len(), self.wrong.len());
        let parts = [(missed, "missed"), (wrong, "wrong")];
        let parts: Vec<String> =
            parts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{} {what}", cells(count))).collect();
        format!("Not quite: {} right, {}.", cells(self.right.len()), parts.join(", "))
    }
}

/// The question at a place of a round. The same family, round and place give the same everywhere.
pub fn question(family: &'static dyn Explained, round: u32, index: usize) -> Option<Question> {
    let &(kind, sides, count) = ROUND.get(index)?;
    let scene = made(family, sides, &format!("quiz/1/{}/{round}/{index}", family.name()))?;
    Question::new(kind, scene, count)
}

impl Question {
    /// A question about a scene. Where values are asked for, it is for so many, of cells that change and of some that do not; nothing
    /// if the event is invalid.
    pub fn new(kind: Kind, scene: Scene, count: usize) -> Option<Question> {
        let opened = Opened::new(&scene.event, &scene.space, &scene.before)?;
        let (mut changing, mut others): (Vec<usize>, Vec<usize>) =
            (0..scene.space.shape.volume()).partition(|&cell| opened.before().get(cell) != opened.after().get(cell));
        // Those that an event has to do with come first: a cell far away teaches nothing.
        let touched = |cell: &usize| {
            let near = scene.space.shape.neighbours().of(*cell).any(|near| changing.binary_search(&near).is_ok());
            (!near, *cell)
        };
        others.sort_by_key(touched);
        let wanted = (2 * count).div_ceil(3).min(changing.len());
        spread(&mut changing, wanted);
        others.truncate(count - wanted);
        let mut asked = [changing, others].concat();
        asked.sort_unstable();
        Some(Question { kind, scene, asked, opened })
    }

    /// The event, opened.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// Nothing chosen, nothing entered, and the state before the event to be changed into the one after it.
    pub fn blank(&self) -> Answer {
        Answer { chosen: BTreeSet::new(), values: vec![None; self.asked.len()], world: self.scene.before.clone() }
    }

    /// Reads a value that was entered; nothing stands for no value. The error says what was found and expected.
    pub fn read(&self, text: &str) -> Result<Option<u16>, String> {
        let text = text.trim();
        let alphabet = &self.scene.space.alphabet;
        let value = text.parse().ok().filter(|&value: &u16| alphabet.contains(value.into()));
        match value {
            _ if text.is_empty() => Ok(None),
            Some(value) => Ok(Some(value)),
            None => Err(format!("found {}, expected a value of {}", shorten(text), shorten(&alphabet.to_string()))),
        }
    }

    /// Holds an answer against the rule.
    pub fn check(&self, answer: &Answer) -> Verdict {
        let (before, after) = (self.opened.before(), self.opened.after());
        let (mut right, mut missed, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
        match self.kind {
            Kind::Changed => {
                for cell in 0..before.cells().len() {
                    match (before.get(cell) != after.get(cell), answer.chosen.contains(&cell)) {
                        (true, true) => right.push(cell),
                        (true, false) => missed.push(cell),
                        (false, true) => wrong.push(cell),
                        (false, false) => {}
                    }
                }
            }
            Kind::Values => {
                for (&cell, entered) in self.asked.iter().zip(&answer.values) {
                    match entered {
                        Some(value) if *value == after.get(cell) => right.push(cell),
                        Some(_) => wrong.push(cell),
                        None => missed.push(cell),
                    }
                }
            }
            Kind::Whole => {
                for cell in 0..before.cells().len() {
                    match (answer.world.get(cell), before.get(cell), after.get(cell)) {
                        (entered, old, new) if entered == new => right.extend((old != new).then_some(cell)),
                        (entered, old, _) if entered == old => missed.push(cell),
                        _ => wrong.push(cell),
                    }
                }
            }
        }
        let mut faults = [&missed[..], &wrong[..]].concat();
        faults.sort_unstable();
        let untold = faults.len().saturating_sub(MOST_REASONS);
        faults.truncate(MOST_REASONS);
        let reasons = faults.into_iter().map(|cell| explained(&self.opened, &self.scene.space, cell)).collect();
        Verdict { right, missed, wrong, reasons, untold }
    }

    /// The world that is answered on, with what was chosen or is asked for.
    pub fn picture(&self, answer: &Answer) -> Picture {
        let mut picture = match self.kind {
            Kind::Whole => Picture::plain(&answer.world),
            Kind::Changed | Kind::Values => Picture::plain(&self.scene.before),
        };
        match self.kind {
            Kind::Changed => picture.mark(answer.chosen.iter().copied(), Marks::SELECTED),
            Kind::Values => picture.mark(self.asked.iter().copied(), Marks::NAMED),
            Kind::Whole => picture.mark(answer.world.differences(&self.scene.before), Marks::CHANGED),
        }
        picture
    }

    /// The state after the event, with what an answer got right and what not.
    pub fn solution(&self, verdict: &Verdict) -> Picture {
        let mut picture = Picture::plain(self.opened.after());
        let wrong = if self.kind == Kind::Changed { Marks::EXTRA } else { Marks::DIFFERENT };
        let told = |cell: &usize| !verdict.missed.contains(cell) && !verdict.wrong.contains(cell);
        picture.mark(self.opened.before().differences(self.opened.after()).filter(told), Marks::CHANGED);
        picture.mark(verdict.missed.iter().copied(), Marks::MISSING);
        picture.mark(verdict.wrong.iter().copied(), wrong);
        picture
    }
}

/// Keeps so many of a list, from all of it.
fn spread(list: &mut Vec<usize>, count: usize) {
    let length = list.len();
    *list = (0..count).filter_map(|index| list.get(index * length / count)).copied().collect();
}

/// How many questions were answered, and how many of them right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    /// Those that were right.
    pub right: u32,
    /// All.
    pub asked: u32,
}

impl Score {
    /// Reads what [`Score::write`] has written; anything else is no score.
    pub fn read(text: &str) -> Option<Score> {
        let (right, asked) = text.split_once('/')?;
        let score = Score { right: right.parse().ok()?, asked: asked.parse().ok()? };
        (score.right <= score.asked).then_some(score)
    }

    /// `3/5`.
    pub fn write(self) -> String {
        format!("{}/{}", self.right, self.asked)
    }

    /// With one more answer.
    pub fn with(self, right: bool) -> Score {
        Score { right: self.right.saturating_add(right.into()), asked: self.asked.saturating_add(1) }
    }
}
