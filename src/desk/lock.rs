//! One writer for each draft: a lock among the tabs of this browser.
//!
//! Browsers have locks only where the page came over https or from this machine. Elsewhere everyone gets the lock; what then keeps
//! two writers apart is that a journal takes each entry once ([`super::store`]).

use js_sys::{Function, Object, Promise, Reflect};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

#[wasm_bindgen]
extern "C" {
    /// `navigator.locks`. The bindings of web-sys have it among the unstable ones.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, options: &Object, granted: &Function) -> Result<Promise, JsValue>;
}

/// The right to write to a draft. It is given back when this is dropped or the tab ends.
#[derive(Debug)]
pub struct Lock {
    /// Nothing where the browser has no locks.
    release: Option<Function>,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(release) = &self.release {
            // A promise's own function, which does not throw.
            let _ = release.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Takes the lock of a draft, unless another tab has it. `stolen` is called when another tab takes it away.
pub async fn try_lock(key: &str, stolen: impl FnOnce() + 'static) -> Option<Lock> {
    request(key, Some("ifAvailable"), stolen).await
}

/// Takes the lock of a draft, away from the tab that has it.
pub async fn steal(key: &str, stolen: impl FnOnce() + 'static) -> Lock {
    request(key, Some("steal"), stolen).await.unwrap_or(Lock { release: None })
}

/// Waits until no tab has the lock of a draft, and takes it.
pub async fn when_free(key: &str, stolen: impl FnOnce() + 'static) -> Lock {
    request(key, None, stolen).await.unwrap_or(Lock { release: None })
}

async fn request(key: &str, option: Option<&str>, stolen: impl FnOnce() + 'static) -> Option<Lock> {
    let free = Some(Lock { release: None });
    let Some(locks) = locks() else { return free };
    let options = Object::new();
    if let Some(option) = option {
        // A plain object takes every property.
        let _ = Reflect::set(&options, &option.into(), &true.into());
    }
    // The lock is held until the promise that the browser is given is resolved.
    let (held, release) = promise();
    let (answered, answer) = promise();
    let has_it = Rc::new(Cell::new(false));
    let (has, say) = (has_it.clone(), answer.clone());
    let granted = Closure::once_into_js(move |lock: JsValue| {
        has.set(lock.is_object());
        let _ = say.call1(&JsValue::UNDEFINED, &lock.is_object().into());
        if lock.is_object() { held.into() } else { JsValue::UNDEFINED }
    });
    // Other pages on the same host share its locks.
    let Ok(ended) = locks.request(&format!("gridbench:draft:{key}"), &options, granted.unchecked_ref()) else { return free };
    spawn_local(async move {
        if JsFuture::from(ended).await.is_err() {
            // To one who has been answered this says nothing; to others, that there are no locks here.
            let _ = answer.call0(&JsValue::UNDEFINED);
            if has_it.get() {
                stolen();
            }
        }
    });
    match JsFuture::from(answered).await.ok().and_then(|answer| answer.as_bool()) {
        Some(true) => Some(Lock { release: Some(release) }),
        Some(false) => None,
        None => free,
    }
}

fn locks() -> Option<LockManager> {
    let navigator = web_sys::window()?.navigator();
    let locks = Reflect::get(&navigator, &"locks".into()).ok()?;
    locks.is_object().then(|| locks.unchecked_into())
}

/// A promise, and what resolves it.
fn promise() -> (Promise, Function) {
    let mut hand = None;
    let promise = Promise::new(&mut |resolve, _| hand = Some(resolve));
    (promise, hand.unwrap_or_default())
}
