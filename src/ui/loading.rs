//! Waiting for another program of the site.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;

use crate::boot;

/// What has become of it.
#[derive(Clone)]
enum State {
    Loading,
    Loaded,
    /// Why it could not be loaded.
    Failed(String),
}

/// Loads a program and hands it to `then`. Says that it is on its way, or why it is not, with a button to try again.
#[component]
pub fn Loading(
    /// The name of the program.
    program: &'static str,
    /// What to do with its exports.
    then: impl Fn(JsValue) -> Result<(), JsValue> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let state = RwSignal::new(State::Loading);
    let load = move || {
        state.set(State::Loading);
        spawn_local(async move {
            let loaded = boot::program(program).await;
            // The reader may have gone on while it was loaded.
            if !state.is_disposed() {
                state.set(match loaded.and_then(then) {
                    Ok(()) => State::Loaded,
                    Err(error) => State::Failed(boot::message(&error)),
                });
            }
        });
    };
    load();
    move || match state.get() {
        State::Loading => view! { <p class="loading">"Loading…"</p> }.into_any(),
        State::Loaded => ().into_any(),
        State::Failed(problem) => view! {
            <div class="notice" role="alert">
                <p>{format!("This page could not be loaded: {problem}. Check the connection.")}</p>
                <button on:click=move |_| load()>"Try again"</button>
            </div>
        }
        .into_any(),
    }
}
