//! How histories of a family are sampled: its line of Table 8, and what its proposer draws from (paper 3.3, B.7; generator
//! specification, sections 0, 5 and 6).
//!
//! A proposer draws one event for the current state of a [`Site`]. Every list that it picks from is in increasing order, and no
//! floating point decides anything, so that the same stream gives the same events everywhere.

use base::random::Stream;
use smallvec::SmallVec;
use std::fmt;
use std::rc::Rc;

use super::flood::cells_of;
use super::geometry::{ball_runs, reached_sizes};
use super::{Args, Change, Family, Footprint, Scratch, Transition, execute};
use crate::world::blocks::ones;
use crate::world::{MAX_DIMENSIONS, Shape, Space, WORD, World};

/// A core family whose histories the benchmark samples.
pub trait Sampled: Family {
    /// How it samples them (Table 8).
    fn sampling(&self) -> Sampling;

    /// Draws one event for the current state of a site, without effect if a no-op is asked for and the family knows how (paper
    /// B.7; generator specification, section 6). Nothing if this draw gives no event.
    fn propose(&self, site: &mut Site, noop: bool) -> Option<Args>;

    /// Whether an event lets regions touch that did not before, for a family in which that matters (clarification 23).
    fn contact(&self, _args: &Args, _before: &World, _scratch: &mut Scratch) -> Option<bool> {
        None
    }
}

impl fmt::Debug for dyn Sampled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Sampled {
    fn eq(&self, other: &dyn Sampled) -> bool {
        self.name() == other.name()
    }
}

/// The line of a family in Table 8, and what else its conditions have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// The target workload of the main conditions; nothing if it is the volume of the world.
    pub target: Option<u64>,
    /// What the target counts.
    pub unit: Unit,
    /// The values of the main conditions.
    pub alphabet: &'static [u16],
    /// How the initial state is made.
    pub initializer: Initializer,
    /// The lowest and the highest density of the initial state, in percent.
    pub band: (u32, u32),
    /// SET events among ten events.
    pub sets: u32,
    /// How far a workload may be from the target, in percent.
    pub tolerance: u64,
    /// The largest workload that an event can have, in cells of the world.
    pub most: u64,
    /// Whether events without effect are asked for, one in ten.
    pub noops: bool,
    /// The least share of the write support that a candidate must change, in percent.
    pub least_effect: u64,
}

/// What the workload of an event counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// The canonical read count |R|.
    Reads,
    /// The size of the write support |S|.
    Support,
    /// The cells of the world.
    Cells,
}

impl Unit {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Reads => "reads",
            Unit::Support => "support",
            Unit::Cells => "cells",
        }
    }

    /// What is counted, for people.
    pub fn counted(self) -> &'static str {
        match self {
            Unit::Reads => "reads",
            Unit::Support => "written cells",
            Unit::Cells => "cells",
        }
    }
}

/// How an initial state is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Initializer {
    /// Cells and values drawn independently.
    Uniform,
    /// The values 1, nine times in ten, and 2.
    SmallTiles,
    /// Connected sets of one value, of the size that the target asks for.
    Regions,
}

impl Initializer {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Initializer::Uniform => "uniform",
            Initializer::SmallTiles => "small tiles",
            Initializer::Regions => "regions",
        }
    }

    /// Values that an alphabet must have for it.
    pub fn needs(self) -> &'static [u16] {
        match self {
            Initializer::SmallTiles => &[1, 2],
            Initializer::Uniform | Initializer::Regions => &[],
        }
    }
}

/// The target workload of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    /// In the unit of the family; at least 1.
    pub target: u64,
    /// In percent.
    pub tolerance: u64,
}

impl Aim {
    /// p_w of equation 16 for a workload, in units of 2^-24: 0 within the tolerance.
    pub fn penalty(self, workload: u64) -> u64 {
        let (workload, target) = (workload.max(1), self.target.max(1));
        let (less, more) = (workload.min(target), workload.max(target));
        if 100 * more <= (100 + self.tolerance) * less {
            return 0;
        }
        (ln24(more) - ln24(less)).saturating_sub(ln24(100 + self.tolerance) - ln24(100))
    }
}

