//! How a world of any dimension lies on a page: all slices at once, two axes in the plane of a tile and the others across tiles.

use crate::world::Shape;
use std::fmt;

/// Which two axes lie in the plane of a tile. A 1-D world has no row axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plane {
    /// The axis that runs down a tile.
    pub rows: Option<usize>,
    /// The axis that runs to the right.
    pub columns: usize,
}

impl Plane {
    /// The last two axes, which the paper draws.
    pub fn first(dimensions: usize) -> Plane {
        Plane { rows: dimensions.checked_sub(2), columns: dimensions.saturating_sub(1) }
    }

    /// The plane that a text names as [`Plane`] is displayed, if a world of so many dimensions has it.
    pub fn find(dimensions: usize, name: &str) -> Option<Plane> {
        Plane::choices(dimensions).into_iter().find(|plane| plane.to_string() == name)
    }

    /// The plane in words: `axis 0 ↓  axis 1 →`.
    pub fn describe(self) -> String {
        match self.rows {
            Some(rows) => format!("axis {rows} ↓  axis {} →", self.columns),
            None => format!("axis {} →", self.columns),
        }
    }

    /// Every choice of two axes in axis order, beginning with [`Plane::first`].
    pub fn choices(dimensions: usize) -> Vec<Plane> {
        if dimensions == 1 {
            return vec![Plane { rows: None, columns: 0 }];
        }
        let mut choices: Vec<Plane> = (0..dimensions)
            .flat_map(|rows| (rows + 1..dimensions).map(move |columns| Plane { rows: Some(rows), columns }))
            .collect();
        choices.reverse();
        choices
    }
}

/// The axes in order: `0,2`.
impl fmt::Display for Plane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rows {
            Some(rows) => write!(f, "{rows},{}", self.columns),
            None => write!(f, "{}", self.columns),
        }
    }
}

/// The arrangement of a shape on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mosaic {
    shape: Shape,
    plane: Plane,
    /// Axes whose coordinates choose the row of tiles, slowest first.
    down: Vec<usize>,
    /// Axes whose coordinates choose the tile in a row of tiles, slowest first.
    across: Vec<usize>,
}

/// A move of the cell cursor. Moves stop at the edge of the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    /// One cell along the row axis of the plane.
    Row(i32),
    /// One cell along the column axis of the plane.
    Column(i32),
    /// To the same place in the next slice: along the outer axis counted from the innermost, then how far.
    Slice(usize, i32),
    /// To the first or last column of the row.
    RowEdge(i32),
    /// To the first or last cell of the tile.
    TileEdge(i32),
    /// To the next cell as one reads, through rows and tiles, or to the one before it.
    Reading(i32),
}

impl Mosaic {
    /// The arrangement of `shape` with `plane` in its tiles.
    pub fn new(shape: &Shape, plane: Plane) -> Mosaic {
        let outer: Vec<usize> =
            (0..shape.dimensions()).filter(|&axis| Some(axis) != plane.rows && axis != plane.columns).collect();
        // One outer axis flows across; more are split so that both directions of the table of tiles carry some, and pages scroll down
        // rather than sideways.
        let split = if outer.len() < 2 { 0 } else { outer.len().div_ceil(2) };
        let (down, across) = outer.split_at(split);
        Mosaic { shape: shape.clone(), plane, down: down.to_vec(), across: across.to_vec() }
    }

    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The axes of a tile.
    pub fn plane(&self) -> Plane {
        self.plane
    }

    /// The number of rows in a tile.
    pub fn rows(&self) -> usize {
        self.plane.rows.map_or(1, |axis| self.side(axis))
    }

    /// The number of columns in a tile.
    pub fn columns(&self) -> usize {
        self.side(self.plane.columns)
    }

    /// The number of rows of tiles; 1 where the tiles may flow freely.
    pub fn tile_rows(&self) -> usize {
        self.down.iter().map(|&axis| self.side(axis)).product()
    }

    /// The number of tiles in a row of tiles.
    pub fn tile_columns(&self) -> usize {
        self.across.iter().map(|&axis| self.side(axis)).product()
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.tile_rows() * self.tile_columns()
    }

    /// The outer axes with the coordinates that a tile fixes, in axis order.
    pub fn fixed(&self, tile: usize) -> Vec<(usize, u32)> {
        let mut fixed = Vec::new();
        let mut split = |axes: &[usize], mut index: usize| {
            for &axis in axes.iter().rev() {
                fixed.push((axis, (index % self.side(axis)) as u32));
                index /= self.side(axis);
            }
        };
        split(&self.down, tile / self.tile_columns());
        split(&self.across, tile % self.tile_columns());
        fixed.sort_unstable();
        fixed
    }

