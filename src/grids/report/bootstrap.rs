//! The stratified bootstrap of whole trajectories (C.4).

use base::random::Stream;
use serde::Serialize;

use super::quantile;

/// As many resamples as the paper draws.
pub const RESAMPLES: usize = 2000;

/// A marginal 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval(pub f64, pub f64);

/// The interval of a mean over trajectories and lengths (equation 20). Each stratum lists its trajectories by what they have in sum over
/// the selected lengths: how many are exact, or how many more with one model than with another. `lengths` is how many are selected.
/// Nothing of no trajectories, and where both ends are equal (clarification 21).
pub fn interval(strata: &[Vec<i64>], lengths: usize, resamples: usize, seed: u64) -> Option<Interval> {
    let trajectories: usize = strata.iter().map(Vec::len).sum();
    let all = (trajectories * lengths) as f64;
    if all == 0.0 {
        return None;
    }
    let mut stream = Stream::new(&format!("grid-bench/bootstrap/{seed}"));
    let mut draw = |stratum: &Vec<i64>| (0..stratum.len()).filter_map(|_| stream.pick(stratum)).sum::<i64>();
    let mut sums: Vec<i64> = (0..resamples).map(|_| strata.iter().map(&mut draw).sum()).collect();
    sums.sort_unstable();
    let (low, high) = (quantile(&sums, 0.025)?, quantile(&sums, 0.975)?);
    (low < high).then_some(Interval(low / all, high / all))
}
