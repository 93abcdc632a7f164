//! Protects the reading of instances (FORMATS.md, clarifications 1 to 9): every reason for which a line is refused, by code, place and
//! message, and that what is accepted is written back with all that it carried.

use grids::instance::Instance;

const CELLS: &str = r#"{"cells":[[[0,0],1],[[0,2],1],[[1,1],2]]}"#;
const SET: &str = r#"{"op":"SET","p":[0,0],"v":2}"#;

/// A line on shape [2,3] with alphabet 0 to 3 whose fields are those given, in order, with standard ones for the rest.
fn line(fields: &[(&str, &str)]) -> String {
    let standard = [
        ("id", "\"x\""),
        ("shape", "[2,3]"),
        ("alphabet", "[0,1,2,3]"),
        ("family", "\"PAINT\""),
        ("initial", CELLS),
        ("events", "[]"),
    ];
    let mut parts: Vec<(&str, &str)> = fields.to_vec();
    parts.extend(standard.into_iter().filter(|(name, _)| !fields.iter().any(|(known, _)| known == name)));
    // A field without a value is left out.
    let parts: Vec<String> =
        parts.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", parts.join(","))
}

fn check(fields: &[(&str, &str)], code: &str, message: &str) {
    check_line(&line(fields), code, message);
}

fn check_line(line: &str, code: &str, message: &str) {
    match Instance::open(line) {
        Ok(_) => panic!("{line}: accepted"),
        Err(error) => assert_eq!((error.code, error.to_string().as_str()), (code, message), "{line}"),
    }
}

/// An event on shape [2,3] with alphabet 0 to 3, after a good one.
fn check_event(event: &str, code: &str, message: &str) {
    let line = line(&[("family", ""), ("events", &format!("[{SET},{event}]"))]);
    match Instance::open(&line) {
        Ok(_) => panic!("{event}: accepted"),
        Err(error) => {
            assert_eq!((error.code, error.to_string()), (code, format!("event 2: {message}")), "{event}");
            assert_eq!((error.event, error.id.as_deref(), error.field), (Some(2), Some("x"), Some("events")), "{event}");
        }
    }
}

fn check_accepted(fields: &[(&str, &str)]) {
    let line = line(fields);
    if let Err(error) = Instance::open(&line) {
        panic!("{line}: {error}");
    }
}

#[test]
fn lines_that_are_no_objects() {
    check_line("", "malformed-json", "byte 0: found the end of the text, expected a JSON value");
    check_line("[1]", "not-an-object", "found an array, expected an instance object");
    check_line("null", "not-an-object", "found null, expected an instance object");
    check_line("{\"id\":\"x\"} {}", "malformed-json", "byte 11: found `{`, expected the end of the text");
    check_line("{\"id\":NaN}", "non-finite-number", "byte 6: found a non-finite number, expected a JSON value");
    check_line("{\"id\":\"x\",\"id\":\"y\"}", "duplicate-key", "byte 10: the key \"id\" is repeated, expected every key once");
}

#[test]
fn ids() {
    for good in ["\"a\"", "\"A-Z_09\"", &format!("{:?}", "x".repeat(64))] {
        check_accepted(&[("id", good)]);
    }
    check(&[("id", "")], "missing-field", "field \"id\": found nothing, expected this field");
    let long = format!("{:?}", "x".repeat(65));
    for bad in ["\"\"", "\"a b\"", "\"é\"", "\"a/b\"", "7", "null", "[\"x\"]", &long] {
        let shown: String = bad.chars().take(40).chain((bad.len() > 40).then_some('…')).collect();
        let expected = "expected a string of 1 to 64 characters A-Z a-z 0-9 _ -";
        check(&[("id", bad)], "bad-field", &format!("field \"id\": found {shown}, {expected}"));
    }
    // An error later in the line carries the id.
    assert_eq!(Instance::open(&line(&[("shape", "[]")])).err().unwrap().id.as_deref(), Some("x"));
}

#[test]
fn required_fields() {
    for name in ["shape", "alphabet", "initial", "events"] {
        check(&[(name, "")], "missing-field", &format!("field \"{name}\": found nothing, expected this field"));
    }
    let family = "field \"family\": found nothing and no core event, expected a family name";
    check(&[("family", "")], "missing-field", family);
    check(&[("family", ""), ("events", &format!("[{SET}]"))], "missing-field", family);
    check(&[("events", "{}")], "bad-field", "field \"events\": found an object, expected an array");
}

