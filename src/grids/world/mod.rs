//! Worlds: shape, alphabet, dense cells (paper 3.1), and their sparse text form (`codec`).
//!
//! Cells are numbered `0..N-1` in row-major order, last axis fastest, which is the lexicographic order of coordinates.
//! "Cell" always means that number; "point" is a coordinate in axis order.

pub mod blocks;
pub mod codec;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::fmt;
use std::sync::{Arc, OnceLock};

use self::blocks::Blocks;

/// One coordinate per axis, in axis order. No world has more axes than fit without an allocation.
pub type Point = SmallVec<[u32; MAX_DIMENSIONS]>;

/// Most axes that a world may have.
pub const MAX_DIMENSIONS: usize = 6;
/// Most cells that a world may have, 2^24 (`[4096,4096]`).
pub const MAX_CELLS: usize = 1 << 24;
/// Largest value that an alphabet may hold.
pub const MAX_VALUE: i64 = 65535;

/// The side lengths of a bounded grid, with what follows from them. Cheap to clone.
#[derive(Clone)]
pub struct Shape(Arc<ShapeData>);

struct ShapeData {
    sides: Vec<u32>,
    strides: Vec<usize>,
    volume: usize,
    /// The edges of the world; made when first asked for ([`Shape::neighbours`]).
    exits: OnceLock<Box<[u64]>>,
    /// Made when first asked for too.
    blocks: OnceLock<Blocks>,
}

impl Shape {
    /// A shape with these side lengths: 1 to 6 axes, every side at least 1, at most 2^24 cells.
    pub fn new(sides: &[u32]) -> Result<Shape, ShapeError> {
        if sides.is_empty() || sides.len() > MAX_DIMENSIONS {
            return Err(ShapeError::Dimensions { found: sides.len() });
        }
        let mut volume = 1usize;
        let mut strides = vec![0; sides.len()];
        for (axis, &side) in sides.iter().enumerate().rev() {
            if side == 0 {
                return Err(ShapeError::EmptySide { axis });
            }
            strides[axis] = volume;
            volume = match volume.checked_mul(side as usize) {
                Some(volume) if volume <= MAX_CELLS => volume,
                _ => return Err(ShapeError::TooManyCells),
            };
        }
        Ok(Shape(Arc::new(ShapeData { sides: sides.to_vec(), strides, volume, exits: OnceLock::new(), blocks: OnceLock::new() })))
    }

    /// The side lengths `L_1..L_d`.
    pub fn sides(&self) -> &[u32] {
        &self.0.sides
    }

    /// How many cell numbers lie between neighbours along each axis.
    pub fn strides(&self) -> &[usize] {
        &self.0.strides
    }

    /// The number of axes, d.
    pub fn dimensions(&self) -> usize {
        self.0.sides.len()
    }

    /// The number of cells, N.
    pub fn volume(&self) -> usize {
        self.0.volume
    }

    /// The cell at `point`, which must be in bounds ([`Shape::contains`]).
    pub fn cell(&self, point: &[u32]) -> usize {
        point.iter().zip(self.strides()).map(|(&x, &stride)| x as usize * stride).sum()
    }

    /// The coordinate of `cell`.
    pub fn point(&self, cell: usize) -> Point {
        let mut rest = cell;
        self.strides()
            .iter()
            .map(|&stride| {
                let x = rest / stride;
                rest %= stride;
                x as u32
            })
            .collect()
    }

    /// Whether `point` has one coordinate per axis, each in bounds.
    pub fn contains(&self, point: &[u32]) -> bool {
        point.len() == self.dimensions() && point.iter().zip(self.sides()).all(|(&x, &side)| x < side)
    }

    /// The axis-neighbour relation N_1.
    pub fn neighbours(&self) -> Neighbours<'_> {
        let mut offsets = [0isize; 2 * MAX_DIMENSIONS];
        for (axis, &stride) in self.strides().iter().enumerate() {
            offsets[2 * axis] = -(stride as isize);
            offsets[2 * axis + 1] = stride as isize;
        }
        let exits = self.0.exits.get_or_init(|| self.exits());
        Neighbours { exits, offsets, count: 2 * self.dimensions() }
    }

    /// The world cut into blocks of 64 cells.
    pub fn blocks(&self) -> &Blocks {
        self.0.blocks.get_or_init(|| Blocks::new(self))
    }

    fn exits(&self) -> Box<[u64]> {
        let count = 2 * self.dimensions();
        let mut exits = vec![0; self.volume().div_ceil(WORD) * count];
        let mut point = vec![0u32; self.dimensions()];
        for cell in 0..self.volume() {
            let words = &mut exits[cell / WORD * count..][..count];
            for (axis, (&x, &side)) in point.iter().zip(self.sides()).enumerate() {
                words[2 * axis] |= u64::from(x > 0) << (cell % WORD);
                words[2 * axis + 1] |= u64::from(x + 1 < side) << (cell % WORD);
            }
            for axis in (0..point.len()).rev() {
                point[axis] += 1;
                if point[axis] < self.sides()[axis] {
                    break;
                }
                point[axis] = 0;
            }
        }
        exits.into()
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        self.sides() == other.sides()
    }
}

