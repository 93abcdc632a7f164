//! What the pen and the tools of the editor do: functions that say which cells get which values, and touch no world themselves.
//!
//! So a tool can be previewed, and what it does is one step of the undo history. Every function takes any cell and any region; what
//! lies outside the world is left out. Planes are planes of the world's shape.

use base::random::Stream;
use std::fmt;

use crate::model::mosaic::{Mosaic, Plane};
use crate::rule::flood::Flood;
use crate::rule::geometry::box_runs;
use crate::world::blocks::ones;
use crate::world::codec::list;
use crate::world::{Alphabet, Point, Shape, ShapeError, WORD, World};

/// Cells with values, increasing, each cell once. From a tool: the cells that change, with their new values.
pub type Cells = Vec<(u32, u16)>;

/// A box of cells, parallel to the axes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    low: Point,
    high: Point,
}

impl Region {
    /// The box that has these two cells at opposite corners.
    pub fn between(shape: &Shape, one: usize, other: usize) -> Region {
        let (one, other) = (shape.point(one), shape.point(other));
        let corner = |choose: fn(u32, u32) -> u32| one.iter().zip(&other).map(|(&a, &b)| choose(a, b)).collect();
        Region { low: corner(u32::min), high: corner(u32::max) }
    }

    /// The slice in which a cell lies: its tile of the mosaic.
    pub fn slice(mosaic: &Mosaic, cell: usize) -> Region {
        let Plane { rows, columns } = mosaic.plane();
        let mut region = Region::between(mosaic.shape(), cell, cell);
        for axis in rows.into_iter().chain([columns]) {
            region.low[axis] = 0;
            region.high[axis] = mosaic.shape().sides()[axis] - 1;
        }
        region
    }

    /// The whole world.
    pub fn whole(shape: &Shape) -> Region {
        Region { low: shape.sides().iter().map(|_| 0).collect(), high: shape.sides().iter().map(|side| side - 1).collect() }
    }

    /// The corner with the lowest coordinates.
    pub fn low(&self) -> &[u32] {
        &self.low
    }

    /// The corner with the highest coordinates, which belongs to the box.
    pub fn high(&self) -> &[u32] {
        &self.high
    }

    /// The side lengths.
    pub fn sides(&self) -> Point {
        self.low.iter().zip(&self.high).map(|(low, high)| high - low + 1).collect()
    }

    /// Its size for people: `3×4`, without sides of 1; `1 cell` if there is no other.
    pub fn size(&self) -> String {
        let sides: Vec<String> = self.sides().iter().filter(|&&side| side > 1).map(u32::to_string).collect();
        if sides.is_empty() { "1 cell".to_owned() } else { sides.join("×") }
    }

    /// Whether a point lies in the box.
    pub fn contains(&self, point: &[u32]) -> bool {
        let inside = |(x, (low, high))| low <= x && x <= high;
        point.len() == self.low.len() && point.iter().zip(self.low.iter().zip(&self.high)).all(inside)
    }

    /// The part of the box that lies in a world of this shape; nothing where that has other axes or none of the cells.
    pub fn clip(&self, shape: &Shape) -> Option<Region> {
        let meets = self.low.len() == shape.dimensions() && self.low.iter().zip(shape.sides()).all(|(low, side)| low < side);
        let high = self.high.iter().zip(shape.sides()).map(|(&high, &side)| high.min(side - 1));
        meets.then(|| Region { low: self.low.clone(), high: high.collect() })
    }

    /// The cells of the box that lie in a world of this shape, increasing.
    pub fn cells(&self, shape: &Shape) -> Vec<u32> {
        let mut cells = Vec::new();
        if let Some(Region { low, high }) = self.clip(shape) {
            box_runs(shape, &low, &high, |start, length| cells.extend((start..start + length).map(|cell| cell as u32)));
        }
        cells
    }
}

