//! The mosaic of slices as tables of cells, with one cell cursor through all of them.
//!
//! Cells are made once for an arrangement and then only changed where their look changes; no cell has a signal of its own.

use grids::model::colours::Colours;
use grids::model::mosaic::{Mosaic, Move};
use grids::model::picture::{Look, Marks, Picture};
use leptos::html;
use leptos::prelude::*;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{
    Element, Event, FocusOptions, HtmlElement, KeyboardEvent, MouseEvent, ScrollIntoViewOptions, ScrollLogicalPosition,
};

use super::canvas::Canvas;
use super::hands::{Hands, Pointer};
use super::plane::PlaneChoice;
use crate::state::{Shown, Workbench};

/// The most cells that are drawn as table cells; larger worlds are drawn on a canvas, with a table for the part around the cursor.
const MOST_TABLE_CELLS: usize = 4096;
/// The most tables.
const MOST_TABLES: usize = 256;
/// How far the tables reach around the cursor in a large world, in cells.
const REACH: usize = 7;

/// A world on the page.
#[component]
pub fn Board(
    /// What the cells show.
    picture: Signal<Arc<Picture>>,
    /// What the whole is, for people who cannot see it.
    #[prop(into)]
    label: Signal<String>,
    /// How it is worked on, if it is.
    #[prop(optional)]
    hands: Option<Hands>,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let large = Memo::new(move |_| {
        bench.mosaic.with(|mosaic| mosaic.shape().volume() > MOST_TABLE_CELLS || mosaic.tiles() > MOST_TABLES)
    });
    Effect::new(move |_| bench.board.set(Some(Shown { picture: picture.get(), label: label.get() })));
    on_cleanup(move || bench.board.set(None));
    view! {
        <div class="board" class:worked=hands.is_some() class:draws=move || hands.is_some_and(|hands| hands.draws.get())>
            <PlaneChoice />
            {move || large.get().then(|| view! { <Canvas picture label hands /> })} <Tables picture label large hands />
        </div>
    }
}

/// The tables that are on the page.
pub(super) struct Drawn {
    mosaic: Arc<Mosaic>,
    /// The part that is drawn: rows and columns of one tile, or nothing for all.
    part: Option<Part>,
    colours: Colours,
    picture: Arc<Picture>,
    /// Cell number, element and look, increasing.
    cells: Vec<(usize, HtmlElement, Option<Look>)>,
    /// Cells that carry the cursor's marks.
    marked: Vec<usize>,
    tab_stop: Option<usize>,
}

/// A part of one tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    tile: usize,
    rows: Range<usize>,
    columns: Range<usize>,
}

impl Part {
    fn around(mosaic: &Mosaic, cell: usize) -> Part {
        let (tile, row, column) = mosaic.place(cell);
        let span = |at: usize, side: usize| {
            let start = at.saturating_sub(REACH).min(side.saturating_sub(2 * REACH + 1));
            start..(start + 2 * REACH + 1).min(side)
        };
        Part { tile, rows: span(row, mosaic.rows()), columns: span(column, mosaic.columns()) }
    }
}

