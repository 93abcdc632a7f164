//! Protects the answer contract (paper C.3, clarifications 10 to 17): which part of a reply is read, what makes a state invalid and
//! where, and that nothing is repaired. All replies are about a world of shape [3,4] and alphabet 0 to 3.
//!
//! In the replies of the checks «…» marks the span that is extracted and ▲ the byte that a reason points at.

use grids::answer::{Answer, read, read_strict};
use grids::world::codec::write_state;
use grids::world::{Alphabet, Shape, Space, World};
use proptest::prelude::*;

fn space() -> Space {
    Space { shape: Shape::new(&[3, 4]).unwrap(), alphabet: Alphabet::new(&[0, 1, 2, 3]).unwrap() }
}

const GOOD: &str = r#"{"cells":[[[0,1],2]]}"#;

/// Takes the marks out of a reply: the reply, the marked span, the marked byte.
fn unmark(marked: &str) -> (String, Option<std::ops::Range<usize>>, Option<usize>) {
    let (mut reply, mut start, mut end, mut at) = (String::new(), None, None, None);
    for c in marked.chars() {
        match c {
            '«' => start = Some(reply.len()),
            '»' => end = Some(reply.len()),
            '▲' => at = Some(reply.len()),
            other => reply.push(other),
        }
    }
    (reply, start.zip(end).map(|(start, end)| start..end), at)
}

/// The state of a valid answer, and whether it also counts strictly.
fn check_valid(marked: &str, state: &str, strict: bool) {
    let (reply, span, _) = unmark(marked);
    match read(Some(&reply), &space()) {
        Answer::Valid { span: found, world } => {
            assert_eq!(write_state(&world), state, "{marked}");
            assert_eq!(Some(found), span, "{marked}");
        }
        other => panic!("{marked}: {other:?}"),
    }
    assert_eq!(read_strict(&reply, &space()).is_ok(), strict, "{marked}");
}

fn check_invalid(marked: &str, code: &str) {
    let (reply, span, at) = unmark(marked);
    match read(Some(&reply), &space()) {
        Answer::Invalid { span: found, reason } => {
            assert_eq!((reason.code, Some(reason.offset)), (code, at), "{marked}: {reason}");
            assert_eq!(found, span, "{marked}");
            assert!(reason.message.contains("found ") || reason.message.contains("is repeated"), "{}", reason.message);
            assert!(reason.message.contains("expected "), "{}", reason.message);
        }
        other => panic!("{marked}: {other:?}"),
    }
    assert!(read_strict(&reply, &space()).is_err(), "{marked}");
}

fn check_message(reply: &str, message: &str) {
    match read(Some(reply), &space()) {
        Answer::Invalid { reason, .. } => assert_eq!(reason.to_string(), message, "{reply}"),
        other => panic!("{reply}: {other:?}"),
    }
}

#[test]
fn empty_answers() {
    assert_eq!(read(None, &space()), Answer::Empty);
    // Unicode whitespace and the separators that Python strips (clarifications 16 and 17).
    for empty in ["", " ", "\n\t\r\u{b}\u{c}", "\u{1c}\u{1d}\u{1e}\u{1f}", "\u{85}\u{a0}\u{3000}\u{2028}"] {
        assert_eq!(read(Some(empty), &space()), Answer::Empty, "{empty:?}");
    }
    // What Python does not strip is content.
    for other in ["\u{200b}", "\u{feff}", "\u{1b}", "\u{0}"] {
        assert!(matches!(read(Some(other), &space()), Answer::Invalid { .. }), "{other:?}");
    }
}

#[test]
fn whole_objects() {
    check_valid(&format!("«{GOOD}»"), GOOD, true);
    check_valid(&format!(" \t\r\n«{GOOD}»\n"), GOOD, true);
    check_valid("«{\"cells\":[]}»", "{\"cells\":[]}", true);
    check_valid("«{ \"cells\" : [ [ [ 0 , 1 ] , 2 ] ] }»", GOOD, true);
    check_valid("«{\"\\u0063ells\":[]}»", "{\"cells\":[]}", true);
    // Any order of the cells is good.
    check_valid("«{\"cells\":[[[2,3],1],[[0,0],3]]}»", "{\"cells\":[[[0,0],3],[[2,3],1]]}", true);
    // -0 is the integer 0 (clarification 13).
    check_valid("«{\"cells\":[[[-0,1],2]]}»", GOOD, true);
}

