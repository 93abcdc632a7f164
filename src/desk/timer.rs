//! Measures how long an author predicts.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Interval;
use grids::model::predict::Stopwatch;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::{Access, Desk};
use crate::pool::now;

/// Between two looks at the clock, in milliseconds.
const LOOK: u32 = 1000;
/// The time is written to the store at least once in so many looks.
const LOOKS: u32 = 15;
/// What is a use of the page.
const USES: [&str; 5] = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove"];

impl Desk {
    /// Measures the time from now on, until the component ends that calls this. Time counts only while this tab may change the draft
    /// and is seen and used, so that it never runs twice.
    pub fn measure(self) {
        let watch = Rc::new(RefCell::new(Stopwatch::new(now())));
        let looks = Cell::new(0);
        let look = {
            let watch = watch.clone();
            move || {
                let passed = watch.borrow_mut().look(now(), !document().hidden());
                if passed > 0 && self.access.get_untracked() == Access::Mine {
                    self.active.update(|active| *active += passed);
                    looks.set(looks.get() + 1);
                }
                if looks.get() >= LOOKS || (document().hidden() && looks.get() > 0) {
                    looks.set(0);
                    self.note_progress();
                }
            }
        };
        let look = Rc::new(look);
        let interval = {
            let look = look.clone();
            Interval::new(LOOK, move || look())
        };
        let mut listeners: Vec<EventListener> = Vec::new();
        for name in USES {
            let watch = watch.clone();
            // Before anyone who keeps it from others.
            let first = EventListenerOptions::run_in_capture_phase();
            let used = move |_: &web_sys::Event| watch.borrow_mut().used(now());
            listeners.push(EventListener::new_with_options(&document(), name, first, used));
        }
        listeners.push(EventListener::new(&document(), "visibilitychange", move |_| look()));
        // Both end with the component.
        StoredValue::new_local((interval, listeners));
        on_cleanup(move || self.note_progress());
    }
}
