//! Pasting: what a text was taken for, before it replaces anything.

use gloo::file::{Blob, futures::read_as_bytes};
use grids::model::draft::Surface;
use grids::model::draft::offer::{Offer, Offers, Target};
use grids::model::draft::paste::{Pasted, Refusal, recognise};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;

use super::dialog::Dialog;
use super::open::LARGEST_FILE;
use super::thumbnail::Thumbnail;
use crate::address::Tab;
use crate::desk::Desk;
use crate::state::{self, MOST_CELLS};

/// The largest world of which a picture is drawn.
const MOST_DRAWN: usize = 4096;
/// How many characters of a line are shown before and behind a place.
const AROUND: usize = 30;

/// The dialog.
#[component]
pub fn PasteDialog() -> impl IntoView {
    view! {
        <Dialog name=state::Dialog::Paste title="Paste">
            <PasteForm />
        </Dialog>
    }
}

type Understood = Result<(Pasted, Offers), Refusal>;

#[component]
fn PasteForm() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let unreadable = RwSignal::new(None::<String>);
    let target = move || {
        let bench = desk.bench;
        let on_predict = Tab::of(&window().location().pathname().unwrap_or_default()) == Some(Tab::Predict);
        let selected = desk.tools.selection.with_untracked(|selection| {
            let shape = bench.loaded.with_untracked(|loaded| loaded.instance.space.shape.clone());
            selection.as_ref().and_then(|selection| selection.region.clip(&shape)).map(|region| shape.cell(region.low()))
        });
        Target {
            surface: if on_predict { desk.surface.get_value() } else { Surface::Initial },
            cell: selected.or(bench.focus.get_untracked()).unwrap_or(0),
            plane: bench.plane.get_untracked(),
        }
    };
    let understood = Memo::new(move |_| {
        let text = desk.pasted.get();
        let read = |draft: &grids::model::draft::Draft| -> Understood {
            let pasted = recognise(&text, &draft.frame.space)?;
            let offers = draft.offers(&text, &pasted, target(), MOST_CELLS);
            Ok((pasted, offers))
        };
        (!text.trim().is_empty()).then(|| Arc::new(desk.with(read)))
    });
    let input = NodeRef::<html::Input>::new();
    let chosen = move |_| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            read_file(desk, file, unreadable);
        }
        // The same file can be chosen again after it has been mended.
        input.set_value("");
    };
    view! {
        <p>
            "Rows from a spreadsheet, a list of numbers as Python writes it, an answer with prose around it, an instance, or events."
        </p>
        <label class="field">
            "Text"
            <textarea
                rows="8"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                prop:value=desk.pasted
                on:input:target=move |event| {
                    unreadable.set(None);
                    desk.pasted.set(event.target().value());
                }
            ></textarea>
        </label>
        <label class="field">
            "Or a file"
            <input type="file" accept=".json,.jsonl,.csv,.tsv,.txt,text/*,application/json" node_ref=input on:change=chosen />
        </label>
        <div class="understood" aria-live="polite">
            {move || unreadable.get().map(|problem| view! { <p class="problem">{problem}</p> })}
            {move || {
                understood.get().map(|understood| match &*understood {
                    Ok((pasted, offers)) => view! { <Recognised pasted=pasted.clone() offers=offers.clone() /> }.into_any(),
                    Err(refusal) => view! { <Refused refusal=refusal.clone() /> }.into_any(),
                })
            }}
        </div>
    }
}

/// What a text says, and what can be done with it.
#[component]
fn Recognised(pasted: Pasted, offers: Offers) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let Offers { remarks, offers, is_instance } = offers;
    let open = move |_| {
        let opened = (desk.bench.reader.open)(&desk.pasted.get_untracked());
        let is_open = opened.is_ok();
        desk.bench.open_or_say(opened, 0);
        match is_open {
            true => finish(desk),
            // What the page says of it stands behind the dialog. The text stays in it.
            false => desk.bench.dialog.set(None),
        }
    };
    view! {
        <p>
            <strong>"Recognised: "</strong>
            {pasted.sentence}
        </p>
        {remarks.into_iter().map(|remark| view! { <p>{remark}</p> }).collect_view()}
        <ul class="offers">
            {offers.into_iter().enumerate().map(|(place, offer)| view! { <OfferView offer likely={place == 0} /> }).collect_view()}
            {is_instance.then(|| view! {
                <li>
                    <button on:click=open>"Open as another draft"</button>
                    <p class="hint">"This one stays as it is."</p>
                </li>
            })}
        </ul>
    }
}

#[component]
fn OfferView(
    offer: Offer,
    /// Whether it is the likeliest.
    likely: bool,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let Offer { label, effect, step, picture } = offer;
    let picture = picture.filter(|(world, _)| world.cells().len() <= MOST_DRAWN);
    let picture = picture.map(|(world, colours)| view! { <Thumbnail world colours /> });
    let take = move |_| {
        if untrack(|| desk.may_change()) {
            desk.make(|_| step.clone());
            finish(desk);
        }
    };
    view! {
        <li>
            {picture}
            <button class:primary=likely aria-disabled=move || (!desk.may_change()).to_string() on:click=take>
                {label}
            </button>
            <p class="hint">{effect}</p>
        </li>
    }
}

/// Something was done with the text. One with which nothing was done is still there when the dialog is opened again.
fn finish(desk: Desk) {
    desk.bench.dialog.set(None);
    desk.pasted.set(String::new());
}

/// Why a text is not taken, and where.
#[component]
fn Refused(refusal: Refusal) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let excerpt = refusal.place.map(|place| {
        let text = desk.pasted.get_untracked();
        let (before, after) = text.split_at_checked(place.offset).unwrap_or((&text, ""));
        let line = |c: &char| *c != '\n' && *c != '\r';
        let mut lead: Vec<char> = before.chars().rev().take_while(line).take(AROUND).collect();
        lead.reverse();
        let token = |c: &char| !c.is_whitespace() && !",;[](){}".contains(*c);
        let mut marked: String = after.chars().take_while(token).take(AROUND).collect();
        if marked.is_empty() {
            marked.extend(after.chars().next().filter(line));
        }
        let rest: String = after.chars().skip(marked.chars().count()).take_while(line).take(AROUND).collect();
        let marked = if marked.is_empty() { "(end)".to_owned() } else { marked };
        view! {
            <p class="excerpt">
                <code>{lead.into_iter().collect::<String>()}<mark>{marked}</mark>{rest}</code>
            </p>
        }
    });
    view! {
        <p class="problem">
            <strong>"Not taken. "</strong>
            {format!("It was {refusal}.")}
        </p>
        {excerpt}
    }
}

fn read_file(desk: Desk, file: web_sys::File, unreadable: RwSignal<Option<String>>) {
    let name = file.name();
    if file.size() > LARGEST_FILE {
        unreadable.set(Some(format!("{name} is larger than 32 MB; this page opens files of up to that size.")));
        return;
    }
    let blob = Blob::from(web_sys::Blob::from(file));
    spawn_local(async move {
        let text = match read_as_bytes(&blob).await {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| format!("{name} is no text: found bytes that are not UTF-8")),
            Err(error) => Err(format!("{name} could not be read: {error}")),
        };
        match text {
            Ok(text) => desk.pasted.set(text),
            Err(problem) => {
                unreadable.try_set(Some(problem));
            }
        }
    });
}
