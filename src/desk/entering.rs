//! The event that is selected in the history, and the one that is being entered, which shows what it would do before it is part of
//! the history.

use grids::model::draft::event_form::{Entry, EventForm, Fault, Preview};
use grids::model::draft::{DraftEvent, Status, history, place_of, step_before};
use grids::model::playhead::Action;
use grids::rule::Family;
use grids::world::World;

use super::Desk;
use leptos::prelude::*;

/// The state before an event that is being entered, and what the event would do.
pub type Previewed = (World, Result<Preview, Fault>);

/// An event that is being entered.
#[derive(Debug, Clone, PartialEq)]
pub struct Entering {
    /// Where it goes in the history, counted from 0.
    pub place: usize,
    /// Whether it takes the place of the event there.
    pub replaces: bool,
    /// What is entered.
    pub entry: Entry,
    /// What was there before anything was entered.
    begun: Entry,
}

impl Entering {
    /// Whether anything was entered that would be lost.
    pub fn is_changed(&self) -> bool {
        self.entry != self.begun
    }
}

impl Desk {
    /// Selects an event of the draft by its place, or with nothing the initial world, and shows the step of it.
    pub fn select_event(self, place: Option<usize>) {
        self.selected.set(place);
        let t = self.statuses.with_untracked(|statuses| step_of(statuses, place));
        if self.bench.t.get_untracked() != t {
            self.bench.step(Action::To(t));
        }
    }

    /// Selects the event of the shown step, unless the selected one belongs to it.
    pub fn select_shown(self) {
        let t = self.bench.t.get_untracked();
        let selected = self.selected.get_untracked();
        self.statuses.with_untracked(|statuses| {
            if step_of(statuses, selected) != t {
                self.selected.set(place_of(statuses, t));
                self.close_event();
            }
        });
    }

    /// Begins to change the event at a place. False if another one is being entered, which would be lost.
    pub fn change_event(self, place: usize) -> bool {
        let entry = self.with_untracked(|draft| draft.events.get(place).map(|event| Entry::read(&event.text)));
        entry.is_some_and(|entry| self.begin_event(place, true, entry))
    }

    /// Begins a new event of a family after the selected one, or at the end of the history. False if another one is being entered, which would be lost.
    pub fn new_event(self, family: &'static dyn Family) -> bool {
        let (end, form) = self.with_untracked(|draft| (draft.events.len(), EventForm::new(family, &draft.frame.space)));
        let place = self.selected.get_untracked().map_or(end, |place| place + 1);
        self.begin_event(place, false, Entry::Form(form))
    }

    fn begin_event(self, place: usize, replaces: bool, entry: Entry) -> bool {
        let may = !self.entering.with_untracked(|entering| entering.as_ref().is_some_and(Entering::is_changed));
        if may {
            self.entering.set(Some(Entering { place, replaces, begun: entry.clone(), entry }));
        }
        may
    }

    /// Ends entering if nothing would be lost.
    pub fn close_event(self) {
        if self.entering.with_untracked(|entering| entering.as_ref().is_some_and(|entering| !entering.is_changed())) {
            self.entering.set(None);
        }
    }

    /// The state before the event that is being entered.
    fn world_before(self, place: usize) -> World {
        let t = self.statuses.with(|statuses| step_before(statuses, place));
        self.bench.loaded.with(|loaded| loaded.trace.state(&loaded.instance.initial, t.min(loaded.trace.len())))
    }

    /// What the event that is being entered would do, and the state before it.
    pub(super) fn preview_anew(self) -> Option<Previewed> {
        let entering = self.entering.get()?;
        let before = self.world_before(entering.place);
        let preview = self.with(|draft| draft.preview(&entering.entry.text(), &before));
        Some((before, preview))
    }

    /// Enters what a drag of the pointer says about the event. False if no event is being entered or it says nothing.
    pub fn draw_event(self, from: usize, to: usize) -> bool {
        let Some(mut entering) = self.entering.get_untracked() else { return false };
        let Entry::Form(form) = &mut entering.entry else { return false };
        let drawn = untrack(|| form.draw(&self.world_before(entering.place), from, to));
        if drawn {
            self.entering.set(Some(entering));
        }
        drawn
    }

    /// Makes the event that is being entered part of the history, and selects it. False if there is none, or nothing may be changed.
    pub fn enter_event(self) -> bool {
        let entering = self.entering.get_untracked().filter(|_| self.may_change_untracked());
        let Some(Entering { place, replaces, entry, .. }) = entering else { return false };
        let name = if replaces { "change event" } else { "add event" };
        self.entering.set(None);
        self.make(|draft| {
            let on = !replaces || draft.events.get(place).is_none_or(|event| event.on);
            let event = DraftEvent { text: entry.text().as_ref().into(), on };
            draft.splice(name, place, usize::from(replaces), vec![event])
        });
        self.select_event(Some(place));
        true
    }

    /// Whether the shown step is that of the selected event.
    pub(super) fn shows_selected(self) -> bool {
        let (t, selected) = (self.bench.t.get_untracked(), self.selected.get_untracked());
        selected.is_some() && self.statuses.with_untracked(|statuses| step_of(statuses, selected)) == t
    }

    /// Keeps selection and entering with their events after the history has changed.
    pub(super) fn follow_events(self, before: &[DraftEvent], after: &[DraftEvent]) {
        if let Some(place) = self.selected.get_untracked() {
            let last = after.len().checked_sub(1);
            self.selected.set(history::follow(before, after, place).or(last.map(|last| place.min(last))));
        }
        if let Some(entering) = self.entering.get_untracked() {
            // A new one stays beside the event that it comes after.
            let place = match (entering.replaces, entering.place.checked_sub(1)) {
                (true, _) => history::follow(before, after, entering.place),
                (false, None) => Some(0),
                (false, Some(last)) => history::follow(before, after, last).map(|place| place + 1).or(Some(after.len())),
            };
            self.entering.set(place.map(|place| Entering { place, ..entering }));
        }
    }
}

/// The step that shows an event: the one that it makes, or the state that it would change.
fn step_of(statuses: &[Status], place: Option<usize>) -> usize {
    place.map_or(0, |place| statuses.get(place).and_then(Status::step).unwrap_or_else(|| step_before(statuses, place)))
}
