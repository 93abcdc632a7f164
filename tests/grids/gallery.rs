//! The built-in instances: every line opens, says what it should, and its edge cases matter.

use grids::gallery::{self, Entry};
use grids::instance::Instance;
use grids::trace::Trace;
use grids::world::World;

fn open(entry: &Entry) -> (Instance, Trace) {
    Instance::open(entry.line).unwrap_or_else(|error| panic!("{}: {error}", entry.id))
}

fn open_id(id: &str) -> (Instance, Trace) {
    open(gallery::find(id).unwrap_or_else(|| panic!("no entry {id}")))
}

/// One row of digits per line of the last axis.
fn board(world: &World) -> Vec<String> {
    let columns = *world.shape().sides().last().unwrap() as usize;
    world.cells().chunks(columns).map(|row| row.iter().map(u16::to_string).collect()).collect()
}

fn check_states(id: &str, expected: &[&[&str]]) {
    let (instance, trace) = open_id(id);
    assert_eq!(trace.len() + 1, expected.len(), "{id}");
    for (t, rows) in expected.iter().enumerate() {
        assert_eq!(board(&trace.state(&instance.initial, t)), *rows, "{id} W_{t}");
    }
}

#[test]
fn every_line_is_an_entry_that_opens_with_its_final_state() {
    for entry in gallery::entries() {
        let (instance, trace) = open(entry);
        assert_eq!(instance.id, entry.id);
        assert_eq!(instance.to_json(&trace), entry.line, "{}", entry.id);
        assert_eq!(entry.steps.len(), instance.events.len(), "{}: one sentence per event", entry.id);
        for text in entry.steps.iter().chain([&entry.note]) {
            assert!(text.ends_with('.') && text.len() <= 240, "{}: {text}", entry.id);
        }
        assert!(!entry.title.is_empty() && entry.title.len() <= 40, "{}", entry.id);
    }
}

#[test]
fn a_step_says_that_nothing_changes_exactly_when_nothing_does() {
    for entry in gallery::entries() {
        let (_, trace) = open(entry);
        for (index, sentence) in entry.steps.iter().enumerate() {
            let says = sentence.to_lowercase().contains("nothing changes");
            assert_eq!(says, trace.changes(index + 1).is_empty(), "{} event {}: {sentence}", entry.id, index + 1);
        }
    }
}

#[test]
fn figures_come_first_then_lines_then_the_families() {
    let entries = gallery::entries();
    assert_eq!(entries[0].id, "figure-1a");
    let mut ids: Vec<&str> = entries.iter().map(|entry| entry.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), entries.len(), "ids are unique");

    let mut groups: Vec<&str> = entries.iter().map(|entry| entry.group).collect();
    groups.dedup();
    let mut expected = vec!["Figures of the paper", "One line (Table 6)"];
    expected.extend(grids::rule::core_families().map(|family| family.name()));
    assert_eq!(groups, expected);

    let count = |group: &str| entries.iter().filter(|entry| entry.group == group).count();
    assert_eq!((count(groups[0]), count(groups[1])), (6, 8));
    for family in grids::rule::core_families() {
        assert_eq!(count(family.name()), 3);
        let (instance, _) = open_id(&format!("table-6-{}", family.name().to_lowercase()));
        assert_eq!((instance.family, instance.space.shape.to_string().as_str()), (family, "[5]"));
    }
    assert_eq!(gallery::find("no-such-id"), None);
}

#[test]
fn the_gallery_is_small() {
    let bytes: usize = gallery::entries().iter().map(|entry| entry.line.len() + 1).sum();
    assert!(bytes <= 90_000, "{bytes} bytes");
}

#[test]
fn each_family_has_a_history_on_each_main_shape() {
    for family in grids::rule::core_families() {
        for (dimension, shape) in [("2d", "[16,16]"), ("3d", "[6,6,7]"), ("4d", "[4,4,4,4]")] {
            let (instance, _) = open_id(&format!("{}-{dimension}", family.name().to_lowercase()));
            assert_eq!(instance.family, family);
            assert_eq!(instance.space.shape.to_string(), shape);
            assert!((8..=16).contains(&instance.events.len()), "{}: {} events", instance.id, instance.events.len());
            let sets = instance.events.iter().filter(|event| !event.family.is_core()).count();
            assert!(sets >= 1, "{}: no SET", instance.id);
        }
    }
}

