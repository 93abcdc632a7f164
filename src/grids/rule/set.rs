//! SET(p,v): write v at p (paper 3.1, B.1).
//!
//! - Parameters: `p` any cell, `v` any value, also 0, which clears the cell.
//! - Reads and writes exactly p; scan 1.
//! - Source: the common event of prompt 0.4.

use super::{Arg, Args, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition};
use crate::world::{Alphabet, Space, World};

pub(super) struct Set;

impl Family for Set {
    fn name(&self) -> &'static str {
        "SET"
    }

    fn is_core(&self) -> bool {
        false
    }

    fn summary(&self) -> &'static str {
        "Writes one value into one cell."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "p", kind: ParamKind::Point, doc: "the cell" },
            Param { name: "v", kind: ParamKind::Label, doc: "the value to write, 0 to clear" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "SET(p,v): set cell p to v.".to_owned()
    }

    fn example(&self) -> Option<Example> {
        None
    }

    fn drawn(&self, world: &World, _from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        vec![("p", world.shape().point(to).into())]
    }

    fn transition(&self, args: &Args, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(SetEvent { cell: space.shape.cell(args.point("p")), value: args.natural("v") as u16 }))
    }
}

struct SetEvent {
    cell: usize,
    value: u16,
}

impl Transition for SetEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let before = edits.world.set(self.cell, self.value);
        let mut log = edits.scratch.changes.log(1);
        log.add(self.cell as u32, before, self.value);
        log.end();
        Ok(())
    }

    fn footprint(&self, _: &World, _: &mut Scratch) -> Footprint {
        Footprint { writes: vec![self.cell as u32], ..Footprint::anchor_only(self.cell) }
    }
}
