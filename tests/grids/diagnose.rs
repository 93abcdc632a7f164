//! Protects the diagnosis: that the measure is a code, that every slip is what it says, that what was made with a reading is found
//! again, and that nothing is claimed of answers that nothing explains.

use grids::diagnose::accuracy::{Kind, Trial, measure};
use grids::diagnose::{Bits, CLAIM, Lengths, Reading, SLIPS, Search, Slip, Timeline};
use grids::gallery;
use grids::instance::Instance;
use grids::rule;
use grids::trace::Trace;
use grids::world::World;
use grids::world::codec::write_state;
use std::collections::BTreeSet;

#[test]
fn bits_are_logarithms() {
    for power in 0..63 {
        assert_eq!(Bits::of(1 << power), Bits::whole(power));
    }
    for (choices, bits) in [(3, 1.584_962), (5, 2.321_928), (7, 2.807_355), (1000, 9.965_784), (u64::MAX, 64.0)] {
        assert!((Bits::of(choices).to_f64() - bits).abs() < 2e-5, "{choices}: {}", Bits::of(choices));
    }
    assert_eq!(Bits::of(0), Bits::default());
}

/// All answers of a small world together have a probability of at most 1, and of nearly 1.
#[test]
fn lengths_are_a_prefix_code() {
    for (cells, values) in [(1, 2), (6, 3), (12, 2), (5, 7)] {
        let lengths = Lengths::new(cells, values);
        // Every state of so many cells by its counts.
        let mut arranged = 0.0;
        for state in 0..values.pow(cells as u32) {
            let mut counts = vec![0; values];
            (0..cells).for_each(|cell| counts[state / values.pow(cell as u32) % values] += 1);
            arranged += (-lengths.arranged(counts).to_f64()).exp2();
        }
        assert!((arranged - 1.0).abs() < 1e-3, "{cells} cells, {values} values: {arranged}");
        let mut all = 0.0;
        let mut answers = 1.0;
        for wrong in 0..=cells {
            all += answers * (-lengths.differing(wrong).to_f64()).exp2();
            // How many answers have one more wrong cell.
            answers *= (cells - wrong) as f64 / (wrong + 1) as f64 * (values - 1) as f64;
        }
        assert!((all - 1.0).abs() < 1e-3, "{cells} cells, {values} values: {all}");
    }
}

/// A search with all single readings.
fn searched<'a>(instance: &'a Instance, trace: &'a Trace, answers: Vec<&'a World>) -> Search<'a> {
    let mut search = Search::new(instance, trace, answers);
    assert!(!search.pair(), "pairs come after single readings");
    while search.single() {}
    search
}

fn last(reading: Reading, instance: &Instance, trace: &Trace) -> Option<World> {
    Some(reading.states(instance, trace)?.pop()?.1)
}

#[test]
fn every_slip_differs_on_its_example() {
    let mut text = String::new();
    let names: BTreeSet<&str> = SLIPS.iter().map(|kind| kind.name).collect();
    assert_eq!(names.len(), SLIPS.len());
    for kind in SLIPS {
        let (line, t) = kind.example;
        let (instance, trace) = Instance::open(line).unwrap();
        assert!((kind.at)(&instance).contains(&t), "{}", kind.name);
        let slip = Slip { kind, t };
        let reading = Reading { rule: None, slip: Some(slip) };
        let right = trace.state(&instance.initial, trace.len());
        let end = last(reading, &instance, &trace).unwrap();
        assert_ne!(end, right, "{}", kind.name);
        text.push_str(&format!(
            "{}, event {t} of {}\n  {}\n  {} not {}\n",
            kind.name,
            instance.id,
            slip.says(),
            write_state(&end),
            write_state(&right)
        ));
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/grids/golden/slips.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(file).unwrap(), "UPDATE=1 writes it anew");
}

