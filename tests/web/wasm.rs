//! The pure crates in a browser, and what the application keeps there: `cargo xtask test --only wasm`.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grids::answer::{self, Answer};
use grids::gallery;
use grids::instance::Instance;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

mod desk;
#[path = "../shared/digests.rs"]
mod digests;
#[path = "../shared/paper_suite.rs"]
mod paper_suite;

#[wasm_bindgen_test]
fn bytes_of_the_paper_suite() {
    assert_eq!(paper_suite::make(|_| ()), [paper_suite::TRAJECTORIES, paper_suite::INSTANCES]);
}

wasm_bindgen_test_configure!(run_in_browser);

/// Native and wasm give the same bytes: the wasm half. The native half is tests/grids/same_bytes.rs.
mod same_bytes {
    use super::digests::{self, check};
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn states() {
        check("states", digests::states(), digests::STATES);
    }

    #[wasm_bindgen_test]
    fn footprints() {
        check("footprints", digests::footprints(), digests::FOOTPRINTS);
    }

    #[wasm_bindgen_test]
    fn prompts() {
        check("prompts", digests::prompts(), digests::PROMPTS);
    }

    #[wasm_bindgen_test]
    fn instances() {
        check("instances", digests::instances(), digests::INSTANCES);
    }

    #[wasm_bindgen_test]
    fn links() {
        check("links", digests::links(), digests::LINKS);
    }

    #[wasm_bindgen_test]
    fn scores() {
        check("scores", digests::scores(), digests::SCORES);
    }

    #[wasm_bindgen_test]
    fn random() {
        check("random", digests::random(), digests::RANDOM);
    }

    #[wasm_bindgen_test]
    fn damaged() {
        check("damaged", digests::damaged(), digests::DAMAGED);
    }
}

/// A browser's stack is small and its end is not caught: nothing that people can paste may lead there.
const DEPTH: usize = 100_000;

fn deep_texts() -> [String; 5] {
    let (open, close) = ("[".repeat(DEPTH), "]".repeat(DEPTH));
    let objects = "{\"a\":".repeat(DEPTH);
    [
        open.clone(),
        format!("{open}{close}"),
        objects.clone(),
        format!("{objects}1{}", "}".repeat(DEPTH)),
        format!("{{\"cells\":{open}{close}}}"),
    ]
}

#[wasm_bindgen_test]
fn deep_answers_are_invalid_and_leave_the_stack_alone() {
    let (instance, _) = Instance::open(gallery::entries()[0].line).unwrap();
    for text in deep_texts() {
        for text in [text.clone(), format!("Here:\n```json\n{text}\n```"), format!("So: {text}. That is all.")] {
            let found = answer::read(Some(&text), &instance.space);
            assert!(matches!(found, Answer::Invalid { .. }), "{:.60}… of {} bytes", text, text.len());
        }
    }
}

#[wasm_bindgen_test]
fn deep_instances_are_errors_and_leave_the_stack_alone() {
    let line = gallery::entries()[0].line;
    for text in deep_texts() {
        assert!(Instance::open(&text).is_err(), "{:.60}", text);
        // Also where any JSON is welcome, so that it is kept and written back.
        let inside = line.replacen('{', &format!("{{\"extra\":{text},"), 1);
        if let Ok((instance, trace)) = Instance::open(&inside) {
            assert!(instance.to_json(&trace).contains(&text));
        }
        for field in ["\"events\":", "\"initial\":", "\"shape\":", "\"alphabet\":"] {
            let inside = line.replacen(field, &format!("{field}{text},\"old\":"), 1);
            assert!(Instance::open(&inside).is_err(), "{field}");
        }
    }
}
