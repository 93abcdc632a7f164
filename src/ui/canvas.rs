//! Large worlds as pixels: one for each cell, scaled up by the browser. The tables beside it show the part around the cursor.

use gloo::events::EventListener;
use grids::model::colours::Colours;
use grids::model::mosaic::{Mosaic, Sheet};
use grids::model::picture::{Marks, Picture};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, CssStyleDeclaration, ImageData};

use super::board::focus_here;
use super::hands::{Hands, Pointer};
use crate::state::Workbench;

/// The most pixels on one side that browsers draw.
const LONGEST_SIDE: usize = 8192;

fn fits(sheet: &Sheet) -> bool {
    sheet.width <= LONGEST_SIDE && sheet.height <= LONGEST_SIDE
}

/// The picture of a large world.
#[component]
pub fn Canvas(
    /// What the cells show.
    picture: Signal<Arc<Picture>>,
    /// What the whole is, for people who cannot see it.
    label: Signal<String>,
    /// How it is worked on, if it is.
    hands: Option<Hands>,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let node = NodeRef::<html::Canvas>::new();
    let paint = move || {
        let Some(canvas) = node.get() else { return };
        let (mosaic, picture) = (bench.mosaic.get(), picture.get());
        if !picture.fits(&mosaic) {
            return;
        }
        let colours = bench.loaded.with_untracked(|loaded| loaded.colours());
        draw(&canvas, &mosaic, &picture, &colours);
    };
    Effect::new(move |_| paint());
    // Pixels do not follow the style sheet by themselves, on paper neither.
    let schemes = ["print", "(prefers-color-scheme: dark)"];
    let schemes = schemes.into_iter().filter_map(|query| window().match_media(query).ok().flatten());
    let listeners: Vec<_> = schemes.map(|scheme| EventListener::new(&scheme, "change", move |_| untrack(paint))).collect();
    StoredValue::new_local(listeners);
    let cell_at = move |event: &web_sys::MouseEvent| {
        let canvas = node.get_untracked()?;
        let mosaic = bench.mosaic.get_untracked();
        let sheet = Sheet::new(&mosaic);
        let scale = |at: i32, shown: i32, pixels: usize| (f64::from(at) / f64::from(shown.max(1)) * pixels as f64) as usize;
        let x = scale(event.offset_x(), canvas.client_width(), sheet.width);
        let y = scale(event.offset_y(), canvas.client_height(), sheet.height);
        // Beside the canvas, where a pressed pointer may go.
        if event.offset_x() < 0 || event.offset_y() < 0 {
            return None;
        }
        sheet.cell(&mosaic, x, y)
    };
    let pointer = Pointer::new(hands);
    let too_long = move || bench.mosaic.with(|mosaic| !fits(&Sheet::new(mosaic)));
    view! {
        <canvas
            node_ref=node
            role="img"
            aria-label=move || format!("{}; the table shows the part around the cursor", label.get())
            on:pointermove=move |event| {
                let cell = cell_at(&event);
                bench.hover.set(cell);
                pointer.drag(&event, cell);
            }
            on:pointerleave=move |_| bench.hover.set(None)
            on:pointerdown=move |event| pointer.press(&event, cell_at(&event))
            on:pointerup=move |event| {
                pointer.lift(&event);
                if let Some(cell) = cell_at(&event).filter(|_| hands.is_some()) {
                    bench.focus.set(Some(cell));
                    // Keys work where the pointer did, once the table has come there.
                    request_animation_frame(move || focus_table(node));
                }
            }
            on:pointercancel=move |event| pointer.cancel(&event)
            on:lostpointercapture=move |event| pointer.lift(&event)
            on:click=move |event| {
                if let Some(cell) = cell_at(&event).filter(|_| hands.is_none()) {
                    bench.focus.set(Some(cell));
                }
            }
        ></canvas>
        {move || {
            too_long().then(|| view! { <p class="hint">"This world is too long to be drawn whole; the table shows the part around the cursor."</p> })
        }}
    }
}

/// Gives the focus to the cursor in the table of the canvas.
fn focus_table(canvas: NodeRef<html::Canvas>) {
    let Some(board) = canvas.get_untracked().and_then(|canvas| canvas.closest(".board").ok().flatten()) else { return };
    let cell = board.query_selector("[role=grid] [tabindex='0']").ok().flatten();
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into().ok()) {
        focus_here(&cell);
    }
}

fn draw(canvas: &web_sys::HtmlCanvasElement, mosaic: &Mosaic, picture: &Picture, colours: &Colours) {
    let sheet = Sheet::new(mosaic);
    if !fits(&sheet) {
        canvas.set_width(1);
        canvas.set_height(1);
        return;
    }
    let Some(style) = document().document_element().and_then(|root| window().get_computed_style(&root).ok().flatten()) else {
        return;
    };
    // One colour per value: worlds have many cells and few values.
    let largest = picture.cells.iter().map(|look| look.value).max().unwrap_or(0);
    let mut tokens: Vec<Option<[u8; 3]>> = vec![None; usize::from(largest) + 1];
    let mut colour =
        |value: u16| *tokens[usize::from(value)].get_or_insert_with(|| token(&style, &format!("--{}", colours.name(value))));
    let marks = [
        (Marks::SELECTED, token(&style, "--accent")),
        (Marks::NAMED, token(&style, "--ink")),
        (Marks::TAKEN, token(&style, "--accent")),
        (Marks::CHANGED, token(&style, "--changed")),
        (Marks::WRITE, token(&style, "--write")),
        (Marks::READ, token(&style, "--read")),
        (Marks::MISSING, token(&style, "--wrong")),
        (Marks::EXTRA, token(&style, "--wrong")),
        (Marks::DIFFERENT, token(&style, "--wrong")),
        (Marks::EARLIER, token(&style, "--muted")),
    ];
    let mut pixels = vec![0u8; 4 * sheet.width * sheet.height];
    for (tile, row) in (0..mosaic.tiles()).flat_map(|tile| (0..mosaic.rows()).map(move |row| (tile, row))) {
        let (x, top) = sheet.corner(mosaic, tile);
        let first = mosaic.cell(tile, row, 0);
        let stride = mosaic.shape().strides()[mosaic.plane().columns];
        for column in 0..mosaic.columns() {
            let look = picture.cells[first + column * stride];
            let mark = marks.iter().find(|(mark, _)| look.marks.has(*mark)).map(|(_, colour)| *colour);
            let at = 4 * ((top + row) * sheet.width + x + column);
            pixels[at..at + 3].copy_from_slice(&mark.unwrap_or_else(|| colour(look.value)));
            pixels[at + 3] = 255;
        }
    }
    canvas.set_width(sheet.width as u32);
    canvas.set_height(sheet.height as u32);
    let aspect = format!("({} / {})", sheet.width, sheet.height);
    let _ = web_sys::HtmlElement::style(canvas).set_property("--aspect", &aspect);
    let context = canvas.get_context("2d").ok().flatten().and_then(|context| context.dyn_into::<CanvasRenderingContext2d>().ok());
    let image = ImageData::new_with_u8_clamped_array(Clamped(&pixels), sheet.width as u32);
    if let (Some(context), Ok(image)) = (context, image) {
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

/// A colour of tokens.css, written there as six hexadecimal digits.
fn token(style: &CssStyleDeclaration, name: &str) -> [u8; 3] {
    let text = style.get_property_value(name).unwrap_or_default();
    let number = u32::from_str_radix(text.trim().trim_start_matches('#'), 16).unwrap_or(0);
    [(number >> 16) as u8, (number >> 8) as u8, number as u8]
}
