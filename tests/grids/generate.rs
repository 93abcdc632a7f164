//! Protects the generator: the printed test vectors, the bytes of the paper suite, and its laws on random conditions.

use base::random::Stream;
use grids::generate::condition::{Condition, ConditionError, Request};
use grids::generate::{Category, Key, Rejected, SEED, Trajectory, generate};
use grids::instance::Instance;
use grids::rule::sampling::{Unit, ln24};
use grids::rule::{Event, SAMPLED, core_families};
use grids::trace::Trace;
use grids::verify::{self, Cell};
use grids::world::codec::write_state;

use crate::both::{points, replay_both};

#[test]
fn logarithms() {
    let vectors = [(1, 0), (2, 11629079), (10, 38630967), (100, 77261934), (115, 79606751), (256, 93032639), (1792, 125679594)];
    for (n, expected) in vectors {
        assert_eq!(ln24(n), expected, "ln24({n})");
    }
}

/// Generator specification, section 15.
#[test]
fn printed_digests() {
    for (condition, index, attempt, digest) in [
        ("PAINT/16x16/100", 0, 0, "6649acdad519b600"),
        ("REFLECT/6x6x7/64", 1, 0, "ce7f2954ef2dd631"),
        ("STENCIL/4x4x4x4/10", 2, 0, "cc9cd8314f9fc953"),
        ("MIX/16x16/30", 3, 0, "9cb5b3a7aba9dea9"),
        ("RELABEL/6x6x7/100", 4, 0, "5ef1ca7f05dfde1e"),
        ("LAYER/16x16/150", 5, 0, "0fa3d8b58b6ed914"),
        ("MOVE/4x4x4x4/50", 6, 0, "bfcab4e4167e5d08"),
        ("COMPRESS/6x6x7/252", 7, 0, "75414acae9eb2f2f"),
    ] {
        let condition = Condition::parse(condition).unwrap();
        let trajectory = generate(&Key { condition, seed: SEED, index }).unwrap();
        assert_eq!((trajectory.attempt, trajectory.digest().as_str()), (attempt, digest), "{}", trajectory.key.path());
        let line = trajectory.to_json();
        assert_eq!(Trajectory::from_json(&line).as_ref(), Ok(&trajectory));
    }
}

/// A random condition, most of them possible: any family, one to six dimensions, odd alphabets, targets and bands, short histories.
fn random_condition(index: u32) -> Result<Condition, ConditionError> {
    let mut stream = Stream::new(&format!("tests/generate/{index}"));
    let families: Vec<&str> = core_families().map(|family| family.name()).collect();
    let family = *stream.pick(&families).unwrap();
    let mut shape: Vec<u32> = (0..1 + stream.below(6)).map(|_| 1 + stream.below(7)).collect();
    while shape.iter().product::<u32>() > 400 {
        *shape.iter_mut().max().unwrap() -= 1;
    }
    let volume = shape.iter().product::<u32>();
    let alphabet = match family {
        "COMPRESS" => Some(vec![0, 1, 2, 4, 8, 16, 32, 64][..3 + stream.below(6) as usize].to_vec()),
        "STENCIL" | "MIX" => Some((0..3 + stream.below(4) as u16).collect()),
        _ => Some([vec![5, 0], vec![0, 300, 7], vec![0, 1, 2, 3], (0..40).collect()][stream.below(4) as usize].clone()),
    };
    let low = 1 + stream.below(60);
    let band = Some((low, low + 1 + stream.below(38)));
    let target = (family != "COMPRESS").then(|| 1 + u64::from(stream.below(volume)) / 2);
    let length = Some(4 + stream.below(30) as usize);
    Condition::new(&Request { family: family.to_owned(), shape, target, alphabet, band, length })
}

/// B.7 and the generator specification, sections 4 and 7 to 9, on everything that random conditions give.
#[test]
fn laws_of_random_trajectories() {
    let (mut impossible, mut hard, mut made) = (0, 0, 0);
    for index in 0..600 {
        let Ok(condition) = random_condition(index) else {
            impossible += 1;
            continue;
        };
        assert_eq!(Condition::parse(&condition.name()).as_ref(), Ok(&condition));
        let key = Key { condition, seed: u64::from(index), index: index * 7 };
        assert_eq!(Key::parse(&key.path()).as_ref(), Ok(&key));
        match generate(&key) {
            Ok(trajectory) => {
                made += 1;
                hold_laws(&trajectory);
                assert_eq!(generate(&key).as_ref(), Ok(&trajectory), "another run gives another trajectory");
            }
            Err(Rejected { reasons }) => {
                hard += 1;
                assert_eq!(reasons.len(), 8, "{}", key.path());
            }
        }
    }
    // Random conditions are often hard, but the laws must have been held on hundreds.
    assert!(made >= 250 && hard > 0 && impossible > 0, "{made} trajectories, {hard} hard and {impossible} impossible conditions");
}

