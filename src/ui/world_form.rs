//! The world as a whole: its shape, alphabet, family and name, a new one, and a random one.

use grids::model::draft::reframe::{Field, Form, Lost, Plan, Problem};
use grids::model::draft::tools::{Region, randomise};
use grids::model::draft::{Draft, Surface, file};
use grids::model::playhead::Action;
use grids::rule::core_families;
use grids::world::codec::list;
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::coordinates::Coordinates;
use super::dialog::Dialog;
use super::disclosure::Disclosure;
use crate::address::{self, Tab};
use crate::desk::Desk;
use crate::state::{self, MOST_CELLS};

/// How many cells that lose something are named.
const NAMED: usize = 24;
/// Worlds of more axes there are none.
const MOST_AXES: usize = grids::world::MAX_DIMENSIONS;

/// What is wrong with a form.
type Problems = Signal<Vec<Problem>>;

/// The panel on Edit.
#[component]
pub fn WorldForm() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let new = move |_| desk.bench.dialog.set(Some(state::Dialog::New));
    view! {
        <section class="panel world" aria-labelledby="world-title">
            <h2 id="world-title">"World"</h2>
            <p class="tools">
                <button on:click=new>"New…"</button>
                <button on:click=move |_| desk.bench.dialog.set(Some(state::Dialog::Paste))>"Paste…"</button>
            </p>
            <Disclosure title="Shape, alphabet and family" content=|| view! { <Reframe /> }.into_any() />
            <Disclosure title="Randomise" content=|| view! { <Randomise /> }.into_any() />
            <Disclosure
                title="Coordinates as text"
                content=|| view! { <Coordinates surface=Surface::Initial /> }.into_any()
            />
        </section>
    }
}

/// Another shape, alphabet, family or id for the draft, with what it would do.
#[component]
fn Reframe() -> impl IntoView {
    let desk = expect_context::<Desk>();
    // What the draft is; not changed by every stroke.
    let current = Memo::new(move |_| desk.with(Form::of));
    let form = RwSignal::new(current.get_untracked());
    // Strokes change the id, for example. What was typed stays.
    Effect::new(move |before: Option<Form>| {
        let after = current.get();
        if let Some(before) = before {
            form.update(|form| form.follow(&before, &after));
        }
        after
    });
    type Planned = Result<Arc<Plan>, Vec<Problem>>;
    let plan = Memo::new(move |before: Option<&Planned>| {
        let form = form.get();
        match before {
            // Strokes have many steps, and the plan is for what comes of them.
            Some(before) if desk.editor().with(|editor| editor.is_painting()) => before.clone(),
            _ => desk.with(|draft| form.plan(draft, MOST_CELLS).map(Arc::new)),
        }
    });
    let problems = Signal::derive(move || plan.with(|plan| plan.as_ref().err().cloned().unwrap_or_default()));
    let can_apply = move || desk.may_change() && plan.with(|plan| plan.as_ref().is_ok_and(|plan| !plan.is_empty()));
    let apply = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let (true, Ok(plan)) = (untrack(can_apply), plan.get_untracked()) {
            desk.make(|draft| plan.step(draft));
        }
    };
    let replaces = Memo::new(move |_| {
        let wrong = problems.with(|problems| problems.iter().any(|problem| problem.field == Field::Replacement));
        wrong || plan.with(|plan| plan.as_ref().is_ok_and(|plan| !plan.misfits.is_empty()))
    });
    view! {
        <form class="order" novalidate on:submit=apply>
            <Fields form problems place="world" />
            <div class="plan" role="status">
                {move || {
                    let plan = plan.get().ok();
                    let said = plan.map(|plan| desk.with_untracked(|draft| said(&plan, draft))).unwrap_or_default();
                    said.into_iter().map(|text| view! { <p>{text}</p> }).collect_view()
                }}
            </div>
            {move || plan.get().ok().map(|plan| view! { <Places plan /> })}
            {move || {
                replaces
                    .get()
                    .then(|| {
                        view! {
                            <Text
                                form
                                problems
                                place="world"
                                field=Field::Replacement
                                label="Values that do not fit become"
                                hint="0 empties the cells"
                            />
                        }
                    })
            }}
            <p class="tools">
                <button class="primary" type="submit" aria-disabled=move || (!can_apply()).to_string()>
                    "Apply"
                </button>
                <button type="button" on:click=move |_| form.set(current.get_untracked())>
                    "Reset"
                </button>
            </p>
        </form>
    }
}

