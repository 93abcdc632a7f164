//! Protects the recognition of pasted text: what each kind of text is taken for, what is refused and where, that nothing is guessed
//! silently, and that no text does harm. Unless a test says otherwise the world has shape [3,4] and alphabet 0 to 3.
//!
//! In refused texts ▲ marks the place that is to blame.

use grids::gallery;
use grids::instance::Instance;
use grids::model::draft::paste::{Content, MOST_CELLS, Refusal, recognise};
use grids::model::draft::tools::Block;
use grids::world::codec::{list, write_state};
use grids::world::{Alphabet, Shape, Space, World};
use proptest::prelude::*;

fn space() -> Space {
    Space { shape: Shape::new(&[3, 4]).unwrap(), alphabet: Alphabet::new(&[0, 1, 2, 3]).unwrap() }
}

/// Sides and values of a block, or the state, or the text.
fn show(content: &Content) -> String {
    match content {
        Content::Instance(text) | Content::Events(text) => text.clone(),
        Content::State(world) => write_state(world),
        Content::Block(block) => format!("{} {}", list(block.sides()), list(block.cells())),
    }
}

#[track_caller]
fn check_in(space: &Space, text: &str, content: &str, sentence: &str) {
    match recognise(text, space) {
        Ok(pasted) => assert_eq!((show(&pasted.content).as_str(), pasted.sentence.as_str()), (content, sentence), "{text:?}"),
        Err(refusal) => panic!("{text:?}: {refusal}"),
    }
}

#[track_caller]
fn check(text: &str, content: &str, sentence: &str) {
    check_in(&space(), text, content, sentence);
}

#[track_caller]
fn check_refused(marked: &str, message: &str) {
    let text = marked.replacen('▲', "", 1);
    match recognise(&text, &space()) {
        Ok(pasted) => panic!("{marked:?}: {}", pasted.sentence),
        Err(refusal) => {
            assert_eq!(refusal.to_string(), message, "{marked:?}");
            assert_eq!(refusal.place.map(|place| place.offset), marked.find('▲'), "{marked:?}");
        }
    }
}

const BLOCK: &str = "[2,3] [0,1,2,3,0,1]";

#[test]
fn rows_of_numbers() {
    let values = "values 0 to 3, 4 of them not 0";
    let rows = [("0\t1\t2\n3\t0\t1", "tabs"), ("0,1,2\n3,0,1", "commas"), ("0; 1;2\n3;0 ;1", "semicolons")];
    for (text, separator) in rows.into_iter().chain([("0 1 2\n3 0 1", "spaces"), ("0|1|2\n3|0|1", "bars")]) {
        let sentence = format!("a block of 2 × 3 numbers separated by {separator}, {values}");
        check(text, BLOCK, &sentence);
        // Line ends, a byte order mark, empty lines around, no-break spaces.
        check(&text.replace('\n', "\r\n"), BLOCK, &sentence);
        check(&text.replace('\n', "\r"), BLOCK, &sentence);
        check(&format!("\u{feff}{text}\r\n"), BLOCK, &sentence);
        check(&format!("\n\n{text}\n  \n"), BLOCK, &sentence);
        check(&format!("\u{a0}{}\u{a0}", text.replace(' ', "\u{a0}\u{3000}")), BLOCK, &sentence);
        check(&format!("Here it is:\n```text\n{text}\n```\nDone."), BLOCK, &sentence);
    }
    check("  0   1  2\n  3   0  1", BLOCK, "a block of 2 × 3 numbers separated by spaces, values 0 to 3, 4 of them not 0");
    check(
        "\"0\",\"1\"\n\"2\",\"3\"",
        "[2,2] [0,1,2,3]",
        "a block of 2 × 2 numbers separated by commas, values 0 to 3, 3 of them not 0",
    );
    check("3", "[1,1] [3]", "a block of 1 × 1 numbers separated by spaces, all 3");
    check("1\n2\n3", "[3,1] [1,2,3]", "a block of 3 × 1 numbers separated by spaces, values 1 to 3, 3 of them not 0");
}