fn hold_laws(trajectory: &Trajectory) {
    let Trajectory { key, initial, events, records, .. } = trajectory;
    let condition = &key.condition;
    let name = key.path();
    let sampling = condition.sampling();
    let (space, volume) = (condition.space(), condition.space().shape.volume());
    assert_eq!((events.len(), records.len()), (condition.length(), condition.length()), "{name}");
    assert_eq!(Trajectory::from_json(&trajectory.to_json()).as_ref(), Ok(trajectory), "{name}");

    // Both executors agree on every event, and the records are what the second one finds.
    let texts: Vec<String> = events.iter().map(Event::to_json).collect();
    let replay = replay_both(space.shape.sides(), space.alphabet.values(), &write_state(initial), &texts).unwrap();
    assert_eq!((replay.invalid, replay.steps.len()), (None, events.len()), "{name}");

    let (low, high) = condition.band();
    let inside = |occupied: usize| {
        let (low, high) = (low.saturating_sub(40).max(2) as usize, (high + 40).min(98) as usize);
        occupied >= 1 && (low * volume..=high * volume).contains(&(100 * occupied))
    };
    assert!(inside(initial.occupied()), "{name}: initial density");
    let (mut sets, mut workload, mut effective, mut missed) = (0, 0, 0, 0);
    let before: verify::State = points(space.shape.sides())
        .into_iter()
        .zip(initial.cells())
        .filter(|(_, value)| **value != 0)
        .map(|(x, value)| (x, i64::from(*value)))
        .collect();
    let mut before = &before;
    for (t, ((event, record), step)) in (1..).zip(events.iter().zip(records).zip(&replay.steps)) {
        sets += usize::from(!event.family.is_core());
        assert_eq!(sets, t * sampling.sets as usize / 10, "{name}: SET events up to {t}");
        let found = (step.scan, step.changed.len(), step.writes.len());
        assert_eq!((record.scan, record.effect, record.writes), found, "{name}: record of event {t}");
        if let Some(core) = &record.core {
            let q = match sampling.unit {
                Unit::Reads => step.scan,
                Unit::Support => step.writes.len() as u64,
                Unit::Cells => volume as u64,
            };
            assert_eq!(core.workload, q, "{name}: workload of event {t}");
            workload += q;
            effective += usize::from(record.effect > 0);
            missed += usize::from(core.missed);
            assert_eq!(core.missed, (record.effect > 0) != (core.requested == Category::Effective), "{name}: event {t}");
            assert!(100 * record.effect as u64 >= sampling.least_effect * q, "{name}: effect of event {t}");
            assert!((1..=32).contains(&core.candidates));
            // Clarification 23: v occurs on the external boundary.
            let contact = (event.family.name() == "RELABEL").then(|| {
                let (v, p) = (event.args.integer("v"), event.args.point("p").iter().map(|x| i64::from(*x)).collect::<Cell>());
                v != 0 && before[&p] != v && step.reads.difference(&step.writes).any(|x| before.get(x) == Some(&v))
            });
            assert_eq!(core.contact, contact, "{name}: event {t}");
        }
        if let (1, Some(core)) = (t, &record.core) {
            assert_eq!(core.requested, Category::Effective, "{name}: a no-op is asked for at the first event");
        }
        before = &step.state;
        assert!(inside(before.len()), "{name}: density after event {t}");
    }
    let core = events.len() - sets;
    let asked = core as u64 * condition.target();
    assert!(asked <= 2 * workload && workload <= 2 * asked, "{name}: mean workload");
    assert!(2 * effective >= core && 2 * missed <= core, "{name}: {effective} effective, {missed} missed of {core}");

    // Prefixes are nested, and each is an instance that anyone can read.
    for length in [0, 1, events.len() / 2, events.len()] {
        let instance = trajectory.instance(length);
        let (read, trace) = Instance::open(&instance.to_json(&Trace::run(&instance).unwrap())).unwrap();
        assert_eq!((&read.initial, &read.events[..]), (initial, &events[..length]), "{name}");
        assert_eq!((trace.len(), read.id.len() <= 64), (length, true), "{name}: {}", read.id);
    }
}

