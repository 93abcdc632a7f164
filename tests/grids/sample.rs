//! Support: random worlds and histories of every family, from 1 to 6 dimensions, corner cases included.

use base::random::Stream;

use crate::both::points;

/// A random world and history. The events are valid, except that merges of COMPRESS may leave the alphabet.
pub struct Sample {
    pub shape: Vec<u32>,
    pub alphabet: Vec<u16>,
    /// One value per cell in row-major order.
    pub cells: Vec<u16>,
    pub events: Vec<Fields>,
}

/// The fields of an event, names and JSON texts.
pub type Fields = Vec<(String, String)>;

impl Sample {
    /// A history of one family with up to `longest` events.
    pub fn new(op: &str, longest: u32, stream: &mut Stream) -> Sample {
        let shape = shape(stream);
        let alphabet = alphabet(op, stream);
        let cells = cells(op, &shape, &alphabet, stream);
        let mut sample = Sample { shape, alphabet, cells, events: Vec::new() };
        let sets = if op == "COMPRESS" { 40 } else { 20 };
        for _ in 0..stream.below(longest + 1) {
            let op = if chance(sets, stream) { "SET" } else { op };
            let event = sample.event(op, stream);
            sample.events.push(event);
        }
        sample
    }

    /// A valid event; about every second anchor is a cell that is occupied in the initial state.
    pub fn event(&self, op: &str, stream: &mut Stream) -> Fields {
        let mut fields = vec![("op", format!("\"{op}\""))];
        let axis = stream.below(self.shape.len() as u32).to_string();
        let sign = [-1, 1][stream.below(2) as usize].to_string();
        match op {
            "SET" => fields.extend([("p", self.anchor(stream)), ("v", self.small_label(op, stream))]),
            "PAINT" => {
                fields.extend([("a", self.anchor(stream)), ("r", self.radius(stream))]);
                fields.extend([("u", self.label(stream)), ("v", self.label(stream))]);
            }
            "REFLECT" => {
                let (mut lo, mut hi) = (self.point(stream), self.point(stream));
                let flat = chance(25, stream);
                for (lo, hi) in lo.iter_mut().zip(&mut hi) {
                    (*lo, *hi) = ((*lo).min(*hi), (*lo).max(*hi));
                    if flat && chance(50, stream) {
                        *hi = *lo;
                    }
                }
                fields.extend([("lo", format!("{lo:?}")), ("hi", format!("{hi:?}")), ("axis", axis)]);
            }
            "STENCIL" => fields.extend([("a", self.anchor(stream)), ("r", self.radius(stream))]),
            "MIX" => fields.extend([("p", self.anchor(stream)), ("r", self.radius(stream))]),
            "RELABEL" => fields.extend([("p", self.anchor(stream)), ("v", self.label(stream))]),
            "LAYER" => fields.extend([("p", self.anchor(stream)), ("s", sign)]),
            "MOVE" => {
                let present: Vec<u16> = self.cells.iter().copied().filter(|value| *value != 0).collect();
                let nonzero: Vec<u16> = self.alphabet.iter().copied().filter(|value| *value != 0).collect();
                let list = if present.is_empty() || chance(20, stream) { &nonzero } else { &present };
                let v = stream.pick(list).copied().unwrap_or(0).to_string();
                fields.extend([("v", v), ("axis", axis), ("direction", sign), ("k", self.radius(stream))]);
            }
            "COMPRESS" => fields.extend([("axis", axis), ("direction", sign)]),
            _ => unreachable!("{op}"),
        }
        let mut fields: Fields = fields.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
        if chance(10, stream) {
            stream.shuffle(&mut fields);
        }
        fields
    }

    fn point(&self, stream: &mut Stream) -> Vec<u32> {
        self.shape.iter().map(|side| stream.below(*side)).collect()
    }

    fn anchor(&self, stream: &mut Stream) -> String {
        let occupied: Vec<usize> = (0..self.cells.len()).filter(|&cell| self.cells[cell] != 0).collect();
        match stream.pick(&occupied) {
            Some(&cell) if chance(50, stream) => format!("{:?}", points(&self.shape)[cell]),
            _ => format!("{:?}", self.point(stream)),
        }
    }

    /// Also beyond the world, and huge.
    fn radius(&self, stream: &mut Stream) -> String {
        let world: u64 = self.shape.iter().map(|side| u64::from(*side)).sum();
        let list = [0, 1, 1, 1, 2, 2, 3, 4, world - self.shape.len() as u64, world, 1 << 33, i64::MAX as u64 - 1];
        stream.pick(&list).unwrap().to_string()
    }

    fn label(&self, stream: &mut Stream) -> String {
        stream.pick(&self.alphabet).unwrap().to_string()
    }