#[test]
fn shapes() {
    let wrong = |found: &str| format!("field \"shape\": found {found}, expected a list of 1 to 6 integers of at least 1");
    check(&[("shape", "5")], "bad-field", &wrong("a number"));
    check(&[("shape", "[2,true]")], "bad-field", &wrong("true"));
    check(&[("shape", "[2,3.0]")], "bad-field", &wrong("3.0"));
    check(&[("shape", "[-2,3]")], "bad-field", &wrong("-2"));
    check(&[("shape", "[]")], "bad-field", "field \"shape\": found 0 axes, expected 1 to 6");
    check(&[("shape", "[1,1,1,1,1,1,1]")], "bad-field", "field \"shape\": found 7 axes, expected 1 to 6");
    check(&[("shape", "[2,0]")], "bad-field", "field \"shape\": found side 0 on axis 1, expected at least 1");
    let large = "field \"shape\": found more than 16777216 cells, expected at most that many";
    check(&[("shape", "[4096,4097]")], "bad-field", large);
    check(&[("shape", "[4294967295,4294967295,4294967295]")], "bad-field", large);
    check_accepted(&[("shape", "[1]"), ("initial", "{\"cells\":[]}")]);
    check_accepted(&[("shape", "[1,1,1,1,1,2]"), ("initial", "{\"cells\":[]}")]);
}

