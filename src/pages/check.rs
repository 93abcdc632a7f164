//! Check yourself: a round of questions after a lesson.

use grids::model::draft::digits::{Digits, Typed};
use grids::model::picture::Picture;
use grids::model::quiz::{Answer, Kind, QUESTIONS, Question, Score, Verdict, question};
use grids::rule::explain::Explained;
use grids::world::codec::list;
use leptos::html;
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::learn;
use crate::storage;
use crate::ui::events;
use crate::ui::plain_board::{Cursor, PlainBoard, Work, arrangement};
use crate::ui::still::Still;

/// The round that a reader is in.
#[derive(Clone, Copy)]
struct Round {
    family: &'static dyn Explained,
    number: RwSignal<u32>,
    index: RwSignal<usize>,
    /// How many questions of it were right.
    right: RwSignal<u32>,
    /// All rounds together, which the browser keeps.
    score: RwSignal<Score>,
    /// Whether the reader has come to a question from the one before it, and the focus with him.
    moved: RwSignal<bool>,
}

impl Round {
    fn answered(self, right: bool) {
        self.right.update(|count| *count += u32::from(right));
        self.score.update(|score| *score = score.with(right));
        storage::keep_score(self.family.name(), &self.score.get_untracked().write());
    }

    fn next(self) {
        self.moved.set(true);
        self.index.update(|index| *index += 1);
    }

    fn again(self) {
        self.moved.set(true);
        self.right.set(0);
        self.number.update(|number| *number = number.wrapping_add(1));
        self.index.set(0);
    }
}

/// The questions.
#[component]
pub fn CheckYourself(
    /// Of which lesson.
    family: &'static dyn Explained,
    /// The lesson after it.
    next: Option<&'static dyn Explained>,
) -> impl IntoView {
    let kept = storage::score(family.name()).and_then(|text| Score::read(&text)).unwrap_or_default();
    let round = Round {
        family,
        // Whoever comes back gets other questions.
        number: RwSignal::new(kept.asked.div_ceil(QUESTIONS as u32)),
        index: RwSignal::new(0),
        right: RwSignal::new(0),
        score: RwSignal::new(kept),
        moved: RwSignal::new(false),
    };
    let shown = move || {
        let index = round.index.get();
        match question(family, round.number.get_untracked(), index).filter(|_| index < QUESTIONS) {
            Some(question) => view! { <Ask round question=Arc::new(question) index /> }.into_any(),
            None => view! { <Done round next /> }.into_any(),
        }
    };
    let said = move || {
        let Score { right, asked } = round.score.get();
        (asked > 0).then(|| format!("So far you have answered {right} of {asked} right. Only this browser knows."))
    };
    view! {
        <section class="check-yourself" aria-labelledby="lesson-check">
            <h2 id="lesson-check" tabindex="-1">
                "Check yourself"
            </h2>
            {shown}
            <p class="facts score">{said}</p>
        </section>
    }
}

/// Puts the focus where the reader goes on.
fn focus_on_move(round: Round, node: NodeRef<html::H3>) {
    Effect::new(move |_| {
        if let Some(node) = node.get()
            && round.moved.get_untracked()
        {
            let _ = node.focus();
        }
    });
}

#[component]
fn Done(round: Round, next: Option<&'static dyn Explained>) -> impl IntoView {
    let heading = NodeRef::<html::H3>::new();
    focus_on_move(round, heading);
    view! {
        <div class="question">
            <h3 tabindex="-1" node_ref=heading>
                {move || format!("{} of {QUESTIONS} right", round.right.get())}
            </h3>
            <p class="tools">
                <button class="primary" on:click=move |_| round.again()>"Five more questions"</button>
                {next.map(|next| view! { <a href=learn::link(next)>{format!("On to {}", next.name())}</a> })}
            </p>
        </div>
    }
}

