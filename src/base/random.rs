//! Seeded random streams that give the same numbers on every platform (generator specification, section 1).
//!
//! A stream is named by a path of names and numbers, hashed, never by a sum: neighbouring indices share nothing. The generator
//! is xoshiro256++ from `rand`; bounded draws, picks and shuffles are written out here because the library's own are not
//! promised to stay the same between its versions.

use rand::Rng;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream that `path` names, for example `grid-bench/1/20260907/PAINT/16x16/100/0/0`.
    pub fn new(path: &str) -> Stream {
        Stream(Xoshiro256PlusPlus::from_seed(Sha256::digest(path.as_bytes()).into()))
    }

    /// The upper 32 bits of the next 64-bit output.
    pub fn u32(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }

    /// A number below `n`, for `n` of at least 1; always uses exactly one output.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.u32()) * u64::from(n)) >> 32) as u32
    }

    /// One item of a list, or nothing from an empty list (and then no output is used).
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { list.get(self.below(list.len() as u32) as usize) }
    }

    /// Puts a list into random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in 0..list.len().saturating_sub(1) {
            let j = i + self.below((list.len() - i) as u32) as usize;
            list.swap(i, j);
        }
    }
}
