//! `cargo xtask check`: what must stay absent from the sources.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{colours, process};

/// Crates that hold the science, and the workspace members that each may depend on.
const PURE: [(&str, &[&str]); 2] = [("base", &[]), ("grids", &["base"])];
/// The browser, and the system's randomness.
const BARRED: [&str; 6] = ["web-sys", "js-sys", "wasm-bindgen", "leptos", "gloo", "getrandom"];
/// Parts of the standard library that reach outside: files, the network, the process, the clock, threads.
const OUTSIDE: [&str; 6] = ["fs", "net", "env", "process", "thread", "time"];
/// The native target is cargo's default, the empty list.
const TARGETS: [&[&str]; 2] = [&[], &["--target", "wasm32-unknown-unknown"]];
/// First folders of paths that exist on one machine only.
const MACHINE_FOLDERS: [&str; 4] = ["home", "root", "work", "Users"];

/// Reports every violation before it fails.
pub fn check(root: &Path) -> Result<(), String> {
    let mut violations = dependencies(root)?;
    violations.extend(outside_uses(root)?);
    violations.extend(colour_literals(root)?);
    violations.extend(machine_paths(root)?);
    for violation in &violations {
        println!("{violation}");
    }
    match violations.len() {
        0 => Ok(()),
        1 => Err("one violation, named above".into()),
        many => Err(format!("{many} violations, named above")),
    }
}

fn dependencies(root: &Path) -> Result<Vec<String>, String> {
    let mut violations = Vec::new();
    for (package, members) in PURE {
        for target in TARGETS {
            // `--locked` also proves that Cargo.lock fits the manifests.
            let mut tree = Command::new("cargo");
            tree.args(["tree", "--locked", "-e", "normal", "--prefix", "none", "-p", package]).args(target);
            let output = process::read(tree.current_dir(root))?;
            violations.extend(
                barred(&output, package, members)
                    .into_iter()
                    .map(|found| format!("{package} must not depend on {found}; see `{}`", process::line(&tree))),
            );
        }
    }
    Ok(violations)
}

