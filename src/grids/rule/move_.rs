//! MOVE(v,axis,direction,k): move every cell of one value, front to back (paper B.4).
//!
//! - Parameters: nonzero value `v`, `axis`, `direction` -1 or 1, step limit `k`.
//! - Boundary: a move stops before the world's edge and before a nonzero cell. Cells nearest the leading edge move first, so a
//!   later cell enters what an earlier one has left.
//! - Scan is the number of cells of value v plus every in-bounds look at a next cell, also one that finds it taken. Writes are
//!   origin, transit and destination of every cell that moves.

use super::explain::words::{all, capital, form, number, some};
use super::explain::{Cells, Explained, Misreading, Moment, Part, Phase, Reason, Run, Term, parts};
use super::geometry::{WAY, cells_where, drawn_arrow, line_of, lines};
use super::sampling::{Initializer, Sampled, Sampling, Site, Unit};
use super::{
    Arg, Args, Change, Edits, EventError, Example, Family, Footprint, OutOfAlphabet, Param, ParamKind, Scratch, Transition,
};
use crate::world::blocks::{mask, ones};
use crate::world::{Alphabet, Space, WORD, World};

pub(super) struct Move;

impl Family for Move {
    fn name(&self) -> &'static str {
        "MOVE"
    }

    fn summary(&self) -> &'static str {
        "Moves every cell of one value along an axis, those in front first, until the limit, the edge or a nonzero cell."
    }

    fn params(&self) -> &'static [Param] {
        &[
            Param { name: "v", kind: ParamKind::NonzeroLabel, doc: "the value that moves" },
            Param { name: "axis", kind: ParamKind::Axis, doc: "the axis along which it moves" },
            Param { name: "direction", kind: WAY, doc: "the direction along the axis" },
            Param { name: "k", kind: ParamKind::Natural, doc: "the most steps of one cell" },
        ]
    }

    fn card(&self, _: &Alphabet) -> String {
        "MOVE(v,axis,direction,k): take every cell with value v, ordered by decreasing coordinate on axis if direction=1 and \
         increasing if direction=-1, so that the cells nearest the leading edge are handled first. In that order, move each one \
         along axis in the sign of direction, one cell at a time and at most k cells, stopping as soon as the next cell is outside \
         the world or nonzero (including cells already moved into). Each move clears the old cell and writes v to the new cell; \
         values never merge, and a block of adjacent v cells therefore moves as a unit."
            .to_owned()
    }

    fn example(&self) -> Option<Example> {
        Some(Example {
            before: [1, 1, 0, 0, 2, 1, 0],
            event: r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":3}"#,
            comment: |_| {
                "The 1 at [5] goes first and stops at [6], the last cell. The 1 at [1] then moves to [3], where the 2 at [4] stops it, \
                 and the 1 at [0] follows to [2]; the 2 does not move."
                    .to_owned()
            },
        })
    }

    fn drawn(&self, world: &World, from: usize, to: usize) -> Vec<(&'static str, Arg)> {
        let value = world.get(from);
        let mut drawn = Vec::new();
        if value != 0 {
            drawn.push(("v", i64::from(value).into()));
        }
        if let Some((axis, direction, steps)) = drawn_arrow(world.shape(), from, to) {
            drawn.extend([("axis", (axis as i64).into()), ("direction", direction.into()), ("k", steps.into())]);
        }
        drawn
    }

    fn transition(&self, args: &Args, _: &Space) -> Result<Box<dyn Transition>, EventError> {
        Ok(Box::new(MoveEvent::new(args)))
    }
}

impl Sampled for Move {
    fn sampling(&self) -> Sampling {
        Sampling {
            target: Some(50),
            unit: Unit::Reads,
            alphabet: &[0, 1, 2, 3],
            initializer: Initializer::Uniform,
            band: (35, 55),
            sets: 3,
            tolerance: 25,
            // A cell that moves is read, and so are up to four cells ahead of it.
            most: 5,
            noops: true,
            least_effect: 0,
        }
    }

    fn propose(&self, site: &mut Site, _: bool) -> Option<Args> {
        let value = site.occurring_label()?;
        let shape = site.space.shape.clone();
        let axis = site.axis(|axis| shape.sides()[axis] >= 2)?;
        let direction = site.sign();
        let steps = 1 + site.below(4.min(shape.sides()[axis] - 1) as usize);
        Some(Args::new(self.params(), [i64::from(value).into(), (axis as i64).into(), direction.into(), (steps as i64).into()]))
    }
}

