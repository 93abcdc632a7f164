//! Generate: trajectories and suites are ordered on a form, made in workers, looked at, and downloaded.

use gloo::timers::callback::Timeout;
use grids::generate::batch::usual_lengths;
use grids::generate::condition::Condition;
use grids::generate::suite::{LENGTHS, Plan, Suite};
use grids::generate::{Rejected, VERSION};
use grids::model::form::{Field, Form, Problem};
use grids::model::pack::Parcel;
use grids::model::tally::Tally;
use grids::rule;
use leptos::html;
use leptos::prelude::*;
use std::rc::Rc;
use web_sys::UrlSearchParams;

use crate::address::{self, is_generate};
use crate::app::motion_allowed;
use crate::making::{Download, Making, Progress, Run, Stage};
use crate::ui::charts::{AttemptsChart, EventsChart, Numbers, Row, WorkloadChart};
use crate::ui::clipboard::CopyButton;
use crate::ui::wall::{Wall, said};

/// How long the address may lag behind the form, in milliseconds.
const ADDRESS_DELAY: u32 = 250;
/// Charts of one condition have a row for each trajectory, up to so many.
const MOST_ROWS: usize = 32;
/// How many events the instances have that the pictures lead to, unless the reader chooses otherwise.
const USUAL_LENGTH: usize = 16;

/// The page.
#[component]
pub fn GeneratePage() -> impl IntoView {
    let making = expect_context::<Making>();
    keep_address(making);
    // Whoever comes back from a trajectory goes on where it was opened.
    let left_at = making.left_at.get_value();
    request_animation_frame(move || window().scroll_to_with_x_and_y(0.0, left_at));
    on_cleanup(move || making.left_at.set_value(window().scroll_y().unwrap_or_default()));
    view! {
        <article class="generate">
            <header class="heading">
                <h1>"Generate"</h1>
                <p class="facts">
                    "Fresh histories as the paper makes its own: each event is the best of 32 proposals, and a trajectory is accepted when its density \
                     stays in bounds and its mean workload lies between half and twice the target. The same request gives the same bytes \
                     on every machine."
                </p>
            </header>
            <OrderForm />
            {move || making.run.get().map(|run| view! { <Results run /> })}
        </article>
    }
}

/// Holds the form in the address, and follows an address that changes by itself. The router belongs to the workbench, which is
/// another program, so the browser's own history is used.
fn keep_address(making: Making) {
    follow_address(making);
    let form = making.form.get_untracked();
    if form != Form::default() {
        // Come back to without its order in the address.
        write_address(&form.write());
    }
    let listener = window_event_listener(leptos::ev::popstate, move |_| follow_address(making));
    on_cleanup(move || listener.remove());
    let pending = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |previous: Option<String>| {
        let wanted = making.form.with(Form::write);
        if previous.is_some_and(|previous| previous != wanted) {
            let wanted = wanted.clone();
            pending.set_value(Some(Timeout::new(ADDRESS_DELAY, move || write_address(&wanted))));
        }
        wanted
    });
}

fn follow_address(making: Making) {
    let location = window().location();
    let search = location.search().unwrap_or_default();
    let Ok(query) = UrlSearchParams::new_with_str(&search) else { return };
    // An address without an order leaves the form as it is.
    if search.len() > 1 && is_generate(&location.pathname().unwrap_or_default()) {
        let named = Form::read(|name| query.get(name));
        making.form.maybe_update(|form| {
            let other = form.write() != named.write();
            if other {
                *form = named;
            }
            other
        });
    }
}

/// The step to this page stays one in the history, whatever is typed on it.
fn write_address(query: &str) {
    let (location, Ok(history)) = (window().location(), window().history()) else { return };
    if is_generate(&location.pathname().unwrap_or_default()) {
        let address = format!("{}{}?{query}", address::base(), address::GENERATE);
        let state = history.state().unwrap_or_default();
        // Browsers limit how often the address may change; the next change of the form tries again.
        let _ = history.replace_state_with_url(&state, "", Some(&address));
    }
}

