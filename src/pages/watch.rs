//! Watch: the history step by step, with what each event reads, writes and changes.

use grids::generate::suite::LENGTHS;
use grids::model::picture::{Marks, Picture};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::pin::Pin;
use std::sync::Arc;

use super::Heading;
use crate::address::{self, Frame, Origin, Tab};
use crate::state::{Loaded, Session, Workbench};
use crate::ui::board::Board;
use crate::ui::clipboard::CopyButton;
use crate::ui::events::{self, EventList};
use crate::ui::readout::Readout;
use crate::ui::rule::RuleCard;
use crate::ui::timeline::Timeline;

/// What stands on Watch for a step from close by: on the first page only what leads there.
#[derive(Clone, Copy)]
pub struct Near {
    /// The board, while an event is looked at from close by, with what it is.
    pub shown: Signal<Option<(Arc<Picture>, String)>>,
    /// The cells that a sentence beside the board names.
    pub named: Signal<Vec<u32>>,
    /// The words of the rule card that are spoken of.
    pub clause: Signal<Option<String>>,
    /// What stands beneath the timeline.
    pub controls: fn() -> AnyView,
    /// What stands beside the board.
    pub panel: fn() -> AnyView,
}

/// The tab.
#[component]
pub fn WatchPage(near: Near) -> impl IntoView {
    let Near { shown: near_shown, named, clause, controls, panel } = near;
    let bench = expect_context::<Workbench>();
    let before = bench.before;
    let plain = Memo::new(move |_| {
        if let Some((picture, _)) = near_shown.get() {
            return picture;
        }
        let (footprint, shown) = (bench.footprint.get(), bench.overlays.get());
        bench.session.with(|Session { loaded, playhead }| {
            let (t, world) = (playhead.t(), playhead.world());
            if t == 0 {
                return Arc::new(Picture::plain(world));
            }
            let old = before.get().then(|| loaded.trace.before(world, t));
            Arc::new(Picture::event(old.as_ref().unwrap_or(world), &footprint, loaded.trace.changes(t), shown))
        })
    });
    let picture = Memo::new(move |_| {
        let (mut picture, named) = (plain.get(), named.get());
        if !named.is_empty() {
            Arc::make_mut(&mut picture).mark(named.into_iter().map(|cell| cell as usize), Marks::NAMED);
        }
        picture
    });
    let label = move || {
        if let Some((_, label)) = near_shown.get() {
            return label;
        }
        let t = bench.t.get();
        let when = if before.get() && t > 0 {
            format!("before event {t}")
        } else {
            format!("after {t} event{}", if t == 1 { "" } else { "s" })
        };
        bench.loaded.with(|loaded| format!("World of shape {} {when}", loaded.instance.space.shape))
    };
    let link = move || {
        let origin = bench.loaded.with_untracked(|loaded| loaded.link().clone());
        address::link(Tab::Watch.path(), &origin, &bench.view.get_untracked())
    };
    let share = move || {
        match bench.loaded.with(|loaded| loaded.link().clone()) {
        Origin::Kept(Some(_)) => {
            view! { <span class="hint">"This instance is too large for a link. It stays in this tab until the tab is closed."</span> }.into_any()
        }
        Origin::Kept(None) => {
            view! { <span class="hint">"This instance is too large for a link and for this tab's storage. A reload needs its file again."</span> }
                .into_any()
        }
        Origin::Gallery(_) | Origin::Packed(_) | Origin::Generated { .. } | Origin::Draft(_) => view! { <CopyButton label="Copy link to this step" text=link /> }.into_any(),
    }
    };
    // SET may stand in every history, and is explained while one is shown.
    let other = move || {
        bench.session.with(|Session { loaded, playhead }| {
            let shown = playhead.t().checked_sub(1).map(|index| loaded.instance.events[index].family);
            shown.filter(|family| !family.is_core())
        })
    };
    view! {
        <div class="workbench">
            <section class="stage" aria-label="World">
                <Heading />
                <Generated />
                <Board picture=picture.into() label=Signal::derive(label) />
                <Readout />
                <div class="dock">
                    <Timeline />
                    {controls()}
                    {move || bench.part.with(Option::is_none).then(|| view! { <Caption /> })}
                </div>
            </section>
            <div class="side">
                {panel()}
                <Overlays before />
                <EventList />
                <RuleCard also=Signal::derive(other) clause />
                <p class="tools">
                    {share} <button on:click=move |_| bench.frame.set(Frame::Presented)>"Present"</button>
                </p>
            </div>
        </div>
    }
}

/// What is on its way from a worker.
type LocalBoxFuture = Pin<Box<dyn Future<Output = Result<Loaded, String>>>>;