#[test]
fn strict_reading_takes_the_text_as_it_is() {
    // Whitespace of Unicode is stripped for the semantic result only (clarification 15).
    for around in ["\u{a0}", "\u{85}", "\u{3000}", "\u{1f}", "\u{b}"] {
        check_valid(&format!("{around}«{GOOD}»"), GOOD, false);
        check_valid(&format!("«{GOOD}»{around}"), GOOD, false);
    }
    check_valid(&format!("\u{feff}«{GOOD}»"), GOOD, false);
    check_valid(&format!("```json\n«{GOOD}»\n```"), GOOD, false);
    check_valid(&format!("«{GOOD}»."), GOOD, false);
}

/// Situation 1: JSON in a fence, with prose after it.
#[test]
fn fences() {
    check_valid(&format!("```\n«{GOOD}»\n```"), GOOD, false);
    check_valid(&format!("```json\n«{GOOD}»\n```\nThis is the final state."), GOOD, false);
    check_valid(&format!("~~~\n«{GOOD}»\n~~~"), GOOD, false);
    check_valid(&format!("````json\n«{GOOD}»"), GOOD, false);
}

/// Situation 2: a draft and a final version.
#[test]
fn the_last_object_counts() {
    check_valid(&format!("First {{\"cells\":[]}}, but then «{GOOD}»"), GOOD, false);
    check_valid(&format!("{GOOD}«{GOOD}»"), GOOD, false);
    check_invalid(&format!("{GOOD} no: «{{\"cells\":▲1}}»"), "cells-not-an-array");
    // A broken draft does no harm.
    check_valid(&format!("{{\"cells\":[[[0,1],2]}} «{GOOD}»"), GOOD, false);
}

/// Situation 3: braces in the sentence after the answer. They decide, and nothing kinder happens (clarification 11).
#[test]
fn braces_after_the_answer_decide() {
    check_invalid(&format!("{GOOD} as «{{▲foo}}»"), "malformed-json");
    check_invalid(&format!("{GOOD} so \\boxed«{{▲5}}»"), "malformed-json");
    check_invalid(&format!("{GOOD} and «▲{{}}»"), "missing-cells");
    check_invalid(&format!("{GOOD} and ▲{{ then"), "unclosed-object");
}

/// Situation 4: brackets and braces before the answer.
#[test]
fn prose_before_the_answer_is_ignored() {
    check_valid(&format!("See [1] and {{about travel}}: «{GOOD}»"), GOOD, false);
    check_valid(&format!("[[0,1],2] ] «{GOOD}»"), GOOD, false);
    // An object inside an array is a candidate (clarification 12).
    check_valid(&format!("[«{GOOD}»]"), GOOD, false);
    // A closing brace at depth zero is ignored (clarification 10).
    check_valid(&format!("}} }} «{GOOD}» }}"), GOOD, false);
    // A brace that never closes swallows the rest, a good object included.
    check_invalid(&format!("set ▲{{ and then {GOOD}"), "unclosed-object");
}

/// Situation 5: strings count inside a candidate only.
#[test]
fn quotes_and_escapes() {
    check_valid(&format!("It's 5\" wide, \"open: «{GOOD}»"), GOOD, false);
    check_valid(&format!("{{\"a\":\"}}\"}} «{GOOD}»"), GOOD, false);
    check_valid(&format!("{{\"a\":\"\\\"}}{{\"}} «{GOOD}»"), GOOD, false);
    check_valid(&format!("{{\"a\":\"\\\\\"}} «{GOOD}»"), GOOD, false);
    // A quote that opens inside a candidate hides its closing brace.
    check_invalid("▲{ it is 5\" wide } and that is all", "unclosed-object");
    check_invalid("«{▲\"note\":\"{\",\"cells\":[]}»", "unknown-field");
}

