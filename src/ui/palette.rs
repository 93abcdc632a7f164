//! What one draws with: values, tools, and what is done to the selection, a slice or the whole world.

use grids::model::draft::Surface;
use grids::model::mosaic::Plane;
use leptos::prelude::*;

use super::undo::UndoButtons;
use crate::desk::Desk;
use crate::desk::drawing::Drawing;
use crate::desk::tools::{TOOLS, Tool};

/// How many values have a button of their own; others are typed.
const MOST_BUTTONS: usize = 64;
/// From how many values on they can be typed, in place of looking for their button.
const MANY: usize = 10;

/// The palette and the tools for a surface.
#[component]
pub fn Toolbar(
    /// On which they work.
    #[prop(into)]
    surface: Signal<Surface>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let drawing = Drawing::new(desk, surface);
    let tools = desk.tools;
    let tool_buttons = TOOLS
        .iter()
        .map(|named| {
            let letter = named.key.to_ascii_uppercase();
            view! {
                <button
                    class="tool"
                    aria-pressed=move || (tools.tool.get() == named.tool).to_string()
                    aria-keyshortcuts=letter.to_string()
                    title=format!("{} ({letter} in the grid)", named.name)
                    on:click=move |_| tools.tool.set(named.tool)
                >
                    <svg viewBox="0 0 24 24" aria-hidden="true">
                        <path d=outline(named.tool) />
                    </svg>
                    <span>{named.name}</span>
                </button>
            }
        })
        .collect_view();
    let more = RwSignal::new(false);
    view! {
        <div class="toolbar">
            <div class="palette">
                <Palette />
                <button
                    class="more"
                    aria-expanded=move || more.get().to_string()
                    aria-controls="deeds"
                    on:click=move |_| more.update(|more| *more = !*more)
                >
                    "More"
                </button>
            </div>
            <div class="toolbar-row">
                <div class="tool-group" role="group" aria-label="Tools">
                    {tool_buttons}
                </div>
                <UndoButtons />
            </div>
            <Deeds drawing more />
        </div>
    }
}

/// The values that one can draw with.
#[component]
fn Palette() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let tools = desk.tools;
    let alphabet = Memo::new(move |_| desk.with(|draft| draft.frame.space.alphabet.clone()));
    let colours = Memo::new(move |_| desk.bench.loaded.with(|loaded| loaded.colours()));
    // A value of another world becomes one of this.
    Effect::new(move |_| {
        alphabet.with(|alphabet| {
            if !alphabet.contains(tools.value.get_untracked().into()) {
                tools.value.set(alphabet.values().iter().copied().find(|&value| value != 0).unwrap_or(0));
            }
        });
    });
    let buttons = move || {
        let (alphabet, colours) = (alphabet.get(), colours.get());
        let button = |&value: &u16| {
            let digits = value.checked_ilog10().unwrap_or(0) + 1;
            view! {
                <label class=format!("c ink {} d{digits}", colours.name(value))>
                    <input
                        type="radio"
                        name="ink"
                        aria-label=value.to_string()
                        prop:checked=move || tools.value.get() == value
                        on:change=move |_| tools.value.set(value)
                    />
                    <span aria-hidden="true">{if value == 0 { "·".to_owned() } else { value.to_string() }}</span>
                </label>
            }
        };
        alphabet.values().iter().take(MOST_BUTTONS).map(button).collect_view()
    };
    let many = Memo::new(move |_| alphabet.with(|alphabet| alphabet.values().len() > MANY));
    let refused = RwSignal::new(false);
    let enter = move |text: &str| {
        let value =
            text.trim().parse().ok().filter(|&value| alphabet.with_untracked(|alphabet| alphabet.contains(u32::from(value))));
        if let Some(value) = value {
            tools.value.set(value);
        }
        refused.set(value.is_none());
    };
    view! {
        <fieldset class="inks">
            <legend class="unseen">"Value to draw with"</legend>
            {buttons}
        </fieldset>
        {move || {
            many.get()
                .then(|| {
                    view! {
                        <label class="ink-field">
                            "Value "
                            <input
                                type="text"
                                inputmode="numeric"
                                size="5"
                                prop:value=move || tools.value.get().to_string()
                                aria-invalid=move || refused.get().to_string()
                                on:input:target=move |event| enter(&event.target().value())
                                on:blur:target=move |event| {
                                    refused.set(false);
                                    event.target().set_value(&tools.value.get_untracked().to_string());
                                }
                            />
                        </label>
                    }
                })
        }}
    }
}

