//! The generator: from a condition, a seed and an index to a trajectory, the same everywhere (paper 3.3, B.7; generator
//! specification).
//!
//! - `condition`: what a trajectory is asked to be, as data
//! - `key`: what names a trajectory
//! - `initial`: the world it starts from
//! - `schedule`: which positions are SET events, what these do, and where no-ops are asked for
//! - `select`: the best of 32 proposals
//! - `trajectory`: attempts, acceptance, records, and the instances at prefixes
//! - `stored`: the reading of stored trajectories
//! - `suite`: the paper's sets of trajectories
//! - `batch`: files of generated lines and their manifest
//! - `stats`, `published`: what trajectories are like, beside what the paper says
//!
//! The proposer of each family is in the family's file; what proposers draw from is [`crate::rule::sampling`].

pub mod batch;
pub mod condition;
pub(crate) mod initial;
mod key;
pub mod published;
pub mod schedule;
mod select;
pub mod stats;
mod stored;
pub mod suite;
mod trajectory;

pub use key::{Key, MOST_INDICES};
pub use stored::is_stored;
pub use trajectory::{Category, Core, Reason, Record, Rejected, Trajectory, generate};

/// The version of the generator's semantics, the first part of every seed path. Whatever gives other trajectories gets another
/// version beside this one.
pub const VERSION: &str = "grid-bench/1";

/// The paper's dataset seed.
pub const SEED: u64 = 20_260_907;
