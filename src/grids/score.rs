//! One answer against one instance (paper 3.4, C.3).

use serde::Serialize;

use crate::answer::{Answer, Reason, read, read_strict};
use crate::world::{Space, World};

/// The score of one answer; serialises to the record of FORMATS.md without `id` and `model`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The answer partition.
    pub outcome: Outcome,
    /// Whether the raw response alone, unextracted, is exact too.
    pub strict: bool,
    /// N.
    pub cells: usize,
    /// |E|, for a valid state.
    pub wrong: Option<usize>,
    /// The cells whose final value differs from the initial one, for a valid state (equation 4).
    pub changed: Option<Group>,
    /// All other cells.
    pub unchanged: Option<Group>,
    /// The class of a valid incorrect state.
    pub error: Option<ErrorClass>,
    /// What copying the initial state would score.
    pub copy: Baseline,
    /// What the all-zero state would score.
    pub zero: Baseline,
    /// The byte span of the response that was parsed.
    pub extracted: Option<(usize, usize)>,
    /// Why the answer is invalid.
    pub reason: Option<Reason>,
}

/// The disjoint partition of all answers (C.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A valid state equal to the reference everywhere.
    Exact,
    /// A valid state with at least one wrong cell.
    Incorrect,
    /// A nonempty response without a valid state.
    Invalid,
    /// An absent or empty response.
    Empty,
}

/// Where the errors of a valid incorrect state lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorClass {
    /// Only on cells that change.
    ChangedOnly,
    /// Only on cells that keep their value.
    UnchangedOnly,
    /// On both.
    Both,
}

/// A group of cells and how many of them are wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The size of the group.
    pub cells: usize,
    /// |E| within it.
    pub wrong: usize,
}

/// A prediction that reads no events.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Baseline {
    /// |E|.
    pub wrong: usize,
}

/// Scores a response against the reference: `initial` is W_0, `target` is W_T.
pub fn score(response: Option<&str>, space: &Space, initial: &World, target: &World) -> Score {
    let strict = response.is_some_and(|text| read_strict(text, space).is_ok_and(|world| world == *target));
    Score::new(&read(response, space), strict, initial, target)
}

impl Score {
    /// The score of an answer that has been read; `strict` says whether the raw response alone is exact.
    pub fn new(answer: &Answer, strict: bool, initial: &World, target: &World) -> Score {
        let mut score = Score {
            outcome: Outcome::Empty,
            strict,
            cells: target.cells().len(),
            wrong: None,
            changed: None,
            unchanged: None,
            error: None,
            copy: Baseline { wrong: initial.differences(target).count() },
            zero: Baseline { wrong: target.occupied() },
            extracted: None,
            reason: None,
        };
        match answer {
            Answer::Empty => {}
            Answer::Invalid { span, reason } => {
                score.outcome = Outcome::Invalid;
                score.extracted = span.as_ref().map(|span| (span.start, span.end));
                score.reason = Some(reason.clone());
            }
            Answer::Valid { span, world } => {
                score.extracted = Some((span.start, span.end));
                score.compare(world, initial, target);
            }
        }
        score
    }

    fn compare(&mut self, world: &World, initial: &World, target: &World) {
        let (mut changed, mut unchanged) = (Group { cells: 0, wrong: 0 }, Group { cells: 0, wrong: 0 });
        for ((&before, &reference), &answer) in initial.cells().iter().zip(target.cells()).zip(world.cells()) {
            let group = if before != reference { &mut changed } else { &mut unchanged };
            group.cells += 1;
            group.wrong += usize::from(answer != reference);
        }
        self.wrong = Some(changed.wrong + unchanged.wrong);
        self.changed = Some(changed);
        self.unchanged = Some(unchanged);
        self.error = match (changed.wrong, unchanged.wrong) {
            (0, 0) => None,
            (_, 0) => Some(ErrorClass::ChangedOnly),
            (0, _) => Some(ErrorClass::UnchangedOnly),
            _ => Some(ErrorClass::Both),
        };
        self.outcome = if self.error.is_none() { Outcome::Exact } else { Outcome::Incorrect };
    }
}
