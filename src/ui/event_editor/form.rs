//! The form of the event that is being entered, derived from the parameters of its family.

use grids::model::draft::event_form::{Entry, Fault};
use grids::model::mosaic::Plane;
use grids::rule::{Param, ParamKind};
use leptos::prelude::*;
use web_sys::{KeyboardEvent, SubmitEvent};

use super::Editing;
use crate::desk::Desk;

/// The most values of an alphabet that are shown as a palette; more are a list to choose from.
const MOST_SWATCHES: usize = 16;

/// What an event would do, in numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counts {
    scan: u64,
    reads: usize,
    writes: usize,
    changes: usize,
}

/// The form, if an event is being entered.
#[component]
pub fn EntryForm(editing: Editing) -> impl IntoView {
    let desk = editing.desk;
    let outcome = Memo::new(move |_| {
        let preview = desk.preview.get()?;
        Some(preview.1.as_ref().map_err(Clone::clone).map(|preview| Counts {
            scan: preview.footprint.scan,
            reads: preview.footprint.reads.len(),
            writes: preview.footprint.writes.len(),
            changes: preview.changes.len(),
        }))
    });
    // Fields are made anew only for another family, so that typing and drawing leave the focus where it is.
    let family = Memo::new(move |_| {
        let entering = desk.entering.get()?;
        Some(entering.entry.form().map(|form| form.family.name()))
    });
    let title = move || {
        desk.entering.with(|entering| {
            let entering = entering.as_ref()?;
            let number = desk.with_untracked(|draft| draft.events.iter().take(entering.place).filter(|event| event.on).count());
            let name = entering.entry.form().map_or("JSON", |form| form.family.name());
            Some(if entering.replaces {
                format!("Change event {}: {name}", number + 1)
            } else {
                format!("New event {}: {name}", number + 1)
            })
        })
    };
    let replaces = move || desk.entering.with(|entering| entering.as_ref().is_some_and(|entering| entering.replaces));
    let cancel = move || {
        desk.entering.set(None);
        editing.focus_selected();
    };
    let is_faulty = move || outcome.with(|outcome| matches!(outcome, Some(Err(_))));
    let verb = move || match (replaces(), is_faulty()) {
        (true, false) => "Change",
        (false, false) => "Add",
        (true, true) => "Change anyway",
        (false, true) => "Add anyway",
    };
    let fault = Signal::derive(move || outcome.get().and_then(Result::err));
    move || {
        let fields = match family.get()? {
            Some(_) => view! { <Fields desk fault /> }.into_any(),
            None => view! { <EventText desk fault /> }.into_any(),
        };
        Some(view! {
            <form
                id="event-form"
                class="event-form"
                aria-labelledby="event-form-title"
                on:submit=move |event: SubmitEvent| {
                    event.prevent_default();
                    // Its other button stands beside the board.
                    editing.enter(super::find("#event-form :focus").is_none());
                }
                on:keydown=move |event: KeyboardEvent| {
                    if event.key() == "Escape" {
                        event.prevent_default();
                        event.stop_propagation();
                        cancel();
                    }
                }
            >
                <h3 id="event-form-title">{title}</h3>
                {fields}
                <p class="counts" role="status">{move || outcome.get().and_then(Result::ok).map(sentence)}</p>
                {move || other_fault(fault.get()).map(|message| view! { <p class="problem" id="event-fault">{message}</p> })}
                <p class="tools">
                    <button type="submit" class="primary" aria-disabled=move || (!desk.may_change()).to_string()>{verb}</button>
                    <button type="button" on:click=move |_| cancel()>"Cancel"</button>
                </p>
            </form>
        })
    }
}

fn sentence(Counts { scan, reads, writes, changes }: Counts) -> String {
    let cells = if scan == reads as u64 { String::new() } else { format!(" ({reads} cells)") };
    format!("Reads {scan}{cells}, writes {writes}, changes {changes}.")
}

/// A fault that no field is to blame for.
fn other_fault(fault: Option<Fault>) -> Option<String> {
    fault.filter(|fault| fault.field.as_deref().is_none_or(|field| field == "op")).map(|fault| fault.message)
}

/// A field for each parameter.
#[component]
fn Fields(desk: Desk, fault: Signal<Option<Fault>>) -> impl IntoView {
    let params = desk.entering.with_untracked(|entering| {
        let form = entering.as_ref().and_then(|entering| entering.entry.form().cloned());
        form.map(|form| form.fields().map(|(param, _)| param).collect::<Vec<_>>()).unwrap_or_default()
    });
    let fields = params.into_iter().map(|param| view! { <Field field=FieldOf { desk, param, fault } /> }).collect_view();
    let hint = move || {
        desk.entering.with(|entering| {
            let form = entering.as_ref()?.entry.form()?;
            desk.with_untracked(|draft| pointing(form.drawn(&draft.frame.initial)))
        })
    };
    view! {
        <p class="hint">{hint}</p>
        <button type="button" class="to-board" on:click=move |_| show_board()>"Show the world"</button>
        {fields}
    }
}

