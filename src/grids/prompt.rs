//! Prompt 0.4 (paper C.2, Figures 8 and 9): the literal text that a model receives.

use base::json;

use crate::instance::Instance;
use crate::rule::{Event, Family, Scratch, execute};
use crate::world::codec::write_state;
use crate::world::{Alphabet, Shape, Space, World};

/// The prompt of an instance, without a newline at its end.
pub fn prompt(instance: &Instance) -> String {
    let Space { shape, alphabet } = &instance.space;
    let mut sections = vec![
        "This is a deterministic simulation of an abstract integer-valued grid.\nKeep deliberation concise and reserve enough of \
         the response budget to return the complete final-state JSON."
            .to_owned(),
        "TASK\nApply all events in order and return the final world.".to_owned(),
        format!(
            "SPACE\nshape = {shape}\nCoordinates and axis indices are zero-based. The world is bounded and does not wrap.\nUnlisted \
             cells have value 0. Allowed values: {alphabet}.\nW(x) denotes the value of cell x immediately before the current event."
        ),
        "COMMON EVENT\nSET(p,v): set cell p to v.".to_owned(),
        format!("FAMILY RULE\n{}", instance.family.card(alphabet)),
    ];
    if let Some(example) = worked_example(instance.family, alphabet) {
        sections.push(format!("EXAMPLE\n{example}"));
    }
    sections.push(format!("INITIAL\n{}", write_state(&instance.initial)));
    sections.push(format!("EVENTS\n{}", instance.events_json()));
    sections.push(
        "OUTPUT\nReturn only {\"cells\":[[p,v],...]}, where each entry is [coordinate,value]. Include every nonzero cell exactly once \
         in lexicographic coordinate order. Output the JSON object only, with no code fence or other text."
            .to_owned(),
    );
    sections.join("\n\n")
}

/// The one-dimensional worked example of a family, executed under `alphabet`; `None` where its values cannot be represented
/// (clarification 26).
pub fn worked_example(family: &dyn Family, alphabet: &Alphabet) -> Option<String> {
    let example = family.example()?;
    let space = Space { shape: Shape::new(&[7]).ok()?, alphabet: alphabet.clone() };
    if !example.before.iter().all(|&value| alphabet.contains(value.into())) {
        return None;
    }
    let mut world = World::empty(&space.shape);
    for (cell, &value) in example.before.iter().enumerate() {
        world.set(cell, value);
    }
    let event = Event::from_json(json::parse(example.event).ok()?.root(), &space).ok()?;
    execute(event.transition(&space).ok()?.as_ref(), &mut world, &mut Scratch::default()).ok()?;
    let line = |values: &[u16]| values.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
    Some(format!(
        "On shape [7], listing the values of cells [0] to [6] in order. Before: {}. Event: {}. After: {}. {}",
        line(&example.before),
        event.to_json(),
        line(world.cells()),
        (example.comment)(alphabet)
    ))
}

/// The prompt with the id of its instance, as one line of JSON (FORMATS.md).
pub fn line(instance: &Instance) -> String {
    format!("{{\"id\":\"{}\",\"prompt\":{}}}", instance.id, serde_json::Value::from(prompt(instance)))
}
