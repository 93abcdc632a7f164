//! Protects the strictness of the JSON reader (RFC 8259 and nothing more), the byte positions of its values and errors, the
//! literals that it keeps, and that no nesting harms it.

use base::json::{ErrorKind, Kind, Value, parse};

/// Every value in the order of the text, as `offset:text`, children after their parent.
fn walk(value: Value<'_, '_>, out: &mut Vec<String>) {
    out.push(format!("{}:{}", value.offset(), value.text()));
    value.items().for_each(|item| walk(item, out));
    for (key, value) in value.entries() {
        out.push(format!("{}:{}", key.offset(), key.text()));
        walk(value, out);
    }
}

fn check(text: &str, expected: &[&str]) {
    let document = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut found = Vec::new();
    walk(document.root(), &mut found);
    assert_eq!(found, expected, "{text}");
}

/// `expected` is the error's offset and message.
fn check_error(text: &str, expected: (usize, &str)) {
    match parse(text) {
        Ok(_) => panic!("{text}: accepted"),
        Err(error) => assert_eq!((error.offset, error.to_string().as_str()), expected, "{text}"),
    }
}

fn check_string(text: &str, expected: &str) {
    assert_eq!(parse(text).unwrap().root().string().as_deref(), Some(expected), "{text}");
}

fn check_integer(text: &str, expected: Option<i64>) {
    assert_eq!(parse(text).unwrap().root().integer(), expected, "{text}");
}

#[test]
fn values_know_where_they_stand() {
    check("null", &["0:null"]);
    check(" true ", &["1:true"]);
    check("[]", &["0:[]"]);
    check("{}", &["0:{}"]);
    check("[1, [2,[]] ,3]", &["0:[1, [2,[]] ,3]", "1:1", "4:[2,[]]", "5:2", "7:[]", "12:3"]);
    check(
        r#"{"a":{"b":[false]},"c":-1.5e+3}"#,
        &[
            r#"0:{"a":{"b":[false]},"c":-1.5e+3}"#,
            r#"1:"a""#,
            r#"5:{"b":[false]}"#,
            r#"6:"b""#,
            "10:[false]",
            "11:false",
            r#"19:"c""#,
            "23:-1.5e+3",
        ],
    );
    check("\t\r\n [ \"é\" , 1 ]\n", &["4:[ \"é\" , 1 ]", "6:\"é\"", "13:1"]);
}

