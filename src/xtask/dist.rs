//! `cargo xtask dist`: the site as files for any static host.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{process, tools};

/// What the first page may cost, in bytes on the wire with brotli.
const BUDGET: u64 = 300_000;

/// Static hosts send no headers of ours, so the policy stands in the page. It allows only files of the site itself, which
/// is why the start script is a file (public/boot.js). A worker has the policy of its own address, which is the host's; it asks for
/// its two files and for nothing else. Images may also be files that the page itself has made: the picture that the dialog for sharing
/// shows and turns into a PNG.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; \
                      worker-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'";

/// The programs that are loaded when they are first needed.
const LATER: [&str; 7] = [
    "gridbench-workbench.js",
    "gridbench-workbench_bg.wasm",
    "gridbench-pages.js",
    "gridbench-pages_bg.wasm",
    "gridbench-worker.js",
    "gridbench-worker_bg.wasm",
    "worker.js",
];

/// Prints the sizes of the files it is given, raw and compressed.
const MEASURE: &str = "const fs = require('fs'), zlib = require('zlib'); \
     for (const file of process.argv.slice(1)) { \
       const bytes = fs.readFileSync(file); console.log(bytes.length, zlib.brotliCompressSync(bytes).length); }";

/// One file of the site.
struct Entry {
    path: PathBuf,
    /// Relative to the site, with slashes.
    name: String,
    raw: u64,
    brotli: u64,
}

/// Writes the site for the given base path to the folder `out`, and fails when the first page is too large.
pub fn dist(root: &Path, base: &str, out: &Path) -> Result<(), String> {
    tools::node()?;
    let mut trunk = tools::trunk(root, true)?;
    process::run(trunk.args(["build", "--release", "--public-url", base, "--dist"]).arg(out))?;

    let page = add_policy(&read(&out.join("index.html"))?)?;
    let page = add_version(&page, &version(out)?)?;
    write(&out.join("index.html"), &page)?;
    // GitHub Pages and others show this file for a path they do not know, so deep links reach the application. Some of them start
    // with another program than the first page, so nothing is loaded before the start script has chosen.
    write(&out.join("404.html"), &without_preloads(&page))?;
    report(out)
}

/// The policy must come before everything that it is to cover.
fn add_policy(page: &str) -> Result<String, String> {
    let (before, after) = page.split_once("<base ").ok_or("index.html has no <base> element")?;
    Ok(format!("{before}<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    <base {after}"))
}

/// The programs that are loaded later have no hash in their names, so the page asks for them under a version: a hash of them all.
fn add_version(page: &str, version: &str) -> Result<String, String> {
    let (before, after) = page.split_once(" data-wasm=").ok_or("index.html starts no program")?;
    Ok(format!("{before} data-version=\"{version}\" data-wasm={after}"))
}

/// A page that names no file to be loaded ahead, such as `<link rel="modulepreload" …>`.
fn without_preloads(page: &str) -> String {
    let mut links = page.split("<link ");
    let mut kept = links.next().unwrap_or_default().to_owned();
    for link in links {
        match link.split_once('>') {
            Some((attributes, rest)) if attributes.contains("preload\"") => kept.push_str(rest),
            _ => kept.extend(["<link ", link]),
        }
    }
    kept
}

fn version(out: &Path) -> Result<String, String> {
    let mut hasher = DefaultHasher::new();
    for name in LATER {
        let path = out.join(name);
        let bytes = fs::read(&path).map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        bytes.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn report(out: &Path) -> Result<(), String> {
    let entries = measure(out)?;
    let first = first_page(&entries)?;
    println!("\n      raw   brotli   * loaded by the first page");
    for (entry, first) in entries.iter().zip(&first) {
        println!("{:>9}{:>9} {} {}", entry.raw, entry.brotli, if *first { '*' } else { ' ' }, entry.name);
    }
    let total: u64 = entries.iter().zip(&first).filter(|(_, first)| **first).map(|(entry, _)| entry.brotli).sum();
    let verdict = format!("the first page loads {total} bytes with brotli; the budget is {BUDGET}");
    if total > BUDGET {
        return Err(verdict);
    }
    println!("{verdict}\nwritten to {}", out.display());
    Ok(())
}

fn measure(out: &Path) -> Result<Vec<Entry>, String> {
    let mut paths = Vec::new();
    collect(out, &mut paths)?;
    paths.sort();
    let sizes = process::read(Command::new("node").args(["-e", MEASURE]).args(&paths))?;
    let sizes: Vec<u64> = sizes.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    if sizes.len() != 2 * paths.len() {
        return Err("node measured not every file".into());
    }
    let entry = |(path, sizes): (PathBuf, &[u64])| {
        let relative = path.strip_prefix(out).unwrap_or(&path);
        let name = relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        Entry { path, name, raw: sizes[0], brotli: sizes[1] }
    };
    Ok(paths.into_iter().zip(sizes.chunks(2)).map(entry).collect())
}

/// For each file whether the first page loads it: index.html, and what the text of such a file names.
fn first_page(entries: &[Entry]) -> Result<Vec<bool>, String> {
    let mut first: Vec<bool> = entries.iter().map(|entry| entry.name == "index.html").collect();
    let mut open: Vec<usize> = (0..entries.len()).filter(|index| first[*index]).collect();
    while let Some(index) = open.pop() {
        if ![".html", ".css", ".js"].iter().any(|ending| entries[index].name.ends_with(ending)) {
            continue;
        }
        let text = read(&entries[index].path)?;
        for (other, entry) in entries.iter().enumerate() {
            if !first[other] && text.contains(&entry.name) {
                first[other] = true;
                open.push(other);
            }
        }
    }
    Ok(first)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("{} cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{} cannot be written: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_precedes_the_base() {
        let page = add_policy("<head><base href=\"/\"></head>");
        let expected =
            format!("<head><meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    <base href=\"/\"></head>");
        assert_eq!(page, Ok(expected));
        assert!(add_policy("<head></head>").is_err());
    }

    #[test]
    fn nothing_is_loaded_ahead() {
        let page = "<link rel=\"icon\" href=\"a\" />\n  <link rel=\"modulepreload\" href=\"b\"><link rel=\"preload\" href=\"c\" as=\"fetch\"></head>";
        assert_eq!(without_preloads(page), "<link rel=\"icon\" href=\"a\" />\n  </head>");
    }

    #[test]
    fn the_version_stands_beside_the_program() {
        let page = add_version("<script data-js=\"a.js\" data-wasm=\"a.wasm\"></script>", "7");
        assert_eq!(page, Ok("<script data-js=\"a.js\" data-version=\"7\" data-wasm=\"a.wasm\"></script>".into()));
        assert!(add_version("<script></script>", "7").is_err());
    }
}
