//! The choice of a core event among proposals (paper B.7, equations 16 to 18; generator specification, sections 5 and 7).

use std::collections::VecDeque;

use super::condition::Condition;
use crate::rule::sampling::Site;
use crate::rule::{Args, Change};
use crate::world::World;

/// Proposals for each core event.
const PROPOSALS: usize = 32;
/// How many of the states before the current one a new state should not repeat.
const WINDOW: usize = 8;

/// The chosen event.
#[derive(Debug)]
pub struct Choice {
    /// Its parameters.
    pub args: Args,
    /// The realised workload q.
    pub workload: u64,
    /// Whether no proposal was of the category that was asked for.
    pub missed: bool,
    /// Whether every proposal repeated an earlier state.
    pub repeated: bool,
    /// How many proposals were valid.
    pub candidates: usize,
    /// In units of 2^-24.
    pub score: u64,
}

struct Candidate {
    args: Args,
    workload: u64,
    effective: bool,
    repeats: bool,
    score: u64,
}

/// Draws proposals for the current state and chooses one; nothing if none is valid.
pub fn select(site: &mut Site, condition: &Condition, recent: &Recent, noop: bool) -> Option<Choice> {
    let mut candidates: Vec<Candidate> = Vec::with_capacity(PROPOSALS);
    for _ in 0..PROPOSALS {
        if let Some(args) = condition.sampled().propose(site, noop) {
            candidates.extend(candidate(site, condition, recent, args));
        }
    }
    let count = candidates.len();
    let repeated = count > 0 && candidates.iter().all(|candidate| candidate.repeats);
    if !repeated {
        candidates.retain(|candidate| !candidate.repeats);
    }
    let missed = candidates.iter().all(|candidate| candidate.effective == noop);
    if !missed {
        candidates.retain(|candidate| candidate.effective != noop);
    }
    let least = candidates.iter().map(|candidate| candidate.score).min()?;
    candidates.retain(|candidate| candidate.score == least);
    let chosen = site.below(candidates.len());
    let Candidate { args, workload, score, .. } = candidates.swap_remove(chosen);
    Some(Choice { args, workload, missed, repeated, candidates: count, score })
}

/// Executes a proposal, looks at what it does, and takes it back. Nothing if it is not valid.
fn candidate(site: &mut Site, condition: &Condition, recent: &Recent, args: Args) -> Option<Candidate> {
    let transition = condition.family().transition(&args, &site.space).ok()?;
    let workload = site.workload(transition.as_ref());
    let (effect, repeats, occupied) =
        site.attempt(transition.as_ref(), |changes, occupied| (changes.len() as u64, recent.repeats(changes), occupied))?;
    let valid = occupied > 0 && 100 * effect >= condition.sampling().least_effect * workload;
    let score = condition.aim().penalty(workload) + density_penalty(condition, occupied);
    valid.then_some(Candidate { args, workload, effective: effect > 0, repeats, score })
}

/// p_rho of equation 17 in units of 2^-24: how far the occupancy is outside the density band.
fn density_penalty(condition: &Condition, occupied: usize) -> u64 {
    let volume = condition.space().shape.volume() as u64;
    let (low, high) = (u64::from(condition.band().0), u64::from(condition.band().1));
    let occupied = 100 * occupied as u64;
    let outside = occupied.saturating_sub(high * volume).max((low * volume).saturating_sub(occupied));
    ((2 * outside) << 24) / ((high - low) * volume)
}

/// The states before the current one, and how many cells of each differ from it.
#[derive(Default)]
pub struct Recent(VecDeque<(World, usize)>);

impl Recent {
    /// Takes note of a step from one state to the next.
    pub fn step(&mut self, before: World, current: &World) {
        if self.0.len() == WINDOW {
            self.0.pop_back();
        }
        self.0.push_front((before, 0));
        for (world, differing) in &mut self.0 {
            *differing = world.cells().iter().zip(current.cells()).filter(|(a, b)| a != b).count();
        }
    }

    /// Whether these changes of the current state lead to one of the states: they are as many as the cells that differ, and each
    /// gives its cell the value it had.
    fn repeats(&self, changes: &[Change]) -> bool {
        self.0.iter().any(|(world, differing)| {
            changes.len() == *differing && changes.iter().all(|change| world.get(change.cell as usize) == change.after)
        })
    }
}
