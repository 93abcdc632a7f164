//! Protects drafts: that everything can be undone and done again, that a journal restores a draft with its past, and that a
//! history plays as far as it is valid.

use base::random::Stream;
use grids::gallery;
use grids::instance::Instance;
use grids::model::draft::digits::{Digits, Typed};
use grids::model::draft::event_form::EventForm;
use grids::model::draft::{
    Action, Draft, DraftEvent, Edit, Editor, Frame, Mismatch, Prediction, Run, Status, Step, Surface, file, is_whole, journal,
    place_of, step_before,
};
use grids::rule::{FAMILIES, family};
use grids::world::{Alphabet, MAX_CELLS, Shape, Space, World};
use std::collections::BTreeMap;

fn draft(id: &str) -> Draft {
    Draft::new(&Instance::open(gallery::find(id).unwrap().line).unwrap().0)
}

fn act(editor: &mut Editor, step: Step) {
    editor.act(&Action::Do(step)).unwrap();
}

/// Something that a person could do next.
fn something(draft: &Draft, stream: &mut Stream) -> Step {
    let volume = draft.frame.space.shape.volume() as u32;
    let values = draft.frame.space.alphabet.values();
    let cells: Vec<(u32, u16)> =
        (0..stream.below(9)).map(|_| (stream.below(volume + 1), *stream.pick(values).unwrap())).collect();
    let count = draft.events.len() as u32;
    let surfaces = [Surface::Initial, Surface::Prediction, Surface::Scratch(2), Surface::Scratch(5)];
    match stream.below(10) {
        0..=3 => draft.set_cells("fill", surfaces[stream.below(4) as usize], cells),
        4 => draft.splice("add", stream.below(count + 2) as usize, stream.below(2) as usize, vec![DraftEvent::new("{}")]),
        5 => {
            let moved = draft.move_event(stream.below(count + 1) as usize, stream.below(count + 2) as usize);
            moved.unwrap_or_else(|| draft.splice("nothing", 0, 0, Vec::new()))
        }
        6 => draft.predict("paste", Prediction::Text("Here: {\"cells\":[]}".into())),
        7 => draft.note("forget", 2, None),
        8 => {
            let sides = &[&[3, 3][..], &[2, 2, 2], &[7]][stream.below(3) as usize];
            let space = Space { shape: Shape::new(sides).unwrap(), alphabet: draft.frame.space.alphabet.clone() };
            let initial = World::empty(&space.shape);
            let frame = Frame { space, initial, prediction: Prediction::None, scratch: BTreeMap::new() };
            draft.replace("shape", Draft { frame, ..draft.clone() })
        }
        _ => draft.replace("family", Draft { family: FAMILIES[1 + stream.below(8) as usize], ..draft.clone() }),
    }
}

/// Random work: new steps, strokes, undo and redo. Gives back the editor and what its journal holds.
fn work(seed: u32) -> (Draft, Editor, Vec<Action>) {
    let mut stream = Stream::new(&format!("draft/{seed}"));
    let base = draft(["figure-1a", "figure-1b", "compress-2d", "relabel-4d"][seed as usize % 4]);
    let (mut editor, mut actions) = (Editor::new(base.clone()), Vec::new());
    for _ in 0..40 {
        let action = match stream.below(4) {
            0 if !editor.done().is_empty() => Action::Undo,
            1 if !editor.undone().is_empty() => Action::Redo,
            2 => {
                let volume = editor.draft().frame.space.shape.volume() as u32;
                for _ in 0..3 {
                    let (cell, value) = (stream.below(volume), stream.below(4) as u16);
                    editor.paint("pen", Surface::Prediction, [(cell, value)]);
                }
                match stream.below(3) {
                    0 => editor.cancel(),
                    _ => actions.extend(editor.lift().map(Action::Do)),
                }
                continue;
            }
            _ => Action::Do(something(editor.draft(), &mut stream)),
        };
        editor.act(&action).unwrap();
        actions.push(action);
    }
    (base, editor, actions)
}

#[test]
fn everything_can_be_undone_and_done_again() {
    for seed in 0..200 {
        let (base, mut editor, _) = work(seed);
        let last = editor.draft().clone();
        let count = editor.done().len();
        while !editor.done().is_empty() {
            editor.act(&Action::Undo).unwrap();
        }
        assert_eq!(*editor.draft(), base, "seed {seed}");
        for _ in 0..count {
            editor.act(&Action::Redo).unwrap();
        }
        assert_eq!(*editor.draft(), last, "seed {seed}");
        assert_eq!(editor.act(&Action::Undo).is_err(), count == 0);
    }
}

