//! `gridbench run`: execute every instance.

use clap::ValueEnum;
use std::path::PathBuf;

use grids::record;

use crate::lines::{Done, Input, Output};

/// Execute every instance and write its final state
///
/// Writes {"id":…,"final":{"cells":[…]}} for every instance; with --trace also what every event read, wrote and changed. `length`
/// and `final` of an instance are optional and must agree with the execution.
#[derive(clap::Args)]
pub struct Options {
    /// Instances as JSONL; `-` or none for standard input
    file: Option<PathBuf>,
    /// How much of the execution to write
    #[arg(long, value_enum, default_value_t = Detail::Final)]
    trace: Detail,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Detail {
    /// The final state
    Final,
    /// Also, for every event, `scan` (the canonical read count, repeated incidences counted), `effect` (the number of changed
    /// cells), and the cells in `reads` (each once), `writes` (also those that keep their value) and `changed`
    Steps,
    /// Also the state after every event
    States,
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    let detail = match options.trace {
        Detail::Final => record::Detail::Final,
        Detail::Steps => record::Detail::Steps,
        Detail::States => record::Detail::States,
    };
    Input::open(options.file.as_deref())?.each_instance(output, |_, instance, last, output| {
        record::write(instance, last, detail, |text| output.text(text))?;
        output.text("\n")
    })
}
