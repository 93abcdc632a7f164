//! `gridbench score`: every response against its instance.

use base::json::{self, Kind, Value};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

use grids::instance::{Instance, InstanceError};
use grids::score::{Score, score};
use grids::world::{Space, World};

use crate::lines::{At, Done, Input, Output, Stop, is_standard_input};

/// Score responses against the instances they answer
///
/// A response is a line {"id":…,"model":…,"response":"<the delivered text>"}; `model` is optional, `response` may be null or missing
/// (an empty answer), other fields are ignored.
///
/// Writes one record for every instance of the instances file, in its order; where several models occur, one for every instance
/// and model, models in the order of their first appearance. A missing response is an empty answer and is never dropped. Lines
/// that cannot be used become error lines with a field "file": those of the responses come first, those of the instances stand in
/// their place. A second response of one model to one instance (duplicate-response) and a response to an unknown instance
/// (unknown-id) are such errors, and so is a repeated instance id (duplicate-id): the first one counts.
///
/// Memory: the initial and the final state of every instance and one score for every response are kept; texts of responses are
/// not.
#[derive(clap::Args)]
pub struct Options {
    /// The instances as JSONL, `-` for standard input
    #[arg(long, value_name = "FILE")]
    instances: PathBuf,
    /// Responses as JSONL; `-` or none for standard input
    responses: Option<PathBuf>,
}

#[derive(Serialize)]
struct Record<'a> {
    id: &'a str,
    model: Option<&'a str>,
    #[serde(flatten)]
    score: &'a Score,
}

/// What a score needs of an instance.
struct Target {
    id: String,
    space: Space,
    initial: World,
    last: World,
}

/// A line of the instances file.
enum Entry {
    /// The number of a target.
    Target(usize),
    /// A line that cannot be used.
    Bad(At, InstanceError),
}

/// The instances by number and by id.
#[derive(Default)]
struct Targets {
    list: Vec<Target>,
    by_id: BTreeMap<String, usize>,
}

/// The models in order of appearance; the one without a name is `None`.
#[derive(Default)]
struct Models {
    names: Vec<Option<String>>,
    by_name: BTreeMap<Option<String>, usize>,
}

impl Models {
    fn number(&mut self, name: Option<String>) -> usize {
        *self.by_name.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            self.names.len() - 1
        })
    }
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    let responses = options.responses.as_deref();
    if is_standard_input(&options.instances) && responses.is_none_or(is_standard_input) {
        return Err(Stop::Fatal("only one of instances and responses can be standard input".to_owned()));
    }
    let responses = Input::open(responses)?.labelled("responses");
    let instances = Input::open(Some(&options.instances))?.labelled("instances");
    let (entries, targets) = read_instances(instances, output)?;
    let (models, mut scores) = read_responses(responses, &targets, output)?;
    for entry in entries {
        match entry {
            Entry::Bad(at, error) => output.instance_error(at, &error)?,
            Entry::Target(number) => {
                let target = &targets.list[number];
                for (model, name) in models.names.iter().enumerate() {
                    let score = scores.remove(&(number, model)).unwrap_or_else(|| target.score(None));
                    output.record(&Record { id: &target.id, model: name.as_deref(), score: &score })?;
                }
            }
        }
    }
    Ok(())
}

impl Target {
    fn score(&self, response: Option<&str>) -> Score {
        score(response, &self.space, &self.initial, &self.last)
    }
}

fn read_instances(input: Input, output: &mut Output) -> Result<(Vec<Entry>, Targets), Stop> {
    let (mut entries, mut targets) = (Vec::new(), Targets::default());
    input.each_line(output, |at, text, _| {
        let (instance, last) = match Instance::finish(text) {
            Ok(opened) => opened,
            Err(error) => {
                entries.push(Entry::Bad(at, error));
                return Ok(());
            }
        };
        let number = targets.list.len();
        if targets.by_id.contains_key(&instance.id) {
            let detail = "found this id again, expected every id once".to_owned();
            let error = InstanceError { code: "duplicate-id", id: Some(instance.id), event: None, field: Some("id"), detail };
            entries.push(Entry::Bad(at, error));
            return Ok(());
        }
        targets.by_id.insert(instance.id.clone(), number);
        targets.list.push(Target { id: instance.id, space: instance.space, initial: instance.initial, last });
        entries.push(Entry::Target(number));
        Ok(())
    })?;
    Ok((entries, targets))
}

/// The scores by instance and model.
type Scores = BTreeMap<(usize, usize), Score>;

fn read_responses(input: Input, targets: &Targets, output: &mut Output) -> Result<(Models, Scores), Stop> {
    let (mut models, mut scores) = (Models::default(), Scores::new());
    input.each_line(output, |at, text, output| {
        let response = match Response::read(text) {
            Ok(response) => response,
            Err(error) => return output.error(at, error.id.as_deref(), error.code, &error.message),
        };
        let Some(&number) = targets.by_id.get(&response.id) else {
            return output.error(at, Some(&response.id), "unknown-id", "no usable instance of the instances file has this id");
        };
        let model = models.number(response.model);
        if scores.contains_key(&(number, model)) {
            let message = "this model has answered this instance already; the first response counts";
            return output.error(at, Some(&response.id), "duplicate-response", message);
        }
        scores.insert((number, model), targets.list[number].score(response.response.as_deref()));
        Ok(())
    })?;
    if models.names.is_empty() {
        models.number(None);
    }
    Ok((models, scores))
}

/// One line of the responses file.
struct Response {
    id: String,
    model: Option<String>,
    response: Option<String>,
}

/// Why a line is no usable response.
struct ResponseError {
    id: Option<String>,
    code: &'static str,
    message: String,
}

impl Response {
    fn read(line: &str) -> Result<Response, ResponseError> {
        let fail = |code, message| ResponseError { id: None, code, message };
        let document = json::parse(line).map_err(|error| fail(error.kind.code(), format!("byte {}: {error}", error.offset)))?;
        let root = document.root();
        if root.kind() != Kind::Object {
            return Err(fail("not-an-object", format!("found {}, expected a response object", root.kind())));
        }
        let missing = || fail("missing-field", "field \"id\": found nothing, expected the id of an instance".to_owned());
        let id = optional_string(root, "id").map_err(|message| fail("bad-field", message))?.ok_or_else(missing)?;
        let field = |name| {
            optional_string(root, name).map_err(|message| ResponseError { id: Some(id.clone()), ..fail("bad-field", message) })
        };
        let (model, response) = (field("model")?, field("response")?);
        Ok(Response { id, model, response })
    }
}

/// The text of a field; nothing where it is null or missing.
fn optional_string(object: Value<'_, '_>, name: &str) -> Result<Option<String>, String> {
    match object.get(name) {
        None => Ok(None),
        Some(value) => match value.string() {
            Some(text) => Ok(Some(text.into_owned())),
            None if value.kind() == Kind::Null => Ok(None),
            None => Err(format!("field \"{name}\": found {}, expected a string", value.kind())),
        },
    }
}
