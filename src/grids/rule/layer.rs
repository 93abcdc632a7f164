//! LAYER(p,s): grow a component by one layer, or erode its exposed layer (paper 3.2, B.3).
//!
//! - Parameters: seed `p`, sign `s`: 1 grows, -1 erodes.
//! - Boundary: an empty seed changes nothing. Positions outside the world are no empty neighbours, so growth and erosion are not
//!   inverses. Growth fills empty cells only and never overwrites another value.
//! - Component and boundary are found before writing. Reads both, or only the seed when that is empty.

use super::explain::words::{all, capital, form, number, some};
use super::explain::{
    Cells, Explained, Misreading, Moment, Part, Phase, Reason, Term, anchor_phase, component_words, write_part,
};
use super::flood::{Flood, cells_of, count};
use super::geometry::surrounding;
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{
    Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition, execute,
};
use crate::world::{Alphabet, Space, World};

pub(super) struct Layer;

impl Family for Layer {
    fn name(&self) -> &'static str {
        "LAYER"
    }

    fn summary(&self) -> &'static str {
        "Takes the cell p and all cells of its value that are connected to it, and grows them into the empty cells beside them, or clears those of them that lie beside an empty cell."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "p", kind: ParamKind::Point, doc: "a cell of the component" },
            Param {
                name: "s",
                kind: ParamKind::Sign { minus: "erode", plus: "grow" },
                doc: "whether the component grows or is eroded",
            },
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
        Ok(Box::new(LayerEvent::new(args, space)))
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

impl Explained for Layer {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let LayerEvent { seed, grow } = LayerEvent::new(at.args, at.space);
        let value = at.get(seed);
        if value == 0 {
            return vec![anchor_phase(at, seed)];
        }
        let Found { component, boundary } = Found::new(at, seed);
        let list = |cells: &[u32]| cells.iter().copied().collect::<Cells>();
        let start = at.name(seed);
        let size = component.len();
        let sentence = match size {
            1 => format!("The component of {start} is that cell alone, which holds {value}."),
            _ => format!("The component of {start} has {} cells that hold {value}.", number(size)),
        };
        let reads = list(&component);
        let part = Part { scan: size as u64, reads: reads.clone(), taken: reads, ..Part::default() };
        let clause = "find the maximal Manhattan-connected set of cells with old value u, including p";
        let mut phases = vec![Phase::of_one("Component", clause, sentence, part)];

        let (empty, full): (Vec<u32>, Vec<u32>) = boundary.iter().partition(|&&cell| at.get(cell as usize) == 0);
        let sentence = match boundary.len() {
            0 => "No cell lies beside the component, which fills the world.".to_owned(),
            count => format!("{} {} beside the component.", capital(&some(count, "cell")), form(count, "lies", "lie")),
        };
        let reads = list(&boundary);
        let part = Part { scan: reads.len() as u64, reads: reads.clone(), taken: reads, ..Part::default() };
        phases.push(Phase::of_one("Boundary", "Positions outside the world are not neighbors", sentence, part));

