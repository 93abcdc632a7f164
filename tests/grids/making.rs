//! Protects what the page `/generate` is made of: form, worker, tally, reel and parcels.

use grids::generate::suite::{Plan, Suite};
use grids::generate::{Key, SEED, Trajectory, generate};
use grids::instance::Instance;
use grids::model::form::{Field, Form};
use grids::model::pack::Parcel;
use grids::model::reel::Reel;
use grids::model::tally::{Tally, place};
use grids::model::work::{self, Outcome, Reply, Sent, Worker};
use grids::prompt::prompt;
use grids::trace::final_state;

fn form(query: &str) -> Form {
    let pairs: Vec<(&str, &str)> = query.split('&').filter_map(|pair| pair.split_once('=')).collect();
    Form::read(|name| pairs.iter().find(|(found, _)| *found == name).map(|(_, value)| decode(value)))
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match first {
            b'%' => {
                bytes.push(u8::from_str_radix(std::str::from_utf8(&rest[..2]).unwrap(), 16).unwrap());
                rest = &rest[2..];
            }
            byte => bytes.push(*byte),
        }
    }
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn plan(query: &str) -> Plan {
    form(query).plan().unwrap_or_else(|problems| panic!("{query}: {problems:?}"))
}

#[test]
fn an_empty_form_is_the_paper_suite() {
    assert_eq!(plan(""), Plan::suite(Suite::Paper, SEED));
    for suite in Suite::ALL {
        assert_eq!(plan(&format!("suite={}", suite.name())), Plan::suite(suite, SEED));
    }
}

#[test]
fn what_is_left_out_follows_from_the_family() {
    for family in grids::rule::core_families() {
        let found = plan(&format!("family={}", family.name()));
        let [condition] = found.conditions.as_slice() else { panic!("one condition") };
        assert!(condition.follows_table_8() && condition.has_main_target(), "{}", condition.name());
        assert_eq!((found.seed, found.first, found.count), (SEED, 0, 8));
        // What an empty field shows is what it means.
        let mut typed = form(&format!("family={}", family.name()));
        for field in Field::ALL.into_iter().filter(|&field| field != Field::Family) {
            typed.set(field, typed.usual(field));
        }
        assert_eq!(typed.plan(), Ok(found));
    }
}

#[test]
fn people_write_numbers_in_several_ways() {
    let expected = plan("family=RELABEL&shape=12x10&alphabet=0,1,2,3&band=40-60");
    for query in [
        "shape=12×10&alphabet=0-3&band=40–60",
        "shape=[12, 10]&alphabet=[0, 1, 2, 3]&band=40 to 60",
        "shape= 12 , 10 &alphabet=0..3&band=40-60%25",
    ] {
        assert_eq!(plan(&format!("family=RELABEL&{query}")), expected, "{query}");
    }
}

#[test]
fn a_form_survives_its_address() {
    for query in [
        "suite=paper",
        "suite=workload&count=4&first=4&seed=7",
        "family=MIX&shape=8x8&target=9&alphabet=0,1,2&band=30-50&length=64&count=3&seed=18446744073709551615",
        "family=PAINT&shape=%C3%97%26&target=-1&seed=%23",
    ] {
        let read = form(query);
        assert_eq!(form(&read.write()), read, "{query}");
        assert_eq!(read.write(), query);
    }
}

