//! What each cell of a mosaic shows: a value and marks.

use super::mosaic::Mosaic;
use crate::rule::{Change, Footprint};
use crate::world::World;

/// A set of marks on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks(u16);

impl Marks {
    /// In the write support of the event.
    pub const WRITE: Marks = Marks(1);
    /// In the read support of the event, and not in the write support.
    pub const READ: Marks = Marks(2);
    /// The event changed the value.
    pub const CHANGED: Marks = Marks(4);
    /// The reference has a value here and the answer has none.
    pub const MISSING: Marks = Marks(8);
    /// The answer has a value here and the reference has none.
    pub const EXTRA: Marks = Marks(16);
    /// Both have a value, and they differ.
    pub const DIFFERENT: Marks = Marks(32);
    /// A person has selected it.
    pub const SELECTED: Marks = Marks(64);
    /// A part of an event takes it: it lies in the ball, it matches, it is of the pair.
    pub const TAKEN: Marks = Marks(128);
    /// A part of an event looks at it and does not take it, or a sentence names it.
    pub const NAMED: Marks = Marks(256);
    /// An earlier part of the same phase has taken it: how far a region has grown, which pairs are done.
    pub const EARLIER: Marks = Marks(512);

    /// Whether all marks of `other` are set.
    pub fn has(self, other: Marks) -> bool {
        self.0 & other.0 == other.0
    }

    /// The marks of both.
    pub const fn with(self, other: Marks) -> Marks {
        Marks(self.0 | other.0)
    }

    /// The marks without those of `other`.
    pub fn without(self, other: Marks) -> Marks {
        Marks(self.0 & !other.0)
    }

    /// The marks that are in both sets.
    pub fn only(self, other: Marks) -> Marks {
        Marks(self.0 & other.0)
    }

    /// Whether no mark is set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// One cell as it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The value.
    pub value: u16,
    /// The marks.
    pub marks: Marks,
}

/// All cells as they are shown, in cell order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// One look per cell.
    pub cells: Vec<Look>,
}

impl Picture {
    /// Whether it is a picture of a world in this arrangement. While another instance takes the place of one, a page may have the
    /// arrangement of the new and still the picture of the old.
    pub fn fits(&self, mosaic: &Mosaic) -> bool {
        self.cells.len() == mosaic.shape().volume()
    }

    /// A state without marks.
    pub fn plain(world: &World) -> Picture {
        Picture { cells: world.cells().iter().map(|&value| Look { value, marks: Marks::default() }).collect() }
    }

    /// A state with the three overlays of one event (Figure 7), of which only those in `shown` are drawn.
    pub fn event(world: &World, footprint: &Footprint, changes: &[Change], shown: Marks) -> Picture {
        let mut picture = Picture::plain(world);
        let mut mark = |cell: u32, marks: Marks| {
            let look = &mut picture.cells[cell as usize];
            look.marks = look.marks.with(marks);
        };
        for &cell in &footprint.writes {
            mark(cell, Marks::WRITE);
        }
        for &cell in &footprint.reads {
            if footprint.writes.binary_search(&cell).is_err() {
                mark(cell, Marks::READ);
            }
        }
        for change in changes {
            mark(change.cell, Marks::CHANGED);
        }
        for look in &mut picture.cells {
            look.marks = look.marks.only(shown);
        }
        picture
    }

    /// A state with the marks of where `answer` differs from `reference`.
    pub fn differences(shown: &World, answer: &World, reference: &World) -> Picture {
        let mut picture = Picture::plain(shown);
        for cell in answer.differences(reference) {
            picture.cells[cell].marks = match (answer.get(cell), reference.get(cell)) {
                (0, _) => Marks::MISSING,
                (_, 0) => Marks::EXTRA,
                _ => Marks::DIFFERENT,
            };
        }
        picture
    }

    /// Adds marks to cells.
    pub fn mark(&mut self, cells: impl IntoIterator<Item = usize>, marks: Marks) {
        for cell in cells {
            if let Some(look) = self.cells.get_mut(cell) {
                look.marks = look.marks.with(marks);
            }
        }
    }
}
