//! Tests of `grids`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agree;
mod answer;
mod bench;
mod both;
mod close_up;
mod crosscheck;
mod diagnose;
mod draft;
mod drawing;
mod explain;
mod gallery;
mod generate;
mod history;
mod inspector;
mod instance;
mod keyboard;
mod laws;
mod lesson;
mod literal;
mod making;
mod model;
mod offer;
mod paste;
mod predict;
mod prompt;
mod quiz;
mod record;
mod reframe;
mod report;
mod same_bytes;
mod sample;
mod score;
mod suite;
mod tools;
mod trace;