#[test]
fn a_journal_restores_the_draft_and_its_past() {
    for seed in 0..100 {
        let (base, editor, actions) = work(seed);
        let (least, fewest) = editor.record();
        for (base, actions) in [(base, actions), (least, fewest)] {
            let bytes: Vec<Vec<u8>> = actions.iter().map(journal::write_action).collect();
            let restored = journal::restore(&journal::write_draft(&base), bytes.iter().map(Vec::as_slice)).unwrap();
            assert_eq!((restored.actions, restored.stopped), (actions.len(), None), "seed {seed}");
            assert_eq!(restored.editor.draft(), editor.draft(), "seed {seed}");
            assert_eq!((restored.editor.done(), restored.editor.undone()), (editor.done(), editor.undone()), "seed {seed}");
        }
    }
}

/// A byte that is lost or changed anywhere never stops the page, and what comes before it is kept.
#[test]
fn a_damaged_journal_is_good_up_to_the_damage() {
    let (base, _, actions) = work(3);
    let whole: Vec<Vec<u8>> = actions.iter().map(journal::write_action).collect();
    let base = journal::write_draft(&base);
    let mut stream = Stream::new("draft/damage");
    for _ in 0..300 {
        let mut bytes = whole.clone();
        let at = stream.below(bytes.len() as u32) as usize;
        let place = stream.below(bytes[at].len() as u32) as usize;
        if stream.below(2) == 0 {
            bytes[at].truncate(place);
        } else {
            bytes[at][place] ^= 1 << stream.below(8);
        }
        let restored = journal::restore(&base, bytes.iter().map(Vec::as_slice)).unwrap();
        assert!(restored.actions >= at, "{} of {at}", restored.actions);
        assert_eq!(restored.stopped.is_some(), restored.actions < bytes.len());
        assert!(!restored.later || bytes[restored.actions][0] > 1);
        let mut draft = base.clone();
        let place = stream.below(draft.len() as u32) as usize;
        draft[place] ^= 1 << stream.below(8);
        let _ = journal::restore(&draft, []);
    }
    assert!(journal::restore(&[], []).is_err());
    assert_eq!(journal::restore(&[9, 0], []).err().unwrap().to_string().split(',').next(), Some("found a draft of form 9"));
}

/// A later version of the page may write what this one does not know.
#[test]
fn a_journal_that_a_later_version_has_gone_on_with_is_recognised() {
    let (base, _, actions) = work(3);
    let mut bytes: Vec<Vec<u8>> = actions.iter().map(journal::write_action).collect();
    bytes[1][0] = 2;
    let restored = journal::restore(&journal::write_draft(&base), bytes.iter().map(Vec::as_slice)).unwrap();
    assert_eq!((restored.actions, restored.later), (1, true));
    assert!(restored.stopped.unwrap().contains("a later version of the page has written it"));
}

#[test]
fn an_edit_of_another_draft_is_refused_and_changes_nothing() {
    let mut editor = Editor::new(draft("figure-1a"));
    let before = editor.draft().clone();
    let volume = before.frame.space.shape.volume() as u32;
    let change = |cell, before, after| grids::rule::Change { cell, before, after };
    let cells = |changes| Edit::Cells { surface: Surface::Initial, changes };
    let good = change(0, before.frame.initial.get(0), 1);
    for edit in [
        cells(vec![good, change(volume, 0, 1)]),
        cells(vec![good, change(1, 77, 1)]),
        cells(vec![good, change(1, before.frame.initial.get(1), 9999)]),
        Edit::Cells { surface: Surface::Prediction, changes: vec![good] },
        Edit::Events { at: usize::MAX, before: vec![DraftEvent::new("{}")], after: Vec::new() },
        Edit::Events { at: 0, before: vec![DraftEvent::new("{}")], after: Vec::new() },
        Edit::Prediction { before: Prediction::None, after: Prediction::World(World::empty(&Shape::new(&[2]).unwrap())) },
        Edit::Scratch { t: 1, before: None, after: Some(World::empty(&Shape::new(&[2]).unwrap())) },
        Edit::Several(vec![
            Edit::Prediction { before: Prediction::None, after: Prediction::Text("x".into()) },
            cells(vec![change(volume, 0, 1)]),
        ]),
    ] {
        let step = Step { name: String::new(), edit };
        assert_eq!(editor.act(&Action::Do(step.clone())), Err(Mismatch), "{step:?}");
        assert_eq!(*editor.draft(), before, "{step:?}");
        assert!(editor.done().is_empty());
    }
    assert_eq!(editor.act(&Action::Undo), Err(Mismatch));
    assert_eq!(editor.act(&Action::Redo), Err(Mismatch));
}

