//! What a person does to a board that can be worked on: a pointer that draws, and keys.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

/// The ways to work on a board. A board without them is only looked at.
#[derive(Clone, Copy)]
pub struct Hands {
    /// The pointer: mouse, pen, or the first finger.
    pub pointer: Callback<Pointing>,
    /// A key while the focus is in the grid; true if it was taken.
    pub key: Callback<KeyboardEvent, bool>,
    /// Whether the pointer does anything; otherwise a finger moves the page.
    pub draws: Signal<bool>,
    /// Whether the values can be changed.
    pub edits: Signal<bool>,
    /// What has been typed and is no value yet; it is shown at the cursor.
    pub typed: Signal<String>,
}

/// What a pointer does. Between `Press` and `Lift` or `Cancel` come any number of `Drag`s.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointing {
    /// It is pressed on a cell.
    Press {
        /// The cell.
        cell: usize,
        /// Whether the Alt key is held.
        alt: bool,
        /// Whether the Shift key is held.
        shift: bool,
    },
    /// It is moved while it is pressed.
    Drag {
        /// The cell under it; nothing beside the board and between its slices.
        cell: Option<usize>,
    },
    /// It is released.
    Lift,
    /// It turned out to be no drawing: a second finger came, or the browser took it to move the view.
    Cancel,
}

/// One pointer on one board.
#[derive(Clone, Copy)]
pub struct Pointer {
    hands: Option<Hands>,
    /// The pointer that is pressed.
    pressed: StoredValue<Option<Pressed>>,
}

#[derive(Clone, Copy, PartialEq)]
struct Pressed {
    id: i32,
    is_pen: bool,
}

impl Pointer {
    /// No pointer is pressed yet.
    pub fn new(hands: Option<Hands>) -> Pointer {
        Pointer { hands, pressed: StoredValue::new(None) }
    }

    /// Whether it is pressed.
    pub fn is_pressed(self) -> bool {
        self.pressed.get_value().is_some()
    }

    fn is_pressed_by(self, event: &PointerEvent) -> bool {
        self.pressed.get_value().is_some_and(|pressed| pressed.id == event.pointer_id())
    }

    /// The pointer is pressed on a cell, or between cells.
    pub fn press(self, event: &PointerEvent, cell: Option<usize>) {
        let Some(hands) = self.hands else { return };
        let pressed = Pressed { id: event.pointer_id(), is_pen: event.pointer_type() == "pen" };
        match self.pressed.get_value() {
            // The hand that holds the pen.
            Some(Pressed { is_pen: true, .. }) if !pressed.is_pen => return,
            Some(Pressed { is_pen: false, .. }) if pressed.is_pen => self.end(hands, Pointing::Cancel),
            None if event.is_primary() => {}
            Some(_) | None => {
                // Two fingers move the view: what the first one has drawn was not meant.
                self.end(hands, Pointing::Cancel);
                return;
            }
        }
        let Some(cell) = cell.filter(|_| event.button() == 0 && hands.draws.get_untracked()) else { return };
        // The pointer belongs to the board until it is released, wherever it goes.
        if let Some(board) = event.current_target().and_then(|board| board.dyn_into::<Element>().ok()) {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
        self.pressed.set_value(Some(pressed));
        hands.pointer.run(Pointing::Press { cell, alt: event.alt_key(), shift: event.shift_key() });
    }

    /// The pointer moves.
    pub fn drag(self, event: &PointerEvent, cell: Option<usize>) {
        if let Some(hands) = self.hands
            && self.is_pressed_by(event)
        {
            hands.pointer.run(Pointing::Drag { cell });
        }
    }

    /// The pointer is released.
    pub fn lift(self, event: &PointerEvent) {
        if let Some(hands) = self.hands
            && self.is_pressed_by(event)
        {
            self.end(hands, Pointing::Lift);
        }
    }

    /// The browser has taken the pointer.
    pub fn cancel(self, event: &PointerEvent) {
        if let Some(hands) = self.hands
            && self.is_pressed_by(event)
        {
            self.end(hands, Pointing::Cancel);
        }
    }

    fn end(self, hands: Hands, how: Pointing) {
        if self.pressed.get_value().is_some() {
            self.pressed.set_value(None);
            hands.pointer.run(how);
        }
    }
}
