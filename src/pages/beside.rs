//! The pages beside the workbench: a program of its own, loaded when the first of them is opened, so that the first page stays small.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlElement;

use crate::address;
use crate::ui::loading::Loading;

#[wasm_bindgen]
extern "C" {
    /// The program (src/bin/pages.rs).
    #[derive(Clone)]
    type Pages;

    #[wasm_bindgen(method, catch)]
    fn show(this: &Pages, path: &str, place: &HtmlElement) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch)]
    fn hide(this: &Pages, place: &HtmlElement) -> Result<(), JsValue>;
}

/// A page of another program.
#[component]
pub fn Beside(
    /// The path of the window.
    #[prop(into)]
    path: Signal<String>,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let shown = StoredValue::new_local(None::<(Pages, HtmlElement)>);
    let path = Memo::new(move |_| path.with(|path| address::below_base(path).trim_end_matches('/').to_owned()));
    let show = move |program: JsValue| {
        let pages: Pages = program.unchecked_into();
        if let Some(place) = place.get_untracked() {
            pages.show(&path.get_untracked(), &place)?;
            shown.set_value(Some((pages, place.into())));
        }
        Ok(())
    };
    // From one lesson to the next the place stays.
    Effect::new(move |before: Option<String>| {
        let path = path.get();
        let is_lesson = |path: &str| address::lesson(path).is_some_and(|name| !name.is_empty());
        if before.is_some_and(|before| before != path && is_lesson(&before) && is_lesson(&path))
            && let Some((pages, place)) = shown.get_value()
        {
            // Its failures are said by that program.
            let _ = pages.show(&path, &place);
        }
        path
    });
    on_cleanup(move || {
        if let Some((pages, place)) = shown.try_get_value().flatten() {
            // What it has made stays.
            let _ = pages.hide(&place);
        }
    });
    view! {
        <Loading program="gridbench-pages" then=show />
        <div node_ref=place></div>
    }
}
