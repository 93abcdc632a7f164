//! Keeping: what stands behind the open draft, and the way of every change into the store.

use gloo::timers::future::TimeoutFuture;
use grids::model::draft::{Action, Draft, Editor, journal as bytes};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::rc::Rc;

use super::Desk;
use super::journal::{Journal, Saving};
use super::lock::{self, Lock};
use super::opening::{SETTLING, show, when_lost};
use super::store::{self, Card, Place, Progress, Store, StoreError, now};
use crate::address;
use crate::address::Origin;
use crate::state::Loaded;

thread_local! {
    static STORE: RefCell<Option<Store>> = const { RefCell::new(None) };
}

/// Whether this tab may change the open draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It may.
    Mine,
    /// Another tab has it open.
    Elsewhere,
    /// Another tab has taken it over.
    Taken,
}

/// The open draft's place in the store.
#[derive(Default)]
pub struct Keeper {
    /// The draft's key; nothing until something has been done.
    pub key: Option<String>,
    /// The journal; nothing while the store has not taken the draft.
    pub journal: Option<Journal>,
    /// What was done while the store is being asked to take the draft; nothing while it is not being asked.
    pub early: Option<Early>,
    /// The right to change it.
    pub lock: Option<Lock>,
}

/// Actions that wait for a journal, as bytes.
pub type Early = Rc<RefCell<Vec<Rc<[u8]>>>>;

/// The least record of an editor, as bytes.
pub fn record(editor: &Editor) -> (Vec<u8>, Vec<Rc<[u8]>>) {
    let (base, actions) = editor.record();
    (bytes::write_draft(&base), actions.iter().map(|action| bytes::write_action(action).into()).collect())
}

/// A draft that is not open and of which not everything is saved.
#[derive(Clone)]
pub struct Shelved {
    /// What the list says of it.
    pub card: Card,
    /// The draft with its past.
    pub editor: Editor,
    /// Why it could not be saved; nothing while that is still tried.
    pub failed: Option<StoreError>,
}

/// The store, opened once. An attempt that failed does not count.
pub async fn store() -> Result<Store, StoreError> {
    if let Some(store) = opened_store() {
        return Ok(store);
    }
    let store = Store::open().await?;
    STORE.set(Some(store.clone()));
    Ok(store)
}

/// The store, if it has been opened.
pub(super) fn opened_store() -> Option<Store> {
    STORE.with_borrow(Clone::clone)
}

/// Keeps the whole of a draft, and returns where its next entry goes. If it cannot be kept under the key on its card, it gets another.
async fn keep_whole(card: &mut Card, is_mine: bool, base: &[u8], entries: &[Rc<[u8]>]) -> Result<(Store, Place), StoreError> {
    let store = store().await?;
    let created = store.create(card, base, entries).await;
    if created != Err(StoreError::Taken) {
        return Ok((store, created?));
    }
    // Something is there: an earlier state of this draft, or one that was deleted, or that another tab has.
    let place = match store.load(&card.key).await? {
        Some(kept) if is_mine => store.compact(&kept.place, base, entries, &card.progress).await?,
        _ => {
            card.key = store::new_key();
            store.create(card, base, entries).await?
        }
    };
    Ok((store, place))
}

impl Desk {
    /// Puts a draft aside of which something is not saved, when something else is opened.
    pub(super) fn shelve(self) {
        if let Some(step) = self.editor.try_update_untracked(Editor::lift).flatten() {
            self.keep(&Action::Do(step));
        }
        let saving = self.saving.get_untracked();
        let Some(mut card) = self.card.get_untracked().filter(|_| !saving.is_saved()) else { return };
        let mut failed = saving.failed;
        if self.access.get_untracked() == Access::Taken {
            // The other tab goes on with the draft, so what this one has is another.
            card.key = store::new_key();
            failed = Some(StoreError::Taken);
        }
        card.progress = self.progress();
        self.shelf.update(|shelf| shelf.push(Shelved { card, editor: self.editor.get_untracked(), failed }));
    }

    /// Takes a draft from the shelf.
    pub(super) fn unshelve(self, key: &str) {
        if self.shelf.with_untracked(|shelf| shelf.iter().any(|shelved| shelved.card.key == key)) {
            self.shelf.update(|shelf| shelf.retain(|shelved| shelved.card.key != key));
        }
    }

