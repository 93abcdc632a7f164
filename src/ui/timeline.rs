//! Going through a history: step, play, scrub.

use grids::model::playhead::Action;
use leptos::prelude::*;

use crate::state::{USUAL_SPEED, Workbench};

/// How fast the history may play: in halves of the usual pace, and for people.
const SPEEDS: [(u32, &str); 5] = [(1, "0.5×"), (2, "1×"), (4, "2×"), (8, "4×"), (16, "8×")];

/// The controls beneath the board.
#[component]
pub fn Timeline() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let t = move || bench.t.get();
    let last = move || bench.loaded.with(|loaded| loaded.trace.len());
    let at_start = move || t() == 0;
    let at_end = move || bench.at_end();
    let button = move |name: &'static str, icon: &'static str, action: Action, off: Signal<bool>| {
        view! {
            // Not `disabled`: a button that is pressed to the end keeps the focus.
            <button
                class="icon"
                aria-label=name
                title=name
                aria-disabled=move || off.get().to_string()
                on:click=move |_| bench.step(action)
            >
                <Icon name=icon />
            </button>
        }
    };
    let play_name = move || if bench.playing.get() { "Pause" } else { "Play" };
    let describe = move || {
        let event = t()
            .checked_sub(1)
            .and_then(|index| bench.loaded.with(|loaded| loaded.instance.events.get(index).map(super::events::text)));
        format!("{} of {}: {}", t(), last(), event.unwrap_or_else(|| "initial state".to_owned()))
    };
    view! {
        <div class="timeline" role="group" aria-label="Timeline">
            <div class="timeline-buttons">
                {button("First step", "first", Action::First, Signal::derive(at_start))}
                {button("Step back", "back", Action::Back, Signal::derive(at_start))}
                <button
                    class="icon primary"
                    aria-label=play_name
                    title=play_name
                    aria-disabled=move || (last() == 0).to_string()
                    on:click=move |_| {
                        if bench.loaded.with_untracked(|loaded| !loaded.trace.is_empty()) {
                            bench.toggle_play();
                        }
                    }
                >
                    {move || if bench.playing.get() { view! { <Icon name="pause" /> } } else { view! { <Icon name="play" /> } }}
                </button>
                {button("Step forward", "forward", Action::Forward, Signal::derive(at_end))}
                {button("Last step", "last", Action::Last, Signal::derive(at_end))}
            </div>
            <input
                type="range"
                class="scrub"
                aria-label="Step"
                min="0"
                step="1"
                max=move || last().to_string()
                prop:value=move || t().to_string()
                aria-valuetext=describe
                on:input:target=move |event| bench.step(Action::To(event.target().value().parse().unwrap_or(0)))
            />
            <output class="step-count">
                <var>"t"</var>
                {move || format!(" = {} of {}", t(), last())}
            </output>
            <label class="speed">
                "Speed "
                <select
                    prop:value=move || bench.speed.get().to_string()
                    on:change:target=move |event| bench.speed.set(event.target().value().parse().unwrap_or(USUAL_SPEED))
                >
                    {SPEEDS
                        .map(|(speed, name)| {
                            view! {
                                <option value=speed.to_string() selected=speed == USUAL_SPEED>
                                    {name}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
        </div>
    }
}

/// Opens the event of the shown step into its parts.
#[component]
pub fn OpenStep() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let open = move |_| {
        bench.playing.set(false);
        if bench.t.get_untracked() == 0 {
            bench.step(Action::Forward);
        }
        if bench.t.get_untracked() > 0 {
            bench.part.set(Some(1));
        }
    };
    view! {
        <p class="tools open-step">
            <button aria-disabled=move || (last(bench) == 0).to_string() on:click=open>
                "Open this step"
            </button>
            <span class="hint">"what happens inside it, part by part"</span>
        </p>
    }
}

fn last(bench: Workbench) -> usize {
    bench.loaded.with(|loaded| loaded.trace.len())
}

/// A drawing of 24 by 24 units in the colour of the text.
#[component]
pub fn Icon(name: &'static str) -> impl IntoView {
    let path = match name {
        "first" => "M6 5v14M19 5l-9 7 9 7z",
        "back" => "M17 5l-9 7 9 7z",
        "play" => "M7 4l13 8-13 8z",
        "pause" => "M7 5v14M17 5v14",
        "forward" => "M7 5l9 7-9 7z",
        _ => "M18 5v14M5 5l9 7-9 7z",
    };
    view! {
        <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d=path />
        </svg>
    }
}
