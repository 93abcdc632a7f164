//! What many scores say together: the measures of the paper (3.4, C.3) and their uncertainty (C.4).

mod bootstrap;
mod measures;

pub use self::bootstrap::{Interval, RESAMPLES, interval};
pub use self::measures::Measures;

/// The value at a fraction `q` of a sorted list, between two of its members by linear interpolation at position (n-1)q (C.3;
/// clarification 21). Nothing of an empty list.
fn quantile(sorted: &[i64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = last as f64 * q;
    let (below, above) = (sorted[position.floor() as usize], sorted[position.ceil() as usize]);
    Some(below as f64 + (above - below) as f64 * position.fract())
}
