//! Protects what is done to the list of events: that it does what it says, can be taken back, and keeps selections with their
//! events.

use grids::gallery;
use grids::instance::Instance;
use grids::model::draft::event_form::{Entry, EventForm, compact, line};
use grids::model::draft::history::{self, follow};
use grids::model::draft::{Action, Draft, DraftEvent, Editor, Step};
use grids::rule::{FAMILIES, family};
use grids::world::World;

fn draft(id: &str) -> Draft {
    Draft::new(&Instance::open(gallery::find(id).unwrap().line).unwrap().0)
}

fn texts(draft: &Draft) -> Vec<String> {
    draft.events.iter().map(|event| event.text.to_string()).collect()
}

/// What a step makes of a draft. It can be taken back.
fn after(draft: &Draft, step: Step) -> Draft {
    let mut editor = Editor::new(draft.clone());
    editor.act(&Action::Do(step)).unwrap();
    let after = editor.draft().clone();
    editor.act(&Action::Undo).unwrap();
    assert_eq!(editor.draft(), draft);
    after
}

#[test]
fn an_event_is_duplicated_and_switched() {
    let draft = draft("paint-2d");
    let twice = after(&draft, draft.duplicate_event(1).unwrap());
    assert_eq!(twice.events.len(), draft.events.len() + 1);
    assert_eq!((&twice.events[1], &twice.events[2]), (&draft.events[1], &draft.events[1]));
    let off = after(&draft, draft.switch_event(1, false).unwrap());
    assert!(!off.events[1].on && off.events[1].text == draft.events[1].text);
    for step in [draft.duplicate_event(99), draft.switch_event(99, true)] {
        assert_eq!(step, None);
    }
}

