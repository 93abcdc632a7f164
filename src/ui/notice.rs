//! A message that stays until it is dismissed.

use leptos::prelude::*;

use crate::state::Workbench;

/// Shows the workbench's notice.
#[component]
pub fn Notice() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    move || {
        bench.notice.get().map(|text| {
            view! {
                <div class="notice" role="alert">
                    <p>{text}</p>
                    <button on:click=move |_| bench.notice.set(None)>"Dismiss"</button>
                </div>
            }
        })
    }
}
