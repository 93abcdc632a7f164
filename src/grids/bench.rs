//! Benchmark workloads: what one event of each family costs, and what the generator costs, natively and in a browser.
//!
//! A case is a family on a shape. On shapes that the generator fills, its histories are the first trajectories of the family's main
//! condition. Larger worlds get a history of their own at the same target, density and SET rate, the best of 32 random proposals at a
//! time: the generator looks at whole worlds, which would take too long there. Everything is drawn from named streams and thus the
//! same everywhere; nothing here reads a clock: the caller hands one in.
//!
//! What is timed: a pass executes every event of all histories, SETs included, and divides the time by the number of *core* events,
//! so that SETs make a family look slower and never faster. Putting the worlds back to their initial states between two passes is
//! not timed.

use base::json;
use base::random::Stream;
use std::collections::BTreeSet;
use std::hint::black_box;

use crate::generate::condition::{Condition, MOST_CELLS, Request};
use crate::generate::schedule::is_set;
use crate::generate::suite::{Plan, Suite, TRAJECTORIES};
use crate::generate::{SEED, generate};
use crate::rule::sampling::{Aim, Initializer, Sampling, Unit};
use crate::rule::{self, Change, Event, Family, SAMPLED, Scratch, Transition, execute};
use crate::trace::final_state;
use crate::world::codec::list;
use crate::world::{Alphabet, Shape, Space, World};

/// A family on a shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The family whose events are counted.
    pub family: &'static dyn Family,
    /// The side lengths.
    pub shape: Vec<u32>,
}

/// All cases: every family on the paper's shapes, and the families whose cost should not depend on the size of the world on two
/// large ones.
pub fn cases() -> Vec<Case> {
    let small: [&[u32]; 3] = [&[16, 16], &[6, 6, 7], &[4, 4, 4, 4]];
    let large: [&[u32]; 2] = [&[512, 512], &[2048, 2048]];
    let local = ["SET", "PAINT", "REFLECT", "STENCIL", "MIX", "LAYER"];
    let case = |family, shape: &[u32]| Case { family, shape: shape.to_vec() };
    let mut cases = Vec::new();
    for &family in rule::FAMILIES {
        cases.extend(small.map(|shape| case(family, shape)));
        if local.contains(&family.name()) {
            cases.extend(large.map(|shape| case(family, shape)));
        }
    }
    cases
}

/// What a case took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measurement {
    /// Nanoseconds per core event: the median of the samples.
    pub nanoseconds: f64,
    /// The fastest sample.
    pub fastest: f64,
    /// The mean realised workload of a core event, in the paper's unit: reads, or written cells for STENCIL and MIX.
    pub workload: f64,
    /// The mean number of cells that a core event changes.
    pub changed: f64,
}

/// Events of each trajectory that are timed.
const LENGTH: usize = 64;
/// Events of a history that is drawn.
const DRAWN: usize = 512;

/// How a history is drawn: as the family's line of Table 8 says, and SET alone at a steady density.
fn sampling(family: &str) -> Option<Sampling> {
    const SET: Sampling = Sampling {
        target: Some(1),
        unit: Unit::Reads,
        alphabet: &[0, 1, 2, 3],
        initializer: Initializer::Uniform,
        band: (45, 65),
        sets: 0,
        tolerance: 0,
        most: 1,
        noops: false,
        least_effect: 0,
    };
    let sampled = SAMPLED.iter().find(|sampled| sampled.name() == family);
    if family == "SET" { Some(SET) } else { sampled.map(|sampled| sampled.sampling()) }
}

/// The histories of a case, ready to be executed again and again.
pub struct Workload {
    histories: Vec<History>,
    /// Core events of all histories.
    events: usize,
    workload: u64,
    changed: usize,
    scratch: Scratch,
}

struct History {
    world: World,
    transitions: Vec<Box<dyn Transition>>,
    /// Cells and their initial values, wherever the last state differs from the initial one.
    restore: Vec<(usize, u16)>,
}

impl Workload {
    /// The histories of a case, 64 events of each of eight trajectories, or 512 events in a large world. Nothing if the case has no
    /// condition.
    pub fn prepare(case: &Case) -> Option<Workload> {
        let mut all = Workload { histories: Vec::new(), events: 0, workload: 0, changed: 0, scratch: Scratch::default() };
        let volume = case.shape.iter().map(|&side| side as usize).product::<usize>();
        if case.family.is_core() && volume <= MOST_CELLS {
            all.generate(case)?;
        } else {
            all.draw(case)?;
        }
        Some(all)
    }

