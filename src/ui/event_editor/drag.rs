//! An event that is dragged to another place in the list, with mouse, pen or finger.

use gloo::timers::callback::Interval;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent};

use super::Editing;

/// How near the edge of the list the pointer makes it scroll, in pixels.
const EDGE: f64 = 28.0;
/// How far it then scrolls each time, in pixels, and how often, in milliseconds.
const SCROLL: i32 = 10;
const SCROLL_EVERY: u32 = 16;

/// A drag, if one is under way.
#[derive(Clone, Copy)]
pub struct Drag {
    editing: Editing,
    list: NodeRef<html::Ol>,
    /// The event that is dragged and the row after which it would land, row 0 being the initial world.
    state: RwSignal<Option<(usize, usize)>>,
    /// The row after which an event would land: the one that is dragged, or the new one of the form.
    landing: Memo<Option<usize>>,
    /// Where the pointer is.
    y: StoredValue<f64>,
    scrolling: StoredValue<Option<Interval>, LocalStorage>,
}

impl Drag {
    pub fn new(editing: Editing, list: NodeRef<html::Ol>) -> Drag {
        let state = RwSignal::new(None::<(usize, usize)>);
        let landing = Memo::new(move |_| match state.get() {
            Some((_, after)) => Some(after),
            None => editing
                .desk
                .entering
                .with(|entering| entering.as_ref().filter(|entering| !entering.replaces).map(|entering| entering.place)),
        });
        Drag { editing, list, state, landing, y: StoredValue::new(0.0), scrolling: StoredValue::new_local(None) }
    }

    /// The event that is dragged.
    pub fn from(self) -> Option<usize> {
        self.state.get().map(|(from, _)| from)
    }

    /// Whether an event would land after this row.
    pub fn lands_after(self, row: usize) -> bool {
        self.landing.get() == Some(row)
    }

    pub fn is_on(self) -> bool {
        self.state.with_untracked(Option::is_some)
    }

    pub fn press(self, event: &PointerEvent, place: usize) {
        if event.button() != 0 || !event.is_primary() || !self.editing.desk.may_change_untracked() {
            return;
        }
        // No selection of text, and the focus stays in the list, where Escape ends the drag.
        event.prevent_default();
        if let Some(handle) = event.current_target().and_then(|handle| handle.dyn_into::<Element>().ok()) {
            let _ = handle.set_pointer_capture(event.pointer_id());
        }
        self.editing.open(Some(place));
        self.editing.focus_selected();
        self.y.set_value(f64::from(event.client_y()));
        self.state.set(Some((place, place)));
        self.scrolling.set_value(Some(Interval::new(SCROLL_EVERY, move || self.scroll())));
    }

    pub fn drag(self, event: &PointerEvent) {
        if self.is_on() {
            self.y.set_value(f64::from(event.client_y()));
            self.aim();
        }
    }

    pub fn lift(self, event: &PointerEvent) {
        self.drag(event);
        let state = self.state.get_untracked();
        self.cancel();
        if let Some((from, after)) = state {
            // Row `after` is the place before which it lands, counted with itself.
            self.editing.move_event(from, if after > from { after - 1 } else { after });
        }
    }

    pub fn cancel(self) {
        self.scrolling.set_value(None);
        self.state.set(None);
    }

    /// Finds the row after which the event would land.
    fn aim(self) {
        let (Some(list), Some((from, _))) = (self.list.get_untracked(), self.state.get_untracked()) else { return };
        let Ok(rows) = list.query_selector_all("[data-place]") else { return };
        let y = self.y.get_value();
        let rows = (0..rows.length()).filter_map(|index| rows.get(index)?.dyn_into::<HtmlElement>().ok());
        let mut after = None;
        for row in rows {
            let place = row.get_attribute("data-place").and_then(|place| place.parse::<usize>().ok());
            let Some(place) = place else { continue };
            let bounds = row.get_bounding_client_rect();
            if y < bounds.top() + bounds.height() / 2.0 {
                after = after.or(Some(place));
                break;
            }
            after = Some(place + 1);
        }
        if let Some(after) = after {
            self.state.maybe_update(|state| state.replace((from, after)) != *state);
        }
    }

    /// Scrolls the list while the pointer is at one of its edges.
    fn scroll(self) {
        let Some(list) = self.list.get_untracked() else { return };
        let (bounds, y) = (list.get_bounding_client_rect(), self.y.get_value());
        let way = if y < bounds.top() + EDGE {
            -SCROLL
        } else if y > bounds.bottom() - EDGE {
            SCROLL
        } else {
            return;
        };
        list.set_scroll_top(list.scroll_top() + way);
        self.aim();
    }
}
