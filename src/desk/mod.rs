//! The desk of the whole workbench: what is edited and predicted there, and where it is kept.
//!
//! A [`Desk`] joins three things that know nothing of each other: the editor, which is plain data ([`grids::model::draft`]); the
//! workbench, which shows what the editor holds ([`crate::state`]); and the journal, which keeps it in this browser. Whatever is
//! opened lies on the desk; the first change makes a draft of it.

mod database;
pub mod drawing;
pub mod entering;
mod journal;
mod keeper;
mod lock;
pub mod store;
mod timer;
pub mod tools;

pub use journal::Saving;
pub use keeper::Access;

use grids::model::draft::{Action, Draft, Editor, Run, Status, Step, Surface, file, is_whole, journal as bytes};
use grids::model::link;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::{Cell, RefCell};
use std::sync::Arc;

use self::entering::Entering;
use self::journal::Journal;
use self::keeper::{Keeper, record};
use self::lock::Lock;
use self::store::{Card, Kept, Place, Progress, Store, StoreError};
use self::tools::Tools;
use crate::address::{self, Origin};
use crate::state::{self, Loaded, MOST_CELLS, Reader, Workbench};

/// From how many entries on a journal is made shorter when it is opened.
const LONG_JOURNAL: usize = 2000;

/// The state of the desk. It is made once, when the program starts, so its signals live as long as the program.
#[derive(Clone, Copy)]
pub struct Desk {
    /// What shows the draft.
    pub bench: Workbench,
    editor: RwSignal<Editor>,
    /// For each event of the draft what became of it.
    pub statuses: RwSignal<Arc<[Status]>>,
    /// What the list of drafts says of this one; nothing until something has been done.
    pub card: RwSignal<Option<Card>>,
    /// How far the journal is.
    pub saving: RwSignal<Saving>,
    /// Whether this tab may change the draft.
    pub access: RwSignal<Access>,
    /// Whether the author of the prediction has seen the reference.
    pub revealed: RwSignal<bool>,
    /// How many events the author has worked through while predicting.
    pub worked: RwSignal<usize>,
    /// How long the author has been predicting, in milliseconds.
    pub active: RwSignal<u64>,
    /// What the last action did, for a line of status that is also read aloud.
    pub said: RwSignal<String>,
    /// What the pointer does.
    pub tools: Tools,
    /// The event that is selected in the history, by its place; with nothing it is the initial world.
    pub selected: RwSignal<Option<usize>>,
    /// The event that is being entered.
    pub entering: RwSignal<Option<Entering>>,
    /// The text in the dialog for pasting.
    pub pasted: RwSignal<String>,
    /// Drafts that could not be stored and are no longer open. They last as long as the page.
    pub shelf: RwSignal<Vec<(Card, Editor)>>,
    keeper: StoredValue<Keeper, LocalStorage>,
    /// What the desk has given to the workbench, or taken from it.
    shown: StoredValue<Arc<Loaded>>,
    /// The draft as it was executed last.
    executed: StoredValue<Draft>,
    /// Where the instance was found before anything was done to it.
    from: StoredValue<Origin>,
}

thread_local! {
    static STORE: RefCell<Option<Store>> = const { RefCell::new(None) };
    /// A draft that was read and waits for the desk to take it.
    static READ: RefCell<Option<ReadDraft>> = const { RefCell::new(None) };
    static DESK: Cell<Option<Desk>> = const { Cell::new(None) };
}

/// A draft from the store.
struct ReadDraft {
    editor: Editor,
    card: Card,
    place: Place,
    /// Nothing while another tab has it.
    lock: Option<Lock>,
    /// Why the end of its journal could not be read.
    damage: Option<String>,
}

/// The store, opened once. An attempt that failed does not count.
pub async fn store() -> Result<Store, StoreError> {
    if let Some(store) = STORE.with_borrow(Clone::clone) {
        return Ok(store);
    }
    let store = Store::open().await?;
    STORE.set(Some(store.clone()));
    Ok(store)
}

