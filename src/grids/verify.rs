//! The second executor: Grid-Bench once more, from the paper's prose, to hold the first one against.
//!
//! It shares no rule code, no geometry and no text reading with `rule` and `world`, only the JSON vocabulary of `base`. A world is
//! a dictionary of its nonzero cells, a neighbour is coordinate arithmetic, a ball is every coordinate that is near enough, the
//! canonical read list of appendix B.1 is a list. It is meant to be read next to the paper, not to be fast.

use base::json::{self, ErrorKind, Kind, Value};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A coordinate, zero-based, in axis order.
pub type Cell = Vec<i64>;

/// A complete state W: the nonzero cells and their values; every other cell is 0 (paper B.1).
pub type State = BTreeMap<Cell, i64>;

/// One executed event (paper B.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The length of the canonical read list, repeated incidences counted (equation 6).
    pub scan: u64,
    /// The unique read support R.
    pub reads: BTreeSet<Cell>,
    /// The write support S: the cells that receive assignments, whether or not their values change.
    pub writes: BTreeSet<Cell>,
    /// The cells whose values differ before and after the event, D (equation 5).
    pub changed: BTreeSet<Cell>,
    /// The state after the event.
    pub state: State,
}

/// Why a history cannot be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The 1-based position of the first invalid event; 0 if the shape, the alphabet, the initial state or the event list as a
    /// whole is at fault.
    pub event: usize,
    /// What was found and what was expected.
    pub reason: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.event {
            0 => f.write_str(&self.reason),
            event => write!(f, "event {event}: {}", self.reason),
        }
    }
}

impl std::error::Error for Failure {}

/// Replays a history and returns every step. `initial` is a sparse state and `events` an array, both as JSON text.
pub fn replay(shape: &[u32], alphabet: &[u16], initial: &str, events: &str) -> Result<Vec<Step>, Failure> {
    let mut steps = Vec::new();
    replay_each(shape, alphabet, initial, events, &mut |step| steps.push(step))?;
    Ok(steps)
}

/// Replays a history and returns its last state, W_T (paper 3.1); at T = 0 that is the initial state.
pub fn final_state(shape: &[u32], alphabet: &[u16], initial: &str, events: &str) -> Result<State, Failure> {
    replay_each(shape, alphabet, initial, events, &mut |_| {})
}

/// Replays a history, hands every step over as soon as it is made, also those before an invalid event, and returns the last
/// state.
pub fn replay_each(
    shape: &[u32],
    alphabet: &[u16],
    initial: &str,
    events: &str,
    on_step: &mut dyn FnMut(Step),
) -> Result<State, Failure> {
    let fail = |event: usize| move |reason: String| Failure { event, reason };
    let space = Space::new(shape, alphabet).map_err(fail(0))?;
    let mut state =
        space.read_state(initial).map_err(|reason| Failure { event: 0, reason: format!("initial state: {reason}") })?;
    let (readable, repeated_field) = split_at_repeated_field(events).map_err(fail(0))?;
    let document = json::parse(&readable).map_err(|error| Failure { event: 0, reason: format!("events: {error}") })?;
    if document.root().kind() != Kind::Array {
        return Err(fail(0)(format!("events: found {}, expected an array", document.root().kind())));
    }
    let mut family = None;
    let mut event = 0;
    for value in document.root().items() {
        event += 1;
        let (op, effect) = space.execute(&state, value).map_err(fail(event))?;
        // One core family per history (3.1); SET belongs to every history.
        if op != "SET" && *family.get_or_insert_with(|| op.clone()) != op {
            return Err(fail(event)(format!("found {op} in a history of {}", family.unwrap_or_default())));
        }
        let mut after = state.clone();
        for (x, value) in &effect.writes {
            put(&mut after, x, *value);
        }
        on_step(Step {
            scan: effect.reads.len() as u64,
            reads: effect.reads.into_iter().collect(),
            writes: effect.writes.into_iter().map(|(x, _)| x).collect(),
            changed: differences(&state, &after),
            state: after.clone(),
        });
        state = after;
    }
    match repeated_field {
        None => Ok(state),
        Some(reason) => Err(fail(event + 1)(reason)),
    }
}

