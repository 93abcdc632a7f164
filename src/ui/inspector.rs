//! A response as it was read: what was parsed, what was passed over, what cost the strict exact match, and the fault.

use grids::answer::{self, Piece};
use grids::model::inspector::{Kind, remarks, stretches};
use leptos::html;
use leptos::prelude::*;

use crate::state::Workbench;

/// The pieces that are marked, by class and meaning.
const KEY: [(Piece, &str, &str); 4] = [
    (Piece::Parsed, "parsed", "parsed"),
    (Piece::PassedOver, "passed-over", "passed over"),
    (Piece::Around, "around", "around it"),
    (Piece::Unclosed, "unclosed", "never closes"),
];

/// The response; nothing where it is the object alone and valid.
#[component]
pub fn Inspector(
    /// The delivered text.
    #[prop(into)]
    text: Signal<String>,
) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let fault = NodeRef::<html::Mark>::new();
    // Only what is inside scrolls, and the reader stays at the answer that is being typed.
    Effect::new(move |_| {
        if let Some(fault) = fault.get()
            && let Some(pane) = fault.parent_element()
        {
            pane.set_scroll_top(fault.offset_top() - pane.client_height() / 2);
        }
    });
    let shown = move || {
        let text = text.get();
        let read = bench.loaded.with(|loaded| answer::read(Some(&text), &loaded.instance.space));
        let said = remarks(&text);
        let is_plain = matches!(read, answer::Answer::Valid { .. }) && said.is_empty();
        if text.trim().is_empty() || is_plain {
            return None;
        }
        let stretches = stretches(&text, &read);
        let kinds: Vec<Kind> = stretches.iter().map(|stretch| stretch.kind).collect();
        let key = KEY.into_iter().filter(|(piece, ..)| kinds.contains(&Kind::Piece(*piece)));
        let key = key.map(|(_, class, meaning)| view! { <span class=class>{meaning}</span> " " }).collect_view();
        let stretches = stretches.into_iter().map(|stretch| {
            let class = match stretch.kind {
                Kind::Piece(piece) => KEY.into_iter().find(|(other, ..)| *other == piece).map_or("", |(_, class, _)| class),
                Kind::Omitted => "omitted",
                Kind::Fault => return view! { <mark node_ref=fault>{stretch.text}</mark> }.into_any(),
            };
            view! { <span class=class>{stretch.text}</span> }.into_any()
        });
        Some(view! {
            <section class="panel inspector" aria-labelledby="inspector-title">
                <h2 id="inspector-title">"How the response was read"</h2>
                {said.into_iter().map(|remark| view! { <p>{remark}</p> }).collect_view()}
                <pre class="response" tabindex="0" role="region" aria-label="The response">
                    {stretches.collect_view()}
                </pre>
                <p class="hint">{key} {kinds.contains(&Kind::Fault).then(|| view! { <mark>"the fault"</mark> })}</p>
            </section>
        })
    };
    view! { {shown} }
}
