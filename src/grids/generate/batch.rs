//! A batch: the files that hold what a plan makes, and the manifest that describes them, as pure text. Whoever writes them to a
//! disk or into an archive writes the same bytes.

use base::digest::Sha;

use super::condition::{Condition, ConditionError, STORED};
use super::suite::{LENGTHS, Plan, Suite};
use super::{Key, Reason, Rejected, Trajectory, VERSION};
use crate::prompt;
use crate::trace;
use crate::world::codec::list;

/// What a file holds of each trajectory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// The stored record.
    Trajectories,
    /// The instances of these lengths.
    Instances(Vec<usize>),
    /// Their prompts, as `gridbench prompt` writes them.
    Prompts(Vec<usize>),
}

impl Content {
    /// Instances of the paper's lengths, as far as every trajectory of the plan is that long.
    pub fn usual_instances(plan: &Plan) -> Content {
        Content::Instances(usual_lengths(plan))
    }

    /// The prompts of the same.
    pub fn usual_prompts(plan: &Plan) -> Content {
        Content::Prompts(usual_lengths(plan))
    }

    /// Instances of these lengths, increasing; each must be one that every trajectory of the plan has.
    pub fn instances(plan: &Plan, lengths: &[usize]) -> Result<Content, ConditionError> {
        let fail = |detail| Err(ConditionError { field: "prefixes", detail });
        if lengths.is_empty() || !lengths.is_sorted_by(|a, b| a < b) {
            return fail(format!("found {lengths:?}, expected increasing numbers of events"));
        }
        let stored = stored(plan);
        match lengths.iter().find(|&&length| length > stored) {
            Some(length) => fail(format!("found {length} events, expected at most {stored}, the length of the trajectories")),
            None => Ok(Content::Instances(lengths.to_vec())),
        }
    }

    /// The name in a manifest.
    pub fn name(&self) -> &'static str {
        match self {
            Content::Trajectories => "trajectories",
            Content::Instances(_) => "instances",
            Content::Prompts(_) => "prompts",
        }
    }

    fn lengths(&self) -> &[usize] {
        match self {
            Content::Trajectories => &[],
            Content::Instances(lengths) | Content::Prompts(lengths) => lengths,
        }
    }

    fn lines(&self, trajectory: &Trajectory) -> Vec<String> {
        match self {
            Content::Trajectories => vec![trajectory.to_json()],
            Content::Instances(lengths) => lengths.iter().map(|&length| instance(trajectory, length)).collect(),
            Content::Prompts(lengths) => lengths.iter().map(|&length| prompt::line(&trajectory.instance(length))).collect(),
        }
    }
}

/// The number of events that every trajectory of a plan has.
fn stored(plan: &Plan) -> usize {
    plan.conditions.iter().map(Condition::length).min().unwrap_or(0)
}

/// The lengths of a plan's instances, unless others are asked for: the paper's, and a stored length that is not.
pub fn usual_lengths(plan: &Plan) -> Vec<usize> {
    let stored = stored(plan);
    let own = (stored != STORED && !LENGTHS.contains(&stored)).then_some(stored);
    LENGTHS.into_iter().filter(|&length| length <= stored).chain(own).collect()
}

fn instance(trajectory: &Trajectory, length: usize) -> String {
    let instance = trajectory.instance(length);
    let Ok(last) = trace::final_state(&instance) else {
        unreachable!("the events of {} were executed when it was made or read", instance.id);
    };
    instance.to_json_with(&last)
}

/// One file in the making.
#[derive(Debug, Clone)]
struct File {
    name: String,
    content: Content,
    lines: u64,
    bytes: u64,
    sha: Sha,
}

/// The outcomes of one condition.
#[derive(Debug, Clone, Default)]
struct Tally {
    original: u64,
    additional: u64,
    failed: u64,
    rejected: [u64; Reason::ALL.len()],
}

impl Tally {
    fn add(&mut self, key: &Key, outcome: &Result<Trajectory, Rejected>) {
        let reasons = match outcome {
            Ok(trajectory) => {
                let cohort = if key.cohort() == "original" { &mut self.original } else { &mut self.additional };
                *cohort += 1;
                &trajectory.rejected
            }
            Err(Rejected { reasons }) => {
                self.failed += 1;
                reasons
            }
        };
        for (sum, count) in self.rejected.iter_mut().zip(Reason::count(reasons)) {
            *sum += count;
        }
    }

    fn sum(tallies: &[Tally]) -> Tally {
        tallies.iter().fold(Tally::default(), |sum, tally| Tally {
            original: sum.original + tally.original,
            additional: sum.additional + tally.additional,
            failed: sum.failed + tally.failed,
            rejected: std::array::from_fn(|reason| sum.rejected[reason] + tally.rejected[reason]),
        })
    }

