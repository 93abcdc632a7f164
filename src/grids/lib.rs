//! The Grid-Bench world: grids, rules, reference execution, prompt, answers and scores.
//!
//! Everything is deterministic and pure: no I/O, no clock, no threads, no floating point in the simulator, no web crate.

pub mod answer;
pub mod bench;
pub mod crosscheck;
pub mod diagnose;
pub mod gallery;
pub mod generate;
pub mod instance;
pub mod model;
pub mod prompt;
pub mod record;
pub mod report;
pub mod rule;
pub mod score;
pub mod trace;
pub mod verify;
pub mod world;
