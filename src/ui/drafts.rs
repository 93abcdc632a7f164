//! The drafts in this browser: the dialog that lists them, and what is shown in place of one that is not there.

use gloo::file::{Blob, futures::read_as_bytes};
use grids::model::draft::Draft;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::hooks::use_location;

use super::saving::export;
use super::time;
use crate::address::{self, Origin};
use crate::desk::store::{Card, StoreError};
use crate::desk::{self, Desk, Shelved};
use crate::state::Dialog;

/// How many drafts are listed before the reader asks for all.
const LISTED: usize = 50;
/// From how many drafts on they can be searched.
const MANY: usize = 8;

/// What the dialog shows and does.
#[derive(Clone, Copy)]
struct List {
    desk: Desk,
    /// Every draft in the order in which it was found; those deleted in this dialog keep their place.
    cards: RwSignal<Vec<Card>>,
    /// What was deleted earlier and can be restored.
    bin: RwSignal<Vec<Card>>,
    /// Why the drafts could not be read; nothing until that was tried.
    read: RwSignal<Option<Result<(), StoreError>>>,
    /// The draft whose name is being changed.
    renaming: RwSignal<Option<String>>,
    /// The draft that gets the focus when its row is drawn.
    focus: StoredValue<Option<String>>,
    /// What has come of the last press of a button.
    said: RwSignal<Option<Result<String, String>>>,
}

impl List {
    fn new(desk: Desk) -> List {
        let list = List {
            desk,
            cards: RwSignal::new(Vec::new()),
            bin: RwSignal::new(Vec::new()),
            read: RwSignal::new(None),
            renaming: RwSignal::new(None),
            focus: StoredValue::new(None),
            said: RwSignal::new(None),
        };
        spawn_local(list.read_all());
        list
    }

    async fn read_all(self) {
        let cards = match desk::store().await {
            Ok(store) => store.cards().await,
            Err(error) => Err(error),
        };
        // The dialog may have been closed meanwhile.
        if self.read.is_disposed() {
            return;
        }
        match cards {
            Ok(cards) => {
                let (bin, cards) = cards.into_iter().partition(|card| card.deleted.is_some());
                self.bin.set(bin);
                self.cards.set(cards);
                self.read.set(Some(Ok(())));
            }
            Err(error) => self.read.set(Some(Err(error))),
        }
    }

    /// Does something with the store, and says what has come of it.
    fn carry_out(
        self,
        done: String,
        work: impl Future<Output = Result<(), StoreError>> + 'static,
        then: impl FnOnce() + 'static,
    ) {
        spawn_local(async move {
            let result = work.await;
            if self.said.is_disposed() {
                return;
            }
            match result {
                Ok(()) => {
                    then();
                    self.said.set(Some(Ok(done)));
                }
                Err(StoreError::Taken) => self.said.set(Some(Err("It is open in another tab. Close it there first.".to_owned()))),
                Err(error) => self.said.set(Some(Err(format!("This could not be done: {error}.")))),
            }
        });
    }

    fn change(self, key: &str, change: impl FnOnce(&mut Card)) {
        self.cards.update(|cards| {
            if let Some(card) = cards.iter_mut().find(|card| card.key == key) {
                change(card);
            }
        });
    }

    fn open(self, key: String) {
        let desk = self.desk;
        spawn_local(async move {
            if !desk.has_open(&key) {
                desk.open(&key).await;
            }
            desk.bench.dialog.set(None);
        });
    }

    fn rename(self, key: String, name: &str) {
        self.renaming.set(None);
        self.focus.set_value(Some(key.clone()));
        let name = name.trim().to_owned();
        if name.is_empty() {
            self.said.set(Some(Err("found no name, expected one; the old one stays".to_owned())));
            return;
        }
        self.change(&key, |card| card.name.clone_from(&name));
        let done = format!("Renamed to “{name}”.");
        self.carry_out(done, async move { self.desk.rename(&key, &name).await }, || ());
    }

    fn duplicate(self, card: Card) {
        let name = self.cards.with_untracked(|cards| copy_name(&card.name, cards));
        let done = format!("Made “{name}”.");
        let copy = async move {
            let key = desk::store().await?.duplicate(&card.key, &name).await?;
            self.focus.try_set_value(Some(key));
            self.read_all().await;
            Ok(())
        };
        self.carry_out(done, copy, || ());
    }

