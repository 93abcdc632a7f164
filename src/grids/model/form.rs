//! The form on which trajectories are ordered: what a person has typed, the address that holds it, and the plan that it means.

use crate::generate::condition::{self, Condition, ConditionError, Request, STORED};
use crate::generate::suite::{MAIN_SHAPES, Plan, Suite, TRAJECTORIES};
use crate::generate::{MOST_INDICES, SEED};
use crate::model::work::MOST_WAITED_FOR;
use crate::rule::SAMPLED;
use crate::rule::sampling::Sampling;
use crate::world::Shape;
use std::fmt::Write;

/// The family of a condition for which none is named.
const FAMILY: &str = "PAINT";
/// Most trajectories that a page makes and shows.
const MOST: usize = 2000;
/// Most bytes, roughly, that all trajectories of a page need in a file. The paper suite has a twentieth of it.
const MOST_WEIGHT: u64 = 400 << 20;
/// Bytes that an event and its record need in a file, roughly.
const EVENT: u64 = 300;
/// Bytes that a value of the alphabet needs in a file, where it stands in the condition's name and beside it, roughly.
const VALUE: u64 = 24;
/// Bytes that a cell needs in a file, roughly.
const CELL: u64 = 8;

/// What is typed into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The name of a core family.
    Family,
    /// The side lengths.
    Shape,
    /// The target workload.
    Target,
    /// The values.
    Alphabet,
    /// The lowest and the highest density of the initial state.
    Band,
    /// Stored events.
    Length,
    /// Trajectories of each condition.
    Count,
    /// The index of the first of them.
    First,
    /// The dataset seed.
    Seed,
}

impl Field {
    /// All fields, those of a condition first.
    pub const ALL: [Field; 9] = [
        Field::Family,
        Field::Shape,
        Field::Target,
        Field::Alphabet,
        Field::Band,
        Field::Length,
        Field::Count,
        Field::First,
        Field::Seed,
    ];

    /// The name in addresses, and in errors of a condition.
    pub fn name(self) -> &'static str {
        match self {
            Field::Family => "family",
            Field::Shape => "shape",
            Field::Target => "target",
            Field::Alphabet => "alphabet",
            Field::Band => "band",
            Field::Length => "length",
            Field::Count => "count",
            Field::First => "first",
            Field::Seed => "seed",
        }
    }

    /// Whether it describes a condition. A suite brings its conditions with it.
    pub fn is_of_a_condition(self) -> bool {
        !matches!(self, Field::Count | Field::First | Field::Seed)
    }
}

/// What was typed. An empty text means the usual value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The conditions of a suite, or one condition of one's own.
    pub suite: Option<Suite>,
    texts: [String; Field::ALL.len()],
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which field.
    pub field: Field,
    /// What was found and what was expected.
    pub detail: String,
}

impl Default for Form {
    fn default() -> Form {
        Form { suite: Some(Suite::Paper), texts: Default::default() }
    }
}

impl Form {
    /// Reads an address; `value` gives the values of its query.
    pub fn read(value: impl Fn(&str) -> Option<String>) -> Form {
        let texts = Field::ALL.map(|field| value(field.name()).unwrap_or_default());
        let composed = Field::ALL.into_iter().zip(&texts).any(|(field, text)| field.is_of_a_condition() && !text.is_empty());
        let suite = match value("suite") {
            // One that does not exist is not taken for a condition.
            Some(name) => Suite::find(&name).or(Form::default().suite),
            None if composed => None,
            None => Form::default().suite,
        };
        Form { suite, texts }
    }

    /// The query of its address. What is usual is left out.
    pub fn write(&self) -> String {
        let mut query = match self.suite {
            Some(suite) => format!("suite={}", suite.name()),
            None => format!("family={}", escape(self.family())),
        };
        for (field, text) in Field::ALL.into_iter().zip(&self.texts) {
            let stands = field == Field::Family || (self.suite.is_some() && field.is_of_a_condition());
            if !stands && !text.is_empty() {
                query += &format!("&{}={}", field.name(), escape(text));
            }
        }
        query
    }

    /// What was typed into a field.
    pub fn get(&self, field: Field) -> &str {
        &self.texts[field as usize]
    }

    /// Types into a field.
    pub fn set(&mut self, field: Field, text: String) {
        self.texts[field as usize] = text;
    }

    /// The name of the family, which may be none.
    pub fn family(&self) -> &str {
        match self.get(Field::Family) {
            "" => FAMILY,
            name => name,
        }
    }

    /// The line of the family in Table 8.
    pub fn sampling(&self) -> Option<Sampling> {
        SAMPLED.iter().find(|family| family.name() == self.family()).map(|family| family.sampling())
    }

    /// What an empty field means.
    pub fn usual(&self, field: Field) -> String {
        let sampling = self.sampling();
        let of = |read: fn(Sampling) -> String| sampling.map(read).unwrap_or_default();
        match field {
            Field::Family => FAMILY.to_owned(),
            Field::Shape => join(MAIN_SHAPES[0], "x"),
            Field::Target => match sampling.and_then(|sampling| sampling.target) {
                Some(target) => target.to_string(),
                None => {
                    let shape = self.shape().ok().and_then(|sides| Shape::new(&sides).ok());
                    shape.map(|shape| shape.volume().to_string()).unwrap_or_default()
                }
            },
            Field::Alphabet => of(|sampling| join(sampling.alphabet, ",")),
            Field::Band => of(|sampling| format!("{}-{}", sampling.band.0, sampling.band.1)),
            Field::Length => STORED.to_string(),
            Field::Count => TRAJECTORIES.to_string(),
            Field::First => "0".to_owned(),
            Field::Seed => SEED.to_string(),
        }
    }

