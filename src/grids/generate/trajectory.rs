//! One trajectory: attempts, acceptance, and what is recorded (paper B.7; generator specification, sections 8 and 9).

use base::digest::sha256;
use base::random::Stream;
use std::fmt;
use std::fmt::Write;

use super::condition::Condition;
use super::initial;
use super::schedule::{self, Requests};
use super::select::{Choice, Recent, select};
use super::{Key, VERSION, stored};
use crate::instance::{Instance, InstanceError};
use crate::rule::sampling::Site;
use crate::rule::{Args, Event, Footprint};
use crate::world::World;
use crate::world::codec::write_state;

/// Attempts before a trajectory is given up.
const ATTEMPTS: u32 = 8;

/// An accepted trajectory.
#[derive(Debug, Clone, PartialEq)]
pub struct Trajectory {
    /// What it is called and was asked to be.
    pub key: Key,
    /// The attempt that was accepted.
    pub attempt: u32,
    /// Why the attempts before it were not.
    pub rejected: Vec<Reason>,
    /// W_0.
    pub initial: World,
    /// The stored events.
    pub events: Vec<Event>,
    /// One for each event.
    pub records: Vec<Record>,
}

/// What an event did, and how it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// The canonical read count |R|.
    pub scan: u64,
    /// The number of changed cells.
    pub effect: usize,
    /// The size of the write support.
    pub writes: usize,
    /// Nothing for a SET event.
    pub core: Option<Core>,
}

/// How a core event was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// The realised workload q, in the unit of the family.
    pub workload: u64,
    /// What was asked for.
    pub requested: Category,
    /// Whether no proposal was of that category.
    pub missed: bool,
    /// Whether every proposal repeated an earlier state.
    pub repeated: bool,
    /// How many proposals were valid.
    pub candidates: usize,
    /// In units of 2^-24.
    pub score: u64,
    /// For RELABEL, whether regions came to touch.
    pub contact: Option<bool>,
}

/// Whether an event is asked to change something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// At least one cell.
    Effective,
    /// Nothing.
    Noop,
}

impl Category {
    /// Both.
    pub const ALL: [Category; 2] = [Category::Effective, Category::Noop];

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Category::Effective => "effective",
            Category::Noop => "no-op",
        }
    }
}

/// Why an attempt is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// No valid candidate for some core event.
    NoCandidate,
    /// Some state is empty, or its density is too far outside the band.
    Density,
    /// The mean workload is not between half and twice the target.
    Workload,
    /// Fewer than half of the core events change something.
    Effective,
    /// More than half of the core events are not of the category that was asked for.
    Missed,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 5] = [Reason::NoCandidate, Reason::Density, Reason::Workload, Reason::Effective, Reason::Missed];

    /// How often each reason stands in a list, in the order of [`Reason::ALL`].
    pub fn count(reasons: &[Reason]) -> [u64; Reason::ALL.len()] {
        Reason::ALL.map(|wanted| reasons.iter().filter(|&&reason| reason == wanted).count() as u64)
    }

    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Reason::NoCandidate => "no candidate",
            Reason::Density => "density",
            Reason::Workload => "workload",
            Reason::Effective => "effective",
            Reason::Missed => "missed",
        }
    }
}

/// A trajectory that does not exist: no attempt was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// One reason for each attempt.
    pub reasons: Vec<Reason>,
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted: Vec<String> = Reason::ALL
            .into_iter()
            .zip(Reason::count(&self.reasons))
            .filter(|&(_, count)| count > 0)
            .map(|(reason, count)| format!("{count} for {}", reason.name()))
            .collect();
        write!(f, "all {} attempts were rejected, {}", self.reasons.len(), counted.join(", "))
    }
}

impl std::error::Error for Rejected {}

