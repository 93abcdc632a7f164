//! The journal of the open draft: changes on their way to the disk, in order.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::pin::Pin;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

use super::store::{Place, Progress, Store, StoreError};

/// What is not on the disk yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Saving {
    /// Changes that have not been read back yet.
    pub pending: usize,
    /// Why the last attempt to store them failed. They are kept in memory, and the next change or [`Journal::retry`] tries again.
    pub failed: Option<StoreError>,
}

impl Saving {
    /// Whether the disk has everything.
    pub fn is_saved(&self) -> bool {
        self.pending == 0 && self.failed.is_none()
    }
}

/// Writes what is done to a draft. What was pushed is written even if this is dropped.
pub struct Journal(Rc<Queue>);

struct Queue {
    store: Store,
    report: Box<dyn Fn(Saving)>,
    place: RefCell<Place>,
    progress: RefCell<Progress>,
    /// What is to be written, in order. It stays here until it has been read back.
    waiting: RefCell<VecDeque<Task>>,
    /// Whether to write the progress even without an entry.
    due: Cell<bool>,
    writing: Cell<bool>,
    failed: RefCell<Option<StoreError>>,
    stopped: Cell<bool>,
}

enum Task {
    Entry(Rc<[u8]>),
    Compact { base: Rc<[u8]>, entries: Vec<Rc<[u8]>> },
}

/// A write that has begun.
struct Write {
    /// How many tasks it does.
    tasks: usize,
    compacts: bool,
    result: Pin<Box<dyn Future<Output = Result<Place, StoreError>>>>,
}

impl Journal {
    /// Goes on at a place; `report` hears what is not saved yet whenever that changes.
    pub fn new(store: &Store, place: Place, progress: Progress, report: impl Fn(Saving) + 'static) -> Journal {
        let queue = Rc::new(Queue {
            store: store.clone(),
            report: Box::new(report),
            place: RefCell::new(place),
            progress: RefCell::new(progress),
            waiting: RefCell::default(),
            due: Cell::default(),
            writing: Cell::default(),
            failed: RefCell::default(),
            stopped: Cell::default(),
        });
        let lost = Rc::downgrade(&queue);
        store.on_lost(move || {
            if let Some(queue) = lost.upgrade() {
                // What was saved may be gone too.
                queue.due.set(true);
                queue.start();
            }
        });
        Journal(queue)
    }

    /// Adds an entry. The browser has it when this returns, unless it is still busy with an earlier one.
    pub fn push(&self, entry: &[u8], progress: Progress) {
        self.0.waiting.borrow_mut().push_back(Task::Entry(entry.into()));
        self.note(progress);
    }

    /// Writes the progress alone, such as the time that was spent without a change.
    pub fn note(&self, progress: Progress) {
        *self.0.progress.borrow_mut() = progress;
        self.retry();
    }

    /// Puts a new base and entries in the place of everything that was pushed so far. If there is no room for both at a time, the
    /// journal stays as it is.
    pub fn compact(&self, base: &[u8], entries: Vec<Rc<[u8]>>) {
        self.0.waiting.borrow_mut().push_back(Task::Compact { base: base.into(), entries });
        self.retry();
    }

    /// How many entries follow the base, those that wait included.
    pub fn entries(&self) -> usize {
        self.0.waiting.borrow().iter().fold(self.0.place.borrow().entries(), |count, task| match task {
            Task::Entry(_) => count + 1,
            Task::Compact { entries, .. } => entries.len(),
        })
    }

    /// Tries again to write what could not be written, and to read it back.
    pub fn retry(&self) {
        self.0.due.set(true);
        self.0.start();
        self.0.tell();
    }

    /// What is not on the disk yet.
    pub fn saving(&self) -> Saving {
        self.0.saving()
    }

    /// Begins no further write: another tab has taken over.
    pub fn stop(&self) {
        self.0.stopped.set(true);
    }
}

impl Queue {
    fn saving(&self) -> Saving {
        Saving { pending: self.waiting.borrow().len(), failed: self.failed.borrow().clone() }
    }

    fn tell(&self) {
        (self.report)(self.saving());
    }

    /// Begins to write, unless that is going on.
    fn start(self: &Rc<Self>) {
        if self.writing.get() {
            return;
        }
        let Some(write) = self.begin() else { return };
        self.writing.set(true);
        let queue = self.clone();
        spawn_local(async move {
            let mut next = Some(write);
            while let Some(write) = next {
                let result = write.result.await;
                let goes_on = queue.settle(write.tasks, write.compacts, result);
                next = if goes_on { queue.begin() } else { None };
                if next.is_none() {
                    queue.writing.set(false);
                }
                queue.tell();
            }
        });
    }

    /// Hands the browser what is next: the entries at the front, all at once, or a compaction.
    fn begin(&self) -> Option<Write> {
        let waiting = self.waiting.borrow();
        if self.stopped.get() || (waiting.is_empty() && !self.due.get()) {
            return None;
        }
        self.due.set(false);
        let (place, progress) = (self.place.borrow().clone(), self.progress.borrow().clone());
        if let Some(Task::Compact { base, entries }) = waiting.front() {
            let (store, base, entries) = (self.store.clone(), base.clone(), entries.clone());
            let result = async move { store.compact(&place, &base, &entries, &progress).await };
            return Some(Write { tasks: 1, compacts: true, result: Box::pin(result) });
        }
        let entries: Vec<_> = waiting
            .iter()
            .map_while(|task| match task {
                Task::Entry(entry) => Some(entry.clone()),
                Task::Compact { .. } => None,
            })
            .collect();
        let result = self.store.append(&place, &entries, &progress);
        Some(Write { tasks: entries.len(), compacts: false, result: Box::pin(result) })
    }

    /// Takes note of what has come of a write, and says whether to go on.
    fn settle(&self, tasks: usize, compacts: bool, result: Result<Place, StoreError>) -> bool {
        let failed = match result {
            Ok(place) => {
                *self.place.borrow_mut() = place;
                None
            }
            // The entries that it was to replace are there. Nothing is lost without it.
            Err(StoreError::Full) if compacts => None,
            Err(error) => Some(error),
        };
        if failed.is_none() {
            self.waiting.borrow_mut().drain(..tasks);
        }
        let goes_on = failed.is_none();
        *self.failed.borrow_mut() = failed;
        goes_on
    }
}
