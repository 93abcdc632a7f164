//! What trajectories are like: everything that the paper publishes about its own, and each condition by itself (paper B.6, B.7, E.4;
//! generator specification, section 12).
//!
//! Trajectories are added one after the other and nothing of them is kept but counts, so their order does not matter.

use serde::Serialize;
use std::collections::BTreeMap;

use super::condition::Condition;
use super::published::{PUBLISHED, Published, REFERENCE, Scale};
use super::suite::{LENGTHS, MAIN_SHAPES, Suite, TRAJECTORIES, is_main};
use super::{Category, Reason, Trajectory};
use crate::rule::{Scratch, execute};
use crate::world::{Shape, World};

/// Most statistics are about the first events up to this one, the longest history that is evaluated.
pub const HORIZON: usize = 64;
/// Suffix checks run core events only at this many last positions before the horizon (E.4).
const SUFFIXES: [usize; 3] = [8, 16, 32];

/// Counts of what has been added.
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// By the name of the condition.
    conditions: BTreeMap<String, Tally>,
}

/// The trajectories of one condition. Events are counted up to the horizon.
#[derive(Debug, Clone)]
struct Tally {
    condition: Condition,
    trajectories: u64,
    rejected: [u64; Reason::ALL.len()],
    most_attempts: u32,
    core: u64,
    sets: u64,
    workload: u64,
    reads: u64,
    changed: u64,
    noops: u64,
    missed: u64,
    repeated: u64,
    contacts: u64,
    /// Trajectories with a contact.
    touching: u64,
    /// Trajectories whose first event changes nothing.
    idle_first: u64,
    /// Nonzero cells of the initial states, and of those at the horizon.
    occupied: [u64; 2],
    /// By length, without 0.
    at: [At; LENGTHS.len() - 1],
    /// Recovered states at the horizon, by suffix.
    recovered: [u64; SUFFIXES.len()],
}

/// The instances of one length.
#[derive(Debug, Clone, Copy, Default)]
struct At {
    instances: u64,
    /// Cells that copying the initial state gets right.
    copied: u64,
    /// Cells that are 0.
    zero: u64,
    copy_exact: u64,
    zero_exact: u64,
    all_changed: u64,
}

/// A published quantity, of the trajectories at hand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Value {
    /// The number.
    pub number: f64,
    /// Of how many, where it is a count.
    pub of: Option<u64>,
    /// Whether these are eight trajectories of each condition that it is about, as the ranges assume.
    pub whole: bool,
}

impl Statistics {
    /// Takes a trajectory into account.
    pub fn add(&mut self, trajectory: &Trajectory) {
        let condition = &trajectory.key.condition;
        self.conditions.entry(condition.name()).or_insert_with(|| Tally::new(condition)).add(trajectory);
    }

    /// Mean accuracy of copying the initial state on the main set, in percent.
    pub fn copy_accuracy(&self, length: usize) -> Option<Value> {
        self.main_accuracy(length, |at| at.copied)
    }

    /// Mean accuracy of the all-zero state on the main set, in percent.
    pub fn zero_accuracy(&self, length: usize) -> Option<Value> {
        self.main_accuracy(length, |at| at.zero)
    }

    /// Mean reads of MIX on the two-dimensional shape at a target.
    pub fn flat_mix_reads(&self, target: u64) -> Option<Value> {
        self.flat_mix(target, |tally| tally.reads)
    }

    /// Mean changed cells of MIX on the two-dimensional shape at a target.
    pub fn flat_mix_changes(&self, target: u64) -> Option<Value> {
        self.flat_mix(target, |tally| tally.changed)
    }

    /// Events of RELABEL that let regions touch, in the main set.
    pub fn contact_events(&self) -> Option<Value> {
        self.main_count(is_relabel, |tally| tally.contacts, |tally| Some(tally.core))
    }

    /// Trajectories of RELABEL with such an event.
    pub fn contact_trajectories(&self) -> Option<Value> {
        self.main_count(is_relabel, |tally| tally.touching, |tally| Some(tally.trajectories))
    }

    /// Main states at the horizon that come out right when core events are executed only at the last `suffix` positions.
    pub fn recoveries(&self, suffix: usize) -> Option<Value> {
        self.main_count(|_| true, |tally| tally.recovered(suffix), |tally| Some(tally.trajectories))
    }

    /// The same without RELABEL.
    pub fn recoveries_outside_relabel(&self, suffix: usize) -> Option<Value> {
        self.main_count(|tally| !is_relabel(tally), |tally| tally.recovered(suffix), |tally| Some(tally.trajectories))
    }

    /// Core events of the main set.
    pub fn core_events(&self) -> Option<Value> {
        self.main_count(|_| true, |tally| tally.core, |_| None)
    }

