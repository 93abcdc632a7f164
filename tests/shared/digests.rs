//! One number for each part of the program that must give the same bytes natively and in a browser.
//!
//! The native tests of `grids` and the wasm tests include this file and assert the same constants, so a difference between the
//! targets fails one of them. A constant is changed here, once, and only for a reason that can be told: a failure prints the new
//! value, and both targets must then print the same one.

use base::random::Stream;
use grids::gallery;
use grids::instance::Instance;
use grids::model::link;
use grids::prompt::prompt;
use grids::score::score;
use grids::trace::Trace;
use grids::world::World;
use grids::world::codec::write_state;
use std::fmt::Write;

pub const STATES: u64 = 0x76b2_c85e_a607_e60e;
pub const FOOTPRINTS: u64 = 0xa876_429f_1f6b_21e6;
pub const PROMPTS: u64 = 0x688e_1747_94b1_2dff;
pub const INSTANCES: u64 = 0x0821_46b6_48b3_ac1e;
pub const LINKS: u64 = 0xecd7_23c7_8401_b761;
pub const SCORES: u64 = 0x76b9_3521_6ad2_53d4;
pub const RANDOM: u64 = 0x6342_90e0_1af5_88c3;
pub const DAMAGED: u64 = 0xa296_35a1_848f_f734;

/// Holds a digest against its constant.
#[track_caller]
pub fn check(name: &str, found: u64, pinned: u64) {
    assert!(
        found == pinned,
        "{name} gives {found:#018x} here and {pinned:#018x} is pinned. If the change is meant, write the new value into \
         tests/shared/digests.rs and run the native and the wasm tests, which must both agree with it."
    );
}

/// Every state of every built-in history.
pub fn states() -> u64 {
    of_gallery(|digest, instance, trace| {
        let mut world = instance.initial.clone();
        digest.text(&write_state(&world));
        for t in 1..=trace.len() {
            trace.seek(&mut world, t - 1, t);
            digest.text(&write_state(&world));
        }
    })
}

/// Read counts, read and write supports and changes of every event of the gallery.
pub fn footprints() -> u64 {
    of_gallery(|digest, instance, trace| {
        let mut before = instance.initial.clone();
        for t in 1..=trace.len() {
            let footprint = trace.footprint(instance, t, &before);
            // The order of changes means nothing.
            let mut changes = trace.changes(t).to_vec();
            changes.sort_by_key(|change| change.cell);
            digest.text(&format!("{} {:?} {:?} {changes:?}", footprint.scan, footprint.reads, footprint.writes));
            trace.seek(&mut before, t - 1, t);
        }
    })
}

/// The prompts of the gallery.
pub fn prompts() -> u64 {
    of_gallery(|digest, instance, _| digest.text(&prompt(instance)))
}

/// The gallery written back as JSON.
pub fn instances() -> u64 {
    of_gallery(|digest, instance, trace| digest.text(&instance.to_json(trace)))
}

/// The gallery packed into links; each must also unpack to what it was.
pub fn links() -> u64 {
    of_gallery(|digest, instance, trace| {
        let line = instance.to_json(trace);
        let packed = link::pack(&line).expect("every built-in instance fits a link");
        assert_eq!(link::unpack(&packed), Ok(line), "{}", instance.id);
        digest.text(&packed);
    })
}

/// Full scores of good, wrong and invalid answers to the whole gallery.
pub fn scores() -> u64 {
    of_gallery(|digest, instance, trace| {
        let target = trace.state(&instance.initial, trace.len());
        for answer in answers(instance, &target) {
            let score = score(answer.as_deref(), &instance.space, &instance.initial, &target);
            digest.text(&serde_json::to_string(&score).expect("a score is plain data"));
        }
    })
}

/// Numbers, bounded numbers, picks and shuffles of a few streams.
pub fn random() -> u64 {
    let mut digest = Digest::new();
    for index in 0..20 {
        let mut stream = Stream::new(&format!("grid-bench/1/20260907/PAINT/16x16/100/{index}/0"));
        let mut text = String::new();
        for bound in 1..=200 {
            write!(text, "{} {} ", stream.u32(), stream.below(bound * bound * 1000)).expect("strings take all");
        }
        let mut list: Vec<u32> = (0..100).collect();
        stream.shuffle(&mut list);
        digest.text(&format!("{text}{:?}{list:?}", stream.pick(&[2, 3, 5, 7, 11])));
    }
    digest.0
}

/// What is said about lines that are no instance: each line of the gallery cut short, and with each of a few characters spoilt.
pub fn damaged() -> u64 {
    of_gallery(|digest, instance, trace| {
        let mut check = |line: &str| match Instance::open(line) {
            Ok((instance, trace)) => digest.text(&instance.to_json(&trace)),
            Err(error) => digest.text(&format!("{} {:?} {:?} {error}", error.code, error.event, error.field)),
        };
        let line = instance.to_json(trace);
        for at in (1..line.len()).step_by(97).filter(|&at| line.is_char_boundary(at)) {
            let (head, tail) = line.split_at(at);
            check(head);
            for spoilt in ["9", "-", "\"", "é", "[", "}"] {
                check(&format!("{head}{spoilt}{tail}"));
            }
        }
    })
}

/// Answers of all outcomes.
fn answers(instance: &Instance, target: &World) -> Vec<Option<String>> {
    let reference = write_state(target);
    let mut wrong = target.clone();
    let values = instance.space.alphabet.values();
    let mut stream = Stream::new(&format!("same-bytes/{}", instance.id));
    for _ in 0..4 {
        let cell = stream.below(wrong.cells().len() as u32) as usize;
        wrong.set(cell, *stream.pick(values).expect("an alphabet has values"));
    }
    let half = reference.len() / 2;
    let mut answers = vec![
        None,
        Some(String::new()),
        Some(reference.clone()),
        Some(write_state(&instance.initial)),
        Some(write_state(&wrong)),
        Some(format!("Die Lösung – geprüft ✓:\n```json\n{reference}\n```\nSo endet es.")),
        Some(reference[..half].to_owned()),
        Some(reference.replacen("[[", "[[[", 1)),
        Some(reference.replacen(']', ",0]", 1)),
        Some(format!("{reference} {reference}")),
        Some("I cannot say.".to_owned()),
    ];
    answers.extend(["-0", "1.0", "1e0", "65536", "99999999999999999999", "null", "\"1\""].map(|value| {
        let point = format!("{:?}", vec![0; instance.space.shape.dimensions()]).replace(' ', "");
        Some(format!("{{\"cells\":[[{point},{value}]]}}"))
    }));
    answers
}

fn of_gallery(mut each: impl FnMut(&mut Digest, &Instance, &Trace)) -> u64 {
    let mut digest = Digest::new();
    for entry in gallery::entries() {
        let (mut instance, trace) = Instance::open(entry.line).expect("every built-in instance opens");
        // The words about an instance are polished often, and are only text.
        instance.extra = vec![("note".to_owned(), "\"Größe 16×16 ✓ 𝄞\"".to_owned())];
        each(&mut digest, &instance, &trace);
    }
    digest.0
}

/// FNV-1a in 64 bits: it finds accidents, which is all that is asked of it.
struct Digest(u64);

impl Digest {
    fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn text(&mut self, text: &str) {
        // The end of each text counts as well, so that moving a character to the next text shows.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
