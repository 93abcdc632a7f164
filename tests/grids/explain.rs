//! Protects the explanations: that their phases lead to the simulator's state and name the reads and writes of B.1, that every
//! reason computes the value it explains, that they cite the card literally, and that no world makes them long.

use base::json;
use base::random::Stream;
use grids::rule::explain::{Cells, MOST_PARTS, Moment, Opened, Part, explained};
use grids::rule::{EXPLAINED, Event, FAMILIES, Scratch, execute};
use grids::world::{Alphabet, Shape, Space, World};
use std::collections::BTreeSet;

use crate::sample::{Sample, line, to_json};

/// Random events per family.
const ROUNDS: usize = 600;

#[test]
fn every_family_explains_itself() {
    let names = |families: Vec<&str>| families.join(" ");
    assert_eq!(names(EXPLAINED.iter().map(|f| f.name()).collect()), names(FAMILIES.iter().map(|f| f.name()).collect()));
}

/// Holds a law on random valid events of every family, in worlds that events have made. A broken law says its instance.
fn law(holds: impl Fn(&Event, &Space, &Opened) -> Result<(), String>) {
    for family in FAMILIES {
        let (mut index, mut rounds) = (0, 0);
        while rounds < ROUNDS {
            let op = family.name();
            let mut stream = Stream::new(&format!("tests/explain/{op}/{index}"));
            index += 1;
            let mut sample = Sample::new(op, 4, &mut stream);
            sample.events.push(sample.event(op, &mut stream));
            let space = Space { shape: Shape::new(&sample.shape).unwrap(), alphabet: Alphabet::new(&sample.alphabet).unwrap() };
            let mut world = world(&space, &sample.cells);
            let texts: Vec<String> = sample.events.iter().map(to_json).collect();
            for text in &texts {
                let event = read(text, &space);
                let Some(opened) = Opened::new(&event, &space, &world) else { break };
                if let Err(broken) = holds(&event, &space, &opened) {
                    panic!(
                        "{broken}\nin {text} of {}",
                        line(&sample.shape, &sample.alphabet, &sample.initial(&mut stream), &texts)
                    );
                }
                execute(event.transition(&space).unwrap().as_ref(), &mut world, &mut Scratch::default()).unwrap();
                rounds += 1;
            }
        }
    }
}

fn read(text: &str, space: &Space) -> Event {
    Event::from_json(json::parse(text).unwrap().root(), space).unwrap()
}

fn world(space: &Space, cells: &[u16]) -> World {
    let mut world = World::empty(&space.shape);
    for (cell, &value) in cells.iter().enumerate() {
        world.set(cell, value);
    }
    world
}

fn check(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

fn parts(opened: &Opened) -> impl Iterator<Item = &Part> {
    opened.phases().iter().flat_map(|phase| &phase.parts)
}

fn set<'a>(lists: impl Iterator<Item = &'a Cells>) -> Vec<u32> {
    lists.flat_map(Cells::iter).collect::<BTreeSet<u32>>().into_iter().collect()
}

/// Forwards part by part, back part by part, and from everywhere to everywhere.
#[test]
fn phases_lead_to_the_state_after_the_event_and_back() {
    law(|_, _, opened| {
        let mut world = opened.before().clone();
        let mut states = vec![world.clone()];
        for position in 1..=opened.len() {
            opened.seek(&mut world, position - 1, position);
            states.push(world.clone());
        }
        check(world == *opened.after(), || "the phases end in another state".to_owned())?;
        for position in (0..opened.len()).rev() {
            opened.seek(&mut world, position + 1, position);
            check(world == states[position], || format!("back at {position} the state is another one"))?;
        }
        for to in [opened.len(), 0, opened.len() / 2, usize::MAX] {
            let from = opened.len() / 3;
            let mut world = states[from].clone();
            opened.seek(&mut world, from, to);
            check(world == states[to.min(opened.len())], || format!("from {from} to {to} leads to another state"))?;
        }
        Ok(())
    });
}

/// Every change tells the value that it finds, and stands among the writes.
#[test]
fn parts_tell_what_they_change() {
    law(|_, _, opened| {
        let mut world = opened.before().clone();
        for part in parts(opened) {
            let writes = set([&part.writes].into_iter());
            for change in &part.changes {
                let found = world.set(change.cell as usize, change.after);
                check(found == change.before && change.before != change.after, || format!("{change:?} finds {found}"))?;
                check(writes.binary_search(&change.cell).is_ok(), || format!("{change:?} is no write"))?;
            }
        }
        Ok(())
    });
}