impl Explained for Move {
    fn phases(&self, at: &Moment<'_>) -> Vec<Phase> {
        let event = MoveEvent::new(at.args);
        let MoveEvent { value, forward, limit, .. } = event;
        let axis = event.direction / 2;
        let mut ways: Vec<Way> = lines(&at.space.shape, axis, forward).flat_map(|line| event.ways(at.before, line)).collect();
        // The order of the rule's own execution.
        ways.sort_unstable_by_key(|way| if forward { u32::MAX - way.origin } else { way.origin });
        let taken: Cells = ways.iter().map(|way| way.origin).collect();
        let sentence = match ways.len() {
            0 => format!("No cell holds {value}, so nothing moves."),
            1 => format!("One cell holds {value}: {}.", at.name(ways[0].origin as usize)),
            count => format!(
                "{} cells hold {value}; those with the {} coordinate on axis {axis} go first.",
                capital(&number(count)),
                if forward { "highest" } else { "lowest" }
            ),
        };
        let part = Part { scan: ways.len() as u64, reads: taken.clone(), taken, ..Part::default() };
        let clause = "take every cell with value v, ordered by decreasing coordinate on axis if direction=1 and increasing if \
                      direction=-1";
        let mut phases = vec![Phase::of_one("Order", clause, sentence, part)];
        if ways.is_empty() {
            return phases;
        }
        let parts = parts(ways.len(), |range| {
            let group = &ways[range];
            let mut part = Part::default();
            for way in group {
                let path = event.run(at, way.origin, way.steps + 1);
                part.taken.push_run(path);
                part.reads.push_run(event.run_after(path));
                part.scan += u64::from(way.steps);
                if let Stop::At(cell) = way.stop {
                    part.reads.push(cell);
                    part.left.push(cell);
                    part.scan += 1;
                }
                if way.steps > 0 {
                    let destination = event.destination(at, way);
                    part.writes.push_run(path);
                    part.changes.push(Change { cell: way.origin, before: value, after: 0 });
                    part.changes.push(Change { cell: destination as u32, before: 0, after: value });
                }
            }
            part.sentence = match group {
                [way] => event.sentence(at, way),
                _ => {
                    let moving = group.iter().filter(|way| way.steps > 0).count();
                    let first = at.name(group[0].origin as usize);
                    format!(
                        "{} cells together, in their order from {first} on: {} {}.",
                        group.len(),
                        number(moving),
                        form(moving, "moves", "move")
                    )
                }
            };
            part
        });
        let moving = ways.iter().filter(|way| way.steps > 0).count();
        let sentence = match (ways.len(), moving) {
            (_, 0) if limit == 0 => "With k = 0 nothing moves.".to_owned(),
            (1, 0) => "It cannot move.".to_owned(),
            (_, 0) => "None of them can move.".to_owned(),
            (1, _) => format!("It moves by at most k = {limit}."),
            (count, some) => {
                let moving = match count - some {
                    0 => format!("{} move", all(count, "cell")),
                    _ => format!("{} of {} {}", number(some), number(count), form(some, "moves", "move")),
                };
                format!("Each in its turn moves by at most k = {limit} into what is then empty: {moving}.")
            }
        };
        phases.push(Phase::new("Move", STEPS, sentence, parts));
        phases
    }

