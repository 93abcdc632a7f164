//! Drawing: what the tools of the desk do to a surface of the draft.

use grids::model::draft::Surface;
use grids::model::draft::paste::{Content, Pasted, recognise};
use grids::model::draft::tools::{self, Block, Cells, Put, Reach, Region};
use grids::world::codec::{list, shorten};
use grids::world::{Space, World};
use leptos::prelude::*;

use super::Desk;
use super::tools::{Selection, Tools};
use crate::state::Workbench;

/// A surface, and what draws on it.
#[derive(Clone, Copy)]
pub struct Drawing {
    pub desk: Desk,
    pub bench: Workbench,
    pub tools: Tools,
    surface: Signal<Surface>,
}

impl Drawing {
    /// The tools of the desk for a surface.
    pub fn new(desk: Desk, surface: Signal<Surface>) -> Drawing {
        Drawing { desk, bench: desk.bench, tools: desk.tools, surface }
    }

    /// Whether an event is being entered that is drawn here: what it would do shows on the initial world alone, where the reference is no
    /// secret, and not while its form is hidden.
    pub fn is_entering(self) -> bool {
        self.surface.get() == Surface::Initial
            && self.desk.entering.with(Option::is_some)
            && self.desk.events_text.with(Option::is_none)
    }

    /// Whether a later state is shown in the place of the surface: the initial world is drawn on at step 0 only.
    pub fn is_later(self) -> bool {
        self.surface.get() == Surface::Initial && self.bench.t.get() > 0
    }

    /// Whether the surface can be drawn on now.
    pub fn may_draw(self) -> bool {
        self.desk.may_change() && !self.is_later()
    }

    /// Looks at the state that is shown.
    pub fn look<T>(self, look: impl FnOnce(&World) -> T) -> T {
        if self.is_later() {
            self.bench.session.with(|session| look(session.playhead.world()))
        } else {
            self.desk.with(|draft| look(&draft.ground(self.surface.get())))
        }
    }

    /// The space of the draft.
    pub fn space(self) -> Space {
        self.desk.with(|draft| draft.frame.space.clone())
    }

    /// Where the cursor is.
    pub fn cursor(self) -> usize {
        self.bench.focus.get().unwrap_or(0)
    }

    /// What the tools without a place of their own work on: the selection, otherwise a slice or the whole world.
    pub fn scope(self) -> Region {
        self.bench.mosaic.with(|mosaic| {
            let selection = self.tools.selection.get().and_then(|selection| selection.region.clip(mosaic.shape()));
            selection.unwrap_or_else(|| match self.tools.in_slice.get() {
                true => Region::slice(mosaic, self.cursor()),
                false => Region::whole(mosaic.shape()),
            })
        })
    }

    /// The scope in words.
    pub fn scope_name(self) -> String {
        match self.tools.selection.get() {
            Some(selection) => format!("selection {}", selection.region.size()),
            None if self.is_sliced() && self.tools.in_slice.get() => "this slice".to_owned(),
            None => "whole world".to_owned(),
        }
    }

    /// Whether the world has more than one slice.
    pub fn is_sliced(self) -> bool {
        self.bench.mosaic.with(|mosaic| mosaic.tiles() > 1)
    }

    /// Whether more than one cell is selected, so that typing fills them all.
    pub fn has_box(self) -> bool {
        self.tools
            .selection
            .with(|selection| selection.as_ref().is_some_and(|Selection { region, .. }| region.low() != region.high()))
    }

    /// Says something in the line of status.
    pub fn say(self, text: impl Into<String>) {
        self.desk.said.set(text.into());
    }

    /// Whether the surface can be drawn on; if not, says so.
    fn allows(self) -> bool {
        let (allowed, later) = untrack(|| (self.may_draw(), self.is_later()));
        if later {
            self.say("Only the initial world can be drawn on. Go to step 0.");
        } else if !allowed {
            self.say("This draft is open in another tab and cannot be changed here.");
        }
        allowed
    }

    /// Changes cells as one step. False if nothing changes.
    fn change(self, name: &str, cells: impl FnOnce(&World) -> Cells) -> bool {
        if !self.allows() {
            return false;
        }
        self.desk.lift();
        let surface = self.surface.get_untracked();
        let cells = self.desk.with_untracked(|draft| cells(&draft.ground(surface)));
        let changes = !cells.is_empty();
        if changes {
            self.desk.make(|draft| draft.set_cells(name, surface, cells));
        } else {
            self.say(format!("{name}: nothing to change"));
        }
        changes
    }

    /// Gives all cells of the scope one value.
    pub fn cover(self, name: &str, value: u16) {
        let scope = untrack(|| self.scope());
        self.change(name, |world| tools::cover(world, &scope, value));
    }

    /// Mirrors the scope along an axis.
    pub fn mirror(self, axis: usize) {
        let scope = untrack(|| self.scope());
        self.change("mirror", |world| tools::mirror(world, &scope, axis));
    }

