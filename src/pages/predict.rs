//! Predict: enter the final state by hand. Nothing of the reference is on the page before it is asked for.

use gloo::events::EventListener;
use grids::model::draft::{Draft, Prediction, Surface, is_whole};
use grids::model::predict::{Earlier, Notes};
use grids::world::World;
use grids::world::codec::write_state;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, KeyboardEvent};

use super::Heading;
use crate::desk::Desk;
use crate::state::{Dialog, Workbench};
use crate::ui::clipboard::CopyButton;
use crate::ui::coordinates::Coordinates;
use crate::ui::diagnosis::{Chosen, Played};
use crate::ui::disclosure::Disclosure;
use crate::ui::download;
use crate::ui::events::{self, EventRows};
use crate::ui::keys::{self, Keys};
use crate::ui::palette::Toolbar;
use crate::ui::rule::RuleCard;
use crate::ui::scored::{Among, Details, Scored, outcome};
use crate::ui::time;
use crate::ui::worktop::Worktop;

/// The keys of the page.
pub const KEYS: Keys = Keys("On Predict", &[("Alt + ↓, Alt + ↑", "next or previous event"), ("B, held", "the initial state")]);

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct Predicting {
    desk: Desk,
    bench: Workbench,
    /// Whether a state is noted after each event.
    noting: RwSignal<bool>,
    /// Whether the initial state is shown for a while.
    peeking: RwSignal<bool>,
    /// Whether the cells that differ from the initial state are marked.
    marking: RwSignal<bool>,
    /// Whether the differences from the reference are marked.
    comparing: RwSignal<bool>,
    /// The event that is being worked on, 1-based, the last one also when all are done; 0 if there is none.
    event: Memo<usize>,
    /// What is drawn on.
    surface: Memo<Surface>,
    /// How much was done and taken back: changes with each step, but not with each cell of a stroke.
    steps: Memo<(usize, usize)>,
}

impl Predicting {
    fn new() -> Predicting {
        let (desk, bench) = (expect_context::<Desk>(), expect_context::<Workbench>());
        let noting = RwSignal::new(desk.with_untracked(|draft| !draft.frame.scratch.is_empty()));
        let event = Memo::new(move |_| (desk.worked.get() + 1).min(bench.loaded.with(|loaded| loaded.trace.len())));
        let surface = Memo::new(move |_| match event.get() {
            t if noting.get() && t > 0 => Surface::Scratch(t),
            _ => Surface::Prediction,
        });
        let steps = Memo::new(move |_| desk.editor().with(|editor| (editor.done().len(), editor.undone().len())));
        Predicting {
            desk,
            bench,
            noting,
            peeking: RwSignal::new(false),
            marking: RwSignal::new(true),
            comparing: RwSignal::new(false),
            event,
            surface,
            steps,
        }
    }

    fn last(self) -> usize {
        self.bench.loaded.with(|loaded| loaded.trace.len())
    }

    /// Works on an event: those before it are done.
    fn work_on(self, event: usize) {
        self.desk.worked.set(event.saturating_sub(1));
        self.desk.note_progress();
    }

    /// The event is done. Where notes are made, the state after it is one even if it changed nothing.
    fn next(self) {
        let worked = self.desk.worked.get_untracked();
        if worked >= untrack(|| self.last()) {
            return;
        }
        if let Surface::Scratch(t) = self.surface.get_untracked() {
            self.desk.make(|draft| draft.note("note", t, Some(draft.ground(Surface::Scratch(t)).into_owned())));
        }
        self.work_on(worked + 2);
    }

    fn previous(self) {
        if let Some(worked) = self.desk.worked.get_untracked().checked_sub(1) {
            self.work_on(worked + 1);
        }
    }

    /// Begins the state that is drawn on anew.
    fn start_over(self, from: World) {
        self.desk.make(|draft| match self.surface.get_untracked() {
            Surface::Scratch(t) => draft.note("start over", t, Some(from)),
            Surface::Prediction | Surface::Initial => draft.predict("start over", Prediction::World(from)),
        });
        focus_grid();
    }

    /// The note of the final state, if there is one and the prediction itself was not touched.
    fn final_note(self) -> bool {
        let last = self.last();
        self.is_untouched() && self.desk.with(|draft| draft.frame.scratch.contains_key(&last))
    }

