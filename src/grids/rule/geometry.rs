//! What the families share: balls, boxes, reached regions (paper B.1 to B.3), and cells as bits of machine words.

use crate::world::blocks::mask;
use crate::world::{MAX_CELLS, MAX_DIMENSIONS, Point, Shape, WORD, World};

use super::explain::Run;
use super::{Arg, ParamKind, Scratch};

/// Calls `each` with every maximal run of consecutive cells of the in-bounds Manhattan ball B_1(anchor, radius), increasing.
/// Arguments are the first cell and the length.
pub fn ball_runs(shape: &Shape, anchor: &[u32], radius: u64, mut each: impl FnMut(usize, usize)) {
    ball_axis(shape, anchor, 0, 0, radius, &mut each);
}

fn ball_axis(shape: &Shape, anchor: &[u32], axis: usize, base: usize, radius: u64, each: &mut impl FnMut(usize, usize)) {
    let center = anchor[axis];
    let reach = u32::try_from(radius).unwrap_or(u32::MAX);
    let (low, end) = cut(center, reach, shape.sides()[axis]);
    let stride = shape.strides()[axis];
    if axis + 1 == anchor.len() {
        each(base + low as usize, (end - low) as usize);
        return;
    }
    if axis + 2 == anchor.len() {
        // The axis after this one is the last.
        let (last, side) = (anchor[axis + 1], shape.sides()[axis + 1]);
        for x in low..end {
            let (low, end) = cut(last, reach - x.abs_diff(center), side);
            each(base + x as usize * stride + low as usize, (end - low) as usize);
        }
        return;
    }
    for x in low..end {
        ball_axis(shape, anchor, axis + 1, base + x as usize * stride, radius - u64::from(x.abs_diff(center)), each);
    }
}

/// The first coordinate within `reach` of `center` on an axis, and the one after the last.
#[inline(always)]
fn cut(center: u32, reach: u32, side: u32) -> (u32, u32) {
    (center.saturating_sub(reach), center.saturating_add(reach).min(side - 1) + 1)
}

/// The cells of the ball, increasing.
pub fn ball(shape: &Shape, anchor: &[u32], radius: u64, cells: &mut Vec<u32>) {
    cells.clear();
    ball_runs(shape, anchor, radius, |start, length| cells.extend((start..start + length).map(|cell| cell as u32)));
}

/// The number of cells of the ball.
pub fn ball_size(shape: &Shape, anchor: &[u32], radius: u64) -> u64 {
    let mut size = 0;
    ball_runs(shape, anchor, radius, |_, length| size += length as u64);
    size
}

/// Calls `each` with every run of consecutive cells, along the last axis, of the inclusive box `low..=high`, increasing.
pub fn box_runs(shape: &Shape, low: &[u32], high: &[u32], mut each: impl FnMut(usize, usize)) {
    box_axis(shape, low, high, 0, 0, &mut each);
}

fn box_axis(shape: &Shape, low: &[u32], high: &[u32], axis: usize, base: usize, each: &mut impl FnMut(usize, usize)) {
    if axis + 1 == low.len() {
        each(base + low[axis] as usize, (high[axis] - low[axis]) as usize + 1);
        return;
    }
    for x in low[axis]..high[axis] + 1 {
        box_axis(shape, low, high, axis + 1, base + x as usize * shape.strides()[axis], each);
    }
}

/// Fills `scratch.queue` with the cells that `seed` reaches in at most `steps` axis-neighbour steps through nonzero cells, seed
/// first. The seed itself must be nonzero.
pub fn reached(world: &World, seed: usize, steps: u64, scratch: &mut Scratch) {
    reach(world, seed, scratch, |step, _| step < steps);
}

/// How many cells `seed` reaches in at most 0, 1, and so on steps: up to the number of steps that reaches all of them, or one that
/// reaches at least `enough` twice over. More steps are further from `enough` for certain, while no tolerance allows twice as many.
pub fn reached_sizes(world: &World, seed: usize, enough: u64, scratch: &mut Scratch) -> Vec<u64> {
    let mut sizes = Vec::new();
    reach(world, seed, scratch, |_, found| {
        sizes.push(found as u64);
        sizes.last().is_some_and(|&size| size < 2 * enough)
    });
    sizes.dedup();
    sizes
}

/// Goes on, ring by ring, for as long as `more` says so, which hears how many steps were made and how many cells were found.
#[inline(always)]
fn reach(world: &World, seed: usize, scratch: &mut Scratch, mut more: impl FnMut(u64, usize) -> bool) {
    let (cells, neighbours) = (world.cells(), world.shape().neighbours());
    let Scratch { queue, marks, .. } = scratch;
    marks.begin(cells.len());
    marks.mark(seed);
    make_room(queue, 0);
    queue[0] = seed as u32;
    let mut found = 1;
    // The queue holds whole rings: `ring` is the one whose neighbours are looked at.
    let (mut ring, mut step) = (0..1, 0);
    while more(step, found) && !ring.is_empty() {
        for index in ring.clone() {
            make_room(queue, found);
            for neighbour in neighbours.or_self(queue[index] as usize) {
                let new = marks.mark(neighbour);
                queue[found] = neighbour as u32;
                found += usize::from(new & (cells[neighbour] != 0));
            }
        }
        ring = ring.end..found;
        step += 1;
    }
    queue.truncate(found);
}

/// Makes room for the neighbours of one cell behind the first `length` items.
#[inline]
fn make_room(list: &mut Vec<u32>, length: usize) {
    if list.len() < length + 2 * MAX_DIMENSIONS {
        list.resize(2 * length + 8 * MAX_DIMENSIONS, 0);
    }
}

