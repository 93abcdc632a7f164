//! What the pointer and the keys do to a world.

use grids::model::draft::digits::Digits;
use grids::model::draft::tools::{Block, Region};
use leptos::prelude::*;

/// All tools.
pub const TOOLS: [Named; 5] = [
    Named { tool: Tool::Pen, name: "Pen", key: 'p' },
    Named { tool: Tool::Fill, name: "Fill", key: 'f' },
    Named { tool: Tool::Select, name: "Select", key: 's' },
    Named { tool: Tool::Pick, name: "Pick", key: 'i' },
    Named { tool: Tool::Hand, name: "Hand", key: 'h' },
];

/// A tool with its name and the letter that chooses it in the grid.
pub struct Named {
    /// The tool.
    pub tool: Tool,
    /// Its name.
    pub name: &'static str,
    /// The letter.
    pub key: char,
}

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

/// A selected box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Selection {
    /// The box.
    pub region: Region,
    /// The corner where it began.
    pub from: usize,
    /// The corner that moves, where the cursor is.
    pub to: usize,
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
    pub selection: RwSignal<Option<Selection>>,
    /// Where the last selection began: from there another one reaches across slices, when the cursor has gone on.
    pub mark: StoredValue<Option<usize>>,
    /// What was copied last.
    pub clipboard: RwSignal<Option<Block>>,
    /// What has been typed and is no value yet.
    pub digits: RwSignal<Digits>,
    /// Whether the cursor goes on to the next cell after a value was typed.
    pub advance: RwSignal<bool>,
    /// Whether the cells are large whatever the window.
    pub large: RwSignal<bool>,
}

impl Tools {
    /// A pen that draws ones.
    pub fn new() -> Tools {
        Tools {
            tool: RwSignal::new(Tool::Pen),
            value: RwSignal::new(1),
            in_slice: RwSignal::new(false),
            selection: RwSignal::new(None),
            mark: StoredValue::new(None),
            clipboard: RwSignal::new(None),
            digits: RwSignal::new(Digits::default()),
            advance: RwSignal::new(true),
            large: RwSignal::new(false),
        }
    }

    /// Drops the selection, if there is one, and where it began.
    pub fn deselect(self) {
        self.mark.set_value(None);
        if self.selection.with_untracked(Option::is_some) {
            self.selection.set(None);
        }
    }

    /// Puts away what belongs to one world.
    pub(super) fn forget(self) {
        // Whoever adds something says here whether it stays.
        let Tools { tool: _, value: _, in_slice: _, selection, mark, clipboard: _, digits, advance: _, large: _ } = self;
        selection.set(None);
        mark.set_value(None);
        digits.set(Digits::default());
    }
}
