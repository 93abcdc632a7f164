//! A step from close by: the phases of its event, part by part, and why a cell has its value.

use grids::model::close_up::{self, CloseUp};
use grids::model::picture::Picture;
use grids::rule::explain::{Opened, Reason};
use grids::world::codec::list;
use leptos::prelude::*;
use std::cell::Cell;
use std::sync::Arc;

use super::phases::{MarkKey, PhaseList};
use super::timeline::OpenStep;
use crate::pages::watch::Near;
use crate::state::{Session, Workbench};

thread_local! {
    /// The one that there is, for [`Workbench::parts`].
    static NEAR: Cell<Option<Looking>> = const { Cell::new(None) };
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct Looking {
    bench: Workbench,
    /// The event of the shown step, opened; nothing at step 0.
    opened: Memo<Option<Arc<Opened>>>,
    /// It from close by, while it is looked at so.
    close_up: Memo<Option<Arc<CloseUp>>>,
    /// Why the cell of the cursor has its value.
    why: Memo<Option<Reason>>,
}

/// A step from close by on Watch.
pub fn near() -> Near {
    let looking = Looking::new(expect_context::<Workbench>());
    provide_context(looking);
    NEAR.set(Some(looking));
    looking.bench.parts.set_value(|| {
        let opened = NEAR.get().and_then(|looking| looking.opened.try_get_untracked().flatten());
        opened.map_or(0, |opened| opened.len())
    });
    let shown = move || {
        let (bench, close_up) = (looking.bench, looking.close_up.get()?);
        let shape = bench.loaded.with(|loaded| loaded.instance.space.shape.clone());
        let label = format!(
            "World of shape {shape} in event {}, after part {} of {}",
            bench.t.get(),
            close_up.position(),
            close_up.len()
        );
        Some((Arc::new(close_up.picture(bench.overlays.get())), label))
    };
    let shown = Memo::new(move |_| shown());
    let clause = move || {
        let spoken = looking.close_up.with(|close_up| close_up.as_ref()?.clause().map(str::to_owned));
        looking.why.with(|why| why.as_ref().map(|why| why.clause.to_string())).or(spoken)
    };
    Near {
        shown: shown.into(),
        named: Signal::derive(move || looking.why.with(|why| why.as_ref().map(|why| why.cells.clone()).unwrap_or_default())),
        clause: Signal::derive(clause),
        controls: || view! { <Controls /> }.into_any(),
        panel: || view! { <Phases /> <Why /> }.into_any(),
    }
}

/// Each state of a step that is looked at from close by, with what is said of it; of very many parts only some. Nothing unless one is.
pub fn states(bench: Workbench, most: usize) -> Option<Vec<(Picture, String)>> {
    bench.part.get_untracked()?;
    let opened = NEAR.get()?.opened.try_get_untracked().flatten()?;
    let state = |position| {
        let near = CloseUp::new(opened.clone(), position);
        (near.picture(bench.overlays.get_untracked()), near.sentence())
    };
    Some(close_up::positions(opened.len(), most).into_iter().map(state).collect())
}

impl Looking {
    fn new(bench: Workbench) -> Looking {
        let opened = Memo::new_with_compare(
            move |_| {
                bench.session.with(|Session { loaded, playhead }| {
                    close_up::open(&loaded.instance, &loaded.trace, playhead.t()).map(Arc::new)
                })
            },
            |_, _| true,
        );
        let close_up = Memo::new_with_compare(
            move |_| {
                let part = bench.part.get()?;
                Some(Arc::new(CloseUp::new(opened.get()?, part)))
            },
            |_, _| true,
        );
        let why = Memo::new(move |_| {
            let cell = bench.pointed()?;
            let opened = opened.get()?;
            (cell < opened.after().cells().len()).then(|| opened.why(cell))
        });
        Looking { bench, opened, close_up, why }
    }
}

/// The parts of the event beneath the timeline.
#[component]
fn Controls() -> impl IntoView {
    let looking = expect_context::<Looking>();
    let bench = looking.bench;
    let is_open = Memo::new(move |_| bench.part.with(Option::is_some));
    let close_up = looking.close_up;
    let count = move || close_up.with(|close_up| close_up.as_ref().map_or(0, |close_up| close_up.len()));
    let position = move || close_up.with(|close_up| close_up.as_ref().map_or(0, |close_up| close_up.position()));
    let sentence = move || close_up.with(|close_up| close_up.as_ref().map(|close_up| close_up.sentence()));
    let head = move || match (
        bench.t.get(),
        close_up.with(|close_up| close_up.as_ref().and_then(|near| near.part().map(|(phase, _)| phase.name))),
    ) {
        (0, _) => "Initial state".to_owned(),
        (t, None) => format!("Event {t}, before its first part"),
        (t, Some(name)) => format!("Event {t}, {name}"),
    };
    move || {
        if !is_open.get() {
            return view! { <OpenStep /> }.into_any();
        }
        view! {
            <div class="parts">
                <input
                    type="range"
                    class="scrub"
                    aria-label="Part of the event"
                    min="0"
                    step="1"
                    max=move || count().to_string()
                    prop:value=move || position().to_string()
                    aria-valuetext=move || sentence().unwrap_or_default()
                    on:input:target=move |event| {
                        bench.playing.set(false);
                        bench.part.set(Some(event.target().value().parse().unwrap_or(0)));
                    }
                />
                <output class="step-count">{move || format!("part {} of {}", position(), count())}</output>
                <button on:click=move |_| bench.part.set(None)>"Close the step"</button>
            </div>
            // What plays by itself is not read out part by part.
            <div class="caption" aria-live=move || if bench.playing.get() { "off" } else { "polite" }>
                <p class="caption-event">{head}</p>
                <p>{sentence}</p>
            </div>
        }
        .into_any()
    }
}

/// The phases of the event, the one at hand marked; each leads to its end.
#[component]
fn Phases() -> impl IntoView {
    let looking = expect_context::<Looking>();
    let bench = looking.bench;
    let is_open = Memo::new(move |_| looking.bench.part.with(Option::is_some));
    let title = move || {
        bench.session.with(|Session { loaded, playhead }| match playhead.t().checked_sub(1) {
            None => "Inside an event".to_owned(),
            Some(index) => format!("Inside event {}: {}", index + 1, loaded.instance.events[index].family.name()),
        })
    };
    let go = Callback::new(move |position| {
        bench.playing.set(false);
        bench.part.set(Some(position));
    });
    move || {
        is_open.get().then(|| {
            view! {
                <section class="panel phases" aria-labelledby="phases-title">
                    <h2 id="phases-title">{title}</h2>
                    {move || match bench.t.get() {
                        0 => view! { <p class="hint">"The initial state. Step forward to the first event."</p> }.into_any(),
                        _ => view! {
                            <PhaseList opened=looking.opened near=looking.close_up go />
                            <MarkKey />
                        }
                            .into_any(),
                    }}
                </section>
            }
        })
    }
}

/// Why the cell of the cursor has its value, and what it was in all states before.
#[component]
fn Why() -> impl IntoView {
    let looking = expect_context::<Looking>();
    let bench = looking.bench;
    let point = move || {
        let cell = bench.pointed()?;
        bench
            .loaded
            .with(|loaded| (cell < loaded.instance.space.shape.volume()).then(|| list(&loaded.instance.space.shape.point(cell))))
    };
    let text = move || match (point(), looking.why.get()) {
        (None, _) => "Point at a cell, tap it, or move to it with Tab and the arrow keys.".to_owned(),
        (Some(_), None) => "This is its value in the initial state.".to_owned(),
        (Some(_), Some(why)) => why.to_string(),
    };
    // The values of the cell, with the events that wrote them.
    let values = Memo::new(move |_| {
        let cell = bench.pointed()?;
        bench.loaded.with(|loaded| Some(close_up::values(&loaded.instance, &loaded.trace, cell)))
    });
    let line = move || {
        let t = bench.t.get();
        values.get().map(|values| {
            let shown = values.iter().rposition(|&(from, _)| from <= t);
            let items = values.into_iter().enumerate().map(|(index, (from, value))| {
                let when = if from == 0 { "initially".to_owned() } else { format!("event {from}") };
                view! {
                    <li class:now=shown == Some(index)>
                        <strong>{value}</strong>
                        " "
                        <span>{when}</span>
                    </li>
                }
            });
            view! { <ol class="cell-values" aria-label="Its values">{items.collect_view()}</ol> }
        })
    };
    view! {
        <section class="panel why" aria-labelledby="why-title">
            <h2 id="why-title">{move || point().map_or_else(|| "Why this cell?".to_owned(), |point| format!("Why {point}?"))}</h2>
            <p class="why-sentence" aria-live="polite">{text}</p>
            {line}
        </section>
    }
}
