//! Protects the tools of the editor: which cells they change, that they change nothing else, and that no input harms them.
//!
//! Boards are written as rows, slices separated by an empty line.

use grids::model::draft::tools::{
    Block, Cells, Put, Reach, Region, cover, fill, line, mirror, misfits, randomise, reshape, shift,
};
use grids::model::mosaic::{Mosaic, Plane};
use grids::rule::{Event, Scratch, execute};
use grids::world::{Alphabet, Shape, Space, World};
use proptest::prelude::*;

/// A world of this shape; `.` is 0.
fn world(sides: &[u32], board: &str) -> World {
    let mut world = World::empty(&Shape::new(sides).unwrap());
    let values: Vec<u16> = board.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(10).unwrap_or(0) as u16).collect();
    assert_eq!(values.len(), world.shape().volume(), "{board}");
    for (cell, value) in values.into_iter().enumerate() {
        world.set(cell, value);
    }
    world
}

/// The world after a tool, which must list its cells in order, each once, and only such as change.
fn after(world: &World, cells: &Cells) -> World {
    assert!(cells.windows(2).all(|pair| pair[0].0 < pair[1].0), "{cells:?}");
    let mut after = world.clone();
    for &(cell, value) in cells {
        assert_ne!(after.set(cell as usize, value), value, "{cells:?}");
    }
    after
}

fn plane(world: &World) -> Plane {
    Plane::first(world.shape().dimensions())
}

fn between(world: &World, low: &[u32], high: &[u32]) -> Region {
    Region::between(world.shape(), world.shape().cell(low), world.shape().cell(high))
}

fn alphabet() -> Alphabet {
    Alphabet::new(&[0, 1, 2, 3]).unwrap()
}

#[test]
fn regions_have_their_corners_in_any_order() {
    let shape = Shape::new(&[4, 5]).unwrap();
    for (one, other) in [([1, 3], [2, 1]), ([2, 1], [1, 3]), ([1, 1], [2, 3]), ([2, 3], [1, 1])] {
        let region = Region::between(&shape, shape.cell(&one), shape.cell(&other));
        assert_eq!((region.low(), region.high()), ([1, 1].as_slice(), [2, 3].as_slice()));
        assert_eq!(region.sides().as_slice(), [2, 3]);
        assert_eq!(region.cells(&shape), [6, 7, 8, 11, 12, 13]);
        assert!(region.contains(&[2, 2]) && !region.contains(&[3, 2]) && !region.contains(&[2]));
    }
    assert_eq!(Region::whole(&shape).cells(&shape).len(), 20);
}

#[test]
fn a_slice_is_the_tile_of_its_cell() {
    let shape = Shape::new(&[2, 3, 4]).unwrap();
    for plane in Plane::choices(3) {
        let mosaic = Mosaic::new(&shape, plane);
        for cell in 0..shape.volume() {
            let same = |other: &u32| mosaic.place(*other as usize).0 == mosaic.place(cell).0;
            let tile: Vec<u32> = (0..shape.volume() as u32).filter(same).collect();
            assert_eq!(Region::slice(&mosaic, cell).cells(&shape), tile);
        }
    }
}

/// A selection may be older than the shape of the world.
#[test]
fn regions_of_another_world_are_cut() {
    let old = Shape::new(&[9, 9]).unwrap();
    let region = Region::between(&old, old.cell(&[1, 1]), old.cell(&[8, 8]));
    let cut = |sides: &[u32]| region.cells(&Shape::new(sides).unwrap());
    assert_eq!(cut(&[2, 3]), [4, 5]);
    assert!(cut(&[1, 3]).is_empty());
    assert!(cut(&[9]).is_empty());
    assert!(cut(&[3, 9, 9]).is_empty());
    let small = world(&[2, 2], "12 34");
    assert_eq!(after(&small, &cover(&small, &region, 0)), world(&[2, 2], "12 3."));
    assert_eq!(Block::copy(&world(&[4], "1234"), &region), None);
}

/// The strokes from the middle of a board of 5 × 7.
#[track_caller]
fn check_line(to: [u32; 2], board: &str) {
    let empty = World::empty(&Shape::new(&[5, 7]).unwrap());
    let mosaic = Mosaic::new(empty.shape(), plane(&empty));
    let mut drawn = empty.clone();
    for cell in line(&mosaic, empty.shape().cell(&[2, 3]), empty.shape().cell(&to)) {
        drawn.set(cell as usize, 1);
    }
    assert_eq!(drawn, world(&[5, 7], board));
}

