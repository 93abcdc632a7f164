//! Benchmark workloads: what one event of each family costs, and what the generator costs, natively and in a browser.
//!
//! A case is a family on a shape. Its histories follow the paper's workload conditions (generator specification, section 0):
//! targets, densities, alphabets, and SET events at the family's rate, which keep the world in a steady state. Each core event is
//! the best of 32 random proposals by realised workload and density. Everything is drawn from named streams and thus the same
//! everywhere; nothing here reads a clock: the caller hands one in.
//!
//! What is timed: a pass executes every event of all histories, SETs included, and divides the time by the number of *core* events,
//! so that SETs make a family look slower and never faster. Putting the worlds back to their initial states between two passes is
//! not timed.

use base::json;
use base::random::Stream;
use std::collections::BTreeSet;
use std::hint::black_box;

use crate::generate::suite::{Plan, Suite};
use crate::generate::{SEED, generate};
use crate::rule::{self, Change, Event, Family, Footprint, Scratch, Transition, execute};
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

/// A workload condition (generator specification, section 0).
struct Condition {
    family: &'static str,
    /// Reads, or written cells for STENCIL and MIX; 0 for the volume of the world.
    target: u64,
    alphabet: &'static [u16],
    /// Equal components are grown instead of drawing each cell for itself.
    regions: bool,
    /// The density band in percent.
    low: usize,
    high: usize,
    /// SET events per ten events.
    sets: usize,
    /// In percent.
    tolerance: u64,
}

const TILES: &[u16] = &[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096];

