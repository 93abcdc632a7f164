//! The Grid-Bench world.

pub mod rule;
pub mod world;