impl Eq for Shape {}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Shape{:?}", self.sides())
    }
}

/// `[16,16]`, as prompts and files show it.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&codec::list(self.sides()))
    }
}

/// Why side lengths are no shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeError {
    /// The number of axes is not 1 to 6.
    Dimensions {
        /// The number of axes found.
        found: usize,
    },
    /// A side is 0.
    EmptySide {
        /// The axis.
        axis: usize,
    },
    /// The world would have more than 2^24 cells.
    TooManyCells,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Dimensions { found } => write!(f, "found {found} axes, expected 1 to {MAX_DIMENSIONS}"),
            ShapeError::EmptySide { axis } => write!(f, "found side 0 on axis {axis}, expected at least 1"),
            ShapeError::TooManyCells => write!(f, "found more than {MAX_CELLS} cells, expected at most that many"),
        }
    }
}

impl std::error::Error for ShapeError {}

/// How many cells share a machine word where a set of cells is held as bits: cell c is bit c mod 64 of word c / 64.
pub const WORD: usize = 64;

/// The in-bounds axis-neighbours of each cell, N_1(x) (paper 3.2). A direction is `2 * axis` towards lower and `2 * axis + 1`
/// towards higher coordinates.
#[derive(Clone, Copy)]
pub struct Neighbours<'s> {
    /// For each word of cells and each direction the cells that have a neighbour there.
    exits: &'s [u64],
    offsets: [isize; 2 * MAX_DIMENSIONS],
    count: usize,
}

impl Neighbours<'_> {
    /// The neighbours of `cell`: first along axis 0, lower before higher.
    #[inline]
    pub fn of(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.count).filter_map(move |direction| self.toward(cell, direction))
    }

    /// For each direction the neighbour of `cell`, or `cell` itself where that is outside the world. This takes the same path at
    /// the edge of the world as inside, so it is the faster one where the cell itself does no harm.
    #[inline]
    pub fn or_self(&self, cell: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.exits(cell / WORD)
            .iter()
            .zip(&self.offsets)
            .map(move |(&exit, &offset)| cell.wrapping_add_signed(offset & all(exit, cell)))
    }

    /// W(x) plus the values of the in-bounds neighbours of x (paper, equations 8 and 10, before the modulus).
    #[inline]
    pub fn sum(&self, cells: &[u16], cell: usize) -> u32 {
        let inside = self.exits(cell / WORD).iter().map(|&exit| all(exit, cell) as u32);
        let near = inside.zip(self.or_self(cell)).map(|(inside, neighbour)| inside & u32::from(cells[neighbour]));
        u32::from(cells[cell]) + near.sum::<u32>()
    }

    /// The number of neighbours of `cell`.
    #[inline]
    pub fn degree(&self, cell: usize) -> u32 {
        self.exits(cell / WORD).iter().map(|exit| (exit >> (cell % WORD)) as u32 & 1).sum()
    }

    /// The neighbour of `cell` in one direction, unless that is outside the world.
    #[inline]
    pub fn toward(&self, cell: usize, direction: usize) -> Option<usize> {
        let exit = self.exits[cell / WORD * self.count + direction] >> (cell % WORD) & 1;
        (exit == 1).then(|| cell.wrapping_add_signed(self.offsets[direction]))
    }

    /// For each direction the cells of a word that have a neighbour there.
    #[inline]
    fn exits(&self, word: usize) -> &[u64] {
        &self.exits[word * self.count..][..self.count]
    }
}

/// All bits if the word holds `cell`, otherwise none. The sign is spread, since a comparison may become a branch, and which cells
/// are at an edge is as good as random in a small world.
#[inline]
fn all(word: u64, cell: usize) -> isize {
    ((word << (WORD - 1 - cell % WORD)) as i64 >> (WORD - 1)) as isize
}

/// The values that cells may have: a list without repeats that contains 0, in its declared order. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alphabet(Arc<AlphabetData>);

#[derive(Debug, PartialEq, Eq)]
struct AlphabetData {
    declared: Vec<u16>,
    /// One bit per value up to the largest.
    member: Vec<u64>,
    modulus: Option<u32>,
}

