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
mod opening;
pub mod store;
mod timer;
pub mod tools;
mod unfinished;

pub use journal::Saving;
pub use keeper::{Access, Shelved, store};
pub use opening::{READER, open, stored};

use grids::model::draft::{Action, Draft, Editor, Status, Step, Surface};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use self::entering::{Entering, Previewed};
use self::keeper::Keeper;
use self::opening::show;
use self::store::Card;
use self::tools::Tools;
use self::unfinished::Unfinished;
use crate::address::Origin;
use crate::state::{Dialog, Loaded, Workbench};

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
    /// What the event that is being entered would do, and the state before it.
    pub preview: Memo<Option<Arc<Previewed>>>,
    /// All events as text, while they are edited so.
    pub events_text: RwSignal<Option<String>>,
    /// States as text that were typed and that no state follows yet, since they are faulty or have just been typed.
    pub state_texts: RwSignal<Vec<(Surface, String)>>,
    /// The surface that is worked on.
    pub surface: StoredValue<Surface>,
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
    /// What ends the typing of something that is no change of the draft yet.
    typing: StoredValue<Option<Box<dyn FnOnce()>>, LocalStorage>,
    /// What was begun in drafts that were left, by their keys or addresses.
    unfinished: StoredValue<HashMap<String, Unfinished>>,
}

thread_local! {
    static DESK: Cell<Option<Desk>> = const { Cell::new(None) };
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
            preview: Memo::new_with_compare(|_| DESK.get()?.preview_anew().map(Arc::new), |_, _| true),
            events_text: RwSignal::new(None),
            state_texts: RwSignal::new(Vec::new()),
            surface: StoredValue::new(Surface::Initial),
            pasted: RwSignal::new(String::new()),
            keeper: StoredValue::new_local(Keeper::default()),
            shown: StoredValue::new(loaded.clone()),
            executed: StoredValue::new(draft),
            from: StoredValue::new(loaded.origin.clone()),
            typing: StoredValue::new_local(None),
            unfinished: StoredValue::new(HashMap::new()),
        };
        DESK.set(Some(desk));
        desk.take(&loaded);
        bench.leave.set_value(|| {
            if let Some(desk) = DESK.get() {
                desk.leave();
            }
        });
        bench.along.set_value(|loaded| {
            if let Some(desk) = DESK.get() {
                desk.missing.set(None);
                desk.take(loaded);
            }
        });
        // So that the first change is written at once.
        spawn_local(async {
            let _ = store().await;
        });
        desk
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
        self.settle();
        self.act(self.with_untracked(step));
    }

    /// Takes the last step back.
    pub fn undo(self) {
        self.settle();
        if self.editor.with_untracked(|editor| !editor.done().is_empty()) {
            self.carry_out(Action::Undo);
        }
    }

    /// Does the last step that was taken back again.
    pub fn redo(self) {
        self.settle();
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

    /// Ends what is being typed and the stroke. Whatever else is done to the draft comes after them.
    pub fn settle(self) {
        if let Some(end) = self.typing.try_update_value(Option::take).flatten() {
            end();
        }
        self.lift();
    }

    /// Something is being typed that is no change of the draft yet; `end` makes one of it.
    pub fn type_until(self, end: impl FnOnce() + 'static) {
        self.typing.set_value(Some(Box::new(end)));
    }

    /// What was being typed has ended by itself.
    pub fn typed(self) {
        self.typing.set_value(None);
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
        self.keep(action);
        self.execute();
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
        let follows = self.shows_selected();
        let shown = self.shown.get_value();
        let draft = self.with_untracked(Draft::clone);
        let (loaded, statuses) = show(&draft, &shown.title, shown.origin.clone(), &self.from.get_value());
        self.executed.with_value(|executed| {
            self.follow_events(&executed.events, &draft.events);
            if executed.frame.space.shape != draft.frame.space.shape {
                self.tools.deselect();
            }
        });
        self.executed.set_value(draft);
        self.statuses.set(statuses);
        self.give(loaded);
        // Its step may be another one by now.
        if follows {
            self.select_event(self.selected.get_untracked());
        }
    }

    /// Gives the workbench what to show, at the step where it is.
    fn give(self, loaded: Loaded) {
        let loaded = Arc::new(loaded);
        self.shown.set_value(loaded.clone());
        self.bench.exchange(loaded);
    }

    /// Whether somebody is predicting who has not asked for the reference.
    pub fn hides_reference(self) -> bool {
        !self.revealed.get() && self.with(Draft::is_predicted_by_hand)
    }

    /// What the author calls the draft; before there is one, the title of the instance.
    pub fn name(self) -> String {
        let named = self.card.with_untracked(|card| card.as_ref().map(|card| card.name.clone()));
        named.unwrap_or_else(|| self.shown.with_value(|shown| shown.title.clone()))
    }

    /// Shows the reference from now on.
    pub fn reveal(self) {
        self.revealed.set(true);
        self.note_progress();
    }

    /// Opens the dialog for pasting with a text.
    pub fn offer(self, text: String) {
        self.pasted.set(text);
        self.bench.dialog.set(Some(Dialog::Paste));
    }
}
