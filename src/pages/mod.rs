//! One file for each tab of the workbench.

pub mod prompt;
pub mod score;
pub mod watch;

use grids::model::mosaic::Plane;
use leptos::prelude::*;

use crate::state::Workbench;

/// The name and the facts of the instance, the same on every tab.
#[component]
fn Heading() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let facts = move || {
        let loaded = bench.loaded.get();
        let instance = &loaded.instance;
        let values = grids::world::codec::shorten(&instance.space.alphabet.to_string());
        let events = match instance.events.len() {
            1 => "1 event".to_owned(),
            more => format!("{more} events"),
        };
        format!("{} on {}, values {values}, {events}", instance.family.name(), instance.space.shape)
    };
    view! {
        <header class="heading">
            <h1>{move || bench.loaded.get().title.clone()}</h1>
            <p class="facts">{facts}</p>
        </header>
    }
}

/// The choice of the axes in the plane; nothing where there is no choice.
#[component]
fn PlaneChoice() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let choices = Memo::new(move |_| Plane::choices(bench.loaded.with(|loaded| loaded.instance.space.shape.dimensions())));
    move || {
        let list = choices.get();
        (list.len() > 1).then(|| {
            let options = list
                .iter()
                .enumerate()
                .map(|(index, &plane)| view! { <option value=index.to_string()>{plane.describe()}</option> })
                .collect_view();
            view! {
                <label class="plane">
                    "Slices "
                    <select
                        prop:value=move || {
                            let shown = bench.plane.get();
                            choices.with(|list| list.iter().position(|&plane| plane == shown).unwrap_or(0).to_string())
                        }
                        on:change:target=move |event| {
                            let index = event.target().value().parse().unwrap_or(0);
                            if let Some(plane) = choices.with_untracked(|list: &Vec<Plane>| list.get(index).copied()) {
                                bench.plane.set(plane);
                            }
                        }
                    >
                        {options}
                    </select>
                </label>
            }
        })
    }
}