#[test]
fn phases_name_exactly_the_reads_and_writes_of_b1() {
    law(|event, space, opened| {
        let footprint = event.transition(space).unwrap().footprint(opened.before(), &mut Scratch::default());
        let reads = set(parts(opened).map(|part| &part.reads));
        let writes = set(parts(opened).map(|part| &part.writes));
        let scan: u64 = parts(opened).map(|part| part.scan).sum();
        check(reads == footprint.reads, || format!("reads {reads:?}, expected {:?}", footprint.reads))?;
        check(writes == footprint.writes, || format!("writes {writes:?}, expected {:?}", footprint.writes))?;
        check(scan == footprint.scan, || format!("scan {scan}, expected {}", footprint.scan))?;
        // Where nothing is grouped every incidence is named.
        let named: usize = parts(opened).map(|part| part.reads.len()).sum();
        let grouped = parts(opened).any(|part| part.units > 1);
        check(grouped || named as u64 == scan, || format!("{named} reads named, expected {scan}"))?;
        check(!grouped || space.shape.volume() > MOST_PARTS, || "grouped in a small world".to_owned())
    });
}

#[test]
fn every_reason_computes_the_value_that_it_explains() {
    law(|event, space, opened| {
        let card = event.family.card(&space.alphabet);
        for cell in 0..space.shape.volume() {
            let reason = opened.why(cell);
            let told = || format!("cell {cell}: {reason}");
            check(reason.value.evaluate() == u32::from(opened.after().get(cell)), told)?;
            check(reason.cell as usize == cell && reason.before == opened.before().get(cell), told)?;
            // What it uses are old values, and the cells that it names are those that a reader sees named.
            check(reason.value.cells().iter().all(|used| reason.cells.contains(used)), told)?;
            check(reason.cells.contains(&reason.cell), told)?;
            check(reason.cells.iter().all(|&named| (named as usize) < space.shape.volume()), told)?;
            check(reason.cells.iter().collect::<BTreeSet<_>>().len() == reason.cells.len(), told)?;
            for named in points(&reason.to_string()) {
                check(reason.cells.contains(&(space.shape.cell(&named) as u32)), told)?;
            }
            check(card.contains(&*reason.clause) && !reason.clause.is_empty(), || {
                format!("{} is not in the card", reason.clause)
            })?;
            check(is_sentence(&reason.to_string()), told)?;
        }
        Ok(())
    });
}

#[test]
fn phases_cite_the_card_and_speak_in_sentences() {
    law(|event, space, opened| {
        let card = event.family.card(&space.alphabet);
        check(!opened.phases().is_empty(), || "no phases".to_owned())?;
        for phase in opened.phases() {
            check(card.contains(&*phase.clause) && !phase.clause.is_empty(), || format!("{} is not in the card", phase.clause))?;
            check(!phase.parts.is_empty(), || format!("{} has no parts", phase.name))?;
            for sentence in phase.parts.iter().map(|part| &part.sentence).chain([&phase.sentence]) {
                check(is_sentence(sentence), || format!("{}: {sentence}", phase.name))?;
            }
        }
        for position in 1..=opened.len() {
            let (phase, part) = opened.place(position).unwrap();
            check(opened.position(phase, part) == position, || format!("position {position} is not {phase}, {part}"))?;
        }
        check(opened.place(0).is_none() && opened.place(opened.len() + 1).is_none(), || "places beyond the ends".to_owned())
    });
}

/// Each on its own small world, where it has values for every cell and an event of its family.
#[test]
fn every_misreading_differs_from_its_rule() {
    for family in EXPLAINED {
        let misreadings = family.misreadings();
        assert!(misreadings.len() >= 3 || !family.is_core(), "{}", family.name());
        let names: BTreeSet<&str> = misreadings.iter().map(|misreading| misreading.name).collect();
        assert_eq!(names.len(), misreadings.len());
        for misreading in misreadings {
            let told = format!("{}: {}", family.name(), misreading.name);
            let scene = misreading.scene().unwrap();
            let space = &scene.space;
            assert_eq!((scene.event.family.name(), misreading.cells.len()), (family.name(), space.shape.volume()), "{told}");
            assert!(misreading.cells.iter().all(|&value| space.alphabet.contains(value.into())), "{told}");
            assert_eq!(family.admits(&space.alphabet), Ok(()), "{told}");
            let opened = Opened::new(&scene.event, space, &scene.before).unwrap();
            let misread = (misreading.execute)(&scene.moment()).unwrap();
            assert_ne!(&misread, opened.after(), "{told}");
            assert!(is_sentence(misreading.belief) && is_sentence(misreading.truth), "{told}");
        }
    }
}

