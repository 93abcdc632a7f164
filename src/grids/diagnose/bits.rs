//! How many bits a text needs that says which cells of a world differ from another one, and how. Whole numbers throughout, so that
//! every machine ranks alike.

use std::fmt;

/// A number of bits in 2^-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Bits(i64);

const POINT: u32 = 16;

impl Bits {
    /// So many whole bits.
    pub const fn whole(bits: i64) -> Bits {
        Bits(bits << POINT)
    }

    /// What it takes to name one of so many things; nothing for one or none.
    pub fn of(choices: u64) -> Bits {
        let choices = choices.max(1);
        let whole = choices.ilog2();
        // The mantissa, 1 to 2, with 63 bits behind the point; squared, it tells the next digit.
        let mut mantissa = u128::from(choices) << (63 - whole);
        let mut bits = i64::from(whole);
        for _ in 0..POINT {
            mantissa = (mantissa * mantissa) >> 63;
            let digit = (mantissa >> 64) as i64;
            mantissa >>= digit;
            bits = bits << 1 | digit;
        }
        Bits(bits)
    }

    /// The number, for people and files.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / f64::from(1 << POINT)
    }
}

impl std::ops::Add for Bits {
    type Output = Bits;

    fn add(self, other: Bits) -> Bits {
        Bits(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Bits {
    type Output = Bits;

    fn sub(self, other: Bits) -> Bits {
        Bits(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.to_f64())
    }
}

/// The lengths of texts that tell a state of one space.
pub struct Lengths {
    cells: usize,
    values: usize,
    /// log2 of the factorials.
    factorials: Vec<Bits>,
    /// What one wrong value takes.
    value: Bits,
}

impl Lengths {
    /// For worlds of `cells` cells with `values` values.
    pub fn new(cells: usize, values: usize) -> Lengths {
        let mut factorials = vec![Bits::default(); cells + values];
        for n in 1..factorials.len() {
            factorials[n] = factorials[n - 1] + Bits::of(n as u64);
        }
        Lengths { cells, values, factorials, value: Bits::of((values as u64).saturating_sub(1)) }
    }

    /// A state by what is wrong in it: in how many cells it differs from a known one, which of all sets of so many cells these are, and
    /// one of the other values for each.
    pub fn differing(&self, wrong: usize) -> Bits {
        let wrong = wrong.min(self.cells);
        let which = self.factorials[self.cells] - self.factorials[wrong] - self.factorials[self.cells - wrong];
        Bits::of(self.cells as u64 + 1) + which + Bits(self.value.0.saturating_mul(wrong as i64))
    }

    /// A state cell by cell.
    pub fn drawn(&self) -> Bits {
        Bits(Bits::of(self.values as u64).0.saturating_mul(self.cells as i64))
    }

    /// A state by itself: how often each value occurs, and which of all arrangements it is. States as good as random are told best so.
    pub fn arranged(&self, counts: impl IntoIterator<Item = usize>) -> Bits {
        let ways = self.factorials[self.cells + self.values - 1] - self.factorials[self.values - 1] - self.factorials[self.cells];
        let same = |bits, count: usize| bits - self.factorials[count.min(self.cells)];
        ways + counts.into_iter().fold(self.factorials[self.cells], same)
    }
}