/// The cells of a straight pen stroke, both ends included, in the order of the stroke. Between two tiles there is no way: then it is
/// only the cell where the stroke ends.
pub fn line(mosaic: &Mosaic, from: usize, to: usize) -> Vec<u32> {
    let ((tile, row, column), (end_tile, end_row, end_column)) = (mosaic.place(from), mosaic.place(to));
    if tile != end_tile {
        return vec![to as u32];
    }
    // Bresenham: the error says on which side of the ideal line the stroke is.
    let (down, right) = (row.abs_diff(end_row) as i64, column.abs_diff(end_column) as i64);
    let step = |at: usize, end: usize| if at < end { at + 1 } else { at - 1 };
    let (mut row, mut column, mut error) = (row, column, right - down);
    let mut cells = vec![mosaic.cell(tile, row, column) as u32];
    while (row, column) != (end_row, end_column) {
        let twice = 2 * error;
        if twice >= -down {
            error -= down;
            column = step(column, end_column);
        }
        if twice <= right {
            error += right;
            row = step(row, end_row);
        }
        cells.push(mosaic.cell(tile, row, column) as u32);
    }
    cells
}

/// How far a fill goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Along all axes.
    World,
    /// Along the axes of this plane only.
    Slice(Plane),
}

/// Gives a value to the axis-connected cells that have the same value as `cell` and that it reaches.
pub fn fill(world: &World, cell: usize, reach: Reach, value: u16) -> Cells {
    let shape = world.shape();
    if cell >= shape.volume() || world.get(cell) == value {
        return Vec::new();
    }
    let region = match reach {
        Reach::World => Region::whole(shape),
        Reach::Slice(plane) => Region::slice(&Mosaic::new(shape, plane), cell),
    };
    let cells = if region == Region::whole(shape) {
        component(world, cell)
    } else {
        // The slice is a world of its own.
        let (Some(Block(slice)), cells) = (Block::copy(world, &region), region.cells(shape)) else { return Vec::new() };
        let seed = cells.partition_point(|&other| (other as usize) < cell);
        component(&slice, seed).into_iter().map(|place| cells[place as usize]).collect()
    };
    cells.into_iter().map(|cell| (cell, value)).collect()
}

/// The axis-connected cells that have the same value as this one, increasing.
fn component(world: &World, seed: usize) -> Vec<u32> {
    let (mut flood, blocks) = (Flood::default(), world.shape().blocks());
    flood.run(blocks, world.cells(), seed);
    // Noted as bits, which for millions of cells is faster than to sort them.
    let mut noted = vec![0u64; world.cells().len().div_ceil(WORD)];
    for cell in flood.component().flat_map(|(block, found)| blocks.cells(block, found)) {
        noted[cell / WORD] |= 1 << (cell % WORD);
    }
    noted.iter().enumerate().flat_map(|(word, &cells)| ones(cells).map(move |bit| (word * WORD + bit) as u32)).collect()
}

/// Gives all cells of a region one value; 0 clears it.
pub fn cover(world: &World, region: &Region, value: u16) -> Cells {
    rewrite(world, region, |block| block.0.cells.fill(value))
}

/// Mirrors a region along an axis.
pub fn mirror(world: &World, region: &Region, axis: usize) -> Cells {
    rewrite(world, region, |block| {
        block.each_line(axis, |line, stride| {
            let side = line.len() / stride;
            for x in 0..side / 2 {
                let (before, from) = line.split_at_mut((side - 1 - x) * stride);
                before[x * stride..][..stride].swap_with_slice(&mut from[..stride]);
            }
        });
    })
}

/// Shifts a region along an axis, towards higher coordinates for a positive number. What leaves the region is dropped, and zeros come
/// in behind.
pub fn shift(world: &World, region: &Region, axis: usize, by: i32) -> Cells {
    rewrite(world, region, |block| {
        block.each_line(axis, |line, stride| {
            let gone = (by.unsigned_abs() as usize).saturating_mul(stride).min(line.len());
            let stays = line.len() - gone;
            if by > 0 {
                line.copy_within(..stays, gone);
                line[..gone].fill(0);
            } else {
                line.copy_within(gone.., 0);
                line[stays..].fill(0);
            }
        });
    })
}

/// Fills a region at random: every cell is occupied with the chance of `density` percent, by any nonzero value of the alphabet alike.
/// An alphabet without one clears the region.
///
/// Seed, sides and alphabet decide everything, on every platform. Of two densities the higher one only adds cells.
pub fn randomise(world: &World, region: &Region, density: u32, seed: u64, alphabet: &Alphabet) -> Cells {
    let values: Vec<u16> = alphabet.values().iter().copied().filter(|&value| value != 0).collect();
    rewrite(world, region, |block| {
        let sides: Vec<String> = block.sides().iter().map(u32::to_string).collect();
        let mut stream = Stream::new(&format!("grid-bench/draft/randomise/{seed}/{}", sides.join("x")));
        for cell in &mut block.0.cells {
            let occupied = stream.below(100) < density;
            // Drawn for empty cells too, so that the cells after them do not depend on the density.
            let value = stream.pick(&values).copied().unwrap_or(0);
            *cell = if occupied { value } else { 0 };
        }
    })
}