#[test]
fn a_stroke_is_one_step_and_a_cancelled_one_is_none() {
    let mut editor = Editor::new(draft("figure-1a"));
    let before = editor.draft().clone();
    for cell in 0..5 {
        editor.paint("pen", Surface::Initial, [(cell, 1), (cell, 2), (999, 1), (cell, 9999)]);
    }
    assert!((0..5).all(|cell| editor.draft().frame.initial.get(cell) == 2));
    assert!(editor.is_painting() && editor.done().is_empty());
    editor.cancel();
    assert_eq!(*editor.draft(), before);
    assert!(!editor.is_painting() && editor.done().is_empty());

    editor.paint("pen", Surface::Initial, [(0, 1)]);
    editor.paint("pen", Surface::Initial, [(0, before.frame.initial.get(0))]);
    assert_eq!(editor.lift(), None, "back to where it was");
    assert_eq!(*editor.draft(), before);

    editor.paint("pen", Surface::Prediction, [(3, 1)]);
    editor.paint("pen", Surface::Prediction, [(4, 1)]);
    assert!(editor.lift().is_some());
    assert_eq!(editor.done().len(), 1);
    let predicted = editor.draft().frame.prediction.world(&before.frame.space).unwrap().into_owned();
    assert_eq!(predicted.differences(&before.frame.initial).count(), 2, "a copy of the initial world with two cells changed");
    editor.act(&Action::Undo).unwrap();
    assert_eq!(*editor.draft(), before);
}

/// An instance that is edited is another one: its id says so, and what it said of its origin goes. Undo brings both back.
#[test]
fn an_edited_instance_is_not_taken_for_the_original() {
    let mut editor = Editor::new(draft("paint-2d"));
    let before = editor.draft().clone();
    assert!(before.facts.extra.iter().any(|(name, _)| name == "metadata"));
    act(&mut editor, before.predict("paste", Prediction::Text("x".into())));
    assert_eq!(editor.draft().facts, before.facts, "a prediction does not edit the instance");
    editor.paint("pen", Surface::Initial, [(0, 3 - before.frame.initial.get(0))]);
    editor.lift();
    assert_eq!(editor.draft().facts.id, "paint-2d-edited");
    assert_eq!(editor.draft().facts.extra, []);
    let step = editor.draft().splice("delete event", 0, 1, Vec::new());
    act(&mut editor, step);
    assert_eq!(editor.draft().facts.id, "paint-2d-edited");
    for _ in 0..3 {
        editor.act(&Action::Undo).unwrap();
    }
    assert_eq!(*editor.draft(), before);
}

#[test]
fn a_pasted_answer_and_one_made_by_hand_are_the_same_thing() {
    let mut editor = Editor::new(draft("figure-1a"));
    let space = editor.draft().frame.space.clone();
    let step = editor.draft().predict("paste", Prediction::Text("So:\n```json\n{\"cells\":[[[0,0],1]]}\n```".into()));
    act(&mut editor, step);
    let predicted = editor.draft().frame.prediction.world(&space).unwrap().into_owned();
    assert_eq!((predicted.occupied(), predicted.get(0)), (1, 1));
    editor.paint("pen", Surface::Prediction, [(1, 2)]);
    editor.lift();
    assert_eq!(editor.draft().frame.prediction.text(), "{\"cells\":[[[0,0],1],[[0,1],2]]}");
    editor.act(&Action::Undo).unwrap();
    assert!(editor.draft().frame.prediction.text().starts_with("So:"));
}

