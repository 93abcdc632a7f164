//! `gridbench stats`: what trajectories are like, beside what the paper publishes.

use clap::ValueEnum;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use grids::generate::Trajectory;
use grids::generate::published::Scale;
use grids::generate::stats::{Comparison, ConditionRow, HORIZON, Report, Statistics, Structure};

use crate::lines::{Done, Input, Output};

/// Hold trajectories against the paper
///
/// Reads the records that `generate --trajectories` writes, and prints: every quantity that the paper publishes about its histories
/// beside that of these trajectories, as far as they are trajectories of the paper's conditions; how many attempts they needed; Table
/// 7 for their shapes; and what each condition gives, beside the mean of 200 seeds of the generator. Events are counted up to T=64.
///
/// Any set of trajectories will do; their order does not matter. A line that is no trajectory, or one for the second time, is
/// reported on standard error and left out, and the exit status is then 1.
#[derive(clap::Args)]
pub struct Options {
    /// Trajectories as JSONL; `-` or none for standard input
    file: Option<PathBuf>,
    /// Tables for people, or one JSON object for machines
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Markdown,
    Json,
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    let (mut statistics, mut seen) = (Statistics::default(), BTreeSet::new());
    output.tell_errors();
    Input::open(options.file.as_deref())?.each_line(output, |at, text, output| match Trajectory::from_json(text) {
        Ok(trajectory) if seen.insert(trajectory.key.path()) => {
            statistics.add(&trajectory);
            Ok(())
        }
        Ok(trajectory) => {
            let message = "found this trajectory again, expected every trajectory once";
            output.error(at, Some(&trajectory.key.name()), "duplicate-id", message)
        }
        Err(error) => output.instance_error(at, &error),
    })?;
    let report = statistics.report();
    match options.format {
        Format::Json => output.record(&report),
        Format::Markdown => output.text(&markdown(&report)),
    }
}

fn markdown(report: &Report) -> String {
    let Report { comparison, attempts, shapes, conditions } = report;
    let mut text = String::new();
    if !comparison.is_empty() {
        let rows = comparison.iter().map(comparison_row).collect();
        let header = ["statistic", "paper", "ours", "95 % of seeds", "ours inside", "paper inside", "where the paper says it"];
        table(&mut text, "Held against the paper", &header, rows);
        text += "The ranges hold for eight trajectories of each condition; a dash stands where there are others.\n\n";
    }
    let rejected: u64 = attempts.rejected.values().sum();
    let rejected_by_reason = reasons(&attempts.rejected).unwrap_or("none".to_owned());
    text += "## Acceptance\n\n";
    text += &format!("- trajectories: {}\n- attempts: {}\n", attempts.trajectories, attempts.trajectories + rejected);
    text += &format!("- rejected: {rejected_by_reason}\n- most attempts for one trajectory: {}\n\n", attempts.most);
    if conditions.is_empty() {
        return text;
    }
    let rows = shapes.iter().map(shape_row).collect();
    let header = ["shape", "d", "cells", "edges", "mean degree", "boundary, %", "full-world scan"];
    table(&mut text, "Shapes (Table 7)", &header, rows);
    let rows = conditions.iter().map(scale_row).collect();
    let header = [
        "condition",
        "trajectories",
        "core",
        "SET",
        "target",
        "workload",
        "reads",
        "changed",
        "200 seeds: workload, reads, changed",
    ];
    table(&mut text, &format!("Workload (means over the core events of the first {HORIZON} events)"), &header, rows);
    let rows = conditions.iter().map(choice_row).collect();
    let header = [
        "condition",
        "no-op requests",
        "missed",
        "repeated",
        "contacts",
        "density at T=0, %",
        "at the end, %",
        "rejected attempts",
        "most attempts",
    ];
    table(&mut text, &format!("Choice of events (of the first {HORIZON})"), &header, rows);
    text
}

fn comparison_row(row: &Comparison) -> Vec<String> {
    let of = row.of.map_or(String::new(), |of| format!(" of {of}"));
    vec![
        row.statistic.to_owned(),
        row.paper.to_string(),
        format!("{}{of}", row.ours),
        format!("{} to {}", row.range.0, row.range.1),
        row.ours_inside.map_or("–", yes).to_owned(),
        yes(row.paper_inside).to_owned(),
        row.source.to_owned(),
    ]
}

fn shape_row(row: &Structure) -> Vec<String> {
    let sides: Vec<String> = row.shape.iter().map(u32::to_string).collect();
    vec![
        sides.join("×"),
        sides.len().to_string(),
        row.cells.to_string(),
        row.edges.to_string(),
        format!("{:.2}", row.mean_degree),
        format!("{:.1}", row.boundary),
        row.scan.to_string(),
    ]
}

fn scale_row(row: &ConditionRow) -> Vec<String> {
    let places = |scale: Scale| [scale.workload, scale.reads, scale.changed].map(|mean| format!("{mean:.1}"));
    let [workload, reads, changed] = row.scale.map_or(["–"; 3].map(str::to_owned), places);
    vec![
        row.condition.clone(),
        row.trajectories.to_string(),
        row.core.to_string(),
        row.sets.to_string(),
        format!("{} {}", row.target, row.unit),
        workload,
        reads,
        changed,
        row.reference.map_or("–".to_owned(), |scale| places(scale).join(", ")),
    ]
}

fn choice_row(row: &ConditionRow) -> Vec<String> {
    vec![
        row.condition.clone(),
        row.noops.to_string(),
        row.missed.to_string(),
        row.repeated.to_string(),
        row.contacts.map_or("–".to_owned(), |contacts| contacts.to_string()),
        format!("{:.1}", row.density[0]),
        format!("{:.1}", row.density[1]),
        reasons(&row.rejected).unwrap_or("–".to_owned()),
        row.most_attempts.to_string(),
    ]
}

/// The reasons that occur, with their counts.
fn reasons(counts: &BTreeMap<&str, u64>) -> Option<String> {
    let occurring: Vec<String> =
        counts.iter().filter(|&(_, &count)| count > 0).map(|(reason, count)| format!("{count} for {reason}")).collect();
    (!occurring.is_empty()).then(|| occurring.join(", "))
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn table(text: &mut String, title: &str, header: &[&str], rows: Vec<Vec<String>>) {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let header: Vec<String> = header.iter().map(|&cell| cell.to_owned()).collect();
    *text += &format!("## {title}\n\n{}{}", line(&header), line(&vec!["---".to_owned(); header.len()]));
    for row in rows {
        *text += &line(&row);
    }
    text.push('\n');
}