    /// A tile's name: the coordinates it fixes, with `·` for the axes in its plane, for example `[2,0,·,·]`.
    pub fn label(&self, tile: usize) -> String {
        let mut parts = vec!["·".to_owned(); self.shape.dimensions()];
        for (axis, x) in self.fixed(tile) {
            parts[axis] = x.to_string();
        }
        format!("[{}]", parts.join(","))
    }

    /// The cell at a place of a tile.
    pub fn cell(&self, tile: usize, row: usize, column: usize) -> usize {
        let stride = |axis: usize| self.shape.strides()[axis];
        let outer: usize = self.fixed(tile).into_iter().map(|(axis, x)| x as usize * stride(axis)).sum();
        outer + self.plane.rows.map_or(0, |axis| row * stride(axis)) + column * stride(self.plane.columns)
    }

    /// The tile, row and column where a cell lies.
    pub fn place(&self, cell: usize) -> (usize, usize, usize) {
        let point = self.shape.point(cell);
        let join = |axes: &[usize]| axes.iter().fold(0, |index, &axis| index * self.side(axis) + point[axis] as usize);
        let tile = join(&self.down) * self.tile_columns() + join(&self.across);
        (tile, self.plane.rows.map_or(0, |axis| point[axis] as usize), point[self.plane.columns] as usize)
    }

    /// Where a move takes the cursor.
    pub fn go(&self, cell: usize, way: Move) -> usize {
        let mut point = self.shape.point(cell);
        let mut shift = |axis: usize, by: i32| {
            point[axis] = point[axis].saturating_add_signed(by).min(self.shape.sides()[axis] - 1);
        };
        let far = |by: i32| if by < 0 { i32::MIN } else { i32::MAX };
        match way {
            Move::Row(by) => {
                if let Some(axis) = self.plane.rows {
                    shift(axis, by);
                }
            }
            Move::Column(by) => shift(self.plane.columns, by),
            Move::RowEdge(by) => shift(self.plane.columns, far(by)),
            Move::TileEdge(by) => {
                shift(self.plane.columns, far(by));
                if let Some(axis) = self.plane.rows {
                    shift(axis, far(by));
                }
            }
            Move::Reading(by) => {
                let (tile, row, column) = self.place(cell);
                let (rows, columns) = (self.rows(), self.columns());
                let place = ((tile * rows + row) * columns + column).saturating_add_signed(by as isize);
                let place = place.min(self.shape.volume() - 1);
                return self.cell(place / (rows * columns), place / columns % rows, place % columns);
            }
            Move::Slice(from_innermost, by) => {
                let outer: Vec<usize> = self.down.iter().chain(&self.across).copied().collect();
                if let Some(last) = outer.len().checked_sub(1) {
                    shift(outer[last.saturating_sub(from_innermost)], by);
                }
            }
        }
        self.shape.cell(&point)
    }

    fn side(&self, axis: usize) -> usize {
        self.shape.sides()[axis] as usize
    }
}

/// A mosaic drawn with one pixel for each cell and one between tiles: the tiles in their table, or in a square where they may
/// flow freely and are more than three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// The number of tiles side by side.
    pub columns: usize,
    /// The number of rows of tiles.
    pub rows: usize,
    /// Pixels from left to right.
    pub width: usize,
    /// Pixels from top to bottom.
    pub height: usize,
}

impl Sheet {
    /// The sheet of a mosaic.
    pub fn new(mosaic: &Mosaic) -> Sheet {
        let columns = match mosaic.tile_rows() {
            1 if mosaic.tiles() <= 3 => mosaic.tiles(),
            1 => mosaic.tiles().isqrt() + usize::from(mosaic.tiles().isqrt().pow(2) < mosaic.tiles()),
            _ => mosaic.tile_columns(),
        };
        let rows = mosaic.tiles().div_ceil(columns);
        Sheet { columns, rows, width: columns * (mosaic.columns() + 1) - 1, height: rows * (mosaic.rows() + 1) - 1 }
    }

    /// Where a tile stands among the tiles, from left and from top.
    pub fn place(&self, tile: usize) -> (usize, usize) {
        (tile % self.columns, tile / self.columns)
    }

    /// The pixel of the first cell of a tile, from left and from top.
    pub fn corner(&self, mosaic: &Mosaic, tile: usize) -> (usize, usize) {
        let (column, row) = self.place(tile);
        (column * (mosaic.columns() + 1), row * (mosaic.rows() + 1))
    }

    /// The cell at a pixel, unless that lies between tiles or outside.
    pub fn cell(&self, mosaic: &Mosaic, x: usize, y: usize) -> Option<usize> {
        let (column, row) = (x % (mosaic.columns() + 1), y % (mosaic.rows() + 1));
        let tile = y / (mosaic.rows() + 1) * self.columns + x / (mosaic.columns() + 1);
        let inside = x < self.width && column < mosaic.columns() && row < mosaic.rows() && tile < mosaic.tiles();
        inside.then(|| mosaic.cell(tile, row, column))
    }
}
