//! Lists of cells in little memory.

/// A list of cells in order; a cell may stand there more than once. It is kept as runs of cells with equal steps between them, so
/// that a ball, a box, a line or the way of an entity takes a few numbers whatever its size.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cells {
    runs: Vec<Run>,
    length: usize,
}

/// `count` cells from `first` on, each `step` after the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The first cell.
    pub first: u32,
    /// From a cell to the next one.
    pub step: i32,
    /// How many cells there are.
    pub count: u32,
}

impl Run {
    /// The cells in order.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        (0..self.count as i32).map(move |index| self.at(index))
    }

    /// The cell at a place, counted from 0; places before the first cell and behind the last one count on.
    pub fn at(self, index: i32) -> u32 {
        self.first.wrapping_add_signed(self.step.wrapping_mul(index))
    }
}

impl Cells {
    /// Adds a cell at the end.
    pub fn push(&mut self, cell: u32) {
        self.length = self.length.saturating_add(1);
        match self.runs.last_mut() {
            Some(run) if run.count == 1 => {
                run.step = cell.wrapping_sub(run.first) as i32;
                run.count = 2;
            }
            Some(run) if run.at(run.count as i32) == cell => run.count += 1,
            _ => self.runs.push(Run { first: cell, step: 1, count: 1 }),
        }
    }

    /// Adds a run at the end.
    pub fn push_run(&mut self, run: Run) {
        if run.count > 0 {
            self.length = self.length.saturating_add(run.count as usize);
            self.runs.push(run);
        }
    }

    /// The cells in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.runs.iter().flat_map(|run| run.iter())
    }

    /// How many cells there are, each as often as it stands there.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// In how many runs the cells are kept.
    pub fn runs(&self) -> usize {
        self.runs.len()
    }
}

impl Extend<u32> for Cells {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, cells: I) {
        cells.into_iter().for_each(|cell| self.push(cell));
    }
}

impl FromIterator<u32> for Cells {
    fn from_iter<I: IntoIterator<Item = u32>>(cells: I) -> Cells {
        let mut list = Cells::default();
        list.extend(cells);
        list
    }
}

impl From<Run> for Cells {
    fn from(run: Run) -> Cells {
        let mut list = Cells::default();
        list.push_run(run);
        list
    }
}