    /// What has come of saving a draft that is not open any more.
    fn settle_shelved(self, key: &str, saving: &Saving) {
        if saving.is_saved() {
            self.unshelve(key);
        } else if saving.failed.is_some() {
            self.shelf.update(|shelf| {
                if let Some(shelved) = shelf.iter_mut().find(|shelved| shelved.card.key == key) {
                    shelved.failed = saving.failed.clone();
                }
            });
        }
    }

    /// Whether a draft is the open one.
    pub fn has_open(self, key: &str) -> bool {
        self.keeper.with_value(|keeper| keeper.key.as_deref() == Some(key))
    }

    /// Keeps what was done.
    pub(super) fn keep(self, action: &Action) {
        let progress = self.progress();
        self.card.update(|card| {
            if let Some(card) = card {
                card.progress = progress.clone();
            }
        });
        let kept = self.keeper.with_value(|keeper| match (&keeper.journal, &keeper.early) {
            (Some(journal), _) => {
                journal.push(&bytes::write_action(action), progress.clone());
                true
            }
            (None, Some(early)) => {
                early.borrow_mut().push(bytes::write_action(action).into());
                true
            }
            (None, None) => false,
        });
        if !kept {
            self.create(progress);
        }
    }

    /// Asks the store to take the draft with its whole past.
    pub(super) fn create(self, progress: Progress) {
        let new = || Card {
            key: store::new_key(),
            name: self.shown.with_value(|shown| shown.title.clone()),
            made: now(),
            from: address_of(&self.from.get_value()),
            ..Card::default()
        };
        let mut card = Card { progress: progress.clone(), ..self.card.get_untracked().unwrap_or_else(new) };
        let (early, asked) = (Early::default(), card.key.clone());
        let (base, entries) = self.editor.with_untracked(record);
        let mut lock = None;
        self.keeper.update_value(|keeper| {
            lock = keeper.lock.take();
            *keeper = Keeper { key: Some(asked.clone()), early: Some(early.clone()), ..Keeper::default() };
        });
        self.saving.update(|saving| saving.pending = entries.len().max(1));
        self.card.set(Some(card.clone()));
        spawn_local(async move {
            if lock.is_none() {
                lock = lock::try_lock(&asked, when_lost(&asked)).await;
            }
            let kept = keep_whole(&mut card, lock.is_some(), &base, &entries).await;
            let key = card.key.clone();
            if key != asked {
                lock = lock::try_lock(&key, when_lost(&key)).await;
            }
            let open = self.has_open(&asked);
            match kept {
                Ok((store, place)) => {
                    if open {
                        self.keeper.update_value(|keeper| keeper.key = Some(key.clone()));
                    }
                    if key != asked {
                        self.shelf.update(|shelf| {
                            for shelved in shelf.iter_mut().filter(|shelved| shelved.card.key == asked) {
                                shelved.card.key.clone_from(&key);
                            }
                        });
                    }
                    // It may have gone on meanwhile.
                    let progress = if open { self.progress() } else { progress };
                    let journal = self.journal(&key, &store, place, progress.clone());
                    // What was done meanwhile, also if something else lies on the desk by now.
                    for entry in early.take() {
                        journal.push(&entry, progress.clone());
                    }
                    let saving = journal.saving();
                    if open {
                        self.card.update(|card| {
                            if let Some(card) = card {
                                card.key.clone_from(&key);
                            }
                        });
                        let keeper = Keeper { key: Some(key.clone()), journal: Some(journal), early: None, lock };
                        self.keeper.set_value(keeper);
                        self.saving.set(saving);
                        self.name_origin(key);
                    } else {
                        self.settle_shelved(&key, &saving);
                    }
                }
                Err(failed) => {
                    let saving = Saving { pending: entries.len().max(1), failed: Some(failed) };
                    if open {
                        self.keeper.update_value(|keeper| {
                            keeper.early = None;
                            keeper.lock = lock;
                        });
                        self.saving.set(saving);
                    } else {
                        self.settle_shelved(&asked, &saving);
                    }
                }
            }
        });
    }

    /// From now on a reload finds the draft.
    fn name_origin(self, key: String) {
        let origin = Origin::Draft(key);
        let shown = self.shown.get_value();
        if shown.origin != origin {
            let draft = self.with_untracked(Draft::clone);
            self.give(show(&draft, &shown.title, origin, &self.from.get_value()).0);
        }
    }

