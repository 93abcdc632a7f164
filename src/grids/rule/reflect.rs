//! REFLECT(lo,hi,axis): mirror an inclusive box along one axis (paper B.2).
//!
//! - Parameters: corners `lo` <= `hi`, coordinate by coordinate, and `axis`.
//! - Boundary: an extent of 1 on the axis gives the identity. Zeros are mirrored like every value, so the old place of a value
//!   that moves onto a zero is cleared.
//! - Reads and writes the whole box.

use super::geometry::box_runs;
use super::{Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
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

    fn transition(&self, args: &Args, _: &Space) -> Result<Box<dyn Transition>, EventError> {
        let (low, high) = (args.point("lo"), args.point("hi"));
        if low.iter().zip(high).any(|(low, high)| low > high) {
            let expected = format!("a coordinate of at least lo {} on every axis", list(low));
            return Err(EventError::new("bad-value", list(high), expected).field("hi"));
        }
        Ok(Box::new(ReflectEvent { low: low.to_vec(), high: high.to_vec(), axis: args.natural("axis") as usize }))
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
}
