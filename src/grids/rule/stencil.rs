//! STENCIL(a,r): modular neighbourhood sums over a Manhattan ball (paper B.2, equation 8).
//!
//! - Parameters: anchor `a`, radius `r`. The alphabet is 0..M-1.
//! - Boundary: in-bounds neighbours outside the ball are read and not written; radius 0 still adds the anchor's neighbours.
//! - All sums read the old world. Scan is the sum of 1 + |N_1(x)| over the ball.

use std::num::NonZero;

use super::explain::{
    Explained, Misreading, Moment, Phase, Reason, Term, ball_phase, ball_words, distance, modulo_words, neighbour_words,
    outside_ball, sum_phases, sum_reason,
};
use super::geometry::{aggregation_scan, ball, ball_runs, ball_size, drawn_ball, surrounding, with_neighbours};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Point, Space, World};

pub(super) struct Stencil;

impl Family for Stencil {
    fn name(&self) -> &'static str {
        "STENCIL"
    }

    fn summary(&self) -> &'static str {
        "Replaces each value in a Manhattan ball by the sum of its old value and its neighbours', modulo M."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "a", kind: ParamKind::Point, doc: "the centre of the ball" },
            Param { name: "r", kind: ParamKind::Natural, doc: "the radius of the ball" },
        ]
    }

    fn admits(&self, alphabet: &Alphabet) -> Result<(), &'static str> {
        alphabet.modulus().map(|_| ()).ok_or("exactly the values 0 to M-1")
    }

    fn card(&self, alphabet: &Alphabet) -> String {
        let m = alphabet.values().len();
        format!(
            "STENCIL(a,r): simultaneously set every cell x with sum_i |x_i-a_i| <= r to (W(x) + sum W(y)) mod {m}, where y ranges \
             over the in-bounds cells at Manhattan distance 1 from x, whether or not they lie within distance r of a. Every update \
             reads the same old world; cells farther than r from a remain unchanged."
        )
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 2, 1, 0, 2, 1, 0],
            event: r#"{"op":"STENCIL","a":[2],"r":1}"#,
            comment: |alphabet| {
                let m = alphabet.values().len();
                format!(
                    "Cells [1], [2] and [3] become (2+1+1) mod {m} = {}, (1+2+0) mod {m} = {} and (0+1+2) mod {m} = {}: the sums use \
                     only old values, and those of [1] and [3] also read [0] and [4], which lie outside the ball and remain \
                     unchanged.",
                    4 % m,
                    3 % m,
                    3 % m
                )
            },
        })
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        drawn_ball(world.shape(), from, to, ["a", "r"])
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(StencilEvent::new(args, space)))
    }
}

impl Sampled for Stencil {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(10),
            unit: Unit::Support,
            alphabet: &[0, 1, 2, 3],
            initializer: Initializer::Uniform,
            band: (55, 85),
            sets: 2,
            tolerance: 30,
            most: 1,
            noops: false,
            least_effect: 10,
        }
    }

    fn propose(&self, site: &mut Site, _: bool) -> Option<Args> {
        let anchor = site.cell();
        let radius = site.ball_radius(anchor) as i64;
        Some(Args::new(self.params(), [site.space.shape.point(anchor).into(), radius.into()]))
    }
}

