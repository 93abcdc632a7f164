//! The connected component of a cell and the cells around it, found 64 cells at a time.
//!
//! Cells are held as the bits of one word for each block ([`Blocks`]). When the flood first comes to a block, all its cells are
//! compared with the seed's value at once. From the cells that are new in a block, steps along all axes find more of them in the same
//! block until there are none; one last step shows which other blocks go on. So the cost follows the blocks that hold the component
//! and its neighbours, whatever the size of the world and the number of axes.

use crate::world::blocks::Blocks;

/// The component that was last asked for. Reused, so that a flood allocates nothing.
#[derive(Debug, Default)]
pub struct Flood {
    /// The blocks that hold the component and its neighbours, in the order in which the flood came to them.
    words: Vec<Word>,
    /// For each block of the largest world so far 1 + its place in `words`, or 0.
    places: Vec<u32>,
    /// Places of blocks with fresh cells.
    waiting: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Word {
    block: usize,
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
    pub fn run(&mut self, blocks: &Blocks, cells: &[u16], seed: usize) {
        for word in self.words.drain(..) {
            self.places[word.block] = 0;
        }
        if self.places.len() < blocks.count() {
            self.places.resize(blocks.count(), 0);
        }
        let value = cells[seed];
        let (block, bit) = blocks.locate(seed);
        self.reach(blocks, cells, value, block, bit);
        while let Some(place) = self.waiting.pop() {
            let mut word = self.words[place];
            let mut front = word.fresh;
            while front != 0 {
                let near = blocks.within(word.block, front);
                front = near & word.alike & !word.found;
                word.near |= near;
                word.found |= front;
                word.fresh |= front;
            }
            self.words[place] = Word { fresh: 0, ..word };
            blocks.beyond(word.block, word.fresh, |to, near| self.reach(blocks, cells, value, to, near));
        }
    }

    /// Notes neighbours of the component in a block.
    #[inline]
    fn reach(&mut self, blocks: &Blocks, cells: &[u16], value: u16, block: usize, near: u64) {
        if self.places[block] == 0 {
            let alike = blocks.mask(cells, block, value);
            self.words.push(Word { block, alike, found: 0, fresh: 0, near: 0, empty: 0, exposed: 0 });
            self.places[block] = self.words.len() as u32;
        }
        let place = self.places[block] as usize - 1;
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
    pub fn find_empty(&mut self, blocks: &Blocks, cells: &[u16]) {
        for word in &mut self.words {
            word.empty = word.near & blocks.mask(cells, word.block, 0);
        }
    }

    /// Finds the component's cells next to the empty ones that [`Flood::find_empty`] has found.
    pub fn find_exposed(&mut self, blocks: &Blocks) {
        for place in 0..self.words.len() {
            let Word { block, empty, .. } = self.words[place];
            self.words[place].exposed |= blocks.within(block, empty);
            blocks.beyond(block, empty, |to, near| {
                if let Some(place) = (self.places[to] as usize).checked_sub(1) {
                    self.words[place].exposed |= near;
                }
            });
        }
        self.words.iter_mut().for_each(|word| word.exposed &= word.found);
    }

    /// The cells of the component, block by block.
    pub fn component(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.block, word.found))
    }

    /// The cells of the component and their neighbours.
    pub fn with_neighbours(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.block, word.found | word.near))
    }

    /// What [`Flood::find_empty`] has found.
    pub fn empty(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.block, word.empty))
    }

    /// What [`Flood::find_exposed`] has found.
    pub fn exposed(&self) -> impl Iterator<Item = (usize, u64)> {
        self.words.iter().map(|word| (word.block, word.exposed))
    }
}

/// Cells of some blocks, increasing.
pub fn cells_of(blocks: &Blocks, words: impl Iterator<Item = (usize, u64)>) -> Vec<u32> {
    let mut cells: Vec<u32> = words.flat_map(|(block, cells)| blocks.cells(block, cells)).map(|cell| cell as u32).collect();
    cells.sort_unstable();
    cells
}

/// The number of cells of some words.
pub fn count(words: impl Iterator<Item = (usize, u64)>) -> u64 {
    words.map(|(_, cells)| u64::from(cells.count_ones())).sum()
}
