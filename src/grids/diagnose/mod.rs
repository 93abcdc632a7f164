//! Which misreading explains an answer.
//!
//! An answer that is wrong in many cells is seldom wrong in many ways: a rule was read otherwise, or an event left out. [`Search`]
//! carries the history out under every known misreading of its rule ([`crate::rule::explain::Misreading`], in each family's file), with
//! every [`SlipKind`], and with pairs of both, and asks how much shorter the answer can be told as "what this reading gives, but for
//! these cells" than as "the reference, but for these cells".
//!
//! The measure is a number of bits, [`Explanation::gain`]. To tell an answer on top of a state takes [`Lengths::differing`] of the number
//! of cells that differ: how many, which, and which values. To tell the reading takes its freedom: 1 bit for whether it is single or a
//! pair, log2 of the number of kinds that make a difference, and log2 of the number of places at which its kind does. Without a reading
//! the answer is told on top of the reference or, where that is shorter, by itself: on top of the empty world, by how often each
//! value occurs ([`Lengths::arranged`]), or cell by cell ([`Lengths::drawn`]). A pair names its rule, its slip among all, and its place.
//!
//! A reading that gains [`CLAIM`] bits is claimed. If the wrong cells of an answer were drawn by chance, their number first, then their
//! places and values, or every cell by itself, the probability that any reading gains so much is at most 2^-CLAIM, about 1 in 1000,
//! whatever the world is: the texts with a reading together are a prefix code (the inequality of Kraft).

pub mod accuracy;
mod bits;
mod course;
mod slip;
mod timeline;

pub use self::bits::{Bits, Lengths};
pub use self::course::Misrule;
pub use self::slip::{SLIPS, Slip, SlipKind};
pub use self::timeline::Timeline;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use self::course::Course;
use crate::instance::Instance;
use crate::rule::explain::explained;
use crate::trace::Trace;
use crate::world::World;

/// What a reading has to gain to be claimed.
pub const CLAIM: Bits = Bits::whole(10);

/// How somebody may have read an instance: with another rule, with a slip in the history, or with both.
#[derive(Clone, Copy)]
pub struct Reading {
    /// The rule that was misread.
    pub rule: Option<Misrule>,
    /// What happened to the history.
    pub slip: Option<Slip>,
}

impl Reading {
    /// All single readings of an instance, by kind.
    pub fn kinds(instance: &Instance) -> Vec<Vec<Reading>> {
        let rules = misrules(instance).map(|rule| vec![Reading { rule: Some(rule), slip: None }]);
        let slips =
            SLIPS.iter().map(|kind| (kind.at)(instance).map(|t| Reading { rule: None, slip: Some(Slip { kind, t }) }).collect());
        rules.chain(slips).collect()
    }

    /// Its name: `stencil/in-place`, `history/event-left-out`, or both with a `+` between them.
    pub fn name(self) -> String {
        let words = |text: &str| text.to_lowercase().replace(' ', "-");
        let rule = self.rule.map(|rule| format!("{}/{}", words(rule.family.name()), words(rule.misreading.name)));
        let slip = self.slip.map(|slip| format!("history/{}", words(slip.kind.name)));
        rule.into_iter().chain(slip).collect::<Vec<_>>().join("+")
    }

    /// The event at which it went wrong, counted from 1, if it is one.
    pub fn event(self) -> Option<usize> {
        self.slip.and_then(Slip::event)
    }

    /// What was read otherwise, as a clause without an end.
    pub fn says(self) -> String {
        let rule = self.rule.map(|rule| {
            let belief = rule.misreading.belief.trim_end_matches('.');
            format!("{} was read so: “{belief}”", rule.family.name())
        });
        rule.into_iter().chain(self.slip.map(Slip::says)).collect::<Vec<_>>().join(", and ")
    }

