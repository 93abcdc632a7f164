//! The paper's sets of trajectories (B.7, C.1; generator specification, section 0).

use super::condition::{Condition, ConditionError, Request};
use super::key::{Key, MOST_INDICES};
use crate::rule;

/// The shapes of the main conditions.
pub const MAIN_SHAPES: [&[u32]; 3] = [&[16, 16], &[6, 6, 7], &[4, 4, 4, 4]];
/// The further conditions of the workload study, all on [16,16].
const WORKLOADS: [(&str, u64); 7] =
    [("PAINT", 25), ("REFLECT", 16), ("REFLECT", 256), ("LAYER", 15), ("LAYER", 150), ("MIX", 6), ("MIX", 30)];
/// Trajectories of each condition.
pub const TRAJECTORIES: u32 = 8;
/// The lengths of the instances that are made of a trajectory.
pub const LENGTHS: [usize; 6] = [0, 1, 8, 16, 32, 64];

/// A set of conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suite {
    /// Eight families on three shapes: 192 trajectories.
    Main,
    /// Seven further targets: 56 trajectories.
    Workload,
    /// Both: 248 trajectories.
    Paper,
}

impl Suite {
    /// All suites.
    pub const ALL: [Suite; 3] = [Suite::Main, Suite::Workload, Suite::Paper];

    /// The name in files and addresses.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Main => "main",
            Suite::Workload => "workload",
            Suite::Paper => "paper",
        }
    }

    /// The suite of a name.
    pub fn find(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name() == name)
    }

    /// The suite that consists of these conditions in this order.
    pub fn of(conditions: &[Condition]) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.conditions() == conditions)
    }

    /// Its conditions, in order.
    pub fn conditions(self) -> Vec<Condition> {
        match self {
            Suite::Main => main(),
            Suite::Workload => workload(),
            Suite::Paper => main().into_iter().chain(workload()).collect(),
        }
    }
}

/// Trajectories to make: some indices of each of some conditions.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// In order.
    pub conditions: Vec<Condition>,
    /// The dataset seed.
    pub seed: u64,
    /// The first index of each condition.
    pub first: u32,
    /// How many of each condition.
    pub count: u32,
}

impl Plan {
    /// Checks a plan: nothing would be made twice, and every trajectory has a name.
    pub fn new(conditions: Vec<Condition>, seed: u64, first: u32, count: u32) -> Result<Plan, ConditionError> {
        let fail = |field, detail| Err(ConditionError { field, detail });
        if conditions.is_empty() {
            return fail("condition", "found none, expected at least one".to_owned());
        }
        if let Some(position) = (1..conditions.len()).find(|&position| conditions[..position].contains(&conditions[position])) {
            return fail("condition", format!("found {} twice, expected every condition once", conditions[position].name()));
        }
        if !(1..=MOST_INDICES).contains(&count) {
            return fail("count", format!("found {count}, expected 1 to {MOST_INDICES} trajectories of each condition"));
        }
        if first > MOST_INDICES - count {
            let most = MOST_INDICES - count;
            let detail = format!("found index {first} for the first of {count} trajectories, expected at most {most}");
            return fail("first", detail);
        }
        Ok(Plan { conditions, seed, first, count })
    }

    /// A whole suite.
    pub fn suite(suite: Suite, seed: u64) -> Plan {
        Plan { conditions: suite.conditions(), seed, first: 0, count: TRAJECTORIES }
    }

    /// The number of trajectories.
    pub fn len(&self) -> usize {
        self.conditions.len() * self.count as usize
    }

    /// Whether there is nothing to make.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The keys of the trajectories, in order.
    pub fn keys(&self) -> impl Iterator<Item = Key> {
        let Plan { seed, first, count, .. } = *self;
        let indices = first..first.saturating_add(count);
        let keys = move |condition: &Condition| {
            let condition = condition.clone();
            indices.clone().map(move |index| Key { condition: condition.clone(), seed, index })
        };
        self.conditions.iter().flat_map(keys)
    }
}

fn main() -> Vec<Condition> {
    let on = |family: &'static str| MAIN_SHAPES.into_iter().filter_map(move |shape| condition(family, shape, None));
    rule::core_families().flat_map(|family| on(family.name())).collect()
}

fn workload() -> Vec<Condition> {
    WORKLOADS.into_iter().filter_map(|(family, target)| condition(family, MAIN_SHAPES[0], Some(target))).collect()
}

fn condition(family: &str, shape: &[u32], target: Option<u64>) -> Option<Condition> {
    Condition::new(&Request { family: family.to_owned(), shape: shape.to_vec(), target, ..Request::default() }).ok()
}

/// Whether a condition is one of the 24 main ones.
pub fn is_main(condition: &Condition) -> bool {
    let sides = condition.space().shape.sides();
    condition.follows_table_8() && MAIN_SHAPES.contains(&sides) && condition.has_main_target()
}

/// Whether a condition is one of the paper's.
pub fn is_of_the_paper(condition: &Condition) -> bool {
    let further = WORKLOADS.contains(&(condition.family().name(), condition.target()));
    let flat = condition.space().shape.sides() == MAIN_SHAPES[0];
    is_main(condition) || (condition.follows_table_8() && further && flat)
}