    /// SET events of the main set.
    pub fn set_events(&self) -> Option<Value> {
        self.main_count(|_| true, |tally| tally.sets, |_| None)
    }

    /// Main instances of positive length that end where they began.
    pub fn copy_exact(&self) -> Option<Value> {
        self.main_instances(|at| at.copy_exact)
    }

    /// Main instances of positive length that end empty.
    pub fn zero_exact(&self) -> Option<Value> {
        self.main_instances(|at| at.zero_exact)
    }

    /// Main instances of positive length in which no cell ends as it began.
    pub fn all_changed(&self) -> Option<Value> {
        self.main_instances(|at| at.all_changed)
    }

    /// Main trajectories whose first event changes nothing.
    pub fn idle_first_events(&self) -> Option<Value> {
        self.main_count(|_| true, |tally| tally.idle_first, |tally| Some(tally.trajectories))
    }

    /// Everything, as data.
    pub fn report(&self) -> Report {
        let paper = Suite::Paper.conditions();
        let place = |tally: &Tally| paper.iter().position(|condition| *condition == tally.condition).unwrap_or(paper.len());
        // Conditions in the order of the paper, others after them by name; names are those of the map, so in order already.
        let mut tallies: Vec<&Tally> = self.conditions.values().collect();
        tallies.sort_by_key(|tally| place(tally));
        let mut shapes: Vec<&Shape> = Vec::new();
        for tally in &tallies {
            let shape = &tally.condition.space().shape;
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        Report {
            comparison: PUBLISHED.iter().filter_map(|published| Comparison::new(published, (published.value)(self)?)).collect(),
            attempts: Attempts::of(&tallies),
            shapes: shapes.into_iter().map(Structure::of).collect(),
            conditions: tallies.into_iter().map(ConditionRow::of).collect(),
        }
    }

    /// The main conditions that pass a test, and whether there are eight trajectories of each of these.
    fn main(&self, is: impl Fn(&Tally) -> bool) -> (Vec<&Tally>, bool) {
        let found: Vec<&Tally> = self.conditions.values().filter(|tally| is_main(&tally.condition) && is(tally)).collect();
        let expected = Suite::Main.conditions().iter().filter(|condition| is(&Tally::new(condition))).count();
        let whole = found.len() == expected && found.iter().all(|tally| tally.is_whole());
        (found, whole)
    }

    fn main_accuracy(&self, length: usize, right: impl Fn(&At) -> u64) -> Option<Value> {
        let (tallies, whole) = self.main(|_| true);
        let at = || tallies.iter().filter_map(|tally| Some((tally, tally.at(length)?)));
        let instances: u64 = at().map(|(_, at)| at.instances).sum();
        let sum: f64 = at().map(|(tally, at)| right(at) as f64 / tally.cells()).sum();
        Some(Value { number: 100.0 * mean(sum, instances)?, of: None, whole })
    }

    fn main_count(
        &self,
        is: impl Fn(&Tally) -> bool,
        count: impl Fn(&Tally) -> u64,
        of: impl Fn(&Tally) -> Option<u64>,
    ) -> Option<Value> {
        let (tallies, whole) = self.main(is);
        let count: u64 = tallies.iter().map(|tally| count(tally)).sum();
        (!tallies.is_empty()).then(|| Value { number: count as f64, of: tallies.iter().map(|tally| of(tally)).sum(), whole })
    }

    fn main_instances(&self, count: impl Fn(&At) -> u64) -> Option<Value> {
        let sum = |tally: &Tally, count: &dyn Fn(&At) -> u64| tally.at.iter().map(count).sum();
        self.main_count(|_| true, |tally| sum(tally, &count), |tally| Some(sum(tally, &|at| at.instances)))
    }

    fn flat_mix(&self, target: u64, sum: impl Fn(&Tally) -> u64) -> Option<Value> {
        let wanted = |tally: &&Tally| {
            let Tally { condition, .. } = tally;
            condition.family().name() == "MIX"
                && condition.space().shape.sides() == MAIN_SHAPES[0]
                && condition.follows_table_8()
                && condition.target() == target
        };
        let tally = self.conditions.values().find(wanted)?;
        Some(Value { number: mean(sum(tally) as f64, tally.core)?, of: None, whole: tally.is_whole() })
    }
}

fn is_relabel(tally: &Tally) -> bool {
    tally.condition.family().name() == "RELABEL"
}

/// Nothing over nothing (clarification 18).
fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

impl Tally {
    fn new(condition: &Condition) -> Tally {
        Tally {
            condition: condition.clone(),
            trajectories: 0,
            rejected: Default::default(),
            most_attempts: 0,
            core: 0,
            sets: 0,
            workload: 0,
            reads: 0,
            changed: 0,
            noops: 0,
            missed: 0,
            repeated: 0,
            contacts: 0,
            touching: 0,
            idle_first: 0,
            occupied: [0; 2],
            at: Default::default(),
            recovered: [0; SUFFIXES.len()],
        }
    }

