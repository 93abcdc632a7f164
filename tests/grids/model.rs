//! Protects the page models: where each cell lies and where each key leads, the playhead, the marks, and instances in links.

use grids::gallery;
use grids::instance::Instance;
use grids::model::colours::Colours;
use grids::model::link;
use grids::model::mosaic::{Mosaic, Move, Plane, Sheet};
use grids::model::picture::{Marks, Picture};
use grids::model::playhead::{Action, Playhead};
use grids::rule::family;
use grids::world::{Alphabet, Shape, World};

const SHAPES: [&[u32]; 9] =
    [&[5], &[1], &[16, 16], &[3, 4], &[6, 6, 7], &[4, 4, 4, 4], &[2, 1, 3, 2, 2], &[2, 2, 2, 2, 2, 3], &[1, 1, 1]];

fn mosaics() -> impl Iterator<Item = Mosaic> {
    SHAPES.into_iter().flat_map(|sides| {
        let shape = Shape::new(sides).unwrap();
        Plane::choices(sides.len()).into_iter().map(move |plane| Mosaic::new(&shape, plane))
    })
}

#[test]
fn every_cell_lies_at_exactly_one_place() {
    for mosaic in mosaics() {
        let mut seen = vec![false; mosaic.shape().volume()];
        for tile in 0..mosaic.tiles() {
            for row in 0..mosaic.rows() {
                for column in 0..mosaic.columns() {
                    let cell = mosaic.cell(tile, row, column);
                    assert_eq!(mosaic.place(cell), (tile, row, column), "{mosaic:?}");
                    assert!(!std::mem::replace(&mut seen[cell], true), "{mosaic:?}");
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen), "{mosaic:?}");
    }
}

#[test]
fn every_cell_has_one_pixel_of_the_sheet() {
    for mosaic in mosaics() {
        let sheet = Sheet::new(&mosaic);
        let pixels = (0..sheet.height + 2).flat_map(|y| (0..sheet.width + 2).map(move |x| (x, y)));
        let mut cells: Vec<usize> = pixels.filter_map(|(x, y)| sheet.cell(&mosaic, x, y)).collect();
        cells.sort_unstable();
        assert_eq!(cells, (0..mosaic.shape().volume()).collect::<Vec<_>>(), "{mosaic:?}");
        for tile in 0..mosaic.tiles() {
            let (x, y) = sheet.corner(&mosaic, tile);
            assert_eq!(sheet.cell(&mosaic, x, y), Some(mosaic.cell(tile, 0, 0)));
        }
    }
}

#[test]
fn the_paper_draws_the_last_two_axes_in_the_plane() {
    let shape = Shape::new(&[4, 4, 4, 4]).unwrap();
    let mosaic = Mosaic::new(&shape, Plane::choices(4)[0]);
    assert_eq!(mosaic.plane(), Plane { rows: Some(2), columns: 3 });
    // A table of tiles by axis 0 and 1.
    assert_eq!((mosaic.tile_rows(), mosaic.tile_columns()), (4, 4));
    assert_eq!(mosaic.label(6), "[1,2,·,·]");
    assert_eq!(mosaic.cell(6, 3, 0), shape.cell(&[1, 2, 3, 0]));
}

#[test]
fn every_pair_of_axes_can_lie_in_the_plane_once() {
    for dimensions in 2..=6 {
        let choices = Plane::choices(dimensions);
        assert_eq!(choices.len(), dimensions * (dimensions - 1) / 2);
        assert_eq!(choices[0], Plane::first(dimensions));
        assert!(choices.iter().all(|plane| plane.rows.is_some_and(|rows| rows < plane.columns)));
    }
    assert_eq!(Plane::choices(1), [Plane { rows: None, columns: 0 }]);
}

/// An address names the plane; what is no plane of the world is none.
#[test]
fn planes_are_found_by_their_axes() {
    for dimensions in 1..=6 {
        for plane in Plane::choices(dimensions) {
            assert_eq!(Plane::find(dimensions, &plane.to_string()), Some(plane));
        }
    }
    assert_eq!(Plane::find(3, "0,2"), Some(Plane { rows: Some(0), columns: 2 }));
    for name in ["", "0", "2,0", "1,1", "0,3", "0, 2", "0,1,2", "-1,2", "a,b"] {
        assert_eq!(Plane::find(3, name), None, "{name}");
    }
}

#[track_caller]
fn check_move(from: [u32; 4], way: Move, to: [u32; 4]) {
    let shape = Shape::new(&[4, 4, 4, 4]).unwrap();
    let mosaic = Mosaic::new(&shape, Plane::choices(4)[0]);
    assert_eq!(shape.point(mosaic.go(shape.cell(&from), way)).as_slice(), to);
}

#[test]
fn moves_follow_the_axes_and_stop_at_the_edge() {
    check_move([1, 1, 1, 1], Move::Row(1), [1, 1, 2, 1]);
    check_move([1, 1, 1, 1], Move::Column(-1), [1, 1, 1, 0]);
    check_move([1, 1, 1, 0], Move::Column(-1), [1, 1, 1, 0]);
    check_move([1, 1, 3, 1], Move::Row(1), [1, 1, 3, 1]);
    check_move([1, 1, 1, 1], Move::Slice(0, 1), [1, 2, 1, 1]);
    check_move([1, 1, 1, 1], Move::Slice(1, -1), [0, 1, 1, 1]);
    check_move([0, 1, 1, 1], Move::Slice(1, -1), [0, 1, 1, 1]);
    check_move([1, 1, 2, 1], Move::RowEdge(1), [1, 1, 2, 3]);
    check_move([1, 1, 2, 1], Move::TileEdge(-1), [1, 1, 0, 0]);
}

/// A cursor that goes on after each value comes to every cell once, and stops at the end.
#[test]
fn reading_goes_through_rows_and_slices() {
    for mosaic in mosaics() {
        let mut cell = mosaic.cell(0, 0, 0);
        for tile in 0..mosaic.tiles() {
            for row in 0..mosaic.rows() {
                for column in 0..mosaic.columns() {
                    assert_eq!(mosaic.place(cell), (tile, row, column), "{mosaic:?}");
                    let next = mosaic.go(cell, Move::Reading(1));
                    let is_last = (tile, row, column) == (mosaic.tiles() - 1, mosaic.rows() - 1, mosaic.columns() - 1);
                    assert_eq!(mosaic.go(next, Move::Reading(-1)) == cell, !is_last || mosaic.shape().volume() == 1);
                    assert_eq!(next == cell, is_last);
                    cell = next;
                }
            }
        }
    }
}

#[test]
fn moves_stay_in_every_world() {
    let ways = [-1, 1].into_iter().flat_map(|by| {
        let slices = (0..4).map(move |axis| Move::Slice(axis, by));
        [Move::Row(by), Move::Column(by), Move::RowEdge(by), Move::TileEdge(by)].into_iter().chain(slices)
    });
    let ways: Vec<Move> = ways.collect();
    for mosaic in mosaics() {
        for cell in 0..mosaic.shape().volume() {
            for &way in &ways {
                assert!(mosaic.go(cell, way) < mosaic.shape().volume(), "{mosaic:?} {way:?}");
            }
        }
    }
}

#[test]
fn the_playhead_shows_the_state_of_its_step() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        let mut playhead = Playhead::new(&instance);
        let last = trace.len();
        let jumps =
            [Action::Last, Action::Back, Action::First, Action::Back, Action::To(usize::MAX), Action::Forward, Action::To(1)];
        for action in jumps {
            playhead.apply(action, &trace);
            assert!(playhead.t() <= last);
            assert_eq!(*playhead.world(), trace.state(&instance.initial, playhead.t()), "{} {action:?}", entry.id);
        }
    }
}

