//! What the tabs share: one instance, the place in its history, and how it is shown.

use grids::instance::Instance;
use grids::model::colours::Colours;
use grids::model::draft::Draft;
use grids::model::mosaic::{Mosaic, Plane};
use grids::model::picture::{Marks, Picture};
use grids::model::playhead::{Action, Playhead};
use grids::model::work::{self, Opened, Reply};
use grids::rule::Footprint;
use grids::trace::Trace;
use grids::{gallery, model::link};
use leptos::prelude::*;
use std::sync::{Arc, OnceLock};

use crate::address::{Frame, Origin, View};
use crate::pool;
use crate::storage;
use crate::ui::open::Found;

/// An instance with its execution and what its metadata tell a reader.
pub struct Loaded {
    /// The instance.
    pub instance: Instance,
    /// Its execution.
    pub trace: Trace,
    /// Where a reload finds it again.
    pub origin: Origin,
    /// What a link to it leads to; found when it is asked for, since packing takes longer than most edits.
    link: OnceLock<Origin>,
    /// Its name.
    pub title: String,
    /// What it is about.
    pub note: Option<String>,
    /// What to look at, one sentence for each event; may be empty.
    pub steps: Vec<String>,
    /// For the first events of a generated trajectory, how many it has in all.
    pub stored: Option<usize>,
    /// For a draft whose history is not valid, why it stops.
    pub stop: Option<String>,
    /// What a file holds beyond an instance.
    pub draft: Option<Box<Draft>>,
}