#[test]
fn figure_1_moves_as_the_paper_prints_it() {
    check_states(
        "figure-1a",
        &[
            &["0020", "0002", "0000", "1002"],
            &["0020", "0002", "0000", "0102"],
            &["0020", "0202", "0000", "0102"],
            &["0020", "0202", "0100", "0002"],
        ],
    );
    let (instance, trace) = open_id("figure-1b");
    let at = |t: usize, point: [u32; 3]| {
        let world = trace.state(&instance.initial, t);
        world.get(instance.space.shape.cell(&point))
    };
    assert_eq!([at(0, [0, 1, 0]), at(1, [1, 1, 0]), at(2, [1, 1, 2]), at(3, [1, 1, 1])], [1, 1, 2, 1]);
    let ones = |t: usize| trace.state(&instance.initial, t).cells().iter().filter(|&&value| value == 1).count();
    assert!((0..=3).all(|t| ones(t) == 1));
    // Clearing this cell would be an error among the unchanged cells (3.4), so it holds an obstacle throughout.
    assert_eq!([at(0, [2, 0, 0]), at(3, [2, 0, 0])], [2, 2]);
}

#[test]
fn figure_7_has_the_printed_numbers() {
    check_states("figure-7-relabel", &[&["1012", "1102", "0210"], &["3012", "3302", "0210"]]);

    // Sums 4, 2, 5, 8, 3; 22 incidences over ten cells, five of them outside the five written ones.
    check_states("figure-7-stencil", &[&["1020", "0131", "0110"], &["1020", "2101", "0310"]]);
    let (instance, trace) = open_id("figure-7-stencil");
    let footprint = trace.footprint(&instance, 1, &instance.initial);
    assert_eq!((footprint.scan, footprint.reads.len(), footprint.writes.len()), (22, 10, 5));
    assert_eq!(trace.changes(1).len(), 3);

    // Four entities and nine looks; the transit cells [1,2] and [2,3] are written and stay 0.
    check_states("figure-7-move", &[&["11020", "01002", "00100"], &["01120", "00012", "00001"]]);
    let (instance, trace) = open_id("figure-7-move");
    let footprint = trace.footprint(&instance, 1, &instance.initial);
    assert_eq!(footprint.scan, 4 + 9);
    assert!([7, 13].iter().all(|cell| footprint.writes.contains(cell)));

    check_states("figure-7-layer", &[&["00000", "01100", "01201", "00000"], &["01100", "11110", "11201", "01000"]]);
}

#[test]
fn the_lines_end_as_table_6_prints_them() {
    for (family, before, after) in [
        ("paint", "01120", "03320"),
        ("reflect", "10230", "10320"),
        ("stencil", "12030", "13130"),
        ("mix", "12031", "11031"),
        ("relabel", "11012", "22012"),
        ("layer", "01102", "11112"),
        ("move", "11020", "01120"),
        ("compress", "20240", "44000"),
    ] {
        check_states(&format!("table-6-{family}"), &[&[before], &[after]]);
    }
}

#[test]
fn the_edge_case_of_each_family_decides_its_three_histories() {
    for (family, misreading) in MISREADINGS {
        for dimension in ["2d", "3d", "4d"] {
            let (instance, trace) = open_id(&format!("{}-{dimension}", family.to_lowercase()));
            let reference = trace.state(&instance.initial, trace.len());
            let replay = |misread: bool| {
                let mut world = Naive::of(&instance);
                let events: Vec<serde_json::Value> = serde_json::from_str(&instance.events_json()).unwrap();
                for event in &events {
                    world.step(event, misread);
                }
                world.cells
            };
            let cells: Vec<u32> = reference.cells().iter().map(|&value| value.into()).collect();
            assert_eq!(replay(false), cells, "{}: the naive rule as it should be", instance.id);
            assert_ne!(replay(true), cells, "{}: {misreading}", instance.id);
        }
    }
    let families: Vec<&str> = MISREADINGS.iter().map(|(family, _)| *family).collect();
    assert!(grids::rule::core_families().map(|family| family.name()).eq(families));
}

