//! `gridbench verify`: both executors on every instance.

use base::json;
use serde::Serialize;
use std::path::PathBuf;

use grids::crosscheck::{Disagreement, crosscheck, crosscheck_stored};
use grids::generate::{Trajectory, is_stored};
use grids::instance::{Instance, InstanceError};

use crate::lines::{Done, Input, Output};

/// Replay every instance with the second executor
///
/// Replays every instance with an executor that is written from the paper's prose, uses dictionaries of cells and shares no rule
/// code with the first, and compares states, changes, reads, writes and scan counts after every event. The line of a stored
/// trajectory must also have the name and the digest that follow from what it holds, and its records what the second executor finds.
///
/// Writes {"id":…,"agree":true}, or {"id":…,"agree":false,"event":t,"cell":[…],"message":…} with the first event and cell where
/// the two differ; the exit status is then 1. The second executor is slow and needs some hundred bytes for every cell of a world.
#[derive(clap::Args)]
pub struct Options {
    /// Instances as JSONL; `-` or none for standard input
    file: Option<PathBuf>,
}

#[derive(Serialize)]
struct Agreement<'a> {
    id: &'a str,
    agree: bool,
}

#[derive(Serialize)]
struct Difference<'a> {
    id: &'a str,
    agree: bool,
    event: usize,
    cell: Option<&'a [u32]>,
    message: &'a str,
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    Input::open(options.file.as_deref())?.each_line(output, |at, text, output| match check(text) {
        Err(error) => output.instance_error(at, &error),
        Ok((id, Ok(()))) => output.record(&Agreement { id: &id, agree: true }),
        Ok((id, Err(Disagreement { event, cell, message }))) => {
            output.failed_check();
            output.record(&Difference { id: &id, agree: false, event, cell: cell.as_deref(), message: &message })
        }
    })
}

/// The id of the line, and whether everything agrees.
fn check(text: &str) -> Result<(String, Result<(), Disagreement>), InstanceError> {
    let (instance, _) = Instance::finish(text)?;
    // The texts as they were delivered: the second executor also reads for itself.
    let (initial, events) = (field_text(text, "initial"), field_text(text, "events"));
    let agreement = if is_stored(&instance) {
        crosscheck_stored(&Trajectory::from_json(text)?, &instance, &initial, &events)
    } else {
        crosscheck(&instance, &initial, &events)
    };
    Ok((instance.id, agreement))
}

fn field_text(line: &str, name: &str) -> String {
    let document = json::parse(line);
    let field = document.as_ref().ok().and_then(|document| document.root().get(name).map(|value| value.text()));
    field.unwrap_or_default().to_owned()
}
