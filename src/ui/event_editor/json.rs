//! All events as JSON text.

use grids::model::draft::history;
use leptos::html;
use leptos::prelude::*;

use super::Editing;

/// The events as a text that is changed and applied as a whole.
#[component]
pub fn JsonEditor(editing: Editing) -> impl IntoView {
    let desk = editing.desk;
    let area = NodeRef::<html::Textarea>::new();
    // Until something is typed, the text follows the draft.
    Effect::new(move |previous: Option<String>| {
        desk.statuses.track();
        let current = desk.with_untracked(|draft| history::write(&draft.events));
        let follows = desk.events_text.with_untracked(|text| text.is_some() && *text == previous);
        if follows && previous.as_ref() != Some(&current) {
            desk.events_text.set(Some(current.clone()));
        }
        current
    });
    let text = move || desk.events_text.get().unwrap_or_default();
    let read = Memo::new(move |_| history::read(&text()));
    let off = Memo::new(move |_| {
        desk.statuses.track();
        desk.with_untracked(|draft| draft.events.iter().filter(|event| !event.on).count())
    });
    let close = move || {
        desk.events_text.set(None);
        editing.focus_selected();
    };
    let show = move |_| {
        let place = read.with_untracked(|read| read.as_ref().err().and_then(|refusal| refusal.place));
        if let (Some(area), Some(place)) = (area.get_untracked(), place) {
            let start = history::utf16(&untrack(text), place) as u32;
            let _ = area.focus();
            let _ = area.set_selection_range(start, start + 1);
        }
    };
    let apply = move |_| {
        if let Ok(written) = read.get_untracked()
            && editing.make(|draft| Some(draft.rewrite_events(written.events)), "Events changed.")
        {
            close();
        }
    };
    let outcome = move || match read.get() {
        Ok(written) => {
            let count = match written.events.len() {
                1 => "1 event.".to_owned(),
                count => format!("{count} events."),
            };
            let remark = written.remark.map(|remark| format!(" {remark}")).unwrap_or_default();
            // A history that is not valid can be applied: it plays up to there.
            let fault = desk.with_untracked(|draft| {
                let mut faults = written.events.iter().enumerate().filter_map(|(place, text)| Some((place, draft.fault(text)?)));
                faults.next().map(|(place, fault)| format!("Event {} is not valid: {fault}.", place + 1))
            });
            view! {
                <p class="hint">{count}{remark}</p>
                {fault.map(|fault| view! { <p class="problem">{fault}</p> })}
            }
            .into_any()
        }
        Err(refusal) => {
            let place = refusal.place.map(|place| format!("Line {}, column {}: ", place.line, place.column));
            let has_place = place.is_some();
            view! {
                <p class="problem" id="events-json-fault">{place}{refusal.detail}</p>
                {has_place.then(|| view! { <p class="tools"><button on:click=show>"Show"</button></p> })}
            }
            .into_any()
        }
    };
    let switched_off = move || match off.get() {
        0 => None,
        1 => Some("1 event is switched off; it stays so while its text stays as it is.".to_owned()),
        off => Some(format!("{off} events are switched off; they stay so while their text stays as it is.")),
    };
    view! {
        <div class="entry">
            <label for="events-json">"All events as JSON, one on each line"</label>
            <textarea
                id="events-json"
                rows="12"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                node_ref=area
                aria-invalid=move || read.with(Result::is_err).to_string()
                aria-describedby=move || read.with(Result::is_err).then_some("events-json-fault")
                prop:value=text
                on:input:target=move |event| desk.events_text.set(Some(event.target().value()))
            ></textarea>
        </div>
        <div aria-live="polite">{outcome}</div>
        {move || switched_off().map(|text| view! { <p class="hint">{text}</p> })}
        <p class="tools">
            <button
                class="primary"
                aria-disabled=move || (read.with(Result::is_err) || !desk.may_change()).to_string()
                on:click=apply
            >
                "Apply"
            </button>
            <button on:click=move |_| close()>"Cancel"</button>
        </p>
    }
}
