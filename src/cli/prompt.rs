//! `gridbench prompt`: the literal text of prompt 0.4 for every instance.

use std::path::PathBuf;

use grids::prompt;

use crate::lines::{Done, Input, Output};

/// Write the prompt of every instance
///
/// Writes {"id":…,"prompt":"…"} for every instance: the literal text of prompt 0.4 (paper C.2), which holds everything a model
/// needs and never the final state.
#[derive(clap::Args)]
pub struct Options {
    /// Instances as JSONL; `-` or none for standard input
    file: Option<PathBuf>,
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    Input::open(options.file.as_deref())?.each_instance(output, |_, instance, _, output| {
        output.text(&prompt::line(instance))?;
        output.text("\n")
    })
}
