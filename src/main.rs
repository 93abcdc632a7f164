//! The entry of the web application.

use leptos::prelude::*;

fn main() {
    mount_to_body(|| view! { <h1>"Grid-Bench Lab"</h1> });
}