/// An instance is the same only if it was opened once.
impl PartialEq for Loaded {
    fn eq(&self, other: &Loaded) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Loaded {
    fn new((instance, trace): (Instance, Trace), origin: Origin) -> Loaded {
        let title = instance.metadata("title").filter(|title| !title.trim().is_empty()).unwrap_or_else(|| instance.id.clone());
        let (note, steps) = (instance.metadata("note"), instance.metadata_list("steps"));
        let link = OnceLock::from(origin.clone());
        Loaded { instance, trace, link, origin, title, note, steps, stored: None, stop: None, draft: None }
    }

    /// The example of the front page.
    pub fn front() -> Result<Loaded, String> {
        Loaded::from_gallery(gallery::front().id)
    }

    /// Reads a built-in instance.
    pub fn from_gallery(id: &str) -> Result<Loaded, String> {
        let entry = gallery::find(id).ok_or_else(|| format!("there is no built-in example named \"{id}\""))?;
        open(entry.line, Origin::Gallery(id.to_owned()))
    }

    /// Reads one line of a file or of the clipboard, and keeps it where a reload finds it.
    pub fn from_line(line: &str) -> Result<Loaded, String> {
        let line = line.trim();
        let opened = Instance::open_within(MOST_CELLS, line).map_err(|error| error.to_string())?;
        let origin = link::pack(line).map_or_else(|| Origin::Kept(storage::keep_instance(line)), Origin::Packed);
        Ok(Loaded::new(opened, origin))
    }

    /// Reads the first events of a trajectory, as a worker has made them.
    fn from_generator(opened: Opened) -> Result<Loaded, String> {
        let Opened { path, stored, title, note, line } = opened;
        let instance = Instance::open_within(MOST_CELLS, &line).map_err(|error| error.to_string())?;
        let origin = Origin::Generated { path, length: instance.0.events.len() };
        Ok(Loaded { title, note: Some(note), stored: Some(stored), ..Loaded::new(instance, origin) })
    }

    /// What a draft does. Without a `link` of its own a link holds the instance itself.
    pub fn from_draft(opened: (Instance, Trace), title: &str, origin: Origin, link: Option<Origin>) -> Loaded {
        let link = link.map_or_else(OnceLock::new, OnceLock::from);
        Loaded { title: title.to_owned(), link, ..Loaded::new(opened, origin) }
    }

    /// What a link to it leads to. A draft itself stays in the browser where it was made.
    pub fn link(&self) -> &Origin {
        self.link.get_or_init(|| link::pack(&self.instance.to_json(&self.trace)).map_or(Origin::Kept(None), Origin::Packed))
    }

    /// Leaves a generated instance to the program that takes the place of this one, so that it need not be made again.
    pub fn hand_over(&self) {
        if let (Origin::Generated { path, .. }, Some(stored)) = (&self.origin, self.stored) {
            let (path, title, note) = (path.clone(), self.title.clone(), self.note.clone().unwrap_or_default());
            let line = self.instance.to_json(&self.trace);
            storage::hold(MADE, &Reply::Opened(Opened { path, stored, title, note, line }).write());
        }
    }

    fn handed_over(origin: &Origin) -> Option<Loaded> {
        let Reply::Opened(opened) = Reply::read(&storage::held(MADE)?) else { return None };
        Loaded::from_generator(opened).ok().filter(|loaded| loaded.origin == *origin)
    }

    /// How its values are coloured.
    pub fn colours(&self) -> Colours {
        Colours::new(self.instance.family, &self.instance.space.alphabet)
    }

    /// The first events of the next trajectory of the same condition.
    pub async fn after(path: &str, length: usize) -> Result<Loaded, String> {
        Loaded::from_generator(pool::open(&work::open_after(path, length)).await?)
    }

    /// Finds the instance that an address names. A generated one is made by a worker; all others are there at once.
    pub async fn from_origin(origin: &Origin) -> Result<Loaded, String> {
        match origin {
            Origin::Gallery(id) => Loaded::from_gallery(id),
            Origin::Generated { path, length } => match Loaded::handed_over(origin) {
                Some(loaded) => Ok(loaded),
                None => Loaded::from_generator(pool::open(&work::open(path, *length)).await?),
            },
            Origin::Draft(_) => Err("found a draft, expected an instance".to_owned()),
            Origin::Packed(packed) => open(&link::unpack(packed).map_err(|error| error.to_string())?, origin.clone()),
            Origin::Kept(key) => match storage::instance(key.as_deref()) {
                Some(line) => open(&line, origin.clone()),
                None => Err("it is too large for a link and is not kept in this tab; open its file again".to_owned()),
            },
        }
    }
}

/// The name under which a generated instance is handed over.
const MADE: &str = "made";

/// The most cells of a world that the page shows, `[2048,2048]`. The native program takes larger ones.
pub const MOST_CELLS: usize = 1 << 22;

fn open(line: &str, origin: Origin) -> Result<Loaded, String> {
    Instance::open_within(MOST_CELLS, line).map(|opened| Loaded::new(opened, origin)).map_err(|error| error.to_string())
}

/// How a program reads a line that was opened: as an instance, or as a draft too.
#[derive(Clone, Copy)]
pub struct Reader {
    /// Says what a line holds.
    pub describe: fn(&str) -> Result<String, String>,
    /// Opens it.
    pub open: fn(&str) -> Result<Loaded, String>,
}

impl Reader {
    /// Reads instances alone.
    pub const INSTANCES: Reader = Reader {
        describe: |line| {
            let opened = Instance::open_within(MOST_CELLS, line);
            opened.map(|(instance, _)| summary(&instance)).map_err(|error| error.to_string())
        },
        open: Loaded::from_line,
    };
}

/// What an instance is, in one line.
pub fn summary(instance: &Instance) -> String {
    format!("{}, {} on {}, T = {}", instance.id, instance.family.name(), instance.space.shape, instance.events.len())
}

/// An instance and the place in its history. They change together, so that no reader sees a step of another instance.
#[derive(Clone)]
pub struct Session {
    /// The instance.
    pub loaded: Arc<Loaded>,
    /// The shown step and its state.
    pub playhead: Playhead,
}

impl Session {
    fn new(loaded: Arc<Loaded>, t: usize) -> Session {
        let mut playhead = Playhead::new(&loaded.instance);
        playhead.apply(Action::To(t), &loaded.trace);
        Session { loaded, playhead }
    }
}

/// What a board shows.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The cells.
    pub picture: Arc<Picture>,
    /// What the whole is.
    pub label: String,
}