    /// For COMPRESS one of the smaller values, so that merges mostly stay in the alphabet.
    fn small_label(&self, op: &str, stream: &mut Stream) -> String {
        if op == "SET" && powers_of_two(&self.alphabet) && chance(95, stream) {
            let mut sorted = self.alphabet.clone();
            sorted.sort_unstable();
            sorted[stream.below(sorted.len().div_ceil(2) as u32) as usize].to_string()
        } else {
            self.label(stream)
        }
    }

    /// The initial state as JSON, cells in random order.
    pub fn initial(&self, stream: &mut Stream) -> String {
        let listed = points(&self.shape).into_iter().zip(&self.cells).filter(|(_, value)| **value != 0);
        let mut listed: Vec<String> = listed.map(|(point, value)| format!("[{point:?},{value}]")).collect();
        stream.shuffle(&mut listed);
        format!("{{\"cells\":[{}]}}", listed.join(","))
    }
}

/// An event as JSON.
pub fn to_json(fields: &Fields) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, text)| format!("\"{name}\":{text}")).collect();
    format!("{{{}}}", fields.join(","))
}

/// The instance as one line, to be run again by hand.
pub fn line(shape: &[u32], alphabet: &[u16], initial: &str, events: &[String]) -> String {
    let events = events.join(",");
    let line = format!(
        "{{\"id\":\"sample\",\"shape\":{shape:?},\"alphabet\":{alphabet:?},\"initial\":{initial},\"events\":[{events}]}}"
    );
    line.replace(", ", ",")
}

pub fn chance(percent: u32, stream: &mut Stream) -> bool {
    stream.below(100) < percent
}

/// The paper's shapes now and then, and lines, layers and blocks of about 64 cells, which are held together in one machine word;
/// otherwise 1 to 6 axes with sides from 1 and at most 256 cells.
fn shape(stream: &mut Stream) -> Vec<u32> {
    if chance(10, stream) {
        let side = *stream.pick(&[63, 64, 65, 130]).unwrap();
        let shapes = [
            vec![side],
            vec![side, 2],
            vec![3, side],
            vec![2, side, 2],
            vec![2, 1, 2, side],
            vec![side, 1, 3],
            vec![4, 8, 8],
            vec![3, 2, 4, 8],
            vec![3, 3, 21],
            vec![3, 5, 13],
            vec![2, 2, 2, 2, 2, 5],
        ];
        return stream.pick(&shapes).unwrap().clone();
    }
    if chance(8, stream) {
        let paper = [vec![16, 16], vec![6, 6, 7], vec![4, 4, 4, 4]];
        return stream.pick(&paper).unwrap().clone();
    }
    let dimensions = 1 + stream.below(6);
    let longest = [150, 12, 6, 4, 3, 3][dimensions as usize - 1];
    loop {
        let shape: Vec<u32> = (0..dimensions).map(|_| 1 + stream.below(longest)).collect();
        if shape.iter().product::<u32>() <= 256 {
            return shape;
        }
    }
}

/// What the family needs, in shuffled declared order.
fn alphabet(op: &str, stream: &mut Stream) -> Vec<u16> {
    let mut values: Vec<u16> = match op {
        "STENCIL" => (0..1 + stream.below(7) as u16).collect(),
        "MIX" => (0..3 + stream.below(5) as u16).collect(),
        "COMPRESS" if chance(80, stream) => [0].into_iter().chain((0..2 + stream.below(12)).map(|power| 1 << power)).collect(),
        _ if chance(50, stream) => (0..2 + stream.below(5) as u16).collect(),
        _ => {
            let mut sparse: Vec<u16> = (0..1 + stream.below(6)).map(|_| 1 + stream.below(65535) as u16).collect();
            sparse.extend([0, 65535]);
            sparse.sort_unstable();
            sparse.dedup();
            sparse
        }
    };
    stream.shuffle(&mut values);
    values
}

fn powers_of_two(alphabet: &[u16]) -> bool {
    alphabet.iter().all(|value| *value == 0 || value.is_power_of_two())
}

/// From empty to full, with as few as one label, so that components have all sizes.
fn cells(op: &str, shape: &[u32], alphabet: &[u16], stream: &mut Stream) -> Vec<u16> {
    let density = *stream.pick(&[0, 10, 30, 50, 60, 70, 85, 100]).unwrap();
    let mut labels: Vec<u16> = alphabet.iter().copied().filter(|value| *value != 0).collect();
    if op == "COMPRESS" {
        labels.sort_unstable();
        labels.truncate(labels.len().div_ceil(2));
    } else {
        labels.truncate(1 + stream.below(alphabet.len() as u32) as usize);
    }
    let mut cell = || if chance(density, stream) { stream.pick(&labels).copied().unwrap_or(0) } else { 0 };
    (0..shape.iter().product::<u32>()).map(|_| cell()).collect()
}