/// For a generated instance: another one of the same condition, and other lengths of the same trajectory.
#[component]
fn Generated() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    // The last one asked for is shown, unless the reader has opened something else meanwhile.
    let asked = StoredValue::new(0u32);
    let waiting = RwSignal::new(false);
    let show = move |made: LocalBoxFuture, t: usize| {
        asked.update_value(|asked| *asked += 1);
        let (number, shown, named) = (asked.get_value(), bench.loaded.get_untracked(), address::read_window().0);
        waiting.set(true);
        spawn_local(async move {
            let made = made.await;
            if asked.try_get_value() == Some(number) {
                waiting.set(false);
                if bench.loaded.get_untracked() == shown && address::read_window().0 == named {
                    bench.open_or_say(made, t);
                }
            }
        });
    };
    move || {
        let (Origin::Generated { path, length }, Some(stored)) =
            bench.loaded.with(|loaded| (loaded.origin.clone(), loaded.stored))
        else {
            return ().into_any();
        };
        let mut lengths: Vec<usize> = LENGTHS.into_iter().chain([length, stored]).filter(|&length| length <= stored).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let key = path.clone();
        let another = move |_| {
            let key = key.clone();
            show(Box::pin(async move { Loaded::after(&key, length).await }), 0);
        };
        let go = move |length: usize| {
            // The same trajectory: its steps are the same for as long as it goes.
            let origin = Origin::Generated { path: path.clone(), length };
            show(Box::pin(async move { Loaded::from_origin(&origin).await }), bench.t.get_untracked());
        };
        view! {
            <p class="tools">
                <button on:click=another aria-busy=move || waiting.get().to_string()>"Another one like this"</button>
                <label>
                    "The first "
                    <select on:change:target=move |event| {
                        let chosen = event.target().value().parse();
                        // It shows what there is until there is something else.
                        event.target().set_value(&length.to_string());
                        if let Ok(length) = chosen {
                            go(length);
                        }
                    }>
                        {lengths
                            .into_iter()
                            .map(|each| view! { <option value=each selected=each == length>{each}</option> })
                            .collect_view()}
                    </select> {format!(" of {stored} events")}
                </label>
            </p>
        }
        .into_any()
    }
}

/// What the shown step is about, in a sentence; announced once when the step changes.
#[component]
fn Caption() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let head = move || {
        bench.session.with(|Session { loaded, playhead }| match playhead.t() {
            0 => "Initial state".to_owned(),
            t => format!("Event {t}: {}", events::text(&loaded.instance.events[t - 1])),
        })
    };
    let sentence = move || {
        bench.session.with(|Session { loaded, playhead }| match playhead.t() {
            0 => loaded.note.clone().unwrap_or_else(|| loaded.instance.family.summary().to_owned()),
            t => loaded.steps.get(t - 1).cloned().unwrap_or_else(|| loaded.instance.events[t - 1].family.summary().to_owned()),
        })
    };
    view! {
        <div class="caption" aria-live="polite">
            <p class="caption-event">{head}</p>
            <p>{sentence}</p>
        </div>
    }
}

/// How much an event touches (paper B.1).
#[derive(Clone, Copy, PartialEq)]
struct Counts {
    /// Reads, repeated incidences counted.
    scan: u64,
    /// Different cells read.
    reads: usize,
    /// Those of them that are not written.
    others: usize,
    /// Cells written.
    writes: usize,
    /// Cells changed.
    changed: usize,
}

/// The three overlays of Figure 7 with their counts.
#[component]
fn Overlays(before: RwSignal<bool>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let t = move || bench.t.get();
    let counts = Memo::new(move |_| {
        let footprint = bench.footprint.get();
        let changed = bench.session.with(|session| session.loaded.trace.changes(session.playhead.t()).len());
        let others = footprint.reads.iter().filter(|cell| footprint.writes.binary_search(cell).is_err()).count();
        Counts { scan: footprint.scan, reads: footprint.reads.len(), others, writes: footprint.writes.len(), changed }
    });
    let number =
        move |pick: fn(Counts) -> usize| move || if t() == 0 { "–".to_owned() } else { pick(counts.get()).to_string() };
    let switch = move |mark: Marks, class: &'static str, name: &'static str, pick: fn(Counts) -> usize| {
        view! {
            <label class="overlay">
                <input
                    type="checkbox"
                    prop:checked=move || bench.overlays.get().has(mark)
                    on:change:target=move |event| {
                        let on = event.target().checked();
                        bench.overlays.update(|marks| *marks = if on { marks.with(mark) } else { marks.without(mark) });
                    }
                />
                <span class=format!("swatch {class}") aria-hidden="true"></span>
                <span>{name}</span>
                <span class="count">{number(pick)}</span>
            </label>
        }
    };
    view! {
        <section class="panel overlays" aria-labelledby="overlays-title">
            <h2 id="overlays-title">"This event"</h2>
            {switch(Marks::WRITE, "write", "cells written", |counts| counts.writes)}
            {switch(Marks::READ, "read", "other cells read", |counts| counts.others)}
            {switch(Marks::CHANGED, "changed", "cells changed", |counts| counts.changed)}
            <p class="counts">
                {move || {
                    if t() == 0 {
                        "No event yet: this is the initial state.".to_owned()
                    } else {
                        let Counts { scan, reads, .. } = counts.get();
                        match reads as u64 == scan {
                            true if scan == 1 => "1 read.".to_owned(),
                            true => format!("{scan} reads, each of another cell."),
                            false => format!("{scan} reads, some of the same cell: {reads} cells in all."),
                        }
                    }
                }}
            </p>
            // From close by the part says which state is shown.
            {move || {
                bench.part.with(Option::is_none).then(|| {
                    view! {
                        <fieldset class="segments">
                            <legend>"State shown"</legend>
                            <label>
                                <input type="radio" name="shown" prop:checked=move || !before.get() on:change=move |_| before.set(false) />
                                "after the event"
                            </label>
                            <label>
                                <input type="radio" name="shown" prop:checked=before on:change=move |_| before.set(true) />
                                "before it"
                            </label>
                        </fieldset>
                    }
                })
            }}
        </section>
    }
}
