//! Reading and writing JSONL: input lines one by one, output lines, error lines, progress.

use base::jsonl::{DEFAULT_LINE_LIMIT, Line, LineError, LineSplitter};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Read, StdoutLock, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use grids::instance::{Instance, InstanceError};
use grids::world::World;

/// Why a run ends before its time.
#[derive(Debug)]
pub enum Stop {
    /// Nobody reads standard output any more.
    ReaderGone,
    /// The message for people.
    Fatal(String),
}

/// The way from an input line to its output.
pub type Done = Result<(), Stop>;

/// A named source of JSONL.
pub struct Input {
    reader: Box<dyn Read>,
    name: String,
    /// In bytes, where it is known.
    length: Option<u64>,
    /// Goes into the error lines of a subcommand that reads several files.
    label: Option<&'static str>,
}

impl Input {
    /// Opens a file, or standard input for `-` or none.
    pub fn open(file: Option<&Path>) -> Result<Input, Stop> {
        let Some(path) = file.filter(|path| !is_standard_input(path)) else {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                say("reading JSONL from the terminal; name a file, or end the input with Ctrl-D");
            }
            return Ok(Input { reader: Box::new(stdin), name: "standard input".to_owned(), length: None, label: None });
        };
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| Stop::Fatal(format!("cannot open {name}: {error}")))?;
        let length = file.metadata().ok().filter(|metadata| metadata.is_file()).map(|metadata| metadata.len());
        Ok(Input { reader: Box::new(file), name, length, label: None })
    }

    /// The same input, whose error lines carry `"file":label`.
    pub fn labelled(self, label: &'static str) -> Input {
        Input { label: Some(label), ..self }
    }

    /// Hands on every line that is not blank. Lines without a usable text become error lines and are not handed on.
    ///
    /// Output is flushed whenever all that was read is worked off, so that a program at the other end of a pipe can wait for
    /// the answer to its line.
    pub fn each_line(mut self, output: &mut Output, mut each: impl FnMut(At, &str, &mut Output) -> Done) -> Done {
        let mut splitter = LineSplitter::new(DEFAULT_LINE_LIMIT);
        let mut chunk = vec![0; 1 << 16];
        let mut progress = Progress::beside_output();
        let (mut bytes, mut count) = (0, 0);
        let mut result = Ok(());
        let label = self.label;
        let mut take = |line: Line<'_>, output: &mut Output, result: &mut Done| {
            if result.is_err() {
                return;
            }
            let at = At { line: line.number, file: label };
            *result = match line.text {
                Ok(text) => each(at, text, output),
                Err(error) => output.error(at, None, line_code(&error), &error.to_string()),
            };
        };
        loop {
            let length = match self.reader.read(&mut chunk) {
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    progress.clear();
                    return Err(Stop::Fatal(format!("cannot read {}: {error}", self.name)));
                }
            };
            if length == 0 {
                break;
            }
            bytes += length as u64;
            splitter.push(&chunk[..length], |line| {
                count += 1;
                take(line, output, &mut result);
            });
            if result.is_ok() {
                result = output.flush();
            }
            if result.is_err() {
                progress.clear();
                return result;
            }
            progress.show(|seconds| self.state(bytes, count, seconds));
        }
        splitter.finish(|line| take(line, output, &mut result));
        progress.clear();
        result
    }

    /// How far the reading is.
    fn state(&self, bytes: u64, lines: u64, seconds: f64) -> String {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let share = self.length.map_or(String::new(), |length| {
            format!(" of {:.1} MB ({:.0} %)", megabytes(length), 100.0 * bytes as f64 / length.max(1) as f64)
        });
        let rate = megabytes(bytes) / seconds;
        format!("{:.1} MB{share}, {lines} lines, {rate:.1} MB/s", megabytes(bytes))
    }

    /// Hands on every line that is a valid instance, with its final state. All others become error lines.
    pub fn each_instance(self, output: &mut Output, mut each: impl FnMut(&str, &Instance, &World, &mut Output) -> Done) -> Done {
        self.each_line(output, |at, text, output| match Instance::finish(text) {
            Ok((instance, last)) => each(text, &instance, &last, output),
            Err(error) => output.instance_error(at, &error),
        })
    }
}

/// Tells people something. That nobody may read it is no reason to stop.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr(), "gridbench: {message}");
}

/// Whether a name stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn line_code(error: &LineError) -> &'static str {
    match error {
        LineError::TooLong { .. } => "line-too-long",
        LineError::NotUtf8 { .. } => "not-utf8",
    }
}