fn rewrite(world: &World, region: &Region, change: impl FnOnce(&mut Block)) -> Cells {
    let Some(mut block) = Block::copy(world, region) else { return Vec::new() };
    change(&mut block);
    let cells = region.cells(world.shape()).into_iter().zip(block.0.cells);
    cells.filter(|&(cell, value)| world.get(cell as usize) != value).collect()
}

/// A box of values without a place: what was copied or recognised, to be put into a world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block(World);

/// What putting a block into a world does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// The cells that change.
    pub cells: Cells,
    /// Cells of the block that would lie outside the world.
    pub cut: usize,
    /// Those of them that are not 0.
    pub lost: usize,
    /// Cells that would get a value outside the alphabet.
    pub misfits: Cells,
}

/// A block has more axes than a world, and they are not flat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooManyAxes {
    /// The side lengths of the block.
    pub sides: Vec<u32>,
    /// The number of axes of the world.
    pub most: usize,
}

impl fmt::Display for TooManyAxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found a block of {}, expected at most {} sides longer than 1", list(&self.sides), self.most)
    }
}

impl std::error::Error for TooManyAxes {}

impl Block {
    /// A block of these values in row-major order; zeros stand in for values that are missing at the end.
    pub fn new(sides: &[u32], cells: impl IntoIterator<Item = u16>) -> Result<Block, ShapeError> {
        let mut world = World::empty(&Shape::new(sides)?);
        world.cells.iter_mut().zip(cells).for_each(|(cell, value)| *cell = value);
        Ok(Block(world))
    }

    /// A copy of the part of a region that lies in the world, if there is one.
    pub fn copy(world: &World, region: &Region) -> Option<Block> {
        let region = region.clip(world.shape())?;
        let mut cells = Vec::new();
        box_runs(world.shape(), &region.low, &region.high, |start, length| cells.extend(&world.cells[start..start + length]));
        Block::new(&region.sides(), cells).ok()
    }

    /// The side lengths.
    pub fn sides(&self) -> &[u32] {
        self.0.shape().sides()
    }

    /// The values in row-major order.
    pub fn cells(&self) -> &[u16] {
        self.0.cells()
    }

    /// The number of nonzero cells.
    pub fn occupied(&self) -> usize {
        self.0.occupied()
    }

    /// Whether it is as large as a world of this shape, sides of 1 aside. Then it goes to one place only.
    pub fn fills(&self, shape: &Shape) -> bool {
        let long = |sides: &[u32]| sides.iter().copied().filter(|&side| side > 1).collect::<Vec<u32>>();
        long(self.sides()) == long(shape.sides())
    }

    /// Puts the block into a world with its low corner at a cell. What reaches over the edge is cut.
    ///
    /// A block with as many axes as the world keeps them. One with fewer goes onto the axes of the plane, and those of its axes that
    /// the plane does not take onto the last of the others. One with more must do without sides of 1.
    pub fn put(&self, world: &World, at: usize, plane: Plane, alphabet: &Alphabet) -> Result<Put, TooManyAxes> {
        let shape = world.shape();
        let corner = shape.point(at);
        let axes = self.axes(shape.dimensions(), plane)?;
        let mut put = Put { cells: Vec::new(), cut: 0, lost: 0, misfits: Vec::new() };
        for (place, &value) in self.cells().iter().enumerate() {
            let mut point = corner.clone();
            for (&axis, x) in axes.iter().zip(self.0.shape().point(place)) {
                if let Some(axis) = axis {
                    point[axis] += x;
                }
            }
            if !shape.contains(&point) {
                put.cut += 1;
                put.lost += usize::from(value != 0);
                continue;
            }
            let cell = shape.cell(&point);
            if world.get(cell) != value {
                put.cells.push((cell as u32, value));
            }
            if !alphabet.contains(value.into()) {
                put.misfits.push((cell as u32, value));
            }
        }
        // The axes of the block may lie in another order than those of the world.
        put.cells.sort_unstable();
        put.misfits.sort_unstable();
        Ok(put)
    }