    /// Makes a note the prediction.
    fn use_note(self, t: usize) {
        self.desk.make(|draft| {
            draft.predict("use note", draft.frame.scratch.get(&t).cloned().map_or(Prediction::None, Prediction::World))
        });
        self.noting.set(false);
    }

    /// The state that is drawn on, beside the initial one.
    fn differs(self) -> usize {
        self.desk.with(|draft| draft.ground(self.surface.get()).differences(&draft.frame.initial).count())
    }

    fn is_untouched(self) -> bool {
        self.desk.with(|draft| *draft.ground(Surface::Prediction) == draft.frame.initial)
    }

    fn reveal(self) {
        // To predict that nothing changes is a prediction too.
        if self.desk.with_untracked(|draft| draft.frame.world(Surface::Prediction).is_none()) {
            self.desk.make(|draft| draft.predict("prediction", Prediction::World(draft.frame.initial.clone())));
        }
        self.desk.reveal();
        self.comparing.set(true);
        self.noting.set(false);
        // The button is gone; what it has brought is read next.
        request_animation_frame(|| {
            let title =
                document().query_selector("#result-title").ok().flatten().and_then(|title| title.dyn_into::<HtmlElement>().ok());
            if let Some(title) = title {
                let _ = title.focus();
            }
        });
    }

    /// Keys that act on the whole page, except in a field.
    fn key(self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        if event.ctrl_key()
            || event.meta_key()
            || target.is_some_and(|target| target.matches("textarea, select").unwrap_or(false))
        {
            return;
        }
        match event.key().as_str() {
            "ArrowDown" if event.alt_key() => self.next(),
            "ArrowUp" if event.alt_key() => self.previous(),
            "b" | "B" if !event.alt_key() && self.bench.shortcuts.get_untracked() => self.peeking.set(true),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }
}

/// Puts the focus into the grid, where its cursor is.
fn focus_grid() {
    // Once the tables stand.
    request_animation_frame(|| {
        if keys::a_dialog_is_open() {
            return;
        }
        let cell = document().query_selector(".board [data-cell][tabindex='0']").ok().flatten();
        if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = cell.focus_with_options(&options);
        }
    });
}

/// The tab.
#[component]
pub fn PredictPage() -> impl IntoView {
    let page = Predicting::new();
    let Predicting { desk, bench, .. } = page;
    provide_context(page);
    desk.measure();
    // Also when another instance is opened here.
    let id = Memo::new(move |_| bench.loaded.with(|loaded| loaded.instance.id.clone()));
    Effect::new(move |_| {
        id.track();
        focus_grid();
    });
    // What is changed is to be seen.
    Effect::watch(move || page.steps.get(), move |_, _, _| page.peeking.set(false), false);
    // The key may be released anywhere.
    let released = move || page.peeking.try_set(false);
    let listeners = [
        EventListener::new(&document(), "keyup", move |event| {
            if event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key().eq_ignore_ascii_case("b")) {
                released();
            }
        }),
        EventListener::new(&window(), "blur", move |_| {
            released();
        }),
    ];
    StoredValue::new_local(listeners);
    let also = move || {
        bench.loaded.with(|loaded| loaded.instance.events.iter().map(|event| event.family).find(|family| !family.is_core()))
    };
    view! {
        <Heading />
        <div class="workbench predict" on:keydown=move |event| page.key(&event)>
            <AtHand />
            <section class="stage" aria-label="World">
                <Toolbar surface=page.surface />
                <State />
                <Looks />
            </section>
            <div class="side">
                <Answer />
                <Result />
                <Events />
                <RuleCard also=Signal::derive(also) />
            </div>
        </div>
    }
}