/// Whatever the event is, a misreading ends in a state of the same space or in nothing, and never panics.
#[test]
fn misreadings_end_in_a_state_of_the_space() {
    law(|event, space, opened| {
        let at = Moment { args: &event.args, space, before: opened.before() };
        for misreading in explained(event.family.name()).unwrap().misreadings() {
            if let Some(world) = (misreading.execute)(&at) {
                let declared = world.cells().iter().all(|&value| space.alphabet.contains(value.into()));
                check(declared && world.shape() == &space.shape, || misreading.name.to_owned())?;
            }
        }
        Ok(())
    });
}

/// One full stop, at the end; a capital letter or a coordinate or value at the start; one space between words.
fn is_sentence(text: &str) -> bool {
    let first = text.chars().next().unwrap_or(' ');
    (first.is_uppercase() || first.is_ascii_digit() || first == '[')
        && text.ends_with('.')
        && text.matches('.').count() == 1
        && !text.contains("  ")
        && !text.contains(" ,")
}

/// The coordinates in a text.
fn points(text: &str) -> Vec<Vec<u32>> {
    let brackets = text.split('[').skip(1).filter_map(|rest| rest.split_once(']'));
    brackets.map(|(point, _)| point.split(',').map(|x| x.parse().unwrap()).collect()).collect()
}

/// An operation, sides, alphabet and values of a world, and the fields of events on it.
type Golden = (&'static str, &'static [u32], &'static [u16], &'static [u16], &'static [&'static str]);

