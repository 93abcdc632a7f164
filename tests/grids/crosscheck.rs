//! Protects the comparison of the two executors: it is silent where they agree, and names event and cell where they do not. A
//! disagreement is made by handing the second executor another history than the first.

use grids::crosscheck::{Disagreement, crosscheck};
use grids::gallery;
use grids::instance::Instance;
use grids::world::codec::write_state;

/// `1 0 2 0`: the 1 moves to cell 1, then the 2 moves to cell 3.
const LINE: &str = r#"{"id":"x","shape":[4],"alphabet":[0,1,2],"initial":{"cells":[[[0],1],[[2],2]]},"events":[
    {"op":"MOVE","v":1,"axis":0,"direction":1,"k":2},{"op":"MOVE","v":2,"axis":0,"direction":1,"k":2}]}"#;

const INITIAL: &str = r#"{"cells":[[[0],1],[[2],2]]}"#;
const FIRST: &str = r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":2}"#;
const SECOND: &str = r#"{"op":"MOVE","v":2,"axis":0,"direction":1,"k":2}"#;

fn check(initial: &str, events: &[&str], event: usize, cell: Option<u32>, message: &str) {
    let (instance, _) = Instance::open(LINE).unwrap();
    let found = crosscheck(&instance, initial, &format!("[{}]", events.join(",")));
    let expected = Disagreement { event, cell: cell.map(|x| vec![x]), message: message.to_owned() };
    assert_eq!(found, Err(expected), "{events:?}");
}

#[test]
fn agreement_on_the_gallery() {
    for entry in gallery::entries() {
        let (instance, _) = Instance::open(entry.line).unwrap();
        let found = crosscheck(&instance, &write_state(&instance.initial), &instance.events_json());
        assert_eq!(found, Ok(()), "{}", entry.id);
    }
}

#[test]
fn states() {
    let message = "the value at [1] is 1 by the first executor and 2 by the second";
    check(
        INITIAL,
        &[r#"{"op":"MOVE","v":2,"axis":0,"direction":-1,"k":1}"#, SECOND],
        1,
        Some(0),
        "the value at [0] is 0 by the first executor and 1 by the second",
    );
    check(
        r#"{"cells":[[[0],2],[[2],2]]}"#,
        &[r#"{"op":"MOVE","v":2,"axis":0,"direction":1,"k":1}"#, SECOND],
        1,
        Some(1),
        message,
    );
    let message = "the value at [2] is 0 by the first executor and 2 by the second";
    check(INITIAL, &[FIRST, r#"{"op":"MOVE","v":2,"axis":0,"direction":1,"k":0}"#], 2, Some(2), message);
    check("{\"cells\":[]}", &[FIRST, SECOND], 1, Some(1), "the value at [1] is 1 by the first executor and 0 by the second");
}

#[test]
fn accounting() {
    // The same states by other reads: a step limit of 1 does not look at the occupied cell.
    let short = r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":1}"#;
    check(INITIAL, &[short, SECOND], 1, Some(2), "[2] is read only by the first executor");
    // And by other writes: SET twice.
    let line = [r#"{"op":"SET","p":[1],"v":1}"#, SECOND];
    check(r#"{"cells":[[[2],2]]}"#, &line, 1, Some(0), "[0] is changed only by the first executor");
}

#[test]
fn histories_of_other_lengths() {
    check(INITIAL, &[FIRST], 2, None, "the second executor has no such event");
    check(INITIAL, &[FIRST, SECOND, FIRST], 3, None, "the second executor has one event more");
    check(INITIAL, &[FIRST, "{}"], 2, None, "the second executor refuses what the first accepts: found no field \"op\"");
    let message = "the second executor refuses what the first accepts: events: found the end of the text, expected `,` or `]`";
    let (instance, _) = Instance::open(LINE).unwrap();
    let expected = Disagreement { event: 0, cell: None, message: message.to_owned() };
    assert_eq!(crosscheck(&instance, INITIAL, "[1"), Err(expected));
}