/// The event that is being worked on, in words.
#[component]
fn AtHand() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let (desk, bench, last) = (page.desk, page.bench, move || page.last());
    let done = move || desk.worked.get() >= last();
    let words = move || {
        let t = page.event.get();
        let title = match (last(), done()) {
            (0, _) => "There are no events: the final state is the initial one".to_owned(),
            (1, true) => "The event is done".to_owned(),
            (last, true) => format!("All {last} events are done"),
            (last, false) => format!("Event {t} of {last}"),
        };
        let event = bench.loaded.with(|loaded| loaded.instance.events.get(t.checked_sub(1)?).cloned()).filter(|_| !done());
        let words = event.map(|event| {
            let meaning = events::meaning(&event)
                .map(|(value, doc)| {
                    view! {
                        <li>
                            <code>{value}</code>
                            " "
                            {doc}
                        </li>
                    }
                })
                .collect_view();
            view! {
                <p>
                    <strong>{event.family.name()}</strong>
                    " "
                    {event.family.summary()}
                </p>
                <ul class="meaning">{meaning}</ul>
            }
        });
        view! {
            <h2>{title}</h2>
            {words}
        }
    };
    let broken = move || {
        desk.statuses.with(|statuses| !is_whole(statuses)).then(|| {
            view! { <p class="hint">"An event is not valid: the history ends before it. Edit shows which one it is."</p> }
        })
    };
    view! {
        <section class="panel at-hand" aria-label="The event at hand">
            <div class="at-hand-event" aria-live="polite" aria-atomic="true">
                {words}
            </div>
            <div class="tools">
                <button title="Alt + ↑" aria-disabled=move || (desk.worked.get() == 0).to_string() on:click=move |_| page.previous()>
                    "Previous event"
                </button>
                <button title="Alt + ↓" aria-disabled=move || done().to_string() on:click=move |_| page.next()>
                    {move || if page.noting.get() { "Note and go on" } else { "Next event" }}
                </button>
            </div>
            {broken}
        </section>
    }
}

/// The state that is drawn on.
#[component]
fn State() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let bench = page.bench;
    let initial = Memo::new(move |_| bench.loaded.with(|loaded| Arc::new(loaded.instance.initial.clone())));
    let comparing = move || page.comparing.get() && page.desk.revealed.get();
    let reference = Memo::new(move |_| {
        let t = match page.surface.get() {
            Surface::Scratch(t) => t,
            Surface::Prediction | Surface::Initial => page.last(),
        };
        comparing().then(|| {
            bench.loaded.with(|loaded| Arc::new(loaded.trace.state(&loaded.instance.initial, t.min(loaded.trace.len()))))
        })
    });
    let since = move || page.marking.get().then(|| initial.get());
    let instead = move || page.peeking.get().then(|| initial.get());
    view! {
        <Worktop
            surface=page.surface
            reference=Signal::derive(move || reference.get())
            since=Signal::derive(since)
            instead=Signal::derive(instead)
        />
    }
}

/// How the state is looked at, beside the initial one.
#[component]
fn Looks() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let differs = move || match page.differs() {
        0 => "No cell changed so far".to_owned(),
        1 => "1 cell changed so far".to_owned(),
        more => format!("{more} cells changed so far"),
    };
    let switch = move |on: RwSignal<bool>, name: &'static str, key: Option<&'static str>| {
        view! {
            <label class="check">
                <input type="checkbox" prop:checked=on on:change:target=move |event| on.set(event.target().checked()) />
                <span>{name} {key.map(|key| view! { <span class="with-keys">" (hold "<kbd>{key}</kbd>")"</span> })}</span>
            </label>
        }
    };
    view! {
        <div class="looks">
            <p class="differs">{differs}</p>
            {switch(page.marking, "Mark the changed cells", None)}
            {switch(page.peeking, "Show the initial state", Some("B"))}
            {move || page.desk.revealed.get().then(|| switch(page.comparing, "Mark the differences from the reference", None))}
        </div>
    }
}

/// What is predicted: from where, how long, and where it goes.
#[component]
fn Answer() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let desk = page.desk;
    // What the board shows is what is taken along.
    let state = move || desk.with(|draft| write_state(&draft.ground(page.surface.get())));
    let failed = RwSignal::new(None::<String>);
    let save = move |_| {
        let what = match page.surface.get_untracked() {
            Surface::Scratch(t) => format!("note-{t}"),
            Surface::Prediction | Surface::Initial => "prediction".to_owned(),
        };
        let name = desk.with_untracked(|draft| format!("{}-{what}.json", draft.facts.id));
        let text = untrack(state) + "\n";
        let saved = download::blob(&text.into(), "application/json").and_then(|blob| download::save(&blob, &name));
        failed.set(saved.err());
    };
    let choice = move |noting: bool, name: &'static str| {
        view! {
            <label>
                <input
                    type="radio"
                    name="entered"
                    prop:checked=move || page.noting.get() == noting
                    on:change=move |_| {
                        page.noting.set(noting);
                        focus_grid();
                    }
                />
                {name}
            </label>
        }
    };
    view! {
        <section class="panel prediction" aria-labelledby="prediction-title">
            <header>
                <h2 id="prediction-title">"Your prediction"</h2>
                <p class="hint" title="The time in which this page was seen and used">
                    "Active time "
                    {move || time::running(desk.active.get())}
                </p>
            </header>
            <fieldset class="segments">
                <legend>"Enter"</legend>
                {choice(false, "the final state")}
                {choice(true, "a state after each event")}
            </fieldset>
            <NoteTools />
            <Starts />
            <Reveal />
            <p class="tools">
                <CopyButton label="Copy as answer JSON" text=move || untrack(state) />
                <button on:click=save>"Download it"</button>
                <button on:click=move |_| desk.bench.dialog.set(Some(Dialog::Paste))>"Paste…"</button>
            </p>
            {move || failed.get().map(|error| view! { <p class="problem" role="alert">{format!("It could not be saved: {error}.")}</p> })}
            <Disclosure
                title="Coordinates as text"
                content=|| {
                    let page = expect_context::<Predicting>();
                    (move || view! { <Coordinates surface=page.surface.get() /> }).into_any()
                }
            />
        </section>
    }
}

