//! Lists in brackets: nested lists of any depth, and coordinates with values, as JSON, Python and numpy write them.
//!
//! The scanner keeps brackets and numbers and throws away what only decorates them: quotes, commas, comments, and calls such as
//! `np.array(…)` with their keyword arguments. What could change the meaning is refused.

use std::ops::Range;

use super::{AROUND, Content, Fault, MOST_CELLS, Pasted, Values, coordinate, count, is_blank, number, too_many};
use crate::world::{MAX_DIMENSIONS, Space, World};

/// Reads nested lists or coordinates with values.
///
/// Several lists that stand beside each other are the items of one. In a text with words there must be just one nested list.
pub fn read(text: &str, body: Range<usize>, space: &Space) -> Result<Pasted, Fault> {
    let Literal { nodes, word } = scan(text, body.clone())?;
    let tree = Tree { nodes: &nodes, space };
    let whole = 0..nodes.len();
    let (chosen, around) = match word {
        None => (whole, ""),
        Some(fault) => (tree.only(whole).map_err(|other| other.unwrap_or(fault))?, AROUND),
    };
    if chosen.is_empty() {
        return Err(Fault::new(body.start, "found no numbers, expected a list of them"));
    }
    match tree.entries(chosen.clone()) {
        Some(entries) => tree.state(entries, around),
        None => tree.block(chosen, around),
    }
}

/// A number, or a list with everything in it right behind it.
#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    offset: u32,
    /// The first node after this one and what is in it.
    next: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Number(u32),
    List,
    /// A list in braces, whose items are keys and values in turn.
    Map,
}

struct Literal {
    nodes: Vec<Node>,
    /// The first word outside all lists.
    word: Option<Fault>,
}

/// A bracket that is open.
struct Open {
    offset: usize,
    bracket: char,
    /// The list, unless it is the parenthesis of a call.
    node: Option<usize>,
    /// Whether an item has come since it opened or since the last comma.
    item: bool,
}

fn scan(text: &str, body: Range<usize>) -> Result<Literal, Fault> {
    let (mut nodes, mut word): (Vec<Node>, _) = (Vec::new(), None);
    let mut open: Vec<Open> = Vec::new();
    let mut at = body.start;
    // Where a word has ended: a parenthesis right there makes it a call.
    let mut called = None;
    while let Some(c) = text[at..body.end].chars().next() {
        let rest = &text[at..body.end];
        let in_list = open.last().is_some_and(|open| open.node.is_some());
        let in_map = open.last().is_some_and(|open| open.bracket == '{');
        let in_call = open.last().is_some_and(|open| open.node.is_none());
        let mut length = c.len_utf8();
        match c {
            '[' | '(' | '{' => {
                let node = (c != '(' || called != Some(at)).then_some(nodes.len());
                if node.is_some() {
                    let kind = if c == '{' { Kind::Map } else { Kind::List };
                    nodes.push(Node { kind, offset: at as u32, next: 0 });
                }
                open.push(Open { offset: at, bracket: c, node, item: false });
            }
            ']' | ')' | '}' => {
                let Some(Open { bracket, node, .. }) = open.pop() else {
                    return Err(Fault::new(at, format!("found `{c}`, expected a bracket that opens before it")));
                };
                let expected = close(bracket);
                if c != expected {
                    return Err(Fault::new(at, format!("found `{c}`, expected `{expected}`")));
                }
                if let Some(node) = node {
                    nodes[node].next = nodes.len() as u32;
                }
                open.last_mut().into_iter().for_each(|open| open.item = true);
            }
            ',' => {
                if let Some(open) = open.last_mut().filter(|_| in_list)
                    && !std::mem::take(&mut open.item)
                {
                    return Err(Fault::new(at, "found `,`, expected a number or a list"));
                }
            }
            '#' => length = rest.find(['\n', '\r']).unwrap_or(rest.len()),
            // The rest of a keyword argument.
            '=' if in_call => length = rest.find([',', ')']).unwrap_or(rest.len()),
            '\'' | '"' | '`' => {}
            _ if c.is_whitespace() => {}
            ':' if in_map => {}
            ':' | ';' | '=' | '>' | '→' if !in_list => {}
            '-' if !in_list && rest.starts_with("->") => {}
            _ => {
                length = rest.find(is_end).unwrap_or(rest.len()).max(length);
                let token = &rest[..length];
                let outside = open.is_empty();
                match number(token) {
                    Ok(value) => push(&mut nodes, &mut open, Kind::Number(value), at),
                    // A full stop ends a sentence.
                    Err(_) if is_blank(token) && !(outside && token == ".") => push(&mut nodes, &mut open, Kind::Number(0), at),
                    Err(_) if rest[length..].starts_with('(') => called = Some(at + length),
                    Err(_) if in_call || (in_map && token == "cells") => {}
                    Err(expected) if outside => {
                        word.get_or_insert_with(|| Fault::token(at, token, expected));
                    }
                    // A remark in parentheses, which are no list then.
                    Err(expected) if token.starts_with(char::is_alphabetic) && open.len() == 1 && open[0].bracket == '(' => {
                        nodes.truncate(open[0].node.take().unwrap_or(nodes.len()));
                        word.get_or_insert_with(|| Fault::token(at, token, expected));
                    }
                    Err(expected) => return Err(Fault::token(at, token, expected)),
                }
            }
        }
        if nodes.len() + open.len() > 2 * MOST_CELLS {
            return Err(Fault::new(at, too_many()));
        }
        at += length;
    }
    match open.pop() {
        None => Ok(Literal { nodes, word }),
        Some(Open { offset, bracket, .. }) => {
            Err(Fault::new(offset, format!("found a `{bracket}` that never closes, expected a `{}` for it", close(bracket))))
        }
    }
}

