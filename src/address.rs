//! The address of a view: which tab, which instance, and how it is looked at. It is what a reload and a copied link restore.

use grids::model::picture::Marks;
use leptos::prelude::{Get, GetUntracked, document, window};
use leptos_router::location::Location;

/// The pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tab {
    /// Step through the history.
    Watch,
    /// Change the world and the events.
    Edit,
    /// Enter the final state by hand.
    Predict,
    /// Score an answer.
    Score,
    /// Read the prompt.
    Prompt,
}

impl Tab {
    /// All tabs in display order.
    pub const ALL: [Tab; 5] = [Tab::Watch, Tab::Edit, Tab::Predict, Tab::Score, Tab::Prompt];

    /// The name on the tab.
    pub fn name(self) -> &'static str {
        match self {
            Tab::Watch => "Watch",
            Tab::Edit => "Edit",
            Tab::Predict => "Predict",
            Tab::Score => "Score",
            Tab::Prompt => "Prompt",
        }
    }

    /// Its path below the base. public/boot.js knows those that the first page does not have.
    pub fn path(self) -> &'static str {
        match self {
            Tab::Watch => "/watch",
            Tab::Edit => "/edit",
            Tab::Predict => "/predict",
            Tab::Score => "/score",
            Tab::Prompt => "/prompt",
        }
    }

    /// The tab that a path shows, if it shows one; the front page shows the first.
    pub fn of(path: &str) -> Option<Tab> {
        match below_base(path).trim_end_matches('/') {
            "" => Some(Tab::Watch),
            path => Tab::ALL.into_iter().find(|tab| tab.path() == path),
        }
    }
}

/// The page that makes trajectories, below the base. It is no tab: it shows no instance.
pub const GENERATE: &str = "/generate";

/// The list of lessons, below the base; the lesson of a family stands below it.
pub const LEARN: &str = "/learn";

/// Whether a path is the page that makes trajectories.
pub fn is_generate(path: &str) -> bool {
    below_base(path).trim_end_matches('/') == GENERATE
}

/// The name of the lesson that a path shows, empty for the list of them; nothing if it shows neither.
pub fn lesson(path: &str) -> Option<&str> {
    let name = below_base(path).trim_end_matches('/').strip_prefix(LEARN)?;
    if name.is_empty() { Some(name) } else { name.strip_prefix('/') }
}

/// The address of a lesson, or of the list of them without a name, below the base.
pub fn write_lesson(name: &str, place: &Place, frame: Frame) -> String {
    let Place { world, part } = place;
    let mut query = Vec::new();
    if *world > 0 {
        query.push(format!("w={world}"));
    }
    query.extend(part.map(|part| format!("p={part}")));
    query.extend(frame.name().map(|name| format!("{name}=1")));
    let slash = if name.is_empty() { "" } else { "/" };
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{LEARN}{slash}{name}{mark}{}", query.join("&"))
}

/// Where in a lesson its reader is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The number of the world that plays: `w=2`.
    pub world: u32,
    /// How many parts of its event have been carried out: `p=3`. Without it the event plays by itself.
    pub part: Option<usize>,
}

impl Place {
    /// The place that the current address names, if that is the address of this lesson already.
    pub fn read_window(name: &str) -> Place {
        let location = window().location();
        if lesson(&location.pathname().unwrap_or_default()) != Some(name) {
            return Place::default();
        }
        let query = web_sys::UrlSearchParams::new_with_str(&location.search().unwrap_or_default()).ok();
        let number = |name: &str| query.as_ref()?.get(name)?.parse::<u32>().ok();
        Place { world: number("w").unwrap_or(0), part: number("p").map(|part| part as usize) }
    }
}

/// Puts another address below the base into the window, without going anywhere.
pub fn replace(address: &str) {
    if let Ok(history) = window().history() {
        // It stays as it was if the browser has had too many.
        let _ = history.replace_state_with_url(&history.state().unwrap_or_default(), "", Some(&format!("{}{address}", base())));
    }
}