/// What can be done with notes.
#[component]
fn NoteTools() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let desk = page.desk;
    // The last note about a state of the history.
    let last = Memo::new(move |_| {
        let end = page.last();
        desk.with(|draft| draft.frame.scratch.range(..=end).next_back().map(|(&t, _)| t))
    });
    let here = Memo::new(move |_| {
        let t = page.event.get();
        desk.with(|draft| draft.frame.scratch.contains_key(&t)).then_some(t)
    });
    let take = move |_| {
        if let Some(t) = last.get_untracked() {
            page.use_note(t);
            focus_grid();
        }
    };
    let delete = move |_| {
        if let Some(t) = here.get_untracked() {
            desk.make(|draft| draft.note("delete note", t, None));
            focus_grid();
        }
    };
    move || {
        page.noting.get().then(|| {
            view! {
                <p class="hint">
                    "The board is your note of the state after the event at hand, and begins like the note before it. Notes are checked when you reveal."
                </p>
                <p class="tools">
                    {move || {
                        last.get().map(|t| view! { <button on:click=take>{format!("Use the note after event {t} as prediction")}</button> })
                    }}
                    {move || here.get().map(|t| view! { <button on:click=delete>{format!("Delete the note after event {t}")}</button> })}
                </p>
            }
        })
    }
}

/// From what a prediction starts.
#[component]
fn Starts() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let desk = page.desk;
    let earlier = Memo::new(move |_| {
        page.steps.track();
        page.bench.loaded.track();
        desk.editor().with_untracked(Earlier::find)
    });
    let now = move || {
        desk.with(|draft| match &draft.frame.prediction {
            _ if page.noting.get() => "",
            Prediction::None => "You begin with the initial state.",
            Prediction::World(_) => "",
            Prediction::Text(_) if draft.frame.world(Surface::Prediction).is_some() => {
                "You begin with the pasted answer. Its text is kept until you change a cell."
            }
            Prediction::Text(_) => {
                "The pasted answer holds no valid state, so you begin with the initial state. Its text is kept until you change a cell."
            }
        })
    };
    let now = Memo::new(move |_| now());
    let button = move |name: &'static str, from: fn(&Draft, &Earlier) -> Option<World>| {
        let state = move || earlier.with_untracked(|earlier| desk.with_untracked(|draft| from(draft, earlier)));
        view! {
            <button
                disabled=move || !desk.may_change()
                on:click=move |_| {
                    if let Some(world) = state() {
                        page.start_over(world);
                    }
                }
            >
                {name}
            </button>
        }
    };
    view! {
        {move || Some(now.get()).filter(|now| !now.is_empty()).map(|now| view! { <p class="hint">{now}</p> })}
        <p class="tools">
            <span class="hint">"Start over from "</span>
            {button("the initial state", |draft, _| Some(draft.frame.initial.clone()))}
            {button("an empty world", |draft, _| Some(World::empty(&draft.frame.space.shape)))}
            {move || {
                let offered = earlier.with(|earlier| earlier.answer.is_some());
                offered.then(|| button("the pasted answer", |_, earlier| earlier.answer.clone()))
            }}
            {move || {
                let offered = earlier.with(|earlier| earlier.by_hand.is_some());
                offered.then(|| button("your previous prediction", |_, earlier| earlier.by_hand.clone()))
            }}
        </p>
    }
}

