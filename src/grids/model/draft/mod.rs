//! The draft that the workbench edits.

pub mod paste;
pub mod tools;