#[test]
fn empty_fields_are_zeros() {
    let sentence = "a block of 2 × 3 numbers separated by tabs, values 0 to 2, 2 of them not 0";
    check("\t1\t\n2\t\t", "[2,3] [0,1,0,2,0,0]", sentence);
    check(".\t1\t·\n2\tNone\tnull", "[2,3] [0,1,0,2,0,0]", sentence);
    check("0\t1\t\n2\t0\t", "[2,2] [0,1,2,0]", "a block of 2 × 2 numbers separated by tabs, values 0 to 2, 2 of them not 0");
    check("0, 1,\n2, 0,\n", "[2,2] [0,1,2,0]", "a block of 2 × 2 numbers separated by commas, values 0 to 2, 2 of them not 0");
    // Tabs at the end of some rows.
    check("0\t1\n2\t0\t\t", "[2,2] [0,1,2,0]", "a block of 2 × 2 numbers separated by tabs, values 0 to 2, 2 of them not 0");
    check(". 1\n2 .", "[2,2] [0,1,2,0]", "a block of 2 × 2 numbers separated by spaces, values 0 to 2, 2 of them not 0");
    // An empty row of a spreadsheet.
    check("1\t2\n\t\n3\t\n", "[3,2] [1,2,0,0,3,0]", "a block of 3 × 2 numbers separated by tabs, values 0 to 3, 3 of them not 0");
}

#[test]
fn markdown_and_drawn_tables() {
    let left_out = "a block of 2 × 3 numbers separated by bars, values 0 to 3, 4 of them not 0, its head left out";
    check("|0|1|2|\n|---|:-:|--:|\n| 0 | 1 | 2 |\n| 3 | 0 | 1 |", BLOCK, left_out);
    check("| | | |\n|-|-|-|\n| 0 | 1 | 2 |\n| 3 | 0 | 1 |", BLOCK, left_out);
    // A head that counts nothing is the first row.
    check(
        "| 1 | 1 |\n|---|---|\n| 0 | 2 |",
        "[2,2] [1,1,0,2]",
        "a block of 2 × 2 numbers separated by bars, values 0 to 2, 3 of them not 0",
    );
    let drawn = "┌───┬───┬───┐\n│ 0 │ 1 │ 2 │\n├───┼───┼───┤\n│ 3 │ 0 │ 1 │\n└───┴───┴───┘";
    check(
        &drawn.replace("├───┼───┼───┤\n", ""),
        BLOCK,
        "a block of 2 × 3 numbers separated by bars, values 0 to 3, 4 of them not 0",
    );
    check(
        "+---+---+\n| 3 | 0 |\n+===+===+\n| 0 | 1 |\n+---+---+",
        "[2,2] [3,0,0,1]",
        "a block of 2 × 2 numbers separated by bars, values 0 to 3, 2 of them not 0",
    );
}

#[test]
fn numbers_of_rows_and_columns_are_left_out_where_they_are_certain() {
    let left_out = ", values 0 to 3, 4 of them not 0, the numbers of its rows and columns left out";
    // As a board with its coordinates is copied.
    check("\t0\t1\t2\n0\t·\t1\t2\n1\t3\t·\t1", BLOCK, &format!("a block of 2 × 3 numbers separated by tabs{left_out}"));
    check("r\\c,0,1,2\n0,0,1,2\n1,3,0,1", BLOCK, &format!("a block of 2 × 3 numbers separated by commas{left_out}"));
    check(
        "| | 0 | 1 | 2 |\n|-|-|-|-|\n| 0 | 0 | 1 | 2 |\n| 1 | 3 | 0 | 1 |",
        BLOCK,
        &format!("a block of 2 × 3 numbers separated by bars{left_out}"),
    );
    // As pandas prints a frame.
    check("   0  1  2\n0  0  1  2\n1  3  0  1", BLOCK, &format!("a block of 2 × 3 numbers separated by spaces{left_out}"));
    // These may be values.
    check("0,1,2\n1,3,0", "[2,3] [0,1,2,1,3,0]", "a block of 2 × 3 numbers separated by commas, values 0 to 3, 4 of them not 0");
}

