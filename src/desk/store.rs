//! Drafts in this browser. What a draft is, the store does not know: it keeps bytes.
//!
//! A draft is a *base*, the whole of it at one moment, and a *journal* of what was done since, one entry after the other. Entries
//! are numbered from the beginning of the draft, so numbers go on when a base takes the place of older entries. Two tabs that
//! write to the same draft cannot mix: an entry is added only where there is none, and whoever comes second is told
//! ([`StoreError::Taken`]). Everything written is read back before it counts as saved.
//!
//! | Object store | Key | Value |
//! | --- | --- | --- |
//! | `drafts` | draft | JSON: its [`Card`] without key and progress |
//! | `progress` | draft | JSON: its [`Progress`], which is written with each entry, without reading the card |
//! | `bases` | draft, number of the first entry after it | bytes |
//! | `journal` | draft, number | bytes |

use js_sys::{Array, Date, Math, Reflect, Uint8Array};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DomException, IdbKeyRange, IdbRequest, IdbTransaction};

use super::database::{Database, answer, commit, finished, whole, words};

/// Other pages on the same host share its databases.
const DATABASE: &str = "gridbench";
const DRAFTS: &str = "drafts";
const PROGRESS: &str = "progress";
const BASES: &str = "bases";
const JOURNAL: &str = "journal";
const ALL: [&str; 4] = [DRAFTS, PROGRESS, BASES, JOURNAL];
/// How long a deleted draft can be restored, in milliseconds.
const RESTORABLE: u64 = 24 * 60 * 60 * 1000;

/// Why something is not saved, or cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The browser refuses storage to the page, and what it says.
    Blocked(String),
    /// There is no room left.
    Full,
    /// What was stored is gone or is not what was written: what was found.
    Lost(String),
    /// Another tab has written to the draft.
    Taken,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Blocked(reason) => {
                write!(f, "found that the browser's storage is blocked ({reason}), expected a place for drafts")
            }
            StoreError::Full => f.write_str("found the browser's storage full, expected room for the latest changes"),
            StoreError::Lost(found) => write!(f, "found {found}, expected the draft as it was saved"),
            StoreError::Taken => {
                f.write_str("found changes from another tab, expected this tab to be the only one that changes the draft")
            }
        }
    }
}

impl std::error::Error for StoreError {}

impl From<JsValue> for StoreError {
    /// What the database says to a request or a transaction.
    fn from(error: JsValue) -> StoreError {
        match error.dyn_ref::<DomException>().map(DomException::name).as_deref() {
            Some("QuotaExceededError") => StoreError::Full,
            // A key was to be added that is there already.
            Some("ConstraintError") => StoreError::Taken,
            _ => StoreError::Lost(format!("trouble in the browser's storage ({})", words(&error))),
        }
    }
}

/// What the list of drafts shows of one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Card {
    /// Its key in the store.
    #[serde(skip)]
    pub key: String,
    /// What its author calls it.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
    /// The address below the base that it was opened from.
    pub from: String,
    /// When it was deleted, in milliseconds since 1970.
    pub deleted: Option<u64>,
    /// How far it is.
    #[serde(skip)]
    pub progress: Progress,
}

/// What changes about a draft with each entry of its journal.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// When it was last changed, in milliseconds since 1970.
    pub changed: u64,
    /// How long its author has been at it, in milliseconds.
    pub active: u64,
    /// How many changes have been made to it.
    pub changes: u32,
    /// How many events its author has worked through while predicting.
    pub worked: u32,
    /// Whether its author has seen the reference.
    pub revealed: bool,
    /// One line about what it is.
    pub facts: String,
}

/// A draft as it was stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// What the list shows of it.
    pub card: Card,
    /// The whole of it at one moment.
    pub base: Vec<u8>,
    /// What was done since, in order.
    pub entries: Vec<Rc<[u8]>>,
    /// Where the next entry goes.
    pub place: Place,
}

/// Where a writer stands in the journal of a draft.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The draft.
    key: String,
    /// The number of the first entry after the base.
    base: u32,
    /// The number of the next entry.
    next: u32,
}

impl Place {
    /// How many entries there are since the base.
    pub fn entries(&self) -> usize {
        (self.next - self.base) as usize
    }

