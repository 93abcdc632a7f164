//! The command line.

use crate::serve;
use crate::test::Step;

/// Shown for `help` and after a mistake.
pub const USAGE: &str = "\
usage: cargo xtask <task>

  serve [--port 8080] [--open] [--release]   build the application and serve it, rebuilding on change
  dist [--base /]                            write the static site to dist/, for a host that shows it under this path
  test [--only STEP[,STEP]]                  prove the project; steps: fmt, clippy, check, native, wasm, e2e
  check                                      only the step `check`: dependencies, colours, paths
  bench                                      measure what events cost, natively and in Chromium
  help                                       this text";

/// What to do.
#[derive(Debug, PartialEq)]
pub enum Task {
    Help,
    Serve(serve::Options),
    Dist { base: String },
    Test { steps: Vec<Step> },
    Check,
    Bench,
}

/// Reads the arguments after `cargo xtask`; an error says what is wrong with them.
pub fn parse(arguments: &[String]) -> Result<Task, String> {
    let mut rest = arguments.iter().map(String::as_str);
    let task = match rest.next().ok_or("no task given")? {
        "help" | "--help" | "-h" => Task::Help,
        "serve" => Task::Serve(parse_serve(&mut rest)?),
        "dist" => parse_dist(&mut rest)?,
        "test" => parse_test(&mut rest)?,
        "check" => Task::Check,
        "bench" => Task::Bench,
        other => return Err(format!("unknown task `{other}`")),
    };
    match rest.next() {
        None => Ok(task),
        Some(extra) => Err(format!("unexpected argument `{extra}`")),
    }
}

fn parse_serve<'a>(rest: &mut impl Iterator<Item = &'a str>) -> Result<serve::Options, String> {
    let mut options = serve::Options { port: 8080, open: false, release: false };
    while let Some(argument) = rest.next() {
        match argument {
            "--port" => {
                let text = rest.next().ok_or("`--port` needs a number")?;
                options.port = match text.parse() {
                    Ok(0) | Err(_) => return Err(format!("`--port` needs a number from 1 to 65535, found `{text}`")),
                    Ok(port) => port,
                };
            }
            "--open" => options.open = true,
            "--release" => options.release = true,
            other => return Err(format!("unexpected argument `{other}` for serve")),
        }
    }
    Ok(options)
}

fn parse_dist<'a>(rest: &mut impl Iterator<Item = &'a str>) -> Result<Task, String> {
    let mut base = "/".to_owned();
    while let Some(argument) = rest.next() {
        match argument {
            "--base" => base = parse_base(rest.next().ok_or("`--base` needs a path, such as /grid-bench/")?)?,
            other => return Err(format!("unexpected argument `{other}` for dist")),
        }
    }
    Ok(Task::Dist { base })
}

fn parse_base(text: &str) -> Result<String, String> {
    // The path is written into HTML, so only the plain characters of a URL path may pass.
    let plain = |character: char| character.is_ascii_alphanumeric() || "/-._~".contains(character);
    if text.starts_with('/') && text.ends_with('/') && !text.contains("//") && text.chars().all(plain) {
        Ok(text.to_owned())
    } else {
        Err(format!("`--base` must start and end with a slash, such as /grid-bench/, found `{text}`"))
    }
}

fn parse_test<'a>(rest: &mut impl Iterator<Item = &'a str>) -> Result<Task, String> {
    let mut chosen = Vec::new();
    while let Some(argument) = rest.next() {
        match argument {
            "--only" => {
                let names: Vec<&str> = rest.next().ok_or("`--only` needs names of steps")?.split(',').collect();
                if let Some(unknown) = names.iter().find(|name| Step::ALL.iter().all(|step| step.name() != **name)) {
                    return Err(format!("unknown step `{unknown}`"));
                }
                chosen.extend(names);
            }
            other => return Err(format!("unexpected argument `{other}` for test")),
        }
    }
    let wanted = |step: &Step| chosen.is_empty() || chosen.contains(&step.name());
    Ok(Task::Test { steps: Step::ALL.into_iter().filter(wanted).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Task, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[track_caller]
    fn check(line: &str, expected: Task) {
        assert_eq!(parse_line(line), Ok(expected), "{line}");
    }

    #[track_caller]
    fn check_error(line: &str, expected: &str) {
        assert_eq!(parse_line(line), Err(expected.to_owned()), "{line}");
    }

    #[test]
    fn tasks() {
        check("help", Task::Help);
        check("check", Task::Check);
        check("bench", Task::Bench);
        check("serve", Task::Serve(serve::Options { port: 8080, open: false, release: false }));
        check("serve --open --port 9000 --release", Task::Serve(serve::Options { port: 9000, open: true, release: true }));
        check("dist", Task::Dist { base: "/".into() });
        check("dist --base /a/b-c/", Task::Dist { base: "/a/b-c/".into() });
        check("test", Task::Test { steps: Step::ALL.to_vec() });
    }

    #[test]
    fn chosen_steps_keep_their_order() {
        check("test --only e2e --only fmt", Task::Test { steps: vec![Step::Fmt, Step::E2e] });
        check("test --only e2e,fmt", Task::Test { steps: vec![Step::Fmt, Step::E2e] });
    }

    #[test]
    fn mistakes() {
        check_error("", "no task given");
        check_error("sevre", "unknown task `sevre`");
        check_error("check now", "unexpected argument `now`");
        check_error("serve --port", "`--port` needs a number");
        check_error("serve --port 70000", "`--port` needs a number from 1 to 65535, found `70000`");
        check_error("test --only fmt,wsam", "unknown step `wsam`");
        for base in ["a/", "/a", "//", "/a//b/", "/a\"b/"] {
            check_error(
                &format!("dist --base {base}"),
                &format!("`--base` must start and end with a slash, such as /grid-bench/, found `{base}`"),
            );
        }
    }
}
