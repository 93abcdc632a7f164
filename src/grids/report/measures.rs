//! The measures of a set of answers.

use serde::Serialize;

use super::quantile;
use crate::score::{ErrorClass, Group, Outcome, Score};

/// Wrong cells of an answer that is nearly right (C.3).
const FEW: usize = 5;

/// The measures of some requests (FORMATS.md, `M`). Rates are fractions of one; a rate or quantile of an empty population is nothing,
/// a count 0 (clarification 18).
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Measures {
    /// All requests, the denominator of exact match.
    pub n: usize,
    /// The partition of the answers (C.3).
    pub exact: usize,
    /// See `exact`.
    pub incorrect: usize,
    /// See `exact`.
    pub invalid: usize,
    /// See `exact`.
    pub empty: usize,
    /// Exact match (equation 2).
    pub em: Option<f64>,
    /// Strict exact match, of the raw responses.
    pub strict_em: Option<f64>,
    /// The share of valid states.
    pub valid: Option<f64>,
    /// Cell accuracy of valid states (equation 3).
    pub ca: Option<f64>,
    /// Valid states whose instance has cells that change, and their accuracy there (equation 19).
    pub n_changed: usize,
    /// See `n_changed`.
    pub ca_changed: Option<f64>,
    /// The same of cells that keep their value.
    pub n_unchanged: usize,
    /// See `n_unchanged`.
    pub ca_unchanged: Option<f64>,
    /// Valid incorrect states, and the median and the 90th percentile of their wrong cells.
    pub n_wrong: usize,
    /// See `n_wrong`.
    pub wrong_median: Option<f64>,
    /// See `n_wrong`.
    pub wrong_p90: Option<f64>,
    /// How many of them have at most five wrong cells.
    pub wrong_le5: usize,
    /// Their error classes.
    pub changed_only: usize,
    /// See `changed_only`.
    pub unchanged_only: usize,
    /// See `changed_only`.
    pub both: usize,
    /// The cell accuracy of copying the initial state, and of the all-zero state, over the valid answers (clarification 19).
    pub copy_ca: Option<f64>,
    /// See `copy_ca`.
    pub zero_ca: Option<f64>,
    /// Valid answers whose cell accuracy is above that of copying.
    pub above_copy: usize,
    /// The exact match of copying, and of the all-zero state, over all requests.
    pub copy_em: Option<f64>,
    /// See `copy_em`.
    pub zero_em: Option<f64>,
}

impl Measures {
    /// The measures of some scores, one for each request.
    pub fn of<'s>(scores: impl IntoIterator<Item = &'s Score>) -> Measures {
        let mut measures = Measures::default();
        let (mut strict, mut copied, mut zero) = (0, 0, 0);
        let (mut all, mut changed, mut unchanged, mut copy_ca, mut zero_ca) =
            (Mean::default(), Mean::default(), Mean::default(), Mean::default(), Mean::default());
        let mut extents = Vec::new();
        for score in scores {
            measures.n += 1;
            strict += usize::from(score.strict);
            copied += usize::from(score.copy.wrong == 0);
            zero += usize::from(score.zero.wrong == 0);
            match score.outcome {
                Outcome::Exact => measures.exact += 1,
                Outcome::Incorrect => measures.incorrect += 1,
                Outcome::Invalid => measures.invalid += 1,
                Outcome::Empty => measures.empty += 1,
            }
            let Some(wrong) = score.wrong else { continue };
            all.add(wrong, score.cells);
            copy_ca.add(score.copy.wrong, score.cells);
            zero_ca.add(score.zero.wrong, score.cells);
            measures.above_copy += usize::from(wrong < score.copy.wrong);
            for (mean, group) in [(&mut changed, score.changed), (&mut unchanged, score.unchanged)] {
                if let Some(Group { cells, wrong }) = group.filter(|group| group.cells > 0) {
                    mean.add(wrong, cells);
                }
            }
            if wrong > 0 {
                extents.push(wrong as i64);
                measures.wrong_le5 += usize::from(wrong <= FEW);
            }
            match score.error {
                Some(ErrorClass::ChangedOnly) => measures.changed_only += 1,
                Some(ErrorClass::UnchangedOnly) => measures.unchanged_only += 1,
                Some(ErrorClass::Both) => measures.both += 1,
                None => {}
            }
        }
        extents.sort_unstable();
        let of_all = |count: usize| (measures.n > 0).then(|| count as f64 / measures.n as f64);
        Measures {
            em: of_all(measures.exact),
            strict_em: of_all(strict),
            valid: of_all(measures.exact + measures.incorrect),
            ca: all.get(),
            n_changed: changed.count,
            ca_changed: changed.get(),
            n_unchanged: unchanged.count,
            ca_unchanged: unchanged.get(),
            n_wrong: extents.len(),
            wrong_median: quantile(&extents, 0.5),
            wrong_p90: quantile(&extents, 0.9),
            copy_ca: copy_ca.get(),
            zero_ca: zero_ca.get(),
            copy_em: of_all(copied),
            zero_em: of_all(zero),
            ..measures
        }
    }
}

/// A mean of shares of right cells.
#[derive(Default)]
struct Mean {
    sum: f64,
    count: usize,
}

impl Mean {
    fn add(&mut self, wrong: usize, cells: usize) {
        self.sum += (cells - wrong) as f64 / cells as f64;
        self.count += 1;
    }

    fn get(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}
