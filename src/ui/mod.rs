//! Widgets.

pub mod board;
pub mod canvas;
pub mod charts;
pub mod clipboard;
pub mod coordinates;
pub mod dialog;
pub mod events;
pub mod failure;
pub mod gallery;
pub mod hands;
pub mod keys;
pub mod loading;
pub mod notice;
pub mod open;
pub mod paste;
pub mod plane;
pub mod readout;
pub mod thumbnail;
pub mod timeline;
pub mod wall;
pub mod world_form;
