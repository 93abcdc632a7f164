//! The application: its state, its addresses, and the frame around the tabs.

use gloo::timers::callback::Timeout;
use grids::gallery;
use grids::model::playhead::Action;
use grids::rule::{self, Family};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::hooks::{use_location, use_navigate};
use leptos_router::location::Location;
use leptos_router::path;
use std::pin::Pin;
use std::sync::Arc;

use crate::address::{self, Origin, Tab, View};
use crate::pages::beside::Beside;
use crate::state::{self, Loaded, Reader, Workbench};
use crate::ui::{dialog::Dialog, gallery::GalleryDialog, keys, keys::KeysDialog, notice::Notice, open, open::OpenDialog};

/// How long an address may lag behind the step, in milliseconds; browsers limit how often it may change.
const ADDRESS_DELAY: u32 = 250;

/// In what the programs differ that have the workbench.
#[derive(Clone, Copy)]
pub struct Parts {
    /// The page of a tab.
    pub page: fn(Tab) -> AnyView,
    /// What the dialog for sharing holds.
    pub share: fn() -> AnyView,
    /// What to do when the reader comes near the tabs.
    pub near: fn(),
    /// What the dialog for drafts holds.
    pub drafts: fn() -> AnyView,
    /// Finds the instance of an address.
    pub open: fn(Origin) -> Opening,
    /// How a line that is opened is read.
    pub reader: Reader,
    /// What begins with the workbench. It hears why the instance of the address could not be opened, if so, and gives that back unless
    /// it says so itself.
    pub begin: fn(Workbench, Option<String>) -> Option<String>,
    /// What the header says before its tools.
    pub tools: fn() -> AnyView,
    /// What stands above every page.
    pub banner: fn() -> AnyView,
    /// Further dialogs.
    pub dialogs: fn() -> AnyView,
    /// Further keys, under a heading each.
    pub keys: &'static [keys::Keys],
}

/// An instance on its way.
pub type Opening = Pin<Box<dyn Future<Output = Result<Loaded, String>>>>;

/// The root of the page.
#[component]
pub fn App(
    /// What this program has.
    parts: Parts,
    /// The instance that the address names, if it names one.
    opened: Option<Result<Loaded, String>>,
) -> impl IntoView {
    let (named, view) = (opened.is_some(), address::read_window().1);
    let (opened, problem) = match opened.unwrap_or_else(Loaded::front) {
        Ok(loaded) => (Ok((loaded, view.clone())), None),
        Err(problem) => (Loaded::front().map(|loaded| (loaded, View::default())), Some(problem)),
    };
    let Ok((loaded, shown)) = opened else {
        return view! { <p role="alert">"The built-in examples could not be read."</p> }.into_any();
    };
    let bench = Workbench::new(loaded, &shown, parts.reader);
    provide_context(bench);
    let problem = (parts.begin)(bench, problem);
    let path = window().location().pathname().unwrap_or_default();
    if let Some(problem) = problem {
        bench
            .notice
            .set(Some(format!("The instance of this address could not be opened: {problem}. Another example is shown instead. If you have its file, it opens with “Open…”.")));
    } else if !named && view == View::default() && is_front(&path) && motion_allowed() {
        bench.playing.set(true);
    }
    view! {
        <Router base=address::base()>
            <Frame parts />
        </Router>
    }
    .into_any()
}

