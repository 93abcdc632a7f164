//! Which misreading explains an answer, and its execution beside the right one.

use gloo::timers::future::TimeoutFuture;
use grids::diagnose::{Diagnosis, Explanation, Reading, Search};
use grids::model::mosaic::{Mosaic, Plane};
use grids::model::picture::Picture;
use grids::world::World;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

use super::events;
use super::still::Still;
use crate::pool::now;
use crate::state::{Loaded, Workbench};

/// How long the search goes on before the page gets to answer its reader, in milliseconds.
const SLICE: f64 = 8.0;
/// How long pairs of misreadings are tried, in milliseconds of work.
const PAIRS: f64 = 3000.0;
/// The most cells times events: 64 events of a world of [256,256].
const MOST_WORK: usize = 1 << 22;
/// The most events, since a slip at each goes through all that come after it.
const MOST_EVENTS: usize = 1024;
/// A world of more cells is not played beside another one.
const MOST_PLAYED: usize = 4096;

/// What has been found so far.
#[derive(Clone, Default)]
struct Progress {
    diagnosis: Diagnosis,
    /// Whether single readings have all been tried, and whether the search is over.
    singles: bool,
    over: bool,
}

/// A reading that a reader has chosen to see played.
pub type Chosen = RwSignal<Option<Reading>, LocalStorage>;

/// Searches for what explains an answer, a state of the instance's space, and says it.
#[component]
pub fn Diagnosed(
    /// The instance.
    loaded: Arc<Loaded>,
    /// The answer.
    answer: World,
    /// The reading that is played.
    chosen: Chosen,
) -> impl IntoView {
    // What was played belongs to another answer.
    chosen.set(None);
    if !is_small(&loaded) {
        return view! {
            <p class="hint">"This history is too large to look for misreadings here; the program gridbench does it."</p>
        }
        .into_any();
    }
    let progress = RwSignal::new_local(Progress::default());
    spawn_local(search(loaded.clone(), answer, progress));
    let said = {
        let loaded = loaded.clone();
        move || {
            let Progress { diagnosis, singles, over } = progress.get();
            if !singles {
                return view! { <p class="hint">"Looking for a misreading that explains it…"</p> }.into_any();
            }
            let wrong = diagnosis.wrong;
            let claimed: Vec<Explanation> = diagnosis.claimed().cloned().collect();
            let wait = (!over).then_some(" Trying pairs of misreadings…");
            if claimed.is_empty() {
                return view! { <p>{diagnosis.nothing_claimed()} <span class="hint">{wait}</span></p> }.into_any();
            }
            let playable = loaded.instance.space.shape.volume() <= MOST_PLAYED;
            let items = claimed.into_iter().map(|explanation| {
                view! { <Claim explanation wrong playable chosen /> }
            });
            view! {
                <ol class="explanations">{items.collect_view()}</ol>
                <p class="hint">{wait}</p>
            }
            .into_any()
        }
    };
    view! {
        <section class="diagnosis" aria-labelledby="diagnosis-title">
            <h3 id="diagnosis-title">"Why it is wrong"</h3>
            <div aria-live="polite">{said}</div>
        </section>
    }
    .into_any()
}

/// Whether an answer can be gone through event by event without the page standing still.
pub fn is_small(loaded: &Loaded) -> bool {
    let events = loaded.instance.events.len();
    events <= MOST_EVENTS && loaded.instance.space.shape.volume() * events <= MOST_WORK
}

async fn search(loaded: Arc<Loaded>, answer: World, progress: RwSignal<Progress, LocalStorage>) {
    // The page shows the scores first.
    TimeoutFuture::new(0).await;
    let mut search = Search::new(&loaded.instance, &loaded.trace, vec![&answer]);
    let mut spent = 0.0;
    let mut slice = now();
    loop {
        let singles = !search.single();
        let over = singles && (search.is_settled(0) || spent > PAIRS || !search.pair());
        if now() - slice < SLICE && !over {
            continue;
        }
        let found = Progress { diagnosis: search.diagnosis(0), singles, over };
        if progress.try_set(found).is_some() || over {
            return;
        }
        spent += if singles { now() - slice } else { 0.0 };
        TimeoutFuture::new(0).await;
        slice = now();
    }
}

