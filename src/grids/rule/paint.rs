//! PAINT(a,r,u,v): recolour one value inside a Manhattan ball (paper B.2).
//!
//! - Parameters: anchor `a`, radius `r`, source value `u`, target value `v`. Both values may be 0; u = v changes nothing.
//! - Boundary: the ball is cut at the world's edge; radius 0 selects only the anchor.
//! - Reads the whole ball; writes only the cells of the ball that hold u.

use super::explain::words::{all, capital, form, number};
use super::explain::{
    Cells, Explained, Growth, Misreading, Moment, Part, Phase, Reason, Term, ball_phase, ball_words, distance, outside_ball,
    write_part,
};
use super::geometry::{ball, ball_runs, ball_size, drawn_ball};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Point, Space, World};

pub(super) struct Paint;

impl Family for Paint {
    fn name(&self) -> &'static str {
        "PAINT"
    }

    fn summary(&self) -> &'static str {
        "Replaces one value by another inside a Manhattan ball."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "a", kind: ParamKind::Point, doc: "the centre of the ball" },
            Param { name: "r", kind: ParamKind::Natural, doc: "the radius of the ball" },
            Param { name: "u", kind: ParamKind::Label, doc: "the value to replace" },
            Param { name: "v", kind: ParamKind::Label, doc: "the value to write" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "PAINT(a,r,u,v): simultaneously replace u by v at every coordinate x with sum_i |x_i-a_i| <= r. All other cells remain \
         unchanged."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 0, 1, 2, 1, 1, 3],
            event: r#"{"op":"PAINT","a":[3],"r":1,"u":1,"v":3}"#,
            comment: |_| {
                "The cells with |x_0-3| <= 1 are [2], [3] and [4]; of these only [2] and [4] have old value 1, and both become 3. \
                 The 2 at [3] is not 1, and the 1s at [0] and [5] are outside the ball, so they remain."
                    .to_owned()
            },
        })
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        drawn_ball(world.shape(), from, to, ["a", "r"])
    }

    fn transition(&self, args: &Args, _: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(PaintEvent::new(args)))
    }
}

impl Sampled for Paint {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(100),
            unit: Unit::Reads,
            alphabet: &[0, 1, 2, 3],
            initializer: Initializer::Uniform,
            band: (45, 65),
            sets: 2,
            tolerance: 15,
            most: 1,
            noops: true,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, noop: bool) -> Option<Args> {
        let anchor = site.cell();
        let radius = if noop { site.any_ball_radius(anchor) } else { site.ball_radius(anchor) };
        // A no-op replaces a value that is not there.
        let absent = if noop { site.value_in_ball(anchor, radius, false) } else { None };
        let source = absent.or_else(|| site.value_in_ball(anchor, radius, true))?;
        let target = site.value(|value| value != source)?;
        let anchor = site.space.shape.point(anchor);
        Some(Args::new(
            self.params(),
            [anchor.into(), (radius as i64).into(), i64::from(source).into(), i64::from(target).into()],
        ))
    }
}

