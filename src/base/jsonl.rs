//! Lines of JSONL out of chunks of bytes, with the care that real files need.
//!
//! A byte order mark at the start of the file is dropped, `\r\n` ends a line like `\n`, lines of spaces carry nothing and are passed
//! over (they still count, so line numbers are those of an editor), a last line may lack its newline, and a line longer than
//! the limit is reported once instead of being held in memory.

use std::fmt;

/// One line that carries something.
#[derive(Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// 1-based number in the file.
    pub number: u64,
    /// Its text without the line end.
    pub text: Result<&'a str, LineError>,
}

/// Why a line has no usable text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineError {
    /// The line is longer than the limit, in bytes.
    TooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// The line is not UTF-8 from this byte offset in the line on.
    NotUtf8 {
        /// Byte offset in the line.
        offset: usize,
    },
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::TooLong { limit } => write!(f, "the line is longer than the limit of {limit} bytes"),
            LineError::NotUtf8 { offset } => write!(f, "the line is not UTF-8 from byte {offset} on"),
        }
    }
}

/// Cuts a stream of bytes into lines. Memory is bounded by the limit, whatever the file holds.
#[derive(Debug)]
pub struct LineSplitter {
    limit: usize,
    number: u64,
    carry: Vec<u8>,
    overflow: bool,
}

/// 64 MiB, a bound on memory: a full `[1024,1024]` world has about 14 MB, one of `[2048,2048]` about 60.
pub const DEFAULT_LINE_LIMIT: usize = 64 << 20;

impl LineSplitter {
    /// A splitter that refuses lines of more than `limit` bytes.
    pub fn new(limit: usize) -> LineSplitter {
        LineSplitter { limit, number: 0, carry: Vec::new(), overflow: false }
    }

    /// Takes the next bytes of the file and hands on every line that they complete.
    pub fn push(&mut self, chunk: &[u8], mut each: impl FnMut(Line<'_>)) {
        let mut rest = chunk;
        while let Some(at) = rest.iter().position(|&b| b == b'\n') {
            self.take(&rest[..at]);
            self.emit(&mut each);
            rest = &rest[at + 1..];
        }
        self.take(rest);
    }

    /// Hands on the last line if the file does not end with a newline.
    pub fn finish(mut self, mut each: impl FnMut(Line<'_>)) {
        if self.overflow || !self.carry.is_empty() {
            self.emit(&mut each);
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        // One more byte for the `\r` of a line end that is not part of the line.
        if self.overflow || self.carry.len() + bytes.len() > self.limit.saturating_add(1) {
            self.overflow = true;
            self.carry = Vec::new();
        } else {
            self.carry.extend_from_slice(bytes);
        }
    }

    fn emit(&mut self, each: &mut impl FnMut(Line<'_>)) {
        self.number += 1;
        let mut bytes = self.carry.strip_suffix(b"\r").unwrap_or(&self.carry);
        if self.number == 1 {
            bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        }
        let text = if self.overflow || bytes.len() > self.limit {
            Some(Err(LineError::TooLong { limit: self.limit }))
        } else {
            match std::str::from_utf8(bytes) {
                Ok(text) if text.trim_matches([' ', '\t', '\r']).is_empty() => None,
                Ok(text) => Some(Ok(text)),
                Err(error) => Some(Err(LineError::NotUtf8 { offset: error.valid_up_to() })),
            }
        };
        if let Some(text) = text {
            each(Line { number: self.number, text });
        }
        self.carry.clear();
        self.overflow = false;
    }
}
