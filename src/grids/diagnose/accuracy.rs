//! How often a diagnosis finds the misreading that an answer was made with: a benchmark on synthetic answers.
//!
//! For every family on the paper's shapes and every length, the first trajectories of the main condition are carried out under each
//! reading that makes a difference there; what comes out, with so many cells changed at random as the noise says, is the answer. A
//! slip that can happen at many events happens at one of them. Beside these stand answers that nothing explains. All is drawn from
//! named streams and is the same everywhere.

use base::random::Stream;
use std::hint::black_box;

use super::{Diagnosis, Reading, Search};
use crate::generate::condition::{Condition, Request};
use crate::generate::suite::Plan;
use crate::generate::{Key, SEED, Trajectory, generate};
use crate::instance::Instance;
use crate::rule::{self, Family};
use crate::trace::Trace;
use crate::world::{Space, World};

/// The shapes of the paper.
pub const SHAPES: [&[u32]; 3] = [&[16, 16], &[6, 6, 7], &[4, 4, 4, 4]];
/// The lengths that are measured.
pub const LENGTHS: [usize; 4] = [1, 8, 16, 64];
/// How many cells are changed at random.
pub const NOISE: [usize; 4] = [0, 1, 3, 10];
/// Trajectories of each family and shape.
const TRAJECTORIES: u32 = 4;
/// Answers of each kind that nothing explains, for each instance.
const RANDOM: usize = 8;

/// An answer and what was found.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The events of the history.
    pub length: usize,
    /// What the answer is.
    pub kind: Kind,
    /// Whether an explanation was claimed.
    pub claimed: bool,
}

/// What an answer of a trial is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// What a reading gives, with so many cells changed at random.
    Misread {
        /// Its name.
        reading: String,
        /// The cells that were changed.
        noise: usize,
        /// Its place in the ranking, from 1 on; nothing if it is not there.
        rank: Option<usize>,
    },
    /// The reference with so many cells changed at random.
    Scattered(usize),
    /// Every cell at random, with more or fewer empty ones.
    Random,
}

/// Makes and diagnoses all answers to the histories of a family.
pub fn measure(family: &dyn Family, each: &mut impl FnMut(Trial)) {
    for (path, trajectory) in trajectories(family) {
        for length in LENGTHS {
            let instance = trajectory.instance(length);
            if let Ok(trace) = Trace::run(&instance) {
                answer(&instance, &trace, Stream::new(&format!("grid-bench/diagnosis/{path}/{length}")), each);
            }
        }
    }
}

/// The trajectories of a family, each with its path.
fn trajectories(family: &dyn Family) -> impl Iterator<Item = (String, Trajectory)> {
    SHAPES.into_iter().flat_map(move |shape| {
        let request = Request { family: family.name().to_owned(), shape: shape.to_vec(), ..Request::default() };
        let condition = Condition::new(&request).ok();
        let plan = condition.and_then(|condition| Plan::new(vec![condition], SEED, 0, TRAJECTORIES).ok());
        let keys: Vec<Key> = plan.iter().flat_map(Plan::keys).collect();
        keys.into_iter().filter_map(|key| Some((key.path(), generate(&key).ok()?)))
    })
}

/// Instances of this length, one of each family on each shape, for a clock.
pub fn instances(length: usize) -> Vec<(Instance, Trace)> {
    let first = rule::core_families().flat_map(|family| trajectories(family).step_by(TRAJECTORIES as usize));
    first
        .filter_map(|(_, trajectory)| {
            let instance = trajectory.instance(length);
            let trace = Trace::run(&instance).ok()?;
            Some((instance, trace))
        })
        .collect()
}

/// Searches once for what explains an answer, the initial state, to each instance.
pub fn search(instances: &[(Instance, Trace)]) {
    for (instance, trace) in instances {
        let mut search = Search::new(instance, trace, vec![&instance.initial]);
        while search.single() {}
        black_box(search.diagnosis(0));
    }
}

fn answer(instance: &Instance, trace: &Trace, mut stream: Stream, each: &mut impl FnMut(Trial)) {
    let (length, space) = (instance.events.len(), &instance.space);
    let right = trace.state(&instance.initial, length);
    let (mut kinds, mut answers) = (Vec::new(), Vec::new());
    for (reading, end) in readings(instance, trace, &right, &mut stream) {
        for noise in NOISE {
            kinds.push((Kind::Misread { reading: reading.name(), noise, rank: None }, Some(reading)));
            answers.push(changed(&end, noise, space, &mut stream));
        }
    }
    for noise in NOISE.into_iter().filter(|&noise| noise > 0) {
        for _ in 0..RANDOM {
            kinds.push((Kind::Scattered(noise), None));
            answers.push(changed(&right, noise, space, &mut stream));
        }
    }
    for _ in 0..RANDOM {
        kinds.push((Kind::Random, None));
        let mut world = World::empty(&space.shape);
        let density = stream.below(100);
        for cell in 0..space.shape.volume() {
            if stream.below(100) < density {
                world.set(cell, stream.pick(space.alphabet.values()).copied().unwrap_or(0));
            }
        }
        answers.push(world);
    }
    let mut search = Search::new(instance, trace, answers.iter().collect());
    while search.single() {}
    for (index, (mut kind, reading)) in kinds.into_iter().enumerate() {
        let diagnosis = search.diagnosis(index);
        if let (Kind::Misread { rank, .. }, Some(reading)) = (&mut kind, reading) {
            *rank = place(&diagnosis, reading);
        }
        each(Trial { length, kind, claimed: diagnosis.claimed().next().is_some() });
    }
}

/// One reading of each kind, with its final state where that is not the right one.
fn readings(instance: &Instance, trace: &Trace, right: &World, stream: &mut Stream) -> Vec<(Reading, World)> {
    let mut ends: Vec<(Reading, World)> = Vec::new();
    for kind in Reading::kinds(instance) {
        let differing = kind.into_iter().filter_map(|reading| {
            let end = reading.states(instance, trace)?.pop()?.1;
            (end != *right).then_some((reading, end))
        });
        let differing: Vec<_> = differing.collect();
        ends.extend(stream.pick(&differing).cloned());
    }
    ends
}

/// The place of a reading, or of one that ends in the same state.
fn place(diagnosis: &Diagnosis, reading: Reading) -> Option<usize> {
    let same = |other: &Reading| other.name() == reading.name() && other.event() == reading.event();
    let found = diagnosis.ranking.iter().position(|found| same(&found.reading) || found.also.iter().any(same));
    found.map(|index| index + 1)
}

/// A state with so many cells changed at random.
fn changed(world: &World, count: usize, space: &Space, stream: &mut Stream) -> World {
    let mut cells: Vec<usize> = (0..world.cells().len()).collect();
    stream.shuffle(&mut cells);
    let mut changed = world.clone();
    for &cell in cells.iter().take(count) {
        let others: Vec<u16> = space.alphabet.values().iter().copied().filter(|&value| value != world.get(cell)).collect();
        changed.set(cell, stream.pick(&others).copied().unwrap_or(0));
    }
    changed
}