#[component]
fn Tables(picture: Signal<Arc<Picture>>, label: Signal<String>, large: Memo<bool>, hands: Option<Hands>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let root = NodeRef::<html::Div>::new();
    Effect::new(move |previous: Option<Option<Drawn>>| {
        let root = root.get()?;
        let (mosaic, picture) = (bench.mosaic.get(), picture.get());
        if !picture.fits(&mosaic) {
            return previous.flatten();
        }
        let (focus, pointed) = (bench.focus.get(), bench.pointed());
        let colours = bench.loaded.with_untracked(|loaded| loaded.colours());
        // Until the grid is used, the part that is shown follows what the event does.
        let center = || focus.or_else(|| picture.cells.iter().position(|look| !look.marks.is_empty())).unwrap_or(0);
        let part = large.get().then(|| Part::around(&mosaic, center()));
        let kept = previous
            .flatten()
            .filter(|drawn| drawn.mosaic == mosaic && drawn.part == part && drawn.colours == colours && root.has_child_nodes());
        let had_focus = document().active_element().is_some_and(|active| root.contains(Some(&active)));
        let mut drawn = kept.unwrap_or_else(|| Drawn::build(&root, mosaic, part, colours, attributes(hands)));
        drawn.show(picture);
        // Who works on the picture of a large world does not want to be led to the table.
        drawn.point(focus, pointed, had_focus || hands.is_none());
        if let Some(focus) = focus.filter(|_| had_focus) {
            drawn.focus(focus);
        }
        Some(drawn)
    });
    if let Some(hands) = hands {
        show_hands(hands, root);
    }
    let pointer = Pointer::new(hands);
    let press = move |event: &web_sys::PointerEvent| {
        let cell = cell_at(event);
        pointer.press(event, cell);
        if let Some(cell) = cell.filter(|_| hands.is_some()) {
            bench.focus.set(Some(cell));
            if let Some(element) = root.get_untracked().and_then(|root| find(&root, cell)) {
                focus_here(&element);
            }
        }
    };
    let go = move |event: &KeyboardEvent, way: Move| {
        event.prevent_default();
        event.stop_propagation();
        let to = bench.mosaic.with_untracked(|mosaic| mosaic.go(bench.focus.get_untracked().unwrap_or(0), way));
        bench.hover.set(None);
        bench.focus.set(Some(to));
        if let Some(cell) = root.get_untracked().and_then(|root| find(&root, to)) {
            let _ = cell.focus();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if hands.is_some_and(|hands| hands.key.run(event.clone())) {
            event.prevent_default();
            event.stop_propagation();
            return;
        }
        // As in every grid, beside the keys of this one.
        match event.key().as_str() {
            "Home" if event.ctrl_key() => return go(&event, Move::TileEdge(-1)),
            "End" if event.ctrl_key() => return go(&event, Move::TileEdge(1)),
            _ if commands(&event) => return,
            _ => {}
        }
        if let Some(way) = way(&event.key(), event.shift_key()) {
            go(&event, way);
        }
    };
    view! {
        <div
            class="tiles"
            class:part=large
            node_ref=root
            role="group"
            aria-label=label
            on:keydown=on_key
            on:pointerover=move |event| bench.hover.set(cell_of(&event))
            on:pointerleave=move |_| bench.hover.set(None)
            on:pointerdown=move |event| press(&event)
            on:mousedown=move |event| {
                // The cell has the focus already, and text is not to be selected.
                if hands.is_some() && cell_of(&event).is_some() {
                    event.prevent_default();
                }
            }
            on:pointermove=move |event| {
                if pointer.is_pressed() {
                    // A pointer that belongs to the board says where it is, but not over which cell.
                    let cell = cell_at(&event);
                    bench.hover.set(cell);
                    pointer.drag(&event, cell);
                }
            }
            on:pointerup=move |event| pointer.lift(&event)
            on:pointercancel=move |event| pointer.cancel(&event)
            on:lostpointercapture=move |event| pointer.lift(&event)
            on:focusin=move |event| {
                if let Some(cell) = cell_of(&event) {
                    bench.focus.set(Some(cell));
                }
            }
        ></div>
    }
}

/// What a grid says of what can be done in it.
fn attributes(hands: Option<Hands>) -> &'static str {
    match hands.map(|hands| hands.edits.get_untracked()) {
        None => "aria-readonly=\"true\"",
        Some(false) => "aria-multiselectable=\"true\" aria-readonly=\"true\"",
        Some(true) => "aria-multiselectable=\"true\" aria-readonly=\"false\"",
    }
}