/// What is to be made.
#[component]
fn OrderForm() -> impl IntoView {
    let making = expect_context::<Making>();
    let plan = Memo::new(move |_| making.form.with(Form::plan));
    let composed = Memo::new(move |_| making.form.with(|form| form.suite.is_none()));
    let link = move || {
        let host = window().location().origin().unwrap_or_default();
        format!("{host}{}{}?{}", address::base(), address::GENERATE, making.form.with_untracked(Form::write))
    };
    let choice = move |suite: Option<Suite>, name: &'static str, about: String| {
        view! {
            <label class="option">
                <input
                    type="radio"
                    name="suite"
                    prop:checked=move || making.form.with(|form| form.suite == suite)
                    on:change=move |_| making.form.update(|form| form.suite = suite)
                />
                <strong>{name}</strong>
                <span>{about}</span>
            </label>
        }
    };
    let suites =
        [(Suite::Paper, "Paper suite"), (Suite::Main, "Main set"), (Suite::Workload, "Workload study")].map(|(suite, name)| {
            let about = match suite {
                Suite::Paper => "all of both sets",
                Suite::Main => "8 families, 3 shapes",
                Suite::Workload => "further targets",
            };
            choice(Some(suite), name, format!("{} conditions: {about}", suite.conditions().len()))
        });
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        making.start();
    };
    view! {
        <form class="panel order" novalidate on:submit=start>
            <fieldset class="options">
                <legend>"What to make"</legend>
                {suites.into_iter().collect_view()}
                {choice(None, "One condition", "composed by you".to_owned())}
            </fieldset>
            {move || composed.get().then(|| view! { <ConditionFields plan /> })}
            <div class="fields">
                <NumberField field=Field::Count label="Trajectories of each condition" hint="" plan />
                <NumberField field=Field::First label="First index" hint="the paper's cohorts are 0–3 and 4–7" plan />
                <NumberField field=Field::Seed label="Seed" hint="the paper's is 20260907" plan />
            </div>
            <div class="tools">
                <button class="primary" type="submit" aria-disabled=move || plan.with(Result::is_err).to_string()>
                    "Generate"
                </button>
                <CopyButton label="Copy link to this request" text=link />
                <p class="hint" role="status">
                    {move || plan.with(summary)}
                </p>
            </div>
        </form>
    }
}

fn summary(plan: &Result<Plan, Vec<Problem>>) -> String {
    match plan {
        Ok(plan) => {
            let events = plan.conditions.iter().map(Condition::length).max().unwrap_or(0);
            let conditions = match plan.conditions.len() {
                1 => "one condition".to_owned(),
                more => format!("{more} conditions"),
            };
            format!("{} of {events} events, {conditions}", plural(plan.len(), "trajectory", "trajectories"))
        }
        Err(problems) => format!("{} to be corrected above", plural(problems.len(), "field is", "fields are")),
    }
}