    /// The first trajectories of the family's main condition.
    fn generate(&mut self, case: &Case) -> Option<()> {
        let request = Request { family: case.family.name().to_owned(), shape: case.shape.clone(), ..Request::default() };
        for key in Plan::new(vec![Condition::new(&request).ok()?], SEED, 0, TRAJECTORIES).ok()?.keys() {
            let trajectory = generate(&key).ok()?;
            let instance = trajectory.instance(LENGTH);
            for (record, core) in trajectory.records[..LENGTH].iter().filter_map(|record| Some((record, record.core.as_ref()?))) {
                self.count(core.workload, record.effect);
            }
            let last = final_state(&instance).ok()?;
            self.push(instance.initial, &last, instance.transitions);
        }
        Some(())
    }

    /// A history drawn for a large world, or of SET alone.
    fn draw(&mut self, case: &Case) -> Option<()> {
        let sampling = sampling(case.family.name())?;
        let space = Space { shape: Shape::new(&case.shape).ok()?, alphabet: Alphabet::new(sampling.alphabet).ok()? };
        let family = case.family.name();
        let stream = Stream::new(&format!("grid-bench/bench/{family}/{}", space.shape));
        let (world, scratch) = (World::empty(&space.shape), Scratch::default());
        let mut draft = Draft { family, sampling: &sampling, space: &space, stream, world, occupied: 0, scratch };
        draft.fill();
        let initial = draft.world.clone();
        let mut transitions = Vec::new();
        for t in 1..=DRAWN {
            let set = is_set(t, sampling.sets);
            let chosen = if set { draft.set()? } else { draft.core()? };
            if !set {
                self.count(chosen.workload, chosen.changed);
            }
            transitions.push(chosen.transition);
        }
        self.push(initial, &draft.world, transitions);
        Some(())
    }

    fn count(&mut self, workload: u64, changed: usize) {
        self.events += 1;
        self.workload += workload;
        self.changed += changed;
    }

    fn push(&mut self, initial: World, last: &World, transitions: Vec<Box<dyn Transition>>) {
        let restore = initial.differences(last).map(|cell| (cell, initial.get(cell))).collect();
        self.histories.push(History { world: initial, transitions, restore });
    }

    /// Times the case: `samples` samples, each of as many passes as fill `seconds` by the clock `now`, which counts seconds, and of
    /// at least one. The clock may be coarse: what it loses on one pass it gives to another.
    pub fn measure(&mut self, samples: usize, seconds: f64, now: &dyn Fn() -> f64) -> Measurement {
        self.sample(seconds, now);
        let mut times: Vec<f64> = (0..samples.max(1)).map(|_| self.sample(seconds, now)).collect();
        times.sort_by(f64::total_cmp);
        let events = self.events as f64;
        Measurement {
            nanoseconds: times[times.len() / 2],
            fastest: times[0],
            workload: self.workload as f64 / events,
            changed: self.changed as f64 / events,
        }
    }

    /// Nanoseconds per core event.
    fn sample(&mut self, seconds: f64, now: &dyn Fn() -> f64) -> f64 {
        // A clock that stands still ends the sample too.
        const MOST_PASSES: usize = 100_000;
        let (mut elapsed, mut passes) = (0.0, 0);
        loop {
            let start = now();
            self.pass();
            elapsed += now() - start;
            passes += 1;
            for History { world, restore, .. } in &mut self.histories {
                for &(cell, value) in &*restore {
                    world.set(cell, value);
                }
            }
            if elapsed >= seconds || passes == MOST_PASSES {
                return elapsed * 1e9 / (passes * self.events) as f64;
            }
        }
    }

    fn pass(&mut self) {
        for History { world, transitions, .. } in &mut self.histories {
            for transition in transitions {
                // No event of a history is invalid: it was executed when it was drawn.
                let _ = black_box(execute(transition.as_ref(), world, &mut self.scratch));
            }
        }
    }
}

/// What the generator took for the paper's suite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Generation {
    /// How many trajectories there are.
    pub trajectories: usize,
    /// Seconds for all of them, one after the other.
    pub seconds: f64,
    /// Seconds for one: the median.
    pub median: f64,
    /// Seconds for one: the slowest.
    pub slowest: f64,
}

