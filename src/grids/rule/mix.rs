//! MIX(p,r): neighbourhood aggregation over the cells reached through nonzero cells (paper B.3, equation 10).
//!
//! - Parameters: anchor `p`, steps `r`. The alphabet is 0..M-1 with K = M-1 >= 2.
//! - Boundary: an empty anchor changes nothing. Empty cells are never entered or crossed, so a close cell may not be reached.
//! - All sums read the old world and include cells that were not reached. Updated cells stay nonzero.
//! - Scan is the sum of 1 + |N_1(x)| over the reached cells, or 1 at an empty anchor.

use super::explain::words::some;
use super::explain::{
    Cells, Explained, Growth, Misreading, Moment, Part, Phase, Reason, Term, anchor_phase, distance, modulo_words,
    neighbour_words, parts, sum_phases, sum_reason,
};
use super::geometry::{aggregation_scan, drawn_ball, reached, sorted, with_neighbours};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Space, World};

pub(super) struct Mix;

impl Family for Mix {
    fn name(&self) -> &'static str {
        "MIX"
    }

    fn summary(&self) -> &'static str {
        "Takes the cells that a path of at most r steps through nonzero cells leads to from p, and replaces each by 1 plus the sum of its old value and its neighbours', modulo M - 1."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "p", kind: ParamKind::Point, doc: "the cell where the paths begin" },
            Param { name: "r", kind: ParamKind::Natural, doc: "the most steps of a path" },
        ]
    }

    fn admits(&self, alphabet: &Alphabet) -> Result<(), &'static str> {
        match alphabet.modulus() {
            Some(3..) => Ok(()),
            _ => Err("exactly the values 0 to M-1 with M of at least 3"),
        }
    }

    fn card(&self, alphabet: &Alphabet) -> String {
        let k = alphabet.values().len() - 1;
        format!(
            "MIX(p,r): if W(p) = 0, nothing changes. Otherwise find every cell that can be reached from p by a path of at most r \
             Manhattan-distance-1 steps whose cells all have nonzero old values (p itself counts as reached with 0 steps; a cell \
             with old value 0 can never be entered or passed through). Then simultaneously set every reached cell x to 1 + ((W(x) \
             + sum W(y)) mod {k}), where y ranges over the in-bounds cells at Manhattan distance 1 from x, whether or not they \
             were reached. Every update reads the old world; cells that were not reached remain unchanged."
        )
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 2, 1, 2, 0, 2, 1],
            event: r#"{"op":"MIX","p":[1],"r":1}"#,
            comment: |alphabet| {
                let k = alphabet.values().len() - 1;
                format!(
                    "[1] reaches [0] and [2] in one step. Cells [0], [1] and [2] become 1 + ((1+2) mod {k}) = {}, 1 + ((2+1+1) mod {k}) \
                     = {} and 1 + ((1+2+2) mod {k}) = {}; [3] is read by [2] but is two steps away, and the 0 at [4] would block \
                     every path to [5] and [6] anyway.",
                    1 + 3 % k,
                    1 + 4 % k,
                    1 + 5 % k
                )
            },
        })
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        drawn_ball(world.shape(), from, to, ["p", "r"])
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(MixEvent::new(args, space)))
    }
}

impl Sampled for Mix {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(12),
            unit: Unit::Support,
            alphabet: &[0, 1, 2, 3],
            initializer: Initializer::Uniform,
            band: (55, 70),
            sets: 2,
            tolerance: 15,
            most: 1,
            noops: false,
            least_effect: 10,
        }
    }

    fn propose(&self, site: &mut Site, _: bool) -> Option<Args> {
        let anchor = site.occupied_cell()?;
        let steps = site.reach(anchor) as i64;
        Some(Args::new(self.params(), [site.space.shape.point(anchor).into(), steps.into()]))
    }
}