/// Situation 6: a reply that was cut off is never closed.
#[test]
fn truncated_replies() {
    for end in 1..GOOD.len() {
        check_invalid(&format!("▲{}", &GOOD[..end]), "unclosed-object");
    }
    check_invalid(&format!("{{\"cells\":[]}}\n```json\n▲{}", &GOOD[..15]), "unclosed-object");
    check_invalid("«{\"cells\":[[[0,1],2]▲}»", "malformed-json");
}

/// Situation 7: reasoning blocks have no meaning in the protocol.
#[test]
fn reasoning_tags_are_prose() {
    check_valid(&format!("<think>maybe {{\"cells\":[]}}</think>«{GOOD}»"), GOOD, false);
    check_valid(&format!("<think>so «{GOOD}»"), GOOD, false);
    check_invalid(&format!("{GOOD}<think>or «{{▲x}}»</think>"), "malformed-json");
}

/// Situation 8: no window at the end of the reply.
#[test]
fn long_texts_around_the_answer() {
    let prose = "word ".repeat(1 << 19);
    check_valid(&format!("«{GOOD}» {prose}"), GOOD, false);
    check_valid(&format!("{prose}«{GOOD}»"), GOOD, false);
    check_valid(&format!("{}«{GOOD}»", "{\"cells\":[]} ".repeat(100_000)), GOOD, false);
    check_invalid(&format!("▲{prose}"), "no-object");
    let entries = ["[[0,1],2]"; 200_000].join(",");
    let second = "{\"cells\":[[[0,1],2],[".len();
    let Answer::Invalid { reason, .. } = read(Some(&format!("{{\"cells\":[{entries}]}}")), &space()) else { panic!("accepted") };
    assert_eq!((reason.code, reason.offset), ("duplicate-coordinate", second));
}

/// Situation 9: what other languages call an object.
#[test]
fn nothing_is_repaired() {
    check_invalid("«{▲'cells':[[[0,1],2]]}»", "malformed-json");
    check_invalid("«{▲cells:[[[0,1],2]]}»", "malformed-json");
    check_invalid("«{\"cells\":[[▲(0,1),2]]}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,1],2],▲]}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,1],2]],▲}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,▲True],2]]}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,1],▲None]]}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,1],2]] ▲// done\n}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,1],0▲2]]}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,▲+1],2]]}»", "malformed-json");
    check_invalid("«{\"cells\":[[[0,1],2]▲...]}»", "malformed-json");
    check_invalid("«{\"cells\":▲“”}»", "malformed-json");
}

/// Situation 10: Booleans are no integers; neither are floats, texts and null.
#[test]
fn integers_are_integer_literals() {
    for other in ["true", "false", "1.0", "1e0", "\"1\"", "null", "[1]", "{\"v\":1}", "-0.0"] {
        check_invalid(&format!("«{{\"cells\":[[[0,▲{other}],2]]}}»"), "not-an-integer");
        check_invalid(&format!("«{{\"cells\":[[[0,1],▲{other}]]}}»"), "not-an-integer");
    }
}

/// Situation 11: -0.
#[test]
fn negative_zero() {
    check_valid("«{\"cells\":[[[-0,1],2]]}»", GOOD, true);
    check_invalid("«{\"cells\":[[[0,1],▲-0]]}»", "explicit-zero");
}

/// Situation 12: repeated keys, anywhere.
#[test]
fn repeated_keys() {
    check_invalid("«{\"cells\":[],▲\"cells\":[]}»", "duplicate-key");
    check_invalid("«{\"cells\":[],▲\"\\u0063ells\":[[[0,1],2]]}»", "duplicate-key");
    check_invalid("«{\"cells\":[[[0,1],{\"a\":1,▲\"a\":1}]]}»", "duplicate-key");
}

/// Situation 13: non-finite numbers.
#[test]
fn non_finite_numbers() {
    check_invalid("«{\"cells\":[[[0,1],▲NaN]]}»", "non-finite-number");
    check_invalid("«{\"cells\":[[[0,▲-Infinity],2]]}»", "non-finite-number");
    check_invalid("«{\"cells\":▲Infinity}»", "non-finite-number");
}