/// Finds the instance that an address names, drafts too.
pub async fn open(origin: Origin) -> Result<Loaded, String> {
    let Origin::Draft(key) = &origin else { return Loaded::from_origin(&origin).await };
    let lock = lock::try_lock(key, lost_lock).await;
    read(key, lock).await
}

/// Reads a draft, and leaves it where the desk takes it from when the workbench shows it.
async fn read(key: &str, lock: Option<Lock>) -> Result<Loaded, String> {
    let kept = store().await.map_err(|error| error.to_string())?.load(key).await.map_err(|error| error.to_string())?;
    let Some(Kept { card, base, entries, place }) = kept else {
        return Err("found no such draft in this browser; drafts stay where they were made, and may have been deleted".to_owned());
    };
    let restored = bytes::restore(&base, entries.iter().map(|entry| &**entry)).map_err(|error| error.to_string())?;
    let from = address::read_text(&card.from).unwrap_or(Origin::Kept(None));
    let loaded = show(restored.editor.draft(), &card.name, Origin::Draft(card.key.clone()), &from).0;
    READ.set(Some(ReadDraft { editor: restored.editor, card, place, lock, damage: restored.stopped }));
    Ok(loaded)
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
    let title = run.instance.metadata("title").unwrap_or_else(|| draft.facts.id.clone());
    let origin = link::pack(&run.instance.to_json(&run.trace)).map_or(Origin::Kept(None), Origin::Packed);
    let loaded = Loaded::from_draft((run.instance, run.trace), &title, origin.clone(), origin);
    Ok(Loaded { draft: Some(Box::new(draft)), ..loaded })
}

fn lost_lock() {
    if let Some(desk) = DESK.get() {
        desk.taken();
    }
}

/// A draft as the workbench shows it, and what became of its events. A link to one whose instance is as it was leads to that; any
/// other link holds the instance itself.
fn show(draft: &Draft, title: &str, origin: Origin, from: &Origin) -> (Loaded, Arc<[Status]>) {
    let Run { instance, trace, statuses } = draft.run();
    let link = if draft.facts.is_edited {
        link::pack(&instance.to_json(&trace)).map_or(Origin::Kept(None), Origin::Packed)
    } else {
        from.clone()
    };
    (Loaded::from_draft((instance, trace), title, origin, link), statuses.into())
}

impl Desk {
    /// The desk with what the workbench shows on it.
    pub fn new(bench: Workbench) -> Desk {
        let loaded = bench.loaded.get_untracked();
        let draft = Draft::new(&loaded.instance);
        let desk = Desk {
            bench,
            statuses: RwSignal::new(draft.run().statuses.into()),
            editor: RwSignal::new(Editor::new(draft.clone())),
            shelf: RwSignal::new(Vec::new()),
            card: RwSignal::new(None),
            saving: RwSignal::new(Saving::default()),
            access: RwSignal::new(Access::Mine),
            revealed: RwSignal::new(false),
            worked: RwSignal::new(0),
            active: RwSignal::new(0),
            said: RwSignal::default(),
            tools: Tools::new(),
            selected: RwSignal::new(None),
            entering: RwSignal::new(None),
            pasted: RwSignal::new(String::new()),
            keeper: StoredValue::new_local(Keeper::default()),
            shown: StoredValue::new(loaded.clone()),
            executed: StoredValue::new(draft),
            from: StoredValue::new(loaded.origin.clone()),
        };
        DESK.set(Some(desk));
        desk.take(&loaded);
        Effect::new(move |_| {
            let loaded = bench.loaded.get();
            if desk.shown.with_value(|shown| *shown != loaded) {
                desk.take(&loaded);
            }
        });
        // So that the first change is written at once.
        spawn_local(async {
            let _ = store().await;
        });
        desk
    }