impl Alphabet {
    /// An alphabet of these values, in this order.
    pub fn new(values: &[u16]) -> Result<Alphabet, AlphabetError> {
        let largest = values.iter().copied().max().unwrap_or(0);
        let mut member = vec![0u64; usize::from(largest) / 64 + 1];
        for &value in values {
            let word = &mut member[usize::from(value) / 64];
            if *word >> (value % 64) & 1 == 1 {
                return Err(AlphabetError::Repeated { value });
            }
            *word |= 1 << (value % 64);
        }
        if !values.contains(&0) {
            return Err(AlphabetError::NoZero);
        }
        // Values do not repeat, so they are 0..M-1 if none is larger.
        let modulus = (usize::from(largest) + 1 == values.len()).then_some(values.len() as u32);
        Ok(Alphabet(Arc::new(AlphabetData { declared: values.to_vec(), member, modulus })))
    }

    /// The values in declared order.
    pub fn values(&self) -> &[u16] {
        &self.0.declared
    }

    /// Whether `value` is declared.
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        self.0.member.get(value as usize / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// M, if the values are exactly 0..M-1 in any order (paper B.2, B.3).
    pub fn modulus(&self) -> Option<u32> {
        self.0.modulus
    }
}

/// `[0,1,2,3]`, as prompts and files show it.
impl fmt::Display for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&codec::list(self.values()))
    }
}

/// Why values are no alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlphabetError {
    /// A value stands twice.
    Repeated {
        /// The value.
        value: u16,
    },
    /// 0 is missing.
    NoZero,
}

impl fmt::Display for AlphabetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AlphabetError::Repeated { value } => write!(f, "found the value {value} twice, expected every value once"),
            AlphabetError::NoZero => f.write_str("found values without 0, expected 0 among them"),
        }
    }
}

impl std::error::Error for AlphabetError {}

/// What every state of one instance has in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "FlatSpace", try_from = "FlatSpace")]
pub struct Space {
    /// The side lengths.
    pub shape: Shape,
    /// The values that cells may have.
    pub alphabet: Alphabet,
}

/// A complete state W: one value per cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "FlatWorld", try_from = "FlatWorld")]
pub struct World {
    shape: Shape,
    pub(crate) cells: Vec<u16>,
}

impl World {
    /// The world that is 0 everywhere.
    pub fn empty(shape: &Shape) -> World {
        World { shape: shape.clone(), cells: vec![0; shape.volume()] }
    }

    /// Its shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// All values in cell order.
    pub fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// W(x).
    #[inline]
    pub fn get(&self, cell: usize) -> u16 {
        self.cells[cell]
    }

    /// Sets W(x) and returns the value before.
    #[inline]
    pub fn set(&mut self, cell: usize, value: u16) -> u16 {
        std::mem::replace(&mut self.cells[cell], value)
    }

    /// Its shape and all values, to be changed.
    #[inline]
    pub(crate) fn parts_mut(&mut self) -> (&Shape, &mut [u16]) {
        (&self.shape, &mut self.cells)
    }

    /// The number of nonzero cells.
    pub fn occupied(&self) -> usize {
        self.cells.iter().filter(|&&value| value != 0).count()
    }

    /// The cells where two worlds of one shape differ, increasing.
    pub fn differences<'a>(&'a self, other: &'a World) -> impl Iterator<Item = usize> + 'a {
        self.cells.iter().zip(&other.cells).enumerate().filter(|(_, (a, b))| a != b).map(|(cell, _)| cell)
    }
}

/// A space as a store keeps it: sides and declared values.
#[derive(Serialize, Deserialize)]
struct FlatSpace(Vec<u32>, Vec<u16>);

impl From<Space> for FlatSpace {
    fn from(space: Space) -> FlatSpace {
        FlatSpace(space.shape.sides().to_vec(), space.alphabet.values().to_vec())
    }
}

impl TryFrom<FlatSpace> for Space {
    type Error = String;

    fn try_from(FlatSpace(sides, values): FlatSpace) -> Result<Space, String> {
        let shape = Shape::new(&sides).map_err(|error| error.to_string())?;
        let alphabet = Alphabet::new(&values).map_err(|error| error.to_string())?;
        Ok(Space { shape, alphabet })
    }
}

/// A state as a store keeps it: sides and values in cell order. Files have the sparse form of [`codec`].
#[derive(Serialize, Deserialize)]
struct FlatWorld(Vec<u32>, Vec<u16>);

impl From<World> for FlatWorld {
    fn from(world: World) -> FlatWorld {
        FlatWorld(world.shape.sides().to_vec(), world.cells)
    }
}

impl TryFrom<FlatWorld> for World {
    type Error = String;

    fn try_from(FlatWorld(sides, cells): FlatWorld) -> Result<World, String> {
        let shape = Shape::new(&sides).map_err(|error| error.to_string())?;
        if shape.volume() != cells.len() {
            return Err(format!("found {} values, expected {}, one for each cell", cells.len(), shape.volume()));
        }
        Ok(World { shape, cells })
    }
}
