//! Rows of numbers: spreadsheets, CSV, Markdown tables, columns of a terminal, and digits without anything between them.

use std::ops::Range;

use super::{Fault, MOST_CELLS, Pasted, Values, is_blank, lines, number, offset_of, too_many};
use crate::world::Space;

/// What stands between the numbers of a row.
#[derive(Clone, Copy, PartialEq)]
enum Separator {
    Bar,
    Tab,
    Semicolon,
    Comma,
    Space,
    /// Every digit is a cell.
    None,
}

impl Separator {
    fn describe(self) -> &'static str {
        match self {
            Separator::Bar => "separated by bars",
            Separator::Tab => "separated by tabs",
            Separator::Semicolon => "separated by semicolons",
            Separator::Comma => "separated by commas",
            Separator::Space => "separated by spaces",
            Separator::None => "of one digit each, with nothing between them",
        }
    }

    fn chars(self) -> &'static [char] {
        match self {
            Separator::Bar => BARS,
            Separator::Tab => &['\t'],
            Separator::Semicolon => &[';'],
            Separator::Comma => &[','],
            Separator::Space | Separator::None => &[],
        }
    }
}

const BARS: &[char] = &['|', '│'];

/// One field of a row.
#[derive(Clone, Copy)]
struct Field {
    offset: u32,
    content: Content,
}

#[derive(Clone, Copy, PartialEq)]
enum Content {
    Number(u32),
    Empty,
    Word,
}

/// The fields of all rows.
struct Rows {
    fields: Vec<Field>,
    /// Where each row ends.
    ends: Vec<usize>,
    /// Whether a rule follows the first row, as in Markdown tables.
    headed: bool,
}

impl Rows {
    fn iter(&self) -> impl DoubleEndedIterator<Item = &[Field]> + Clone {
        (0..self.ends.len()).map(|row| &self.fields[row.checked_sub(1).map_or(0, |above| self.ends[above])..self.ends[row]])
    }
}

/// Reads a table; an error also says what separated the numbers.
///
/// - Empty fields are 0. Those after the last number of a row are kept if every row has them, except for one separator at the end of
///   every row of a table that has no other empty field.
/// - Numbers of rows and columns are left out where they are certain: they count 0, 1, 2 and so on, with an empty corner or a word in
///   it, or with nothing there, as pandas prints it. So is the head of a Markdown table, if it is empty or counts.
/// - Digits with nothing between them are cells if the alphabet has no value above 9 and all rows are equally long.
pub fn read(text: &str, body: Range<usize>, space: &Space) -> Result<Pasted, (&'static str, Fault)> {
    let separator = separator(text, body.clone(), space);
    let described = separator.describe();
    read_with(text, body, space, separator).map_err(|fault| (described, fault))
}

fn separator(text: &str, body: Range<usize>, space: &Space) -> Separator {
    let visible = [Separator::Bar, Separator::Tab, Separator::Semicolon, Separator::Comma];
    if let Some(separator) = visible.into_iter().find(|separator| text[body.clone()].contains(separator.chars())) {
        separator
    } else if are_digits(text, body.clone(), space) {
        Separator::None
    } else {
        Separator::Space
    }
}

/// Whether every character is a cell: digits and dots in rows of one length, which cannot be read as numbers.
fn are_digits(text: &str, body: Range<usize>, space: &Space) -> bool {
    let mut rows = lines(text, body).map(|(_, line)| line.trim()).filter(|line| !line.is_empty());
    let length = |row: &str| row.chars().count();
    let is_fraction = |row: &str| row.matches('.').count() == 1 && !row.contains('·');
    let Some(first) = rows.clone().next() else { return false };
    space.alphabet.values().iter().all(|&value| value <= 9)
        && length(first) > 1
        && rows.clone().any(|row| !is_fraction(row))
        && rows.clone().any(|row| row.contains(|c: char| c.is_ascii_digit()))
        && rows.all(|row| length(row) == length(first) && row.chars().all(|c| c.is_ascii_digit() || c == '.' || c == '·'))
}

fn read_with(text: &str, body: Range<usize>, space: &Space, separator: Separator) -> Result<Pasted, Fault> {
    let mut rows = split(text, body, separator)?;
    trim(&mut rows);
    let (skip_row, skip_column) = labels(&rows);
    let remarks = match (skip_row, skip_column) {
        (true, true) => ", the numbers of its rows and columns left out",
        (true, false) => ", its head left out",
        _ => "",
    };
    let mut values = Values::new(space);
    let kept = || rows.iter().skip(skip_row.into()).map(|row| &row[usize::from(skip_column).min(row.len())..]);
    let used = |row: &[Field]| row.iter().rposition(|field| field.content != Content::Empty).map_or(0, |last| last + 1);
    let lengths = || kept().map(<[Field]>::len);
    // Fields at the end that only some rows have do not count.
    let width = match (lengths().min(), lengths().max()) {
        (Some(least), Some(most)) if least == most => most,
        _ => kept().map(used).max().unwrap_or(0),
    };
    let mut height = 0;
    for row in kept() {
        height += 1;
        for &Field { offset, content } in row.iter().take(width) {
            let offset = offset as usize;
            match content {
                Content::Number(value) => values.push(offset, value),
                Content::Empty => values.push(offset, 0),
                Content::Word => {
                    let token = token_at(text, offset, separator);
                    return Err(Fault::token(offset, token, number(token).err().unwrap_or("a number")));
                }
            }
        }
        if row.len() < width {
            let offset = row.last().map_or(0, |field| field.offset as usize);
            return Err(Fault::new(offset, format!("found a row of {}, expected {width} as in the longest one", row.len())));
        }
    }
    values.finish(&[height, width as u32], &format!("numbers {}", separator.describe()), remarks)
}

