//! REFLECT(lo,hi,axis): mirror an inclusive box along one axis (paper B.2).
//!
//! - Parameters: corners `lo` <= `hi`, coordinate by coordinate, and `axis`.
//! - Boundary: an extent of 1 on the axis gives the identity. Zeros are mirrored like every value, so the old place of a value
//!   that moves onto a zero is cleared.
//! - Reads and writes the whole box.

use smallvec::SmallVec;

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
        Ok(Box::new(ReflectEvent { low: low.into(), high: high.into(), axis: args.natural("axis") as usize }))
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

struct ReflectEvent {
    low: Point,
    high: Point,
    axis: usize,
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
