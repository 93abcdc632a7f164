//! An answer held against the reference: its measures, why it is wrong, and its wrong cells.

use grids::answer::{self, Answer};
use grids::score::{ErrorClass, Group, Outcome, Score};
use grids::world::World;
use grids::world::codec::list;
use leptos::prelude::*;
use std::sync::Arc;

use super::diagnosis::{Chosen, Diagnosed};
use crate::state::{Loaded, Workbench};

/// How many wrong cells the text list holds; the mosaic marks all.
const LISTED: usize = 500;

/// An answer held against the reference.
#[derive(Clone, PartialEq)]
pub struct Scored {
    /// How it does.
    pub score: Score,
    /// The answer's state, if it is valid.
    pub answer: Option<World>,
    /// W_0.
    pub initial: World,
    /// The reference.
    pub target: World,
}

impl Scored {
    /// A delivered text.
    pub fn text(text: &str, loaded: &Loaded) -> Scored {
        let space = &loaded.instance.space;
        Scored::new(answer::read(Some(text), space), loaded, |target| {
            answer::read_strict(text, space).is_ok_and(|world| world == *target)
        })
    }

    /// A state that was entered by hand: an answer that is the JSON object alone.
    pub fn world(world: World, loaded: &Loaded) -> Scored {
        let exact = world.clone();
        Scored::new(Answer::Valid { span: 0..0, world }, loaded, |target| exact == *target)
    }

    fn new(answer: Answer, loaded: &Loaded, strict: impl FnOnce(&World) -> bool) -> Scored {
        let initial = loaded.instance.initial.clone();
        let target = loaded.trace.state(&initial, loaded.trace.len());
        let score = Score::new(&answer, strict(&target), &initial, &target);
        let answer = match answer {
            Answer::Valid { world, .. } => Some(world),
            Answer::Empty | Answer::Invalid { .. } => None,
        };
        Scored { score, answer, initial, target }
    }

    /// The wrong cells of a group, increasing.
    pub fn wrong(&self, among: Among) -> Vec<usize> {
        let changes = |cell: usize| self.initial.get(cell) != self.target.get(cell);
        let belongs = |cell: &usize| match among {
            Among::All => true,
            Among::Changed => changes(*cell),
            Among::Unchanged => !changes(*cell),
        };
        self.answer.iter().flat_map(|answer| answer.differences(&self.target)).filter(belongs).collect()
    }
}

/// A group of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Among {
    /// All.
    #[default]
    All,
    /// Those whose final value is not the initial one.
    Changed,
    /// All others.
    Unchanged,
}

/// The outcome in a word and a sentence.
pub fn outcome(outcome: Outcome) -> impl IntoView {
    let (name, sentence) = match outcome {
        Outcome::Exact => ("exact", "Every cell is right."),
        Outcome::Incorrect => ("incorrect", "A valid state with wrong cells."),
        Outcome::Invalid => ("invalid", "There is an answer, but no valid state in it."),
        Outcome::Empty => ("empty", "Paste an answer to score it. An empty answer counts as a failure."),
    };
    view! {
        <p class=format!("outcome {name}")>
            <strong>{name}</strong>
            " "
            {sentence}
        </p>
    }
}

/// The measures of a valid state, why it is wrong, and its wrong cells.
#[component]
pub fn Details(
    /// The answer.
    scored: Arc<Scored>,
    /// The group of cells that is looked at.
    among: RwSignal<Among>,
    /// The reading that is played.
    chosen: Chosen,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let answer = scored.answer.clone()?;
    let is_wrong = scored.score.outcome == Outcome::Incorrect;
    let loaded = bench.loaded.get_untracked();
    Some(view! {
        <Counts score=scored.score.clone() />
        {is_wrong.then(|| view! { <Diagnosed loaded answer=answer.clone() chosen /> <WrongCells bench scored answer among /> })}
    })
}