/// What a plan does, in words.
fn said(plan: &Plan, draft: &Draft) -> Vec<String> {
    if plan.is_empty() {
        return Vec::new();
    }
    let mut said = Vec::new();
    for Lost { surface, cells } in &plan.cut {
        said.push(format!("{} of {} would be cut.", count(cells.len(), "occupied cell", "occupied cells"), name(*surface)));
    }
    for Lost { surface, cells } in &plan.misfits {
        let hold = if cells.len() == 1 { "holds a value" } else { "hold values" };
        let number = count(cells.len(), "cell", "cells");
        said.push(format!("{number} of {} {hold} that the alphabet would not have.", name(*surface)));
    }
    if !plan.invalid.is_empty() {
        let places: Vec<String> = plan.invalid.iter().take(NAMED).map(|place| (place + 1).to_string()).collect();
        let more = if plan.invalid.len() > NAMED { ", …" } else { "" };
        let number = count(plan.invalid.len(), "event", "events");
        said.push(format!("{number} would no longer be valid: {}{more}.", places.join(", ")));
    }
    if plan.foreign > 0 {
        let are = if plan.foreign == 1 { "is" } else { "are" };
        said.push(format!("{} of {} {are} of another family.", plan.foreign, count(draft.events.len(), "event", "events")));
    }
    if said.is_empty() {
        said.push("No cell and no event would be lost.".to_owned());
    }
    said
}

/// The cells that lose something; each leads to itself.
#[component]
fn Places(plan: Arc<Plan>) -> impl IntoView {
    let lost = [("Would be cut from", &plan.cut), ("Would not fit in", &plan.misfits)];
    let lists = lost.into_iter().flat_map(|(what, lost)| lost.iter().map(move |lost| (what, lost)));
    lists
        .map(|(what, Lost { surface, cells })| {
            let more = cells.len().saturating_sub(NAMED);
            let buttons = cells.iter().take(NAMED).map(|&(cell, value)| view! { <CellButton surface=*surface cell value /> });
            view! {
                <section class="lost">
                    <h3>{format!("{what} {}", name(*surface))}</h3>
                    <ul>{buttons.collect_view()} {(more > 0).then(|| view! { <li>{format!("and {more} more")}</li> })}</ul>
                </section>
            }
        })
        .collect_view()
}

/// Leads to a cell of a state.
#[component]
fn CellButton(surface: Surface, cell: u32, value: u16) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let navigate = use_navigate();
    let point = desk.with_untracked(|draft| list(&draft.frame.space.shape.point(cell as usize)));
    let lead = move |_| {
        let bench = desk.bench;
        match surface {
            Surface::Initial => {}
            Surface::Scratch(t) => bench.step(Action::To(t)),
            Surface::Prediction => {}
        }
        bench.focus.set(Some(cell as usize));
        if surface != Surface::Initial {
            let host = window().location().origin().unwrap_or_default();
            let origin = bench.loaded.with_untracked(|loaded| loaded.origin.clone());
            let path = address::write(Tab::Predict.path(), &origin, &bench.view.get_untracked());
            navigate(&format!("{host}{}{path}", address::base()), Default::default());
        }
        // Where the cells are few enough to be there themselves.
        request_animation_frame(move || {
            let cell = document().query_selector(&format!("[data-cell='{cell}']")).ok().flatten();
            if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
                let _ = cell.focus();
            }
        });
    };
    view! {
        <li>
            <button type="button" on:click=lead>
                <code>{point}</code>
                {format!(" {value}")}
            </button>
        </li>
    }
}