/// Makes a trajectory.
pub fn generate(key: &Key) -> Result<Trajectory, Rejected> {
    let mut rejected = Vec::new();
    for attempt in 0..ATTEMPTS {
        match Draft::run(key, attempt) {
            Ok(Draft { initial, events, records, .. }) => {
                return Ok(Trajectory { key: key.clone(), attempt, rejected, initial, events, records });
            }
            Err(reason) => rejected.push(reason),
        }
    }
    Err(Rejected { reasons: rejected })
}

/// An attempt in the making.
struct Draft<'c> {
    condition: &'c Condition,
    site: Site,
    recent: Recent,
    initial: World,
    events: Vec<Event>,
    records: Vec<Record>,
}

impl Draft<'_> {
    fn run(key: &Key, attempt: u32) -> Result<Draft<'_>, Reason> {
        let condition = &key.condition;
        let stream = Stream::new(&format!("{}/{attempt}", key.path()));
        let mut site = Site::new(condition.space().clone(), condition.aim(), stream);
        initial::fill(&mut site, condition);
        let initial = site.world().clone();
        let mut draft = Draft { condition, site, recent: Recent::default(), initial, events: Vec::new(), records: Vec::new() };
        draft.check_density()?;
        let mut requests = Requests::new(condition.sampling().noops);
        for t in 1..=condition.length() {
            if schedule::is_set(t, condition.sampling().sets) {
                draft.set()?;
            } else {
                let noop = requests.noop(&mut draft.site.stream);
                draft.core(noop)?;
            }
            draft.check_density()?;
        }
        draft.check_core_events()?;
        Ok(draft)
    }

    fn set(&mut self) -> Result<(), Reason> {
        let (cell, value) = schedule::set(&mut self.site, self.condition).ok_or(Reason::Density)?;
        let event = Event::set(&self.site.space, cell, value);
        self.execute(event, None)
    }

    fn core(&mut self, noop: bool) -> Result<(), Reason> {
        let family = self.condition.family();
        let chosen = select(&mut self.site, self.condition, &self.recent, noop).ok_or(Reason::NoCandidate)?;
        let Choice { args, workload, missed, repeated, candidates, score } = chosen;
        let contact = self.contact(&args);
        let requested = if noop { Category::Noop } else { Category::Effective };
        let core = Core { workload, requested, missed, repeated, candidates, score, contact };
        self.execute(Event { family, args }, Some(core))
    }

    fn contact(&mut self, args: &Args) -> Option<bool> {
        let (world, scratch) = self.site.open();
        self.condition.sampled().contact(args, world, scratch)
    }

    fn execute(&mut self, event: Event, core: Option<Core>) -> Result<(), Reason> {
        // A valid event of this space has a transition, and this one has been executed before.
        let transition = event.transition(&self.site.space).map_err(|_| Reason::NoCandidate)?;
        let Footprint { scan, writes, .. } = self.site.footprint(transition.as_ref());
        let before = self.site.world().clone();
        let effect = self.site.execute(transition.as_ref()).ok_or(Reason::NoCandidate)?;
        self.recent.step(before, self.site.world());
        self.records.push(Record { scan, effect, writes: writes.len(), core });
        self.events.push(event);
        Ok(())
    }

    fn check_density(&self) -> Result<(), Reason> {
        if self.condition.allows(self.site.occupied()) { Ok(()) } else { Err(Reason::Density) }
    }

    fn check_core_events(&self) -> Result<(), Reason> {
        let core = || self.records.iter().filter_map(|record| Some((record, record.core.as_ref()?)));
        let count = core().count() as u64;
        let workload: u64 = core().map(|(_, core)| core.workload).sum();
        let effective = core().filter(|(record, _)| record.effect > 0).count() as u64;
        let missed = core().filter(|(_, core)| core.missed).count() as u64;
        let asked = count * self.condition.target();
        if !(asked <= 2 * workload && workload <= 2 * asked) {
            return Err(Reason::Workload);
        }
        if 2 * effective < count {
            return Err(Reason::Effective);
        }
        if 2 * missed > count {
            return Err(Reason::Missed);
        }
        Ok(())
    }
}

