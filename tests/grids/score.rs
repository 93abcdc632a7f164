//! Protects the measures of one answer (paper 3.4, C.3, C.4), on worlds small enough to count by hand, and the exact JSON of a record.

use grids::instance::Instance;
use grids::score::{Score, score};

/// W_0 is `1 1 0 2`; PAINT turns the 1s of the whole line into 3, so W_1 is `3 3 0 2`: cells 0 and 1 change, 2 and 3 do not.
const LINE: &str = r#"{"id":"x","shape":[4],"alphabet":[0,1,2,3],"initial":{"cells":[[[0],1],[[1],1],[[3],2]]},
    "events":[{"op":"PAINT","a":[0],"r":3,"u":1,"v":3}]}"#;

fn score_on(line: &str, response: Option<&str>) -> Score {
    let (instance, trace) = Instance::open(line).unwrap();
    let last = trace.state(&instance.initial, trace.len());
    score(response, &instance.space, &instance.initial, &last)
}

/// The answer as values of the four cells, against the record as JSON.
fn check(values: [u16; 4], expected: &str) {
    let cells: Vec<String> =
        values.iter().enumerate().filter(|(_, value)| **value != 0).map(|(cell, value)| format!("[[{cell}],{value}]")).collect();
    check_text(Some(&format!("{{\"cells\":[{}]}}", cells.join(","))), expected);
}

fn check_text(response: Option<&str>, expected: &str) {
    let record = serde_json::to_string(&score_on(LINE, response)).unwrap();
    assert_eq!(record, expected.replace("\n", "").replace("  ", ""), "{response:?}");
}

#[test]
fn exact() {
    check(
        [3, 3, 0, 2],
        r#"{"outcome":"exact","strict":true,"cells":4,"wrong":0,"changed":{"cells":2,"wrong":0},"unchanged":{"cells":2,"wrong":0},
        "error":null,"copy":{"wrong":2},"zero":{"wrong":3},"extracted":[0,35],"reason":null}"#,
    );
}

#[test]
fn wrong_on_changed_cells_only() {
    check(
        [1, 3, 0, 2],
        r#"{"outcome":"incorrect","strict":false,"cells":4,"wrong":1,"changed":{"cells":2,"wrong":1},"unchanged":{"cells":2,"wrong":0},
        "error":"changed-only","copy":{"wrong":2},"zero":{"wrong":3},"extracted":[0,35],"reason":null}"#,
    );
}

#[test]
fn wrong_on_unchanged_cells_only() {
    check(
        [3, 3, 1, 0],
        r#"{"outcome":"incorrect","strict":false,"cells":4,"wrong":2,"changed":{"cells":2,"wrong":0},"unchanged":{"cells":2,"wrong":2},
        "error":"unchanged-only","copy":{"wrong":2},"zero":{"wrong":3},"extracted":[0,35],"reason":null}"#,
    );
}

#[test]
fn wrong_on_both() {
    // The all-zero state is a prediction (C.3): wrong wherever the reference is not empty.
    check(
        [0, 0, 0, 0],
        r#"{"outcome":"incorrect","strict":false,"cells":4,"wrong":3,"changed":{"cells":2,"wrong":2},"unchanged":{"cells":2,"wrong":1},
        "error":"both","copy":{"wrong":2},"zero":{"wrong":3},"extracted":[0,12],"reason":null}"#,
    );
}

#[test]
fn prose_costs_only_strictness() {
    check_text(
        Some(r#"It is {"cells":[[[0],3],[[1],3],[[3],2]]}."#),
        r#"{"outcome":"exact","strict":false,"cells":4,"wrong":0,"changed":{"cells":2,"wrong":0},"unchanged":{"cells":2,"wrong":0},
        "error":null,"copy":{"wrong":2},"zero":{"wrong":3},"extracted":[6,41],"reason":null}"#,
    );
    // Another order of a correct list keeps both scores.
    check_text(
        Some(r#"{"cells":[[[3],2],[[1],3],[[0],3]]}"#),
        r#"{"outcome":"exact","strict":true,"cells":4,"wrong":0,"changed":{"cells":2,"wrong":0},"unchanged":{"cells":2,"wrong":0},
        "error":null,"copy":{"wrong":2},"zero":{"wrong":3},"extracted":[0,35],"reason":null}"#,
    );
}

#[test]
fn invalid_and_empty_answers_have_no_cells() {
    let nothing = r#""cells":4,"wrong":null,"changed":null,"unchanged":null,"error":null,"copy":{"wrong":2},"zero":{"wrong":3}"#;
    let empty = format!(r#"{{"outcome":"empty","strict":false,{nothing},"extracted":null,"reason":null}}"#);
    check_text(None, &empty);
    check_text(Some(""), &empty);
    check_text(Some(" \n\u{a0}"), &empty);
    check_text(
        Some("I cannot."),
        &format!(
            r#"{{"outcome":"invalid","strict":false,{nothing},"extracted":null,
            "reason":{{"code":"no-object","message":"found no `{{`, expected a JSON object {{\"cells\":[…]}}","offset":0}}}}"#
        ),
    );
    check_text(
        Some(r#"So {"cells":[[[4],1]]}!"#),
        &format!(
            r#"{{"outcome":"invalid","strict":false,{nothing},"extracted":[3,22],
            "reason":{{"code":"out-of-bounds","message":"cells[0]: found 4 on axis 0, expected 0 to 3","offset":15}}}}"#
        ),
    );
}

#[test]
fn a_history_without_events_changes_no_cell() {
    let control = r#"{"id":"x","family":"PAINT","shape":[4],"alphabet":[0,1],"initial":{"cells":[[[0],1]]},"events":[]}"#;
    let copied = score_on(control, Some(r#"{"cells":[[[0],1]]}"#));
    assert_eq!(copied.changed.map(|group| (group.cells, group.wrong)), Some((0, 0)));
    assert_eq!(copied.unchanged.map(|group| (group.cells, group.wrong)), Some((4, 0)));
    assert_eq!((copied.copy.wrong, copied.zero.wrong, copied.wrong), (0, 1, Some(0)));
    assert!(copied.strict);
    let empty = score_on(control, Some(r#"{"cells":[]}"#));
    assert_eq!((empty.wrong, serde_json::to_string(&empty.error).unwrap().as_str()), (Some(1), "\"unchanged-only\""));
}

#[test]
fn a_cell_that_returns_to_its_value_is_unchanged() {
    // C_i compares the last state with the first (equation 4), not the events.
    let back = r#"{"id":"x","family":"PAINT","shape":[4],"alphabet":[0,1],"initial":{"cells":[[[0],1]]},
        "events":[{"op":"SET","p":[0],"v":0},{"op":"SET","p":[1],"v":1},{"op":"SET","p":[0],"v":1}]}"#;
    let copied = score_on(back, Some(r#"{"cells":[[[0],1]]}"#));
    assert_eq!(copied.changed.map(|group| (group.cells, group.wrong)), Some((1, 1)));
    assert_eq!(copied.unchanged.map(|group| (group.cells, group.wrong)), Some((3, 0)));
    assert_eq!(copied.copy.wrong, 1);
}