#[test]
fn problems_stand_at_their_fields() {
    for (query, field, part) in [
        ("family=FOO", Field::Family, "expected one of PAINT"),
        ("family=PAINT&shape=16by16", Field::Shape, "side lengths like 16x16"),
        ("family=PAINT&shape=0x4", Field::Shape, ""),
        ("family=PAINT&shape=300x300", Field::Shape, "expected at most"),
        ("family=PAINT&target=300", Field::Target, "expected 1 to 256"),
        ("family=PAINT&target=many", Field::Target, "an integer"),
        ("family=COMPRESS&target=100", Field::Target, "expected 256"),
        ("family=MIX&alphabet=0,1", Field::Alphabet, "MIX"),
        ("family=STENCIL&alphabet=0,2,5", Field::Alphabet, "STENCIL"),
        ("family=PAINT&alphabet=3-1", Field::Alphabet, "values from 0 to 65535"),
        ("family=PAINT&band=65-45", Field::Band, "0 < low < high < 100"),
        ("family=PAINT&band=much", Field::Band, "two percentages"),
        ("family=PAINT&length=0", Field::Length, "1 to 4096"),
        ("family=PAINT&count=0", Field::Count, "from 1 to 2000"),
        ("suite=paper&count=100", Field::Count, "at most 2000"),
        ("family=PAINT&shape=256x256&count=2000", Field::Count, "MB"),
        ("family=PAINT&first=1000000", Field::First, "from 0 to 999999"),
        ("family=PAINT&first=999999", Field::First, "index 999999"),
        ("family=PAINT&seed=x", Field::Seed, "an integer"),
        ("family=PAINT&seed=18446744073709551616", Field::Seed, "an integer"),
    ] {
        let problems = form(query).plan().unwrap_err();
        assert_eq!(problems.len(), 1, "{query}: {problems:?}");
        assert_eq!(problems[0].field, field, "{query}: {problems:?}");
        assert!(problems[0].detail.contains(part), "{query}: {problems:?}");
    }
    let problems = form("family=PAINT&shape=x&target=y&count=z").plan().unwrap_err();
    assert_eq!(problems.iter().map(|problem| problem.field).collect::<Vec<_>>(), [Field::Shape, Field::Target, Field::Count]);
}

/// What a worker answers to an order, as it is read at the other end.
fn answers(worker: &mut Worker, order: &str) -> Vec<Reply> {
    let mut replies = Vec::new();
    worker.carry_out(order, |sent| match sent {
        Sent::Reply(reply) => replies.push(Reply::read(&reply.write())),
        Sent::Parcel(_) => panic!("a parcel"),
    });
    replies
}

fn keys(query: &str) -> Vec<Key> {
    plan(query).keys().collect()
}

fn outcomes(keys: &[Key]) -> Vec<Outcome> {
    let paths: Vec<String> = keys.iter().map(Key::path).collect();
    let replies = answers(&mut Worker::default(), &work::make(paths.iter().map(String::as_str)));
    assert_eq!(replies.len(), keys.len());
    replies.into_iter().zip(keys).map(|(reply, key)| work::outcome(reply, key).unwrap()).collect()
}

/// A condition that no attempt meets: worlds this small leave the band again and again.
const HARD: &str = "family=LAYER&shape=2x2&target=4&alphabet=0,1&band=98-99&count=3";

#[test]
fn a_worker_makes_what_the_generator_makes() {
    for query in ["family=PAINT&count=2", "family=MIX&shape=6x6x7&first=3&count=1", HARD] {
        let keys = keys(query);
        assert_eq!(outcomes(&keys), keys.iter().map(generate).collect::<Vec<_>>(), "{query}");
    }
}

#[test]
fn a_worker_says_what_it_cannot_do() {
    let fault = |order: &str| match answers(&mut Worker::default(), order).as_slice() {
        [Reply::Fault(text)] => text.clone(),
        other => panic!("{order}: {other:?}"),
    };
    assert!(fault("make\nnonsense").contains("nonsense"));
    assert!(fault("make\ngrid-bench/1/1/PAINT/16x16/999/0").contains("target"));
    assert!(fault("dance").contains("dance"));
    assert!(fault("finish").contains("no parcel"));
    assert!(fault("pack\nlunch\n1\n0\n1").contains("unknown kind"));
    assert!(matches!(Reply::read("hello"), Reply::Fault(_)));
    assert!(matches!(Reply::read(""), Reply::Fault(_)));
    let [first, second] = [0, 1].map(|index| keys("family=PAINT")[index].clone());
    let reply = Reply::Made(generate(&first).unwrap().to_json());
    assert!(work::outcome(reply, &second).unwrap_err().contains("expected"));
}

#[test]
fn tallies_count() {
    let keys = keys("family=MOVE&count=4");
    let outcomes = outcomes(&keys);
    let tally = Tally::of(&outcomes);
    assert_eq!((tally.made, tally.failed, tally.core, tally.sets), (4, 0, 4 * 90, 4 * 38));
    let records = || outcomes.iter().flatten().flat_map(|trajectory| &trajectory.records);
    let missed = records().filter(|record| record.core.as_ref().is_some_and(|core| core.missed)).count();
    assert_eq!(tally.missed, missed);
    let mean = tally.mean_workload().unwrap();
    let (low, high) = tally.range.unwrap();
    assert!(low <= mean && mean <= high && low > 25.0 && high < 100.0);
    // Joining is counting all at once.
    let (first, second) = outcomes.split_at(1);
    let mut joined = Tally::of(first);
    joined.join(&Tally::of(second));
    assert_eq!(joined, tally);
    let failed = Tally::of(&self::outcomes(&self::keys(HARD)));
    assert_eq!((failed.made, failed.failed, failed.attempts(), failed.rejected()), (0, 3, 24, 24));
    assert_eq!(failed.reasons().map(|(_, count)| count).sum::<usize>(), 24);
    assert_eq!((failed.mean_workload(), failed.range), (None, None));
    assert_eq!([0.25, 0.5, 1.0, 2.0, 9.0].map(place), [0.0, 0.0, 0.5, 1.0, 1.0]);
}

