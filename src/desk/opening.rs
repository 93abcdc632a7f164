//! Opening: what an address names is found and read, and the desk takes it in place of what lay on it.

use gloo::timers::future::TimeoutFuture;
use grids::model::draft::{Draft, Editor, Run, Status, file, is_whole, journal as bytes};
use grids::model::link;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::sync::Arc;

use super::journal::{Journal, Saving};
use super::keeper::{Access, Keeper, Shelved, address_of, opened_store, store};
use super::lock::{self, Lock};
use super::store::{Card, Kept, Place, StoreError};
use super::{DESK, Desk};
use crate::address::{self, Origin};
use crate::state::{self, Loaded, MOST_CELLS, Reader};

/// Between two looks at whether a draft has been saved, in milliseconds.
pub(super) const SETTLING: u32 = 10;
/// From how many entries on a journal is made shorter when it is opened, if that halves it.
const LONG_JOURNAL: usize = 2000;

thread_local! {
    /// A draft that was read and waits for the desk to take it.
    static READ: RefCell<Option<ReadDraft>> = const { RefCell::new(None) };
}

/// A draft that is about to be opened.
struct ReadDraft {
    editor: Editor,
    card: Card,
    /// Its place in the store; nothing if the store has yet to take it.
    place: Option<Place>,
    /// Nothing while another tab has it, and while it is not stored.
    lock: Option<Lock>,
    /// Why the end of its journal could not be read.
    damage: Option<String>,
}

/// Finds the instance that an address names, drafts too.
pub async fn open(origin: Origin) -> Result<Loaded, String> {
    let Origin::Draft(key) = &origin else { return Loaded::from_origin(&origin).await };
    if let Some(Shelved { card, editor, .. }) = from_shelf(key).await {
        return Ok(lay(ReadDraft { editor, card, place: None, lock: None, damage: None }));
    }
    // It may have been read already by an attempt that went no further.
    let lock = match READ.take() {
        Some(ReadDraft { card, lock: Some(lock), .. }) if card.key == *key => Some(lock),
        _ => lock::try_lock(key, when_lost(key)).await,
    };
    read(key, lock).await
}

/// A draft that could not be saved. One that is still being saved is waited for.
async fn from_shelf(key: &str) -> Option<Shelved> {
    loop {
        let shelf = DESK.get()?.shelf;
        let found = shelf.with_untracked(|shelf| shelf.iter().find(|shelved| shelved.card.key == key).cloned())?;
        if found.failed.is_some() {
            return Some(found);
        }
        TimeoutFuture::new(SETTLING).await;
    }
}

/// A draft as it is stored, with its name.
pub async fn stored(key: &str) -> Result<(Draft, String), String> {
    let kept = store().await.map_err(|error| error.to_string())?.load(key).await.map_err(|error| error.to_string())?;
    let Kept { card, base, entries, .. } = kept.ok_or("found no such draft any more")?;
    let restored = bytes::restore(&base, entries.iter().map(|entry| &**entry)).map_err(|error| error.to_string())?;
    Ok((restored.editor.draft().clone(), card.name))
}

/// Reads a draft, and leaves it where the desk takes it from when the workbench shows it.
async fn read(key: &str, lock: Option<Lock>) -> Result<Loaded, String> {
    let kept = store().await.map_err(|error| error.to_string())?.load(key).await.map_err(|error| error.to_string())?;
    let Some(Kept { card, base, entries, place }) = kept else {
        return Err("found no such draft in this browser; drafts stay where they were made, and may have been deleted".to_owned());
    };
    let restored = bytes::restore(&base, entries.iter().map(|entry| &**entry)).map_err(|error| error.to_string())?;
    match restored.stopped {
        // To go on from here would be to lose what that version has written.
        Some(stopped) if restored.later => Err(stopped),
        damage => Ok(lay(ReadDraft { editor: restored.editor, card, place: Some(place), lock, damage })),
    }
}

/// Reads a line of a file: an instance, or a draft whose history may be anything.
pub const READER: Reader = Reader { describe, open: import };

fn describe(line: &str) -> Result<String, String> {
    let draft = file::read(MOST_CELLS, line.trim()).map_err(|error| error.to_string())?;
    let run = draft.run();
    let about = state::summary(&run.instance);
    Ok(if is_whole(&run.statuses) { about } else { format!("{about}, with an event that is not valid") })
}

fn import(line: &str) -> Result<Loaded, String> {
    let draft = file::read(MOST_CELLS, line.trim()).map_err(|error| error.to_string())?;
    let run = draft.run();
    let is_instance = run.statuses.len() == run.instance.events.len() && draft == Draft::new(&run.instance);
    if is_instance {
        return Loaded::from_line(line);
    }
    let title = file::name(line).or_else(|| run.instance.metadata("title")).unwrap_or_else(|| draft.facts.id.clone());
    let stop = stop(&run);
    let origin = link::pack(&run.instance.to_json(&run.trace)).map_or(Origin::Kept(None), Origin::Packed);
    let mut loaded = Loaded::from_draft((run.instance, run.trace), &title, origin.clone(), Some(origin));
    loaded.stop = stop;
    loaded.draft = Some(Box::new(draft));
    Ok(loaded)
}

