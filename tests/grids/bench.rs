//! Protects the benchmark's honesty: the same histories everywhere, workloads near the paper's, worlds put back between passes, and
//! time divided by core events only.

use grids::bench::{Case, Measurement, Workload, cases};
use std::cell::Cell;

/// Measured by a clock that advances one second whenever it is read: every pass takes one second.
fn measure(case: &Case) -> Measurement {
    let time = Cell::new(0.0);
    let now = || {
        time.set(time.get() + 1.0);
        time.get()
    };
    Workload::prepare(case).unwrap().measure(3, 2.0, &now)
}

#[test]
fn every_case_on_the_papers_shapes() {
    let small = |case: &Case| case.shape.iter().product::<u32>() <= 256;
    for case in cases().iter().filter(|case| small(case)) {
        let Measurement { nanoseconds, fastest, workload, changed } = measure(case);
        let (events, target) = match case.family.name() {
            "SET" => (512, 1.0),
            "PAINT" => (416, 100.0),
            "REFLECT" => (416, 64.0),
            "STENCIL" => (416, 10.0),
            "MIX" => (416, 12.0),
            "RELABEL" => (416, 100.0),
            "LAYER" => (416, 60.0),
            "MOVE" => (360, 50.0),
            _ => (256, case.shape.iter().product::<u32>().into()),
        };
        assert_eq!((nanoseconds * f64::from(events)).round(), 1e9, "{case:?}");
        assert_eq!(nanoseconds, fastest, "{case:?}");
        // LAYER in four dimensions is the farthest off: boundaries are large there.
        assert!((0.75..1.6).contains(&(workload / target)), "{case:?}: {workload}");
        assert!(changed > 0.5 && changed <= workload.max(1.0), "{case:?}: {changed}");
        assert_eq!(measure(case), Measurement { nanoseconds, fastest, workload, changed }, "{case:?}");
    }
}
