//! Sets of cells that the families share: balls, boxes, components, reached regions (paper B.1 to B.3).

use crate::world::{Shape, World};

use super::Scratch;

/// Calls `each` with every maximal run of consecutive cells of the in-bounds Manhattan ball B_1(anchor, radius), increasing.
/// Arguments are the first cell and the length.
pub fn ball_runs(shape: &Shape, anchor: &[u32], radius: u64, mut each: impl FnMut(usize, usize)) {
    ball_axis(shape, anchor, 0, 0, radius, &mut each);
}

fn ball_axis(shape: &Shape, anchor: &[u32], axis: usize, base: usize, radius: u64, each: &mut impl FnMut(usize, usize)) {
    let center = anchor[axis];
    let reach = u32::try_from(radius).unwrap_or(u32::MAX);
    let low = center.saturating_sub(reach);
    let high = center.saturating_add(reach).min(shape.sides()[axis] - 1);
    let stride = shape.strides()[axis];
    if axis + 1 == anchor.len() {
        each(base + low as usize, (high - low) as usize + 1);
        return;
    }
    for x in low..=high {
        ball_axis(shape, anchor, axis + 1, base + x as usize * stride, radius - u64::from(x.abs_diff(center)), each);
    }
}

/// The cells of the ball, increasing.
pub fn ball(shape: &Shape, anchor: &[u32], radius: u64, cells: &mut Vec<u32>) {
    cells.clear();
    ball_runs(shape, anchor, radius, |start, length| cells.extend((start..start + length).map(|cell| cell as u32)));
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
    for x in low[axis]..=high[axis] {
        box_axis(shape, low, high, axis + 1, base + x as usize * shape.strides()[axis], each);
    }
}

/// Fills `scratch.queue` with the maximal axis-connected component of cells that have the seed's value, seed first.
pub fn component(world: &World, seed: usize, scratch: &mut Scratch) {
    let neighbours = world.shape().neighbours();
    let value = world.get(seed);
    let marks = &mut scratch.marks;
    marks.begin(world.shape().volume());
    let queue = &mut scratch.queue;
    queue.clear();
    queue.push(seed as u32);
    marks.mark(seed);
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for neighbour in neighbours.of(cell as usize) {
            if world.get(neighbour) == value && marks.mark(neighbour) {
                queue.push(neighbour as u32);
            }
        }
    }
}

/// Fills `scratch.queue` with the cells that `seed` reaches in at most `steps` axis-neighbour steps through nonzero cells, seed
/// first. The seed itself must be nonzero.
pub fn reached(world: &World, seed: usize, steps: u64, scratch: &mut Scratch) {
    let neighbours = world.shape().neighbours();
    let marks = &mut scratch.marks;
    marks.begin(world.shape().volume());
    let queue = &mut scratch.queue;
    queue.clear();
    queue.push(seed as u32);
    marks.mark(seed);
    // The queue holds whole rings: `ring` is the one whose neighbours are looked at.
    let (mut ring, mut step) = (0..1, 0);
    while step < steps && !ring.is_empty() {
        for index in ring.clone() {
            for neighbour in neighbours.of(queue[index] as usize) {
                if world.get(neighbour) != 0 && marks.mark(neighbour) {
                    queue.push(neighbour as u32);
                }
            }
        }
        ring = ring.end..queue.len();
        step += 1;
    }
}

/// W(x) plus the values of its in-bounds neighbours (equations 8 and 10, before the modulus).
#[inline]
pub fn neighbourhood_sum(world: &World, neighbours: &crate::world::Neighbours<'_>, cell: usize) -> u32 {
    u32::from(world.get(cell)) + neighbours.of(cell).map(|neighbour| u32::from(world.get(neighbour))).sum::<u32>()
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
