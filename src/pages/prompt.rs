//! Prompt: the literal text that a model receives.

use grids::prompt::prompt;
use leptos::prelude::*;

use super::Heading;
use crate::state::Workbench;
use crate::ui::clipboard::CopyButton;

/// The tab.
#[component]
pub fn PromptPage() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let text = Memo::new(move |_| bench.loaded.with(|loaded| prompt(&loaded.instance)));
    view! {
        <article class="prompt-page">
            <Heading />
            <p class="hint">
                "Prompt 0.4 with all events of this instance, exactly as a model receives it. The lines are wrapped here for reading only."
            </p>
            <p class="tools">
                <CopyButton label="Copy the prompt" text=move || text.get_untracked() />
                <span class="hint">{move || format!("{} characters", text.with(|text| text.chars().count()))}</span>
            </p>
            <pre class="prompt" tabindex="0" role="region" aria-label="Prompt">
                {text}
            </pre>
        </article>
    }
}
