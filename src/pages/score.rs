//! Score: paste a model's answer, see what it says and where it is wrong. It is the same object as the prediction that is entered by
//! hand.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use grids::answer::{self, Answer, Reason};
use grids::model::draft::Prediction;
use grids::model::picture::Picture;
use grids::score::{ErrorClass, Group, Outcome, Score};
use grids::world::World;
use grids::world::codec::{list, write_state};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::KeyboardEvent;

use super::Heading;
use crate::desk::Desk;
use crate::state::{Loaded, Workbench};
use crate::ui::board::Board;

/// How many wrong cells the text list holds; the mosaic marks all.
const LISTED: usize = 500;

/// Which state the mosaic shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Answer,
    Reference,
    Initial,
}

/// An answer held against the reference.
#[derive(Clone, PartialEq)]
pub struct Scored {
    /// How it does.
    pub score: Score,
    /// The answer's state, if it is valid.
    answer: Option<World>,
    initial: World,
    /// The reference.
    pub target: World,
}

impl Scored {
    fn text(text: &str, loaded: &Loaded) -> Scored {
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
}

/// The answer as text: what the draft holds, or what is being typed and is no step yet.
#[derive(Clone, Copy)]
struct Typing {
    desk: Desk,
    typed: RwSignal<Option<String>>,
    /// Ends the typing when it has come to rest.
    rest: StoredValue<Option<Timeout>, LocalStorage>,
    /// The text.
    text: Memo<String>,
}

impl Typing {
    /// How long typing pauses before it is a step, in milliseconds.
    const PAUSE: u32 = 600;

    fn new(desk: Desk) -> Typing {
        let typed = RwSignal::new(None::<String>);
        let text =
            Memo::new(move |_| typed.get().unwrap_or_else(|| desk.with(|draft| draft.frame.prediction.text().into_owned())));
        let typing = Typing { desk, typed, rest: StoredValue::new_local(None), text };
        // The page may never run again after the first, and another instance may lie on the desk after the second.
        let first = EventListenerOptions::run_in_capture_phase();
        let listeners = ["pagehide", "popstate"]
            .map(|name| EventListener::new_with_options(&window(), name, first, move |_| typing.finish()));
        StoredValue::new_local(listeners);
        on_cleanup(move || typing.finish());
        typing
    }

    fn input(self, event: &web_sys::Event, text: String) {
        let how = js_sys::Reflect::get(event, &"inputType".into()).ok().and_then(|how| how.as_string()).unwrap_or_default();
        self.typed.set(Some(text));
        if how == "insertFromPaste" || how == "insertFromDrop" {
            self.finish();
        } else {
            self.rest.set_value(Some(Timeout::new(Typing::PAUSE, move || self.finish())));
        }
    }

    /// What was typed becomes a step.
    fn finish(self) {
        self.rest.set_value(None);
        if let Some(typed) = self.typed.get_untracked() {
            // A text that is not another one must not take the place of a state that was entered by hand.
            if self.desk.with_untracked(|draft| draft.frame.prediction.text() != typed) {
                self.enter(&typed);
            }
            self.typed.set(None);
        }
    }

    /// Another answer at once.
    fn enter(self, text: &str) {
        let after = if text.is_empty() { Prediction::None } else { Prediction::Text(text.into()) };
        self.desk.make(|draft| draft.predict("answer", after));
    }