#[test]
fn digits_with_nothing_between_them() {
    let sentence = "a block of 2 × 3 numbers of one digit each, with nothing between them, values 0 to 3, 4 of them not 0";
    check("012\n301", BLOCK, sentence);
    check("  012\r\n  301\r\n", BLOCK, sentence);
    let zeros = "a block of 2 × 3 numbers of one digit each, with nothing between them, values 0 to 2, 2 of them not 0";
    check("..1\n2.0\n", "[2,3] [0,0,1,2,0,0]", zeros);
    check("·12\n3·1", BLOCK, sentence);
    // Rows that could all be fractions are.
    check_refused(
        "▲1.2\n3.1",
        "read as rows of numbers separated by spaces: line 1, column 1: found `1.2`, expected a whole number",
    );
    check_refused(
        "▲012\n30",
        "read as rows of numbers separated by spaces: line 1, column 1: found `012`, expected a number without leading zeros",
    );
    let wide = Space { alphabet: Alphabet::new(&[0, 1, 12]).unwrap(), ..space() };
    check_in(&wide, "12\n12", "[2,1] [12,12]", "a block of 2 × 1 numbers separated by spaces, all 12");
}

#[test]
fn lists_in_brackets() {
    let sentence = "a block of 2 × 3 numbers in nested lists, values 0 to 3, 4 of them not 0";
    let lists = [
        "[[0,1,2],[3,0,1]]",
        "[[0, 1, 2],\n [3, 0, 1],]\n",
        "[(0, 1, 2), (3, 0, 1)]",
        "((0, 1, 2), (3, 0, 1),)",
        "np.array([[0, 1, 2],\n          [3, 0, 1]])",
        "array([[0, 1, 2],\r\n       [3, 0, 1]], dtype=int8)",
        "[array([0, 1, 2]), array([3, 0, 1], dtype=np.uint8)]",
        "[[np.int64(0), np.int64(1), np.int64(2)], [3, 0, 1]]",
        "[[0 1 2]\n [3 0 1]]",
        "[['0', '1', '2'], [\"3\", '.', '1']]",
        "[[None, 1, 2], [3, null, 1]]",
        "[\n  [0, 1, 2],  # row 0 [of 2]\n  [3, 0, 1]   # row 1\n]",
        "[0, 1, 2]\n[3, 0, 1]\n",
        "[0, 1, 2],\n[3, 0, 1],\n",
        "```python\n[[0, 1, 2], [3, 0, 1]]\n```",
        "\u{feff}[[0,\u{a0}1, 2], [3, 0, 1]]",
    ];
    for text in lists {
        check(text, BLOCK, sentence);
    }
    for text in [
        "grid = [[0, 1, 2], [3, 0, 1]]",
        "After 8 events, the board is: [[0,1,2],[3,0,1]].",
        "Final: [[0,1,2],[3,0,1]]\n(2 rows)",
    ] {
        check(text, BLOCK, &format!("{sentence}, with other text around it"));
    }
    check("[0, 1, 2]", "[3] [0,1,2]", "a block of 3 numbers in a list, values 0 to 2, 2 of them not 0");
    check(
        "[[[1,2]],[[0,0]]]",
        "[2,1,2] [1,2,0,0]",
        "a block of 2 × 1 × 2 numbers in nested lists, values 0 to 2, 2 of them not 0",
    );
    check("[[[[[[0]]]]]]", "[1,1,1,1,1,1] [0]", "a block of 1 × 1 × 1 × 1 × 1 × 1 numbers in nested lists, all 0");
}

