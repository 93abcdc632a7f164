//! The entry of the pages beside the workbench. The workbench calls it ([`gridbench_web`]).

use gridbench_web::Pages;
use std::any::Any;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlElement;

thread_local! {
    static PAGES: Pages = Pages::default();
    /// What is shown, and in which element.
    static SHOWN: RefCell<Option<(HtmlElement, Box<dyn Any>)>> = const { RefCell::new(None) };
}

/// Shows the page of a path in an element, in place of the one that was shown before.
#[wasm_bindgen]
pub fn show(path: &str, place: HtmlElement) {
    drop(SHOWN.take());
    let shown = PAGES.with(|pages| pages.show(path, place.clone()));
    SHOWN.set(Some((place, shown)));
}

/// Ends the page that is shown in an element, unless another one is shown since. What it has made stays.
#[wasm_bindgen]
pub fn hide(place: &HtmlElement) {
    let ended = SHOWN.with_borrow_mut(|shown| shown.take_if(|(shown, _)| shown == place));
    drop(ended);
}

fn main() {}
