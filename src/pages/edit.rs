//! Edit: change the world and the events.

use grids::model::draft::{Status, Surface};
use grids::model::playhead::Action;
use leptos::prelude::*;

use super::Heading;
use crate::desk::Desk;
use crate::ui::event_editor::{EventEditor, leave_event};
use crate::ui::palette::Toolbar;
use crate::ui::timeline::Timeline;
use crate::ui::worktop::Worktop;
use crate::ui::world_form::WorldForm;

/// The tab.
#[component]
pub fn EditPage() -> impl IntoView {
    let surface = Signal::derive(|| Surface::Initial);
    view! {
        <div class="workbench">
            <section class="stage edit" aria-label="Board">
                <Heading />
                <Toolbar surface />
                <Shown />
                <Worktop surface />
                <div class="timeline-place">
                    <Timeline />
                </div>
            </section>
            <div class="side">
                <EventEditor />
                <WorldForm />
            </div>
        </div>
    }
}

/// Says what the board shows, and what to do there. It always has its place, so that the board stays where it is.
#[component]
fn Shown() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let bench = desk.bench;
    let entering = Memo::new(move |_| desk.entering.with(|entering| entering.as_ref().map(|entering| entering.replaces)));
    let draws = Memo::new(move |_| {
        desk.entering.with(|entering| entering.as_ref().is_some_and(|entering| entering.entry.form().is_some()))
    });
    let hidden = Memo::new(move |_| desk.events_text.with(Option::is_some));
    // The number of the selected event, if no step shows it.
    let unplayed = move || {
        let place = desk.selected.get()?;
        desk.statuses.with(|statuses| match statuses.get(place)? {
            Status::Plays(_) => None,
            Status::Off => Some("The selected event is switched off. This".to_owned()),
            Status::Faulty(_) => Some("The selected event is not valid. This".to_owned()),
            Status::Unreached => Some("The selected event is not reached. This".to_owned()),
        })
    };
    let text = move || {
        let state = match bench.t.get() {
            0 => "is the initial world.".to_owned(),
            t => format!("is the state after event {t}."),
        };
        match (entering.get().filter(|_| !hidden.get()), unplayed(), bench.t.get()) {
            (Some(_), ..) if draws.get() => "What the event reads and writes. Draw here to change it.".to_owned(),
            (Some(_), ..) => format!("This {state}"),
            (None, Some(event), _) => format!("{event} {state}"),
            (None, None, 0) => "The initial world. Draw on it, or type values.".to_owned(),
            (None, None, _) => format!("This {state} Only the initial world can be drawn on."),
        }
    };
    let tools = move || match entering.get().filter(|_| !hidden.get()) {
        Some(replaces) => {
            let verb = if replaces { "Change" } else { "Add" };
            view! {
                // The form's own buttons may be far from the board.
                <button form="event-form" type="submit" class="primary">{verb}</button>
                <button on:click=move |_| leave_event(desk)>"Cancel"</button>
            }
            .into_any()
        }
        None if bench.t.get() > 0 => {
            view! { <button on:click=move |_| bench.step(Action::First)>"To the initial world"</button> }.into_any()
        }
        None => ().into_any(),
    };
    view! {
        <div class="board-note">
            <p>{text}</p>
            <p class="tools">{tools}</p>
        </div>
    }
}
