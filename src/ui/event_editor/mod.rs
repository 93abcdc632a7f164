//! Editing the history: the list of its events, the form of one event, and all of them as JSON.

mod drag;
mod form;
mod json;
mod list;

use grids::rule::{Family, family};
use leptos::prelude::*;
use web_sys::HtmlElement;

use self::form::EventForm;
use self::json::JsonEditor;
use self::list::HistoryList;
use crate::desk::Desk;

/// The events of the draft, to be changed.
#[component]
pub fn EventEditor() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let editor = Editor { desk };
    let as_json = RwSignal::new(false);
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
            <button on:click=move |_| editor.begin(family) aria-disabled=move || (!desk.may_change()).to_string()>
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
                (count > 0).then(|| view! { <Strangers count name editor /> })
            }}
            {move || if as_json.get() {
                view! { <JsonEditor open=as_json /> }.into_any()
            } else {
                view! {
                    <HistoryList editor />
                    <div class="tools" role="group" aria-label="Add an event after the selected one">
                        {move || add(family.get().0)}
                        {set().map(add)}
                        <button on:click=move |_| as_json.set(true)>"Edit as JSON"</button>
                    </div>
                    <EventForm editor />
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
fn Strangers(count: usize, name: &'static str, editor: Editor) -> impl IntoView {
    let (said, button) = match count {
        1 => (format!("1 event is not of {name}."), format!("Remove the event that is not {name}")),
        _ => (format!("{count} events are not of {name}."), format!("Remove the {count} events that are not {name}")),
    };
    view! {
        <p class="problem" role="alert">{said}</p>
        <p class="tools">
            <button on:click=move |_| {
                editor.desk.make(|draft| draft.remove_strangers());
                editor.say(format!("{} removed.", if count == 1 { "1 event".to_owned() } else { format!("{count} events") }));
                editor.focus_selected();
            }>{button}</button>
        </p>
    }
}

/// What the parts of the editor do together.
#[derive(Clone, Copy)]
struct Editor {
    desk: Desk,
}

impl Editor {
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
        focus_later("#event-form input, #event-form button");
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
        self.make(|draft| draft.move_event(from, to));
        self.desk.select_event(Some(to));
        if open {
            self.desk.change_event(to);
        }
        self.say(format!("Event moved to place {} of {}.", to + 1, last + 1));
        self.focus_selected();
    }

    fn duplicate(self, place: usize) {
        self.make(|draft| draft.duplicate_event(place));
        self.say("Event duplicated.".to_owned());
        self.open(Some(place + 1));
        self.focus_selected();
    }

    fn switch(self, place: usize, on: bool) {
        self.make(|draft| draft.switch_event(place, on));
        self.say(if on { "Event switched on." } else { "Event switched off." }.to_owned());
    }

    fn delete(self, place: usize) {
        if place < self.count() {
            self.desk.make(|draft| draft.splice("delete event", place, 1, Vec::new()));
            self.say("Event deleted.".to_owned());
            let last = self.count().checked_sub(1);
            self.desk.select_event(last.map(|last| place.min(last)));
            self.focus_selected();
        }
    }

    fn make(self, step: impl FnOnce(&grids::model::draft::Draft) -> Option<grids::model::draft::Step>) {
        if let Some(step) = self.desk.with_untracked(step) {
            self.desk.act(step);
        }
    }

    /// Puts the focus on the row of the selected event, once it is on the page.
    fn focus_selected(self) {
        focus_later(".history [aria-current]");
    }
}

fn focus_later(selector: &'static str) {
    request_animation_frame(move || {
        if let Some(element) = find(selector) {
            let _ = element.focus();
        }
    });
}

fn find(selector: &str) -> Option<HtmlElement> {
    use wasm_bindgen::JsCast;
    document().query_selector(selector).ok()??.dyn_into().ok()
}