/// What [`Naive::step`] gets wrong in each family when it is told to misread.
const MISREADINGS: [(&str, &str); 8] = [
    ("PAINT", "the ball is a box"),
    ("REFLECT", "zeros are not written"),
    ("STENCIL", "cells are updated in place"),
    ("MIX", "the region is the Manhattan ball's nonzero cells"),
    ("RELABEL", "all cells of the label are one region"),
    ("LAYER", "the outside of the world counts as empty"),
    ("MOVE", "back to front"),
    ("COMPRESS", "merging is repeated"),
];

/// The rules once more in a few naive lines each, on all coordinates, with one switch per family that misreads it.
struct Naive {
    sides: Vec<i64>,
    modulus: u32,
    cells: Vec<u32>,
}

type Point = Vec<i64>;

impl Naive {
    fn of(instance: &Instance) -> Naive {
        Naive {
            sides: instance.space.shape.sides().iter().map(|&side| side.into()).collect(),
            modulus: instance.space.alphabet.values().len() as u32,
            cells: instance.initial.cells().iter().map(|&value| value.into()).collect(),
        }
    }

    fn points(&self) -> Vec<Point> {
        self.sides.iter().fold(vec![vec![]], |points, &side| {
            points.iter().flat_map(|point| (0..side).map(|x| [&point[..], &[x]].concat())).collect()
        })
    }

    fn index(&self, point: &[i64]) -> Option<usize> {
        let inside = point.iter().zip(&self.sides).all(|(&x, &side)| (0..side).contains(&x));
        inside.then(|| point.iter().zip(&self.sides).fold(0, |index, (&x, &side)| index * side + x) as usize)
    }

    /// The value of a cell; outside the world there is none.
    fn get(&self, point: &[i64]) -> Option<u32> {
        self.index(point).map(|index| self.cells[index])
    }

    fn set(&mut self, point: &[i64], value: u32) {
        let index = self.index(point).unwrap();
        self.cells[index] = value;
    }

    /// The neighbours, also those outside the world.
    fn around(point: &[i64]) -> impl Iterator<Item = Point> {
        let point = point.to_vec();
        (0..point.len()).flat_map(|axis| [-1, 1].map(|step| (axis, step))).map(move |(axis, step)| {
            let mut neighbour = point.clone();
            neighbour[axis] += step;
            neighbour
        })
    }

    fn sum(&self, point: &[i64]) -> u32 {
        self.get(point).unwrap() + Naive::around(point).filter_map(|neighbour| self.get(&neighbour)).sum::<u32>()
    }

    /// The cells reached from `start` in at most `steps` steps through cells whose value passes.
    fn reached(&self, start: &[i64], steps: u64, passes: impl Fn(u32) -> bool) -> Vec<Point> {
        let mut reached = vec![start.to_vec()];
        let mut front = reached.clone();
        for _ in 0..steps {
            let mut next: Vec<Point> = Vec::new();
            for neighbour in front.iter().flat_map(|point| Naive::around(point)) {
                let new = !reached.contains(&neighbour) && !next.contains(&neighbour);
                if new && self.get(&neighbour).is_some_and(&passes) {
                    next.push(neighbour);
                }
            }
            if next.is_empty() {
                break;
            }
            reached.extend(next.iter().cloned());
            front = next;
        }
        reached
    }

    fn component(&self, start: &[i64]) -> Vec<Point> {
        let label = self.get(start).unwrap();
        self.reached(start, u64::MAX, |value| value == label)
    }

