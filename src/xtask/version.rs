//! Versions of tools, as they print them and as the lock file pins them.

/// The version in the first line of `--version`, such as `0.21.14` in `trunk 0.21.14` or `132` in `wasm-opt version 132 (…)`.
pub fn printed(output: &str) -> Option<&str> {
    output.lines().next()?.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()))
}

/// The number before the first dot.
pub fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}

/// The version of a package in the text of Cargo.lock.
pub fn locked<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name).skip(1);
    lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_versions() {
        assert_eq!(printed("trunk 0.21.14\n"), Some("0.21.14"));
        assert_eq!(printed("wasm-opt version 132 (version_132)\n"), Some("132"));
        assert_eq!(printed("Chromium 156.0.8078.114 built on Debian\n"), Some("156.0.8078.114"));
        assert_eq!(printed("no number here"), None);
        assert_eq!(printed(""), None);
    }

    #[test]
    fn majors() {
        assert_eq!(major("156.0.8078"), Some(156));
        assert_eq!(major("132"), Some(132));
        assert_eq!(major("v1"), None);
    }

    #[test]
    fn locked_versions() {
        let lock = "[[package]]\nname = \"wasm-bindgen-shared\"\nversion = \"9.9.9\"\n\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked(lock, "wasm"), None);
    }
}
