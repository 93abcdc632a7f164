//! Something that can be opened in its place.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlDetailsElement;

/// A heading with something beneath it that is made when it is opened, so that it costs nothing before.
#[component]
pub fn Disclosure(
    /// What it is.
    title: &'static str,
    /// What is inside.
    content: fn() -> AnyView,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let toggle = move |event: web_sys::Event| {
        let details = event.current_target().and_then(|target| target.dyn_into::<HtmlDetailsElement>().ok());
        open.set(details.is_some_and(|details| details.open()));
    };
    view! {
        <details on:toggle=toggle>
            <summary>{title}</summary>
            {move || open.get().then(content)}
        </details>
    }
}
