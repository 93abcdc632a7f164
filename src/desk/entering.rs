//! The event that is being entered: it shows what it would do before it is part of the history.

use grids::model::draft::event_form::{EventForm, Fault, Preview};
use grids::model::draft::{DraftEvent, step_before};
use grids::world::World;

use super::Desk;
use leptos::prelude::*;

/// An event that is being entered.
#[derive(Debug, Clone, PartialEq)]
pub struct Entering {
    /// Where it goes in the history, counted from 0.
    pub place: usize,
    /// Whether it takes the place of the event there.
    pub replaces: bool,
    /// What is entered.
    pub form: EventForm,
}

impl Desk {
    /// The state before the event that is being entered.
    fn world_before(self, place: usize) -> World {
        let t = self.statuses.with(|statuses| step_before(statuses, place));
        self.bench.loaded.with(|loaded| loaded.trace.state(&loaded.instance.initial, t.min(loaded.trace.len())))
    }

    /// What the event that is being entered would do, and the state before it.
    pub fn preview(self) -> Option<(World, Result<Preview, Fault>)> {
        let entering = self.entering.get()?;
        let before = self.world_before(entering.place);
        let preview = self.with(|draft| draft.preview(&entering.form.text(), &before));
        Some((before, preview))
    }

    /// Enters what a drag of the pointer says about the event. False if no event is being entered or it says nothing.
    pub fn draw_event(self, from: usize, to: usize) -> bool {
        let Some(mut entering) = self.entering.get_untracked() else { return false };
        let drawn = untrack(|| entering.form.draw(&self.world_before(entering.place), from, to));
        if drawn {
            self.entering.set(Some(entering));
        }
        drawn
    }

    /// Makes the event that is being entered part of the history.
    pub fn enter_event(self) {
        if let Some(Entering { place, replaces, form }) = self.entering.get_untracked() {
            let name = if replaces { "change event" } else { "add event" };
            let event = |draft: &grids::model::draft::Draft| {
                let on = !replaces || draft.events.get(place).is_none_or(|event| event.on);
                DraftEvent { text: form.text().into(), on }
            };
            self.make(|draft| draft.splice(name, place, usize::from(replaces), vec![event(draft)]));
            self.entering.set(None);
        }
    }
}