/// An answer that is what a reading gives: it is explained to the last cell, by this reading or one that ends alike, and what is
/// played is what was searched.
#[test]
fn what_a_reading_gives_is_explained_by_it() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        let right = trace.state(&instance.initial, trace.len());
        for reading in Reading::kinds(&instance).into_iter().flatten() {
            let Some(answer) = last(reading, &instance, &trace).filter(|answer| *answer != right) else { continue };
            let search = searched(&instance, &trace, vec![&answer]);
            let diagnosis = search.diagnosis(0);
            let wrong = right.differences(&answer).count();
            assert_eq!(diagnosis.wrong, wrong);
            assert!(search.is_settled(0), "{}: {}", entry.id, reading.name());
            let exact = diagnosis.ranking.iter().find(|found| found.remaining == 0).unwrap();
            assert_eq!(exact.explained, wrong);
            let same = |other: &Reading| (other.name(), other.event()) == (reading.name(), reading.event());
            assert!(same(&exact.reading) || exact.also.iter().any(same), "{}: {}", entry.id, reading.name());
            assert!(exact.sentence(wrong).ends_with('.'));
            for explanation in &diagnosis.ranking {
                let end = last(explanation.reading, &instance, &trace).unwrap();
                let explained = right.differences(&answer).filter(|&cell| end.get(cell) == answer.get(cell)).count();
                assert_eq!((explained, end.differences(&answer).count()), (explanation.explained, explanation.remaining));
            }
        }
    }
}

/// What is played goes through the whole history, also where events are passed over.
#[test]
fn readings_play_to_the_end() {
    let (instance, trace) = Instance::open(gallery::find("move-2d").unwrap().line).unwrap();
    for reading in Reading::kinds(&instance).into_iter().flatten() {
        let Some(states) = reading.states(&instance, &trace) else { continue };
        assert_eq!(states[0], (0, instance.initial.clone()), "{}", reading.name());
        // A history without its SETs is shorter, one with an event twice is longer.
        let least = if reading.name() == "history/set-left-out" { 1 } else { trace.len() };
        assert!(states.len() > least && states.len() <= trace.len() + 2, "{}: {}", reading.name(), states.len());
        assert!(states.iter().all(|(t, _)| *t <= trace.len()));
    }
    // One of another instance is not played.
    let (short, its_trace) = Instance::open(gallery::find("table-6-move").unwrap().line).unwrap();
    let late = Reading::kinds(&instance).into_iter().flatten().filter(|reading| reading.event() == Some(trace.len()));
    late.for_each(|reading| assert!(reading.states(&short, &its_trace).is_none(), "{}", reading.name()));
}

#[test]
fn a_right_answer_has_no_diagnosis() {
    let (instance, trace) = Instance::open(gallery::find("layer-2d").unwrap().line).unwrap();
    let right = trace.state(&instance.initial, trace.len());
    let diagnosis = searched(&instance, &trace, vec![&right]).diagnosis(0);
    assert!(diagnosis.wrong == 0 && diagnosis.ranking.is_empty());
}

/// A rule misread and an event left out together: no single reading gives it, the pair does.
#[test]
fn pairs_are_found() {
    let (instance, trace) = Instance::open(gallery::find("stencil-2d").unwrap().line).unwrap();
    let kinds = Reading::kinds(&instance);
    let rule = kinds.iter().flatten().find(|reading| reading.name() == "stencil/in-place").unwrap().rule;
    let pairs = kinds.iter().flatten().filter(|reading| reading.name() == "history/event-left-out");
    let pairs = pairs.map(|reading| Reading { rule, slip: reading.slip });
    let mut count = 0;
    for pair in pairs {
        let answer = last(pair, &instance, &trace).unwrap();
        let mut search = searched(&instance, &trace, vec![&answer]);
        if search.is_settled(0) {
            continue;
        }
        count += 1;
        while search.pair() {}
        let diagnosis = search.diagnosis(0);
        let best = &diagnosis.ranking[0];
        assert!(search.is_settled(0) && best.remaining == 0 && best.is_claimed() && best.gain >= CLAIM);
        let same = |other: &Reading| (other.name(), other.event()) == (pair.name(), pair.event());
        assert!(same(&best.reading) || best.also.iter().any(same), "{}", best.reading.name());
        assert_eq!(
            best.sentence(diagnosis.wrong),
            format!("Explains {0} of {0} wrong cells: {1}.", diagnosis.wrong, best.reading.says())
        );
    }
    assert!(count > 3, "{count}");
}