/// Reads a sparse state: bounded coordinates, each once, with nonzero values of the alphabet (paper C.3).
pub fn read_state(shape: &[u32], alphabet: &[u16], text: &str) -> Result<State, String> {
    Space::new(shape, alphabet)?.read_state(text)
}

/// The cells where two states differ, implicit zeros included.
pub fn differences(one: &State, other: &State) -> BTreeSet<Cell> {
    one.keys().chain(other.keys()).filter(|x| at(one, x) != at(other, x)).cloned().collect()
}

/// W(x).
fn at(state: &State, x: &Cell) -> i64 {
    state.get(x).copied().unwrap_or(0)
}

/// Writes one cell; zeros are stored by leaving the cell out (B.1).
fn put(state: &mut State, x: &Cell, value: i64) {
    if value == 0 {
        state.remove(x);
    } else {
        state.insert(x.clone(), value);
    }
}

/// A repeated field makes its event invalid, but also the whole text no JSON. Returns the events before that one, and why it is
/// invalid: the text up to the last comma at which the array, once closed, can be read.
fn split_at_repeated_field(events: &str) -> Result<(Cow<'_, str>, Option<String>), String> {
    let error = match json::parse(events) {
        Ok(_) => return Ok((Cow::Borrowed(events), None)),
        Err(error) => error,
    };
    if !matches!(error.kind, ErrorKind::DuplicateKey { .. }) || !events.trim_start().starts_with('[') {
        return Err(format!("events: {error}"));
    }
    let before = events.get(..error.offset).unwrap_or_default();
    let mut closed = before.rmatch_indices(',').map(|(comma, _)| format!("{}]", before.get(..comma).unwrap_or_default()));
    let readable = closed.find(|text| json::parse(text).is_ok()).unwrap_or_else(|| "[]".to_owned());
    Ok((Cow::Owned(readable), Some(error.to_string())))
}

/// What one event reads and writes: the canonical read list with its repetitions, and the assignments in the order in which
/// they are made (B.1).
#[derive(Default)]
struct Effect {
    reads: Vec<Cell>,
    writes: Vec<(Cell, i64)>,
}

/// The domain X and the alphabet A (3.1).
struct Space {
    shape: Vec<i64>,
    alphabet: BTreeSet<i64>,
    /// Every coordinate of the world, lexicographic.
    coordinates: Vec<Cell>,
}

impl Space {
    /// One to six axes of at least one cell; an alphabet without repeats that contains 0 (clarification 3). A world has at most
    /// 2^24 cells: that limit is this project's own.
    fn new(shape: &[u32], alphabet: &[u16]) -> Result<Space, String> {
        if !(1..=6).contains(&shape.len()) {
            return Err(format!("shape: found {} axes, expected 1 to 6", shape.len()));
        }
        if shape.contains(&0) {
            return Err(format!("shape: found {shape:?}, expected sides of at least 1"));
        }
        if shape.iter().try_fold(1u64, |n, side| n.checked_mul(u64::from(*side))).is_none_or(|n| n > 1 << 24) {
            return Err(format!("shape: found {shape:?}, expected at most 2^24 cells"));
        }
        let values: BTreeSet<i64> = alphabet.iter().map(|value| i64::from(*value)).collect();
        if values.len() != alphabet.len() || !values.contains(&0) {
            return Err(format!("alphabet: found {alphabet:?}, expected 0 and other values, each once"));
        }
        let mut coordinates = vec![Cell::new()];
        for side in shape {
            coordinates = coordinates
                .iter()
                .flat_map(|start| (0..i64::from(*side)).map(move |x| start.iter().copied().chain([x]).collect()))
                .collect();
        }
        Ok(Space { shape: shape.iter().map(|side| i64::from(*side)).collect(), alphabet: values, coordinates })
    }

    /// Whether x lies in X.
    fn contains(&self, x: &Cell) -> bool {
        x.len() == self.shape.len() && x.iter().zip(&self.shape).all(|(at, side)| 0 <= *at && at < side)
    }

