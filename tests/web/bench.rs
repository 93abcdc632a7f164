//! The benchmark in a browser: the same histories as `gridbench bench`, timed with the browser's clock. `cargo xtask bench` runs both.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grids::bench::{Generation, Measurement, Workload, cases, generation};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const SAMPLES: usize = 49;
/// Per sample. The browser's clock shows steps of 5 to 100 microseconds, which must be small beside it.
const SECONDS: f64 = 0.01;

#[wasm_bindgen_test]
fn every_case() {
    let clock = web_sys::window().unwrap().performance().unwrap();
    let now = || clock.now() / 1000.0;
    console_log!("family    shape        ns/event  million/s  workload  changed");
    for case in cases() {
        let name = case.family.name();
        let shape = case.shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        let Measurement { nanoseconds, workload, changed, .. } =
            Workload::prepare(&case).expect("every case has a condition").measure(SAMPLES, SECONDS, &now);
        let rate = 1e3 / nanoseconds;
        console_log!("{name:<9} {shape:<11} {nanoseconds:>9.1}  {rate:>9.2}  {workload:>8.1}  {changed:>7.1}");
    }
}

#[wasm_bindgen_test]
fn generator() {
    let clock = web_sys::window().unwrap().performance().unwrap();
    let Generation { trajectories, seconds, median, slowest } = generation(&|| clock.now() / 1000.0);
    let [seconds, median, slowest] = [seconds, median, slowest].map(|seconds| 1000.0 * seconds);
    console_log!(
        "generator: {trajectories} trajectories in {seconds:.0} ms; one takes {median:.1} ms in the median, {slowest:.1} ms at most"
    );
}
