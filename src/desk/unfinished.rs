//! What was begun and is no change of a draft yet. It goes with the draft when that is left, and comes back with it, as long as the page
//! lives.

use grids::model::draft::{Surface, history};
use leptos::prelude::*;

use super::Desk;
use super::entering::Entering;

/// What was begun in one draft.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Unfinished {
    entering: Option<Entering>,
    events_text: Option<String>,
    state_texts: Vec<(Surface, String)>,
}

impl Desk {
    /// Whether something was begun that would be lost with the page.
    pub fn is_unfinished(self) -> bool {
        self.entering.with_untracked(|entering| entering.as_ref().is_some_and(Entering::is_changed))
            || self.typed_events().is_some()
            || self.state_texts.with_untracked(|texts| !texts.is_empty())
            || self.unfinished.with_value(|unfinished| !unfinished.is_empty())
    }

    /// Ends what can be ended in the draft that is left, and keeps the rest for when it is opened again.
    pub(super) fn leave(self) {
        self.settle();
        let begun = Unfinished {
            entering: self.entering.get_untracked().filter(Entering::is_changed),
            events_text: self.typed_events(),
            state_texts: self.state_texts.get_untracked(),
        };
        let name = self.name_of_unfinished();
        self.unfinished.update_value(|unfinished| {
            if begun != Unfinished::default() {
                unfinished.insert(name, begun);
            }
        });
    }

    /// Goes on with what was begun in the draft that lies on the desk now.
    pub(super) fn go_on(self) {
        let name = self.name_of_unfinished();
        let begun = self.unfinished.try_update_value(|unfinished| unfinished.remove(&name)).flatten().unwrap_or_default();
        let Unfinished { entering, events_text, state_texts } = begun;
        self.entering.set(entering);
        self.events_text.set(events_text);
        self.state_texts.set(state_texts);
    }

    /// Drops what was begun, with the draft.
    pub(super) fn drop_unfinished(self) {
        self.entering.set(None);
        self.events_text.set(None);
        self.state_texts.set(Vec::new());
    }

    /// The events as text, if something was typed there.
    fn typed_events(self) -> Option<String> {
        let written = self.with_untracked(|draft| history::write(&draft.events));
        self.events_text.get_untracked().filter(|text| *text != written)
    }

    fn name_of_unfinished(self) -> String {
        let key = self.card.with_untracked(|card| card.as_ref().map(|card| card.key.clone()));
        key.unwrap_or_else(|| self.from.with_value(super::keeper::address_of))
    }
}
