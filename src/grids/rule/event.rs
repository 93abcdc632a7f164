//! Events as data: a family and its arguments, checked against the family's parameter schema, to and from JSON.

use base::json::{Kind, Value};
use smallvec::SmallVec;
use std::fmt;

use super::{FAMILIES, Family, Transition, family};
use crate::world::codec::{list, shorten};
use crate::world::{Point, Space};

/// One parameter of a family.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// The field name in JSON.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: ParamKind,
    /// What it means, for people.
    pub doc: &'static str,
}

/// Which values a parameter takes. All are JSON integers or lists of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamKind {
    /// An in-bounds coordinate.
    Point,
    /// An integer of at least 0.
    Natural,
    /// A value of the alphabet.
    Label,
    /// A nonzero value of the alphabet.
    NonzeroLabel,
    /// An axis, 0 to d-1.
    Axis,
    /// -1 or 1.
    Sign {
        /// What -1 says, for people.
        minus: &'static str,
        /// What 1 says, for people.
        plus: &'static str,
    },
}

impl ParamKind {
    /// The values allowed in `space`, for people.
    pub fn allowed(self, space: &Space) -> String {
        let sides = space.shape.sides();
        match self {
            ParamKind::Point => {
                let highest: Vec<u32> = sides.iter().map(|side| side - 1).collect();
                format!("a coordinate from {} to {}", list(&vec![0; sides.len()]), list(&highest))
            }
            ParamKind::Natural => format!("an integer from 0 to {}", i64::MAX - 1),
            ParamKind::Label => format!("a value of {}", shorten(&space.alphabet.to_string())),
            ParamKind::NonzeroLabel => format!("a nonzero value of {}", shorten(&space.alphabet.to_string())),
            ParamKind::Axis => format!("an axis from 0 to {}", sides.len() - 1),
            ParamKind::Sign { .. } => "-1 or 1".to_owned(),
        }
    }

    fn read(self, value: Value<'_, '_>, space: &Space) -> Option<Arg> {
        let arg = match value.kind() {
            Kind::Array => Arg::Point(value.items().map(|x| u32::try_from(x.integer()?).ok()).collect::<Option<Point>>()?),
            _ => Arg::Integer(value.integer()?),
        };
        self.admits(&arg, space).then_some(arg)
    }

    fn admits(self, arg: &Arg, space: &Space) -> bool {
        let number = match (self, arg) {
            (ParamKind::Point, Arg::Point(point)) => return space.shape.contains(point),
            (ParamKind::Point, Arg::Integer(_)) | (_, Arg::Point(_)) => return false,
            (_, Arg::Integer(number)) => *number,
        };
        let label = u32::try_from(number).is_ok_and(|value| space.alphabet.contains(value));
        match self {
            ParamKind::Point => false,
            // i64::MAX also stands for every larger literal, which could not be written back as it was.
            ParamKind::Natural => (0..i64::MAX).contains(&number),
            ParamKind::Label => label,
            ParamKind::NonzeroLabel => label && number != 0,
            ParamKind::Axis => (0..space.shape.dimensions() as i64).contains(&number),
            ParamKind::Sign { .. } => number == -1 || number == 1,
        }
    }
}

/// The value of one parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg {
    /// A number.
    Integer(i64),
    /// A coordinate.
    Point(Point),
}

impl From<Point> for Arg {
    fn from(point: Point) -> Arg {
        Arg::Point(point)
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Arg {
        Arg::Integer(number)
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Integer(number) => write!(f, "{number}"),
            Arg::Point(point) => f.write_str(&list(point)),
        }
    }
}

/// The arguments of an event by parameter name, in the order of the family's schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Args(SmallVec<[(&'static str, Arg); 4]>);

impl Args {
    /// Arguments in the order of a schema; the caller sees to it that they are what the schema allows.
    pub(super) fn new(params: &[Param], args: impl IntoIterator<Item = Arg>) -> Args {
        let args: SmallVec<[Arg; 4]> = args.into_iter().collect();
        debug_assert_eq!(params.len(), args.len());
        Args(params.iter().map(|param| param.name).zip(args).collect())
    }

    /// Names and values in the order of the schema.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Arg)> {
        self.0.iter().map(|(name, arg)| (*name, arg))
    }

    /// A coordinate of the schema.
    pub fn point(&self, name: &str) -> &[u32] {
        match self.get(name) {
            Arg::Point(point) => point,
            Arg::Integer(_) => unreachable!("{name} is no coordinate in its family's schema"),
        }
    }

    /// A number of the schema.
    pub fn integer(&self, name: &str) -> i64 {
        match self.get(name) {
            Arg::Integer(number) => *number,
            Arg::Point(_) => unreachable!("{name} is no number in its family's schema"),
        }
    }

    /// A radius, a limit, a label or an axis of the schema: a number that is not negative.
    pub fn natural(&self, name: &str) -> u64 {
        self.integer(name).unsigned_abs()
    }

    fn get(&self, name: &str) -> &Arg {
        match self.0.iter().find(|(known, _)| *known == name) {
            Some((_, arg)) => arg,
            None => unreachable!("{name} is not in its family's schema"),
        }
    }
}

