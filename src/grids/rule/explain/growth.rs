//! A region as it grows from a cell, ring by ring.

use std::iter;
use std::ops::Range;

use crate::world::World;

/// The cells that a cell reaches in axis-neighbour steps through cells that may be entered, ring by ring: ring s is what takes s
/// steps and no less.
pub struct Growth {
    /// The cells in the order in which they are reached.
    pub taken: Vec<u32>,
    /// The cells beside them that may not be entered, in the order in which they are met.
    pub left: Vec<u32>,
    /// For each ring where it ends in `taken`, and where the cells met on the way to it end in `left`.
    ends: Vec<(usize, usize)>,
    /// For each cell of the world its ring, or [`NONE`].
    ring: Vec<u32>,
}

const NONE: u32 = u32::MAX;
/// Met, but not entered.
const LEFT: u32 = u32::MAX - 1;

impl Growth {
    /// Grows from `seed`, which is taken whatever its value, in at most `steps` steps.
    pub fn new(world: &World, seed: usize, steps: u64, enters: impl Fn(u16) -> bool) -> Growth {
        let neighbours = world.shape().neighbours();
        let mut growth =
            Growth { taken: vec![seed as u32], left: Vec::new(), ends: vec![(1, 0)], ring: vec![NONE; world.cells().len()] };
        growth.ring[seed] = 0;
        let mut front = 0..1;
        let mut step = 0;
        while !front.is_empty() && u64::from(step) < steps {
            step += 1;
            for index in front.clone() {
                for cell in neighbours.of(growth.taken[index] as usize) {
                    if growth.ring[cell] == NONE {
                        let enters = enters(world.get(cell));
                        growth.ring[cell] = if enters { step } else { LEFT };
                        if enters { growth.taken.push(cell as u32) } else { growth.left.push(cell as u32) }
                    }
                }
            }
            front = front.end..growth.taken.len();
            growth.ends.push((growth.taken.len(), growth.left.len()));
        }
        // The last step may have met nothing at all.
        if growth.ends.len() > 1 && growth.ends[growth.ends.len() - 1] == growth.ends[growth.ends.len() - 2] {
            growth.ends.pop();
        }
        growth
    }

    /// How many rings there are, ring 0 counted. The last one may be without cells, and only meet what is left.
    pub fn rings(&self) -> usize {
        self.ends.len()
    }

    /// Where rings stand in `taken`, and what is met on the way to them in `left`.
    pub fn range(&self, rings: &Range<usize>) -> (Range<usize>, Range<usize>) {
        let start = rings.start.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        let end = self.ends[rings.end - 1];
        (start.0..end.0, start.1..end.1)
    }

    /// The ring of a cell, if it is reached.
    pub fn steps(&self, cell: usize) -> Option<u32> {
        Some(self.ring[cell]).filter(|&ring| ring < LEFT)
    }

    /// A shortest way back from a cell that is reached, without the cell.
    pub fn way_back(&self, world: &World, cell: usize) -> Vec<usize> {
        let neighbours = world.shape().neighbours();
        iter::successors(Some(cell), |&cell| {
            let before = self.steps(cell)?.checked_sub(1)?;
            neighbours.of(cell).find(|&cell| self.ring[cell] == before)
        })
        .skip(1)
        .collect()
    }
}