    /// What is to be made, or what is wrong with the fields, in their order.
    pub fn plan(&self) -> Result<Plan, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut keep = |problem: Problem| problems.push(problem);
        let conditions = match self.suite {
            Some(suite) => suite.conditions(),
            None => match self.request() {
                Ok(request) => match Condition::new(&request) {
                    Ok(condition) => vec![condition],
                    Err(error) => {
                        keep(self.placed(error));
                        Vec::new()
                    }
                },
                Err(found) => {
                    found.into_iter().for_each(&mut keep);
                    Vec::new()
                }
            },
        };
        let count = self.number(Field::Count, u64::from(TRAJECTORIES), 1..=MOST as u64).map_err(&mut keep);
        let first = self.number(Field::First, 0, 0..=u64::from(MOST_INDICES) - 1).map_err(&mut keep);
        let seed = self.number(Field::Seed, SEED, 0..=u64::MAX).map_err(&mut keep);
        let (Ok(count), Ok(first), Ok(seed)) = (count, first, seed) else { return Err(problems) };
        if !problems.is_empty() {
            return Err(problems);
        }
        let plan = Plan::new(conditions, seed, first as u32, count as u32).map_err(|error| vec![self.placed(error)])?;
        let refuse = |detail: String| Err(vec![Problem { field: Field::Count, detail }]);
        if plan.len() > MOST {
            return refuse(format!("found {} trajectories in all, expected at most {MOST} here; {PROGRAM}", plan.len()));
        }
        // What is made here can also be opened here.
        let size = |condition: &Condition| condition.space().shape.volume() * condition.length();
        if let Some(found) = plan.conditions.iter().map(size).find(|&size| size > MOST_WAITED_FOR) {
            let detail = format!("found {found} cells times events, expected at most {MOST_WAITED_FOR} here; {PROGRAM}");
            return Err(vec![Problem { field: Field::Length, detail }]);
        }
        let each = |condition: &Condition| {
            let space = condition.space();
            let alphabet = VALUE * space.alphabet.values().len() as u64;
            alphabet + CELL * space.shape.volume() as u64 + EVENT * condition.length() as u64
        };
        let weight = count * plan.conditions.iter().map(each).sum::<u64>();
        if weight > MOST_WEIGHT {
            let (found, most) = (weight >> 20, MOST_WEIGHT >> 20);
            return refuse(format!("found trajectories of about {found} MB, expected at most {most} MB here; {PROGRAM}"));
        }
        Ok(plan)
    }

    fn request(&self) -> Result<Request, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut keep = |problem: Problem| problems.push(problem);
        let shape = self.shape().map_err(&mut keep).unwrap_or_default();
        let target = self.optional(Field::Target, "an integer of at least 1", |text| text.parse().ok()).map_err(&mut keep);
        let alphabet =
            self.optional(Field::Alphabet, "values from 0 to 65535 like 0,1,2,3 or 0-3", condition::values).map_err(&mut keep);
        let band = self.optional(Field::Band, "two percentages like 45-65", band).map_err(&mut keep);
        let length = self.optional(Field::Length, "a number of events", |text| text.parse().ok()).map_err(&mut keep);
        match (target, alphabet, band, length) {
            (Ok(target), Ok(alphabet), Ok(band), Ok(length)) if problems.is_empty() => {
                Ok(Request { family: self.family().to_owned(), shape, target, alphabet, band, length })
            }
            _ => Err(problems),
        }
    }

    fn shape(&self) -> Result<Vec<u32>, Problem> {
        let shape = self.optional(Field::Shape, "side lengths like 16x16", condition::sides)?;
        Ok(shape.unwrap_or_else(|| MAIN_SHAPES[0].to_vec()))
    }

    fn placed(&self, error: ConditionError) -> Problem {
        let field = Field::ALL.into_iter().find(|field| field.name() == error.field);
        Problem { field: field.unwrap_or(Field::Family), detail: error.detail }
    }

    fn optional<T>(&self, field: Field, expected: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Problem> {
        match self.get(field).trim() {
            "" => Ok(None),
            text => match read(text) {
                Some(value) => Ok(Some(value)),
                None => Err(Problem { field, detail: format!("found {text:?}, expected {expected}") }),
            },
        }
    }

    fn number(&self, field: Field, usual: u64, range: std::ops::RangeInclusive<u64>) -> Result<u64, Problem> {
        let (low, high) = (*range.start(), *range.end());
        let expected = format!("an integer from {low} to {high}");
        let number = self.optional(field, &expected, |text| text.parse().ok().filter(|number| range.contains(number)))?;
        Ok(number.unwrap_or(usual))
    }
}

const PROGRAM: &str = "the program gridbench makes any number";

/// Numbers between separators, with or without brackets around them.
fn band(text: &str) -> Option<(u32, u32)> {
    condition::pair(text.trim_end_matches('%').trim())
}

fn join<T: ToString>(numbers: &[T], separator: &str) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// Writes a text so that a query holds it and people can read it.
fn escape(text: &str) -> String {
    text.bytes().fold(String::new(), |mut escaped, byte| {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b',' | b'.' | b'-' | b'_' => escaped.push(byte.into()),
            // Writing into a String cannot fail.
            byte => drop(write!(escaped, "%{byte:02X}")),
        }
        escaped
    })
}
