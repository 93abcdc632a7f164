//! A step from close by: one event, part by part.

use std::sync::Arc;

use super::picture::{Marks, Picture};
use crate::instance::Instance;
use crate::rule::explain::{Opened, Part, Phase};
use crate::trace::Trace;
use crate::world::World;

/// An opened event and how many of its parts have been carried out.
#[derive(Clone)]
pub struct CloseUp {
    opened: Arc<Opened>,
    position: usize,
    world: World,
}

/// Opens the event of a step, 1-based. Nothing at step 0 and beyond the history.
pub fn open(instance: &Instance, trace: &Trace, t: usize) -> Option<Opened> {
    let event = instance.events.get(t.checked_sub(1)?)?;
    Opened::new(event, &instance.space, &trace.state(&instance.initial, t - 1))
}

impl CloseUp {
    /// The state after so many parts; after all of them if there are fewer.
    pub fn new(opened: Arc<Opened>, position: usize) -> CloseUp {
        let position = position.min(opened.len());
        let mut world = opened.before().clone();
        opened.seek(&mut world, 0, position);
        CloseUp { opened, position, world }
    }

    /// How many parts have been carried out.
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.opened.len()
    }

    /// Whether there are none, which no event has.
    pub fn is_empty(&self) -> bool {
        self.opened.is_empty()
    }

    /// All phases.
    pub fn phases(&self) -> &[Phase] {
        self.opened.phases()
    }

    /// The phase that has been carried out last, by its place, and the part of it; nothing before the first part.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.opened.place(self.position)
    }

    /// The position at the end of a phase.
    pub fn end_of(&self, phase: usize) -> usize {
        let last = self.phases().get(phase).map_or(0, |phase| phase.parts.len().saturating_sub(1));
        self.opened.position(phase, last).min(self.len())
    }

    /// The part that has been carried out last, with its phase.
    pub fn part(&self) -> Option<(&Phase, &Part)> {
        let (phase, part) = self.place()?;
        let phase = self.phases().get(phase)?;
        Some((phase, phase.parts.get(part)?))
    }

    /// The parts of the same phase before that one.
    fn earlier(&self) -> &[Part] {
        let place = self.place().and_then(|(phase, part)| self.phases().get(phase)?.parts.get(..part));
        place.unwrap_or_default()
    }

    /// The state, with what the last part reads, writes, takes and passes over, what its phase has taken before, and what the event has
    /// changed so far. Of the overlays only those in `shown` are drawn.
    pub fn picture(&self, shown: Marks) -> Picture {
        let mut picture = Picture::plain(&self.world);
        let cells = |cells: &crate::rule::explain::Cells| cells.iter().map(|cell| cell as usize).collect::<Vec<_>>();
        if let Some((_, part)) = self.part() {
            if shown.has(Marks::READ) {
                picture.mark(cells(&part.reads), Marks::READ);
            }
            if shown.has(Marks::WRITE) {
                picture.mark(cells(&part.writes), Marks::WRITE);
            }
            for part in self.earlier() {
                picture.mark(cells(&part.taken), Marks::EARLIER);
            }
            for cell in cells(&part.taken) {
                picture.cells[cell].marks = picture.cells[cell].marks.without(Marks::EARLIER).with(Marks::TAKEN);
            }
            picture.mark(cells(&part.left), Marks::NAMED);
        }
        if shown.has(Marks::CHANGED) {
            picture.mark(self.world.differences(self.opened.before()), Marks::CHANGED);
        }
        picture
    }

    /// What has just happened, in one sentence.
    pub fn sentence(&self) -> String {
        match self.part() {
            Some((_, part)) => part.sentence.clone(),
            None => {
                let names: Vec<&str> = self.phases().iter().map(|phase| phase.name).collect();
                format!("The state before the event. It goes on in {}: {}.", phases(names.len()), names.join(", "))
            }
        }
    }

    /// The words of the rule card that are being carried out.
    pub fn clause(&self) -> Option<&str> {
        self.part().map(|(phase, _)| &*phase.clause)
    }
}

/// The positions to show of an event with so many parts: the first, the last and, of more than `most`, some that are evenly spread.
pub fn positions(parts: usize, most: usize) -> Vec<usize> {
    let count = most.clamp(2, parts.max(1) + 1);
    (0..count).map(|index| (index as u64 * parts as u64 / (count as u64 - 1)) as usize).collect()
}

fn phases(count: usize) -> String {
    if count == 1 { "1 phase".to_owned() } else { format!("{count} phases") }
}

/// The most cells times events in which every write of a cell is looked for.
const MOST_WORK: usize = 1 << 18;

/// The values of a cell through a history: first the initial one, then each event that wrote it, also where that was the value that it
/// had. In large histories only events that changed it are found, since to find the others every event has to be looked at.
pub fn values(instance: &Instance, trace: &Trace, cell: usize) -> Vec<(usize, u16)> {
    let cells = instance.initial.cells();
    let Some(&first) = cells.get(cell) else { return Vec::new() };
    let mut values = vec![(0, first)];
    if cells.len() * trace.len() <= MOST_WORK {
        values.extend(trace.writes_of(instance, cell).into_iter().map(|written| (written.t, written.after)));
        return values;
    }
    for t in 1..=trace.len() {
        let changes = trace.changes(t);
        if let Ok(index) = changes.binary_search_by_key(&(cell as u32), |change| change.cell) {
            values.push((t, changes[index].after));
        }
    }
    values
}
