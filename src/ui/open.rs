//! Opening an instance from a file, by drop or by paste.

use base::jsonl::LineSplitter;
use gloo::events::{EventListener, EventListenerOptions};
use gloo::file::{Blob, futures::read_as_bytes};
use gloo::timers::future::TimeoutFuture;
use grids::gallery;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::dialog::Dialog;
use crate::state::{self, Workbench};

/// The largest file that the page opens, in bytes. Larger ones belong to the native program.
pub const LARGEST_FILE: f64 = 32.0 * 1024.0 * 1024.0;
/// How many lines of a file are listed to choose from.
const LISTED: usize = 2000;
/// How many lines are read before the page gets to answer its reader.
const LINES_AT_ONCE: usize = 50;

/// One line of what was opened.
#[derive(Clone)]
pub struct Choice {
    number: u64,
    text: String,
    result: Result<String, String>,
}

/// What the dialog shows beneath its inputs.
#[derive(Clone)]
pub enum Found {
    /// Nothing was opened yet.
    Nothing,
    /// What is being read.
    Reading(String),
    /// Why nothing could be read.
    Problem(String),
    /// Lines to choose from.
    Choices {
        /// Where they stand.
        from: String,
        /// The first lines.
        choices: Vec<Choice>,
        /// How many more there are.
        more: usize,
    },
}

/// Accepts files dropped anywhere on the page.
pub fn listen_for_drops(bench: Workbench) {
    let options = EventListenerOptions::enable_prevent_default();
    let over = EventListener::new_with_options(&document(), "dragover", options, |event| event.prevent_default());
    let drop = EventListener::new_with_options(&document(), "drop", options, move |event| {
        let Some(data) = event.dyn_ref::<web_sys::DragEvent>().and_then(web_sys::DragEvent::data_transfer) else { return };
        let Some(files) = data.files() else { return };
        let Some(file) = files.get(0) else { return };
        event.prevent_default();
        match files.length() {
            1 => bench.dropped.set(Some(file)),
            many => bench.found.set(Found::Problem(format!("found {many} files, expected one at a time; none was opened"))),
        }
        bench.dialog.set(Some(state::Dialog::Open));
    });
    // They end with the program.
    StoredValue::new_local((over, drop));
}

/// The dialog.
#[component]
pub fn OpenDialog() -> impl IntoView {
    view! {
        <Dialog name=state::Dialog::Open title="Open an instance">
            <OpenForm />
        </Dialog>
    }
}

#[component]
fn OpenForm() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let (text, found) = (bench.pasted, bench.found);
    let input = NodeRef::<html::Input>::new();
    let chosen = move |_| {
        let Some(input) = input.get() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            read_file(bench, file, found);
        }
        // The same file can be chosen again after it has been mended.
        input.set_value("");
    };
    let example = move |_| text.set(gallery::front().line.to_owned());
    Effect::new(move |_| {
        if let Some(file) = bench.dropped.get() {
            bench.dropped.set(None);
            read_file(bench, file, found);
        }
    });
    view! {
        <p>
            "One instance is one JSON object with the fields "
            <code>"id"</code> ", " <code>"shape"</code> ", " <code>"alphabet"</code> ", " <code>"initial"</code> " and "
            <code>"events"</code> ". A file may hold many, one on a line."
        </p>
        <label class="field">
            "A file; you can also drop one anywhere on the page"
            <input type="file" accept=".json,.jsonl,.ndjson,.txt,application/json" node_ref=input on:change=chosen />
        </label>
        <label class="field">
            "Or paste JSON or JSONL"
            <textarea
                rows="6"
                spellcheck="false"
                autocomplete="off"
                prop:value=text
                on:input:target=move |event| text.set(event.target().value())
            ></textarea>
        </label>
        <p class="tools">
            <button
                class="primary"
                on:click=move |_| read_text(bench, "the pasted text".to_owned(), text.get_untracked().into_bytes(), found)
            >
                "Open the pasted text"
            </button>
            <button on:click=example>"Put in an example"</button>
        </p>
        <div aria-live="polite">{move || found_view(bench, found.get())}</div>
    }
}

fn found_view(bench: Workbench, found: Found) -> AnyView {
    match found {
        Found::Nothing => ().into_any(),
        Found::Reading(what) => view! { <p>{format!("Reading {what}…")}</p> }.into_any(),
        Found::Problem(problem) => view! { <p class="problem" role="alert">{problem}</p> }.into_any(),
        Found::Choices { from, choices, more } => {
            let good = choices.iter().filter(|choice| choice.result.is_ok()).count();
            let summary = format!("{from}: {good} of {} lines can be opened.", choices.len());
            let rest = (more > 0)
                .then(|| view! { <p>{format!("{more} further lines are not listed; split the file to see them.")}</p> });
            view! {
                <p>{summary}</p>
                <ol class="choices">
                    {choices.into_iter().map(|choice| choice_view(bench, choice)).collect_view()}
                </ol>
                {rest}
            }
            .into_any()
        }
    }
}

