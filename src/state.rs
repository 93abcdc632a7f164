//! What the tabs share: one instance, the place in its history, and how it is shown.

use grids::instance::Instance;
use grids::model::mosaic::{Mosaic, Plane};
use grids::model::picture::Marks;
use grids::model::playhead::{Action, Playhead};
use grids::rule::Footprint;
use grids::trace::Trace;
use grids::{gallery, model::link};
use leptos::prelude::*;
use std::sync::Arc;

use crate::address::{self, Reference};

/// An instance with its execution.
pub struct Loaded {
    /// The instance.
    pub instance: Instance,
    /// Its execution.
    pub trace: Trace,
    /// Where a reload finds it again.
    pub origin: Origin,
}

/// Where an instance came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The gallery, by id.
    Gallery(String),
    /// A file, the clipboard or a link; this is the text for a link.
    Packed(String),
    /// The same, but too large for a link.
    Session,
}

impl Loaded {
    /// The name that people see.
    pub fn title(&self) -> String {
        self.instance.metadata("title").unwrap_or_else(|| self.instance.id.clone())
    }

    /// Reads a built-in instance.
    pub fn from_gallery(id: &str) -> Result<Loaded, String> {
        let entry = gallery::find(id).ok_or_else(|| format!("there is no built-in example named \"{id}\""))?;
        let (instance, trace) = Instance::open(entry.line).map_err(|error| error.to_string())?;
        Ok(Loaded { instance, trace, origin: Origin::Gallery(id.to_owned()) })
    }

    /// Reads one line of a file, of the clipboard or of a link.
    pub fn from_line(line: &str) -> Result<Loaded, String> {
        let (instance, trace) = Instance::open(line).map_err(|error| error.to_string())?;
        let origin = address::keep(line.trim());
        Ok(Loaded { instance, trace, origin })
    }

    /// Finds the instance that an address names.
    pub fn from_reference(reference: &Reference) -> Result<Loaded, String> {
        match reference {
            Reference::Default => Loaded::from_gallery(gallery::entries()[0].id),
            Reference::Gallery(id) => Loaded::from_gallery(id),
            Reference::Packed(packed) => {
                let line = link::unpack(packed).map_err(|error| error.to_string())?;
                let (instance, trace) = Instance::open(&line).map_err(|error| error.to_string())?;
                Ok(Loaded { instance, trace, origin: Origin::Packed(packed.clone()) })
            }
            Reference::Session => {
                match address::kept() {
                    Some(line) => Loaded::from_line(&line),
                    None => Err("this instance was too large for a link and is no longer kept in this tab; open its file again"
                        .to_owned()),
                }
            }
        }
    }
}

/// The state of the workbench. It is made once in `App`, so its signals live as long as the page.
#[derive(Clone, Copy)]
pub struct Workbench {
    /// The instance.
    pub loaded: RwSignal<Arc<Loaded>>,
    /// The shown step and its state.
    pub playhead: RwSignal<Playhead>,
    /// The footprint of the shown step's event, and nothing at step 0.
    pub footprint: Memo<Arc<Footprint>>,
    /// The overlays that are drawn.
    pub overlays: RwSignal<Marks>,
    /// Which axes lie in the plane.
    pub plane: RwSignal<Plane>,
    /// The arrangement of the slices.
    pub mosaic: Memo<Arc<Mosaic>>,
    /// The cell that the keyboard is on, once the grid has been used.
    pub focus: RwSignal<Option<usize>>,
    /// The cell under the pointer.
    pub hover: RwSignal<Option<usize>>,
    /// Whether the history plays by itself.
    pub playing: RwSignal<bool>,
    /// Steps per second are this over [`SECONDS_PER_STEP`].
    pub speed: RwSignal<f64>,
    /// The pasted answer.
    pub answer: RwSignal<String>,
    /// A message that stays until it is dismissed: what could not be opened, and why.
    pub notice: RwSignal<Option<String>>,
    /// Which dialog is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// A file that was dropped on the page and waits for the dialog to read it.
    pub dropped: RwSignal<Option<web_sys::File>, LocalStorage>,
    /// Whether keys such as `.` and the space bar act without a modifier.
    pub shortcuts: RwSignal<bool>,
}

/// At speed 1.
pub const SECONDS_PER_STEP: f64 = 1.2;

/// The dialogs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialog {
    /// Choose a built-in instance.
    Gallery,
    /// Open an instance from a file or the clipboard.
    Open,
    /// The keys.
    Keys,
}

impl Workbench {
    /// A workbench that holds `loaded` at its initial state.
    pub fn new(loaded: Loaded) -> Workbench {
        let answer = RwSignal::new(address::kept_answer(&loaded.instance.id));
        let loaded = Arc::new(loaded);
        let playhead = RwSignal::new(Playhead::new(&loaded.instance));
        let plane = RwSignal::new(first_plane(&loaded.instance));
        let loaded = RwSignal::new(loaded);
        let footprint = Memo::new(move |_| {
            let (loaded, playhead) = (loaded.get(), playhead.get());
            if playhead.t() == 0 || playhead.world().shape() != &loaded.instance.space.shape {
                return Arc::default();
            }
            let before = loaded.trace.before(playhead.world(), playhead.t());
            Arc::new(loaded.trace.footprint(&loaded.instance, playhead.t(), &before))
        });
        let mosaic = Memo::new(move |_| Arc::new(Mosaic::new(&loaded.get().instance.space.shape, plane.get())));
        Workbench {
            loaded,
            playhead,
            footprint,
            overlays: RwSignal::new(Marks::WRITE.with(Marks::READ).with(Marks::CHANGED)),
            plane,
            mosaic,
            focus: RwSignal::new(None),
            hover: RwSignal::new(None),
            playing: RwSignal::new(false),
            speed: RwSignal::new(1.0),
            answer,
            notice: RwSignal::new(None),
            dialog: RwSignal::new(None),
            dropped: RwSignal::new_local(None),
            shortcuts: RwSignal::new(true),
        }
    }

    /// Replaces the instance and goes to a step. Everything that belonged to the old one is reset at once.
    pub fn open(self, loaded: Loaded, t: usize) {
        let mut playhead = Playhead::new(&loaded.instance);
        playhead.apply(Action::To(t), &loaded.trace);
        self.playing.set(false);
        let answer = address::kept_answer(&loaded.instance.id);
        self.hover.set(None);
        self.focus.set(None);
        self.plane.set(first_plane(&loaded.instance));
        self.loaded.set(Arc::new(loaded));
        self.playhead.set(playhead);
        self.answer.set(answer);
        self.notice.set(None);
    }

    /// Moves the playhead.
    pub fn go(self, action: Action) {
        let loaded = self.loaded.get_untracked();
        self.playhead.update(|playhead| playhead.apply(action, &loaded.trace));
    }

    /// Moves the playhead by hand, which ends playing.
    pub fn step(self, action: Action) {
        self.playing.set(false);
        self.go(action);
    }

    /// Plays or pauses; at the end, playing starts again from the initial state.
    pub fn toggle_play(self) {
        let playing = !self.playing.get_untracked();
        if playing && self.playhead.with_untracked(Playhead::t) == self.loaded.with_untracked(|loaded| loaded.trace.len()) {
            self.go(Action::First);
        }
        self.playing.set(playing);
    }

    /// The cell that the readout speaks about.
    pub fn pointed(self) -> Option<usize> {
        self.hover.get().or_else(|| self.focus.get())
    }
}

fn first_plane(instance: &Instance) -> Plane {
    Plane::choices(instance.space.shape.dimensions())[0]
}
