//! `cargo xtask bench`: what an event costs, natively and in Chromium.

use std::path::Path;

use crate::test;

/// Prints two tables. Numbers mean something only on a machine that does nothing else.
pub fn bench(root: &Path) -> Result<(), String> {
    println!("--- native, one core");
    test::cargo(root, &["run", "--profile", "native", "-p", "gridbench", "--", "bench"], &[])?;
    println!("--- wasm in Chromium");
    test::in_browser(root, &["test", "--release", "-p", "web-tests", "--test", "bench", "--", "--nocapture"])
}
