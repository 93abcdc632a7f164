//! Strict JSON (RFC 8259) with byte positions.
//!
//! Answers are judged on their literal text, so this reader keeps what other parsers throw away: number literals as they were
//! written, repeated keys (an error), and the offset of everything. It is iterative: nesting of any depth costs memory in
//! proportion to the text and never the stack.
//!
//! A [`Document`] is one flat list of nodes in the order of the text; a node knows where its subtree ends, so walking the
//! children of a node is a walk over that list.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A parsed text. Positions are byte offsets into it.
#[derive(Debug, Clone)]
pub struct Document<'t> {
    text: &'t str,
    nodes: Vec<Node>,
}

/// Small, since the longest lines of a file may hold a node for every byte.
#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
    /// Index of the first node after this subtree; while an array or object is open, that of the one around it.
    next: u32,
}

impl Node {
    /// The bytes of the text.
    fn span(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number literal of any form.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object; its children alternate between keys and values.
    Object,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Null => "null",
            Kind::Boolean => "a Boolean",
            Kind::Number => "a number",
            Kind::String => "a string",
            Kind::Array => "an array",
            Kind::Object => "an object",
        })
    }
}

/// Why a text is not strict JSON, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Byte offset of the first byte that cannot stand where it stands.
    pub offset: usize,
}

/// What is wrong with a text that is not strict JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErrorKind {
    /// Something else was expected here.
    Syntax {
        /// What stands there, as a person would name it.
        found: String,
        /// What could have stood there.
        expected: &'static str,
    },
    /// `NaN`, `Infinity` or `-Infinity`.
    NonFinite,
    /// The text has 4 GiB or more.
    TooLong,
    /// An object has the same key twice; the offset is that of the second one.
    DuplicateKey {
        /// The key, decoded.
        key: String,
    },
}

impl ErrorKind {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            ErrorKind::Syntax { .. } => "malformed-json",
            ErrorKind::NonFinite => "non-finite-number",
            ErrorKind::DuplicateKey { .. } => "duplicate-key",
            ErrorKind::TooLong => "too-long",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Syntax { found, expected } => write!(f, "found {found}, expected {expected}"),
            ErrorKind::NonFinite => f.write_str("found a non-finite number, expected a JSON value"),
            ErrorKind::TooLong => f.write_str("found a text of 4 GiB or more, expected less"),
            ErrorKind::DuplicateKey { key } => write!(f, "the key {key:?} is repeated, expected every key once"),
        }
    }
}

impl std::error::Error for Error {}

/// Reads one JSON value with nothing but JSON whitespace around it.
pub fn parse(text: &str) -> Result<Document<'_>, Error> {
    if u32::try_from(text.len()).is_err() {
        return Err(Error { kind: ErrorKind::TooLong, offset: 0 });
    }
    let mut parser = Parser { text, bytes: text.as_bytes(), at: 0, nodes: Vec::new(), innermost: NONE };
    parser.run()?;
    Ok(Document { text, nodes: parser.nodes })
}

impl<'t> Document<'t> {
    /// The outermost value.
    pub fn root(&self) -> Value<'_, 't> {
        Value { document: self, index: 0 }
    }
}

/// The longest line that is laid out, in bytes, where it can be broken.
const WIDEST: usize = 120;
/// How many arrays and objects inside each other are broken over lines.
const DEEPEST: usize = 4;

/// One value of a document.
#[derive(Debug, Clone, Copy)]
pub struct Value<'d, 't> {
    document: &'d Document<'t>,
    index: usize,
}

impl<'d, 't> Value<'d, 't> {
    fn node(self) -> Node {
        self.document.nodes[self.index]
    }

    /// What the value is.
    pub fn kind(self) -> Kind {
        self.node().kind
    }

    /// Byte offset of its first byte.
    pub fn offset(self) -> usize {
        self.node().start as usize
    }