/// One question.
#[component]
fn Ask(round: Round, question: Arc<Question>, index: usize) -> impl IntoView {
    let answer = RwSignal::new(question.blank());
    let verdict = RwSignal::new(None::<Verdict>);
    let (heading, said) = (NodeRef::<html::H3>::new(), NodeRef::<html::Div>::new());
    focus_on_move(round, heading);
    let prompt = match question.kind {
        Kind::Changed => "Which cells have another value after this event? Choose them.",
        Kind::Values => "Which values do the marked cells have after this event?",
        Kind::Whole => "Make this world the one after the event.",
    };
    // The fields whose text is no value, and why.
    let faults = RwSignal::new(BTreeMap::<usize, String>::new());
    let check = {
        let question = question.clone();
        move || {
            if verdict.with_untracked(Option::is_some) || !faults.with_untracked(BTreeMap::is_empty) {
                return;
            }
            let found = question.check(&answer.get_untracked());
            round.answered(found.is_right());
            verdict.set(Some(found));
            if let Some(said) = said.get_untracked() {
                let _ = said.focus();
            }
        }
    };
    let next = move || if index + 1 < QUESTIONS { "Next question" } else { "Finish" };
    let event = question.scene.event.clone();
    let args = events::meaning(&event).map(|(value, doc)| format!("{value}: {doc}"));
    let words = round.family.words(&question.scene.space).into_iter().map(|(word, meaning)| format!("{word}: {meaning}"));
    let meaning = args.chain(words).collect::<Vec<_>>().join("; ");
    let told = {
        let question = question.clone();
        move || verdict.get().map(|verdict| view! { <Told question=question.clone() verdict /> })
    };
    view! {
        <div class="question">
            <h3 tabindex="-1" node_ref=heading>{format!("Question {} of {QUESTIONS}", index + 1)}</h3>
            <p class="caption-event">{events::text(&event)}</p>
            <p class="facts">{meaning}</p>
            <p>{prompt}</p>
            <form on:submit=move |event| {
                event.prevent_default();
                check();
            }>
                <Work question answer faults verdict />
                <p class="tools">
                    {move || match verdict.with(Option::is_some) {
                        false => view! { <button class="primary">"Check"</button> }.into_any(),
                        true => {
                            view! {
                                <button type="button" class="primary" on:click=move |_| round.next()>
                                    {next()}
                                </button>
                            }
                                .into_any()
                        }
                    }}
                </p>
            </form>
            <div class="told" role="status" tabindex="-1" node_ref=said>
                {told}
            </div>
        </div>
    }
}