#[test]
fn strokes_are_straight() {
    check_line([2, 3], "....... ....... ...1... ....... .......");
    check_line([2, 6], "....... ....... ...1111 ....... .......");
    check_line([2, 0], "....... ....... 1111... ....... .......");
    check_line([0, 3], "...1... ...1... ...1... ....... .......");
    check_line([4, 5], "....... ....... ...1... ....1.. .....1.");
    check_line([0, 0], "1...... .11.... ...1... ....... .......");
    check_line([3, 6], "....... ....... ...11.. .....11 .......");
}

#[test]
fn no_stroke_leads_from_slice_to_slice() {
    let shape = Shape::new(&[2, 3, 3]).unwrap();
    let mosaic = Mosaic::new(&shape, Plane::first(3));
    assert_eq!(line(&mosaic, shape.cell(&[0, 0, 0]), shape.cell(&[1, 2, 2])), [17]);
    assert_eq!(line(&mosaic, shape.cell(&[1, 0, 0]), shape.cell(&[1, 2, 2])), [9, 13, 17]);
}

const SLICES: &str = "11. .1. 2.1
                      1.. .11 211";

#[track_caller]
fn check_fill(at: [u32; 3], reach: Reach, board: &str) {
    let slices = world(&[2, 3, 3], SLICES);
    let cells = fill(&slices, slices.shape().cell(&at), reach, 3);
    assert_eq!(after(&slices, &cells), world(&[2, 3, 3], board));
}

#[test]
fn fill_takes_what_is_connected() {
    check_fill([0, 0, 0], Reach::World, "33. .3. 2.3 3.. .33 233");
    check_fill([0, 0, 0], Reach::Slice(Plane::first(3)), "33. .3. 2.1 1.. .11 211");
    // Along the axes 0 and 2.
    check_fill([0, 0, 0], Reach::Slice(Plane { rows: Some(0), columns: 2 }), "33. .1. 2.1 3.. .11 211");
    check_fill([0, 2, 2], Reach::Slice(Plane::first(3)), "11. .1. 2.3 1.. .11 211");
}

#[test]
fn fill_with_the_value_that_is_there_changes_nothing() {
    let slices = world(&[2, 3, 3], SLICES);
    assert_eq!(fill(&slices, 0, Reach::World, 1), []);
    assert_eq!(fill(&slices, slices.shape().volume(), Reach::World, 1), []);
}

/// A spiral of one corridor: the longest way that a fill can have.
#[test]
fn fill_of_a_large_world_needs_no_stack() {
    let shape = Shape::new(&[256, 256]).unwrap();
    let mut maze = World::empty(&shape);
    for cell in 0..shape.volume() {
        let (row, column) = (cell / 256, cell % 256);
        // Walls between the rows with a gap at alternate ends.
        maze.set(cell, u16::from(row % 2 == 1 && column != if row % 4 == 1 { 255 } else { 0 }));
    }
    let open = shape.volume() - maze.occupied();
    assert_eq!(fill(&maze, 0, Reach::World, 2).len(), open);
    let large = World::empty(&Shape::new(&[2048, 2048]).unwrap());
    assert_eq!(fill(&large, 5, Reach::World, 2).len(), 1 << 22);
}

#[track_caller]
fn check_tool(tool: impl Fn(&World, &Region) -> Cells, board: &str) {
    let before = world(&[3, 4], "1234 1.2. 3321");
    let region = between(&before, &[0, 1], &[2, 3]);
    assert_eq!(after(&before, &tool(&before, &region)), world(&[3, 4], board));
}

#[test]
fn tools_stay_in_their_region() {
    check_tool(|world, region| cover(world, region, 0), "1... 1... 3...");
    check_tool(|world, region| cover(world, region, 2), "1222 1222 3222");
    check_tool(|world, region| mirror(world, region, 0), "1321 1.2. 3234");
    check_tool(|world, region| mirror(world, region, 1), "1432 1.2. 3123");
    check_tool(|world, region| shift(world, region, 0, 1), "1... 1234 3.2.");
    check_tool(|world, region| shift(world, region, 0, -2), "1321 1... 3...");
    check_tool(|world, region| shift(world, region, 1, 1), "1.23 1..2 3.32");
    check_tool(|world, region| shift(world, region, 1, -1), "134. 12.. 321.");
    check_tool(|world, region| shift(world, region, 1, 0), "1234 1.2. 3321");
    for far in [3, 1000, i32::MAX, i32::MIN] {
        check_tool(|world, region| shift(world, region, 1, far), "1... 1... 3...");
    }
    // An axis that the world does not have.
    check_tool(|world, region| mirror(world, region, 2), "1234 1.2. 3321");
    check_tool(|world, region| shift(world, region, 9, 1), "1234 1.2. 3321");
}