#[test]
fn alphabets() {
    let wrong = |found: &str| format!("field \"alphabet\": found {found}, expected a list of integers from 0 to 65535");
    check(&[("alphabet", "4")], "bad-field", &wrong("a number"));
    check(&[("alphabet", "[0,-1]")], "bad-field", &wrong("-1"));
    check(&[("alphabet", "[0,65536]")], "bad-field", &wrong("65536"));
    check(&[("alphabet", "[0,1.0]")], "bad-field", &wrong("1.0"));
    check(&[("alphabet", "[0,1,1]")], "bad-field", "field \"alphabet\": found the value 1 twice, expected every value once");
    check(&[("alphabet", "[1,2,3]")], "bad-field", "field \"alphabet\": found values without 0, expected 0 among them");
    check(&[("alphabet", "[]")], "bad-field", "field \"alphabet\": found values without 0, expected 0 among them");
    check_accepted(&[("alphabet", "[2,0,1,65535]")]);
    let gap = |family: &str, expected: &str| {
        let message = format!("field \"alphabet\": found [0,1,2,4], expected {expected} for {family}");
        check(&[("family", &format!("\"{family}\"")), ("alphabet", "[0,1,2,4]")], "bad-alphabet", &message);
    };
    gap("STENCIL", "exactly the values 0 to M-1");
    gap("MIX", "exactly the values 0 to M-1 with M of at least 3");
    let small = [("family", "\"MIX\""), ("alphabet", "[0,1]"), ("initial", "{\"cells\":[]}")];
    let message = "field \"alphabet\": found [0,1], expected exactly the values 0 to M-1 with M of at least 3 for MIX";
    check(&small, "bad-alphabet", message);
    // Any order of the values will do, and a family that follows from the events is held to it too.
    check_accepted(&[("family", "\"STENCIL\""), ("alphabet", "[3,1,0,2]")]);
    let stencil = [("family", ""), ("alphabet", "[0,1,2,4]"), ("events", r#"[{"op":"STENCIL","a":[0,0],"r":1}]"#)];
    check(&stencil, "bad-alphabet", "field \"alphabet\": found [0,1,2,4], expected exactly the values 0 to M-1 for STENCIL");
}

#[test]
fn initial_states() {
    for (cells, code, message) in [
        ("[]", "not-an-object", "found an array, expected an object with the field \"cells\""),
        ("{}", "missing-cells", "found no field \"cells\", expected {\"cells\":[…]}"),
        ("{\"cells\":[],\"x\":1}", "unknown-field", "found the field \"x\", expected only \"cells\""),
        ("{\"cells\":1}", "cells-not-an-array", "found a number in \"cells\", expected an array"),
        ("{\"cells\":[1]}", "bad-entry", "cells[0]: found 1, expected [coordinate,value]"),
        ("{\"cells\":[[[0],1]]}", "bad-coordinate", "cells[0]: found the coordinate [0], expected a list of 2 integers"),
        ("{\"cells\":[[[0,true],1]]}", "not-an-integer", "cells[0]: found true on axis 1, expected an integer"),
        ("{\"cells\":[[[0,3],1]]}", "out-of-bounds", "cells[0]: found 3 on axis 1, expected 0 to 2"),
        ("{\"cells\":[[[0,0],0]]}", "explicit-zero", "cells[0]: found the value 0, expected only nonzero cells to be listed"),
        ("{\"cells\":[[[0,0],7]]}", "undeclared-value", "cells[0]: found the value 7, expected a nonzero value of [0,1,2,3]"),
        (
            "{\"cells\":[[[0,0],1],[[0,0],1]]}",
            "duplicate-coordinate",
            "cells[1]: found [0,0] again (first in cells[0]), expected every cell once",
        ),
    ] {
        check(&[("initial", cells)], code, &format!("field \"initial\": {message}"));
    }
    // Any order of the cells is good (clarification 3).
    check_accepted(&[("initial", "{\"cells\":[[[1,2],1],[[0,0],3]]}")]);
}

#[test]
fn families() {
    let names = "PAINT, REFLECT, STENCIL, MIX, RELABEL, LAYER, MOVE, COMPRESS";
    for bad in ["\"paint\"", "\"SET\"", "7"] {
        check(&[("family", bad)], "bad-field", &format!("field \"family\": found {bad}, expected one of {names}"));
    }
    let (paint, layer) = (r#"{"op":"PAINT","a":[0,0],"r":1,"u":1,"v":2}"#, r#"{"op":"LAYER","p":[0,0],"s":1}"#);
    check_accepted(&[("family", ""), ("events", &format!("[{SET},{paint},{SET},{paint}]"))]);
    let mixed = format!("[{paint},{SET},{layer}]");
    check(&[("family", ""), ("events", &mixed)], "mixed-families", "event 3: found LAYER, expected only PAINT and SET");
    let foreign = format!("[{layer}]");
    check(&[("family", "\"MOVE\""), ("events", &foreign)], "mixed-families", "event 1: found LAYER, expected only MOVE and SET");
}

#[test]
fn events_name_what_is_wrong_with_them() {
    let ops = "SET, PAINT, REFLECT, STENCIL, MIX, RELABEL, LAYER, MOVE, COMPRESS";
    check_event("7", "not-an-object", "found a number, expected an object with the field \"op\"");
    check_event("{\"p\":[0,0]}", "missing-field", "field \"op\": found nothing, expected an operation name");
    check_event("{\"op\":\"set\"}", "unknown-op", &format!("field \"op\": found \"set\", expected one of {ops}"));
    check_event("{\"op\":1}", "unknown-op", &format!("field \"op\": found 1, expected one of {ops}"));
    let point = "expected a coordinate from [0,0] to [1,2]";
    check_event(r#"{"op":"SET","v":1}"#, "missing-field", &format!("SET: field \"p\": found nothing, {point}"));
    check_event(r#"{"op":"SET","p":[0,0],"v":1,"r":2}"#, "unknown-field", "SET: field \"r\": found 2, expected only op, p, v");
    for bad in ["[0]", "[0,0,0]", "[2,0]", "[0,-1]", "[0,1.0]", "[0,true]", "0", "[]", "null", "{}"] {
        check_event(
            &format!(r#"{{"op":"SET","p":{bad},"v":1}}"#),
            "bad-value",
            &format!("SET: field \"p\": found {bad}, {point}"),
        );
    }
    let bad = |event: &str, value: &str, expected: &str| {
        let (op, field) = (event.split('"').nth(3).unwrap(), event.split('?').next().unwrap().rsplit('"').nth(1).unwrap());
        let message = format!("{op}: field \"{field}\": found {value}, expected {expected}");
        check_event(&event.replace('?', value), "bad-value", &message);
    };
    for value in ["4", "-1", "1.0", "1e0", "true", "\"1\"", "null"] {
        bad(r#"{"op":"SET","p":[0,0],"v":?}"#, value, "a value of [0,1,2,3]");
    }
    for value in ["-1", "1.5", "true", "9223372036854775807", "99999999999999999999"] {
        bad(r#"{"op":"PAINT","a":[0,0],"r":?,"u":1,"v":2}"#, value, "an integer from 0 to 9223372036854775806");
    }
    for value in ["0", "4", "-1"] {
        bad(r#"{"op":"MOVE","v":?,"axis":0,"direction":1,"k":1}"#, value, "a nonzero value of [0,1,2,3]");
    }
    for value in ["2", "-1", "true"] {
        bad(r#"{"op":"COMPRESS","axis":?,"direction":1}"#, value, "an axis from 0 to 1");
    }
    for value in ["0", "2", "true", "1.0"] {
        bad(r#"{"op":"COMPRESS","axis":0,"direction":?}"#, value, "-1 or 1");
        bad(r#"{"op":"LAYER","p":[0,0],"s":?}"#, value, "-1 or 1");
    }
    let message = "REFLECT: field \"hi\": found [1,1], expected a coordinate of at least lo [0,2] on every axis";
    check_event(r#"{"op":"REFLECT","lo":[0,2],"hi":[1,1],"axis":0}"#, "bad-value", message);
}

#[test]
fn repeated_fields_of_an_event_name_the_event() {
    let text = line(&[("events", &format!("[{SET},{SET},{{\"op\":\"SET\",\"p\":[0,0],\"v\":1,\"v\":2}}]"))]);
    let offset = text.rfind("\"v\":2").unwrap();
    let error = Instance::open(&text).err().unwrap();
    let message = format!("event 3: byte {offset}: the key \"v\" is repeated, expected every key once");
    assert_eq!((error.code, error.event, error.to_string()), ("duplicate-key", Some(3), message));
}

#[test]
fn merges_that_leave_the_alphabet() {
    let events = r#"[{"op":"SET","p":[1,0],"v":2},{"op":"COMPRESS","axis":1,"direction":-1}]"#;
    check(
        &[("family", ""), ("events", events)],
        "out-of-alphabet",
        "event 2: found the sum 4 at [1,0], expected a value of [0,1,2,3]",
    );
}

#[test]
fn the_first_invalid_event_is_named_also_before_one_that_cannot_be_read() {
    let fields = [("alphabet", "[0,8]"), ("family", ""), ("initial", r#"{"cells":[[[0,0],8],[[0,1],8]]}"#)];
    let merge = r#"{"op":"COMPRESS","axis":1,"direction":-1}"#;
    let events = format!(r#"[{merge},{{"op":"SET"}}]"#);
    let message = "event 1: found the sum 16 at [0,0], expected a value of [0,8]";
    check(&[fields.as_slice(), &[("events", &events)]].concat(), "out-of-alphabet", message);
}

#[test]
fn declared_lengths_and_final_states_must_agree() {
    let events = format!("[{SET}]");
    let with = |name: &'static str, value: &'static str| [("events", events.as_str()), (name, value)];
    check_accepted(&with("length", "1"));
    for bad in ["0", "2", "1.0", "\"1\""] {
        let message = format!("field \"length\": found {bad}, expected 1, the number of events");
        check(&[("events", &events), ("length", bad)], "length-mismatch", &message);
    }
    // Null is like leaving the field out.
    check_accepted(&with("final", "null"));
    check_accepted(&with("length", "null"));
    check_accepted(&with("final", r#"{"cells":[[[1,1],2],[[0,0],2],[[0,2],1]]}"#));
    check(
        &with("final", r#"{"cells":[[[0,0],2],[[0,2],3],[[1,1],1]]}"#),
        "final-mismatch",
        "field \"final\": found 3 at [0,2], expected 1 as the events give it",
    );
    check(
        &with("final", r#"{"cells":[[[0,0],2],[[1,1],2]]}"#),
        "final-mismatch",
        "field \"final\": found 0 at [0,2], expected 1 as the events give it",
    );
    check(
        &with("final", r#"{"cells":[[[0,0],0]]}"#),
        "explicit-zero",
        "field \"final\": cells[0]: found the value 0, expected only nonzero cells to be listed",
    );
}

#[test]
fn an_accepted_line_is_written_back_with_all_that_it_carried() {
    let text = concat!(
        r#"{"condition":{"name":"é","list":[1.50,-0,1e5]},"events":[{"v":2,"p":[0,0],"op":"SET"}],"note":"a\u0041\"","alphabet":[2,0,1],"#,
        r#""trajectory":"t-0","shape":[2,3],"initial":{"cells":[[[1,1],2],[[0,2],1]]},"id":"x","we\"ird":null,"family":"MIX"}"#
    );
    let (instance, trace) = Instance::open(text).unwrap();
    let expected = concat!(
        r#"{"id":"x","trajectory":"t-0","family":"MIX","shape":[2,3],"alphabet":[2,0,1],"length":1,"#,
        r#""initial":{"cells":[[[0,2],1],[[1,1],2]]},"events":[{"op":"SET","p":[0,0],"v":2}],"#,
        r#""final":{"cells":[[[0,0],2],[[0,2],1],[[1,1],2]]},"#,
        r#""condition":{"name":"é","list":[1.50,-0,1e5]},"note":"a\u0041\"","we\"ird":null}"#
    );
    assert_eq!(instance.to_json(&trace), expected);
    // What was written is read as the same, and written as the same.
    let (again, trace) = Instance::open(expected).unwrap();
    assert_eq!(again.to_json(&trace), expected);
}
