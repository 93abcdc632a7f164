//! The connected component of a cell and the cells around it, found 64 cells at a time.
//!
//! Cells are held as bits, 64 in a machine word ([`WORD`]). When the flood first comes to a word, all its cells are compared with the
//! seed's value at once. From the cells that are new in a word, steps along all axes find more of them in the same word until there
//! are none; one last step shows which other words go on. So the cost follows the words that hold the component and its neighbours,
//! whatever the size of the world and the number of axes.

use super::geometry::{mask, ones};
use crate::world::{Shape, WORD};

/// The component that was last asked for. Reused, so that a flood allocates nothing.
#[derive(Debug, Default)]
pub struct Flood {
    /// The words that hold the component and its neighbours, in the order in which the flood came to them.
    words: Vec<Word>,
    /// For each word of the largest world so far 1 + its place in `words`, or 0.
    places: Vec<u32>,
    /// Places of words with fresh cells.
    waiting: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Word {
    number: usize,
    /// The cells that have the seed's value.
    alike: u64,
    /// The cells of the component so far.
    found: u64,
    /// Those of them from which the flood has not gone on.
    fresh: u64,
    /// The neighbours of the component's cells, inside and outside of it.
    near: u64,
    /// See [`Flood::find_empty`].
    empty: u64,
    /// See [`Flood::find_exposed`].
    exposed: u64,
}

impl Flood {
    /// Finds the maximal axis-connected set of cells that have the value of `seed`, with `seed` in it.
    pub fn run(&mut self, shape: &Shape, cells: &[u16], seed: usize) {
        for word in self.words.drain(..) {
            self.places[word.number] = 0;
        }
        if self.places.len() < cells.len().div_ceil(WORD) {
            self.places.resize(cells.len().div_ceil(WORD), 0);
        }
        let (neighbours, value) = (shape.neighbours(), cells[seed]);
        self.reach(cells, value, seed / WORD, 1 << (seed % WORD));
        while let Some(place) = self.waiting.pop() {
            let mut word = self.words[place];
            let mut front = word.fresh;
            while front != 0 {
                let near = neighbours.within(word.number, front);
                front = near & word.alike & !word.found;
                word.near |= near;
                word.found |= front;
                word.fresh |= front;
            }
            self.words[place] = Word { fresh: 0, ..word };
            neighbours.beyond(word.number, word.fresh, |to, near| self.reach(cells, value, to, near));
        }
    }

    /// Notes neighbours of the component in a word.
    #[inline]
    fn reach(&mut self, cells: &[u16], value: u16, number: usize, near: u64) {
        if self.places[number] == 0 {
            let alike = mask(cells, number, value);
            self.words.push(Word { number, alike, found: 0, fresh: 0, near: 0, empty: 0, exposed: 0 });
            self.places[number] = self.words.len() as u32;
        }
        let place = self.places[number] as usize - 1;
        let word = &mut self.words[place];
        word.near |= near;
        let new = near & word.alike & !word.found;
        if new != 0 {
            if word.fresh == 0 {
                self.waiting.push(place);
            }
            word.found |= new;
            word.fresh |= new;
        }
    }

    /// Finds the empty neighbours of the component, whose own cells must not be empty.
    pub fn find_empty(&mut self, cells: &[u16]) {
        for word in &mut self.words {
            word.empty = word.near & mask(cells, word.number, 0);
        }
    }

    /// Finds the component's cells next to the empty ones that [`Flood::find_empty`] has found.
    pub fn find_exposed(&mut self, shape: &Shape) {
        let neighbours = shape.neighbours();
        for place in 0..self.words.len() {
            let Word { number, empty, .. } = self.words[place];
            self.words[place].exposed |= neighbours.within(number, empty);
            neighbours.beyond(number, empty, |to, near| {
                if let Some(place) = (self.places[to] as usize).checked_sub(1) {
                    self.words[place].exposed |= near;
                }
            });
        }
        self.words.iter_mut().for_each(|word| word.exposed &= word.found);
    }

    /// The cells of the component, word by word.
    pub fn component(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.number, word.found))
    }

    /// The cells of the component and their neighbours.
    pub fn with_neighbours(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.number, word.found | word.near))
    }

    /// What [`Flood::find_empty`] has found.
    pub fn empty(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.number, word.empty))
    }

    /// What [`Flood::find_exposed`] has found.
    pub fn exposed(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.number, word.exposed))
    }
}

/// The cells of some words, increasing.
pub fn cells_of(words: impl Iterator<Item = (usize, u64)>) -> Vec<u32> {
    let mut words: Vec<(usize, u64)> = words.collect();
    words.sort_unstable();
    words.into_iter().flat_map(|(word, cells)| ones(cells).map(move |bit| (word * WORD + bit) as u32)).collect()
}
