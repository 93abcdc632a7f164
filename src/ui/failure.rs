//! The last resort: a bug in this program stops it, and the page says so instead of going dead.

use leptos::prelude::document;

/// Shows a banner when the program panics.
pub fn show_panics() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
        let document = document();
        let (Some(body), Ok(banner)) = (document.body(), document.create_element("p")) else { return };
        banner.set_class_name("failure");
        let _ = banner.set_attribute("role", "alert");
        banner.set_text_content(Some(
            "This page has stopped because of a fault in it. The address above keeps the instance and the step: reload to go on.",
        ));
        let _ = body.prepend_with_node_1(&banner);
    }));
}
