//! What a set of trajectories has turned out to be, counted for charts and tables (paper B.7).

use super::work::Outcome;
use crate::generate::{Reason, Rejected};

/// Counts over some trajectories of one condition, or over several conditions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    /// Trajectories that exist.
    pub made: usize,
    /// Those of which no attempt was accepted.
    pub failed: usize,
    /// Attempts that were rejected, by reason in the order of [`Reason::ALL`].
    pub reasons: [usize; Reason::ALL.len()],
    /// Core events.
    pub core: usize,
    /// SET events.
    pub sets: usize,
    /// Core events that changed something.
    pub effective: usize,
    /// Core events that are not of the category that was asked for.
    pub missed: usize,
    /// Core events for which every candidate repeated an earlier state.
    pub repeated: usize,
    /// The workloads of all core events, added up.
    pub workload: u64,
    /// The changed cells of all core events, added up.
    pub changed: usize,
    /// The lowest and the highest mean workload of a trajectory.
    pub range: Option<(f64, f64)>,
}

impl Tally {
    /// Counts outcomes.
    pub fn of<'o>(outcomes: impl IntoIterator<Item = &'o Outcome>) -> Tally {
        outcomes.into_iter().fold(Tally::default(), |mut tally, outcome| {
            tally.add(outcome);
            tally
        })
    }

    /// Counts one more.
    pub fn add(&mut self, outcome: &Outcome) {
        let rejected = match outcome {
            Ok(trajectory) => &trajectory.rejected,
            Err(Rejected { reasons }) => reasons,
        };
        for &reason in rejected {
            self.reasons[reason as usize] += 1;
        }
        let Ok(trajectory) = outcome else {
            self.failed += 1;
            return;
        };
        self.made += 1;
        let (before, workload) = (self.core, self.workload);
        for record in &trajectory.records {
            let Some(core) = &record.core else {
                self.sets += 1;
                continue;
            };
            self.core += 1;
            self.effective += usize::from(record.effect > 0);
            self.missed += usize::from(core.missed);
            self.repeated += usize::from(core.repeated);
            self.workload += core.workload;
            self.changed += record.effect;
        }
        if let Some(mean) = ratio(self.workload - workload, self.core - before) {
            let (low, high) = self.range.unwrap_or((mean, mean));
            self.range = Some((low.min(mean), high.max(mean)));
        }
    }

    /// Takes the counts of another set, whose trajectories are others.
    pub fn join(&mut self, other: &Tally) {
        self.made += other.made;
        self.failed += other.failed;
        for (mine, theirs) in self.reasons.iter_mut().zip(other.reasons) {
            *mine += theirs;
        }
        self.core += other.core;
        self.sets += other.sets;
        self.effective += other.effective;
        self.missed += other.missed;
        self.repeated += other.repeated;
        self.workload += other.workload;
        self.changed += other.changed;
        self.range = match (self.range, other.range) {
            (Some(mine), Some(theirs)) => Some((mine.0.min(theirs.0), mine.1.max(theirs.1))),
            (mine, theirs) => mine.or(theirs),
        };
    }

    /// Attempts that were rejected.
    pub fn rejected(&self) -> usize {
        self.reasons.iter().sum()
    }

    /// All attempts.
    pub fn attempts(&self) -> usize {
        self.made + self.rejected()
    }

    /// The mean workload of a core event, unless there is none.
    pub fn mean_workload(&self) -> Option<f64> {
        ratio(self.workload, self.core)
    }

    /// The mean number of cells that a core event changes.
    pub fn mean_changed(&self) -> Option<f64> {
        ratio(self.changed as u64, self.core)
    }

    /// The reasons that occurred, with how often.
    pub fn reasons(&self) -> impl Iterator<Item = (Reason, usize)> {
        Reason::ALL.into_iter().zip(self.reasons).filter(|(_, count)| *count > 0)
    }
}

fn ratio(sum: u64, count: usize) -> Option<f64> {
    (count > 0).then(|| sum as f64 / count as f64)
}

/// Where a ratio lies between a half and two, with equal factors equally far apart, as a share of the way; what lies beyond is put
/// at the ends. These are the ratios of realised workload and target between which a trajectory is accepted.
pub fn place(ratio: f64) -> f64 {
    ((ratio.log2() + 1.0) / 2.0).clamp(0.0, 1.0)
}
