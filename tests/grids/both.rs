//! Support: one history through both executors, which must not differ in anything that the paper defines.

use base::json;
use grids::rule::{Event, Scratch, Transition, execute};
use grids::verify::{self, Step};
use grids::world::{Alphabet, Shape, Space, World, codec};

/// What both executors made of a history.
pub struct Replay {
    /// The valid events, in order.
    pub steps: Vec<Step>,
    /// The 1-based position of the first invalid event, 0 for an unusable shape, alphabet or initial state.
    pub invalid: Option<usize>,
}

/// Runs a history, one JSON text per event, through both executors. An error says where they differ.
pub fn replay_both(shape: &[u32], alphabet: &[u16], initial: &str, events: &[String]) -> Result<Replay, String> {
    let mut steps = Vec::new();
    let array = format!("[{}]", events.join(","));
    let second = verify::replay_each(shape, alphabet, initial, &array, &mut |step| steps.push(step)).err();
    let first = hold_against(&steps, shape, alphabet, initial, events)?;
    if first != second.as_ref().map(|failure| failure.event) {
        return Err(format!("the first executor rejects {first:?}, the second {second:?}"));
    }
    Ok(Replay { steps, invalid: first })
}

/// Runs the first executor next to the second one's steps, as far as those go, and returns the position that it rejects.
fn hold_against(
    steps: &[Step],
    shape: &[u32],
    alphabet: &[u16],
    initial: &str,
    events: &[String],
) -> Result<Option<usize>, String> {
    let (Ok(shape), Ok(alphabet)) = (Shape::new(shape), Alphabet::new(alphabet)) else { return Ok(Some(0)) };
    let space = Space { shape, alphabet };
    let state = json::parse(initial).ok().and_then(|document| codec::read_state(document.root(), &space).ok());
    let Some(mut world) = state else { return Ok(Some(0)) };
    let points = points(space.shape.sides());
    let mut scratch = Scratch::default();
    let mut family = None;
    for (index, text) in events.iter().enumerate() {
        let Some(transition) = open(text, &space, &mut family) else { return Ok(Some(index + 1)) };
        let footprint = transition.footprint(&world, &mut scratch);
        let before = world.clone();
        let mut changed = match execute(transition.as_ref(), &mut world, &mut scratch) {
            Ok(changes) => changes.iter().map(|change| change.cell).collect::<Vec<_>>(),
            Err(_) if world == before => return Ok(Some(index + 1)),
            Err(_) => return Err(format!("event {}: rejected, but the state is no longer the one before", index + 1)),
        };
        changed.sort_unstable();
        let Some(step) = steps.get(index) else {
            return Err(format!("event {}: the second executor rejects it, the first does not", index + 1));
        };
        let same = |cells: &[u32], other: &std::collections::BTreeSet<Vec<i64>>| {
            cells.iter().map(|&cell| &points[cell as usize]).eq(other)
        };
        let difference = if footprint.scan != step.scan {
            format!("scan {} and {}", footprint.scan, step.scan)
        } else if !same(&footprint.reads, &step.reads) {
            format!("reads {:?} and {:?}", footprint.reads, step.reads)
        } else if !same(&footprint.writes, &step.writes) {
            format!("writes {:?} and {:?}", footprint.writes, step.writes)
        } else if !same(&changed, &step.changed) {
            format!("changed {changed:?} and {:?}", step.changed)
        } else if !equal(&world, &points, &step.state) {
            format!("states {} and {:?}", codec::write_state(&world), step.state)
        } else {
            continue;
        };
        return Err(format!("event {}: {difference}", index + 1));
    }
    Ok(None)
}

fn open(text: &str, space: &Space, family: &mut Option<&'static str>) -> Option<Box<dyn Transition>> {
    let document = json::parse(text).ok()?;
    let event = Event::from_json(document.root(), space).ok()?;
    event.family.admits(&space.alphabet).ok()?;
    if event.family.is_core() && *family.get_or_insert(event.family.name()) != event.family.name() {
        return None;
    }
    event.transition(space).ok()
}

fn equal(world: &World, points: &[Vec<i64>], state: &verify::State) -> bool {
    let nonzero = world.cells().iter().enumerate().filter(|(_, value)| **value != 0);
    nonzero.map(|(cell, value)| (&points[cell], i64::from(*value))).eq(state.iter().map(|(x, value)| (x, *value)))
}

/// Every coordinate of a world in row-major order.
pub fn points(sides: &[u32]) -> Vec<Vec<i64>> {
    let volume = sides.iter().product::<u32>();
    let digits = |mut cell: u32| {
        let mut point: Vec<i64> = sides.iter().rev().map(|side| (i64::from(cell % side), cell /= side).0).collect();
        point.reverse();
        point
    };
    (0..volume).map(digits).collect()
}