/// The state of the workbench. It is made once, when the page starts, so its signals live as long as the page.
#[derive(Clone, Copy)]
pub struct Workbench {
    /// How a line that is opened is read.
    pub reader: Reader,
    /// The instance and the place in its history.
    pub session: RwSignal<Session>,
    /// How many instances have been opened in place of the first one. An edit opens none.
    pub opened: RwSignal<u32>,
    /// What an address names that is on its way here.
    pub awaited: RwSignal<Option<Origin>>,
    /// What has to be finished before something else is opened.
    pub leave: StoredValue<fn()>,
    /// What goes along when something is opened, before anything is drawn anew.
    pub along: StoredValue<fn(&Arc<Loaded>)>,
    /// Where what is shown was found before it became a draft. Older entries of the browser's history still name it so.
    pub was: StoredValue<Vec<Origin>>,
    /// The instance.
    pub loaded: Memo<Arc<Loaded>>,
    /// The shown step.
    pub t: Memo<usize>,
    /// The footprint of the shown step's event, and nothing at step 0.
    pub footprint: Memo<Arc<Footprint>>,
    /// The overlays that are drawn.
    pub overlays: RwSignal<Marks>,
    /// Which axes lie in the plane.
    pub plane: RwSignal<Plane>,
    /// The arrangement of the slices.
    pub mosaic: Memo<Arc<Mosaic>>,
    /// What stands around the page.
    pub frame: RwSignal<Frame>,
    /// How many parts of the step's event have been carried out, while it is looked at from close by.
    pub part: RwSignal<Option<usize>>,
    /// How many parts the event of the shown step has. Only the whole workbench knows.
    pub parts: StoredValue<fn() -> usize>,
    /// Whether Watch shows the state before the event instead of the one after it.
    pub before: RwSignal<bool>,
    /// What the board shows, if the page has one.
    pub board: RwSignal<Option<Shown>>,
    /// How the instance is looked at, as its address says.
    pub view: Memo<View>,
    /// The cell that the keyboard is on, once the grid has been used.
    pub focus: RwSignal<Option<usize>>,
    /// The cell under the pointer.
    pub hover: RwSignal<Option<usize>>,
    /// Whether the history plays by itself.
    pub playing: RwSignal<bool>,
    /// How fast it plays; [`USUAL_SPEED`] is one step in each [`PAUSE`].
    pub speed: RwSignal<u32>,
    /// A message that stays until it is dismissed: what could not be opened, and why.
    pub notice: RwSignal<Option<String>>,
    /// Which dialog is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// A file that was dropped on the page and waits for the dialog to read it.
    pub dropped: RwSignal<Option<web_sys::File>, LocalStorage>,
    /// The text typed into the dialog that opens instances, and what was found in it or in a file. They outlast the dialog.
    pub pasted: RwSignal<String>,
    /// See `pasted`.
    pub found: RwSignal<Found>,
    /// Whether keys such as `.` and the space bar act without a modifier.
    pub shortcuts: RwSignal<bool>,
}

/// Between two steps at the usual speed, in milliseconds.
pub const PAUSE: u32 = 1200;
/// A number, so that half of it is one too.
pub const USUAL_SPEED: u32 = 2;

/// The dialogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    /// Choose a built-in instance.
    Gallery,
    /// Open an instance from a file or the clipboard.
    Open,
    /// The drafts in this browser.
    Drafts,
    /// Send the instance, or take it along as a file or a picture.
    Share,
    /// The keys.
    Keys,
    /// Paste into a draft.
    Paste,
    /// Begin a world from nothing.
    New,
}

