//! The sparse text form of a state, `{"cells":[[[r,c],v],…]}`, which initial worlds, answers and outputs share (paper C.3).

use base::json::{Kind, Value};
use std::fmt;
use std::fmt::Write;

use super::{Space, World};

/// Why a JSON value is no valid state, and where. The code is stable public data; the message is for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateError {
    /// Which rule of the contract is broken.
    pub code: StateErrorCode,
    /// Byte offset in the parsed text.
    pub offset: usize,
    /// What was found, where, and what was expected.
    pub message: String,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for StateError {}

/// The rules of the contract that a state can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateErrorCode {
    /// The value is not an object.
    NotAnObject,
    /// The object has a field other than `cells`.
    UnknownField,
    /// The object has no field `cells`.
    MissingCells,
    /// `cells` is not an array.
    CellsNotAnArray,
    /// An entry is not `[coordinate,value]`.
    BadEntry,
    /// A coordinate is not a list of one integer per axis.
    BadCoordinate,
    /// A coordinate or a value is not an integer literal.
    NotAnInteger,
    /// A coordinate lies outside the world.
    OutOfBounds,
    /// A listed value is 0.
    ExplicitZero,
    /// A value is not in the alphabet.
    UndeclaredValue,
    /// A coordinate is listed twice.
    DuplicateCoordinate,
}

impl StateErrorCode {
    /// The stable code.
    pub fn as_str(self) -> &'static str {
        match self {
            StateErrorCode::NotAnObject => "not-an-object",
            StateErrorCode::UnknownField => "unknown-field",
            StateErrorCode::MissingCells => "missing-cells",
            StateErrorCode::CellsNotAnArray => "cells-not-an-array",
            StateErrorCode::BadEntry => "bad-entry",
            StateErrorCode::BadCoordinate => "bad-coordinate",
            StateErrorCode::NotAnInteger => "not-an-integer",
            StateErrorCode::OutOfBounds => "out-of-bounds",
            StateErrorCode::ExplicitZero => "explicit-zero",
            StateErrorCode::UndeclaredValue => "undeclared-value",
            StateErrorCode::DuplicateCoordinate => "duplicate-coordinate",
        }
    }
}

/// Reads a state of `space`. The first broken rule in the order of the text is reported.
pub fn read_state(value: Value<'_, '_>, space: &Space) -> Result<World, StateError> {
    let cells = read_cells_field(value)?;
    let mut world = World::empty(&space.shape);
    for (entry, pair) in cells.items().enumerate() {
        let mut parts = pair.items();
        let (Some(coordinate), Some(label), None) = (parts.next(), parts.next(), parts.next()) else {
            let message = format!("cells[{entry}]: found {}, expected [coordinate,value]", shorten(pair.text()));
            return Err(fail(StateErrorCode::BadEntry, pair, message));
        };
        let cell = read_coordinate(coordinate, entry, space)?;
        let value = read_label(label, entry, space)?;
        // Listed values are never 0, so a value that stands there already was listed before.
        if world.set(cell, value) != 0 {
            let same = |pair: Value<'_, '_>| pair.items().next().and_then(|c| read_coordinate(c, 0, space).ok()) == Some(cell);
            let first = cells.items().position(same).unwrap_or_default();
            let found = shorten(coordinate.text());
            let message = format!("cells[{entry}]: found {found} again (first in cells[{first}]), expected every cell once");
            return Err(fail(StateErrorCode::DuplicateCoordinate, coordinate, message));
        }
    }
    Ok(world)
}

