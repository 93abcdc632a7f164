//! The tools beside cargo: found on the machine, or installed where that is possible without a question.
//!
//! A tool on PATH of the right version is used first, then the shared cache. Each task asks only for what it needs.

use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cache::{self, Entry, Staging};
use crate::{process, version};

/// Trunk 0.22 needs a newer compiler than this workspace.
const TRUNK: &str = "0.21.14";
const BINARYEN: &str = "132.0.0";
/// Older ones, Debian's 108 among them, cannot read what wasm-bindgen writes.
const OLDEST_WASM_OPT: u32 = 120;
const AXE: &str = "4.14.1";
const WASM: &str = "wasm32-unknown-unknown";

/// The browser of the tests and the program that drives it.
pub struct Browser {
    pub chromium: PathBuf,
    pub chromedriver: PathBuf,
}

/// Trunk, ready for arguments: everything it calls stands first on its PATH and all crates are downloaded.
pub fn trunk(root: &Path, optimize: bool) -> Result<Command, String> {
    wasm_target()?;
    let trunk = trunk_folder()?;
    let mut folders = vec![trunk.clone(), wasm_bindgen_folder(root)?];
    if optimize {
        folders.push(wasm_opt_folder()?);
    }
    let mut folders: Vec<PathBuf> = folders.into_iter().flatten().collect();
    folders.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(folders).map_err(|error| format!("a folder of the tools cannot stand in PATH: {error}"))?;

    // Trunk works offline, so that it never downloads tools of its own; cargo below it then needs its crates at hand.
    process::run(Command::new("cargo").arg("fetch").current_dir(root))?;

    let program = trunk.map_or_else(|| PathBuf::from("trunk"), |folder| folder.join("trunk"));
    let mut command = Command::new(program);
    command.current_dir(root).env("PATH", path);
    // RUST_BACKTRACE alone makes Trunk print its own stack after each compile error.
    command.env("RUST_LIB_BACKTRACE", "0");
    // Trunk 0.21 reads this variable as a flag and stops at the usual value 1.
    if env::var_os("NO_COLOR").is_some() {
        command.env("NO_COLOR", "true");
    }
    Ok(command)
}

/// The program that runs wasm tests in a browser.
pub fn wasm_test_runner(root: &Path) -> Result<PathBuf, String> {
    let name = "wasm-bindgen-test-runner";
    Ok(wasm_bindgen_folder(root)?.map_or_else(|| PathBuf::from(name), |folder| folder.join(name)))
}

/// The script that checks pages for accessibility.
pub fn axe() -> Result<PathBuf, String> {
    let file = "node_modules/axe-core/axe.min.js";
    let name = format!("axe-core-{AXE}");
    let entry = Entry { name: &name, file, announcement: &format!("installing axe-core {AXE} (seconds, once) …") };
    Ok(cache::provide(&entry, |staging| npm(&format!("axe-core@{AXE}"), staging))?.join(file))
}

/// Node itself; it measures the site and runs wasm-opt.
pub fn node() -> Result<(), String> {
    process::read(Command::new("node").arg("--version")).map(drop)
}

/// The standard library for wasm.
pub fn wasm_target() -> Result<(), String> {
    let folder = process::read(Command::new("rustc").args(["--print", "target-libdir", "--target", WASM]))?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    if find("rustup").is_none() {
        return Err(format!(
            "Rust's standard library for {WASM} is missing, and so is rustup, which adds it; \
             install Rust with rustup, or your distribution's package for that target (Debian: libstd-rust-dev-wasm32)"
        ));
    }
    process::run(Command::new("rustup").args(["target", "add", WASM]))
}

/// A part of the toolchain that rustup's minimal profile leaves out, such as clippy.
pub fn component(name: &str, subcommand: &str) -> Result<(), String> {
    if process::read(Command::new("cargo").args([subcommand, "--version"])).is_ok() {
        return Ok(());
    }
    if find("rustup").is_none() {
        return Err(format!("`cargo {subcommand}` is missing; install {name} with your distribution's tools for Rust"));
    }
    process::run(Command::new("rustup").args(["component", "add", name]))
}

/// Chromium and chromedriver: from the variables CHROMIUM and CHROMEDRIVER, from PATH, or from Debian.
pub fn browser() -> Result<Browser, String> {
    let browser = match find_browser()? {
        Some(browser) => browser,
        None => {
            install_browser()?;
            find_browser()?.ok_or("Debian's packages brought no chromium or no chromedriver")?
        }
    };
    let majors = [&browser.chromium, &browser.chromedriver].map(|program| {
        let output = process::read(Command::new(program).arg("--version")).unwrap_or_default();
        version::printed(&output).and_then(version::major)
    });
    match majors {
        [Some(chromium), Some(driver)] if chromium != driver => Err(format!(
            "{} has version {chromium}, but {} has version {driver}; \
             install matching ones, or set CHROMIUM and CHROMEDRIVER to the paths of a matching pair",
            browser.chromium.display(),
            browser.chromedriver.display()
        )),
        [Some(_), Some(_)] => Ok(browser),
        _ => Err(format!("{} or {} does not tell its version", browser.chromium.display(), browser.chromedriver.display())),
    }
}

fn find_browser() -> Result<Option<Browser>, String> {
    let chromium = find_named("CHROMIUM", &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])?;
    let chromedriver = find_named("CHROMEDRIVER", &["chromedriver"])?;
    Ok(chromium.zip(chromedriver).map(|(chromium, chromedriver)| Browser { chromium, chromedriver }))
}

