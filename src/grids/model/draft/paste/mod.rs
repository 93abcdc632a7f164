//! Recognises pasted text, and says what it was taken for before it replaces anything.
//!
//! This is for EDITING only: it is as tolerant as it can be without guessing. Scoring must never use it; there the strict contract of
//! [`crate::answer`] holds, which repairs nothing. Where a text holds `"cells"` of an answer, that contract decides here too.
//!
//! What is recognised, tried in this order. Around everything but the first two a single Markdown fence is taken off.
//! - JSON objects: an instance, an event, or one event on each line; a JSON array of events.
//! - An answer, `{"cells":[…]}`, with any text around it.
//! - Brackets (`literal`): nested lists, and lists of coordinates with values.
//! - Anything else is a table (`table`): rows of numbers.
//!
//! Every reading takes time and memory in proportion to the text, and nesting of any depth is safe.

mod literal;
mod table;

use base::json::{self, Kind, Value};
use std::fmt;
use std::ops::Range;

use super::tools::Block;
use crate::answer::{self, Answer};
use crate::world::codec::{list, shorten};
use crate::world::{Alphabet, Space, World};

/// Most cells that a block may have, 2^22 (`[2048,2048]`).
pub const MOST_CELLS: usize = 1 << 22;
/// Most bytes that are looked at.
pub const MOST_BYTES: usize = 64 << 20;

/// What a text was taken for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// What it says.
    pub content: Content,
    /// The same in words, for example "a block of 4 × 4 numbers separated by tabs, values 0 to 3, 7 of them not 0".
    pub sentence: String,
}

/// What a text says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The JSON text of an instance, whose fields have not been looked at.
    Instance(String),
    /// A JSON array of events, which have not been looked at.
    Events(String),
    /// A whole state: cells that the text does not list are 0.
    State(World),
    /// Numbers in a box, to be put somewhere. All are values of the alphabet.
    Block(Block),
}

/// Why a text is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What it looked like, for example "rows of numbers separated by tabs".
    pub understood: String,
    /// Which place is to blame.
    pub place: Option<Place>,
    /// What was found and what was expected.
    pub detail: String,
}

