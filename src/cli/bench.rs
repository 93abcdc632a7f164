//! `gridbench bench`: what events and generated trajectories cost on this machine.

use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::time::Instant;

use grids::bench::{Case, Generation, Measurement, Workload, cases, generation};
use grids::rule::FAMILIES;

use crate::diagnosis;
use crate::lines::{Done, Output, Stop};

/// Measure what one event of each family costs, and what a generated trajectory costs
///
/// Runs fixed random histories on one core: every family on the paper's three shapes at its workload, and those whose cost should not
/// depend on the size of the world on two large ones. Times are per core event and include the SET events that keep the worlds in a
/// steady state; putting the worlds back between two passes is not timed.
///
/// The table shows, for each family and shape, nanoseconds per event (median of 999 samples), million events per second, the mean
/// workload (reads, or written cells for STENCIL and MIX) and the mean number of changed cells. The last line is about the generator:
/// the paper's suite of 248 trajectories, made one after the other on one core. Use a build of the profile `native`.
#[derive(clap::Args)]
pub struct Options {
    /// Only this family, for example PAINT, and not the generator
    #[arg(long, ignore_case = true, value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name())))]
    family: Option<String>,
    /// Seconds per case
    #[arg(long, default_value_t = 0.5, value_parser = duration)]
    seconds: f64,
    /// Write one JSON object per case instead of a table
    #[arg(long)]
    json: bool,
    /// Instead, measure how often a diagnosis finds the misreading that an answer was made with, and how long it takes
    #[arg(long, conflicts_with_all = ["family", "seconds", "json"])]
    diagnosis: bool,
}

#[derive(Serialize)]
struct Record<'a> {
    family: &'a str,
    shape: &'a [u32],
    nanoseconds: f64,
    fastest: f64,
    events_per_second: f64,
    workload: f64,
    changed: f64,
}

/// Times in seconds.
#[derive(Serialize)]
struct GeneratorRecord {
    trajectories: usize,
    seconds: f64,
    median: f64,
    slowest: f64,
}

/// Many and short: a sample that another process interrupts says nothing, and most should not be interrupted.
const SAMPLES: usize = 999;

pub fn run(options: &Options, output: &mut Output) -> Done {
    if options.diagnosis {
        return diagnosis::run(output);
    }
    let start = Instant::now();
    let now = || start.elapsed().as_secs_f64();
    let wanted = |case: &Case| options.family.as_deref().is_none_or(|name| name.eq_ignore_ascii_case(case.family.name()));
    let cases: Vec<Case> = cases().into_iter().filter(wanted).collect();
    if !options.json {
        output.text("family    shape        ns/event  million/s  workload  changed\n")?;
    }
    for case in cases {
        let name = case.family.name();
        let shape = case.shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        let mut workload =
            Workload::prepare(&case).ok_or_else(|| Stop::Fatal(format!("cannot prepare a history of {name} on {shape}")))?;
        let Measurement { nanoseconds, fastest, workload, changed } =
            workload.measure(SAMPLES, options.seconds / (SAMPLES + 1) as f64, &now);
        if options.json {
            let events_per_second = 1e9 / nanoseconds;
            output.record(&Record {
                family: name,
                shape: &case.shape,
                nanoseconds,
                fastest,
                events_per_second,
                workload,
                changed,
            })?;
        } else {
            let rate = 1e3 / nanoseconds;
            output.text(&format!("{name:<9} {shape:<11} {nanoseconds:>9.1}  {rate:>9.2}  {workload:>8.1}  {changed:>7.1}\n"))?;
        }
        output.flush()?;
    }
    if options.family.is_none() {
        generator(options.json, &now, output)?;
    }
    Ok(())
}

fn generator(json: bool, now: &dyn Fn() -> f64, output: &mut Output) -> Done {
    let Generation { trajectories, seconds, median, slowest } = generation(now);
    if json {
        return output.record(&GeneratorRecord { trajectories, seconds, median, slowest });
    }
    let milliseconds = |seconds: f64| 1000.0 * seconds;
    output.text(&format!(
        "generator: {trajectories} trajectories in {:.0} ms; one takes {:.1} ms in the median, {:.1} ms at most\n",
        milliseconds(seconds),
        milliseconds(median),
        milliseconds(slowest)
    ))
}

fn duration(text: &str) -> Result<f64, &'static str> {
    match text.parse() {
        Ok(seconds) if f64::is_finite(seconds) && seconds > 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds above 0"),
    }
}