    /// N_1(x): the in-bounds coordinates at Manhattan distance one from x (3.2).
    fn neighbours(&self, x: &Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        for axis in 0..x.len() {
            for step in [-1, 1] {
                let mut y = x.clone();
                y[axis] += step;
                if self.contains(&y) {
                    found.push(y);
                }
            }
        }
        found
    }

    /// B_1(a,r): the in-bounds Manhattan ball of radius r centred at a (B.1).
    fn ball(&self, a: &Cell, r: i64) -> impl Iterator<Item = &Cell> {
        let distance = move |x: &Cell| x.iter().zip(a).map(|(x, a)| (x - a).abs()).sum::<i64>();
        self.coordinates.iter().filter(move |x| distance(x) <= r)
    }

    /// The cells reached from p by at most `steps` axis-neighbour steps through cells that may be entered; p is reached with none.
    fn reached(&self, p: &Cell, steps: i64, may_enter: impl Fn(&Cell) -> bool) -> BTreeSet<Cell> {
        let mut reached = BTreeSet::from([p.clone()]);
        let mut newest = vec![p.clone()];
        for _ in 0..steps {
            let candidates = newest.iter().flat_map(|x| self.neighbours(x));
            newest = candidates.filter(|y| may_enter(y) && reached.insert(y.clone())).collect();
            if newest.is_empty() {
                break;
            }
        }
        reached
    }

    /// C_W(p): the maximal axis-connected component of value W(p) that contains p (3.2, B.3).
    fn component(&self, state: &State, p: &Cell) -> BTreeSet<Cell> {
        let u = at(state, p);
        self.reached(p, i64::MAX, |y| at(state, y) == u)
    }

    /// The external vertex boundary of C, each coordinate once (equation 9).
    fn boundary(&self, component: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        component.iter().flat_map(|x| self.neighbours(x)).filter(|y| !component.contains(y)).collect()
    }

    /// M, if the alphabet is {0, ..., M-1}.
    fn modulus(&self) -> Result<i64, String> {
        let m = self.alphabet.len() as i64;
        if self.alphabet.iter().copied().eq(0..m) {
            Ok(m)
        } else {
            Err(format!("found the alphabet {:?}, expected the values 0 to M-1", self.alphabet))
        }
    }

    /// Reads one event and works out what it does to `state`, which stays as it is (3.1, B.1).
    fn execute(&self, state: &State, event: Value<'_, '_>) -> Result<(String, Effect), String> {
        let mut fields = Fields::read(self, event)?;
        let effect = match fields.op.as_str() {
            "SET" => self.set(&mut fields)?,
            "PAINT" => self.paint(state, &mut fields)?,
            "REFLECT" => self.reflect(state, &mut fields)?,
            "STENCIL" => self.stencil(state, &mut fields)?,
            "MIX" => self.mix(state, &mut fields)?,
            "RELABEL" => self.relabel(state, &mut fields)?,
            "LAYER" => self.layer(state, &mut fields)?,
            "MOVE" => self.move_(state, &mut fields)?,
            "COMPRESS" => self.compress(state, &mut fields)?,
            other => return Err(format!("found the operation {other:?}, which is unknown")),
        };
        Ok((fields.op, effect))
    }

    /// SET(p,v): writes v at p, zero included (B.1). It reads p and nothing else (clarification 6).
    fn set(&self, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (p, v) = (fields.point("p")?, fields.label("v")?);
        fields.nothing_else()?;
        Ok(Effect { reads: vec![p.clone()], writes: vec![(p, v)] })
    }

    /// PAINT(a,r,u,v): for every x of the ball with W(x) = u, W'(x) = v. The whole ball is read (B.2).
    fn paint(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (a, r, u, v) = (fields.point("a")?, fields.natural("r")?, fields.label("u")?, fields.label("v")?);
        fields.nothing_else()?;
        let ball = self.ball(&a, r);
        let mut effect = Effect::default();
        for x in ball {
            effect.reads.push(x.clone());
            if at(state, x) == u {
                effect.writes.push((x.clone(), v));
            }
        }
        Ok(effect)
    }

