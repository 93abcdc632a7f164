//! A small world that stands by itself, without a workbench: a cell cursor, and what a press on a cell or a key there does.

use grids::model::colours::Colours;
use grids::model::mosaic::{Mosaic, Plane};
use grids::model::picture::Picture;
use grids::rule::explain::Scene;
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::board::{Drawn, cell_of, commands, focus_here, way};

/// The cell cursor of one board.
#[derive(Clone, Copy)]
pub struct Cursor {
    /// The cell that has or had the focus.
    pub focus: RwSignal<Option<usize>>,
    /// The cell under the pointer.
    pub hover: RwSignal<Option<usize>>,
}

impl Cursor {
    /// Nowhere.
    pub fn new() -> Cursor {
        Cursor { focus: RwSignal::new(None), hover: RwSignal::new(None) }
    }

    /// The cell that is pointed at, by pointer or focus.
    pub fn pointed(self) -> Option<usize> {
        self.hover.get().or_else(|| self.focus.get())
    }
}

/// How the world of a scene lies on the page.
pub fn arrangement(scene: &Scene) -> (Arc<Mosaic>, Colours) {
    let shape = &scene.space.shape;
    let mosaic = Mosaic::new(shape, Plane::first(shape.dimensions()));
    (Arc::new(mosaic), Colours::new(scene.event.family, &scene.space.alphabet))
}

/// What is done in a board. Without it a board is for looking only.
#[derive(Clone, Copy)]
pub struct Work {
    /// What a press on a cell does, and Enter or Space there.
    pub press: Callback<usize>,
    /// What a key does at a cell, if it does anything.
    pub key: Callback<(String, usize), bool>,
    /// Whether cells are selected, rather than given values.
    pub selects: bool,
}

/// The board.
#[component]
pub fn PlainBoard(
    /// The world of which scene it shows.
    layout: (Arc<Mosaic>, Colours),
    /// What the cells show.
    picture: Signal<Arc<Picture>>,
    /// What the whole is, for people who cannot see it.
    #[prop(into)]
    label: Signal<String>,
    /// Where its cursor is.
    cursor: Cursor,
    /// What is done in it.
    #[prop(optional)]
    work: Option<Work>,
) -> impl IntoView {
    let (mosaic, colours) = layout;
    let root = NodeRef::<html::Div>::new();
    let attributes = match work {
        None => "aria-readonly=\"true\"",
        Some(Work { selects: true, .. }) => "aria-multiselectable=\"true\" aria-readonly=\"true\"",
        Some(_) => "aria-readonly=\"false\"",
    };
    let arranged = mosaic.clone();
    Effect::new(move |drawn: Option<Option<Drawn>>| {
        let (root, picture) = (root.get()?, picture.get());
        let mut drawn =
            drawn.flatten().unwrap_or_else(|| Drawn::build(&root, arranged.clone(), None, colours.clone(), attributes));
        if picture.fits(&arranged) {
            drawn.show(picture);
        }
        let has_focus = document().active_element().is_some_and(|active| root.contains(Some(&active)));
        drawn.point(cursor.focus.get(), cursor.pointed(), has_focus);
        Some(drawn)
    });
    let find = move |cell: usize| -> Option<HtmlElement> {
        root.get_untracked()?.query_selector(&format!("[data-cell='{cell}']")).ok()??.dyn_into().ok()
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(cell) = cell_of(&event).filter(|_| !commands(&event)) else { return };
        if let Some(way) = way(&event.key(), event.shift_key()) {
            let to = mosaic.go(cell, way);
            cursor.hover.set(None);
            cursor.focus.set(Some(to));
            if let Some(element) = find(to) {
                let _ = element.focus();
            }
        } else {
            let Some(work) = work else { return };
            if matches!(event.key().as_str(), "Enter" | " ") {
                work.press.run(cell);
            } else if !work.key.run((event.key(), cell)) {
                return;
            }
        }
        event.prevent_default();
        event.stop_propagation();
    };
    view! {
        <div class="board" class:worked=work.is_some()>
            <div
                class="tiles"
                node_ref=root
                role="group"
                aria-label=label
                on:keydown=on_key
                on:pointerover=move |event| cursor.hover.set(cell_of(&event))
                on:pointerleave=move |_| cursor.hover.set(None)
                on:click=move |event| {
                    let Some(cell) = cell_of(&event) else { return };
                    cursor.focus.set(Some(cell));
                    if let Some(element) = find(cell) {
                        focus_here(&element);
                    }
                    if let Some(work) = work {
                        work.press.run(cell);
                    }
                }
                on:focusin=move |event| {
                    if let Some(cell) = cell_of(&event) {
                        cursor.focus.set(Some(cell));
                    }
                }
            ></div>
        </div>
    }
}