    /// Where the next entry goes when a new base and some entries have taken the place of everything.
    fn after_base(&self, entries: usize) -> Place {
        Place { base: self.next, ..self.after(entries) }
    }

    fn after(&self, entries: usize) -> Place {
        Place { next: self.next + entries as u32, ..self.clone() }
    }
}

/// The drafts in this browser.
#[derive(Clone)]
pub struct Store {
    database: Rc<Database>,
    asked_to_stay: Rc<Cell<bool>>,
}

impl Store {
    /// Opens the store, and removes what was deleted long ago.
    pub async fn open() -> Result<Store, StoreError> {
        let database = Database::open(DATABASE, &ALL).await?;
        let store = Store { database, asked_to_stay: Rc::default() };
        // What cannot be removed now is removed another time.
        let _ = store.purge(now().saturating_sub(RESTORABLE)).await;
        Ok(store)
    }

    /// Calls `tell` whenever the browser takes the database away. What is stored may be gone, or may be there again at once.
    pub fn on_lost(&self, tell: impl Fn() + 'static) {
        self.database.on_lost(tell);
    }

    /// All drafts but deleted ones, the last changed first.
    pub async fn list(&self) -> Result<Vec<Card>, StoreError> {
        let mut cards = self.cards().await?;
        cards.retain(|card| card.deleted.is_none());
        Ok(cards)
    }