    fn reason(&self, at: &Moment<'_>, cell: usize) -> Reason {
        let event = MoveEvent::new(at.args);
        let value = event.value;
        let old = at.get(cell);
        if old != 0 && old != value {
            return at.kept(cell, format!("it holds {old}, and only {value} moves"), "take every cell with value v");
        }
        let line = line_of(&at.space.shape, event.direction / 2, cell, event.forward);
        let ways: Vec<Way> = event.ways(at.before, line).collect();
        let place = line.iter().position(|on| on as usize == cell).unwrap_or(0);
        let own = ways.iter().find(|way| way.place == place);
        let came = ways.iter().find(|way| way.steps > 0 && way.end() == place);
        let clears = "Each move clears the old cell and writes v to the new cell";
        let origin = |way: &Way| way.origin as usize;
        match (own, came) {
            (Some(own), _) if own.steps == 0 => {
                let (because, obstacle) = event.stopped(at, own);
                at.kept(cell, format!("its {value} does not move: {because}"), STEPS).naming(obstacle)
            }
            (Some(own), None) => {
                let to = event.destination(at, own);
                at.reason(cell, Term::Number(0), format!("its {value} moves to {}", at.name(to)), clears).naming([to])
            }
            (Some(own), Some(came)) => {
                let (to, from) = (event.destination(at, own), origin(came));
                let because =
                    format!("its {value} moves to {}, and then the {value} of {} comes here", at.name(to), at.name(from));
                at.reason(cell, at.value(from), because, clears).naming([to, from])
            }
            (None, Some(came)) => {
                let from = origin(came);
                let (because, obstacle) = event.stopped(at, came);
                let steps = some(came.steps as usize, "step");
                let because = format!("the {value} of {} comes here in {steps} and stops: {because}", at.name(from));
                at.reason(cell, at.value(from), because, STEPS).naming([from]).naming(obstacle)
            }
            (None, None) => {
                // The front one of those behind it comes nearest.
                let behind = ways.iter().find(|way| way.place > place);
                if let Some(way) = behind.filter(|way| way.end() < place) {
                    let (from, to) = (origin(way), event.destination(at, way));
                    let because = format!("the {value} of {} only passes through, to {}", at.name(from), at.name(to));
                    return at.kept(cell, because, clears).naming([from, to]);
                }
                match behind {
                    None => at.kept(cell, format!("no {value} stands behind it on its line"), STEPS),
                    Some(way) => {
                        let (because, obstacle) = event.stopped(at, way);
                        let (from, to) = (origin(way), event.destination(at, way));
                        let stays = if from == to {
                            format!("the {value} of {} does not move: {because}", at.name(from))
                        } else {
                            format!("the {value} of {} stops at {}: {because}", at.name(from), at.name(to))
                        };
                        at.kept(cell, stays, STEPS).naming([from, to]).naming(obstacle)
                    }
                }
            }
        }
    }

    fn words(&self, _: &Space) -> Vec<(&'static str, String)> {
        vec![("front", "the side that the cells move towards: those nearest to it move first".to_owned())]
    }

    fn misreadings(&self) -> &'static [Misreading] {
        MISREADINGS
    }
}

const STEPS: &str = "move each one along axis in the sign of direction, one cell at a time and at most k cells, stopping as soon as \
                     the next cell is outside the world or nonzero (including cells already moved into)";

static MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "back to front",
        belief: "The cells furthest behind move first, and those before them are in their way.",
        truth: "The cells nearest the leading edge move first, so those behind them follow.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[1, 1, 0, 0, 0],
        event: r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":2}"#,
        execute: |at| {
            let event = MoveEvent::new(at.args);
            moved(at, &MoveEvent { forward: !event.forward, ..event }, |world, _, cell| world.get(cell) == 0)
        },
    },
    Misreading {
        name: "all at once",
        belief: "Everything moves at the same time, and the old places of the others are in the way.",
        truth: "The cells move one after the other, and later ones enter what earlier ones have left.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[1, 0, 1, 0, 0],
        event: r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":2}"#,
        execute: |at| moved(at, &MoveEvent::new(at.args), |_, before, cell| before.get(cell) == 0),
    },
    Misreading {
        name: "past obstacles",
        belief: "A cell jumps over other values to the furthest empty cell within k.",
        truth: "A cell stops before the first nonzero cell.",
        shape: &[1, 4],
        alphabet: &[0, 1, 2],
        cells: &[1, 2, 0, 0],
        event: r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":2}"#,
        execute: |at| {
            let event = MoveEvent::new(at.args);
            let mut world = at.before.clone();
            let mut order = Vec::new();
            event.in_order(at.before.cells(), &mut order);
            for origin in order {
                let reached = event.ahead(at, origin as usize).filter(|&cell| world.get(cell) == 0).last();
                if let Some(cell) = reached {
                    world.set(origin as usize, 0);
                    world.set(cell, event.value);
                }
            }
            Some(world)
        },
    },
    Misreading {
        name: "no limit",
        belief: "Every cell slides until something stops it.",
        truth: "A cell moves by at most k cells.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[1, 0, 0, 0, 0],
        event: r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":2}"#,
        execute: |at| at.executed(&MoveEvent { limit: u64::MAX, ..MoveEvent::new(at.args) }),
    },
    Misreading {
        name: "other direction",
        belief: "Direction 1 leads to lower coordinates, and -1 to higher ones.",
        truth: "Direction 1 leads to higher coordinates, and -1 to lower ones.",
        shape: &[1, 5],
        alphabet: &[0, 1, 2],
        cells: &[0, 0, 1, 0, 0],
        event: r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":1}"#,
        execute: |at| {
            let MoveEvent { value, direction, forward, limit } = MoveEvent::new(at.args);
            at.executed(&MoveEvent { value, direction: direction ^ 1, forward: !forward, limit })
        },
    },
    Misreading {
        name: "other axis",
        belief: "The cells move along the axis after the named one.",
        truth: "The coordinate on the named axis is the one that changes.",
        shape: &[3, 3],
        alphabet: &[0, 1, 2],
        cells: &[0, 0, 0, 0, 1, 0, 0, 0, 0],
        event: r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":1}"#,
        execute: |at| {
            let event = MoveEvent::new(at.args);
            let axis = (event.direction / 2 + 1) % at.space.shape.dimensions();
            at.executed(&MoveEvent { direction: 2 * axis + event.direction % 2, ..event })
        },
    },
];

