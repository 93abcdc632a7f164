//! Project tasks: `cargo xtask serve`, `dist`, `test`, `check` and `bench`. Without dependencies, so that it builds in a second.
//!
//! Errors are sentences for the person at the terminal: what was found, and what to type.

mod args;
mod bench;
mod cache;
mod check;
mod colours;
mod dist;
mod process;
mod serve;
mod test;
mod tools;
mod version;

use std::path::PathBuf;
use std::process::ExitCode;

use args::Task;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = match args::parse(&arguments) {
        Ok(task) => task,
        Err(message) => {
            eprintln!("error: {message}\n\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    match root().and_then(|root| match task {
        Task::Help => {
            println!("{}", args::USAGE);
            Ok(())
        }
        Task::Serve(options) => serve::serve(&root, &options),
        Task::Dist { base } => dist::dist(&root, &base, &root.join("dist")),
        Task::Test { steps } => test::test(&root, &steps),
        Task::Bench => bench::bench(&root),
        Task::Check => test::test(&root, &[test::Step::Check]),
    }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace, from any folder below it.
fn root() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
    here.ancestors()
        .find(|folder| folder.join("Trunk.toml").is_file())
        .map(PathBuf::from)
        .ok_or_else(|| "no Trunk.toml here or above; run this inside the repository".into())
}
