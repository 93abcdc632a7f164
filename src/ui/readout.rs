//! The cell under the pointer or the cursor, in words.

use grids::world::codec::list;
use leptos::prelude::*;

use crate::state::{Session, Workbench};

/// One line: coordinate, value now, value before the event.
#[component]
pub fn Readout() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let text = move || {
        let cell = bench.pointed()?;
        let Session { loaded, playhead } = bench.session.get();
        let (t, now) = (playhead.t(), *playhead.world().cells().get(cell)?);
        let changes = loaded.trace.changes(t);
        let change = changes.binary_search_by_key(&(cell as u32), |change| change.cell);
        let before = change.map_or(now, |index| changes[index].before);
        let point = list(&loaded.instance.space.shape.point(cell));
        let footprint = bench.footprint.get();
        let role = match (footprint.writes.binary_search(&(cell as u32)), footprint.reads.binary_search(&(cell as u32))) {
            _ if t == 0 => "",
            (Ok(_), Ok(_)) => ", read and written",
            (Ok(_), Err(_)) => ", written",
            (Err(_), Ok(_)) => ", read",
            (Err(_), Err(_)) => ", not touched",
        };
        let was = if t > 0 { format!(", before {before}") } else { String::new() };
        Some((point, format!("{now}"), format!("{was}{role}")))
    };
    view! {
        <p class="readout">
            {move || match text() {
                None => view! { <span class="hint">"Point at a cell, tap it, or move to it with Tab and the arrow keys."</span> }.into_any(),
                Some((point, now, rest)) => {
                    view! {
                        <span class="readout-point">{point}</span>
                        " = "
                        <strong>{now}</strong>
                        {rest}
                    }
                        .into_any()
                }
            }}
        </p>
    }
}
