//! Protects what is shown of a response: that it is the whole response or says what is left out, and that each stretch is what the
//! extraction takes it for.

use grids::answer::{Answer, Piece, pieces, read, read_strict};
use grids::model::inspector::{Kind, remarks, stretches};
use grids::world::{Alphabet, Shape, Space};

fn space() -> Space {
    Space { shape: Shape::new(&[2, 2]).unwrap(), alphabet: Alphabet::new(&[0, 1, 2]).unwrap() }
}

const STATE: &str = r#"{"cells":[[[0,1],2]]}"#;

/// The pieces as letters, with their texts.
fn told(text: &str) -> Vec<(char, &str)> {
    let letter = |piece| match piece {
        Piece::Space => ' ',
        Piece::Around => '~',
        Piece::PassedOver => '-',
        Piece::Parsed => '=',
        Piece::Unclosed => '!',
    };
    pieces(text).into_iter().map(|(piece, range)| (letter(piece), &text[range])).collect()
}

#[test]
fn pieces_are_what_the_extraction_does() {
    assert_eq!(told(""), []);
    assert_eq!(told(STATE), [('=', STATE)]);
    assert_eq!(told(&format!(" {STATE}\n")), [(' ', " "), ('=', STATE), (' ', "\n")]);
    assert_eq!(told(&format!("a {{1}} b {STATE} c")), [('~', "a "), ('-', "{1}"), ('~', " b "), ('=', STATE), ('~', " c")]);
    assert_eq!(told("{} {x"), [('-', "{}"), (' ', " "), ('!', "{x")]);
    assert_eq!(told("no object"), [('~', "no object")]);
    // What Python strips and JSON does not allow.
    assert_eq!(told(&format!("\u{a0}{STATE}")), [('~', "\u{a0}"), ('=', STATE)]);
}

#[test]
fn pieces_agree_with_reading() {
    let texts = ["", "x", "{", "{}", "{\"a\":\"}\"} {}", " \u{1c}{}\u{1f} ", "{{}}{", "```json\n{}\n```", "ä{ö}ü", "\u{feff}{}"];
    for text in texts {
        let pieces = pieces(text);
        let whole: String = pieces.iter().map(|(_, range)| &text[range.clone()]).collect();
        assert_eq!(whole, text, "{text:?}");
        let parsed = pieces.iter().find(|(piece, _)| *piece == Piece::Parsed).map(|(_, range)| range.clone());
        let span = match read(Some(text), &space()) {
            Answer::Empty => None,
            Answer::Invalid { span, .. } => span,
            Answer::Valid { span, .. } => Some(span),
        };
        assert_eq!(parsed, span, "{text:?}");
    }
    // Around costs the strict exact match, and space does not.
    for (text, strict) in [(format!("\t{STATE}\r\n"), true), (format!("x{STATE}"), false), (format!("\u{b}{STATE}"), false)] {
        assert_eq!(pieces(&text).iter().all(|(piece, _)| *piece != Piece::Around), strict, "{text:?}");
        assert_eq!(read_strict(&text, &space()).is_ok(), strict, "{text:?}");
    }
}

fn fault(text: &str) -> Vec<(Kind, String)> {
    stretches(text, &read(Some(text), &space())).into_iter().map(|stretch| (stretch.kind, stretch.text)).collect()
}

#[test]
fn the_fault_is_marked_where_it_is() {
    let text = r#"{"cells":[[[0,1],9]]}"#;
    let found = fault(text);
    let marked: Vec<&str> = found.iter().filter(|(kind, _)| *kind == Kind::Fault).map(|(_, text)| text.as_str()).collect();
    assert_eq!(marked, ["9"]);
    assert_eq!(found.iter().map(|(_, text)| text.as_str()).collect::<String>(), text);
    assert_eq!(fault("").len(), 0);
    // At the end, and on a character of several bytes.
    assert!(fault("{\"cells\":[").iter().any(|(kind, _)| *kind == Kind::Fault));
    assert_eq!(fault("äöü")[0], (Kind::Fault, "ä".to_owned()));
}

#[test]
fn long_stretches_are_cut_and_say_so() {
    let filler = "ä".repeat(1_000_000);
    let text = format!("{filler}{STATE}{filler}");
    let found = fault(&text);
    assert!(found.iter().map(|(_, text)| text.len()).sum::<usize>() < 4000);
    let omitted: Vec<&str> = found.iter().filter(|(kind, _)| *kind == Kind::Omitted).map(|(_, text)| text.as_str()).collect();
    assert_eq!(omitted, [" … 999400 characters … "; 2]);
    // Around a fault in the middle of a long object.
    let zeros = "[[0,0],1],".repeat(100_000);
    let found = fault(&format!("{{\"cells\":[{zeros}x]}}"));
    let at = found.iter().position(|(kind, _)| *kind == Kind::Fault).unwrap();
    assert!(found[at - 1].1.ends_with("[[0,0],1],") || found[at - 1].1.ends_with("[[0,0],"), "{:?}", found[at - 1]);
}

/// Very many objects are not all shown, and the fault among them is.
#[test]
fn many_stretches_are_cut_and_say_so() {
    let found = fault(&format!("{}{{\"cells\":[x]}}", "{} ".repeat(100_000)));
    assert!(found.len() < 210 && found.iter().any(|(kind, _)| *kind == Kind::Omitted), "{}", found.len());
    assert!(found.iter().any(|(kind, text)| *kind == Kind::Fault && text == "x"));
    let found = fault(&"{} ".repeat(100_000));
    assert!(found.len() < 210);
}

#[test]
fn remarks_say_what_it_cost() {
    assert_eq!(remarks(STATE), Vec::<String>::new());
    let fence = format!("Here: {{1}}\n```json\n{STATE}\n```");
    assert_eq!(
        remarks(&fence),
        [
            "1 object before the last one was passed over.",
            "The fence and the text around the object cost the strict exact match, for which the response is the object alone."
        ]
    );
    assert_eq!(remarks("{} {} {"), ["Objects before a { that never closes do not count."]);
    assert_eq!(remarks(&format!("{STATE}.")).len(), 1);
    assert_eq!(remarks(&format!("{{}} {STATE}")).len(), 2, "an object before it costs the strict exact match too");
}
