//! Learn: the list of lessons, each with a small world in which its rule happens.

use gloo::timers::callback::Interval;
use grids::model::close_up::CloseUp;
use grids::model::lesson;
use grids::model::picture::{Marks, Picture};
use grids::rule::Family;
use grids::rule::explain::{Explained, Opened};
use leptos::prelude::*;
use std::sync::Arc;

use crate::address::{self, Frame, Place};
use crate::app::motion_allowed;
use crate::ui::plain_board::arrangement;
use crate::ui::still::Still;

/// Milliseconds between two parts of an event.
const PACE: u32 = 900;
/// How many parts long the state before an event is shown, and the one after it.
const REST: usize = 2;

/// The page.
#[component]
pub fn LearnPage() -> impl IntoView {
    let lively = RwSignal::new(motion_allowed());
    let tick = RwSignal::new(0usize);
    let timer = Interval::new(PACE, move || {
        if lively.try_get_untracked() == Some(true) && !document().hidden() {
            tick.update(|tick| *tick = tick.wrapping_add(1));
        }
    });
    StoredValue::new_local(timer);
    view! {
        <article class="learn">
            <header class="heading">
                <h1>"Learn the rules"</h1>
                <p class="facts">
                    "Eight families of rules, one short lesson each: the rule at work, part by part, what surprises people about it, and five \
                     questions to check yourself. A dot is an empty cell, which holds 0."
                </p>
            </header>
            <label class="check">
                <input type="checkbox" prop:checked=lively on:change:target=move |event| lively.set(event.target().checked()) />
                "Play the pictures"
            </label>
            <ul class="lessons">{lesson::families().map(|family| view! { <Card family lively tick /> }).collect_view()}</ul>
            <p class="hint">"Beside the events of its family every history may have SET events. One of them writes one value into one cell."</p>
        </article>
    }
}

/// One lesson in the list.
#[component]
fn Card(family: &'static dyn Explained, lively: RwSignal<bool>, tick: RwSignal<usize>) -> impl IntoView {
    view! {
        <li>
            <a class="lesson-card" href=link(family)>
                <strong>{family.name()}</strong>
                <span>{family.summary()}</span>
                <Living family lively tick />
            </a>
        </li>
    }
}

/// The address of a lesson.
pub fn link(family: &dyn Family) -> String {
    beside(&lesson::slug(family))
}

/// The address of the list of lessons.
pub fn list() -> String {
    beside("")
}

/// Within the frame of another page the lessons lead to each other.
fn beside(name: &str) -> String {
    let frame = Some(Frame::shown()).filter(|frame| *frame == Frame::Embedded).unwrap_or_default();
    format!("{}{}", address::base(), address::write_lesson(name, &Place::default(), frame))
}

/// Where a link to the workbench opens: within the frame of another page there is no room for it.
pub fn elsewhere() -> Option<&'static str> {
    (Frame::shown() == Frame::Embedded).then_some("_blank")
}

/// The event of a lesson as it goes on over and over, or the states before and after it.
#[component]
fn Living(family: &'static dyn Explained, lively: RwSignal<bool>, tick: RwSignal<usize>) -> impl IntoView {
    let scene = lesson::scene(family, 0)?;
    let opened = Arc::new(Opened::new(&scene.event, &scene.space, &scene.before)?);
    let layout = arrangement(&scene);
    let part = {
        let opened = opened.clone();
        Memo::new(move |_| {
            let position = (tick.get() % (opened.len() + 2 * REST)).saturating_sub(REST);
            CloseUp::new(opened.clone(), position).picture(Marks::CHANGED)
        })
    };
    let pictures = move || {
        if lively.get() {
            return view! { <Still layout=layout.clone() picture=part label="" /> }.into_any();
        }
        let before = Picture::plain(opened.before());
        let mut after = Picture::plain(opened.after());
        after.mark(opened.after().differences(opened.before()), Marks::CHANGED);
        view! {
            <Still layout=layout.clone() picture=Signal::stored(before) label="" />
            <span class="arrow">"→"</span>
            <Still layout=layout.clone() picture=Signal::stored(after) label="" />
        }
        .into_any()
    };
    // The sentence says what is to be known; the link would be long otherwise.
    Some(view! {
        <div class="living" aria-hidden="true">
            {pictures}
        </div>
    })
}
