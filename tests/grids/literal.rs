//! Protects the paper's own examples: every case here has a result written down by hand, which both executors must give.

use grids::verify::Step;
use std::collections::BTreeSet;

use crate::both::{Replay, points, replay_both};

const A2: &[u16] = &[0, 1];
const A4: &[u16] = &[0, 1, 2, 3];
const TILES: &[u16] = &[0, 1, 2, 4, 8];

/// One valid event on a board turns it into another board.
#[track_caller]
fn check(alphabet: &[u16], before: &str, event: &str, after: &str) {
    let (shape, steps) = run(alphabet, before, &[event]);
    assert_eq!(board(&shape, &steps[0]), after, "{event} on {before}");
}

/// A valid event that changes nothing.
#[track_caller]
fn check_no_op(alphabet: &[u16], before: &str, event: &str) {
    check(alphabet, before, event, before);
}

/// The accounting of one valid event: its scan, and for each cell `W` written and changed, `w` written and unchanged, `r` only
/// read, `.` neither.
#[track_caller]
fn check_reads(alphabet: &[u16], before: &str, event: &str, scan: u64, marks: &str) {
    let (shape, steps) = run(alphabet, before, &[event]);
    let step = &steps[0];
    let mark = |x: &Vec<i64>| match (step.changed.contains(x), step.writes.contains(x), step.reads.contains(x)) {
        (true, true, _) => "W",
        (false, true, _) => "w",
        (false, false, true) => "r",
        (false, false, false) => ".",
        (true, false, _) => "changed but not written",
    };
    assert_eq!(layout(&shape, mark), marks, "{event} on {before}");
    assert_eq!(step.scan, scan, "{event} on {before}");
}

/// A history whose event at this 1-based position is invalid, and no earlier one.
#[track_caller]
fn check_invalid(alphabet: &[u16], before: &str, events: &[&str], position: usize) {
    let (_, replay) = replay(alphabet, before, events);
    assert_eq!((replay.invalid, replay.steps.len()), (Some(position), position - 1), "{events:?} on {before}");
}

#[track_caller]
fn run(alphabet: &[u16], before: &str, events: &[&str]) -> (Vec<u32>, Vec<Step>) {
    let (shape, replay) = replay(alphabet, before, events);
    assert_eq!(replay.invalid, None, "{events:?} on {before}");
    (shape, replay.steps)
}

/// Reads a board: values apart by spaces, rows by ` / `, layers by ` // `.
#[track_caller]
fn replay(alphabet: &[u16], before: &str, events: &[&str]) -> (Vec<u32>, Replay) {
    let rows = before.split('/').filter(|row| !row.trim().is_empty());
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split_whitespace().collect()).collect();
    let (layers, columns) = (before.split("//").count(), rows[0].len());
    let shape = match (layers, rows.len()) {
        (1, 1) => vec![columns as u32],
        (1, rows) => vec![rows as u32, columns as u32],
        (layers, rows) => vec![layers as u32, (rows / layers) as u32, columns as u32],
    };
    let values = rows.concat();
    assert_eq!(values.len() as u32, shape.iter().product::<u32>(), "{before} is no board");
    let listed = points(&shape).into_iter().zip(values).filter(|(_, value)| *value != "0");
    let listed: Vec<String> = listed.map(|(x, value)| format!("[{x:?},{value}]")).collect();
    let events: Vec<String> = events.iter().map(|event| event.to_string()).collect();
    let initial = format!("{{\"cells\":[{}]}}", listed.join(","));
    (shape.clone(), replay_both(&shape, alphabet, &initial, &events).unwrap_or_else(|difference| panic!("{difference}")))
}

fn board(shape: &[u32], step: &Step) -> String {
    layout(shape, |x| step.state.get(x).copied().unwrap_or(0))
}

fn layout<T: ToString>(shape: &[u32], cell: impl Fn(&Vec<i64>) -> T) -> String {
    let mut out = String::new();
    for x in points(shape) {
        // The number of axes that start anew here says what stands before the cell.
        let new = x.iter().rev().take_while(|at| **at == 0).count();
        out.push_str(match new {
            _ if out.is_empty() => "",
            0 => " ",
            1 => " / ",
            _ => " // ",
        });
        out.push_str(&cell(&x).to_string());
    }
    out
}

