//! Score: paste a model's answer, see what it says and where it is wrong. It is the same object as the prediction that is entered by
//! hand.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::timers::callback::Timeout;
use grids::answer::Reason;
use grids::model::draft::Prediction;
use grids::model::picture::{Marks, Picture};
use grids::score::Outcome;
use grids::world::World;
use grids::world::codec::{list, write_state};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::KeyboardEvent;

use super::Heading;
use crate::desk::Desk;
use crate::state::Workbench;
use crate::ui::answer_timeline::AnswerTimeline;
use crate::ui::board::Board;
use crate::ui::diagnosis::{Chosen, Played, is_small};
use crate::ui::inspector::Inspector;
use crate::ui::keys::{self, Keys, Pressed};
use crate::ui::scored::{Among, Details, Scored, go_to_wrong, outcome};
use crate::ui::still::Still;

/// The keys of this tab.
pub const KEYS: Keys =
    Keys("On Score", &[("X", "the answer and the reference in turn"), ("N, P", "next or previous wrong cell")]);

/// Three worlds side by side have at most so many cells each.
const MOST_BESIDE: usize = 4096;

/// Which state the mosaic shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Answer,
    Reference,
    Initial,
    /// All three side by side.
    Beside,
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
    let among = RwSignal::new(Among::All);
    let chosen = Chosen::new_local(None);
    let typing = Typing::new(desk);
    let settled = settled(typing.text);
    let scored = Memo::new(move |_| {
        let loaded = bench.loaded.get();
        settled.with(|answer| Arc::new(Scored::text(answer, &loaded)))
    });
    // To paste an answer here is to ask for the reference.
    Effect::new(move |_| {
        let sees = matches!(shown.get(), Shown::Reference | Shown::Beside) || scored.with(|scored| scored.answer.is_some());
        if sees && !desk.revealed.get_untracked() {
            desk.reveal();
        }
    });
    let picture = Memo::new(move |_| {
        let scored = scored.get();
        let world = match (shown.get(), &scored.answer) {
            (Shown::Answer | Shown::Beside, Some(answer)) => answer,
            // Nothing of the reference is shown before it is asked for.
            (Shown::Answer | Shown::Beside, None) | (Shown::Initial, _) => &scored.initial,
            (Shown::Reference, _) => &scored.target,
        };
        Arc::new(marked(&scored, world, among.get()))
    });
    let label = move || {
        let what = match (shown.get(), scored.with(|scored| scored.answer.is_some())) {
            (Shown::Answer, true) => "The answer",
            (Shown::Reference, _) => "The reference",
            _ => "The initial state",
        };
        bench.loaded.with(|loaded| format!("{what}, shape {}", loaded.instance.space.shape))
    };
    keys::listen_anywhere(move |Pressed { key, .. }| {
        let step = |forward| scored.with_untracked(|scored| go_to_wrong(bench, scored, among.get_untracked(), forward));
        match key.as_str() {
            _ if !bench.shortcuts.get_untracked() => return false,
            "x" | "X" => shown.update(|shown| *shown = if *shown == Shown::Reference { Shown::Answer } else { Shown::Reference }),
            "n" | "N" => step(true),
            "p" | "P" => step(false),
            _ => return false,
        }
        true
    });
    let beside = move || {
        let is_small = bench.loaded.with(|loaded| loaded.instance.space.shape.volume() <= MOST_BESIDE);
        shown.get() == Shown::Beside && is_small
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
                <Inspector text=settled />
                <Verdict scored text=typing.text area among chosen />
            </div>
            <section class="stage" aria-label="World">
                <ShownChoice shown outcome=Signal::derive(move || scored.with(|scored| scored.score.outcome)) />
                {move || {
                    if beside() {
                        view! { <Beside scored among /> }.into_any()
                    } else {
                        view! { <Board picture=picture.into() label=Signal::derive(label) /> }.into_any()
                    }
                }}
                <CellWords scored />
                {move || {
                    scored
                        .with(|scored| scored.score.outcome == Outcome::Incorrect)
                        .then(|| view! { <p class="hint">"− a value is missing, + there is one too many, ≠ it is another one"</p> })
                }}
                {move || {
                    let scored = scored.get();
                    let answer = scored.answer.clone().filter(|_| scored.score.outcome == Outcome::Incorrect)?;
                    let loaded = bench.loaded.get();
                    is_small(&loaded)
                        .then(|| {
                            view! {
                                <Played chosen />
                                <AnswerTimeline loaded answer />
                            }
                        })
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
            {choice(Shown::Initial, Signal::stored("initial state"))} {choice(Shown::Beside, Signal::stored("side by side"))}
        </fieldset>
    }
}

/// A state with the marks of where the answer is wrong, in a group of cells.
fn marked(scored: &Scored, world: &World, among: Among) -> Picture {
    let Some(answer) = &scored.answer else { return Picture::plain(world) };
    let mut picture = Picture::differences(world, answer, &scored.target);
    if among != Among::All {
        let others = if among == Among::Changed { Among::Unchanged } else { Among::Changed };
        for cell in scored.wrong(others) {
            picture.cells[cell].marks = Marks::default();
        }
    }
    picture
}

/// The initial world, the answer and the reference side by side, the wrong cells marked in all.
#[component]
fn Beside(scored: Memo<Arc<Scored>>, among: RwSignal<Among>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let layout = move || (bench.mosaic.get(), bench.loaded.with(|loaded| loaded.colours()));
    let figure = move |name: &'static str, world: fn(&Scored) -> Option<&World>| {
        let picture = Signal::derive(move || {
            let scored = scored.get();
            marked(&scored, world(&scored).unwrap_or(&scored.initial), among.get())
        });
        view! {
            <figure>
                <figcaption>{name}</figcaption>
                {move || view! { <Still layout=layout() picture label=name /> }}
            </figure>
        }
    };
    view! {
        <div class="figures beside-each-other">
            {figure("Initial world", |scored| Some(&scored.initial))} {figure("Answer", |scored| scored.answer.as_ref())}
            {figure("Reference", |scored| Some(&scored.target))}
        </div>
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

/// The outcome and its details.
#[component]
fn Verdict(
    scored: Memo<Arc<Scored>>,
    text: Memo<String>,
    area: NodeRef<html::Textarea>,
    among: RwSignal<Among>,
    chosen: Chosen,
) -> impl IntoView {
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
    // A history that is not valid is scored as far as it goes.
    let bench = expect_context::<Workbench>();
    let stop = move || {
        let stop = bench.loaded.with(|loaded| loaded.stop.clone());
        stop.map(|stop| view! { <p class="problem">{format!("Scored against the history as far as it goes. {stop}")}</p> })
    };
    let details = move || {
        let scored = scored.get();
        let score = &scored.score;
        match (&score.reason, &scored.answer) {
            (Some(reason), _) => view! { <Fault reason=reason.clone() text area /> }.into_any(),
            (None, Some(_)) => view! { <Details scored=scored.clone() among chosen /> }.into_any(),
            (None, None) => ().into_any(),
        }
    };
    view! {
        <section class="panel result" aria-labelledby="result-title">
            <h2 id="result-title">"Score"</h2>
            <div aria-live="polite">{headline}</div>
            {stop}
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
        <p class="tools">
            {format!("At line {line}, column {column} (byte {offset}).")} <button on:click=show>"Show in the answer"</button>
        </p>
    }
}