/// Puts another frame into the current address.
pub fn reframe(frame: Frame) {
    let location = window().location();
    let Ok(query) = web_sys::UrlSearchParams::new_with_str(&location.search().unwrap_or_default()) else { return };
    for name in [Frame::Embedded, Frame::Presented].into_iter().filter_map(Frame::name) {
        query.delete(name);
    }
    if let Some(name) = frame.name() {
        query.set(name, "1");
    }
    let (path, query) = (location.pathname().unwrap_or_default(), String::from(query.to_string()));
    replace(&format!("{}{}{query}", below_base(&path), if query.is_empty() { "" } else { "?" }));
}

/// Where an instance is found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Among the built-in ones, by id: `?i=figure-1a&t=2`.
    Gallery(String),
    /// Made by the generator: the first events of the trajectory with this path ([`grids::generate::Key`]):
    /// `?g=grid-bench/1/20260907/PAINT/16x16/100/0&T=16&t=2`.
    Generated { path: String, length: usize },
    /// In the address itself: `?t=2#z=…`. The fragment is never sent to a server.
    Packed(String),
    /// A draft that this browser keeps, by its key: `?d=…&t=2`. Only the whole workbench opens it.
    Draft(String),
    /// In this tab's storage, under a key, because it is too large for an address: `?k=…&t=2`. Without a key it could not be kept.
    Kept(Option<String>),
}

/// How an instance is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct View {
    /// The step: `t=2`.
    pub t: usize,
    /// The axes in the plane, unless they are the usual ones: `axes=0,2`. An address may name axes that the world does not have.
    pub axes: Option<String>,
    /// The overlays that are not drawn: `hide=read,changed`.
    pub hidden: Marks,
    /// How many parts of the step's event have been carried out, if it is looked at from close by: `p=3`.
    pub part: Option<usize>,
    /// What stands around it.
    pub frame: Frame,
}

/// What stands around a tab.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Frame {
    /// The whole page.
    #[default]
    Page,
    /// Another page, which shows this one in a frame: `embed=1`. There is the tab alone.
    Embedded,
    /// A class, which is shown it: `present=1`. There is the tab alone in large type.
    Presented,
}

impl Frame {
    /// What stands around the page now. Pages beside the tabs are shown in it too.
    pub fn shown() -> Frame {
        let name = document().document_element().and_then(|root| root.get_attribute("data-frame"));
        [Frame::Embedded, Frame::Presented].into_iter().find(|frame| frame.name() == name.as_deref()).unwrap_or_default()
    }

    /// Its name in addresses and in the style sheet; the usual one has none.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Frame::Page => None,
            Frame::Embedded => Some("embed"),
            Frame::Presented => Some("present"),
        }
    }
}

/// The overlays that an address can hide, by name.
const OVERLAYS: [(Marks, &str); 3] = [(Marks::WRITE, "write"), (Marks::READ, "read"), (Marks::CHANGED, "changed")];

/// The base path of the site without a slash at its end, from the page's base element.
pub fn base() -> String {
    let base = document().base_uri().ok().flatten().unwrap_or_default();
    web_sys::Url::new(&base).map(|url| url.pathname().trim_end_matches('/').to_owned()).unwrap_or_default()
}

/// The front page.
pub fn front() -> String {
    format!("{}/", base())
}

/// A path without the base.
pub fn below_base(path: &str) -> &str {
    path.strip_prefix(base().as_str()).unwrap_or(path)
}

/// The instance that the current address names, if it names one, and how it is looked at.
pub fn read(location: &Location) -> (Option<Origin>, View) {
    let query = location.query.get();
    parse(|name| query.get(name), &location.hash.get())
}

/// The same without subscribing to it.
pub fn read_untracked(location: &Location) -> (Option<Origin>, View) {
    let query = location.query.get_untracked();
    parse(|name| query.get(name), &location.hash.get_untracked())
}