    /// REFLECT(lo,hi,j): within the inclusive box, W'(x') = W(x) with x'_j = lo_j + hi_j - x_j. The box is read and written (B.2).
    fn reflect(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (lo, hi, j) = (fields.point("lo")?, fields.point("hi")?, fields.axis("axis")?);
        fields.nothing_else()?;
        if lo.iter().zip(&hi).any(|(lo, hi)| lo > hi) {
            return Err(format!("found the corners {lo:?} and {hi:?}, expected lo <= hi on every axis"));
        }
        let inside = |x: &&Cell| x.iter().zip(lo.iter().zip(&hi)).all(|(x, (lo, hi))| lo <= x && x <= hi);
        let mut effect = Effect::default();
        for x in self.coordinates.iter().filter(inside) {
            let mut mirrored = x.clone();
            mirrored[j] = lo[j] + hi[j] - x[j];
            effect.reads.push(x.clone());
            effect.writes.push((mirrored, at(state, x)));
        }
        Ok(effect)
    }

    /// STENCIL(a,r): for every x of the ball, W'(x) = (W(x) + the sum of W over N_1(x)) mod M. Each sum reads x and its neighbours
    /// (B.2, equation 8).
    fn stencil(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (a, r) = (fields.point("a")?, fields.natural("r")?);
        fields.nothing_else()?;
        let m = self.modulus()?;
        let mut effect = Effect::default();
        for x in self.ball(&a, r) {
            let read: Vec<Cell> = [x.clone()].into_iter().chain(self.neighbours(x)).collect();
            let sum: i64 = read.iter().map(|y| at(state, y)).sum();
            effect.writes.push((x.clone(), sum % m));
            effect.reads.extend(read);
        }
        Ok(effect)
    }

    /// MIX(p,r): nothing at an empty anchor. Otherwise S is reached from p by at most r steps through nonzero cells, and for x of
    /// S, W'(x) = 1 + (W(x) + the sum of W over N_1(x)) mod K, K = M-1 >= 2 (B.3, equation 10).
    fn mix(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (p, r) = (fields.point("p")?, fields.natural("r")?);
        fields.nothing_else()?;
        let k = self.modulus()? - 1;
        if k < 2 {
            return Err(format!("found an alphabet of {} values, expected at least 3", k + 1));
        }
        if at(state, &p) == 0 {
            return Ok(Effect { reads: vec![p], writes: Vec::new() });
        }
        let mut effect = Effect::default();
        for x in self.reached(&p, r, |y| at(state, y) != 0) {
            let read: Vec<Cell> = [x.clone()].into_iter().chain(self.neighbours(&x)).collect();
            let sum: i64 = read.iter().map(|y| at(state, y)).sum();
            effect.writes.push((x, 1 + sum % k));
            effect.reads.extend(read);
        }
        Ok(effect)
    }

    /// RELABEL(p,v): sets every cell of the component of p to v; the component may be empty cells. The component and its boundary
    /// are read (B.3).
    fn relabel(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (p, v) = (fields.point("p")?, fields.label("v")?);
        fields.nothing_else()?;
        let component = self.component(state, &p);
        let boundary = self.boundary(&component);
        Ok(Effect {
            reads: component.iter().chain(&boundary).cloned().collect(),
            writes: component.into_iter().map(|x| (x, v)).collect(),
        })
    }

    /// LAYER(p,s): nothing at an empty anchor. Otherwise C is the component of p, of value u: s = -1 erases the cells of C with an
    /// in-bounds empty neighbour, s = +1 fills the empty cells of its boundary with u. C and its boundary are read (B.3).
    fn layer(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (p, s) = (fields.point("p")?, fields.sign("s")?);
        fields.nothing_else()?;
        let u = at(state, &p);
        if u == 0 {
            return Ok(Effect { reads: vec![p], writes: Vec::new() });
        }
        let component = self.component(state, &p);
        let boundary = self.boundary(&component);
        let reads = component.iter().chain(&boundary).cloned().collect();
        let is_empty = |x: &Cell| at(state, x) == 0;
        let writes = if s < 0 {
            component.into_iter().filter(|x| self.neighbours(x).iter().any(is_empty)).map(|x| (x, 0)).collect()
        } else {
            boundary.into_iter().filter(is_empty).map(|y| (y, u)).collect()
        };
        Ok(Effect { reads, writes })
    }

