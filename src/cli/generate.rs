//! `gridbench generate`: fresh trajectories, and the instances at their prefixes.

use clap::ArgGroup;
use clap::builder::PossibleValuesParser;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use grids::generate::batch::{Batch, Content};
use grids::generate::condition::{self, Condition, ConditionError, Request};
use grids::generate::suite::{Plan, Suite, TRAJECTORIES};
use grids::generate::{SEED, generate};
use grids::rule;

use crate::lines::{Done, Output, Progress, Stop, is_standard_input};
use crate::staged::Staged;

/// Generate instances or trajectories
///
/// Writes one instance for each trajectory and length as JSONL, or with --trajectories one stored record for each trajectory. What is
/// generated follows from condition, seed and index alone, byte for byte, everywhere; the order is that of conditions, then indices,
/// then lengths.
///
/// Trajectories are those of a suite (by default `paper`), of a condition put together from --family and the options after it, or of
/// the conditions named by --condition. Their number, the first index and the seed can be chosen in each case. Conditions that no
/// trajectory can meet are refused before any work. A trajectory whose eight attempts are all rejected is replaced by the error line
///   {"line":n,"id":…,"error":{"code":"all-attempts-rejected","message":…}}
/// and the run goes on; the exit status is then 1.
#[derive(clap::Args)]
#[command(group = ArgGroup::new("what").args(["suite", "family", "condition"]))]
pub struct Options {
    /// One of the paper's sets: `main` (24 conditions), `workload` (7) or `paper` (all 31, the default)
    #[arg(long, value_parser = PossibleValuesParser::new(Suite::ALL.map(Suite::name)))]
    suite: Option<String>,
    /// The core family of a condition of your own, for example MIX
    #[arg(long)]
    family: Option<String>,
    /// Its side lengths [default: 16x16]
    #[arg(long, value_name = "SIDES", requires = "family", conflicts_with_all = ["suite", "condition"], value_parser = sides)]
    shape: Option<Numbers<u32>>,
    /// Its target workload, in the unit of the family [default: that of the paper's main set]
    #[arg(long, value_name = "N", requires = "family", conflicts_with_all = ["suite", "condition"])]
    target: Option<u64>,
    /// Its values, 0 among them [default: those of the family in the paper]
    #[arg(long, value_name = "VALUES", requires = "family", conflicts_with_all = ["suite", "condition"], value_parser = values)]
    alphabet: Option<Numbers<u16>>,
    /// The lowest and the highest density of its initial states, in percent, for example 30-50 [default: the paper's]
    #[arg(long, value_name = "LOW-HIGH", requires = "family", conflicts_with_all = ["suite", "condition"], value_parser = separated::<u32>('-'))]
    band: Option<Numbers<u32>>,
    /// The number of events of its trajectories [default: 128]
    #[arg(long, value_name = "N", requires = "family", conflicts_with_all = ["suite", "condition"])]
    length: Option<usize>,
    /// A condition by its name, for example RELABEL/16x16/100 or MIX/8x8/12/alphabet=0,1,2/band=30-50/length=64; can be repeated
    #[arg(long, value_name = "NAME")]
    condition: Vec<String>,
    /// Trajectories of each condition
    #[arg(long, value_name = "N", default_value_t = TRAJECTORIES)]
    count: u32,
    /// The index of the first of them
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    first: u32,
    /// The dataset seed
    #[arg(long, default_value_t = SEED, allow_negative_numbers = true)]
    seed: u64,
    /// The lengths of the instances [default: those of 0,1,8,16,32,64 that the trajectories have, and a length of your own]
    #[arg(long, value_name = "LENGTHS", conflicts_with = "trajectories", value_parser = separated::<usize>(','))]
    prefixes: Option<Numbers<usize>>,
    /// Write the stored record of each trajectory instead of instances
    #[arg(long)]
    trajectories: bool,
    /// Write into this file, and beside it a manifest with counts and digests (for set.jsonl it is set.manifest.json). Both appear
    /// when they are complete; until then a file that was there stays
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

fn sides(text: &str) -> Result<Numbers<u32>, &'static str> {
    condition::sides(text).map(Numbers).ok_or("expected side lengths like 16x16")
}

fn values(text: &str) -> Result<Numbers<u16>, &'static str> {
    condition::values(text).map(Numbers).ok_or("expected values from 0 to 65535 like 0,1,2,3 or 0-3")
}

