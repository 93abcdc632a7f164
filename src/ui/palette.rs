//! What one draws with: values, tools, undo.

use grids::model::draft::Surface;
use leptos::prelude::*;

/// The palette and the tools for a surface.
#[component]
pub fn Toolbar(
    /// On which they work.
    #[prop(into)]
    surface: Signal<Surface>,
) -> impl IntoView {
    let _ = surface;
    view! { <div class="toolbar"></div> }
}
