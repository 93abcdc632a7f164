//! Trajectories in the making: the form they are ordered on, the workers that make them, and what has come of it. It outlasts the
//! page that shows it, so that a reader who opens one trajectory finds the others again.

use grids::generate::Key;
use grids::generate::suite::{Plan, Suite};
use grids::model::form::Form;
use grids::model::pack::Parcel;
use grids::model::work::{self, Outcome, Reply};
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsValue;

use crate::pool::{Job, News, WorkerHandle, now};
use crate::ui::download;

/// How often what is shown follows what is made, in milliseconds.
const PAUSE: f64 = 150.0;

/// Where a run stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Workers are at it.
    Running,
    /// Everything has been made, or has turned out to be impossible.
    Done,
    /// A person has ended it.
    Cancelled,
    /// It has failed, and why.
    Failed(String),
}

/// What has come of a plan so far.
pub struct Run {
    /// What was ordered.
    pub plan: Plan,
    /// Its keys, in order.
    pub keys: Vec<Key>,
    /// What has become of each.
    outcomes: RefCell<Vec<Option<Rc<Outcome>>>>,
    answered: Cell<usize>,
    start: f64,
    /// When it was last shown how far it is.
    shown: Cell<f64>,
}

impl Run {
    /// What has become of a key, by its number.
    pub fn outcome(&self, number: usize) -> Option<Rc<Outcome>> {
        self.outcomes.borrow().get(number)?.clone()
    }

    /// What has become of all keys so far, in order.
    pub fn outcomes(&self) -> Vec<Rc<Outcome>> {
        self.outcomes.borrow().iter().flatten().cloned().collect()
    }

    /// The numbers of the keys of a condition.
    pub fn numbers(&self, condition: usize) -> std::ops::Range<usize> {
        let count = self.plan.count as usize;
        condition * count..(condition + 1) * count
    }
}

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Progress {
    /// Keys that have been answered.
    pub answered: usize,
    /// All keys.
    pub asked: usize,
    /// Seconds since the start, until the end.
    pub seconds: f64,
}

/// A file on its way to the reader.
#[derive(Debug, Clone, PartialEq)]
pub enum Download {
    /// None was asked for.
    None,
    /// It is being made.
    Packing {
        /// Trajectories in it.
        done: usize,
        /// Trajectories that it will hold.
        all: usize,
    },
    /// The browser has it, under this name.
    Saved(String),
    /// It could not be made, and why.
    Failed(String),
}

/// The state of the page `/generate`. Its signals live as long as the application.
#[derive(Clone, Copy)]
pub struct Making {
    /// What is typed into the form.
    pub form: RwSignal<Form>,
    /// The run that is shown.
    pub run: RwSignal<Option<Rc<Run>>, LocalStorage>,
    /// Where it stands.
    pub stage: RwSignal<Stage>,
    /// Why a new order has come to nothing, so that the run before it is shown.
    pub problem: RwSignal<Option<String>>,
    /// How far it is.
    pub progress: RwSignal<Progress>,
    /// The file that was asked for last.
    pub download: RwSignal<Download>,
    /// How many events the instances have that the pictures lead to, once a person has chosen.
    pub length: RwSignal<Option<usize>>,
    /// How far down the page was when it was left, in pixels.
    pub left_at: StoredValue<f64>,
    job: StoredValue<Option<Job>, LocalStorage>,
    packer: StoredValue<Option<Rc<Packer>>, LocalStorage>,
}

impl Making {
    /// With a form, and nothing made.
    pub fn new(form: Form) -> Making {
        Making {
            form: RwSignal::new(form),
            run: RwSignal::new_local(None),
            stage: RwSignal::new(Stage::Done),
            problem: RwSignal::new(None),
            progress: RwSignal::new(Progress::default()),
            download: RwSignal::new(Download::None),
            length: RwSignal::new(None),
            left_at: StoredValue::new(0.0),
            job: StoredValue::new_local(None),
            packer: StoredValue::new_local(None),
        }
    }

    /// Makes what the form asks for, in place of what was made before. A form with problems makes nothing.
    pub fn start(self) {
        let Ok(plan) = self.form.with_untracked(Form::plan) else { return };
        let keys: Vec<Key> = plan.keys().collect();
        let asked = keys.len();
        let outcomes = RefCell::new(vec![None; asked]);
        let run = Run { plan, keys: keys.clone(), outcomes, answered: Cell::new(0), start: now(), shown: Cell::new(0.0) };
        let run = Rc::new(run);
        let stage = match self.stage.get_untracked() {
            // The new order ends it.
            Stage::Running => Stage::Cancelled,
            stage => stage,
        };
        let before = self.run.get_untracked().map(|run| (run, stage, self.progress.get_untracked()));
        self.problem.set(None);
        // The workers of an earlier run end here.
        self.job.set_value(None);
        self.packer.set_value(None);
        self.length.set(None);
        self.left_at.set_value(0.0);
        let packing = matches!(self.download.get_untracked(), Download::Packing { .. });
        let stopped = || Download::Failed("another order was given before it was packed".to_owned());
        self.download.set(if packing { stopped() } else { Download::None });
        self.progress.set(Progress { asked, ..Progress::default() });
        self.stage.set(Stage::Running);
        self.run.set(Some(run.clone()));
        // Nothing in here may belong to the page that is shown: it goes on when another one is.
        let job = Job::start(keys, move |news| match news {
            News::Outcomes(outcomes) => {
                run.answered.set(run.answered.get() + outcomes.len());
                for (number, outcome) in outcomes {
                    run.outcomes.borrow_mut()[number] = Some(Rc::new(outcome));
                }
                if now() - run.shown.get() > PAUSE {
                    run.shown.set(now());
                    self.show(&run);
                }
            }
            News::Done => self.end(&run, Stage::Done),
            News::Failed(problem) => match &before {
                // Nothing has come of it: what was there before is worth more.
                Some((before, stage, progress)) if run.answered.get() == 0 => {
                    self.job.set_value(None);
                    self.run.set(Some(before.clone()));
                    self.progress.set(*progress);
                    self.stage.set(stage.clone());
                    self.problem.set(Some(problem));
                }
                _ => self.end(&run, Stage::Failed(problem)),
            },
        });
        self.job.set_value(Some(job));
    }

