//! SHA-256 of texts, by which files and trajectories are known.

use sha2::{Digest, Sha256};
use std::fmt::Write;

/// A SHA-256 in the making.
#[derive(Debug, Clone, Default)]
pub struct Sha(Sha256);

impl Sha {
    /// Of nothing yet.
    pub fn new() -> Sha {
        Sha::default()
    }

    /// Takes more text.
    pub fn update(&mut self, text: &str) {
        self.0.update(text.as_bytes());
    }

    /// The digest as 64 hexadecimal digits.
    pub fn hex(self) -> String {
        self.0.finalize().iter().fold(String::with_capacity(64), |mut hex, byte| {
            // Writing into a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// The SHA-256 of a text as 64 hexadecimal digits.
pub fn sha256(text: &str) -> String {
    let mut sha = Sha::new();
    sha.update(text);
    sha.hex()
}
