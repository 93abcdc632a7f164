//! The events of a history as a list, the shown one marked.

use grids::model::playhead::Action;
use grids::rule::{Arg, Event, ParamKind};
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
    event.args.iter().zip(event.family.params()).map(|((name, arg), param)| {
        let doc = match (param.kind, arg) {
            (ParamKind::Sign { minus, .. }, Arg::Integer(-1)) => minus,
            (ParamKind::Sign { plus, .. }, _) => plus,
            _ => param.doc,
        };
        (format!("{name} = {arg}"), doc)
    })
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
    let start = listed_from(current, Signal::derive(length));
    Effect::new(move |_| {
        current.track();
        let Some(list) = list.get() else { return };
        // Once the whole page has changed: to ask for positions now would lay it out one time more.
        request_animation_frame(move || show_current(&list));
    });
    let items = move || {
        let loaded = bench.loaded.get();
        let start = start.get().max(first);
        let end = listed_to(start, loaded.trace.len());
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
    view! {
        <section class="panel events" aria-labelledby="events-title">
            <h2 id="events-title">"Events"</h2>
            <ol node_ref=list>{items}</ol>
            {move || bench.loaded.with(|loaded| loaded.stop.clone()).map(|stop| view! { <p class="problem">{stop}</p> })}
            {move || omitted(start.get(), length()).map(|text| view! { <p class="hint">{text}</p> })}
        </section>
    }
}

/// The first row that is listed of a long list, in which row `at` is shown. The part that is listed moves only when that row comes
/// near its end.
pub fn listed_from(at: Signal<usize>, last: Signal<usize>) -> Memo<usize> {
    Memo::new(move |previous: Option<&usize>| {
        let (at, last) = (at.get(), last.get());
        let start = previous.copied().unwrap_or(0);
        let near_end = at > start + 2 * REACH - 10 && start + 2 * REACH < last;
        if at < start + 10 && start > 0 || near_end { at.saturating_sub(REACH) } else { start.min(last) }
    })
}

/// The last row that is listed.
pub fn listed_to(start: usize, last: usize) -> usize {
    (start + 2 * REACH).min(last)
}

/// Says that not all rows are listed, if they are not.
pub fn omitted(start: usize, last: usize) -> Option<String> {
    let end = listed_to(start, last);
    (start > 0 || end < last).then(|| format!("Events {start} to {end} of {last} are listed."))
}

/// Brings the shown event into view. Only the list scrolls, never the page.
pub fn show_current(list: &HtmlOListElement) {
    let current = list.query_selector("[aria-current]").ok().flatten();
    if let Some(item) = current.and_then(|item| item.dyn_into::<HtmlElement>().ok()) {
        let (top, height) = (item.offset_top() - list.offset_top(), item.offset_height());
        if top < list.scroll_top() || top + height > list.scroll_top() + list.client_height() {
            list.set_scroll_top(top - list.client_height() / 2);
        }
    }
}

/// What an event does, in short.
pub fn count(changed: usize) -> String {
    match changed {
        0 => "no change".to_owned(),
        1 => "1 cell".to_owned(),
        _ => format!("{changed} cells"),
    }
}