/// What cannot be met is refused before any work, with the reason.
#[test]
fn impossible_conditions() {
    for (name, field, detail) in [
        ("PAINT/16x16/257", "target", "found 257 reads, expected 1 to 256, the most that an event can have here"),
        ("RELABEL/4x4/17", "target", "found 17 reads, expected 1 to 16, the most that an event can have here"),
        ("COMPRESS/6x6x7/100", "target", "found 100, expected 252: every COMPRESS event works on all cells"),
        ("PAINT/16x16/0", "target", "found 0 reads, expected 1 to 256, the most that an event can have here"),
        ("MOVE/16x16/1281", "target", "found 1281 reads, expected 1 to 1280, the most that an event can have here"),
        ("PAINT/16x16/100/band=60-40", "band", "found 60 to 40 percent, expected 0 < low < high < 100"),
        ("PAINT/16x16/100/band=40-100", "band", "found 40 to 100 percent, expected 0 < low < high < 100"),
        (
            "PAINT/16x16/100/band=98-99",
            "band",
            "found 98 to 99 percent, which is 251 to 253 of 256 cells, expected some number from 58 to 98 percent",
        ),
        (
            "PAINT/16x16/100/band=1-2",
            "band",
            "found 1 to 2 percent, which is 3 to 5 of 256 cells, expected some number from 2 to 42 percent",
        ),
        (
            "PAINT/16x16/100/band=30-50/band=45-65",
            "condition",
            "found \"band=45-65\", expected only alphabet=…, band=… and length=… after the target, each once",
        ),
        ("PAINT/1/1", "shape", "found a volume of 1, expected one that allows a density from 5 to 98 percent"),
        (
            "MIX/16x16/12/alphabet=0,1",
            "alphabet",
            "found [0,1], expected exactly the values 0 to M-1 with M of at least 3 for MIX",
        ),
        ("STENCIL/16x16/10/alphabet=0,2", "alphabet", "found [0,2], expected exactly the values 0 to M-1 for STENCIL"),
        ("PAINT/16x16/100/alphabet=0", "alphabet", "found [0], expected at least one value other than 0 for PAINT"),
        ("PAINT/16x16/100/alphabet=1,2", "alphabet", "found values without 0, expected 0 among them"),
        (
            "COMPRESS/4x4/16/alphabet=0,2,4",
            "alphabet",
            "found [0,2,4], expected the value 1, with which worlds are filled for COMPRESS",
        ),
        ("SET/16x16/1", "family", "found \"SET\", expected one of PAINT, REFLECT, STENCIL, MIX, RELABEL, LAYER, MOVE, COMPRESS"),
        ("PAINT/16x0/1", "shape", "found side 0 on axis 1, expected at least 1"),
        ("PAINT/300x300/100", "shape", "found 90000 cells, expected at most 65536 here"),
        ("PAINT/16x/100", "shape", "found \"16x\", expected side lengths like 16x16"),
        ("PAINT/16x16/100/length=0", "length", "found 0 events, expected 1 to 4096"),
        (
            "PAINT/16x16/100/colour=red",
            "condition",
            "found \"colour=red\", expected only alphabet=…, band=… and length=… after the target, each once",
        ),
        ("FOO/4x4/1", "family", "found \"FOO\", expected one of PAINT, REFLECT, STENCIL, MIX, RELABEL, LAYER, MOVE, COMPRESS"),
    ] {
        let found = Condition::parse(name);
        assert_eq!(found, Err(ConditionError { field, detail: detail.to_owned() }), "{name}");
    }
}

/// The two lists of families name the same ones in the same order.
#[test]
fn the_generator_samples_every_core_family() {
    let names = |families: Vec<&'static str>| families.join(" ");
    let sampled = names(SAMPLED.iter().map(|family| family.name()).collect());
    assert_eq!(sampled, names(core_families().map(|family| family.name()).collect()));
}

/// What the digest does not cover must still follow from the rest, or be possible.
#[test]
fn forged_records_are_refused() {
    let condition = Condition::parse("RELABEL/4x4/6/length=8").unwrap();
    let line = generate(&Key { condition, seed: 1, index: 5 }).unwrap().to_json();
    assert!(Trajectory::from_json(&line).is_ok());
    // Spaces are no difference.
    assert!(Trajectory::from_json(&line.replace(",\"unit\"", ", \"unit\"")).is_ok());
    for (from, to, field) in [
        ("\"target\":6", "\"target\":7", "condition"),
        ("\"band\":[50,65]", "\"band\":[1,2]", "condition"),
        ("\"cohort\":\"additional\"", "\"cohort\":\"original\"", "cohort"),
        ("\"attempt\":0", "\"attempt\":7", "attempt"),
        ("\"index\":5", "\"index\":4294967295", "index"),
        ("\"missed\":0", "\"missed\":5", "records"),
        ("\"contact\":0", "\"contact\":2", "records"),
        ("\"workload\":", "\"workload\":922337203685477580", "records"),
        ("\"effect\":", "\"effect\":4294967296000", "records"),
        ("\"seed\":1,", "\"seed\":2,", "trajectory"),
    ] {
        let forged = line.replacen(from, to, 1);
        assert_ne!(forged, line, "{from}");
        let error = Trajectory::from_json(&forged).unwrap_err();
        assert_eq!(error.field, Some(field), "{to}: {error}");
    }
}