    fn add(&mut self, trajectory: &Trajectory) {
        self.trajectories += 1;
        for (sum, count) in self.rejected.iter_mut().zip(Reason::count(&trajectory.rejected)) {
            *sum += count;
        }
        self.most_attempts = self.most_attempts.max(trajectory.rejected.len() as u32 + 1);
        self.add_records(trajectory);
        let initial = &trajectory.initial;
        let last = replay(
            trajectory,
            HORIZON,
            |_| true,
            |t, world| {
                if let Some(place) = LENGTHS[1..].iter().position(|&length| length == t) {
                    self.at[place].add(initial, world);
                }
            },
        );
        self.occupied[0] += initial.occupied() as u64;
        self.occupied[1] += last.as_ref().map_or(0, World::occupied) as u64;
        if trajectory.events.len() >= HORIZON {
            for (count, suffix) in self.recovered.iter_mut().zip(SUFFIXES) {
                // A merge that is not possible recovers nothing (clarification 20).
                let partial = replay(trajectory, HORIZON, |t| t > HORIZON - suffix, |_, _| ());
                *count += u64::from(partial.is_some() && partial == last);
            }
        }
    }

    fn add_records(&mut self, trajectory: &Trajectory) {
        let before = self.contacts;
        for record in trajectory.records.iter().take(HORIZON) {
            let Some(core) = &record.core else {
                self.sets += 1;
                continue;
            };
            self.core += 1;
            self.workload += core.workload;
            self.reads += record.scan;
            self.changed += record.effect as u64;
            self.noops += u64::from(core.requested == Category::Noop);
            self.missed += u64::from(core.missed);
            self.repeated += u64::from(core.repeated);
            self.contacts += u64::from(core.contact == Some(true));
        }
        self.touching += u64::from(self.contacts > before);
        self.idle_first += u64::from(trajectory.records.first().is_some_and(|record| record.effect == 0));
    }

    fn cells(&self) -> f64 {
        self.condition.space().shape.volume() as f64
    }

    fn is_whole(&self) -> bool {
        self.trajectories == u64::from(TRAJECTORIES)
    }

    fn at(&self, length: usize) -> Option<&At> {
        LENGTHS[1..].iter().position(|&known| known == length).map(|place| &self.at[place])
    }

    fn recovered(&self, suffix: usize) -> u64 {
        SUFFIXES.iter().position(|&known| known == suffix).map_or(0, |place| self.recovered[place])
    }
}

impl At {
    fn add(&mut self, initial: &World, world: &World) {
        let cells = world.cells().len();
        let (changed, occupied) = (initial.differences(world).count(), world.occupied());
        self.instances += 1;
        self.copied += (cells - changed) as u64;
        self.zero += (cells - occupied) as u64;
        self.copy_exact += u64::from(changed == 0);
        self.zero_exact += u64::from(occupied == 0);
        self.all_changed += u64::from(changed == cells);
    }
}

/// Executes the first events, core events only at the 1-based positions that `core` selects, and shows every state. The last state,
/// unless an event cannot be executed.
fn replay(
    trajectory: &Trajectory,
    events: usize,
    core: impl Fn(usize) -> bool,
    mut each: impl FnMut(usize, &World),
) -> Option<World> {
    let space = trajectory.key.condition.space();
    let (mut world, mut scratch) = (trajectory.initial.clone(), Scratch::default());
    for (t, event) in (1..).zip(trajectory.events.iter().take(events)) {
        if !event.family.is_core() || core(t) {
            let transition = event.transition(space).ok()?;
            execute(transition.as_ref(), &mut world, &mut scratch).ok()?;
        }
        each(t, &world);
    }
    Some(world)
}

/// Everything that is known about some trajectories.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Published quantities, as far as there are trajectories for them.
    pub comparison: Vec<Comparison>,
    /// Acceptance.
    pub attempts: Attempts,
    /// Table 7 for the shapes that occur.
    pub shapes: Vec<Structure>,
    /// Each condition.
    pub conditions: Vec<ConditionRow>,
}

/// A published quantity beside ours.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// What it is.
    pub statistic: &'static str,
    /// Where the paper says it.
    pub source: &'static str,
    /// The paper's value.
    pub paper: f64,
    /// The value of these trajectories, rounded to two places.
    pub ours: f64,
    /// Of how many, where it is a count.
    pub of: Option<u64>,
    /// The central 95 % of 200 seeds of the generator.
    pub range: (f64, f64),
    /// Whether ours is inside the range. Nothing if these are not the eight trajectories of each condition that it assumes.
    pub ours_inside: Option<bool>,
    /// Whether the paper's value is.
    pub paper_inside: bool,
}

