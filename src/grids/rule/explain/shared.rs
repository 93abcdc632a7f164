//! What several families say in the same words: balls, sums, simultaneous writes.

use super::words::{all, form, number, some};
use super::{Moment, Part, Phase, Reason, Term, parts};
use crate::rule::Change;
use crate::rule::geometry::{ball_runs, sorted};

use super::cells::{Cells, Run};

/// The Manhattan distance of two points.
pub fn distance(one: &[u32], other: &[u32]) -> u64 {
    one.iter().zip(other).map(|(&a, &b)| u64::from(a.abs_diff(b))).sum()
}

/// The phase that selects a ball, and the ball.
pub fn ball_phase(at: &Moment<'_>, anchor: &[u32], radius: u64, clause: &'static str) -> (Phase, Cells) {
    let shape = &at.space.shape;
    let mut ball = Cells::default();
    ball_runs(shape, anchor, radius, |start, count| {
        ball.push_run(Run { first: start as u32, step: 1, count: count as u32 });
    });
    let centre = at.name(shape.cell(anchor));
    let beyond = |(&x, &side): (&u32, &u32)| u64::from(x) < radius || u64::from(side - 1 - x) < radius;
    let sentence = if radius == 0 {
        format!("With radius 0 the ball is {centre} alone.")
    } else {
        let cut = if anchor.iter().zip(shape.sides()).any(beyond) { ", cut off at the edge of the world" } else { "" };
        format!("The ball is {} within distance {radius} of {centre}{cut}.", all(ball.len(), "cell"))
    };
    let part = Part { taken: ball.clone(), ..Part::default() };
    (Phase::of_one("Ball", clause, sentence, part), ball)
}

/// Why a cell outside of a ball keeps its value; nothing if it is inside.
pub fn outside_ball(at: &Moment<'_>, cell: usize, anchor: &[u32], radius: u64, clause: &'static str) -> Option<Reason> {
    let shape = &at.space.shape;
    let distance = distance(&shape.point(cell), anchor);
    let anchor = shape.cell(anchor);
    (distance > radius).then(|| {
        let ends = if radius == 0 { "is that cell alone".to_owned() } else { format!("ends at distance {radius}") };
        let because = format!("it is at distance {distance} from {}, and the ball {ends}", at.name(anchor));
        at.kept(cell, because, clause).naming([anchor])
    })
}

/// The only phase of an event whose anchor is empty.
pub fn anchor_phase(at: &Moment<'_>, anchor: usize) -> Phase {
    let cell = || Cells::from_iter([anchor as u32]);
    let sentence = format!("{} holds 0, so nothing changes.", at.name(anchor));
    Phase::of_one(
        "Anchor",
        "if W(p) = 0, nothing changes",
        sentence,
        Part { scan: 1, reads: cell(), left: cell(), ..Part::default() },
    )
}

/// The part that assigns values to cells, all at once.
pub fn write_part(at: &Moment<'_>, assigned: impl IntoIterator<Item = (u32, u16)>) -> Part {
    let mut part = Part::default();
    for (cell, after) in assigned {
        let before = at.get(cell as usize);
        part.writes.push(cell);
        if before != after {
            part.changes.push(Change { cell, before, after });
        }
    }
    part.taken = part.writes.clone();
    part
}

/// The phases that add up the neighbourhoods of cells and write the results. `value` makes the new value of the sum, and
/// `clauses` are the words of the card for either phase.
pub fn sum_phases(at: &Moment<'_>, cells: &[u32], value: impl Fn(Term) -> Term, clauses: [String; 2]) -> [Phase; 2] {
    let shape = &at.space.shape;
    let neighbours = shape.neighbours();
    let sums = parts(cells.len(), |range| {
        let group = &cells[range];
        let scan = group.iter().map(|&cell| 1 + u64::from(neighbours.degree(cell as usize))).sum();
        let taken = group.iter().copied().collect();
        if let &[cell] = group {
            let term = value(sum(at, cell as usize));
            let sentence = format!("{}: {term} = {}.", at.name(cell as usize), term.evaluate());
            return Part { sentence, scan, reads: term.cells().into_iter().collect(), taken, ..Part::default() };
        }
        // Cells that are added up together share most of their neighbours, so each is kept once.
        let all = group.iter().flat_map(|&cell| neighbours.of(cell as usize).map(|near| near as u32).chain([cell]));
        let reads: Cells = sorted(all.collect()).into_iter().collect();
        let sentence = format!("{} sums together, from {} to {}.", group.len(), at.name(group[0] as usize), last(at, group));
        Part { sentence, scan, reads, taken, ..Part::default() }
    });
    let [sum_clause, write_clause] = clauses;
    let added = match cells.len() {
        1 => "The old values of the cell and of its neighbours are added and reduced.".to_owned(),
        count => {
            format!("For each of the {} cells its old value and those of its neighbours are added and reduced.", number(count))
        }
    };
    let total = |cell: u32| Term::Number(neighbours.sum(at.before.cells(), cell as usize));
    let part = write_part(at, cells.iter().map(|&cell| (cell, value(total(cell)).evaluate() as u16)));
    let written = match (cells.len(), part.changes.len()) {
        (1, 0) => "The sum is written, and the value is the same.".to_owned(),
        (1, _) => "The sum is written.".to_owned(),
        (all, changed) => {
            format!(
                "The {} sums are written at once: {} {}.",
                number(all),
                some(changed, "value"),
                form(changed, "changes", "change")
            )
        }
    };
    [Phase::new("Add", sum_clause, added, sums), Phase::of_one("Write", write_clause, written, part)]
}

/// Why a cell has the value that its neighbourhood adds up to.
pub fn sum_reason(at: &Moment<'_>, cell: usize, value: impl Fn(Term) -> Term, clause: String) -> Reason {
    let term = value(sum(at, cell));
    let because = match at.space.shape.neighbours().degree(cell) as usize {
        0 => "itself alone, since it has no neighbours".to_owned(),
        count => format!("itself and {}, all read before the event", some(count, "neighbour")),
    };
    let cells = term.cells();
    at.reason(cell, term, because, clause).naming(cells.into_iter().map(|cell| cell as usize))
}

/// W(x) plus the values of the neighbours of x.
fn sum(at: &Moment<'_>, cell: usize) -> Term {
    let neighbours = at.space.shape.neighbours();
    Term::Sum([cell].into_iter().chain(neighbours.of(cell)).map(|cell| at.value(cell)).collect())
}

fn last(at: &Moment<'_>, group: &[u32]) -> String {
    group.last().map(|&cell| at.name(cell as usize)).unwrap_or_default()
}

/// What a ball is, for people.
pub(in crate::rule) fn ball_words(center: &str) -> (&'static str, String) {
    ("Manhattan ball", format!("the cells at most r steps along the axes from {center}: a diamond, not a square"))
}

/// What a component is, for people.
pub(in crate::rule) fn component_words() -> (&'static str, String) {
    ("component", "cells of the same value of which each is connected to the others by steps along the axes".to_owned())
}

/// What a remainder is, for people.
pub(in crate::rule) fn modulo_words(modulus: &'static str, of: &str, value: u32) -> (&'static str, String) {
    (modulus, format!("{of}: mod {value} is the remainder of a division by {value}"))
}

/// What neighbours are, for people.
pub(in crate::rule) fn neighbour_words() -> (&'static str, String) {
    ("neighbours", "the cells one step away along one axis, never across a corner or the edge".to_owned())
}
