//! Protects what the program writes, byte for byte: other people's scripts are built on it (FORMATS.md).
//!
//! A case is a folder in `golden`: `arguments` (separated by spaces), `input` for standard input where there is any, further files
//! that the arguments name, and `expected`, which `UPDATE=1 cargo test -p gridbench` rewrites.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::{folder, gridbench};

#[test]
fn every_case_gives_what_is_expected() {
    let mut cases: Vec<_> = fs::read_dir(folder().join("golden")).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    assert!(cases.len() > 10, "only {} cases", cases.len());
    let update = std::env::var_os("UPDATE").is_some();
    let mut failed = Vec::new();
    for case in cases {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let found = run(&case);
        let file = case.join("expected");
        if update {
            fs::write(file, found).unwrap();
            continue;
        }
        let expected = fs::read_to_string(file).unwrap_or_default();
        if found != expected {
            let differing = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
            failed.push(format!("{name}: {:#?}", differing.unwrap_or(("another number of lines", ""))));
        }
    }
    assert!(failed.is_empty(), "found and expected differ, UPDATE=1 rewrites:\n{}", failed.join("\n"));
}

fn run(case: &Path) -> String {
    let arguments = fs::read_to_string(case.join("arguments")).unwrap();
    let input = match fs::File::open(case.join("input")) {
        Ok(file) => Stdio::from(file),
        Err(_) => Stdio::null(),
    };
    let output = gridbench().args(arguments.split_whitespace()).current_dir(case).stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let status = output.status.code().unwrap();
    format!("{}--- standard error\n{}--- exit status {status}\n", text(output.stdout), text(output.stderr))
}
