//! COMPRESS(axis,direction): slide every line to one edge and merge equal neighbours once (paper B.4).
//!
//! - Parameters: `axis`, `direction` -1 or 1: the destination edge is at coordinate 0 or at the highest one.
//! - Boundary: a merged value does not merge again in the same event; zeros are dropped without sorting. A sum outside the
//!   alphabet makes the event invalid.
//! - Reads and writes the whole world: the rest of a line is set to 0.

use super::geometry::{Divisor, WAY, cells_where, drawn_arrow, nonzero};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{
    Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Palette, Param, ParamKind, Scratch, Transition,
};
use crate::world::blocks::differences;
use crate::world::{Alphabet, Space, World};

pub(super) struct Compress;

impl Family for Compress {
    fn name(&self) -> &'static str {
        "COMPRESS"
    }

    fn summary(&self) -> &'static str {
        "Packs the nonzero values of every line towards one edge, adding equal neighbours once."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "axis", kind: ParamKind::Axis, doc: "the axis of the lines" },
            Param { name: "direction", kind: WAY, doc: "the end towards which everything slides" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "COMPRESS(axis,direction): on every line parallel to axis, independently: list the nonzero values in order starting from \
         the destination edge (coordinate 0 if direction=-1, the highest coordinate if direction=1). Walk that list from its \
         start; whenever two consecutive values are equal, replace them by one value equal to their sum and continue after the \
         pair, so a merged value cannot merge again in this event. Write the resulting list back starting at the destination edge \
         and set every remaining cell of the line to 0."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [2, 0, 2, 4, 1, 1, 1],
            event: r#"{"op":"COMPRESS","axis":0,"direction":-1}"#,
            comment: |_| {
                "From [0] the nonzero values are 2, 2, 4, 1, 1, 1. The 2s become 4, which does not merge again with the 4 after it; \
                 the first two 1s become 2, and the last 1 has no partner left."
                    .to_owned()
            },
        })
    }

    fn palette(&self) -> Palette {
        Palette::Powers
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        let arrow = drawn_arrow(world.shape(), from, to);
        arrow
            .map(|(axis, direction, _)| vec![("axis", (axis as i64).into()), ("direction", direction.into())])
            .unwrap_or_default()
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(CompressEvent {
            axis: args.natural("axis") as usize,
            forward: args.integer("direction") == 1,
            alphabet: space.alphabet.clone(),
        }))
    }
}

impl Sampled for Compress {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: None,
            unit: Unit::Cells,
            alphabet: &[0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096],
            initializer: Initializer::SmallTiles,
            band: (15, 35),
            sets: 5,
            tolerance: 0,
            most: 1,
            noops: true,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, _: bool) -> Option<Args> {
        let axis = site.below(site.space.shape.dimensions());
        let direction = site.sign();
        Some(Args::new(self.params(), [(axis as i64).into(), direction.into()]))
    }
}

struct CompressEvent {
    axis: usize,
    forward: bool,
    alphabet: Alphabet,
}

/// A line while its values are written back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    /// The cell that the next value goes to.
    next: u32,
    /// The last value if it may merge, otherwise 0.
    open: u32,
}

impl Transition for CompressEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let (shape, cells) = edits.world.parts_mut();
        let Scratch { lines, before, changes, .. } = &mut *edits.scratch;
        let stride = shape.strides()[self.axis] as u32;
        // Lines come in blocks of consecutive cells that hold `stride` lines each.
        let block = stride * shape.sides()[self.axis];
        let step = if self.forward { stride.wrapping_neg() } else { stride };
        before.clear();
        before.extend_from_slice(cells);
        cells.fill(0);
        lines.clear();
        let destination = if self.forward { block - stride } else { 0 };
        for start in (destination..cells.len() as u32).step_by(block as usize) {
            lines.extend((start..start + stride).map(|next| Line { next, open: 0 }));
        }
        let (by_block, by_stride) = (Divisor::new(block), Divisor::new(stride));
        let (lines, before) = (&mut lines[..], &mut before[..]);
        let mut result = Ok(());
        // Cell numbers grow along every axis: this order is from the destination edge on, for all lines at once.
        cells_where(
            before.len(),
            self.forward,
            |word| nonzero(before, word),
            |cell| {
                let value = before[cell];
                let cell = cell as u32;
                let number =
                    by_block.quotient(cell).wrapping_sub(by_stride.quotient(cell)).wrapping_mul(stride).wrapping_add(cell);
                let line = &mut lines[number as usize];
                // Whether values merge is as good as random: both cases take the same path.
                let merge = u32::from(value) == line.open;
                let target = if merge { line.next.wrapping_sub(step) } else { line.next };
                let written = u32::from(value) << u32::from(merge);
                if !self.alphabet.contains(written) && result.is_ok() {
                    result = Err(OutOfAlphabet { cell: target as usize, value: written });
                }
                cells[target as usize] = written as u16;
                *line = Line { next: target.wrapping_add(step), open: if merge { 0 } else { value.into() } };
            },
        );
        if result.is_err() {
            cells.copy_from_slice(before);
            return result;
        }
        let mut log = changes.log(cells.len());
        cells_where(
            before.len(),
            false,
            |word| differences(before, cells, word),
            |cell| log.add(cell as u32, before[cell], cells[cell]),
        );
        log.end();
        Ok(())
    }

    fn footprint(&self, world: &World, _: &mut Scratch) -> Footprint {
        let all: Vec<u32> = (0..world.shape().volume() as u32).collect();
        Footprint { scan: all.len() as u64, reads: all.clone(), writes: all }
    }

    fn workload(&self, world: &World, _: &mut Scratch) -> u64 {
        world.shape().volume() as u64
    }
}