/// A place in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Byte offset.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte.
    pub fn at(text: &str, offset: usize) -> Place {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind(['\n', '\r']).map_or(0, |end| end + 1);
        let ends = before.matches('\n').count() + before.matches('\r').count() - before.matches("\r\n").count();
        let column = before[start..].chars().filter(|&c| c != '\u{feff}').count() + 1;
        Place { offset: before.len(), line: ends + 1, column }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "read as {}: ", self.understood)?;
        if let Some(Place { line, column, .. }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Refusal {}

/// Recognises a text that was pasted while a world of this space was edited.
pub fn recognise(text: &str, space: &Space) -> Result<Pasted, Refusal> {
    if text.len() > MOST_BYTES {
        let detail = format!("found {} bytes, expected at most {MOST_BYTES}", text.len());
        return Err(Refusal { understood: "a text".to_owned(), place: None, detail });
    }
    let reading = read(text, space);
    reading.map_err(|(understood, Fault { offset, detail })| Refusal { understood, place: Some(Place::at(text, offset)), detail })
}

/// Why a reading fails, and at which byte.
struct Fault {
    offset: usize,
    detail: String,
}

impl Fault {
    fn new(offset: usize, detail: impl Into<String>) -> Fault {
        Fault { offset, detail: detail.into() }
    }

    /// Found a piece of the text.
    fn token(offset: usize, token: &str, expected: &str) -> Fault {
        Fault::new(offset, format!("found `{}`, expected {expected}", shorten(token).escape_debug()))
    }
}

fn read(text: &str, space: &Space) -> Result<Pasted, (String, Fault)> {
    let blame = |understood: &str| {
        let understood = understood.to_owned();
        move |fault| (understood, fault)
    };
    let body = unfence(text).map_err(blame("text with fenced blocks"))?;
    let trimmed = text[body.clone()].trim();
    if trimmed.is_empty() {
        return Err(blame("a text")(Fault::new(body.start, "found nothing, expected cells, events or an instance")));
    }
    if let Some(pasted) = objects(trimmed) {
        return pasted.map_err(|(understood, fault)| {
            (understood.to_owned(), Fault { offset: offset_of(trimmed, text) + fault.offset, ..fault })
        });
    }
    if text.contains('{') && text.contains("\"cells\"") {
        return answer(text, space).map_err(blame("an answer"));
    }
    if trimmed.contains(['[', '(', '{']) {
        return literal::read(text, body, space).map_err(blame("lists in brackets"));
    }
    table::read(text, body, space).map_err(|(separator, fault)| (format!("rows of numbers {separator}"), fault))
}

/// What lies between the two lines of a Markdown fence, or the whole text, without a byte order mark.
fn unfence(text: &str) -> Result<Range<usize>, Fault> {
    let whole = text.len() - text.trim_start_matches('\u{feff}').len()..text.len();
    let (mut open, mut inside) = (None, None);
    for (offset, line) in lines(text, whole.clone()) {
        if !line.trim_start().starts_with("```") {
            continue;
        }
        match open.take() {
            None if inside.is_some() => return Err(Fault::new(offset, "found another fenced block, expected only one")),
            None => open = Some(offset + line.len()),
            Some(start) => inside = Some(start..offset),
        }
    }
    Ok(inside.or(open.map(|start| start..text.len())).unwrap_or(whole))
}

/// An instance or events, if the text holds JSON objects that say so.
fn objects(text: &str) -> Option<Result<Pasted, (&'static str, Fault)>> {
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let error = match json::parse(text) {
        Ok(document) => return object(document.root()).map(Ok),
        Err(error) => error,
    };
    // Perhaps JSONL.
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let is_event = |line: &&str| json::parse(line).is_ok_and(|document| document.root().get("op").is_some());
    if lines.len() > 1 && lines.iter().all(is_event) {
        let events = lines.join(",");
        return Some(Ok(Pasted { content: Content::Events(format!("[{events}]")), sentence: format!("{} events", lines.len()) }));
    }
    let understood = if text.contains("\"events\"") {
        "an instance"
    } else if text.contains("\"op\"") {
        "events"
    } else {
        return None;
    };
    let several = lines.len() > 1 && lines.iter().all(|line| line.starts_with('{') && line.ends_with('}'));
    let detail = if several {
        format!("found {} objects, one on each line, expected one instance", lines.len())
    } else {
        error.to_string()
    };
    Some(Err((understood, Fault::new(error.offset, detail))))
}

fn object(root: Value<'_, '_>) -> Option<Pasted> {
    let (content, sentence) = if root.get("op").is_some() {
        let name = root.get("op").and_then(Value::string).unwrap_or_default();
        (Content::Events(format!("[{}]", root.text())), format!("one event, {}", shorten(&name)))
    } else if root.items().next().is_some_and(|item| item.get("op").is_some()) {
        (Content::Events(root.text().to_owned()), count(root.len(), "event", "events"))
    } else if root.get("shape").is_some() && root.get("events").is_some() {
        let name = root.get("id").or_else(|| root.get("trajectory")).and_then(Value::string);
        let name = name.map_or("an instance without a name".to_owned(), |name| format!("an instance named {}", shorten(&name)));
        let events = root.get("events").filter(|events| events.kind() == Kind::Array).map_or(0, Value::len);
        (Content::Instance(root.text().to_owned()), format!("{name}, with {}", count(events, "event", "events")))
    } else {
        return None;
    };
    Some(Pasted { content, sentence })
}

/// The state that the scorer would read, or its reason to read none.
fn answer(text: &str, space: &Space) -> Result<Pasted, Fault> {
    match answer::read(Some(text), space) {
        Answer::Empty => Err(Fault::new(0, "found nothing, expected {\"cells\":[…]}")),
        Answer::Invalid { reason, .. } => Err(Fault::new(reason.offset, reason.message)),
        Answer::Valid { span, world } => {
            let (before, after) = (&text[..span.start], &text[span.end..]);
            let around = if before.contains('{') {
                ", the last of several objects"
            } else if before.trim_matches('\u{feff}').trim().is_empty() && after.trim().is_empty() {
                ""
            } else {
                AROUND
            };
            let sentence = format!("an answer with {}{around}", count(world.occupied(), "occupied cell", "occupied cells"));
            Ok(Pasted { content: Content::State(world), sentence })
        }
    }
}

const AROUND: &str = ", with other text around it";

/// The values of a block while they are read. They are held against the alphabet, and the first that does not fit is remembered.
struct Values<'s> {
    alphabet: &'s Alphabet,
    cells: Vec<u16>,
    misfits: usize,
    first: Option<(usize, u32)>,
}