    /// There is one undo for everything, also in this field.
    fn key(self, event: &KeyboardEvent) {
        if !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
            return;
        }
        let redo = event.shift_key();
        match event.key().to_lowercase().as_str() {
            "z" if redo => self.desk.redo(),
            "y" => self.desk.redo(),
            "z" => {
                self.finish();
                self.desk.undo();
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

/// The tab.
#[component]
pub fn ScorePage() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let desk = expect_context::<Desk>();
    let area = NodeRef::<html::Textarea>::new();
    let shown = RwSignal::new(Shown::Answer);
    let typing = Typing::new(desk);
    let settled = settled(typing.text);
    let scored = Memo::new(move |_| {
        let loaded = bench.loaded.get();
        settled.with(|answer| Arc::new(Scored::text(answer, &loaded)))
    });
    // To paste an answer here is to ask for the reference.
    Effect::new(move |_| {
        let sees = shown.get() == Shown::Reference || scored.with(|scored| scored.answer.is_some());
        if sees && !desk.revealed.get_untracked() {
            desk.reveal();
        }
    });
    let picture = Memo::new(move |_| {
        let scored = scored.get();
        let world = match (shown.get(), &scored.answer) {
            (Shown::Answer, Some(answer)) => answer,
            // Nothing of the reference is shown before it is asked for.
            (Shown::Answer, None) | (Shown::Initial, _) => &scored.initial,
            (Shown::Reference, _) => &scored.target,
        };
        Arc::new(match &scored.answer {
            Some(answer) => Picture::differences(world, answer, &scored.target),
            None => Picture::plain(world),
        })
    });
    let label = move || {
        let what = match (shown.get(), scored.with(|scored| scored.answer.is_some())) {
            (Shown::Answer, true) => "The answer",
            (Shown::Reference, _) => "The reference",
            _ => "The initial state",
        };
        bench.loaded.with(|loaded| format!("{what}, shape {}", loaded.instance.space.shape))
    };
    let fill = move |make: fn(&Scored) -> String| move |_| typing.enter(&scored.with_untracked(|scored| make(scored)));
    view! {
        <Heading />
        <div class="workbench answer-first">
            <div class="side">
                <section class="panel">
                    <label class="field answer">
                        <h2>"The model's answer"</h2>
                        <textarea
                            node_ref=area
                            rows="9"
                            spellcheck="false"
                            autocomplete="off"
                            placeholder="{\"cells\":[[[0,0],1],…]}"
                            prop:value=typing.text
                            readonly=move || !desk.may_change()
                            on:input:target=move |event| {
                                let text = event.target().value();
                                typing.input(&event, text);
                            }
                            on:blur=move |_| typing.finish()
                            on:keydown=move |event| typing.key(&event)
                        ></textarea>
                    </label>
                    <p class="tools">
                        <span class="hint">"Try "</span>
                        <button on:click=fill(|scored| write_state(&scored.target))>"the reference"</button>
                        <button on:click=fill(|scored| write_state(&scored.initial))>"a copy of the initial state"</button>
                        <button on:click=fill(|scored| {
                            format!("Here is the final state:\n```json\n{}\n```", write_state(&scored.target))
                        })>"prose and a fence"</button>
                        <button on:click=move |_| typing.enter("")>"Clear"</button>
                    </p>
                </section>
                <Verdict scored text=typing.text area />
            </div>
            <section class="stage" aria-label="World">
                <ShownChoice shown outcome=Signal::derive(move || scored.with(|scored| scored.score.outcome)) />
                <Board picture=picture.into() label=Signal::derive(label) />
                <CellWords scored />
                {move || {
                    scored
                        .with(|scored| scored.score.outcome == Outcome::Incorrect)
                        .then(|| view! { <p class="hint">"− a value is missing, + there is one too many, ≠ it is another one"</p> })
                }}
            </section>
        </div>
    }
}

/// A text that follows another one at once while it is short, and when it has come to rest while it is long.
fn settled(text: Memo<String>) -> RwSignal<String> {
    const LONG: usize = 100_000;
    const REST: u32 = 400;
    let settled = RwSignal::new(text.get_untracked());
    let pending = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |_| {
        let text = text.get();
        if text.len() < LONG {
            pending.set_value(None);
            settled.set(text);
        } else {
            pending.set_value(Some(Timeout::new(REST, move || {
                settled.try_set(text);
            })));
        }
    });
    settled
}

#[component]
fn ShownChoice(shown: RwSignal<Shown>, outcome: Signal<Outcome>) -> impl IntoView {
    let choice = move |which: Shown, name: Signal<&'static str>| {
        view! {
            <label>
                <input type="radio" name="state" prop:checked=move || shown.get() == which on:change=move |_| shown.set(which) />
                {name}
            </label>
        }
    };
    view! {
        <fieldset class="segments">
            <legend>"State shown"</legend>
            {choice(
                Shown::Answer,
                Signal::derive(move || match outcome.get() {
                    Outcome::Exact | Outcome::Incorrect => "answer",
                    Outcome::Invalid => "initial state (the answer is not valid)",
                    Outcome::Empty => "answer (none yet: initial state)",
                }),
            )}
            {choice(Shown::Reference, Signal::stored("reference"))}
            {choice(Shown::Initial, Signal::stored("initial state"))}
        </fieldset>
    }
}

/// The cell under the pointer or the cursor in all three states.
#[component]
fn CellWords(scored: Memo<Arc<Scored>>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let words = move || {
        let scored = scored.get();
        let Some(cell) = bench.pointed().filter(|&cell| cell < scored.target.cells().len()) else {
            return "Point at a cell or tap it to see its values.".to_owned();
        };
        let point = list(&scored.target.shape().point(cell));
        match &scored.answer {
            None => format!("{point}: initial {}", scored.initial.get(cell)),
            Some(answer) => {
                format!(
                    "{point}: answer {}, reference {}, initial {}",
                    answer.get(cell),
                    scored.target.get(cell),
                    scored.initial.get(cell)
                )
            }
        }
    };
    view! { <p class="readout">{words}</p> }
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

/// The outcome and its details.
#[component]
fn Verdict(scored: Memo<Arc<Scored>>, text: Memo<String>, area: NodeRef<html::Textarea>) -> impl IntoView {
    let headline = move || {
        let scored = scored.get();
        let strict = match (scored.score.outcome, scored.score.strict) {
            (Outcome::Exact, true) => "Strict exact match: yes, the response is the JSON object alone.",
            (Outcome::Exact, false) => "Strict exact match: no, there is more in the response than the JSON object.",
            _ => "",
        };
        view! {
            {outcome(scored.score.outcome)}
            <p>{strict}</p>
        }
    };
    let details = move || {
        let scored = scored.get();
        let score = &scored.score;
        match (&score.reason, &scored.answer) {
            (Some(reason), _) => view! { <Fault reason=reason.clone() text area /> }.into_any(),
            (None, Some(_)) => view! { <Details scored=scored.clone() /> }.into_any(),
            (None, None) => ().into_any(),
        }
    };
    view! {
        <section class="panel result" aria-labelledby="result-title">
            <h2 id="result-title">"Score"</h2>
            <div aria-live="polite">{headline}</div>
            {details}
        </section>
    }
}

/// Why an answer is invalid, and where.
#[component]
fn Fault(reason: Reason, text: Memo<String>, area: NodeRef<html::Textarea>) -> impl IntoView {
    let Reason { code, message, offset } = reason;
    let answer = text.get_untracked();
    let before = answer.get(..offset).unwrap_or(&answer);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    // A line's worth of text around the place, the character in question marked.
    let excerpt_start = before.char_indices().rev().nth(30).map_or(0, |(at, _)| at);
    let ellipsis = if excerpt_start > 0 { "…" } else { "" };
    let lead = format!("{ellipsis}{}", before[excerpt_start..].replace('\n', " "));
    let mut after = answer.get(offset..).unwrap_or("").chars();
    let marked = after.next().map_or_else(|| "(end)".to_owned(), String::from);
    let rest: String = after.take(30).map(|c| if c == '\n' { ' ' } else { c }).collect();
    let show = move |_| {
        let Some(area) = area.get_untracked() else { return };
        // The browser counts UTF-16 units.
        let start = area.value().get(..offset).map_or(0, |before| before.encode_utf16().count()) as u32;
        let _ = area.focus();
        let _ = area.set_selection_range(start, start + 1);
    };
    view! {
        <p class="fault">
            <code>{code}</code>
            " "
            {message}
        </p>
        <p>{format!("At line {line}, column {column} (byte {offset}):")}</p>
        <p class="excerpt">
            <code>{lead}<mark>{marked}</mark>{rest}</code>
        </p>
        <p>
            <button on:click=show>"Show in the answer"</button>
        </p>
    }
}

/// The measures of a valid state, and its wrong cells.
#[component]
pub fn Details(scored: Arc<Scored>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let answer = scored.answer.clone()?;
    Some(view! { <Counts score=scored.score.clone() /> <WrongCells bench scored answer /> })
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

/// The wrong cells as text; each entry leads to its cell.
#[component]
fn WrongCells(bench: Workbench, scored: Arc<Scored>, answer: World) -> impl IntoView {
    let wrong: Vec<usize> = answer.differences(&scored.target).collect();
    if wrong.is_empty() {
        return ().into_any();
    }
    let more = wrong.len().saturating_sub(LISTED);
    let items = wrong
        .iter()
        .take(LISTED)
        .map(|&cell| {
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
        })
        .collect_view();
    view! {
        <h3>{format!("Wrong cells ({})", wrong.len())}</h3>
        <ol class="wrong-cells">{items}</ol>
        {(more > 0).then(|| view! { <p class="hint">{format!("{more} more are marked in the world.")}</p> })}
    }
    .into_any()
}