    fn export(self, key: String) {
        let desk = self.desk;
        spawn_local(async move {
            let draft = match desk.has_open(&key) {
                // What is not saved yet goes along.
                true => Ok((desk.with_untracked(Draft::clone), desk.name())),
                false => desk::stored(&key).await,
            };
            let saved = draft.and_then(|(draft, name)| export(&draft, &name));
            self.said.try_set(saved.err().map(|problem| Err(format!("The draft could not be exported: {problem}."))));
        });
    }

    fn delete(self, card: Card) {
        let (key, deleted) = (card.key.clone(), card.key.clone());
        self.carry_out(format!("Deleted “{}”.", card.name), async move { self.desk.delete(&key).await }, move || {
            self.focus.set_value(Some(deleted.clone()));
            self.change(&deleted, |card| card.deleted = Some(js_sys::Date::now() as u64));
        });
    }

    fn restore(self, card: Card) {
        let (key, name, restored) = (card.key.clone(), card.name.clone(), card.key);
        self.carry_out(format!("“{name}” is back."), async move { desk::store().await?.restore(&key).await }, move || {
            self.focus.set_value(Some(restored.clone()));
            let found = self.bin.try_update(|bin| bin.extract_if(.., |card| card.key == restored).next()).flatten();
            match found {
                Some(card) => self.cards.update(|cards| cards.insert(0, Card { deleted: None, ..card })),
                None => self.change(&restored, |card| card.deleted = None),
            }
        });
    }

    /// Opens the file of a draft, which then is one of this browser.
    fn import(self, file: web_sys::File) {
        let (name, blob) = (file.name(), Blob::from(web_sys::Blob::from(file)));
        spawn_local(async move {
            let read = read_as_bytes(&blob).await.map_err(|error| error.to_string());
            let text = read.and_then(|bytes| {
                String::from_utf8(bytes).map_err(|_| "found bytes that are no text, expected JSON in UTF-8".to_owned())
            });
            let bench = self.desk.bench;
            let loaded = text.and_then(|text| (bench.reader.open)(text.trim_start_matches('\u{feff}')));
            if self.said.is_disposed() {
                return;
            }
            match loaded {
                Ok(loaded) => {
                    bench.open(loaded, 0);
                    bench.dialog.set(None);
                }
                Err(problem) => self.said.set(Some(Err(format!("{name} could not be opened: {problem}.")))),
            }
        });
    }
}

/// The name of a copy: that of the draft with a number that no other one has.
fn copy_name(name: &str, cards: &[Card]) -> String {
    let stem = name.rsplit_once(" (copy").filter(|(_, end)| end.ends_with(')')).map_or(name, |(stem, _)| stem);
    let numbered = |number: usize| match number {
        1 => format!("{stem} (copy)"),
        number => format!("{stem} (copy {number})"),
    };
    // One of so many is free.
    let free = (1..=cards.len() + 1).map(numbered).find(|name| cards.iter().all(|card| card.name != *name));
    free.unwrap_or_else(|| numbered(1))
}