#[test]
fn kinds_and_lengths() {
    let document = parse(r#"[null,true,1,"x",[1,[2]],{"a":[]}]"#).unwrap();
    let kinds: Vec<Kind> = document.root().items().map(Value::kind).collect();
    assert_eq!(kinds, [Kind::Null, Kind::Boolean, Kind::Number, Kind::String, Kind::Array, Kind::Object]);
    let lengths: Vec<usize> = document.root().items().map(Value::len).collect();
    assert_eq!(lengths, [0, 0, 0, 0, 2, 0]);
    assert!(!document.root().is_empty());
    // What is no object has no entries, and what is no array no items.
    assert_eq!(document.root().entries().count(), 0);
    assert_eq!(parse(r#"{"a":1}"#).unwrap().root().items().count(), 0);
}

#[test]
fn errors_say_what_stands_where() {
    check_error("", (0, "found the end of the text, expected a JSON value"));
    check_error("  ", (2, "found the end of the text, expected a JSON value"));
    check_error("[1,]", (3, "found `]`, expected a JSON value"));
    check_error("[1 2]", (3, "found `2`, expected `,` or `]`"));
    check_error("[1}", (2, "found `}`, expected `,` or `]`"));
    check_error("{\"a\":1]", (6, "found `]`, expected `,` or `}`"));
    check_error("{\"a\":1,}", (7, "found `}`, expected a key in double quotes"));
    check_error("{'a':1}", (1, "found `'`, expected a key in double quotes or `}`"));
    check_error("{a:1}", (1, "found `a`, expected a key in double quotes or `}`"));
    check_error("{\"a\" 1}", (5, "found `1`, expected `:`"));
    check_error("{\"a\":}", (5, "found `}`, expected a JSON value"));
    check_error("[1", (2, "found the end of the text, expected `,` or `]`"));
    check_error("1 2", (2, "found `2`, expected the end of the text"));
    check_error("[1] // no", (4, "found `/`, expected the end of the text"));
    check_error("True", (0, "found `T`, expected a JSON value"));
    check_error("nul", (0, "found `n`, expected a JSON value"));
    check_error("(1,2)", (0, "found `(`, expected a JSON value"));
    check_error("\u{feff}1", (0, "found U+FEFF, expected a JSON value"));
    check_error("[1,\u{a0}2]", (3, "found U+00A0, expected a JSON value"));
    check_error("é", (0, "found U+00E9, expected a JSON value"));
}

#[test]
fn numbers_keep_to_the_grammar() {
    for good in ["0", "-0", "10", "-1", "1.0", "0.5", "1e0", "1E+2", "1e-2", "-1.25e10", "123456789012345678901234567890"] {
        check(good, &[&format!("0:{good}")]);
    }
    check_error("01", (1, "found `1`, expected no digit after a leading zero"));
    check_error("-01", (2, "found `1`, expected no digit after a leading zero"));
    check_error("+1", (0, "found `+`, expected a JSON value"));
    check_error(".5", (0, "found `.`, expected a JSON value"));
    check_error("-", (1, "found the end of the text, expected a digit"));
    check_error("1.", (2, "found the end of the text, expected a digit"));
    check_error("1.e1", (2, "found `e`, expected a digit"));
    check_error("1e", (2, "found the end of the text, expected a digit"));
    check_error("0x10", (1, "found `x`, expected the end of the text"));
    check_error("1_000", (1, "found `_`, expected the end of the text"));
}

#[test]
fn integers_are_integer_literals() {
    check_integer("7", Some(7));
    check_integer("-7", Some(-7));
    check_integer("-0", Some(0));
    for other in ["1.0", "1e0", "-0.0", "true", "\"1\"", "null", "[1]"] {
        check_integer(other, None);
    }
    check_integer("9223372036854775807", Some(i64::MAX));
    check_integer("9223372036854775808", Some(i64::MAX));
    check_integer("-9223372036854775809", Some(i64::MIN));
    check_integer(&"9".repeat(100_000), Some(i64::MAX));
}

#[test]
fn non_finite_numbers_are_refused() {
    for (text, offset) in [("NaN", 0), ("[Infinity]", 1), ("[1,-Infinity]", 3)] {
        let error = parse(text).unwrap_err();
        assert_eq!((error.kind, error.offset), (ErrorKind::NonFinite, offset), "{text}");
    }
}

#[test]
fn strings_are_decoded() {
    check_string(r#""""#, "");
    check_string(r#""a\"b\\c\/d\b\f\n\r\t""#, "a\"b\\c/d\u{8}\u{c}\n\r\t");
    check_string(r#""\u0041\u00e9\u00E9""#, "Aéé");
    check_string(r#""\ud83d\ude00!""#, "😀!");
    check_string("\"é😀\u{7f}\"", "é😀\u{7f}");
    // A lone surrogate does not make the text useless.
    check_string(r#""\ud83d""#, "\u{fffd}");
    check_string(r#""\ud83dx""#, "\u{fffd}x");
    check_string(r#""\ud83d\u0041""#, "\u{fffd}A");
    check_string(r#""\ude00\ud83d\ude00""#, "\u{fffd}😀");
}

#[test]
fn strings_keep_to_the_grammar() {
    check_error("\"a", (2, "found the end of the text, expected `\"` at the end of the string"));
    check_error("\"a\nb\"", (2, "found U+000A, expected no raw control character in a string"));
    check_error("\"\\x41\"", (2, "found `x`, expected an escape such as `\\n` or `\\u0041`"));
    check_error("\"\\u00g0\"", (5, "found `g`, expected four hexadecimal digits"));
    check_error("\"\\u00é\"", (5, "found U+00E9, expected four hexadecimal digits"));
    check_error("\"\\", (2, "found the end of the text, expected an escape such as `\\n` or `\\u0041`"));
}

#[test]
fn repeated_keys_are_refused_where_they_stand() {
    let repeated = |key: &str| format!("the key {key:?} is repeated, expected every key once");
    check_error(r#"{"a":1,"b":2,"a":3}"#, (13, &repeated("a")));
    check_error(r#"[{"x":{"a":1,"a":1}}]"#, (13, &repeated("a")));
    // Escapes do not hide a repetition, and of several the first is named.
    check_error(r#"{"a":1,"b":2,"\u0062":3,"a":4}"#, (13, &repeated("b")));
    check(
        r#"[{"a":1},{"a":{"a":2}}]"#,
        &[
            r#"0:[{"a":1},{"a":{"a":2}}]"#,
            r#"1:{"a":1}"#,
            r#"2:"a""#,
            "6:1",
            r#"9:{"a":{"a":2}}"#,
            r#"10:"a""#,
            r#"14:{"a":2}"#,
            r#"15:"a""#,
            "19:2",
        ],
    );
}

#[test]
fn any_depth_can_be_read_and_dropped() {
    const DEPTH: usize = 100_000;
    let arrays = "[".repeat(DEPTH) + &"]".repeat(DEPTH);
    let document = parse(&arrays).unwrap();
    let mut depth = 0;
    let mut value = Some(document.root());
    while let Some(inner) = value {
        depth += 1;
        value = inner.items().next();
    }
    assert_eq!(depth, DEPTH);
    drop(document);
    let objects = "{\"a\":".repeat(DEPTH) + "0" + &"}".repeat(DEPTH);
    assert_eq!(parse(&objects).unwrap().root().entries().count(), 1);
    for text in ["[".repeat(DEPTH), "{\"a\":".repeat(DEPTH), "[{\"a\":".repeat(DEPTH)] {
        assert_eq!(parse(&text).unwrap_err().offset, text.len());
    }
}

#[test]
fn a_value_is_laid_out_for_people() {
    let numbers: Vec<String> = (0..60).map(|number| number.to_string()).collect();
    let numbers = format!("[{}]", numbers.join(","));
    let text = format!(r#"{{"a":1,"b":{{"c":{numbers}}},"d":[{{"x":1}},{{"y":[2,3]}},{{"long":"{}"}}]}}"#, "z".repeat(100));
    let laid = parse(&text).unwrap().root().lay_out();
    let expected = [
        "{",
        "  \"a\": 1,",
        "  \"b\": {",
        "    \"c\": [",
        "      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,",
        "      31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58,",
        "      59",
        "    ]",
        "  },",
        "  \"d\": [",
        "    {\"x\":1},",
        "    {\"y\":[2,3]},",
    ];
    assert_eq!(laid.lines().take(expected.len()).collect::<Vec<_>>(), expected);
    assert!(laid.ends_with("]\n}\n"));
    // Nothing but spaces has come in.
    assert_eq!(laid.replace([' ', '\n'], ""), text);
    assert_eq!(parse("[]").unwrap().root().lay_out(), "[]\n");
}

#[test]
fn no_depth_harms_the_layout() {
    const DEPTH: usize = 100_000;
    let text = "[".repeat(DEPTH) + &"]".repeat(DEPTH);
    let laid = parse(&text).unwrap().root().lay_out();
    assert!(laid.len() < text.len() + 200);
    assert_eq!(laid.replace([' ', '\n'], ""), text);
}