/// Where a line stands.
#[derive(Debug, Clone, Copy)]
pub struct At {
    /// 1-based number in its file.
    pub line: u64,
    /// Which of several files it is.
    pub file: Option<&'static str>,
}

/// The line that stands in the place of one that cannot be used.
#[derive(Serialize)]
struct ErrorLine<'a> {
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'static str>,
    id: Option<&'a str>,
    error: ErrorBody<'a>,
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    code: &'a str,
    message: &'a str,
}

/// Standard output, and what goes wrong on the way.
pub struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    /// Whether error lines stand among the output.
    errors_in_place: bool,
    errors: u64,
    failed_checks: u64,
}

impl Output {
    /// Locks standard output for the run.
    pub fn new() -> Output {
        let writer = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        Output { writer, errors_in_place: true, errors: 0, failed_checks: 0 }
    }

    /// From now on errors are told on standard error, for a subcommand that does not write one line for each line.
    pub fn tell_errors(&mut self) {
        self.errors_in_place = false;
    }

    /// Writes one record as one line.
    pub fn record(&mut self, record: &impl Serialize) -> Done {
        serde_json::to_writer(&mut self.writer, record).map_err(|error| stop(error.into()))?;
        self.text("\n")
    }

    /// Writes a piece of a line.
    pub fn text(&mut self, text: &str) -> Done {
        self.writer.write_all(text.as_bytes()).map_err(stop)
    }

    /// Writes an error line, or tells what stands in it.
    pub fn error(&mut self, at: At, id: Option<&str>, code: &str, message: &str) -> Done {
        self.line_in_error();
        if !self.errors_in_place {
            let id = id.map_or(String::new(), |id| format!(" ({id})"));
            say(&format!("line {}{id}: {message}", at.line));
            return Ok(());
        }
        self.record(&ErrorLine { line: at.line, file: at.file, id, error: ErrorBody { code, message } })
    }

    /// Writes the error line of a line that is no instance.
    pub fn instance_error(&mut self, at: At, error: &InstanceError) -> Done {
        self.error(at, error.id.as_deref(), error.code, &error.to_string())
    }

    /// Counts a line in error that was reported in another way.
    pub fn line_in_error(&mut self) {
        self.errors += 1;
    }

    /// Counts a check that failed and was reported in a record.
    pub fn failed_check(&mut self) {
        self.failed_checks += 1;
    }

    /// Hands on everything written so far.
    pub fn flush(&mut self) -> Done {
        self.writer.flush().map_err(stop)
    }

    /// What to tell people at the end of a run that was not all good.
    pub fn complaint(&self) -> Option<String> {
        let count = |n: u64, one: &str, many: &str| (n > 0).then(|| format!("{n} {}", if n == 1 { one } else { many }));
        let errors = count(self.errors, "line in error", "lines in error");
        let checks = count(self.failed_checks, "check failed", "checks failed");
        (errors.is_some() || checks.is_some()).then(|| errors.into_iter().chain(checks).collect::<Vec<_>>().join(", "))
    }
}

fn stop(error: io::Error) -> Stop {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Stop::ReaderGone,
        _ => Stop::Fatal(format!("cannot write the output: {error}")),
    }
}

/// One line on the terminal that says how far a long run is. Nothing where nobody would see it, or where it would mix with the
/// output.
pub struct Progress {
    wanted: bool,
    visible: bool,
    start: Instant,
    next: Duration,
}

impl Progress {
    /// Of a run that writes to standard output.
    pub fn beside_output() -> Progress {
        Progress { wanted: io::stderr().is_terminal() && !io::stdout().is_terminal(), ..Progress::alone() }
    }

    /// Of a run that writes elsewhere.
    pub fn alone() -> Progress {
        Progress { wanted: io::stderr().is_terminal(), visible: false, start: Instant::now(), next: Duration::from_millis(500) }
    }

    /// Shows the text, which is made of the seconds since the start, a few times a second.
    pub fn show(&mut self, text: impl FnOnce(f64) -> String) {
        let elapsed = self.start.elapsed();
        if self.wanted && elapsed >= self.next {
            self.next = elapsed + Duration::from_millis(250);
            self.visible = true;
            overwrite(&text(elapsed.as_secs_f64()));
        }
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.visible {
            overwrite("");
        }
    }
}

/// Back to the start of the line, the text, and nothing of a longer one before it.
fn overwrite(text: &str) {
    let _ = write!(io::stderr(), "\r{text}\x1b[K");
}
