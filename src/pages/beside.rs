//! The pages beside the workbench: programs of their own, loaded when the first of them is opened, so that the first page stays small.

use js_sys::{Function, Object, Promise, Reflect};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlElement;

use crate::address;

#[wasm_bindgen(inline_js = "export function load(address) { return import(address); }")]
extern "C" {
    /// The module at an address. It is loaded once.
    fn load(address: &str) -> Promise;
}

/// A page of another program.
#[component]
pub fn Beside(
    /// Its path below the base.
    path: &'static str,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let problem = RwSignal::new(None::<String>);
    let loading = RwSignal::new(true);
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        spawn_local(async move {
            let shown = show(path, &place).await;
            // The reader may have gone on while it was loaded.
            loading.try_set(false);
            if let Err(error) = shown {
                problem.try_set(Some(message(&error)));
            }
        });
    });
    // What could not be loaded shows nothing, and is not to be loaded now.
    on_cleanup(move || {
        if problem.try_get_untracked().flatten().is_none() {
            spawn_local(hide());
        }
    });
    view! {
        <p hidden=move || !loading.get()>"Loading…"</p>
        {move || {
            problem
                .get()
                .map(|problem| {
                    view! {
                        <p role="alert">
                            {format!("This page could not be loaded: {problem}. Check the connection and reload it.")}
                        </p>
                    }
                })
        }}
        <div node_ref=place></div>
    }
}

async fn show(path: &str, place: &HtmlElement) -> Result<(), JsValue> {
    let pages = program().await?;
    if place.is_connected() {
        call(&pages, "show", &[path.into(), place.into()])?;
    }
    Ok(())
}

async fn hide() {
    if let Ok(pages) = program().await {
        let _ = call(&pages, "hide", &[]);
    }
}

/// What an error says, for people.
fn message(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("{error:?}"))
}

/// The program, started.
async fn program() -> Result<JsValue, JsValue> {
    let file = |ending: &str| format!("{}/gridbench-pages{ending}?v={}", address::base(), address::version());
    let module = JsFuture::from(load(&file(".js"))).await?;
    let options = Object::new();
    Reflect::set(&options, &"module_or_path".into(), &file("_bg.wasm").into())?;
    // It starts once and is asked again each time.
    let started = call(&module, "default", &[options.into()])?;
    JsFuture::from(started.unchecked_into::<Promise>()).await?;
    Ok(module)
}

fn call(module: &JsValue, name: &str, arguments: &[JsValue]) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(module, &name.into())?.dyn_into()?;
    function.apply(&JsValue::UNDEFINED, &arguments.iter().collect())
}
