//! Protects predicting by hand: what can be started from again, what notes are held against, and which time counts.

use grids::gallery;
use grids::instance::Instance;
use grids::model::draft::{Action, Draft, Editor, Frame, Prediction, Step, Surface};
use grids::model::predict::{Earlier, Notes, Stopwatch};
use grids::trace::Trace;
use grids::world::codec::write_state;
use grids::world::{Shape, Space, World};
use std::collections::BTreeMap;

fn opened() -> (Instance, Trace) {
    Instance::open(gallery::find("figure-1b").unwrap().line).unwrap()
}

fn act(editor: &mut Editor, step: impl FnOnce(&Draft) -> Step) {
    let step = step(editor.draft());
    editor.act(&Action::Do(step)).unwrap();
}

fn world(editor: &Editor, cells: &[(usize, u16)]) -> World {
    let mut world = editor.draft().frame.initial.clone();
    for &(cell, value) in cells {
        world.set(cell, value);
    }
    world
}

fn predict(editor: &mut Editor, prediction: Prediction) {
    act(editor, |draft| draft.predict("predict", prediction));
}

#[test]
fn what_was_replaced_can_be_started_from_again() {
    let mut editor = Editor::new(Draft::new(&opened().0));
    assert_eq!(Earlier::find(&editor), Earlier::default());
    let (pasted, drawn) = (world(&editor, &[(0, 1)]), world(&editor, &[(0, 1), (5, 2)]));
    predict(&mut editor, Prediction::Text(format!("So: {}", write_state(&pasted)).into()));
    assert_eq!(Earlier::find(&editor), Earlier::default(), "it is the prediction");
    // The first cell replaces the text by the state in it.
    act(&mut editor, |draft| draft.set_cells("pen", Surface::Prediction, [(5, 2)]));
    assert_eq!(Earlier::find(&editor), Earlier { answer: Some(pasted.clone()), by_hand: None });
    let initial = editor.draft().frame.initial.clone();
    predict(&mut editor, Prediction::World(initial.clone()));
    assert_eq!(Earlier::find(&editor), Earlier { answer: Some(pasted.clone()), by_hand: Some(drawn.clone()) });
    // Going back to it makes the other one the earlier one.
    predict(&mut editor, Prediction::World(drawn));
    assert_eq!(Earlier::find(&editor), Earlier { answer: Some(pasted), by_hand: Some(initial) });
    for _ in 0..4 {
        editor.act(&Action::Undo).unwrap();
    }
    assert_eq!(Earlier::find(&editor), Earlier::default(), "what was undone is no past");
}

#[test]
fn an_answer_without_a_state_is_nothing_to_start_from() {
    let mut editor = Editor::new(Draft::new(&opened().0));
    let (pasted, initial) = (world(&editor, &[(0, 1)]), world(&editor, &[]));
    predict(&mut editor, Prediction::Text(write_state(&pasted).into()));
    predict(&mut editor, Prediction::Text("I do not know.".into()));
    predict(&mut editor, Prediction::World(initial));
    assert_eq!(Earlier::find(&editor), Earlier::default(), "the last answer counts");
}

#[test]
fn a_prediction_of_another_shape_is_nothing_to_start_from() {
    let mut editor = Editor::new(Draft::new(&opened().0));
    let drawn = world(&editor, &[(0, 1)]);
    predict(&mut editor, Prediction::World(drawn));
    let space = Space { shape: Shape::new(&[3, 3]).unwrap(), alphabet: editor.draft().frame.space.alphabet.clone() };
    let initial = World::empty(&space.shape);
    let frame = Frame { space, initial, prediction: Prediction::None, scratch: BTreeMap::new() };
    act(&mut editor, |draft| draft.replace("shape", Draft { frame, events: Vec::new(), ..draft.clone() }));
    assert_eq!(Earlier::find(&editor), Earlier::default());
}

#[test]
fn predicting_begins_with_the_first_cell_and_not_with_a_paste() {
    let mut editor = Editor::new(Draft::new(&opened().0));
    assert!(!editor.draft().is_predicted_by_hand());
    predict(&mut editor, Prediction::Text("{\"cells\":[]}".into()));
    assert!(!editor.draft().is_predicted_by_hand());
    act(&mut editor, |draft| draft.set_cells("pen", Surface::Scratch(1), [(0, 1)]));
    assert!(editor.draft().is_predicted_by_hand());
    act(&mut editor, |draft| draft.note("delete note", 1, None));
    act(&mut editor, |draft| draft.set_cells("pen", Surface::Prediction, [(0, 1)]));
    assert!(editor.draft().is_predicted_by_hand());
}

#[test]
fn the_first_wrong_note_is_named() {
    let (instance, trace) = opened();
    let states: Vec<World> = (0..=trace.len()).map(|t| trace.state(&instance.initial, t)).collect();
    let other = |t: usize| {
        let mut world = states[t].clone();
        world.set(0, 3 - world.get(0).min(2));
        world
    };
    let check = |notes: &[(usize, World)], count: usize, first_wrong: Option<(usize, usize)>| {
        assert_eq!(Notes::check(&notes.iter().cloned().collect(), &instance, &trace), Notes { count, first_wrong });
    };
    let last = trace.len();
    check(&[], 0, None);
    check(&[(1, states[1].clone()), (last, states[last].clone())], 2, None);
    check(&[(1, states[1].clone()), (2, other(2)), (last, other(last))], 3, Some((2, 1)));
    // A note about a step that the history no longer has.
    check(&[(last + 1, other(last))], 0, None);
}

#[test]
fn only_time_in_which_the_page_is_seen_and_used_counts() {
    let mut watch = Stopwatch::new(0.0);
    let mut looked = |at: f64, seen: bool, used: bool| {
        if used {
            watch.used(at);
        }
        watch.look(at, seen)
    };
    assert_eq!(looked(1000.0, true, false), 1000);
    assert_eq!(looked(2000.0, false, true), 0, "hidden");
    assert_eq!(looked(3000.0, true, false), 0, "seen again, but nothing is done yet");
    assert_eq!(looked(4000.0, true, true), 1000);
    for second in 5..34 {
        assert_eq!(looked(f64::from(second) * 1000.0, true, false), 1000);
    }
    assert_eq!(looked(34_000.0, true, false), 0, "half a minute without doing anything");
    assert_eq!(looked(3_600_000.0, true, true), 0, "the computer has slept");
    assert_eq!(looked(3_600_250.5, true, false), 250);
    assert_eq!(looked(3_600_000.0, true, true), 0, "a clock that goes back");
}
