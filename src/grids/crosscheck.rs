//! Holding the two executors against each other, event by event: same states, same reads and writes (paper 3.1, B.1).

use std::collections::BTreeSet;

use crate::generate::{Category, Record, Trajectory};
use crate::instance::Instance;
use crate::rule::sampling::Unit;
use crate::trace::{self, Steps};
use crate::verify::{self, Cell, State, Step, differences};
use crate::world::codec::list;
use crate::world::{Shape, World};

/// The first point where the executors differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The 1-based position of the event; 0 if the initial state or the history as a whole is at fault.
    pub event: usize,
    /// The first cell, in lexicographic order, that they treat differently, where there is one.
    pub cell: Option<Vec<u32>>,
    /// What the two say, for people.
    pub message: String,
}

/// Executes a history with both executors and compares them step by step. `initial` and `events` are the JSON texts that the
/// instance was read from.
pub fn crosscheck(instance: &Instance, initial: &str, events: &str) -> Result<(), Disagreement> {
    crosscheck_each(instance, initial, events, |_, _| Ok(()))
}

/// The same for the instance of a stored trajectory, whose records are also held against the second executor.
pub fn crosscheck_stored(trajectory: &Trajectory, instance: &Instance, initial: &str, events: &str) -> Result<(), Disagreement> {
    let unit = trajectory.key.condition.sampling().unit;
    crosscheck_each(instance, initial, events, |t, second| match trajectory.records.get(t - 1) {
        Some(record) => check_record(t, record, unit, &instance.space.shape, second),
        None => Err(at_event(t, None, "there is no record of this event".to_owned())),
    })
}

/// `check` looks at what else is known of each event.
fn crosscheck_each(
    instance: &Instance,
    initial: &str,
    events: &str,
    check: impl Fn(usize, &Step) -> Result<(), Disagreement>,
) -> Result<(), Disagreement> {
    let space = &instance.space;
    let mut steps = Steps::new(instance);
    let (mut event, mut found) = (0, None);
    let last = verify::replay_each(space.shape.sides(), space.alphabet.values(), initial, events, &mut |second| {
        event += 1;
        if found.is_none() {
            found = match steps.advance() {
                None => Some(at_event(event, None, "the second executor has one event more".to_owned())),
                Some(Err(merge)) => {
                    Some(at_event(event, None, format!("the first executor alone refuses the sum {}", merge.value)))
                }
                Some(Ok(first)) => check_step(event, &space.shape, &first, &second).and_then(|()| check(event, &second)).err(),
            };
        }
    });
    if let Some(disagreement) = found {
        return Err(disagreement);
    }
    let last = last.map_err(|failure| {
        at_event(failure.event, None, format!("the second executor refuses what the first accepts: {}", failure.reason))
    })?;
    if event < instance.events.len() {
        return Err(at_event(event + 1, None, "the second executor has no such event".to_owned()));
    }
    check_state(event, steps.world(), &last)
}

/// Compares everything about event `t`.
fn check_step(t: usize, shape: &Shape, first: &trace::Step<'_>, second: &Step) -> Result<(), Disagreement> {
    check_state(t, first.world, &second.state)?;
    check_cells(t, "changed", shape, &first.changed, &second.changed)?;
    check_cells(t, "read", shape, &first.footprint.reads, &second.reads)?;
    check_cells(t, "written", shape, &first.footprint.writes, &second.writes)?;
    let (first, second) = (first.footprint.scan, second.scan);
    if first != second {
        return Err(at_event(t, None, format!("scan is {first} by the first executor and {second} by the second")));
    }
    Ok(())
}

/// Compares what is recorded of event `t` with what follows from its execution.
fn check_record(t: usize, record: &Record, unit: Unit, shape: &Shape, second: &Step) -> Result<(), Disagreement> {
    let (effect, writes) = (second.changed.len() as u64, second.writes.len() as u64);
    let mut counts = vec![
        ("scan", record.scan, second.scan),
        ("effect", record.effect as u64, effect),
        ("writes", record.writes as u64, writes),
    ];
    if let Some(core) = &record.core {
        let workload = match unit {
            Unit::Reads => second.scan,
            Unit::Support => writes,
            Unit::Cells => shape.volume() as u64,
        };
        let missed = (effect > 0) == (core.requested == Category::Noop);
        counts.extend([("workload", core.workload, workload), ("missed", core.missed.into(), missed.into())]);
        if let Some(contact) = core.contact {
            counts.push(("contact", contact.into(), makes_contact(second).into()));
        }
    }
    match counts.into_iter().find(|(_, recorded, found)| recorded != found) {
        None => Ok(()),
        Some((what, recorded, found)) => {
            Err(at_event(t, None, format!("{what} is {recorded} in the record and {found} by the second executor")))
        }
    }
}

/// Whether a RELABEL event let regions touch: what it read and did not write is the boundary of the component (clarification 23).
fn makes_contact(second: &Step) -> bool {
    let value = |cell: &Cell| second.state.get(cell).copied().unwrap_or(0);
    let label = second.changed.first().map_or(0, value);
    label != 0 && second.reads.difference(&second.writes).any(|cell| value(cell) == label)
}

fn check_state(t: usize, world: &World, second: &State) -> Result<(), Disagreement> {
    let shape = world.shape();
    let occupied = (0..shape.volume()).filter(|&cell| world.get(cell) != 0);
    let first: State = occupied.map(|cell| (coordinate(shape, cell), i64::from(world.get(cell)))).collect();
    match differences(&first, second).pop_first() {
        None => Ok(()),
        Some(cell) => {
            let value = |state: &State| state.get(&cell).copied().unwrap_or(0);
            let message = format!(
                "the value at {} is {} by the first executor and {} by the second",
                list(&cell),
                value(&first),
                value(second)
            );
            Err(at_event(t, Some(&cell), message))
        }
    }
}

fn check_cells(t: usize, what: &str, shape: &Shape, first: &[u32], second: &BTreeSet<Cell>) -> Result<(), Disagreement> {
    let first: BTreeSet<Cell> = first.iter().map(|&cell| coordinate(shape, cell as usize)).collect();
    match first.symmetric_difference(second).next() {
        None => Ok(()),
        Some(cell) => {
            let who = if first.contains(cell) { "first" } else { "second" };
            Err(at_event(t, Some(cell), format!("{} is {what} only by the {who} executor", list(cell))))
        }
    }
}

fn coordinate(shape: &Shape, cell: usize) -> Cell {
    shape.point(cell).into_iter().map(i64::from).collect()
}

fn at_event(event: usize, cell: Option<&Cell>, message: String) -> Disagreement {
    Disagreement { event, cell: cell.map(|cell| cell.iter().map(|&x| x as u32).collect()), message }
}
