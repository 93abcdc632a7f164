//! The wall of generated trajectories: a small picture of each that plays by itself while it is in view.
//!
//! Pictures are drawn when they come into view, and are not made of signals: there may be hundreds.

use gloo::timers::callback::Interval;
use grids::generate::condition::Condition;
use grids::generate::{Reason, Rejected};
use grids::model::colours::Colours;
use grids::model::mosaic::{Mosaic, Plane, Sheet};
use grids::model::reel::Reel;
use grids::model::work::Outcome;
use grids::world::World;
use grids::world::codec::shorten;
use leptos::html;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

use crate::address::{self, Origin, Tab, View};
use crate::making::{Making, Run, Stage};

/// Milliseconds between two steps of the picture under the pointer.
const PACE: u32 = 180;
/// The others make one step in so many.
const SLOWER: u32 = 6;
/// Larger worlds stand still, and the largest are not drawn at all.
const MOST_PLAYED: usize = 2048;
const MOST_DRAWN: usize = 1 << 14;

/// The trajectories of a run by condition.
#[component]
pub fn Wall(
    /// What has come of the plan.
    run: Rc<Run>,
    /// How many events the instances have that the pictures lead to.
    length: Memo<usize>,
    /// Whether the pictures play.
    lively: RwSignal<bool>,
) -> impl IntoView {
    let making = expect_context::<Making>();
    let sections = run.plan.conditions.iter().enumerate().map(|(number, condition)| {
        view! {
            <section class="condition" data-name=condition.name()>
                <header>
                    <h3>{condition.name()}</h3>
                    <p class="hint">{facts(condition)}</p>
                </header>
                <ol class="shots" inner_html=items(&run, number)></ol>
            </section>
        }
    });
    let sections = sections.collect_view();
    let node = NodeRef::<html::Div>::new();
    let show = StoredValue::new_local(None::<Show>);
    Effect::new(move |_| {
        if let Some(node) = node.get() {
            let started = Show::start(&node, run.clone(), lively);
            if let Some(show) = &started {
                show.pictures.borrow().lead_to(length.get_untracked());
            }
            show.set_value(started);
        }
    });
    Effect::new(move |_| {
        let length = length.get();
        show.with_value(|show| {
            if let Some(show) = show {
                show.pictures.borrow().lead_to(length);
            }
        });
    });
    // What has come in since is drawn where it is in view.
    Effect::new(move |_| {
        making.progress.track();
        let ended = making.stage.get() != Stage::Running;
        show.with_value(|show| {
            if let Some(show) = show {
                show.pictures.borrow_mut().fill(ended);
            }
        });
    });
    view! {
        <div class="wall" node_ref=node>
            {sections}
        </div>
    }
}

/// The items of a condition as HTML, which a browser makes far faster than one after the other. Nothing but numbers is written into
/// it, so that nothing needs an escape.
fn items(run: &Run, condition: usize) -> String {
    let mut html = String::new();
    for number in run.numbers(condition) {
        let index = run.keys[number].index;
        // Writing into a String cannot fail.
        let _ = write!(
            html,
            "<li data-number=\"{number}\"><a><span class=\"picture\"></span><span class=\"shot-name\"><span class=\"unseen\">Open trajectory \
             </span>{index}</span><code class=\"shot-digest\"></code></a></li>"
        );
    }
    html
}

/// What was asked for, in short.
fn facts(condition: &Condition) -> String {
    let (low, high) = condition.band();
    let values = shorten(&condition.space().alphabet.to_string());
    let unit = condition.sampling().unit.counted();
    format!("{} {unit} for each core event, values {values}, {low} to {high} % filled at the start", condition.target())
}

/// What keeps the pictures going. It ends when this is dropped.
struct Show {
    pictures: Rc<RefCell<Pictures>>,
    observer: IntersectionObserver,
    _seen: Closure<dyn Fn(js_sys::Array)>,
    _timer: Interval,
}

