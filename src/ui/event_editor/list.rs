//! The list: the initial world, and every event of the draft with what becomes of it.

use grids::model::draft::Status;
use grids::model::draft::event_form::line;
use leptos::html;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::Editing;
use super::drag::Drag;
use crate::ui::events::{self, listed_from, listed_to, omitted, show_current};

/// An event as it is listed.
#[derive(Clone, PartialEq)]
struct Row {
    /// Its number among those that take part, by which it is known everywhere else.
    number: Option<usize>,
    text: String,
    status: Status,
    /// How many cells it changes.
    changed: usize,
}

impl Row {
    /// What becomes of it, in short.
    fn effect(&self) -> String {
        match self.status {
            Status::Plays(_) => events::count(self.changed),
            Status::Off => "off".to_owned(),
            Status::Faulty(_) => "not valid".to_owned(),
            Status::Unreached => "not reached".to_owned(),
        }
    }

    fn fault(&self) -> Option<&str> {
        match &self.status {
            Status::Faulty(fault) => Some(fault),
            Status::Plays(_) | Status::Off | Status::Unreached => None,
        }
    }

    fn class(&self) -> &'static str {
        match self.status {
            Status::Plays(_) => "",
            Status::Off => "off",
            Status::Faulty(_) => "faulty",
            Status::Unreached => "unreached",
        }
    }
}

/// The list.
#[component]
pub fn HistoryList(editing: Editing) -> impl IntoView {
    let desk = editing.desk;
    let list = NodeRef::<html::Ol>::new();
    let count = Memo::new(move |_| desk.statuses.with(|statuses| statuses.len()));
    let shown = Signal::derive(move || desk.selected.get().map_or(0, |place| place + 1));
    let start = listed_from(shown, count.into());
    let rows = Memo::new(move |_| {
        let (start, statuses) = (start.get(), desk.statuses.get());
        let end = listed_to(start, statuses.len());
        let first = start.saturating_sub(1);
        desk.bench.loaded.with(|loaded| {
            // The events change only together with their statuses.
            desk.with_untracked(|draft| {
                let mut number = draft.events.iter().take(first).filter(|event| event.on).count();
                let listed = draft.events.iter().zip(statuses.iter()).take(end).skip(first);
                let row = |(event, status): (&grids::model::draft::DraftEvent, &Status)| {
                    number += usize::from(event.on);
                    let step = status.step().filter(|&t| t <= loaded.trace.len());
                    Row {
                        number: event.on.then_some(number),
                        text: line(&event.text),
                        status: status.clone(),
                        changed: step.map_or(0, |t| loaded.trace.changes(t).len()),
                    }
                };
                listed.map(row).collect::<Vec<Row>>()
            })
        })
    });
    Effect::new(move |_| {
        shown.track();
        let Some(list) = list.get() else { return };
        request_animation_frame(move || show_current(&list));
    });
    let drag = Drag::new(editing, list);
    let places = move || {
        let first = start.get().saturating_sub(1);
        first..listed_to(start.get(), count.get())
    };
    let row_of = move |place: usize| {
        Memo::new(move |_| {
            let first = start.get().saturating_sub(1);
            rows.with(|rows| place.checked_sub(first).and_then(|index| rows.get(index).cloned()))
        })
    };
    view! {
        <ol node_ref=list on:keydown=move |event| on_key(editing, drag, &event)>
            {move || (start.get() == 0).then(|| view! { <InitialRow editing drag /> })}
            <For each=places key=|place| *place children=move |place| view! { <EventRow editing drag place row=row_of(place) /> } />
        </ol>
        {move || omitted(start.get(), count.get()).map(|text| view! { <p class="hint">{text}</p> })}
        <p class="hint keys-hint">
            <kbd>"↑"</kbd> " " <kbd>"↓"</kbd> " go through the list, with " <kbd>"Alt"</kbd> " they move the event, "
            <kbd>"Delete"</kbd> " removes it."
        </p>
    }
}

/// The keys of the list.
fn on_key(editing: Editing, drag: Drag, event: &KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.shift_key() {
        return;
    }
    let selected = editing.desk.selected.get_untracked();
    let count = editing.count();
    let row = selected.map_or(0, |place| place + 1);
    let go = |row: usize| {
        editing.open(row.min(count).checked_sub(1));
        editing.focus_selected();
    };
    match (event.key().as_str(), event.alt_key(), selected) {
        ("Escape", false, _) if drag.is_on() => drag.cancel(),
        ("ArrowUp", false, _) => go(row.saturating_sub(1)),
        ("ArrowDown", false, _) => go(row + 1),
        ("Home", false, _) => go(0),
        ("End", false, _) => go(count),
        ("ArrowUp", true, Some(place)) if place > 0 => editing.move_event(place, place - 1),
        ("ArrowDown", true, Some(place)) => editing.move_event(place, place + 1),
        ("ArrowUp" | "ArrowDown", true, _) => {}
        ("Delete", false, Some(place)) => editing.delete(place),
        _ => return,
    }
    event.prevent_default();
    event.stop_propagation();
}

