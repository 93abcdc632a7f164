//! Edit: change the world and the events.

use grids::model::draft::Surface;
use leptos::prelude::*;

use super::Heading;
use crate::ui::events::EventList;
use crate::ui::palette::Toolbar;
use crate::ui::worktop::Worktop;

/// The tab.
#[component]
pub fn EditPage() -> impl IntoView {
    let surface = Signal::derive(|| Surface::Initial);
    view! {
        <div class="workbench">
            <section class="stage" aria-label="World">
                <Heading />
                <Toolbar surface />
                <Worktop surface />
            </section>
            <div class="side">
                <EventList />
            </div>
        </div>
    }
}
