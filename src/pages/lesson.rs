//! A lesson: one rule, from what it says to questions about it. Everything follows from the family's own file.

use gloo::timers::callback::Interval;
use grids::model::close_up::CloseUp;
use grids::model::lesson::{self, Accounting, Higher, Surprise};
use grids::model::link;
use grids::model::picture::{Marks, Picture};
use grids::rule::explain::{Explained, Opened, Scene};
use grids::world::codec::list;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::check::CheckYourself;
use super::learn;
use crate::address::{self, Frame, Origin, Place, Tab, View};
use crate::app::motion_allowed;
use crate::state::PAUSE;
use crate::storage;
use crate::ui::events;
use crate::ui::keys::{self, Pressed};
use crate::ui::phases::{MarkKey, PhaseList};
use crate::ui::plain_board::{Cursor, PlainBoard, arrangement};
use crate::ui::rule::marked;
use crate::ui::still::Still;
use crate::ui::timeline::Icon;

/// The page.
#[component]
pub fn LessonPage(
    /// Of which family.
    family: &'static dyn Explained,
) -> impl IntoView {
    let slug = lesson::slug(family);
    let Place { world, part } = Place::read_window(&slug);
    let number = RwSignal::new(world);
    // Only the first world is come to at a part of its event.
    let part = StoredValue::new(part);
    let stage = move || {
        let part = part.try_update_value(Option::take).flatten();
        let scene = lesson::scene(family, number.get());
        scene.and_then(|scene| Play::new(family, number.get(), scene, part)).map(|play| view! { <Stage play /> })
    };
    let another = move |_| {
        number.update(|number| *number = number.wrapping_add(1));
        write_place(family, Place { world: number.get_untracked(), part: None });
    };
    view! {
        <article class="lesson">
            <header class="heading">
                <p class="facts">
                    <a href=learn::list()>"All lessons"</a>
                </p>
                <h1>{family.name()}</h1>
                <p class="lesson-rule">{family.summary()}</p>
                <p class="facts">
                    "A cell is named by its coordinates: in two dimensions [row, column]. Axis 0 leads down and axis 1 to the right; \
                     direction 1 leads to higher coordinates and -1 to lower ones. " <ToQuestions />
                </p>
            </header>
            <section aria-labelledby="lesson-world">
                // It stays where it is while the world beneath it is another one.
                <div class="tools">
                    <h2 id="lesson-world">"See it happen"</h2>
                    <button on:click=another>"Another world"</button>
                </div>
                {stage}
            </section>
            <Surprises family />
            <Larger family />
            <section aria-labelledby="lesson-try">
                <h2 id="lesson-try">"Try it"</h2>
                <p>
                    "Change a world, put events of your own on it, and see what each does before it counts. "
                    <a target=learn::elsewhere() href=sandbox(family)>"Try it in the editor"</a> "."
                </p>
            </section>
            <CheckYourself family next=neighbours(family).1 />
            <Neighbours family />
        </article>
    }
}

/// Where the reader goes on: in the gallery's instance of the family, or else in the world of the lesson.
fn sandbox(family: &'static dyn Explained) -> Option<String> {
    let own = || lesson::scene(family, 0).and_then(|scene| link::pack(&lesson::line(&scene))).map(Origin::Packed);
    let origin = lesson::sandbox(family).map(|id| Origin::Gallery(id.to_owned())).or_else(own)?;
    Some(format!("{}{}", address::base(), address::write(Tab::Edit.path(), &origin, &View::default())))
}

/// Leads past everything to the questions.
#[component]
fn ToQuestions() -> impl IntoView {
    let go = |_| {
        if let Some(questions) = document().get_element_by_id("lesson-check") {
            questions.scroll_into_view();
            if let Some(heading) = questions.dyn_ref::<HtmlElement>() {
                let _ = heading.focus();
            }
        }
    };
    view! {
        <button class="plain" on:click=go>
            "To the questions"
        </button>
    }
}

/// Holds the place in the address, so that a reload and a copied link come to it.
fn write_place(family: &'static dyn Explained, place: Place) {
    address::replace(&address::write_lesson(&lesson::slug(family), &place, Frame::shown()));
}