/// Calls `each` with the cells of a set, given word by word, increasing or decreasing. A whole word of cells is tested before any of
/// them is handed on, without a branch per cell.
#[inline(always)]
pub fn cells_where(volume: usize, decreasing: bool, cells: impl Fn(usize) -> u64, mut each: impl FnMut(usize)) {
    let words = volume.div_ceil(WORD);
    for index in 0..words {
        let word = if decreasing { words - 1 - index } else { index };
        let mut found = cells(word);
        while found != 0 {
            let bit = if decreasing { 63 - found.leading_zeros() } else { found.trailing_zeros() };
            found &= !(1 << bit);
            each(word * WORD + bit as usize);
        }
    }
}

/// The cells of a word that are not 0.
#[inline(always)]
pub fn nonzero(cells: &[u16], word: usize) -> u64 {
    let count = (cells.len() - word * WORD).min(WORD);
    !mask(cells, word, 0) & u64::MAX >> (WORD - count)
}

/// A number to divide cells by, many times: by a multiplication, which is faster.
pub struct Divisor {
    factor: u64,
    shift: u32,
}

impl Divisor {
    /// A divisor of 1 to [`MAX_CELLS`].
    pub fn new(divisor: u32) -> Divisor {
        // For 2^k >= divisor the factor is greater than 2^(24+k) / divisor by less than 1: less than 2^(24+k) too much after a
        // multiplication with a cell below 2^24 and the divisor, so too little to reach the next quotient.
        let shift = MAX_CELLS.ilog2() + divisor.next_power_of_two().ilog2();
        Divisor { factor: (1 << shift) / u64::from(divisor) + 1, shift }
    }

    /// How often the divisor goes into a cell.
    #[inline(always)]
    pub fn quotient(&self, cell: u32) -> u32 {
        ((u64::from(cell) * self.factor) >> self.shift) as u32
    }
}

/// The cells together with all their in-bounds neighbours, increasing, each once.
pub fn with_neighbours(shape: &Shape, cells: &[u32]) -> Vec<u32> {
    let neighbours = shape.neighbours();
    let mut all = cells.to_vec();
    for &cell in cells {
        all.extend(neighbours.of(cell as usize).map(|neighbour| neighbour as u32));
    }
    sorted(all)
}

/// The cells around a cell, diagonal ones included.
pub fn surrounding(shape: &Shape, cell: usize) -> Vec<usize> {
    let point = shape.point(cell);
    let low: Point = point.iter().map(|x| x.saturating_sub(1)).collect();
    let high: Point = point.iter().zip(shape.sides()).map(|(x, side)| (x + 1).min(side - 1)).collect();
    let mut cells = Vec::new();
    box_runs(shape, &low, &high, |start, count| cells.extend((start..start + count).filter(|&near| near != cell)));
    cells
}

/// The line through a cell parallel to an axis, from its highest coordinate down if `forward`, otherwise from 0 up: from the edge to
/// which an event of that direction leads.
pub fn line_of(shape: &Shape, axis: usize, cell: usize, forward: bool) -> Run {
    let (stride, side) = (shape.strides()[axis], shape.sides()[axis]);
    let first = cell - cell / stride % side as usize * stride;
    match forward {
        true => Run { first: (first + (side as usize - 1) * stride) as u32, step: -(stride as i32), count: side },
        false => Run { first: first as u32, step: stride as i32, count: side },
    }
}

/// All lines parallel to an axis, in the order of their cells with coordinate 0.
pub fn lines(shape: &Shape, axis: usize, forward: bool) -> impl Iterator<Item = Run> {
    let (stride, block) = (shape.strides()[axis], shape.strides()[axis] * shape.sides()[axis] as usize);
    let starts = (0..shape.volume()).step_by(block).flat_map(move |start| start..start + stride);
    starts.map(move |cell| line_of(shape, axis, cell, forward))
}

/// The number of reads of neighbourhood aggregation over `cells`, repeated incidences counted: the sum of 1 + |N_1(x)|
/// (equation 14).
pub fn aggregation_scan(shape: &Shape, cells: &[u32]) -> u64 {
    let neighbours = shape.neighbours();
    cells.iter().map(|&cell| 1 + u64::from(neighbours.degree(cell as usize))).sum()
}

/// Increasing, each once.
pub fn sorted(mut cells: Vec<u32>) -> Vec<u32> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The parameters of a ball that a drag draws from its centre to its edge; a click sets the centre alone.
pub fn drawn_ball(shape: &Shape, from: usize, to: usize, [centre, radius]: [&'static str; 2]) -> Vec<(&'static str, Arg)> {
    let point = shape.point(from);
    let distance: u32 = point.iter().zip(shape.point(to)).map(|(&a, b)| a.abs_diff(b)).sum();
    let mut drawn = vec![(centre, point.into())];
    if from != to {
        drawn.push((radius, i64::from(distance).into()));
    }
    drawn
}

/// The direction along an axis.
pub const WAY: ParamKind = ParamKind::Sign { minus: "towards lower coordinates", plus: "towards higher coordinates" };

/// The axis along which a drag goes furthest, with -1 or 1 for its direction and its length in cells; nothing for a click.
pub fn drawn_arrow(shape: &Shape, from: usize, to: usize) -> Option<(usize, i64, i64)> {
    let (from, to) = (shape.point(from), shape.point(to));
    let lengths = from.iter().zip(&to).map(|(&a, &b)| i64::from(b) - i64::from(a)).enumerate();
    // Of equally long ways the first axis counts.
    let (axis, way) = lengths.rev().max_by_key(|(_, way)| way.abs())?;
    (way != 0).then_some((axis, way.signum(), way.abs()))
}
