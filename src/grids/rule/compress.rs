//! COMPRESS(axis,direction): slide every line to one edge and merge equal neighbours once (paper B.4).
//!
//! - Parameters: `axis`, `direction` -1 or 1: the destination edge is at coordinate 0 or at the highest one.
//! - Boundary: a merged value does not merge again in the same event; zeros are dropped without sorting. A sum outside the
//!   alphabet makes the event invalid.
//! - Reads and writes the whole world: the rest of a line is set to 0.

use std::ops::Range;

use super::explain::words::{capital, form, number, ordinal, some, values};
use super::explain::{Explained, Misreading, Moment, Part, Phase, Reason, Run, Term, parts, write_part};
use super::geometry::{Divisor, WAY, cells_where, drawn_arrow, line_of, lines, nonzero};
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
        "Packs the nonzero values of every line towards one edge; equal values that follow each other are added, two by two."
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
        Ok(Box::new(CompressEvent::new(args, space)))
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

impl Explained for Compress {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let (axis, forward) = (at.args.natural("axis") as usize, at.args.integer("direction") == 1);
        let lines: Vec<Run> = lines(&at.space.shape, axis, forward).collect();
        let packed = lines.iter().map(|&line| pack(at, line)).collect();
        let lines = Lines { at, lines, packed };
        vec![lines.list(axis, forward), lines.pair(), lines.pack()]
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let (axis, forward) = (at.args.natural("axis") as usize, at.args.integer("direction") == 1);
        let line = line_of(&at.space.shape, axis, cell, forward);
        let packed = pack(at, line);
        let place = line.iter().position(|on| on as usize == cell).unwrap_or(0);
        let edge = line.first as usize;
        let Some(item) = packed.get(place) else {
            let because = match packed.len() {
                0 => "its line is empty".to_owned(),
                count => format!(
                    "its line has {} when it is packed, and this is its {} cell from {}",
                    some(count, "value"),
                    ordinal(place + 1),
                    at.name(edge)
                ),
            };
            return at.reason(cell, Term::Number(0), because, RESTS).naming(if packed.is_empty() { None } else { Some(edge) });
        };
        let from = item.cell as usize;
        let value = at.get(from);
        if let Some(with) = item.with {
            let with = with as usize;
            let because =
                format!("the equal values of {} and {} follow each other in the list and merge", at.name(from), at.name(with));
            return at.reason(cell, item.term(at), because, PAIRS).naming([from, with]);
        }
        // A value that is equal to the one before it does not merge if that one has.
        let merged = place.checked_sub(1).map(|place| packed[place]).filter(|last| last.term(at).evaluate() == u32::from(value));
        let rest = if merged.is_some() { ", and what merged before it does not merge again" } else { "" };
        let because = match (from == cell, place) {
            (true, 0) => "it is the first value of its line and at the edge already".to_owned(),
            (true, _) => format!("it is in its place already{rest}"),
            (false, 0) => format!("the {value} of {} is the first value of its line from this edge", at.name(from)),
            (false, _) => {
                let (from, edge) = (at.name(from), at.name(edge));
                format!("the {value} of {from} is the {} value of its packed line from {edge}{rest}", ordinal(place + 1))
            }
        };
        at.reason(cell, item.term(at), because, PACKS).naming([from]).naming((from != cell && place > 0).then_some(edge))
    }

    fn words(&self, _: &Space) -> Vec<(&'static str, String)> {
        let line = "the cells that differ on the named axis alone: a row or a column in two dimensions".to_owned();
        let edge = "the end of the line where the direction leads".to_owned();
        vec![("line", line), ("edge", edge)]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

const PAIRS: &str = "whenever two consecutive values are equal, replace them by one value equal to their sum and continue after the \
                     pair, so a merged value cannot merge again in this event";
const PACKS: &str = "Write the resulting list back starting at the destination edge";
const RESTS: &str = "set every remaining cell of the line to 0";

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "merges again",
        belief: "A merged value merges again with an equal one beside it.",
        truth: "A value that was merged does not merge again in the same event.",
        shape: &[1, 4],
        alphabet: &[0, 2, 4, 8],
        cells: &[2, 2, 4, 0],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| {
            compressed(at, |values| {
                let mut packed: Vec<u32> = Vec::new();
                for &(_, mut value) in values {
                    while packed.pop_if(|last| *last == value).is_some() {
                        value = value.saturating_mul(2);
                    }
                    packed.push(value);
                }
                packed
            })
        },
    },
    Misreading {
        name: "pairs from the far end",
        belief: "The list is paired from the end that is away from the destination edge.",
        truth: "Pairs are made from the destination edge on, so of three equal values the two nearest to it merge.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 1, 0],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| {
            compressed(at, |values| {
                let mut packed = paired(values.iter().rev().map(|&(_, value)| value), |_, _| true);
                packed.reverse();
                packed
            })
        },
    },
    Misreading {
        name: "zeros keep apart",
        belief: "Only values in neighbouring cells merge.",
        truth: "Zeros are dropped first: values merge that follow each other in the list.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[1, 0, 1, 0],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| {
            compressed(at, |values| paired(values.iter().map(|&(_, value)| value), |a, b| values[a].0 + 1 == values[b].0))
        },
    },
    Misreading {
        name: "packs without merging",
        belief: "Values only slide to the edge.",
        truth: "Equal values that follow each other are added, two by two.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[0, 1, 1, 2],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| compressed(at, |values| values.iter().map(|&(_, value)| value).collect()),
    },
    Misreading {
        name: "merges without packing",
        belief: "Equal values merge where the one nearer to the edge stands, and nothing else moves.",
        truth: "After merging, the values of a line stand at its destination edge without a gap.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[0, 1, 1, 0, 2],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| {
            compressed(at, |values| {
                let mut line = Vec::new();
                let mut open = None;
                for &(place, value) in values {
                    line.resize(place, 0);
                    match open.take() {
                        Some(last) if line[last] == value => {
                            line[last] = value.saturating_mul(2);
                            line.push(0);
                        }
                        _ => {
                            line.push(value);
                            open = Some(place);
                        }
                    }
                }
                line
            })
        },
    },
    Misreading {
        name: "other direction",
        belief: "Direction 1 packs towards coordinate 0, and -1 towards the highest one.",
        truth: "Direction 1 packs towards the highest coordinate, and -1 towards coordinate 0.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[0, 1, 2, 0],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| {
            let event = CompressEvent::new(at.args, at.space);
            at.executed(&CompressEvent { forward: !event.forward, ..event })
        },
    },
    Misreading {
        name: "other axis",
        belief: "The lines lead along the axis after the named one.",
        truth: "The lines lead along the named axis.",
        shape: &[2, 2],
        alphabet: &[0, 1, 2],
        cells: &[0, 1, 0, 2],
        event: r#"{"op":"COMPRESS","axis":1,"direction":-1}"#,
        execute: |at| {
            let event = CompressEvent::new(at.args, at.space);
            at.executed(&CompressEvent { axis: (event.axis + 1) % at.space.shape.dimensions(), ..event })
        },
    },
];