/// An event that plays part by part.
#[derive(Clone)]
struct Play {
    family: &'static dyn Explained,
    /// The number of its world.
    world: u32,
    scene: Arc<Scene>,
    opened: Arc<Opened>,
    position: RwSignal<usize>,
    playing: RwSignal<bool>,
    cursor: Cursor,
    near: Memo<Arc<CloseUp>>,
}

impl Play {
    /// At a part; without one it plays from the beginning, if things may move by themselves.
    fn new(family: &'static dyn Explained, world: u32, scene: Scene, part: Option<usize>) -> Option<Play> {
        let opened = Arc::new(Opened::new(&scene.event, &scene.space, &scene.before)?);
        let position = RwSignal::new(part.unwrap_or(0).min(opened.len()));
        let playing = RwSignal::new(part.is_none() && motion_allowed());
        let shown = opened.clone();
        let near = Memo::new_with_compare(move |_| Arc::new(CloseUp::new(shown.clone(), position.get())), |_, _| true);
        Some(Play { family, world, scene: Arc::new(scene), opened, position, playing, cursor: Cursor::new(), near })
    }

    /// Goes to a position, and plays no longer.
    fn go(&self, to: usize) {
        self.playing.set(false);
        self.position.set(to.min(self.opened.len()));
        write_place(self.family, self.place());
    }

    /// Where in the lesson that is.
    fn place(&self) -> Place {
        Place { world: self.world, part: Some(self.position.get_untracked()) }
    }

    fn toggle(&self) {
        if !self.playing.get_untracked() && self.position.get_untracked() >= self.opened.len() {
            self.position.set(0);
        }
        self.playing.update(|playing| *playing = !*playing);
        if !self.playing.get_untracked() {
            write_place(self.family, self.place());
        }
    }

    /// The keys of the tabs step and play here too.
    fn listen(&self) {
        let play = self.clone();
        keys::listen_anywhere(move |Pressed { key, in_grid, on_control }| {
            let (at, presented) = (play.position.get_untracked(), Frame::shown() == Frame::Presented);
            match key.as_str() {
                _ if !storage::shortcuts() => return false,
                "." => play.go(at + 1),
                "," => play.go(at.saturating_sub(1)),
                "ArrowRight" if !in_grid => play.go(at + 1),
                "ArrowLeft" if !in_grid => play.go(at.saturating_sub(1)),
                "Home" if !in_grid => play.go(0),
                "End" if !in_grid => play.go(usize::MAX),
                " " if presented && !on_control => play.go(at + 1),
                " " if !on_control && !in_grid => play.toggle(),
                _ => return false,
            }
            true
        });
    }

    /// Goes on by itself while it plays, to the end.
    fn run(&self) {
        let (position, playing, count) = (self.position, self.playing, self.opened.len());
        let play = self.clone();
        let timer = StoredValue::new_local(None::<Interval>);
        Effect::new(move |_| {
            let play = play.clone();
            let step = move || {
                // A page in the background does not run ahead of its reader.
                if document().hidden() || position.is_disposed() {
                    return;
                }
                position.update(|position| *position += 1);
                if position.get_untracked() >= count {
                    playing.set(false);
                    // Where a reader has been before, the address goes along.
                    if Place::read_window(&lesson::slug(play.family)).part.is_some() {
                        write_place(play.family, play.place());
                    }
                }
            };
            timer.set_value(playing.get().then(|| Interval::new(PAUSE, step)));
        });
    }

    /// The cell that is pointed at, and why it has its value.
    fn why(&self) -> Option<(String, grids::rule::explain::Reason)> {
        let cell = self.cursor.pointed()?;
        (cell < self.opened.after().cells().len()).then(|| (list(&self.scene.space.shape.point(cell)), self.opened.why(cell)))
    }
}

/// The world, its player, and what is said of it.
#[component]
fn Stage(play: Play) -> impl IntoView {
    play.run();
    play.listen();
    let picture = {
        let play = play.clone();
        Memo::new(move |_| {
            let mut picture = play.near.with(|near| near.picture(Marks::WRITE.with(Marks::READ).with(Marks::CHANGED)));
            if let Some((_, why)) = play.why() {
                picture.mark(why.cells.into_iter().map(|cell| cell as usize), Marks::NAMED);
            }
            Arc::new(picture)
        })
    };
    let shape = play.scene.space.shape.to_string();
    let (position, count) = (play.position, play.opened.len());
    let label = move || format!("World of shape {shape}, after part {} of {count}", position.get());
    view! {
        <div class="workbench">
            <div class="stage">
                <p class="caption-event">{events::text(&play.scene.event)}</p>
                <PlainBoard
                    layout=arrangement(&play.scene)
                    picture=picture.into()
                    label=Signal::derive(label)
                    cursor=play.cursor
                />
                <Player play=play.clone() />
                <Meaning play=play.clone() />
                <Why play=play.clone() />
                <Onward play=play.clone() />
            </div>
            <div class="side">
                <Card play=play.clone() />
                <Phases play=play.clone() />
                <Counts play />
            </div>
        </div>
    }
}