/// One explanation.
#[component]
fn Claim(explanation: Explanation, wrong: usize, playable: bool, chosen: Chosen) -> impl IntoView {
    let reading = explanation.reading;
    let name = reading.name();
    let truth = reading.rule.map(|rule| rule.misreading.truth);
    let also: Vec<String> = explanation.also.iter().take(3).map(|reading| reading.says()).collect();
    let also = (!also.is_empty()).then(|| format!("Or, with the same result: {}.", also.join("; or ")));
    let is_chosen = {
        let name = name.clone();
        move || chosen.with(|chosen| chosen.is_some_and(|chosen| chosen.name() == name && chosen.event() == reading.event()))
    };
    let toggle = {
        let is_chosen = is_chosen.clone();
        move |_| chosen.set(if is_chosen() { None } else { Some(reading) })
    };
    view! {
        <li>
            <p>
                <strong>{explanation.sentence(wrong)}</strong>
            </p>
            {truth.map(|truth| view! { <p>"The rule: " {truth}</p> })}
            {also.map(|also| view! { <p class="hint">{also}</p> })}
            <p class="tools">
                {playable
                    .then(|| {
                        view! {
                            <button aria-pressed=move || is_chosen().to_string() on:click=toggle>
                                "Play it beside the reference"
                            </button>
                        }
                    })}
                <span class="hint">
                    {(!playable).then_some("The world is too large to be played here. ")} <code>{name}</code>
                    {format!(", {} bits shorter to tell", explanation.gain)}
                </span>
            </p>
        </li>
    }
}

/// The chosen reading played, if there is one.
#[component]
pub fn Played(chosen: Chosen) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    move || chosen.get().map(|reading| view! { <Replay loaded=bench.loaded.get_untracked() reading /> })
}

/// The execution of a reading beside the right one, step by step.
#[component]
fn Replay(loaded: Arc<Loaded>, reading: Reading) -> impl IntoView {
    let states = reading.states(&loaded.instance, &loaded.trace)?;
    let last = states.len() - 1;
    // Where they part for the first time.
    let parts = states.iter().position(|(t, state)| *state != loaded.trace.state(&loaded.instance.initial, *t));
    let step = RwSignal::new(parts.unwrap_or(last));
    let shape = &loaded.instance.space.shape;
    let mosaic = Arc::new(Mosaic::new(shape, Plane::first(shape.dimensions())));
    let layout = (mosaic, loaded.colours());
    let states = StoredValue::new(states);
    let pictures = {
        let loaded = loaded.clone();
        Memo::new(move |_| {
            states.with_value(|states| {
                let (t, state) = &states[step.get().min(last)];
                let right = loaded.trace.state(&loaded.instance.initial, *t);
                (Picture::differences(state, state, &right), Picture::plain(&right))
            })
        })
    };
    let caption = move || {
        let index = step.get().min(last);
        let t = states.with_value(|states| states[index].0);
        let event = t.checked_sub(1).map(|at| events::text(&loaded.instance.events[at]));
        let differing = pictures.with(|(misread, _)| misread.cells.iter().filter(|look| !look.marks.is_empty()).count());
        format!(
            "{}: {differing} cells differ",
            event.map_or_else(|| "Initial world".to_owned(), |event| format!("Event {t}, {event}"))
        )
    };
    let go = move |by: isize| step.update(|step| *step = step.saturating_add_signed(by).min(last));
    let figure = |name: &'static str, picture: Signal<Picture>| {
        view! {
            <figure>
                <figcaption>{name}</figcaption>
                <Still layout=layout.clone() picture label=name />
            </figure>
        }
    };
    Some(view! {
        <section class="replay" aria-labelledby="replay-title">
            <h3 id="replay-title">{format!("As if {}", reading.says())}</h3>
            <div class="tools">
                <button aria-label="Step back in the misreading" on:click=move |_| go(-1)>
                    "←"
                </button>
                <input
                    type="range"
                    class="scrub"
                    aria-label="Step of the misreading"
                    min="0"
                    max=last.to_string()
                    prop:value=move || step.get().to_string()
                    on:input:target=move |event| step.set(event.target().value().parse().unwrap_or(0))
                />
                <button aria-label="Step forward in the misreading" on:click=move |_| go(1)>
                    "→"
                </button>
            </div>
            <p class="caption-event" aria-live="polite">
                {caption}
            </p>
            <div class="figures pair">
                {figure("As misread", Signal::derive(move || pictures.with(|(misread, _)| misread.clone())))}
                {figure("Reference", Signal::derive(move || pictures.with(|(_, right)| right.clone())))}
            </div>
        </section>
    })
}
