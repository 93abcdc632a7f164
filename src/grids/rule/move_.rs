//! MOVE(v,axis,direction,k): move every cell of one value, front to back (paper B.4).
//!
//! - Parameters: nonzero value `v`, `axis`, `direction` -1 or 1, step limit `k`.
//! - Boundary: a move stops before the world's edge and before a nonzero cell. Cells nearest the leading edge move first, so a
//!   later cell enters what an earlier one has left.
//! - Scan is the number of cells of value v plus every in-bounds look at a next cell, also one that finds it taken. Writes are
//!   origin, transit and destination of every cell that moves.

use super::geometry::{WAY, cells_where, drawn_arrow};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::blocks::{mask, ones};
use crate::world::{Alphabet, Space, WORD, World};

pub(super) struct Move;

impl Family for Move {
    fn name(&self) -> &'static str {
        "MOVE"
    }

    fn summary(&self) -> &'static str {
        "Moves every cell of one value along an axis, front to back, until the limit, the edge or a nonzero cell."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "v", kind: ParamKind::NonzeroLabel, doc: "the value that moves" },
            Param { name: "axis", kind: ParamKind::Axis, doc: "the axis along which it moves" },
            Param { name: "direction", kind: WAY, doc: "the direction along the axis" },
            Param { name: "k", kind: ParamKind::Natural, doc: "the most steps of one cell" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "MOVE(v,axis,direction,k): take every cell with value v, ordered by decreasing coordinate on axis if direction=1 and \
         increasing if direction=-1, so that the cells nearest the leading edge are handled first. In that order, move each one \
         along axis in the sign of direction, one cell at a time and at most k cells, stopping as soon as the next cell is outside \
         the world or nonzero (including cells already moved into). Each move clears the old cell and writes v to the new cell; \
         values never merge, and a block of adjacent v cells therefore moves as a unit."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 1, 0, 0, 2, 1, 0],
            event: r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":3}"#,
            comment: |_| {
                "The 1 at [5] goes first and stops at [6], the last cell. The 1 at [1] then moves to [3], where the 2 at [4] stops it, \
                 and the 1 at [0] follows to [2]; the 2 does not move."
                    .to_owned()
            },
        })
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        let value = world.get(from);
        let mut drawn = Vec::new();
        if value != 0 {
            drawn.push(("v", i64::from(value).into()));
        }
        if let Some((axis, direction, steps)) = drawn_arrow(world.shape(), from, to) {
            drawn.extend([("axis", (axis as i64).into()), ("direction", direction.into()), ("k", steps.into())]);
        }
        drawn
    }

    fn transition(&self, args: &Args, _: &Space) -> Result<Box<dyn Transition>, EventError> {
        let forward = args.integer("direction") == 1;
        Ok(Box::new(MoveEvent {
            value: args.natural("v") as u16,
            direction: 2 * args.natural("axis") as usize + usize::from(forward),
            forward,
            limit: args.natural("k"),
        }))
    }
}

impl Sampled for Move {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(50),
            unit: Unit::Reads,
            alphabet: &[0, 1, 2, 3],
            initializer: Initializer::Uniform,
            band: (35, 55),
            sets: 3,
            tolerance: 25,
            // A cell that moves is read, and so are up to four cells ahead of it.
            most: 5,
            noops: true,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, _: bool) -> Option<Args> {
        let value = site.occurring_label()?;
        let shape = site.space.shape.clone();
        let axis = site.axis(|axis| shape.sides()[axis] >= 2)?;
        let direction = site.sign();
        let steps = 1 + site.below(4.min(shape.sides()[axis] - 1) as usize);
        Some(Args::new(self.params(), [i64::from(value).into(), (axis as i64).into(), direction.into(), (steps as i64).into()]))
    }
}

struct MoveEvent {
    value: u16,
    /// The direction of [`crate::world::Neighbours`].
    direction: usize,
    forward: bool,
    limit: u64,
}

impl MoveEvent {
    /// Fills `queue` with the cells of the moving value, front to back on every line. Cell numbers grow along every axis, so their
    /// order is one of the orders that the rule allows.
    fn in_order(&self, cells: &[u16], queue: &mut Vec<u32>) {
        queue.clear();
        cells_where(cells.len(), self.forward, |word| mask(cells, word, self.value), |cell| queue.push(cell as u32));
    }
}

impl Transition for MoveEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let (shape, cells) = edits.world.parts_mut();
        let neighbours = shape.neighbours();
        let Scratch { words, changes, .. } = &mut *edits.scratch;
        words.clear();
        words.extend((0..cells.len().div_ceil(WORD)).map(|word| mask(cells, word, self.value)));
        cells_where(
            cells.len(),
            self.forward,
            |word| words[word],
            |origin| {
                let mut cell = origin;
                let mut steps = 0;
                while steps < self.limit {
                    let Some(next) = neighbours.toward(cell, self.direction).filter(|&next| cells[next] == 0) else { break };
                    cell = next;
                    steps += 1;
                }
                cells[origin] = 0;
                cells[cell] = self.value;
            },
        );
        // A cell that was left and entered again keeps its value.
        for (word, &before) in words.iter().enumerate() {
            let mut log = changes.log(WORD);
            for bit in ones(before ^ mask(cells, word, self.value)) {
                let left = (before >> bit & 1) as u16 * self.value;
                log.add((word * WORD + bit) as u32, left, self.value - left);
            }
            log.end();
        }
        Ok(())
    }

    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint {
        let neighbours = world.shape().neighbours();
        let mut world = world.clone();
        self.in_order(world.cells(), &mut scratch.queue);
        // Cells that move after each other look at the same ones again and again, so sets are kept and not lists.
        let (mut read, mut written) = (vec![false; world.cells().len()], vec![false; world.cells().len()]);
        let mut scan = scratch.queue.len() as u64;
        for &origin in &scratch.queue {
            read[origin as usize] = true;
            let mut cell = origin as usize;
            let mut steps = 0;
            while steps < self.limit {
                let Some(next) = neighbours.toward(cell, self.direction) else { break };
                scan += 1;
                read[next] = true;
                if world.get(next) != 0 {
                    break;
                }
                written[cell] = true;
                written[next] = true;
                cell = next;
                steps += 1;
            }
            world.set(origin as usize, 0);
            world.set(cell, self.value);
        }
        let cells = |set: Vec<bool>| (0..set.len() as u32).filter(|&cell| set[cell as usize]).collect();
        Footprint { scan, reads: cells(read), writes: cells(written) }
    }

    fn workload(&self, world: &World, scratch: &mut Scratch) -> u64 {
        let neighbours = world.shape().neighbours();
        let Scratch { queue, values: cells, .. } = scratch;
        self.in_order(world.cells(), queue);
        cells.clear();
        cells.extend_from_slice(world.cells());
        let mut looks = 0;
        for &origin in &*queue {
            let mut cell = origin as usize;
            let mut steps = 0;
            while steps < self.limit {
                let Some(next) = neighbours.toward(cell, self.direction) else { break };
                looks += 1;
                if cells[next] != 0 {
                    break;
                }
                cell = next;
                steps += 1;
            }
            cells[origin as usize] = 0;
            cells[cell] = self.value;
        }
        queue.len() as u64 + looks
    }
}