/// One event of a history, valid against its family's schema in the space it was read for.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The operation.
    pub family: &'static dyn Family,
    /// Its parameters.
    pub args: Args,
}

impl Event {
    /// A SET event.
    pub fn set(space: &Space, cell: usize, value: u16) -> Event {
        let family: &dyn Family = &super::set::Set;
        Event { family, args: Args::new(family.params(), [space.shape.point(cell).into(), i64::from(value).into()]) }
    }

    /// Reads an event: every parameter once, nothing else, each within what `space` allows.
    pub fn from_json(value: Value<'_, '_>, space: &Space) -> Result<Event, EventError> {
        if value.kind() != Kind::Object {
            return Err(EventError::new("not-an-object", value.kind().to_string(), "an object with the field \"op\""));
        }
        let Some((_, op)) = value.entries().find(|(key, _)| key.string().as_deref() == Some("op")) else {
            return Err(EventError::new("missing-field", "nothing".to_owned(), "an operation name").field("op"));
        };
        let Some(family) = op.string().and_then(|op| family(&op)) else {
            let names: Vec<&str> = FAMILIES.iter().map(|family| family.name()).collect();
            let expected = format!("one of {}", names.join(", "));
            return Err(EventError::new("unknown-op", shorten(op.text()), expected).field("op"));
        };
        let fail = |code, found, expected: String, field: &str| {
            Err(EventError { op: Some(family.name()), ..EventError::new(code, found, expected) }.field(field))
        };
        for (key, field) in value.entries() {
            let name = key.string().unwrap_or_default();
            if name != "op" && !family.params().iter().any(|param| param.name == name) {
                let names: Vec<&str> = family.params().iter().map(|param| param.name).collect();
                let expected = format!("only op, {}", names.join(", "));
                return fail("unknown-field", shorten(field.text()), expected, &shorten(&name));
            }
        }
        let mut args = SmallVec::new();
        for param in family.params() {
            let Some((_, field)) = value.entries().find(|(key, _)| key.string().as_deref() == Some(param.name)) else {
                return fail("missing-field", "nothing".to_owned(), param.kind.allowed(space), param.name);
            };
            let Some(arg) = param.kind.read(field, space) else {
                return fail("bad-value", shorten(field.text()), param.kind.allowed(space), param.name);
            };
            args.push((param.name, arg));
        }
        Ok(Event { family, args: Args(args) })
    }

    /// The same operation with other arguments; nothing where the schema does not allow them in `space`.
    pub fn with(&self, space: &Space, other: impl Fn(ParamKind, &Arg) -> Option<Arg>) -> Option<Event> {
        let mut args = self.args.clone();
        for (param, (_, arg)) in self.family.params().iter().zip(&mut args.0) {
            *arg = other(param.kind, arg).filter(|arg| param.kind.admits(arg, space))?;
        }
        Some(Event { family: self.family, args })
    }

    /// The event as compact JSON, parameters in the order of the schema.
    pub fn to_json(&self) -> String {
        let mut out = format!("{{\"op\":\"{}\"", self.family.name());
        for (name, arg) in self.args.iter() {
            out.push_str(&format!(",\"{name}\":{arg}"));
        }
        out.push('}');
        out
    }

    /// The executable event.
    pub fn transition(&self, space: &Space) -> Result<Box<dyn Transition>, EventError> {
        self.family.transition(&self.args, space).map_err(|error| EventError { op: Some(self.family.name()), ..error })
    }
}

/// Why a JSON value is no valid event of a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventError {
    /// A stable code.
    pub code: &'static str,
    /// The operation, if it is known.
    pub op: Option<&'static str>,
    /// The field.
    pub field: Option<String>,
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: String,
}

impl EventError {
    pub(super) fn new(code: &'static str, found: String, expected: impl Into<String>) -> EventError {
        EventError { code, op: None, field: None, found, expected: expected.into() }
    }

    pub(super) fn field(self, field: &str) -> EventError {
        EventError { field: Some(field.to_owned()), ..self }
    }
}

impl fmt::Display for EventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(op) = self.op {
            write!(f, "{op}: ")?;
        }
        if let Some(field) = &self.field {
            write!(f, "field \"{field}\": ")?;
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for EventError {}