/// Keeps on the page what the hands say of themselves.
fn show_hands(hands: Hands, root: NodeRef<html::Div>) {
    let bench = expect_context::<Workbench>();
    Effect::new(move |_| {
        let (Some(root), edits) = (root.get(), hands.edits.get()) else { return };
        let Ok(grids) = root.query_selector_all("[role=grid]") else { return };
        for grid in (0..grids.length()).filter_map(|index| grids.get(index)?.dyn_into::<Element>().ok()) {
            let _ = grid.set_attribute("aria-readonly", if edits { "false" } else { "true" });
        }
    });
    Effect::new(move |previous: Option<Option<HtmlElement>>| {
        if let Some(element) = previous.flatten() {
            let _ = element.remove_attribute("data-typed");
        }
        let (typed, cell) = (hands.typed.get(), bench.focus.get()?);
        let root = root.get()?;
        let element = find(&root, cell).filter(|_| !typed.is_empty())?;
        let _ = element.set_attribute("data-typed", &typed);
        Some(element)
    });
}

/// Whether a key is held together with it that makes it a command. On some keyboards brackets need Alt or its right sister.
pub(super) fn commands(event: &KeyboardEvent) -> bool {
    let alt = event.alt_key() && event.key().chars().count() > 1;
    (event.ctrl_key() || event.meta_key() || alt) && !event.get_modifier_state("AltGraph")
}

/// The move that a key makes, if it makes one.
pub fn way(key: &str, shift: bool) -> Option<Move> {
    Some(match (key, shift) {
        ("ArrowUp", _) => Move::Row(-1),
        ("ArrowDown", _) => Move::Row(1),
        ("ArrowLeft", _) => Move::Column(-1),
        ("ArrowRight", _) => Move::Column(1),
        ("Home", false) => Move::RowEdge(-1),
        ("End", false) => Move::RowEdge(1),
        ("Home", true) => Move::TileEdge(-1),
        ("End", true) => Move::TileEdge(1),
        ("PageUp", false) => Move::Slice(0, -1),
        ("PageDown", false) => Move::Slice(0, 1),
        ("[", _) => Move::Slice(1, -1),
        ("]", _) => Move::Slice(1, 1),
        ("PageUp", true) => Move::Slice(2, -1),
        ("PageDown", true) => Move::Slice(2, 1),
        ("{", _) => Move::Slice(3, -1),
        ("}", _) => Move::Slice(3, 1),
        _ => return None,
    })
}

pub(super) fn cell_of(event: &Event) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest("[data-cell]").ok()??.get_attribute("data-cell")?.parse().ok()
}

/// The cell under a pointer, wherever its events go. The line between two cells belongs to one of them.
fn cell_at(event: &MouseEvent) -> Option<usize> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let at = |x, y| document().element_from_point(x, y)?.closest("[data-cell]").ok()??.get_attribute("data-cell")?.parse().ok();
    at(x, y).or_else(|| at(x + 1.0, y + 1.0))
}

