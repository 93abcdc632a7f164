//! The entry of the web worker: it carries out orders of the page ([`grids::model::work`]), one after the other.

use grids::model::work::{self, Reply};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let post = move |reply: Reply| {
        // Texts can always be sent.
        let _ = scope.post_message(&reply.write().into());
    };
    let said = post.clone();
    std::panic::set_hook(Box::new(move |info| said(Reply::Fault(info.to_string()))));
    let answer = post.clone();
    let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        work::carry_out(&event.data().as_string().unwrap_or_default(), &answer);
    });
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    post(Reply::Ready);
}