fn set(cells: &[[i64; 2]]) -> BTreeSet<Vec<i64>> {
    cells.iter().map(|x| x.to_vec()).collect()
}

// Table 6.

#[test]
fn table_6() {
    check(A4, "0 1 1 2 0", r#"{"op":"PAINT","a":[2],"r":1,"u":1,"v":3}"#, "0 3 3 2 0");
    check(A4, "1 0 2 3 0", r#"{"op":"REFLECT","lo":[1],"hi":[4],"axis":0}"#, "1 0 3 2 0");
    check(A4, "1 2 0 3 0", r#"{"op":"STENCIL","a":[2],"r":1}"#, "1 3 1 3 0");
    check(A4, "1 2 0 3 1", r#"{"op":"MIX","p":[0],"r":2}"#, "1 1 0 3 1");
    check(A4, "1 1 0 1 2", r#"{"op":"RELABEL","p":[0],"v":2}"#, "2 2 0 1 2");
    check(A4, "0 1 1 0 2", r#"{"op":"LAYER","p":[1],"s":1}"#, "1 1 1 1 2");
}

/// The rows that our copy of the table has lost, from the sentences of B.4, and lines of the table's kind.
#[test]
fn lines_of_move_and_compress() {
    check(TILES, "2 2 4", r#"{"op":"COMPRESS","axis":0,"direction":-1}"#, "4 4 0");
    check(TILES, "4 4 0", r#"{"op":"COMPRESS","axis":0,"direction":-1}"#, "8 0 0");
    check(TILES, "4 2 2 0", r#"{"op":"COMPRESS","axis":0,"direction":-1}"#, "4 4 0 0");
    // Opposite directions choose different pairs of three equal tiles.
    check(TILES, "2 2 2", r#"{"op":"COMPRESS","axis":0,"direction":-1}"#, "4 2 0");
    check(TILES, "2 2 2", r#"{"op":"COMPRESS","axis":0,"direction":1}"#, "0 2 4");
    check(TILES, "0 2 0 2 4", r#"{"op":"COMPRESS","axis":0,"direction":1}"#, "0 0 0 4 4");
    check(A4, "1 1 0 2 0", r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":3}"#, "0 1 1 2 0");
    check(A4, "0 2 0 0 1", r#"{"op":"MOVE","v":1,"axis":0,"direction":-1,"k":4}"#, "0 2 1 0 0");
}

// B.1: SET, and the event as text.

#[test]
fn set_writes_zero_too_and_has_scan_one() {
    check(A4, "1 0 2", r#"{"op":"SET","p":[1],"v":3}"#, "1 3 2");
    check(A4, "1 0 2", r#"{"op":"SET","p":[0],"v":0}"#, "0 0 2");
    check_reads(A4, "1 0 2", r#"{"op":"SET","p":[0],"v":0}"#, 1, "W . .");
    check_reads(A4, "1 0 2", r#"{"op":"SET","p":[2],"v":2}"#, 1, ". . w");
    check_reads(A4, "1 0 2", r#"{"op":"SET","p":[1],"v":0}"#, 1, ". w .");
}

#[test]
fn fields_are_the_parameters_and_nothing_else() {
    let valid = r#"{"op":"SET","p":[1],"v":1}"#;
    check(A4, "0 0", r#"{"v":1, "p":[1], "op":"SET"}"#, "0 1");
    check(A4, "0 0", r#"{"\u006fp":"\u0053ET","p":[-0],"v":1}"#, "1 0");
    for invalid in [
        "null",
        "[]",
        "{}",
        r#""SET""#,
        r#"{"p":[1],"v":1}"#,
        r#"{"op":"SET","v":1}"#,
        r#"{"op":"SET","p":[1]}"#,
        r#"{"op":"SET","p":[1],"v":1,"w":1}"#,
        r#"{"op":"SET","p":[1],"v":1,"v":1}"#,
        r#"{"op":"SET","op":"SET","p":[1],"v":1}"#,
        r#"{"op":"set","p":[1],"v":1}"#,
        r#"{"op":"ROTATE","p":[1],"v":1}"#,
        r#"{"op":1,"p":[1],"v":1}"#,
        r#"{"op":"SET","p":1,"v":1}"#,
        r#"{"op":"SET","p":[],"v":1}"#,
        r#"{"op":"SET","p":[1,0],"v":1}"#,
        r#"{"op":"SET","p":[2],"v":1}"#,
        r#"{"op":"SET","p":[-1],"v":1}"#,
        r#"{"op":"SET","p":[1.0],"v":1}"#,
        r#"{"op":"SET","p":["1"],"v":1}"#,
        r#"{"op":"SET","p":[4294967297],"v":1}"#,
        r#"{"op":"SET","p":[1],"v":true}"#,
        r#"{"op":"SET","p":[1],"v":1.0}"#,
        r#"{"op":"SET","p":[1],"v":1e0}"#,
        r#"{"op":"SET","p":[1],"v":4}"#,
        r#"{"op":"SET","p":[1],"v":-1}"#,
        r#"{"op":"SET","p":[1],"v":65537}"#,
        r#"{"op":"SET","p":[1],"v":null}"#,
    ] {
        check_invalid(A4, "0 0", &[valid, invalid, valid], 2);
    }
}

/// Clarification 8, and 9 with a repeated field, which makes the rest of the text unreadable.
#[test]
fn replay_stops_at_the_first_invalid_event() {
    let set = r#"{"op":"SET","p":[0],"v":1}"#;
    let paint = r#"{"op":"PAINT","a":[0],"r":0,"u":1,"v":1}"#;
    let mix = r#"{"op":"MIX","p":[0],"r":0}"#;
    let repeated = r#"{"op":"SET","p":[0],"v":1,"p":[0]}"#;
    check_invalid(A4, "0 0", &[set, paint, set, mix, paint], 4);
    check_invalid(A4, "0 0", &[set, paint, repeated, mix], 3);
    check_invalid(A4, "0 0", &[mix, paint, repeated], 2);
    check_invalid(A4, "0 0", &[repeated, repeated], 1);
    // An invalid event of another family is invalid all the same, and does not choose the family.
    check_invalid(A4, "0 0", &[r#"{"op":"MIX","p":[0],"r":-1}"#, paint], 1);
    assert_eq!(run(A4, "1 0", &[]).1.len(), 0);
}

// B.2.

#[test]
fn paint_replaces_one_label_in_a_ball() {
    let ball = r#"{"op":"PAINT","a":[1,1],"r":1,"u":0,"v":2}"#;
    check(A4, "0 0 0 / 1 0 0 / 0 3 0", ball, "0 2 0 / 1 2 2 / 0 3 0");
    check_reads(A4, "0 0 0 / 1 0 0 / 0 3 0", ball, 5, ". W . / r W W / . r .");
    check(A4, "1 1 1", r#"{"op":"PAINT","a":[1],"r":0,"u":1,"v":0}"#, "1 0 1");
    check_reads(A4, "1 1 2", r#"{"op":"PAINT","a":[0],"r":1,"u":1,"v":1}"#, 2, "w w .");
    check_reads(A4, "1 1 2", r#"{"op":"PAINT","a":[0],"r":9223372036854775806,"u":3,"v":1}"#, 3, "r r r");
    for invalid in [
        r#"{"op":"PAINT","a":[0],"r":-1,"u":0,"v":1}"#,
        r#"{"op":"PAINT","a":[3],"r":1,"u":0,"v":1}"#,
        r#"{"op":"PAINT","a":[0],"r":1,"u":4,"v":1}"#,
        r#"{"op":"PAINT","a":[0],"r":1,"u":0,"v":4}"#,
        r#"{"op":"PAINT","a":[0],"r":1,"v":1}"#,
        // Integers from 2^63-1 on are not read by this project, though the paper sets no limit.
        r#"{"op":"PAINT","a":[0],"r":9223372036854775807,"u":0,"v":1}"#,
    ] {
        check_invalid(A4, "1 1 2", &[invalid], 1);
    }
}

#[test]
fn reflect_maps_a_box_with_its_zeros() {
    let rows = r#"{"op":"REFLECT","lo":[0,1],"hi":[2,2],"axis":0}"#;
    check(A4, "1 2 0 / 1 0 3 / 1 0 0", rows, "1 0 0 / 1 0 3 / 1 2 0");
    check_reads(A4, "1 2 0 / 1 0 3 / 1 0 0", rows, 6, ". W w / . w w / . W w");
    // Extent one on the axis, and a symmetric box.
    check_no_op(A4, "1 2 3", r#"{"op":"REFLECT","lo":[1],"hi":[1],"axis":0}"#);
    check_no_op(A4, "1 2 1", r#"{"op":"REFLECT","lo":[0],"hi":[2],"axis":0}"#);
    check_no_op(A4, "1 2 / 3 0", r#"{"op":"REFLECT","lo":[0,0],"hi":[0,1],"axis":0}"#);
    check_reads(A4, "1 2 1", r#"{"op":"REFLECT","lo":[0],"hi":[2],"axis":0}"#, 3, "w w w");
    for invalid in [
        r#"{"op":"REFLECT","lo":[1,0],"hi":[0,1],"axis":0}"#,
        r#"{"op":"REFLECT","lo":[0,1],"hi":[1,0],"axis":0}"#,
        r#"{"op":"REFLECT","lo":[0,0],"hi":[1,2],"axis":0}"#,
        r#"{"op":"REFLECT","lo":[0,0],"hi":[1,1],"axis":2}"#,
        r#"{"op":"REFLECT","lo":[0,0],"hi":[1,1],"axis":-1}"#,
    ] {
        check_invalid(A4, "1 2 / 3 0", &[invalid], 1);
    }
}

#[test]
fn stencil_adds_old_neighbours() {
    // B.6: on a fully updated line STENCIL and MIX differ.
    check(A4, "1 1 1", r#"{"op":"STENCIL","a":[1],"r":1}"#, "2 3 2");
    check_reads(A4, "1 1 1", r#"{"op":"STENCIL","a":[1],"r":1}"#, 7, "W W W");
    // Radius zero still reads the neighbours, and those outside the ball keep their values.
    check(A4, "3 2 1", r#"{"op":"STENCIL","a":[0],"r":0}"#, "1 2 1");
    check_reads(A4, "3 2 1", r#"{"op":"STENCIL","a":[0],"r":0}"#, 2, "W r .");
    check_no_op(A4, "0 0 / 0 0", r#"{"op":"STENCIL","a":[0,0],"r":2}"#);
    check(&[1, 0], "1 1 1 1", r#"{"op":"STENCIL","a":[0],"r":9}"#, "0 1 1 0");
    check_invalid(&[0, 1, 3], "1 1 1", &[r#"{"op":"STENCIL","a":[1],"r":1}"#], 1);
    check_invalid(&[0, 2], "0 0", &[r#"{"op":"SET","p":[0],"v":2}"#, r#"{"op":"STENCIL","a":[0],"r":1}"#], 2);
    check_invalid(A4, "1 1 1", &[r#"{"op":"STENCIL","a":[1],"r":-1}"#], 1);
}

// B.3.

#[test]
fn mix_reaches_through_occupied_cells_only() {
    check(A4, "1 1 1", r#"{"op":"MIX","p":[1],"r":1}"#, "3 1 3");
    check_reads(A4, "1 1 1", r#"{"op":"MIX","p":[1],"r":1}"#, 7, "W w W");
    // [0,2] is near but the way around the empty cells is longer than r.
    let near = r#"{"op":"MIX","p":[0,0],"r":3}"#;
    check(A4, "1 0 3 / 1 0 3 / 1 1 1", near, "3 0 3 / 1 0 3 / 1 1 1");
    check_reads(A4, "1 0 3 / 1 0 3 / 1 1 1", near, 3 + 4 + 3 + 4, "W r . / w r . / w w r");
    check(A4, "1 0 3 / 1 0 3 / 1 1 1", r#"{"op":"MIX","p":[0,0],"r":6}"#, "3 0 1 / 1 0 2 / 1 1 3");
    // Radius zero: only the anchor, its neighbours read.
    check(A4, "2 2 1", r#"{"op":"MIX","p":[1],"r":0}"#, "2 3 1");
    check_reads(A4, "2 2 1", r#"{"op":"MIX","p":[1],"r":0}"#, 3, "r W r");
    check_no_op(A4, "2 0 1", r#"{"op":"MIX","p":[1],"r":4}"#);
    check_reads(A4, "2 0 1", r#"{"op":"MIX","p":[1],"r":4}"#, 1, ". r .");
    // K >= 2, also at an empty anchor.
    check_invalid(A2, "1 0", &[r#"{"op":"MIX","p":[1],"r":1}"#], 1);
    check_invalid(&[0, 1, 2, 4], "1 0", &[r#"{"op":"MIX","p":[1],"r":1}"#], 1);
    check_invalid(A4, "1 0", &[r#"{"op":"MIX","p":[2],"r":1}"#], 1);
}

#[test]
fn relabel_sets_the_old_component() {
    // Touching the destination label does not expand this event, but the next one meets the combined component.
    check(A4, "1 1 2 0 1", r#"{"op":"RELABEL","p":[1],"v":2}"#, "2 2 2 0 1");
    check(A4, "2 2 2 0 1", r#"{"op":"RELABEL","p":[0],"v":3}"#, "3 3 3 0 1");
    check_reads(A4, "1 1 2 0 1", r#"{"op":"RELABEL","p":[1],"v":2}"#, 3, "W W r . .");
    // Empty components, deletion, an unchanged label; diagonals do not connect.
    check(A4, "1 0 / 0 1", r#"{"op":"RELABEL","p":[0,1],"v":3}"#, "1 3 / 0 1");
    check(A4, "1 0 / 0 1", r#"{"op":"RELABEL","p":[0,0],"v":0}"#, "0 0 / 0 1");
    check_reads(A4, "1 1 0", r#"{"op":"RELABEL","p":[0],"v":1}"#, 3, "w w r");
    // A boundary cell that touches several cells of the component counts once.
    check_reads(A4, "1 1 / 1 2", r#"{"op":"RELABEL","p":[0,0],"v":3}"#, 4, "W W / W r");
    check_reads(A4, "0 0 0", r#"{"op":"RELABEL","p":[1],"v":0}"#, 3, "w w w");
    check_invalid(A4, "1 1 0", &[r#"{"op":"RELABEL","p":[0],"v":4}"#], 1);
}

#[test]
fn layer_grows_and_erodes_one_layer() {
    // Out-of-world positions are not empty neighbours.
    let (_, steps) = run(A4, "0 1 0", &[r#"{"op":"LAYER","p":[1],"s":1}"#, r#"{"op":"LAYER","p":[1],"s":-1}"#]);
    assert_eq!((board(&[3], &steps[0]), board(&[3], &steps[1])), ("1 1 1".to_owned(), "1 1 1".to_owned()));
    check_reads(A4, "0 1 0", r#"{"op":"LAYER","p":[1],"s":1}"#, 3, "W r W");
    check_reads(A4, "1 1 1", r#"{"op":"LAYER","p":[1],"s":-1}"#, 3, "r r r");
    // A new cell does not grow further; erosion can split; growth can join; no other label is overwritten.
    check(A4, "1 0 0 2", r#"{"op":"LAYER","p":[0],"s":1}"#, "1 1 0 2");
    check(A4, "1 1 1 / 2 0 2", r#"{"op":"LAYER","p":[0,0],"s":-1}"#, "1 0 1 / 2 0 2");
    check_reads(A4, "1 1 1 / 2 0 2", r#"{"op":"LAYER","p":[0,0],"s":-1}"#, 6, "r W r / r r r");
    check(A4, "1 0 1", r#"{"op":"LAYER","p":[0],"s":1}"#, "1 1 1");
    check_reads(A4, "1 0 1", r#"{"op":"LAYER","p":[0],"s":1}"#, 2, "r W .");
    // An empty anchor.
    check_no_op(A4, "0 1 0", r#"{"op":"LAYER","p":[0],"s":1}"#);
    check_reads(A4, "0 1 0", r#"{"op":"LAYER","p":[0],"s":-1}"#, 1, "r . .");
    for s in ["0", "2", "-2", "1.0", "\"+1\""] {
        check_invalid(A4, "0 1 0", &[&format!("{{\"op\":\"LAYER\",\"p\":[1],\"s\":{s}}}")], 1);
    }
}

// B.4.

#[test]
fn move_counts_entities_and_in_bounds_checks() {
    let right = |k: u32| format!("{{\"op\":\"MOVE\",\"v\":1,\"axis\":0,\"direction\":1,\"k\":{k}}}");
    // k = 0: the entities alone are read.
    check_no_op(A4, "1 0 1", &right(0));
    check_reads(A4, "1 0 1", &right(0), 2, "r . r");
    // At the leading wall no check, behind an obstacle one.
    check_reads(A4, "0 1", &right(3), 1, ". r");
    check_reads(A4, "1 2", &right(3), 2, "r r");
    // No more checks than steps are allowed; the cells on the way are written although they end as they began.
    check_reads(A4, "1 0 0 0", &right(2), 3, "W w W .");
    check(A4, "1 0 0 0", &right(2), "0 0 1 0");
    // A block moves as a unit; the front is processed first, whatever the direction.
    check(A4, "1 1 1 0 0", &right(2), "0 0 1 1 1");
    check(A4, "0 0 1 1", r#"{"op":"MOVE","v":1,"axis":0,"direction":-1,"k":1}"#, "0 1 1 0");
    check_reads(A4, "0 0 1 1", r#"{"op":"MOVE","v":1,"axis":0,"direction":-1,"k":1}"#, 4, ". W w W");
    // The same label is an obstacle like any other, and stays one.
    check(A4, "1 0 1", &right(9), "0 1 1");
    check_reads(A4, "1 0 1", &right(9), 2 + 2, "W W r");
    // Nothing to move reads nothing.
    check_reads(A4, "2 0 2", &right(1), 0, ". . .");
    // Only along the axis.
    check(A4, "1 0 / 0 2 / 0 0", r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":5}"#, "0 0 / 0 2 / 1 0");
    for invalid in [
        r#"{"op":"MOVE","v":0,"axis":0,"direction":1,"k":1}"#,
        r#"{"op":"MOVE","v":4,"axis":0,"direction":1,"k":1}"#,
        r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":1}"#,
        r#"{"op":"MOVE","v":1,"axis":0,"direction":0,"k":1}"#,
        r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":-1}"#,
        r#"{"op":"MOVE","v":1,"axis":0,"direction":1}"#,
    ] {
        check_invalid(A4, "1 0 1", &[invalid], 1);
    }
}

#[test]
fn compress_reads_and_writes_the_whole_world() {
    let left = r#"{"op":"COMPRESS","axis":0,"direction":-1}"#;
    check_reads(TILES, "0 0 2", left, 3, "W w W");
    check_reads(TILES, "0 0 0", left, 3, "w w w");
    // Zeros between equal tiles do not part them, other tiles do; nothing is sorted.
    check(TILES, "2 0 0 2 1", left, "4 1 0 0 0");
    check(TILES, "2 1 2", left, "2 1 2");
    check(TILES, "4 4 4 4", left, "8 8 0 0");
    // Each line for itself, along the axis.
    check(TILES, "2 4 / 2 0 / 0 4", r#"{"op":"COMPRESS","axis":0,"direction":-1}"#, "4 8 / 0 0 / 0 0");
    check(TILES, "2 4 / 2 0 / 0 4", r#"{"op":"COMPRESS","axis":1,"direction":1}"#, "2 4 / 0 2 / 0 4");
    // A sum outside the alphabet is invalid, wherever it is, and nothing of the event happens.
    check_invalid(TILES, "8 8 0", &[left], 1);
    check_invalid(TILES, "1 1 / 8 8", &[r#"{"op":"COMPRESS","axis":1,"direction":1}"#], 1);
    check(TILES, "1 1 / 8 8", r#"{"op":"COMPRESS","axis":0,"direction":1}"#, "1 1 / 8 8");
    check_invalid(TILES, "8 0 4", &[left, r#"{"op":"SET","p":[2],"v":8}"#, r#"{"op":"SET","p":[1],"v":0}"#, left], 4);
    // Any alphabet will do.
    check(&[0, 6, 3], "3 3 6", left, "6 6 0");
    check_invalid(&[0, 6, 3], "6 6 3", &[left], 1);
    check_invalid(&[0, 65535], "65535 65535", &[left], 1);
    check_invalid(TILES, "2 2", &[r#"{"op":"COMPRESS","axis":0,"direction":0}"#], 1);
    check_invalid(TILES, "2 2", &[r#"{"op":"COMPRESS","axis":1,"direction":1}"#], 1);
}

// Figures 1 and 7, and the worlds that are none.

/// Printed: the entity's places (3,0), (3,1) and (2,1), the SET of 2 at (1,1), the limit of two cells upward. Ours: the shape, the
/// obstacles at (0,0) and (2,3), and the first step limit.
#[test]
fn figure_1_a() {
    let before = "2 0 0 0 / 0 0 0 0 / 0 0 0 2 / 1 0 0 0";
    let first = r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":1}"#;
    let set = r#"{"op":"SET","p":[1,1],"v":2}"#;
    let last = r#"{"op":"MOVE","v":1,"axis":0,"direction":-1,"k":2}"#;
    let (shape, steps) = run(A4, before, &[first, set, last]);
    assert_eq!(board(&shape, &steps[0]), "2 0 0 0 / 0 0 0 0 / 0 0 0 2 / 0 1 0 0");
    assert_eq!(board(&shape, &steps[1]), "2 0 0 0 / 0 2 0 0 / 0 0 0 2 / 0 1 0 0");
    assert_eq!(board(&shape, &steps[2]), "2 0 0 0 / 0 2 0 0 / 0 1 0 2 / 0 0 0 0");
    // The new obstacle limits the final move to one cell; 3.4: (3,0) changes between the first and the last state.
    let (_, without) = run(A4, before, &[first, last]);
    assert_eq!(board(&shape, &without[1]), "2 0 0 0 / 0 1 0 0 / 0 0 0 2 / 0 0 0 0");
}

/// Printed: the entity's places (0,1,0), (1,1,0) and (1,1,1), the SET of 2 at (1,1,2), and that (2,0,0) is occupied and keeps its
/// value. Ours: the shape, the obstacle at (0,2,2), and the step limits.
#[test]
fn figure_1_b() {
    let before = "0 0 0 / 1 0 0 / 0 0 2 // 0 0 0 / 0 0 0 / 0 0 0 // 2 0 0 / 0 0 0 / 0 0 0";
    let first = r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":1}"#;
    let set = r#"{"op":"SET","p":[1,1,2],"v":2}"#;
    let last = r#"{"op":"MOVE","v":1,"axis":2,"direction":1,"k":2}"#;
    let (shape, steps) = run(A4, before, &[first, set, last]);
    assert_eq!(board(&shape, &steps[0]), "0 0 0 / 0 0 0 / 0 0 2 // 0 0 0 / 1 0 0 / 0 0 0 // 2 0 0 / 0 0 0 / 0 0 0");
    assert_eq!(board(&shape, &steps[1]), "0 0 0 / 0 0 0 / 0 0 2 // 0 0 0 / 1 0 2 / 0 0 0 // 2 0 0 / 0 0 0 / 0 0 0");
    assert_eq!(board(&shape, &steps[2]), "0 0 0 / 0 0 0 / 0 0 2 // 0 0 0 / 0 1 2 / 0 0 0 // 2 0 0 / 0 0 0 / 0 0 0");
    let (_, without) = run(A4, before, &[first, last]);
    assert_eq!(without[1].state.get(&vec![1, 1, 2]), Some(&1));
}

/// Given whole in Figure 9.
#[test]
fn figure_7_relabel() {
    let before = "1 0 1 2 / 1 1 0 2 / 0 2 1 0";
    let event = r#"{"op":"RELABEL","p":[0,0],"v":3}"#;
    check(A4, before, event, "3 0 1 2 / 3 3 0 2 / 0 2 1 0");
    check_reads(A4, before, event, 7, "W r . . / W W r . / r r . .");
    // The worked example of the same figure.
    check(A4, "1 1 0 1 2 2 3", r#"{"op":"RELABEL","p":[4],"v":3}"#, "1 1 0 1 3 3 3");
}

/// Printed: the sums 4,2,5,8,3 and values 0,2,1,0,3, three changes, the centre keeping 1, 22 reads of ten cells, five of them not
/// written. Ours: the world.
#[test]
fn figure_7_stencil() {
    let before = "1 0 2 0 / 0 1 3 1 / 0 1 1 0";
    let event = r#"{"op":"STENCIL","a":[1,1],"r":1}"#;
    check(A4, before, event, "1 0 2 0 / 2 1 0 1 / 0 3 1 0");
    check_reads(A4, before, event, 22, "r w r . / W w W r / r W r .");
    // The sums themselves show under a larger modulus.
    let modulus_9: Vec<u16> = (0..9).collect();
    check(&modulus_9, before, event, "1 4 2 0 / 2 5 8 1 / 0 3 1 0");
}

/// Printed: [0,1] keeps its value though its entity moves, the cells [1,2] and [2,3] on the way are written and stay 0, four
/// entities and nine checks. Ours: the world.
#[test]
fn figure_7_move() {
    let before = "1 1 0 2 0 / 0 1 0 0 2 / 0 0 1 0 0";
    let event = r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":3}"#;
    check(A4, before, event, "0 1 1 2 0 / 0 0 0 1 2 / 0 0 0 0 1");
    check_reads(A4, before, event, 4 + 9, "W w W r . / . W w W r / . . W w W");
    let (_, steps) = run(A4, before, &[event]);
    let unchanged: BTreeSet<Vec<i64>> = steps[0].writes.difference(&steps[0].changed).cloned().collect();
    assert_eq!(unchanged, set(&[[0, 1], [1, 2], [2, 3]]));
}

/// Printed: it grows only one boundary layer and does not overwrite label 2. Ours: the world and the anchor.
#[test]
fn figure_7_layer() {
    let before = "0 0 0 0 / 0 1 2 0 / 0 1 0 0 / 0 0 0 1";
    let event = r#"{"op":"LAYER","p":[1,1],"s":1}"#;
    check(A4, before, event, "0 1 0 0 / 1 1 2 0 / 1 1 1 0 / 0 1 0 1");
    check_reads(A4, before, event, 2 + 6, ". W . . / W r r . / W r W . / . W . .");
}

#[test]
fn unusable_worlds_are_rejected_before_any_event() {
    let rejected = |shape: &[u32], alphabet: &[u16], initial: &str| {
        let replay = replay_both(shape, alphabet, initial, &[]).unwrap_or_else(|difference| panic!("{difference}"));
        replay.invalid == Some(0)
    };
    let empty = r#"{"cells":[]}"#;
    for (shape, alphabet) in [
        (&[][..], A4),
        (&[1, 1, 1, 1, 1, 1, 1], A4),
        (&[2, 0], A4),
        (&[4096, 4097], A4),
        (&[2], &[]),
        (&[2], &[1, 2]),
        (&[2], &[0, 1, 1]),
        (&[2], &[0, 0]),
    ] {
        assert!(rejected(shape, alphabet, empty), "{shape:?} {alphabet:?}");
    }
    assert!(!rejected(&[1, 2, 1, 2, 1, 2], &[65535, 0], empty));
    assert!(!rejected(&[2, 2], A4, r#" { "cells" : [ [[1,0],3], [[0,-0],1] ] } "#));
    for initial in [
        "",
        "[]",
        "{}",
        "null",
        r#"{"cells":{}}"#,
        r#"{"cells":null}"#,
        r#"{"cells":[],"more":1}"#,
        r#"{"cells":[],"cells":[]}"#,
        r#"{"cells":[7]}"#,
        r#"{"cells":[[[0,0]]]}"#,
        r#"{"cells":[[[0,0],1,1]]}"#,
        r#"{"cells":[[[0],1]]}"#,
        r#"{"cells":[[[0,0,0],1]]}"#,
        r#"{"cells":[[0,1]]}"#,
        r#"{"cells":[[[0,2],1]]}"#,
        r#"{"cells":[[[-1,0],1]]}"#,
        r#"{"cells":[[[0.0,0],1]]}"#,
        r#"{"cells":[[["0",0],1]]}"#,
        r#"{"cells":[[[0,0],0]]}"#,
        r#"{"cells":[[[0,0],-0]]}"#,
        r#"{"cells":[[[0,0],4]]}"#,
        r#"{"cells":[[[0,0],-1]]}"#,
        r#"{"cells":[[[0,0],1.0]]}"#,
        r#"{"cells":[[[0,0],true]]}"#,
        r#"{"cells":[[[0,0],65537]]}"#,
        r#"{"cells":[[[0,0],1],[[0,0],1]]}"#,
        r#"{"cells":[[[0,0],1],[[0,0],2]]}"#,
    ] {
        assert!(rejected(&[2, 2], A4, initial), "{initial}");
    }
}
