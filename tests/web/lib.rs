//! Everything that needs a browser. The tests are in `wasm.rs` (the pure crates in Chromium) and `e2e/` (the built site); `bench.rs`
//! times the simulator in Chromium.
