//! Protects what a pasted text is offered for, and the text of coordinates: that each offer is one step, and does what it says.

use grids::gallery;
use grids::instance::Instance;
use grids::model::draft::offer::{Offers, Target};
use grids::model::draft::paste::recognise;
use grids::model::draft::{Action, Draft, Editor, Prediction, Surface, coordinates, file};
use grids::model::mosaic::Plane;
use grids::world::World;
use grids::world::codec::write_state;

const MOST: usize = 1 << 22;
const LINE: &str = r#"{"id":"old","family":"PAINT","shape":[3,4],"alphabet":[0,1,2],"initial":{"cells":[[[0,0],1]]},"events":[{"op":"PAINT","a":[1,1],"r":1,"u":0,"v":2}]}"#;

fn draft(line: &str) -> Draft {
    file::read(MOST, line).unwrap()
}

fn offers_at(draft: &Draft, text: &str, surface: Surface, cell: usize) -> Offers {
    let plane = Plane::first(draft.frame.space.shape.dimensions());
    let pasted = recognise(text, &draft.frame.space).unwrap();
    draft.offers(text, &pasted, Target { surface, cell, plane }, MOST)
}

fn offers(draft: &Draft, text: &str) -> Offers {
    offers_at(draft, text, Surface::Initial, 0)
}

fn labels(offers: &Offers) -> Vec<&str> {
    offers.offers.iter().map(|offer| offer.label).collect()
}

/// The draft after an offer was taken, which one undo takes back.
fn taken(draft: &Draft, offers: &Offers, label: &str) -> Draft {
    let offer = offers.offers.iter().find(|offer| offer.label == label).unwrap();
    let mut editor = Editor::new(draft.clone());
    editor.act(&Action::Do(offer.step.clone())).unwrap();
    let after = editor.draft().clone();
    editor.act(&Action::Undo).unwrap();
    assert_eq!(editor.draft(), draft);
    after
}

fn initial(draft: &Draft) -> String {
    write_state(&draft.frame.initial)
}