/// Holds the prediction against the reference, once.
#[component]
fn Reveal() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let asking = RwSignal::new(false);
    let ask = move |_| match untrack(|| page.is_untouched()) {
        true => asking.set(true),
        false => page.reveal(),
    };
    let cancel = move |_| {
        asking.set(false);
        focus_grid();
    };
    move || {
        if page.desk.revealed.get() {
            return view! { <p class="hint">"The reference has been seen. You may go on editing."</p> }.into_any();
        }
        if asking.get() && page.is_untouched() {
            let use_note = move |_| {
                page.use_note(page.last());
                page.reveal();
            };
            let noted = page.final_note();
            let (question, as_it_is) = match noted {
                true => (
                    "Your prediction was not begun, but there is your note of the final state. Is that your prediction?",
                    "Reveal without a change",
                ),
                false => ("No cell was changed: is that your prediction?", "Yes, reveal"),
            };
            return view! {
                <div role="alert">
                    <p>{question}</p>
                    <p class="tools">
                        {noted.then(|| view! { <button class="primary" on:click=use_note>"Yes, reveal"</button> })}
                        <button class:primary=!noted on:click=move |_| page.reveal()>
                            {as_it_is}
                        </button>
                        <button on:click=cancel>"No, go on"</button>
                    </p>
                </div>
            }
            .into_any();
        }
        view! {
            <p class="tools">
                <button class="primary" on:click=ask>
                    "Reveal the score"
                </button>
                <span class="hint">"Shows the reference."</span>
            </p>
        }
        .into_any()
    }
}

/// The score of the prediction as it is, and of the notes, after they were revealed.
#[component]
fn Result() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let (desk, bench) = (page.desk, page.bench);
    let scored = Memo::new(move |_| {
        page.steps.track();
        let world = desk.with_untracked(|draft| draft.frame.world(Surface::Prediction).map(|world| world.into_owned()))?;
        let loaded = bench.loaded.get();
        (world.shape() == &loaded.instance.space.shape && desk.revealed.get()).then(|| Arc::new(Scored::world(world, &loaded)))
    });
    let notes = Memo::new(move |_| {
        page.steps.track();
        let loaded = bench.loaded.get();
        desk.with_untracked(|draft| {
            let fits = draft.frame.space == loaded.instance.space;
            fits.then(|| Notes::check(&draft.frame.scratch, &loaded.instance, &loaded.trace)).filter(|notes| notes.count > 0)
        })
    });
    let (among, chosen) = (RwSignal::new(Among::All), Chosen::new_local(None));
    let verdict = move || {
        notes.get().map(|notes| {
            let text = match notes {
                Notes { first_wrong: Some((t, 1)), .. } => format!("Your notes go wrong first after event {t}, in 1 cell."),
                Notes { first_wrong: Some((t, cells)), .. } => {
                    format!("Your notes go wrong first after event {t}, in {cells} cells.")
                }
                Notes { count: 1, .. } => "Your note is right.".to_owned(),
                Notes { count, .. } => format!("All {count} notes are right."),
            };
            view! { <p>{text}</p> }
        })
    };
    move || {
        desk.revealed.get().then(|| {
            view! {
                <section class="panel result" aria-labelledby="result-title">
                    <h2 id="result-title" tabindex="-1">"Score"</h2>
                    {move || {
                        scored.get().map(|scored| {
                            view! {
                                <div aria-live="polite">{outcome(scored.score.outcome)}</div>
                                <Details scored among chosen />
                                <Played chosen />
                            }
                        })
                    }}
                    {verdict}
                </section>
            }
        })
    }
}

/// The events, those that are done ticked off.
#[component]
fn Events() -> impl IntoView {
    let page = expect_context::<Predicting>();
    let desk = page.desk;
    let aside = move |t: usize| {
        let noted = desk.with(|draft| draft.frame.scratch.contains_key(&t));
        match (t <= desk.worked.get(), noted) {
            (true, true) => "noted ✓",
            (true, false) => "✓",
            (false, true) => "noted",
            (false, false) => "",
        }
        .to_owned()
    };
    let current = Memo::new(move |_| desk.worked.get() + 1);
    view! { <EventRows first=1 current aside=Callback::new(aside) go=Callback::new(move |t| page.work_on(t)) /> }
}