    fn step(&mut self, event: &serde_json::Value, misread: bool) {
        let point = |name: &str| -> Point { event[name].as_array().unwrap().iter().map(|x| x.as_i64().unwrap()).collect() };
        let number = |name: &str| event[name].as_i64().unwrap();
        let label = |name: &str| event[name].as_u64().unwrap() as u32;
        let distances = |a: &[i64], b: &[i64]| -> Vec<i64> { a.iter().zip(b).map(|(x, y)| (x - y).abs()).collect() };
        let old = Naive { sides: self.sides.clone(), modulus: self.modulus, cells: self.cells.clone() };
        let points = self.points();
        match event["op"].as_str().unwrap() {
            "SET" => self.set(&point("p"), label("v")),
            "PAINT" => {
                for x in &points {
                    let away = distances(x, &point("a"));
                    let distance = if misread { *away.iter().max().unwrap() } else { away.iter().sum() };
                    if distance <= number("r") && old.get(x) == Some(label("u")) {
                        self.set(x, label("v"));
                    }
                }
            }
            "REFLECT" => {
                let (lo, hi, axis) = (point("lo"), point("hi"), number("axis") as usize);
                for x in &points {
                    if (0..x.len()).all(|axis| lo[axis] <= x[axis] && x[axis] <= hi[axis]) {
                        let mut mirrored = x.clone();
                        mirrored[axis] = lo[axis] + hi[axis] - x[axis];
                        let value = old.get(x).unwrap();
                        if value != 0 || !misread {
                            self.set(&mirrored, value);
                        }
                    }
                }
            }
            "STENCIL" => {
                for x in &points {
                    if distances(x, &point("a")).iter().sum::<i64>() <= number("r") {
                        let sum = if misread { self.sum(x) } else { old.sum(x) };
                        self.set(x, sum % self.modulus);
                    }
                }
            }
            "MIX" => {
                let anchor = point("p");
                if old.get(&anchor) == Some(0) {
                    return;
                }
                let region = if misread {
                    let near = |x: &Point| distances(x, &anchor).iter().sum::<i64>() <= number("r");
                    points.into_iter().filter(|x| near(x) && old.get(x) != Some(0)).collect()
                } else {
                    old.reached(&anchor, number("r") as u64, |value| value != 0)
                };
                for x in &region {
                    self.set(x, 1 + old.sum(x) % (self.modulus - 1));
                }
            }
            "RELABEL" => {
                let anchor = point("p");
                let region = if misread {
                    points.into_iter().filter(|x| old.get(x) == old.get(&anchor)).collect()
                } else {
                    old.component(&anchor)
                };
                for x in &region {
                    self.set(x, label("v"));
                }
            }
            "LAYER" => {
                let anchor = point("p");
                let value = old.get(&anchor).unwrap();
                if value == 0 {
                    return;
                }
                for x in old.component(&anchor) {
                    for neighbour in Naive::around(&x) {
                        match old.get(&neighbour) {
                            Some(0) if number("s") == 1 => self.set(&neighbour, value),
                            Some(0) => self.set(&x, 0),
                            None if misread && number("s") == -1 => self.set(&x, 0),
                            _ => {}
                        }
                    }
                }
            }
            "MOVE" => {
                let (axis, direction) = (number("axis") as usize, number("direction"));
                let mut moving: Vec<Point> = points.into_iter().filter(|x| old.get(x) == Some(label("v"))).collect();
                moving.sort_by_key(|x| if misread { direction * x[axis] } else { -direction * x[axis] });
                for origin in moving {
                    let mut place = origin.clone();
                    for _ in 0..number("k") {
                        let mut next = place.clone();
                        next[axis] += direction;
                        if self.get(&next) != Some(0) {
                            break;
                        }
                        place = next;
                    }
                    self.set(&origin, 0);
                    self.set(&place, label("v"));
                }
            }
            "COMPRESS" => {
                let (axis, direction) = (number("axis") as usize, number("direction"));
                for start in points.iter().filter(|x| x[axis] == 0) {
                    let mut line: Vec<Point> = (0..self.sides[axis])
                        .map(|x| {
                            let mut place = start.clone();
                            place[axis] = x;
                            place
                        })
                        .collect();
                    if direction == 1 {
                        line.reverse();
                    }
                    let mut tiles: Vec<u32> = line.iter().map(|x| old.get(x).unwrap()).filter(|&value| value != 0).collect();
                    loop {
                        let before = tiles.len();
                        let mut first = 0;
                        while first + 1 < tiles.len() {
                            if tiles[first] == tiles[first + 1] {
                                tiles[first] += tiles.remove(first + 1);
                            }
                            first += 1;
                        }
                        if !misread || tiles.len() == before {
                            break;
                        }
                    }
                    tiles.resize(line.len(), 0);
                    for (x, &value) in line.iter().zip(&tiles) {
                        self.set(x, value);
                    }
                }
            }
            op => panic!("{op}"),
        }
    }
}