/// Packs every line as a misreading does, which is given places and values of its nonzero cells from the destination edge on.
fn compressed(at: &Moment<'_>, pack: impl Fn(&[(usize, u32)]) -> Vec<u32>) -> Option<World> {
    let (axis, forward) = (at.args.natural("axis") as usize, at.args.integer("direction") == 1);
    at.with(lines(&at.space.shape, axis, forward).flat_map(|line| {
        let values = line.iter().map(|cell| u32::from(at.get(cell as usize))).enumerate().filter(|&(_, value)| value != 0);
        let packed = pack(&values.collect::<Vec<_>>()).into_iter().chain(std::iter::repeat(0));
        line.iter().map(|cell| cell as usize).zip(packed).collect::<Vec<_>>()
    }))
}

/// Adds equal values that follow each other once, where `may` says of their places in the list that they may.
fn paired(values: impl Iterator<Item = u32>, may: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let mut packed = Vec::new();
    let mut open = None;
    for (index, value) in values.enumerate() {
        match open {
            Some((last, same)) if same == value && may(last, index) => {
                packed.pop();
                packed.push(value.saturating_mul(2));
                open = None;
            }
            _ => {
                packed.push(value);
                open = Some((index, value));
            }
        }
    }
    packed
}

/// One value of a packed line, and where it comes from.
#[derive(Debug, Clone, Copy)]
struct Packed {
    cell: u32,
    /// The cell that it merged with.
    with: Option<u32>,
}

impl Packed {
    fn term(&self, at: &Moment<'_>) -> Term {
        let cell = at.value(self.cell as usize);
        self.with.map_or(cell.clone(), |with| Term::Sum(vec![cell, at.value(with as usize)]))
    }
}

/// The values of a line when it is packed, from its first cell on.
fn pack(at: &Moment<'_>, line: Run) -> Vec<Packed> {
    let mut packed: Vec<Packed> = Vec::new();
    for cell in line.iter().filter(|&cell| at.get(cell as usize) != 0) {
        match packed.last_mut() {
            Some(last) if last.with.is_none() && at.get(last.cell as usize) == at.get(cell as usize) => last.with = Some(cell),
            _ => packed.push(Packed { cell, with: None }),
        }
    }
    packed
}

/// All lines, each from its destination edge on, and their values when they are packed.
struct Lines<'a> {
    at: &'a Moment<'a>,
    lines: Vec<Run>,
    packed: Vec<Vec<Packed>>,
}