fn name(surface: Surface) -> String {
    match surface {
        Surface::Initial => "the initial world".to_owned(),
        Surface::Prediction => "the prediction".to_owned(),
        Surface::Scratch(t) => format!("the note after event {t}"),
    }
}

fn count(number: usize, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// Family, shape, alphabet and id.
#[component]
fn Fields(
    form: RwSignal<Form>,
    problems: Problems,
    /// How the ids of its elements begin.
    place: &'static str,
) -> impl IntoView {
    let axes = Memo::new(move |_| form.with(|form| form.sides.len()));
    let side = move |axis: usize| {
        let text = move || form.with(|form| form.sides.get(axis).cloned().unwrap_or_default());
        view! {
            <label>
                <span>{format!("axis {axis}")}</span>
                <input
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    prop:value=text
                    aria-invalid=move || found(problems, Field::Shape).is_some().to_string()
                    aria-describedby=format!("{place}-shape-fault")
                    on:input:target=move |event| {
                        form.update(|form| {
                            if let Some(side) = form.sides.get_mut(axis) {
                                *side = event.target().value();
                            }
                        });
                    }
                />
            </label>
        }
    };
    let add = move |_| {
        form.update(|form| {
            if form.sides.len() < MOST_AXES {
                form.sides.insert(0, "2".to_owned());
            }
        })
    };
    let remove = move |_| {
        form.update(|form| {
            if form.sides.len() > 1 {
                form.sides.remove(0);
            }
        })
    };
    let shape = |name: &'static str, sides: &'static [u32]| {
        let set = move |_| form.update(|form| form.sides = sides.iter().map(u32::to_string).collect());
        view! { <button type="button" on:click=set>{name}</button> }
    };
    let alphabet = |name: &'static str, values: &'static str| {
        let set = move |_| form.update(|form| values.clone_into(&mut form.alphabet));
        view! { <button type="button" on:click=set>{name}</button> }
    };
    let choose = move |name: String| {
        if let Some(family) = core_families().find(|family| family.name() == name) {
            form.update(|form| form.family = family);
        }
    };
    view! {
        <div class="entry">
            <label>
                "Family "
                <select on:change:target=move |event| choose(event.target().value())>
                    {core_families()
                        .map(|family| {
                            let selected = move || form.with(|form| form.family.name() == family.name());
                            view! { <option value=family.name() prop:selected=selected>{family.name()}</option> }
                        })
                        .collect_view()}
                </select>
            </label>
            <p class="hint">{move || form.with(|form| form.family.summary())}</p>
        </div>
        <fieldset class="entry">
            <legend>"Shape"</legend>
            <div class="sides">{move || (0..axes.get()).map(side).collect_view()}</div>
            <p class="problem" id=format!("{place}-shape-fault")>{move || found(problems, Field::Shape)}</p>
            <p class="tools">
                <button type="button" aria-disabled=move || (axes.get() >= MOST_AXES).to_string() on:click=add>
                    "Add an axis in front"
                </button>
                <button type="button" aria-disabled=move || (axes.get() <= 1).to_string() on:click=remove>
                    "Remove axis 0"
                </button>
            </p>
            <p class="tools">
                {shape("16×16", &[16, 16])} {shape("6×6×7", &[6, 6, 7])} {shape("4×4×4×4", &[4, 4, 4, 4])}
            </p>
        </fieldset>
        <div class="entry">
            <Text form problems place field=Field::Alphabet label="Alphabet" hint="values and ranges, 0 among them" />
            <p class="tools">
                {alphabet("0–3", "0-3")} {alphabet("0–5", "0-5")}
                {alphabet("0 and powers of two", "0,1,2,4,8,16,32,64,128,256,512,1024,2048,4096")}
            </p>
        </div>
        <Text form problems place field=Field::Id label="Id of the instance" hint="1 to 64 of A-Z a-z 0-9 _ -" />
    }
}

/// A field that is one text.
#[component]
fn Text(
    form: RwSignal<Form>,
    problems: Problems,
    place: &'static str,
    field: Field,
    label: &'static str,
    hint: &'static str,
) -> impl IntoView {
    fn text(form: &mut Form, field: Field) -> Option<&mut String> {
        match field {
            Field::Id => Some(&mut form.id),
            Field::Alphabet => Some(&mut form.alphabet),
            Field::Replacement => Some(&mut form.replacement),
            Field::Shape => None,
        }
    }
    let id = format!("{place}-{field:?}").to_lowercase();
    let fault = format!("{id}-fault");
    let described = format!("{fault} {id}-hint");
    let value = move || form.with(|form| text(&mut form.clone(), field).cloned().unwrap_or_default());
    let enter = move |typed: String| {
        form.update(|form| {
            if let Some(text) = text(form, field) {
                *text = typed;
            }
        })
    };
    view! {
        <div class="entry">
            <label for=id.clone()>{label}</label>
            <input
                type="text"
                id=id.clone()
                autocomplete="off"
                spellcheck="false"
                prop:value=value
                aria-invalid=move || found(problems, field).is_some().to_string()
                aria-describedby=described
                on:input:target=move |event| enter(event.target().value())
            />
            <p class="problem" id=fault>{move || found(problems, field)}</p>
            <p class="hint" id=format!("{id}-hint")>{hint}</p>
        </div>
    }
}

fn found(problems: Problems, field: Field) -> Option<String> {
    problems.with(|problems| problems.iter().find(|problem| problem.field == field).map(|problem| problem.detail.clone()))
}

/// The dialog that begins a world from nothing.
#[component]
pub fn NewDialog() -> impl IntoView {
    view! {
        <Dialog name=state::Dialog::New title="New world">
            <NewForm />
        </Dialog>
    }
}

#[component]
fn NewForm() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let form = RwSignal::new(Form::small(desk.with_untracked(|draft| draft.family)));
    let begun = Memo::new(move |_| form.with(|form| form.begin(MOST_CELLS)));
    let problems = Signal::derive(move || begun.with(|begun| begun.as_ref().err().cloned().unwrap_or_default()));
    let close = move || desk.bench.dialog.set(None);
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if let Ok(draft) = begun.get_untracked() {
            desk.bench.open_or_say((desk.bench.reader.open)(&file::write(&draft)), 0);
            close();
        }
    };
    let can_replace = move || desk.may_change() && begun.with(Result::is_ok);
    let replace = move |_| {
        if let (true, Ok(other)) = (untrack(can_replace), begun.get_untracked()) {
            desk.make(|draft| draft.replace("new world", other));
            close();
        }
    };
    view! {
        <form class="order" novalidate on:submit=start>
            <p>"An empty world without events."</p>
            <Fields form problems place="new" />
            <p class="tools">
                <button class="primary" type="submit" aria-disabled=move || begun.with(Result::is_err).to_string()>
                    "Start a new draft"
                </button>
                <button type="button" aria-disabled=move || (!can_replace()).to_string() on:click=replace>
                    "Replace this world"
                </button>
            </p>
            <p class="hint">
                "A new draft leaves this one in the list of drafts. Replacing puts away world, events and prediction of this draft; Undo brings them back."
            </p>
        </form>
    }
}