#[test]
fn overlays_are_the_footprint_and_can_be_left_out() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        for t in 1..=trace.len() {
            let after = trace.state(&instance.initial, t);
            let footprint = trace.footprint(&instance, t, &trace.before(&after, t));
            let all = Marks::WRITE.with(Marks::READ).with(Marks::CHANGED);
            let picture = Picture::event(&after, &footprint, trace.changes(t), all);
            let marked = |mark| -> Vec<u32> {
                (0..picture.cells.len() as u32).filter(|&cell| picture.cells[cell as usize].marks.has(mark)).collect()
            };
            let mut changed: Vec<u32> = trace.changes(t).iter().map(|change| change.cell).collect();
            changed.sort_unstable();
            let others: Vec<u32> = footprint.reads.iter().copied().filter(|cell| !footprint.writes.contains(cell)).collect();
            assert_eq!(
                (marked(Marks::WRITE), marked(Marks::READ), marked(Marks::CHANGED)),
                (footprint.writes.clone(), others, changed)
            );
            let bare = Picture::event(&after, &footprint, trace.changes(t), Marks::default());
            assert_eq!(bare, Picture::plain(&after));
        }
    }
}

#[test]
fn differences_say_what_is_missing_extra_and_different() {
    let shape = Shape::new(&[4]).unwrap();
    let world = |values: [u16; 4]| {
        let mut world = World::empty(&shape);
        for (cell, value) in values.into_iter().enumerate() {
            world.set(cell, value);
        }
        world
    };
    let (answer, reference) = (world([0, 2, 1, 3]), world([1, 0, 2, 3]));
    let picture = Picture::differences(&answer, &answer, &reference);
    let marks: Vec<Marks> = picture.cells.iter().map(|look| look.marks).collect();
    assert_eq!(marks, [Marks::MISSING, Marks::EXTRA, Marks::DIFFERENT, Marks::default()]);
    // The marks stay when another state is shown.
    let shown = Picture::differences(&reference, &answer, &reference);
    assert_eq!(shown.cells[0].value, 1);
    assert_eq!(shown.cells[0].marks, Marks::MISSING);
}

