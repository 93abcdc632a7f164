//! Protects changes of shape, alphabet, family and id: what is kept, what is named as lost before anything happens, and that each
//! change is one step of undo.

use grids::gallery;
use grids::instance::Instance;
use grids::model::draft::reframe::{Field, Form, Lost, Plan};
use grids::model::draft::{Action, Draft, DraftEvent, Editor, Prediction, Surface, file};
use grids::rule::{core_families, family};
use grids::world::codec::write_state;
use proptest::prelude::*;

const MOST: usize = 1 << 22;

fn draft(family: &str, shape: &str, alphabet: &str, initial: &str, events: &[&str]) -> Draft {
    let line = format!(
        "{{\"id\":\"old\",\"family\":\"{family}\",\"shape\":{shape},\"alphabet\":{alphabet},\"initial\":{{\"cells\":{initial}}},\
         \"events\":[{}]}}",
        events.join(",")
    );
    file::read(MOST, &line).unwrap()
}

fn sides(sides: &[u32]) -> Vec<String> {
    sides.iter().map(u32::to_string).collect()
}

/// The plan for another form; what a step of it does can be undone and done again.
fn plan(draft: &Draft, change: impl FnOnce(&mut Form)) -> (Plan, Draft) {
    let mut form = Form::of(draft);
    change(&mut form);
    let plan = form.plan(draft, MOST).unwrap();
    let step = plan.step(draft);
    let mut editor = Editor::new(draft.clone());
    editor.act(&Action::Do(step)).unwrap();
    let after = editor.draft().clone();
    editor.act(&Action::Undo).unwrap();
    assert_eq!(editor.draft(), draft);
    editor.act(&Action::Redo).unwrap();
    assert_eq!(*editor.draft(), after);
    // What was done is what the form says now.
    let again = Form::of(&after).plan(&after, MOST).unwrap();
    assert!(again.is_empty() && again.is_harmless());
    (plan, after)
}

fn problem(draft: &Draft, change: impl FnOnce(&mut Form)) -> (Field, String) {
    let mut form = Form::of(draft);
    change(&mut form);
    let problems = form.plan(draft, MOST).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems:?}");
    (problems[0].field, problems[0].detail.clone())
}

fn initial(draft: &Draft) -> String {
    write_state(&draft.frame.initial)
}

fn texts(draft: &Draft) -> Vec<&str> {
    draft.events.iter().map(|event| &*event.text).collect()
}

#[test]
fn a_form_that_says_what_is_changes_nothing() {
    for entry in gallery::entries() {
        let draft = Draft::new(&Instance::open(entry.line).unwrap().0);
        let plan = Form::of(&draft).plan(&draft, MOST).unwrap();
        assert!(plan.is_empty() && plan.is_harmless() && plan.foreign == 0, "{}", entry.id);
        assert!(plan.step(&draft).edit.is_empty());
    }
}

#[test]
fn what_is_typed_stays_while_the_draft_goes_on() {
    let draft = draft("PAINT", "[2,2]", "[0,1,2]", "[[[0,0],1]]", &[]);
    let before = Form::of(&draft);
    let mut typed = Form { sides: sides(&[3, 2]), ..before.clone() };
    let after = Form { id: "another-edited".to_owned(), sides: sides(&[4, 4]), ..before.clone() };
    typed.follow(&before, &after);
    assert_eq!(typed, Form { id: "another-edited".to_owned(), sides: sides(&[3, 2]), ..before });
}

