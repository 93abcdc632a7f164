//! REFLECT(lo,hi,axis): mirror an inclusive box along one axis (paper B.2).
//!
//! - Parameters: corners `lo` <= `hi`, coordinate by coordinate, and `axis`.
//! - Boundary: an extent of 1 on the axis gives the identity. Zeros are mirrored like every value, so the old place of a value
//!   that moves onto a zero is cleared.
//! - Reads and writes the whole box.

use smallvec::SmallVec;

use super::explain::words::{all, capital, form, number, some};
use super::explain::{Cells, Explained, Misreading, Moment, Part, Phase, Reason, Run, parts, write_part};
use super::geometry::box_runs;
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::codec::list;
use crate::world::{Alphabet, MAX_DIMENSIONS, Point, Space, World};

pub(super) struct Reflect;

impl Family for Reflect {
    fn name(&self) -> &'static str {
        "REFLECT"
    }

    fn summary(&self) -> &'static str {
        "Mirrors a box along one axis, zeros included."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "lo", kind: ParamKind::Point, doc: "the corner with the lowest coordinates" },
            Param { name: "hi", kind: ParamKind::Point, doc: "the corner with the highest coordinates, inclusive" },
            Param { name: "axis", kind: ParamKind::Axis, doc: "the axis along which the box is mirrored" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "REFLECT(lo,hi,axis): for every cell x in the inclusive box lo <= x <= hi, the new value at the mirrored position x' \
         (x'_axis = lo_axis + hi_axis - x_axis, other coordinates unchanged) is the old value at x, including 0. All writes \
         happen simultaneously. Cells outside the box remain unchanged."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 2, 0, 3, 0, 1, 2],
            event: r#"{"op":"REFLECT","lo":[1],"hi":[4],"axis":0}"#,
            comment: |_| {
                "The box holds cells [1] to [4], and the mirrored position of [x] is [5-x]: the 2 at [1] moves to [4], the 3 at [3] \
                 moves to [2], and the old 0s at [2] and [4] move to [3] and [1]. Cells outside the box remain."
                    .to_owned()
            },
        })
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        let (from, to) = (world.shape().point(from), world.shape().point(to));
        let corner = |pick: fn(u32, u32) -> u32| from.iter().zip(&to).map(|(&a, &b)| pick(a, b)).collect::<Point>();
        vec![("lo", corner(u32::min).into()), ("hi", corner(u32::max).into())]
    }

    fn transition(&self, args: &Args, _: &Space) -> Result<Box<dyn Transition>, EventError> {
        let (low, high) = (args.point("lo"), args.point("hi"));
        if low.iter().zip(high).any(|(low, high)| low > high) {
            let expected = format!("a coordinate of at least lo {} on every axis", list(low));
            return Err(EventError::new("bad-value", list(high), expected).field("hi"));
        }
        Ok(Box::new(ReflectEvent::new(args)))
    }
}

impl Sampled for Reflect {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(64),
            unit: Unit::Reads,
            alphabet: &[0, 1, 2, 3],
            initializer: Initializer::Uniform,
            band: (45, 65),
            sets: 2,
            tolerance: 25,
            most: 1,
            noops: true,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, noop: bool) -> Option<Args> {
        let shape = site.space.shape.clone();
        let sides = shape.sides();
        let volume = shape.volume() as u64;
        // The number of cells that the box should have.
        let mut goal = if noop {
            2 + site.below(3) as u64
        } else {
            let (target, slack) = (site.aim.target, 100 + site.aim.tolerance);
            let low = (100 * target).div_ceil(slack).min(volume).max(2);
            let high = (target * slack / 100).min(volume);
            low + site.below((high.saturating_sub(low) + 1) as usize) as u64
        };
        let mut order: SmallVec<[usize; MAX_DIMENSIONS]> = (0..sides.len()).collect();
        site.stream.shuffle(&mut order);
        let mut extents = [1u64; MAX_DIMENSIONS];
        for (position, &axis) in order.iter().enumerate() {
            let side = u64::from(sides[axis]);
            // What the axes after this one can hold at most.
            let rest: u64 = order[position + 1..].iter().map(|&axis| u64::from(sides[axis])).product();
            let least = goal.div_ceil(rest).min(side);
            let last = position + 1 == order.len();
            let most = if last { least } else { goal.min(side).max(least) };
            let extent = if last { least } else { least + site.below((most - least + 1) as usize) as u64 };
            extents[axis] = extent;
            goal = ((2 * goal + extent) / (2 * extent)).max(1);
        }
        let axis = site.axis(|axis| extents[axis] >= 2)?;
        let low: Point = sides
            .iter()
            .zip(&extents)
            .map(|(&side, &extent)| site.below((u64::from(side) - extent + 1) as usize) as u32)
            .collect();
        let high: Point = low.iter().zip(&extents).map(|(low, &extent)| low + extent as u32 - 1).collect();
        Some(Args::new(self.params(), [low.into(), high.into(), (axis as i64).into()]))
    }
}