fn read_cells_field<'d, 't>(value: Value<'d, 't>) -> Result<Value<'d, 't>, StateError> {
    if value.kind() != Kind::Object {
        let message = format!("found {}, expected an object with the field \"cells\"", value.kind());
        return Err(fail(StateErrorCode::NotAnObject, value, message));
    }
    let mut cells = None;
    for (key, field) in value.entries() {
        let name = key.string().unwrap_or_default();
        if name != "cells" {
            let message = format!("found the field {:?}, expected only \"cells\"", shorten(&name));
            return Err(fail(StateErrorCode::UnknownField, key, message));
        }
        cells = Some(field);
    }
    match cells {
        None => {
            let message = "found no field \"cells\", expected {\"cells\":[…]}".to_owned();
            Err(fail(StateErrorCode::MissingCells, value, message))
        }
        Some(cells) if cells.kind() != Kind::Array => {
            let message = format!("found {} in \"cells\", expected an array", cells.kind());
            Err(fail(StateErrorCode::CellsNotAnArray, cells, message))
        }
        Some(cells) => Ok(cells),
    }
}

fn read_coordinate(coordinate: Value<'_, '_>, entry: usize, space: &Space) -> Result<usize, StateError> {
    let dimensions = space.shape.dimensions();
    if coordinate.kind() != Kind::Array || coordinate.len() != dimensions {
        let found = shorten(coordinate.text());
        let message = format!("cells[{entry}]: found the coordinate {found}, expected a list of {dimensions} integers");
        return Err(fail(StateErrorCode::BadCoordinate, coordinate, message));
    }
    let mut cell = 0;
    for (axis, x) in coordinate.items().enumerate() {
        let Some(at) = x.integer() else {
            let found = shorten(x.text());
            let message = format!("cells[{entry}]: found {found} on axis {axis}, expected an integer");
            return Err(fail(StateErrorCode::NotAnInteger, x, message));
        };
        let side = space.shape.sides()[axis];
        if !(0..i64::from(side)).contains(&at) {
            let found = shorten(x.text());
            let message = format!("cells[{entry}]: found {found} on axis {axis}, expected 0 to {}", side - 1);
            return Err(fail(StateErrorCode::OutOfBounds, x, message));
        }
        cell += at as usize * space.shape.strides()[axis];
    }
    Ok(cell)
}

fn read_label(label: Value<'_, '_>, entry: usize, space: &Space) -> Result<u16, StateError> {
    let describe = |expected: &str| format!("cells[{entry}]: found the value {}, expected {expected}", shorten(label.text()));
    match label.integer() {
        None => Err(fail(StateErrorCode::NotAnInteger, label, describe("an integer"))),
        Some(0) => Err(fail(StateErrorCode::ExplicitZero, label, describe("only nonzero cells to be listed"))),
        Some(value) => match u16::try_from(value) {
            Ok(value) if space.alphabet.contains(value.into()) => Ok(value),
            _ => {
                let expected = format!("a nonzero value of {}", shorten(&space.alphabet.to_string()));
                Err(fail(StateErrorCode::UndeclaredValue, label, describe(&expected)))
            }
        },
    }
}

fn fail(code: StateErrorCode, at: Value<'_, '_>, message: String) -> StateError {
    StateError { code, offset: at.offset(), message }
}

/// The state as compact JSON, lexicographic, zeros left out.
pub fn write_state(world: &World) -> String {
    let mut out = String::from("{\"cells\":[");
    let mut comma = "";
    for (cell, &value) in world.cells().iter().enumerate().filter(|&(_, &value)| value != 0) {
        out.push_str(comma);
        out.push('[');
        let (mut open, mut rest) = ('[', cell);
        for stride in world.shape().strides() {
            // Writing into a String cannot fail.
            let _ = write!(out, "{open}{}", rest / stride);
            (open, rest) = (',', rest % stride);
        }
        let _ = write!(out, "],{value}]");
        comma = ",";
    }
    out.push_str("]}");
    out
}

/// Numbers as a compact JSON array.
pub fn list<T: fmt::Display>(numbers: &[T]) -> String {
    let inside: Vec<String> = numbers.iter().map(T::to_string).collect();
    format!("[{}]", inside.join(","))
}

/// A found text, cut so that a message stays readable.
pub fn shorten(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}