        let exposed = |&cell: &u32| at.space.shape.neighbours().of(cell as usize).any(|near| at.get(near) == 0);
        let (taken, left) = if grow { (empty, full) } else { component.iter().partition(|cell| exposed(cell)) };
        let count = taken.len();
        let (clause, [thing, is, are, is_not], [it, them, whose]) = if grow {
            ("with old value 0 that is a neighbor of a cell of that set", ["empty", "is", "are", "is not"], ["It", "them", ""])
        } else {
            (
                "that has an in-bounds neighbor with old value 0",
                ["an empty neighbour", "has", "have", "does not have"],
                ["The cell of the component", "the component's cells", " cells of the component"],
            )
        };
        let sentence = match (count + left.len(), count) {
            (0, _) => "There is no empty cell to fill, so nothing is written.".to_owned(),
            (1, 0) => format!("{it} {is_not} {thing}, so nothing is written."),
            (1, _) => format!("{it} {is} {thing}."),
            (_, 0) => format!("None of {them} {is} {thing}, so nothing is written."),
            (2, 2) => format!("Both{whose} {are} {thing}."),
            (all, some) if all == some => format!("All {}{whose} {are} {thing}.", number(all)),
            (_, some) => {
                format!("{} of {them} {} {thing}; the {}.", capital(&number(some)), form(some, is, are), others(left.len(), grow))
            }
        };
        let part = Part { taken: list(&taken), left: list(&left), ..Part::default() };
        phases.push(Phase::of_one("Qualify", clause, sentence, part));
        if count > 0 {
            let cells = capital(&all(count, "cell"));
            let (clause, new) =
                if grow { ("set to u every in-bounds cell", value) } else { ("set to 0 every cell of that set", 0) };
            let whole = if !grow && count == size { ", and nothing is left of the component" } else { "" };
            let sentence = format!("{cells} {} {new}, at once{whole}.", form(count, "becomes", "become"));
            phases.push(Phase::of_one("Write", clause, sentence, write_part(at, taken.into_iter().map(|cell| (cell, new)))));
        }
        phases
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let LayerEvent { seed, grow } = LayerEvent::new(at.args, at.space);
        let (value, old, start) = (at.get(seed), at.get(cell), at.name(seed));
        if value == 0 {
            let because = match cell == seed {
                true => "the event names it and it holds 0, and then nothing changes".to_owned(),
                false => format!("{start}, which the event names, holds 0, and then nothing changes"),
            };
            return at.kept(cell, because, "if W(p) = 0, nothing changes").naming([seed]);
        }
        let found = Found::new(at, seed);
        let inside = |cell| found.holds(cell);
        let neighbours: Vec<usize> = at.space.shape.neighbours().of(cell).collect();
        let empty = neighbours.iter().copied().find(|&near| at.get(near) == 0);
        let touching = neighbours.iter().copied().find(|&near| inside(near));
        let filled = "with old value 0 that is a neighbor of a cell of that set";
        let cleared = "that has an in-bounds neighbor with old value 0";
        match (grow, inside(cell), old, touching, empty) {
            (true, true, ..) => at
                .kept(cell, format!("it belongs to the component of {start}, and growth fills only empty cells"), filled)
                .naming([seed]),
            (true, false, 0, Some(near), _) => {
                let because = match near == seed {
                    true => format!("it was empty and lies beside {start}"),
                    false => format!("it was empty and lies beside {}, which is connected to {start}", at.name(near)),
                };
                at.reason(cell, Term::Number(value.into()), because, filled).naming([near, seed])
            }
            (true, false, 0, None, _) => {
                let because = format!("no neighbour belongs to the old component of {start}, which grows by one layer only");
                at.kept(cell, because, filled).naming([seed])
            }
            (true, false, ..) => {
                let because = format!("it holds {old}, and growth fills only empty cells");
                at.kept(cell, because, "nothing else changes")
            }
            (false, true, _, _, Some(near)) => {
                let because = format!("it belongs to the component of {start}, and its neighbour {} was empty", at.name(near));
                at.reason(cell, Term::Number(0), because, cleared).naming([near, seed])
            }
            (false, true, _, _, None) => {
                let edge = neighbours.len() < 2 * at.space.shape.dimensions();
                let (because, clause) = match (neighbours.len(), edge) {
                    (0, _) => ("it has no neighbours".to_owned(), cleared),
                    (_, true) => (
                        "none of its neighbours was empty, and positions outside the world do not count".to_owned(),
                        "Positions outside the world are not neighbors",
                    ),
                    (count, false) => (format!("none of its {} was empty", some(count, "neighbour")), cleared),
                };
                at.kept(cell, because, clause).naming(neighbours)
            }
            (false, false, ..) => {
                let because = format!("it does not belong to the component of {start}, and only that is eroded");
                at.kept(cell, because, "set to 0 every cell of that set").naming([seed])
            }
        }
    }

    fn words(&self, _: &Space) -> Vec<(&'static str, String)> {
        let beside = "one step along one axis away".to_owned();
        let grow = "every empty cell beside the component gets its value".to_owned();
        let erode = "every cell of the component beside an empty cell becomes empty; other values and the edge do not count";
        vec![component_words(), ("beside", beside), ("grow, s = 1", grow), ("erode, s = -1", erode.to_owned())]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "edge counts as empty",
        belief: "Beyond the edge of the world it is empty, so erosion clears the cells at the edge.",
        truth: "Positions outside the world are no neighbours: at the edge a cell stays unless a neighbour in the world is empty.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 1, 1, 1, 1, 1, 1, 0],
        event: r#"{"op":"LAYER","p":[0,0],"s":-1}"#,
        execute: |at| {
            layered(at, |event, found, cell| {
                let neighbours = at.space.shape.neighbours();
                let edge = (neighbours.degree(cell) as usize) < 2 * at.space.shape.dimensions();
                let empty = neighbours.of(cell).any(|near| at.get(near) == 0);
                if event.grow { found.beside(cell) && at.get(cell) == 0 } else { found.holds(cell) && (edge || empty) }
            })
        },
    },
    Misreading {
        name: "overwrites its neighbours",
        belief: "Growth takes every cell beside the component.",
        truth: "Growth fills empty cells only; other values stay.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[0, 1, 2, 0],
        event: r#"{"op":"LAYER","p":[0,1],"s":1}"#,
        execute: |at| {
            layered(at, |event, found, cell| {
                let empty = || at.space.shape.neighbours().of(cell).any(|near| at.get(near) == 0);
                if event.grow { found.beside(cell) } else { found.holds(cell) && empty() }
            })
        },
    },
    Misreading {
        name: "diagonal boundary",
        belief: "Cells that touch at a corner lie beside each other.",
        truth: "Only cells that differ by 1 on one axis are neighbours.",
        shape: &[3, 3],
        alphabet: &[0, 1],
        cells: &[0, 0, 0, 0, 1, 0, 0, 0, 0],
        event: r#"{"op":"LAYER","p":[1,1],"s":1}"#,
        execute: |at| {
            layered(at, |event, found, cell| {
                let mut near = surrounding(&at.space.shape, cell).into_iter();
                match event.grow {
                    true => at.get(cell) == 0 && near.any(|near| found.holds(near)),
                    false => found.holds(cell) && near.any(|near| at.get(near) == 0),
                }
            })
        },
    },
    Misreading {
        name: "two layers",
        belief: "A cell that was just filled or cleared sets off the next layer.",
        truth: "The component and what lies beside it are found before writing, so an event is one layer.",
        shape: &[1, 5],
        alphabet: &[0, 1],
        cells: &[1, 0, 0, 0, 0],
        event: r#"{"op":"LAYER","p":[0,0],"s":1}"#,
        execute: |at| {
            let event = LayerEvent::new(at.args, at.space);
            let mut world = at.before.clone();
            let mut scratch = Scratch::default();
            for _ in 0..2 {
                execute(&event, &mut world, &mut scratch).ok()?;
            }
            Some(world)
        },
    },
    Misreading {
        name: "every component of the value",
        belief: "All cells that hold the value of p grow or lose a layer.",
        truth: "Only the component that p belongs to does.",
        shape: &[1, 6],
        alphabet: &[0, 1],
        cells: &[1, 0, 0, 0, 0, 1],
        event: r#"{"op":"LAYER","p":[0,0],"s":1}"#,
        execute: |at| {
            layered(at, |event, _, cell| {
                let value = at.get(event.seed);
                let (own, other) = if event.grow { (0, value) } else { (value, 0) };
                at.get(cell) == own && at.space.shape.neighbours().of(cell).any(|near| at.get(near) == other)
            })
        },
    },
];

