//! Predict: enter the final state by hand.

use leptos::prelude::*;

use super::Heading;

/// The tab.
#[component]
pub fn PredictPage() -> impl IntoView {
    view! { <Heading /> }
}