/// Brings the board into view, where the event can be drawn and entered too.
fn show_board() {
    if let Ok(Some(board)) = document().query_selector(".board-note") {
        board.scroll_into_view();
    }
    if let Some(cell) = super::find(super::IN_GRID) {
        let _ = cell.focus();
    }
}

/// What a click and a drag in the world enter, in words.
fn pointing([click, drag]: [Vec<&'static str>; 2]) -> Option<String> {
    let more: Vec<&str> = drag.iter().copied().filter(|name| !click.contains(name)).collect();
    match (and(&click), and(&more)) {
        (None, None) => None,
        (Some(click), None) => Some(format!("Click or drag in the world to set {click}.")),
        (None, Some(more)) => Some(format!("Drag in the world to set {more}.")),
        (Some(click), Some(more)) => Some(format!("Click in the world to set {click}, drag to set {more} too.")),
    }
}

fn and(names: &[&str]) -> Option<String> {
    let (last, others) = names.split_last()?;
    Some(if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) })
}

/// A parameter of the event that is being entered.
#[derive(Clone, Copy)]
struct FieldOf {
    desk: Desk,
    param: &'static Param,
    fault: Signal<Option<Fault>>,
}

impl FieldOf {
    /// What is entered.
    fn text(self) -> String {
        self.desk.entering.with(|entering| {
            let form = entering.as_ref().and_then(|entering| entering.entry.form());
            let text = form.and_then(|form| form.fields().find(|(param, _)| param.name == self.param.name));
            text.map(|(_, text)| text.to_owned()).unwrap_or_default()
        })
    }

    fn enter(self, text: &str) {
        self.desk.entering.update(|entering| {
            if let Some(Entry::Form(form)) = entering.as_mut().map(|entering| &mut entering.entry) {
                form.enter(self.param.name, text);
            }
        });
    }

    /// What is wrong with it.
    fn fault(self) -> Option<String> {
        self.fault.with(|fault| {
            fault.as_ref().filter(|fault| fault.field.as_deref() == Some(self.param.name)).map(|fault| fault.message.clone())
        })
    }

    fn id(self) -> String {
        format!("event-{}", self.param.name)
    }

    fn fault_id(self) -> String {
        format!("event-{}-fault", self.param.name)
    }

    fn describes(self) -> Option<String> {
        self.fault().map(|_| self.fault_id())
    }
}

#[component]
fn Field(field: FieldOf) -> impl IntoView {
    let Param { name, kind, doc } = *field.param;
    let input = match kind {
        ParamKind::Point => view! { <TextField field /> }.into_any(),
        ParamKind::Natural => view! { <NaturalField field /> }.into_any(),
        ParamKind::Label | ParamKind::NonzeroLabel => view! { <LabelField field /> }.into_any(),
        ParamKind::Axis => view! { <AxisField field /> }.into_any(),
        ParamKind::Sign { minus, plus } => view! { <SignField field minus plus /> }.into_any(),
    };
    let label = move || view! { <var>{name}</var> ", " {doc} };
    // One control has a label; several belong to a group with a legend.
    match kind {
        ParamKind::Point | ParamKind::Natural => view! {
            <div class="entry">
                <label for=field.id()>{label()}</label>
                {input}
                <p class="problem" id=field.fault_id()>{move || field.fault()}</p>
            </div>
        }
        .into_any(),
        _ => view! {
            <fieldset class="entry" aria-describedby=move || field.describes()>
                <legend>{label()}</legend>
                {input}
                <p class="problem" id=field.fault_id()>{move || field.fault()}</p>
            </fieldset>
        }
        .into_any(),
    }
}

#[component]
fn TextField(field: FieldOf) -> impl IntoView {
    view! {
        <input
            type="text"
            id=field.id()
            autocomplete="off"
            spellcheck="false"
            aria-invalid=move || field.fault().is_some().to_string()
            aria-describedby=move || field.describes()
            prop:value=move || field.text()
            on:input:target=move |event| field.enter(&event.target().value())
        />
    }
}

/// A number with buttons for one less and one more.
#[component]
fn NaturalField(field: FieldOf) -> impl IntoView {
    let add = move |way: i64| {
        let number = untrack(|| field.text()).trim().parse::<i64>().unwrap_or(0);
        field.enter(&number.saturating_add(way).max(0).to_string());
    };
    let name = field.param.name;
    view! {
        <div class="stepper">
            <button type="button" aria-label=format!("One less for {name}") on:click=move |_| add(-1)>"−"</button>
            <input
                type="text"
                inputmode="numeric"
                id=field.id()
                autocomplete="off"
                aria-invalid=move || field.fault().is_some().to_string()
                aria-describedby=move || field.describes()
                prop:value=move || field.text()
                on:input:target=move |event| field.enter(&event.target().value())
                on:keydown=move |event| {
                    let way = match event.key().as_str() {
                        "ArrowUp" => 1,
                        "ArrowDown" => -1,
                        _ => return,
                    };
                    event.prevent_default();
                    add(way);
                }
            />
            <button type="button" aria-label=format!("One more for {name}") on:click=move |_| add(1)>"+"</button>
        </div>
    }
}