    /// Stops the workers and keeps what is made.
    pub fn cancel(self) {
        let Some(run) = self.run.get_untracked() else { return };
        if self.stage.get_untracked() == Stage::Running {
            self.end(&run, Stage::Cancelled);
        }
    }

    fn show(self, run: &Run) {
        let seconds = (now() - run.start) / 1000.0;
        self.progress.set(Progress { answered: run.answered.get(), asked: run.keys.len(), seconds });
    }

    fn end(self, run: &Run, stage: Stage) {
        self.job.set_value(None);
        self.show(run);
        self.stage.set(stage);
    }

    /// Whether a run has ended before everything was made.
    pub fn is_partial(self) -> bool {
        matches!(self.stage.get(), Stage::Cancelled | Stage::Failed(_))
    }

    /// Packs a file in a worker and gives it to the browser.
    pub fn pack(self, parcel: Parcel) {
        let busy = matches!(self.download.get_untracked(), Download::Packing { .. });
        let Some(run) = self.run.get_untracked().filter(|_| !busy && self.stage.get_untracked() != Stage::Running) else {
            return;
        };
        let numbers: Vec<usize> = (0..run.keys.len()).filter(|&number| run.outcome(number).is_some()).collect();
        self.download.set(Download::Packing { done: 0, all: numbers.len() });
        let name = file_name(&run.plan, numbers.len() < run.keys.len(), parcel);
        let packer = Rc::new(Packer { run, numbers, next: Cell::new(0), taken: Cell::new(0), hand: RefCell::new(None) });
        let weak = Rc::downgrade(&packer);
        let hand = WorkerHandle::start(move |message| {
            if let Some(packer) = weak.upgrade() {
                self.packed(&packer, parcel, &name, &message);
            }
        });
        match hand {
            Ok(hand) => {
                packer.hand.replace(Some(hand));
                self.packer.set_value(Some(packer));
            }
            Err(problem) => self.download.set(Download::Failed(problem)),
        }
    }

    fn packed(self, packer: &Packer, parcel: Parcel, name: &str, message: &JsValue) {
        let Some(text) = message.as_string() else {
            self.packer.set_value(None);
            let saved = download::blob(message, "").and_then(|blob| download::save(&blob, name));
            self.download.set(saved.map_or_else(Download::Failed, |()| Download::Saved(name.to_owned())));
            return;
        };
        match Reply::read(&text) {
            Reply::Ready => packer.tell(&work::pack(parcel, &packer.run.plan)),
            Reply::Took => {
                let (done, all) = (packer.taken.get(), packer.numbers.len());
                if done.is_multiple_of(8) {
                    self.download.set(Download::Packing { done, all });
                }
                packer.give();
            }
            other => {
                self.packer.set_value(None);
                let problem =
                    if let Reply::Fault(problem) = other { problem } else { "found a reply to another order".to_owned() };
                self.download.set(Download::Failed(problem));
            }
        }
    }
}

/// A worker that packs, and what it gets to pack.
struct Packer {
    run: Rc<Run>,
    /// The keys that have been answered.
    numbers: Vec<usize>,
    next: Cell<usize>,
    taken: Cell<usize>,
    hand: RefCell<Option<WorkerHandle>>,
}

impl Packer {
    fn tell(&self, order: &str) {
        if let Some(hand) = &*self.hand.borrow() {
            hand.tell(order);
        }
    }

    /// Gives the next one, and asks for the parcel after the last.
    fn give(&self) {
        let next = self.next.replace(self.next.get() + 1);
        self.taken.set(next);
        let number = self.numbers.get(next);
        let outcome = number.and_then(|&number| Some((&self.run.keys[number], self.run.outcome(number)?)));
        match outcome {
            Some((key, outcome)) => self.tell(&work::take(key, &outcome)),
            None => self.tell(&work::finish()),
        }
    }
}

/// `gridbench-paper-20260907-instances.jsonl`; a partial one says so.
fn file_name(plan: &Plan, partial: bool, parcel: Parcel) -> String {
    let what = match (Suite::of(&plan.conditions), plan.conditions.as_slice()) {
        (Some(suite), _) => suite.name().to_owned(),
        (None, [condition]) => {
            let name = condition.name().to_lowercase();
            name.split('/').take(3).collect::<Vec<_>>().join("-")
        }
        _ => "conditions".to_owned(),
    };
    format!("gridbench-{what}-{}-{}{}", plan.seed, if partial { "partial-" } else { "" }, parcel.ending())
}