#[component]
fn Frame(parts: Parts) -> impl IntoView {
    let Parts { page, share, drafts, open, .. } = parts;
    let bench = expect_context::<Workbench>();
    keep_address(bench, open);
    play(bench);
    keys::listen(bench);
    open::listen_for_drops(bench);

    let pathname = use_location().pathname;
    let tab = Memo::new(move |_| Tab::of(&pathname.get()));
    let beside = Memo::new(move |_| pathname.with(|path| Page::of(path)));
    Effect::new(move |_| {
        let title = match tab.get() {
            Some(tab) => format!("{}: {}", tab.name(), bench.loaded.get().title),
            None => beside.get().map_or_else(|| "Not found".to_owned(), Page::title),
        };
        document().set_title(&format!("{title} · Grid-Bench Lab"));
    });
    // The history plays only where it can be seen.
    Effect::new(move |_| {
        if bench.dialog.get().is_some() || tab.get() != Some(Tab::Watch) {
            bench.playing.set(false);
        }
        if tab.get() != Some(Tab::Watch) && bench.part.with_untracked(Option::is_some) {
            bench.part.set(None);
        }
    });
    // The style sheet leaves out what a frame does not have.
    Effect::new(move |before: Option<address::Frame>| {
        let frame = bench.frame.get();
        if let Some(root) = document().document_element() {
            let _ = match frame.name() {
                Some(name) => root.set_attribute("data-frame", name),
                None => root.remove_attribute("data-frame"),
            };
        }
        // A tab has its frame in its address anyway.
        if before.is_some_and(|before| before != frame) && tab.get_untracked().is_none() {
            address::reframe(frame);
        }
        frame
    });
    let main = NodeRef::<html::Main>::new();
    let introduce =
        move || tab.get() == Some(Tab::Watch) && bench.loaded.get().origin == Origin::Gallery(gallery::front().id.to_owned());
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
        <Header tab beside parts />
        <main id="main" tabindex="-1" node_ref=main>
            {(parts.banner)()}
            <Notice />
            {move || introduce().then(|| view! { <Intro /> })}
            <FlatRoutes fallback=NotFound>
                <Route path=path!("/") view=move || page(Tab::Watch) />
                <Route path=path!("/watch") view=move || page(Tab::Watch) />
                <Route path=path!("/edit") view=move || page(Tab::Edit) />
                <Route path=path!("/predict") view=move || page(Tab::Predict) />
                <Route path=path!("/score") view=move || page(Tab::Score) />
                <Route path=path!("/prompt") view=move || page(Tab::Prompt) />
                <Route path=path!("/generate") view=move || view! { <Beside path=pathname /> } />
                <Route path=path!("/learn") view=move || view! { <Beside path=pathname /> } />
                <Route path=path!("/learn/:family") view=move || view! { <Beside path=pathname /> } />
            </FlatRoutes>
            {move || bench.frame.get().name().map(|_| view! { <OutOfFrame tab /> })}
        </main>
        <Foot />
        <GalleryDialog />
        <OpenDialog />
        <Dialog name=state::Dialog::Share title="Share and export">
            {share()}
        </Dialog>
        <Dialog name=state::Dialog::Drafts title="Drafts">
            {drafts()}
        </Dialog>
        <KeysDialog more=parts.keys />
        {(parts.dialogs)()}
    }
}

/// A page beside the tabs.
#[derive(Clone, Copy, PartialEq)]
enum Page {
    Generate,
    /// The list of lessons.
    Lessons,
    /// The lesson of a family.
    Lesson(&'static dyn Family),
}

impl Page {
    fn of(path: &str) -> Option<Page> {
        match address::lesson(path) {
            Some("") => Some(Page::Lessons),
            Some(name) => rule::core_families().find(|family| family.name().to_ascii_lowercase() == name).map(Page::Lesson),
            None => address::is_generate(path).then_some(Page::Generate),
        }
    }