/// Moves the cells of a value in the order that a misreading has, each through the cells that are free in the present state or in
/// the one before the event. The way leads in the event's own direction whatever the order is.
fn moved(at: &Moment<'_>, event: &MoveEvent, free: impl Fn(&World, &World, usize) -> bool) -> Option<World> {
    let mut world = at.before.clone();
    let mut order = Vec::new();
    event.in_order(at.before.cells(), &mut order);
    for origin in order {
        let origin = origin as usize;
        if let Some(cell) = event.ahead(at, origin).take_while(|&cell| free(&world, at.before, cell)).last() {
            world.set(origin, 0);
            world.set(cell, event.value);
        }
    }
    Some(world)
}

/// The way of one moving cell.
#[derive(Debug, Clone, Copy)]
struct Way {
    origin: u32,
    /// The place of the origin in its line, counted from the leading edge.
    place: usize,
    steps: u32,
    stop: Stop,
}

impl Way {
    /// The place in the line where it ends.
    fn end(&self) -> usize {
        self.place - self.steps as usize
    }
}

/// Why it ends.
#[derive(Debug, Clone, Copy)]
enum Stop {
    Limit,
    Edge,
    At(u32),
}

struct MoveEvent {
    value: u16,
    /// The direction of [`crate::world::Neighbours`].
    direction: usize,
    forward: bool,
    limit: u64,
}

impl MoveEvent {
    fn new(args: &Args) -> MoveEvent {
        let forward = args.integer("direction") == 1;
        MoveEvent {
            value: args.natural("v") as u16,
            direction: 2 * args.natural("axis") as usize + usize::from(forward),
            forward,
            limit: args.natural("k"),
        }
    }

    /// The ways of the moving cells of a line that begins at the leading edge, front to back.
    fn ways(&self, world: &World, line: Run) -> impl Iterator<Item = Way> {
        // The places that lie behind the edge or behind the last obstacle are free as far as to the cell.
        let mut free = 0;
        line.iter().enumerate().filter_map(move |(place, origin)| {
            let value = world.get(origin as usize);
            if value == 0 {
                return None;
            }
            let room = place - free;
            let steps = if value == self.value { room.min(usize::try_from(self.limit).unwrap_or(usize::MAX)) } else { 0 };
            let stop = match place - steps {
                _ if steps as u64 == self.limit => Stop::Limit,
                0 => Stop::Edge,
                place => Stop::At(line.at(place as i32 - 1)),
            };
            free = place - steps + 1;
            (value == self.value).then_some(Way { origin, place, steps: steps as u32, stop })
        })
    }

    /// So many cells in the direction of the move.
    fn run(&self, at: &Moment<'_>, first: u32, count: u32) -> Run {
        let stride = at.space.shape.strides()[self.direction / 2] as i32;
        Run { first, step: if self.forward { stride } else { -stride }, count }
    }

    /// A path without its origin.
    fn run_after(&self, path: Run) -> Run {
        Run { first: path.at(1), count: path.count - 1, ..path }
    }

    fn destination(&self, at: &Moment<'_>, way: &Way) -> usize {
        self.run(at, way.origin, 1).at(way.steps as i32) as usize
    }

    /// The cells before a cell, as far as the limit and the edge.
    fn ahead<'a>(&self, at: &'a Moment<'_>, origin: usize) -> impl Iterator<Item = usize> + use<'a> {
        let (neighbours, direction) = (at.space.shape.neighbours(), self.direction);
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        std::iter::successors(neighbours.toward(origin, direction), move |&cell| neighbours.toward(cell, direction)).take(limit)
    }