impl Explained for Mix {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let MixEvent { anchor, steps, k } = MixEvent::new(at.args, at.space);
        if at.get(anchor) == 0 {
            return vec![anchor_phase(at, anchor)];
        }
        let growth = Growth::new(at.before, anchor, steps, |value| value != 0);
        let clauses = [formula(k), "Every update reads the old world".to_owned()];
        let [add, write] = sum_phases(at, &growth.taken, |sum| mixed(sum, k), clauses);
        vec![reach_phase(at, anchor, steps, &growth), add, write]
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let MixEvent { anchor, steps, k } = MixEvent::new(at.args, at.space);
        let start = at.name(anchor);
        if at.get(anchor) == 0 {
            let because = match cell == anchor {
                true => "it is the anchor and holds 0, and then nothing changes".to_owned(),
                false => format!("the anchor {start} holds 0, and then nothing changes"),
            };
            return at.kept(cell, because, "if W(p) = 0, nothing changes").naming([anchor]);
        }
        if at.get(cell) == 0 {
            let clause = "a cell with old value 0 can never be entered or passed through";
            return at.kept(cell, "a cell that holds 0 is never reached".to_owned(), clause);
        }
        let growth = Growth::new(at.before, anchor, u64::MAX, |value| value != 0);
        let unreached = "cells that were not reached remain unchanged";
        match growth.steps(cell).map(u64::from) {
            None => at.kept(cell, format!("no path through nonzero cells leads there from {start}"), unreached).naming([anchor]),
            Some(needed) if needed > steps => {
                let because = format!(
                    "the shortest path there from {start} through nonzero cells takes {}, and r is {steps}",
                    some(needed as usize, "step")
                );
                at.kept(cell, because, unreached).naming([anchor]).naming(growth.way_back(at.before, cell))
            }
            Some(_) => sum_reason(at, cell, |sum| mixed(sum, k), formula(k)),
        }
    }

    fn words(&self, space: &Space) -> Vec<(&'static str, String)> {
        let m = space.alphabet.values().len() as u32;
        let modulus = modulo_words("M - 1", &format!("M is the number of values, {m}"), m - 1);
        let path = "steps from a cell to a neighbour, none of them onto an empty cell".to_owned();
        vec![("path", path), neighbour_words(), modulus]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

/// The phase that reaches the region.
fn reach_phase(at: &Moment<'_>, anchor: usize, steps: u64, growth: &Growth) -> Phase {
    let start = at.name(anchor);
    let sentence = match (growth.taken.len(), steps) {
        (_, 0) => format!("With r = 0 only {start} itself is reached."),
        (1, _) => format!("Only {start} itself is reached: it has no nonzero neighbour."),
        (count, _) => format!("With r = {steps} {start} reaches {} through nonzero cells.", some(count - 1, "other cell")),
    };
    let parts = parts(growth.rings(), |rings| {
        let (taken, left) = growth.range(&rings);
        let sentence = match (rings.start, rings.len()) {
            (0, 1) => format!("{start} itself is reached in no steps."),
            (step, 1) => format!(
                "Step {step}: {} {} reached, and {} met.",
                some(taken.len(), "new cell"),
                if taken.len() == 1 { "is" } else { "are" },
                some(left.len(), "empty cell")
            ),
            (step, _) => format!("Steps {step} to {} together: {} reached.", rings.end - 1, some(taken.len(), "cell")),
        };
        let cells = |cells: &[u32]| cells.iter().copied().collect::<Cells>();
        Part { sentence, taken: cells(&growth.taken[taken]), left: cells(&growth.left[left]), ..Part::default() }
    });
    let clause = "every cell that can be reached from p by a path of at most r Manhattan-distance-1 steps whose cells all have \
                  nonzero old values";
    Phase::new("Reach", clause, sentence, parts)
}

/// How the card writes a new value.
fn formula(k: u32) -> String {
    format!("1 + ((W(x) + sum W(y)) mod {k})")
}

fn mixed(sum: Term, k: u32) -> Term {
    Term::Sum(vec![Term::Number(1), Term::Modulo(Box::new(sum), k)])
}

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "ball instead of path",
        belief: "Every nonzero cell within distance r of p is updated.",
        truth: "A cell counts only if a path of at most r steps through nonzero cells leads to it; empty cells block.",
        shape: &[2, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 0, 1, 1, 0, 1],
        event: r#"{"op":"MIX","p":[0,0],"r":2}"#,
        execute: |at| {
            mixed_over(
                at,
                |event, cell| {
                    let shape = &at.space.shape;
                    at.get(cell) != 0 && distance(&shape.point(cell), &shape.point(event.anchor)) <= event.steps
                },
                |_, _| true,
            )
        },
    },
    Misreading {
        name: "reached neighbours only",
        belief: "Neighbours that were not reached do not count in a sum.",
        truth: "Every neighbour in the world counts, reached or not.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 1, 1, 3],
        event: r#"{"op":"MIX","p":[0,0],"r":1}"#,
        execute: |at| {
            let event = MixEvent::new(at.args, at.space);
            let growth = Growth::new(at.before, event.anchor, event.steps, |value| value != 0);
            mixed_over(at, |_, cell| growth.steps(cell).is_some(), |_, near| growth.steps(near).is_some())
        },
    },
    Misreading {
        name: "in place",
        belief: "The cells are set one after the other as they are reached, and a sum reads what was written before it.",
        truth: "Every sum reads the state before the event.",
        shape: &[1, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 1, 1],
        event: r#"{"op":"MIX","p":[0,0],"r":2}"#,
        execute: |at| {
            let event = MixEvent::new(at.args, at.space);
            let mut world = at.before.clone();
            if at.get(event.anchor) != 0 {
                for cell in Growth::new(at.before, event.anchor, event.steps, |value| value != 0).taken {
                    let sum = at.space.shape.neighbours().sum(world.cells(), cell as usize);
                    world.set(cell as usize, (1 + sum % event.k) as u16);
                }
            }
            Some(world)
        },
    },
    Misreading {
        name: "modulus of STENCIL",
        belief: "The sum is reduced modulo M, as in STENCIL, and may become 0.",
        truth: "The sum is reduced modulo M - 1 and 1 is added, so a nonzero cell stays nonzero.",
        shape: &[1, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 3, 1],
        event: r#"{"op":"MIX","p":[0,0],"r":0}"#,
        execute: |at| {
            let event = MixEvent::new(at.args, at.space);
            let reached = match at.get(event.anchor) {
                0 => Vec::new(),
                _ => Growth::new(at.before, event.anchor, event.steps, |value| value != 0).taken,
            };
            let sum = |cell: usize| at.space.shape.neighbours().sum(at.before.cells(), cell);
            at.with(reached.into_iter().map(|cell| (cell as usize, sum(cell as usize) % (event.k + 1))))
        },
    },
    Misreading {
        name: "empty cells passed through",
        belief: "Paths lead through empty cells too, and every cell that they come to is updated.",
        truth: "An empty cell is never entered, so it stays empty and blocks.",
        shape: &[1, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 0, 1],
        event: r#"{"op":"MIX","p":[0,0],"r":2}"#,
        execute: |at| {
            let shape = &at.space.shape;
            let within = |event: &MixEvent, cell| distance(&shape.point(cell), &shape.point(event.anchor)) <= event.steps;
            mixed_over(at, within, |_, _| true)
        },
    },
    Misreading {
        name: "no limit",
        belief: "All nonzero cells connected to p are updated, however far they are.",
        truth: "Only cells that a path of at most r steps leads to are updated.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 1, 1, 1],
        event: r#"{"op":"MIX","p":[0,0],"r":1}"#,
        execute: |at| at.executed(&MixEvent { steps: u64::MAX, ..MixEvent::new(at.args, at.space) }),
    },
];

