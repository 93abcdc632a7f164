//! Generation conditions as data (paper B.7; generator specification, section 0).

use std::fmt;
use std::str::FromStr;

use super::initial;
use crate::rule::sampling::{Aim, Sampled, Sampling};
use crate::rule::{Family, SAMPLED};
use crate::world::codec::list;
use crate::world::{Alphabet, Shape, Space};

/// The stored length of the paper's trajectories.
pub const STORED: usize = 128;
/// Most events of a trajectory.
pub const LONGEST: usize = 4096;
/// Most values of an alphabet: they are part of the name.
pub const MOST_VALUES: usize = 1024;
/// Most cells of a world that the generator fills.
pub const MOST_CELLS: usize = 1 << 16;

/// What a trajectory is asked to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    family: &'static dyn Sampled,
    sampling: Sampling,
    space: Space,
    target: u64,
    band: (u32, u32),
    length: usize,
}

/// A condition that may not be possible. What is left out is as in the family's line of Table 8.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Request {
    /// The name of a core family.
    pub family: String,
    /// The side lengths.
    pub shape: Vec<u32>,
    /// The target workload in the unit of the family.
    pub target: Option<u64>,
    /// The values.
    pub alphabet: Option<Vec<u16>>,
    /// The lowest and the highest density of the initial state, in percent.
    pub band: Option<(u32, u32)>,
    /// The number of stored events.
    pub length: Option<usize>,
}

/// Why a request cannot be met, or goes beyond what this generator makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionError {
    /// Which part of the request, by the name it has in a condition.
    pub field: &'static str,
    /// What was found and what was expected.
    pub detail: String,
}

impl fmt::Display for ConditionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.detail)
    }
}

impl std::error::Error for ConditionError {}

impl Condition {
    /// Checks a request; the first thing that cannot be met is the error.
    pub fn new(request: &Request) -> Result<Condition, ConditionError> {
        let Some(&family) = SAMPLED.iter().find(|family| family.name() == request.family) else {
            let names: Vec<&str> = SAMPLED.iter().map(|family| family.name()).collect();
            return fail("family", format!("found {:?}, expected one of {}", request.family, names.join(", ")));
        };
        let sampling = family.sampling();
        let shape = Shape::new(&request.shape).or_else(|error| fail("shape", error.to_string()))?;
        let volume = shape.volume();
        if volume > MOST_CELLS {
            return fail("shape", format!("found {volume} cells, expected at most {MOST_CELLS} here"));
        }
        let values = request.alphabet.as_deref().unwrap_or(sampling.alphabet);
        let alphabet = Alphabet::new(values).or_else(|error| fail("alphabet", error.to_string()))?;
        let unusable = |expected: &str| fail("alphabet", format!("found {alphabet}, expected {expected} for {}", family.name()));
        if values.len() > MOST_VALUES {
            return fail("alphabet", format!("found {} values, expected at most {MOST_VALUES}", values.len()));
        }
        if values.len() < 2 {
            return unusable("at least one value other than 0");
        }
        if let Err(expected) = family.admits(&alphabet) {
            return unusable(expected);
        }
        if let Some(missing) = sampling.initializer.needs().iter().find(|value| !values.contains(value)) {
            return unusable(&format!("the value {missing}, with which worlds are filled"));
        }
        let band = request.band.unwrap_or(sampling.band);
        if !(0 < band.0 && band.0 < band.1 && band.1 < 100) {
            let detail = format!("found {} to {} percent, expected 0 < low < high < 100", band.0, band.1);
            return fail("band", detail);
        }
        let (low, high) = limits(band);
        if !(1..=volume).any(|occupied| within(occupied, volume, low, high)) {
            let detail = format!("found a volume of {volume}, expected one that allows a density from {low} to {high} percent");
            return fail("shape", detail);
        }
        // What the band gives at the start, and what every state must be.
        let [least, most] = [0, u32::MAX].map(|draw| initial::occupied(draw, volume, band));
        if !(least..=most).any(|occupied| within(occupied, volume, low, high)) {
            let detail = format!(
                "found {} to {} percent, which is {least} to {most} of {volume} cells, expected some number from {low} to {high} percent",
                band.0, band.1
            );
            return fail("band", detail);
        }
        let target = match (sampling.target, request.target) {
            (None, None) => volume as u64,
            (None, Some(target)) if target != volume as u64 => {
                let detail = format!("found {target}, expected {volume}: every {} event works on all cells", family.name());
                return fail("target", detail);
            }
            (default, target) => target.or(default).unwrap_or(volume as u64),
        };
        let most = sampling.most * volume as u64;
        if !(1..=most).contains(&target) {
            let unit = sampling.unit.counted();
            return fail("target", format!("found {target} {unit}, expected 1 to {most}, the most that an event can have here"));
        }
        let length = request.length.unwrap_or(STORED);
        if !(1..=LONGEST).contains(&length) {
            return fail("length", format!("found {length} events, expected 1 to {LONGEST}"));
        }
        Ok(Condition { family, sampling, space: Space { shape, alphabet }, target, band, length })
    }