impl<'s> Values<'s> {
    fn new(space: &'s Space) -> Values<'s> {
        Values { alphabet: &space.alphabet, cells: Vec::new(), misfits: 0, first: None }
    }

    fn push(&mut self, offset: usize, value: u32) {
        if !self.alphabet.contains(value) {
            self.misfits += 1;
            self.first.get_or_insert((offset, value));
        }
        // Too large for a cell means outside the alphabet too.
        self.cells.push(value as u16);
    }

    /// The block; `kind` and `remarks` say what it was read from.
    fn finish(self, sides: &[u32], kind: &str, remarks: &str) -> Result<Pasted, Fault> {
        if self.cells.is_empty() {
            return Err(Fault::new(0, "found no numbers, expected some"));
        }
        if self.cells.len() > MOST_CELLS {
            return Err(Fault::new(0, too_many()));
        }
        if let Some((offset, value)) = self.first {
            let more = match self.misfits - 1 {
                0 => String::new(),
                more => format!(" and {more} more outside the alphabet"),
            };
            let alphabet = shorten(&self.alphabet.to_string());
            return Err(Fault::new(offset, format!("found {value}{more}, expected values of {alphabet}")));
        }
        let block = Block::new(sides, self.cells).map_err(|error| Fault::new(0, error.to_string()))?;
        let sides: Vec<String> = sides.iter().map(u32::to_string).collect();
        let (least, most) = (block.cells().iter().min(), block.cells().iter().max());
        let values = match (least.copied().unwrap_or(0), most.copied().unwrap_or(0)) {
            (least, most) if least == most => format!("all {least}"),
            (least, most) => format!("values {least} to {most}, {} of them not 0", block.occupied()),
        };
        let sentence = format!("a block of {} {kind}, {values}{remarks}", sides.join(" × "));
        Ok(Pasted { content: Content::Block(block), sentence })
    }
}

fn too_many() -> String {
    format!("found more than {MOST_CELLS} numbers, expected at most that many")
}

/// A number as it may stand in a text, without sign, fraction or leading zero; otherwise what was expected.
fn number(token: &str) -> Result<u32, &'static str> {
    if token.is_empty() || !token.bytes().all(|b| b.is_ascii_digit()) {
        return Err("a whole number");
    }
    if token.len() > 1 && token.starts_with('0') {
        return Err("a number without leading zeros");
    }
    token.parse().map_err(|_| "a smaller number")
}

/// Whether a token stands for an empty cell.
fn is_blank(token: &str) -> bool {
    matches!(token, "" | "." | "·" | "None" | "null")
}

/// The lines of a part of the text and where they start. A line ends with LF, CR LF or CR.
fn lines(text: &str, body: Range<usize>) -> impl Iterator<Item = (usize, &str)> + Clone {
    let mut rest = body;
    std::iter::from_fn(move || {
        let line = text.get(rest.clone()).filter(|line| !line.is_empty())?;
        let length = line.find(['\n', '\r']).unwrap_or(line.len());
        let end = if line[length..].starts_with("\r\n") { length + 2 } else { line.len().min(length + 1) };
        let start = rest.start;
        rest.start += end;
        Some((start, &line[..length]))
    })
}

/// The byte of a text where a part of it starts.
fn offset_of(part: &str, text: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

fn count(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

/// A coordinate as it is expected, for people.
fn coordinate(space: &Space) -> String {
    let highest: Vec<u32> = space.shape.sides().iter().map(|side| side - 1).collect();
    format!("a coordinate from {} to {}", list(&vec![0; highest.len()]), list(&highest))
}
