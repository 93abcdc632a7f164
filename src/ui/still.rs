//! A state as tables of cells for reading only: nothing in it takes the focus.

use grids::model::colours::Colours;
use grids::model::mosaic::Mosaic;
use grids::model::picture::{Look, Picture};
use leptos::html;
use leptos::prelude::*;
use std::fmt::Write;
use std::sync::Arc;

use super::board::{MARKS, arrange, class};

/// The tables.
#[component]
pub fn Still(
    /// How the world lies on the page, and its colours.
    layout: (Arc<Mosaic>, Colours),
    /// What the cells show.
    #[prop(into)]
    picture: Signal<Picture>,
    /// What the whole is, for people who cannot see it.
    #[prop(into)]
    label: String,
) -> impl IntoView {
    let (mosaic, colours) = layout;
    let root = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let Some(root) = root.get() else { return };
        arrange(&root, (mosaic.tile_rows(), mosaic.tile_columns()), (mosaic.rows(), mosaic.columns()));
        root.set_inner_html(&picture.with(|picture| tables(&mosaic, &colours, picture)));
    });
    view! {
        <div class="board still">
            <div class="tiles" node_ref=root role="group" aria-label=label></div>
        </div>
    }
}

/// The HTML of all tiles. It holds nothing but numbers and words of ours.
fn tables(mosaic: &Mosaic, colours: &Colours, picture: &Picture) -> String {
    let mut html = String::new();
    for tile in 0..mosaic.tiles() {
        // Writing into a String cannot fail.
        let _ = write!(html, "<div class=\"tile\">");
        let label = mosaic.label(tile);
        if mosaic.tiles() > 1 {
            let _ = write!(html, "<p class=\"tile-label\" aria-hidden=\"true\">{label}</p>");
        }
        let _ = write!(html, "<table aria-label=\"slice {label}\"><thead><tr><td></td>");
        for column in 0..mosaic.columns() {
            let _ = write!(html, "<th scope=\"col\">{column}</th>");
        }
        let _ = write!(html, "</tr></thead><tbody>");
        for row in 0..mosaic.rows() {
            match mosaic.plane().rows {
                Some(_) => write!(html, "<tr><th scope=\"row\">{row}</th>"),
                None => write!(html, "<tr><td></td>"),
            }
            .unwrap_or_default();
            for column in 0..mosaic.columns() {
                let look = picture.cells.get(mosaic.cell(tile, row, column)).copied().unwrap_or_default();
                write_cell(&mut html, look, colours);
            }
            let _ = write!(html, "</tr>");
        }
        let _ = write!(html, "</tbody></table></div>");
    }
    html
}

fn write_cell(html: &mut String, look: Look, colours: &Colours) {
    let _ = write!(html, "<td class=\"{}\">", class(look, colours));
    let _ = match look.value {
        0 => write!(html, "<span aria-hidden=\"true\">·</span><span class=\"unseen\">0</span>"),
        value => write!(html, "{value}"),
    };
    for (_, name) in MARKS.into_iter().filter(|(mark, _)| look.marks.has(*mark)) {
        let _ = write!(html, "<span class=\"unseen\"> {name}</span>");
    }
    let _ = write!(html, "</td>");
}