    /// Fields of the manifest; `per_trajectory` is the number of instances of each trajectory.
    fn fields(&self, per_trajectory: u64) -> String {
        let trajectories = self.original + self.additional;
        let rejected = Reason::ALL.iter().zip(self.rejected).map(|(reason, count)| format!("\"{}\":{count}", reason.name()));
        format!(
            "\"trajectories\":{trajectories},\"instances\":{},\"failed\":{},\"rejected\":{{{}}},\
             \"cohorts\":{{\"original\":{},\"additional\":{}}}",
            trajectories * per_trajectory,
            self.failed,
            rejected.collect::<Vec<_>>().join(","),
            self.original,
            self.additional,
        )
    }
}

/// The files of a plan, in the making.
#[derive(Debug, Clone)]
pub struct Batch {
    plan: Plan,
    files: Vec<File>,
    /// One for each condition.
    tallies: Vec<Tally>,
}

impl Batch {
    /// Files of these names, still empty.
    pub fn new(plan: Plan, files: impl IntoIterator<Item = (String, Content)>) -> Batch {
        let file = |(name, content)| File { name, content, lines: 0, bytes: 0, sha: Sha::new() };
        let tallies = vec![Tally::default(); plan.conditions.len()];
        Batch { files: files.into_iter().map(file).collect(), tallies, plan }
    }

    /// What is made.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Takes note of the next trajectory of the plan, and gives the text that each file gets. In the place of a trajectory that does
    /// not exist stands the line of an error, whose number is its own in that file.
    pub fn add(&mut self, key: &Key, outcome: &Result<Trajectory, Rejected>) -> Vec<String> {
        if let Some(position) = self.plan.conditions.iter().position(|condition| *condition == key.condition) {
            self.tallies[position].add(key, outcome);
        }
        let text = |file: &mut File| {
            let lines = match outcome {
                Ok(trajectory) => file.content.lines(trajectory),
                Err(rejected) => vec![error_line(file.lines + 1, key, rejected)],
            };
            let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
            file.lines += lines.len() as u64;
            file.bytes += text.len() as u64;
            file.sha.update(&text);
            text
        };
        self.files.iter_mut().map(text).collect()
    }

    /// How many trajectories do not exist.
    pub fn failed(&self) -> u64 {
        Tally::sum(&self.tallies).failed
    }

    /// The manifest: what was made of what, and the digests of the files. JSON, with one line for each condition and file.
    pub fn manifest(&self) -> String {
        let Plan { conditions, seed, first, count } = &self.plan;
        let suite = Suite::of(conditions).map_or("null".to_owned(), |suite| format!("\"{}\"", suite.name()));
        // Files of instances beside each other have the same ones.
        let lengths = self.files.iter().map(|file| file.content.lengths()).find(|lengths| !lengths.is_empty()).unwrap_or(&[]);
        let per_trajectory = lengths.len() as u64;
        let conditions = conditions.iter().zip(&self.tallies).map(|(condition, tally)| {
            let space = condition.space();
            format!(
                "{{\"family\":\"{}\",\"shape\":{},\"alphabet\":{},\"condition\":{},{}}}",
                condition.family().name(),
                space.shape,
                space.alphabet,
                condition.to_json(),
                tally.fields(per_trajectory),
            )
        });
        let files = self.files.iter().map(|File { name, content, lines, bytes, sha }| {
            let (name, sha) = (serde_json::Value::from(name.as_str()), sha.clone().hex());
            format!(
                "{{\"name\":{name},\"content\":\"{}\",\"lines\":{lines},\"bytes\":{bytes},\"sha256\":\"{sha}\"}}",
                content.name()
            )
        });
        format!(
            "{{\"generator\":\"{VERSION}\",\"seed\":{seed},\"suite\":{suite},\"first\":{first},\"count\":{count},\"lengths\":{},\n\
             {},\n\"conditions\":[\n{}\n],\n\"files\":[\n{}\n]}}\n",
            list(lengths),
            Tally::sum(&self.tallies).fields(per_trajectory),
            conditions.collect::<Vec<_>>().join(",\n"),
            files.collect::<Vec<_>>().join(",\n"),
        )
    }
}

/// The line that stands in the place of a trajectory that does not exist (FORMATS.md).
fn error_line(line: u64, key: &Key, rejected: &Rejected) -> String {
    format!(
        "{{\"line\":{line},\"id\":\"{}\",\"error\":{{\"code\":\"all-attempts-rejected\",\"message\":\"{}: {rejected}\"}}}}",
        key.name(),
        key.path(),
    )
}