/// Updates the cells that a misreading takes, and adds up the neighbours that it counts. An empty anchor changes nothing.
fn mixed_over(
    at: &Moment<'_>,
    takes: impl Fn(&MixEvent, usize) -> bool,
    counts: impl Fn(&MixEvent, usize) -> bool,
) -> Option<World> {
    let event = MixEvent::new(at.args, at.space);
    let neighbours = at.space.shape.neighbours();
    let taken = (0..at.space.shape.volume()).filter(|&cell| at.get(event.anchor) != 0 && takes(&event, cell));
    at.with(taken.map(|cell| {
        let near = neighbours.of(cell).filter(|&near| counts(&event, near)).chain([cell]);
        (cell, 1 + near.map(|near| u32::from(at.get(near))).sum::<u32>() % event.k)
    }))
}

struct MixEvent {
    anchor: usize,
    steps: u64,
    k: u32,
}

impl MixEvent {
    fn new(args: &Args, space: &Space) -> MixEvent {
        MixEvent {
            anchor: space.shape.cell(args.point("p")),
            steps: args.natural("r"),
            k: space.alphabet.values().len() as u32 - 1,
        }
    }
}

impl Transition for MixEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        if edits.world.get(self.anchor) != 0 {
            reached(edits.world, self.anchor, self.steps, edits.scratch);
            edits.aggregate(|sum| (1 + sum % self.k) as u16);
        }
        Ok(())
    }

    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint {
        if world.get(self.anchor) == 0 {
            return Footprint::anchor_only(self.anchor);
        }
        reached(world, self.anchor, self.steps, scratch);
        Footprint {
            scan: aggregation_scan(world.shape(), &scratch.queue),
            reads: with_neighbours(world.shape(), &scratch.queue),
            writes: sorted(scratch.queue.clone()),
        }
    }

    fn workload(&self, world: &World, scratch: &mut Scratch) -> u64 {
        if world.get(self.anchor) == 0 {
            return 0;
        }
        reached(world, self.anchor, self.steps, scratch);
        scratch.queue.len() as u64
    }
}