/// SET stays, and so does what is no event at all: it is faulty, but of no other family.
#[test]
fn events_of_another_family_are_found_and_removed() {
    let mut draft = draft("paint-2d");
    draft.events.truncate(2);
    draft.events.insert(1, DraftEvent::new(r#"{"op":"SET","p":[0,0],"v":1}"#));
    draft.events.push(DraftEvent::new("nonsense"));
    assert_eq!(draft.strangers().count(), 0);
    draft.family = family("MOVE").unwrap();
    assert_eq!(draft.strangers().collect::<Vec<_>>(), [0, 2]);
    let left = after(&draft, draft.remove_strangers());
    assert_eq!(texts(&left), [&*draft.events[1].text, "nonsense"]);
}

/// Whatever happens to the list, what was selected stays so.
#[test]
fn a_place_follows_its_event() {
    let events = |names: &str| names.split_whitespace().map(DraftEvent::new).collect::<Vec<_>>();
    for (before, after, places) in [
        ("a b c", "a b c", [Some(0), Some(1), Some(2)]),
        ("a b c", "x a b c", [Some(1), Some(2), Some(3)]),
        ("a b c", "a b c x", [Some(0), Some(1), Some(2)]),
        ("a b c", "a c", [Some(0), None, Some(1)]),
        ("a b c", "c a b", [Some(1), Some(2), Some(0)]),
        ("a b c", "b a c", [Some(1), Some(0), Some(2)]),
        ("a b c", "a x c", [Some(0), None, Some(2)]),
        ("a b c", "", [None, None, None]),
        ("a a c", "a c", [Some(0), None, Some(1)]),
    ] {
        let (before, after) = (events(before), events(after));
        for (place, expected) in places.into_iter().enumerate() {
            assert_eq!(follow(&before, &after, place), expected, "{before:?} {after:?} {place}");
        }
    }
}

/// Every history of the gallery comes back as it was, and changes nothing.
#[test]
fn events_as_text_read_back() {
    for entry in gallery::entries() {
        let draft = Draft::new(&Instance::open(entry.line).unwrap().0);
        let text = history::write(&draft.events);
        assert_eq!(text.lines().count(), if draft.events.is_empty() { 1 } else { draft.events.len() + 2 });
        let written = history::read(&text).unwrap();
        assert_eq!((&written.events, written.remark), (&texts(&draft), None));
        assert!(draft.rewrite_events(written.events).edit.is_empty());
    }
}

#[test]
fn other_forms_of_events_are_recognised() {
    for (text, count, remark) in [
        ("[]", 0, ""),
        (" [ { \"op\" : 7 },\n{} ] ", 2, ""),
        ("{\"op\":\"SET\"}", 1, "One event"),
        ("{\"op\":\"SET\"}\n\n{\"op\":\"SET\"}\r\n", 2, "An event on each line"),
        ("{\"op\":\"SET\"},\n{\"op\":\"SET\"},", 2, "An event on each line"),
        ("{\"id\":\"x\",\"shape\":[1],\"events\":[{}]}", 1, "An instance named x: only its events"),
    ] {
        let written = history::read(text).unwrap();
        assert_eq!(written.events.len(), count, "{text}");
        assert!(written.remark.unwrap_or_default().starts_with(remark), "{text}");
    }
}

#[test]
fn what_is_no_list_of_events_is_refused_at_its_place() {
    for (text, place, detail) in [
        ("", None, "found nothing, expected an array of events"),
        ("7", Some((1, 1)), "found a number, expected an array of events"),
        ("{}", Some((1, 1)), "found an object, expected an array of events"),
        ("[\n{\"op\":\"SET\"},\n 7]", Some((3, 2)), "found a number, expected an event object"),
        ("[\n{\"op\":\"SET\"}\n{}]", Some((3, 1)), "found `{`, expected `,` or `]`"),
        ("{\"op\":\"SET\"}\n{\"op\":}", Some((2, 7)), "found `}`, expected a JSON value"),
        ("{\"op\":\"SET\"}\n[]", Some((2, 1)), "found an array, expected an event object"),
        ("{\"events\":[7]}", Some((1, 12)), "found a number, expected an event object"),
        ("[{\"a\":1,\"a\":2}]", Some((1, 9)), "the key \"a\" is repeated"),
    ] {
        let refusal = history::read(text).unwrap_err();
        assert_eq!(refusal.place.map(|place| (place.line, place.column)), place, "{text}");
        assert!(refusal.detail.starts_with(detail), "{text}: {}", refusal.detail);
    }
    let refusal = history::read("[\"😀\",1]").unwrap_err();
    assert_eq!(history::utf16("[\"😀\",1]", refusal.place.unwrap()), 1);
}

/// Who edits the text does not switch on what was off.
#[test]
fn events_stay_off_when_the_text_is_edited_around_them() {
    let mut draft = draft("paint-2d");
    draft.events.truncate(3);
    draft.events[1].on = false;
    let mut events = texts(&draft);
    events.swap(0, 1);
    events.push("{}".to_owned());
    let edited = after(&draft, draft.rewrite_events(events));
    assert_eq!(edited.events.iter().map(|event| event.on).collect::<Vec<_>>(), [false, true, true, true]);
}

/// A form shows only what it could say again; everything else stays text, so that opening it loses nothing.
#[test]
fn what_a_form_could_not_say_is_entered_as_text() {
    for (text, has_form) in [
        (r#"{"op":"SET","p":[0,0],"v":1}"#, true),
        (r#"{ "v" : 1, "op":"SET", "p" : [ 0 , 0 ] }"#, true),
        (r#"{"op":"SET","p":[9,9],"v":77}"#, true),
        (r#"{"op":"SET","p":[0,0]}"#, true),
        (r#"{"op":"SET","p":[0,0],"v":1,"note":"x"}"#, false),
        (r#"{"op":"SET","p":[0,0],"v":1.0}"#, false),
        (r#"{"op":"SET","p":0,"v":1}"#, false),
        (r#"{"op":"OTHER"}"#, false),
        (r#"{"op":"#, false),
        ("", false),
    ] {
        assert_eq!(Entry::read(text).form().is_some(), has_form, "{text}");
    }
    assert_eq!(line(r#"{"op":"SET","v":1,"p":[0,1]}"#), "SET p=[0,1] v=1");
    assert_eq!(line(r#"{ "op" : "a b\" c" }"#), r#"{"op":"a b\" c"}"#);
    assert_eq!(compact("[ \"\\\\\" , \" \\\" \" ]"), "[\"\\\\\",\" \\\" \"]");
}

/// What the pages say about pointing: which parameters a click sets, and which a drag.
#[test]
fn a_form_says_what_pointing_enters() {
    let draft = draft("paint-2d");
    let mut world = World::empty(&draft.frame.space.shape);
    world.set(0, 1);
    let expected = [
        ("SET", "p", "p"),
        ("PAINT", "a", "a r"),
        ("REFLECT", "lo hi", "lo hi"),
        ("STENCIL", "a", "a r"),
        ("MIX", "p", "p r"),
        ("RELABEL", "p", "p"),
        ("LAYER", "p", "p"),
        ("MOVE", "v", "v axis direction k"),
        ("COMPRESS", "", "axis direction"),
    ];
    for (family, (name, click, drag)) in FAMILIES.iter().zip(expected) {
        let drawn = EventForm::new(*family, &draft.frame.space).drawn(&world);
        assert_eq!((family.name(), drawn.map(|names| names.join(" "))), (name, [click.to_owned(), drag.to_owned()]));
    }
}