/// Leaves a draft where the desk takes it from when the workbench shows it.
fn lay(read: ReadDraft) -> Loaded {
    let from = origin_of(&read.card);
    let loaded = show(read.editor.draft(), &read.card.name, Origin::Draft(read.card.key.clone()), &from).0;
    READ.set(Some(read));
    loaded
}

/// Where the instance was found of which a draft was made.
fn origin_of(card: &Card) -> Origin {
    address::read_text(&card.from).unwrap_or(Origin::Kept(None))
}

/// What to do when another tab takes the lock of a draft away.
pub(super) fn when_lost(key: &str) -> impl FnOnce() + use<> {
    let key = key.to_owned();
    move || {
        if let Some(desk) = DESK.get().filter(|desk| desk.has_open(&key)) {
            desk.taken();
        }
    }
}

/// A draft as the workbench shows it, and what became of its events. A link to one whose instance is as it was leads to that; any
/// other link holds the instance itself.
pub(super) fn show(draft: &Draft, title: &str, origin: Origin, from: &Origin) -> (Loaded, Arc<[Status]>) {
    let run = draft.run();
    let link = (!draft.facts.is_edited).then(|| from.clone());
    let stop = stop(&run);
    let mut loaded = Loaded::from_draft((run.instance, run.trace), title, origin, link);
    loaded.stop = stop;
    (loaded, run.statuses.into())
}

/// Why the history of a draft stops before its end.
fn stop(run: &Run) -> Option<String> {
    run.statuses.iter().find_map(|status| match status {
        // Its number among those that take part, as steps are counted.
        Status::Faulty(fault) => Some(format!("The history stops before event {}: {fault}.", run.trace.len() + 1)),
        Status::Plays(_) | Status::Off | Status::Unreached => None,
    })
}

impl Desk {
    /// Hears why the instance of the address could not be opened, and says so itself if it is a draft.
    pub fn miss(self, problem: String) -> Option<String> {
        match address::read_window().0 {
            Some(Origin::Draft(key)) => {
                self.missing.set(Some((key, problem)));
                None
            }
            _ => Some(problem),
        }
    }

    /// Takes what was opened: a draft, or an instance to which nothing has been done.
    pub(super) fn take(self, loaded: &Arc<Loaded>) {
        let read = READ.take().filter(|read| loaded.origin == Origin::Draft(read.card.key.clone()));
        self.shelve();
        self.clear();
        self.shown.set_value(loaded.clone());
        match read {
            Some(read) => self.take_draft(read),
            None => self.take_instance(loaded),
        }
    }

    /// Puts away what belongs to the draft that lies here. What is set by everything that is opened is left to that.
    fn clear(self) {
        // Whoever adds something to the desk says here whether it stays.
        let Desk {
            // What does not depend on the draft, or follows from the rest.
            bench: _,
            preview: _,
            surface: _,
            pasted: _,
            shelf: _,
            missing: _,
            typing: _,
            unfinished: _,
            // What everything that is opened brings.
            editor: _,
            statuses: _,
            executed: _,
            shown: _,
            from: _,
            entering: _,
            events_text: _,
            state_texts: _,
            card,
            saving,
            access,
            revealed,
            worked,
            active,
            said,
            tools,
            selected,
            earlier,
            told,
            keeper,
        } = self;
        card.set(None);
        saving.set(Saving::default());
        access.set(Access::Mine);
        revealed.set(false);
        worked.set(0);
        active.set(0);
        said.set(String::new());
        tools.forget();
        selected.set(None);
        earlier.set(Vec::new());
        told.set(None);
        keeper.set_value(Keeper::default());
    }

    fn take_instance(self, loaded: &Arc<Loaded>) {
        self.from.set_value(loaded.origin.clone());
        let draft = loaded.draft.as_deref().cloned().unwrap_or_else(|| file::draft_of(&loaded.instance));
        let as_shown = draft.is_same_instance(&Draft::new(&loaded.instance));
        self.put(Editor::new(draft));
        if loaded.draft.is_some() {
            // No address holds what is not valid, or not of the instance.
            self.create(self.progress());
            return;
        }
        if !as_shown {
            self.show_anew();
        }
        self.find_earlier(loaded.clone());
    }