/// About 2^24 times the natural logarithm, for 1 <= n < 2^32, in integers: a float's last bit may differ between platforms
/// (generator specification, section 2).
pub fn ln24(n: u64) -> u64 {
    static SMALL: [u32; 2048] = {
        let mut table = [0; 2048];
        let mut n = 1;
        while n < table.len() {
            table[n] = compute_ln24(n as u64) as u32;
            n += 1;
        }
        table
    };
    match SMALL.get(n as usize) {
        Some(&logarithm) => logarithm.into(),
        None => compute_ln24(n),
    }
}

const fn compute_ln24(n: u64) -> u64 {
    /// 2^32 ln 2.
    const LN_2: u64 = 2_977_044_472;
    let integer = n.ilog2();
    let (mut y, mut result) = (n << (31 - integer), integer as u64);
    let mut bits = 24;
    while bits > 0 {
        y = (y * y) >> 31;
        result *= 2;
        if y >= 1 << 32 {
            y >>= 1;
            result += 1;
        }
        bits -= 1;
    }
    (result * LN_2) >> 32
}

/// The state that a proposer sees, and the stream that it draws from.
pub struct Site {
    /// Shape and alphabet.
    pub space: Space,
    /// The target workload.
    pub aim: Aim,
    /// The current state.
    world: World,
    /// The number of nonzero cells.
    occupied: usize,
    /// Where all draws come from.
    pub stream: Stream,
    /// Working memory for executions.
    pub scratch: Scratch,
    /// The values of the alphabet, increasing.
    values: Vec<u16>,
    /// For each cell that was an anchor before.
    balls: Vec<Option<Balls>>,
    survey: Survey,
    met: Met,
}

/// What is known of the current state; found when first asked for.
#[derive(Default)]
struct Survey {
    occupied: Option<Vec<u32>>,
    labels: Option<Vec<u16>>,
    components: Option<Vec<Rc<Component>>>,
}

/// The balls around one cell.
struct Balls {
    /// The radii whose sizes come nearest to the target.
    best: Box<[u32]>,
    /// From this radius on the ball grows no more.
    widest: u32,
}

/// A maximal connected set of cells of one nonzero value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Its cells, increasing.
    pub cells: Vec<u32>,
    /// Their value.
    pub value: u16,
    /// The values on its external boundary, 0 included, increasing.
    pub around: Vec<u16>,
}

impl Site {
    /// An empty world.
    pub fn new(space: Space, aim: Aim, stream: Stream) -> Site {
        let mut values = space.alphabet.values().to_vec();
        values.sort_unstable();
        let world = World::empty(&space.shape);
        let balls = std::iter::repeat_with(|| None).take(space.shape.volume()).collect();
        let met = Met::up_to(values.last().copied().unwrap_or(0));
        Site {
            space,
            aim,
            world,
            occupied: 0,
            stream,
            scratch: Scratch::default(),
            values,
            balls,
            survey: Survey::default(),
            met,
        }
    }

    /// The current state.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The current state and working memory.
    pub fn open(&mut self) -> (&World, &mut Scratch) {
        (&self.world, &mut self.scratch)
    }

    /// The workload of an event of the current state.
    pub fn workload(&mut self, transition: &dyn Transition) -> u64 {
        transition.workload(&self.world, &mut self.scratch)
    }

    /// What an event of the current state reads and writes.
    pub fn footprint(&mut self, transition: &dyn Transition) -> Footprint {
        transition.footprint(&self.world, &mut self.scratch)
    }

    /// Executes an event, lets `look` see its changes and the number of nonzero cells after it, and takes it back. Nothing if it
    /// cannot be executed.
    pub fn attempt<T>(&mut self, transition: &dyn Transition, look: impl FnOnce(&[Change], usize) -> T) -> Option<T> {
        let changes = execute(transition, &mut self.world, &mut self.scratch).ok()?;
        let result = look(changes, occupied_after(self.occupied, changes));
        for change in changes {
            self.world.set(change.cell as usize, change.before);
        }
        Some(result)
    }

    /// Executes an event and returns the number of changed cells. Nothing if it cannot be executed.
    pub fn execute(&mut self, transition: &dyn Transition) -> Option<usize> {
        let changes = execute(transition, &mut self.world, &mut self.scratch).ok()?;
        self.occupied = occupied_after(self.occupied, changes);
        self.survey = Survey::default();
        Some(changes.len())
    }

    /// Sets one cell.
    pub fn set(&mut self, cell: usize, value: u16) {
        let before = self.world.set(cell, value);
        self.occupied = occupied_after(self.occupied, &[Change { cell: cell as u32, before, after: value }]);
        self.survey = Survey::default();
    }

