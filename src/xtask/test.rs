//! `cargo xtask test`: everything that must hold before a change lands.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use crate::tools::{self, Browser};
use crate::{check, dist, process};

const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];
/// The end-to-end tests run below a path, where a link that forgets the base breaks.
const BASE: &str = "/sub/path/";

/// One part of the proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Fmt,
    Clippy,
    Check,
    Native,
    Wasm,
    E2e,
}

impl Step {
    /// In the order in which they run, cheap ones first.
    pub const ALL: [Self; 6] = [Self::Fmt, Self::Clippy, Self::Check, Self::Native, Self::Wasm, Self::E2e];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Check => "check",
            Self::Native => "native",
            Self::Wasm => "wasm",
            Self::E2e => "e2e",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Fmt => "the code is formatted",
            Self::Clippy => "no warnings, native and wasm",
            Self::Check => "nothing forbidden in dependencies, colours and paths",
            Self::Native => "unit and golden tests",
            Self::Wasm => "unit tests in Chromium",
            Self::E2e => "the built site in Chromium, end to end",
        }
    }

    fn run(self, root: &Path) -> Result<(), String> {
        match self {
            Self::Fmt => {
                tools::component("rustfmt", "fmt")?;
                cargo(root, &["fmt", "--all", "--check"], &[]).map_err(|error| format!("{error}; type `cargo fmt --all`"))
            }
            Self::Clippy => clippy(root),
            Self::Check => check::check(root),
            Self::Native => cargo(root, &["test"], &[]),
            Self::Wasm => in_browser(root, &["test", "-p", "web-tests", "--test", "wasm"]),
            Self::E2e => end_to_end(root),
        }
    }
}

/// Runs the steps and stops at the first that fails.
pub fn test(root: &Path, steps: &[Step]) -> Result<(), String> {
    let mut summary = Vec::new();
    for step in steps {
        println!("--- {}: {}", step.name(), step.about());
        let start = Instant::now();
        let result = step.run(root);
        let seconds = start.elapsed().as_secs_f64();
        if let Err(error) = result {
            println!("--- {} failed after {seconds:.1} s", step.name());
            return Err(format!("{error}\nrepeat this step with `cargo xtask test --only {}`", step.name()));
        }
        println!("--- {} ok after {seconds:.1} s", step.name());
        summary.push(format!("{} {seconds:.1} s", step.name()));
    }
    println!("--- all steps ok: {}", summary.join(", "));
    Ok(())
}

fn clippy(root: &Path) -> Result<(), String> {
    tools::component("clippy", "clippy")?;
    tools::wasm_target()?;
    let deny = ["--", "-D", "warnings"];
    let native = ["clippy", "--workspace", "--exclude", "gridbench-web", "--all-targets"];
    cargo(root, &[&native[..], &deny].concat(), &[])?;
    let web = ["clippy", "-p", "gridbench-web"];
    cargo(root, &[&web[..], &WASM, &deny].concat(), &[])?;
    let tests = ["clippy", "-p", "web-tests", "--test", "wasm", "--test", "bench"];
    cargo(root, &[&tests[..], &WASM, &deny].concat(), &[])
}

/// Runs a wasm test of cargo in Chromium.
pub fn in_browser(root: &Path, arguments: &[&str]) -> Result<(), String> {
    tools::wasm_target()?;
    let runner = tools::wasm_test_runner(root)?;
    let Browser { chromium, chromedriver } = tools::browser()?;
    // The runner asks chromedriver for a browser; this file says which one, since there may be several.
    let folder = root.join("target");
    let capabilities = folder.join("webdriver.json");
    let text = format!("{{ \"goog:chromeOptions\": {{ \"binary\": {:?} }} }}\n", chromium.display().to_string());
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(&capabilities, text))
        .map_err(|error| format!("{} cannot be written: {error}", capabilities.display()))?;
    let (options, harness) = arguments.split_at(arguments.iter().position(|word| *word == "--").unwrap_or(arguments.len()));
    cargo(
        root,
        &[options, &WASM, harness].concat(),
        &[
            ("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", &runner),
            ("CHROMEDRIVER", &chromedriver),
            ("WASM_BINDGEN_TEST_WEBDRIVER_JSON", &capabilities),
            // Seconds. The defaults of 20 and 5 are too short for a busy machine.
            ("WASM_BINDGEN_TEST_TIMEOUT", Path::new("300")),
            ("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", Path::new("60")),
        ],
    )
}

fn end_to_end(root: &Path) -> Result<(), String> {
    let Browser { chromium, chromedriver } = tools::browser()?;
    let axe = tools::axe()?;
    let site = root.join("target/e2e-dist");
    dist::dist(root, BASE, &site)?;
    cargo(
        root,
        &["test", "-p", "web-tests", "--test", "e2e"],
        &[
            ("GRIDBENCH_DIST", &site),
            ("GRIDBENCH_BASE", Path::new(BASE)),
            ("CHROMIUM", &chromium),
            ("CHROMEDRIVER", &chromedriver),
            ("AXE_JS", &axe),
        ],
    )
}

/// Runs cargo in the workspace.
pub fn cargo(root: &Path, arguments: &[&str], variables: &[(&str, &Path)]) -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.args(arguments).current_dir(root).envs(variables.iter().copied());
    process::run(&mut command)
}
