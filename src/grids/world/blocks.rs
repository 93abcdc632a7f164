//! A world cut into blocks of 64 cells, so that a set of cells is held as one machine word per block.
//!
//! A block has four runs of sixteen consecutive cells. In a wide world they lie below each other, so that a small region lies in few
//! blocks; elsewhere they follow each other.

#[cfg(target_feature = "simd128")]
use std::arch::wasm32::{u64x2, v128};
use std::iter;

use super::{Shape, WORD};

/// Consecutive cells of a block.
const RUN: usize = 16;
const RUNS: usize = WORD / RUN;

/// The blocks of a shape ([`Shape::blocks`]).
pub struct Blocks {
    /// From a run to the next one of its block.
    stride: usize,
    /// How many blocks lie side by side: this power of two.
    columns: u32,
    /// For each block its cells, then for each step within blocks and for each step beyond them the cells that can take it.
    table: Box<[u64]>,
    within: Vec<Step>,
    beyond: Vec<Step>,
}

/// To one of the neighbours. All cells of a block that take it come to the same block, their bits turned by the same number.
struct Step {
    turn: u32,
    blocks: isize,
}

impl Blocks {
    pub(super) fn new(shape: &Shape) -> Blocks {
        let side = shape.sides().last().map_or(1, |&side| side as usize);
        let wide = side >= 2 * RUN && shape.volume() >= RUNS * side;
        let stride = if wide { side } else { RUN };
        let columns = stride.div_ceil(RUN).next_power_of_two().ilog2();
        let count = shape.volume().div_ceil(RUNS * stride) << columns;
        let mut blocks = Blocks { stride, columns, table: Box::default(), within: Vec::new(), beyond: Vec::new() };
        let neighbours = shape.neighbours();
        let mut cells = vec![0; count];
        let mut exits = vec![vec![0; count]; 2 * shape.dimensions()];
        for cell in 0..shape.volume() {
            let (block, bit) = blocks.locate(cell);
            cells[block] |= bit;
            for (direction, exits) in exits.iter_mut().enumerate() {
                exits[block] |= if neighbours.toward(cell, direction).is_some() { bit } else { 0 };
            }
        }
        let (mut within, mut beyond) = (Vec::new(), Vec::new());
        for (exits, &offset) in exits.iter().zip(&neighbours.offsets) {
            let steps = if wide && offset.unsigned_abs() == 1 {
                // Along the run, and from its end to the run beside it.
                let end = 0x0001_0001_0001_0001 << if offset > 0 { RUN - 1 } else { 0 };
                [(!end, offset, 0), (end, offset - offset * RUN as isize, offset)]
            } else {
                let bits = if wide { offset / side as isize * RUN as isize } else { offset };
                let (turn, below) = (bits.rem_euclid(WORD as isize), bits.div_euclid(WORD as isize));
                let stay = u64::MAX >> turn;
                [(stay, turn, below << columns), (!stay, turn, (below + 1) << columns)]
            };
            for (from, turn, to) in steps {
                let from: Vec<u64> = exits.iter().map(|cells| cells & from).collect();
                if from.iter().any(|&cells| cells != 0) {
                    let step = Step { turn: turn.rem_euclid(WORD as isize) as u32, blocks: to };
                    if to == 0 { within.push((from, step)) } else { beyond.push((from, step)) }
                }
            }
        }
        let from = || iter::once(&cells).chain(within.iter().chain(&beyond).map(|(from, _)| from));
        blocks.table = (0..count).flat_map(|block| from().map(move |cells| cells[block])).collect();
        blocks.within = within.into_iter().map(|(_, step)| step).collect();
        blocks.beyond = beyond.into_iter().map(|(_, step)| step).collect();
        blocks
    }

    /// The number of blocks.
    pub fn count(&self) -> usize {
        self.table.len() / self.entry_length()
    }

    /// The block of a cell, and its bit there.
    pub fn locate(&self, cell: usize) -> (usize, u64) {
        let (row, x) = (cell / self.stride, cell % self.stride);
        (((row / RUNS) << self.columns) + x / RUN, 1 << (row % RUNS * RUN + x % RUN))
    }

    /// The numbers of some cells of a block.
    #[inline(always)]
    pub fn cells(&self, block: usize, cells: u64) -> impl Iterator<Item = usize> {
        let (first, stride) = (self.first(block), self.stride);
        ones(cells).map(move |bit| first + bit / RUN * stride + bit % RUN)
    }

    /// The cells of a block that have this value in a world.
    #[inline(always)]
    pub fn mask(&self, world: &[u16], block: usize, value: u16) -> u64 {
        runs_mask(world, self.first(block), self.stride, value) & self.entry(block)[0]
    }

    /// The neighbours, in the same block, of some cells of a block.
    #[inline(always)]
    pub fn within(&self, block: usize, cells: u64) -> u64 {
        let from = &self.entry(block)[1..];
        self.within.iter().zip(from).fold(0, |near, (step, from)| near | (cells & from).rotate_left(step.turn))
    }

    /// Calls `each` with the other blocks that hold neighbours of some cells of a block, and with these neighbours.
    #[inline(always)]
    pub fn beyond(&self, block: usize, cells: u64, mut each: impl FnMut(usize, u64)) {
        let from = &self.entry(block)[1 + self.within.len()..];
        for (step, from) in self.beyond.iter().zip(from) {
            let near = (cells & from).rotate_left(step.turn);
            if near != 0 {
                each(block.wrapping_add_signed(step.blocks), near);
            }
        }
    }

