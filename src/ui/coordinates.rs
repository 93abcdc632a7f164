//! A state as a list of coordinates and values, which can be edited.

use grids::model::draft::Surface;
use leptos::prelude::*;

/// The list of a surface. It is made when it is opened.
#[component]
pub fn Coordinates(
    /// Which state.
    surface: Surface,
) -> impl IntoView {
    let _ = surface;
}