/// Times the paper's suite, each trajectory made to its full length, its candidates executed, its record written out.
pub fn generation(now: &dyn Fn() -> f64) -> Generation {
    let mut times = Vec::new();
    for key in Plan::suite(Suite::Paper, SEED).keys() {
        let start = now();
        // Every trajectory of the suite exists; the time of one that does not would count all the same.
        let _ = black_box(generate(&key).map(|trajectory| trajectory.to_json()));
        times.push(now() - start);
    }
    let seconds = times.iter().sum();
    times.sort_by(f64::total_cmp);
    let at = |index: usize| times.get(index).copied().unwrap_or_default();
    Generation { trajectories: times.len(), seconds, median: at(times.len() / 2), slowest: at(times.len().saturating_sub(1)) }
}

/// A history in the making.
struct Draft<'a> {
    family: &'static str,
    sampling: &'a Sampling,
    space: &'a Space,
    stream: Stream,
    world: World,
    occupied: usize,
    scratch: Scratch,
}

/// An event that has been chosen and executed.
struct Chosen {
    transition: Box<dyn Transition>,
    workload: u64,
    changed: usize,
}

impl Draft<'_> {
    /// The initial world, with a density in the middle of the band.
    fn fill(&mut self) {
        let volume = self.space.shape.volume();
        let goal = volume * (self.sampling.band.0 + self.sampling.band.1) as usize / 200;
        if self.sampling.initializer == Initializer::Regions {
            while self.occupied < goal {
                self.grow_region();
            }
            return;
        }
        for cell in 0..volume {
            if (self.stream.below(volume as u32) as usize) < goal {
                let value = self.label();
                self.world.set(cell, value);
            }
        }
        self.occupied = self.world.occupied();
    }

    /// Grows one component with a random seed until it and its boundary come near the target.
    fn grow_region(&mut self) {
        let shape = &self.space.shape;
        let neighbours = shape.neighbours();
        let seed = self.cell();
        if self.world.get(seed) != 0 {
            return;
        }
        let target = self.sampling.target.unwrap_or_default();
        let (least, most) = (target / 2, 11 * target / 10);
        let goal = (least + u64::from(self.stream.below((most - least + 1) as u32))) as usize;
        let (mut region, mut edge) = (BTreeSet::from([seed]), BTreeSet::from_iter(neighbours.of(seed)));
        while region.len() + edge.len() < goal {
            let empty: Vec<usize> = edge.iter().copied().filter(|&cell| self.world.get(cell) == 0).collect();
            let Some(&cell) = self.stream.pick(&empty) else { break };
            edge.remove(&cell);
            region.insert(cell);
            edge.extend(neighbours.of(cell).filter(|neighbour| !region.contains(neighbour)));
        }
        let value = self.label_unlike(edge.iter().map(|&cell| self.world.get(cell)).collect());
        for &cell in &region {
            self.world.set(cell, value);
        }
        self.occupied += region.len();
    }

    /// A random nonzero value.
    fn label(&mut self) -> u16 {
        1 + self.stream.below(self.sampling.alphabet.len() as u32 - 1) as u16
    }

    /// A random nonzero value that is not one of these, where there is one.
    fn label_unlike(&mut self, others: BTreeSet<u16>) -> u16 {
        let labels = &self.sampling.alphabet[1..];
        let free: Vec<u16> = labels.iter().copied().filter(|label| !others.contains(label)).collect();
        self.stream.pick(if free.is_empty() { labels } else { &free }).copied().unwrap_or_default()
    }

    fn cell(&mut self) -> usize {
        self.stream.below(self.space.shape.volume() as u32) as usize
    }

    /// A random cell that is occupied, or one that is empty.
    fn cell_that_is(&mut self, occupied: bool) -> Option<usize> {
        const TRIES: usize = 100_000;
        (0..TRIES).find_map(|_| {
            let cell = self.cell();
            ((self.world.get(cell) != 0) == occupied).then_some(cell)
        })
    }

    fn point(&self, cell: usize) -> String {
        list(&self.space.shape.point(cell))
    }

    /// A SET event that keeps the density in its band (generator specification, section 4).
    fn set(&mut self) -> Option<Chosen> {
        let volume = self.space.shape.volume();
        let (low, high) = (self.sampling.band.0 as usize, self.sampling.band.1 as usize);
        let (clear, fill) = (100 * self.occupied > high * volume, 100 * self.occupied < low * volume);
        let cell = self.cell_that_is(clear || !fill)?;
        let value = if clear {
            0
        } else if self.sampling.initializer == Initializer::Regions {
            let mut near: BTreeSet<u16> =
                self.space.shape.neighbours().of(cell).map(|neighbour| self.world.get(neighbour)).collect();
            near.insert(self.world.get(cell));
            self.label_unlike(near)
        } else {
            self.label()
        };
        let event = self.read(&format!("{{\"op\":\"SET\",\"p\":{},\"v\":{value}}}", self.point(cell)))?;
        self.commit(event)
    }

    /// The best of 32 proposals by realised workload and density (generator specification, section 5).
    fn core(&mut self) -> Option<Chosen> {
        let mut best: Option<(u64, Box<dyn Transition>)> = None;
        for _ in 0..32 {
            let Some(transition) = self.propose() else { continue };
            let penalty = self.penalty(transition.as_ref())?;
            if best.as_ref().is_none_or(|(least, _)| penalty < *least) {
                best = Some((penalty, transition));
            }
            if penalty == 0 {
                break;
            }
        }
        self.commit(best?.1)
    }

    fn propose(&mut self) -> Option<Box<dyn Transition>> {
        let text = match self.family {
            "SET" => format!("\"p\":{},\"v\":{}", self.random_point(), self.stream.below(4)),
            "PAINT" => {
                let anchor = self.cell();
                let source = self.world.get(anchor);
                let target = (u32::from(source) + 1 + self.stream.below(3)) % 4;
                let radius = self.stream.below(15);
                format!("\"a\":{},\"r\":{radius},\"u\":{source},\"v\":{target}", self.point(anchor))
            }
            "REFLECT" => {
                let sides = self.space.shape.sides();
                let extents: Vec<u32> = sides.iter().map(|&side| 1 + self.stream.below(side.min(32))).collect();
                let low: Vec<u32> =
                    sides.iter().zip(&extents).map(|(side, extent)| self.stream.below(side - extent + 1)).collect();
                let high: Vec<u32> = low.iter().zip(&extents).map(|(low, extent)| low + extent - 1).collect();
                let axes: Vec<usize> = (0..sides.len()).filter(|&axis| extents[axis] >= 2).collect();
                format!("\"lo\":{},\"hi\":{},\"axis\":{}", list(&low), list(&high), self.stream.pick(&axes)?)
            }
            "STENCIL" => format!("\"a\":{},\"r\":{}", self.random_point(), self.stream.below(4)),
            "MIX" => {
                let anchor = self.cell_that_is(true)?;
                format!("\"p\":{},\"r\":{}", self.point(anchor), self.stream.below(8))
            }
            "LAYER" => {
                let seed = self.cell_that_is(true)?;
                format!("\"p\":{},\"s\":{}", self.point(seed), self.sign())
            }
            _ => return None,
        };
        self.read(&format!("{{\"op\":\"{}\",{text}}}", self.family))
    }

    fn random_point(&mut self) -> String {
        let cell = self.cell();
        self.point(cell)
    }

    fn sign(&mut self) -> i32 {
        if self.stream.below(2) == 0 { -1 } else { 1 }
    }

    fn read(&self, event: &str) -> Option<Box<dyn Transition>> {
        Event::from_json(json::parse(event).ok()?.root(), self.space).ok()?.transition(self.space).ok()
    }

    /// How far an event is from the target and leaves the density band.
    fn penalty(&mut self, transition: &dyn Transition) -> Option<u64> {
        let (low, high) = (self.sampling.band.0 as usize, self.sampling.band.1 as usize);
        let aim = Aim { target: self.sampling.target.unwrap_or_default(), tolerance: self.sampling.tolerance };
        let volume = self.space.shape.volume();
        let off_target = aim.penalty(transition.workload(&self.world, &mut self.scratch));
        let changes = execute(transition, &mut self.world, &mut self.scratch).ok()?;
        let occupied = occupied_after(self.occupied, changes);
        for change in changes {
            self.world.set(change.cell as usize, change.before);
        }
        let outside = (100 * occupied).saturating_sub(high * volume).max((low * volume).saturating_sub(100 * occupied));
        Some(off_target + ((2 * outside as u64) << 24) / ((high - low) * volume) as u64)
    }

    fn commit(&mut self, transition: Box<dyn Transition>) -> Option<Chosen> {
        let workload = transition.workload(&self.world, &mut self.scratch);
        let changes = execute(transition.as_ref(), &mut self.world, &mut self.scratch).ok()?;
        self.occupied = occupied_after(self.occupied, changes);
        let changed = changes.len();
        Some(Chosen { transition, workload, changed })
    }
}

fn occupied_after(before: usize, changes: &[Change]) -> usize {
    let count = |is: fn(&Change) -> bool| changes.iter().filter(|change| is(change)).count();
    before + count(|change| change.before == 0) - count(|change| change.after == 0)
}