    #[inline(always)]
    fn first(&self, block: usize) -> usize {
        let column = block & ((1 << self.columns) - 1);
        (block >> self.columns) * RUNS * self.stride + column * RUN
    }

    #[inline(always)]
    fn entry(&self, block: usize) -> &[u64] {
        &self.table[block * self.entry_length()..][..self.entry_length()]
    }

    #[inline(always)]
    fn entry_length(&self) -> usize {
        1 + self.within.len() + self.beyond.len()
    }
}

/// The positions of the ones of a word, increasing.
#[inline(always)]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// Those of 64 consecutive cells that have this value.
#[inline(always)]
pub fn mask(cells: &[u16], word: usize, value: u16) -> u64 {
    let count = (cells.len() - word * WORD).min(WORD);
    runs_mask(cells, word * WORD, RUN, value) & u64::MAX >> (WORD - count)
}

/// Those of 64 consecutive cells whose values differ between two worlds.
#[inline(always)]
pub fn differences(one: &[u16], other: &[u16], word: usize) -> u64 {
    let (one, other) = (&one[word * WORD..], &other[word * WORD..]);
    match (one.first_chunk(), other.first_chunk()) {
        (Some(one), Some(other)) => unlike(one, other),
        _ => one.iter().zip(other).rev().fold(0, |mask, (one, other)| mask << 1 | u64::from(one != other)),
    }
}

/// The cells of four runs that have this value. What is said about cells outside the world means nothing.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn runs_mask(cells: &[u16], first: usize, stride: usize, value: u16) -> u64 {
    match cells.get(first..).unwrap_or_default().first_chunk() {
        Some(values) if stride == RUN => values_mask(values, value),
        _ => values_mask(&collect(cells, first, stride), value),
    }
}

/// The values of four runs.
#[cfg(not(target_feature = "simd128"))]
fn collect(cells: &[u16], first: usize, stride: usize) -> [u16; WORD] {
    let mut collected = [0; WORD];
    for (run, collected) in collected.as_chunks_mut::<RUN>().0.iter_mut().enumerate() {
        let cells = cells.get(first + run * stride..).unwrap_or_default();
        match cells.first_chunk() {
            Some(values) => *collected = *values,
            None => collected.iter_mut().zip(cells).for_each(|(collected, &value)| *collected = value),
        }
    }
    collected
}

/// Those of 64 values that are this one. On the usual processors the comparisons become vector instructions.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn values_mask(values: &[u16; WORD], value: u16) -> u64 {
    bits(&values.map(|other| u8::from(other == value)))
}

#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn unlike(one: &[u16; WORD], other: &[u16; WORD]) -> u64 {
    bits(&std::array::from_fn(|cell| u8::from(one[cell] != other[cell])))
}

/// The lowest bits of 64 bytes.
#[cfg(not(target_feature = "simd128"))]
#[inline(always)]
fn bits(bytes: &[u8; WORD]) -> u64 {
    // The multiplication puts the lowest bits of eight bytes side by side.
    let bits = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    bytes.as_chunks().0.iter().enumerate().fold(0, |mask, (index, eight)| mask | bits(eight) << (8 * index))
}

/// The same for WebAssembly, where the compiler does not find the instructions that it takes.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn runs_mask(cells: &[u16], first: usize, stride: usize, value: u16) -> u64 {
    let run = |run| run_mask(cells.get(first + run * stride..).unwrap_or_default(), value);
    run(0) | run(1) << RUN | run(2) << (2 * RUN) | run(3) << (3 * RUN)
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn run_mask(run: &[u16], value: u16) -> u64 {
    use std::arch::wasm32::{i8x16_bitmask, i8x16_narrow_i16x8, u16x8_eq, u16x8_splat};
    let Some(values) = run.first_chunk::<RUN>() else {
        return run.iter().rev().fold(0, |mask, &other| mask << 1 | u64::from(other == value));
    };
    let (low, high) = lanes(values);
    let alike = |values| u16x8_eq(values, u16x8_splat(value));
    i8x16_bitmask(i8x16_narrow_i16x8(alike(low), alike(high))).into()
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn unlike(one: &[u16; WORD], other: &[u16; WORD]) -> u64 {
    use std::arch::wasm32::{i8x16_bitmask, i8x16_narrow_i16x8, u16x8_ne};
    let runs = one.as_chunks().0.iter().zip(other.as_chunks().0).rev();
    runs.fold(0, |mask, (one, other)| {
        let ((a, b), (c, d)) = (lanes(one), lanes(other));
        mask << RUN | u64::from(i8x16_bitmask(i8x16_narrow_i16x8(u16x8_ne(a, c), u16x8_ne(b, d))))
    })
}

/// The values of a run, eight in each vector.
#[cfg(target_feature = "simd128")]
#[inline(always)]
fn lanes(run: &[u16; RUN]) -> (v128, v128) {
    let four = |at: usize| (at..at + 4).rev().fold(0, |four, cell| four << 16 | u64::from(run[cell]));
    (u64x2(four(0), four(4)), u64x2(four(8), four(12)))
}