    pub(super) fn journal(self, key: &str, store: &Store, place: Place, progress: Progress) -> Journal {
        let key = key.to_owned();
        Journal::new(store, place, progress, move |saving| {
            if !self.has_open(&key) {
                self.settle_shelved(&key, &saving);
                return;
            }
            let failed = saving.failed.clone();
            self.saving.set(saving);
            match failed {
                Some(StoreError::Taken) => self.taken(),
                Some(StoreError::Blocked(_) | StoreError::Full | StoreError::Lost(_)) | None => {}
            }
        })
    }

    /// Tries again to store what could not be stored.
    pub fn retry(self) {
        // What was lost is stored anew, with its whole past.
        let lost = self.saving.with_untracked(|saving| matches!(saving.failed, Some(StoreError::Lost(_))));
        if lost {
            self.keeper.update_value(|keeper| keeper.journal = None);
        }
        let waits = self.keeper.with_value(|keeper| {
            if let Some(journal) = &keeper.journal {
                journal.retry();
            }
            keeper.journal.is_some() || keeper.early.is_some()
        });
        if !waits {
            self.create(self.progress());
        }
    }

    /// Writes a new base in place of a journal that has become long, or that has a damaged end.
    pub(super) fn compact(self) {
        let (base, entries) = self.editor.with_untracked(record);
        self.keeper.with_value(|keeper| {
            if let Some(journal) = &keeper.journal {
                journal.compact(&base, entries);
            }
        });
    }

    /// How far the draft is.
    pub(super) fn progress(self) -> Progress {
        let facts = self.with_untracked(|draft| {
            let events = match draft.events.len() {
                1 => "1 event".to_owned(),
                more => format!("{more} events"),
            };
            format!("{} on {}, {events}", draft.family.name(), draft.frame.space.shape)
        });
        let changes = self.editor.with_untracked(|editor| editor.done().len()) as u32;
        Progress {
            changed: self.card.with_untracked(|card| card.as_ref().map(|card| card.progress.changed)).unwrap_or_else(now),
            active: self.active.get_untracked(),
            changes,
            worked: self.worked.get_untracked() as u32,
            revealed: self.revealed.get_untracked(),
            facts,
        }
    }

    /// Writes what is no change of the draft: time, how far the author is, whether the reference was seen.
    pub fn note_progress(self) {
        if self.access.get_untracked() != Access::Mine {
            return;
        }
        let progress = self.progress();
        self.keeper.with_value(|keeper| {
            if let Some(journal) = &keeper.journal {
                journal.note(progress);
            }
        });
    }

    /// Waits until the store has answered whether it takes the draft, if that is the open one.
    async fn created(self, key: &str) {
        while self.has_open(key) && self.keeper.with_value(|keeper| keeper.early.is_some()) {
            TimeoutFuture::new(SETTLING).await;
        }
    }

    /// Gives a draft another name.
    pub async fn rename(self, key: &str, name: &str) -> Result<(), StoreError> {
        if self.has_open(key) {
            self.card.update(|card| {
                if let Some(card) = card {
                    name.clone_into(&mut card.name);
                }
            });
            let shown = self.shown.get_value();
            let draft = self.with_untracked(Draft::clone);
            self.give(show(&draft, name, shown.origin.clone(), &self.from.get_value()).0);
        }
        self.created(key).await;
        store().await?.rename(key, name).await
    }

    /// Deletes a draft that no other tab has open. If it is open here, the workbench goes on with what it was made of.
    pub async fn delete(self, key: &str) -> Result<(), StoreError> {
        self.created(key).await;
        let before = match self.has_open(key) {
            true if !self.may_change_untracked() => return Err(StoreError::Taken),
            true => Loaded::from_origin(&self.from.get_value()).await.or_else(|_| Loaded::front()),
            false => Loaded::front(),
        };
        // Something else may have been opened meanwhile. The lock is held until the draft is deleted.
        let _lock = match self.has_open(key) {
            true => {
                self.settle();
                self.drop_unfinished();
                // It is not to be put aside, whatever is not saved of it.
                self.card.set(None);
                self.saving.set(Saving::default());
                let lock = self.keeper.try_update_value(std::mem::take).and_then(|keeper| keeper.lock);
                self.bench.open_or_say(before, 0);
                lock
            }
            false => Some(lock::try_lock(key, || ()).await.ok_or(StoreError::Taken)?),
        };
        store().await?.delete(key).await
    }

    /// Drops a draft that could not be saved.
    pub fn discard(self, key: &str) {
        self.unshelve(key);
    }
}

/// The address below the base by which the card of a draft names an instance.
pub(super) fn address_of(origin: &Origin) -> String {
    address::write("", origin, &address::View::default())
}