    /// All drafts, the last changed first, and those that were deleted and can be restored.
    pub async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        self.database.connect().await?;
        let transaction = self.database.read(&[DRAFTS, PROGRESS])?;
        let [drafts, progress] = [Rows::ask(&transaction, DRAFTS, None)?, Rows::ask(&transaction, PROGRESS, None)?];
        finished(&transaction).await?;
        let mut progress: HashMap<_, _> = progress.read().map(|(key, value)| (key.as_string(), value)).collect();
        let mut cards: Vec<Card> = drafts
            .read()
            .map(|(key, value)| read_card(&key, &value, &progress.remove(&key.as_string()).unwrap_or_default()))
            .collect();
        cards.sort_by(|a, b| b.progress.changed.cmp(&a.progress.changed).then_with(|| a.key.cmp(&b.key)));
        Ok(cards)
    }

    /// Keeps a new draft under the key on its card ([`new_key`]). One that was lost can be kept again under its key.
    pub async fn create(&self, card: &Card, base: &[u8], entries: &[Rc<[u8]>]) -> Result<Place, StoreError> {
        self.ask_to_stay();
        self.database.connect().await?;
        let place = Place { key: card.key.clone(), base: 0, next: 0 };
        let transaction = self.database.write(&ALL)?;
        let add = || {
            transaction.object_store(DRAFTS)?.add_with_key(&json(card), &card.key.as_str().into())?;
            replace(&transaction, &place, base, entries, &card.progress)
        };
        let place = whole(&transaction, add())?;
        finished(&transaction).await?;
        if self.holds(&place, base, entries).await? { Ok(place) } else { Err(other_changes()) }
    }

    /// A draft. Nothing if there is none under this key or it was deleted.
    pub async fn load(&self, key: &str) -> Result<Option<Kept>, StoreError> {
        self.database.connect().await?;
        let transaction = self.database.read(&ALL)?;
        let card = transaction.object_store(DRAFTS)?.get(&key.into())?;
        let progress = transaction.object_store(PROGRESS)?.get(&key.into())?;
        let bases = Rows::ask(&transaction, BASES, Some(since(key, 0)?))?;
        let entries = Rows::ask(&transaction, JOURNAL, Some(since(key, 0)?))?;
        finished(&transaction).await?;
        let card = card.result()?;
        if card.is_undefined() {
            return Ok(None);
        }
        let card = read_card(&key.into(), &card, &progress.result()?);
        if card.deleted.is_some() {
            return Ok(None);
        }
        let Some((number, base)) = bases.read().last() else {
            return Err(StoreError::Lost("a draft without its beginning".to_owned()));
        };
        let base_number = number_of(&number);
        // Before the base there may be what a tab has written that did not know of it.
        let entries: Vec<_> = entries
            .read()
            .filter(|(number, _)| number_of(number) >= base_number)
            .map(|(_, entry)| bytes(&entry).into())
            .collect();
        let place = Place { key: key.to_owned(), base: base_number, next: base_number + entries.len() as u32 };
        Ok(Some(Kept { card, base: bytes(&base), entries, place }))
    }

    /// Adds entries to a journal, and returns where the next one goes.
    ///
    /// The browser has everything when this returns, and stores it even if the tab ends a moment later; the future only waits for
    /// it, and reads it back. Entries that are there already, from an attempt that was thought to have failed, are not added again.
    pub fn append(
        &self,
        place: &Place,
        entries: &[Rc<[u8]>],
        progress: &Progress,
    ) -> impl Future<Output = Result<Place, StoreError>> + use<> {
        let started = self.add(place, entries, progress);
        let (store, place, entries, progress) = (self.clone(), place.clone(), entries.to_vec(), progress.clone());
        async move {
            let started = match started {
                Err(_) if !store.database.is_connected() => {
                    store.database.connect().await?;
                    store.add(&place, &entries, &progress)
                }
                started => started,
            };
            match finished(&started?).await {
                Err(StoreError::Taken) => {
                    let (next, rest) = store.skip(&place, &entries).await?;
                    finished(&store.add(&next, rest, &progress)?).await?;
                }
                result => result?,
            }
            store.check(&place, &entries).await?;
            Ok(place.after(entries.len()))
        }
    }

    /// Puts a new base and entries in the place of all that there was, and returns where the next entry goes.
    pub async fn compact(
        &self,
        place: &Place,
        base: &[u8],
        entries: &[Rc<[u8]>],
        progress: &Progress,
    ) -> Result<Place, StoreError> {
        self.database.connect().await?;
        let transaction = self.database.write(&[PROGRESS, BASES, JOURNAL])?;
        let bases = transaction.object_store(BASES)?.get_all_keys_with_key(&since(&place.key, 0)?)?;
        let entries_ahead = transaction.object_store(JOURNAL)?.get_all_keys_with_key(&since(&place.key, place.next)?)?;
        answer(&bases).await?;
        let ahead = Array::from(&answer(&entries_ahead).await?);
        let last = Array::from(&bases.result()?).pop();
        if number_of(&last) != place.base || ahead.length() > 0 {
            // It may be there already, from an attempt that was thought to have failed.
            let after = place.after_base(entries.len());
            return if self.holds(&after, base, entries).await? { Ok(after) } else { Err(StoreError::Taken) };
        }
        let after = whole(&transaction, replace(&transaction, place, base, entries, progress))?;
        finished(&transaction).await?;
        if self.holds(&after, base, entries).await? { Ok(after) } else { Err(other_changes()) }
    }

    /// Gives a draft another name.
    pub async fn rename(&self, key: &str, name: &str) -> Result<(), StoreError> {
        self.change(key, |card| card.name = name.to_owned()).await
    }

    /// Keeps a copy of a draft under another name, and returns its key.
    pub async fn duplicate(&self, key: &str, name: &str) -> Result<String, StoreError> {
        let kept = self.load(key).await?.ok_or_else(gone)?;
        let card = Card { key: new_key(), name: name.to_owned(), made: now(), ..kept.card };
        self.create(&card, &kept.base, &kept.entries).await?;
        Ok(card.key)
    }

    /// Deletes a draft. It can be restored for a day.
    pub async fn delete(&self, key: &str) -> Result<(), StoreError> {
        self.change(key, |card| card.deleted = Some(now())).await
    }

    /// Undoes a deletion.
    pub async fn restore(&self, key: &str) -> Result<(), StoreError> {
        self.change(key, |card| card.deleted = None).await
    }

    /// Removes for good what was deleted before a time in milliseconds since 1970.
    pub async fn purge(&self, before: u64) -> Result<(), StoreError> {
        self.database.connect().await?;
        let transaction = self.database.write(&ALL)?;
        let drafts = Rows::ask(&transaction, DRAFTS, None)?;
        let progress = transaction.object_store(PROGRESS)?.get_all_keys()?;
        answer(&drafts.keys).await?;
        answer(&drafts.values).await?;
        let progress = Array::from(&answer(&progress).await?);
        let (old, kept): (Vec<Card>, Vec<Card>) = drafts
            .read()
            .map(|(key, value)| read_card(&key, &value, &JsValue::UNDEFINED))
            .partition(|card| card.deleted.is_some_and(|deleted| deleted < before));
        let old = old.into_iter().map(|card| card.key);
        // A tab may have written to a draft that was gone.
        let stray = progress.iter().filter_map(|key| key.as_string()).filter(|key| kept.iter().all(|card| card.key != *key));
        let remove = || {
            for key in old.chain(stray) {
                for store in [DRAFTS, PROGRESS] {
                    transaction.object_store(store)?.delete(&key.as_str().into())?;
                }
                for store in [BASES, JOURNAL] {
                    transaction.object_store(store)?.delete(&since(&key, 0)?)?;
                }
            }
            Ok(())
        };
        whole(&transaction, remove())?;
        finished(&transaction).await
    }

    async fn change(&self, key: &str, change: impl FnOnce(&mut Card)) -> Result<(), StoreError> {
        self.database.connect().await?;
        let transaction = self.database.write(&[DRAFTS])?;
        let drafts = transaction.object_store(DRAFTS)?;
        let card = answer(&drafts.get(&key.into())?).await?;
        if card.is_undefined() {
            return Err(gone());
        }
        let mut card = read_card(&key.into(), &card, &JsValue::UNDEFINED);
        change(&mut card);
        drafts.put_with_key(&json(&card), &key.into())?;
        finished(&transaction).await
    }

    /// Adds entries. Everything is asked for at once and nothing of it depends on an answer, so that the tab may end.
    fn add(&self, place: &Place, entries: &[Rc<[u8]>], progress: &Progress) -> Result<IdbTransaction, StoreError> {
        let transaction = self.database.write(&[PROGRESS, JOURNAL])?;
        whole(&transaction, add_entries(&transaction, place, entries, progress))?;
        Ok(transaction)
    }

    /// What of some entries is not in the journal yet, and where it goes.
    async fn skip<'e>(&self, place: &Place, entries: &'e [Rc<[u8]>]) -> Result<(Place, &'e [Rc<[u8]>]), StoreError> {
        let transaction = self.database.read(&[JOURNAL])?;
        let stored = Rows::ask(&transaction, JOURNAL, Some(since(&place.key, place.next)?))?;
        finished(&transaction).await?;
        let stored: Vec<_> = stored.read().map(|(_, entry)| bytes(&entry)).collect();
        match entries.split_at_checked(stored.len()) {
            Some((ours, rest)) if ours.iter().map(|entry| &**entry).eq(stored.iter().map(Vec::as_slice)) => {
                Ok((place.after(stored.len()), rest))
            }
            _ => Err(StoreError::Taken),
        }
    }

    /// Reads back what was added at a place.
    async fn check(&self, place: &Place, entries: &[Rc<[u8]>]) -> Result<(), StoreError> {
        let transaction = self.database.read(&[DRAFTS, BASES, JOURNAL])?;
        let card = transaction.object_store(DRAFTS)?.get(&place.key.as_str().into())?;
        let bases = transaction.object_store(BASES)?.get_all_keys_with_key(&since(&place.key, 0)?)?;
        let stored = Rows::ask(&transaction, JOURNAL, Some(since(&place.key, place.next)?))?;
        finished(&transaction).await?;
        let card = card.result()?;
        if card.is_undefined() || read_card(&JsValue::UNDEFINED, &card, &JsValue::UNDEFINED).deleted.is_some() {
            return Err(gone());
        }
        if number_of(&Array::from(&bases.result()?).pop()) != place.base {
            return Err(StoreError::Taken);
        }
        let mut stored = stored.read().map(|(_, entry)| bytes(&entry));
        if !entries.iter().all(|entry| stored.next().as_deref() == Some(entry)) {
            return Err(other_changes());
        }
        stored.next().map_or(Ok(()), |_| Err(StoreError::Taken))
    }

    /// Whether a draft is just this.
    async fn holds(&self, place: &Place, base: &[u8], entries: &[Rc<[u8]>]) -> Result<bool, StoreError> {
        let kept = self.load(&place.key).await?.ok_or_else(gone)?;
        Ok(kept.place == *place && kept.base == base && kept.entries == entries)
    }

    /// Asks the browser not to clear away what the site has stored when room gets scarce. Some browsers ask their user, so it is
    /// done once, and when there is something to keep.
    fn ask_to_stay(&self) {
        let Some(navigator) = web_sys::window().map(|window| window.navigator()) else { return };
        // There is none on plain http, and the binding would not notice.
        let present = Reflect::get(&navigator, &"storage".into()).is_ok_and(|storage| storage.is_object());
        if present
            && !self.asked_to_stay.replace(true)
            && let Ok(answer) = navigator.storage().persist()
        {
            // Whatever the answer is, drafts are stored.
            spawn_local(async move { drop(JsFuture::from(answer).await) });
        }
    }
}

