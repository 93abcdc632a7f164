//! Widgets.

pub mod board;
pub mod canvas;
pub mod charts;
pub mod clipboard;
pub mod dialog;
pub mod download;
pub mod drafts;
pub mod events;
pub mod failure;
pub mod gallery;
pub mod hands;
pub mod keys;
pub mod loading;
pub mod notice;
pub mod open;
pub mod plane;
pub mod readout;
pub mod saving;
pub mod share;
pub mod thumbnail;
pub mod time;
pub mod timeline;
pub mod wall;