/// The table of the generator specification, and SET alone.
#[rustfmt::skip]
const CONDITIONS: [Condition; 9] = [
    Condition { family: "SET", target: 1, alphabet: &[0, 1, 2, 3], regions: false, low: 45, high: 65, sets: 0, tolerance: 0 },
    Condition { family: "PAINT", target: 100, alphabet: &[0, 1, 2, 3], regions: false, low: 45, high: 65, sets: 2, tolerance: 15 },
    Condition { family: "REFLECT", target: 64, alphabet: &[0, 1, 2, 3], regions: false, low: 45, high: 65, sets: 2, tolerance: 25 },
    Condition { family: "STENCIL", target: 10, alphabet: &[0, 1, 2, 3], regions: false, low: 55, high: 85, sets: 2, tolerance: 30 },
    Condition { family: "MIX", target: 12, alphabet: &[0, 1, 2, 3], regions: false, low: 55, high: 70, sets: 2, tolerance: 15 },
    Condition { family: "RELABEL", target: 100, alphabet: &[0, 1, 2, 3, 4, 5, 6], regions: true, low: 50, high: 65, sets: 2, tolerance: 25 },
    Condition { family: "LAYER", target: 60, alphabet: &[0, 1, 2, 3, 4, 5, 6], regions: true, low: 45, high: 60, sets: 2, tolerance: 25 },
    Condition { family: "MOVE", target: 50, alphabet: &[0, 1, 2, 3], regions: false, low: 35, high: 55, sets: 3, tolerance: 25 },
    Condition { family: "COMPRESS", target: 0, alphabet: TILES, regions: false, low: 15, high: 35, sets: 5, tolerance: 0 },
];

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
    /// Draws the histories of a case: eight of 64 events, or one of 512 in a large world. Nothing if the case has no condition.
    pub fn prepare(case: &Case) -> Option<Workload> {
        let condition = CONDITIONS.iter().find(|condition| condition.family == case.family.name())?;
        let space = Space { shape: Shape::new(&case.shape).ok()?, alphabet: Alphabet::new(condition.alphabet).ok()? };
        let (count, length) = if space.shape.volume() > 1 << 16 { (1, 512) } else { (8, 64) };
        let mut all = Workload { histories: Vec::new(), events: 0, workload: 0, changed: 0, scratch: Scratch::default() };
        for index in 0..count {
            let stream = Stream::new(&format!("grid-bench/bench/{}/{}/{index}", condition.family, space.shape));
            let world = World::empty(&space.shape);
            let mut draft = Draft { condition, space: &space, stream, world, occupied: 0, scratch: Scratch::default() };
            draft.fill();
            let initial = draft.world.clone();
            let mut transitions = Vec::new();
            for t in 1..=length {
                let set = t * condition.sets / 10 > (t - 1) * condition.sets / 10;
                let chosen = if set { draft.set()? } else { draft.core()? };
                if !set {
                    all.events += 1;
                    all.workload += chosen.workload;
                    all.changed += chosen.changed;
                }
                transitions.push(chosen.transition);
            }
            let restore = initial.differences(&draft.world).map(|cell| (cell, initial.get(cell))).collect();
            all.histories.push(History { world: initial, transitions, restore });
        }
        Some(all)
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
    condition: &'a Condition,
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
        let goal = volume * (self.condition.low + self.condition.high) / 200;
        if self.condition.regions {
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
        let (least, most) = (self.condition.target / 2, 11 * self.condition.target / 10);
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

    /// A random nonzero value; COMPRESS starts with small ones.
    fn label(&mut self) -> u16 {
        if self.condition.family == "COMPRESS" {
            return if self.stream.below(10) < 9 { 1 } else { 2 };
        }
        1 + self.stream.below(self.condition.alphabet.len() as u32 - 1) as u16
    }

    /// A random nonzero value that is not one of these, where there is one.
    fn label_unlike(&mut self, others: BTreeSet<u16>) -> u16 {
        let labels = &self.condition.alphabet[1..];
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
        let (clear, spawn) = (100 * self.occupied > self.condition.high * volume, self.condition.family == "COMPRESS");
        let fill = spawn || 100 * self.occupied < self.condition.low * volume;
        let cell = self.cell_that_is(clear || !fill)?;
        let value = if clear {
            0
        } else if self.condition.regions {
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
        let text = match self.condition.family {
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
            "RELABEL" => {
                // A value that the component does not touch, so that components stay apart.
                let seed = self.cell_that_is(true)?;
                let look = self.read(&format!("{{\"op\":\"RELABEL\",\"p\":{},\"v\":0}}", self.point(seed)))?;
                let reads = look.footprint(&self.world, &mut self.scratch).reads;
                let near = reads.into_iter().map(|cell| self.world.get(cell as usize)).collect();
                format!("\"p\":{},\"v\":{}", self.point(seed), self.label_unlike(near))
            }
            "LAYER" => {
                let seed = self.cell_that_is(true)?;
                format!("\"p\":{},\"s\":{}", self.point(seed), self.sign())
            }
            "MOVE" => {
                let steps = 1 + self.stream.below(self.space.shape.sides().iter().copied().max()?);
                format!("\"v\":{},\"axis\":{},\"direction\":{},\"k\":{steps}", self.label(), self.axis(), self.sign())
            }
            _ => format!("\"axis\":{},\"direction\":{}", self.axis(), self.sign()),
        };
        self.read(&format!("{{\"op\":\"{}\",{text}}}", self.condition.family))
    }

    fn random_point(&mut self) -> String {
        let cell = self.cell();
        self.point(cell)
    }

    fn axis(&mut self) -> u32 {
        self.stream.below(self.space.shape.dimensions() as u32)
    }

    fn sign(&mut self) -> i32 {
        if self.stream.below(2) == 0 { -1 } else { 1 }
    }

    fn read(&self, event: &str) -> Option<Box<dyn Transition>> {
        Event::from_json(json::parse(event).ok()?.root(), self.space).ok()?.transition(self.space).ok()
    }

    /// How far an event is from the target and leaves the density band.
    fn penalty(&mut self, transition: &dyn Transition) -> Option<u64> {
        let Condition { low, high, tolerance, .. } = *self.condition;
        let volume = self.space.shape.volume();
        let target = if self.condition.target == 0 { volume as u64 } else { self.condition.target };
        let found = self.workload(transition);
        let (less, more) = (found.min(target).max(1), found.max(target));
        let off_target = if 100 * more <= (100 + tolerance) * less { 0 } else { 1000 * (more - less) / less };
        let changes = execute(transition, &mut self.world, &mut self.scratch).ok()?;
        let occupied = occupied_after(self.occupied, changes);
        for change in changes {
            self.world.set(change.cell as usize, change.before);
        }
        let outside = (100 * occupied).saturating_sub(high * volume).max((low * volume).saturating_sub(100 * occupied));
        Some(off_target + (2000 * outside / ((high - low) * volume)) as u64)
    }

    fn workload(&mut self, transition: &dyn Transition) -> u64 {
        let Footprint { scan, writes, .. } = transition.footprint(&self.world, &mut self.scratch);
        if matches!(self.condition.family, "STENCIL" | "MIX") { writes.len() as u64 } else { scan }
    }

    fn commit(&mut self, transition: Box<dyn Transition>) -> Option<Chosen> {
        let workload = self.workload(transition.as_ref());
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