fn choice_view(bench: Workbench, choice: Choice) -> AnyView {
    let Choice { number, text, result } = choice;
    match result {
        Err(problem) => view! { <li class="problem">{format!("Line {number}: {problem}")}</li> }.into_any(),
        Ok(summary) => view! {
            <li>
                <button class="card" on:click=move |_| open_line(bench, &text)>
                    {format!("Line {number}: {summary}")}
                </button>
            </li>
        }
        .into_any(),
    }
}

fn open_line(bench: Workbench, line: &str) {
    bench.open_or_say((bench.reader.open)(line), 0);
    bench.dialog.set(None);
}

fn megabytes(bytes: f64) -> u64 {
    (bytes / 1e6).round() as u64
}

fn read_file(bench: Workbench, file: web_sys::File, found: RwSignal<Found>) {
    let name = file.name();
    if file.size() > LARGEST_FILE {
        found.set(Found::Problem(format!(
            "{name} has {} MB; this page opens files of up to {} MB. Split it, or use the native program: gridbench run {name}",
            megabytes(file.size()),
            megabytes(LARGEST_FILE),
        )));
        return;
    }
    found.set(Found::Reading(name.clone()));
    let blob = Blob::from(web_sys::Blob::from(file));
    spawn_local(async move {
        match read_as_bytes(&blob).await {
            Ok(bytes) => read_text(bench, name, bytes, found),
            Err(error) => {
                found.try_set(Found::Problem(format!("{name} could not be read: {error}")));
            }
        }
    });
}

/// Reads every line, a few at a time, and opens it at once if it is the only one.
fn read_text(bench: Workbench, from: String, bytes: Vec<u8>, found: RwSignal<Found>) {
    spawn_local(async move {
        let mut more = 0;
        let lines = match whole(&bytes) {
            Whole::Value(line) => vec![(1, Ok(line))],
            Whole::Broken(problem) => {
                found.try_set(Found::Problem(format!("{from}, {problem}")));
                return;
            }
            Whole::Lines => {
                let (lines, rest) = split(&bytes);
                more = rest;
                lines
            }
        };
        if lines.is_empty() {
            found.try_set(Found::Problem(format!("{from} is empty: found no line with anything in it, expected an instance")));
            return;
        }
        let single = lines.len() == 1;
        let mut choices = Vec::new();
        for (index, (number, line)) in lines.into_iter().enumerate() {
            if index % LINES_AT_ONCE == LINES_AT_ONCE - 1 {
                TimeoutFuture::new(0).await;
            }
            let (text, result) = match line {
                Ok(text) => {
                    let result = (bench.reader.describe)(&text);
                    (text, result)
                }
                Err(problem) => (String::new(), Err(problem)),
            };
            choices.push(Choice { number, text, result });
        }
        match choices.first() {
            Some(Choice { text, result: Ok(_), .. }) if single => open_line(bench, text),
            Some(Choice { number, result: Err(problem), .. }) if single => {
                found.try_set(Found::Problem(format!("{from}, line {number}: {problem}")));
            }
            _ => {
                found.try_set(Found::Choices { from, choices, more });
            }
        }
    });
}

/// Whether a text of several lines is JSONL, or one JSON value laid out over them.
enum Whole {
    Lines,
    Value(String),
    Broken(String),
}

fn whole(bytes: &[u8]) -> Whole {
    let Ok(text) = std::str::from_utf8(bytes) else { return Whole::Lines };
    let text = text.trim_start_matches('\u{feff}');
    let Some((first, _)) = text.trim().split_once('\n') else { return Whole::Lines };
    match base::json::parse(text) {
        // Line ends can stand only between tokens here, so they can be spaces as well.
        Ok(_) => Whole::Value(text.replace(['\r', '\n'], " ")),
        Err(_) if base::json::parse(first).is_ok() => Whole::Lines,
        Err(error) if first.trim_start().starts_with('{') && !first.trim_end().ends_with('}') => {
            let line = text[..error.offset].matches('\n').count() + 1;
            Whole::Broken(format!("line {line}: {error}"))
        }
        Err(_) => Whole::Lines,
    }
}

/// The number of a line in its file, and its text or why it has none.
type NumberedLine = (u64, Result<String, String>);

/// The first lines, and how many more there are.
fn split(bytes: &[u8]) -> (Vec<NumberedLine>, usize) {
    let (mut lines, mut more) = (Vec::new(), 0);
    let mut splitter = LineSplitter::new(LARGEST_FILE as usize);
    let mut each = |line: base::jsonl::Line<'_>| {
        if lines.len() < LISTED {
            lines.push((line.number, line.text.map(str::to_owned).map_err(|error| error.to_string())));
        } else {
            more += 1;
        }
    };
    splitter.push(bytes, &mut each);
    splitter.finish(&mut each);
    (lines, more)
}
