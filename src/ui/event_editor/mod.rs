//! Editing the history: the list of its events, the form of one event, and all of them as JSON.

mod drag;
mod form;
mod json;
mod list;

use grids::model::draft::{Draft, Step, history};
use grids::rule::{Family, family};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use self::form::EntryForm;
use self::json::JsonEditor;
use self::list::HistoryList;
use crate::desk::Desk;

/// The events of the draft, to be changed.
#[component]
pub fn EventEditor() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let editing = Editing { desk };
    let as_json = Memo::new(move |_| desk.events_text.with(Option::is_some));
    // The shown step may change elsewhere.
    Effect::new(move |_| {
        desk.bench.t.track();
        desk.select_shown();
    });
    let family = Memo::new(move |_| {
        desk.statuses.track();
        desk.with_untracked(|draft| Operation(draft.family))
    });
    let add = move |family: &'static dyn Family| {
        view! {
            <button on:click=move |_| editing.begin(family) aria-disabled=move || (!desk.may_change()).to_string()>
                {format!("Add {}", family.name())}
            </button>
        }
    };
    let strangers = Memo::new(move |_| {
        desk.statuses.track();
        desk.with_untracked(|draft| draft.strangers().count())
    });
    view! {
        <section class="panel events history" aria-labelledby="history-title">
            <h2 id="history-title">"Events"</h2>
            {move || {
                let (count, name) = (strangers.get(), family.get().0.name());
                (count > 0).then(|| view! { <Strangers count name editing /> })
            }}
            {move || if as_json.get() {
                view! { <JsonEditor editing /> }.into_any()
            } else {
                view! {
                    <HistoryList editing />
                    <div class="tools" role="group" aria-label="Add an event, after the selected one or at the end">
                        {move || add(family.get().0)}
                        {set().map(add)}
                        <button on:click=move |_| editing.begin_text()>"Edit as JSON"</button>
                    </div>
                    <EntryForm editing />
                }.into_any()
            }}
        </section>
    }
}

/// A family that can be compared.
#[derive(Clone, Copy, PartialEq)]
struct Operation(&'static dyn Family);

/// The operation that may stand in every history.
fn set() -> Option<&'static dyn Family> {
    family("SET")
}

/// Offers to remove what cannot stand in a history of the draft's family.
#[component]
fn Strangers(count: usize, name: &'static str, editing: Editing) -> impl IntoView {
    let (said, button) = match count {
        1 => (format!("1 event is not of {name}."), format!("Remove the event that is not {name}")),
        _ => (format!("{count} events are not of {name}."), format!("Remove the {count} events that are not {name}")),
    };
    view! {
        <p class="problem" role="alert">{said}</p>
        <p class="tools">
            <button on:click=move |_| editing.remove_strangers(count)>{button}</button>
        </p>
    }
}

/// What the parts of the editor do together.
#[derive(Clone, Copy)]
struct Editing {
    desk: Desk,
}

impl Editing {
    /// Says what was done, in place of the name of the step.
    fn say(self, text: String) {
        self.desk.said.set(text);
    }

    /// How many events there are.
    fn count(self) -> usize {
        self.desk.with_untracked(|draft| draft.events.len())
    }

    /// Selects a row, the initial world or an event, and opens the form of an event unless another one would be lost.
    fn open(self, place: Option<usize>) {
        self.desk.select_event(place);
        match place {
            Some(place) => _ = self.desk.change_event(place),
            None => self.desk.close_event(),
        }
    }

    /// Begins a new event.
    fn begin(self, family: &'static dyn Family) {
        if !self.desk.new_event(family) {
            self.say("The event in the form is not entered yet.".to_owned());
        }
        focus_later("#event-form input, #event-form textarea");
    }

    /// Begins to edit all events as text.
    fn begin_text(self) {
        self.desk.events_text.set(Some(self.desk.with_untracked(|draft| history::write(&draft.events))));
        focus_later("#events-json");
    }

    /// Enters the event of the form, and goes on in the list, or in the grid if that is where it was entered.
    fn enter(self, in_grid: bool) {
        let replaces = self.desk.entering.with_untracked(|entering| entering.as_ref().is_some_and(|entering| entering.replaces));
        if self.desk.enter_event() {
            self.say(if replaces { "Event changed." } else { "Event added." }.to_owned());
            match in_grid {
                true => focus_later(IN_GRID),
                false => self.focus_selected(),
            }
        }
    }

    /// Moves an event to another place; the focus goes with it.
    fn move_event(self, from: usize, to: usize) {
        let last = self.count().saturating_sub(1);
        if to > last || from == to {
            return;
        }
        let open = self.desk.entering.with_untracked(|entering| {
            entering.as_ref().is_some_and(|entering| entering.replaces && entering.place == from && !entering.is_changed())
        });
        let said = format!("Event moved to place {} of {}.", to + 1, last + 1);
        if self.make(|draft| draft.move_event(from, to), said) {
            self.desk.select_event(Some(to));
            if open {
                self.desk.change_event(to);
            }
            self.focus_selected();
        }
    }

    fn duplicate(self, place: usize) {
        if self.make(|draft| draft.duplicate_event(place), "Event duplicated.") {
            self.open(Some(place + 1));
            self.focus_selected();
        }
    }

    fn switch(self, place: usize, on: bool) {
        let said = if on { "Event switched on." } else { "Event switched off." };
        self.make(|draft| draft.switch_event(place, on), said);
    }

    fn delete(self, place: usize) {
        if self.make(|draft| draft.delete_event(place), "Event deleted.") {
            let last = self.count().checked_sub(1);
            self.desk.select_event(last.map(|last| place.min(last)));
            self.focus_selected();
        }
    }

    fn remove_strangers(self, count: usize) {
        let said = if count == 1 { "1 event removed.".to_owned() } else { format!("{count} events removed.") };
        if self.make(|draft| Some(draft.remove_strangers()), said) {
            self.focus_selected();
        }
    }

    /// Does a step and says so. False if there is none, or nothing may be changed.
    fn make(self, step: impl FnOnce(&Draft) -> Option<Step>, said: impl Into<String>) -> bool {
        let step = self.desk.with_untracked(step).filter(|_| self.desk.may_change_untracked());
        step.map(|step| {
            self.desk.act(step);
            self.say(said.into());
        })
        .is_some()
    }

    /// Puts the focus on the row of the selected event, once it is on the page.
    fn focus_selected(self) {
        focus_later(".history [aria-current]");
    }
}

/// The cursor in the grid.
const IN_GRID: &str = ".board [data-cell][tabindex='0']";

/// Leaves the event that is being entered as it was, from beside the board.
pub fn leave_event(desk: Desk) {
    desk.entering.set(None);
    focus_later(IN_GRID);
}

fn focus_later(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = find(selector) {
            let _ = element.focus();
        }
    });
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok()??.dyn_into().ok()
}