/// The same without a router.
pub fn read_window() -> (Option<Origin>, View) {
    let location = window().location();
    let query = web_sys::UrlSearchParams::new_with_str(&location.search().unwrap_or_default()).ok();
    parse(|name| query.as_ref()?.get(name), &location.hash().unwrap_or_default())
}

/// What an address names that is written as [`write`] writes it.
pub fn read_text(address: &str) -> Option<Origin> {
    let (address, hash) = address.split_once('#').unwrap_or((address, ""));
    let query = web_sys::UrlSearchParams::new_with_str(address.split_once('?')?.1).ok()?;
    parse(|name| query.get(name), hash).0
}

fn parse(query: impl Fn(&str) -> Option<String>, hash: &str) -> (Option<Origin>, View) {
    let t = query("t").and_then(|t| t.parse::<u64>().ok()).map_or(0, |t| usize::try_from(t).unwrap_or(usize::MAX));
    let names = query("hide").unwrap_or_default();
    let hides = |name: &str| names.split(',').any(|each| each == name);
    let hidden = OVERLAYS.into_iter().filter(|(_, name)| hides(name)).fold(Marks::default(), |all, (mark, _)| all.with(mark));
    let part = query("p").and_then(|part| part.parse().ok());
    let mut frames = [Frame::Presented, Frame::Embedded].into_iter();
    let frame = frames.find(|frame| frame.name().and_then(&query).is_some_and(|value| value == "1")).unwrap_or_default();
    let view = View { t, axes: query("axes"), hidden, part, frame };
    let packed = hash.trim_start_matches('#').strip_prefix("z=").map(|packed| Origin::Packed(packed.to_owned()));
    let kept = || query("k").map(|key| Origin::Kept((key != NOT_KEPT).then_some(key)));
    let generated = || {
        let length = query("T").and_then(|length| length.parse().ok()).unwrap_or(DEFAULT_LENGTH);
        query("g").map(|path| Origin::Generated { path, length })
    };
    let draft = || query("d").map(Origin::Draft);
    let named = packed.or_else(draft).or_else(generated).or_else(|| query("i").map(Origin::Gallery)).or_else(kept);
    // Every address with a step names an instance as it was written, and the page writes no other fragment: it was cut or changed.
    let is_cut = query("t").is_some() || !hash.trim_start_matches('#').is_empty();
    (named.or_else(|| is_cut.then(|| Origin::Packed(String::new()))), view)
}

/// The events of a generated instance whose address does not say how many it has.
const DEFAULT_LENGTH: usize = 16;
/// What stands for the key of an instance that could not be kept.
const NOT_KEPT: &str = "none";

/// The address of a tab with an instance, below the base.
pub fn write(path: &str, origin: &Origin, view: &View) -> String {
    let (named, hash) = match origin {
        Origin::Gallery(id) => (format!("i={id}&"), String::new()),
        Origin::Generated { path: key, length } => (format!("g={key}&T={length}&"), String::new()),
        Origin::Draft(key) => (format!("d={key}&"), String::new()),
        Origin::Packed(packed) => (String::new(), format!("#z={packed}")),
        Origin::Kept(key) => (format!("k={}&", key.as_deref().unwrap_or(NOT_KEPT)), String::new()),
    };
    let axes = view.axes.as_ref().map_or_else(String::new, |axes| format!("&axes={axes}"));
    let hidden: Vec<&str> = OVERLAYS.into_iter().filter(|(mark, _)| view.hidden.has(*mark)).map(|(_, name)| name).collect();
    let hide = if hidden.is_empty() { String::new() } else { format!("&hide={}", hidden.join(",")) };
    let part = view.part.map_or_else(String::new, |part| format!("&p={part}"));
    let frame = view.frame.name().map_or_else(String::new, |name| format!("&{name}=1"));
    format!("{path}?{named}t={}{part}{axes}{hide}{frame}{hash}", view.t)
}

/// The same with host and base: a link to send.
pub fn link(path: &str, origin: &Origin, view: &View) -> String {
    format!("{}{}{}", window().location().origin().unwrap_or_default(), base(), write(path, origin, view))
}