/// Several numbers in one argument.
#[derive(Clone)]
struct Numbers<T>(Vec<T>);

pub fn run(options: &Options, output: &mut Output) -> Done {
    let refuse = |error: ConditionError| Stop::Fatal(error.to_string());
    let plan = Plan::new(conditions(options)?, options.seed, options.first, options.count).map_err(refuse)?;
    let content = match &options.prefixes {
        _ if options.trajectories => Content::Trajectories,
        Some(Numbers(lengths)) => Content::instances(&plan, lengths).map_err(refuse)?,
        None => Content::usual_instances(&plan),
    };
    match options.out.as_deref().filter(|path| !is_standard_input(path)) {
        Some(path) => write_files(path, plan, content, output),
        None => {
            let progress = Progress::beside_output();
            make(Batch::new(plan, [(String::new(), content)]), progress, output, |text, output| {
                output.text(text)?;
                output.flush()
            })
            .map(drop)
        }
    }
}

fn conditions(options: &Options) -> Result<Vec<Condition>, Stop> {
    if let Some(name) = &options.family {
        let known = rule::core_families().map(|family| family.name()).find(|known| known.eq_ignore_ascii_case(name));
        let band = match options.band.as_ref().map(|Numbers(band)| band.as_slice()) {
            None => None,
            Some(&[low, high]) => Some((low, high)),
            Some(other) => {
                let found: Vec<String> = other.iter().map(u32::to_string).collect();
                let found = found.join("-");
                return Err(Stop::Fatal(format!("band: found {found}, expected two percentages like 30-50")));
            }
        };
        let request = Request {
            family: known.unwrap_or(name).to_owned(),
            shape: options.shape.as_ref().map_or(vec![16, 16], |Numbers(sides)| sides.clone()),
            target: options.target,
            alphabet: options.alphabet.as_ref().map(|Numbers(values)| values.clone()),
            band,
            length: options.length,
        };
        return Condition::new(&request).map(|condition| vec![condition]).map_err(|error| Stop::Fatal(error.to_string()));
    }
    if !options.condition.is_empty() {
        let parse = |name: &String| Condition::parse(name).map_err(|error| Stop::Fatal(format!("condition {name:?}: {error}")));
        return options.condition.iter().map(parse).collect();
    }
    // The parser lets only names of suites through.
    Ok(options.suite.as_deref().and_then(Suite::find).unwrap_or(Suite::Paper).conditions())
}

/// Writes the file and its manifest.
fn write_files(path: &Path, plan: Plan, content: Content, output: &mut Output) -> Done {
    let manifest_path = path.with_extension("manifest.json");
    let (mut file, mut manifest) = (Staged::create(path)?, Staged::create(&manifest_path)?);
    Staged::remove_when_interrupted([&file, &manifest])?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let batch = make(Batch::new(plan, [(name, content)]), Progress::alone(), output, |text, _| file.text(text))?;
    manifest.text(&batch.manifest())?;
    Staged::publish([file, manifest])
}

/// Makes everything and hands on the text of each trajectory.
fn make(
    mut batch: Batch,
    mut progress: Progress,
    output: &mut Output,
    mut write: impl FnMut(&str, &mut Output) -> Done,
) -> Result<Batch, Stop> {
    let total = batch.plan().len();
    let mut result = Ok(());
    for (done, key) in (1..).zip(batch.plan().clone().keys()) {
        let outcome = generate(&key);
        if outcome.is_err() {
            output.line_in_error();
        }
        result = batch.add(&key, &outcome).iter().try_for_each(|text| write(text, output));
        if result.is_err() {
            break;
        }
        progress.show(|seconds| {
            let rate = f64::from(done) / seconds;
            format!("{done} of {total} trajectories ({:.0} %), {rate:.0} per second", 100.0 * f64::from(done) / total as f64)
        });
    }
    progress.clear();
    result.map(|()| batch)
}

/// Reads numbers with a separator between them.
fn separated<T: FromStr>(separator: char) -> impl Fn(&str) -> Result<Numbers<T>, String> + Clone
where
    T::Err: Display,
{
    move |text| {
        let number = |part: &str| part.trim().parse().map_err(|error| format!("found {part:?}, expected an integer: {error}"));
        text.split(separator).map(number).collect::<Result<Vec<T>, _>>().map(Numbers)
    }
}
