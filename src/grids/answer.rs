//! The answer contract: from a delivered text to a state (paper C.3, clarifications 10 to 17).
//!
//! Extraction looks only at syntax and position. Nothing is ever repaired.

use base::json;
use serde::Serialize;
use std::fmt;
use std::ops::Range;

use crate::world::codec::{StateError, read_state};
use crate::world::{Space, World};

/// What a delivered text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Absent, or nothing but whitespace.
    Empty,
    /// Something, but no valid state.
    Invalid {
        /// The bytes of the text that were parsed, if a candidate was found.
        span: Option<Range<usize>>,
        /// Why it is no valid state.
        reason: Reason,
    },
    /// A state.
    Valid {
        /// The bytes of the text that were parsed.
        span: Range<usize>,
        /// The state.
        world: World,
    },
}

/// Why a text holds no valid state, and where. Codes are stable public data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// `no-object`, `unclosed-object`, a code of [`json::ErrorKind`], or one of [`crate::world::codec::StateErrorCode`].
    pub code: &'static str,
    /// What was found and what was expected.
    pub message: String,
    /// Byte offset in the delivered text.
    pub offset: usize,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Extracts and reads the state of an answer.
pub fn read(text: Option<&str>, space: &Space) -> Answer {
    let Some(stripped) = text.map(strip).filter(|span| !span.is_empty()) else { return Answer::Empty };
    let text = text.unwrap_or_default();
    match last_candidate(text, stripped) {
        Err(reason) => Answer::Invalid { span: None, reason },
        Ok(span) => match parse(&text[span.clone()], span.start, space) {
            Ok(world) => Answer::Valid { span, world },
            Err(reason) => Answer::Invalid { span: Some(span), reason },
        },
    }
}

/// Reads the whole text as a state, unextracted: only JSON whitespace may surround it (clarification 15).
pub fn read_strict(text: &str, space: &Space) -> Result<World, Reason> {
    parse(text, 0, space)
}

fn parse(text: &str, start: usize, space: &Space) -> Result<World, Reason> {
    let document = json::parse(text).map_err(|error| {
        let code = match error.kind {
            json::ErrorKind::Syntax { .. } | json::ErrorKind::TooLong => "malformed-json",
            json::ErrorKind::NonFinite => "non-finite-number",
            json::ErrorKind::DuplicateKey { .. } => "duplicate-key",
        };
        Reason { code, message: error.to_string(), offset: start + error.offset }
    })?;
    read_state(document.root(), space).map_err(|StateError { code, offset, message }| Reason {
        code: code.as_str(),
        message,
        offset: start + offset,
    })
}

/// The bytes that remain when whitespace is taken off both ends as Python's `strip` does (clarification 16).
fn strip(text: &str) -> Range<usize> {
    let space = |c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c);
    let start = text.len() - text.trim_start_matches(space).len();
    let end = start + text[start..].trim_end_matches(space).len();
    start..end
}

/// The last span that starts at a `{` and ends where its braces balance, at brace depth zero (clarifications 10 to 12).
///
/// The paper's steps before this one, trying the stripped response whole and without one enclosing fence, find the same span:
/// a response that is one object is its own last candidate.
fn last_candidate(text: &str, within: Range<usize>) -> Result<Range<usize>, Reason> {
    let mut last = None;
    for candidate in candidates(text, within.clone()) {
        last = Some(candidate.map_err(|offset| {
            let message = "found a `{` that never closes, expected a `}` for it".to_owned();
            Reason { code: "unclosed-object", message, offset }
        })?);
    }
    last.ok_or_else(|| Reason {
        code: "no-object",
        message: "found no `{`, expected a JSON object {\"cells\":[…]}".to_owned(),
        offset: within.start,
    })
}

/// All such spans in order; the last is the place of a `{` that never closes, if there is one.
fn candidates(text: &str, within: Range<usize>) -> impl Iterator<Item = Result<Range<usize>, usize>> {
    let bytes = &text.as_bytes()[..within.end];
    let mut at = within.start;
    std::iter::from_fn(move || {
        let start = at + bytes.get(at..)?.iter().position(|&byte| byte == b'{')?;
        let end = balanced_end(bytes, start);
        at = end.unwrap_or(bytes.len());
        Some(end.map(|end| start..end).ok_or(start))
    })
}

/// What a stretch of a delivered text is to the extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Whitespace that JSON allows around a value.
    Space,
    /// Anything else outside of the objects: prose, or a fence. It costs the strict exact match.
    Around,
    /// An object that is not the last one. It costs the strict exact match too.
    PassedOver,
    /// The object that is parsed.
    Parsed,
    /// From a `{` that never closes on, so that nothing is parsed.
    Unclosed,
}

/// Divides a delivered text into pieces; together they are the whole text.
pub fn pieces(text: &str) -> Vec<(Piece, Range<usize>)> {
    let stripped = strip(text);
    let found: Vec<_> = candidates(text, stripped.clone()).collect();
    let is_closed = found.iter().all(Result::is_ok);
    let mut pieces = Vec::new();
    let around = |pieces: &mut Vec<_>, range: Range<usize>| {
        let is_space = text[range.clone()].bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        if !range.is_empty() {
            pieces.push((if is_space { Piece::Space } else { Piece::Around }, range));
        }
    };
    let mut at = 0;
    for (index, candidate) in found.iter().enumerate() {
        let (piece, range) = match candidate {
            Ok(range) if is_closed && index + 1 == found.len() => (Piece::Parsed, range.clone()),
            Ok(range) => (Piece::PassedOver, range.clone()),
            Err(start) => (Piece::Unclosed, *start..text.len()),
        };
        around(&mut pieces, at..range.start);
        at = range.end;
        pieces.push((piece, range));
    }
    around(&mut pieces, at..text.len());
    pieces
}

/// Where the braces that open at `start` balance; strings count only here.
fn balanced_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    for (at, &byte) in bytes.iter().enumerate().skip(start) {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}
