//! A small picture of a world: one path for each colour, so that many fit on a page.

use grids::model::colours::Colours;
use grids::model::mosaic::{Mosaic, Plane, Sheet};
use grids::world::World;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// All slices of a world without numerals, for looking at and not for reading.
#[component]
pub fn Thumbnail(
    /// The state.
    world: World,
    /// How its values are coloured.
    colours: Colours,
) -> impl IntoView {
    let mosaic = Mosaic::new(world.shape(), Plane::first(world.shape().dimensions()));
    let sheet = Sheet::new(&mosaic);
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    for tile in 0..mosaic.tiles() {
        let (left, top) = sheet.corner(&mosaic, tile);
        for row in 0..mosaic.rows() {
            for column in 0..mosaic.columns() {
                let value = world.get(mosaic.cell(tile, row, column));
                let square = format!("M{} {}h1v1h-1z", left + column, top + row);
                paths.entry(colours.name(value)).or_default().push_str(&square);
            }
        }
    }
    view! {
        <svg class="thumbnail" viewBox=format!("0 0 {} {}", sheet.width, sheet.height) aria-hidden="true">
            {paths
                .into_iter()
                .map(|(colour, path)| view! { <path d=path fill=format!("var(--{colour})") /> })
                .collect_view()}
        </svg>
    }
}