    /// Its text as it was written.
    pub fn text(self) -> &'t str {
        &self.document.text[self.node().span()]
    }

    /// The value of an integer literal, held at the limits of `i64` where it is larger; `None` for anything else, also `1.0` and `1e0`.
    pub fn integer(self) -> Option<i64> {
        if self.kind() != Kind::Number {
            return None;
        }
        let text = self.text();
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        // The only way for digits to fail here is a number that is too large.
        Some(match (text.parse::<i64>(), negative) {
            (Ok(value), _) => value,
            (Err(_), true) => i64::MIN,
            (Err(_), false) => i64::MAX,
        })
    }

    /// The decoded text of a string; `None` for anything else. A lone surrogate escape becomes U+FFFD.
    pub fn string(self) -> Option<Cow<'t, str>> {
        (self.kind() == Kind::String).then(|| {
            let text = self.text();
            decode(&text[1..text.len() - 1])
        })
    }

    /// The items of an array; nothing for anything else.
    pub fn items(self) -> impl Iterator<Item = Value<'d, 't>> {
        self.children(Kind::Array)
    }

    /// The number of items of an array, 0 for anything else.
    pub fn len(self) -> usize {
        self.items().count()
    }

    /// Whether there are no items.
    pub fn is_empty(self) -> bool {
        self.items().next().is_none()
    }

    /// Keys and values of an object in the order of the text; nothing for anything else.
    pub fn entries(self) -> impl Iterator<Item = (Value<'d, 't>, Value<'d, 't>)> {
        let mut children = self.children(Kind::Object);
        std::iter::from_fn(move || Some((children.next()?, children.next()?)))
    }

    /// The value of a key of an object; nothing where there is none.
    pub fn get(self, name: &str) -> Option<Value<'d, 't>> {
        self.entries().find(|(key, _)| key.string().as_deref() == Some(name)).map(|(_, value)| value)
    }

    /// The same value laid out for people: what does not fit on a line is broken into its parts, and short items share lines. What
    /// lies deeper than an instance needs stays as it was written.
    pub fn lay_out(self) -> String {
        let mut out = String::new();
        self.put(0, &mut out);
        out.push('\n');
        out
    }

    fn put(self, depth: usize, out: &mut String) {
        let text = self.text();
        let broken = matches!(self.kind(), Kind::Array | Kind::Object) && 2 * depth + text.len() > WIDEST && depth < DEEPEST;
        if !broken {
            out.push_str(text);
            return;
        }
        out.push_str(&text[..1]);
        let indent = "  ".repeat(depth + 1);
        let mut comma = "";
        for (key, value) in self.entries() {
            out.push_str(&format!("{comma}\n{indent}{}: ", key.text()));
            value.put(depth + 1, out);
            comma = ",";
        }
        let mut room = 0;
        for item in self.items() {
            let wanted = item.text().len() + 2;
            out.push_str(comma);
            // Objects are worth a line of their own.
            if wanted > room || item.kind() == Kind::Object {
                out.push_str(&format!("\n{indent}"));
                room = WIDEST.saturating_sub(indent.len());
            } else {
                out.push(' ');
            }
            room = room.saturating_sub(wanted);
            item.put(depth + 1, out);
            comma = ",";
        }
        out.push_str(&format!("\n{}{}", "  ".repeat(depth), &text[text.len() - 1..]));
    }

    fn children(self, kind: Kind) -> impl Iterator<Item = Value<'d, 't>> {
        let node = self.node();
        let end = if node.kind == kind { node.next as usize } else { 0 };
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            (index < end).then(|| {
                let child = Value { document: self.document, index };
                index = child.node().next as usize;
                child
            })
        })
    }
}