impl Explained for Reflect {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let event = ReflectEvent::new(at.args);
        let shape = &at.space.shape;
        let mut cells = Cells::default();
        box_runs(shape, &event.low, &event.high, |start, count| {
            cells.push_run(Run { first: start as u32, step: 1, count: count as u32 });
        });
        let (low, high, axis) = (event.low[event.axis], event.high[event.axis], event.axis);
        let (first, last) = (list(&event.low), list(&event.high));
        let sentence = match cells.len() {
            1 => format!("The box is {first} alone."),
            count => format!("The box from {first} to {last} holds {}.", some(count, "cell")),
        };
        let select = Phase::of_one(
            "Box",
            "every cell x in the inclusive box lo <= x <= hi",
            sentence,
            Part { taken: cells.clone(), ..Part::default() },
        );
        // A cell of the middle layer is its own mirror image.
        let pairs: Vec<(usize, usize)> = cells
            .iter()
            .map(|cell| (cell as usize, event.mirror(at, cell as usize)))
            .filter(|(cell, mirror)| cell <= mirror)
            .collect();
        let own = pairs.iter().filter(|(cell, mirror)| cell == mirror).count();
        let sentence = if low == high {
            format!("The box has one coordinate on axis {axis}, so every cell is its own mirror image.")
        } else {
            let middle = match own {
                0 => String::new(),
                1 => "; the cell in the middle is its own mirror image".to_owned(),
                count => format!("; {} in the middle are their own mirror images", some(count, "cell")),
            };
            format!(
                "Coordinate x on axis {axis} goes to {} - x, which makes {}{middle}.",
                low + high,
                some(pairs.len() - own, "pair")
            )
        };
        let parts = parts(pairs.len(), |range| {
            let group = &pairs[range];
            let cells: Cells = group
                .iter()
                .flat_map(|&(a, b)| [a, b].into_iter().take(if a == b { 1 } else { 2 }))
                .map(|cell| cell as u32)
                .collect();
            let sentence = match *group {
                [(cell, mirror)] => pair(at, cell, mirror),
                _ => {
                    let different = group.iter().filter(|&&(a, b)| at.get(a) != at.get(b)).count();
                    let (a, b) = group[0];
                    format!(
                        "{} pairs together, the first one {} and {}; {} {} different values.",
                        group.len(),
                        at.name(a),
                        at.name(b),
                        number(different),
                        form(different, "holds", "hold")
                    )
                }
            };
            Part { sentence, scan: cells.len() as u64, reads: cells.clone(), taken: cells, ..Part::default() }
        });
        let mirrored = Phase::new("Pair", "(x'_axis = lo_axis + hi_axis - x_axis, other coordinates unchanged)", sentence, parts);
        let part = write_part(at, cells.iter().map(|cell| (cell, at.get(event.mirror(at, cell as usize)))));
        let cleared = part.changes.iter().filter(|change| change.after == 0).count();
        let written = format!("{} are written at once", capital(&all(cells.len(), "cell")));
        let sentence = match (part.changes.len(), cleared) {
            (0, _) if cells.len() == 1 => "The cell is written and keeps its value.".to_owned(),
            (0, _) if low == high => format!("{written}, and none changes."),
            (0, _) => format!("{written}, and none changes: the box is symmetric."),
            (count, 0) => format!("{written}: {} {}.", number(count), form(count, "changes", "change")),
            (count, cleared) => {
                format!("{written}: {} {}, {} of them to 0.", number(count), form(count, "changes", "change"), number(cleared))
            }
        };
        vec![select, mirrored, Phase::of_one("Write", "All writes happen simultaneously", sentence, part)]
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let event = ReflectEvent::new(at.args);
        let shape = &at.space.shape;
        let point = shape.point(cell);
        let sides = point.iter().zip(&event.low).zip(&event.high);
        if let Some((axis, ((x, low), high))) = sides.enumerate().find(|(_, ((x, low), high))| x < low || x > high) {
            let because = format!(
                "it lies outside the box: its coordinate {x} on axis {axis} is not {}",
                if low == high { low.to_string() } else { format!("from {low} to {high}") }
            );
            return at.kept(cell, because, "Cells outside the box remain unchanged");
        }
        let mirror = event.mirror(at, cell);
        let (old, new) = (at.get(cell), at.get(mirror));
        let image = at.name(mirror);
        let because = match (cell == mirror, old == new) {
            (true, _) => "it is its own mirror image".to_owned(),
            (_, true) => format!("its mirror image {image} held {new} as well"),
            (_, false) if new == 0 => format!("its mirror image {image} held 0, and zeros are mirrored too"),
            _ => format!("its mirror image {image} held {new}"),
        };
        let clause = "(x'_axis = lo_axis + hi_axis - x_axis, other coordinates unchanged) is the old value at x, including 0";
        at.reason(cell, at.value(mirror), because, clause).naming([mirror])
    }

    fn words(&self, _: &Space) -> Vec<(&'static str, String)> {
        let boxed = "all cells from lo to hi, both included".to_owned();
        vec![("box", boxed), ("mirror", "along the named axis first and last change places, and so on inwards".to_owned())]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

/// What happens to a pair of cells.
fn pair(at: &Moment<'_>, cell: usize, mirror: usize) -> String {
    let (one, other) = (at.name(cell), at.name(mirror));
    match (at.get(cell), at.get(mirror)) {
        (value, _) if cell == mirror => format!("{one} is its own mirror image and keeps {value}."),
        (a, b) if a == b => format!("{one} and {other} both hold {a}."),
        (a, 0) => format!("{a} goes from {one} to {other}, and {one} is cleared."),
        (0, b) => format!("{b} goes from {other} to {one}, and {other} is cleared."),
        (a, b) => format!("{one} and {other} exchange {a} and {b}."),
    }
}

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "zeros left out",
        belief: "Only nonzero values are mirrored, so the place that a value comes from keeps it unless another arrives.",
        truth: "Zeros are mirrored like every value, so a value that moves onto an empty place leaves an empty place.",
        shape: &[2, 4],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 0, 0, 0, 2, 3, 0, 1],
        event: r#"{"op":"REFLECT","lo":[0,0],"hi":[1,3],"axis":1}"#,
        execute: |at| {
            let event = ReflectEvent::new(at.args);
            let occupied = event.cells(at).into_iter().filter(|&cell| at.get(cell) != 0);
            at.with(occupied.map(|cell| (event.mirror(at, cell), at.get(cell).into())))
        },
    },
    Misreading {
        name: "across the other axis",
        belief: "Mirroring along an axis leaves the coordinate on that axis alone and turns the next one.",
        truth: "The coordinate on the named axis is the one that changes.",
        shape: &[2, 2],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 2, 3, 0],
        event: r#"{"op":"REFLECT","lo":[0,0],"hi":[1,1],"axis":0}"#,
        execute: |at| {
            let event = ReflectEvent::new(at.args);
            let axis = (event.axis + 1) % at.space.shape.dimensions();
            turned(at, &ReflectEvent { axis, ..event }, [axis])
        },
    },
    Misreading {
        name: "half turn",
        belief: "The box is turned by half a turn, so all coordinates change.",
        truth: "Only the coordinate on the named axis changes.",
        shape: &[2, 2],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 2, 3, 0],
        event: r#"{"op":"REFLECT","lo":[0,0],"hi":[1,1],"axis":1}"#,
        execute: |at| turned(at, &ReflectEvent::new(at.args), 0..at.space.shape.dimensions()),
    },
    Misreading {
        name: "upper corner exclusive",
        belief: "The box ends before hi.",
        truth: "Both corners belong to the box.",
        shape: &[4],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 2, 3, 0],
        event: r#"{"op":"REFLECT","lo":[0],"hi":[2],"axis":0}"#,
        execute: |at| {
            let mut event = ReflectEvent::new(at.args);
            if event.low.iter().zip(&event.high).any(|(low, high)| low == high) {
                return Some(at.before.clone());
            }
            event.high.iter_mut().for_each(|high| *high -= 1);
            let axis = event.axis;
            turned(at, &event, [axis])
        },
    },
    Misreading {
        name: "whole world",
        belief: "The whole world is mirrored.",
        truth: "Only the box from lo to hi is mirrored, about its own middle.",
        shape: &[4],
        alphabet: &[0, 1, 2, 3],
        cells: &[1, 2, 3, 0],
        event: r#"{"op":"REFLECT","lo":[0],"hi":[1],"axis":0}"#,
        execute: |at| {
            let mut event = ReflectEvent::new(at.args);
            event.low.iter_mut().for_each(|low| *low = 0);
            event.high.iter_mut().zip(at.space.shape.sides()).for_each(|(high, side)| *high = side - 1);
            at.executed(&event)
        },
    },
];