/// A key that no other draft has.
pub fn new_key() -> String {
    format!("{:x}-{:08x}", now(), (Math::random() * f64::from(u32::MAX)) as u32)
}

/// The records of an object store, or those in a range of keys.
struct Rows {
    keys: IdbRequest,
    values: IdbRequest,
}

impl Rows {
    fn ask(transaction: &IdbTransaction, store: &str, range: Option<JsValue>) -> Result<Rows, JsValue> {
        let (store, range) = (transaction.object_store(store)?, range.unwrap_or_default());
        Ok(Rows { keys: store.get_all_keys_with_key(&range)?, values: store.get_all_with_key(&range)? })
    }

    /// The keys and values, once the requests have been answered.
    fn read(&self) -> impl DoubleEndedIterator<Item = (JsValue, JsValue)> {
        let [keys, values] =
            [&self.keys, &self.values].map(|request| Array::from(&request.result().unwrap_or_default()).to_vec());
        keys.into_iter().zip(values)
    }
}

/// Puts a new base and entries in the place of all that a draft had.
fn replace(
    transaction: &IdbTransaction,
    place: &Place,
    base: &[u8],
    entries: &[Rc<[u8]>],
    progress: &Progress,
) -> Result<Place, JsValue> {
    for store in [BASES, JOURNAL] {
        transaction.object_store(store)?.delete(&since(&place.key, 0)?)?;
    }
    transaction.object_store(BASES)?.add_with_key(&Uint8Array::from(base), &numbered(&place.key, place.next))?;
    add_entries(transaction, place, entries, progress)?;
    Ok(place.after_base(entries.len()))
}