    fn title(self) -> String {
        match self {
            Page::Generate => "Generate".to_owned(),
            Page::Lessons => "Learn".to_owned(),
            Page::Lesson(family) => format!("Learn {}", family.name()),
        }
    }
}

/// Whether a path is the front page.
fn is_front(path: &str) -> bool {
    address::below_base(path).trim_end_matches('/').is_empty()
}

#[component]
fn Header(tab: Memo<Option<Tab>>, beside: Memo<Option<Page>>, parts: Parts) -> impl IntoView {
    let near = parts.near;
    let bench = expect_context::<Workbench>();
    let href = move |tab: Tab| {
        format!("{}{}", address::base(), address::write(tab.path(), &bench.loaded.get().origin, &bench.view.get()))
    };
    view! {
        <header class="site">
            <a class="brand" href=address::front()>
                <span class="brand-mark" aria-hidden="true"></span>
                "Grid-Bench Lab"
            </a>
            <nav aria-label="Views of the instance" on:pointerover=move |_| near() on:focusin=move |_| near()>
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
            <nav class="beside" aria-label="Other pages">
                <a
                    href=format!("{}{}", address::base(), address::LEARN)
                    aria-current=move || match beside.get() {
                        Some(Page::Lessons) => Some("page"),
                        Some(Page::Lesson(_)) => Some("true"),
                        _ => None,
                    }
                >
                    "Learn"
                </a>
                <a
                    href=format!("{}{}", address::base(), address::GENERATE)
                    aria-current=move || (beside.get() == Some(Page::Generate)).then_some("page")
                >
                    "Generate"
                </a>
            </nav>
            <div class="site-tools">
                {(parts.tools)()}
                <button on:click=move |_| bench.dialog.set(Some(state::Dialog::Drafts))>"Drafts"</button>
                <button on:click=move |_| bench.dialog.set(Some(state::Dialog::Gallery))>"Examples"</button>
                <button on:click=move |_| bench.dialog.set(Some(state::Dialog::Open))>"Open…"</button>
                {move || {
                    tab.get()
                        .is_some()
                        .then(|| view! { <button on:click=move |_| bench.dialog.set(Some(state::Dialog::Share))>"Share…"</button> })
                }}
                <button
                    class="keys-button"
                    aria-label="Keyboard keys"
                    title="Keyboard keys"
                    on:click=move |_| bench.dialog.set(Some(state::Dialog::Keys))
                >
                    "?"
                </button>
            </div>
        </header>
    }
}

/// Leads from a frame to the whole page.
#[component]
fn OutOfFrame(tab: Memo<Option<Tab>>) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let pathname = use_location().pathname;
    let whole = move || match tab.get() {
        None => pathname.get(),
        Some(_) => {
            let view = View { frame: address::Frame::Page, ..bench.view.get() };
            format!("{}{}", address::base(), address::write(Tab::Watch.path(), bench.loaded.get().link(), &view))
        }
    };
    view! {
        <p class="out-of-frame">
            {move || match bench.frame.get() {
                address::Frame::Presented => {
                    view! { <button on:click=move |_| bench.frame.set(address::Frame::Page)>"End the presentation (Escape)"</button> }.into_any()
                }
                address::Frame::Embedded | address::Frame::Page => {
                    view! { <a href=whole target="_blank" rel="noopener">"Open in Grid-Bench Lab"</a> }.into_any()
                }
            }}
        </p>
    }
}