/// Gives an element the focus where it stands.
pub fn focus_here(element: &HtmlElement) {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

fn find(root: &Element, cell: usize) -> Option<HtmlElement> {
    root.query_selector(&format!("[data-cell='{cell}']")).ok()??.dyn_into().ok()
}

impl Drawn {
    pub(super) fn build(
        root: &HtmlElement,
        mosaic: Arc<Mosaic>,
        part: Option<Part>,
        colours: Colours,
        attributes: &str,
    ) -> Drawn {
        let (html, across, tile_rows) = match &part {
            Some(part) => (table(&mosaic, part, attributes), 1, 1),
            None => {
                let all = |tile| Part { tile, rows: 0..mosaic.rows(), columns: 0..mosaic.columns() };
                let html: String = (0..mosaic.tiles()).map(|tile| table(&mosaic, &all(tile), attributes)).collect();
                (html, mosaic.tile_columns(), mosaic.tile_rows())
            }
        };
        root.set_inner_html(&html);
        let (rows, columns) =
            part.as_ref().map_or((mosaic.rows(), mosaic.columns()), |part| (part.rows.len(), part.columns.len()));
        arrange(root, (tile_rows, across), (rows, columns));
        let mut cells = Vec::new();
        if let Ok(list) = root.query_selector_all("[data-cell]") {
            for index in 0..list.length() {
                let Some(element) = list.get(index).and_then(|node| node.dyn_into::<HtmlElement>().ok()) else { continue };
                let Some(cell) = element.get_attribute("data-cell").and_then(|cell| cell.parse().ok()) else { continue };
                cells.push((cell, element, None));
            }
        }
        cells.sort_by_key(|(cell, _, _)| *cell);
        Drawn { mosaic, part, colours, picture: Arc::default(), cells, marked: Vec::new(), tab_stop: None }
    }

    /// Changes the cells whose look has changed.
    pub(super) fn show(&mut self, picture: Arc<Picture>) {
        if Arc::ptr_eq(&self.picture, &picture) {
            return;
        }
        for (cell, element, shown) in &mut self.cells {
            let look = picture.cells[*cell];
            if *shown == Some(look) {
                continue;
            }
            let before = shown.replace(look);
            element.set_class_name(&class(look, &self.colours));
            let selected = look.marks.has(Marks::SELECTED);
            if selected {
                let _ = element.set_attribute("aria-selected", "true");
            } else if before.is_some_and(|before| before.marks.has(Marks::SELECTED)) {
                let _ = element.remove_attribute("aria-selected");
            }
            // The text is most of the cost of a step: each new one has to be laid out.
            if before.is_none_or(|before| before.value != look.value) {
                element.set_text_content(Some(&if look.value == 0 { "·".to_owned() } else { look.value.to_string() }));
            }
            let _ = element.set_attribute("aria-label", &spoken(&self.mosaic, *cell, look));
        }
        self.picture = picture;
    }

    /// Moves the cursor's marks and the tab stop.
    pub(super) fn point(&mut self, focus: Option<usize>, pointed: Option<usize>, scrolls: bool) {
        for cell in std::mem::take(&mut self.marked) {
            if let Some(element) = self.element(cell) {
                let _ = element.remove_attribute("data-at");
            }
        }
        let shape = self.mosaic.shape().clone();
        let neighbours = pointed.into_iter().flat_map(|cell| shape.neighbours().of(cell).collect::<Vec<_>>());
        for (cell, mark) in neighbours.map(|cell| (cell, "neighbour")).chain(pointed.map(|cell| (cell, "cursor"))) {
            if let Some(element) = self.element(cell) {
                let _ = element.set_attribute("data-at", mark);
                self.marked.push(cell);
            }
        }
        let tab_stop = focus.unwrap_or(0);
        if self.tab_stop != Some(tab_stop) {
            if let Some(element) = self.tab_stop.and_then(|cell| self.element(cell)) {
                element.set_tab_index(-1);
            }
            if let Some(element) = self.element(tab_stop) {
                element.set_tab_index(0);
            }
            self.tab_stop = Some(tab_stop);
            if focus.is_some() && scrolls {
                self.scroll_to(tab_stop);
            }
        }
    }

    pub(super) fn focus(&self, cell: usize) {
        if let Some(element) =
            self.element(cell).filter(|element| document().active_element().is_none_or(|active| active != ***element))
        {
            focus_here(element);
        }
    }

    /// Brings a cell into view if it is not, also sideways.
    fn scroll_to(&self, cell: usize) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        options.set_inline(ScrollLogicalPosition::Nearest);
        if let Some(element) = self.element(cell) {
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    }

    fn element(&self, cell: usize) -> Option<&HtmlElement> {
        let index = self.cells.binary_search_by_key(&cell, |(cell, _, _)| *cell).ok()?;
        Some(&self.cells[index].1)
    }
}

/// Tells the style sheet how many rows and columns of tiles there are, and of cells in each.
pub(super) fn arrange(root: &HtmlElement, (tile_rows, across): (usize, usize), (rows, columns): (usize, usize)) {
    let flow = tile_rows == 1 && across > 1;
    // The style sheet puts three flowing tiles into a row where there is room.
    let tile_rows = if flow { across.div_ceil(3) } else { tile_rows };
    for (name, number) in [("--across", across), ("--columns", columns), ("--rows", rows), ("--tile-rows", tile_rows)] {
        let _ = root.style().set_property(name, &number.to_string());
    }
    let _ = root.toggle_attribute_with_force("data-flow", flow);
}

/// The HTML of one tile or a part of it. It holds nothing but numbers of ours.
fn table(mosaic: &Mosaic, part: &Part, attributes: &str) -> String {
    let mut html = String::new();
    let plane = mosaic.plane();
    let label = mosaic.label(part.tile);
    let name = match plane.rows {
        Some(rows) => format!("slice {label}, axis {rows} down, axis {} to the right", plane.columns),
        None => format!("line along axis {}", plane.columns),
    };
    // Writing into a String cannot fail.
    let _ = write!(html, "<div class=\"tile\">");
    if mosaic.tiles() > 1 {
        let _ = write!(html, "<p class=\"tile-label\" aria-hidden=\"true\">{label}</p>");
    }
    let _ = write!(html, "<table role=\"grid\" {attributes} aria-label=\"{name}\"");
    let _ = write!(html, " aria-rowcount=\"{}\" aria-colcount=\"{}\">", mosaic.rows() + 1, mosaic.columns() + 1);
    let _ = write!(html, "<thead><tr aria-rowindex=\"1\"><td></td>");
    for column in part.columns.clone() {
        let _ = write!(html, "<th scope=\"col\" aria-colindex=\"{}\">{column}</th>", column + 2);
    }
    let _ = write!(html, "</tr></thead><tbody>");
    for row in part.rows.clone() {
        let head = plane.rows.map(|_| row.to_string()).unwrap_or_default();
        let tag = if head.is_empty() { "td" } else { "th scope=\"row\"" };
        let _ = write!(html, "<tr aria-rowindex=\"{}\"><{tag}>{head}</{}>", row + 2, &tag[..2]);
        for column in part.columns.clone() {
            let cell = mosaic.cell(part.tile, row, column);
            let _ =
                write!(html, "<td role=\"gridcell\" tabindex=\"-1\" data-cell=\"{cell}\" aria-colindex=\"{}\"></td>", column + 2);
        }
        let _ = write!(html, "</tr>");
    }
    let _ = write!(html, "</tbody></table></div>");
    html
}

pub(super) fn class(look: Look, colours: &Colours) -> String {
    let mut class = format!("c {} d{}", colours.name(look.value), look.value.checked_ilog10().unwrap_or(0) + 1);
    for (mark, name) in MARKS {
        if look.marks.has(mark) {
            class.push(' ');
            class.push_str(name);
        }
    }
    class
}

pub(super) const MARKS: [(Marks, &str); 10] = [
    (Marks::WRITE, "write"),
    (Marks::READ, "read"),
    (Marks::CHANGED, "changed"),
    (Marks::MISSING, "missing"),
    (Marks::EXTRA, "extra"),
    (Marks::DIFFERENT, "different"),
    (Marks::SELECTED, "selected"),
    (Marks::TAKEN, "taken"),
    (Marks::NAMED, "named"),
    (Marks::EARLIER, "earlier"),
];

/// What a screen reader says of a cell: the value first, then where it is and what is the matter with it.
fn spoken(mosaic: &Mosaic, cell: usize, look: Look) -> String {
    let point = grids::world::codec::list(&mosaic.shape().point(cell));
    let mut text = format!("{} at {point}", look.value);
    for (mark, name) in MARKS {
        // That it is selected is an attribute of its own, and what a sentence names is read in the sentence.
        if look.marks.has(mark) && mark != Marks::SELECTED && mark != Marks::NAMED {
            text.push_str(", ");
            text.push_str(name);
        }
    }
    text
}
