//! Reading the line of a stored trajectory (FORMATS.md).

use base::json::{self, Value};

use super::condition::Condition;
use super::key::MOST_INDICES;
use super::trajectory::{Category, Core, Reason, Record, Trajectory};
use super::{Key, VERSION};
use crate::instance::{Instance, InstanceError, fail};
use crate::world::codec::shorten;

/// Whether an instance was read from such a line: it has a name and no id of its own.
pub fn is_stored(instance: &Instance) -> bool {
    let named = || {
        let document = json::parse(instance.extra_field("trajectory")?).ok()?;
        Some(document.root().string()? == instance.id)
    };
    instance.extra_field("generator").is_some() && named() == Some(true)
}

/// The trajectory of an instance that was read from such a line.
pub fn read(instance: Instance) -> Result<Trajectory, InstanceError> {
    let id = instance.id.clone();
    parts(instance).map_err(|error| InstanceError { id: Some(id), ..error })
}

fn parts(instance: Instance) -> Result<Trajectory, InstanceError> {
    let Some(generator) = instance.extra_field("generator") else {
        let detail = "found no stored trajectory, expected one as `gridbench generate --trajectories` writes it".to_owned();
        return Err(fail("not-a-trajectory", Some("generator"), detail));
    };
    if generator != format!("\"{VERSION}\"") {
        let detail = format!("found {}, expected \"{VERSION}\"", shorten(generator));
        return Err(fail("unknown-generator", Some("generator"), detail));
    }
    let seed = number(field(&instance, "seed")?, "seed")?;
    let index = number(field(&instance, "index")?, "index")?;
    if index >= MOST_INDICES {
        return Err(fail("bad-field", Some("index"), format!("found {index}, expected an integer below {MOST_INDICES}")));
    }
    let attempt: u32 = number(field(&instance, "attempt")?, "attempt")?;
    let rejected = instance.extra_field("rejected").unwrap_or("[]");
    let rejected = list(rejected, "rejected", |reason| find(Reason::ALL, Reason::name, reason))?;
    if attempt as usize != rejected.len() {
        let detail = format!("found {attempt}, expected {}, the number of rejected attempts before it", rejected.len());
        return Err(fail("bad-field", Some("attempt"), detail));
    }
    let condition = read_condition(field(&instance, "condition")?)?;
    if *condition.space() != instance.space || condition.family() != instance.family {
        let space = &instance.space;
        let detail = format!(
            "found {} for {} on {} with {}, expected a condition of these",
            condition.name(),
            instance.family.name(),
            space.shape,
            shorten(&space.alphabet.to_string())
        );
        return Err(fail("bad-condition", Some("condition"), detail));
    }
    // No event reads or writes more: an entity of MOVE looks at every cell of a line, all others look at fewer.
    let volume = instance.space.shape.volume() as u64;
    let records = list(field(&instance, "records")?, "records", |value| record(value, volume * (volume + 1)))?;
    if records.len() != instance.events.len() {
        let detail = format!("found {} records, expected {}, one for each event", records.len(), instance.events.len());
        return Err(fail("bad-field", Some("records"), detail));
    }
    if records.len() != condition.length() {
        let detail = format!("found {} events, expected {} as the condition says", records.len(), condition.length());
        return Err(fail("length-mismatch", Some("events"), detail));
    }
    for (t, (event, record)) in (1..).zip(instance.events.iter().zip(&records)) {
        let kind = |core: bool| if core { "core" } else { "set" };
        let (found, expected) = (kind(record.core.is_some()), kind(event.family.is_core()));
        if found != expected {
            let detail = format!("found the kind {found} for event {t}, expected {expected}");
            return Err(fail("bad-field", Some("records"), detail));
        }
    }
    let digest = field(&instance, "digest")?.to_owned();
    let key = Key { condition, seed, index };
    let cohort = instance.extra_field("cohort").unwrap_or_default().to_owned();
    let Instance { id, initial, events, .. } = instance;
    let trajectory = Trajectory { key, attempt, rejected, initial, events, records };
    if id != trajectory.key.name() {
        let detail = format!("found {id}, expected {}, as condition, seed and index give it", trajectory.key.name());
        return Err(fail("name-mismatch", Some("trajectory"), detail));
    }
    if !cohort.is_empty() && cohort != format!("\"{}\"", trajectory.key.cohort()) {
        let detail = format!("found {}, expected \"{}\" for this index", shorten(&cohort), trajectory.key.cohort());
        return Err(fail("bad-field", Some("cohort"), detail));
    }
    if digest != format!("\"{}\"", trajectory.digest()) {
        let detail = format!("found {}, expected \"{}\" for this state and these events", shorten(&digest), trajectory.digest());
        return Err(fail("digest-mismatch", Some("digest"), detail));
    }
    Ok(trajectory)
}

