//! Tests of `grids`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod agree;
mod both;
mod gallery;
mod laws;
mod literal;
mod sample;