impl Drop for Show {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

struct Pictures {
    run: Rc<Run>,
    /// The base path of the site.
    base: String,
    shots: Vec<Shot>,
    tick: u32,
}

/// One picture.
struct Shot {
    item: Element,
    in_view: bool,
    drawn: Option<Drawn>,
    /// Whether its trajectory has turned out not to exist.
    gone: bool,
}

struct Drawn {
    outcome: Rc<Outcome>,
    reel: Reel,
    picture: Picture,
}

impl Show {
    fn start(wall: &web_sys::HtmlDivElement, run: Rc<Run>, lively: RwSignal<bool>) -> Option<Show> {
        let items = wall.query_selector_all("li").ok()?;
        let items = (0..items.length()).filter_map(|index| items.get(index)?.dyn_into::<Element>().ok());
        let shots: Vec<Shot> = items.map(|item| Shot { item, in_view: false, drawn: None, gone: false }).collect();
        let pictures = Rc::new(RefCell::new(Pictures { run, base: address::base(), shots, tick: 0 }));
        let shown = pictures.clone();
        let seen = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let mut shown = shown.borrow_mut();
            for entry in entries.iter() {
                let entry: IntersectionObserverEntry = entry.unchecked_into();
                let number = entry.target().get_attribute("data-number").and_then(|number| number.parse::<usize>().ok());
                if let Some(shot) = number.and_then(|number| shown.shots.get_mut(number)) {
                    shot.in_view = entry.is_intersecting();
                }
            }
            shown.fill(false);
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin("120px");
        let observer = IntersectionObserver::new_with_options(seen.as_ref().unchecked_ref(), &options).ok()?;
        for shot in &pictures.borrow().shots {
            observer.observe(&shot.item);
        }
        let shown = pictures.clone();
        let timer = Interval::new(PACE, move || {
            if lively.try_get_untracked() == Some(true) && !document().hidden() {
                shown.borrow_mut().play();
            }
        });
        Some(Show { pictures, observer, _seen: seen, _timer: timer })
    }
}

impl Pictures {
    /// Lets every picture lead to the instance with so many events.
    fn lead_to(&self, length: usize) {
        for (shot, key) in self.shots.iter().zip(&self.run.keys) {
            let Some(link) = shot.item.first_element_child().filter(|link| link.tag_name() == "A") else { continue };
            let origin = Origin::Generated { path: key.path(), length: length.min(key.condition.length()) };
            // A link can always lead somewhere.
            let _ = link
                .set_attribute("href", &format!("{}{}", self.base, address::write(Tab::Watch.path(), &origin, &View::default())));
        }
    }

    /// Draws what is in view and has not been drawn; at the end of a run, what was not made is taken away.
    fn fill(&mut self, ended: bool) {
        for (number, shot) in self.shots.iter_mut().enumerate() {
            if !ended && !shot.in_view || shot.drawn.is_some() || shot.gone {
                continue;
            }
            let outcome = self.run.outcome(number);
            let missing = ended && outcome.is_none();
            if shot.item.has_attribute("hidden") != missing {
                // An element can always be hidden.
                let _ = shot.item.toggle_attribute_with_force("hidden", missing);
            }
            let Some(outcome) = outcome else { continue };
            match &*outcome {
                Err(rejected) => shot.bury(rejected, self.run.keys[number].index),
                Ok(_) if shot.in_view => shot.draw(outcome),
                Ok(_) => {}
            }
        }
    }

    fn play(&mut self) {
        self.tick = self.tick.wrapping_add(1);
        for (number, shot) in self.shots.iter_mut().enumerate() {
            if !shot.in_view {
                continue;
            }
            let Some(Drawn { outcome, reel, picture }) = &mut shot.drawn else { continue };
            // Not all at the same moment, which would flicker and cost more at once.
            let turn = (self.tick + number as u32 * 5).is_multiple_of(SLOWER);
            let pointed = || shot.item.matches(":hover, :focus-within").unwrap_or(false);
            if picture.plays
                && (turn || pointed())
                && let Ok(trajectory) = &**outcome
            {
                reel.step(trajectory);
                picture.show(reel.world());
            }
        }
    }
}

impl Shot {
    fn draw(&mut self, outcome: Rc<Outcome>) {
        let Ok(trajectory) = &*outcome else { return };
        let Some(place) = self.item.query_selector(".picture").ok().flatten() else { return };
        if let Some(digest) = self.item.query_selector(".shot-digest").ok().flatten() {
            let text = trajectory.digest();
            digest.set_text_content(Some(&text[..8]));
            // The whole of it for those who point at it.
            let _ = digest.set_attribute("title", &text);
        }
        let condition = &trajectory.key.condition;
        let colours = Colours::new(condition.family(), &condition.space().alphabet);
        let Some(mut picture) = Picture::new(&place, &trajectory.initial, colours) else { return };
        picture.show(&trajectory.initial);
        let reel = Reel::new(trajectory);
        self.drawn = Some(Drawn { outcome, reel, picture });
    }