impl Explained for Stencil {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let StencilEvent { anchor, radius, modulus } = StencilEvent::new(at.args, at.space);
        let (select, ball) = ball_phase(at, &anchor, radius, "every cell x with sum_i |x_i-a_i| <= r");
        let cells: Vec<u32> = ball.iter().collect();
        let clauses = [formula(modulus), "Every update reads the same old world".to_owned()];
        let [add, write] = sum_phases(at, &cells, |sum| Term::Modulo(Box::new(sum), modulus), clauses);
        vec![select, add, write]
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let StencilEvent { anchor, radius, modulus } = StencilEvent::new(at.args, at.space);
        outside_ball(at, cell, &anchor, radius, "cells farther than r from a remain unchanged")
            .unwrap_or_else(|| sum_reason(at, cell, |sum| Term::Modulo(Box::new(sum), modulus), formula(modulus)))
    }

    fn words(&self, space: &Space) -> Vec<(&'static str, String)> {
        let m = space.alphabet.values().len() as u32;
        let modulus = modulo_words("M", &format!("the number of values, {m}"), m);
        vec![ball_words("a"), neighbour_words(), modulus]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

/// How the card writes a new value.
fn formula(modulus: u32) -> String {
    format!("(W(x) + sum W(y)) mod {modulus}")
}

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "in place",
        belief: "The cells are set one after the other, and a sum reads what was written before it.",
        truth: "Every sum reads the state before the event.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 1, 1, 1],
        event: r#"{"op":"STENCIL","a":[0,1],"r":2}"#,
        execute: |at| {
            let event = StencilEvent::new(at.args, at.space);
            let mut world = at.before.clone();
            for cell in event.cells(at) {
                let sum = at.space.shape.neighbours().sum(world.cells(), cell);
                world.set(cell, (sum % event.modulus) as u16);
            }
            Some(world)
        },
    },
    Misreading {
        name: "own value left out",
        belief: "A cell gets the sum of its neighbours only.",
        truth: "The old value of the cell is part of its sum.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[0, 1, 0, 0, 1, 0, 0, 0, 0],
        event: r#"{"op":"STENCIL","a":[1,1],"r":0}"#,
        execute: |at| summed(at, |_, cell| at.space.shape.neighbours().of(cell).collect()),
    },
    Misreading {
        name: "neighbours inside only",
        belief: "Cells outside of the ball do not count.",
        truth: "Every neighbour in the world counts, inside the ball or not; cells outside are read and not written.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[0, 1, 0, 1, 1, 0, 0, 0, 2],
        event: r#"{"op":"STENCIL","a":[1,1],"r":0}"#,
        execute: |at| {
            summed(at, |event, cell| {
                let inside = |near: &usize| distance(&at.space.shape.point(*near), &event.anchor) <= event.radius;
                at.space.shape.neighbours().of(cell).filter(inside).chain([cell]).collect()
            })
        },
    },
    Misreading {
        name: "wrapping",
        belief: "A cell at the edge has the cells of the opposite edge for neighbours.",
        truth: "The world does not wrap: a cell at its edge has fewer neighbours.",
        shape: &[5],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 0, 0, 0, 2],
        event: r#"{"op":"STENCIL","a":[0],"r":1}"#,
        execute: |at| {
            summed(at, |_, cell| {
                let shape = &at.space.shape;
                let ways = shape.sides().iter().zip(shape.strides()).flat_map(|(&side, &stride)| {
                    let (side, x) = (side as usize, cell / stride % side as usize);
                    [side - 1, 1].map(|step| cell - x * stride + (x + step) % side * stride)
                });
                ways.filter(|&near| near != cell).chain([cell]).collect()
            })
        },
    },
    Misreading {
        name: "diagonal neighbours",
        belief: "Cells that touch at a corner are neighbours too.",
        truth: "Neighbours are at Manhattan distance 1: they differ by 1 on one axis.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 0, 1, 2, 1, 0, 0, 0, 0],
        event: r#"{"op":"STENCIL","a":[1,1],"r":0}"#,
        execute: |at| summed(at, |_, cell| surrounding(&at.space.shape, cell).into_iter().chain([cell]).collect()),
    },
    Misreading {
        name: "modulus of MIX",
        belief: "The sum is reduced modulo M - 1 and 1 is added, as in MIX.",
        truth: "The sum is reduced modulo M and may become 0.",
        shape: &[1, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 2, 1],
        event: r#"{"op":"STENCIL","a":[0,1],"r":0}"#,
        execute: |at| {
            let event = StencilEvent::new(at.args, at.space);
            let sum = |cell: usize| at.space.shape.neighbours().sum(at.before.cells(), cell);
            let k = NonZero::new(event.modulus - 1)?;
            at.with(event.cells(at).into_iter().map(|cell| (cell, 1 + sum(cell) % k)))
        },
    },
];

/// Adds up other cells than the rule does.
fn summed(at: &Moment<'_>, near: impl Fn(&StencilEvent, usize) -> Vec<usize>) -> Option<World> {
    let event = StencilEvent::new(at.args, at.space);
    let sum = |cell: usize| near(&event, cell).into_iter().map(|near| u32::from(at.get(near))).sum::<u32>();
    at.with(event.cells(at).into_iter().map(|cell| (cell, sum(cell) % event.modulus)))
}

struct StencilEvent {
    anchor: Point,
    radius: u64,
    modulus: u32,
}

impl StencilEvent {
    fn new(args: &Args, space: &Space) -> StencilEvent {
        let modulus = space.alphabet.values().len() as u32;
        StencilEvent { anchor: args.point("a").into(), radius: args.natural("r"), modulus }
    }

    /// The cells of the ball.
    fn cells(&self, at: &Moment<'_>) -> Vec<usize> {
        let mut cells = Vec::new();
        ball_runs(&at.space.shape, &self.anchor, self.radius, |start, count| cells.extend(start..start + count));
        cells
    }
}

impl Transition for StencilEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        ball(edits.world.shape(), &self.anchor, self.radius, &mut edits.scratch.queue);
        edits.aggregate(|sum| (sum % self.modulus) as u16);
        Ok(())
    }

    fn footprint(&self, world: &World, _: &mut Scratch) -> Footprint {
        let mut writes = Vec::new();
        ball(world.shape(), &self.anchor, self.radius, &mut writes);
        Footprint { scan: aggregation_scan(world.shape(), &writes), reads: with_neighbours(world.shape(), &writes), writes }
    }

    fn workload(&self, world: &World, _: &mut Scratch) -> u64 {
        ball_size(world.shape(), &self.anchor, self.radius)
    }
}
