//! STENCIL(a,r): modular neighbourhood sums over a Manhattan ball (paper B.2, equation 8).
//!
//! - Parameters: anchor `a`, radius `r`. The alphabet is 0..M-1.
//! - Boundary: in-bounds neighbours outside the ball are read and not written; radius 0 still adds the anchor's neighbours.
//! - All sums read the old world. Scan is the sum of 1 + |N_1(x)| over the ball.

use super::explain::{Explained, Moment, Phase, Reason, Term, ball_phase, outside_ball, sum_phases, sum_reason};
use super::geometry::{aggregation_scan, ball, ball_size, drawn_ball, with_neighbours};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Point, Space, World};

pub(super) struct Stencil;

impl Family for Stencil {
    fn name(&self) -> &'static str {
        "STENCIL"
    }

    fn summary(&self) -> &'static str {
        "Replaces each value in a Manhattan ball by the sum over its old neighbourhood, modulo M."
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
}

/// How the card writes a new value.
fn formula(modulus: u32) -> String {
    format!("(W(x) + sum W(y)) mod {modulus}")
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
