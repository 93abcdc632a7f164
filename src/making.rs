//! Trajectories in the making: the form they are ordered on, the workers that make them, and what has come of it. It outlasts the
//! page that shows it, so that a reader who opens one trajectory finds the others again.

use grids::generate::Key;
use grids::generate::suite::Plan;
use grids::model::form::Form;
use grids::model::work::Outcome;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

use crate::pool::{Job, News, now};

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
    start: f64,
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

/// The state of the page `/generate`. Its signals live as long as the application.
#[derive(Clone, Copy)]
pub struct Making {
    /// What is typed into the form.
    pub form: RwSignal<Form>,
    /// The run that is shown.
    pub run: RwSignal<Option<Rc<Run>>, LocalStorage>,
    /// Where it stands.
    pub stage: RwSignal<Stage>,
    /// How far it is.
    pub progress: RwSignal<Progress>,
    job: StoredValue<Option<Job>, LocalStorage>,
}

impl Making {
    /// With a form, and nothing made.
    pub fn new(form: Form) -> Making {
        Making {
            form: RwSignal::new(form),
            run: RwSignal::new_local(None),
            stage: RwSignal::new(Stage::Done),
            progress: RwSignal::new(Progress::default()),
            job: StoredValue::new_local(None),
        }
    }

    /// Makes what the form asks for, in place of what was made before. A form with problems makes nothing.
    pub fn start(self) {
        let Ok(plan) = self.form.with_untracked(Form::plan) else { return };
        let keys: Vec<Key> = plan.keys().collect();
        let asked = keys.len();
        let outcomes = RefCell::new(vec![None; asked]);
        let run = Rc::new(Run { plan, keys: keys.clone(), outcomes, start: now() });
        // The workers of an earlier run end here.
        self.job.set_value(None);
        self.progress.set(Progress { asked, ..Progress::default() });
        self.stage.set(Stage::Running);
        self.run.set(Some(run.clone()));
        let shown = StoredValue::new_local(0.0);
        let answered = StoredValue::new_local(0);
        let job = Job::start(keys, move |news| match news {
            News::Outcomes(outcomes) => {
                answered.update_value(|count| *count += outcomes.len());
                for (number, outcome) in outcomes {
                    run.outcomes.borrow_mut()[number] = Some(Rc::new(outcome));
                }
                if now() - shown.get_value() > PAUSE {
                    shown.set_value(now());
                    self.show(&run, answered.get_value());
                }
            }
            News::Done => self.end(&run, answered.get_value(), Stage::Done),
            News::Failed(problem) => self.end(&run, answered.get_value(), Stage::Failed(problem)),
        });
        self.job.set_value(Some(job));
    }

    /// Stops the workers and keeps what is made.
    pub fn cancel(self) {
        let Some(run) = self.run.get_untracked() else { return };
        if self.stage.get_untracked() == Stage::Running {
            let answered = run.outcomes().len();
            self.end(&run, answered, Stage::Cancelled);
        }
    }

    fn show(self, run: &Run, answered: usize) {
        let seconds = (now() - run.start) / 1000.0;
        self.progress.set(Progress { answered, asked: run.keys.len(), seconds });
    }

    fn end(self, run: &Run, answered: usize, stage: Stage) {
        self.job.set_value(None);
        self.show(run, answered);
        self.stage.set(stage);
    }
}