/// Mirrors the box along some axes.
fn turned(at: &Moment<'_>, event: &ReflectEvent, axes: impl IntoIterator<Item = usize> + Clone) -> Option<World> {
    let image = |cell| axes.clone().into_iter().fold(cell, |cell, axis| event.mirror_along(at, axis, cell));
    at.with(event.cells(at).into_iter().map(|cell| (image(cell), at.get(cell).into())))
}

struct ReflectEvent {
    low: Point,
    high: Point,
    axis: usize,
}

impl ReflectEvent {
    fn new(args: &Args) -> ReflectEvent {
        ReflectEvent { low: args.point("lo").into(), high: args.point("hi").into(), axis: args.natural("axis") as usize }
    }

    /// The cells of the box.
    fn cells(&self, at: &Moment<'_>) -> Vec<usize> {
        let mut cells = Vec::new();
        box_runs(&at.space.shape, &self.low, &self.high, |start, count| cells.extend(start..start + count));
        cells
    }

    /// The mirror image of a cell of the box.
    fn mirror(&self, at: &Moment<'_>, cell: usize) -> usize {
        self.mirror_along(at, self.axis, cell)
    }

    fn mirror_along(&self, at: &Moment<'_>, axis: usize, cell: usize) -> usize {
        let stride = at.space.shape.strides()[axis];
        let x = cell / stride % at.space.shape.sides()[axis] as usize;
        let mirrored = (self.low[axis] + self.high[axis]) as usize - x;
        cell - x * stride + mirrored * stride
    }
}