impl Workbench {
    /// A workbench that holds `loaded`, and what an earlier program of this document has left to it.
    pub fn new(loaded: Loaded, view: &View, reader: Reader) -> Workbench {
        let held = |name: &str| storage::held(name);
        let plane = RwSignal::new(plane(&loaded.instance, view));
        let overlays = RwSignal::new(OVERLAYS.without(view.hidden));
        let session = RwSignal::new(Session::new(Arc::new(loaded), view.t));
        let loaded = Memo::new(move |_| session.with(|session| session.loaded.clone()));
        let t = Memo::new(move |_| session.with(|session| session.playhead.t()));
        let footprint = Memo::new(move |_| {
            session.with(|Session { loaded, playhead }| match playhead.t() {
                0 => Arc::default(),
                t => {
                    let before = loaded.trace.before(playhead.world(), t);
                    Arc::new(loaded.trace.footprint(&loaded.instance, t, &before))
                }
            })
        });
        let frame = RwSignal::new(view.frame);
        let part = RwSignal::new(view.part.or_else(|| held(PART)?.parse().ok()));
        let mosaic = Memo::new(move |_| Arc::new(Mosaic::new(&loaded.get().instance.space.shape, plane.get())));
        let view = Memo::new(move |_| {
            let usual = loaded.with(|loaded| usual_plane(&loaded.instance));
            let axes = Some(plane.get()).filter(|plane| *plane != usual).map(|plane| plane.to_string());
            View { t: t.get(), axes, hidden: OVERLAYS.without(overlays.get()), part: part.get(), frame: frame.get() }
        });
        Workbench {
            reader,
            session,
            opened: RwSignal::new(0),
            awaited: RwSignal::new(None),
            leave: StoredValue::new(|| ()),
            along: StoredValue::new(|_| ()),
            was: StoredValue::new(Vec::new()),
            loaded,
            t,
            footprint,
            overlays,
            plane,
            mosaic,
            view,
            frame,
            part,
            parts: StoredValue::new(|| 0),
            before: RwSignal::new(held(BEFORE).is_some()),
            board: RwSignal::new(None),
            focus: RwSignal::new(held(FOCUS).and_then(|cell| cell.parse().ok())),
            hover: RwSignal::new(None),
            playing: RwSignal::new(false),
            speed: RwSignal::new(held(SPEED).and_then(|speed| speed.parse().ok()).unwrap_or(USUAL_SPEED)),
            notice: RwSignal::new(held(NOTICE)),
            dialog: RwSignal::new(HANDED_OVER.into_iter().find(|(_, name)| held(name).is_some()).map(|(dialog, _)| dialog)),
            dropped: RwSignal::new_local(None),
            pasted: RwSignal::new(held(PASTED).unwrap_or_default()),
            found: RwSignal::new(Found::Nothing),
            shortcuts: RwSignal::new(storage::shortcuts()),
        }
    }

    /// Leaves what no address names to the program that takes the place of this one.
    pub fn hand_over(self) {
        self.loaded.with_untracked(|loaded| loaded.hand_over());
        storage::hold(SPEED, &self.speed.get_untracked().to_string());
        storage::hold(PASTED, &self.pasted.get_untracked());
        if let Some(cell) = self.focus.get_untracked() {
            storage::hold(FOCUS, &cell.to_string());
        }
        for (_, name) in HANDED_OVER.into_iter().filter(|(dialog, _)| self.dialog.get_untracked() == Some(*dialog)) {
            storage::hold(name, "");
        }
        if let Some(part) = self.part.get_untracked() {
            storage::hold(PART, &part.to_string());
        }
        if self.before.get_untracked() {
            storage::hold(BEFORE, "");
        }
        if let Some(notice) = self.notice.get_untracked() {
            storage::hold(NOTICE, &notice);
        }
    }

    /// Replaces the instance and goes to a step. Everything that belonged to the old one is reset.
    pub fn open(self, loaded: Loaded, t: usize) {
        self.leave.get_value()();
        self.awaited.set(None);
        self.playing.set(false);
        self.hover.set(None);
        self.focus.set(None);
        self.notice.set(None);
        self.part.set(None);
        self.plane.set(usual_plane(&loaded.instance));
        self.opened.update(|opened| *opened += 1);
        self.was.set_value(Vec::new());
        let loaded = Arc::new(loaded);
        self.session.set(Session::new(loaded.clone(), t));
        self.along.get_value()(&loaded);
    }