/// A history that a reading cannot execute leaves the others: merging again would make a value that the alphabet does not have.
#[test]
fn what_cannot_be_executed_is_left_out() {
    let line = r#"{"id":"x","shape":[1,4],"alphabet":[0,1,2],"initial":{"cells":[[[0,0],1],[[0,1],1],[[0,2],2]]},"events":[{"op":"COMPRESS","axis":1,"direction":-1}]}"#;
    let (instance, trace) = Instance::open(line).unwrap();
    let search = searched(&instance, &trace, vec![&instance.initial]);
    let names: Vec<String> = search.diagnosis(0).ranking.iter().map(|found| found.reading.name()).collect();
    assert!(!names.is_empty() && !names.contains(&"compress/merges-again".to_owned()), "{names:?}");
    let merges =
        Reading::kinds(&instance).into_iter().flatten().find(|reading| reading.name() == "compress/merges-again").unwrap();
    assert!(merges.states(&instance, &trace).is_none());
}

/// The figures of the README, for the shortest of it: what was made with a reading is ranked first, and chance is never claimed.
#[test]
fn readings_are_found_and_chance_is_not() {
    for family in [rule::family("LAYER").unwrap(), rule::family("COMPRESS").unwrap()] {
        let (mut misread, mut first, mut claimed) = (0, 0, 0);
        measure(family, &mut |trial: Trial| match trial.kind {
            Kind::Misread { noise: 0, rank, .. } => {
                misread += 1;
                first += usize::from(rank == Some(1));
            }
            Kind::Misread { .. } => {}
            Kind::Scattered(_) | Kind::Random => claimed += usize::from(trial.claimed),
        });
        assert!(misread > 400 && first * 100 >= misread * 95, "{}: {first} of {misread}", family.name());
        assert_eq!(claimed, 0, "{}", family.name());
    }
}

/// One cell may be wrong by chance, whatever it looks like.
#[test]
fn what_may_be_chance_is_said_so() {
    let line = r#"{"id":"x","shape":[3,3],"alphabet":[0,1],"initial":{"cells":[]},"events":[{"op":"PAINT","a":[1,1],"r":0,"u":0,"v":1}]}"#;
    let (instance, trace) = Instance::open(line).unwrap();
    let diagnosis = searched(&instance, &trace, vec![&instance.initial]).diagnosis(0);
    assert_eq!(diagnosis.claimed().count(), 0);
    assert_eq!(
        diagnosis.nothing_claimed(),
        "No known misreading explains the wrong cell better than chance. It is what comes out if PAINT was read so: “The ball ends before \
         distance r”, but with so little to go by that may be chance."
    );
    let mut other = instance.initial.clone();
    other.set(0, 1);
    other.set(4, 1);
    let diagnosis = searched(&instance, &trace, vec![&other]).diagnosis(0);
    assert_eq!(diagnosis.nothing_claimed(), "No known misreading explains the wrong cell better than chance.");
}

#[test]
fn the_timeline_says_when_it_went_wrong() {
    let (instance, trace) = Instance::open(gallery::find("paint-2d").unwrap().line).unwrap();
    for t in 0..trace.len() {
        let answer = trace.state(&instance.initial, t);
        let timeline = Timeline::new(&instance, &trace, &answer);
        assert_eq!(timeline.distances.len(), trace.len() + 1);
        assert_eq!(timeline.distances[t], 0);
        assert!(timeline.nearest().any(|nearest| nearest == t));
        let wrong = answer.differences(&trace.state(&instance.initial, trace.len())).count();
        assert_eq!(timeline.last_written.iter().sum::<usize>(), wrong);
        // What an answer left out is what later events wrote.
        assert_eq!(timeline.last_written[..=t].iter().sum::<usize>(), 0);
    }
    // A cell that no event writes.
    let line = r#"{"id":"x","family":"PAINT","shape":[3],"alphabet":[0,1],"initial":{"cells":[]},"events":[{"op":"SET","p":[0],"v":1},{"op":"SET","p":[1],"v":1}]}"#;
    let (instance, trace) = Instance::open(line).unwrap();
    let mut answer = trace.state(&instance.initial, 2);
    answer.set(2, 1);
    answer.set(1, 0);
    let timeline = Timeline::new(&instance, &trace, &answer);
    assert_eq!((timeline.distances, timeline.last_written), (vec![2, 1, 2], vec![1, 0, 1]));
}