#[test]
fn random_fills_are_the_same_everywhere() {
    let empty = World::empty(&Shape::new(&[4, 8]).unwrap());
    let fill = |density, seed| after(&empty, &randomise(&empty, &Region::whole(empty.shape()), density, seed, &alphabet()));
    assert_eq!(fill(50, 7), world(&[4, 8], "..3.2... ..12123. .32.32.. 32.3.3.2"));
    assert_ne!(fill(50, 8), fill(50, 7));
    assert_eq!(fill(0, 7), empty);
    assert_eq!(fill(100, 7).occupied(), 32);
    assert_eq!(fill(u32::MAX, 7), fill(100, 7));
    for density in 0..100 {
        let (fewer, more) = (fill(density, 7), fill(density + 1, 7));
        assert!(fewer.differences(&more).all(|cell| fewer.get(cell) == 0));
    }
}

#[test]
fn random_fills_use_nonzero_values_only_and_overwrite() {
    let full = world(&[2, 4], "1111 1111");
    let fill = |values: &[u16]| {
        let cells = randomise(&full, &between(&full, &[0, 1], &[1, 2]), 100, 1, &Alphabet::new(values).unwrap());
        after(&full, &cells)
    };
    assert_eq!(fill(&[0, 7]), world(&[2, 4], "1771 1771"));
    // Nothing to occupy cells with.
    assert_eq!(fill(&[0]), world(&[2, 4], "1..1 1..1"));
}

fn copy(world: &World, low: &[u32], high: &[u32]) -> Block {
    Block::copy(world, &between(world, low, high)).unwrap()
}

fn put(block: &Block, world: &World, at: &[u32]) -> Put {
    block.put(world, world.shape().cell(at), plane(world), &alphabet()).unwrap()
}

#[test]
fn blocks_are_cut_at_the_edge() {
    let source = world(&[3, 3], "123 .12 3.7");
    let block = copy(&source, &[1, 1], &[2, 2]);
    assert_eq!((block.sides(), block.cells(), block.occupied()), ([2, 2].as_slice(), [1, 2, 0, 7].as_slice(), 3));
    let target = world(&[2, 3], "111 111");
    let inside = put(&block, &target, &[0, 1]);
    assert_eq!(after(&target, &inside.cells), world(&[2, 3], "112 1.7"));
    // 7 is counted before it is put anywhere.
    assert_eq!((inside.cut, inside.lost, inside.misfits), (0, 0, vec![(5, 7)]));
    let over = put(&block, &target, &[1, 2]);
    assert_eq!(over, Put { cells: vec![], cut: 3, lost: 2, misfits: vec![] });
}

#[test]
fn flat_blocks_lie_in_the_slice_of_the_target() {
    let target = World::empty(&Shape::new(&[2, 3, 3]).unwrap());
    let block = Block::new(&[2, 2], [1, 2, 3, 1]).unwrap();
    assert_eq!(after(&target, &put(&block, &target, &[1, 1, 0]).cells), world(&[2, 3, 3], "... ... ...  ... 12. 31."));
    let swapped = Plane { rows: Some(0), columns: 1 };
    let cells = block.put(&target, 2, swapped, &alphabet()).unwrap().cells;
    assert_eq!(after(&target, &cells), world(&[2, 3, 3], "..1 ..2 ...  ..3 ..1 ..."));
    // A row lies along the columns.
    let row = Block::new(&[2], [1, 2]).unwrap();
    assert_eq!(after(&target, &put(&row, &target, &[0, 0, 1]).cells), world(&[2, 3, 3], ".12 ... ...  ... ... ..."));
    // Three axes: two in the plane, and the other one along the last of the others.
    let deep = World::empty(&Shape::new(&[2, 2, 2, 2]).unwrap());
    let block = Block::new(&[2, 1, 2], [1, 2, 3, 1]).unwrap();
    assert_eq!(after(&deep, &put(&block, &deep, &[1, 0, 0, 0]).cells), world(&[2, 2, 2, 2], ".... .... 12.. 31.."));
}

