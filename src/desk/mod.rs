//! The desk: what the workbench has beyond looking at an instance, so that worlds and events can be made and changed.

pub mod database;
pub mod journal;
pub mod lock;
pub mod store;