/// Where random values go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Where {
    Selection,
    Slice,
    World,
}

impl Where {
    const ALL: [Where; 3] = [Where::World, Where::Slice, Where::Selection];

    fn name(self) -> &'static str {
        match self {
            Where::Selection => "the selection",
            Where::Slice => "the slice of the cursor",
            Where::World => "the whole world",
        }
    }

    fn without_selection(self) -> Where {
        if self == Where::Selection { Where::World } else { self }
    }
}

/// Random cells.
#[component]
fn Randomise() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let (density, seed) = (RwSignal::new("40".to_owned()), RwSignal::new("1".to_owned()));
    let chosen = RwSignal::new(Where::World);
    let selects = Memo::new(move |_| desk.tools.selection.with(Option::is_some));
    // A selection may be gone by now.
    let place = Memo::new(move |_| if selects.get() { chosen.get() } else { chosen.get().without_selection() });
    let percent = Memo::new(move |_| {
        let read = |text: &String| text.trim().trim_end_matches('%').trim().parse().ok();
        density.with(read).filter(|&percent: &u32| percent <= 100)
    });
    let number = Memo::new(move |_| seed.with(|text| text.trim().parse::<u64>().ok()));
    let ready = move || desk.may_change() && percent.get().is_some() && number.get().is_some();
    let region = move || match place.get_untracked() {
        Where::Selection => desk.tools.selection.get_untracked().map(|selection| selection.region),
        Where::Slice => {
            let cell = desk.bench.focus.get_untracked().unwrap_or(0);
            Some(desk.bench.mosaic.with_untracked(|mosaic| Region::slice(mosaic, cell)))
        }
        Where::World => None,
    };
    let go = move |ahead: u64| {
        if let (true, Some(percent), Some(number)) = (untrack(ready), percent.get_untracked(), number.get_untracked()) {
            let number = number.wrapping_add(ahead);
            seed.set(number.to_string());
            desk.make(|draft| {
                let (space, world) = (&draft.frame.space, &draft.frame.initial);
                let region = region().unwrap_or_else(|| Region::whole(&space.shape));
                let cells = randomise(world, &region, percent, number, &space.alphabet);
                draft.set_cells("randomise", Surface::Initial, cells)
            });
        }
    };
    let choices = move || Where::ALL.into_iter().filter(move |&each| selects.get() || each != Where::Selection);
    view! {
        <form
            class="order"
            novalidate
            on:submit=move |event| {
                event.prevent_default();
                go(0);
            }
        >
            <label>
                "Where "
                <select on:change:target=move |event| {
                    let name = event.target().value();
                    chosen.set(Where::ALL.into_iter().find(|each| each.name() == name).unwrap_or(Where::World));
                }>
                    {move || {
                        choices()
                            .map(|each| view! { <option selected=move || place.get() == each>{each.name()}</option> })
                            .collect_view()
                    }}
                </select>
            </label>
            <NumberEntry text=density label="Density in percent" expected="a number from 0 to 100" good=Signal::derive(move || percent.get().is_some()) />
            <NumberEntry text=seed label="Seed" expected="a whole number" good=Signal::derive(move || number.get().is_some()) />
            <p class="tools">
                <button class="primary" type="submit" aria-disabled=move || (!ready()).to_string()>
                    "Fill at random"
                </button>
                <button type="button" aria-disabled=move || (!ready()).to_string() on:click=move |_| go(1)>
                    "Again with the next seed"
                </button>
            </p>
            <p class="hint">"The same seed gives the same cells. Values are those of the alphabet, each as likely as the others."</p>
        </form>
    }
}

/// A field that takes a number.
#[component]
fn NumberEntry(
    text: RwSignal<String>,
    label: &'static str,
    /// What it takes.
    expected: &'static str,
    /// Whether it holds that.
    good: Signal<bool>,
) -> impl IntoView {
    let id = format!("random-{}", label.split(' ').next().unwrap_or_default()).to_lowercase();
    let fault = format!("{id}-fault");
    view! {
        <div class="entry">
            <label for=id.clone()>{label}</label>
            <input
                type="text"
                id=id
                inputmode="numeric"
                autocomplete="off"
                prop:value=text
                aria-invalid=move || (!good.get()).to_string()
                aria-describedby=fault.clone()
                on:input:target=move |event| text.set(event.target().value())
            />
            <p class="problem" id=fault>
                {move || (!good.get()).then(|| format!("found {:?}, expected {expected}", text.get()))}
            </p>
        </div>
    }
}