#[test]
fn a_smaller_world_says_what_is_cut() {
    let mut draft = draft(
        "PAINT",
        "[4,4]",
        "[0,1,2]",
        "[[[0,0],1],[[3,3],2],[[1,3],1]]",
        &[r#"{"op":"PAINT","a":[3,3],"r":1,"u":0,"v":2}"#, r#"{"op":"SET","p":[1,1],"v":1}"#],
    );
    draft.frame.prediction = Prediction::World({
        let mut world = draft.frame.initial.clone();
        world.set(12, 2);
        world
    });
    draft.frame.scratch.insert(1, draft.frame.initial.clone());
    let (plan, after) = plan(&draft, |form| form.sides = sides(&[4, 3]));
    let lost = |surface| Lost { surface, cells: vec![(7, 1), (15, 2)] };
    assert_eq!(plan.cut, [lost(Surface::Initial), lost(Surface::Prediction), lost(Surface::Scratch(1))]);
    assert_eq!((plan.invalid, plan.misfits), (vec![0], vec![]));
    assert_eq!(initial(&after), r#"{"cells":[[[0,0],1]]}"#);
    assert_eq!(write_state(&after.frame.prediction.world(&after.frame.space).unwrap()), r#"{"cells":[[[0,0],1],[[3,0],2]]}"#);
    assert_eq!(after.events, draft.events, "what is not valid stays to be mended");
    assert_eq!(after.facts.id, "old-edited");
}

/// With more axes everything lies in slice 0 of the new ones in front, and comes back from there unharmed.
#[test]
fn points_and_axes_go_along_with_the_dimensions() {
    let events = [
        r#"{"op":"REFLECT","lo":[1,0],"hi":[2,3],"axis":1}"#,
        r#"{ "op" : "SET", "v": 2, "p" : [ 3 , 2 ] }"#,
        r#"{"op":"REFLECT","lo":[1,0],"hi":"x","axis":0}"#,
        "no JSON",
    ];
    let mut flat = draft("REFLECT", "[4,4]", "[0,1,2]", "[[[2,3],1]]", &events[..1]);
    flat.events.extend(events[1..].iter().map(|&text| DraftEvent::new(text)));
    let (more, deep) = plan(&flat, |form| form.sides = sides(&[3, 4, 4]));
    assert!(more.is_harmless());
    assert_eq!(initial(&deep), r#"{"cells":[[[0,2,3],1]]}"#);
    assert_eq!(
        texts(&deep),
        [
            r#"{"op":"REFLECT","lo":[0,1,0],"hi":[0,2,3],"axis":2}"#,
            r#"{ "op" : "SET", "v": 2, "p" : [0,3,2] }"#,
            r#"{"op":"REFLECT","lo":[0,1,0],"hi":"x","axis":1}"#,
            "no JSON",
        ]
    );
    let (fewer, back) = plan(&deep, |form| form.sides = sides(&[4, 4]));
    assert!(fewer.is_harmless());
    assert_eq!((initial(&back), back.events[0].text.clone()), (initial(&flat), flat.events[0].text.clone()));
}

/// An event is never turned into another one: what lay in a slice that goes, or along an axis that goes, is no longer valid.
#[test]
fn events_of_what_is_cut_off_are_not_valid() {
    let events = [
        r#"{"op":"MOVE","v":1,"axis":0,"direction":1,"k":1}"#,
        r#"{"op":"MOVE","v":1,"axis":2,"direction":1,"k":1}"#,
        r#"{"op":"SET","p":[1,2,2],"v":1}"#,
        r#"{"op":"SET","p":[0,2,2],"v":1}"#,
    ];
    let deep = draft("MOVE", "[2,3,3]", "[0,1]", "[[[1,0,0],1],[[0,1,1],1]]", &events);
    let (plan, flat) = plan(&deep, |form| form.sides = sides(&[3, 3]));
    assert_eq!(plan.invalid, [0, 2]);
    assert_eq!(plan.cut, [Lost { surface: Surface::Initial, cells: vec![(9, 1)] }]);
    assert_eq!(
        texts(&flat),
        [
            r#"{"op":"MOVE","v":1,"axis":-1,"direction":1,"k":1}"#,
            r#"{"op":"MOVE","v":1,"axis":1,"direction":1,"k":1}"#,
            events[2],
            r#"{"op":"SET","p":[2,2],"v":1}"#,
        ]
    );
}

#[test]
fn another_alphabet_names_what_no_longer_fits() {
    let mut draft = draft(
        "PAINT",
        "[3,3]",
        "[0,1,2,3]",
        "[[[0,0],3],[[1,1],2],[[2,2],3]]",
        &[r#"{"op":"PAINT","a":[0,0],"r":1,"u":0,"v":3}"#, r#"{"op":"SET","p":[0,0],"v":1}"#],
    );
    draft.frame.prediction = Prediction::Text("I say {\"cells\":[[[0,0],3]]}".into());
    for replacement in ["0", " 2 "] {
        let (plan, after) = plan(&draft, |form| {
            form.alphabet = "0-2".to_owned();
            form.replacement = replacement.to_owned();
        });
        assert_eq!(
            plan.misfits,
            [
                Lost { surface: Surface::Initial, cells: vec![(0, 3), (8, 3)] },
                Lost { surface: Surface::Prediction, cells: vec![(0, 3)] },
            ]
        );
        assert_eq!((plan.cut, plan.invalid), (vec![], vec![0]));
        let expected = match replacement {
            "0" => r#"{"cells":[[[1,1],2]]}"#,
            _ => r#"{"cells":[[[0,0],2],[[1,1],2],[[2,2],2]]}"#,
        };
        assert_eq!(initial(&after), expected);
    }
    let (field, detail) = problem(&draft, |form| {
        form.alphabet = "0-2".to_owned();
        form.replacement = "3".to_owned();
    });
    assert_eq!((field, detail.as_str()), (Field::Replacement, r#"found "3", expected one of [0,1,2]"#));
}

/// A cell that is cut is not also one that does not fit.
#[test]
fn shape_and_alphabet_change_together() {
    let draft = draft("PAINT", "[2,3]", "[0,1,2]", "[[[0,0],2],[[0,2],2],[[1,1],1]]", &[]);
    let (plan, after) = plan(&draft, |form| {
        form.sides = sides(&[2, 2]);
        form.alphabet = "0,1".to_owned();
        form.replacement = "1".to_owned();
        form.id = "small".to_owned();
        form.family = family("MOVE").unwrap();
    });
    assert_eq!(plan.cut, [Lost { surface: Surface::Initial, cells: vec![(2, 2)] }]);
    assert_eq!(plan.misfits, [Lost { surface: Surface::Initial, cells: vec![(0, 2)] }]);
    assert_eq!(initial(&after), r#"{"cells":[[[0,0],1],[[1,1],1]]}"#);
    assert_eq!((after.facts.id.as_str(), after.family.name()), ("small", "MOVE"));
    assert_eq!(plan.step(&draft).name, "shape and alphabet and family and id");
}

/// An answer that was delivered stays to the letter as long as it says the same.
#[test]
fn an_answer_is_kept_while_it_holds() {
    let mut draft = draft("PAINT", "[3,3]", "[0,1,2]", "[]", &[]);
    let text = "Here: {\"cells\":[[[1,1],2]]} That is all.";
    draft.frame.prediction = Prediction::Text(text.into());
    let (_, larger) = plan(&draft, |form| form.sides = sides(&[4, 5]));
    assert_eq!(larger.frame.prediction, Prediction::Text(text.into()));
    let (_, deeper) = plan(&draft, |form| form.sides = sides(&[2, 3, 3]));
    assert_eq!(deeper.frame.prediction.text(), r#"{"cells":[[[0,1,1],2]]}"#);
    draft.frame.prediction = Prediction::Text("no idea".into());
    let (_, same) = plan(&draft, |form| form.sides = sides(&[2, 3, 3]));
    assert_eq!(same.frame.prediction.text(), "no idea");
}

#[test]
fn another_family_says_whose_events_are_of_the_old_one() {
    let events = [r#"{"op":"MIX","p":[0,0],"r":1}"#, r#"{"op":"SET","p":[0,0],"v":1}"#];
    let draft = draft("MIX", "[3,3]", "[0,1,2]", "[]", &events);
    let (plan, after) = plan(&draft, |form| form.family = family("STENCIL").unwrap());
    assert_eq!((plan.foreign, plan.invalid.as_slice(), after.family.name()), (1, [0].as_slice(), "STENCIL"));
    // Both at once, since no family may stand with an alphabet for which it is not defined.
    let (field, detail) = problem(&draft, |form| form.alphabet = "0,2,4".to_owned());
    assert_eq!(
        (field, detail.as_str()),
        (Field::Alphabet, "found [0,2,4], expected exactly the values 0 to M-1 with M of at least 3 for MIX")
    );
    let mut form = Form::of(&draft);
    (form.alphabet, form.family) = ("0,2,4".to_owned(), family("COMPRESS").unwrap());
    assert!(form.plan(&draft, MOST).is_ok());
}

/// A merge may leave the new alphabet although every event is well formed.
#[test]
fn an_event_that_can_no_longer_be_executed_is_named() {
    let event = r#"{"op":"COMPRESS","axis":1,"direction":1}"#;
    let draft = draft("COMPRESS", "[1,4]", "[0,2,4,8]", "[[[0,0],4],[[0,1],4]]", &[event]);
    assert_eq!(plan(&draft, |form| form.alphabet = "0,2,4".to_owned()).0.invalid, [0]);
    assert!(plan(&draft, |form| form.alphabet = "0,2,4,8,16".to_owned()).0.is_harmless());
}

#[test]
fn shapes_that_are_none_are_refused() {
    let draft = draft("PAINT", "[3,3]", "[0,1,2]", "[]", &[]);
    for (typed, expected) in [
        (&["100000", "10000"][..], "found 1000000000 cells, expected at most 4194304 here"),
        (&["2048", "2049"], "found 4196352 cells, expected at most 4194304 here"),
        (&["99999999999999999999"], "found 18446744073709551615 cells, expected at most 4194304 here"),
        (&["4294967296", "4294967296"], "found more than 18446744073709551615 cells, expected at most 4194304 here"),
        (&["0", "3"], "found side 0 on axis 0, expected at least 1"),
        (&["99999999999", "0"], "found side 0 on axis 1, expected at least 1"),
        (&["3", "-1"], r#"found "-1" on axis 1, expected a whole number of at least 1"#),
        (&["3", ""], r#"found "" on axis 1, expected a whole number of at least 1"#),
        (&["3.5"], r#"found "3.5" on axis 0, expected a whole number of at least 1"#),
        (&["1", "1", "1", "1", "1", "1", "1"], "found 7 axes, expected 1 to 6"),
        (&[], "found 0 axes, expected 1 to 6"),
    ] {
        let (field, detail) = problem(&draft, |form| form.sides = typed.iter().map(|&side| side.to_owned()).collect());
        assert_eq!((field, detail.as_str()), (Field::Shape, expected), "{typed:?}");
    }
}

#[test]
fn alphabets_are_read_as_people_write_them() {
    let draft = draft("PAINT", "[3,3]", "[0,1,2]", "[]", &[]);
    let read = |text: &str| plan(&draft, |form| form.alphabet = text.to_owned()).1.frame.space.alphabet.to_string();
    for text in ["0,1,2,3", "[0,1,2,3]", "0-3", "0–3", "0..3", " 0 1 2 3 ", "0, 1, 2-3", "0-1,2;3"] {
        assert_eq!(read(text), "[0,1,2,3]", "{text}");
    }
    assert_eq!(read("3,0,65535"), "[3,0,65535]");
    for (text, expected) in [
        ("", "found values without 0, expected 0 among them"),
        ("1-3", "found values without 0, expected 0 among them"),
        ("0,1,1", "found the value 1 twice, expected every value once"),
        ("0-3,2-5", "found the value 2 twice, expected every value once"),
        ("0-65535,0-65535", "found the value 0 twice, expected every value once"),
        ("0,x", r#"found "x", expected values from 0 to 65535 like 0,1,2,3 or 0-3"#),
        ("3-0", r#"found "3-0", expected values from 0 to 65535 like 0,1,2,3 or 0-3"#),
        ("0,65536", r#"found "65536", expected values from 0 to 65535 like 0,1,2,3 or 0-3"#),
        ("0,-1", r#"found "-1", expected values from 0 to 65535 like 0,1,2,3 or 0-3"#),
    ] {
        assert_eq!(problem(&draft, |form| form.alphabet = text.to_owned()), (Field::Alphabet, expected.to_owned()), "{text}");
    }
}

#[test]
fn ids_follow_their_rule() {
    let draft = draft("PAINT", "[3,3]", "[0,1,2]", "[]", &[]);
    let long = "x".repeat(65);
    for id in ["", "a b", "ä", "a.b", &long] {
        assert_eq!(problem(&draft, |form| form.id = id.to_owned()).0, Field::Id, "{id}");
    }
    assert_eq!(plan(&draft, |form| form.id = "x".repeat(64)).1.facts.id.len(), 64);
}

#[test]
fn a_world_begins_empty() {
    for family in core_families() {
        let mut form = Form::small(family);
        if family.name() == "COMPRESS" {
            form.alphabet = "0,2,4".to_owned();
        }
        let draft = form.begin(MOST).unwrap();
        assert_eq!((draft.frame.initial.occupied(), draft.events.len()), (0, 0));
        let (instance, _) = Instance::open(&file::write(&draft)).unwrap();
        assert_eq!((instance.id.as_str(), instance.family.name()), ("new-world", family.name()));
        assert_eq!(file::read(MOST, &file::write(&draft)).unwrap(), draft);
    }
    let mut form = Form::small(family("MIX").unwrap());
    form.alphabet = "0,1".to_owned();
    form.sides = sides(&[0]);
    assert_eq!(
        form.begin(MOST).unwrap_err().iter().map(|problem| problem.field).collect::<Vec<_>>(),
        [Field::Shape, Field::Alphabet]
    );
}

proptest! {
    /// Anything may be typed.
    #[test]
    fn nothing_that_is_typed_stops_it(
        sides in proptest::collection::vec("[0-9x -]{0,12}|[1-5]", 0..8),
        alphabet in "[0-9,. –-]{0,20}",
        id in ".{0,70}",
        replacement in "[0-9]{0,6}",
        which in 0..8usize,
    ) {
        let draft = Draft::new(&Instance::open(gallery::find("figure-1b").unwrap().line).unwrap().0);
        let family = core_families().nth(which).unwrap();
        let form = Form { id, family, sides, alphabet, replacement };
        if let Ok(plan) = form.plan(&draft, 10_000) {
            let mut editor = Editor::new(draft.clone());
            editor.act(&Action::Do(plan.step(&draft))).unwrap();
        }
        let _ = form.begin(10_000);
    }
}