/// Decodes the inside of a string literal that the parser has accepted.
fn decode(inside: &str) -> Cow<'_, str> {
    if !inside.contains('\\') {
        return Cow::Borrowed(inside);
    }
    let mut out = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = rest.as_bytes()[at + 1];
        rest = &rest[at + 2..];
        match escape {
            b'b' => out.push('\u{8}'),
            b'f' => out.push('\u{c}'),
            b'n' => out.push('\n'),
            b'r' => out.push('\r'),
            b't' => out.push('\t'),
            b'u' => {
                let first = hex4(rest);
                rest = &rest[4..];
                let low = rest.strip_prefix("\\u").map(hex4).filter(|low| (0xDC00..0xE000).contains(low));
                let code = match (first, low) {
                    (0xD800..0xDC00, Some(low)) => {
                        rest = &rest[6..];
                        0x10000 + ((first - 0xD800) << 10) + (low - 0xDC00)
                    }
                    _ => first,
                };
                out.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            other => out.push(char::from(other)),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn hex4(text: &str) -> u32 {
    text.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0xFFFD)
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    nodes: Vec<Node>,
    /// Index of the innermost array or object that is open, or [`NONE`].
    innermost: u32,
}

/// No node: a text has fewer nodes than bytes.
const NONE: u32 = u32::MAX;

impl Parser<'_> {
    fn run(&mut self) -> Result<(), Error> {
        loop {
            // Here a value begins.
            self.skip_whitespace();
            let opened = self.value()?;
            if opened {
                let object = self.nodes[self.nodes.len() - 1].kind == Kind::Object;
                self.skip_whitespace();
                if self.peek() == Some(if object { b'}' } else { b']' }) {
                    self.close()?;
                } else if object {
                    self.key("a key in double quotes or `}`")?;
                    continue;
                } else {
                    continue;
                }
            }
            // Here a value has ended.
            loop {
                self.skip_whitespace();
                if self.innermost == NONE {
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => Err(self.unexpected("the end of the text")),
                    };
                }
                let object = self.nodes[self.innermost as usize].kind == Kind::Object;
                match self.peek() {
                    Some(b',') => {
                        self.at += 1;
                        if object {
                            self.skip_whitespace();
                            self.key("a key in double quotes")?;
                        }
                        break;
                    }
                    Some(b'}') if object => self.close()?,
                    Some(b']') if !object => self.close()?,
                    _ if object => return Err(self.unexpected("`,` or `}`")),
                    _ => return Err(self.unexpected("`,` or `]`")),
                }
            }
        }
    }

    /// Reads a scalar whole, or opens an array or object and says so.
    fn value(&mut self) -> Result<bool, Error> {
        let start = self.at;
        match self.peek() {
            Some(open @ (b'{' | b'[')) => {
                self.at += 1;
                let index = self.nodes.len();
                self.push(if open == b'{' { Kind::Object } else { Kind::Array }, start);
                self.nodes[index].next = std::mem::replace(&mut self.innermost, index as u32);
                return Ok(true);
            }
            Some(b'"') => {
                self.string()?;
                self.push(Kind::String, start);
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                self.push(Kind::Number, start);
            }
            _ => {
                let rest = &self.text[start..];
                if rest.starts_with("NaN") || rest.starts_with("Infinity") {
                    return Err(Error { kind: ErrorKind::NonFinite, offset: start });
                }
                let known = [("null", Kind::Null), ("true", Kind::Boolean), ("false", Kind::Boolean)];
                let Some((word, kind)) = known.into_iter().find(|(word, _)| rest.starts_with(word)) else {
                    return Err(self.unexpected("a JSON value"));
                };
                self.at += word.len();
                self.push(kind, start);
            }
        }
        Ok(false)
    }

    fn key(&mut self, expected: &'static str) -> Result<(), Error> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected(expected));
        }
        self.string()?;
        self.push(Kind::String, start);
        self.skip_whitespace();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("`:`"));
        }
        self.at += 1;
        Ok(())
    }

    fn string(&mut self) -> Result<(), Error> {
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
                        Some(b'u') => {
                            self.at += 1;
                            for _ in 0..4 {
                                if !self.peek().is_some_and(|b| b.is_ascii_hexdigit()) {
                                    return Err(self.unexpected("four hexadecimal digits"));
                                }
                                self.at += 1;
                            }
                        }
                        _ => return Err(self.unexpected("an escape such as `\\n` or `\\u0041`")),
                    }
                }
                Some(0..0x20) => return Err(self.unexpected("no raw control character in a string")),
                Some(_) => self.at += 1,
                None => return Err(self.unexpected("`\"` at the end of the string")),
            }
        }
    }

    fn number(&mut self) -> Result<(), Error> {
        if self.peek() == Some(b'-') {
            if self.text[self.at..].starts_with("-Infinity") {
                return Err(Error { kind: ErrorKind::NonFinite, offset: self.at });
            }
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => {
                self.at += 1;
                if self.peek().is_some_and(|b| b.is_ascii_digit()) {
                    return Err(self.unexpected("no digit after a leading zero"));
                }
            }
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Error> {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.unexpected("a digit")) } else { Ok(()) }
    }

    fn close(&mut self) -> Result<(), Error> {
        self.at += 1;
        let index = self.innermost as usize;
        let next = self.nodes.len() as u32;
        let Some(node) = self.nodes.get_mut(index) else { return Ok(()) };
        node.end = self.at as u32;
        self.innermost = std::mem::replace(&mut node.next, next);
        if node.kind == Kind::Object { self.reject_duplicates(index) } else { Ok(()) }
    }

    fn reject_duplicates(&self, object: usize) -> Result<(), Error> {
        let mut keys: Vec<(Cow<'_, str>, usize)> = Vec::new();
        let mut index = object + 1;
        while index < self.nodes[object].next as usize {
            let key = self.nodes[index];
            let Range { start, end } = key.span();
            keys.push((decode(&self.text[start + 1..end - 1]), start));
            index = self.nodes[key.next as usize].next as usize;
        }
        if keys.len() < 2 {
            return Ok(());
        }
        keys.sort();
        let repeated = keys.windows(2).filter(|pair| pair[0].0 == pair[1].0).min_by_key(|pair| pair[1].1);
        match repeated {
            None => Ok(()),
            Some(pair) => {
                let kind = ErrorKind::DuplicateKey { key: pair[1].0.clone().into_owned() };
                Err(Error { kind, offset: pair[1].1 })
            }
        }
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let next = self.nodes.len() as u32 + 1;
        self.nodes.push(Node { kind, start: start as u32, end: self.at as u32, next });
    }

    fn skip_whitespace(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn unexpected(&self, expected: &'static str) -> Error {
        // Every path here stands on a character boundary: only ASCII bytes are stepped over one by one outside strings, and
        // inside strings the error positions follow ASCII bytes.
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            None => "the end of the text".to_owned(),
            Some(c) if c.is_control() || !c.is_ascii() => format!("U+{:04X}", u32::from(c)),
            Some(c) => format!("`{c}`"),
        };
        Error { kind: ErrorKind::Syntax { found, expected }, offset: self.at }
    }
}