    /// Shifts the scope along an axis by one cell; zeros come in.
    pub fn shift(self, axis: usize, by: i32) {
        let scope = untrack(|| self.scope());
        self.change("shift", |world| tools::shift(world, &scope, axis, by));
    }

    /// Gives one cell a value.
    pub fn set(self, cell: usize, value: u16) {
        let before = untrack(|| self.look(|world| world.cells().get(cell).copied()));
        if before == Some(value) {
            let point = untrack(|| self.space().shape.point(cell));
            self.say(format!("{} {value}, as it was", list(&point)));
        } else {
            self.change("value", |_| vec![(cell as u32, value)]);
        }
    }

    /// Draws cells as part of a stroke.
    pub fn paint(self, name: &str, cells: impl IntoIterator<Item = (u32, u16)>) {
        self.desk.paint(name, self.surface.get_untracked(), cells);
    }

    /// Begins a stroke if there can be one.
    pub fn may_begin(self) -> bool {
        self.allows()
    }

    /// The cells that a fill from `cell` changes.
    pub fn filled(self, cell: usize) -> Cells {
        let value = self.tools.value.get_untracked();
        let sliced = untrack(|| self.is_sliced() && self.tools.in_slice.get());
        let reach = match sliced {
            true => Reach::Slice(self.bench.plane.get_untracked()),
            false => Reach::World,
        };
        untrack(|| self.look(|world| tools::fill(world, cell, reach, value)))
    }

    /// Takes the value of a cell.
    pub fn pick(self, cell: usize) {
        if let Some(value) = untrack(|| self.look(|world| world.cells().get(cell).copied())) {
            self.tools.value.set(value);
            self.say(format!("drawing with {value}"));
        }
    }

    /// Copies the scope, and gives the text for other programs.
    pub fn copy(self) -> Option<String> {
        let block = untrack(|| self.look(|world| Block::copy(world, &self.scope())))?;
        let text = block.to_text();
        self.say(format!("copied {}", size(&block)));
        self.tools.clipboard.set(Some(block));
        Some(text)
    }

    /// Copies the scope and clears it.
    pub fn cut(self) -> Option<String> {
        if !self.allows() {
            return None;
        }
        let text = self.copy();
        self.cover("cut", 0);
        text
    }

    /// Puts down what was copied last.
    pub fn paste_copied(self) {
        if let Some(block) = self.tools.clipboard.get_untracked() {
            self.put(&block, &format!("pasted {}", size(&block)));
        }
    }

    /// Puts down a block from anywhere; any other text is offered for a choice.
    pub fn paste(self, text: &str) {
        let copied = self.tools.clipboard.with_untracked(|block| block.as_ref().is_some_and(|block| block.to_text() == text));
        if copied {
            return self.paste_copied();
        }
        match recognise(text, &untrack(|| self.space())) {
            Ok(Pasted { content: Content::Block(block), sentence }) => self.put(&block, &format!("pasted {sentence}")),
            // What it is, and what can be done with it, is a matter of choice.
            Ok(_) | Err(_) => self.desk.offer(text.to_owned()),
        }
    }

    /// Puts a block at the low corner of the selection, or at the cursor.
    fn put(self, block: &Block, sentence: &str) {
        if !self.allows() {
            return;
        }
        self.desk.lift();
        let (surface, plane) = (self.surface.get_untracked(), self.bench.plane.get_untracked());
        let Space { shape, alphabet } = untrack(|| self.space());
        let selection = self.tools.selection.get_untracked().and_then(|selection| selection.region.clip(&shape));
        let at = match selection {
            _ if block.fills(&shape) => 0,
            Some(region) => shape.cell(region.low()),
            None => untrack(|| self.cursor()),
        };
        let put = self.desk.with_untracked(|draft| block.put(&draft.ground(surface), at, plane, &alphabet));
        let Put { cells, cut, lost, misfits } = match put {
            Ok(put) => put,
            Err(error) => return self.say(format!("not pasted: {error}")),
        };
        if let Some((_, value)) = misfits.first() {
            let more = match misfits.len() - 1 {
                0 => String::new(),
                more => format!(" and {more} more outside the alphabet"),
            };
            return self.say(format!("not pasted: found {value}{more}, expected values of {}", shorten(&alphabet.to_string())));
        }
        let changed = match cells.len() {
            0 => "nothing changed".to_owned(),
            1 => "1 cell changed".to_owned(),
            more => format!("{more} cells changed"),
        };
        let cut = match cut {
            0 => String::new(),
            cut => format!("; {cut} outside the world left out, {lost} of them not 0"),
        };
        if !cells.is_empty() {
            self.desk.make(|draft| draft.set_cells("paste", surface, cells));
        }
        self.say(format!("{sentence}: {changed}{cut}"));
    }
}

fn size(block: &Block) -> String {
    let sides: Vec<String> = block.sides().iter().map(u32::to_string).collect();
    sides.join("×")
}