    /// Its states, the initial one first, each with the event that leads to it, counted from 1; nothing where it cannot be carried out,
    /// or belongs to another instance.
    pub fn states(self, instance: &Instance, trace: &Trace) -> Option<Vec<(usize, World)>> {
        if self.slip.is_some_and(|slip| !(slip.kind.at)(instance).contains(&slip.t)) {
            return None;
        }
        let mut course = match self.rule {
            Some(rule) => Course::misread(instance, rule)?,
            None => Course::right(instance, trace),
        };
        course.states(self.slip)
    }
}

/// How well a reading explains an answer.
#[derive(Clone)]
pub struct Explanation {
    /// The reading.
    pub reading: Reading,
    /// Others that end in the same state.
    pub also: Vec<Reading>,
    /// How many wrong cells of the answer have the value that this reading gives.
    pub explained: usize,
    /// How many cells of the answer have another value than this reading gives.
    pub remaining: usize,
    /// How many bits shorter the answer is to tell with it.
    pub gain: Bits,
}

impl Explanation {
    /// Whether it explains the answer better than chance.
    pub fn is_claimed(&self) -> bool {
        self.gain >= CLAIM
    }

    /// The whole sentence, for an answer with so many wrong cells.
    pub fn sentence(&self, wrong: usize) -> String {
        let rest = match self.remaining {
            0 => String::new(),
            1 => " 1 cell of the answer has another value than that gives.".to_owned(),
            count => format!(" {count} cells of the answer have other values than that gives."),
        };
        let all = if wrong == 1 { "the wrong cell".to_owned() } else { format!("{} of {wrong} wrong cells", self.explained) };
        let doubt = if 2 * self.remaining >= wrong { " Something else may be the cause." } else { "" };
        format!("Explains {all}: {}.{rest}{doubt}", self.reading.says())
    }
}

/// What can be said of an answer.
#[derive(Clone, Default)]
pub struct Diagnosis {
    /// How many cells are wrong.
    pub wrong: usize,
    /// The readings that come nearest, best first, whether or not they are better than chance.
    pub ranking: Vec<Explanation>,
}

impl Diagnosis {
    /// The explanations that are better than chance, best first. Beside one that gives exactly the answer no other is one, and neither is
    /// one that is a thousand times less likely than the best.
    pub fn claimed(&self) -> impl Iterator<Item = &Explanation> {
        let best = self.ranking.first();
        let exact = best.is_some_and(|best| best.remaining == 0);
        let gain = best.map(|best| best.gain).unwrap_or_default();
        let competes = move |found: &Explanation| found.gain + CLAIM >= gain && (found.remaining == 0 || !exact);
        self.ranking.iter().take_while(move |found| found.is_claimed() && competes(found))
    }
}

impl Diagnosis {
    /// What is said where nothing is claimed; a reading that gives exactly the answer is named all the same.
    pub fn nothing_claimed(&self) -> String {
        let cells = if self.wrong == 1 { "the wrong cell".to_owned() } else { format!("the {} wrong cells", self.wrong) };
        let exact = self.ranking.iter().find(|found| found.remaining == 0).map(|found| {
            format!(" It is what comes out if {}, but with so little to go by that may be chance.", found.reading.says())
        });
        format!("No known misreading explains {cells} better than chance.{}", exact.unwrap_or_default())
    }
}

/// A ranking is at most so long.
pub const RANKS: usize = 5;

/// A search for what explains some answers to one instance. It goes on reading by reading, so that it can be left at any time.
pub struct Search<'a> {
    instance: &'a Instance,
    answers: Vec<&'a World>,
    right: Course<'a>,
    lengths: Lengths,
    ends: Ends,
    /// The single readings that have not been tried, the next one last, each with its kind.
    singles: Vec<(usize, Reading)>,
    /// How many readings of each kind make a difference.
    places: Vec<u64>,
    /// The misreadings of the rule that make a difference.
    rules: Vec<Misrule>,
    /// The pairs that have not been tried, the next one last.
    pairs: Vec<(Misrule, Slip)>,
    /// The course of the rule that is paired now.
    paired: Option<(&'static str, Option<Course<'a>>)>,
}

