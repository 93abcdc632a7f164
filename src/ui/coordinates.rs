//! A state as a list of coordinates and values, which can be edited.

use gloo::timers::callback::Timeout;
use grids::model::draft::Surface;
use grids::model::draft::coordinates::{self, Fault};
use leptos::html;
use leptos::prelude::*;

use super::clipboard::CopyButton;
use crate::desk::Desk;

/// How long the typing may rest before the world follows, in milliseconds.
const REST: u32 = 600;
/// How long the text may lag behind the world, in milliseconds.
const LAG: u32 = 50;
/// The most lines that the field shows at once.
const MOST_ROWS: usize = 16;

/// The list of a surface, which follows the world and which the world follows.
#[component]
pub fn Coordinates(
    /// Which state.
    surface: Surface,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let area = NodeRef::<html::Textarea>::new();
    let write = move || desk.with_untracked(|draft| coordinates::write(&draft.ground(surface)));
    let fault = RwSignal::new(None::<Fault>);
    // What was typed and the world does not follow yet stays also when something else is looked at.
    let typed = move || {
        desk.state_texts.with_untracked(|texts| texts.iter().find(|(of, _)| *of == surface).map(|(_, text)| text.clone()))
    };
    let keep = move |text: Option<String>| {
        desk.state_texts.update(|texts| {
            texts.retain(|(of, _)| *of != surface);
            texts.extend(text.map(|text| (surface, text)));
        })
    };
    let pending = StoredValue::new_local(None::<Timeout>);
    let scrolled = RwSignal::new((0, 0));
    let rows = RwSignal::new(MOST_ROWS);
    let show = move || {
        if let Some(area) = area.get_untracked() {
            let text = write();
            rows.set(text.lines().count().clamp(4, MOST_ROWS));
            if area.value() != text {
                area.set_value(&text);
            }
            fault.set(None);
        }
    };
    let is_focused = move || area.get_untracked().is_some_and(|area| document().active_element().as_ref() == Some(&area));
    // The world as it is typed. Faulty text changes nothing and stays.
    let take = move || {
        pending.set_value(None);
        let Some(text) = typed() else { return };
        match desk.with_untracked(|draft| coordinates::read(&text, &draft.frame.space)) {
            Err(found) => fault.set(Some(found)),
            Ok(world) => {
                fault.set(None);
                keep(None);
                // The same state is no step: a delivered answer is kept to the letter.
                if desk.with_untracked(|draft| *draft.ground(surface) != world) {
                    desk.make(|draft| {
                        let ground = draft.ground(surface);
                        let cells = ground.differences(&world).map(|cell| (cell as u32, world.get(cell)));
                        draft.set_cells("coordinates", surface, cells)
                    });
                }
            }
        }
    };
    // The text follows, but not under the cursor, and not while it says something else.
    let later = StoredValue::new_local(None::<Timeout>);
    let follow = move || {
        if typed().is_none() && !is_focused() {
            show();
        }
    };
    Effect::new(move |_| {
        area.track();
        let painting = desk.editor().with(|editor| editor.is_painting());
        if !painting {
            later.set_value(Some(Timeout::new(LAG, follow)));
        }
    });
    area.on_load(move |area| {
        if let Some(text) = typed() {
            area.set_value(&text);
            take();
        }
    });
    // What was typed last is not lost when the list is closed.
    on_cleanup(take);
    let input = move |_| {
        keep(area.get_untracked().map(|area| area.value()));
        pending.set_value(Some(Timeout::new(REST, take)));
        desk.type_until(take);
    };
    let leave = move |_| {
        take();
        follow();
    };
    let drop = move |_| {
        keep(None);
        show();
    };
    let go = move |_| {
        let (Some(area), Some(fault)) = (area.get_untracked(), fault.get_untracked()) else { return };
        // The browser counts UTF-16 units.
        let start = area.value().get(..fault.place.offset).map_or(0, |before| before.encode_utf16().count()) as u32;
        let _ = area.focus();
        let _ = area.set_selection_range(start, start + 1);
    };
    let mark = move || {
        fault.get().map(|Fault { place, .. }| {
            let at = move |signal: fn((i32, i32)) -> i32| move || format!("{}px", -signal(scrolled.get()));
            view! {
                <span
                    class="fault-mark"
                    aria-hidden="true"
                    style:--line=(place.line - 1).to_string()
                    style:--column=(place.column - 1).to_string()
                    style:--down=at(|(_, top)| top)
                    style:--along=at(|(left, _)| left)
                ></span>
            }
        })
    };
    view! {
        <div class="coordinates">
            <div class="marked">
                <textarea
                    node_ref=area
                    rows=rows
                    wrap="off"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label="Coordinates and values"
                    aria-invalid=move || fault.with(Option::is_some).to_string()
                    aria-describedby="coordinates-fault"
                    readonly=move || !desk.may_change()
                    on:input=input
                    on:blur=leave
                    on:scroll:target=move |event| scrolled.set((event.target().scroll_left(), event.target().scroll_top()))
                ></textarea>
                {mark}
            </div>
            <div id="coordinates-fault" role="status">
                {move || {
                    fault.get().map(|Fault { place, code, message }| {
                        view! {
                            <p class="problem">
                                {format!("Line {}, column {}: {message} (", place.line, place.column)} <code>{code}</code>
                                "). The world is as it was."
                            </p>
                        }
                    })
                }}
            </div>
            <p class="tools">
                {move || {
                    fault.with(Option::is_some).then(|| {
                        view! {
                            <button type="button" on:click=go>"Show the place"</button>
                            <button type="button" on:click=drop>"Take the text back"</button>
                        }
                    })
                }}
                <CopyButton label="Copy" text=write />
            </p>
            <p class="hint">"One cell on a line: its coordinate and its value. Cells that are not listed are 0."</p>
        </div>
    }
}