impl Comparison {
    fn new(published: &Published, value: Value) -> Option<Comparison> {
        let Published { name, source, paper, range, .. } = *published;
        // The ranges have two places as well.
        let ours = (100.0 * value.number).round() / 100.0;
        let inside = |value: f64| (range.0..=range.1).contains(&value);
        Some(Comparison {
            statistic: name,
            source,
            paper,
            ours,
            of: value.of,
            range,
            ours_inside: value.whole.then(|| inside(ours)),
            paper_inside: inside(paper),
        })
    }
}

/// How many attempts trajectories needed. Trajectories that do not exist are not among them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Attempts {
    /// Accepted trajectories.
    pub trajectories: u64,
    /// Rejected attempts by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// The most attempts that one trajectory needed.
    pub most: u32,
}

impl Attempts {
    fn of(tallies: &[&Tally]) -> Attempts {
        let count = |place: usize| tallies.iter().map(|tally| tally.rejected[place]).sum();
        Attempts {
            trajectories: tallies.iter().map(|tally| tally.trajectories).sum(),
            rejected: Reason::ALL.iter().enumerate().map(|(place, reason)| (reason.name(), count(place))).collect(),
            most: tallies.iter().map(|tally| tally.most_attempts).max().unwrap_or(0),
        }
    }
}

/// Exact structural quantities of a shape (B.6, Table 7).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Structure {
    /// The side lengths.
    pub shape: Vec<u32>,
    /// N.
    pub cells: u64,
    /// Undirected neighbour pairs E (equation 11).
    pub edges: u64,
    /// 2E/N (equation 12).
    pub mean_degree: f64,
    /// The share of cells on the boundary, in percent (equation 13).
    pub boundary: f64,
    /// The reads of an aggregation over the whole world, N + 2E.
    pub scan: u64,
}

impl Structure {
    /// The quantities of a shape.
    pub fn of(shape: &Shape) -> Structure {
        let cells = shape.volume() as u64;
        let sides = || shape.sides().iter().map(|&side| u64::from(side));
        let edges: u64 = sides().map(|side| cells / side * (side - 1)).sum();
        let inside: u64 = sides().map(|side| side.saturating_sub(2)).product();
        Structure {
            shape: shape.sides().to_vec(),
            cells,
            edges,
            mean_degree: 2.0 * edges as f64 / cells as f64,
            boundary: 100.0 * (1.0 - inside as f64 / cells as f64),
            scan: cells + 2 * edges,
        }
    }
}

/// The trajectories of one condition. Events are counted up to the horizon.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConditionRow {
    /// Its name.
    pub condition: String,
    /// The target workload.
    pub target: u64,
    /// What it counts.
    pub unit: &'static str,
    /// Trajectories.
    pub trajectories: u64,
    /// Core events.
    pub core: u64,
    /// SET events.
    pub sets: u64,
    /// Means over the core events.
    pub scale: Option<Scale>,
    /// The same over 200 seeds, for a condition of the paper.
    pub reference: Option<Scale>,
    /// Mean density of the initial states and of those at the horizon, in percent.
    pub density: [f64; 2],
    /// Core events that were asked to change nothing.
    pub noops: u64,
    /// Core events that are not of the category that was asked for.
    pub missed: u64,
    /// Core events that could only repeat an earlier state.
    pub repeated: u64,
    /// Core events that let regions touch; nothing for other families than RELABEL.
    pub contacts: Option<u64>,
    /// Rejected attempts by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// The most attempts that one trajectory needed.
    pub most_attempts: u32,
}

impl ConditionRow {
    fn of(tally: &Tally) -> ConditionRow {
        let Tally { condition, .. } = tally;
        let name = condition.name();
        let scale = |core: u64| {
            Some(Scale {
                workload: mean(tally.workload as f64, core)?,
                reads: mean(tally.reads as f64, core)?,
                changed: mean(tally.changed as f64, core)?,
            })
        };
        let Attempts { rejected, most, .. } = Attempts::of(&[tally]);
        ConditionRow {
            target: condition.target(),
            unit: condition.sampling().unit.name(),
            trajectories: tally.trajectories,
            core: tally.core,
            sets: tally.sets,
            scale: scale(tally.core),
            reference: REFERENCE.iter().find(|(known, _)| *known == name).map(|(_, scale)| *scale),
            density: tally.occupied.map(|cells| 100.0 * cells as f64 / (tally.cells() * tally.trajectories as f64)),
            noops: tally.noops,
            missed: tally.missed,
            repeated: tally.repeated,
            contacts: is_relabel(tally).then_some(tally.contacts),
            rejected,
            most_attempts: most,
            condition: name,
        }
    }
}