/// The misreadings of the family of an instance.
fn misrules(instance: &Instance) -> impl Iterator<Item = Misrule> {
    let family = explained(instance.family.name());
    family.into_iter().flat_map(|family| family.misreadings().iter().map(move |misreading| Misrule { family, misreading }))
}

/// The final states that readings end in. A state is known by a hash of its cells: of a thousand states two collide with a probability
/// of 2^-45.
#[derive(Default)]
struct Ends {
    list: Vec<End>,
    by_hash: HashMap<u64, usize>,
}

/// A final state, and what it says about each answer.
struct End {
    /// The readings that end in it, with the kind of those that are single.
    readings: Vec<(Option<usize>, Reading)>,
    /// For each answer the wrong cells that it explains, and the cells that differ from it.
    tallies: Vec<(usize, usize)>,
}

impl Ends {
    /// The state in the list, which is added with its tallies if it is new.
    fn place(&mut self, state: &World, tallies: impl FnOnce() -> Vec<(usize, usize)>) -> &mut End {
        let mut hasher = DefaultHasher::new();
        state.cells().hash(&mut hasher);
        let index = *self.by_hash.entry(hasher.finish()).or_insert(self.list.len());
        if index == self.list.len() {
            self.list.push(End { readings: Vec::new(), tallies: tallies() });
        }
        &mut self.list[index]
    }
}

