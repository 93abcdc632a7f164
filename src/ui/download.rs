//! Handing files to the reader.

use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

/// How long a file stays at its address for the browser to read it, in milliseconds.
const KEPT: u32 = 60_000;

/// A text or bytes as a file of a type, such as `text/plain`; the type may be empty.
pub fn blob(content: &JsValue, kind: &str) -> Result<Blob, String> {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let parts = js_sys::Array::of1(content);
    let blob = Blob::new_with_blob_sequence_and_options(&parts, &options);
    blob.map_err(|_| "the browser has no room for it".to_owned())
}

/// Hands a file to the browser under a name.
pub fn save(blob: &Blob, name: &str) -> Result<(), String> {
    let address = Address::of(blob)?;
    let link = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    let link = link.ok_or("the browser did not take it")?;
    link.set_href(&address.0);
    link.set_download(name);
    link.click();
    // The browser reads it after this.
    gloo::timers::callback::Timeout::new(KEPT, move || drop(address)).forget();
    Ok(())
}

/// An address for a file within this page, for as long as this exists.
pub struct Address(pub String);

impl Address {
    /// Gives a file an address.
    pub fn of(blob: &Blob) -> Result<Address, String> {
        Url::create_object_url_with_blob(blob).map(Address).map_err(|_| "the browser did not take it".to_owned())
    }
}

impl Drop for Address {
    fn drop(&mut self) {
        // One that is gone already is what is wanted.
        let _ = Url::revoke_object_url(&self.0);
    }
}
