//! Page models: what the pages show and how it changes, as plain structs that need no browser.

pub mod link;
pub mod mosaic;
pub mod picture;
pub mod playhead;