#[test]
fn links_give_back_what_they_hold() {
    for entry in gallery::entries() {
        let packed = link::pack(entry.line).unwrap();
        assert!(packed.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        assert_eq!(link::unpack(&packed).as_deref(), Ok(entry.line));
    }
}

#[test]
fn a_cut_or_changed_link_is_damaged() {
    let packed = link::pack(gallery::entries()[0].line).unwrap();
    for end in 0..packed.len() {
        assert_eq!(link::unpack(&packed[..end]), Err(link::Damaged), "cut to {end}");
    }
    for at in 0..packed.len() {
        let other = if packed.as_bytes()[at] == b'A' { "B" } else { "A" };
        let changed = format!("{}{other}{}", &packed[..at], &packed[at + 1..]);
        // Bits that the encoding does not use may change without harm; a different instance never comes out.
        if let Ok(line) = link::unpack(&changed) {
            assert_eq!(line, gallery::entries()[0].line, "changed at {at}");
        }
    }
}

#[test]
fn what_is_too_long_for_a_link_is_refused() {
    let mut random = base::random::Stream::new("tests/model/link");
    let noise: String = (0..40_000).map(|_| char::from(b'a' + random.below(26) as u8)).collect();
    assert_eq!(link::pack(&noise), None);
}

/// Values of one alphabet that are next to each other are told apart by colour, whatever they are.
#[test]
fn colours_of_labels_follow_their_order() {
    let names = |name: &str, values: &[u16]| -> Vec<String> {
        let colours = Colours::new(family(name).unwrap(), &Alphabet::new(values).unwrap());
        values.iter().map(|&value| colours.name(value)).collect()
    };
    assert_eq!(names("RELABEL", &[0, 1, 2, 3, 4, 5, 6]), ["v0", "v1", "v2", "v3", "v4", "v5", "v6"]);
    assert_eq!(names("RELABEL", &[9, 0, 3, 300]), ["v2", "v0", "v1", "v3"]);
    assert_eq!(names("COMPRESS", &[0, 1, 2, 4096, 8192]), ["v0", "p0", "p1", "p12", "p12"]);
}