#[test]
fn blocks_with_more_axes_do_without_sides_of_one() {
    let target = World::empty(&Shape::new(&[2, 2]).unwrap());
    for sides in [&[1, 2, 2][..], &[1, 1, 2, 2], &[2, 1, 2, 1]] {
        let block = Block::new(sides, [1, 2, 3, 1]).unwrap();
        assert_eq!(after(&target, &put(&block, &target, &[0, 0]).cells), world(&[2, 2], "12 31"), "{sides:?}");
    }
    // A column stays a column.
    let column = Block::new(&[1, 1, 2, 1], [1, 2]).unwrap();
    assert_eq!(after(&target, &put(&column, &target, &[0, 1]).cells), world(&[2, 2], ".1 .2"));
    let refused = Block::new(&[2, 2, 1, 2], [0]).unwrap().put(&target, 0, plane(&target), &alphabet()).unwrap_err();
    assert_eq!(refused.to_string(), "found a block of [2,2,1,2], expected at most 2 sides longer than 1");
}

#[test]
fn blocks_are_written_for_spreadsheets_or_as_lists() {
    let text = |sides: &[u32]| Block::new(sides, 0..64).unwrap().to_text();
    assert_eq!(text(&[2, 3]), "0\t1\t2\n3\t4\t5");
    assert_eq!(text(&[3]), "0\t1\t2");
    assert_eq!(text(&[3, 1]), "0\n1\n2");
    assert_eq!(text(&[2, 1, 2]), "0\t1\n2\t3");
    assert_eq!(text(&[1, 1, 1, 1]), "0");
    assert_eq!(text(&[2, 2, 2]), "[[[0,1],[2,3]],[[4,5],[6,7]]]");
    assert_eq!(text(&[1, 2, 2, 2]), "[[[[0,1],[2,3]],[[4,5],[6,7]]]]");
}

#[track_caller]
fn check_reshape(from: (&[u32], &str), to: (&[u32], &str), cut: &[(u32, u16)]) {
    let (world, expected) = (world(from.0, from.1), world(to.0, to.1));
    let (found, lost) = reshape(&world, expected.shape());
    assert_eq!((found, lost.as_slice()), (expected, cut));
}

#[test]
fn a_new_shape_keeps_what_fits() {
    check_reshape((&[2, 3], "12. 3.1"), (&[3, 2], "12 3. .."), &[(5, 1)]);
    check_reshape((&[2, 3], "12. 3.1"), (&[2, 2, 3], "12. 3.1  ... ..."), &[]);
    check_reshape((&[2, 2, 2], "12 3.  .1 2."), (&[2, 2], "12 3."), &[(5, 1), (6, 2)]);
    check_reshape((&[2, 2, 2], "12 3.  .1 2."), (&[3], "12."), &[(2, 3), (5, 1), (6, 2)]);
    check_reshape((&[3], "12."), (&[1, 2, 2], "12 .."), &[]);
}

#[test]
fn misfits_are_the_values_outside_an_alphabet() {
    let board = world(&[2, 3], "125 4.5");
    assert_eq!(misfits(&board, &alphabet()), [(2, 5), (3, 4), (5, 5)]);
    assert_eq!(misfits(&board, &Alphabet::new(&[5, 4, 2, 1, 0]).unwrap()), []);
}

fn worlds() -> impl Strategy<Value = World> {
    prop::collection::vec(1u32..6, 1..=4).prop_flat_map(|sides| {
        let shape = Shape::new(&sides).unwrap();
        prop::collection::vec(0u16..3, shape.volume()).prop_map(move |values| {
            let mut world = World::empty(&shape);
            for (cell, value) in values.into_iter().enumerate() {
                world.set(cell, value);
            }
            world
        })
    })
}

