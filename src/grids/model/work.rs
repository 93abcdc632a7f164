//! What the page and its workers say to each other, as texts: orders to a worker, and its replies.
//!
//! A worker answers the orders one after the other, and each path of an order with one reply, so a reply needs no number.

use crate::generate::{Key, Reason, Rejected, Trajectory, generate};

const MAKE: &str = "make";

/// What a worker says.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// It has started and takes orders; what is said to it before may be lost.
    Ready,
    /// The stored record of a trajectory ([`Trajectory::to_json`]).
    Made(String),
    /// A trajectory that does not exist.
    Rejected(Rejected),
    /// It cannot go on, and why.
    Fault(String),
}

/// The order to make the trajectories of these paths ([`Key::path`]).
pub fn make<'p>(paths: impl Iterator<Item = &'p str>) -> String {
    paths.fold(MAKE.to_owned(), |order, path| order + "\n" + path)
}

/// Carries out an order; `reply` sends each reply as soon as it is there.
pub fn carry_out(order: &str, mut reply: impl FnMut(Reply)) {
    let mut lines = order.lines();
    match lines.next() {
        Some(MAKE) => lines.for_each(|path| reply(make_one(path))),
        other => reply(Reply::Fault(format!("found the order {other:?}, expected {MAKE:?}"))),
    }
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
        Reply::Ready => Err("a worker has started twice".to_owned()),
    }
}
