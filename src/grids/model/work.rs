//! What the page and its workers say to each other, as texts: orders to a worker, and its replies.
//!
//! A worker answers the orders one after the other, and each path of an order with one reply, so a reply needs no number.

use super::pack::{Packing, Parcel};
use crate::generate::condition::{Condition, MOST_CELLS, STORED};
use crate::generate::suite::Plan;
use crate::generate::{Key, Reason, Rejected, Trajectory, generate};
use crate::trace::Trace;

const MAKE: &str = "make";
const OPEN: &str = "open";
const OPEN_AFTER: &str = "open-after";
const PACK: &str = "pack";
const TAKE: &str = "take";
const FINISH: &str = "finish";

/// What a worker says.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// It has started and takes orders; what is said to it before may be lost.
    Ready,
    /// The stored record of a trajectory ([`Trajectory::to_json`]).
    Made(String),
    /// A trajectory that does not exist.
    Rejected(Rejected),
    /// An instance to be looked at.
    Opened(Opened),
    /// It has taken what is to be packed, and can take more.
    Took,
    /// It cannot go on, and why.
    Fault(String),
}

/// The first events of a trajectory, for a reader.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// The path of the trajectory ([`Key::path`]).
    pub path: String,
    /// The number of its stored events.
    pub stored: usize,
    /// A name for people.
    pub title: String,
    /// What it is, in a sentence or two.
    pub note: String,
    /// The instance ([`crate::instance::Instance::to_json`]).
    pub line: String,
}

/// The order to make the instance of the first `length` events of the trajectory of a path.
pub fn open(path: &str, length: usize) -> String {
    format!("{OPEN}\n{path}\n{length}")
}

/// The same of the next trajectory of its condition that exists.
pub fn open_after(path: &str, length: usize) -> String {
    format!("{OPEN_AFTER}\n{path}\n{length}")
}

/// The order to make the trajectories of these paths ([`Key::path`]).
pub fn make<'p>(paths: impl Iterator<Item = &'p str>) -> String {
    paths.fold(MAKE.to_owned(), |order, path| order + "\n" + path)
}

/// The order to begin a parcel with what a plan has made.
pub fn pack(parcel: Parcel, plan: &Plan) -> String {
    let order = format!("{PACK}\n{}\n{}\n{}\n{}", parcel.name(), plan.seed, plan.first, plan.count);
    plan.conditions.iter().fold(order, |order, condition| order + "\n" + &condition.name())
}

/// The order to put an outcome into the parcel.
pub fn take(key: &Key, outcome: &Outcome) -> String {
    let reply = match outcome {
        Ok(trajectory) => Reply::Made(trajectory.to_json()),
        Err(rejected) => Reply::Rejected(rejected.clone()),
    };
    format!("{TAKE}\n{}\n{}", key.path(), reply.write())
}

/// The order to hand over the parcel.
pub fn finish() -> String {
    FINISH.to_owned()
}

/// What a worker has before it.
#[derive(Default)]
pub struct Worker {
    packing: Option<Packing>,
}

/// What a worker sends.
pub enum Sent {
    /// A reply.
    Reply(Reply),
    /// The bytes of a parcel.
    Parcel(Vec<u8>),
}

impl Worker {
    /// Carries out an order; `send` gets each answer as soon as it is there.
    pub fn carry_out(&mut self, order: &str, mut send: impl FnMut(Sent)) {
        let (word, rest) = order.split_once('\n').unwrap_or((order, ""));
        match word {
            MAKE => rest.lines().for_each(|path| send(Sent::Reply(make_one(path)))),
            OPEN | OPEN_AFTER => send(Sent::Reply(match open_one(rest, word == OPEN_AFTER) {
                Ok(opened) => Reply::Opened(opened),
                Err(problem) => Reply::Fault(problem),
            })),
            _ => send(self.pack(word, rest).unwrap_or_else(|problem| Sent::Reply(Reply::Fault(problem)))),
        }
    }

    fn pack(&mut self, word: &str, rest: &str) -> Result<Sent, String> {
        match word {
            PACK => {
                let (parcel, plan) = parcel(rest).ok_or("found a parcel of an unknown kind")?;
                self.packing = Some(Packing::new(parcel, plan));
                Ok(Sent::Reply(Reply::Took))
            }
            TAKE => {
                let (path, reply) = rest.split_once('\n').ok_or("found nothing to take")?;
                let key = Key::parse(path).map_err(|error| error.to_string())?;
                let outcome = outcome(Reply::read(reply), &key)?;
                self.packing.as_mut().ok_or("found no parcel")?.add(&key, &outcome);
                Ok(Sent::Reply(Reply::Took))
            }
            FINISH => {
                let packing = self.packing.take().ok_or("found no parcel")?;
                packing.finish().map(Sent::Parcel).map_err(|error| error.to_string())
            }
            _ => Err(format!("found the order {word:?}")),
        }
    }
}

fn parcel(text: &str) -> Option<(Parcel, Plan)> {
    let mut lines = text.lines();
    let parcel = Parcel::find(lines.next()?)?;
    let seed = lines.next()?.parse().ok()?;
    let first = lines.next()?.parse().ok()?;
    let count = lines.next()?.parse().ok()?;
    let conditions = lines.map(|name| Condition::parse(name).ok()).collect::<Option<Vec<_>>>()?;
    Some((parcel, Plan::new(conditions, seed, first, count).ok()?))
}