/// What this is, for a visitor of the front page.
#[component]
fn Intro() -> impl IntoView {
    view! {
        <p class="intro">
            "Grid-Bench asks a language model one thing: given a small world, a rule and a list of events, what does the world look like in the \
             end? A world is a grid of numbers in which 0, the dot, is empty. Watch one change here, event by event; then score a model's \
             answer to it, or read the prompt that the model gets."
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

/// What an address without a page shows.
#[component]
pub fn NotFound() -> impl IntoView {
    view! {
        <section class="not-found">
            <h1>"There is no such page"</h1>
            <p>
                "The address may be mistyped. " <a href=address::front()>"Go to the front page"</a> "."
            </p>
        </section>
    }
}

/// Holds instance and view in the address, and follows an address that changes by itself (Back, Forward, an edited link).
fn keep_address(bench: Workbench, open: fn(Origin) -> Opening) {
    let location = use_location();
    let navigate = use_navigate();
    let write = move |location: &Location, origin: &Origin, view: &View, goes_on: bool| {
        let path = location.pathname.get_untracked();
        // What is opened on a page beside the tabs is shown on the first of them.
        let beside = Tab::of(&path).is_none();
        let path = if beside { format!("{}{}", address::base(), Tab::Watch.path()) } else { path };
        // Another instance is a place to come back from. Another view of it is not, and neither is the draft that it has become.
        let replace = !beside && (goes_on || names(location, origin));
        // With its host, because the router would join base and path itself, and lose the slash of the front page.
        let host = window().location().origin().unwrap_or_default();
        let address = format!("{host}{}", address::write(&path, origin, view));
        navigate(&address, NavigateOptions { replace, scroll: false, ..Default::default() });
    };
    let (followed, rewrite) = (location.clone(), write.clone());
    Effect::new(move |previous: Option<(Option<Origin>, View)>| {
        let named = address::read(&followed);
        // A page beside the tabs names no instance, and a tab is come back to with the one it had.
        if Tab::of(&followed.pathname.get()).is_none()
            && let Some(previous) = previous
        {
            bench.awaited.set(None);
            return previous;
        }
        if previous.is_some_and(|previous| previous != named) {
            match &named.0 {
                // It has become a draft since.
                Some(origin) if bench.was.with_value(|was| was.contains(origin)) => {
                    bench.look(&named.1);
                    let origin = bench.loaded.with_untracked(|loaded| loaded.origin.clone());
                    rewrite(&followed, &origin, &named.1, true);
                }
                _ => follow(bench, open, named.clone()),
            }
        }
        named
    });
    let pending = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |previous: Option<(Arc<Loaded>, View, u32)>| {
        let shown = (bench.loaded.get(), bench.view.get(), bench.opened.get_untracked());
        let goes_on = previous.as_ref().is_some_and(|previous| previous.2 == shown.2);
        let on_a_tab = |location: &Location| Tab::of(&location.pathname.get_untracked()).is_some();
        // The first run is the address that was opened; the front page keeps its own until something happens. A page beside the tabs keeps
        // its own too, unless something is opened there.
        let is_news = previous.is_some_and(|previous| previous != shown) && (on_a_tab(&location) || !goes_on);
        if is_news {
            let (write, location) = (write.clone(), location.clone());
            let (origin, view) = (shown.0.origin.clone(), shown.1.clone());
            if on_a_tab(&location) && names(&location, &origin) {
                pending.set_value(Some(Timeout::new(ADDRESS_DELAY, move || {
                    // The reader may have gone on to another address meanwhile.
                    if on_a_tab(&location) && names(&location, &origin) {
                        write(&location, &origin, &view, false);
                    }
                })));
            } else {
                pending.set_value(None);
                write(&location, &origin, &view, goes_on);
            }
        }
        shown
    });
}

/// Whether the address names this instance.
fn names(location: &Location, origin: &Origin) -> bool {
    let named = address::read_untracked(location).0;
    named.unwrap_or_else(|| Origin::Gallery(gallery::front().id.to_owned())) == *origin
}

fn follow(bench: Workbench, open: fn(Origin) -> Opening, (origin, view): (Option<Origin>, View)) {
    bench.awaited.set(None);
    match origin {
        None => open_and_look(bench, Loaded::front(), &view),
        Some(origin) if bench.loaded.with_untracked(|loaded| loaded.origin == origin) => bench.look(&view),
        Some(origin) => {
            bench.awaited.set(Some(origin.clone()));
            spawn_local(async move {
                let found = open(origin.clone()).await;
                // The reader may have gone on meanwhile, and this program may have ended.
                if !bench.session.is_disposed() && bench.awaited.get_untracked() == Some(origin) {
                    bench.awaited.set(None);
                    open_and_look(bench, found, &view);
                }
            });
        }
    }
}

fn open_and_look(bench: Workbench, found: Result<Loaded, String>, view: &View) {
    let opened = found.is_ok();
    bench.open_or_say(found, view.t);
    if opened {
        bench.look(view);
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
        let pause = state::PAUSE * state::USUAL_SPEED / bench.speed.get();
        timer.set_value(Some(gloo::timers::callback::Interval::new(pause, move || {
            // A page in the background does not run ahead of its reader.
            if !document().hidden() {
                bench.advance(Action::Forward);
            }
        })));
    });
    Effect::new(move |_| {
        if bench.at_end() {
            bench.playing.set(false);
        }
    });
}

/// Whether things may move by themselves.
pub fn motion_allowed() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)");
    !query.ok().flatten().is_some_and(|query| query.matches())
}