    /// Why a way ends, and the cell that ends it.
    fn stopped(&self, at: &Moment<'_>, way: &Way) -> (String, Option<usize>) {
        match way.stop {
            Stop::Limit => (format!("the limit k is {}", self.limit), None),
            Stop::Edge if way.steps == 0 => ("it is at the edge of the world".to_owned(), None),
            Stop::Edge => ("the world ends there".to_owned(), None),
            Stop::At(cell) => {
                let cell = cell as usize;
                let name = at.name(cell);
                let because = match at.get(cell) {
                    0 => format!("the next cell, {name}, holds a {} that moved first", self.value),
                    held => format!("the next cell, {name}, holds {held}"),
                };
                (because, Some(cell))
            }
        }
    }

    /// What happens to one moving cell.
    fn sentence(&self, at: &Moment<'_>, way: &Way) -> String {
        let (because, _) = self.stopped(at, way);
        let (value, origin) = (self.value, at.name(way.origin as usize));
        match way.steps {
            0 => format!("The {value} of {origin} stays: {because}."),
            steps => {
                let to = at.name(self.destination(at, way));
                format!("The {value} of {origin} moves {} to {to}: {because}.", some(steps as usize, "step"))
            }
        }
    }

    /// Fills `queue` with the cells of the moving value, front to back on every line. Cell numbers grow along every axis, so their
    /// order is one of the orders that the rule allows.
    fn in_order(&self, cells: &[u16], queue: &mut Vec<u32>) {
        queue.clear();
        cells_where(cells.len(), self.forward, |word| mask(cells, word, self.value), |cell| queue.push(cell as u32));
    }
}

impl Transition for MoveEvent {
    fn apply(&self, edits: &mut Edits<'_>) -> Result<(), OutOfAlphabet> {
        let (shape, cells) = edits.world.parts_mut();
        let neighbours = shape.neighbours();
        let Scratch { words, changes, .. } = &mut *edits.scratch;
        words.clear();
        words.extend((0..cells.len().div_ceil(WORD)).map(|word| mask(cells, word, self.value)));
        cells_where(
            cells.len(),
            self.forward,
            |word| words[word],
            |origin| {
                let mut cell = origin;
                let mut steps = 0;
                while steps < self.limit {
                    let Some(next) = neighbours.toward(cell, self.direction).filter(|&next| cells[next] == 0) else { break };
                    cell = next;
                    steps += 1;
                }
                cells[origin] = 0;
                cells[cell] = self.value;
            },
        );
        // A cell that was left and entered again keeps its value.
        for (word, &before) in words.iter().enumerate() {
            let mut log = changes.log(WORD);
            for bit in ones(before ^ mask(cells, word, self.value)) {
                let left = (before >> bit & 1) as u16 * self.value;
                log.add((word * WORD + bit) as u32, left, self.value - left);
            }
            log.end();
        }
        Ok(())
    }

    fn footprint(&self, world: &World, scratch: &mut Scratch) -> Footprint {
        let neighbours = world.shape().neighbours();
        let mut world = world.clone();
        self.in_order(world.cells(), &mut scratch.queue);
        // Cells that move after each other look at the same ones again and again, so sets are kept and not lists.
        let (mut read, mut written) = (vec![false; world.cells().len()], vec![false; world.cells().len()]);
        let mut scan = scratch.queue.len() as u64;
        for &origin in &scratch.queue {
            read[origin as usize] = true;
            let mut cell = origin as usize;
            let mut steps = 0;
            while steps < self.limit {
                let Some(next) = neighbours.toward(cell, self.direction) else { break };
                scan += 1;
                read[next] = true;
                if world.get(next) != 0 {
                    break;
                }
                written[cell] = true;
                written[next] = true;
                cell = next;
                steps += 1;
            }
            world.set(origin as usize, 0);
            world.set(cell, self.value);
        }
        let cells = |set: Vec<bool>| (0..set.len() as u32).filter(|&cell| set[cell as usize]).collect();
        Footprint { scan, reads: cells(read), writes: cells(written) }
    }

    fn workload(&self, world: &World, scratch: &mut Scratch) -> u64 {
        let neighbours = world.shape().neighbours();
        let Scratch { queue, values: cells, .. } = scratch;
        self.in_order(world.cells(), queue);
        cells.clear();
        cells.extend_from_slice(world.cells());
        let mut looks = 0;
        for &origin in &*queue {
            let mut cell = origin as usize;
            let mut steps = 0;
            while steps < self.limit {
                let Some(next) = neighbours.toward(cell, self.direction) else { break };
                looks += 1;
                if cells[next] != 0 {
                    break;
                }
                cell = next;
                steps += 1;
            }
            cells[origin as usize] = 0;
            cells[cell] = self.value;
        }
        queue.len() as u64 + looks
    }
}