    /// Takes what was opened: a draft from the store, or an instance to which nothing has been done.
    fn take(self, loaded: &Arc<Loaded>) {
        let read = READ.take().filter(|read| loaded.origin == Origin::Draft(read.card.key.clone()));
        self.shelve();
        self.shown.set_value(loaded.clone());
        self.saving.set(Saving::default());
        self.said.set(String::new());
        self.tools.forget();
        self.selected.set(None);
        self.entering.set(None);
        let Some(ReadDraft { editor, card, place, lock, damage }) = read else {
            self.keeper.set_value(Keeper::default());
            self.access.set(Access::Mine);
            self.card.set(None);
            self.revealed.set(false);
            self.worked.set(0);
            self.active.set(0);
            self.from.set_value(loaded.origin.clone());
            let draft = loaded.draft.as_deref().cloned().unwrap_or_else(|| file::draft_of(&loaded.instance));
            let as_shown = draft.is_same_instance(&Draft::new(&loaded.instance));
            self.put(Editor::new(draft));
            if loaded.draft.is_some() {
                // No address holds what is not valid, or not of the instance.
                self.create(self.progress());
            } else if !as_shown {
                self.show_anew();
            }
            return;
        };
        self.from.set_value(address::read_text(&card.from).unwrap_or(Origin::Kept(None)));
        self.revealed.set(card.progress.revealed);
        self.worked.set(card.progress.worked as usize);
        self.active.set(card.progress.active);
        self.access.set(if lock.is_some() { Access::Mine } else { Access::Elsewhere });
        let progress = card.progress.clone();
        let key = card.key.clone();
        self.card.set(Some(card));
        self.put(editor);
        let journal = lock
            .is_some()
            .then(|| STORE.with_borrow(Clone::clone))
            .flatten()
            .map(|store| self.journal(&key, &store, place, progress));
        let waits = lock.is_none();
        self.keeper.set_value(Keeper { key: Some(key.clone()), journal, early: None, lock });
        if let Some(damage) = damage {
            let notice = format!("The end of this draft's journal could not be read: {damage}. Everything before it is here.");
            self.bench.notice.set(Some(notice));
            self.compact();
        } else if self.keeper.with_value(|keeper| keeper.journal.as_ref().is_some_and(|journal| journal.entries() > LONG_JOURNAL))
        {
            self.compact();
        }
        if waits {
            spawn_local(async move {
                // The other tab has closed it, or has gone on to something else.
                let lock = lock::when_free(&key, lost_lock).await;
                if self.waits_for(&key) {
                    self.open_again(key, Some(lock)).await;
                }
            });
        }
    }

    fn put(self, editor: Editor) {
        self.statuses.set(editor.draft().run().statuses.into());
        self.executed.set_value(editor.draft().clone());
        self.editor.set(editor);
    }

    /// Puts a draft aside that could not be stored, when something else is opened.
    fn shelve(self) {
        self.editor.update_untracked(|editor| {
            editor.lift();
        });
        let unsaved = self.saving.with_untracked(|saving| saving.failed.is_some());
        if let Some(card) = self.card.get_untracked().filter(|_| unsaved) {
            self.shelf.update(|shelf| shelf.push((card, self.editor.get_untracked())));
        }
    }

    fn waits_for(self, key: &str) -> bool {
        self.access.get_untracked() == Access::Elsewhere && self.keeper.with_value(|keeper| keeper.key.as_deref() == Some(key))
    }

    /// Changes the draft in this tab, which another one has open or has taken over.
    pub fn take_over(self) {
        let Some(key) = self.keeper.with_value(|keeper| keeper.key.clone()) else { return };
        spawn_local(async move {
            let lock = lock::steal(&key, lost_lock).await;
            self.open_again(key, Some(lock)).await;
        });
    }

    async fn open_again(self, key: String, lock: Option<Lock>) {
        let t = self.bench.t.get_untracked();
        let read = read(&key, lock).await;
        self.bench.open_or_say(read, t);
    }

