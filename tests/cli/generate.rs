//! Protects `generate`, and the way of what it makes through the other subcommands.

use std::fs;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Output, Stdio};

use base::digest::sha256;

use crate::gridbench;

/// Small, and quickly made.
const CONDITION: &str = "MIX/3x4/5/alphabet=0,1,2/length=12";

fn run(arguments: &[&str]) -> Output {
    gridbench().args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Standard output of a run that must succeed.
fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard output of a run that must succeed on this input.
fn filter(arguments: &[&str], input: &str) -> String {
    let mut child = gridbench().args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input.as_bytes()).unwrap());
        child.wait_with_output().unwrap()
    });
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("generate-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &PathBuf) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Refused before any work: nothing on standard output, the reason on standard error, status 2.
#[test]
fn what_cannot_be_made_is_refused() {
    for (arguments, reason) in [
        ("--family LIFE", "family: found \"LIFE\", expected one of PAINT, REFLECT"),
        ("--family SET", "family: found \"SET\", expected one of"),
        ("--family MIX --shape 0x4", "shape: found side 0 on axis 0, expected at least 1"),
        ("--family MIX --shape 1x2x1x2x1x2x1", "shape: found 7 axes, expected 1 to 6"),
        ("--family MIX --shape 4294967295x4294967295", "shape: found more than 16777216 cells"),
        ("--family MIX --shape 512x512", "shape: found 262144 cells, expected at most 65536 here"),
        ("--family MIX --shape 4x", "expected side lengths like 16x16"),
        ("--family MIX --shape 4x-4", "expected side lengths like 16x16"),
        ("--family MIX --shape 99999999999", "expected side lengths like 16x16"),
        ("--family MIX --shape 1x1", "shape: found a volume of 1, expected one that allows a density"),
        ("--family MIX --alphabet 0,1", "alphabet: found [0,1], expected exactly the values 0 to M-1 with M of at least 3"),
        ("--family STENCIL --alphabet 0,2", "alphabet: found [0,2], expected exactly the values 0 to M-1"),
        ("--family PAINT --alphabet 1,2", "alphabet: found values without 0"),
        ("--family PAINT --alphabet 0", "alphabet: found [0], expected at least one value other than 0"),
        ("--family PAINT --alphabet 0,1,1", "alphabet: found the value 1 twice"),
        ("--family PAINT --alphabet 0,65536", "expected values from 0 to 65535 like 0,1,2,3 or 0-3"),
        ("--family COMPRESS --alphabet 0,3,6", "alphabet: found [0,3,6], expected the value 1, with which worlds are filled"),
        ("--family PAINT --shape 4x4", "target: found 100 reads, expected 1 to 16, the most that an event can have here"),
        ("--family LAYER --target 300", "target: found 300 reads, expected 1 to 256, the most that an event can have here"),
        ("--family LAYER --target 0", "target: found 0 reads, expected 1 to 256"),
        ("--family COMPRESS --target 100", "target: found 100, expected 256: every COMPRESS event works on all cells"),
        ("--family PAINT --band 50-50", "band: found 50 to 50 percent, expected 0 < low < high < 100"),
        ("--family PAINT --band 0-100", "band: found 0 to 100 percent"),
        ("--family PAINT --band 30", "band: found 30, expected two percentages like 30-50"),
        ("--family PAINT --length 0", "length: found 0 events, expected 1 to 4096"),
        ("--family PAINT --length 4097", "length: found 4097 events, expected 1 to 4096"),
        ("--condition PAINT", "condition \"PAINT\": shape: found \"\", expected side lengths like 16x16"),
        ("--condition PAINT/16x16/100/speed=3", "condition: found \"speed=3\", expected only alphabet=…"),
        ("--condition MIX/4x4/4 --condition MIX/4x4/4", "condition: found MIX/4x4/4 twice, expected every condition once"),
        ("--count 0", "count: found 0, expected 1 to 1000000 trajectories of each condition"),
        ("--count 1000001", "count: found 1000001, expected 1 to 1000000"),
        ("--count -1", "unexpected argument '-1'"),
        ("--seed -1", "invalid value '-1' for '--seed"),
        ("--condition MIX/4x4/4 --target 5", "cannot be used with"),
        ("--suite main --band 30-50", "cannot be used with"),
        ("--first 999993", "first: found index 999993 for the first of 8 trajectories, expected at most 999992"),
        ("--seed 18446744073709551616", "invalid value '18446744073709551616' for '--seed"),
        ("--prefixes 0,129", "prefixes: found 129 events, expected at most 128, the length of the trajectories"),
        ("--prefixes 8,1", "prefixes: found [8, 1], expected increasing numbers of events"),
        ("--prefixes 0 --trajectories", "cannot be used with"),
        ("--suite all", "[possible values: main, workload, paper]"),
        ("--suite main --family MIX", "cannot be used with"),
        ("--shape 4x4", "--family <FAMILY>"),
    ] {
        let output = run(&["generate"].into_iter().chain(arguments.split(' ')).collect::<Vec<_>>());
        let found = String::from_utf8(output.stderr).unwrap();
        assert!(found.contains(reason), "{arguments}: {found}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments}");
    }
}

/// Each trajectory is the same alone and among others, and in each way of asking for it.
#[test]
fn a_trajectory_can_be_made_alone() {
    let all = text(&["generate", "--condition", CONDITION, "--count", "3", "--trajectories"]);
    let alone = text(&["generate", "--condition", CONDITION, "--first", "2", "--count", "1", "--trajectories"]);
    assert_eq!(all.lines().last(), alone.lines().next());
    let composed = "generate --family mix --shape 3x4 --target 5 --alphabet 0,1,2 --length 12 --count 3 --trajectories";
    assert_eq!(text(&composed.split(' ').collect::<Vec<_>>()), all);
    let other = text(&["generate", "--condition", CONDITION, "--count", "3", "--trajectories", "--seed", "1"]);
    assert!(all.lines().zip(other.lines()).all(|(a, b)| a != b));
}

/// As in `gridbench generate --trajectories | gridbench verify`.
#[test]
fn what_is_made_goes_through_the_other_subcommands() {
    let conditions = "PAINT/4x4/5 REFLECT/4x4/6 STENCIL/4x4/5 MIX/4x4/5 RELABEL/6x6/9 LAYER/6x6/9 MOVE/4x4/5 COMPRESS/4x4/16";
    let named = conditions.split(' ').flat_map(|name| ["--condition", name]);
    let arguments: Vec<&str> = ["generate", "--count", "1"].into_iter().chain(named).collect();
    let instances = text(&arguments);
    let trajectories = text(&[&arguments[..], &["--trajectories"]].concat());
    assert_eq!((instances.lines().count(), trajectories.lines().count()), (8 * 6, 8));
    for made in [&instances, &trajectories] {
        let verified = filter(&["verify"], made);
        assert!(verified.lines().all(|line| line.ends_with("\"agree\":true}")), "{verified}");
        for subcommand in ["run", "prompt"] {
            assert_eq!(filter(&[subcommand], made).lines().count(), made.lines().count());
        }
    }
    // The instance of the first 64 events ends where the history of the trajectory is after them.
    for (instance, trajectory) in instances.lines().skip(5).step_by(6).zip(trajectories.lines()) {
        let states: serde_json::Value = serde_json::from_str(&filter(&["run", "--trace", "states"], trajectory)).unwrap();
        let instance: serde_json::Value = serde_json::from_str(instance).unwrap();
        assert_eq!((instance["length"].as_u64(), &instance["final"]), (Some(64), &states["steps"][63]["state"]));
    }
    let report: serde_json::Value = serde_json::from_str(&filter(&["stats", "--format", "json"], &trajectories)).unwrap();
    assert_eq!(report["conditions"].as_array().unwrap().len(), 8);
}

#[test]
fn a_file_and_its_manifest() {
    let folder = folder("out");
    let file = folder.join("set.jsonl");
    let arguments = ["generate", "--condition", CONDITION, "--count", "2"];
    let out = ["--out", file.to_str().unwrap()];
    let expected = text(&arguments);
    // The second time over the files of the first.
    for _ in 0..2 {
        assert_eq!(text(&[&arguments[..], &out].concat()), "");
        assert_eq!(names(&folder), ["set.jsonl", "set.manifest.json"]);
        let written = fs::read_to_string(&file).unwrap();
        assert_eq!(written, expected);
        let manifest = fs::read_to_string(folder.join("set.manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        let entry = &manifest["files"][0];
        assert_eq!((&entry["name"], &entry["content"]), (&"set.jsonl".into(), &"instances".into()));
        assert_eq!(entry["sha256"], sha256(&written));
        assert_eq!((entry["lines"].as_u64(), entry["bytes"].as_u64()), (Some(8), Some(written.len() as u64)));
        assert_eq!((&manifest["generator"], manifest["seed"].as_u64()), (&"grid-bench/1".into(), Some(20_260_907)));
        assert_eq!(manifest["lengths"].to_string(), "[0,1,8,12]");
        assert_eq!(manifest["conditions"][0]["condition"]["name"], CONDITION);
    }
    let _ = fs::remove_dir_all(folder);
}

/// An error line stands in the file as it would in the output, and the file is complete.
#[test]
fn a_file_with_a_trajectory_that_does_not_exist() {
    let folder = folder("failed");
    let file = folder.join("hard");
    let arguments = ["generate", "--condition", "LAYER/4x4/16", "--first", "3", "--count", "1"];
    let output = run(&[&arguments[..], &["--out", file.to_str().unwrap()]].concat());
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &b"gridbench: 1 line in error\n"[..]));
    assert_eq!(names(&folder), ["hard", "hard.manifest.json"]);
    assert_eq!(fs::read(&file).unwrap(), run(&arguments).stdout);
    let _ = fs::remove_dir_all(folder);
}

#[test]
fn a_place_where_nothing_can_be_written() {
    let folder = folder("nowhere");
    // The manifest cannot be written here.
    fs::create_dir(folder.join("set.manifest.json")).unwrap();
    fs::write(folder.join("set.jsonl"), "before").unwrap();
    let before = names(&folder);
    for name in ["missing/set.jsonl", "set.jsonl", "set.jsonl/inside", ".", ".."] {
        let path = folder.join(name);
        let output = run(&["generate", "--condition", CONDITION, "--out", path.to_str().unwrap()]);
        let reason = String::from_utf8(output.stderr).unwrap();
        assert!(reason.starts_with("gridbench: cannot write ") && reason.lines().count() == 1, "{name}: {reason}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{name}");
        assert_eq!(names(&folder), before, "{name}");
    }
    assert_eq!(fs::read_to_string(folder.join("set.jsonl")).unwrap(), "before");
    let _ = fs::remove_dir_all(folder);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing() {
    let folder = folder("interrupted");
    fs::write(folder.join("set.jsonl"), "before").unwrap();
    let file = folder.join("set.jsonl");
    let mut command = gridbench();
    command.args(["generate", "--count", "1000000", "--out", file.to_str().unwrap()]).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Both temporary files are there before the listener, so wait until there is text as well.
    let started = || {
        let partial =
            |name: &String| name.ends_with(".partial") && fs::metadata(folder.join(name)).is_ok_and(|file| file.len() > 0);
        names(&folder).iter().any(partial)
    };
    while !started() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!(std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(130), "gridbench: interrupted, nothing was written\n"));
    assert_eq!(names(&folder), ["set.jsonl"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), "before");
    let _ = fs::remove_dir_all(folder);
}

/// As in `gridbench generate | head -1`.
#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let mut command = gridbench();
    command.args(["generate", "--count", "1000000"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut told = String::new();
    child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert_eq!((child.wait().unwrap().code(), told.as_str()), (Some(0), ""));
}

/// The comparison that the README shows is the one that the program prints.
#[test]
fn the_readme_shows_the_comparison_with_the_paper() {
    let readme = fs::read_to_string(crate::folder().join("../../README.md")).unwrap();
    let printed = filter(&["stats"], &text(&["generate", "--suite", "paper", "--trajectories"]));
    let comparison: Vec<&str> = printed.lines().take_while(|line| *line != "## Acceptance").collect();
    let rows: Vec<&&str> = comparison.iter().filter(|line| line.starts_with("| ")).collect();
    assert!(rows.len() > 20, "{printed}");
    for row in rows {
        assert!(readme.lines().any(|line| line == *row), "the README lacks {row}");
    }
}
