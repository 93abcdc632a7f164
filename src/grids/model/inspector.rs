//! A response as its reader sees it: what was parsed, what was passed over, what cost the strict exact match, and where it is at fault.
//! Responses may have megabytes, so only the ends of long stretches are shown, and what stands around a fault.

use std::ops::Range;

use crate::answer::{Answer, Piece, pieces};

/// A stretch of the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    /// What it is.
    pub kind: Kind,
    /// Its text, or what stands for it.
    pub text: String,
}

/// What a stretch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A piece of the response.
    Piece(Piece),
    /// The character at which it is at fault.
    Fault,
    /// A word about what is left out.
    Omitted,
}

/// Of a piece at most so many bytes are shown at its beginning, its end, and on either side of a fault.
const SHOWN: usize = 600;
/// At most about so many stretches are shown.
const MOST: usize = 200;

/// The stretches of a response, and the fault of its answer marked.
pub fn stretches(text: &str, answer: &Answer) -> Vec<Stretch> {
    let fault = match answer {
        Answer::Invalid { reason, .. } => Some(boundary(text, reason.offset.min(text.len()))),
        Answer::Empty | Answer::Valid { .. } => None,
    };
    let mut stretches = Vec::new();
    for (piece, range) in pieces(text) {
        let within = fault.filter(|fault| range.contains(fault));
        let mut show = |range: Range<usize>| show(&mut stretches, text, piece, range, within);
        match within {
            Some(fault) => {
                show(range.start..fault);
                let next = fault + text[fault..].chars().next().map_or(0, char::len_utf8);
                show(fault..next);
                show(next..range.end);
            }
            None => show(range),
        }
    }
    shorten(&mut stretches);
    if fault == Some(text.len()) {
        stretches.push(Stretch { kind: Kind::Fault, text: "(end)".to_owned() });
    }
    stretches
}

/// Leaves the first and the last of very many stretches, and what is around the fault.
fn shorten(stretches: &mut Vec<Stretch>) {
    if stretches.len() <= MOST {
        return;
    }
    let fault = stretches.iter().position(|stretch| stretch.kind == Kind::Fault);
    let near = |index: usize| fault.is_some_and(|fault| index.abs_diff(fault) < MOST / 4);
    let (count, mut kept, mut omitted) = (stretches.len(), Vec::new(), 0);
    for (index, stretch) in std::mem::take(stretches).into_iter().enumerate() {
        if index < MOST / 4 || index + MOST / 4 >= count || near(index) {
            if omitted > 0 {
                kept.push(Stretch { kind: Kind::Omitted, text: format!(" … {omitted} stretches … ") });
                omitted = 0;
            }
            kept.push(stretch);
        } else {
            omitted += 1;
        }
    }
    *stretches = kept;
}

/// Adds a part of a piece; the one that begins at the fault is marked.
fn show(stretches: &mut Vec<Stretch>, text: &str, piece: Piece, range: Range<usize>, fault: Option<usize>) {
    if range.is_empty() {
        return;
    }
    let mut push = |kind, text: &str| stretches.push(Stretch { kind, text: text.to_owned() });
    if fault == Some(range.start) {
        return push(Kind::Fault, &text[range]);
    }
    if range.len() <= 2 * SHOWN {
        return push(Kind::Piece(piece), &text[range]);
    }
    let (head, tail) = (boundary(text, range.start + SHOWN), boundary(text, range.end - SHOWN));
    push(Kind::Piece(piece), &text[range.start..head]);
    push(Kind::Omitted, &format!(" … {} characters … ", text[head..tail].chars().count()));
    push(Kind::Piece(piece), &text[tail..range.end]);
}

/// The last place at or before `at` where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// What is to be said of a response, apart from its fault.
pub fn remarks(text: &str) -> Vec<String> {
    let pieces = pieces(text);
    let count = |piece: Piece| pieces.iter().filter(|(other, _)| *other == piece).count();
    let mut remarks = Vec::new();
    match count(Piece::PassedOver) {
        0 => {}
        _ if count(Piece::Unclosed) > 0 => remarks.push("Objects before a { that never closes do not count.".to_owned()),
        1 => remarks.push("1 object before the last one was passed over.".to_owned()),
        more => remarks.push(format!("{more} objects before the last one were passed over.")),
    }
    if count(Piece::Parsed) > 0 && count(Piece::Around) + count(Piece::PassedOver) > 0 {
        let fenced = pieces.iter().any(|(piece, range)| *piece == Piece::Around && text[range.clone()].contains("```"));
        let what = if fenced { "The fence and the text around the object cost" } else { "What stands around the object costs" };
        remarks.push(format!("{what} the strict exact match, for which the response is the object alone."));
    }
    remarks
}