    /// The number of nonzero cells.
    pub fn occupied(&self) -> usize {
        self.occupied
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.stream.below(n as u32) as usize
    }

    /// -1 or 1.
    pub fn sign(&mut self) -> i64 {
        if self.below(2) == 0 { -1 } else { 1 }
    }

    /// Any cell.
    pub fn cell(&mut self) -> usize {
        self.below(self.space.shape.volume())
    }

    /// One of the cells that are occupied.
    pub fn occupied_cell(&mut self) -> Option<usize> {
        let world = &self.world;
        let list = self
            .survey
            .occupied
            .get_or_insert_with(|| (0..world.cells().len() as u32).filter(|&cell| world.get(cell as usize) != 0).collect());
        self.stream.pick(list).map(|&cell| cell as usize)
    }

    /// One of the cells that are empty.
    pub fn empty_cell(&mut self) -> Option<usize> {
        let empty = self.world.cells().len() - self.occupied;
        let nth = (empty > 0).then(|| self.stream.below(empty as u32) as usize)?;
        let mut cells = self.world.cells().iter().enumerate().filter(|&(_, &value)| value == 0);
        cells.nth(nth).map(|(cell, _)| cell)
    }

    /// One of the axes that pass a test.
    pub fn axis(&mut self, is: impl Fn(usize) -> bool) -> Option<usize> {
        let axes: SmallVec<[usize; MAX_DIMENSIONS]> = (0..self.space.shape.dimensions()).filter(|&axis| is(axis)).collect();
        self.stream.pick(&axes).copied()
    }

    /// One of the values of the alphabet, 0 included, that pass a test.
    pub fn value(&mut self, is: impl Fn(u16) -> bool) -> Option<u16> {
        pick_where(&mut self.stream, &self.values, is)
    }

    /// One of the labels, the values other than 0, that pass a test.
    pub fn label(&mut self, is: impl Fn(u16) -> bool) -> Option<u16> {
        self.value(|value| value != 0 && is(value))
    }

    /// One of the labels that occur in the current state.
    pub fn occurring_label(&mut self) -> Option<u16> {
        let Site { survey, stream, values, world, met, .. } = self;
        let labels = survey.labels.get_or_insert_with(|| {
            met.clear();
            met.meet(world.cells());
            values.iter().copied().filter(|&value| value != 0 && met.has(value)).collect()
        });
        stream.pick(labels).copied()
    }

    /// One of the values that occur in a ball, or one that does not.
    pub fn value_in_ball(&mut self, anchor: usize, radius: u64, occurs: bool) -> Option<u16> {
        let Site { space, stream, values, world, met, .. } = self;
        met.clear();
        ball_runs(&space.shape, &space.shape.point(anchor), radius, |start, length| {
            met.meet(&world.cells()[start..start + length]);
        });
        pick_where(stream, values, |value| met.has(value) == occurs)
    }

    /// One of the components of nonzero cells, which are in the order of their first cells.
    pub fn component(&mut self) -> Option<Rc<Component>> {
        let Site { survey, stream, world, scratch, met, .. } = self;
        let components = survey.components.get_or_insert_with(|| components(world, scratch, met));
        stream.pick(components).cloned()
    }

    /// One of the radii at which the ball around a cell comes nearest to the target.
    pub fn ball_radius(&mut self, anchor: usize) -> u64 {
        let balls = known(&mut self.balls, &self.space.shape, self.aim, anchor);
        self.stream.pick(&balls.best).copied().unwrap_or_default().into()
    }

    /// Any radius, up to the one at which the ball around a cell is the whole world.
    pub fn any_ball_radius(&mut self, anchor: usize) -> u64 {
        let balls = known(&mut self.balls, &self.space.shape, self.aim, anchor);
        self.stream.below(balls.widest + 1).into()
    }

    /// One of the limits at which the cells reached from an occupied cell come nearest to the target in number.
    pub fn reach(&mut self, seed: usize) -> u64 {
        let sizes = reached_sizes(&self.world, seed, self.aim.target, &mut self.scratch);
        let best = nearest(&sizes, self.aim);
        self.stream.pick(&best).copied().unwrap_or_default().into()
    }
}

/// The number of nonzero cells after some changes.
fn occupied_after(before: usize, changes: &[Change]) -> usize {
    changes.iter().fold(before, |count, change| count + usize::from(change.before == 0) - usize::from(change.after == 0))
}

