//! What `score` and `diagnose` have in common: instances, and the responses of models to them.

use base::json::{self, Kind, Value};
use std::collections::BTreeMap;
use std::path::PathBuf;

use grids::instance::{Instance, InstanceError};
use grids::world::World;

use crate::lines::{At, Done, Input, Output, Stop, is_standard_input};

/// The two files.
#[derive(clap::Args)]
pub struct Files {
    /// The instances as JSONL, `-` for standard input
    #[arg(long, value_name = "FILE")]
    instances: PathBuf,
    /// Responses as JSONL; `-` or none for standard input
    responses: Option<PathBuf>,
}

/// What a command does with an instance and the responses to it.
pub trait Command {
    /// What is kept of an instance while the responses are read.
    type Target;
    /// What is kept of a response. Its text is not.
    type Answer;

    /// Takes in an instance and its final state.
    fn target(&self, instance: Instance, last: World) -> Self::Target;

    /// Takes in a response; none is an empty answer.
    fn answer(&self, target: &Self::Target, response: Option<&str>) -> Self::Answer;

    /// Writes the records of an instance, one for each model.
    fn write(&self, target: &Self::Target, answers: Vec<(Option<&str>, Self::Answer)>, output: &mut Output) -> Done;
}

/// A line of the instances file.
enum Entry {
    /// The number of a target.
    Target(usize),
    /// A line that cannot be used.
    Bad(At, InstanceError),
}

/// The instances by number and by id.
struct Targets<T> {
    list: Vec<T>,
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

/// Carries out a command: first the responses are read, then the records written, in the order of the instances and then of the models.
pub fn run<C: Command>(command: &C, files: &Files, output: &mut Output) -> Done {
    let responses = files.responses.as_deref();
    if is_standard_input(&files.instances) && responses.is_none_or(is_standard_input) {
        return Err(Stop::Fatal("only one of instances and responses can be standard input".to_owned()));
    }
    let responses = Input::open(responses)?.labelled("responses");
    let instances = Input::open(Some(&files.instances))?.labelled("instances");
    let (entries, targets) = read_instances(command, instances, output)?;
    let (models, mut answers) = read_responses(command, responses, &targets, output)?;
    for entry in entries {
        match entry {
            Entry::Bad(at, error) => output.instance_error(at, &error)?,
            Entry::Target(number) => {
                let target = &targets.list[number];
                let each = models.names.iter().enumerate().map(|(model, name)| {
                    let answer = answers.remove(&(number, model)).unwrap_or_else(|| command.answer(target, None));
                    (name.as_deref(), answer)
                });
                command.write(target, each.collect(), output)?;
            }
        }
    }
    Ok(())
}

fn read_instances<C: Command>(command: &C, input: Input, output: &mut Output) -> Result<(Vec<Entry>, Targets<C::Target>), Stop> {
    let (mut entries, mut targets) = (Vec::new(), Targets { list: Vec::new(), by_id: BTreeMap::new() });
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
        targets.list.push(command.target(instance, last));
        entries.push(Entry::Target(number));
        Ok(())
    })?;
    Ok((entries, targets))
}

/// The answers by instance and model.
type Answers<A> = BTreeMap<(usize, usize), A>;

fn read_responses<C: Command>(
    command: &C,
    input: Input,
    targets: &Targets<C::Target>,
    output: &mut Output,
) -> Result<(Models, Answers<C::Answer>), Stop> {
    let (mut models, mut answers) = (Models::default(), Answers::new());
    input.each_line(output, |at, text, output| {
        let response = match Response::read(text) {
            Ok(response) => response,
            Err(error) => return output.error(at, error.id.as_deref(), error.code, &error.message),
        };
        let Some(&number) = targets.by_id.get(&response.id) else {
            return output.error(at, Some(&response.id), "unknown-id", "no usable instance of the instances file has this id");
        };
        let model = models.number(response.model);
        if answers.contains_key(&(number, model)) {
            let message = "this model has answered this instance already; the first response counts";
            return output.error(at, Some(&response.id), "duplicate-response", message);
        }
        answers.insert((number, model), command.answer(&targets.list[number], response.response.as_deref()));
        Ok(())
    })?;
    if models.names.is_empty() {
        models.number(None);
    }
    Ok((models, answers))
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
