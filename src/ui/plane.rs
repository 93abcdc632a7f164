//! Which axes lie in the plane of a slice.

use grids::model::mosaic::Plane;
use leptos::prelude::*;

use crate::state::Workbench;

/// A choice where there is one, and the plain names of the axes where there is none.
#[component]
pub fn PlaneChoice() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let choices = Memo::new(move |_| Plane::choices(bench.loaded.with(|loaded| loaded.instance.space.shape.dimensions())));
    move || {
        let list = choices.get();
        if list.len() == 1 {
            return view! { <p class="axes">{list[0].describe()}</p> }.into_any();
        }
        let options = list
            .iter()
            .enumerate()
            .map(|(index, &plane)| view! { <option value=index.to_string()>{plane.describe()}</option> })
            .collect_view();
        view! {
            <label class="axes">
                "In each slice "
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
        .into_any()
    }
}
