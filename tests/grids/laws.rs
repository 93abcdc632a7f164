//! Protects the properties of appendix B.6: conservation, order and accounting on random worlds, through the main executor.

use base::json;
use base::random::Stream;
use grids::rule::{Event, FAMILIES, Footprint, Scratch, core_families, execute};
use grids::world::{Alphabet, Shape, Space, World};
use std::collections::BTreeSet;

use crate::both::points;
use crate::sample::{Sample, line, to_json};

/// Random events per family and law.
const ROUNDS: usize = 5_000;

/// One executed event.
struct Run {
    space: Space,
    event: Event,
    before: World,
    after: World,
    footprint: Footprint,
    changed: Vec<usize>,
    line: String,
}

impl Run {
    fn integer(&self, name: &str) -> i64 {
        self.event.args.integer(name)
    }

    fn points(&self) -> Vec<Vec<i64>> {
        points(self.space.shape.sides())
    }

    /// The lines parallel to an axis, each from coordinate 0 on.
    fn lines(&self, axis: usize) -> Vec<Vec<usize>> {
        let (stride, side) = (self.space.shape.strides()[axis], self.space.shape.sides()[axis] as usize);
        let starts = self.points().into_iter().enumerate().filter(|(_, x)| x[axis] == 0);
        starts.map(|(cell, _)| (0..side).map(|at| cell + at * stride).collect()).collect()
    }
}

/// Holds a law on random valid events of one operation; the rest of a sample's history is run before, so that the world is one
/// that events have made. A false law prints its instance.
fn law(op: &'static str, holds: impl Fn(&Run) -> bool) {
    let (mut index, mut rounds) = (0, 0);
    while rounds < ROUNDS {
        let mut stream = Stream::new(&format!("tests/laws/{op}/{index}"));
        index += 1;
        let mut sample = Sample::new(op, 6, &mut stream);
        sample.events.push(sample.event(op, &mut stream));
        let space = Space { shape: Shape::new(&sample.shape).unwrap(), alphabet: Alphabet::new(&sample.alphabet).unwrap() };
        let mut world = World::empty(&space.shape);
        for (cell, value) in sample.cells.iter().enumerate() {
            world.set(cell, *value);
        }
        let texts: Vec<String> = sample.events.iter().map(to_json).collect();
        let line = line(&sample.shape, &sample.alphabet, &sample.initial(&mut stream), &texts);
        for text in &texts {
            let event = read(text, &space);
            let before = world.clone();
            let footprint = event.transition(&space).unwrap().footprint(&world, &mut Scratch::default());
            let Some(changed) = apply(&event, &space, &mut world) else { break };
            if event.family.name() == op {
                let (space, after, line) = (space.clone(), world.clone(), line.clone());
                let run = Run { space, event, before, after, footprint, changed, line };
                assert!(holds(&run), "the law does not hold for {text} in {}", run.line);
                rounds += 1;
            }
        }
    }
}

fn read(text: &str, space: &Space) -> Event {
    Event::from_json(json::parse(text).unwrap().root(), space).unwrap()
}

/// Executes an event and returns the changed cells, or nothing if it needs a value outside the alphabet.
fn apply(event: &Event, space: &Space, world: &mut World) -> Option<Vec<usize>> {
    let mut scratch = Scratch::default();
    let changes = execute(event.transition(space).unwrap().as_ref(), world, &mut scratch).ok()?;
    Some(changes.iter().map(|change| change.cell as usize).collect())
}

fn label_counts(world: &World) -> Vec<u16> {
    let mut cells = world.cells().to_vec();
    cells.sort_unstable();
    cells
}

fn occupied(world: &World) -> Vec<usize> {
    (0..world.cells().len()).filter(|&cell| world.get(cell) != 0).collect()
}

#[test]
fn changes_lie_in_the_write_support() {
    for family in FAMILIES {
        law(family.name(), |run| {
            let writes: BTreeSet<usize> = run.footprint.writes.iter().map(|&cell| cell as usize).collect();
            let changed: BTreeSet<usize> = run.changed.iter().copied().collect();
            let differences: BTreeSet<usize> = run.before.differences(&run.after).collect();
            // D as reported is D as equation 5 defines it, D is a subset of S, and so cells outside S keep their values.
            changed == differences && differences.is_subset(&writes) && changed.len() == run.changed.len()
        });
    }
}