#[test]
fn coordinates_with_values() {
    let state = r#"{"cells":[[[0,3],2],[[1,1],3]]}"#;
    let sentence = "a list of 2 cells with values, 2 of them not 0";
    let lists = [
        "[0,3] 2\n[1,1] 3",
        "[1,1] 3\r\n[0,3] 2\r\n",
        "(0, 3): 2\n(1, 1): 3",
        "(0,3) -> 2, (1,1) => 3",
        "(0,3) = 2; (1,1) = 3",
        "{(0, 3): 2, (1, 1): 3}",
        "{(0, 3): 2, (1, 1): 3,}",
        "Counter({(0, 3): 2, (1, 1): 3})",
        "{(np.int64(0), np.int64(3)): np.int64(2), (1, 1): 3}",
        "{\"(0, 3)\": 2, \"(1, 1)\": 3}",
        "[[[0,3],2],[[1,1],3]]",
        "[((0, 3), 2), ((1, 1), 3)]",
        "[[0,3],2],[[1,1],3]",
        "{'cells': [[[0, 3], 2], [[1, 1], 3]]}",
    ];
    for text in lists {
        check(text, state, sentence);
    }
    check("The state is {(0, 3): 2, (1, 1): 3}.", state, &format!("{sentence}, with other text around it"));
    // A listed 0 is no error here.
    check("[0,3] 0", r#"{"cells":[]}"#, "a list of 1 cell with values, 0 of them not 0");
    check("[[0,3],2]", r#"{"cells":[[[0,3],2]]}"#, "a list of 1 cell with values, 1 of them not 0");
    let line = Space { shape: Shape::new(&[100_000]).unwrap(), ..space() };
    check_in(&line, "{70000: 2, (1,): 3}", r#"{"cells":[[[1],3],[[70000],2]]}"#, sentence);
    check_refused(
        "{▲0: 2}",
        "read as lists in brackets: line 1, column 2: found something else, expected a coordinate from [0,0] to [2,3]",
    );
    check_refused("[0,3] 2\n[1,▲4] 3", "read as lists in brackets: line 2, column 4: found 4 on axis 1, expected 0 to 3");
    check_refused(
        "[0,3] 2\n▲[1,1,1] 3",
        "read as lists in brackets: line 2, column 1: found something else, expected a coordinate from [0,0] to [2,3]",
    );
    check_refused(
        "[0,3] 2\n▲[0,3] 3",
        "read as lists in brackets: line 2, column 1: found a coordinate again, expected every cell once",
    );
    check_refused("[0,3] ▲9", "read as lists in brackets: line 1, column 7: found the value 9, expected one of [0,1,2,3]");
    check_refused(
        "[0,3] 2\n▲[1,1]",
        "read as lists in brackets: line 2, column 1: found a coordinate without a number behind it, expected its value",
    );
    check_refused(
        "[[[0,3],2],▲[[1,1],3,3]]",
        "read as lists in brackets: line 1, column 12: found something else, expected a coordinate and a value",
    );
}

#[test]
fn answers() {
    let state = r#"{"cells":[[[0,3],2]]}"#;
    check(state, state, "an answer with 1 occupied cell");
    check(" {\"cells\": [ ] }\n", r#"{"cells":[]}"#, "an answer with 0 occupied cells");
    check(&format!("Sure! {state} is [it]."), state, "an answer with 1 occupied cell, with other text around it");
    check(&format!("```json\n{state}\n```"), state, "an answer with 1 occupied cell, with other text around it");
    check(&format!("{{\"cells\":[]}} no: {state}"), state, "an answer with 1 occupied cell, the last of several objects");
    check(
        &format!("```\n{{\"cells\":[]}}\n```\n```\n{state}\n```\n").replace("```\n```", ""),
        state,
        "an answer with 1 occupied cell, the last of several objects",
    );
    // The reasons are those of the strict contract.
    check_refused(
        "so:\n{\"cells\":[[[0,3],▲0]]}",
        "read as an answer: line 2, column 18: cells[0]: found the value 0, expected only nonzero cells to be listed",
    );
    check_refused(
        "so: ▲{\"cells\":[[[0,3],2]",
        "read as an answer: line 1, column 5: found a `{` that never closes, expected a `}` for it",
    );
    check_refused("{\"cells\":[[[0,3],2],▲]}", "read as an answer: line 1, column 21: found `]`, expected a JSON value");
}

#[test]
fn instances_and_events() {
    for entry in gallery::entries() {
        let (instance, _) = Instance::open(entry.line).unwrap();
        let name = format!("an instance named {}, with ", instance.id);
        for text in [entry.line.to_owned(), format!("\u{feff}{}\r\n", entry.line), format!("```json\n{}\n```", entry.line)] {
            let pasted = recognise(&text, &space()).unwrap();
            assert_eq!(pasted.content, Content::Instance(entry.line.trim().to_owned()));
            assert!(pasted.sentence.starts_with(&name), "{}", pasted.sentence);
        }
        if instance.events.len() > 1 {
            let events = instance.events_json();
            check(&events, &events, &format!("{} events", instance.events.len()));
            let lines = events.trim_matches(['[', ']']).replace("},{", "}\n{");
            let sentence = format!("{} events", instance.events.len());
            assert_eq!(recognise(&lines, &space()).unwrap().sentence, sentence);
        }
    }
    let event = r#"{"op":"SET","p":[2,3],"v":1}"#;
    check(event, &format!("[{event}]"), "one event, SET");
    check(&format!("[{event}]"), &format!("[{event}]"), "1 event");
    check(r#"{"shape":[2],"events":7}"#, r#"{"shape":[2],"events":7}"#, "an instance without a name, with 0 events");
    check_refused(
        "{\"id\":\"a\",\"shape\":[2],\"events\":[]}\n▲{\"id\":\"b\",\"shape\":[2],\"events\":[]}",
        "read as an instance: line 2, column 1: found 2 objects, one on each line, expected one instance",
    );
    check_refused(
        "{\"shape\":[2],\"events\":[▲",
        "read as an instance: line 1, column 24: found the end of the text, expected a JSON value",
    );
    check_refused("[{\"op\":\"SET\",▲}]", "read as events: line 1, column 14: found `}`, expected a key in double quotes");
}

#[test]
fn what_is_refused_says_where_and_why() {
    check_refused("▲", "read as a text: line 1, column 1: found nothing, expected cells, events or an instance");
    check_refused("\u{feff}▲ \r\n\t", "read as a text: line 1, column 1: found nothing, expected cells, events or an instance");
    let tabs = "read as rows of numbers separated by tabs: ";
    check_refused("0\t1\n2\t▲-1", &format!("{tabs}line 2, column 3: found `-1`, expected a whole number"));
    check_refused("0\t1\r\n2\t ▲2.5", &format!("{tabs}line 2, column 4: found `2.5`, expected a whole number"));
    check_refused("0\t1\r2\t▲1.0", &format!("{tabs}line 2, column 3: found `1.0`, expected a whole number"));
    check_refused("0\t1\n2\t▲foo bar", &format!("{tabs}line 2, column 3: found `foo`, expected a whole number"));
    check_refused("0\t1\n2\t▲99999999999", &format!("{tabs}line 2, column 3: found `99999999999`, expected a smaller number"));
    check_refused(
        "0\t1\t2\n2\t▲1\n1\t1\t1",
        &format!("{tabs}line 2, column 3: found a row of 2, expected 3 as in the longest one"),
    );
    check_refused(
        "0\t1\n2\t▲7\n9\t4",
        &format!("{tabs}line 2, column 3: found 7 and 2 more outside the alphabet, expected values of [0,1,2,3]"),
    );
    check_refused(
        "0 1\n▲\n2 1",
        "read as rows of numbers separated by spaces: line 2, column 1: found an empty line, expected rows without gaps",
    );
    check_refused(
        "▲0,5;1,0",
        "read as rows of numbers separated by semicolons: line 1, column 1: found `0,5`, expected a whole number",
    );
    check_refused(
        "▲Hello, world",
        "read as rows of numbers separated by commas: line 1, column 1: found `Hello`, expected a whole number",
    );
    check_refused(
        "1 ▲\u{200b}2",
        "read as rows of numbers separated by spaces: line 1, column 3: found `\\u{200b}2`, expected a whole number",
    );
    check_refused(
        "```\n1\n```\n▲```\n2\n```",
        "read as text with fenced blocks: line 4, column 1: found another fenced block, expected only one",
    );
}

#[test]
fn lists_that_are_refused_say_where_and_why() {
    let check = |marked: &str, message: &str| {
        let refusal = format!(
            "read as lists in brackets: line {}, column {}: {message}",
            marked[..marked.find('▲').unwrap()].matches('\n').count() + 1,
            marked[..marked.find('▲').unwrap()].rsplit('\n').next().unwrap().chars().count() + 1
        );
        check_refused(marked, &refusal);
    };
    check("[[0,1],\n ▲[2]]", "found a list of 1, expected 2 as in the first one");
    check("[[0,1],[1,1],▲2]", "found a number, expected a list as before");
    check("[0,▲[2]]", "found a list, expected a number as before");
    check("[[1],▲[]]", "found an empty list, expected numbers");
    check("▲[]", "found an empty list, expected numbers");
    check("▲{}", "found `{`, expected a list or a number");
    check("[{1,2},▲x]", "found `x`, expected a whole number");
    check("[1,▲,2]", "found `,`, expected a number or a list");
    check("[0, ▲-1]", "found `-1`, expected a whole number");
    check("[0, ▲1.0]", "found `1.0`, expected a whole number");
    check("[▲0. 1.]", "found `0.`, expected a whole number");
    check("[0, ▲true]", "found `true`, expected a whole number");
    check("[[0 1 ▲... 2]]", "found `...`, expected a whole number");
    check("[0 1▲; 1 0]", "found `;`, expected a whole number");
    check("[0▲:3]", "found `:`, expected a whole number");
    check("[0, 1▲)", "found `)`, expected `]`");
    check("[0, 1]▲)", "found `)`, expected a bracket that opens before it");
    check("▲[[0, 1]", "found a `[` that never closes, expected a `]` for it");
    check("[[[[[[▲[1]]]]]]]", "found more than 6 lists inside each other, expected at most that many");
    check("either [[0]] or ▲[[1]]", "found another list, expected only one");
    check("▲either [0] or [1]", "found `either`, expected a whole number");
    check("[0, ▲7, 9]", "found 7 and 1 more outside the alphabet, expected values of [0,1,2,3]");
    check("(▲see above)", "found `see`, expected a whole number");
    check("(0, 1)\n(0, ▲-1)", "found `-1`, expected a whole number");
    check("[0, 1]\n[0, ▲x]", "found `x`, expected a whole number");
}

#[test]
fn large_texts_are_read_or_refused() {
    let row = format!("{}0\n", "0\t".repeat(2047));
    let refused = |text: &str| recognise(text, &space()).unwrap_err();
    let too_many = format!("found more than {MOST_CELLS} numbers, expected at most that many");
    assert_eq!(refused(&row.repeat(2049)).detail, too_many);
    assert_eq!(refused(&format!("[{}]", "1 ".repeat(MOST_CELLS + 1))).detail, too_many);
    assert_eq!(refused(&"[],".repeat(2 * MOST_CELLS + 1)).detail, too_many);
    for (text, bracket) in [("[".repeat(1 << 20), '['), ("{(".repeat(1 << 19), '(')] {
        assert_eq!(refused(&text).detail.chars().nth(9), Some(bracket));
    }
    let nested = format!("{}1{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    assert_eq!(refused(&nested).detail, "found more than 6 lists inside each other, expected at most that many");
    assert_eq!(refused(&" ".repeat((64 << 20) + 1)).place, None);
}

/// Texts that are nearly something.
fn texts() -> impl Strategy<Value = String> {
    let pieces = vec![
        "0",
        "1",
        "3",
        "12",
        "7",
        "-1",
        "2.5",
        "None",
        ".",
        "·",
        "foo",
        "np.array(",
        "x(",
        "=",
        ":",
        ";",
        "->",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        ",",
        "|",
        "│",
        "|---|",
        "\t",
        " ",
        "\n",
        "\r\n",
        "\r",
        "\u{a0}",
        "\u{feff}",
        "\"",
        "'",
        "#",
        "```",
        "\n```\n",
        "é",
        "😀",
        "\"cells\"",
        "cells",
        "\"op\"",
        "\"events\"",
        "[0,3] 2",
        "(0,3): 2",
        "[[0,1],[1,0]]",
        "{\"cells\":[]}",
        "{\"op\":\"SET\"}",
        "0\t1\n",
        "012\n",
    ];
    prop_oneof![any::<String>(), prop::collection::vec(prop::sample::select(pieces), 0..16).prop_map(|pieces| pieces.concat())]
}

fn blocks() -> impl Strategy<Value = Block> {
    prop::collection::vec(1u32..5, 1..=6).prop_flat_map(|sides| {
        let volume = Shape::new(&sides).unwrap().volume();
        prop::collection::vec(0u16..4, volume).prop_map(move |cells| Block::new(&sides, cells).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_harm(text in texts()) {
        match recognise(&text, &space()) {
            Ok(pasted) => match pasted.content {
                Content::Block(block) => {
                    prop_assert!(block.cells().iter().all(|&value| value < 4));
                    prop_assert_eq!(block.sides().iter().product::<u32>() as usize, block.cells().len());
                }
                Content::State(world) => prop_assert_eq!(world.shape(), &space().shape),
                Content::Instance(_) | Content::Events(_) => {}
            },
            Err(Refusal { place, detail, .. }) => {
                prop_assert!(detail.contains("found ") || detail.contains("is repeated"), "{}", detail);
                prop_assert!(detail.contains("expected "), "{}", detail);
                let place = place.unwrap();
                prop_assert!(place.offset <= text.len() && text.is_char_boundary(place.offset));
                prop_assert!(place.line >= 1 && place.column >= 1);
            }
        }
    }

    /// What a block writes for the clipboard is the same block again, without the sides of 1 that rows do not show.
    #[test]
    fn a_copied_block_is_recognised(block in blocks()) {
        let pasted = recognise(&block.to_text(), &space()).unwrap();
        let Content::Block(found) = pasted.content else { panic!("{}", pasted.sentence) };
        prop_assert_eq!(found.cells(), block.cells());
        let long = |block: &Block| block.sides().iter().copied().filter(|&side| side > 1).collect::<Vec<u32>>();
        prop_assert_eq!(long(&found), long(&block));
        if found.sides().len() > 2 {
            prop_assert_eq!(found, block);
        }
    }

    #[test]
    fn a_state_is_recognised_in_every_form(values in prop::collection::vec(0u16..4, 12)) {
        let mut world = World::empty(&space().shape);
        for (cell, value) in values.into_iter().enumerate() {
            world.set(cell, value);
        }
        let cells = || world.cells().iter().enumerate().filter(|(_, value)| **value != 0);
        let points = |cell| space().shape.point(cell);
        let lines: Vec<String> = cells().map(|(cell, value)| format!("{} {value}", list(&points(cell)))).collect();
        let pairs: Vec<String> = cells().map(|(cell, value)| format!("({}, {}): {value}", points(cell)[0], points(cell)[1])).collect();
        let mut texts = vec![write_state(&world)];
        if !lines.is_empty() {
            texts.extend([lines.join("\n"), format!("{{{}}}", pairs.join(", "))]);
        }
        for text in texts {
            prop_assert_eq!(recognise(&text, &space()).map(|pasted| pasted.content), Ok(Content::State(world.clone())));
        }
    }
}
