//! Initial states (paper B.7; generator specification, section 3).

use std::collections::BTreeSet;

use super::condition::Condition;
use crate::rule::sampling::{Initializer, Site};

/// Fills the empty world of a site.
pub fn fill(site: &mut Site, condition: &Condition) {
    let cells = site.space.shape.volume();
    let count = occupied(site.stream.u32(), cells, condition.band());
    match condition.sampling().initializer {
        Initializer::Uniform => scatter(site, count, |site| site.label(|_| true).unwrap_or_default()),
        Initializer::SmallTiles => scatter(site, count, tile),
        Initializer::Regions => grow_regions(site, count),
    }
}

/// 1, nine times in ten, or 2.
pub fn tile(site: &mut Site) -> u16 {
    if site.below(10) < 9 { 1 } else { 2 }
}

/// How many cells to occupy for a drawn density, halves rounded up; at least 1, and not all.
pub fn occupied(draw: u32, cells: usize, (low, high): (u32, u32)) -> usize {
    let density = (u64::from(low) << 32) + u64::from(high - low) * u64::from(draw);
    let count = (2 * cells as u64 * density + (100 << 32)) / (200 << 32);
    (count as usize).clamp(1, cells.max(2) - 1)
}

/// Gives values to cells that are drawn without replacement.
fn scatter(site: &mut Site, count: usize, value: impl Fn(&mut Site) -> u16) {
    let mut cells: Vec<usize> = (0..site.space.shape.volume()).collect();
    for index in 0..count {
        let other = index + site.below(cells.len() - index);
        cells.swap(index, other);
        let value = value(site);
        site.set(cells[index], value);
    }
}

/// Grows regions through empty cells until enough cells are occupied. A region and its boundary together are about as large as the
/// target.
fn grow_regions(site: &mut Site, count: usize) {
    let target = site.aim.target as usize;
    let (least, most) = ((target / 2).max(1), (11 * target / 10).max(1));
    let shape = site.space.shape.clone();
    let neighbours = shape.neighbours();
    while site.occupied() < count {
        let Some(seed) = site.empty_cell() else { return };
        let goal = least + site.below(most - least + 1);
        let mut region = BTreeSet::from([seed]);
        // The cells next to the region, occupied ones too.
        let mut edge: BTreeSet<usize> = neighbours.of(seed).collect();
        while region.len() < count - site.occupied() && region.len() + edge.len() < goal {
            let empty: Vec<usize> = edge.iter().copied().filter(|&cell| site.world().get(cell) == 0).collect();
            let Some(&cell) = site.stream.pick(&empty) else { break };
            edge.remove(&cell);
            edge.extend(neighbours.of(cell).filter(|neighbour| !region.contains(neighbour)));
            region.insert(cell);
        }
        let near: BTreeSet<u16> = edge.iter().map(|&cell| site.world().get(cell)).collect();
        // Where there is no label left, two regions may join.
        let label = site.label(|label| !near.contains(&label)).or_else(|| site.label(|_| true)).unwrap_or_default();
        for cell in region {
            site.set(cell, label);
        }
    }
}
