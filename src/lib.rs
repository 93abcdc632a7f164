//! The web application. It is three programs that share this code, so that a reader loads only what is looked at:
//!
//! - the first page (src/main.rs), which visitors load first: the workbench with Watch alone;
//! - the whole workbench (src/bin/workbench.rs) with all tabs. It takes the place of the first page when another tab is opened
//!   ([`pages::handover`]), and stays until the document is left; a document that is opened at another tab starts with it;
//! - the pages beside the workbench (src/bin/pages.rs), which either of them loads when one is opened ([`pages::beside`]).
//!
//! A fourth, the web worker (src/bin/worker.rs), uses none of it. public/boot.js starts the first program of a document and loads the
//! others ([`boot`]).

mod address;
mod app;
mod boot;
mod desk;
mod making;
mod pages;
mod pool;
mod state;
mod storage;
mod ui;

use gloo::timers::callback::Timeout;
use gloo::timers::future::TimeoutFuture;
use grids::model::lesson;
use js_sys::Function;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::tachys::dom::body;
use std::any::Any;
use std::cell::RefCell;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;

/// Starts the first page.
pub fn start_first() {
    ui::failure::show_panics();
    spawn_local(async {
        let parts = app::Parts {
            page: pages::first,
            share: pages::first_share,
            drafts: pages::first_drafts,
            near: pages::handover::fetch_ahead,
            open: |origin| Box::pin(async move { state::Loaded::from_origin(&origin).await }),
            reader: state::Reader::INSTANCES,
            begin: |_, problem| problem,
            tools: || ().into_any(),
            banner: || ().into_any(),
            dialogs: || ().into_any(),
            keys: &[],
        };
        let opened = open(parts.open).await;
        show(parts, opened);
        TimeoutFuture::new(REST).await;
        pages::handover::fetch_ahead();
    });
}

/// Starts the whole workbench, in place of the program that `end` ends, if there is one.
pub fn start_whole(end: Option<Function>) {
    ui::failure::show_panics();
    spawn_local(async {
        let parts = app::Parts {
            page: pages::whole,
            share: pages::whole_share,
            drafts: pages::whole_drafts,
            near: || (),
            open: |origin| Box::pin(desk::open(origin)),
            reader: desk::READER,
            begin: |bench, problem| {
                let desk = desk::Desk::new(bench);
                ui::undo::listen(desk);
                provide_context(desk);
                problem.and_then(|problem| desk.miss(problem))
            },
            tools: || view! { <ui::saving::SavingState /> }.into_any(),
            banner: || view! { <ui::saving::SavingBanner /> }.into_any(),
            dialogs: || view! { <ui::paste::PasteDialog /> <ui::world_form::NewDialog /> }.into_any(),
            keys: &[ui::worktop::KEYS, ui::undo::KEYS, pages::predict::KEYS, pages::score::KEYS],
        };
        let opened = open(parts.open).await;
        let show = || show(parts, opened);
        match end {
            Some(end) => pages::handover::replace(&end, show),
            None => show(),
        }
    });
}

/// How long the first page is left alone before more is loaded, in milliseconds.
const REST: u32 = 3000;

thread_local! {
    /// What is shown, and what its state belongs to.
    static SHOWN: RefCell<Option<(Box<dyn Any>, Owner)>> = const { RefCell::new(None) };
}

/// Opens the instance that the address names, if it names one.
async fn open(open: fn(address::Origin) -> app::Opening) -> Option<Result<state::Loaded, String>> {
    // A generated instance has to be made first; all others are there at once.
    let _patience = Timeout::new(PATIENCE, say_what_is_made);
    match address::read_window().0 {
        Some(origin) => Some(open(origin).await),
        None => None,
    }
}

fn show(parts: app::Parts, opened: Option<Result<state::Loaded, String>>) {
    if let Some(boot) = document().get_element_by_id("boot") {
        boot.remove();
    }
    let owner = Owner::new();
    let shown = owner.with(|| mount_to(body(), move || view! { <app::App parts opened /> }));
    SHOWN.set(Some((Box::new(shown), owner)));
}

/// Ends this program: nothing of it is shown, and it listens to nothing.
fn end() {
    if let Some((shown, owner)) = SHOWN.take() {
        drop(shown);
        // To drop it would not be enough, since the router keeps what it was made in.
        owner.cleanup();
    }
}

/// How long a reader waits for an instance without being told, in milliseconds.
const PATIENCE: u32 = 1000;

/// Says in the empty page what is being waited for, and leads out of it.
fn say_what_is_made() {
    let Some(status) = document().query_selector("#boot p").ok().flatten() else { return };
    status.set_text_content(Some("Making the history of this address… "));
    if let Ok(link) = document().create_element("a") {
        let _ = link.set_attribute("href", &address::front());
        link.set_text_content(Some("Open the front page instead"));
        let _ = status.append_child(&link);
    }
}

/// The pages beside the workbench, with what outlasts a look at one of them.
pub struct Pages {
    making: making::Making,
    /// What the state belongs to.
    _owner: Owner,
}

impl Default for Pages {
    /// With nothing made yet.
    fn default() -> Pages {
        ui::failure::show_panics();
        let owner = Owner::new();
        let making = owner.with(|| making::Making::new(Default::default()));
        Pages { making, _owner: owner }
    }
}

impl Pages {
    /// Shows the page of a path below the base in an element, until what is returned is dropped.
    pub fn show(&self, path: &str, place: HtmlElement) -> Box<dyn Any> {
        let making = self.making;
        let family = address::lesson(path).and_then(lesson::find);
        match (path, family) {
            (address::GENERATE, _) => Box::new(mount_to(place, move || {
                provide_context(making);
                view! { <pages::generate::GeneratePage /> }
            })),
            (address::LEARN, _) => Box::new(mount_to(place, || view! { <pages::learn::LearnPage /> })),
            (_, Some(family)) => Box::new(mount_to(place, move || view! { <pages::lesson::LessonPage family /> })),
            _ => Box::new(mount_to(place, || view! { <app::NotFound /> })),
        }
    }
}
