//! From the first page to the whole workbench: the tabs that the first page does not have load it, and it takes the place of the first
//! page in the same document.

use gloo::timers::future::TimeoutFuture;
use js_sys::{Function, Reflect};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlDialogElement, HtmlElement};

use super::Heading;
use super::watch::Near;
use crate::state::{Dialog, Workbench};
use crate::ui::loading::Loading;
use crate::ui::timeline::OpenStep;
use crate::{address, boot};

const PROGRAM: &str = "gridbench-workbench";

#[wasm_bindgen]
extern "C" {
    /// The program (src/bin/workbench.rs).
    #[derive(Clone)]
    type Whole;

    #[wasm_bindgen(method, catch)]
    fn start(this: &Whole, end: &Function) -> Result<(), JsValue>;
}

/// What leads to a step from close by, which the first page does not have.
pub fn near() -> Near {
    Near {
        shown: Signal::stored(None),
        named: Signal::stored(Vec::new()),
        clause: Signal::stored(None),
        controls: || {
            let bench = expect_context::<Workbench>();
            (move || match bench.part.with(Option::is_some) {
                true => view! { <Whole over=None /> }.into_any(),
                false => view! { <OpenStep /> }.into_any(),
            })
            .into_any()
        },
        panel: || ().into_any(),
    }
}

/// A tab of the whole workbench, on the first page.
#[component]
pub fn Handover() -> impl IntoView {
    view! {
        <Heading />
        <Whole over=None />
    }
}

/// Loads the whole workbench, which then takes the place of this program.
#[component]
pub fn Whole(
    /// The dialog that waits for it. What a reader does in another one is not interrupted.
    over: Option<Dialog>,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let loaded = RwSignal::new_local(None::<Whole>);
    let keep = move |program: JsValue| {
        loaded.set(Some(program.unchecked_into()));
        Ok(())
    };
    // What the address names comes first: it is what the next program goes on with.
    let ready = Memo::new(move |_| bench.dialog.get() == over && bench.awaited.with(Option::is_none));
    Effect::new(move |_| {
        let Some(whole) = loaded.get().filter(|_| ready.get()) else { return };
        spawn_local(async move {
            // The router writes the address after it has shown this page.
            TimeoutFuture::new(0).await;
            // The reader may have gone on, or have opened a dialog.
            if !loaded.is_disposed() && ready.get_untracked() {
                leave(bench);
                // A program that has been loaded can be started.
                let _ = whole.start(Closure::once_into_js(crate::end).unchecked_ref());
            }
        });
    });
    view! { <Loading program=PROGRAM then=keep /> }
}

/// Leaves everything that is shown where the next program finds it.
fn leave(bench: Workbench) {
    let path = window().location().pathname().unwrap_or_default();
    let origin = bench.loaded.with_untracked(|loaded| loaded.origin.clone());
    // The address may lag behind what is shown.
    address::replace(&address::write(address::below_base(&path), &origin, &bench.view.get_untracked()));
    bench.hand_over();
}

/// Loads the whole workbench before it is asked for, so that it opens at once then, and without the network.
pub fn fetch_ahead() {
    if !saves_data() {
        spawn_local(async {
            // Whoever opens a tab of it is told why it cannot be loaded.
            let _ = boot::program(PROGRAM).await;
        });
    }
}

/// Whether the reader wants no data to be loaded without need. Not every browser tells.
fn saves_data() -> bool {
    let connection = Reflect::get(&window().navigator(), &"connection".into()).unwrap_or_default();
    Reflect::get(&connection, &"saveData".into()).is_ok_and(|saves| saves.is_truthy())
}

/// Shows something in place of what `end` takes away. The focus stays where it is in the header, which is the same before and after.
pub fn replace(end: &Function, show: impl FnOnce()) {
    // A dialog gives the focus back to its button, which is part of the header.
    let dialog = document().query_selector("dialog[open]").ok().flatten();
    if let Some(dialog) = dialog.and_then(|dialog| dialog.dyn_into::<HtmlDialogElement>().ok()) {
        dialog.close();
    }
    let controls = || document().query_selector_all("header.site :is(a, button)").ok();
    let focused = document().active_element();
    let place = controls().and_then(|all| (0..all.length()).find(|&index| all.get(index).as_ref() == focused.as_deref()));
    let _ = end.call0(&JsValue::UNDEFINED);
    show();
    let control = place.and_then(|index| controls()?.get(index)).and_then(|node| node.dyn_into::<HtmlElement>().ok());
    if let Some(control) = control {
        let _ = control.focus();
    }
}