#[component]
fn Player(play: Play) -> impl IntoView {
    let (position, playing, near, count) = (play.position, play.playing, play.near, play.opened.len());
    let sentence = move || near.with(|near| near.sentence());
    let head = move || near.with(|near| near.part().map_or("Before the event", |(phase, _)| phase.name));
    let button = |name: &'static str, icon: &'static str, off: Signal<bool>, to: fn(usize, usize) -> usize| {
        let play = play.clone();
        view! {
            // Not `disabled`: a button that is pressed to the end keeps the focus.
            <button
                class="icon"
                aria-label=name
                title=name
                aria-disabled=move || off.get().to_string()
                on:click=move |_| play.go(to(play.position.get_untracked(), count))
            >
                <Icon name=icon />
            </button>
        }
    };
    let at_start = Signal::derive(move || position.get() == 0);
    let at_end = Signal::derive(move || position.get() >= count);
    let play_name = move || if playing.get() { "Pause" } else { "Play" };
    let (toggled, scrubbed) = (play.clone(), play.clone());
    view! {
        <div class="timeline" role="group" aria-label="Parts of the event">
            <div class="timeline-buttons">
                {button("Before the event", "first", at_start, |_, _| 0)}
                {button("Previous part", "back", at_start, |at, _| at.saturating_sub(1))}
                <button class="icon primary" aria-label=play_name title=play_name on:click=move |_| toggled.toggle()>
                    {move || if playing.get() { view! { <Icon name="pause" /> } } else { view! { <Icon name="play" /> } }}
                </button>
                {button("Next part", "forward", at_end, |at, _| at + 1)}
                {button("After the event", "last", at_end, |_, count| count)}
            </div>
            <input
                type="range"
                class="scrub"
                aria-label="Part of the event"
                min="0"
                step="1"
                max=count.to_string()
                prop:value=move || position.get().to_string()
                aria-valuetext=sentence
                on:input:target=move |event| scrubbed.go(event.target().value().parse().unwrap_or(0))
            />
            <output class="step-count">{move || format!("part {} of {count}", position.get())}</output>
        </div>
        // What plays by itself is not read out part by part.
        <div class="caption" aria-live=move || if playing.get() { "off" } else { "polite" }>
            <p class="caption-event">{head}</p>
            <p>{sentence}</p>
        </div>
    }
}

/// The event, parameter by parameter, and the words of its rule.
#[component]
fn Meaning(play: Play) -> impl IntoView {
    let args = events::meaning(&play.scene.event).map(|(value, doc)| term("meaning-value", value, doc.to_owned()));
    let words =
        play.family.words(&play.scene.space).into_iter().map(|(word, meaning)| term("meaning-word", word.to_owned(), meaning));
    view! {
        <dl class="meaning">{args.collect_view()}</dl>
        <dl class="meaning words">{words.collect_view()}</dl>
    }
}

fn term(class: &'static str, term: String, meaning: String) -> impl IntoView {
    view! {
        <div>
            <dt class=class>{term}</dt>
            <dd>{meaning}</dd>
        </div>
    }
}

#[component]
fn Why(play: Play) -> impl IntoView {
    let why = Memo::new(move |_| play.why().map(|(point, why)| (point, why.to_string())));
    let title = move || why.get().map_or_else(|| "Why this cell?".to_owned(), |(point, _)| format!("Why {point}?"));
    let text = move || match why.get() {
        None => "Point at a cell, tap it, or move to it with Tab and the arrow keys.".to_owned(),
        Some((_, sentence)) => format!("After the event: {sentence}"),
    };
    view! {
        <section class="panel why" aria-labelledby="why-title">
            <h3 id="why-title">{title}</h3>
            <p class="why-sentence" aria-live="polite">
                {text}
            </p>
        </section>
    }
}

