//! The Grid-Bench world.
