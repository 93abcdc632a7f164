//! Page models: what the pages show and how it changes, as plain structs that need no browser.

pub mod close_up;
pub mod colours;
pub mod draft;
pub mod drawing;
pub mod form;
pub mod inspector;
pub mod keyboard;
pub mod lesson;
pub mod link;
pub mod mosaic;
pub mod pack;
pub mod picture;
pub mod playhead;
pub mod predict;
pub mod quiz;
pub mod reel;
pub mod tally;
pub mod work;
