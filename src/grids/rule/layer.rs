//! LAYER(p,s): grow a component by one layer, or erode its exposed layer (paper 3.2, B.3).
//!
//! - Parameters: seed `p`, sign `s`: 1 grows, -1 erodes.
//! - Boundary: an empty seed changes nothing. Positions outside the world are no empty neighbours, so growth and erosion are not
//!   inverses. Growth fills empty cells only and never overwrites another value.
//! - Component and boundary are found before writing. Reads both, or only the seed when that is empty.

use super::geometry::{component, recolour_component, sorted};
use super::{Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Space, World};

pub(super) struct Layer;

impl Family for Layer {
    fn name(&self) -> &'static str {
        "LAYER"
    }

    fn summary(&self) -> &'static str {
        "Grows the component that holds p into its empty boundary, or clears its cells next to empty ones."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "p", kind: ParamKind::Point, doc: "a cell of the component" },
            Param { name: "s", kind: ParamKind::Sign, doc: "1 to grow, -1 to erode" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "LAYER(p,s): if W(p) = 0, nothing changes. Otherwise let u = W(p) and find the maximal Manhattan-connected set of cells \
         with old value u, including p. If s = -1, set to 0 every cell of that set that has an in-bounds neighbor with old value \
         0. If s = +1, set to u every in-bounds cell with old value 0 that is a neighbor of a cell of that set. Positions outside \
         the world are not neighbors; nothing else changes."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [0, 1, 1, 0, 0, 1, 2],
            event: r#"{"op":"LAYER","p":[1],"s":1}"#,
            comment: |_| {
                "The set connected to [1] is [1] and [2]; its neighbors with old value 0 are [0] and [3], and both become 1. The 0 at \
                 [4] is not a neighbor of the old set, and the 1 at [5] is not connected to it."
                    .to_owned()
            },
        })
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(LayerEvent { seed: space.shape.cell(args.point("p")), grow: args.integer("s") == 1 }))
    }
}

struct LayerEvent {
    seed: usize,
    grow: bool,
}

impl Transition for LayerEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let value = edits.world.get(self.seed);
        if value == 0 {
            return Ok(());
        }
        let (shape, cells) = edits.world.parts_mut();
        let neighbours = shape.neighbours();
        let Scratch { queue, changes, .. } = &mut *edits.scratch;
        // The component in another value than its own, and then back.
        recolour_component(shape, cells, self.seed, value ^ 1, queue);
        for &cell in &*queue {
            cells[cell as usize] = value;
        }
        if self.grow {
            // A cell that was filled is empty no more, so none is filled twice.
            for some in queue.chunks(64) {
                let mut log = changes.log(some.len() * 2 * shape.dimensions());
                for near in some.iter().flat_map(|&cell| neighbours.or_self(cell as usize)) {
                    let before = cells[near];
                    cells[near] = if before == 0 { value } else { before };
                    log.add(near as u32, before, cells[near]);
                }
                log.end();
            }
        } else {
            let exposed = |cell: usize| neighbours.or_self(cell).fold(false, |any, near| any | (cells[near] == 0));
            let mut kept = 0;
            for index in 0..queue.len() {
                let cell = queue[index];
                queue[kept] = cell;
                kept += usize::from(exposed(cell as usize));
            }
            queue.truncate(kept);
            changes.recolour(cells, queue.iter().copied(), value, 0);
        }
        Ok(())
    }

    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint {
        if world.get(self.seed) == 0 {
            return Footprint::anchor_only(self.seed);
        }
        component(world, self.seed, scratch);
        let neighbours = world.shape().neighbours();
        let reads = sorted([&scratch.queue[..], &scratch.boundary].concat());
        let is_empty = |cell: usize| world.get(cell) == 0;
        let mut writes = if self.grow { scratch.boundary.clone() } else { scratch.queue.clone() };
        writes.retain(|&cell| if self.grow { is_empty(cell as usize) } else { neighbours.of(cell as usize).any(is_empty) });
        Footprint { scan: reads.len() as u64, reads, writes: sorted(writes) }
    }
}
