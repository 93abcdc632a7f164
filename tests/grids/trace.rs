//! Protects the states of a trace: however one gets to a step, forward, back or by a jump, it is the state of execution one by one.

use base::random::Stream;
use grids::instance::Instance;
use grids::trace::{Failure, Steps, Trace, final_state};
use grids::world::World;

/// `W_0 = 1 0 2 0`, then SETs and MOVEs that write cells more than once and put values back.
const LINE: &str = r#"{"id":"x","shape":[4],"alphabet":[0,1,2,3],"initial":{"cells":[[[0],1],[[2],2]]},"events":[
    {"op":"MOVE","v":1,"axis":0,"direction":1,"k":9},{"op":"SET","p":[0],"v":3},{"op":"SET","p":[0],"v":3},
    {"op":"MOVE","v":2,"axis":0,"direction":1,"k":9},{"op":"SET","p":[0],"v":0},{"op":"MOVE","v":1,"axis":0,"direction":-1,"k":1}]}"#;

const STATES: [[u16; 4]; 7] = [[1, 0, 2, 0], [0, 1, 2, 0], [3, 1, 2, 0], [3, 1, 2, 0], [3, 1, 0, 2], [0, 1, 0, 2], [1, 0, 0, 2]];

fn open() -> (Instance, Trace) {
    Instance::open(LINE).unwrap()
}

fn check(world: &World, t: usize) {
    assert_eq!(world.cells(), STATES[t], "W_{t}");
}

#[test]
fn every_jump_leads_to_the_state() {
    let (instance, trace) = open();
    assert_eq!((trace.len(), trace.is_empty()), (6, false));
    for to in 0..STATES.len() {
        check(&trace.state(&instance.initial, to), to);
        for from in 0..STATES.len() {
            let mut world = trace.state(&instance.initial, from);
            trace.seek(&mut world, from, to);
            check(&world, to);
        }
    }
}

#[test]
fn a_walk_of_jumps_stays_true() {
    let (instance, trace) = open();
    let mut stream = Stream::new("test/trace");
    let (mut world, mut at) = (instance.initial.clone(), 0);
    for _ in 0..1000 {
        let to = stream.below(STATES.len() as u32) as usize;
        trace.seek(&mut world, at, to);
        at = to;
        check(&world, at);
    }
}

#[test]
fn changes_are_the_cells_that_differ() {
    let (instance, trace) = open();
    assert!(trace.changes(0).is_empty());
    for t in 1..STATES.len() {
        let (before, after) = (trace.state(&instance.initial, t - 1), trace.state(&instance.initial, t));
        let mut changed: Vec<usize> = trace.changes(t).iter().map(|change| change.cell as usize).collect();
        changed.sort_unstable();
        assert_eq!(changed, before.differences(&after).collect::<Vec<_>>(), "event {t}");
        for change in trace.changes(t) {
            assert_eq!(change.before, before.get(change.cell as usize));
            assert_eq!(change.after, after.get(change.cell as usize));
        }
    }
}

#[test]
fn execution_stops_at_the_first_invalid_event() {
    let line = r#"{"id":"x","shape":[3],"alphabet":[0,1,2],"initial":{"cells":[[[0],1]]},"events":[
        {"op":"SET","p":[1],"v":1},{"op":"COMPRESS","axis":0,"direction":1},{"op":"SET","p":[1],"v":2},
        {"op":"COMPRESS","axis":0,"direction":-1},{"op":"SET","p":[0],"v":1}]}"#;
    let error = Instance::open(line).err().unwrap();
    assert_eq!((error.code, error.event), ("out-of-alphabet", Some(4)));
    assert_eq!(error.to_string(), "event 4: found the sum 4 at [0], expected a value of [0,1,2]");
}

#[test]
fn a_trace_keeps_no_more_than_it_may() {
    let (instance, trace) = open();
    let changes = |t: usize| (1..=t).map(|t| trace.changes(t).len()).sum::<usize>();
    assert!(Trace::keeping(changes(6), &instance).is_ok());
    let failure = Trace::keeping(changes(4), &instance).map(|_| ());
    assert_eq!(failure, Err((5, Failure::TooManyChanges { most: changes(4) })));
    assert_eq!(final_state(&instance).unwrap().cells(), STATES[6]);
}

#[test]
fn steps_are_those_of_the_trace() {
    let (instance, trace) = open();
    let mut steps = Steps::new(&instance);
    for t in 1..=trace.len() {
        let before = trace.state(&instance.initial, t - 1);
        let step = steps.advance().unwrap().unwrap();
        check(step.world, t);
        assert_eq!(step.footprint, trace.footprint(&instance, t, &before));
        assert_eq!(step.changed, trace.changes(t).iter().map(|change| change.cell).collect::<Vec<_>>());
        assert!(step.changed.is_sorted());
    }
    assert!(steps.advance().is_none());
}

/// Writes of the value that a cell has and cells that are only passed through count as well.
#[test]
fn the_history_of_a_cell_has_every_write() {
    let (instance, trace) = open();
    let history = |cell| -> Vec<(usize, u16, u16)> {
        trace.writes_of(&instance, cell).iter().map(|written| (written.t, written.before, written.after)).collect()
    };
    assert_eq!(history(0), [(1, 1, 0), (2, 0, 3), (3, 3, 3), (5, 3, 0), (6, 0, 1)]);
    assert_eq!(history(1), [(1, 0, 1), (6, 1, 0)]);
    assert_eq!(history(2), [(4, 2, 0)]);
    assert_eq!(history(3), [(4, 0, 2)]);
}