/// What the dialog holds.
#[component]
pub fn Drafts() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let list = List::new(desk);
    let (sought, all) = (RwSignal::new(String::new()), RwSignal::new(false));
    let found = Memo::new(move |_| {
        let sought = sought.get().to_lowercase();
        let fits = |card: &&Card| format!("{} {}", card.name, card.progress.facts).to_lowercase().contains(&sought);
        list.cards.with(|cards| cards.iter().filter(fits).cloned().collect::<Vec<_>>())
    });
    let rows = move || {
        let mut rows = found.get();
        if !all.get() {
            rows.truncate(LISTED);
        }
        rows
    };
    let input = NodeRef::<html::Input>::new();
    let chosen = move |_| {
        let Some(input) = input.get() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            list.import(file);
        }
        // The same file can be chosen again after it has been mended.
        input.set_value("");
    };
    view! {
        <div class="drafts">
            <p class="hint">
                "The first change to anything makes a draft of it. Drafts are kept in this browser alone; to take one elsewhere, export it."
            </p>
            <p class="tools">
                <button on:click=move |_| desk.bench.dialog.set(Some(Dialog::New))>"New world…"</button>
                <button on:click=move |_| {
                    if let Some(input) = input.get() {
                        input.click();
                    }
                }>"Import a draft…"</button>
                <input type="file" class="unseen" tabindex="-1" aria-label="A draft's file" accept=".json,application/json" node_ref=input on:change=chosen />
            </p>
            <div role="status">
                {move || match list.said.get() {
                    None => ().into_any(),
                    Some(Ok(done)) => view! { <p>{done}</p> }.into_any(),
                    Some(Err(problem)) => view! { <p class="problem">{problem}</p> }.into_any(),
                }}
            </div>
            {move || shelf_view(list)}
            {move || match list.read.get() {
                None => view! { <p class="loading">"Reading…"</p> }.into_any(),
                Some(Err(error)) => view! { <p class="problem">{format!("The drafts could not be read: {error}.")}</p> }.into_any(),
                Some(Ok(())) if list.cards.with(Vec::is_empty) => {
                    view! {
                        <p>
                            "There are no drafts yet. Change a world or an event on Edit, or enter a prediction on Predict, and it is kept from the first \
                             stroke on: close the tab whenever you like, and go on here."
                        </p>
                    }
                        .into_any()
                }
                Some(Ok(())) => ().into_any(),
            }}
            {move || {
                (list.cards.with(Vec::len) >= MANY)
                    .then(|| {
                        view! {
                            <label class="field">
                                "Find by name or shape"
                                <input
                                    type="text"
                                    autocomplete="off"
                                    prop:value=sought
                                    on:input:target=move |event| sought.set(event.target().value())
                                />
                            </label>
                        }
                    })
            }}
            <ul class="draft-list">
                <For each=rows key=|card| (card.key.clone(), card.name.clone(), card.deleted.is_some()) children=move |card| row(list, card) />
            </ul>
            {move || {
                let found = found.with(Vec::len);
                (found > LISTED && !all.get())
                    .then(|| view! { <button on:click=move |_| all.set(true)>{format!("Show all {found}")}</button> })
            }}
            {move || bin_view(list)}
        </div>
    }
}

/// One draft, or in its place that it was deleted.
fn row(list: List, card: Card) -> AnyView {
    if card.deleted.is_some() {
        return view! { <li class="draft deleted">{undo_view(list, card)}</li> }.into_any();
    }
    let key = StoredValue::new(card.key.clone());
    let renaming = Memo::new(move |_| list.renaming.with(|renaming| key.with_value(|key| renaming.as_ref() == Some(key))));
    let is_open = {
        let key = card.key.clone();
        move || list.desk.card.with(|open| open.as_ref().is_some_and(|open| open.key == key))
    };
    let Card { name, progress, .. } = card.clone();
    let changes = match progress.changes {
        1 => "1 change".to_owned(),
        changes => format!("{changes} changes"),
    };
    let work = format!("Changed {}, {changes}, {} at it", time::moment(progress.changed), time::span(progress.active));
    let card = StoredValue::new(card);
    let named = {
        let name = name.clone();
        move |what: &'static str| view! { {what}<span class="unseen">{format!(" {name}")}</span> }
    };
    let open = NodeRef::<html::Button>::new();
    open.on_load(move |button| focus_if(list, key, &button));
    let name_view = move || {
        if renaming.get() {
            view! { <NameField list key name=card.with_value(|card| card.name.clone()) /> }.into_any()
        } else {
            let is_open = is_open.clone();
            view! {
                <p>
                    <strong>{card.with_value(|card| card.name.clone())}</strong>
                    {move || is_open().then(|| view! { " " <mark>"open"</mark> })}
                </p>
            }
            .into_any()
        }
    };
    view! {
        <li class="draft">
            <div>
                {name_view} <p class="facts">{progress.facts}</p> <p class="facts">{work}</p>
            </div>
            <p class="tools">
                <button node_ref=open on:click=move |_| list.open(key.get_value())>
                    {named("Open")}
                </button>
                <button on:click=move |_| list.renaming.set(Some(key.get_value()))>{named("Rename")}</button>
                <button on:click=move |_| list.duplicate(card.get_value())>{named("Duplicate")}</button>
                <button on:click=move |_| list.export(key.get_value())>{named("Export")}</button>
                <button on:click=move |_| list.delete(card.get_value())>{named("Delete")}</button>
            </p>
        </li>
    }
    .into_any()
}

/// Gives a button the focus if it is the one that a reader goes on with.
fn focus_if(list: List, key: StoredValue<String>, button: &web_sys::HtmlElement) {
    let wanted = list.focus.with_value(|focus| key.with_value(|key| focus.as_ref() == Some(key)));
    if wanted {
        list.focus.set_value(None);
        let _ = button.focus();
    }
}