    fn take_draft(self, ReadDraft { editor, card, place, lock, damage }: ReadDraft) {
        self.from.set_value(origin_of(&card));
        self.revealed.set(card.progress.revealed);
        self.worked.set(card.progress.worked as usize);
        self.active.set(card.progress.active);
        let (key, progress) = (card.key.clone(), card.progress.clone());
        self.unshelve(&key);
        self.card.set(Some(card));
        self.put(editor);
        let Some(place) = place else {
            self.create(progress);
            return;
        };
        let is_mine = lock.is_some();
        let journal = opened_store().filter(|_| is_mine).map(|store| self.journal(&key, &store, place, progress));
        let shortest = self.editor.with_untracked(|editor| editor.done().len() + 2 * editor.undone().len());
        let is_long = journal.as_ref().map(Journal::entries).is_some_and(|long| long > LONG_JOURNAL && shortest <= long / 2);
        self.keeper.set_value(Keeper { key: Some(key.clone()), journal, early: None, lock });
        self.access.set(if is_mine { Access::Mine } else { Access::Elsewhere });
        if let Some(damage) = damage {
            self.put_aside(key.clone(), damage);
        } else if is_long {
            self.compact();
        }
        if !is_mine {
            spawn_local(async move {
                // The other tab has closed it, or has gone on to something else.
                let lock = lock::when_free(&key, when_lost(&key)).await;
                if self.access.get_untracked() == Access::Elsewhere && self.has_open(&key) {
                    self.open_again(&key, lock, "The other tab has closed this draft. You can change it here now.").await;
                }
            });
        }
    }

    /// Keeps a draft of which the end could not be read as it was found, beside what could be read of it.
    fn put_aside(self, key: String, damage: String) {
        let name = self.card.with_untracked(|card| card.as_ref().map(|card| card.name.clone())).unwrap_or_default();
        let mut notice = format!("The end of this draft's journal could not be read: {damage}. Everything before it is here.");
        let is_mine = self.may_change_untracked();
        spawn_local(async move {
            if is_mine {
                let name = format!("{name} (as it was found)");
                let kept = match store().await {
                    Ok(store) => store.duplicate(&key, &name).await,
                    Err(error) => Err(error),
                };
                if kept.is_ok() {
                    notice.push_str(&format!(" All that was stored is kept as “{name}”."));
                }
                if self.has_open(&key) {
                    self.compact();
                }
            }
            self.bench.notice.set(Some(notice));
        });
    }

    /// Looks for drafts of the instance that was opened.
    fn find_earlier(self, loaded: Arc<Loaded>) {
        let from = address_of(&loaded.origin);
        spawn_local(async move {
            let cards = match store().await {
                Ok(store) => store.list().await,
                Err(error) => Err(error),
            };
            // Without a store there are none; that is said when there is something to keep.
            let cards = cards.unwrap_or_default().into_iter().filter(|card| card.from == from).collect();
            if self.shown.with_value(|shown| *shown == loaded) {
                self.earlier.set(cards);
            }
        });
    }

    /// Opens a draft, or says why it cannot be opened.
    pub async fn open(self, key: &str) {
        let opened = open(Origin::Draft(key.to_owned())).await;
        self.bench.open_or_say(opened, 0);
    }

    fn put(self, editor: Editor) {
        self.statuses.set(editor.draft().run().statuses.into());
        self.executed.set_value(editor.draft().clone());
        self.editor.set(editor);
        self.go_on();
    }

    /// Changes the draft in this tab, which another one has open or has taken over.
    pub fn take_over(self) {
        let Some(key) = self.keeper.with_value(|keeper| keeper.key.clone()) else { return };
        spawn_local(async move {
            let lock = lock::steal(&key, when_lost(&key)).await;
            if self.has_open(&key) {
                self.open_again(&key, lock, "This tab has the draft now. The other one can only look at it.").await;
            }
        });
    }

    /// Goes on with a draft as it is stored by now.
    async fn open_again(self, key: &str, lock: Lock, told: &'static str) {
        match read(key, Some(lock)).await {
            Ok(loaded) => {
                let loaded = Arc::new(loaded);
                // In the same view, and at once, so that it can be said what has happened.
                self.leave();
                self.take(&loaded);
                self.bench.exchange(loaded);
                self.told.set(Some(told));
            }
            Err(problem) => {
                let kept = match store().await {
                    Ok(store) => store.load(key).await,
                    Err(error) => Err(error),
                };
                if kept == Ok(None) && self.has_open(key) {
                    // The other tab has deleted it. What this one has can still be kept.
                    self.keeper.update_value(|keeper| keeper.journal = None);
                    self.access.set(Access::Mine);
                    self.saving.set(Saving { pending: 0, failed: Some(StoreError::Lost("no such draft any more".to_owned())) });
                } else {
                    self.bench.notice.set(Some(format!("The draft could not be opened: {problem}.")));
                }
            }
        }
    }

    /// Another tab has taken the draft over.
    pub(super) fn taken(self) {
        self.editor.update(Editor::cancel);
        self.keeper.update_value(|keeper| {
            if let Some(journal) = &keeper.journal {
                journal.stop();
            }
            keeper.lock = None;
        });
        self.told.set(None);
        self.access.set(Access::Taken);
    }
}