#[test]
fn a_note_begins_with_the_last_one_before_it() {
    let mut editor = Editor::new(draft("figure-1a"));
    let step = editor.draft().set_cells("fill", Surface::Scratch(1), [(0, 2)]);
    act(&mut editor, step);
    let step = editor.draft().set_cells("fill", Surface::Scratch(3), [(1, 2)]);
    act(&mut editor, step);
    let notes = &editor.draft().frame.scratch;
    assert_eq!((notes[&1].get(0), notes[&3].get(0), notes[&3].get(1)), (2, 2, 2));
    assert_eq!(notes.len(), 2);
}

fn statuses(draft: &Draft) -> (Run, String) {
    let run = draft.run();
    let letter = |status: &Status| match status {
        Status::Plays(t) => t.to_string(),
        Status::Off => "-".to_owned(),
        Status::Faulty(_) => "!".to_owned(),
        Status::Unreached => ".".to_owned(),
    };
    let text = run.statuses.iter().map(letter).collect::<Vec<_>>().join("");
    (run, text)
}

#[test]
fn a_history_plays_up_to_its_first_fault() {
    let whole = draft("compress-2d");
    let (run, text) = statuses(&whole);
    assert_eq!(text, "12345678910");
    assert!(is_whole(&run.statuses));

    let mut draft = whole.clone();
    draft.events[1].on = false;
    draft.events[4].text = "{\"op\":\"COMPRESS\",\"axis\":2,\"direction\":1}".into();
    let (run, text) = statuses(&draft);
    assert_eq!(text, "1-23!.....");
    let list = &run.statuses;
    assert!(!is_whole(list));
    assert_eq!((run.trace.len(), run.instance.events.len()), (3, 3));
    assert_eq!(run.statuses[4], Status::Faulty("COMPRESS: field \"axis\": found 2, expected an axis from 0 to 1".into()));
    assert_eq!(
        (place_of(list, 2), place_of(list, 9), step_before(list, 4), step_before(list, 2), step_before(list, 0)),
        (Some(2), None, 3, 1, 0)
    );

    // A fault that only execution finds: the sum of two leaves the alphabet.
    let mut draft = whole.clone();
    draft.frame.space.alphabet = Alphabet::new(&[0, 2]).unwrap();
    draft.frame.initial = World::empty(&draft.frame.space.shape);
    draft.frame.initial.set(0, 2);
    draft.frame.initial.set(1, 2);
    draft.events = vec![
        DraftEvent::new("{\"op\":\"COMPRESS\",\"axis\":0,\"direction\":-1}"),
        DraftEvent::new("{\"op\":\"COMPRESS\",\"axis\":1,\"direction\":-1}"),
        DraftEvent::new("{\"op\":\"COMPRESS\",\"axis\":1,\"direction\":1}"),
        DraftEvent::new("nonsense"),
    ];
    let (run, text) = statuses(&draft);
    assert_eq!(text, "1!..");
    assert!(
        matches!(&run.statuses[1], Status::Faulty(fault) if fault.contains("found the sum 4 at [0,0]")),
        "{:?}",
        run.statuses
    );

    for (text, part) in [
        ("", "expected"),
        ("[]", "expected an object"),
        ("{\"op\":\"PAINT\",\"a\":[0,0],\"r\":1,\"u\":0,\"v\":2}", "found PAINT, expected only COMPRESS and SET"),
        ("{\"op\":\"SET\",\"p\":[0,0],\"v\":3}", "found 3"),
    ] {
        draft.events = vec![DraftEvent::new(text)];
        let fault = draft.run().statuses.remove(0);
        assert!(matches!(&fault, Status::Faulty(fault) if fault.contains(part)), "{text}: {fault:?}");
    }
}

#[test]
fn a_new_event_of_every_family_is_valid_and_reads_back() {
    for family in FAMILIES {
        for sides in [&[5][..], &[4, 4], &[3, 3, 3], &[2, 2, 2, 2]] {
            let mut draft = draft("mix-2d");
            draft.family = if family.is_core() { *family } else { draft.family };
            draft.frame.space.shape = Shape::new(sides).unwrap();
            draft.frame.initial = World::empty(&draft.frame.space.shape);
            let form = EventForm::new(*family, &draft.frame.space);
            let text = form.text();
            assert!(draft.preview(&text, &draft.frame.initial).is_ok(), "{text}");
            assert_eq!(EventForm::read(&text), Some(form));
        }
    }
}

