//! The entry of the whole workbench, which is loaded when a tab is opened that the first page does not have.

use js_sys::Function;
use wasm_bindgen::prelude::wasm_bindgen;

/// Shows the workbench in the page. `end` ends the program that is shown there, if one is.
#[wasm_bindgen]
pub fn start(end: Option<Function>) {
    gridbench_web::start_whole(end);
}

fn main() {}