/// What is worked on: the world, and fields for values.
#[component]
fn Work(
    question: Arc<Question>,
    answer: RwSignal<Answer>,
    faults: RwSignal<BTreeMap<usize, String>>,
    verdict: RwSignal<Option<Verdict>>,
) -> impl IntoView {
    let layout = arrangement(&question.scene);
    let picture = {
        let question = question.clone();
        Memo::new(move |_| Arc::new(answer.with(|answer| question.picture(answer))))
    };
    let open = move || verdict.with_untracked(Option::is_none);
    let shape = question.scene.space.shape.to_string();
    match question.kind {
        Kind::Changed => {
            let press = move |cell: usize| {
                if open() {
                    answer.update(|answer| {
                        if !answer.chosen.remove(&cell) {
                            answer.chosen.insert(cell);
                        }
                    });
                }
            };
            let work = Work { press: Callback::new(press), key: Callback::new(|_| false), selects: true };
            let label = format!("World of shape {shape} before the event");
            let count = move || match answer.with(|answer| answer.chosen.len()) {
                1 => "1 cell chosen".to_owned(),
                count => format!("{count} cells chosen"),
            };
            view! {
                <div class="figures">
                    <PlainBoard layout picture=picture.into() label cursor=Cursor::new() work />
                </div>
                <p class="hint">"Click or tap a cell, or move with the arrow keys and press Enter. " {count} "."</p>
            }
            .into_any()
        }
        Kind::Values => {
            let fields = question.asked.iter().enumerate().map(|(place, &cell)| {
                let point = list(&question.scene.space.shape.point(cell));
                let entered = {
                    let question = question.clone();
                    move |text: String| {
                        let read = question.read(&text);
                        answer.update(|answer| {
                            if let Some(slot) = answer.values.get_mut(place) {
                                *slot = read.clone().ok().flatten();
                            }
                        });
                        faults.update(|faults| match read {
                            Ok(_) => _ = faults.remove(&place),
                            Err(fault) => _ = faults.insert(place, fault),
                        });
                    }
                };
                let is_faulty = move || faults.with(|faults| faults.contains_key(&place));
                view! {
                    <label class="field">
                        <span>{point}</span>
                        <input
                            type="text"
                            inputmode="numeric"
                            autocomplete="off"
                            readonly=move || verdict.with(Option::is_some)
                            aria-invalid=move || is_faulty().to_string()
                            aria-describedby=move || is_faulty().then_some("values-faults")
                            on:input:target=move |event| entered(event.target().value())
                        />
                    </label>
                }
            });
            let fields = fields.collect_view();
            let picture = Signal::derive(move || picture.with(|picture| Picture::clone(picture)));
            let label = format!("World of shape {shape} before the event, with the cells that are asked for");
            view! {
                <div class="figures">
                    <Still layout picture label />
                </div>
                <fieldset class="values">
                    <legend>"Values after the event"</legend>
                    {fields}
                </fieldset>
                <p id="values-faults" class="problem" role="status">
                    {move || faults.with(|faults| faults.values().next().cloned())}
                </p>
            }
            .into_any()
        }
        Kind::Whole => {
            let alphabet = question.scene.space.alphabet.clone();
            let pen = RwSignal::new(alphabet.values().get(1).copied().unwrap_or(0));
            let put = move |cell: usize, value: u16| {
                if open() {
                    answer.update(|answer| {
                        answer.world.set(cell, value);
                    });
                }
            };
            // Two equal values at most are added up by an event, so larger ones do not come up.
            let largest = question.scene.before.cells().iter().copied().max().unwrap_or(0).max(8);
            let pens = alphabet.values().iter().copied().filter(|&value| value <= 2 * largest).map(|value| {
                view! {
                    <button type="button" aria-pressed=move || (pen.get() == value).to_string() on:click=move |_| pen.set(value)>
                        {value}
                    </button>
                }
            });
            let pens = pens.collect_view();
            // What has been typed of a longer value, and where.
            let typed = StoredValue::new((usize::MAX, Digits::default()));
            let key = move |(key, cell): (String, usize)| {
                let mut letters = key.chars();
                let (Some(digit @ '0'..='9'), None) = (letters.next(), letters.next()) else { return false };
                let value = typed.try_update_value(|(at, digits)| {
                    if *at != cell {
                        (*at, *digits) = (cell, Digits::default());
                    }
                    let typed = digits.push(digit, &alphabet);
                    let shown = digits.text().parse().ok().filter(|&value: &u16| alphabet.contains(value.into()));
                    if let Typed::Value(value) = typed { Some(value) } else { shown }
                });
                if let Some(value) = value.flatten() {
                    put(cell, value);
                }
                true
            };
            let press = move |cell: usize| put(cell, pen.get_untracked());
            let work = Work { press: Callback::new(press), key: Callback::new(key), selects: false };
            let before = Signal::stored(Picture::plain(&question.scene.before));
            view! {
                <div class="pens tools" role="group" aria-label="Value to write">
                    {pens}
                </div>
                <div class="figures pair">
                    <figure>
                        <figcaption>"Before the event"</figcaption>
                        <Still layout=layout.clone() picture=before label="Before the event" />
                    </figure>
                    <figure>
                        <figcaption>"Your answer"</figcaption>
                        <PlainBoard layout picture=picture.into() label="Your answer" cursor=Cursor::new() work />
                    </figure>
                </div>
                <p class="hint">"Choose a value and tap cells, or move with the arrow keys and type. What you have changed is marked."</p>
            }
            .into_any()
        }
    }
}

/// What was right, and the reasons for what was not.
#[component]
fn Told(question: Arc<Question>, verdict: Verdict) -> impl IntoView {
    let class = if verdict.is_right() { "verdict exact" } else { "verdict" };
    let solution = Signal::stored(question.solution(&verdict));
    let reasons = verdict.reasons.iter().map(|reason| view! { <li>{reason.clone()}</li> });
    let key = match (verdict.is_right(), question.kind) {
        (true, _) => "Framed in orange: changed by the event.",
        (_, Kind::Changed) => {
            "Framed in orange: changed by the event. −: changes too, and you did not choose it. +: does not change."
        }
        (_, Kind::Values) => "Framed in orange: changed by the event. −: nothing entered. ≠: another value than yours.",
        (_, Kind::Whole) => {
            "Framed in orange: changed by the event. −: changes too, and you left it. ≠: another value than yours."
        }
    };
    view! {
        <p class=class>
            <strong>{verdict.sentence()}</strong>
        </p>
        <div class="figures">
            <figure>
                <figcaption>"After the event"</figcaption>
                <Still layout=arrangement(&question.scene) picture=solution label="After the event" />
            </figure>
        </div>
        <p class="hint">{key}</p>
        <ul class="reasons">{reasons.collect_view()}</ul>
        {(verdict.untold > 0).then(|| view! { <p class="facts">{format!("And {} more.", verdict.untold)}</p> })}
    }
}