/// What is entered in a form, and what it says of the field that is to blame.
#[test]
fn a_form_takes_coordinates_as_people_write_them_and_names_the_field_at_fault() {
    let draft = draft("paint-2d");
    for text in ["[2,3]", "2,3", " 2 3 ", "(2, 3)", "2;3", "", "2", "x", "[2,3", "99,0"] {
        let mut form = EventForm::new(family("PAINT").unwrap(), &draft.frame.space);
        form.enter("a", text);
        let preview = draft.preview(&form.text(), &draft.frame.initial);
        let good = ["[2,3]", "2,3", " 2 3 ", "(2, 3)", "[2,3"].contains(&text);
        assert_eq!(preview.is_ok(), good, "{text}: {preview:?}");
        if let Err(fault) = preview {
            assert_eq!(fault.field.as_deref(), Some("a"), "{text}: {fault:?}");
        }
    }
    for (name, text, part) in [
        ("r", "-1", "found -1"),
        ("r", "1.5", "found \"1.5\""),
        ("v", "9", "found 9"),
        ("u", "99999999999999999999", "found \"99999999999999999999\""),
    ] {
        let mut form = EventForm::new(family("PAINT").unwrap(), &draft.frame.space);
        form.enter(name, text);
        let fault = draft.preview(&form.text(), &draft.frame.initial).unwrap_err();
        assert_eq!(fault.field.as_deref(), Some(name), "{fault:?}");
        assert!(fault.message.contains(part), "{fault:?}");
    }
    assert_eq!(EventForm::read("{\"op\":\"NONE\"}"), None);
    assert_eq!(EventForm::read("{"), None);
}

/// A preview is what the step will show.
#[test]
fn a_preview_is_what_the_event_does() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        let draft = Draft::new(&instance);
        let mut world = instance.initial.clone();
        for t in 1..=trace.len() {
            let preview = draft.preview(&draft.events[t - 1].text, &world).unwrap();
            assert_eq!(preview.footprint, trace.footprint(&instance, t, &world));
            assert_eq!(preview.changes, trace.changes(t));
            trace.seek(&mut world, t - 1, t);
            assert_eq!(preview.after, world);
        }
    }
}