impl Lines<'_> {
    fn list(&self, axis: usize, forward: bool) -> Phase {
        let parts = parts(self.lines.len(), |range| {
            let mut part = Part::default();
            for line in &self.lines[range.clone()] {
                part.reads.push_run(*line);
                let (taken, left): (Vec<u32>, Vec<u32>) = line.iter().partition(|&cell| self.at.get(cell as usize) != 0);
                part.taken.extend(taken);
                part.left.extend(left);
            }
            part.scan = part.reads.len() as u64;
            let listed = |line: Run, _: &[Packed]| {
                let edge = self.at.name(line.first as usize);
                let old: Vec<u32> = part.taken.iter().map(|cell| self.at.get(cell as usize).into()).collect();
                if old.is_empty() {
                    format!("The line of {edge} is empty.")
                } else {
                    format!("The line of {edge} lists, from there on, {}.", values(old.into_iter()))
                }
            };
            let sentence = self.say(range, listed, || some(part.taken.len(), "value"));
            Part { sentence, ..part }
        });
        let edge = if forward { "the highest coordinate" } else { "coordinate 0" };
        let listed = some(parts.iter().map(|part| part.taken.len()).sum(), "value");
        let sentence = match self.lines.len() {
            1 => format!("The line is listed from {edge} on: {listed}."),
            count => format!("Each of the {} lines along axis {axis} is listed from {edge} on: {listed} in all.", number(count)),
        };
        Phase::new("List", "list the nonzero values in order starting from the destination edge", sentence, parts)
    }

    fn pair(&self) -> Phase {
        let parts = parts(self.lines.len(), |range| {
            let (pairs, single): (Vec<Packed>, Vec<Packed>) =
                self.packed[range.clone()].iter().flatten().partition(|item| item.with.is_some());
            let paired = |line: Run, packed: &[Packed]| {
                let name = format!("The line of {}", self.at.name(line.first as usize));
                if pairs.is_empty() {
                    let nothing = if packed.len() < 2 { "has nothing to pair" } else { "has no two equal values in succession" };
                    return format!("{name} {nothing}.");
                }
                const MOST: usize = 6;
                let sums: Vec<String> = pairs.iter().take(MOST).map(|item| item.term(self.at).to_string()).collect();
                let more = if pairs.len() > MOST { format!(" and {} more", pairs.len() - MOST) } else { String::new() };
                let make = form(pairs.len(), "makes a pair", "make pairs");
                format!("{name}: {}{more} {make}; the list becomes {}.", sums.join(", "), self.sums(packed))
            };
            let sentence = self.say(range, paired, || some(pairs.len(), "pair"));
            let taken = pairs.iter().flat_map(|item| [Some(item.cell), item.with]).flatten().collect();
            Part { sentence, taken, left: single.iter().map(|item| item.cell).collect(), ..Part::default() }
        });
        let pairs = self.packed.iter().flatten().filter(|item| item.with.is_some()).count();
        let sentence = match pairs {
            0 => "No two values in succession are equal.".to_owned(),
            _ => format!("{} of equal values in succession {} added.", capital(&some(pairs, "pair")), form(pairs, "is", "are")),
        };
        Phase::new("Pair", PAIRS, sentence, parts)
    }

    fn pack(&self) -> Phase {
        let parts = parts(self.lines.len(), |range| {
            let assigned = self.lines[range.clone()].iter().zip(&self.packed[range.clone()]).flat_map(|(line, packed)| {
                let sums = packed.iter().map(|item| item.term(self.at).evaluate() as u16);
                line.iter().zip(sums.chain(std::iter::repeat(0)))
            });
            let part = write_part(self.at, assigned);
            let changed = part.changes.len();
            let written = |line: Run, packed: &[Packed]| {
                let edge = self.at.name(line.first as usize);
                if changed == 0 {
                    let stays = if packed.is_empty() { "stays empty" } else { "is packed already and stays as it is" };
                    return format!("The line of {edge} {stays}.");
                }
                let rest = match line.count as usize - packed.len() {
                    0 => String::new(),
                    1 => ", and 0 in the last cell".to_owned(),
                    rest => format!(", and 0 in the other {} cells", number(rest)),
                };
                format!("The line of {edge} becomes, from there on, {}{rest}.", self.sums(packed))
            };
            let sentence =
                self.say(range, written, || format!("{} {}", some(changed, "cell"), form(changed, "changes", "change")));
            Part { sentence, ..part }
        });
        let changed: usize = parts.iter().map(|part| part.changes.len()).sum();
        let sentence = match changed {
            0 => "Every cell is written, and none changes.".to_owned(),
            _ => format!("Every cell is written: {} {}.", number(changed), form(changed, "changes", "change")),
        };
        Phase::new("Pack", format!("{PACKS} and {RESTS}"), sentence, parts)
    }

    /// What is said of one line, and of several that are grouped.
    fn say(&self, range: Range<usize>, one: impl Fn(Run, &[Packed]) -> String, several: impl Fn() -> String) -> String {
        match self.lines[range.clone()] {
            [line] => one(line, &self.packed[range.start]),
            _ => {
                let first = self.at.name(self.lines[range.start].first as usize);
                format!("{} lines together, from that of {first} on: {}.", range.len(), several())
            }
        }
    }

    /// The values of a packed line.
    fn sums(&self, packed: &[Packed]) -> String {
        values(packed.iter().map(|item| item.term(self.at).evaluate()))
    }
}

struct CompressEvent {
    axis: usize,
    forward: bool,
    alphabet: Alphabet,
}

impl CompressEvent {
    fn new(args: &Args, space: &Space) -> CompressEvent {
        CompressEvent {
            axis: args.natural("axis") as usize,
            forward: args.integer("direction") == 1,
            alphabet: space.alphabet.clone(),
        }
    }
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