    /// The axis of a world for each axis of the block, and none for a side of 1 that is left out.
    fn axes(&self, dimensions: usize, plane: Plane) -> Result<Vec<Option<usize>>, TooManyAxes> {
        let kept = self.squeezed(dimensions).ok_or_else(|| TooManyAxes { sides: self.sides().to_vec(), most: dimensions })?;
        let onto: Vec<usize> = if kept.len() == dimensions {
            (0..dimensions).collect()
        } else {
            let outer = (0..dimensions).filter(|&axis| Some(axis) != plane.rows && axis != plane.columns);
            let order: Vec<usize> = outer.chain(plane.rows).chain([plane.columns]).collect();
            order[order.len() - kept.len()..].to_vec()
        };
        let place = |axis| kept.iter().position(|&other| other == axis).map(|place| onto[place]);
        Ok((0..self.sides().len()).map(place).collect())
    }

    /// The axes that remain when sides of 1 are left out, leading ones first, until there are at most so many.
    fn squeezed(&self, most: usize) -> Option<Vec<usize>> {
        let mut kept: Vec<usize> = (0..self.sides().len()).collect();
        while kept.len() > most {
            kept.remove(kept.iter().position(|&axis| self.sides()[axis] == 1)?);
        }
        Some(kept)
    }

    /// The block for the clipboard: rows separated by tabs, as spreadsheets take them, or nested JSON lists where it has more than one
    /// slice. [`super::paste::recognise`] reads both.
    pub fn to_text(&self) -> String {
        match self.squeezed(2) {
            Some(axes) => {
                let columns = axes.last().map_or(1, |&axis| self.sides()[axis] as usize);
                let row = |row: &[u16]| row.iter().map(u16::to_string).collect::<Vec<_>>().join("\t");
                self.cells().chunks(columns).map(row).collect::<Vec<_>>().join("\n")
            }
            None => {
                // Lists of values, then lists of those lists, and so on.
                let texts = self.cells().iter().map(u16::to_string).collect();
                let join = |texts: Vec<String>, &side: &u32| texts.chunks(side as usize).map(list).collect();
                self.sides().iter().rev().fold(texts, join).concat()
            }
        }
    }

    /// Calls `each` with every part of the block that holds all layers across an axis, and with the number of cells of a layer.
    fn each_line(&mut self, axis: usize, mut each: impl FnMut(&mut [u16], usize)) {
        let (shape, cells) = self.0.parts_mut();
        if let (Some(&stride), Some(&side)) = (shape.strides().get(axis), shape.sides().get(axis)) {
            cells.chunks_exact_mut(stride * side as usize).for_each(|line| each(line, stride));
        }
    }
}

/// The world in another shape, and the nonzero cells of the old one that have no place in it.
///
/// Axes are aligned at the end: with more axes the old world becomes slice 0 of the new leading ones, with fewer what lies in slice 0
/// of the old leading ones stays.
pub fn reshape(world: &World, shape: &Shape) -> (World, Cells) {
    let (mut reshaped, mut cut) = (World::empty(shape), Vec::new());
    let fewer = world.shape().dimensions().saturating_sub(shape.dimensions());
    let more = shape.dimensions().saturating_sub(world.shape().dimensions());
    for (cell, &value) in world.cells().iter().enumerate().filter(|&(_, &value)| value != 0) {
        let point = world.shape().point(cell);
        let (left, kept) = point.split_at(fewer);
        let target: Point = std::iter::repeat_n(0, more).chain(kept.iter().copied()).collect();
        if left.iter().all(|&x| x == 0) && shape.contains(&target) {
            reshaped.set(shape.cell(&target), value);
        } else {
            cut.push((cell as u32, value));
        }
    }
    (reshaped, cut)
}

/// The cells whose values are not in an alphabet, with these values.
pub fn misfits(world: &World, alphabet: &Alphabet) -> Cells {
    let cells = world.cells().iter().enumerate().map(|(cell, &value)| (cell as u32, value));
    cells.filter(|&(_, value)| !alphabet.contains(value.into())).collect()
}