fn plural(count: usize, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

type Checked = Memo<Result<Plan, Vec<Problem>>>;

/// The fields of a condition of one's own.
#[component]
fn ConditionFields(plan: Checked) -> impl IntoView {
    let making = expect_context::<Making>();
    let families = rule::core_families().map(|family| {
        let name = family.name();
        view! {
            <option value=name selected=move || making.form.with(|form| form.family() == name)>
                {name}
            </option>
        }
    });
    let unit = move || {
        let unit = making.form.with(|form| form.sampling().map(|sampling| sampling.unit.counted()));
        format!("{} per core event", unit.unwrap_or_default())
    };
    let about = move || making.form.with(|form| rule::family(form.family()).map(|family| family.summary()));
    view! {
        <div class="fields">
            <div class="entry">
                <label for="field-family">"Family"</label>
                <select
                    id="field-family"
                    aria-describedby="about-family"
                    on:change:target=move |event| {
                        let value = event.target().value();
                        making
                            .form
                            .update(|form| {
                                // What was typed was meant for the other family.
                                for field in [Field::Target, Field::Alphabet, Field::Band] {
                                    form.set(field, String::new());
                                }
                                form.set(Field::Family, value);
                            });
                    }
                >
                    {families.collect_view()}
                </select>
                <Fault field=Field::Family plan />
                <p class="hint" id="about-family">
                    {about}
                </p>
            </div>
            <NumberField field=Field::Shape label="Shape" hint="1 to 6 sides" plan />
            <NumberField field=Field::Target label="Target workload" hint=Signal::derive(unit) plan />
            <NumberField field=Field::Alphabet label="Values" hint="0 among them" plan />
            <NumberField field=Field::Band label="Density at the start" hint="lowest and highest share of nonzero cells, in percent" plan />
            <NumberField field=Field::Length label="Events" hint="SET events among them" plan />
        </div>
    }
}

/// A field that is empty for the usual value, which it shows.
#[component]
fn NumberField(field: Field, label: &'static str, #[prop(into)] hint: Signal<String>, plan: Checked) -> impl IntoView {
    let making = expect_context::<Making>();
    let (id, about, fault) =
        (format!("field-{}", field.name()), format!("about-{}", field.name()), format!("fault-{}", field.name()));
    let wrong = Memo::new(move |_| plan.with(|plan| problem(plan, field).is_some()));
    let usual = move || making.form.with(|form| form.usual(field));
    view! {
        <div class="entry">
            <label for=id.clone()>{label}</label>
            <input
                id=id
                type="text"
                autocomplete="off"
                spellcheck="false"
                inputmode=if matches!(field, Field::Shape | Field::Alphabet | Field::Band) { "text" } else { "numeric" }
                placeholder=usual
                aria-invalid=move || wrong.get().to_string()
                aria-describedby=format!("{fault} {about}")
                prop:value=move || making.form.with(|form| form.get(field).to_owned())
                on:input:target=move |event| making.form.update(|form| form.set(field, event.target().value()))
            />
            <Fault field plan />
            <p class="hint" id=about>
                {hint}
            </p>
        </div>
    }
}

/// What is wrong with a field.
#[component]
fn Fault(field: Field, plan: Checked) -> impl IntoView {
    view! {
        <p class="problem" id=format!("fault-{}", field.name())>
            {move || plan.with(|plan| problem(plan, field))}
        </p>
    }
}

fn problem(plan: &Result<Plan, Vec<Problem>>, field: Field) -> Option<String> {
    let problems = plan.as_ref().err()?;
    problems.iter().find(|problem| problem.field == field).map(|problem| problem.detail.clone())
}

/// What has come of an order.
#[component]
fn Results(run: Rc<Run>) -> impl IntoView {
    let making = expect_context::<Making>();
    let lengths = lengths(&run.plan);
    let first = lengths.iter().copied().filter(|&length| length <= USUAL_LENGTH).max().unwrap_or(0);
    let length = Memo::new(move |_| making.length.get().unwrap_or(first));
    let lively = RwSignal::new(motion_allowed());
    let title = match Suite::of(&run.plan.conditions) {
        Some(Suite::Paper) => "Paper suite".to_owned(),
        Some(Suite::Main) => "Main set".to_owned(),
        Some(Suite::Workload) => "Workload study".to_owned(),
        None => run.plan.conditions.iter().map(Condition::name).collect::<Vec<_>>().join(", "),
    };
    let Plan { seed, first: from, count, .. } = run.plan;
    let facts = format!("Generator {VERSION}, seed {seed}, indices {from} to {}", from + count - 1);
    // The charts follow in a few steps, and at the end.
    let shown = Memo::new(move |_| {
        let Progress { answered, asked, .. } = making.progress.get();
        (answered * 6 / asked.max(1), answered > 0, making.stage.get() != Stage::Running)
    });
    let listed = run.clone();
    let run = StoredValue::new_local(run);
    view! {
        <section class="run" aria-labelledby="run-title">
            <header>
                <h2 id="run-title">{title}</h2>
                <p class="facts">{facts}</p>
            </header>
            <Status />
            <Downloads />
            {move || {
                let (_, any, ended) = shown.get();
                any.then(|| view! { <Statistics run=run.get_value() /> <Missing run=run.get_value() ended /> })
            }}
            <header class="wall-head">
                <h2>"Trajectories"</h2>
                <div class="tools">
                    <label>
                        "Open the first "
                        <select on:change:target=move |event| making.length.set(event.target().value().parse().ok())>
                            {lengths
                                .into_iter()
                                .map(|each| view! { <option value=each selected=move || length.get() == each>{each}</option> })
                                .collect_view()}
                        </select> " events"
                    </label>
                    <label class="check">
                        <input type="checkbox" prop:checked=lively on:change:target=move |event| lively.set(event.target().checked()) />
                        "Play the pictures"
                    </label>
                </div>
            </header>
            <Wall run=listed length lively />
        </section>
    }
}

/// The lengths that the instances of a plan may have: the paper's, and the stored one.
fn lengths(plan: &Plan) -> Vec<usize> {
    let stored = plan.conditions.iter().map(Condition::length).max().unwrap_or(0);
    let mut lengths: Vec<usize> = LENGTHS.into_iter().chain([stored]).filter(|&length| length <= stored).collect();
    lengths.dedup();
    lengths
}

/// How far it is, and how it ended.
#[component]
fn Status() -> impl IntoView {
    let making = expect_context::<Making>();
    let said = NodeRef::<html::Div>::new();
    let running = move || making.stage.get() == Stage::Running;
    let problem = move || {
        making.problem.get().map(|problem| {
            view! {
                <p class="partial" role="alert">
                    <strong>"Not made"</strong>
                    {format!(" The new order could not be started: {problem}. What was made before is still here.")}
                </p>
            }
        })
    };
    let rate = move || {
        let Progress { answered, asked, seconds } = making.progress.get();
        let rate = if seconds > 0.0 { answered as f64 / seconds } else { 0.0 };
        format!("{answered} of {asked} · {rate:.0} per second · {seconds:.1} s")
    };
    let ended = move || {
        let Progress { answered, asked, seconds } = making.progress.get_untracked();
        // Counted from the run itself, since the progress may be a moment behind it.
        let outcomes = making.run.with_untracked(|run| run.as_ref().map(|run| run.outcomes()).unwrap_or_default());
        let failed = outcomes.iter().filter(|outcome| outcome.is_err()).count();
        let made = plural(outcomes.len() - failed, "trajectory", "trajectories");
        match making.stage.get() {
            Stage::Running => view! { <p class="unseen">"Making trajectories…"</p> }.into_any(),
            Stage::Done => {
                let missing = if failed > 0 { format!(" {failed} of {asked} could not be made.") } else { String::new() };
                let rate = answered as f64 / seconds.max(0.001);
                view! { <p class="done">{format!("Made {made} in {seconds:.1} s, {rate:.0} per second.{missing}")}</p> }
                    .into_any()
            }
            Stage::Cancelled => view! {
                <p class="partial">
                    <strong>"Partial"</strong>
                    {format!(" Cancelled after {seconds:.1} s: {made} of {asked}. What is here is whole; the rest was not made.")}
                </p>
            }
            .into_any(),
            Stage::Failed(problem) => view! {
                <p class="partial" role="alert">
                    <strong>"Partial"</strong>
                    {format!(" Stopped by a fault after {made} of {asked}: {problem}. Press Generate to try again.")}
                </p>
            }
            .into_any(),
        }
    };
    view! {
        <div class="status">
            {move || {
                running()
                    .then(|| {
                        view! {
                            <progress
                                aria-label="Trajectories made"
                                max=move || making.progress.get().asked
                                value=move || making.progress.get().answered
                            ></progress>
                            <span class="rate">{rate}</span>
                            <button on:click=move |_| {
                                making.cancel();
                                // The button is gone now; whoever pressed it with a key goes on from here.
                                if let Some(said) = said.get_untracked() {
                                    let _ = said.focus();
                                }
                            }>"Cancel"</button>
                        }
                    })
            }}
            {problem}
            <div role="status" tabindex="-1" node_ref=said>
                {ended}
            </div>
        </div>
    }
}

/// The files.
#[component]
fn Downloads() -> impl IntoView {
    let making = expect_context::<Making>();
    let busy = move || making.stage.get() == Stage::Running || matches!(making.download.get(), Download::Packing { .. });
    let button = move |parcel: Parcel| {
        let name = match parcel {
            Parcel::Everything => "All as .zip",
            Parcel::Instances => "Instances",
            Parcel::Prompts => "Prompts",
            Parcel::Trajectories => "Trajectories",
        };
        view! {
            <button aria-disabled=move || busy().to_string() on:click=move |_| making.pack(parcel)>
                {name}
            </button>
        }
    };
    let said = move || match making.download.get() {
        Download::None => {
            let lengths = making.run.with(|run| run.as_ref().map(|run| usual_lengths(&run.plan)).unwrap_or_default());
            let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
            format!("Instances and prompts of the first {} events.", lengths.join(", "))
        }
        Download::Packing { done, all } => format!("Packing {done} of {all}…"),
        Download::Saved(name) => format!("Saved {name}"),
        Download::Failed(problem) => format!("The file could not be made: {problem}"),
    };
    view! {
        <div class="tools downloads">
            <h3>{move || if making.is_partial() { "Download what is here" } else { "Download" }}</h3>
            {Parcel::ALL.map(button).into_iter().collect_view()}
            <span class="hint" role="status">
                {said}
            </span>
        </div>
    }
}

/// The rows of the charts: conditions, or the trajectories of a single one.
fn rows(run: &Run) -> Vec<Row> {
    let single = run.plan.conditions.len() == 1 && run.keys.len() <= MOST_ROWS;
    let row = |name: String, condition: &Condition, numbers: std::ops::Range<usize>| {
        let mut tally = Tally::default();
        for outcome in numbers.filter_map(|number| run.outcome(number)) {
            tally.add(&outcome);
        }
        Row { name, condition: condition.clone(), tally }
    };
    match run.plan.conditions.as_slice() {
        [condition] if single => {
            let rows = run.keys.iter().enumerate().filter(|(number, _)| run.outcome(*number).is_some());
            rows.map(|(number, key)| row(format!("index {}", key.index), condition, number..number + 1)).collect()
        }
        conditions => {
            let rows = conditions.iter().enumerate().map(|(number, each)| row(each.name(), each, run.numbers(number)));
            rows.filter(|row| row.tally.attempts() > 0).collect()
        }
    }
}

#[component]
fn Statistics(run: Rc<Run>) -> impl IntoView {
    let rows = rows(&run);
    view! {
        <section class="statistics" aria-labelledby="statistics-title">
            <h2 id="statistics-title">"Acceptance"</h2>
            <div class="charts">
                <WorkloadChart rows=rows.clone() />
                <AttemptsChart rows=rows.clone() />
                <EventsChart rows=rows.clone() />
            </div>
            <details>
                <summary>"All numbers as a table"</summary>
                <Numbers rows />
            </details>
        </section>
    }
}

/// The trajectories that do not exist.
#[component]
fn Missing(run: Rc<Run>, ended: bool) -> impl IntoView {
    let missing = run.keys.iter().enumerate().filter_map(|(number, key)| match run.outcome(number).as_deref() {
        Some(Err(Rejected { reasons })) => Some(view! {
            <li>
                <code>{key.name()}</code>
                {format!(" {}", said(reasons))}
            </li>
        }),
        _ => None,
    });
    let missing: Vec<_> = missing.collect();
    if missing.is_empty() || !ended {
        return ().into_any();
    }
    view! {
        <section class="panel not-made">
            <h2>{format!("Not made ({})", missing.len())}</h2>
            <p class="hint">"No attempt met the conditions of acceptance. Nothing is put in their place; another seed or index may do."</p>
            <ul>{missing.into_iter().collect_view()}</ul>
        </section>
    }
    .into_any()
}