/// What dragging from one cell to another enters, for each family on a 4×4 world.
#[test]
fn a_drag_draws_an_event() {
    let shape = Shape::new(&[4, 4]).unwrap();
    let space = Space { shape: shape.clone(), alphabet: Alphabet::new(&[0, 1, 2, 3]).unwrap() };
    let mut world = World::empty(&shape);
    world.set(5, 3);
    let drawn = |op: &str, from: usize, to: usize| {
        let mut form = EventForm::new(family(op).unwrap(), &space);
        let entered = form.draw(&world, from, to);
        (entered, form.text())
    };
    for (op, from, to, expected) in [
        ("SET", 5, 6, r#"{"op":"SET","p":[1,2],"v":1}"#),
        ("PAINT", 5, 5, r#"{"op":"PAINT","a":[1,1],"r":1,"u":1,"v":2}"#),
        ("PAINT", 5, 15, r#"{"op":"PAINT","a":[1,1],"r":4,"u":1,"v":2}"#),
        ("REFLECT", 7, 8, r#"{"op":"REFLECT","lo":[1,0],"hi":[2,3],"axis":0}"#),
        ("STENCIL", 0, 2, r#"{"op":"STENCIL","a":[0,0],"r":2}"#),
        ("MIX", 0, 2, r#"{"op":"MIX","p":[0,0],"r":2}"#),
        ("RELABEL", 0, 5, r#"{"op":"RELABEL","p":[1,1],"v":1}"#),
        ("LAYER", 5, 5, r#"{"op":"LAYER","p":[1,1],"s":1}"#),
        ("MOVE", 5, 13, r#"{"op":"MOVE","v":3,"axis":0,"direction":1,"k":2}"#),
        ("MOVE", 5, 4, r#"{"op":"MOVE","v":3,"axis":1,"direction":-1,"k":1}"#),
        ("COMPRESS", 5, 1, r#"{"op":"COMPRESS","axis":0,"direction":-1}"#),
    ] {
        assert_eq!(drawn(op, from, to), (true, expected.to_owned()));
    }
    assert!(!drawn("COMPRESS", 5, 5).0);
    assert!(!drawn("MOVE", 0, 0).0, "an empty cell has nothing that moves");
    for (from, to) in [(16, 0), (0, 16), (usize::MAX, usize::MAX)] {
        assert!(!drawn("MOVE", from, to).0, "a drag that began in a larger world");
    }
}

/// Values are typed digit by digit: at once where no longer value is possible, otherwise when the typing ends.
#[test]
fn digits_become_values() {
    let typed = |values: &[u16], keys: &str| {
        let alphabet = Alphabet::new(values).unwrap();
        let mut digits = Digits::default();
        let mut out: Vec<String> = Vec::new();
        for key in keys.chars() {
            match key {
                '!' => out.push(digits.finish(&alphabet).map_or("none".to_owned(), |value| value.to_string())),
                '<' => out.push(digits.erase().to_string()),
                digit => match digits.push(digit, &alphabet) {
                    Typed::Value(value) => out.push(value.to_string()),
                    Typed::Waiting => out.push(format!("{}…", digits.text())),
                    Typed::Nothing => out.push("-".to_owned()),
                },
            }
        }
        out.join(" ")
    };
    assert_eq!(typed(&[0, 1, 2, 3], "3071!"), "3 0 - 1 none");
    let powers = [0, 2, 4, 8, 16, 128, 1024];
    assert_eq!(typed(&powers, "1024"), "1… 10… 102… 1024");
    assert_eq!(typed(&powers, "16"), "1… 16");
    assert_eq!(typed(&powers, "12!"), "1… 12… none");
    assert_eq!(typed(&powers, "12<6"), "1… 12… true 16");
    assert_eq!(typed(&powers, "104"), "1… 10… 4");
    assert_eq!(typed(&[0, 1, 10, 11], "1!10!011!"), "1… 1 1… 10 none 0 1… 11 none");
    assert_eq!(typed(&[0], "90!<"), "- 0 none false");
}

/// A draft comes back from its file as it was, whatever its history is worth.
#[test]
fn a_file_holds_the_whole_draft() {
    for seed in 0..100 {
        let (_, editor, _) = work(seed);
        let draft = editor.draft();
        let line = file::write(draft);
        assert!(!line.contains('\n'));
        assert_eq!(file::read(MAX_CELLS, &line).as_ref(), Ok(draft), "{line}");
    }
    let mut draft = draft("compress-2d");
    draft.events[1].on = false;
    draft.events[2].text = "no JSON \"at\" all".into();
    draft.events[3].text = "{\"op\":\"PAINT\"}".into();
    assert_eq!(file::read(MAX_CELLS, &file::write(&draft)), Ok(draft.clone()));
    // A family that is not defined for the alphabet.
    draft.family = family("MIX").unwrap();
    assert_eq!(file::read(MAX_CELLS, &file::write(&draft)), Ok(draft.clone()));
    let named = file::write_named(&draft, "My \"first\"");
    assert_eq!(file::name(&named).as_deref(), Some("My \"first\""));
    assert_eq!(file::read(MAX_CELLS, &named), Ok(draft));
}

#[test]
fn a_file_is_one_line_whatever_the_events_were_typed_like() {
    let mut draft = draft("figure-1a");
    draft.events.push(DraftEvent::new("{\"op\": \"SET\",\r\n  \"p\": [0,\n 0], \"v\": 1}"));
    draft.events.push(DraftEvent::new("no\nJSON"));
    let line = file::write(&draft);
    assert!(!line.contains(['\n', '\r']));
    let read = file::read(MAX_CELLS, &line).unwrap();
    assert_eq!(read.events.len(), draft.events.len());
    assert_eq!(read.events.last(), draft.events.last(), "a text that is no JSON is kept to the letter");
}

#[test]
fn a_draft_of_the_wrong_form_is_refused_and_says_where() {
    let line = file::write(&draft("figure-1a"));
    let with = |field: &str| {
        let at = line.find("\"draft\":").unwrap();
        format!("{}\"draft\":{field}}}", &line[..at])
    };
    assert!(file::read(MAX_CELLS, &with("{}")).is_ok());
    for (field, expected) in [
        ("5", "found 5, expected an object"),
        ("[]", "found [], expected an object"),
        ("null", "found null, expected an object"),
        (r#"{"edited":1}"#, "found 1, expected true or false for \"edited\""),
        (r#"{"off":"all"}"#, "expected a list of places for \"off\""),
        (r#"{"off":[99999]}"#, "found 99999, expected places of the"),
        (r#"{"off":[-1]}"#, "found -1, expected places of the"),
        (r#"{"prediction":7}"#, "found 7, expected a state, a text or null for \"prediction\""),
        (r#"{"notes":[1]}"#, "found [1], expected an object for \"notes\""),
        (r#"{"notes":{"0":{"cells":[]}}}"#, "found \"0\", expected a step, from 1 on, for a note"),
        (r#"{"notes":{"01":{"cells":[]}}}"#, "found \"01\", expected a step, from 1 on, for a note"),
        (r#"{"notes":{"1":{"cells":7}}}"#, "found"),
    ] {
        let error = file::read(MAX_CELLS, &with(field)).unwrap_err();
        assert!(error.to_string().contains(expected), "{field}: {error}");
    }
    let no_list = line.replacen("\"events\":[", "\"events\":{},\"other\":[", 1);
    assert!(file::read(MAX_CELLS, &no_list).unwrap_err().to_string().contains("found {}, expected a list of events"));
}

#[test]
fn a_file_of_an_instance_opens_also_with_a_faulty_history() {
    let line = gallery::find("paint-2d").unwrap().line;
    assert_eq!(file::read(MAX_CELLS, line), Ok(draft("paint-2d")));
    let start = r#"{"id":"a","shape":[2,2],"alphabet":[0,1],"initial":{"cells":[[[0,0],1]]},"events":["#;
    let faulty = format!(r#"{start}{{"op":"STENCIL","a":[9,9],"r":1}},7]}}"#);
    let read = file::read(MAX_CELLS, &faulty).unwrap();
    assert_eq!((read.family.name(), read.events.len(), &*read.events[1].text), ("STENCIL", 2, "7"));
    let code = |text: &str| file::read(MAX_CELLS, text).unwrap_err().code;
    assert_eq!(code("nonsense"), "malformed-json");
    assert_eq!(code(&format!("{start}{{\"op\":\"NONE\"}}]}}")), "missing-field");
    assert_eq!(code(&format!("{start}{{\"op\":\"STENCIL\",\"a\":[0,0],\"r\":1}}],\"length\":3}}")), "length-mismatch");
    assert_eq!(code(&faulty.replace("[2,2]", "[2,0]")), "bad-field");
    assert_eq!(code(&faulty.replace(r#",1]]},"e"#, r#",9]]},"e"#)), "undeclared-value");
    assert_eq!(file::read(3, &faulty).unwrap_err().code, "world-too-large");
    let noted = format!(r#"{start}{{"op":"STENCIL","a":[0,0],"r":1}}],"draft":{{"notes":{{"0":{{"cells":[]}}}}}}}}"#);
    assert_eq!(code(&noted), "bad-field");
}

/// What is read aloud after an action.
#[test]
fn an_action_is_described_by_what_it_changes() {
    let mut editor = Editor::new(draft("paint-2d"));
    let mut say = |action: Action| {
        editor.act(&action).unwrap();
        editor.describe(&action)
    };
    let before = draft("paint-2d").frame.initial;
    let free: Vec<u32> = (0..256).filter(|&cell| before.get(cell as usize) == 0).collect();
    let point = |cell: u32| format!("[{},{}]", cell / 16, cell % 16);
    let draft = draft("paint-2d");
    let one = draft.set_cells("value", Surface::Initial, [(free[0], 2)]);
    assert_eq!(say(Action::Do(one)), format!("{} 2, was 0", point(free[0])));
    assert_eq!(say(Action::Undo), format!("undone: {} 0, was 2", point(free[0])));
    assert_eq!(say(Action::Redo), format!("done again: {} 2, was 0", point(free[0])));
    assert_eq!(say(Action::Undo), format!("undone: {} 0, was 2", point(free[0])));
    let three = draft.set_cells("fill", Surface::Prediction, free[..3].iter().map(|&cell| (cell, 1)));
    assert_eq!(say(Action::Do(three)), "fill: 3 cells changed");
    assert_eq!(say(Action::Undo), "undone: fill: 3 cells changed");
    let event = draft.splice("add event", 0, 0, vec![DraftEvent::new("{}")]);
    assert_eq!(say(Action::Do(event)), "add event");
    assert_eq!(say(Action::Undo), "undone: add event");
}