/// A program named by an environment variable, which must then exist, or found under one of its usual names.
fn find_named(variable: &str, names: &[&str]) -> Result<Option<PathBuf>, String> {
    match env::var_os(variable).map(PathBuf::from) {
        Some(path) if path.is_file() => Ok(Some(path)),
        Some(path) => Err(format!("{variable} is set to {}, which is no file", path.display())),
        None => {
            let usual = |name: &&str| find(name).or_else(|| Some(Path::new("/usr/bin").join(name)).filter(|path| path.is_file()));
            Ok(names.iter().find_map(usual))
        }
    }
}

fn install_browser() -> Result<(), String> {
    let packages = ["install", "-y", "--no-install-recommends", "chromium", "chromium-driver"];
    let debian = fs::read_to_string("/etc/os-release").is_ok_and(|text| text.lines().any(|line| line == "ID=debian"));
    let superuser = process::read(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    if !debian {
        return Err("Chromium or chromedriver was not found; install both in the same version, \
                    or set CHROMIUM and CHROMEDRIVER to their paths"
            .into());
    }
    if !superuser {
        return Err(format!("Chromium or chromedriver was not found; type `sudo apt-get {}`", packages.join(" ")));
    }
    println!("installing Chromium and chromedriver (about a minute, once) …");
    let apt = || {
        let mut command = Command::new("apt-get");
        // Another package manager may be at work; wait for it.
        command.args(["-qq", "-o", "DPkg::Lock::Timeout=300"]).env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    process::run(apt().arg("update"))?;
    process::run(apt().args(packages))
}

fn trunk_folder() -> Result<Option<PathBuf>, String> {
    if has_version("trunk", |found| found == TRUNK) {
        return Ok(None);
    }
    let name = format!("trunk-{TRUNK}");
    let entry = Entry {
        name: &name,
        file: &format!("bin/trunk{EXE_SUFFIX}"),
        announcement: &format!("installing trunk {TRUNK} (about 4 minutes on two cores, once) …"),
    };
    // Without its features Trunk has no TLS, and it needs none: the page is served locally and nothing is downloaded.
    let arguments = ["trunk", "--version", TRUNK, "--locked", "--no-default-features"];
    cache::provide(&entry, |staging| cargo_install(&arguments, "0", staging)).map(|folder| Some(folder.join("bin")))
}

fn wasm_bindgen_folder(root: &Path) -> Result<Option<PathBuf>, String> {
    let lock = fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
    let wanted = version::locked(&lock, "wasm-bindgen").ok_or("Cargo.lock has no wasm-bindgen")?;
    if ["wasm-bindgen", "wasm-bindgen-test-runner"].iter().all(|tool| has_version(tool, |found| found == wanted)) {
        return Ok(None);
    }
    let name = format!("wasm-bindgen-{wanted}");
    let entry = Entry {
        name: &name,
        file: &format!("bin/wasm-bindgen-test-runner{EXE_SUFFIX}"),
        announcement: &format!("installing wasm-bindgen {wanted} (about 3 minutes on two cores, once) …"),
    };
    // Not `--locked`: its lock file may name versions that a registry no longer offers. Optimized a little, since it
    // walks through the whole program at each build.
    let arguments = ["wasm-bindgen-cli", "--version", wanted];
    cache::provide(&entry, |staging| cargo_install(&arguments, "1", staging)).map(|folder| Some(folder.join("bin")))
}

fn wasm_opt_folder() -> Result<Option<PathBuf>, String> {
    if has_version("wasm-opt", |found| version::major(found).is_some_and(|major| major >= OLDEST_WASM_OPT)) {
        return Ok(None);
    }
    let name = format!("binaryen-{}", BINARYEN.trim_end_matches(".0"));
    let entry = Entry {
        name: &name,
        file: "node_modules/.bin/wasm-opt",
        announcement: &format!("installing wasm-opt {BINARYEN} (seconds, once) …"),
    };
    let folder = cache::provide(&entry, |staging| npm(&format!("binaryen@{BINARYEN}"), staging))?;
    Ok(Some(folder.join("node_modules/.bin")))
}

/// Compiles a tool quickly rather than well: it runs for seconds, compiling it takes minutes.
fn cargo_install(arguments: &[&str], opt_level: &str, staging: &Staging) -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.arg("install").args(arguments);
    command.arg("--root").arg(&staging.folder).arg("--target-dir").arg(&staging.build);
    if !std::io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    for (key, value) in [
        ("OPT_LEVEL", opt_level),
        ("LTO", "off"),
        ("CODEGEN_UNITS", "256"),
        ("DEBUG", "0"),
        ("STRIP", "debuginfo"),
        ("INCREMENTAL", "false"),
    ] {
        command.env(format!("CARGO_PROFILE_RELEASE_{key}"), value);
    }
    // Away from the workspace, whose settings for cargo are not meant for tools.
    process::run(command.current_dir(env::temp_dir()))
}

fn npm(package: &str, staging: &Staging) -> Result<(), String> {
    node()?;
    let mut command = Command::new("npm");
    command.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]).arg(&staging.folder).arg(package);
    fs::create_dir_all(&staging.folder).map_err(|error| format!("{} cannot be made: {error}", staging.folder.display()))?;
    process::run(command.current_dir(&staging.folder))
}

/// Whether the program that PATH leads to has a version that suits.
fn has_version(program: &str, suits: impl Fn(&str) -> bool) -> bool {
    let output = find(program).and_then(|path| process::read(Command::new(path).arg("--version")).ok()).unwrap_or_default();
    version::printed(&output).is_some_and(suits)
}

fn find(program: &str) -> Option<PathBuf> {
    let file = OsString::from(format!("{program}{EXE_SUFFIX}"));
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}