    /// Goes on with the instance as it is after an edit, at the same step and in the same view as far as it has them.
    pub fn exchange(self, loaded: Arc<Loaded>) {
        let t = self.t.get_untracked();
        let volume = loaded.instance.space.shape.volume();
        let outside = |cell: Option<usize>| cell.is_some_and(|cell| cell >= volume);
        for cell in [self.focus, self.hover] {
            if outside(cell.get_untracked()) {
                cell.set(None);
            }
        }
        let origin = self.loaded.with_untracked(|before| before.origin.clone());
        if origin != loaded.origin {
            self.was.update_value(|was| was.push(origin));
        }
        let dimensions = |loaded: &Loaded| loaded.instance.space.shape.dimensions();
        if self.loaded.with_untracked(|before| dimensions(before)) != dimensions(&loaded) {
            self.plane.set(usual_plane(&loaded.instance));
        }
        self.session.set(Session::new(loaded, t));
    }

    /// Opens what could be read, or says why it could not and leaves everything as it is.
    pub fn open_or_say(self, result: Result<Loaded, String>, t: usize) {
        match result {
            Ok(loaded) => self.open(loaded, t),
            Err(problem) => self.notice.set(Some(format!("The instance could not be opened: {problem}."))),
        }
    }

    /// Looks at the instance as an address says.
    pub fn look(self, view: &View) {
        if *view != self.view.get_untracked() {
            self.plane.set(self.loaded.with_untracked(|loaded| plane(&loaded.instance, view)));
            self.overlays.set(OVERLAYS.without(view.hidden));
            self.step(Action::To(view.t));
            self.part.set(view.part);
            self.frame.set(view.frame);
        }
    }

    /// Moves the playhead as playing does: from close by from part to part, and then on to the next event.
    pub fn advance(self, action: Action) {
        let Some(part) = self.part.get_untracked() else { return self.go(action) };
        let t = self.t.get_untracked();
        let parts = || if self.t.get_untracked() == 0 { 0 } else { self.parts.get_value()() };
        match action {
            Action::Forward if part < parts() => self.part.set(Some(part + 1)),
            Action::Back if part.min(parts()) > 0 => self.part.set(Some(part.min(parts()) - 1)),
            Action::Forward | Action::Back | Action::First | Action::Last | Action::To(_) => {
                self.go(action);
                if self.t.get_untracked() != t {
                    let from_behind = matches!(action, Action::Back | Action::Last);
                    self.part.set(Some(if from_behind { parts() } else { parts().min(1) }));
                }
            }
        }
    }

    fn go(self, action: Action) {
        self.session.update(|Session { loaded, playhead }| playhead.apply(action, &loaded.trace));
    }

    /// Whether nothing comes after what is shown.
    pub fn at_end(self) -> bool {
        let whole = self.part.get().is_none_or(|part| part >= self.parts.get_value()());
        self.t.get() >= self.loaded.with(|loaded| loaded.trace.len()) && whole
    }

    /// Moves the playhead by hand, which ends playing.
    pub fn step(self, action: Action) {
        self.playing.set(false);
        self.advance(action);
    }

    /// Plays or pauses; at the end, playing starts again from the initial state.
    pub fn toggle_play(self) {
        let playing = !self.playing.get_untracked();
        if playing && untrack(|| self.at_end()) {
            self.advance(Action::First);
        }
        self.playing.set(playing);
    }

    /// The cell that the readout speaks about.
    pub fn pointed(self) -> Option<usize> {
        self.hover.get().or_else(|| self.focus.get())
    }
}

/// The names under which the workbench leaves what no address names.
const SPEED: &str = "speed";
const PASTED: &str = "pasted";
const FOCUS: &str = "focus";
const BEFORE: &str = "before";
const PART: &str = "part";
const NOTICE: &str = "notice";
/// The dialogs over which another program takes the place of this one.
const HANDED_OVER: [(Dialog, &str); 2] = [(Dialog::Share, "sharing"), (Dialog::Drafts, "drafts")];

/// The overlays of an event.
const OVERLAYS: Marks = Marks::WRITE.with(Marks::READ).with(Marks::CHANGED);

fn usual_plane(instance: &Instance) -> Plane {
    Plane::first(instance.space.shape.dimensions())
}

/// The plane of a view, or the usual one if the world has no such plane.
fn plane(instance: &Instance, view: &View) -> Plane {
    let named = view.axes.as_ref().and_then(|axes| Plane::find(instance.space.shape.dimensions(), axes));
    named.unwrap_or_else(|| usual_plane(instance))
}