impl<'a> Search<'a> {
    /// Begins a search for answers that are states of the instance's space.
    pub fn new(instance: &'a Instance, trace: &'a Trace, answers: Vec<&'a World>) -> Search<'a> {
        let space = &instance.space;
        let kinds = Reading::kinds(instance);
        let places = vec![0; kinds.len()];
        let readings =
            kinds.into_iter().enumerate().flat_map(|(kind, readings)| readings.into_iter().map(move |reading| (kind, reading)));
        let mut singles: Vec<_> = readings.collect();
        singles.reverse();
        Search {
            instance,
            answers,
            right: Course::right(instance, trace),
            lengths: Lengths::new(space.shape.volume(), space.alphabet.values().len()),
            ends: Ends::default(),
            singles,
            places,
            rules: Vec::new(),
            pairs: Vec::new(),
            paired: None,
        }
    }

    /// Tries another single reading; says whether there was one.
    pub fn single(&mut self) -> bool {
        let Some((kind, reading)) = self.singles.pop() else { return false };
        let end = match reading.rule {
            Some(rule) => Course::misread(self.instance, rule).map(|course| course.end().clone()),
            None => reading.slip.and_then(|slip| self.right.with(slip)),
        };
        if let Some(end) = end.filter(|end| end != self.right.end()) {
            self.places[kind] += 1;
            self.rules.extend(reading.rule);
            self.note(&end, Some(kind), reading);
        }
        if self.singles.is_empty() {
            let slips: Vec<Slip> =
                Reading::kinds(self.instance).into_iter().flatten().filter_map(|reading| reading.slip).collect();
            self.pairs = self.rules.iter().rev().flat_map(|&rule| slips.iter().rev().map(move |&slip| (rule, slip))).collect();
        }
        true
    }

    /// Tries another pair of a misread rule and a slip, once there are no single readings left; says whether there was one. A pair may
    /// be claimed like a single reading, at a higher price.
    pub fn pair(&mut self) -> bool {
        let Some((rule, slip)) = self.pairs.pop() else { return false };
        let name = rule.misreading.name;
        if self.paired.as_ref().is_none_or(|(paired, _)| *paired != name) {
            self.paired = Some((name, Course::misread(self.instance, rule)));
        }
        let end = self.paired.as_mut().and_then(|(_, course)| course.as_mut()?.with(slip));
        if let Some(end) = end.filter(|end| end != self.right.end()) {
            self.note(&end, None, Reading { rule: Some(rule), slip: Some(slip) });
        }
        true
    }

    /// Notes what a reading ends in.
    fn note(&mut self, end: &World, kind: Option<usize>, reading: Reading) {
        let (answers, right) = (&self.answers, self.right.end());
        let same_slip = |other: &Reading| match (other.rule, other.slip, reading.slip) {
            (None, Some(one), Some(slip)) => std::ptr::eq(one.kind, slip.kind) && one.t == slip.t,
            _ => false,
        };
        let tallies = || answers.iter().map(|answer| tally(answer.cells(), right.cells(), end.cells())).collect();
        let end = self.ends.place(end, tallies);
        // A pair that ends as its slip alone says nothing of its rule.
        if !end.readings.iter().any(|(_, other)| same_slip(other)) {
            end.readings.push((kind, reading));
        }
    }

    /// What it takes to name a reading.
    fn freedom(&self, kind: Option<usize>, reading: Reading) -> Bits {
        let which = match kind {
            Some(kind) => {
                let kinds = self.places.iter().filter(|&&places| places > 0).count();
                Bits::of(kinds as u64) + Bits::of(self.places[kind])
            }
            None => {
                let places = reading.slip.map_or(1, |slip| (slip.kind.at)(self.instance).len());
                Bits::of(self.rules.len() as u64) + Bits::of(SLIPS.len() as u64) + Bits::of(places as u64)
            }
        };
        Bits::whole(1) + which
    }

    /// Whether a reading gives exactly this answer, by its number. Then no pair explains more.
    pub fn is_settled(&self, answer: usize) -> bool {
        self.ends.list.iter().any(|end| end.tallies[answer].1 == 0)
    }

    /// What can be said so far of an answer, by its number.
    pub fn diagnosis(&self, answer: usize) -> Diagnosis {
        let wrong = self.right.end().differences(self.answers[answer]).count();
        if wrong == 0 {
            return Diagnosis::default();
        }
        let state = self.answers[answer];
        let alone = [self.lengths.differing(state.occupied()), self.lengths.arranged(counts(state)), self.lengths.drawn()];
        let alone = alone.into_iter().min().unwrap_or_default();
        let told = self.lengths.differing(wrong).min(alone);
        let explaining = self.ends.list.iter().filter(|end| end.tallies[answer].0 > 0);
        let mut ranking: Vec<Explanation> = explaining
            .filter_map(|end| {
                let (explained, remaining) = end.tallies[answer];
                let mut readings: Vec<_> =
                    end.readings.iter().map(|&(kind, reading)| (self.freedom(kind, reading), reading)).collect();
                readings.sort_by_key(|(freedom, _)| *freedom);
                let mut readings = readings.into_iter();
                let (freedom, reading) = readings.next()?;
                let gain = told - self.lengths.differing(remaining) - freedom;
                Some(Explanation { reading, also: readings.map(|(_, reading)| reading).collect(), explained, remaining, gain })
            })
            .collect();
        // The order in which they were found decides where two gain as much.
        ranking.sort_by_key(|found| Reverse(found.gain));
        ranking.truncate(RANKS);
        Diagnosis { wrong, ranking }
    }
}

/// How often each value occurs.
fn counts(world: &World) -> impl Iterator<Item = usize> {
    let mut counts = BTreeMap::new();
    world.cells().iter().for_each(|&value| *counts.entry(value).or_insert(0) += 1);
    counts.into_values()
}

/// How many wrong cells of an answer have the value of a state, and how many cells have another one.
fn tally(answer: &[u16], right: &[u16], state: &[u16]) -> (usize, usize) {
    let mut counts = (0, 0);
    for ((answer, right), state) in answer.iter().zip(right).zip(state) {
        counts.0 += usize::from(answer == state && answer != right);
        counts.1 += usize::from(answer != state);
    }
    counts
}