#[test]
fn footprints_are_increasing_and_scan_counts_every_read_at_least_once() {
    for family in FAMILIES {
        law(family.name(), |run| {
            let Footprint { scan, reads, writes } = &run.footprint;
            let increasing = |cells: &[u32]| cells.windows(2).all(|pair| pair[0] < pair[1]);
            let read = |cell: &u32| reads.binary_search(cell).is_ok();
            increasing(reads) && increasing(writes) && *scan >= reads.len() as u64 && writes.iter().all(read)
        });
    }
}

#[test]
fn an_all_zero_world_is_a_fixed_point() {
    for family in core_families().filter(|family| !["PAINT", "RELABEL"].contains(&family.name())) {
        law(family.name(), |run| {
            let mut world = World::empty(&run.space.shape);
            apply(&run.event, &run.space, &mut world) == Some(Vec::new()) && world == World::empty(&run.space.shape)
        });
    }
}

#[test]
fn reflect_is_an_involution_and_keeps_label_counts() {
    law("REFLECT", |run| {
        let mut twice = run.after.clone();
        apply(&run.event, &run.space, &mut twice);
        twice == run.before && label_counts(&run.after) == label_counts(&run.before)
    });
}

#[test]
fn mix_keeps_the_occupied_set_and_stays_within_1_to_k() {
    law("MIX", |run| {
        let k = run.space.alphabet.modulus().unwrap() - 1;
        let within = run.footprint.writes.iter().all(|&cell| (1..=k).contains(&u32::from(run.after.get(cell as usize))));
        within && occupied(&run.before) == occupied(&run.after)
    });
}

#[test]
fn move_keeps_label_counts_order_and_limits() {
    law("MOVE", |run| {
        let (v, axis, s, k) = (run.integer("v"), run.integer("axis") as usize, run.integer("direction"), run.integer("k"));
        let ordered = run.lines(axis).into_iter().all(|line| {
            let labels =
                |world: &World| -> Vec<u16> { line.iter().map(|&cell| world.get(cell)).filter(|value| *value != 0).collect() };
            let places = |world: &World| -> Vec<i64> {
                (0..line.len()).filter(|&at| i64::from(world.get(line[at])) == v).map(|at| at as i64).collect()
            };
            let (a, b) = (places(&run.before), places(&run.after));
            let moved = a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (0..=k).contains(&(s * (b - a))));
            moved && labels(&run.before) == labels(&run.after)
        });
        ordered && label_counts(&run.before) == label_counts(&run.after)
    });
}

#[test]
fn compress_keeps_line_sums_and_never_adds_tiles() {
    law("COMPRESS", |run| {
        let sums = |world: &World| -> Vec<u64> {
            let lines = run.lines(run.integer("axis") as usize);
            lines.iter().map(|line| line.iter().map(|&cell| u64::from(world.get(cell))).sum()).collect()
        };
        sums(&run.before) == sums(&run.after) && run.after.occupied() <= run.before.occupied()
    });
}

/// Equation 15, with the adjacency matrix written out from coordinates.
#[test]
fn stencil_is_linear() {
    law("STENCIL", |run| {
        let m = run.space.alphabet.modulus().unwrap();
        let points = run.points();
        let distance = |x: &[i64], y: &[i64]| x.iter().zip(y).map(|(x, y)| (x - y).abs()).sum::<i64>();
        let w = run.before.cells();
        let image = (0..points.len()).map(|x| {
            let in_support = run.footprint.writes.binary_search(&(x as u32)).is_ok();
            let adjacent = (0..points.len()).filter(|&y| in_support && distance(&points[x], &points[y]) == 1);
            ((u32::from(w[x]) + adjacent.map(|y| u32::from(w[y])).sum::<u32>()) % m) as u16
        });
        // F(w + w') = F(w) + F(w'), with the image of w itself as the other world.
        let sum = |one: &World, other: &World| {
            let mut world = World::empty(&run.space.shape);
            for cell in 0..points.len() {
                world.set(cell, ((u32::from(one.get(cell)) + u32::from(other.get(cell))) % m) as u16);
            }
            world
        };
        let (mut other, mut both) = (run.after.clone(), sum(&run.before, &run.after));
        apply(&run.event, &run.space, &mut other);
        apply(&run.event, &run.space, &mut both);
        image.eq(run.after.cells().iter().copied()) && both == sum(&run.after, &other)
    });
}