/// The measures of a valid state.
#[component]
fn Counts(score: Score) -> impl IntoView {
    let row = |name: &'static str, wrong: usize, cells: usize| {
        let right = match cells {
            0 => "–".to_owned(),
            // In tenths of a percent, rounded. Whole numbers, since code that writes fractions would be a fiftieth of the page.
            _ => {
                let tenths = (2000 * (cells - wrong) + cells) / (2 * cells);
                format!("{}.{} %", tenths / 10, tenths % 10)
            }
        };
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{cells}</td>
                <td>{wrong}</td>
                <td>{right}</td>
            </tr>
        }
    };
    let group = |group: Option<Group>| group.unwrap_or(Group { cells: 0, wrong: 0 });
    let (changed, unchanged) = (group(score.changed), group(score.unchanged));
    let class = score.error.map(|error| match error {
        ErrorClass::ChangedOnly => "Errors only on cells that change.",
        ErrorClass::UnchangedOnly => "Errors only on cells that keep their initial value.",
        ErrorClass::Both => "Errors both on cells that change and on cells that keep their initial value.",
    });
    view! {
        <table class="numbers">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"cells"</th>
                    <th scope="col">"wrong"</th>
                    <th scope="col">"right"</th>
                </tr>
            </thead>
            <tbody>
                {row("Answer, all cells", score.wrong.unwrap_or(0), score.cells)}
                {row("Answer, changed cells", changed.wrong, changed.cells)}
                {row("Answer, unchanged cells", unchanged.wrong, unchanged.cells)}
                {row("Baseline: copy of the initial state", score.copy.wrong, score.cells)}
                {row("Baseline: all zero", score.zero.wrong, score.cells)}
            </tbody>
        </table>
        <p>{class}</p>
    }
}

/// The next or the previous wrong cell of the group, in all slices; after the last comes the first.
pub fn go_to_wrong(bench: Workbench, scored: &Scored, among: Among, forward: bool) {
    let wrong = scored.wrong(among);
    let at = bench.focus.get_untracked();
    let next = match forward {
        true => wrong.iter().find(|&&cell| at.is_none_or(|at| cell > at)).or(wrong.first()),
        false => wrong.iter().rev().find(|&&cell| at.is_none_or(|at| cell < at)).or(wrong.last()),
    };
    if let Some(&cell) = next {
        bench.focus.set(Some(cell));
    }
}

/// The wrong cells as text; each entry leads to its cell.
#[component]
fn WrongCells(bench: Workbench, scored: Arc<Scored>, answer: World, among: RwSignal<Among>) -> impl IntoView {
    let choice = |which: Among, name: &'static str| {
        let count = scored.wrong(which).len();
        view! {
            <label>
                <input type="radio" name="among" prop:checked=move || among.get() == which on:change=move |_| among.set(which) />
                {format!("{name} ({count})")}
            </label>
        }
    };
    let choices = view! {
        <fieldset class="segments">
            <legend>"Wrong cells"</legend>
            {choice(Among::All, "all")} {choice(Among::Changed, "that change")} {choice(Among::Unchanged, "that keep their value")}
        </fieldset>
    };
    let step = |name: &'static str, forward: bool| {
        let scored = scored.clone();
        view! { <button on:click=move |_| go_to_wrong(bench, &scored, among.get_untracked(), forward)>{name}</button> }
    };
    let steps = view! {
        <p class="tools">{step("Previous wrong cell", false)} {step("Next wrong cell", true)}</p>
    };
    let items = {
        let scored = scored.clone();
        move || {
            let wrong = scored.wrong(among.get());
            let more = wrong.len().saturating_sub(LISTED);
            let items = wrong.into_iter().take(LISTED).map(|cell| {
                let point = list(&scored.target.shape().point(cell));
                let (found, expected) = (answer.get(cell), scored.target.get(cell));
                let kind = match (found, expected) {
                    (0, _) => "missing",
                    (_, 0) => "extra",
                    _ => "wrong value",
                };
                let group = if scored.initial.get(cell) == expected { "unchanged cell" } else { "changed cell" };
                view! {
                    <li>
                        <button class="event" on:click=move |_| bench.focus.set(Some(cell))>
                            <span class="event-text">{format!("{point}: {found}, should be {expected}")}</span>
                            <span class="event-effect">{format!("{kind}, {group}")}</span>
                        </button>
                    </li>
                }
            });
            view! {
                <ol class="wrong-cells">{items.collect_view()}</ol>
                {(more > 0).then(|| view! { <p class="hint">{format!("{more} more are marked in the world.")}</p> })}
            }
        }
    };
    view! {
        <h3>{format!("Wrong cells ({})", scored.wrong(Among::All).len())}</h3>
        {choices}
        {steps}
        {items}
    }
}
