//! What names a trajectory: condition, dataset seed and index, of which everything about it follows.

use base::digest::sha256;

use super::condition::{Condition, ConditionError};
use super::suite::is_of_the_paper;
use super::{SEED, VERSION};

/// Trajectories of these indices are the paper's original cohort, those after them the additional one (C.1).
const ORIGINAL: u32 = 4;
/// Indices have at most six digits, so that names stay short enough for an id.
pub const MOST_INDICES: u32 = 1_000_000;

/// The key of a trajectory.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// What it is asked to be.
    pub condition: Condition,
    /// The dataset seed.
    pub seed: u64,
    /// Its number among the trajectories of the condition, below a million.
    pub index: u32,
}

impl Key {
    /// The path, for example `grid-bench/1/20260907/PAINT/16x16/100/0`, from which the streams of all attempts are seeded. It is
    /// all that a link needs.
    pub fn path(&self) -> String {
        format!("{VERSION}/{}/{}/{}", self.seed, self.condition.name(), self.index)
    }

    /// Reads a path.
    pub fn parse(path: &str) -> Result<Key, ConditionError> {
        let bad = |field, found: &str, expected: &str| ConditionError {
            field,
            detail: format!("found {found:?}, expected {expected}"),
        };
        let Some(rest) = path.strip_prefix(VERSION).and_then(|rest| rest.strip_prefix('/')) else {
            return Err(bad("generator", path, &format!("a path that starts with {VERSION}/")));
        };
        let (seed, rest) = rest.split_once('/').ok_or_else(|| bad("condition", rest, "seed, condition and index"))?;
        let (condition, index) = rest.rsplit_once('/').ok_or_else(|| bad("condition", rest, "condition and index"))?;
        let seed = seed.parse().map_err(|_| bad("seed", seed, "an integer from 0 to 2^64-1"))?;
        let condition = Condition::parse(condition)?;
        match index.parse() {
            Ok(index) if index < MOST_INDICES => Ok(Key { condition, seed, index }),
            _ => Err(bad("index", index, &format!("an integer from 0 to {}", MOST_INDICES - 1))),
        }
    }

    /// The name, which is the id of the trajectory, for example `paint-d2-w100-00`: family, dimension, target and index. One that
    /// does not follow from the paper's conditions and seed has the sides of its world and eight digits of a hash of what it
    /// follows from instead, so that names are told apart.
    pub fn name(&self) -> String {
        let Key { condition, seed, index } = self;
        let (family, target) = (condition.family().name().to_lowercase(), condition.target());
        let shape = &condition.space().shape;
        if *seed == SEED && is_of_the_paper(condition) {
            return format!("{family}-d{}-w{target}-{index:02}", shape.dimensions());
        }
        let sides: Vec<String> = shape.sides().iter().map(u32::to_string).collect();
        let origin = sha256(&format!("{VERSION}/{seed}/{}", condition.name()));
        format!("{family}-{}-w{target}-{}-{index:02}", sides.join("x"), &origin[..8])
    }

    /// `original` or `additional` (C.1).
    pub fn cohort(&self) -> &'static str {
        if self.index < ORIGINAL { "original" } else { "additional" }
    }

    /// The key of the next index, if there is one.
    pub fn next(&self) -> Option<Key> {
        let index = self.index.checked_add(1).filter(|&index| index < MOST_INDICES)?;
        Some(Key { index, ..self.clone() })
    }
}