/// A world and two of its cells.
fn scenes() -> impl Strategy<Value = (World, usize, usize)> {
    worlds().prop_flat_map(|world| {
        let volume = world.shape().volume();
        (Just(world), 0..volume, 0..volume)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Filling is what RELABEL does.
    #[test]
    fn a_fill_of_the_world_is_a_relabel((world, cell, _) in scenes(), value in 0u16..4) {
        let space = Space { shape: world.shape().clone(), alphabet: alphabet() };
        let point = grids::world::codec::list(&space.shape.point(cell));
        let text = format!("{{\"op\":\"RELABEL\",\"p\":{point},\"v\":{value}}}");
        let event = Event::from_json(base::json::parse(&text).unwrap().root(), &space).unwrap();
        let mut relabelled = world.clone();
        execute(&*event.transition(&space).unwrap(), &mut relabelled, &mut Scratch::default()).unwrap();
        prop_assert_eq!(after(&world, &fill(&world, cell, Reach::World, value)), relabelled);
    }

    /// In a slice the fill never leaves it, and in the plane of a 2-D world it is that of the world.
    #[test]
    fn a_fill_of_a_slice_stays_there((world, cell, _) in scenes()) {
        let all = fill(&world, cell, Reach::World, 3);
        for plane in Plane::choices(world.shape().dimensions()) {
            let slice = Region::slice(&Mosaic::new(world.shape(), plane), cell);
            let cells = fill(&world, cell, Reach::Slice(plane), 3);
            prop_assert!(cells.iter().all(|change| all.contains(change)));
            prop_assert!(cells.iter().all(|&(cell, _)| slice.contains(&world.shape().point(cell as usize))));
            prop_assert!(cells.contains(&(cell as u32, 3)));
            if world.shape().dimensions() <= 2 {
                prop_assert_eq!(&cells, &all);
            }
            after(&world, &cells);
        }
    }

    #[test]
    fn tools_change_only_their_region((world, one, other) in scenes(), axis in 0usize..5, by in -6i32..6, seed: u64) {
        let region = Region::between(world.shape(), one, other);
        let tools = [
            mirror(&world, &region, axis),
            shift(&world, &region, axis, by),
            cover(&world, &region, 1),
            randomise(&world, &region, 50, seed, &alphabet()),
        ];
        for cells in &tools {
            after(&world, cells);
            prop_assert!(cells.iter().all(|&(cell, _)| region.contains(&world.shape().point(cell as usize))));
        }
        let mirrored = after(&world, &tools[0]);
        prop_assert_eq!(after(&mirrored, &mirror(&mirrored, &region, axis)), world.clone());
        // Each value that a shift leaves came from as far away as it says.
        let shifted = after(&world, &tools[1]);
        for &cell in region.cells(world.shape()).iter().filter(|_| axis < world.shape().dimensions()) {
            let mut from = world.shape().point(cell as usize);
            let x = i64::from(from[axis]) - i64::from(by);
            from[axis] = u32::try_from(x).unwrap_or(u32::MAX);
            let expected = if region.contains(&from) { world.get(world.shape().cell(&from)) } else { 0 };
            prop_assert_eq!(shifted.get(cell as usize), expected);
        }
    }

    #[test]
    fn a_stroke_is_connected_and_reversible_at_its_ends((world, one, other) in scenes()) {
        for plane in Plane::choices(world.shape().dimensions()) {
            let mosaic = Mosaic::new(world.shape(), plane);
            let cells = line(&mosaic, one, other);
            prop_assert_eq!(cells.last(), Some(&(other as u32)));
            let places: Vec<_> = cells.iter().map(|&cell| mosaic.place(cell as usize)).collect();
            for pair in places.windows(2) {
                let ((tile, row, column), (next, next_row, next_column)) = (pair[0], pair[1]);
                prop_assert_eq!(tile, next);
                prop_assert_eq!(row.abs_diff(next_row).max(column.abs_diff(next_column)), 1);
            }
        }
    }

    #[test]
    fn what_is_put_back_changes_nothing((world, one, other) in scenes()) {
        let region = Region::between(world.shape(), one, other);
        let block = Block::copy(&world, &region).unwrap();
        let at = world.shape().cell(region.low());
        let nothing = Put { cells: vec![], cut: 0, lost: 0, misfits: vec![] };
        prop_assert_eq!(block.put(&world, at, plane(&world), &alphabet()), Ok(nothing));
        // Into an empty world it goes whole, wherever it is cut.
        let empty = World::empty(world.shape());
        let put = block.put(&empty, other, plane(&world), &alphabet()).unwrap();
        prop_assert_eq!(put.cells.len() + put.lost, block.occupied());
    }

    #[test]
    fn reshaping_loses_nothing_silently(world in worlds(), sides in prop::collection::vec(1u32..6, 1..=4)) {
        let (reshaped, cut) = reshape(&world, &Shape::new(&sides).unwrap());
        prop_assert_eq!(reshaped.occupied() + cut.len(), world.occupied());
        if cut.is_empty() {
            prop_assert_eq!(reshape(&reshaped, world.shape()), (world, vec![]));
        }
    }
}
