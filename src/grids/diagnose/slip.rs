//! Misreadings of a history: what somebody who knows the rules may still do wrong with a list of events.

use smallvec::SmallVec;
use std::ops::Range;

use crate::instance::Instance;
use crate::rule::{Arg, Event, ParamKind};
use crate::world::{Point, World};

/// A way to go through a history that is not the right one.
#[derive(Debug)]
pub struct SlipKind {
    /// A few words for it, unique among all.
    pub name: &'static str,
    /// What happened, in words that follow "because"; `t` is the event it happened at, counted from 1.
    pub says: fn(t: usize) -> String,
    /// The events at which it can happen, counted from 1; 0 is before the first. What concerns the whole history happens once, at 0.
    pub at: fn(&Instance) -> Range<usize>,
    /// What is carried out; nothing where the history does not allow it.
    pub plan: fn(&Instance, t: usize) -> Option<Plan>,
    /// Whether `t` says where it happened.
    pub has_place: bool,
    /// A small instance, and an event of it at which this makes a difference.
    pub example: (&'static str, usize),
}

/// A slip at a place.
#[derive(Debug, Clone, Copy)]
pub struct Slip {
    /// What happened.
    pub kind: &'static SlipKind,
    /// The event at which it happened, counted from 1.
    pub t: usize,
}

impl Slip {
    /// The event at which it happened, if that says something.
    pub fn event(self) -> Option<usize> {
        self.kind.has_place.then_some(self.t)
    }

    /// What happened.
    pub fn says(self) -> String {
        (self.kind.says)(self.t)
    }
}

/// How a slip goes through a history: right up to event `from`, then its own `steps`, and after them right again with the event
/// after `on`; the answer is a view of the state at the end.
#[derive(Debug)]
pub struct Plan {
    /// How many events come first, as they are.
    pub from: usize,
    /// What comes then.
    pub steps: Vec<Step>,
    /// The number of the event after which the history goes on as it is.
    pub on: usize,
    /// How the final state is written down; nothing where it is as it should be.
    pub written: Option<fn(&World) -> World>,
}

/// A step of a plan. Events are counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// An event as it is.
    Event(usize),
    /// An event worked out on the initial world, its changes written into the current one.
    OnInitial(usize),
    /// An event with other arguments.
    Other(usize, Box<Event>),
}

impl Step {
    /// The event that it stands for, counted from 1.
    pub fn event(&self) -> usize {
        match self {
            Step::Event(t) | Step::OnInitial(t) | Step::Other(t, _) => *t,
        }
    }
}

fn length(instance: &Instance) -> usize {
    instance.events.len()
}

/// Where something happens that can happen at each event.
fn each(instance: &Instance) -> Range<usize> {
    1..length(instance) + 1
}

fn whole(_: &Instance) -> Range<usize> {
    0..1
}

/// The whole history in other steps.
fn through(instance: &Instance, step: impl Fn(usize, &Event) -> Option<Step>) -> Plan {
    let steps = (1..).zip(&instance.events).filter_map(|(t, event)| step(t, event)).collect();
    Plan { from: 0, steps, on: length(instance), written: None }
}

/// The whole history with other arguments.
fn reread(instance: &Instance, other: impl Fn(ParamKind, &Arg) -> Option<Arg>) -> Option<Plan> {
    let event = |(t, event): (usize, &Event)| Some(Step::Other(t, Box::new(event.with(&instance.space, &other)?)));
    let steps = (1..).zip(&instance.events).map(event).collect::<Option<Vec<Step>>>()?;
    Some(Plan { from: 0, steps, on: length(instance), written: None })
}

/// The right history, written down otherwise.
fn written(instance: &Instance, written: fn(&World) -> World) -> Plan {
    Plan { from: length(instance), steps: Vec::new(), on: length(instance), written: Some(written) }
}

/// An order of the axes: axis `i` takes the place of axis `order[i]`.
type Order = SmallVec<[usize; 6]>;

/// The last two axes exchanged.
fn exchanged(dimensions: usize) -> Option<Order> {
    let mut order: Order = (0..dimensions).collect();
    order.swap(dimensions.checked_sub(2)?, dimensions - 1);
    Some(order)
}

/// All axes in the other order. In two dimensions that is to exchange them.
fn reversed(dimensions: usize) -> Option<Order> {
    (dimensions > 2).then(|| (0..dimensions).rev().collect())
}

/// Reads every argument with its axes in another order.
fn reordered(instance: &Instance, order: fn(usize) -> Option<Order>) -> Option<Plan> {
    let order = order(instance.space.shape.dimensions())?;
    reread(instance, |kind, arg| match (kind, arg) {
        (_, Arg::Point(point)) => Some(Arg::Point(order.iter().map(|&axis| point[axis]).collect())),
        (ParamKind::Axis, Arg::Integer(axis)) => Some(Arg::Integer(order[*axis as usize] as i64)),
        (_, arg) => Some(arg.clone()),
    })
}

/// A state with its axes in another order. Where the sides do not allow that, cells are lost.
fn turned(world: &World, order: fn(usize) -> Option<Order>) -> World {
    let shape = world.shape();
    let Some(order) = order(shape.dimensions()) else { return world.clone() };
    moved(world, |point| Some(order.iter().map(|&axis| point[axis]).collect()))
}