/// Situation 14: cells outside the world make the answer invalid.
#[test]
fn cells_outside_the_world() {
    check_invalid("«{\"cells\":[[[0,1],2],[[0,▲4],1]]}»", "out-of-bounds");
    check_invalid("«{\"cells\":[[[▲3,0],1]]}»", "out-of-bounds");
    check_invalid("«{\"cells\":[[[▲-1,0],1]]}»", "out-of-bounds");
    check_invalid(&format!("«{{\"cells\":[[[▲{},0],1]]}}»", "9".repeat(23)), "out-of-bounds");
}

/// Situation 15: nesting of any depth.
#[test]
fn deep_nesting() {
    const DEPTH: usize = 100_000;
    let (open, close) = ("[".repeat(DEPTH), "]".repeat(DEPTH));
    check_invalid(&format!("«{{\"cells\":[▲{open}{close}]}}»"), "bad-entry");
    check_invalid(&format!("«{{\"cells\":{open}▲}}»"), "malformed-json");
    check_invalid(&format!("▲{}", "{".repeat(DEPTH)), "unclosed-object");
    check_invalid(&format!("«{{▲{}{}»", "{".repeat(DEPTH), "}".repeat(DEPTH + 1)), "malformed-json");
    check_invalid(&format!("«{{▲\"a\":{}1{}}}»", "{\"a\":".repeat(DEPTH), "}".repeat(DEPTH)), "unknown-field");
    check_invalid(&format!("▲{open}{close}"), "no-object");
    check_valid(&format!("{open}«{GOOD}»{close}"), GOOD, false);
}

#[test]
fn states_keep_to_the_contract() {
    check_invalid("▲no answer", "no-object");
    check_invalid("  ▲[[[0,1],2]]", "no-object");
    check_invalid("▲}", "no-object");
    // Only strict reading can meet something else than an object.
    let reason = read_strict(" [1]", &space()).unwrap_err();
    assert_eq!((reason.code, reason.offset), ("not-an-object", 1));
    check_invalid("«▲{}»", "missing-cells");
    check_invalid("«{▲\"state\":[]}»", "unknown-field");
    check_invalid("«{\"cells\":[],▲\"note\":\"\"}»", "unknown-field");
    check_invalid("«{▲\"Cells\":[]}»", "unknown-field");
    check_invalid("«{\"cells\":▲{}}»", "cells-not-an-array");
    check_invalid("«{\"cells\":▲null}»", "cells-not-an-array");
    for entry in ["1", "[]", "[[0,1]]", "[[0,1],2,3]", "{}", "\"\"", "null"] {
        check_invalid(&format!("«{{\"cells\":[▲{entry}]}}»"), "bad-entry");
    }
    for coordinate in ["[]", "[0]", "[0,1,2]", "0", "{}", "\"0,1\"", "null"] {
        check_invalid(&format!("«{{\"cells\":[[▲{coordinate},2]]}}»"), "bad-coordinate");
    }
    check_invalid("«{\"cells\":[[[0,1],▲0]]}»", "explicit-zero");
    for label in ["4", "-1", "65536", "99999999999999999999999"] {
        check_invalid(&format!("«{{\"cells\":[[[0,1],▲{label}]]}}»"), "undeclared-value");
    }
    check_invalid("«{\"cells\":[[[0,1],2],[[1,1],1],[▲[0,1],2]]}»", "duplicate-coordinate");
    check_invalid("«{\"cells\":[[[0,1],2],[▲[-0,1],2]]}»", "duplicate-coordinate");
    // The first fault in the order of the text is reported.
    check_invalid("«{\"cells\":[[[▲9,0],0],[[0,1],0],1]}»", "out-of-bounds");
}

