//! LAYER(p,s): grow a component by one layer, or erode its exposed layer (paper 3.2, B.3).
//!
//! - Parameters: seed `p`, sign `s`: 1 grows, -1 erodes.
//! - Boundary: an empty seed changes nothing. Positions outside the world are no empty neighbours, so growth and erosion are not
//!   inverses. Growth fills empty cells only and never overwrites another value.
//! - Component and boundary are found before writing. Reads both, or only the seed when that is empty.

use super::flood::{cells_of, count};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
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
            Param { name: "s", kind: ParamKind::Sign { minus: "erode", plus: "grow" }, doc: "what happens to the component" },
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

    fn drawn(&self, world: &World, _from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        vec![("p", world.shape().point(to).into())]
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(LayerEvent { seed: space.shape.cell(args.point("p")), grow: args.integer("s") == 1 }))
    }
}

impl Sampled for Layer {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(60),
            unit: Unit::Reads,
            alphabet: &[0, 1, 2, 3, 4, 5, 6],
            initializer: Initializer::Regions,
            band: (45, 60),
            sets: 2,
            tolerance: 25,
            most: 1,
            noops: true,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, noop: bool) -> Option<Args> {
        // Empty seeds change nothing.
        let seed = match noop {
            true => site.cell(),
            false => {
                let component = site.component()?;
                *site.stream.pick(&component.cells)? as usize
            }
        };
        let sign = site.sign();
        Some(Args::new(self.params(), [site.space.shape.point(seed).into(), sign.into()]))
    }
}

struct LayerEvent {
    seed: usize,
    grow: bool,
}

impl Transition for LayerEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let (shape, cells) = edits.world.parts_mut();
        let value = cells[self.seed];
        if value != 0 {
            let Scratch { flood, changes, .. } = &mut *edits.scratch;
            let blocks = shape.blocks();
            flood.run(blocks, cells, self.seed);
            flood.find_empty(blocks, cells);
            if self.grow {
                flood.empty().for_each(|(block, empty)| changes.fill(cells, blocks.cells(block, empty), value));
            } else {
                flood.find_exposed(blocks);
                flood.exposed().for_each(|(block, exposed)| changes.fill(cells, blocks.cells(block, exposed), 0));
            }
        }
        Ok(())
    }

    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint {
        if world.get(self.seed) == 0 {
            return Footprint::anchor_only(self.seed);
        }
        let flood = &mut scratch.flood;
        let blocks = world.shape().blocks();
        flood.run(blocks, world.cells(), self.seed);
        let reads = cells_of(blocks, flood.with_neighbours());
        flood.find_empty(blocks, world.cells());
        flood.find_exposed(blocks);
        let writes = if self.grow { cells_of(blocks, flood.empty()) } else { cells_of(blocks, flood.exposed()) };
        Footprint { scan: reads.len() as u64, reads, writes }
    }

    fn workload(&self, world: &World, scratch: &mut Scratch) -> u64 {
        if world.get(self.seed) == 0 {
            return 1;
        }
        scratch.flood.run(world.shape().blocks(), world.cells(), self.seed);
        count(scratch.flood.with_neighbours())
    }
}
