//! The events of a history as a list, the shown one marked.

use grids::model::playhead::Action;
use grids::rule::Event;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlOListElement};

use crate::state::Workbench;

/// How many events before and after the shown one are listed; long histories are not put on the page whole.
const REACH: usize = 150;

/// An event on one line: `MOVE v=1 axis=1 direction=1 k=2`.
pub fn text(event: &Event) -> String {
    let args: String = event.args.iter().map(|(name, arg)| format!(" {name}={arg}")).collect();
    format!("{}{args}", event.family.name())
}

/// The meaning of an event, parameter by parameter: `r = 2`, `the radius of the ball`.
pub fn meaning(event: &Event) -> impl Iterator<Item = (String, &'static str)> + '_ {
    let docs = event.family.params().iter().map(|param| param.doc);
    event.args.iter().zip(docs).map(|((name, arg), doc)| (format!("{name} = {arg}"), doc))
}

/// The list.
#[component]
pub fn EventList() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let effect = move |index: usize| {
        bench.loaded.with(|loaded| match index {
            // The list may be about to become shorter.
            t if t == 0 || t > loaded.trace.len() => String::new(),
            t => count(loaded.trace.changes(t).len()),
        })
    };
    view! { <EventRows first=0 current=bench.t aside=Callback::new(effect) go=Callback::new(move |t| bench.step(Action::To(t))) /> }
}

/// The events as rows that can be chosen, the current one marked.
#[component]
pub fn EventRows(
    /// The first row: 1 for the first event, 0 for the initial state before it.
    first: usize,
    /// The current row.
    #[prop(into)]
    current: Signal<usize>,
    /// What stands at the end of a row.
    aside: Callback<usize, String>,
    /// What choosing a row does.
    go: Callback<usize>,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let list = NodeRef::<html::Ol>::new();
    let length = move || bench.loaded.with(|loaded| loaded.trace.len());
    // The part that is listed moves only when the current event comes near its end.
    let start = Memo::new(move |previous: Option<&usize>| {
        let (t, length) = (current.get(), length());
        let start = previous.copied().unwrap_or(first);
        let near_end = |at: usize| at > start + 2 * REACH - 10 && start + 2 * REACH < length;
        if t < start + 10 && start > first || near_end(t) { t.saturating_sub(REACH).max(first) } else { start.min(length) }
    });
    Effect::new(move |_| {
        current.track();
        let Some(list) = list.get() else { return };
        // Once the whole page has changed: to ask for positions now would lay it out one time more.
        request_animation_frame(move || show_current(&list));
    });
    let items = move || {
        let loaded = bench.loaded.get();
        let start = start.get().max(first);
        let end = (start + 2 * REACH).min(loaded.trace.len());
        (start..=end)
            .map(|index| {
                let name = match index.checked_sub(1) {
                    None => "initial state".to_owned(),
                    Some(at) => text(&loaded.instance.events[at]),
                };
                view! {
                    <li>
                        <button
                            class="event"
                            aria-current=move || (current.get() == index).then_some("step")
                            on:click=move |_| go.run(index)
                        >
                            <span class="event-number">{index}</span>
                            <span class="event-text">{name}</span>
                            <span class="event-effect">{move || aside.run(index)}</span>
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    let omitted = move || {
        let (start, length) = (start.get(), length());
        let listed_end = (start + 2 * REACH).min(length);
        (start > first || listed_end < length).then(|| format!("Events {start} to {listed_end} of {length} are listed."))
    };
    view! {
        <section class="panel events" aria-labelledby="events-title">
            <h2 id="events-title">"Events"</h2>
            <ol node_ref=list>{items}</ol>
            {move || omitted().map(|text| view! { <p class="hint">{text}</p> })}
        </section>
    }
}

/// Brings the shown event into view. Only the list scrolls, never the page.
fn show_current(list: &HtmlOListElement) {
    let current = list.query_selector("[aria-current]").ok().flatten();
    if let Some(item) = current.and_then(|item| item.dyn_into::<HtmlElement>().ok()) {
        let (top, height) = (item.offset_top() - list.offset_top(), item.offset_height());
        if top < list.scroll_top() || top + height > list.scroll_top() + list.client_height() {
            list.set_scroll_top(top - list.client_height() / 2);
        }
    }
}

fn count(changed: usize) -> String {
    match changed {
        0 => "no change".to_owned(),
        1 => "1 cell".to_owned(),
        _ => format!("{changed} cells"),
    }
}
