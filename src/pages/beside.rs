//! The pages beside the workbench: a program of its own, loaded when the first of them is opened, so that the first page stays small.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

use crate::ui::loading::Loading;

#[wasm_bindgen]
extern "C" {
    /// The program (src/bin/pages.rs).
    #[derive(Clone)]
    type Pages;

    #[wasm_bindgen(method, catch)]
    fn show(this: &Pages, path: &str, place: &HtmlElement) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn hide(this: &Pages) -> Result<(), JsValue>;
}

/// A page of another program.
#[component]
pub fn Beside(
    /// Its path below the base.
    path: &'static str,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let shown = StoredValue::new_local(None::<Pages>);
    let show = move |program: JsValue| {
        let pages: Pages = program.unchecked_into();
        if let Some(place) = place.get_untracked() {
            pages.show(path, &place)?;
            shown.set_value(Some(pages));
        }
        Ok(())
    };
    on_cleanup(move || {
        if let Some(pages) = shown.try_get_value().flatten() {
            // What it has made stays.
            let _ = pages.hide();
        }
    });
    view! {
        <Loading program="gridbench-pages" then=show />
        <div node_ref=place></div>
    }
}
