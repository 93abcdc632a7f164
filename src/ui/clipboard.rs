//! Copying text.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

/// A button that copies a text and says whether that worked.
#[component]
pub fn CopyButton(
    /// What the button says.
    label: &'static str,
    /// The text, made when it is asked for.
    text: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let said = RwSignal::new(None::<&'static str>);
    let copy = move |_| {
        let navigator = window().navigator();
        // There is none on plain http, and the binding would not notice.
        let present = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
        let text = text();
        spawn_local(async move {
            let done = present && JsFuture::from(navigator.clipboard().write_text(&text)).await.is_ok();
            said.try_set(Some(if done { "Copied" } else { "Copying is blocked here" }));
        });
    };
    Effect::new(move |_| {
        if said.get().is_some() {
            gloo::timers::callback::Timeout::new(2000, move || {
                said.try_set(None);
            })
            .forget();
        }
    });
    view! {
        <button on:click=copy>
            <span aria-live="polite">{move || said.get().unwrap_or(label)}</span>
        </button>
    }
}
