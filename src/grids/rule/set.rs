//! SET(p,v): write v at p (paper 3.1, B.1).
//!
//! - Parameters: `p` any cell, `v` any value, also 0, which clears the cell.
//! - Reads and writes exactly p; scan 1.
//! - Source: the common event of prompt 0.4.

use super::explain::{Explained, Misreading, Moment, Part, Phase, Reason, Term, write_part};
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
        Ok(Box::new(SetEvent::new(args, space)))
    }
}

impl Explained for Set {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let SetEvent { cell, value } = SetEvent::new(at.args, at.space);
        let sentence = match at.get(cell) {
            old if old == value => format!("{} is set to {value}, which it holds already.", at.name(cell)),
            old => format!("{} is set to {value}; it held {old}.", at.name(cell)),
        };
        let part = write_part(at, [(cell as u32, value)]);
        let part = Part { scan: 1, reads: part.writes.clone(), ..part };
        vec![Phase::of_one("Write", CLAUSE, sentence, part)]
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let SetEvent { cell: set, value } = SetEvent::new(at.args, at.space);
        if cell != set {
            return at.kept(cell, format!("this event sets only {}", at.name(set)), CLAUSE).naming([set]);
        }
        let because = match at.get(cell) {
            old if old == value => format!("the event sets it to {value}, which it held already"),
            _ => format!("the event sets it to {value}"),
        };
        at.reason(cell, Term::Number(value.into()), because, CLAUSE)
    }

    fn misreadings(&self) -> &'static [Misreading] {
        &[]
    }
}

const CLAUSE: &str = "set cell p to v";

struct SetEvent {
    cell: usize,
    value: u16,
}

impl SetEvent {
    fn new(args: &Args, space: &Space) -> SetEvent {
        SetEvent { cell: space.shape.cell(args.point("p")), value: args.natural("v") as u16 }
    }
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