impl Trajectory {
    /// The first 16 hexadecimal digits of the SHA-256 of initial state and events.
    pub fn digest(&self) -> String {
        let text = format!("{{\"initial\":{},\"events\":{}}}", write_state(&self.initial), self.events_json());
        sha256(&text)[..16].to_owned()
    }

    /// The stored record as one line.
    pub fn to_json(&self) -> String {
        let rejected: Vec<String> = self.rejected.iter().map(|reason| format!("\"{}\"", reason.name())).collect();
        let records: Vec<String> = (1..).zip(&self.records).map(|(t, record)| record.to_json(t)).collect();
        format!(
            "{{\"trajectory\":\"{}\",\"generator\":\"{VERSION}\",\"seed\":{},\"index\":{},\"attempt\":{},\"rejected\":[{}],\
             \"cohort\":\"{}\",\"family\":\"{}\",\"shape\":{},\"alphabet\":{},\"condition\":{},\"initial\":{},\"events\":{},\
             \"digest\":\"{}\",\"records\":[{}]}}",
            self.key.name(),
            self.key.seed,
            self.key.index,
            self.attempt,
            rejected.join(","),
            self.key.cohort(),
            self.key.condition.family().name(),
            self.key.condition.space().shape,
            self.key.condition.space().alphabet,
            self.key.condition.to_json(),
            write_state(&self.initial),
            self.events_json(),
            self.digest(),
            records.join(","),
        )
    }

    /// Reads a stored record. Its events are executed again; name and digest must be those of what it holds.
    pub fn from_json(line: &str) -> Result<Trajectory, InstanceError> {
        let (instance, _) = Instance::finish(line)?;
        stored::read(instance)
    }

    /// The instance of the first `length` events, or of all if there are fewer (paper 3.3).
    pub fn instance(&self, length: usize) -> Instance {
        let events: Vec<Event> = self.events.iter().take(length).cloned().collect();
        let space = self.key.condition.space().clone();
        // Every event was executed, so each has a transition.
        let transitions = events.iter().filter_map(|event| event.transition(&space).ok()).collect();
        let metadata = format!(
            "{{\"generator\":\"{VERSION}\",\"seed\":{},\"index\":{},\"attempt\":{},\"cohort\":\"{}\",\"stored\":{},\"digest\":\"{}\"}}",
            self.key.seed,
            self.key.index,
            self.attempt,
            self.key.cohort(),
            self.events.len(),
            self.digest(),
        );
        Instance {
            id: format!("{}-t{}", self.key.name(), events.len()),
            family: self.key.condition.family(),
            space,
            initial: self.initial.clone(),
            events,
            transitions,
            extra: vec![
                ("trajectory".to_owned(), format!("\"{}\"", self.key.name())),
                ("condition".to_owned(), self.key.condition.to_json()),
                ("metadata".to_owned(), metadata),
            ],
        }
    }

    fn events_json(&self) -> String {
        let events: Vec<String> = self.events.iter().map(Event::to_json).collect();
        format!("[{}]", events.join(","))
    }
}

impl Record {
    fn to_json(&self, t: usize) -> String {
        let Record { scan, effect, writes, core } = self;
        let kind = if core.is_some() { "core" } else { "set" };
        let mut json = format!("{{\"t\":{t},\"kind\":\"{kind}\",\"scan\":{scan},\"effect\":{effect},\"writes\":{writes}");
        if let Some(Core { workload, requested, missed, repeated, candidates, score, contact }) = core {
            let requested = requested.name();
            // Writing into a String cannot fail.
            let _ = write!(
                json,
                ",\"workload\":{workload},\"requested\":\"{requested}\",\"missed\":{},\"repeated\":{},\"candidates\":{candidates},\
                 \"score\":{score}",
                u8::from(*missed),
                u8::from(*repeated),
            );
            if let Some(contact) = contact {
                let _ = write!(json, ",\"contact\":{}", u8::from(*contact));
            }
        }
        json.push('}');
        json
    }
}