fn field<'i>(instance: &'i Instance, name: &'static str) -> Result<&'i str, InstanceError> {
    let missing = || fail("missing-field", Some(name), "found nothing, expected this field".to_owned());
    instance.extra_field(name).ok_or_else(missing)
}

fn number<T: std::str::FromStr>(text: &str, name: &'static str) -> Result<T, InstanceError> {
    text.parse().map_err(|_| fail("bad-field", Some(name), format!("found {}, expected an integer of at least 0", shorten(text))))
}

fn read_condition(text: &str) -> Result<Condition, InstanceError> {
    let document = json::parse(text);
    let name = document.as_ref().ok().and_then(|document| document.root().get("name")?.string());
    let Some(name) = name else {
        return Err(fail("bad-condition", Some("condition"), format!("found {}, expected an object with a name", shorten(text))));
    };
    let condition = Condition::parse(&name).map_err(|error| fail("bad-condition", Some("condition"), error.to_string()))?;
    // What stands beside the name follows from it, and must not say something else.
    let same = |expected: &str| {
        let [found, expected] = [text, expected].map(serde_json::from_str::<serde_json::Value>);
        matches!((found, expected), (Ok(found), Ok(expected)) if found == expected)
    };
    let expected = condition.to_json();
    if !same(&expected) {
        let detail = format!("found {}, expected {expected}, as the name gives it", shorten(text));
        return Err(fail("bad-condition", Some("condition"), detail));
    }
    Ok(condition)
}

/// A list of things that `read` understands.
fn list<T>(text: &str, name: &'static str, read: impl Fn(Value<'_, '_>) -> Option<T>) -> Result<Vec<T>, InstanceError> {
    let wrong =
        |found: &str| fail("bad-field", Some(name), format!("found {}, expected what the generator writes", shorten(found)));
    let document = json::parse(text).map_err(|_| wrong(text))?;
    document.root().items().map(|item| read(item).ok_or_else(|| wrong(item.text()))).collect()
}

/// A record whose counts are at most `most`.
fn record(value: Value<'_, '_>, most: u64) -> Option<Record> {
    let integer = |name: &str| value.get(name)?.integer().and_then(|number| u64::try_from(number).ok());
    let count = |name: &str| integer(name).filter(|&count| count <= most);
    let cells = |name: &str| usize::try_from(count(name)?).ok();
    let yes = |name: &str| integer(name).filter(|&number| number <= 1).map(|number| number == 1);
    let core = match value.get("kind")?.string()?.as_ref() {
        "set" => None,
        "core" => Some(Core {
            workload: count("workload")?,
            requested: find(Category::ALL, Category::name, value.get("requested")?)?,
            missed: yes("missed")?,
            repeated: yes("repeated")?,
            candidates: u32::try_from(integer("candidates")?).ok()? as usize,
            score: integer("score")?,
            contact: match value.get("contact") {
                None => None,
                Some(_) => Some(yes("contact")?),
            },
        }),
        _ => return None,
    };
    Some(Record { scan: count("scan")?, effect: cells("effect")?, writes: cells("writes")?, core })
}

/// The one of some items that has this name.
fn find<T: Copy, const N: usize>(all: [T; N], name: impl Fn(T) -> &'static str, found: Value<'_, '_>) -> Option<T> {
    let found = found.string()?;
    all.into_iter().find(|item| name(*item) == found)
}
