//! Copying text.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;
use web_sys::Clipboard;

/// The clipboard. There is none on plain http, and the binding would not notice.
pub fn clipboard() -> Option<Clipboard> {
    let navigator = window().navigator();
    let present = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|clipboard| clipboard.is_object());
    present.then(|| navigator.clipboard())
}

/// Puts a text into the clipboard if the browser allows it.
pub fn offer(text: &str) {
    if let Some(clipboard) = clipboard() {
        let write = JsFuture::from(clipboard.write_text(text));
        spawn_local(async move {
            let _ = write.await;
        });
    }
}

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
        let (clipboard, text) = (clipboard(), text());
        spawn_local(async move {
            let done = match clipboard {
                Some(clipboard) => JsFuture::from(clipboard.write_text(&text)).await.is_ok(),
                None => false,
            };
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
