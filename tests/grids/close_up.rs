//! A step from close by: what the page shows of an opened event.

use grids::gallery;
use grids::instance::Instance;
use grids::model::close_up::{CloseUp, open, positions, values};
use grids::model::picture::{Marks, Picture};
use std::sync::Arc;

const ALL: Marks = Marks::WRITE.with(Marks::READ).with(Marks::CHANGED);

/// Whether it is played or jumped to, each position has its state; the first is the one before the event and the last the one after it.
#[test]
fn every_built_in_event_plays_to_its_end() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        assert!(open(&instance, &trace, 0).is_none() && open(&instance, &trace, trace.len() + 1).is_none());
        for t in 1..=trace.len() {
            let opened = Arc::new(open(&instance, &trace, t).unwrap());
            let values = |position: usize| {
                let picture = CloseUp::new(opened.clone(), position).picture(ALL);
                picture.cells.iter().map(|look| look.value).collect::<Vec<_>>()
            };
            assert_eq!(values(0), trace.state(&instance.initial, t - 1).cells(), "{} {t}", instance.id);
            assert_eq!(values(opened.len()), trace.state(&instance.initial, t).cells(), "{} {t}", instance.id);
            assert_eq!(values(usize::MAX), values(opened.len()), "beyond the end is the end");
            let near = CloseUp::new(opened.clone(), 0);
            assert!(near.part().is_none() && near.clause().is_none() && !near.sentence().is_empty());
            for phase in 0..near.phases().len() {
                let near = CloseUp::new(opened.clone(), near.end_of(phase));
                assert_eq!(near.place().map(|(phase, _)| phase), Some(phase));
                assert!(near.sentence().ends_with('.') && near.clause().is_some());
            }
        }
    }
}

/// The overlays follow the part: what is switched off is not drawn, and after the last part everything that changed is marked.
#[test]
fn the_picture_marks_what_the_part_does() {
    let (instance, trace) = Instance::open(gallery::find("stencil-2d").unwrap().line).unwrap();
    let opened = Arc::new(open(&instance, &trace, 1).unwrap());
    let count = |picture: &Picture, mark: Marks| picture.cells.iter().filter(|look| look.marks.has(mark)).count();
    let end = CloseUp::new(opened.clone(), opened.len());
    assert_eq!(count(&end.picture(ALL), Marks::CHANGED), trace.changes(1).len());
    assert_eq!(count(&end.picture(Marks::default()), Marks::CHANGED), 0);
    let before = trace.state(&instance.initial, 0);
    let footprint = trace.footprint(&instance, 1, &before);
    let mut read = vec![false; before.cells().len()];
    for position in 0..=opened.len() {
        for (cell, look) in CloseUp::new(opened.clone(), position).picture(ALL).cells.iter().enumerate() {
            read[cell] |= look.marks.has(Marks::READ);
        }
    }
    let read: Vec<u32> = (0u32..).zip(&read).filter(|(_, read)| **read).map(|(cell, _)| cell).collect();
    assert_eq!(read, footprint.reads, "the parts together read what the event reads");
}

/// A region that grows stays marked: each cell that a phase has taken is of the part that is shown or of an earlier one.
#[test]
fn what_a_phase_has_taken_before_stays_marked() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        let opened = Arc::new(open(&instance, &trace, 1).unwrap());
        for position in 1..=opened.len() {
            let near = CloseUp::new(opened.clone(), position);
            let (phase, part) = near.place().unwrap();
            let parts = &near.phases()[phase].parts;
            let picture = near.picture(Marks::default());
            for (cell, look) in (0u32..).zip(&picture.cells) {
                let now = parts[part].taken.iter().any(|taken| taken == cell);
                let earlier = !now && parts[..part].iter().any(|part| part.taken.iter().any(|taken| taken == cell));
                assert_eq!(
                    (look.marks.has(Marks::TAKEN), look.marks.has(Marks::EARLIER)),
                    (now, earlier),
                    "{} {position}",
                    entry.id
                );
            }
        }
    }
}

#[test]
fn the_values_of_a_cell_begin_with_its_first_one() {
    let (instance, trace) = Instance::open(gallery::find("paint-2d").unwrap().line).unwrap();
    for cell in 0..instance.initial.cells().len() {
        let values = values(&instance, &trace, cell);
        for t in 0..=trace.len() {
            let shown = values.iter().rev().find(|&&(from, _)| from <= t).unwrap().1;
            assert_eq!(shown, trace.state(&instance.initial, t).get(cell));
        }
        // Each event that wrote it stands there, also one that wrote the same value.
        for t in 1..=trace.len() {
            let before = trace.state(&instance.initial, t - 1);
            let wrote = trace.footprint(&instance, t, &before).writes.binary_search(&(cell as u32)).is_ok();
            assert_eq!(values.iter().any(|&(from, _)| from == t), wrote, "{cell} at {t}");
        }
    }
    assert!(values(&instance, &trace, usize::MAX).is_empty());
}

/// An animation has its first and its last state, and no more pictures than it may.
#[test]
fn positions_are_spread_from_the_first_to_the_last() {
    assert_eq!(positions(3, 64), [0, 1, 2, 3]);
    assert_eq!(positions(1, 64), [0, 1]);
    for (parts, most) in [(100, 5), (256, 64), (1000, 2), (usize::MAX >> 8, 64)] {
        let positions = positions(parts, most);
        assert_eq!((positions.len(), positions[0], *positions.last().unwrap()), (most, 0, parts));
        assert!(positions.windows(2).all(|pair| pair[0] < pair[1]));
    }
    assert_eq!(positions(0, 64).last(), Some(&0));
}
