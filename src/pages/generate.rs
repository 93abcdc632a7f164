//! Generate: trajectories and suites, made in workers.

use leptos::prelude::*;

use crate::making::{Making, Stage};

/// The page.
#[component]
pub fn GeneratePage() -> impl IntoView {
    let making = expect_context::<Making>();
    view! {
        <h1>"Generate"</h1>
        <button class="primary" on:click=move |_| making.start()>"Generate"</button>
        <button on:click=move |_| making.cancel()>"Cancel"</button>
        <p role="status">{move || format!("{:?} {:?}", making.stage.get(), making.progress.get())}</p>
        {move || {
            (making.stage.get() != Stage::Running)
                .then(|| {
                    let run = making.run.get()?;
                    Some(run.outcomes().iter().take(3).map(|outcome| match &**outcome {
                        Ok(trajectory) => view! { <p>{format!("{} {}", trajectory.key.path(), trajectory.digest())}</p> }.into_any(),
                        Err(rejected) => view! { <p>{rejected.to_string()}</p> }.into_any(),
                    }).collect_view())
                })
        }}
    }
}