/// Equation 14 and the sentence after it.
#[test]
fn aggregation_reads_are_bounded() {
    for op in ["STENCIL", "MIX"] {
        law(op, |run| {
            let Footprint { scan, writes, .. } = &run.footprint;
            let (support, d, n) = (writes.len() as u64, run.space.shape.dimensions() as u64, run.space.shape.volume() as u64);
            let whole = support < n || *scan == n + 2 * edges(run.space.shape.sides());
            whole && (support == 0 && *scan == 1 || *scan <= (1 + 2 * d) * support)
        });
    }
}

/// Both signs have positive effect precisely when the external boundary of the component contains an empty cell.
#[test]
fn layer_has_effect_exactly_at_an_empty_boundary() {
    law("LAYER", |run| {
        let anchor = run.space.shape.cell(run.event.args.point("p"));
        let p = format!("{:?}", run.event.args.point("p"));
        // What is read is the component, which is occupied, and its boundary.
        let empty = run.footprint.reads.iter().any(|&cell| run.before.get(cell as usize) == 0);
        [-1, 1].into_iter().all(|s| {
            let event = read(&format!("{{\"op\":\"LAYER\",\"p\":{p},\"s\":{s}}}"), &run.space);
            let mut world = run.before.clone();
            let effect = apply(&event, &run.space, &mut world).unwrap().len();
            (effect > 0) == (empty && run.before.get(anchor) != 0)
        })
    });
}

/// E by equation 11.
fn edges(sides: &[u32]) -> u64 {
    let volume: u64 = sides.iter().map(|side| u64::from(*side)).product();
    sides.iter().map(|side| u64::from(*side - 1) * volume / u64::from(*side)).sum()
}

/// Table 7: counted in the world's own geometry, by the formulas, and by a full-world STENCIL and MIX.
#[test]
fn table_7() {
    for (sides, n, e, degree, boundary, scan) in [
        (&[16, 16][..], 256, 480, "3.750", "23.44", 1216),
        (&[6, 6, 7], 252, 636, "5.048", "68.25", 1524),
        (&[4, 4, 4, 4], 256, 768, "6.000", "93.75", 1792),
    ] {
        let shape = Shape::new(sides).unwrap();
        assert_eq!((shape.volume(), edges(sides)), (n, e));
        let degrees: Vec<u64> = (0..n).map(|cell| u64::from(shape.neighbours().degree(cell))).collect();
        assert_eq!(degrees.iter().sum::<u64>(), 2 * e);
        assert_eq!((0..n).map(|cell| shape.neighbours().of(cell).count() as u64).sum::<u64>(), 2 * e);
        assert_eq!(format!("{:.3}", 2.0 * e as f64 / n as f64), degree);
        // Equation 12.
        let mean = 2.0 * sides.iter().map(|side| 1.0 - 1.0 / f64::from(*side)).sum::<f64>();
        assert_eq!(format!("{mean:.3}"), degree);
        // On the boundary of the world a neighbour is missing; equation 13.
        let full = 2 * sides.len() as u64;
        let missing = degrees.iter().filter(|degree| **degree < full).count();
        assert_eq!(format!("{:.2}", 100.0 * missing as f64 / n as f64), boundary);
        let inner: f64 = sides.iter().map(|side| f64::from(side.saturating_sub(2))).product();
        assert_eq!(format!("{:.2}", 100.0 * (1.0 - inner / n as f64)), boundary);
        let space = Space { shape: shape.clone(), alphabet: Alphabet::new(&[0, 1, 2, 3]).unwrap() };
        let mut world = World::empty(&shape);
        for cell in 0..n {
            world.set(cell, 1);
        }
        for op in ["{\"op\":\"STENCIL\",\"a\"", "{\"op\":\"MIX\",\"p\""] {
            let event = read(&format!("{op}:{:?},\"r\":99}}", vec![0; sides.len()]), &space);
            let footprint = event.transition(&space).unwrap().footprint(&world, &mut Scratch::default());
            assert_eq!((footprint.scan, footprint.writes.len()), (scan, n));
        }
    }
}
