//! Native and wasm give the same bytes: the native half. The wasm half is tests/web/wasm.rs.

#[path = "../shared/digests.rs"]
mod digests;

use digests::check;

#[test]
fn states() {
    check("states", digests::states(), digests::STATES);
}

#[test]
fn footprints() {
    check("footprints", digests::footprints(), digests::FOOTPRINTS);
}

#[test]
fn prompts() {
    check("prompts", digests::prompts(), digests::PROMPTS);
}

#[test]
fn instances() {
    check("instances", digests::instances(), digests::INSTANCES);
}

#[test]
fn links() {
    check("links", digests::links(), digests::LINKS);
}

#[test]
fn scores() {
    check("scores", digests::scores(), digests::SCORES);
}

#[test]
fn random() {
    check("random", digests::random(), digests::RANDOM);
}

#[test]
fn damaged() {
    check("damaged", digests::damaged(), digests::DAMAGED);
}
