//! The application: its state, its addresses, and the frame around the tabs.

use gloo::timers::callback::Timeout;
use grids::gallery;
use grids::model::playhead::{Action, Playhead};
use leptos::html;
use leptos::prelude::*;
use leptos_router::NavigateOptions;
use leptos_router::components::Router;
use leptos_router::hooks::{use_location, use_navigate};

use crate::address::{self, Reference, Tab};
use crate::pages::{prompt::PromptPage, score::ScorePage, watch::WatchPage};
use crate::state::{Dialog, Loaded, Origin, Workbench};
use crate::ui::{gallery::GalleryDialog, keys, keys::KeysDialog, notice::Notice, open, open::OpenDialog};

/// How long an address may lag behind the step, in milliseconds; browsers limit how often it may change.
const ADDRESS_DELAY: u32 = 250;

/// The root of the page.
#[component]
pub fn App() -> impl IntoView {
    view! {
        <Router base=address::base()>
            <Frame />
        </Router>
    }
}

#[component]
fn Frame() -> impl IntoView {
    let location = use_location();
    let (reference, t) = address::read_untracked(&location);
    let opened = Loaded::from_reference(&reference);
    let (loaded, problem) = match opened {
        Ok(loaded) => (Ok(loaded), None),
        Err(problem) => (Loaded::from_reference(&Reference::Default), Some(problem)),
    };
    let Ok(loaded) = loaded else {
        return view! { <p role="alert">"The built-in examples could not be read."</p> }.into_any();
    };
    let bench = Workbench::new(loaded);
    provide_context(bench);
    match problem {
        None => bench.go(Action::To(t.unwrap_or(0))),
        Some(problem) => bench
            .notice
            .set(Some(format!("The instance of this address could not be opened: {problem}. Another example is shown instead."))),
    }
    let front = Tab::of(&location.pathname.get_untracked()) == Some(Tab::Watch) && reference == Reference::Default && t.is_none();
    if front && motion_allowed() {
        bench.playing.set(true);
    }
    keep_address(bench);
    keep_answer(bench);
    play(bench);
    keys::listen(bench);
    open::listen_for_drops(bench);

    let tab = Memo::new(move |_| Tab::of(&location.pathname.get()));
    Effect::new(move |_| {
        let name = tab.get().map_or("Not found", Tab::name);
        document().set_title(&format!("{name}: {} · Grid-Bench Lab", bench.loaded.get().title()));
    });
    let main = NodeRef::<html::Main>::new();
    // As long as the example of the front page is shown, also after its address has taken up the step.
    let introduce = move || {
        let first = gallery::entries().first().map(|entry| Origin::Gallery(entry.id.to_owned()));
        tab.get() == Some(Tab::Watch) && bench.loaded.with(|loaded| Some(&loaded.origin) == first.as_ref())
    };
    view! {
        // Its address is relative to the base and not to this page, so the browser is not to follow it.
        <a
            class="skip"
            href="#main"
            on:click=move |event| {
                event.prevent_default();
                if let Some(main) = main.get() {
                    let _ = main.focus();
                }
            }
        >
            "Skip to the content"
        </a>
        <Header tab />
        <main id="main" tabindex="-1" node_ref=main>
            <Notice />
            {move || introduce().then(|| view! { <Intro /> })}
            {move || match tab.get() {
                Some(Tab::Watch) => view! { <WatchPage /> }.into_any(),
                Some(Tab::Score) => view! { <ScorePage /> }.into_any(),
                Some(Tab::Prompt) => view! { <PromptPage /> }.into_any(),
                None => view! { <NotFound /> }.into_any(),
            }}
        </main>
        <Foot />
        <GalleryDialog />
        <OpenDialog />
        <KeysDialog />
    }
    .into_any()
}

#[component]
fn Header(tab: Memo<Option<Tab>>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let href = move |tab: Tab| address::write(tab, &bench.loaded.get().origin, bench.playhead.with(Playhead::t));
    view! {
        <header class="site">
            <a class="brand" href=move || format!("{}/", address::base())>
                <span class="brand-mark" aria-hidden="true"></span>
                "Grid-Bench Lab"
            </a>
            <nav aria-label="Views of the instance">
                {Tab::ALL
                    .map(|each| {
                        view! {
                            <a
                                href=move || href(each)
                                aria-current=move || (tab.get() == Some(each)).then_some("page")
                            >
                                {each.name()}
                            </a>
                        }
                    })
                    .collect_view()}
            </nav>
            <div class="site-tools">
                <button on:click=move |_| bench.dialog.set(Some(Dialog::Gallery))>"Examples"</button>
                <button on:click=move |_| bench.dialog.set(Some(Dialog::Open))>"Open…"</button>
                <button
                    class="keys-button"
                    aria-label="Keyboard keys"
                    title="Keyboard keys"
                    on:click=move |_| bench.dialog.set(Some(Dialog::Keys))
                >
                    "?"
                </button>
            </div>
        </header>
    }
}

