//! RELABEL(p,v): give one component another value (paper B.3).
//!
//! - Parameters: seed `p`, value `v`. The seed may be empty, v may be 0 (deletion), and v = W(p) changes nothing.
//! - The component is found in the old world: touching cells that already have value v does not extend the write.
//! - Reads the component and its external boundary, each boundary cell once; writes the component.

use super::explain::words::{all, capital, form, number, some};
use super::explain::{
    Cells, Explained, Growth, Misreading, Moment, Part, Phase, Reason, Term, component_words, parts, write_part,
};
use super::flood::{cells_of, count};
use super::geometry::surrounding;
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Space, World};

pub(super) struct Relabel;

impl Family for Relabel {
    fn name(&self) -> &'static str {
        "RELABEL"
    }

    fn summary(&self) -> &'static str {
        "Gives the cell p and all cells of its value that are connected to it another value."
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
        Ok(Box::new(RelabelEvent::new(args, space)))
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

impl Explained for Relabel {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let RelabelEvent { seed, value } = RelabelEvent::new(at.args, at.space);
        let (old, start) = (at.get(seed), at.name(seed));
        let growth = Growth::new(at.before, seed, u64::MAX, |value| value == old);
        let cells = |cells: &[u32]| cells.iter().copied().collect::<Cells>();
        let parts = parts(growth.rings(), |rings| {
            let (taken, left) = growth.range(&rings);
            let (taken, left) = (&growth.taken[taken], &growth.left[left]);
            let sentence = match (rings.start, rings.len(), taken.len()) {
                (0, 1, _) => format!("{start} holds {old}."),
                (step, 1, count) => {
                    format!(
                        "Step {step}: {} {} {old}, and {}.",
                        some(count, "new cell"),
                        form(count, "holds", "hold"),
                        met(left.len())
                    )
                }
                (step, _, count) => {
                    format!("Steps {step} to {} together: {} of the component.", rings.end - 1, some(count, "cell"))
                }
            };
            let reads = Cells::from_iter(taken.iter().chain(left).copied());
            Part { sentence, scan: reads.len() as u64, reads, taken: cells(taken), left: cells(left), ..Part::default() }
        });
        let sentence = match growth.taken.len() {
            1 => format!("The component of {start} is that cell alone, which holds {old}."),
            count => format!("The component of {start} has {} cells that hold {old}.", number(count)),
        };
        let grow = Phase::new("Grow", SET, sentence, parts);
        let count = growth.taken.len();
        let subject = capital(&all(count, "cell"));
        let sentence = if value == old {
            format!("{subject} {} {value} again, which changes nothing.", form(count, "gets", "get"))
        } else {
            let touching = growth.left.iter().filter(|&&cell| value != 0 && at.get(cell as usize) == value).count();
            let touching = match touching {
                0 => String::new(),
                count => format!("; the {value} in {} beside the component does not belong to it", some(count, "cell")),
            };
            format!("{subject} {} {value}, at once{touching}.", form(count, "becomes", "become"))
        };
        let part = write_part(at, growth.taken.iter().map(|&cell| (cell, value)));
        vec![grow, Phase::of_one("Write", "Set every cell of that set to v", sentence, part)]
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let RelabelEvent { seed, value } = RelabelEvent::new(at.args, at.space);
        let (old, start) = (at.get(seed), at.name(seed));
        if at.get(cell) != old {
            let because =
                format!("it holds {}, and only cells that hold {old} and are connected to {start} are set", at.get(cell));
            return at.kept(cell, because, SET).naming([seed]);
        }
        let growth = Growth::new(at.before, seed, u64::MAX, |value| value == old);
        if growth.steps(cell).is_none() {
            let because = format!("no path of cells that hold {old} connects it with {start}");
            return at.kept(cell, because, SET).naming([seed]);
        }
        let because = match (cell == seed, value == old) {
            (true, true) => format!("the event sets it to {value}, which it held already"),
            (true, false) => format!("the event names it, and its component becomes {value}"),
            (false, true) => format!("it is connected to {start}, whose component gets {value}, which it held already"),
            (false, false) => format!("it is connected to {start} through cells that held {old}, and all of them become {value}"),
        };
        let way = growth.way_back(at.before, cell);
        at.reason(cell, Term::Number(value.into()), because, "Set every cell of that set to v").naming([seed]).naming(way)
    }

    fn words(&self, _: &Space) -> Vec<(&'static str, String)> {
        vec![component_words()]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

const SET: &str =
    "Find the maximal set of cells connected to p by Manhattan-distance-1 steps whose old values are all u, including p";

/// What a step meets outside of the set.
fn met(count: usize) -> String {
    format!("{} {} another value", some(count, "cell"), form(count, "has", "have"))
}

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "spreads through v",
        belief: "The set goes on through cells that hold v already, since they look like a part of it afterwards.",
        truth: "The set is found before anything is written: cells that hold v end it.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 2, 1, 0],
        event: r#"{"op":"RELABEL","p":[0,0],"v":2}"#,
        execute: |at| {
            let event = RelabelEvent::new(at.args, at.space);
            let old = at.get(event.seed);
            let growth = Growth::new(at.before, event.seed, u64::MAX, |value| value == old || value == event.value);
            at.with(growth.taken.into_iter().map(|cell| (cell as usize, event.value.into())))
        },
    },
    Misreading {
        name: "diagonal contact",
        belief: "Cells that touch at a corner are connected.",
        truth: "Steps lead along one axis: cells that only touch at a corner are not connected.",
        shape: &[2, 3],
        alphabet: &[0, 1, 2],
        cells: &[1, 0, 0, 0, 1, 1],
        event: r#"{"op":"RELABEL","p":[0,0],"v":2}"#,
        execute: |at| {
            let event = RelabelEvent::new(at.args, at.space);
            let mut world = at.before.clone();
            let (old, mut waiting) = (at.get(event.seed), vec![event.seed]);
            let mut seen = vec![false; at.space.shape.volume()];
            seen[event.seed] = true;
            while let Some(cell) = waiting.pop() {
                world.set(cell, event.value);
                for near in surrounding(&at.space.shape, cell) {
                    if at.get(near) == old && !std::mem::replace(&mut seen[near], true) {
                        waiting.push(near);
                    }
                }
            }
            Some(world)
        },
    },
    Misreading {
        name: "every cell of the value",
        belief: "All cells that hold the value of p become v.",
        truth: "Only those connected to p do.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 0, 1],
        event: r#"{"op":"RELABEL","p":[0,0],"v":2}"#,
        execute: |at| {
            let event = RelabelEvent::new(at.args, at.space);
            let alike = (0..at.space.shape.volume()).filter(|&cell| at.get(cell) == at.get(event.seed));
            at.with(alike.map(|cell| (cell, event.value.into())))
        },
    },
];

struct RelabelEvent {
    seed: usize,
    value: u16,
}

impl RelabelEvent {
    fn new(args: &Args, space: &Space) -> RelabelEvent {
        RelabelEvent { seed: space.shape.cell(args.point("p")), value: args.natural("v") as u16 }
    }
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