    /// MOVE(v,j,s,k): the original entities of value v, those nearest the leading edge first, each go at most k single steps and
    /// stop before a boundary or a cell that is occupied by then. Entities and in-bounds checks are read; every step clears one
    /// cell and writes the next (B.4).
    fn move_(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (v, j) = (fields.label("v")?, fields.axis("axis")?);
        let (s, k) = (fields.sign("direction")?, fields.natural("k")?);
        fields.nothing_else()?;
        if v == 0 {
            return Err("found v = 0, expected a nonzero value".to_owned());
        }
        let mut entities: Vec<Cell> = state.iter().filter(|(_, value)| **value == v).map(|(x, _)| x.clone()).collect();
        entities.sort_by_key(|x| -s * x[j]);
        let mut current = state.clone();
        let mut effect = Effect::default();
        for entity in entities {
            effect.reads.push(entity.clone());
            let mut here = entity;
            for _ in 0..k {
                let mut next = here.clone();
                next[j] += s;
                if !self.contains(&next) {
                    break;
                }
                effect.reads.push(next.clone());
                if at(&current, &next) != 0 {
                    break;
                }
                for (x, value) in [(&here, 0), (&next, v)] {
                    put(&mut current, x, value);
                    effect.writes.push((x.clone(), value));
                }
                here = next;
            }
        }
        Ok(effect)
    }

    /// COMPRESS(j,s): on each line parallel to axis j, from the destination edge on, the nonzero values, each adjacent equal pair
    /// replaced by its sum, then zeros. The whole world is read and written; a sum outside the alphabet is invalid (B.4).
    fn compress(&self, state: &State, fields: &mut Fields<'_, '_, '_>) -> Result<Effect, String> {
        let (j, s) = (fields.axis("axis")?, fields.sign("direction")?);
        fields.nothing_else()?;
        let mut effect = Effect { reads: self.coordinates.clone(), writes: Vec::new() };
        for start in self.coordinates.iter().filter(|x| x[j] == 0) {
            let on_line = |i| start.iter().enumerate().map(|(axis, x)| if axis == j { i } else { *x }).collect::<Cell>();
            let mut line: Vec<Cell> = (0..self.shape[j]).map(on_line).collect();
            if s > 0 {
                line.reverse();
            }
            let listed: Vec<i64> = line.iter().map(|x| at(state, x)).filter(|value| *value != 0).collect();
            let mut packed = Vec::new();
            let mut rest = listed.as_slice();
            loop {
                rest = match rest {
                    [] => break,
                    [first, second, others @ ..] if first == second => {
                        let sum = first + second;
                        if !self.alphabet.contains(&sum) {
                            return Err(format!("found the merged value {sum}, which is not in the alphabet"));
                        }
                        packed.push(sum);
                        others
                    }
                    [first, others @ ..] => {
                        packed.push(*first);
                        others
                    }
                };
            }
            packed.resize(line.len(), 0);
            effect.writes.extend(line.into_iter().zip(packed));
        }
        Ok(effect)
    }

