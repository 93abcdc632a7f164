//! `gridbench score`: every response against its instance.

use serde::Serialize;

use grids::instance::Instance;
use grids::score::{Score, score};
use grids::world::{Space, World};

use crate::answers::{self, Command, Files};
use crate::lines::{Done, Output};

/// Score responses against the instances they answer
///
/// A response is a line {"id":…,"model":…,"response":"<the delivered text>"}; `model` is optional, `response` may be null or missing
/// (an empty answer), other fields are ignored.
///
/// Writes one record for every instance of the instances file, in its order; where several models occur, one for every instance
/// and model, models in the order of their first appearance. A missing response is an empty answer and is never dropped. Lines
/// that cannot be used become error lines with a field "file": those of the responses come first, those of the instances stand in
/// their place. A second response of one model to one instance (duplicate-response) and a response to an unknown instance
/// (unknown-id) are such errors, and so is a repeated instance id (duplicate-id): the first one counts.
///
/// Memory: the initial and the final state of every instance and one score for every response are kept; texts of responses are
/// not.
#[derive(clap::Args)]
pub struct Options {
    #[command(flatten)]
    files: Files,
}

#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    model: Option<&'a str>,
    #[serde(flatten)]
    score: &'a Score,
}

/// What a score needs of an instance.
struct Target {
    id: String,
    space: Space,
    initial: World,
    last: World,
}

struct Scoring;

impl Command for Scoring {
    type Target = Target;
    type Answer = Score;

    fn target(&self, instance: Instance, last: World) -> Target {
        Target { id: instance.id, space: instance.space, initial: instance.initial, last }
    }

    fn answer(&self, target: &Target, response: Option<&str>) -> Score {
        score(response, &target.space, &target.initial, &target.last)
    }

    fn write(&self, target: &Target, answers: Vec<(Option<&str>, Score)>, output: &mut Output) -> Done {
        for (model, score) in answers {
            output.record(&Record { id: &target.id, model, score: &score })?;
        }
        Ok(())
    }
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    answers::run(&Scoring, &options.files, output)
}
