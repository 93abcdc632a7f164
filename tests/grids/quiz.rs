//! Protects the questions after a lesson: that they can be answered from the rule alone, that a right answer counts as right and every
//! other one does not, and that what was missed is explained.

use base::json;
use grids::model::lesson;
use grids::model::picture::Marks;
use grids::model::quiz::{Answer, Kind, MOST_REASONS, QUESTIONS, Question, Score, question};
use grids::rule::explain::Scene;
use grids::rule::{Event, ParamKind};
use grids::world::{Alphabet, Shape, Space, World};

/// Every question of some rounds of every family.
fn each(mut holds: impl FnMut(Question)) {
    for family in lesson::families() {
        for round in 0..3 {
            for index in 0..QUESTIONS {
                holds(question(family, round, index).unwrap_or_else(|| panic!("{} {round} {index}", family.name())));
            }
            assert!(question(family, round, QUESTIONS).is_none());
        }
    }
}

/// The answer of somebody who knows the rule.
fn perfect(question: &Question) -> Answer {
    let after = question.opened().after();
    Answer {
        chosen: question.scene.before.differences(after).collect(),
        values: question.asked.iter().map(|&cell| Some(after.get(cell))).collect(),
        world: after.clone(),
    }
}

#[test]
fn questions_are_the_same_each_time_and_others_in_each_round() {
    for family in lesson::families() {
        let text = |round, index| {
            let question = question(family, round, index).unwrap();
            (question.scene.before.clone(), question.scene.event.to_json(), question.asked)
        };
        for index in 0..QUESTIONS {
            assert_eq!(text(0, index), text(0, index));
            assert_ne!(text(0, index), text(1, index), "{} {index}", family.name());
        }
    }
}

/// What is typed is a value, nothing, or said to be neither.
#[test]
fn entered_texts_are_read() {
    let question = question(lesson::find("stencil").unwrap(), 0, 1).unwrap();
    for (text, value) in [("", None), ("  ", None), ("3", Some(3)), (" 0 ", Some(0)), ("003", Some(3))] {
        assert_eq!(question.read(text), Ok(value), "{text:?}");
    }
    for text in ["x", "-1", "4", "99999999999999999999", "1.0", "1 2", "\u{663}"] {
        assert_eq!(question.read(text), Err(format!("found {text}, expected a value of [0,1,2,3]")), "{text:?}");
    }
}

/// Something changes in each and something stays, so that neither all nor nothing is an answer.
#[test]
fn questions_ask_for_something() {
    each(|question| {
        let changing = question.scene.before.differences(question.opened().after()).count();
        let name = question.scene.event.to_json();
        assert!((1..question.scene.before.cells().len()).contains(&changing), "{changing} in {name}");
        if question.kind == Kind::Values {
            let kept = |cell: &&usize| question.scene.before.get(**cell) == question.opened().after().get(**cell);
            assert!(question.asked.len() >= 3 && question.asked.is_sorted(), "{name}");
            assert!(question.asked.iter().filter(kept).count() >= 1, "one of them stays in {name}");
        }
    });
}

/// Growth and erosion, both ways of a line: who knows one half of a rule does not get through.
#[test]
fn both_signs_are_asked_for() {
    for family in lesson::families() {
        for param in family.params().iter().filter(|param| matches!(param.kind, ParamKind::Sign { .. })) {
            let all = (0..4).flat_map(|round| (0..QUESTIONS).map(move |index| (round, index)));
            let signs: Vec<i64> =
                all.map(|(round, index)| question(family, round, index).unwrap().scene.event.args.integer(param.name)).collect();
            let plus = signs.iter().filter(|&&sign| sign == 1).count();
            assert!((signs.len() / 5..=4 * signs.len() / 5).contains(&plus), "{} {signs:?}", family.name());
        }
    }
}

#[test]
fn a_right_answer_is_right() {
    each(|question| {
        let verdict = question.check(&perfect(&question));
        assert!(verdict.is_right() && verdict.reasons.is_empty(), "{verdict:?}");
        assert!(verdict.sentence().starts_with("Right"), "{}", verdict.sentence());
        assert!(question.solution(&verdict).cells.iter().all(|look| look.marks.without(Marks::CHANGED).is_empty()));
    });
}

/// An answer with nothing in it misses everything, and hears why, but not without end.
#[test]
fn an_empty_answer_hears_the_reasons() {
    each(|question| {
        let verdict = question.check(&question.blank());
        let missed = verdict.missed.len();
        assert!(!verdict.is_right() && verdict.wrong.is_empty() && missed > 0, "{verdict:?}");
        assert_eq!((verdict.reasons.len(), verdict.untold), (missed.min(MOST_REASONS), missed.saturating_sub(MOST_REASONS)));
        assert!(verdict.reasons.iter().all(|reason| reason.contains("because")), "{:?}", verdict.reasons);
    });
}

fn paint(kind: Kind, count: usize) -> Question {
    let space = Space { shape: Shape::new(&[5]).unwrap(), alphabet: Alphabet::new(&[0, 1, 2]).unwrap() };
    let mut before = World::empty(&space.shape);
    for (cell, value) in [1, 1, 0, 1, 1].into_iter().enumerate() {
        before.set(cell, value);
    }
    let event = json::parse(r#"{"op":"PAINT","a":[2],"r":1,"u":1,"v":2}"#).unwrap();
    let event = Event::from_json(event.root(), &space).unwrap();
    Question::new(kind, Scene { space, before, event }, count).unwrap()
}

/// [1] and [3] change, and [0] does not.
#[test]
fn what_is_missed_and_what_is_wrong_are_told_apart() {
    let question = paint(Kind::Changed, 0);
    let verdict = question.check(&Answer { chosen: [0, 3].into(), ..question.blank() });
    assert_eq!((&verdict.right[..], &verdict.missed[..], &verdict.wrong[..]), (&[3][..], &[1][..], &[0][..]));
    assert_eq!(verdict.sentence(), "Not quite: 1 cell right, 1 cell missed, 1 cell wrong.");
    assert_eq!(verdict.reasons[0], "[0]: Still 1, because it is at distance 2 from [2], and the ball ends at distance 1.");
    let marks: Vec<Marks> = question.solution(&verdict).cells.iter().map(|look| look.marks).collect();
    assert_eq!(marks[..4], [Marks::EXTRA, Marks::MISSING, Marks::default(), Marks::CHANGED]);

    let question = paint(Kind::Values, 3);
    assert_eq!(question.asked, [0, 1, 3], "two that change, and one beside them");
    let verdict = question.check(&Answer { values: vec![Some(1), Some(1), None], ..question.blank() });
    assert_eq!((&verdict.right[..], &verdict.missed[..], &verdict.wrong[..]), (&[0][..], &[3][..], &[1][..]));

    let question = paint(Kind::Whole, 0);
    let mut answer = question.blank();
    answer.world.set(0, 2);
    answer.world.set(1, 2);
    let verdict = question.check(&answer);
    assert_eq!((&verdict.right[..], &verdict.missed[..], &verdict.wrong[..]), (&[1][..], &[3][..], &[0][..]));
}

/// What the browser keeps may have been changed by anybody.
#[test]
fn a_score_is_read_as_it_is_written() {
    let score = Score::default().with(true).with(false).with(true);
    assert_eq!((score.write().as_str(), Score::read("2/3")), ("2/3", Some(score)));
    for text in ["", "3", "4/3", "-1/3", "a/b", "1/2/3", "99999999999/1"] {
        assert_eq!(Score::read(text), None, "{text}");
    }
}