#[component]
fn NameField(list: List, key: StoredValue<String>, name: String) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    field.on_load(|field| {
        let _ = field.focus();
        field.select();
    });
    let leave = move |name: Option<String>| match name {
        Some(name) => list.rename(key.get_value(), &name),
        None => list.renaming.set(None),
    };
    view! {
        <form
            class="tools"
            on:submit=move |event| {
                event.prevent_default();
                leave(field.get_untracked().map(|field| field.value()));
            }
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    // Not the dialog as well.
                    event.prevent_default();
                    leave(None);
                }
            }
        >
            <input type="text" aria-label="Name" autocomplete="off" maxlength="120" node_ref=field value=name />
            <button type="submit">"Keep the name"</button>
        </form>
    }
}

fn undo_view(list: List, card: Card) -> AnyView {
    let name = card.name.clone();
    let key = StoredValue::new(card.key.clone());
    let undo = NodeRef::<html::Button>::new();
    undo.on_load(move |button| focus_if(list, key, &button));
    view! {
        <p>{format!("Deleted “{name}”.")}</p>
        <p class="tools">
            <button node_ref=undo on:click=move |_| list.restore(card.clone())>
                "Undo"
                <span class="unseen">{format!(" the deletion of {name}")}</span>
            </button>
        </p>
    }
    .into_any()
}

/// What was deleted before and can still be restored.
fn bin_view(list: List) -> AnyView {
    let bin = list.bin.get();
    if bin.is_empty() {
        return ().into_any();
    }
    view! {
        <details>
            <summary>{format!("Deleted in the last 24 hours: {}", bin.len())}</summary>
            <ul class="draft-list">
                {bin
                    .into_iter()
                    .map(|card| view! { <li class="draft deleted">{undo_view(list, card)}</li> })
                    .collect_view()}
            </ul>
        </details>
    }
    .into_any()
}

/// What could not be saved and is not open.
fn shelf_view(list: List) -> AnyView {
    let shelf = list.desk.shelf.get();
    if shelf.is_empty() {
        return ().into_any();
    }
    let item = |Shelved { card, editor, failed }: Shelved| {
        let is_failed = failed.is_some();
        let why = failed.map_or_else(|| "It is being saved.".to_owned(), |failed| format!("Not saved: {failed}."));
        let (key, dropped, name) = (card.key.clone(), card.key.clone(), card.name.clone());
        let save = move |_| {
            if let Err(problem) = export(editor.draft(), &name) {
                list.said.set(Some(Err(problem)));
            }
        };
        view! {
            <li class="draft">
                <div>
                    <p>
                        <strong>{card.name}</strong>
                    </p>
                    <p class="facts">{card.progress.facts}</p>
                    <p class="facts">{why}</p>
                </div>
                <p class="tools">
                    <button on:click=move |_| list.open(key.clone())>"Open"</button>
                    <button on:click=save>"Export"</button>
                    {is_failed.then(|| view! { <button on:click=move |_| list.desk.discard(&dropped)>"Discard"</button> })}
                </p>
            </li>
        }
    };
    view! {
        <section aria-labelledby="shelf-title">
            <h3 id="shelf-title">"Only in this tab's memory"</h3>
            <ul class="draft-list">{shelf.into_iter().map(item).collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// A page, unless the address names a draft that could not be opened; then that is said in its place, and what can be done.
pub fn unless_missing(page: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    let desk = expect_context::<Desk>();
    let location = use_location();
    // Whoever goes to another address is shown what it names.
    let missing = Memo::new(move |_| {
        let (key, problem) = desk.missing.get()?;
        (address::read(&location).0 == Some(Origin::Draft(key))).then_some(problem)
    });
    (move || match missing.get() {
        Some(problem) => view! { <Missing problem /> }.into_any(),
        None => page(),
    })
    .into_any()
}

#[component]
fn Missing(problem: String) -> impl IntoView {
    let desk = expect_context::<Desk>();
    view! {
        <section class="not-found no-draft" role="alert">
            <h1>"This draft could not be opened"</h1>
            <p>{format!("The address names a draft: {problem}.")}</p>
            <p>"A draft stays in the browser where it was made, and a private window forgets it. If it was exported, import its file."</p>
            <p class="tools">
                <button on:click=move |_| desk.bench.dialog.set(Some(Dialog::Drafts))>"Show the drafts of this browser"</button>
                <a href=address::front()>"Go to the front page"</a>
            </p>
        </section>
    }
}