/// A value of the alphabet, in its colour.
#[component]
fn LabelField(field: FieldOf) -> impl IntoView {
    let nonzero = field.param.kind == ParamKind::NonzeroLabel;
    move || {
        let loaded = field.desk.bench.loaded.get();
        let colours = loaded.colours();
        let values = loaded.instance.space.alphabet.values().iter().copied().filter(|&value| value != 0 || !nonzero);
        let values: Vec<u16> = values.collect();
        if values.len() > MOST_SWATCHES {
            let option = |value: u16| {
                let text = value.to_string();
                let selected = {
                    let text = text.clone();
                    move || field.text().trim() == text
                };
                view! { <option value=text prop:selected=selected>{value}</option> }
            };
            return view! {
                <select
                    aria-label=field.param.name
                    aria-describedby=move || field.describes()
                    on:change:target=move |event| field.enter(&event.target().value())
                >
                    {values.into_iter().map(option).collect_view()}
                </select>
            }
            .into_any();
        }
        let swatch = |value: u16| {
            let text = value.to_string();
            let class = format!("swatch-value {}", colours.name(value));
            view! {
                <label class=class>
                    <input
                        type="radio"
                        name=field.id()
                        value=text.clone()
                        prop:checked={ let text = text.clone(); move || field.text().trim() == text }
                        on:change={ let text = text.clone(); move |_| field.enter(&text) }
                    />
                    {value}
                </label>
            }
        };
        view! { <div class="swatches">{values.into_iter().map(swatch).collect_view()}</div> }.into_any()
    }
}

/// An axis, with the way in which it runs in the plane.
#[component]
fn AxisField(field: FieldOf) -> impl IntoView {
    let choices = Signal::derive(move || {
        let bench = field.desk.bench;
        let dimensions = bench.loaded.with(|loaded| loaded.instance.space.shape.dimensions());
        let choice = |axis: usize| (axis.to_string(), format!("{axis}{}", arrow(bench.plane.get(), axis, true)));
        (0..dimensions).map(choice).collect()
    });
    view! { <Choice field choices /> }
}

/// One of two ways, and how it runs in the plane if it is a way along an axis.
#[component]
fn SignField(field: FieldOf, minus: &'static str, plus: &'static str) -> impl IntoView {
    let axis = Memo::new(move |_| {
        field.desk.entering.with(|entering| {
            let mut fields = entering.as_ref()?.entry.form()?.fields();
            fields.find(|(param, _)| param.kind == ParamKind::Axis)?.1.trim().parse::<usize>().ok()
        })
    });
    let choices = Signal::derive(move || {
        let way = |up: bool| axis.get().map_or("", |axis| arrow(field.desk.bench.plane.get(), axis, up));
        vec![("-1".to_owned(), format!("−1, {minus}{}", way(false))), ("1".to_owned(), format!("1, {plus}{}", way(true)))]
    });
    view! { <Choice field choices /> }
}

/// How an axis runs in the plane, if it does.
fn arrow(plane: Plane, axis: usize, up: bool) -> &'static str {
    match (plane.rows == Some(axis), plane.columns == axis, up) {
        (true, _, true) => " ↓",
        (true, _, false) => " ↑",
        (_, true, true) => " →",
        (_, true, false) => " ←",
        (false, false, _) => "",
    }
}

/// One of a few values, each with its name.
#[component]
fn Choice(field: FieldOf, choices: Signal<Vec<(String, String)>>) -> impl IntoView {
    let radio = move |(value, name): (String, String)| {
        view! {
            <label>
                <input
                    type="radio"
                    name=field.id()
                    value=value.clone()
                    prop:checked={ let value = value.clone(); move || field.text().trim() == value }
                    on:change=move |_| field.enter(&value)
                />
                {name}
            </label>
        }
    };
    view! { <div class="segments">{move || choices.get().into_iter().map(radio).collect_view()}</div> }
}

/// An event that has no form.
#[component]
fn EventText(desk: Desk, fault: Signal<Option<Fault>>) -> impl IntoView {
    let text = move || {
        desk.entering.with(|entering| entering.as_ref().map(|entering| entering.entry.text().into_owned()).unwrap_or_default())
    };
    // A field at fault is named here, since the text has no fields of its own.
    let message = move || {
        let Fault { field, message } = fault.get()?;
        let field = field.filter(|field| field != "op")?;
        Some(format!("field \"{field}\": {message}"))
    };
    view! {
        <div class="entry">
            <label for="event-text">"The event as JSON"</label>
            <textarea
                id="event-text"
                rows="3"
                spellcheck="false"
                autocomplete="off"
                aria-invalid=move || fault.with(Option::is_some).to_string()
                aria-describedby="event-text-fault event-fault"
                prop:value=text
                on:input:target=move |event| desk.entering.update(|entering| {
                    if let Some(entering) = entering {
                        entering.entry = Entry::Text(event.target().value());
                    }
                })
            ></textarea>
            <p class="problem" id="event-text-fault">{message}</p>
        </div>
    }
}