/// What this is, for a visitor of the front page.
#[component]
fn Intro() -> impl IntoView {
    view! {
        <p class="intro">
            "Grid-Bench asks a language model one thing: given a small world, a rule and a list of events, what does the world look like in the end? \
             Watch the answer being worked out here, event by event."
        </p>
    }
}

#[component]
fn Foot() -> impl IntoView {
    view! {
        <footer class="site-foot">
            <p>
                "Grid-Bench is defined in " <cite>"Can LLMs Predict How Discrete Worlds Change?"</cite> " ("
                <a href="https://arxiv.org/abs/2610.22312">"arXiv 2610.22312"</a> ", "
                <a href="https://github.com/grid-bench/Grid-Bench">"code"</a> ", "
                <a href="https://huggingface.co/datasets/xzx34/Grid-Bench">"data"</a>
                "). Everything on this page runs in your browser; nothing is sent anywhere."
            </p>
        </footer>
    }
}

#[component]
fn NotFound() -> impl IntoView {
    view! {
        <section class="not-found">
            <h1>"There is no such page"</h1>
            <p>
                "The address may be mistyped. " <a href=format!("{}/", address::base())>"Go to the front page"</a> "."
            </p>
        </section>
    }
}

/// Holds instance and step in the address, and follows an address that changes by itself (Back, Forward, an edited link).
fn keep_address(bench: Workbench) {
    let location = use_location();
    let navigate = use_navigate();
    let followed = location.clone();
    Effect::new(move |previous: Option<(Reference, Option<usize>)>| {
        let (reference, t) = address::read(&followed);
        let first = previous.is_none();
        if !first && previous != Some((reference.clone(), t)) {
            follow(bench, &reference, t);
        }
        (reference, t)
    });
    let pending = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |previous: Option<String>| {
        let origin = bench.loaded.with(|loaded| loaded.origin.clone());
        let t = bench.playhead.with(Playhead::t);
        let address = address::write(Tab::Watch, &origin, t);
        // The first run is the address that was opened; the front page keeps its own while it only shows its example.
        if previous.is_some_and(|previous| previous != address) {
            let (navigate, location) = (navigate.clone(), location.clone());
            pending.set_value(Some(Timeout::new(ADDRESS_DELAY, move || {
                let Some(tab) = Tab::of(&location.pathname.get_untracked()) else { return };
                // Another instance is a place to come back from, another step is not.
                let replace = names(&address::read_untracked(&location).0, &origin);
                let options = NavigateOptions { replace, scroll: false, ..Default::default() };
                // The router adds the base itself.
                let address = address::write(tab, &origin, t);
                let path = address.strip_prefix(address::base().as_str()).unwrap_or(&address).to_owned();
                navigate(&path, options);
            })));
        }
        address
    });
}

/// Keeps the answer of each instance for this tab, so that a reload or a look at another instance does not lose it.
fn keep_answer(bench: Workbench) {
    Effect::new(move |previous: Option<String>| {
        let id = bench.loaded.with(|loaded| loaded.instance.id.clone());
        let answer = bench.answer.get();
        // An instance that has just been opened brings its answer with it.
        if previous.as_ref() == Some(&id) {
            address::keep_answer(&id, &answer);
        }
        id
    });
}

/// Whether an address names the instance that came from there.
fn names(reference: &Reference, origin: &Origin) -> bool {
    match (reference, origin) {
        (Reference::Default, Origin::Gallery(id)) => gallery::entries().first().is_some_and(|entry| entry.id == id),
        (Reference::Gallery(named), Origin::Gallery(id)) => named == id,
        (Reference::Packed(named), Origin::Packed(packed)) => named == packed,
        (Reference::Session, Origin::Session) => true,
        _ => false,
    }
}

fn follow(bench: Workbench, reference: &Reference, t: Option<usize>) {
    if bench.loaded.with_untracked(|loaded| names(reference, &loaded.origin)) {
        if let Some(t) = t.filter(|&t| t != bench.playhead.with_untracked(Playhead::t)) {
            bench.step(Action::To(t));
        }
        return;
    }
    match Loaded::from_reference(reference) {
        Ok(loaded) => bench.open(loaded, t.unwrap_or(0)),
        Err(problem) => bench.notice.set(Some(format!("The instance of this address could not be opened: {problem}."))),
    }
}

/// Steps on while the history plays, and stops at its end.
fn play(bench: Workbench) {
    let timer = StoredValue::new_local(None::<gloo::timers::callback::Interval>);
    Effect::new(move |_| {
        if !bench.playing.get() {
            timer.set_value(None);
            return;
        }
        let pause = (1000.0 * crate::state::SECONDS_PER_STEP / bench.speed.get()) as u32;
        timer.set_value(Some(gloo::timers::callback::Interval::new(pause, move || {
            // A page in the background does not run ahead of its reader.
            if !document().hidden() {
                bench.go(Action::Forward);
            }
        })));
    });
    Effect::new(move |_| {
        let end = bench.loaded.with(|loaded| loaded.trace.len());
        if bench.playhead.with(Playhead::t) >= end {
            bench.playing.set(false);
        }
    });
}

fn motion_allowed() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    !query.ok().flatten().is_some_and(|query| query.matches())
}
