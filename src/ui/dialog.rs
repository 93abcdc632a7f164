//! A modal dialog on the browser's own element, which keeps focus inside and gives it back.

use leptos::html;
use leptos::prelude::*;

use crate::state::{self, Workbench};

/// A dialog that is open while the workbench names it. Its content is made when it opens.
#[component]
pub fn Dialog(
    /// Which dialog this is.
    name: state::Dialog,
    /// Its heading.
    title: &'static str,
    children: ChildrenFn,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let node = NodeRef::<html::Dialog>::new();
    let open = Memo::new(move |_| bench.dialog.get() == Some(name));
    Effect::new(move |_| {
        let Some(node) = node.get() else { return };
        if open.get() && !node.open() {
            let _ = node.show_modal();
        } else if !open.get() && node.open() {
            node.close();
        }
    });
    let id = format!("{name:?}-title").to_lowercase();
    let labelled_by = id.clone();
    let close = move || {
        if open.get_untracked() {
            bench.dialog.set(None);
        }
    };
    view! {
        <dialog
            node_ref=node
            aria-labelledby=labelled_by
            on:cancel=move |event: web_sys::Event| {
                // Escape: a key that follows at once acts on the page already. A file that was not chosen is told of here too.
                if event.target() == event.current_target() {
                    close();
                }
            }
            on:close=move |_| {
                // The browser tells of a closing late: it may be open again by now.
                if node.get_untracked().is_some_and(|node| !node.open()) {
                    close();
                }
            }
            on:click=move |event| {
                // A click on the element itself is a click beside its content.
                if event.target() == event.current_target() {
                    close();
                }
            }
        >
            <div class="dialog">
                <header>
                    <h2 id=id>{title}</h2>
                    <button aria-label="Close" title="Close" on:click=move |_| close()>
                        "×"
                    </button>
                </header>
                {move || open.get().then(|| children())}
            </div>
        </dialog>
    }
}
