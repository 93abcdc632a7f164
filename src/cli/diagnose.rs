//! `gridbench diagnose`: the misreading that explains each wrong answer.

use serde::Serialize;

use grids::answer::{Answer, read};
use grids::diagnose::{Diagnosis, Explanation, Search};
use grids::instance::Instance;
use grids::score::{Outcome, Score};
use grids::trace::Trace;
use grids::world::World;

use crate::answers::{self, Command, Files};
use crate::lines::{Done, Output};

/// Say which misreading of the rules or of the history explains each wrong answer
///
/// Responses and instances are read as by `score`, and one record is written in the same order:
/// {"id":…,"model":…,"outcome":…,"wrong":14,"explanations":[{"misreading":"stencil/in-place","event":null,"sentence":…,"explained":13,
/// "remaining":1},…]}. `explained` counts the wrong cells that have the value which the misreading gives, `remaining` the cells of the
/// answer that have another one; `event` is where it happened, and for `stopped-early` the last event carried out, 0 for none. Explanations come best first, and only those that are better than chance: the list is empty if nothing
/// is, and for answers that are exact, invalid or empty.
///
/// A misreading is better than chance if the answer is at least 10 bits shorter to tell with it than without. Without it there are to
/// tell how many cells are wrong, which, and their values; with it the same of the cells that it leaves, and which misreading it is
/// among those that make a difference in this history, and at which event. Answers that are wrong by chance gain as much once in a
/// thousand, at most.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    files: Files,
    /// Also try pairs of a misread rule and a slip in the history, where no single one gives exactly the answer; this takes some hundred
    /// times as long
    #[arg(long)]
    pairs: bool,
}

#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    model: Option<&'a str>,
    outcome: Outcome,
    wrong: Option<usize>,
    explanations: Vec<Explained>,
}

#[derive(Serialize)]
struct Explained {
    misreading: String,
    event: Option<usize>,
    sentence: String,
    explained: usize,
    remaining: usize,
}

impl Explained {
    fn new(explanation: &Explanation, wrong: usize) -> Explained {
        Explained {
            misreading: explanation.reading.name(),
            event: explanation.reading.event(),
            sentence: explanation.sentence(wrong),
            explained: explanation.explained,
            remaining: explanation.remaining,
        }
    }
}

/// An instance with its final state.
struct Target {
    instance: Instance,
    last: World,
}

/// What a diagnosis needs of an answer: its score, and the state if that is wrong.
struct Answered {
    outcome: Outcome,
    wrong: Option<usize>,
    state: Option<World>,
}

struct Diagnosing {
    pairs: bool,
}

impl Command for Diagnosing {
    type Target = Target;
    type Answer = Answered;

    fn target(&self, instance: Instance, last: World) -> Target {
        Target { instance, last }
    }

    fn answer(&self, target: &Target, response: Option<&str>) -> Answered {
        let answer = read(response, &target.instance.space);
        let Score { outcome, wrong, .. } = Score::new(&answer, false, &target.instance.initial, &target.last);
        let state = match answer {
            Answer::Valid { world, .. } if outcome == Outcome::Incorrect => Some(world),
            _ => None,
        };
        Answered { outcome, wrong, state }
    }

    fn write(&self, target: &Target, answers: Vec<(Option<&str>, Answered)>, output: &mut Output) -> Done {
        let mut diagnoses =
            self.diagnose(&target.instance, answers.iter().filter_map(|(_, answer)| answer.state.as_ref())).into_iter();
        for (model, Answered { outcome, wrong, state }) in answers {
            let diagnosis = state.and_then(|_| diagnoses.next()).unwrap_or_default();
            let explanations = diagnosis.claimed().map(|explanation| Explained::new(explanation, diagnosis.wrong)).collect();
            output.record(&Record { id: &target.instance.id, model, outcome, wrong, explanations })?;
        }
        Ok(())
    }
}

impl Diagnosing {
    /// The diagnoses of the wrong answers to an instance.
    fn diagnose<'a>(&self, instance: &Instance, answers: impl Iterator<Item = &'a World>) -> Vec<Diagnosis> {
        let answers: Vec<&World> = answers.collect();
        let count = answers.len();
        // Its execution has been checked when it was read; nobody waits for it where no answer is wrong.
        let trace = if count == 0 { None } else { Trace::run(instance).ok() };
        let Some(trace) = trace else { return vec![Diagnosis::default(); count] };
        let mut search = Search::new(instance, &trace, answers);
        while search.single() {}
        if self.pairs && (0..count).any(|answer| !search.is_settled(answer)) {
            while search.pair() {}
        }
        (0..count).map(|answer| search.diagnosis(answer)).collect()
    }
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    answers::run(&Diagnosing { pairs: options.pairs }, &options.files, output)
}
