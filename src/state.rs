//! What the tabs share: one instance, the place in its history, and how it is shown.

use grids::instance::Instance;
use grids::model::colours::Colours;
use grids::model::mosaic::{Mosaic, Plane};
use grids::model::picture::{Marks, Picture};
use grids::model::playhead::{Action, Playhead};
use grids::model::work::{self, Opened};
use grids::rule::Footprint;
use grids::trace::Trace;
use grids::{gallery, model::link};
use leptos::prelude::*;
use std::sync::Arc;

use crate::address::Origin;
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
    /// Its name.
    pub title: String,
    /// What it is about.
    pub note: Option<String>,
    /// What to look at, one sentence for each event; may be empty.
    pub steps: Vec<String>,
    /// For the first events of a generated trajectory, how many it has in all.
    pub stored: Option<usize>,
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
        Loaded { instance, trace, origin, title, note, steps, stored: None }
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
            Origin::Generated { path, length } => Loaded::from_generator(pool::open(&work::open(path, *length)).await?),
            Origin::Packed(packed) => open(&link::unpack(packed).map_err(|error| error.to_string())?, origin.clone()),
            Origin::Kept(key) => match key.as_deref().and_then(storage::instance) {
                Some(line) => open(&line, origin.clone()),
                None => Err("it is too large for a link and is not kept in this tab; open its file again".to_owned()),
            },
        }
    }
}

/// The most cells of a world that the page shows, `[2048,2048]`. The native program takes larger ones.
pub const MOST_CELLS: usize = 1 << 22;

fn open(line: &str, origin: Origin) -> Result<Loaded, String> {
    Instance::open_within(MOST_CELLS, line).map(|opened| Loaded::new(opened, origin)).map_err(|error| error.to_string())
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
    fn new(loaded: Loaded, t: usize) -> Session {
        let mut playhead = Playhead::new(&loaded.instance);
        playhead.apply(Action::To(t), &loaded.trace);
        Session { loaded: Arc::new(loaded), playhead }
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
    /// The instance and the place in its history.
    pub session: RwSignal<Session>,
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
    /// What the board shows, if the page has one.
    pub board: RwSignal<Option<Shown>>,
    /// The cell that the keyboard is on, once the grid has been used.
    pub focus: RwSignal<Option<usize>>,
    /// The cell under the pointer.
    pub hover: RwSignal<Option<usize>>,
    /// Whether the history plays by itself.
    pub playing: RwSignal<bool>,
    /// How fast it plays; [`USUAL_SPEED`] is one step in each [`PAUSE`].
    pub speed: RwSignal<u32>,
    /// The pasted answer.
    pub answer: RwSignal<String>,
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
    /// Send the instance, or take it along as a file or a picture.
    Share,
    /// The keys.
    Keys,
}

impl Workbench {
    /// A workbench that holds `loaded` at a step.
    pub fn new(loaded: Loaded, t: usize) -> Workbench {
        let answer = RwSignal::new(storage::answer(&loaded.origin));
        let plane = RwSignal::new(first_plane(&loaded.instance));
        let session = RwSignal::new(Session::new(loaded, t));
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
        let mosaic = Memo::new(move |_| Arc::new(Mosaic::new(&loaded.get().instance.space.shape, plane.get())));
        Workbench {
            session,
            loaded,
            t,
            footprint,
            overlays: RwSignal::new(Marks::WRITE.with(Marks::READ).with(Marks::CHANGED)),
            plane,
            mosaic,
            board: RwSignal::new(None),
            focus: RwSignal::new(None),
            hover: RwSignal::new(None),
            playing: RwSignal::new(false),
            speed: RwSignal::new(USUAL_SPEED),
            answer,
            notice: RwSignal::new(None),
            dialog: RwSignal::new(None),
            dropped: RwSignal::new_local(None),
            pasted: RwSignal::new(String::new()),
            found: RwSignal::new(Found::Nothing),
            shortcuts: RwSignal::new(storage::shortcuts()),
        }
    }

    /// Replaces the instance and goes to a step. Everything that belonged to the old one is reset.
    pub fn open(self, loaded: Loaded, t: usize) {
        self.playing.set(false);
        self.hover.set(None);
        self.focus.set(None);
        self.notice.set(None);
        self.answer.set(storage::answer(&loaded.origin));
        self.plane.set(first_plane(&loaded.instance));
        self.session.set(Session::new(loaded, t));
    }

    /// Opens what could be read, or says why it could not and leaves everything as it is.
    pub fn open_or_say(self, result: Result<Loaded, String>, t: usize) {
        match result {
            Ok(loaded) => self.open(loaded, t),
            Err(problem) => self.notice.set(Some(format!("The instance could not be opened: {problem}."))),
        }
    }

    /// Moves the playhead as playing does.
    pub fn advance(self, action: Action) {
        self.session.update(|Session { loaded, playhead }| playhead.apply(action, &loaded.trace));
    }

    /// Moves the playhead by hand, which ends playing.
    pub fn step(self, action: Action) {
        self.playing.set(false);
        self.advance(action);
    }

    /// Plays or pauses; at the end, playing starts again from the initial state.
    pub fn toggle_play(self) {
        let playing = !self.playing.get_untracked();
        if playing && self.t.get_untracked() == self.last() {
            self.advance(Action::First);
        }
        self.playing.set(playing);
    }

    /// The last step, T.
    pub fn last(self) -> usize {
        self.loaded.with_untracked(|loaded| loaded.trace.len())
    }

    /// The cell that the readout speaks about.
    pub fn pointed(self) -> Option<usize> {
        self.hover.get().or_else(|| self.focus.get())
    }
}

fn first_plane(instance: &Instance) -> Plane {
    Plane::first(instance.space.shape.dimensions())
}