/// The literal rule, with the words that are being carried out or that decide about the cell.
#[component]
fn Card(play: Play) -> impl IntoView {
    let card = play.family.card(&play.scene.space.alphabet);
    let clause = Memo::new(move |_| {
        let decides = play.why().map(|(_, why)| why.clause.to_string());
        decides.or_else(|| play.near.with(|near| near.clause().map(str::to_owned)))
    });
    view! {
        <section class="panel rule" aria-labelledby="rule-title">
            <h3 id="rule-title">"The rule, as models are told it"</h3>
            <p class="rule-card">{move || marked(card.clone(), clause.get())}</p>
        </section>
    }
}

/// The phases; each leads to its end.
#[component]
fn Phases(play: Play) -> impl IntoView {
    let (near, opened) = (play.near, play.opened.clone());
    view! {
        <section class="panel phases" aria-labelledby="phases-title">
            <h3 id="phases-title">"Phase by phase"</h3>
            <PhaseList
                opened=Signal::stored(Some(opened))
                near=Signal::derive(move || Some(near.get()))
                go=Callback::new(move |position| play.go(position))
            />
        </section>
    }
}

/// Where this event can be shared, kept as a picture, and shown to a class.
#[component]
fn Onward(play: Play) -> impl IntoView {
    let packed = link::pack(&lesson::line(&play.scene)).map(Origin::Packed);
    let position = play.position;
    let watch = packed.map(|origin| {
        let href = move || {
            let view = View { t: 1, part: Some(position.get()), ..View::default() };
            format!("{}{}", address::base(), address::write(Tab::Watch.path(), &origin, &view))
        };
        view! {
            <a target=learn::elsewhere() href=href>
                "Open this part in the workbench"
            </a>
            <span class="hint">"to share it or save it as a picture"</span>
        }
    });
    let present = move |_| {
        let address = address::write_lesson(&lesson::slug(play.family), &play.place(), Frame::Presented);
        // A load of its own: what stands around the page belongs to another program.
        let _ = window().location().assign(&format!("{}{address}", address::base()));
    };
    view! {
        <p class="tools onward">
            <button on:click=present>"Present"</button>
            {watch}
        </p>
    }
}

/// What the event reads and writes (B.1), which is also the key to the marks.
#[component]
fn Counts(play: Play) -> impl IntoView {
    let Accounting { scan, reads, writes, changes } = Accounting::new(&play.scene)?;
    let row = |class: &'static str, name: &'static str, count: String| {
        view! {
            <div class="overlay">
                <dt>
                    <span class=format!("swatch {class}") aria-hidden="true"></span>
                    {name}
                </dt>
                <dd class="count">{count}</dd>
            </div>
        }
    };
    let again = match reads as u64 == scan {
        true => "Each read is of another cell.".to_owned(),
        false => format!("{scan} reads of {reads} cells: some are read more than once, and each time counts."),
    };
    Some(view! {
        <section class="panel" aria-labelledby="counts-title">
            <h3 id="counts-title">"What it reads and writes"</h3>
            <dl class="accounting">
                {row("", "reads in all", scan.to_string())} {row("read", "cells read", reads.to_string())}
                {row("write", "cells written", writes.to_string())} {row("changed", "cells changed", changes.to_string())}
            </dl>
            <p class="counts">{again} " A cell is written also when it gets the value that it has."</p>
            <MarkKey />
        </section>
    })
}

/// The misreadings beside the rule.
#[component]
fn Surprises(family: &'static dyn Explained) -> impl IntoView {
    let surprises = lesson::surprises(family);
    (!surprises.is_empty()).then(|| {
        view! {
            <section aria-labelledby="lesson-surprises">
                <h2 id="lesson-surprises">"What surprises people"</h2>
                <p class="facts">"Each of these is a way to misread the rule. The cells in which it goes wrong are marked."</p>
                <ol class="surprises">{surprises.into_iter().map(|surprise| view! { <Misread surprise /> }).collect_view()}</ol>
            </section>
        }
    })
}