fn split(text: &str, body: Range<usize>, separator: Separator) -> Result<Rows, Fault> {
    let mut rows = Rows { fields: Vec::new(), ends: Vec::new(), headed: false };
    // An empty line that a row must not follow.
    let mut gap = None;
    for (offset, line) in lines(text, body) {
        let is_empty = line.chars().all(|c| c.is_whitespace() && (c != '\t' || separator != Separator::Tab));
        if is_empty {
            gap = gap.or((!rows.ends.is_empty()).then_some(offset));
            continue;
        }
        if separator == Separator::Bar && is_rule(line) {
            rows.headed |= rows.ends.len() == 1;
            continue;
        }
        if let Some(gap) = gap {
            return Err(Fault::new(gap, "found an empty line, expected rows without gaps"));
        }
        fields(line, separator, |token| {
            let content = match number(token) {
                Ok(value) => Content::Number(value),
                Err(_) if token.is_empty() => Content::Empty,
                Err(_) if is_blank(token) => Content::Number(0),
                Err(_) => Content::Word,
            };
            rows.fields.push(Field { offset: offset_of(token, text) as u32, content });
        });
        rows.ends.push(rows.fields.len());
        if rows.fields.len() > 2 * MOST_CELLS {
            return Err(Fault::new(offset, too_many()));
        }
    }
    Ok(rows)
}

/// A line between the rows of a table, such as `|---|:-:|` or `+---+---+`.
fn is_rule(line: &str) -> bool {
    line.contains(['-', '─', '=', '━', '═'])
        && line.chars().all(|c| c.is_whitespace() || "-=+|:".contains(c) || ('─'..='╿').contains(&c))
}

/// Calls `each` with the fields of a line, without what surrounds them.
fn fields<'t>(line: &'t str, separator: Separator, mut each: impl FnMut(&'t str)) {
    let mut field = |field: &'t str| each(field.trim().trim_matches('"'));
    match separator {
        Separator::Space => line.split_whitespace().for_each(field),
        Separator::None => {
            let line = line.trim();
            line.char_indices().for_each(|(at, c)| field(&line[at..at + c.len_utf8()]));
        }
        Separator::Bar => {
            let line = line.trim();
            let line = line.strip_prefix(BARS).unwrap_or(line);
            line.strip_suffix(BARS).unwrap_or(line).split(BARS).for_each(field);
        }
        _ => line.split(separator.chars()).for_each(field),
    }
}

/// Takes off the separators that end every row and separate nothing.
fn trim(rows: &mut Rows) {
    let is_empty = |field: &Field| field.content == Content::Empty;
    let ended = rows.iter().all(|row| row.len() > 1 && row.last().is_some_and(is_empty));
    if ended && rows.fields.iter().filter(|field| is_empty(field)).count() == rows.ends.len() {
        rows.fields.retain(|field| !is_empty(field));
        rows.ends.iter_mut().enumerate().for_each(|(row, end)| *end -= row + 1);
    }
}

/// Whether the first row and the first column only number the others.
fn labels(rows: &Rows) -> (bool, bool) {
    let Some(head) = rows.iter().next() else { return (false, false) };
    let below = || rows.iter().skip(1);
    let is_number = |field: &Field, number: usize| matches!(field.content, Content::Number(n) if n as usize == number);
    let counts = |fields: &[Field]| fields.iter().enumerate().all(|(index, field)| is_number(field, index));
    let numbered = below().enumerate().all(|(index, row)| row.first().is_some_and(|field| is_number(field, index)));
    let corner = head.first().is_some_and(|field| !matches!(field.content, Content::Number(_)));
    let cornered = corner && counts(&head[1..]) && head.len().max(rows.ends.len()) > 2;
    let beside = counts(head) && below().all(|row| row.len() == head.len() + 1);
    if head.len() > usize::from(corner) && below().next().is_some() && numbered && (cornered || beside) {
        return (true, true);
    }
    let empty = head.iter().all(|field| field.content == Content::Empty);
    (rows.headed && (empty || counts(head)), false)
}

/// The field that starts here.
fn token_at(text: &str, offset: usize, separator: Separator) -> &str {
    let ends = |c: char| c.is_whitespace() || separator.chars().contains(&c);
    text[offset..].split(ends).next().unwrap_or_default()
}
