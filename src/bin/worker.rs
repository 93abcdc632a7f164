//! The entry of the web worker: it carries out orders of the page ([`grids::model::work`]), one after the other.

use grids::model::work::{Reply, Sent, Worker};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

fn main() {
    let post = |reply: Reply| {
        // Texts can always be sent.
        let _ = scope().post_message(&reply.write().into());
    };
    std::panic::set_hook(Box::new(move |info| post(Reply::Fault(info.to_string()))));
    let worker = RefCell::new(Worker::default());
    let listen = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        worker.borrow_mut().carry_out(&event.data().as_string().unwrap_or_default(), |sent| match sent {
            Sent::Reply(reply) => post(reply),
            Sent::Parcel(bytes) => {
                let bytes = js_sys::Uint8Array::from(bytes.as_slice());
                let buffer = js_sys::Array::of1(&bytes.buffer());
                // It is handed over, not copied.
                let _ = scope().post_message_with_transfer(&bytes, &buffer);
            }
        });
    });
    let scope = scope();
    scope.set_onmessage(Some(listen.as_ref().unchecked_ref()));
    listen.forget();
    post(Reply::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}