impl Transition for ReflectEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let (shape, values) = edits.world.parts_mut();
        let changes = &mut edits.scratch.changes;
        let stride = shape.strides()[self.axis];
        let extent = (self.high[self.axis] - self.low[self.axis]) as usize;
        // Runs of the layer with the lowest coordinate; each is exchanged, layer by layer, with its mirror image.
        let (dimensions, mut high) = (self.high.len(), [0; MAX_DIMENSIONS]);
        high[..dimensions].copy_from_slice(&self.high);
        high[self.axis] = self.low[self.axis];
        box_runs(shape, &self.low, &high[..dimensions], |start, length| {
            let mut log = changes.log(length * (extent + 1));
            for layer in 0..extent.div_ceil(2) {
                let distance = (extent - 2 * layer) * stride;
                for cell in start + layer * stride..start + layer * stride + length {
                    let (here, there) = (values[cell], values[cell + distance]);
                    (values[cell], values[cell + distance]) = (there, here);
                    log.add(cell as u32, here, there);
                    log.add((cell + distance) as u32, there, here);
                }
            }
            log.end();
        });
        Ok(())
    }

    fn footprint(&self, world: &World, _: &mut Scratch) -> Footprint {
        let mut cells = Vec::new();
        box_runs(world.shape(), &self.low, &self.high, |start, length| {
            cells.extend((start..start + length).map(|cell| cell as u32));
        });
        Footprint { scan: cells.len() as u64, reads: cells.clone(), writes: cells }
    }

    fn workload(&self, _: &World, _: &mut Scratch) -> u64 {
        self.low.iter().zip(&self.high).map(|(low, high)| u64::from(high - low + 1)).product()
    }
}
