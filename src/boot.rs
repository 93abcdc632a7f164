//! What the start script of the page (public/boot.js) offers to all programs.

use js_sys::{JsString, Map, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The exports of another program of the site, running. It is loaded once; after a failure it can be asked for again.
    #[wasm_bindgen(js_namespace = gridbench, catch)]
    pub async fn program(name: &str) -> Result<JsValue, JsValue>;

    /// Texts by name, which outlast the program that left them here.
    #[wasm_bindgen(thread_local_v2, js_namespace = gridbench, js_name = kept)]
    pub static KEPT: Map;

    #[wasm_bindgen(thread_local_v2, js_namespace = gridbench, js_name = version)]
    static VERSION: JsString;
}

/// What changes with every version of the site.
pub fn version() -> String {
    VERSION.with(|version| version.into())
}

/// What an error says, for people.
pub fn message(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("{error:?}"))
}