#[component]
fn InitialRow(editing: Editing, drag: Drag) -> impl IntoView {
    let selected = move || editing.desk.selected.get().is_none();
    view! {
        <li class="row" data-drop=move || drag.lands_after(0).then_some("after")>
            <button
                class="event"
                aria-current=move || selected().then_some("true")
                tabindex=move || if selected() { "0" } else { "-1" }
                on:click=move |_| editing.open(None)
            >
                <span class="event-number">"0"</span>
                <span class="event-text">"initial world"</span>
            </button>
        </li>
    }
}

#[component]
fn EventRow(editing: Editing, drag: Drag, place: usize, row: Memo<Option<Row>>) -> impl IntoView {
    let desk = editing.desk;
    let selected = Memo::new(move |_| desk.selected.get() == Some(place));
    let part = move |pick: fn(&Row) -> String| move || row.with(|row| row.as_ref().map(pick));
    let on = move || row.with(|row| row.as_ref().is_none_or(|row| row.status != Status::Off));
    let fault = Memo::new(move |_| row.with(|row| row.as_ref().and_then(Row::fault).map(str::to_owned)));
    let fault_id = format!("fault-{place}");
    let described = {
        let id = fault_id.clone();
        move || fault.with(Option::is_some).then(|| id.clone())
    };
    let number =
        move || row.with(|row| row.as_ref().and_then(|row| row.number)).map_or("–".to_owned(), |number| number.to_string());
    let tab_index = move || if selected.get() { "0" } else { "-1" };
    let name = move || format!("Event {} takes part", place + 1);
    view! {
        <li
            class=move || format!("row {}", row.with(|row| row.as_ref().map_or("", Row::class)))
            data-place=place.to_string()
            data-drop=move || drag.lands_after(place + 1).then_some("after")
            class:dragged=move || drag.from() == Some(place)
        >
            <button
                class="event"
                aria-current=move || selected.get().then_some("true")
                aria-describedby=described
                tabindex=tab_index
                on:click=move |_| {
                    editing.open(Some(place));
                    editing.focus_selected();
                }
            >
                <span class="event-number">{number}</span>
                <span class="event-text">{part(|row| row.text.clone())}</span>
                <span class="event-effect">{part(Row::effect)}</span>
            </button>
            <input
                type="checkbox"
                aria-label=name
                title="takes part"
                tabindex=tab_index
                prop:checked=on
                on:change:target=move |event| {
                    editing.switch(place, event.target().checked());
                    // It shows what is, also if nothing may be changed.
                    event.target().set_checked(untrack(on));
                }
            />
            <span
                class="handle"
                title="Drag to another place"
                aria-hidden="true"
                on:pointerdown=move |event| drag.press(&event, place)
                on:pointermove=move |event| drag.drag(&event)
                on:pointerup=move |event| drag.lift(&event)
                on:pointercancel=move |_| drag.cancel()
            ></span>
            {move || fault.get().map(|fault| view! { <p class="problem" id=fault_id.clone()>{fault}</p> })}
            {move || selected.get().then(|| view! { <Actions editing place /> })}
        </li>
    }
}

/// What can be done with the selected event.
#[component]
fn Actions(editing: Editing, place: usize) -> impl IntoView {
    let desk = editing.desk;
    let is_last = move || desk.statuses.with(|statuses| place + 1 >= statuses.len());
    let button = move |name: &'static str, text: &'static str, off: Signal<bool>, act: fn(Editing, usize)| {
        view! {
            // Not `disabled`: a button that is pressed to the end keeps the focus.
            <button
                aria-label=name
                title=name
                aria-disabled=move || (off.get() || !desk.may_change()).to_string()
                on:click=move |_| if !off.get_untracked() { act(editing, place) }
            >
                {text}
            </button>
        }
    };
    let never = Signal::derive(|| false);
    view! {
        <div class="row-actions" role="group" aria-label="Selected event">
            {button("Move up", "↑", Signal::derive(move || place == 0), |editing, place| editing.move_event(place, place.wrapping_sub(1)))}
            {button("Move down", "↓", Signal::derive(is_last), |editing, place| editing.move_event(place, place + 1))}
            {button("Duplicate", "Duplicate", never, Editing::duplicate)}
            {button("Delete", "Delete", never, Editing::delete)}
        </div>
    }
}
