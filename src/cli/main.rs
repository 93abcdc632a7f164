//! The native program `gridbench`: the benchmark's code as line filters over JSONL (FORMATS.md).
//!
//! Every subcommand that reads JSONL writes one line for each line that carries something, in input order and in bounded memory
//! (`score`, `diagnose`: one line for each instance and model, with the instances in memory; `stats`: tables of all lines). A line that cannot
//! be used becomes an error line in its place and the run goes on. This program only reads, writes and counts;
//! what a line means is the business of the `grids` crate.

mod answers;
mod bench;
mod diagnose;
mod diagnosis;
mod generate;
mod lines;
mod prompt;
mod run;
mod score;
mod staged;
mod stats;
mod verify;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

use lines::{Output, Stop, say};

/// Deterministic grid worlds for language models: generate, execute, prompt, score, verify, measure.
#[derive(Parser)]
#[command(name = "gridbench", version, max_term_width = 100, after_help = FILTERS)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const FILTERS: &str = "\
All but `generate` and `bench` read JSONL from the file named, or from standard input for `-` or none. All but `stats` and `bench`, which print \
tables, write JSONL to standard output: one line for each line that is not blank, in the same order (`score`, `diagnose`: for each instance and model). \
A line that cannot be used becomes
  {\"line\":n,\"id\":…,\"error\":{\"code\":…,\"message\":…}}
in its place, and the run goes on. Lines may have up to 64 MiB. A byte order mark at the start and CRLF line ends are accepted.

Exit status: 0 all lines good; 1 some line in error or some check failed; 2 wrong usage or unreadable file.";

#[derive(Subcommand)]
enum Command {
    Run(run::Options),
    Prompt(prompt::Options),
    Score(score::Options),
    Diagnose(diagnose::Options),
    Generate(generate::Options),
    Verify(verify::Options),
    Stats(stats::Options),
    Bench(bench::Options),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new();
    let result = match &arguments.command {
        Command::Run(options) => run::run(options, &mut output),
        Command::Prompt(options) => prompt::run(options, &mut output),
        Command::Score(options) => score::run(options, &mut output),
        Command::Diagnose(options) => diagnose::run(options, &mut output),
        Command::Generate(options) => generate::run(options, &mut output),
        Command::Verify(options) => verify::run(options, &mut output),
        Command::Stats(options) => stats::run(options, &mut output),
        Command::Bench(options) => bench::run(options, &mut output),
    };
    match (result.and_then(|()| output.flush()), output.complaint()) {
        (Ok(()), None) => ExitCode::SUCCESS,
        (Ok(()), Some(complaint)) => {
            say(&complaint);
            ExitCode::from(1)
        }
        // A reader that has seen enough is no failure of ours.
        (Err(Stop::ReaderGone), None) => ExitCode::SUCCESS,
        (Err(Stop::ReaderGone), Some(_)) => ExitCode::from(1),
        (Err(Stop::Fatal(message)), _) => {
            say(&message);
            ExitCode::from(2)
        }
    }
}
