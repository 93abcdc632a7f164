//! The built site in headless Chromium, end to end: `cargo xtask test --only e2e`, or with the variables named in [`setting`]
//! `cargo test -p web-tests --test e2e -- FILTER`.
//!
//! Tests do not depend on each other: each begins on an empty page with empty storage, in a window of 1280×800, in light colours
//! and reduced motion. Each also fails when the page writes an error or a warning to the console, stops, or asks another host for
//! anything. A failed test leaves a screenshot in `target/tmp/e2e/`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[cfg(not(target_arch = "wasm32"))]
mod address;
#[cfg(not(target_arch = "wasm32"))]
mod browser;
#[cfg(not(target_arch = "wasm32"))]
mod close_up;
#[cfg(not(target_arch = "wasm32"))]
mod diagnosis;
mod drafts;
#[cfg(not(target_arch = "wasm32"))]
mod edit;
#[cfg(not(target_arch = "wasm32"))]
mod events;
#[cfg(not(target_arch = "wasm32"))]
mod generate;
#[cfg(not(target_arch = "wasm32"))]
mod grid;
#[cfg(not(target_arch = "wasm32"))]
mod handover;
#[cfg(not(target_arch = "wasm32"))]
mod learn;
#[cfg(not(target_arch = "wasm32"))]
mod open;
#[cfg(not(target_arch = "wasm32"))]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod predict;
#[cfg(not(target_arch = "wasm32"))]
mod prompt;
#[cfg(not(target_arch = "wasm32"))]
mod reach;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod score;
#[cfg(not(target_arch = "wasm32"))]
mod setting;
#[cfg(not(target_arch = "wasm32"))]
mod share;
#[cfg(not(target_arch = "wasm32"))]
mod site;
#[cfg(not(target_arch = "wasm32"))]
mod unfinished;
#[cfg(not(target_arch = "wasm32"))]
mod watch;
#[cfg(not(target_arch = "wasm32"))]
mod world;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    run::run()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
