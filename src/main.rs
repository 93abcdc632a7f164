//! The entry of the web application.

mod address;
mod app;
mod making;
mod pages;
mod pool;
mod state;
mod storage;
mod ui;

use leptos::mount::mount_to_body;

fn main() {
    ui::failure::show_panics();
    if let Some(boot) = leptos::prelude::document().get_element_by_id("boot") {
        boot.remove();
    }
    mount_to_body(app::App);
}
