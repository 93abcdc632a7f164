//! The web application. It is two programs that share this code, so that a reader loads only what is looked at:
//!
//! - the workbench with its tabs (src/main.rs), which every visitor loads;
//! - the pages beside it (src/bin/pages.rs), loaded when the first of them is opened ([`pages::beside`]).
//!
//! A third, the web worker (src/bin/worker.rs), uses none of it.

mod address;
mod app;
#[allow(dead_code)] // Until the workbench opens drafts.
mod desk;
mod making;
mod pages;
mod pool;
mod state;
mod storage;
mod ui;

use gloo::timers::callback::Timeout;
use leptos::mount::{mount_to, mount_to_body};
use leptos::prelude::*;
use std::any::Any;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

/// Starts the workbench in the page.
pub fn start() {
    ui::failure::show_panics();
    spawn_local(async {
        // A generated instance has to be made first; all others are there at once.
        let _patience = Timeout::new(PATIENCE, say_what_is_made);
        let opened = match address::read_window().0 {
            Some(origin) => Some(state::Loaded::from_origin(&origin).await),
            None => None,
        };
        if let Some(boot) = document().get_element_by_id("boot") {
            boot.remove();
        }
        mount_to_body(move || view! { <app::App opened /> });
    });
}

/// How long a reader waits for an instance without being told, in milliseconds.
const PATIENCE: u32 = 1000;

/// Says in the empty page what is being waited for, and leads out of it.
fn say_what_is_made() {
    let Some(status) = document().query_selector("#boot p").ok().flatten() else { return };
    status.set_text_content(Some("Making the history of this address… "));
    if let Ok(link) = document().create_element("a") {
        let _ = link.set_attribute("href", &address::front());
        link.set_text_content(Some("Open the front page instead"));
        let _ = status.append_child(&link);
    }
}

/// The pages beside the workbench, with what outlasts a look at one of them.
pub struct Pages {
    making: making::Making,
    /// What the state belongs to.
    _owner: Owner,
}

impl Default for Pages {
    /// With nothing made yet.
    fn default() -> Pages {
        ui::failure::show_panics();
        let owner = Owner::new();
        let making = owner.with(|| making::Making::new(Default::default()));
        Pages { making, _owner: owner }
    }
}

impl Pages {
    /// Shows the page of a path below the base in an element, until what is returned is dropped. Nothing if there is no such page.
    pub fn show(&self, path: &str, place: HtmlElement) -> Option<Box<dyn Any>> {
        let making = self.making;
        match path {
            address::GENERATE => Some(Box::new(mount_to(place, move || {
                provide_context(making);
                view! { <pages::generate::GeneratePage /> }
            }))),
            _ => None,
        }
    }
}
