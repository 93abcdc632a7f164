//! What the pointer and the keys do to a world.

use grids::model::draft::digits::Digits;
use grids::model::draft::tools::{Block, Region};
use leptos::prelude::*;

/// What a drag of the pointer does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Draws with the value.
    Pen,
    /// Fills what is connected.
    Fill,
    /// Selects a box.
    Select,
    /// Takes the value of a cell.
    Pick,
    /// Draws nothing, so that a finger on the board moves the page.
    Hand,
}

/// The tools that lie on the desk. They belong to no draft and are not undone.
#[derive(Clone, Copy)]
pub struct Tools {
    /// The chosen one.
    pub tool: RwSignal<Tool>,
    /// The value that is drawn.
    pub value: RwSignal<u16>,
    /// Whether a fill stays in its slice.
    pub in_slice: RwSignal<bool>,
    /// The selected box.
    pub selection: RwSignal<Option<Region>>,
    /// What was copied last.
    pub clipboard: RwSignal<Option<Block>>,
    /// What has been typed and is no value yet.
    pub digits: RwSignal<Digits>,
    /// Whether the cursor goes on to the next cell after a value was typed.
    pub advance: RwSignal<bool>,
}

impl Tools {
    /// A pen that draws ones.
    pub fn new() -> Tools {
        Tools {
            tool: RwSignal::new(Tool::Pen),
            value: RwSignal::new(1),
            in_slice: RwSignal::new(false),
            selection: RwSignal::new(None),
            clipboard: RwSignal::new(None),
            digits: RwSignal::new(Digits::default()),
            advance: RwSignal::new(true),
        }
    }

    /// Puts away what belongs to one world.
    pub fn forget(self) {
        self.selection.set(None);
        self.digits.set(Digits::default());
    }
}