    /// Another tab has taken the draft over.
    fn taken(self) {
        self.editor.update(Editor::cancel);
        self.keeper.update_value(|keeper| {
            if let Some(journal) = &keeper.journal {
                journal.stop();
            }
            keeper.lock = None;
        });
        self.access.set(Access::Taken);
    }

    /// Whether this tab may change the draft.
    pub fn may_change(self) -> bool {
        self.access.get() == Access::Mine
    }

    /// The same without subscribing to it.
    pub fn may_change_untracked(self) -> bool {
        self.access.get_untracked() == Access::Mine
    }

    /// Looks at the draft.
    pub fn with<T>(self, look: impl FnOnce(&Draft) -> T) -> T {
        self.editor.with(|editor| look(editor.draft()))
    }

    /// The same without subscribing to it.
    pub fn with_untracked<T>(self, look: impl FnOnce(&Draft) -> T) -> T {
        self.editor.with_untracked(|editor| look(editor.draft()))
    }

    /// The editor, for its past.
    pub fn editor(self) -> RwSignal<Editor> {
        self.editor
    }

    /// Does something. A step that changes nothing is no step.
    pub fn act(self, step: Step) {
        if !step.edit.is_empty() {
            self.carry_out(Action::Do(step));
        }
    }

    /// Makes a step from the draft as it is and does it.
    pub fn make(self, step: impl FnOnce(&Draft) -> Step) {
        self.lift();
        self.act(self.with_untracked(step));
    }

    /// Takes the last step back.
    pub fn undo(self) {
        self.lift();
        if self.editor.with_untracked(|editor| !editor.done().is_empty()) {
            self.carry_out(Action::Undo);
        }
    }

    /// Does the last step that was taken back again.
    pub fn redo(self) {
        self.lift();
        if self.editor.with_untracked(|editor| !editor.undone().is_empty()) {
            self.carry_out(Action::Redo);
        }
    }

    fn carry_out(self, action: Action) {
        if !self.may_change_untracked() {
            return;
        }
        self.lift();
        let done = self.editor.try_update(|editor| editor.act(&action));
        match done {
            Some(Ok(())) => self.after(&action),
            // Every step was made for the draft as it is; to say so is better than to lose it in silence.
            Some(Err(error)) => self.bench.notice.set(Some(format!("This could not be done: {error}."))),
            None => {}
        }
    }

    /// Draws into a surface; the stroke ends with [`Desk::lift`].
    pub fn paint(self, name: &str, surface: Surface, cells: impl IntoIterator<Item = (u32, u16)>) {
        if self.access.get_untracked() == Access::Mine {
            self.editor.update(|editor| editor.paint(name, surface, cells));
        }
    }

    /// Ends the stroke.
    pub fn lift(self) {
        if self.editor.with_untracked(Editor::is_painting)
            && let Some(Some(step)) = self.editor.try_update(Editor::lift)
        {
            self.after(&Action::Do(step));
        }
    }

    /// Takes the stroke back as if it had not begun.
    pub fn cancel(self) {
        if self.editor.with_untracked(Editor::is_painting) {
            self.editor.update(Editor::cancel);
        }
    }

    /// Shows and keeps what an action has done.
    fn after(self, action: &Action) {
        self.said.set(self.editor.with_untracked(|editor| editor.describe(action)));
        self.execute();
        self.keep(action);
    }

    /// Executes the draft anew if its instance has changed.
    fn execute(self) {
        if self.with_untracked(|draft| self.executed.with_value(|executed| draft.is_same_instance(executed))) {
            return;
        }
        self.show_anew();
    }

    /// Executes the draft and shows what comes of it.
    fn show_anew(self) {
        let shown = self.shown.get_value();
        let draft = self.with_untracked(Draft::clone);
        let (loaded, statuses) = show(&draft, &shown.title, shown.origin.clone(), &self.from.get_value());
        self.executed.with_value(|executed| self.follow_events(&executed.events, &draft.events));
        self.executed.set_value(draft);
        self.statuses.set(statuses);
        self.give(loaded);
    }