/// One of the items of a list that pass a test.
fn pick_where(stream: &mut Stream, list: &[u16], is: impl Fn(u16) -> bool) -> Option<u16> {
    let fitting = || list.iter().copied().filter(|&value| is(value));
    let count = fitting().count();
    (count > 0).then(|| stream.below(count as u32) as usize).and_then(|nth| fitting().nth(nth))
}

/// What is known of the balls around a cell.
fn known<'b>(balls: &'b mut [Option<Balls>], shape: &Shape, aim: Aim, anchor: usize) -> &'b Balls {
    balls[anchor].get_or_insert_with(|| {
        let point = shape.point(anchor);
        let widest = point.iter().zip(shape.sides()).map(|(&x, &side)| x.max(side - 1 - x)).sum();
        // Balls of twice the target are further from it than smaller ones, while no tolerance allows twice as many. How far such a
        // ball reaches is found by doubling.
        let mut reach = 8.min(widest);
        let mut sizes = ball_sizes(shape, &point, reach);
        while reach < widest && sizes.last().is_some_and(|&size| size < 2 * aim.target) {
            reach = widest.min(2 * reach);
            sizes = ball_sizes(shape, &point, reach);
        }
        Balls { best: nearest(&sizes, aim).into(), widest }
    })
}

/// The numbers of cells of the balls around a point with the radii 0 to `reach`.
fn ball_sizes(shape: &Shape, point: &[u32], reach: u32) -> Vec<u64> {
    // How many cells lie at each distance: the axes are added one by one.
    let mut at_distance = vec![1u64];
    for (&x, &side) in point.iter().zip(shape.sides()) {
        let steps = x.max(side - 1 - x).min(reach);
        let mut further = vec![0; (at_distance.len() + steps as usize).min(reach as usize + 1)];
        for step in 0..=steps {
            let cells = if step == 0 { 1 } else { u64::from(step <= x) + u64::from(x + step < side) };
            for (count, further) in at_distance.iter().zip(&mut further[step as usize..]) {
                *further += cells * count;
            }
        }
        at_distance = further;
    }
    let mut size = 0;
    let grow = |count: &u64| {
        size += count;
        size
    };
    at_distance.iter().map(grow).collect()
}

/// The positions, increasing, of the sizes whose penalty is smallest.
fn nearest(sizes: &[u64], aim: Aim) -> Vec<u32> {
    let penalty = |size: &u64| aim.penalty(*size);
    let least = sizes.iter().map(penalty).min();
    (0..).zip(sizes).filter(|(_, size)| Some(penalty(size)) == least).map(|(position, _)| position).collect()
}

/// All components of nonzero cells, in the order of their first cells.
fn components(world: &World, scratch: &mut Scratch, met: &mut Met) -> Vec<Rc<Component>> {
    let blocks = world.shape().blocks();
    let mut seen = vec![false; world.cells().len()];
    let mut components = Vec::new();
    for seed in 0..seen.len() {
        let value = world.get(seed);
        if value == 0 || seen[seed] {
            continue;
        }
        scratch.flood.run(blocks, world.cells(), seed);
        let cells = cells_of(blocks, scratch.flood.component());
        for &cell in &cells {
            seen[cell as usize] = true;
        }
        met.clear();
        for cell in cells_of(blocks, scratch.flood.with_neighbours()) {
            met.meet(&[world.get(cell as usize)]);
        }
        // The value of the component itself does not occur on its boundary.
        let around = met.values().filter(|&other| other != value).collect();
        components.push(Rc::new(Component { cells, value, around }));
    }
    components
}

/// A set of values.
struct Met(Vec<u64>);

impl Met {
    /// An empty set with room for values up to `largest`.
    fn up_to(largest: u16) -> Met {
        Met(vec![0; usize::from(largest) / WORD + 1])
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn meet(&mut self, values: &[u16]) {
        for &value in values {
            self.0[usize::from(value) / WORD] |= 1 << (usize::from(value) % WORD);
        }
    }

    fn has(&self, value: u16) -> bool {
        self.0[usize::from(value) / WORD] >> (usize::from(value) % WORD) & 1 == 1
    }

    /// Increasing.
    fn values(&self) -> impl Iterator<Item = u16> {
        self.0.iter().enumerate().flat_map(|(word, &values)| ones(values).map(move |bit| (word * WORD + bit) as u16))
    }
}