impl Explained for Paint {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let PaintEvent { anchor, radius, source, target } = PaintEvent::new(at.args);
        let (select, ball) = ball_phase(at, &anchor, radius, "every coordinate x with sum_i |x_i-a_i| <= r");
        let (taken, left): (Vec<u32>, Vec<u32>) = ball.iter().partition(|&cell| at.get(cell as usize) == source);
        let count = taken.len();
        let sentence = match (ball.len(), count) {
            (1, 0) => format!("The cell does not hold {source}, so nothing is written."),
            (1, _) => format!("The cell holds {source}."),
            (all, 0) => format!("None of the {} cells holds {source}, so nothing is written.", number(all)),
            (count, some) if count == some => format!("{} hold {source}.", capital(&all(count, "cell"))),
            (all, some) => format!("Of the {} cells {} {} {source}.", number(all), number(some), form(some, "holds", "hold")),
        };
        let cells = |cells: &[u32]| cells.iter().copied().collect::<Cells>();
        let part = Part { scan: ball.len() as u64, reads: ball, taken: cells(&taken), left: cells(&left), ..Part::default() };
        let mut phases = vec![select, Phase::of_one("Match", "replace u by v", sentence, part)];
        if count > 0 {
            let cells = capital(&all(count, "cell"));
            let sentence = if source == target {
                format!("{cells} {} {target} again, which changes nothing.", form(count, "gets", "get"))
            } else {
                format!("{cells} {} {target}, at once.", form(count, "becomes", "become"))
            };
            let part = write_part(at, taken.into_iter().map(|cell| (cell, target)));
            phases.push(Phase::of_one("Write", "simultaneously replace u by v", sentence, part));
        }
        phases
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let PaintEvent { anchor, radius, source, target } = PaintEvent::new(at.args);
        if let Some(outside) = outside_ball(at, cell, &anchor, radius, "All other cells remain unchanged") {
            return outside;
        }
        let old = at.get(cell);
        if old != source {
            let because = format!("it lies in the ball, but holds {old}, and only {source} is replaced");
            return at.kept(cell, because, "replace u by v");
        }
        let distance = distance(&at.space.shape.point(cell), &anchor);
        let anchor = at.space.shape.cell(&anchor);
        let because = if source == target {
            format!("the event replaces {source} by {target}, which changes nothing")
        } else if cell == anchor {
            format!("it is the centre of the ball and held {source}, which is replaced by {target}")
        } else {
            let centre = at.name(anchor);
            format!("it is at distance {distance} from {centre}, in the ball, and held {source}, which is replaced by {target}")
        };
        at.reason(cell, Term::Number(target.into()), because, "simultaneously replace u by v").naming([anchor])
    }

    fn words(&self, _: &Space) -> Vec<(&'static str, String)> {
        vec![ball_words("a")]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "source ignored",
        belief: "Every cell of the ball becomes v, whatever it held.",
        truth: "Only cells of the ball that hold u become v; every other cell keeps its value.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 2, 0, 0, 1, 1, 1, 1, 2],
        event: r#"{"op":"PAINT","a":[1,1],"r":1,"u":1,"v":3}"#,
        execute: |at| painted(at, |event, cell| event.distance(at, cell) <= event.radius),
    },
    Misreading {
        name: "box instead of ball",
        belief: "Radius r selects the square around a, corners included.",
        truth: "The ball is a diamond: the distances on all axes together are at most r.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 1, 1, 1, 1, 1, 1, 1],
        event: r#"{"op":"PAINT","a":[1,1],"r":1,"u":1,"v":2}"#,
        execute: |at| {
            painted(at, |event, cell| {
                let point = at.space.shape.point(cell);
                let within = point.iter().zip(&event.anchor).all(|(x, a)| u64::from(x.abs_diff(*a)) <= event.radius);
                within && at.get(cell) == event.source
            })
        },
    },
    Misreading {
        name: "filled from the centre",
        belief: "The paint spreads from a through connected cells that hold u.",
        truth: "The ball decides alone: its cells that hold u need not touch each other, and u outside of it stays.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[1, 0, 1, 1, 1],
        event: r#"{"op":"PAINT","a":[0,2],"r":2,"u":1,"v":2}"#,
        execute: |at| {
            let event = PaintEvent::new(at.args);
            let anchor = at.space.shape.cell(&event.anchor);
            let region = Growth::new(at.before, anchor, u64::MAX, |value| value == event.source);
            painted(at, |event, cell| at.get(anchor) == event.source && region.steps(cell).is_some())
        },
    },
    Misreading {
        name: "radius exclusive",
        belief: "The ball ends before distance r.",
        truth: "Cells at distance r belong to the ball.",
        shape: &[5],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 1, 1, 1],
        event: r#"{"op":"PAINT","a":[2],"r":2,"u":1,"v":2}"#,
        execute: |at| painted(at, |event, cell| event.distance(at, cell) < event.radius && at.get(cell) == event.source),
    },
    Misreading {
        name: "radius too large",
        belief: "The ball ends after distance r + 1.",
        truth: "Cells at distance r are the last that belong to the ball.",
        shape: &[5],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 1, 1, 1],
        event: r#"{"op":"PAINT","a":[2],"r":1,"u":1,"v":2}"#,
        execute: |at| {
            let event = PaintEvent::new(at.args);
            at.executed(&PaintEvent { radius: event.radius.saturating_add(1), ..event })
        },
    },
];

/// Writes the target value into the cells that a misreading takes.
fn painted(at: &Moment<'_>, takes: impl Fn(&PaintEvent, usize) -> bool) -> Option<World> {
    let event = PaintEvent::new(at.args);
    let taken = (0..at.space.shape.volume()).filter(|&cell| takes(&event, cell));
    at.with(taken.map(|cell| (cell, event.target.into())))
}

struct PaintEvent {
    anchor: Point,
    radius: u64,
    source: u16,
    target: u16,
}

impl PaintEvent {
    fn new(args: &Args) -> PaintEvent {
        PaintEvent {
            anchor: args.point("a").into(),
            radius: args.natural("r"),
            source: args.natural("u") as u16,
            target: args.natural("v") as u16,
        }
    }

    /// How far a cell is from the centre.
    fn distance(&self, at: &Moment<'_>, cell: usize) -> u64 {
        distance(&at.space.shape.point(cell), &self.anchor)
    }
}

impl Transition for PaintEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        if self.source == self.target {
            return Ok(());
        }
        let (shape, values) = edits.world.parts_mut();
        let changes = &mut edits.scratch.changes;
        ball_runs(shape, &self.anchor, self.radius, |start, length| {
            let mut log = changes.log(length);
            for (cell, value) in (start as u32..).zip(&mut values[start..start + length]) {
                let before = *value;
                // As arithmetic, since a branch on the value of a cell would be as good as random.
                *value = before ^ (u16::from(before == self.source).wrapping_neg() & (self.source ^ self.target));
                log.add(cell, before, *value);
            }
            log.end();
        });
        Ok(())
    }

    fn footprint(&self, world: &World, _: &mut Scratch) -> Footprint {
        let mut reads = Vec::new();
        ball(world.shape(), &self.anchor, self.radius, &mut reads);
        let writes = reads.iter().copied().filter(|&cell| world.get(cell as usize) == self.source).collect();
        Footprint { scan: reads.len() as u64, reads, writes }
    }

    fn workload(&self, world: &World, _: &mut Scratch) -> u64 {
        ball_size(world.shape(), &self.anchor, self.radius)
    }
}