#[test]
fn messages_say_what_was_found_where_and_what_was_expected() {
    check_message("x", "found no `{`, expected a JSON object {\"cells\":[…]}");
    check_message("{", "found a `{` that never closes, expected a `}` for it");
    check_message("{}", "found no field \"cells\", expected {\"cells\":[…]}");
    check_message("{\"cells\":[],\"x\":1}", "found the field \"x\", expected only \"cells\"");
    check_message("{\"cells\":7}", "found a number in \"cells\", expected an array");
    check_message("{\"cells\":[[[0,1],2],[0,1,2]]}", "cells[1]: found [0,1,2], expected [coordinate,value]");
    check_message("{\"cells\":[[[0],2]]}", "cells[0]: found the coordinate [0], expected a list of 2 integers");
    check_message("{\"cells\":[[[0,true],2]]}", "cells[0]: found true on axis 1, expected an integer");
    check_message("{\"cells\":[[[0,4],2]]}", "cells[0]: found 4 on axis 1, expected 0 to 3");
    check_message("{\"cells\":[[[0,1],1.0]]}", "cells[0]: found the value 1.0, expected an integer");
    check_message("{\"cells\":[[[0,1],0]]}", "cells[0]: found the value 0, expected only nonzero cells to be listed");
    check_message("{\"cells\":[[[0,1],9]]}", "cells[0]: found the value 9, expected a nonzero value of [0,1,2,3]");
    let again = "cells[2]: found [0,1] again (first in cells[0]), expected every cell once";
    check_message("{\"cells\":[[[0,1],2],[[1,1],2],[[0,1],3]]}", again);
    check_message("{\"cells\":[NaN]}", "found a non-finite number, expected a JSON value");
    check_message("{\"cells\":[],\"cells\":[]}", "the key \"cells\" is repeated, expected every key once");
    let long = format!("cells[0]: found the value {}…, expected a nonzero value of [0,1,2,3]", "9".repeat(40));
    check_message(&format!("{{\"cells\":[[[0,1],{}]]}}", "9".repeat(1000)), &long);
}

/// Pieces that replies are made of, so that random texts come near the contract.
fn reply() -> impl Strategy<Value = String> {
    let pieces = vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\"cells\"",
        "{\"cells\":[",
        "]}",
        "[[0,1],2]",
        "[[2,3],1]",
        "0",
        "-0",
        "1",
        "4",
        "1.0",
        "true",
        "NaN",
        " ",
        "\n",
        "\u{a0}",
        "\u{1f}",
        "```",
        "```json",
        "é",
        "😀",
        "\u{feff}",
        GOOD,
    ];
    prop_oneof![any::<String>(), prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|pieces| pieces.concat()),]
}

fn worlds() -> impl Strategy<Value = World> {
    prop::collection::vec(0u16..4, 12).prop_map(|values| {
        let mut world = World::empty(&space().shape);
        for (cell, value) in values.into_iter().enumerate() {
            world.set(cell, value);
        }
        world
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_harm(text in reply()) {
        match read(Some(&text), &space()) {
            Answer::Empty => prop_assert!(read_strict(&text, &space()).is_err()),
            Answer::Invalid { span, reason } => {
                prop_assert!(reason.offset <= text.len());
                prop_assert!(text.is_char_boundary(reason.offset));
                prop_assert!(read_strict(&text, &space()).is_err());
                if let Some(span) = span {
                    prop_assert!(span.contains(&reason.offset) || reason.offset == span.end);
                    prop_assert_eq!(text[span].chars().next(), Some('{'));
                }
            }
            Answer::Valid { span, world } => {
                // What was extracted says the same when it stands alone.
                prop_assert_eq!(read_strict(&text[span], &space()), Ok(world.clone()));
                // Strict reading never finds another state.
                if let Ok(strict) = read_strict(&text, &space()) {
                    prop_assert_eq!(strict, world);
                }
            }
        }
    }

    #[test]
    fn a_written_state_is_read_back(world in worlds()) {
        let text = write_state(&world);
        prop_assert_eq!(read_strict(&text, &space()), Ok(world.clone()));
        prop_assert_eq!(read(Some(&text), &space()), Answer::Valid { span: 0..text.len(), world });
    }

    #[test]
    fn prose_without_braces_costs_only_strictness(world in worlds(), before in "[^{}]*[^{}\\s]", after in "[^{}\\s][^{}]*") {
        let text = write_state(&world);
        for (before, after) in [(before.as_str(), ""), ("", after.as_str()), (before.as_str(), after.as_str())] {
            let reply = format!("{before}{text}{after}");
            prop_assert!(read_strict(&reply, &space()).is_err());
            let span = before.len()..before.len() + text.len();
            prop_assert_eq!(read(Some(&reply), &space()), Answer::Valid { span, world: world.clone() });
        }
    }
}