/// Worlds and events with every kind of sentence.
const GOLDEN: &[Golden] = &[
    ("SET", &[2, 2], &[0, 1, 2], &[1, 0, 2, 0], &[r#""p":[0,1],"v":2"#, r#""p":[1,0],"v":2"#, r#""p":[0,0],"v":0"#]),
    (
        "PAINT",
        &[4, 4],
        &[0, 1, 2, 3],
        &[1, 0, 2, 1, 0, 1, 1, 0, 2, 1, 0, 3, 0, 0, 1, 1],
        &[
            r#""a":[1,1],"r":1,"u":1,"v":3"#,
            r#""a":[0,2],"r":2,"u":1,"v":0"#,
            r#""a":[1,1],"r":1,"u":3,"v":1"#,
            r#""a":[1,1],"r":1,"u":1,"v":1"#,
            r#""a":[2,2],"r":0,"u":0,"v":1"#,
            r#""a":[2,2],"r":0,"u":2,"v":1"#,
        ],
    ),
    (
        "REFLECT",
        &[3, 4],
        &[0, 1, 2, 3],
        &[1, 0, 2, 1, 0, 1, 1, 0, 2, 1, 0, 3],
        &[
            r#""lo":[0,0],"hi":[2,2],"axis":1"#,
            r#""lo":[1,0],"hi":[1,3],"axis":1"#,
            r#""lo":[0,1],"hi":[0,3],"axis":0"#,
            r#""lo":[2,3],"hi":[2,3],"axis":0"#,
        ],
    ),
    ("STENCIL", &[3, 3], &[0, 1, 2, 3], &[1, 0, 2, 1, 3, 1, 0, 2, 1], &[r#""a":[0,1],"r":1"#, r#""a":[2,2],"r":0"#]),
    ("STENCIL", &[1], &[0, 1], &[1], &[r#""a":[0],"r":3"#]),
    (
        "MIX",
        &[3, 4],
        &[0, 1, 2, 3],
        &[1, 2, 3, 0, 0, 0, 1, 0, 2, 1, 1, 3],
        &[r#""p":[0,0],"r":2"#, r#""p":[0,0],"r":99"#, r#""p":[2,3],"r":0"#, r#""p":[1,1],"r":2"#],
    ),
    ("MIX", &[3], &[0, 1, 2], &[1, 0, 2], &[r#""p":[0],"r":4"#]),
    (
        "RELABEL",
        &[3, 4],
        &[0, 1, 2, 3],
        &[1, 1, 3, 1, 0, 1, 3, 0, 2, 1, 0, 1],
        &[r#""p":[0,1],"v":3"#, r#""p":[2,0],"v":2"#, r#""p":[1,0],"v":1"#, r#""p":[1,1],"v":0"#, r#""p":[0,2],"v":3"#],
    ),
    (
        "LAYER",
        &[4, 4],
        &[0, 1, 2, 3],
        &[1, 1, 1, 0, 1, 1, 2, 0, 1, 1, 0, 1, 0, 3, 0, 1],
        &[r#""p":[0,0],"s":1"#, r#""p":[0,0],"s":-1"#, r#""p":[1,3],"s":1"#, r#""p":[3,1],"s":-1"#],
    ),
    ("LAYER", &[3], &[0, 1, 2], &[1, 1, 2], &[r#""p":[0],"s":1"#, r#""p":[0],"s":-1"#, r#""p":[2],"s":-1"#]),
    ("LAYER", &[2], &[0, 1], &[1, 1], &[r#""p":[0],"s":1"#]),
    (
        "MOVE",
        &[4, 6],
        &[0, 1, 2],
        &[1, 1, 0, 0, 2, 1, 0, 1, 0, 1, 0, 0, 2, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0],
        &[
            r#""v":1,"axis":1,"direction":1,"k":3"#,
            r#""v":1,"axis":0,"direction":-1,"k":1"#,
            r#""v":2,"axis":1,"direction":-1,"k":0"#,
        ],
    ),
    ("MOVE", &[3], &[0, 1, 2], &[1, 0, 0], &[r#""v":2,"axis":0,"direction":1,"k":1"#, r#""v":1,"axis":0,"direction":1,"k":9"#]),
    (
        "COMPRESS",
        &[4, 5],
        &[0, 1, 2, 4, 8],
        &[2, 0, 2, 4, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 4, 0, 2, 0],
        &[r#""axis":1,"direction":-1"#, r#""axis":1,"direction":1"#, r#""axis":0,"direction":-1"#],
    ),
    ("COMPRESS", &[3], &[0, 1, 2, 4], &[2, 4, 0], &[r#""axis":0,"direction":-1"#]),
];

/// Every sentence, so that a change of the English is read where it is made.
#[test]
fn the_sentences() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/grids/golden/explain");
    for family in FAMILIES {
        let mut text = String::new();
        for (_, shape, alphabet, cells, events) in GOLDEN.iter().filter(|(op, ..)| *op == family.name()) {
            let space = Space { shape: Shape::new(shape).unwrap(), alphabet: Alphabet::new(alphabet).unwrap() };
            for event in *events {
                text.push_str(&sentences(&read(&format!("{{\"op\":\"{}\",{event}}}", family.name()), &space), &space, cells));
            }
        }
        for misreading in explained(family.name()).unwrap().misreadings() {
            let scene = misreading.scene().unwrap();
            let opened = Opened::new(&scene.event, &scene.space, &scene.before).unwrap();
            let misread = (misreading.execute)(&scene.moment()).unwrap();
            text.push_str(&format!(
                "{}\n  {}\n  {}\n  {}\n",
                misreading.name, misreading.belief, misreading.truth, misreading.event
            ));
            text.push_str(&format!("  {} -> {}, not {}\n", rows(&scene.before), rows(opened.after()), rows(&misread)));
        }
        let file = format!("{folder}/{}.txt", family.name().to_lowercase());
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(&file, &text).unwrap();
        }
        assert_eq!(text, std::fs::read_to_string(&file).unwrap(), "{file}; UPDATE=1 writes it anew");
    }
}

/// A state with its rows side by side.
fn rows(world: &World) -> String {
    let last = *world.shape().sides().last().unwrap() as usize;
    let row = |row: &[u16]| row.iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ");
    world.cells().chunks(last).map(row).collect::<Vec<_>>().join(" / ")
}

fn sentences(event: &Event, space: &Space, cells: &[u16]) -> String {
    let opened = Opened::new(event, space, &world(space, cells)).unwrap();
    let mut text = format!("{}\n{}\n", event.to_json(), rows(opened.before()));
    for phase in opened.phases() {
        text.push_str(&format!("\n{}: {}\n  \"{}\"\n", phase.name, phase.sentence, phase.clause));
        for part in phase.parts.iter().filter(|part| part.sentence != phase.sentence) {
            text.push_str(&format!("  - {}\n", part.sentence));
        }
    }
    text.push_str(&format!("\n{}\n", rows(opened.after())));
    for cell in 0..cells.len() {
        let name = grids::world::codec::list(&space.shape.point(cell));
        text.push_str(&format!("{name} {}\n", opened.why(cell)));
    }
    text + "\n\n"
}

/// Large and thin worlds in which everything happens at once: each family's parts stay few and their lists short.
#[test]
fn large_worlds_are_grouped() {
    for sides in [&[1][..], &[1, 1, 1], &[64, 64], &[256, 256], &[40, 40, 40], &[4_096]] {
        for family in FAMILIES {
            let values: &[u16] = if family.name() == "COMPRESS" { &[0, 1, 2, 4, 8] } else { &[0, 1, 2, 3] };
            let space = Space { shape: Shape::new(sides).unwrap(), alphabet: Alphabet::new(values).unwrap() };
            let volume = space.shape.volume();
            let worlds: [fn(usize) -> u16; 4] =
                [|_| 0, |_| 1, |cell| (cell % 2) as u16, |cell| ((cell as u32).wrapping_mul(2_654_435_761) >> 16) as u16 % 3];
            for (number, value) in worlds.iter().enumerate() {
                let world = world(&space, &(0..volume).map(value).collect::<Vec<_>>());
                for event in everywhere(family.name(), &space) {
                    let opened = Opened::new(&event, &space, &world).unwrap();
                    let told = format!("{} on {sides:?}, world {number}", event.to_json());
                    let footprint = event.transition(&space).unwrap().footprint(&world, &mut Scratch::default());
                    assert!(opened.phases().iter().all(|phase| (1..=MOST_PARTS).contains(&phase.parts.len())), "{told}");
                    assert_eq!(parts(&opened).map(|part| part.scan).sum::<u64>(), footprint.scan, "{told}");
                    assert!(parts(&opened).all(|part| part.units == 1 || part.sentence.contains("together")), "{told}");
                    // A few numbers for each cell of the world, whatever happens there.
                    let runs: usize = parts(&opened).flat_map(lists).map(Cells::runs).sum();
                    let changes: usize = parts(&opened).map(|part| part.changes.len()).sum();
                    assert!(runs + changes <= 10 * volume + 10, "{told}: {runs} runs and {changes} changes");
                    let mut state = world.clone();
                    opened.seek(&mut state, 0, opened.len());
                    assert_eq!(&state, opened.after(), "{told}");
                    for cell in [0, volume / 2, volume - 1] {
                        assert_eq!(opened.why(cell).value.evaluate(), u32::from(state.get(cell)), "{told}");
                    }
                }
            }
        }
    }
}

fn lists(part: &Part) -> [&Cells; 4] {
    [&part.reads, &part.taken, &part.left, &part.writes]
}

/// Events of a family that touch as much of a world as they can.
fn everywhere(op: &str, space: &Space) -> Vec<Event> {
    let sides = space.shape.sides();
    let (low, high): (Vec<u32>, Vec<u32>) = (vec![0; sides.len()], sides.iter().map(|side| side - 1).collect());
    let axis = sides.len() - 1;
    let fields = match op {
        "SET" => vec![format!(r#""p":{low:?},"v":1"#)],
        "PAINT" => vec![format!(r#""a":{low:?},"r":99999,"u":1,"v":2"#)],
        "REFLECT" => [0, axis].map(|axis| format!(r#""lo":{low:?},"hi":{high:?},"axis":{axis}"#)).to_vec(),
        "STENCIL" => vec![format!(r#""a":{low:?},"r":99999"#)],
        "MIX" => vec![format!(r#""p":{high:?},"r":99999"#)],
        "RELABEL" => vec![format!(r#""p":{high:?},"v":2"#)],
        "LAYER" => [-1, 1].map(|sign| format!(r#""p":{high:?},"s":{sign}"#)).to_vec(),
        "MOVE" => {
            let moves = [(0, 1, 1), (0, -1, 99999), (axis, 1, 99999), (axis, -1, 3)];
            moves.map(|(axis, way, k)| format!(r#""v":1,"axis":{axis},"direction":{way},"k":{k}"#)).to_vec()
        }
        "COMPRESS" => [(0, 1), (axis, -1)].map(|(axis, way)| format!(r#""axis":{axis},"direction":{way}"#)).to_vec(),
        _ => unreachable!("{op}"),
    };
    fields.iter().map(|fields| read(&format!("{{\"op\":\"{op}\",{fields}}}"), space)).collect()
}