/// The packages of a `cargo tree` listing that must not be there. Members are recognized by the folder behind their version.
fn barred<'a>(listing: &'a str, package: &str, members: &[&str]) -> Vec<&'a str> {
    let mut found: Vec<&str> = listing
        .lines()
        .filter_map(|line| {
            let name = line.split_whitespace().next()?;
            let member = line.contains("(/") || line.contains(":\\");
            let allowed = name == package || if member { members.contains(&name) } else { !is_barred(name) };
            (!allowed).then_some(name)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The families gloo and leptos consist of many crates.
fn is_barred(name: &str) -> bool {
    BARRED.iter().any(|barred| name.strip_prefix(barred).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_'])))
}

/// Pure crates must not use what reaches outside of them.
fn outside_uses(root: &Path) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    for (package, _) in PURE {
        collect(&root.join("src").join(package), ".rs", &mut files)?;
    }
    let mut violations = Vec::new();
    for file in files {
        for (index, line) in read(&file)?.lines().enumerate() {
            if let Some(module) = outside_use(line) {
                let name = relative(root, &file);
                violations.push(format!("{name}:{}: a pure crate must not use std::{module}", index + 1));
            }
        }
    }
    Ok(violations)
}

/// The first module of [`OUTSIDE`] that a line names by its path.
fn outside_use(line: &str) -> Option<&'static str> {
    OUTSIDE.into_iter().find(|module| {
        line.match_indices(&format!("std::{module}"))
            .any(|(at, found)| !line[at + found.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })
}

fn colour_literals(root: &Path) -> Result<Vec<String>, String> {
    let tokens = read(&root.join("style/tokens.css"))?;
    let mut files = vec![root.join("index.html")];
    collect(&root.join("style"), ".css", &mut files)?;
    collect(&root.join("src"), ".rs", &mut files)?;
    let mut violations = Vec::new();
    for file in files {
        let name = relative(root, &file);
        // The tokens are where colours belong, and the scanner's own tests need some.
        if name == "style/tokens.css" || name == "src/xtask/colours.rs" {
            continue;
        }
        for (index, line) in read(&file)?.lines().enumerate() {
            for literal in colours::literals(line) {
                // A page's theme colour cannot name a token, so it must repeat one.
                if name == "index.html" && tokens.contains(literal) {
                    continue;
                }
                violations.push(format!("{name}:{}: colour `{literal}`: use a token of style/tokens.css", index + 1));
            }
        }
    }
    Ok(violations)
}

fn machine_paths(root: &Path) -> Result<Vec<String>, String> {
    let names = process::read(Command::new("git").args(["ls-files", "-z"]).current_dir(root))?;
    let mut violations = Vec::new();
    for name in names.split('\0').filter(|name| !name.is_empty()) {
        // A file may be deleted and not yet committed, or be no text.
        let Ok(text) = fs::read_to_string(root.join(name)) else { continue };
        for (index, line) in text.lines().enumerate() {
            if let Some(path) = machine_path(line) {
                violations.push(format!("{name}:{}: path of one machine: {path}", index + 1));
            }
        }
    }
    Ok(violations)
}

/// The first absolute path in a line that leads into a machine's own folder.
fn machine_path(line: &str) -> Option<&str> {
    line.char_indices().filter(|(_, character)| *character == '/').find_map(|(start, _)| {
        // Inside a longer path or an address the slash starts nothing.
        let inside = line[..start].ends_with(|before: char| before.is_alphanumeric() || ".-_~}".contains(before));
        let rest = &line[start + 1..];
        let folder =
            MACHINE_FOLDERS.iter().find(|folder| rest.strip_prefix(**folder).is_some_and(|rest| rest.starts_with('/')))?;
        (!inside).then(|| &line[start..start + folder.len() + 2])
    })
}

fn collect(folder: &Path, ending: &str, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("{} cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, ending, files)?;
        } else if path.to_string_lossy().ends_with(ending) {
            files.push(path);
        }
    }
    files.sort();
    Ok(())
}

fn relative(root: &Path, file: &Path) -> String {
    let parts = file.strip_prefix(root).unwrap_or(file).iter();
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barred_packages() {
        let listing =
            "grids v0.1.0 (/x/src/grids)\nbase v0.1.0 (/x/src/base)\nserde v1.0.229\nserde_derive v1.0.2 (proc-macro)\n";
        assert_eq!(barred(listing, "grids", &["base"]), [""; 0]);
        assert_eq!(barred(listing, "grids", &[]), ["base"]);
        let listing =
            "base v0.1.0 (/x)\ngloo-timers v0.4.0\ngetrandom v0.4.0\ngetrandom v0.4.0 (*)\nleptos_dom v0.8.0\nglooming v1.0.0\n";
        assert_eq!(barred(listing, "base", &[]), ["getrandom", "gloo-timers", "leptos_dom"]);
    }

    #[test]
    fn outside_uses_are_found() {
        assert_eq!(outside_use("use std::time::Instant;"), Some("time"));
        assert_eq!(outside_use("    std::fs::read(path)"), Some("fs"));
        assert_eq!(outside_use("use std::fmt;"), None);
        assert_eq!(outside_use("use std::timeless;"), None);
    }

    #[test]
    fn machine_paths_are_found() {
        let path = |folder: &str| format!("/{folder}/");
        assert_eq!(machine_path(&format!("see {}ann/notes", path("home"))), Some(&*path("home")));
        assert_eq!(machine_path(&format!("file://{}x", path("root"))), Some(&*path("root")));
        assert_eq!(machine_path(&format!("https://example.org{}x", path("home"))), None);
        assert_eq!(machine_path(&format!("src{}mod.rs", path("work"))), None);
        assert_eq!(machine_path("the /workbench/ page"), None);
    }
}