/// A state whose values stand at other coordinates; what would stand outside is lost.
fn moved(world: &World, to: impl Fn(&Point) -> Option<Point>) -> World {
    let shape = world.shape();
    let mut moved = World::empty(shape);
    for (cell, &value) in world.cells().iter().enumerate().filter(|(_, value)| **value != 0) {
        if let Some(point) = to(&shape.point(cell)).filter(|point| shape.contains(point)) {
            moved.set(shape.cell(&point), value);
        }
    }
    moved
}

/// All slips, in the order in which they win where two explain as much at the same price.
pub static SLIPS: &[SlipKind] = &[
    SlipKind {
        name: "stopped early",
        says: |t| match t {
            0 => "no event was carried out and the initial world returned".to_owned(),
            last => format!("the history was left after event {last}"),
        },
        at: |instance| 0..length(instance),
        plan: |instance, t| Some(Plan { from: t, steps: Vec::new(), on: length(instance), written: None }),
        has_place: true,
        example: (PAINTS, 2),
    },
    SlipKind {
        name: "event left out",
        says: |t| format!("event {t} was left out"),
        at: each,
        plan: |_, t| Some(Plan { from: t - 1, steps: Vec::new(), on: t, written: None }),
        has_place: true,
        example: (PAINTS, 2),
    },
    SlipKind {
        name: "SET left out",
        says: |_| "all SET events were left out".to_owned(),
        at: whole,
        plan: |instance, _| Some(through(instance, |t, event| event.family.is_core().then_some(Step::Event(t)))),
        has_place: false,
        example: (PAINTS, 0),
    },
    SlipKind {
        name: "event twice",
        says: |t| format!("event {t} was carried out twice"),
        at: each,
        plan: |_, t| Some(Plan { from: t, steps: vec![Step::Event(t)], on: t, written: None }),
        has_place: true,
        example: (MOVES, 1),
    },
    SlipKind {
        name: "neighbours swapped",
        says: |t| format!("events {t} and {} were carried out in the other order", t + 1),
        at: |instance| 1..length(instance),
        plan: |_, t| Some(Plan { from: t - 1, steps: vec![Step::Event(t + 1), Step::Event(t)], on: t + 1, written: None }),
        has_place: true,
        example: (PAINTS, 2),
    },
    SlipKind {
        name: "read from the initial world",
        says: |_| "every core event was worked out on the initial world instead of the current one".to_owned(),
        at: whole,
        plan: |instance, _| {
            Some(through(instance, |t, event| Some(if event.family.is_core() { Step::OnInitial(t) } else { Step::Event(t) })))
        },
        has_place: false,
        example: (MOVES, 0),
    },
    SlipKind {
        name: "answer with rows and columns exchanged",
        says: |_| "the answer has its last two coordinates exchanged".to_owned(),
        at: whole,
        plan: |instance, _| Some(written(instance, |world| turned(world, exchanged))),
        has_place: false,
        example: (PAINTS, 0),
    },
    SlipKind {
        name: "answer with axes reversed",
        says: |_| "the answer has its coordinates in the reverse order".to_owned(),
        at: whole,
        plan: |instance, _| {
            reversed(instance.space.shape.dimensions())?;
            Some(written(instance, |world| turned(world, reversed)))
        },
        has_place: false,
        example: (CUBE, 0),
    },
    SlipKind {
        name: "answer counted from 1",
        says: |_| "the answer counts its coordinates from 1".to_owned(),
        at: whole,
        plan: |instance, _| Some(written(instance, |world| moved(world, |point| Some(point.iter().map(|x| x + 1).collect())))),
        has_place: false,
        example: (PAINTS, 0),
    },
    SlipKind {
        name: "events with rows and columns exchanged",
        says: |_| "the last two axes of all events were exchanged".to_owned(),
        at: whole,
        plan: |instance, _| reordered(instance, exchanged),
        has_place: false,
        example: (PAINTS, 0),
    },
    SlipKind {
        name: "events with axes reversed",
        says: |_| "the axes of all events were read in the reverse order".to_owned(),
        at: whole,
        plan: |instance, _| reordered(instance, reversed),
        has_place: false,
        example: (CUBE, 0),
    },
    SlipKind {
        name: "events counted from 1",
        says: |_| "the coordinates of all events were counted from 1".to_owned(),
        at: whole,
        plan: |instance, _| {
            reread(instance, |_, arg| match arg {
                Arg::Point(point) => Some(Arg::Point(point.iter().map(|x| x.checked_sub(1)).collect::<Option<Point>>()?)),
                Arg::Integer(number) => Some(Arg::Integer(*number)),
            })
        },
        has_place: false,
        example: (PAINTS, 0),
    },
];

const PAINTS: &str = r#"{"id":"paints","shape":[3,3],"alphabet":[0,1,2],"initial":{"cells":[[[0,1],1],[[1,2],1],[[2,2],2]]},"events":[{"op":"PAINT","a":[1,2],"r":1,"u":1,"v":2},{"op":"SET","p":[2,1],"v":1},{"op":"PAINT","a":[2,1],"r":1,"u":1,"v":2}]}"#;
const MOVES: &str = r#"{"id":"moves","shape":[6],"alphabet":[0,1],"initial":{"cells":[[[0],1]]},"events":[{"op":"MOVE","v":1,"axis":0,"direction":1,"k":1},{"op":"MOVE","v":1,"axis":0,"direction":1,"k":2}]}"#;
const CUBE: &str = r#"{"id":"cube","shape":[3,3,3],"alphabet":[0,1],"initial":{"cells":[[[0,1,2],1]]},"events":[{"op":"PAINT","a":[0,0,1],"r":0,"u":0,"v":1}]}"#;
