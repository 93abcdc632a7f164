//! The execution of a draft as far as it goes.

use base::json;

use super::Draft;
use crate::instance::{Instance, InstanceError, read_event};
use crate::trace::Trace;

/// What a draft does.
pub struct Run {
    /// The instance whose events are those that take part, up to the first that is not valid.
    pub instance: Instance,
    /// Its execution.
    pub trace: Trace,
    /// For each event of the draft, what became of it.
    pub statuses: Vec<Status>,
}

/// What became of an event of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It is the event of this step, 1-based.
    Plays(usize),
    /// It is switched off.
    Off,
    /// It is not valid: what was found and what was expected.
    Faulty(String),
    /// One before it is not valid.
    Unreached,
}

impl Status {
    /// The step at which its effect shows, if it plays.
    pub fn step(&self) -> Option<usize> {
        match self {
            Status::Plays(t) => Some(*t),
            Status::Off | Status::Faulty(_) | Status::Unreached => None,
        }
    }
}

/// Whether every event that takes part plays.
pub fn is_whole(statuses: &[Status]) -> bool {
    statuses.iter().all(|status| matches!(status, Status::Plays(_) | Status::Off))
}

/// The place in the draft of the event of a step, counted from 0; `t` is 1-based.
pub fn place_of(statuses: &[Status], t: usize) -> Option<usize> {
    statuses.iter().position(|status| status.step() == Some(t))
}

/// The step that shows the state before an event of the draft: the last that plays before it.
pub fn step_before(statuses: &[Status], place: usize) -> usize {
    statuses.iter().take(place).filter_map(Status::step).next_back().unwrap_or(0)
}

impl Draft {
    /// Executes the events that take part, up to the first that is not valid.
    pub fn run(&self) -> Run {
        let mut instance = Instance {
            id: self.facts.id.clone(),
            family: self.family,
            space: self.frame.space.clone(),
            initial: self.frame.initial.clone(),
            events: Vec::new(),
            transitions: Vec::new(),
            extra: self.facts.extra.clone(),
        };
        let mut statuses = Vec::new();
        let mut family = Some(self.family);
        let mut broken = false;
        for event in &self.events {
            if !event.on || broken {
                statuses.push(if event.on { Status::Unreached } else { Status::Off });
                continue;
            }
            let position = instance.events.len() + 1;
            let read = json::parse(&event.text)
                .map_err(|error| error.to_string())
                .and_then(|document| read_event(document.root(), position, &mut family, &self.frame.space).map_err(detail));
            match read {
                Ok((event, transition)) => {
                    instance.events.push(event);
                    instance.transitions.push(transition);
                    statuses.push(Status::Plays(position));
                }
                Err(fault) => {
                    statuses.push(Status::Faulty(fault));
                    broken = true;
                }
            }
        }
        let trace = loop {
            match Trace::run(&instance) {
                Ok(trace) => break trace,
                // The history plays up to the event that cannot be executed.
                Err((event, failure)) => {
                    let fault = detail(instance.explain(event, &failure));
                    instance.events.truncate(event - 1);
                    instance.transitions.truncate(event - 1);
                    for status in &mut statuses {
                        match status {
                            Status::Plays(t) if *t == event => *status = Status::Faulty(fault.clone()),
                            Status::Plays(t) if *t > event => *status = Status::Unreached,
                            Status::Faulty(_) => *status = Status::Unreached,
                            Status::Plays(_) | Status::Off | Status::Unreached => {}
                        }
                    }
                }
            }
        };
        Run { instance, trace, statuses }
    }
}

/// What is the matter, without the place: the event's own line says where.
fn detail(error: InstanceError) -> String {
    error.detail
}
