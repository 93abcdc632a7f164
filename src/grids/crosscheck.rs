//! Holding the two executors against each other, event by event: same states, same reads and writes (paper 3.1, B.1).

use std::collections::BTreeSet;

use crate::instance::Instance;
use crate::trace::Trace;
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

/// Replays a history with the second executor and holds every step against the trace of the first one. `initial` and `events`
/// are the JSON texts that the instance was read from.
pub fn crosscheck(instance: &Instance, trace: &Trace, initial: &str, events: &str) -> Result<(), Disagreement> {
    let space = &instance.space;
    let mut world = instance.initial.clone();
    let (mut event, mut found) = (0, None);
    let last = verify::replay_each(space.shape.sides(), space.alphabet.values(), initial, events, &mut |step| {
        event += 1;
        if found.is_none() {
            found = if event > trace.len() {
                Some(at_event(event, None, "the second executor has one event more".to_owned()))
            } else {
                check_step(instance, trace, event, &mut world, &step).err()
            };
        }
    });
    if let Some(disagreement) = found {
        return Err(disagreement);
    }
    let last = last.map_err(|failure| {
        at_event(failure.event, None, format!("the second executor refuses what the first accepts: {}", failure.reason))
    })?;
    if event < trace.len() {
        return Err(at_event(event + 1, None, "the second executor has no such event".to_owned()));
    }
    check_state(event, &world, &last)
}

/// Advances `world` over event `t` and compares everything about it.
fn check_step(instance: &Instance, trace: &Trace, t: usize, world: &mut World, step: &Step) -> Result<(), Disagreement> {
    let shape = &instance.space.shape;
    let footprint = trace.footprint(instance, t, world);
    trace.seek(world, t - 1, t);
    check_state(t, world, &step.state)?;
    let mut changed: Vec<u32> = trace.changes(t).iter().map(|change| change.cell).collect();
    changed.sort_unstable();
    check_cells(t, "changed", shape, &changed, &step.changed)?;
    check_cells(t, "read", shape, &footprint.reads, &step.reads)?;
    check_cells(t, "written", shape, &footprint.writes, &step.writes)?;
    if footprint.scan != step.scan {
        let message = format!("scan is {} by the first executor and {} by the second", footprint.scan, step.scan);
        return Err(at_event(t, None, message));
    }
    Ok(())
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
