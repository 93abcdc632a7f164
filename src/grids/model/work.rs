//! What the page and its workers say to each other, as texts: orders to a worker, and its replies.
//!
//! A worker answers the orders one after the other, and each path of an order with one reply, so a reply needs no number.

use super::pack::{Packing, Parcel};
use crate::generate::condition::Condition;
use crate::generate::suite::Plan;
use crate::generate::{Key, Reason, Rejected, Trajectory, generate};

const MAKE: &str = "make";
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
    /// It has taken what is to be packed, and can take more.
    Took,
    /// It cannot go on, and why.
    Fault(String),
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
pub struct Bench {
    packing: Option<Packing>,
}

/// What a worker sends.
pub enum Sent {
    /// A reply.
    Reply(Reply),
    /// The bytes of a parcel.
    Parcel(Vec<u8>),
}

impl Bench {
    /// Carries out an order; `send` gets each answer as soon as it is there.
    pub fn carry_out(&mut self, order: &str, mut send: impl FnMut(Sent)) {
        let (word, rest) = order.split_once('\n').unwrap_or((order, ""));
        match word {
            MAKE => rest.lines().for_each(|path| send(Sent::Reply(make_one(path)))),
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
    let conditions = lines.map(|name| Condition::parse(name).ok()).collect::<Option<_>>()?;
    Some((parcel, Plan { conditions, seed, first, count }))
}

fn make_one(path: &str) -> Reply {
    match Key::parse(path).map(|key| generate(&key)) {
        Ok(Ok(trajectory)) => Reply::Made(trajectory.to_json()),
        Ok(Err(rejected)) => Reply::Rejected(rejected),
        Err(error) => Reply::Fault(format!("{path}: {error}")),
    }
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
            "fault" => Reply::Fault(rest.to_owned()),
            _ => Reply::Fault(format!("found the reply {word:?}")),
        }
    }
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
        Reply::Ready | Reply::Took => Err(format!("found the reply {reply:?}, expected an outcome")),
    }
}
