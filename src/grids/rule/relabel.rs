//! RELABEL(p,v): give one component another value (paper B.3).
//!
//! - Parameters: seed `p`, value `v`. The seed may be empty, v may be 0 (deletion), and v = W(p) changes nothing.
//! - The component is found in the old world: touching cells that already have value v does not extend the write.
//! - Reads the component and its external boundary, each boundary cell once; writes the component.

use super::flood::{cells_of, count};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Space, World};

pub(super) struct Relabel;

impl Family for Relabel {
    fn name(&self) -> &'static str {
        "RELABEL"
    }

    fn summary(&self) -> &'static str {
        "Gives the connected component of equal values that holds p another value."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "p", kind: ParamKind::Point, doc: "a cell of the component" },
            Param { name: "v", kind: ParamKind::Label, doc: "the value to write, 0 to delete" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "RELABEL(p,v): let u = W(p) (u may be 0). Find the maximal set of cells connected to p by Manhattan-distance-1 steps whose \
         old values are all u, including p. Set every cell of that set to v."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 1, 0, 1, 2, 2, 3],
            event: r#"{"op":"RELABEL","p":[4],"v":3}"#,
            comment: |_| {
                "The cells with old value 2 connected to [4] are [4] and [5]; both become 3. The 1 at [3] and the 3 at [6] are not \
                 part of that set, although [6] ends up adjacent to the new 3s."
                    .to_owned()
            },
        })
    }

    fn drawn(&self, world: &World, _from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        vec![("p", world.shape().point(to).into())]
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(RelabelEvent { seed: space.shape.cell(args.point("p")), value: args.natural("v") as u16 }))
    }
}

impl Sampled for Relabel {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(100),
            unit: Unit::Reads,
            alphabet: &[0, 1, 2, 3, 4, 5, 6],
            initializer: Initializer::Regions,
            band: (50, 65),
            sets: 2,
            tolerance: 25,
            most: 1,
            noops: false,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, _: bool) -> Option<Args> {
        let component = site.component()?;
        let seed = *site.stream.pick(&component.cells)?;
        // Large components are not deleted.
        let small = 4 * component.cells.len() <= site.occupied();
        let value = if small && site.below(100) < 15 {
            0
        } else {
            // A label that lets no regions touch; otherwise deletion, and merging as the last resort.
            match site.label(|label| label != component.value && !component.around.contains(&label)) {
                Some(free) => free,
                None if small => 0,
                None => site.label(|label| label != component.value)?,
            }
        };
        Some(Args::new(self.params(), [site.space.shape.point(seed as usize).into(), i64::from(value).into()]))
    }

    fn contact(&self, args: &Args, before: &World, scratch: &mut Scratch) -> Option<bool> {
        let (seed, value) = (before.shape().cell(args.point("p")), args.natural("v") as u16);
        let blocks = before.shape().blocks();
        scratch.flood.run(blocks, before.cells(), seed);
        // A cell next to the component that has another value than it is on its boundary.
        let near = || cells_of(blocks, scratch.flood.with_neighbours()).into_iter().map(|cell| before.get(cell as usize));
        Some(value != 0 && value != before.get(seed) && near().any(|near| near == value))
    }
}

struct RelabelEvent {
    seed: usize,
    value: u16,
}

impl Transition for RelabelEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let (shape, cells) = edits.world.parts_mut();
        if cells[self.seed] != self.value {
            let Scratch { flood, changes, .. } = &mut *edits.scratch;
            let blocks = shape.blocks();
            flood.run(blocks, cells, self.seed);
            flood.component().for_each(|(block, found)| changes.fill(cells, blocks.cells(block, found), self.value));
        }
        Ok(())
    }

    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint {
        let blocks = world.shape().blocks();
        scratch.flood.run(blocks, world.cells(), self.seed);
        let reads = cells_of(blocks, scratch.flood.with_neighbours());
        Footprint { scan: reads.len() as u64, reads, writes: cells_of(blocks, scratch.flood.component()) }
    }

    fn workload(&self, world: &World, scratch: &mut Scratch) -> u64 {
        scratch.flood.run(world.shape().blocks(), world.cells(), self.seed);
        count(scratch.flood.with_neighbours())
    }
}