/// Grows into the cells that a misreading takes, or clears them. An empty seed changes nothing.
fn layered(at: &Moment<'_>, takes: impl Fn(&LayerEvent, &Found, usize) -> bool) -> Option<World> {
    let event = LayerEvent::new(at.args, at.space);
    let value = at.get(event.seed);
    if value == 0 {
        return Some(at.before.clone());
    }
    let found = Found::new(at, event.seed);
    let new = if event.grow { value } else { 0 };
    let taken = (0..at.space.shape.volume()).filter(|&cell| takes(&event, &found, cell));
    at.with(taken.map(|cell| (cell, new.into())))
}

/// What is said of the cells that do not qualify.
fn others(count: usize, grow: bool) -> String {
    match (count, grow) {
        (1, true) => "other one holds another value and stays as it is".to_owned(),
        (1, false) => "other one stays as it is".to_owned(),
        (count, true) => format!("other {} hold other values and stay as they are", number(count)),
        (count, false) => format!("other {} stay as they are", number(count)),
    }
}

/// The component of an occupied seed and its external boundary, both increasing.
struct Found {
    component: Vec<u32>,
    boundary: Vec<u32>,
}

impl Found {
    fn new(at: &Moment<'_>, seed: usize) -> Found {
        let mut flood = Flood::default();
        let blocks = at.space.shape.blocks();
        flood.run(blocks, at.before.cells(), seed);
        let component = cells_of(blocks, flood.component());
        let mut boundary = cells_of(blocks, flood.with_neighbours());
        // A neighbour with the component's value belongs to it.
        boundary.retain(|&cell| at.get(cell as usize) != at.get(seed));
        Found { component, boundary }
    }

    fn holds(&self, cell: usize) -> bool {
        self.component.binary_search(&(cell as u32)).is_ok()
    }

    fn beside(&self, cell: usize) -> bool {
        self.boundary.binary_search(&(cell as u32)).is_ok()
    }
}

struct LayerEvent {
    seed: usize,
    grow: bool,
}

impl LayerEvent {
    fn new(args: &Args, space: &Space) -> LayerEvent {
        LayerEvent { seed: space.shape.cell(args.point("p")), grow: args.integer("s") == 1 }
    }
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
