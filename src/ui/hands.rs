//! What a person does to a board that can be worked on: a pointer that draws, and keys.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

/// The two ways to work on a board. A board without them is only looked at.
#[derive(Clone, Copy)]
pub struct Hands {
    /// The pointer: mouse, pen, or the first finger.
    pub pointer: Callback<Pointing>,
    /// A key while the focus is in the grid; true if it was taken.
    pub key: Callback<KeyboardEvent, bool>,
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
    /// The id of the pointer that is pressed.
    pressed: StoredValue<Option<i32>>,
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

    /// The pointer is pressed on a cell, or between cells.
    pub fn press(self, event: &PointerEvent, cell: Option<usize>) {
        let Some(hands) = self.hands else { return };
        if self.pressed.get_value().is_some() || !event.is_primary() {
            // Two fingers move the view: what the first one has drawn was not meant.
            self.end(hands, Pointing::Cancel);
            return;
        }
        let Some(cell) = cell.filter(|_| event.button() == 0) else { return };
        // The pointer belongs to the board until it is released, wherever it goes.
        if let Some(board) = event.current_target().and_then(|board| board.dyn_into::<Element>().ok()) {
            let _ = board.set_pointer_capture(event.pointer_id());
        }
        self.pressed.set_value(Some(event.pointer_id()));
        hands.pointer.run(Pointing::Press { cell, alt: event.alt_key(), shift: event.shift_key() });
    }

    /// The pointer moves.
    pub fn drag(self, event: &PointerEvent, cell: Option<usize>) {
        if let Some(hands) = self.hands
            && self.pressed.get_value() == Some(event.pointer_id())
        {
            hands.pointer.run(Pointing::Drag { cell });
        }
    }

    /// The pointer is released.
    pub fn lift(self, event: &PointerEvent) {
        if let Some(hands) = self.hands
            && self.pressed.get_value() == Some(event.pointer_id())
        {
            self.end(hands, Pointing::Lift);
        }
    }

    /// The browser has taken the pointer.
    pub fn cancel(self, event: &PointerEvent) {
        if let Some(hands) = self.hands
            && self.pressed.get_value() == Some(event.pointer_id())
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
