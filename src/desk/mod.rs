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

use gloo::timers::future::TimeoutFuture;
use grids::model::draft::{Action, Draft, Editor, Run, Status, Step, Surface, file, is_whole, journal as bytes};
use grids::model::link;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use self::entering::Entering;
use self::journal::Journal;
use self::keeper::{Keeper, record};
use self::lock::Lock;
use self::store::{Card, Kept, Place, Progress, Store, StoreError};
use self::tools::Tools;
use crate::address::{self, Origin};
use crate::state::{self, Dialog, Loaded, MOST_CELLS, Reader, Workbench};

/// Between two looks at whether a draft has been saved, in milliseconds.
const SETTLING: u32 = 10;
/// From how many entries on a journal is made shorter when it is opened, if that halves it.
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
    /// All events as text, while they are edited so.
    pub events_text: RwSignal<Option<String>>,
    /// The text in the dialog for pasting.
    pub pasted: RwSignal<String>,
    /// Drafts that are no longer open and not saved, or not yet. They last as long as the page.
    pub shelf: RwSignal<Vec<Shelved>>,
    /// Drafts of the instance that lies here, while it is none itself; the last changed first.
    pub earlier: RwSignal<Vec<Card>>,
    /// What the author is told about the draft that needs no answer.
    pub told: RwSignal<Option<&'static str>>,
    /// The draft of the address with which the page began, if it could not be opened, and why.
    pub missing: RwSignal<Option<(String, String)>>,
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
    let title = run.instance.metadata("title").unwrap_or_else(|| draft.facts.id.clone());
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
fn when_lost(key: &str) -> impl FnOnce() + use<> {
    let key = key.to_owned();
    move || {
        if let Some(desk) = DESK.get().filter(|desk| desk.has_open(&key)) {
            desk.taken();
        }
    }
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

/// A draft as the workbench shows it, and what became of its events. A link to one whose instance is as it was leads to that; any
/// other link holds the instance itself.
fn show(draft: &Draft, title: &str, origin: Origin, from: &Origin) -> (Loaded, Arc<[Status]>) {
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
    /// The desk with what the workbench shows on it.
    pub fn new(bench: Workbench) -> Desk {
        let loaded = bench.loaded.get_untracked();
        let draft = Draft::new(&loaded.instance);
        let desk = Desk {
            bench,
            statuses: RwSignal::new(draft.run().statuses.into()),
            editor: RwSignal::new(Editor::new(draft.clone())),
            shelf: RwSignal::new(Vec::new()),
            earlier: RwSignal::new(Vec::new()),
            told: RwSignal::new(None),
            missing: RwSignal::new(None),
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
            events_text: RwSignal::new(None),
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
                desk.missing.set(None);
                desk.take(&loaded);
            }
        });
        // So that the first change is written at once.
        spawn_local(async {
            let _ = store().await;
        });
        desk
    }

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
    fn take(self, loaded: &Arc<Loaded>) {
        let read = READ.take().filter(|read| loaded.origin == Origin::Draft(read.card.key.clone()));
        self.shelve();
        self.shown.set_value(loaded.clone());
        self.saving.set(Saving::default());
        self.said.set(String::new());
        self.tools.forget();
        self.selected.set(None);
        self.entering.set(None);
        self.earlier.set(Vec::new());
        self.told.set(None);
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
                return;
            }
            if !as_shown {
                self.show_anew();
            }
            self.find_earlier(loaded.clone());
            return;
        };
        self.from.set_value(origin_of(&card));
        self.revealed.set(card.progress.revealed);
        self.worked.set(card.progress.worked as usize);
        self.active.set(card.progress.active);
        let (key, progress) = (card.key.clone(), card.progress.clone());
        self.unshelve(&key);
        self.card.set(Some(card));
        self.put(editor);
        let Some(place) = place else {
            self.keeper.set_value(Keeper::default());
            self.access.set(Access::Mine);
            self.create(progress);
            return;
        };
        let is_mine = lock.is_some();
        let store = STORE.with_borrow(Clone::clone).filter(|_| is_mine);
        let journal = store.map(|store| self.journal(&key, &store, place, progress));
        let shortest = self.editor.with_untracked(|editor| editor.done().len() + 2 * editor.undone().len());
        let is_long = journal.as_ref().map(Journal::entries).is_some_and(|long| long > LONG_JOURNAL && shortest <= long / 2);
        self.keeper.set_value(Keeper { key: Some(key.clone()), journal, early: None, lock });
        self.access.set(if is_mine { Access::Mine } else { Access::Elsewhere });
        if let Some(damage) = &damage {
            let notice = format!("The end of this draft's journal could not be read: {damage}. Everything before it is here.");
            self.bench.notice.set(Some(notice));
        }
        if is_long || damage.is_some() {
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
    }

    /// Puts a draft aside of which something is not saved, when something else is opened.
    fn shelve(self) {
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
    fn unshelve(self, key: &str) {
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
        let new = || Card {
            key: store::new_key(),
            name: self.shown.with_value(|shown| shown.title.clone()),
            made: now(),
            from: address_of(&self.from.get_value()),
            ..Card::default()
        };
        let mut card = Card { progress: progress.clone(), ..self.card.get_untracked().unwrap_or_else(new) };
        let (early, asked) = (keeper::Early::default(), card.key.clone());
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

    fn journal(self, key: &str, store: &Store, place: Place, progress: Progress) -> Journal {
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

    /// Opens the dialog for pasting with a text.
    pub fn offer(self, text: String) {
        self.pasted.set(text);
        self.bench.dialog.set(Some(Dialog::Paste));
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
        store().await?.rename(key, name).await
    }

    /// Deletes a draft that no other tab has open. If it is open here, the workbench goes on with what it was made of.
    pub async fn delete(self, key: &str) -> Result<(), StoreError> {
        if self.has_open(key) {
            if self.access.get_untracked() != Access::Mine {
                return Err(StoreError::Taken);
            }
            let before = Loaded::from_origin(&self.from.get_value()).await.or_else(|_| Loaded::front());
            // It is not to be put aside, whatever is not saved of it.
            self.card.set(None);
            self.keeper.set_value(Keeper::default());
            self.saving.set(Saving::default());
            self.bench.open_or_say(before, 0);
            return store().await?.delete(key).await;
        }
        // Held until the draft is deleted.
        let _lock = lock::try_lock(key, || ()).await.ok_or(StoreError::Taken)?;
        store().await?.delete(key).await
    }
}

/// The address below the base by which the card of a draft names an instance.
fn address_of(origin: &Origin) -> String {
    address::write("", origin, &address::View::default())
}

/// Milliseconds since 1970.
fn now() -> u64 {
    js_sys::Date::now() as u64
}
