//! When an answer went wrong.

use crate::instance::Instance;
use crate::rule::Scratch;
use crate::trace::Trace;
use crate::world::World;

/// An answer along the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    /// For each step from 0 on, how many cells of the answer differ from the reference state there.
    pub distances: Vec<usize>,
    /// For each event, counted from 1, how many of the finally wrong cells it wrote last; at 0 those that no event wrote.
    pub last_written: Vec<usize>,
}

impl Timeline {
    /// The timeline of an answer, a state of the instance's space.
    pub fn new(instance: &Instance, trace: &Trace, answer: &World) -> Timeline {
        let (mut world, mut scratch) = (instance.initial.clone(), Scratch::default());
        let mut writer = vec![0; answer.cells().len()];
        let mut distances = vec![answer.differences(&world).count()];
        for (t, transition) in (1..).zip(&instance.transitions) {
            for cell in transition.footprint(&world, &mut scratch).writes {
                writer[cell as usize] = t;
            }
            trace.seek(&mut world, t - 1, t);
            distances.push(answer.differences(&world).count());
        }
        let mut last_written = vec![0; distances.len()];
        answer.differences(&world).for_each(|cell| last_written[writer[cell]] += 1);
        Timeline { distances, last_written }
    }

    /// The steps whose reference state is nearest to the answer.
    pub fn nearest(&self) -> impl Iterator<Item = usize> {
        let least = self.distances.iter().min().copied();
        (0..self.distances.len()).filter(move |&t| Some(self.distances[t]) == least)
    }
}
