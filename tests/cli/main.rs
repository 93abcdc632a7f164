//! Tests of the program `gridbench`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod generate;
mod golden;
mod inputs;

use std::path::PathBuf;
use std::process::Command;

/// The program that the tests run.
fn gridbench() -> Command {
    Command::new(env!("CARGO_BIN_EXE_gridbench"))
}

/// The folder of this file.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli")
}
