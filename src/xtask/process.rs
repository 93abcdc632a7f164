//! Running other programs.

use std::process::{Command, Stdio};

/// Runs a program that talks to the terminal itself.
pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", line(command))) }
}

/// Runs a program silently and returns what it printed.
pub fn read(command: &mut Command) -> Result<String, String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| cannot_start(command, &error))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let said = String::from_utf8_lossy(&output.stderr);
        Err(format!("`{}` failed ({}): {}", line(command), output.status, said.trim()))
    }
}

/// The command as one would type it, for messages.
pub fn line(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}

/// The message for a program that did not even start.
pub fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    let program = command.get_program().to_string_lossy();
    let advice = match &*program {
        "node" | "npm" => "; install Node 20 or newer with npm (Debian: apt-get install nodejs npm)",
        "git" => "; install git (Debian: apt-get install git)",
        _ => "",
    };
    format!("`{program}` could not be started: {error}{advice}")
}