fn make_one(path: &str) -> Reply {
    match Key::parse(path).map(|key| generate(&key)) {
        Ok(Ok(trajectory)) => Reply::Made(trajectory.to_json()),
        Ok(Err(rejected)) => Reply::Rejected(rejected),
        Err(error) => Reply::Fault(format!("{path}: {error}")),
    }
}

/// The most cells times events that are generated while a reader waits: the largest world of the usual length, which takes seconds.
pub const MOST_WAITED_FOR: usize = MOST_CELLS * STORED;
/// How many indices are tried for another trajectory. A condition may be so hard that none exists.
const TRIED_INDICES: usize = 8;

fn open_one(order: &str, after: bool) -> Result<Opened, String> {
    let (path, length) = order.split_once('\n').ok_or("found no length")?;
    let length = length.parse().map_err(|_| format!("found the length {length:?}, expected a number of events"))?;
    let mut key = Key::parse(path).map_err(|error| error.to_string())?;
    let (cells, events) = (key.condition.space().shape.volume(), key.condition.length());
    if cells * events > MOST_WAITED_FOR {
        return Err(format!(
            "found {cells} cells and {events} events, expected a product of at most {MOST_WAITED_FOR} in a link; make it with the \
             program gridbench and open the file"
        ));
    }
    let mut trajectory = None;
    for _ in 0..if after { TRIED_INDICES } else { 1 } {
        if after {
            key = key.next().ok_or("there is no further index")?;
        }
        match generate(&key) {
            Ok(made) => {
                trajectory = Some(made);
                break;
            }
            Err(rejected) if !after => return Err(format!("{}: {rejected}", key.name())),
            Err(_) => {}
        }
    }
    let trajectory = trajectory.ok_or("the next trajectories of this condition were all rejected")?;
    opened(&trajectory, length)
}

fn opened(trajectory: &Trajectory, length: usize) -> Result<Opened, String> {
    let condition = &trajectory.key.condition;
    let instance = trajectory.instance(length);
    // Every event was executed when it was chosen.
    let trace = Trace::run(&instance).map_err(|(event, failure)| format!("event {event}: {failure}"))?;
    let shape = condition.space().shape.sides().iter().map(u32::to_string).collect::<Vec<_>>().join("×");
    Ok(Opened {
        path: trajectory.key.path(),
        stored: trajectory.events.len(),
        title: format!(
            "{} on {shape}, target {}, trajectory {}",
            condition.family().name(),
            condition.target(),
            trajectory.key.index
        ),
        note: format!(
            "{} {} of a generated history ({}), made for about {} {} per event.",
            condition.family().summary(),
            match instance.events.len() {
                1 => format!("The first of {} events", trajectory.events.len()),
                count if count == trajectory.events.len() => format!("All {count} events"),
                count => format!("The first {count} of {} events", trajectory.events.len()),
            },
            trajectory.key.name(),
            condition.target(),
            condition.sampling().unit.counted(),
        ),
        line: instance.to_json(&trace),
    })
}

impl Reply {
    /// The text that is sent.
    pub fn write(&self) -> String {
        match self {
            Reply::Ready => "ready".to_owned(),
            Reply::Took => "took".to_owned(),
            Reply::Made(line) => format!("made {line}"),
            Reply::Rejected(Rejected { reasons }) => {
                let names: Vec<&str> = reasons.iter().map(|reason| reason.name()).collect();
                format!("rejected {}", names.join(","))
            }
            Reply::Opened(Opened { path, stored, title, note, line }) => {
                format!("opened {path}\n{stored}\n{title}\n{note}\n{line}")
            }
            Reply::Fault(text) => format!("fault {text}"),
        }
    }

    /// Reads a text that was sent. What nothing here has written is a fault.
    pub fn read(text: &str) -> Reply {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let reason = |name| Reason::ALL.into_iter().find(|reason| reason.name() == name);
        match word {
            "ready" => Reply::Ready,
            "took" => Reply::Took,
            "made" => Reply::Made(rest.to_owned()),
            "rejected" => match rest.split(',').map(reason).collect() {
                Some(reasons) => Reply::Rejected(Rejected { reasons }),
                None => Reply::Fault(format!("found the reasons {rest:?}")),
            },
            "opened" => match read_opened(rest) {
                Some(opened) => Reply::Opened(opened),
                None => Reply::Fault("found an instance without its parts".to_owned()),
            },
            "fault" => Reply::Fault(rest.to_owned()),
            _ => Reply::Fault(format!("found the reply {word:?}")),
        }
    }
}

fn read_opened(text: &str) -> Option<Opened> {
    let mut lines = text.lines().map(str::to_owned);
    let (path, stored) = (lines.next()?, lines.next()?.parse().ok()?);
    Some(Opened { path, stored, title: lines.next()?, note: lines.next()?, line: lines.next()? })
}

/// What has become of a key.
pub type Outcome = Result<Trajectory, Rejected>;

/// The trajectory that a reply to a path brings, if it is the one that was asked for.
pub fn outcome(reply: Reply, key: &Key) -> Result<Outcome, String> {
    match reply {
        Reply::Made(line) => match Trajectory::from_json(&line) {
            Ok(trajectory) if trajectory.key == *key => Ok(Ok(trajectory)),
            Ok(trajectory) => Err(format!("found {}, expected {}", trajectory.key.path(), key.path())),
            Err(error) => Err(error.to_string()),
        },
        Reply::Rejected(rejected) => Ok(Err(rejected)),
        Reply::Fault(text) => Err(text),
        Reply::Ready | Reply::Took | Reply::Opened(_) => Err(format!("found the reply {reply:?}, expected an outcome")),
    }
}