    fn bury(&mut self, rejected: &Rejected, index: u32) {
        self.gone = true;
        self.item.set_class_name("none");
        self.item.set_text_content(Some(&format!("{index}: no trajectory; {}", said(&rejected.reasons))));
    }
}

/// Reasons, counted: `5 attempts rejected for workload, 3 for density`.
pub fn said(reasons: &[Reason]) -> String {
    let counted = Reason::ALL.into_iter().map(|reason| (reason, reasons.iter().filter(|&&found| found == reason).count()));
    let parts: Vec<String> =
        counted.filter(|&(_, count)| count > 0).map(|(reason, count)| format!("{count} for {}", reason.name())).collect();
    format!("{} attempts rejected: {}", reasons.len(), parts.join(", "))
}

/// A world as one path for each colour.
struct Picture {
    svg: Element,
    /// Where each cell lies, in the order of the picture: from the left, from the top, the cell.
    places: Vec<(usize, usize, usize)>,
    colours: Colours,
    paths: BTreeMap<String, (Element, String)>,
    plays: bool,
}

const SVG: Option<&str> = Some("http://www.w3.org/2000/svg");

impl Picture {
    fn new(place: &Element, world: &World, colours: Colours) -> Option<Picture> {
        let volume = world.shape().volume();
        let mosaic = Mosaic::new(world.shape(), Plane::first(world.shape().dimensions()));
        let sheet = Sheet::new(&mosaic);
        let svg = document().create_element_ns(SVG, "svg").ok()?;
        svg.set_attribute("class", "thumbnail").ok()?;
        svg.set_attribute("viewBox", &format!("0 0 {} {}", sheet.width, sheet.height)).ok()?;
        svg.set_attribute("aria-hidden", "true").ok()?;
        place.replace_children_with_node_1(&svg);
        let mut places = Vec::new();
        if volume <= MOST_DRAWN {
            for tile in 0..mosaic.tiles() {
                let (left, top) = sheet.corner(&mosaic, tile);
                for row in 0..mosaic.rows() {
                    places.extend((0..mosaic.columns()).map(|column| (left + column, top + row, mosaic.cell(tile, row, column))));
                }
            }
        }
        Some(Picture { svg, places, colours, paths: BTreeMap::new(), plays: volume <= MOST_PLAYED })
    }

    fn show(&mut self, world: &World) {
        let mut drawn: BTreeMap<String, String> = BTreeMap::new();
        let mut cells = self.places.iter().peekable();
        while let Some(&(x, y, cell)) = cells.next() {
            let value = world.get(cell);
            let mut wide = 1;
            while cells.next_if(|&&(right, below, next)| (right, below) == (x + wide, y) && world.get(next) == value).is_some() {
                wide += 1;
            }
            // Writing into a String cannot fail.
            let _ = write!(drawn.entry(self.colours.name(value)).or_default(), "M{x} {y}h{wide}v1h-{wide}z");
        }
        for (name, (path, text)) in &mut self.paths {
            let new = drawn.remove(name).unwrap_or_default();
            if *text != new {
                let _ = path.set_attribute("d", &new);
                *text = new;
            }
        }
        for (name, text) in drawn {
            let Ok(path) = document().create_element_ns(SVG, "path") else { continue };
            let _ = path.set_attribute("fill", &format!("var(--{name})"));
            let _ = path.set_attribute("d", &text);
            let _ = self.svg.append_child(&path);
            self.paths.insert(name, (path, text));
        }
    }
}