#[test]
fn a_block_as_large_as_the_world_replaces_it() {
    let draft = draft(LINE);
    for text in ["0\t0\t0\t2\n0\t0\t0\t0\n0\t1\t0\t0", "[[0, 0, 0, 2], [0, 0, 0, 0], [0, 1, 0, 0]]"] {
        // Wherever the cursor is.
        let offers = offers_at(&draft, text, Surface::Initial, 7);
        assert_eq!(labels(&offers), ["Replace the initial world", "Make it the prediction"]);
        assert_eq!(offers.offers[0].effect, "It fills the whole world. 3 cells change there.");
        let after = taken(&draft, &offers, "Replace the initial world");
        assert_eq!(initial(&after), r#"{"cells":[[[0,3],2],[[2,1],1]]}"#);
        assert_eq!(after.frame.prediction, Prediction::None);
        let after = taken(&draft, &offers, "Make it the prediction");
        assert_eq!(after.frame.prediction.text(), r#"{"cells":[[[0,3],2],[[2,1],1]]}"#);
        assert_eq!(initial(&after), initial(&draft));
    }
}

#[test]
fn a_smaller_block_goes_to_its_place_and_says_what_is_cut() {
    let draft = draft(LINE);
    let offers = offers_at(&draft, "1 2\n0 1", Surface::Prediction, 7);
    assert_eq!(labels(&offers), ["Put into the prediction", "Put into the initial world"]);
    assert_eq!(
        offers.offers[0].effect,
        "It goes to [1,3]; 2 of its cells lie outside and are cut, 2 of them not 0. 1 cell changes there."
    );
    assert_eq!(initial(&taken(&draft, &offers, "Put into the initial world")), r#"{"cells":[[[0,0],1],[[1,3],1]]}"#);
    let (world, _) = offers.offers[1].picture.clone().unwrap();
    assert_eq!(write_state(&world), r#"{"cells":[[[0,0],1],[[1,3],1]]}"#);
    // One of too many dimensions has nowhere to go.
    let deep = offers_at(&draft, "[[[1,1],[1,1]],[[1,1],[1,1]]]", Surface::Initial, 0);
    assert!(deep.offers.is_empty() && deep.remarks[0].starts_with("It does not go into [3,4]: "), "{deep:?}");
    // A place that is no longer in the world harms nothing.
    assert_eq!(offers_at(&draft, "1 2", Surface::Initial, 999).offers.len(), 2);
}

#[test]
fn an_answer_becomes_the_world_or_to_the_letter_the_prediction() {
    let draft = draft(LINE);
    let text = "The final state is {\"cells\":[[[2,2],2]]}. I am sure.";
    let offers = offers(&draft, text);
    assert_eq!(labels(&offers), ["Replace the initial world", "Make it the prediction"]);
    assert_eq!(taken(&draft, &offers, "Make it the prediction").frame.prediction, Prediction::Text(text.into()));
    assert_eq!(initial(&taken(&draft, &offers, "Replace the initial world")), r#"{"cells":[[[2,2],2]]}"#);
    // A list of cells is no answer.
    let offers = offers_at(&draft, "(2, 2): 2", Surface::Prediction, 0);
    let after = taken(&draft, &offers, "Make it the prediction");
    assert!(matches!(after.frame.prediction, Prediction::World(_)));
}

#[test]
fn an_instance_replaces_everything() {
    let draft = draft(LINE);
    let other = gallery::find("figure-1b").unwrap().line;
    let offers = offers(&draft, other);
    assert!(offers.is_instance);
    let after = taken(&draft, &offers, "Replace everything here");
    assert_eq!(after, Draft::new(&Instance::open(other).unwrap().0));
    let faulty = LINE.replace("\"r\":1", "\"r\":-1").replace("old", "other");
    let offers = offers_at(&draft, &faulty, Surface::Initial, 0);
    assert_eq!(offers.remarks[0], "PAINT on [3,4], values [0,1,2], 1 event.");
    assert!(offers.remarks[1].starts_with("Event 1 is not valid: PAINT: field \"r\": found -1"), "{:?}", offers.remarks);
    let unusable = offers_at(&draft, &LINE.replace("[3,4]", "[0,4]"), Surface::Initial, 0);
    assert!(unusable.offers.is_empty() && !unusable.is_instance && unusable.remarks[0].contains("side 0"), "{unusable:?}");
}

#[test]
fn events_are_added_or_replace() {
    let draft = draft(LINE);
    let text = r#"[{"op":"SET","p":[9,9],"v":1},{"op":"SET","p":[0,0],"v":2}]"#;
    let offers = offers(&draft, text);
    assert_eq!(labels(&offers), ["Add to the end", "Replace all events"]);
    assert!(
        offers.remarks[0].starts_with("1 of them is not valid here. The first is number 1: SET: field \"p\": found [9,9]"),
        "{offers:?}"
    );
    let texts = |draft: &Draft| draft.events.iter().map(|event| event.text.to_string()).collect::<Vec<_>>();
    assert_eq!(texts(&taken(&draft, &offers, "Add to the end"))[1..], texts(&taken(&draft, &offers, "Replace all events")));
}

/// The text is the answer's JSON, so it can be copied anywhere.
#[test]
fn coordinates_are_written_one_on_a_line_and_read_as_answers_are() {
    for entry in gallery::entries() {
        let instance = Instance::open(entry.line).unwrap().0;
        for world in [&instance.initial, &World::empty(&instance.space.shape)] {
            let text = coordinates::write(world);
            assert_eq!(coordinates::read(&text, &instance.space).as_ref(), Ok(world), "{}", entry.id);
            assert_eq!(text.replace('\n', ""), write_state(world));
            if world.occupied() > 0 {
                assert_eq!(text.lines().count(), world.occupied() + 2);
            }
        }
    }
}

#[test]
fn a_fault_in_coordinates_has_its_line_and_column() {
    let space = draft(LINE).frame.space;
    for (text, line, column, code) in [
        ("{\"cells\":[\n[[0,0],1],\n[[9,0],1]\n]}", 3, 3, "out-of-bounds"),
        ("{\"cells\":[\n[[0,0],1],\n[[0,0],1]\n]}", 3, 2, "duplicate-coordinate"),
        ("{\"cells\":[\n[[0,0],0]\n]}", 2, 8, "explicit-zero"),
        ("{\"cells\":[\n[[0,0],7]\n]}", 2, 8, "undeclared-value"),
        ("{\"cells\":[\n[[0,0],1]\n[[1,0],1]\n]}", 3, 1, "malformed-json"),
        ("{\"cells\":[\n[[0],1]\n]}", 2, 2, "bad-coordinate"),
        ("", 1, 1, "malformed-json"),
        ("Here: {\"cells\":[]}", 1, 1, "malformed-json"),
    ] {
        let fault = coordinates::read(text, &space).unwrap_err();
        assert_eq!((fault.place.line, fault.place.column, fault.code), (line, column, code), "{text}: {}", fault.message);
    }
}

/// What an instance does not have comes back from a file that was read as one.
#[test]
fn the_file_of_a_draft_can_be_read_as_an_instance_first() {
    let mut draft = draft(LINE);
    draft.events[0].on = false;
    draft.facts.is_edited = true;
    draft.frame.prediction = Prediction::Text("one".into());
    draft.frame.scratch.insert(1, draft.frame.initial.clone());
    let text = file::write(&draft);
    let instance = Instance::open(&text).unwrap().0;
    assert_eq!(file::draft_of(&instance), draft);
    assert_eq!(file::read(MOST, &text).unwrap(), draft);
    // One that is damaged there is still an instance.
    let damaged = text.replace("\"notes\":{\"1\"", "\"notes\":{\"x\"");
    let instance = Instance::open(&damaged).unwrap().0;
    let read = file::draft_of(&instance);
    assert_eq!((read.frame.initial, read.facts.extra.len()), (draft.frame.initial, 0));
}