/// What is done to all cells of the scope at once.
#[component]
fn Deeds(drawing: Drawing, more: RwSignal<bool>) -> impl IntoView {
    let Drawing { bench, tools, desk, .. } = drawing;
    let axis = RwSignal::new(None::<usize>);
    let dimensions = Memo::new(move |_| bench.mosaic.with(|mosaic| mosaic.shape().dimensions()));
    // The axis to the right, until another one is chosen.
    let chosen = move || axis.get().filter(|&axis| axis < dimensions.get()).unwrap_or_else(|| bench.plane.get().columns);
    let ways = move || ways(bench.plane.get(), chosen());
    let off = move || (!drawing.may_draw()).to_string();
    let scope = Memo::new(move |_| drawing.scope_name());
    let badge = move || {
        let selected = tools.selection.with(Option::is_some);
        let scope_name = view! { <span class="scope-name">{scope}</span> };
        if selected {
            view! {
                <button class="scope selected-scope" title="Drop the selection (Escape)" on:click=move |_| tools.deselect()>
                    {scope_name}
                    <span class="scope-mark" aria-hidden="true">"✕"</span>
                    <span class="unseen">", drop it"</span>
                </button>
            }
            .into_any()
        } else if drawing.is_sliced() {
            view! {
                <button
                    class="scope"
                    title="Fill and the buttons beside work on this; press to change it"
                    on:click=move |_| tools.in_slice.update(|in_slice| *in_slice = !*in_slice)
                >
                    {scope_name}
                    <span class="scope-mark" aria-hidden="true">"⇄"</span>
                    <span class="unseen">", change it"</span>
                </button>
            }
            .into_any()
        } else {
            view! { <span class="scope">{scope_name}</span> }.into_any()
        }
    };
    let write = move |text: Option<String>| {
        // Other programs get it if the browser allows it; the desk has it in any case.
        if let Some(text) = text {
            super::clipboard::offer(&text);
        }
    };
    view! {
        <div id="deeds" class="deeds" data-open=move || more.get().then_some("") role="group" aria-label="Selection, slice or world">
            {badge}
            <button aria-disabled=off on:click=move |_| drawing.cover("clear", 0)>"Clear"</button>
            <button on:click=move |_| write(drawing.copy())>"Copy"</button>
            <button aria-disabled=off on:click=move |_| write(drawing.cut())>"Cut"</button>
            <button
                aria-disabled=move || (tools.clipboard.with(Option::is_none) || !drawing.may_draw()).to_string()
                on:click=move |_| drawing.paste_copied()
            >
                "Paste"
            </button>
            <span class="along">
                {move || {
                    (dimensions.get() > 1)
                        .then(|| {
                            view! {
                                <select
                                    aria-label="Axis"
                                    prop:value=move || chosen().to_string()
                                    on:change:target=move |event| axis.set(event.target().value().parse().ok())
                                >
                                    {move || {
                                        (0..dimensions.get())
                                            .map(|axis| {
                                                view! {
                                                    <option value=axis.to_string() selected=axis == chosen()>
                                                        {format!("axis {axis}")}
                                                    </option>
                                                }
                                            })
                                            .collect_view()
                                    }}
                                </select>
                            }
                        })
                }}
                <button aria-disabled=off on:click=move |_| drawing.mirror(chosen())>"Mirror"</button>
                <button
                    class="shift"
                    aria-label="Shift down the axis"
                    title="Shift towards lower coordinates"
                    aria-disabled=off
                    on:click=move |_| drawing.shift(chosen(), -1)
                >
                    {move || ways().0}
                </button>
                <button
                    class="shift"
                    aria-label="Shift up the axis"
                    title="Shift towards higher coordinates"
                    aria-disabled=off
                    on:click=move |_| drawing.shift(chosen(), 1)
                >
                    {move || ways().1}
                </button>
            </span>
            <label class="advance check" title="After a typed value the cursor goes on to the next cell">
                <input
                    type="checkbox"
                    prop:checked=tools.advance
                    on:change:target=move |event| tools.advance.set(event.target().checked())
                />
                "Advance"
            </label>
            <label class="check" title="Large cells, for fingers">
                <input type="checkbox" prop:checked=tools.large on:change:target=move |event| tools.large.set(event.target().checked()) />
                "Large"
            </label>
            {move || (!desk.may_change()).then(|| view! { <span class="hint">"Read only"</span> })}
        </div>
    }
}

/// Arrows for the two ways along an axis.
fn ways(plane: Plane, axis: usize) -> (&'static str, &'static str) {
    match axis {
        axis if axis == plane.columns => ("←", "→"),
        axis if Some(axis) == plane.rows => ("↑", "↓"),
        _ => ("−1", "+1"),
    }
}

/// The drawing of a tool, in 24 by 24 units.
fn outline(tool: Tool) -> &'static str {
    match tool {
        Tool::Pen => "M4 20l1-5L16 4l4 4L9 19z",
        Tool::Fill => "M5 12l7-7 7 7-7 7zM12 5V2M21 15v5",
        Tool::Select => "M4 4h4M11 4h3M17 4h3v3M20 10v4M20 17v3h-3M14 20h-4M7 20H4v-3M4 14v-4M4 7V4",
        Tool::Pick => "M4 20l2-5 8-8 3 3-8 8zM13 5l6 6M16 8l3-3",
        Tool::Hand => {
            "M8 13V6a1.500 1.500 0 013 0v5V4a1.500 1.500 0 013 0v7V6a1.500 1.500 0 013 0v9a6 6 0 01-11 3l-3-5a1.500 1.500 0 013-1z"
        }
    }
}