/// Adds entries to a journal, and ends the transaction.
fn add_entries(transaction: &IdbTransaction, place: &Place, entries: &[Rc<[u8]>], progress: &Progress) -> Result<(), JsValue> {
    let journal = transaction.object_store(JOURNAL)?;
    for (number, entry) in (place.next..).zip(entries) {
        journal.add_with_key(&Uint8Array::from(&**entry), &numbered(&place.key, number))?;
    }
    transaction.object_store(PROGRESS)?.put_with_key(&json(progress), &place.key.as_str().into())?;
    commit(transaction);
    Ok(())
}

fn numbered(key: &str, number: u32) -> JsValue {
    Array::of2(&key.into(), &number.into()).into()
}

/// The keys of what a draft has from a number on.
fn since(key: &str, number: u32) -> Result<JsValue, JsValue> {
    let end = Array::of2(&key.into(), &f64::INFINITY.into());
    IdbKeyRange::bound(&numbered(key, number), &end).map(JsValue::from)
}

fn number_of(key: &JsValue) -> u32 {
    Array::from(key).get(1).as_f64().unwrap_or_default() as u32
}

/// A card that cannot be read still stands for its draft.
fn read_card(key: &JsValue, card: &JsValue, progress: &JsValue) -> Card {
    Card { key: key.as_string().unwrap_or_default(), progress: read_json(progress), ..read_json(card) }
}

fn read_json<T: for<'de> Deserialize<'de> + Default>(value: &JsValue) -> T {
    value.as_string().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn json(value: &impl Serialize) -> JsValue {
    serde_json::to_string(value).unwrap_or_default().into()
}

fn bytes(value: &JsValue) -> Vec<u8> {
    value.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default()
}

pub fn now() -> u64 {
    Date::now() as u64
}

fn gone() -> StoreError {
    StoreError::Lost("no such draft any more".to_owned())
}

fn other_changes() -> StoreError {
    StoreError::Lost("other changes".to_owned())
}
