//! Edit: change the world and the events.

use grids::model::draft::Surface;
use grids::model::playhead::Action;
use leptos::prelude::*;

use super::Heading;
use crate::desk::Desk;
use crate::ui::event_editor::EventEditor;
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
                <Later />
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

/// Says of a later state that it cannot be drawn on, and leads back to the one that can.
#[component]
fn Later() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let bench = desk.bench;
    move || {
        let text = match (bench.t.get(), desk.entering.with(Option::is_some)) {
            (_, true) => "Draw the event on the board: what it reads and writes shows at once.".to_owned(),
            (0, false) => return None,
            (t, false) => format!("This is the state after event {t}. Only the initial world can be drawn on."),
        };
        Some(view! {
            <p class="later">
                <span>{text}</span>
                {move || {
                    desk.entering
                        .with(Option::is_none)
                        .then(|| view! { <button on:click=move |_| bench.step(Action::First)>"To the initial world"</button> })
                }}
            </p>
        })
    }
}