fn push(nodes: &mut Vec<Node>, open: &mut [Open], kind: Kind, at: usize) {
    nodes.push(Node { kind, offset: at as u32, next: nodes.len() as u32 + 1 });
    open.last_mut().into_iter().for_each(|open| open.item = true);
}

fn close(bracket: char) -> char {
    match bracket {
        '[' => ']',
        '(' => ')',
        _ => '}',
    }
}

fn is_end(c: char) -> bool {
    c.is_whitespace() || "[](){},:;=#'\"`→".contains(c)
}

/// What was scanned. Ranges are of nodes, and hold whole items.
struct Tree<'s> {
    nodes: &'s [Node],
    space: &'s Space,
}

impl Tree<'_> {
    fn items(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut index = range.start;
        std::iter::from_fn(move || {
            let item = (index < range.end).then_some(index)?;
            index = self.nodes[item].next as usize;
            Some(item)
        })
    }

    /// What is in a list; nothing is in a number.
    fn inside(&self, index: usize) -> Range<usize> {
        index + 1..self.nodes[index].next as usize
    }

    fn is_number(&self, index: usize) -> bool {
        matches!(self.nodes[index].kind, Kind::Number(_))
    }

    fn fault(&self, index: usize, detail: impl Into<String>) -> Fault {
        Fault::new(self.nodes[index].offset as usize, detail)
    }

    /// The one list that can be meant in a text with words: nothing else is there, or nothing else is nested.
    fn only(&self, whole: Range<usize>) -> Result<Range<usize>, Option<Fault>> {
        let nested = |&index: &usize| self.items(self.inside(index)).next().is_some_and(|first| !self.is_number(first));
        let mut nested = self.items(whole.clone()).filter(nested);
        let mut all = self.items(whole.clone());
        match (nested.next(), nested.next()) {
            (Some(_), Some(second)) => Err(Some(self.fault(second, "found another list, expected only one"))),
            (Some(first), None) => Ok(first..self.nodes[first].next as usize),
            (None, _) => match (all.next(), all.next()) {
                (Some(first), None) if !self.is_number(first) => Ok(whole),
                _ => Err(None),
            },
        }
    }

    /// The items that are coordinates and values, in turn or in pairs, if the first ones are.
    fn entries(&self, mut range: Range<usize>) -> Option<Entries> {
        loop {
            let mut items = self.items(range.clone());
            let (first, second) = (items.next()?, items.next());
            if self.is_coordinate(first) && second.is_some_and(|second| self.is_number(second)) {
                return Some(Entries { range, paired: false });
            }
            let mut pair = self.items(self.inside(first));
            if let (Some(key), Some(value), None) = (pair.next(), pair.next(), pair.next())
                && self.is_coordinate(key)
                && self.is_number(value)
                && self.nodes[first].kind == Kind::List
            {
                return Some(Entries { range, paired: true });
            }
            if self.nodes[first].kind == Kind::Map
                && second.is_none()
                && self.items(self.inside(first)).next().is_some_and(|key| self.is_number(key))
            {
                return Some(Entries { range: self.inside(first), paired: false });
            }
            if second.is_some() || self.is_number(first) {
                return None;
            }
            range = self.inside(first);
        }
    }

    fn is_coordinate(&self, index: usize) -> bool {
        self.nodes[index].kind == Kind::List && self.items(self.inside(index)).all(|index| self.is_number(index))
    }

    fn state(&self, entries: Entries, around: &str) -> Result<Pasted, Fault> {
        let shape = &self.space.shape;
        let mut world = World::empty(shape);
        let mut listed = vec![false; shape.volume()];
        let mut items = self.items(entries.range);
        let mut cells = 0;
        while let Some(item) = items.next() {
            let mut pair = self.items(self.inside(item));
            let (key, value) = match entries.paired {
                false => (item, items.next()),
                true => match (pair.next(), pair.next(), pair.next()) {
                    (Some(key), value, None) => (key, value),
                    _ => return Err(self.fault(item, "found something else, expected a coordinate and a value")),
                },
            };
            let cell = self.cell(key)?;
            let Some((value, Kind::Number(label))) = value.map(|value| (value, self.nodes[value].kind)) else {
                return Err(self.fault(key, "found a coordinate without a number behind it, expected its value"));
            };
            if !self.space.alphabet.contains(label) {
                let detail = format!("found the value {label}, expected one of {}", self.space.alphabet);
                return Err(self.fault(value, detail));
            }
            if std::mem::replace(&mut listed[cell], true) {
                return Err(self.fault(key, "found a coordinate again, expected every cell once"));
            }
            world.set(cell, label as u16);
            cells += 1;
        }
        let sentence =
            format!("a list of {} with values, {} of them not 0{around}", count(cells, "cell", "cells"), world.occupied());
        Ok(Pasted { content: Content::State(world), sentence })
    }

    fn cell(&self, key: usize) -> Result<usize, Fault> {
        let shape = &self.space.shape;
        let numbers = if self.is_number(key) { key..key + 1 } else { self.inside(key) };
        let is_point = self.items(numbers.clone()).all(|x| self.is_number(x));
        if !is_point || self.items(numbers.clone()).count() != shape.dimensions() {
            return Err(self.fault(key, format!("found something else, expected {}", coordinate(self.space))));
        }
        let mut cell = 0;
        for (axis, index) in self.items(numbers).enumerate() {
            let (Kind::Number(x), side) = (self.nodes[index].kind, shape.sides()[axis]) else { continue };
            if x >= side {
                return Err(self.fault(index, format!("found {x} on axis {axis}, expected 0 to {}", side - 1)));
            }
            cell += x as usize * shape.strides()[axis];
        }
        Ok(cell)
    }

    fn block(&self, range: Range<usize>, around: &str) -> Result<Pasted, Fault> {
        let mut values = Values::new(self.space);
        let mut sides: Vec<Option<u32>> = Vec::new();
        // Lists that are open: their nodes, where they end, and how many items they have had.
        let mut open: Vec<(usize, usize, u32)> = Vec::new();
        let alone = self.items(range.clone()).nth(1).is_none();
        if !alone || self.is_number(range.start) {
            sides.push(None);
            open.push((range.start, range.end, 0));
        }
        // How deep the numbers lie.
        let mut depth = None;
        for index in range.clone() {
            if let Some((_, _, items)) = open.last_mut() {
                *items += 1;
            }
            match self.nodes[index].kind {
                Kind::Map => return Err(self.fault(index, "found `{`, expected a list or a number")),
                Kind::Number(_) if depth.is_some_and(|depth| depth != open.len()) => {
                    return Err(self.fault(index, "found a number, expected a list as before"));
                }
                Kind::Number(value) => {
                    depth = Some(open.len());
                    values.push(self.nodes[index].offset as usize, value);
                }
                Kind::List if depth.is_some_and(|depth| depth == open.len()) => {
                    return Err(self.fault(index, "found a list, expected a number as before"));
                }
                Kind::List if open.len() == MAX_DIMENSIONS => {
                    let detail = format!("found more than {MAX_DIMENSIONS} lists inside each other, expected at most that many");
                    return Err(self.fault(index, detail));
                }
                Kind::List => {
                    open.push((index, self.nodes[index].next as usize, 0));
                    sides.resize(sides.len().max(open.len()), None);
                }
            }
            while let Some(&(list, _, found)) = open.last().filter(|&&(_, end, _)| end == index + 1) {
                open.pop();
                let expected = *sides[open.len()].get_or_insert(found);
                if found == 0 {
                    return Err(self.fault(list, "found an empty list, expected numbers"));
                }
                if found != expected {
                    return Err(self.fault(list, format!("found a list of {found}, expected {expected} as in the first one")));
                }
            }
        }
        let sides: Vec<u32> = sides.into_iter().flatten().collect();
        let kind = if sides.len() == 1 { "numbers in a list" } else { "numbers in nested lists" };
        values.finish(&sides, kind, around)
    }
}

/// Coordinates and values: in turn, or as pairs in lists of their own.
struct Entries {
    range: Range<usize>,
    paired: bool,
}
