//! Which positions are SET events and what these do, and which core events are asked to change nothing (paper B.7; generator
//! specification, sections 4 and 7.1).

use base::random::Stream;

use super::condition::Condition;
use super::initial::tile;
use crate::rule::sampling::{Initializer, Site};

/// Whether position `t`, 1-based, is a SET event, when there are `sets` of them in ten.
pub fn is_set(t: usize, sets: u32) -> bool {
    let sets = sets as usize;
    t * sets / 10 > (t - 1) * sets / 10
}

/// The cell and the value of a SET event that keeps the density in its band.
pub fn set(site: &mut Site, condition: &Condition) -> Option<(usize, u16)> {
    let volume = site.space.shape.volume();
    let (low, high) = condition.band();
    let initializer = condition.sampling().initializer;
    if 100 * site.occupied() > high as usize * volume {
        return Some((site.occupied_cell()?, 0));
    }
    if initializer == Initializer::SmallTiles {
        return Some((site.empty_cell()?, tile(site)));
    }
    let fill = 100 * site.occupied() < low as usize * volume;
    let cell = if fill { site.empty_cell()? } else { site.occupied_cell()? };
    let current = site.world().get(cell);
    // Regions of one value should not join.
    let near: Vec<u16> = match initializer {
        Initializer::Regions => {
            let world = site.world();
            world.shape().neighbours().of(cell).map(|neighbour| world.get(neighbour)).collect()
        }
        Initializer::Uniform | Initializer::SmallTiles => Vec::new(),
    };
    let value = site
        .label(|label| label != current && !near.contains(&label))
        .or_else(|| site.label(|label| label != current))
        // The only label there is.
        .or_else(|| site.label(|_| true))?;
    Some((cell, value))
}

/// The categories that are asked for, in shuffled blocks of eight core events: one no-op in ten, where there are no-ops at all.
pub struct Requests {
    noops: bool,
    block: [bool; BLOCK],
    asked: usize,
}

const BLOCK: usize = 8;

impl Requests {
    /// At the first core event.
    pub fn new(noops: bool) -> Requests {
        Requests { noops, block: [false; BLOCK], asked: 0 }
    }

    /// Whether the next core event is asked to change nothing.
    pub fn noop(&mut self, stream: &mut Stream) -> bool {
        if !self.noops {
            return false;
        }
        let place = self.asked % BLOCK;
        if place == 0 {
            let block = self.asked / BLOCK + 1;
            let count = BLOCK * block / 10 - BLOCK * (block - 1) / 10;
            self.block = std::array::from_fn(|place| place < count);
            stream.shuffle(&mut self.block);
        }
        self.asked += 1;
        self.block[place]
    }
}