    /// Reads a name ([`Condition::name`]).
    pub fn parse(name: &str) -> Result<Condition, ConditionError> {
        let mut parts = name.split('/');
        let mut request = Request { family: parts.next().unwrap_or_default().to_owned(), ..Request::default() };
        let shape = parts.next().unwrap_or_default();
        request.shape = numbers(shape, 'x').ok_or_else(|| bad("shape", shape, "side lengths like 16x16"))?;
        let target = parts.next().unwrap_or_default();
        request.target = Some(target.parse().map_err(|_| bad("target", target, "an integer of at least 1"))?);
        for part in parts {
            match part.split_once('=') {
                Some(("alphabet", values)) if request.alphabet.is_none() => {
                    let values = numbers(values, ',').ok_or_else(|| bad("alphabet", values, "values like 0,1,2"))?;
                    request.alphabet = Some(values);
                }
                Some(("band", band)) if request.band.is_none() => match numbers(band, '-').as_deref() {
                    Some(&[low, high]) => request.band = Some((low, high)),
                    _ => return Err(bad("band", band, "two percentages like 45-65")),
                },
                Some(("length", length)) if request.length.is_none() => {
                    request.length = Some(length.parse().map_err(|_| bad("length", length, "a number of events"))?);
                }
                _ => return Err(bad("condition", part, "only alphabet=…, band=… and length=… after the target, each once")),
            }
        }
        Condition::new(&request)
    }

    /// The name, of which everything about the condition follows: `FAMILY/SHAPE/TARGET`, for example `RELABEL/16x16/100`, then
    /// whatever differs from the family's line of Table 8, for example `/alphabet=0,1,2/band=30-50/length=64`.
    pub fn name(&self) -> String {
        let join = |numbers: &str| numbers.replace(['[', ']'], "");
        let shape = join(&list(self.space.shape.sides())).replace(',', "x");
        let mut name = format!("{}/{shape}/{}", self.family.name(), self.target);
        if self.space.alphabet.values() != self.sampling.alphabet {
            name += &format!("/alphabet={}", join(&self.space.alphabet.to_string()));
        }
        if self.band != self.sampling.band {
            name += &format!("/band={}-{}", self.band.0, self.band.1);
        }
        if self.length != STORED {
            name += &format!("/length={}", self.length);
        }
        name
    }

    /// Whether everything but shape and target is as in Table 8, and the length is the paper's.
    pub fn follows_table_8(&self) -> bool {
        let values = self.space.alphabet.values();
        values == self.sampling.alphabet && self.band == self.sampling.band && self.length == STORED
    }

    /// Whether the target is the one of the main conditions.
    pub fn has_main_target(&self) -> bool {
        self.target == self.sampling.target.unwrap_or(self.space.shape.volume() as u64)
    }

    /// The core family.
    pub fn family(&self) -> &'static dyn Family {
        self.family
    }

    /// The same, as the generator sees it.
    pub fn sampled(&self) -> &'static dyn Sampled {
        self.family
    }

    /// The family's line of Table 8.
    pub fn sampling(&self) -> &Sampling {
        &self.sampling
    }

    /// Shape and alphabet.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The target workload in the unit of the family, w.
    pub fn target(&self) -> u64 {
        self.target
    }

    /// The lowest and the highest density of the initial state, in percent.
    pub fn band(&self) -> (u32, u32) {
        self.band
    }

    /// The number of stored events.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The target with its tolerance.
    pub fn aim(&self) -> Aim {
        Aim { target: self.target, tolerance: self.sampling.tolerance }
    }

    /// Whether a state with this many nonzero cells may stand in a trajectory.
    pub fn allows(&self, occupied: usize) -> bool {
        let (low, high) = limits(self.band);
        occupied >= 1 && within(occupied, self.space.shape.volume(), low, high)
    }

    /// The condition as compact JSON.
    pub fn to_json(&self) -> String {
        format!(
            "{{\"name\":\"{}\",\"target\":{},\"unit\":\"{}\",\"initializer\":\"{}\",\"band\":[{},{}],\"sets\":{},\"tolerance\":{},\
             \"noops\":{},\"length\":{}}}",
            self.name(),
            self.target,
            self.sampling.unit.name(),
            self.sampling.initializer.name(),
            self.band.0,
            self.band.1,
            self.sampling.sets,
            self.sampling.tolerance,
            if self.sampling.noops { 10 } else { 0 },
            self.length,
        )
    }
}

/// The lowest and the highest density of any state, in percent (B.7).
fn limits((low, high): (u32, u32)) -> (usize, usize) {
    (low.saturating_sub(40).max(2) as usize, (high + 40).min(98) as usize)
}

fn within(occupied: usize, volume: usize, low: usize, high: usize) -> bool {
    (low * volume..=high * volume).contains(&(100 * occupied))
}

/// Side lengths as people write them: `16x16`, `16×16`, `16,16` or `[16,16]`.
pub fn sides(text: &str) -> Option<Vec<u32>> {
    listed(text, &['x', 'X', '×', ','])
}

/// Values as people write them: `0,1,2,3`, `[0,1,2,3]` or `0-3`.
pub fn values(text: &str) -> Option<Vec<u16>> {
    match pair(text) {
        Some((low, high)) if low <= high => Some((low..=high).collect()),
        _ => listed(text, &[',']),
    }
}

/// Two numbers with a dash, or as a range is written.
pub fn pair<T: FromStr>(text: &str) -> Option<(T, T)> {
    let (low, high) = ["..", "-", "–", " to "].into_iter().find_map(|dash| text.split_once(dash))?;
    Some((low.trim().parse().ok()?, high.trim().parse().ok()?))
}

fn listed<T: FromStr>(text: &str, separators: &[char]) -> Option<Vec<T>> {
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    text.split(separators).map(|number| number.trim().parse().ok()).collect()
}

/// Numbers as names write them.
fn numbers<T: FromStr>(text: &str, separator: char) -> Option<Vec<T>> {
    text.split(separator).map(|number| number.parse().ok()).collect()
}

fn bad(field: &'static str, found: &str, expected: &str) -> ConditionError {
    ConditionError { field, detail: format!("found {found:?}, expected {expected}") }
}

fn fail<T>(field: &'static str, detail: String) -> Result<T, ConditionError> {
    Err(ConditionError { field, detail })
}