#[component]
fn Misread(surprise: Surprise) -> impl IntoView {
    let differing = surprise.differing();
    let layout = arrangement(&surprise.scene);
    let Surprise { misreading, scene, right, misread, why } = surprise;
    let mut rule = Picture::plain(&right);
    rule.mark(differing.iter().copied(), Marks::NAMED);
    let figure = |name: &'static str, picture: Picture| {
        view! {
            <figure>
                <figcaption>{name}</figcaption>
                <Still layout=layout.clone() picture=Signal::stored(picture) label=name />
            </figure>
        }
    };
    let wrong = misread.map(|misread| figure("As misread", Picture::differences(&misread, &misread, &right)));
    let said = match (&wrong, differing.len()) {
        (None, _) => "As misread, the event needs a value that the world does not have.".to_owned(),
        (_, 1) => "1 cell differs.".to_owned(),
        (_, count) => format!("{count} cells differ."),
    };
    let name = capital(misreading.name);
    view! {
        <li class="surprise">
            <h3>{name}</h3>
            <p>
                <span class="facts">"The misreading: "</span>
                {misreading.belief}
            </p>
            <p class="caption-event">{events::text(&scene.event)}</p>
            <div class="figures">
                {figure("Before", Picture::plain(&scene.before))} {wrong} {figure("The rule", rule)}
            </div>
            <p>
                <strong>{misreading.truth}</strong>
                " "
                {said}
            </p>
            {why.map(|why| view! { <p class="facts">{why}</p> })}
        </li>
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The same rule in more dimensions.
#[component]
fn Larger(family: &'static dyn Explained) -> impl IntoView {
    let found = lesson::higher(family);
    (!found.is_empty()).then(|| {
        view! {
            <section aria-labelledby="lesson-higher">
                <h2 id="lesson-higher">"The same rule in three and four dimensions"</h2>
                <p class="facts">
                    "Nothing else changes: a cell has a neighbour on either side along every axis. Each small board is a slice, with the \
                     coordinates that it fixes."
                </p>
                {found.into_iter().map(|higher| view! { <Slices higher /> }).collect_view()}
            </section>
        }
    })
}

#[component]
fn Slices(higher: Higher) -> impl IntoView {
    let Higher { dimensions, scene, after, source } = higher;
    let layout = arrangement(&scene);
    let changed: Vec<usize> = after.differences(&scene.before).collect();
    let mut pictures = [Picture::plain(&scene.before), Picture::plain(&after)];
    pictures[1].mark(changed.iter().copied(), Marks::CHANGED);
    let [before, after] = pictures;
    let figure = |name: &'static str, picture: Picture| {
        view! {
            <figure>
                <figcaption>{name}</figcaption>
                <Still layout=layout.clone() picture=Signal::stored(picture) label=format!("{name}, in {dimensions} dimensions") />
            </figure>
        }
    };
    let link = source.map(|(id, t)| {
        let view = View { t, part: Some(1), ..View::default() };
        let address = address::write(Tab::Watch.path(), &Origin::Gallery(id.to_owned()), &view);
        view! { <a target=learn::elsewhere() href=format!("{}{address}", address::base())>{format!("Open this event in {dimensions} dimensions")}</a> }
    });
    view! {
        <div class="higher">
            <h3>{format!("{} dimensions: {}", if dimensions == 3 { "Three" } else { "Four" }, scene.space.shape)}</h3>
            <p class="caption-event">{events::text(&scene.event)}</p>
            <div class="figures pair">{figure("Before", before)} {figure("After", after)}</div>
            <p>{format!("{} cells change. ", changed.len())} {link}</p>
        </div>
    }
}

/// The families before and after one.
fn neighbours(family: &'static dyn Explained) -> (Option<&'static dyn Explained>, Option<&'static dyn Explained>) {
    let all: Vec<_> = lesson::families().collect();
    let place = all.iter().position(|other| other.name() == family.name()).unwrap_or(0);
    let at = |place: Option<usize>| all.get(place?).copied();
    (at(place.checked_sub(1)), at(Some(place + 1)))
}

/// The lessons before and after this one.
#[component]
fn Neighbours(family: &'static dyn Explained) -> impl IntoView {
    let (before, after) = neighbours(family);
    let link = |family: Option<&'static dyn Explained>, before: &'static str, behind: &'static str| {
        family.map(|family| view! { <a href=learn::link(family)>{format!("{before}{}{behind}", family.name())}</a> })
    };
    view! {
        <nav class="tools neighbours" aria-label="Other lessons">
            {link(before, "← ", "")} {link(after, "", " →")}
        </nav>
    }
}
