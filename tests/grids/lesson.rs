//! Protects the lessons: that every family has a whole one, made of its own file, the same everywhere, and small enough to be read.

use grids::instance::Instance;
use grids::model::lesson::{self, Accounting};
use grids::rule;
use grids::rule::explain::Opened;

#[test]
fn every_core_family_has_a_lesson_under_its_name() {
    let names: Vec<String> = lesson::families().map(|family| lesson::slug(family)).collect();
    assert_eq!(names, rule::core_families().map(|family| family.name().to_lowercase()).collect::<Vec<_>>());
    for name in names {
        assert_eq!(lesson::slug(lesson::find(&name).unwrap()), name);
        assert!(lesson::find(&name.to_uppercase()).is_none(), "an address has one form");
    }
    assert!(lesson::find("set").is_none() && lesson::find("").is_none());
}

/// A reader sees something happen, in a world that fits a phone; each number gives another world, and always the same one.
#[test]
fn scenes_are_small_and_change_something() {
    for family in lesson::families() {
        let mut seen = Vec::new();
        for number in 0..4 {
            let scene = lesson::scene(family, number).unwrap();
            let again = lesson::scene(family, number).unwrap();
            assert_eq!((&scene.before, &scene.event), (&again.before, &again.event), "{} {number}", family.name());
            assert!(scene.before.cells().len() <= 36 && scene.space.shape.dimensions() == 2);
            assert_eq!(scene.event.family.name(), family.name());
            let opened = Opened::new(&scene.event, &scene.space, &scene.before).unwrap();
            assert!(opened.before().differences(opened.after()).count() >= 2, "{} {number}", family.name());
            assert!(!seen.contains(&scene.before), "{} {number} is another world", family.name());
            seen.push(scene.before);
        }
    }
}

/// The worlds themselves: a change of them changes what people have been shown, and links to it.
#[test]
fn made_scenes_stay_what_they_are() {
    let events: Vec<String> = lesson::families().map(|family| lesson::scene(family, 1).unwrap().event.to_json()).collect();
    assert_eq!(events, EVENTS);
}

const EVENTS: [&str; 8] = [
    r#"{"op":"PAINT","a":[3,1],"r":2,"u":3,"v":0}"#,
    r#"{"op":"REFLECT","lo":[0,1],"hi":[3,4],"axis":0}"#,
    r#"{"op":"STENCIL","a":[1,2],"r":2}"#,
    r#"{"op":"MIX","p":[2,2],"r":3}"#,
    r#"{"op":"RELABEL","p":[2,4],"v":0}"#,
    r#"{"op":"LAYER","p":[0,1],"s":-1}"#,
    r#"{"op":"MOVE","v":3,"axis":1,"direction":-1,"k":2}"#,
    r#"{"op":"COMPRESS","axis":0,"direction":-1}"#,
];

/// Where an event does one of two things, a reader sees both.
#[test]
fn both_senses_are_shown() {
    let layer = lesson::find("layer").unwrap();
    let senses: Vec<i64> = (1..6).map(|number| lesson::scene(layer, number).unwrap().event.args.integer("s")).collect();
    assert_eq!(senses, [-1, 1, -1, 1, -1]);
}

/// The words that a lesson explains stand in what it says.
#[test]
fn the_words_of_a_rule_are_used_and_explained() {
    for family in lesson::families() {
        let mut said = family.summary().to_owned();
        for number in 0..2 {
            let scene = lesson::scene(family, number).unwrap();
            let opened = Opened::new(&scene.event, &scene.space, &scene.before).unwrap();
            said.push_str(&family.card(&scene.space.alphabet));
            opened.phases().iter().for_each(|phase| said.push_str(&phase.sentence));
            (0..scene.before.cells().len()).for_each(|cell| said.push_str(&opened.why(cell).to_string()));
        }
        let said = said.to_lowercase();
        let words = family.words(&lesson::scene(family, 0).unwrap().space);
        assert!(!words.is_empty(), "{}", family.name());
        for (words, meaning) in words {
            // `erode, s = -1` explains erode.
            let word = words.split(',').next().unwrap_or(words).to_lowercase();
            assert!(said.contains(&word), "{}: {word} is not said", family.name());
            assert!(meaning.len() > 10 && !meaning.ends_with('.'), "{}: {word}", family.name());
        }
    }
}

/// The counts of Figure 7, which the paper prints.
#[test]
fn the_accounting_is_that_of_the_paper() {
    let stencil = lesson::find("stencil").unwrap();
    let accounting = Accounting::new(&lesson::scene(stencil, 0).unwrap());
    assert_eq!(accounting, Some(Accounting { scan: 22, reads: 10, writes: 5, changes: 3 }));
}

/// Each surprise shows a difference and explains it, unless the misreading leads out of the alphabet.
#[test]
fn surprises_differ_and_say_why() {
    for family in lesson::families() {
        let surprises = lesson::surprises(family);
        assert_eq!(surprises.len(), family.misreadings().len().min(4));
        assert!(surprises.len() >= 3, "{} surprises people", family.name());
        for surprise in surprises {
            let differing = surprise.differing();
            assert_eq!(surprise.misread.is_some(), !differing.is_empty(), "{}", surprise.misreading.name);
            assert_eq!(surprise.why.is_some(), !differing.is_empty(), "{}", surprise.misreading.name);
        }
    }
}

/// What surprises people most is among what a lesson shows.
#[test]
fn the_tempting_misreadings_are_shown() {
    for (name, misreading) in [
        ("paint", "source ignored"),
        ("reflect", "zeros left out"),
        ("stencil", "in place"),
        ("mix", "ball instead of path"),
        ("relabel", "spreads through v"),
        ("layer", "edge counts as empty"),
        ("move", "back to front"),
        ("compress", "merges again"),
    ] {
        let shown = lesson::surprises(lesson::find(name).unwrap());
        assert!(shown.iter().any(|surprise| surprise.misreading.name == misreading), "{name}: {misreading}");
    }
}

/// Three and four dimensions are those of the gallery, where a link leads to.
#[test]
fn higher_dimensions_lead_to_a_step_of_the_gallery() {
    for family in lesson::families() {
        let found: Vec<_> = lesson::higher(family).into_iter().collect();
        assert_eq!(found.iter().map(|higher| higher.dimensions).collect::<Vec<_>>(), [3, 4]);
        for higher in found {
            assert_eq!(higher.scene.space.shape.dimensions(), higher.dimensions);
            let (id, t) = higher.source.unwrap();
            let (instance, trace) = Instance::open(grids::gallery::find(id).unwrap().line).unwrap();
            assert_eq!(trace.state(&instance.initial, t), higher.after, "{id} {t}");
            assert!(higher.after != higher.scene.before);
        }
        assert!(lesson::sandbox(family).is_some());
    }
}

/// What a family without instances in the gallery has instead.
#[test]
fn a_family_without_a_gallery_has_its_worlds_made() {
    for family in lesson::families() {
        for sides in [&[3, 3, 3][..], &[2, 2, 3, 3]] {
            assert!(lesson::made(family, sides, "tests/lesson").is_some(), "{} {sides:?}", family.name());
        }
        let line = lesson::line(&lesson::scene(family, 1).unwrap());
        let (instance, trace) = Instance::open(&line).unwrap();
        assert_eq!((instance.family.name(), trace.len()), (family.name(), 1), "{line}");
    }
}
