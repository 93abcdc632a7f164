//! Watch: the history step by step, with what each event reads, writes and changes.

use grids::model::picture::{Marks, Picture};
use grids::model::playhead::Playhead;
use leptos::prelude::*;
use std::sync::Arc;

use super::{Heading, PlaneChoice};
use crate::address::{self, Tab};
use crate::state::Workbench;
use crate::ui::board::Board;
use crate::ui::clipboard::CopyButton;
use crate::ui::events::{self, EventList};
use crate::ui::readout::Readout;
use crate::ui::timeline::Timeline;

/// The tab.
#[component]
pub fn WatchPage() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    // Whether the board shows the state before the event instead of the one after it.
    let before = RwSignal::new(false);
    let picture = Memo::new(move |_| {
        let (loaded, playhead, footprint) = (bench.loaded.get(), bench.playhead.get(), bench.footprint.get());
        if playhead.world().shape() != &loaded.instance.space.shape {
            return Arc::default();
        }
        let t = playhead.t();
        if t == 0 {
            return Arc::new(Picture::plain(playhead.world()));
        }
        let old = before.get().then(|| loaded.trace.before(playhead.world(), t));
        Arc::new(Picture::event(old.as_ref().unwrap_or(playhead.world()), &footprint, &loaded.trace, t, bench.overlays.get()))
    });
    let label = move || {
        let t = bench.playhead.with(Playhead::t);
        let when = if before.get() && t > 0 { format!("before event {t}") } else { format!("after {t} events") };
        bench.loaded.with(|loaded| format!("World of shape {} {when}", loaded.instance.space.shape))
    };
    let link = move || {
        let address =
            address::write(Tab::Watch, &bench.loaded.get_untracked().origin, bench.playhead.with_untracked(Playhead::t));
        format!("{}{address}", window().location().origin().unwrap_or_default())
    };
    let too_large = move || bench.loaded.with(|loaded| loaded.origin == crate::state::Origin::Session);
    view! {
        <div class="workbench">
            <section class="stage" aria-label="World">
                <Heading />
                <Board picture=picture.into() label=Signal::derive(label) />
                <Readout />
                <Timeline />
                <Caption />
            </section>
            <div class="side">
                <Overlays before />
                <EventList />
                <RuleCard />
                <p class="tools">
                    <PlaneChoice />
                    {move || {
                        if too_large() {
                            view! { <span class="hint">"This instance is too large for a link; it stays in this tab until the tab is closed."</span> }
                                .into_any()
                        } else {
                            view! { <CopyButton label="Copy link to this step" text=link /> }.into_any()
                        }
                    }}
                </p>
            </div>
        </div>
    }
}

/// What the shown step is about, in a sentence; announced once when the step changes.
#[component]
fn Caption() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let notes = Memo::new(move |_| bench.loaded.with(|loaded| loaded.instance.metadata_list("steps")));
    let note = Memo::new(move |_| bench.loaded.with(|loaded| loaded.instance.metadata("note")));
    let sentence = move || {
        let (loaded, t) = (bench.loaded.get(), bench.playhead.with(Playhead::t));
        match t.checked_sub(1) {
            None => note.get().unwrap_or_else(|| format!("The initial state. {}", loaded.instance.family.summary())),
            Some(index) => notes
                .with(|notes| notes.get(index).cloned())
                .unwrap_or_else(|| loaded.instance.events[index].family.summary().to_owned()),
        }
    };
    let head = move || {
        let (loaded, t) = (bench.loaded.get(), bench.playhead.with(Playhead::t));
        t.checked_sub(1).map_or_else(
            || "Initial state".to_owned(),
            |index| format!("Event {t}: {}", events::text(&loaded.instance.events[index])),
        )
    };
    view! {
        <div class="caption" aria-live="polite">
            <p class="caption-event">{head}</p>
            <p>{sentence}</p>
        </div>
    }
}

/// The three overlays of Figure 7 with their counts.
#[component]
fn Overlays(before: RwSignal<bool>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let t = move || bench.playhead.with(Playhead::t);
    let counts = Memo::new(move |_| {
        let footprint = bench.footprint.get();
        let changed = bench.loaded.with(|loaded| loaded.trace.changes(t()).len());
        let others = footprint.reads.iter().filter(|cell| footprint.writes.binary_search(cell).is_err()).count();
        (footprint.scan, footprint.reads.len(), others, footprint.writes.len(), changed)
    });
    let number = move |pick: fn((u64, usize, usize, usize, usize)) -> usize| {
        move || if t() == 0 { "–".to_owned() } else { pick(counts.get()).to_string() }
    };
    let switch =
        move |mark: Marks, class: &'static str, name: &'static str, pick: fn((u64, usize, usize, usize, usize)) -> usize| {
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
            {switch(Marks::WRITE, "write", "cells written", |counts| counts.3)}
            {switch(Marks::READ, "read", "other cells read", |counts| counts.2)}
            {switch(Marks::CHANGED, "changed", "cells changed", |counts| counts.4)}
            <p class="counts">
                {move || {
                    if t() == 0 {
                        "No event yet: this is the initial state.".to_owned()
                    } else {
                        let (scan, reads, ..) = counts.get();
                        format!("{scan} reads with repetition, of {reads} different cells.")
                    }
                }}
            </p>
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
        </section>
    }
}

/// The literal rule card of the shown event: SET's when a SET is shown.
#[component]
fn RuleCard() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let family = move || {
        let loaded = bench.loaded.get();
        let index = bench.playhead.with(Playhead::t).checked_sub(1);
        index.map_or(loaded.instance.family, |index| loaded.instance.events[index].family)
    };
    view! {
        <section class="panel rule" aria-labelledby="rule-title">
            <h2 id="rule-title">{move || format!("The rule of {}", family().name())}</h2>
            <p class="rule-card">{move || family().card(&bench.loaded.get().instance.space.alphabet)}</p>
        </section>
    }
}
