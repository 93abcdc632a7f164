//! Sets of cells that the families share: balls, boxes, components, reached regions (paper B.1 to B.3).

use crate::world::{MAX_DIMENSIONS, Shape, World};

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
    if axis + 2 == anchor.len() {
        // The axis after this one is the last.
        let (last, side) = (anchor[axis + 1], shape.sides()[axis + 1]);
        for x in low..=high {
            let reach = reach - x.abs_diff(center);
            let (low, high) = (last.saturating_sub(reach), last.saturating_add(reach).min(side - 1));
            each(base + x as usize * stride + low as usize, (high - low) as usize + 1);
        }
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

/// Fills `scratch.queue` with the maximal axis-connected component of cells that have the seed's value, seed first, and
/// `scratch.boundary` with the in-bounds neighbours of the component that are not part of it, each once.
pub fn component(world: &World, seed: usize, scratch: &mut Scratch) {
    let neighbours = world.shape().neighbours();
    let value = world.get(seed);
    let Scratch { queue, boundary, marks, .. } = scratch;
    marks.begin(world.shape().volume());
    marks.mark(seed);
    queue.clear();
    boundary.clear();
    queue.push(seed as u32);
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for neighbour in neighbours.of(cell as usize).filter(|&neighbour| marks.mark(neighbour)) {
            let list = if world.get(neighbour) == value { &mut *queue } else { &mut *boundary };
            list.push(neighbour as u32);
        }
    }
}

/// Gives the component of `seed` the value `to`, which must not be the value that it has, and fills `queue` with its cells, seed
/// first.
///
/// A cell that was found has another value from then on, so none is found twice. Which neighbours belong to the component is as
/// good as random: each is written behind the queue and stays if it does.
pub fn recolour_component(shape: &Shape, cells: &mut [u16], seed: usize, to: u16, queue: &mut Vec<u32>) {
    let neighbours = shape.neighbours();
    let value = std::mem::replace(&mut cells[seed], to);
    make_room(queue, 0);
    queue[0] = seed as u32;
    let (mut next, mut found) = (0, 1);
    while next < found {
        let cell = queue[next] as usize;
        next += 1;
        make_room(queue, found);
        for neighbour in neighbours.or_self(cell) {
            let before = cells[neighbour];
            cells[neighbour] = if before == value { to } else { before };
            queue[found] = neighbour as u32;
            found += usize::from(before == value);
        }
    }
    queue.truncate(found);
}

/// Fills `scratch.queue` with the cells that `seed` reaches in at most `steps` axis-neighbour steps through nonzero cells, seed
/// first. The seed itself must be nonzero.
pub fn reached(world: &World, seed: usize, steps: u64, scratch: &mut Scratch) {
    let (cells, neighbours) = (world.cells(), world.shape().neighbours());
    let Scratch { queue, marks, .. } = scratch;
    marks.begin(cells.len());
    marks.mark(seed);
    make_room(queue, 0);
    queue[0] = seed as u32;
    let mut found = 1;
    // The queue holds whole rings: `ring` is the one whose neighbours are looked at.
    let (mut ring, mut step) = (0..1, 0);
    while step < steps && !ring.is_empty() {
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

/// How many cells are looked at together by [`cells_where`].
pub const BLOCK: usize = 64;

/// Calls `each` with the cells whose value passes `is`, increasing or decreasing. A whole block of cells is tested before any of
/// them is handed on, without a branch per cell.
#[inline(always)]
pub fn cells_where(cells: &[u16], decreasing: bool, is: impl Fn(u16) -> bool, mut each: impl FnMut(usize)) {
    let blocks = cells.len().div_ceil(BLOCK);
    for index in 0..blocks {
        let start = BLOCK * if decreasing { blocks - 1 - index } else { index };
        let mut found = mask(cells[start..].iter().map(|&value| is(value)));
        while found != 0 {
            let bit = if decreasing { 63 - found.leading_zeros() } else { found.trailing_zeros() };
            found &= !(1 << bit);
            each(start + bit as usize);
        }
    }
}

/// The first 64 items as bits.
#[inline(always)]
pub fn mask(items: impl Iterator<Item = bool>) -> u64 {
    let mut bytes = [0u8; BLOCK];
    for (byte, item) in bytes.iter_mut().zip(items) {
        *byte = item.into();
    }
    // The multiplication puts the lowest bits of eight bytes side by side.
    let bits = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    bytes.as_chunks().0.iter().enumerate().fold(0, |mask, (index, eight)| mask | bits(eight) << (8 * index))
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