    /// Gives the workbench what to show, at the step where it is.
    fn give(self, loaded: Loaded) {
        let loaded = Arc::new(loaded);
        self.shown.set_value(loaded.clone());
        self.bench.exchange(loaded);
    }

    /// Keeps what was done.
    fn keep(self, action: &Action) {
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
    fn create(self, progress: Progress) {
        let card = self.card.get_untracked().unwrap_or_else(|| Card {
            key: store::new_key(),
            name: self.shown.with_value(|shown| shown.title.clone()),
            made: now(),
            from: address::write("", &self.from.get_value(), &address::View::default()),
            deleted: None,
            progress: progress.clone(),
        });
        let (early, key) = (keeper::Early::default(), card.key.clone());
        let (base, entries) = self.editor.with_untracked(record);
        self.keeper.update_value(|keeper| {
            keeper.key = Some(key.clone());
            keeper.early = Some(early.clone());
        });
        self.saving.set(Saving { pending: entries.len(), failed: None });
        self.card.set(Some(card.clone()));
        spawn_local(async move {
            let lock = lock::try_lock(&key, lost_lock).await;
            let taken = async {
                let store = store().await?;
                let place = store.create(&card, &base, &entries).await?;
                Ok::<_, StoreError>((store, place))
            };
            let taken = taken.await;
            let open = self.keeper.with_value(|keeper| keeper.key.as_ref() == Some(&key));
            match taken {
                Ok((store, place)) => {
                    let journal = self.journal(&key, &store, place, progress.clone());
                    // What was done meanwhile, also if something else lies on the desk by now.
                    for entry in early.take() {
                        journal.push(&entry, progress.clone());
                    }
                    if open {
                        let saved = journal.saving();
                        self.keeper.update_value(|keeper| {
                            *keeper = Keeper { key: Some(key.clone()), journal: Some(journal), early: None, lock }
                        });
                        self.saving.set(saved);
                        self.name_origin(key);
                    }
                }
                Err(failed) if open => {
                    self.keeper.update_value(|keeper| keeper.early = None);
                    let pending = self.editor.with_untracked(|editor| editor.done().len() + editor.undone().len());
                    self.saving.set(Saving { pending, failed: Some(failed) });
                }
                // It lies on the shelf.
                Err(_) => {}
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

    fn journal(self, key: &str, store: &Store, place: Place, progress: Progress) -> Journal {
        let key = key.to_owned();
        Journal::new(store, place, progress, move |saving| {
            if self.keeper.with_value(|keeper| keeper.key.as_ref() != Some(&key)) {
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
    fn compact(self) {
        let (base, entries) = self.editor.with_untracked(record);
        self.keeper.with_value(|keeper| {
            if let Some(journal) = &keeper.journal {
                journal.compact(&base, entries);
            }
        });
    }

    fn progress(self) -> Progress {
        let facts = self.with_untracked(|draft| {
            let events = match draft.events.len() {
                1 => "1 event".to_owned(),
                more => format!("{more} events"),
            };
            format!("{} on {}, {events}", draft.family.name(), draft.frame.space.shape)
        });
        let changes = self.editor.with_untracked(|editor| editor.done().len()) as u32;
        Progress {
            changed: now(),
            active: self.active.get_untracked(),
            changes,
            worked: self.worked.get_untracked() as u32,
            revealed: self.revealed.get_untracked(),
            facts,
        }
    }

    /// Shows the reference from now on.
    pub fn reveal(self) {
        self.revealed.set(true);
        self.note_progress();
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

    /// Gives the open draft another name.
    pub fn rename(self, name: &str) {
        self.card.update(|card| {
            if let Some(card) = card {
                name.clone_into(&mut card.name);
            }
        });
        let shown = self.shown.get_value();
        let draft = self.with_untracked(Draft::clone);
        self.give(show(&draft, name, shown.origin.clone(), &self.from.get_value()).0);
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    js_sys::Date::now() as u64
}