    /// One integer per axis, in bounds.
    fn read_point(&self, value: Value<'_, '_>) -> Result<Cell, String> {
        let wrong = || format!("found {}, expected a coordinate below {:?}", value.text(), self.shape);
        let point: Cell = match value.kind() {
            Kind::Array => value.items().map(|x| x.integer()).collect::<Option<_>>().ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        if self.contains(&point) { Ok(point) } else { Err(wrong()) }
    }

    /// A sparse state (C.3, clarification 3).
    fn read_state(&self, text: &str) -> Result<State, String> {
        let document = json::parse(text).map_err(|error| error.to_string())?;
        let mut fields = document.root().entries();
        let cells = match (fields.next(), fields.next()) {
            (Some((key, cells)), None) if key.string().as_deref() == Some("cells") && cells.kind() == Kind::Array => cells,
            _ => return Err("expected an object with the one field \"cells\", an array".to_owned()),
        };
        let mut state = State::new();
        for entry in cells.items() {
            let [coordinate, value] = entry.items().collect::<Vec<_>>()[..] else {
                return Err(format!("found the entry {}, expected [coordinate,value]", entry.text()));
            };
            let x = self.read_point(coordinate)?;
            let value = value.integer().filter(|value| *value != 0 && self.alphabet.contains(value));
            let value = value.ok_or_else(|| format!("found the entry {}, expected a nonzero value", entry.text()))?;
            if state.insert(x, value).is_some() {
                return Err(format!("found {} twice", coordinate.text()));
            }
        }
        Ok(state)
    }
}

/// The parameters of one event. They are taken one by one; none may be left over (clarifications 1 and 2).
struct Fields<'s, 'd, 't> {
    space: &'s Space,
    op: String,
    rest: BTreeMap<String, Value<'d, 't>>,
}

impl<'s, 'd, 't> Fields<'s, 'd, 't> {
    fn read(space: &'s Space, event: Value<'d, 't>) -> Result<Fields<'s, 'd, 't>, String> {
        if event.kind() != Kind::Object {
            return Err(format!("found {}, expected an object", event.kind()));
        }
        let mut rest = BTreeMap::new();
        for (key, value) in event.entries() {
            rest.insert(key.string().unwrap_or_default().into_owned(), value);
        }
        match rest.remove("op").map(|op| op.string()) {
            None => Err("found no field \"op\"".to_owned()),
            Some(None) => Err("found a field \"op\" that is not a string".to_owned()),
            Some(Some(op)) => Ok(Fields { space, op: op.into_owned(), rest }),
        }
    }

    fn take(&mut self, name: &str) -> Result<Value<'d, 't>, String> {
        self.rest.remove(name).ok_or_else(|| format!("found no field {name:?}"))
    }

    fn integer(&mut self, name: &str) -> Result<i64, String> {
        let value = self.take(name)?;
        value.integer().ok_or_else(|| format!("field {name:?}: found {}, expected an integer", value.text()))
    }

    /// An in-bounds coordinate.
    fn point(&mut self, name: &str) -> Result<Cell, String> {
        let value = self.take(name)?;
        self.space.read_point(value).map_err(|reason| format!("field {name:?}: {reason}"))
    }

    /// A radius or a step limit: a nonnegative integer (B.2, B.4), below 2^63-1, from where this project reads no integers.
    fn natural(&mut self, name: &str) -> Result<i64, String> {
        match self.integer(name)? {
            value if (0..i64::MAX).contains(&value) => Ok(value),
            other => Err(format!("field {name:?}: found {other}, expected an integer from 0 to 9223372036854775806")),
        }
    }

    /// A value of the alphabet.
    fn label(&mut self, name: &str) -> Result<i64, String> {
        let value = self.integer(name)?;
        let known = self.space.alphabet.contains(&value);
        if known { Ok(value) } else { Err(format!("field {name:?}: found {value}, expected a value of the alphabet")) }
    }

    /// -1 or +1.
    fn sign(&mut self, name: &str) -> Result<i64, String> {
        match self.integer(name)? {
            value @ (-1 | 1) => Ok(value),
            other => Err(format!("field {name:?}: found {other}, expected -1 or 1")),
        }
    }

    /// An axis, zero-based.
    fn axis(&mut self, name: &str) -> Result<usize, String> {
        let value = self.integer(name)?;
        let axis = usize::try_from(value).ok().filter(|axis| *axis < self.space.shape.len());
        axis.ok_or_else(|| format!("field {name:?}: found {value}, expected an axis of the world"))
    }

    fn nothing_else(&self) -> Result<(), String> {
        match self.rest.keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("found the field {name:?}, which {} does not have", self.op)),
        }
    }
}