#[test]
fn a_reel_plays_every_state_and_starts_again() {
    for query in ["family=LAYER&count=1", "family=COMPRESS&shape=4x4x4x4&count=1&length=9"] {
        let trajectory = generate(&keys(query)[0]).unwrap();
        let mut reel = Reel::new(&trajectory);
        for t in 0..=trajectory.events.len() {
            assert_eq!(reel.t(), t);
            assert_eq!(*reel.world(), final_state(&trajectory.instance(t)).unwrap(), "{query} at {t}");
            reel.step(&trajectory);
        }
        assert_eq!((reel.t(), reel.world()), (0, &trajectory.initial));
    }
}

fn parcel(parcel: Parcel, plan: &Plan) -> Vec<u8> {
    let mut worker = Worker::default();
    assert_eq!(answers(&mut worker, &work::pack(parcel, plan)), [Reply::Took]);
    for key in plan.keys() {
        assert_eq!(answers(&mut worker, &work::take(&key, &generate(&key))), [Reply::Took]);
    }
    let mut bytes = None;
    worker.carry_out(&work::finish(), |sent| match sent {
        Sent::Parcel(parcel) => bytes = Some(parcel),
        Sent::Reply(reply) => panic!("{reply:?}"),
    });
    bytes.unwrap()
}

#[test]
fn parcels_hold_what_the_program_writes() {
    let plan = plan("family=STENCIL&shape=6x6&target=5&count=2&length=20");
    let text = |kind| String::from_utf8(parcel(kind, &plan)).unwrap();
    let trajectories: Vec<Trajectory> = plan.keys().map(|key| generate(&key).unwrap()).collect();
    let expected: String = trajectories.iter().map(|trajectory| trajectory.to_json() + "\n").collect();
    assert_eq!(text(Parcel::Trajectories), expected);
    let (instances, prompts) = (text(Parcel::Instances), text(Parcel::Prompts));
    // T = 0, 1, 8, 16, and the length of its own, 20.
    assert_eq!((instances.lines().count(), prompts.lines().count()), (10, 10));
    for (line, said) in instances.lines().zip(prompts.lines()) {
        let (instance, _) = Instance::open(line).unwrap();
        let said: serde_json::Value = serde_json::from_str(said).unwrap();
        assert_eq!(
            (said["id"].as_str(), said["prompt"].as_str()),
            (Some(instance.id.as_str()), Some(prompt(&instance).as_str()))
        );
    }
    // A second program unpacks the archive.
    let bytes = parcel(Parcel::Everything, &plan);
    let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    let mut files = std::collections::BTreeMap::new();
    for entry in archive.entries() {
        let entry = entry.unwrap();
        let name = entry.file_path().try_normalize().unwrap().as_ref().to_owned();
        let packed = archive.get_entry(entry.wayfinder()).unwrap();
        let content = miniz_oxide::inflate::decompress_to_vec(packed.data()).unwrap();
        assert_eq!(content.len() as u64, entry.uncompressed_size_hint());
        files.insert(name, String::from_utf8(content).unwrap());
    }
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["instances.jsonl", "manifest.json", "prompts.jsonl", "trajectories.jsonl"]);
    assert_eq!(files["instances.jsonl"], instances);
    assert_eq!(files["prompts.jsonl"], prompts);
    assert_eq!(files["trajectories.jsonl"], expected);
    let manifest: serde_json::Value = serde_json::from_str(&files["manifest.json"]).unwrap();
    for file in manifest["files"].as_array().unwrap() {
        let content = &files[file["name"].as_str().unwrap()];
        assert_eq!(file["sha256"].as_str(), Some(base::digest::sha256(content).as_str()));
    }
}
