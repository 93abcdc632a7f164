//! The entry of the pages beside the workbench. The workbench calls it ([`gridbench_web`]).

use gridbench_web::Pages;
use std::any::Any;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

thread_local! {
    static PAGES: Pages = Pages::default();
    static SHOWN: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Shows the page of a path in an element, in place of the one that was shown before.
#[wasm_bindgen]
pub fn show(path: &str, place: HtmlElement) {
    hide();
    let shown = PAGES.with(|pages| pages.show(path, place));
    SHOWN.set(shown);
}

/// Ends the page that is shown. What it has made stays.
#[wasm_bindgen]
pub fn hide() {
    drop(SHOWN.take());
}

fn main() {}
