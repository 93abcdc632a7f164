//! Drafts in the browser: what was saved is there again, two tabs cannot mix, and what cannot be saved is said and kept.
//!
//! The application is no library that tests could use, so its modules are taken in here. Killed tabs, a full disk and other tabs
//! need a whole browser: they belong to the end-to-end tests.

#[path = "../../../src/desk/database.rs"]
mod database;
// Not all that the desk uses is tested alone.
#[allow(dead_code)]
#[path = "../../../src/desk/journal.rs"]
mod journal;
#[path = "../../../src/desk/lock.rs"]
mod lock;
#[path = "../../../src/desk/store.rs"]
mod store;

use gloo::timers::future::TimeoutFuture;
use js_sys::{Function, Object, Reflect};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use journal::{Journal, Saving};
use store::{Card, Place, Progress, Store, StoreError, new_key};

fn card(name: &str) -> Card {
    let progress = Progress { changed: 1, active: 2, changes: 0, facts: "\"2×2\"\n".to_owned(), ..Progress::default() };
    Card { key: new_key(), name: name.to_owned(), made: 1, from: "edit?step=1".to_owned(), deleted: None, progress }
}

fn progress(changes: u32) -> Progress {
    Progress { changed: u64::from(changes), active: 3, changes, facts: "3×3".to_owned(), ..Progress::default() }
}

fn entries(texts: &[&str]) -> Vec<Rc<[u8]>> {
    texts.iter().map(|text| text.as_bytes().into()).collect()
}

/// Checks that a draft is a base followed by entries, both as text, and returns where it ends.
async fn check(store: &Store, key: &str, expected: &str) -> Place {
    let kept = store.load(key).await.unwrap().unwrap();
    let parts = kept.entries.iter().map(|entry| &**entry);
    let found: Vec<_> = [kept.base.as_slice()].into_iter().chain(parts).map(String::from_utf8_lossy).collect();
    assert_eq!(found.join(" "), expected);
    kept.place
}

/// What a journal has reported last.
type Log = Rc<RefCell<Saving>>;

fn journal(store: &Store, place: Place) -> (Journal, Log) {
    let log = Log::default();
    let report = log.clone();
    (Journal::new(store, place, progress(0), move |saving| *report.borrow_mut() = saving), log)
}

/// Waits until a journal reports this. If it never does the runner ends the test.
async fn reported(log: &Log, expected: impl Fn(&Saving) -> bool) -> Saving {
    loop {
        if expected(&log.borrow()) {
            return log.borrow().clone();
        }
        TimeoutFuture::new(2).await;
    }
}

#[wasm_bindgen_test]
async fn what_was_pushed_is_there_again() {
    let store = Store::open().await.unwrap();
    let card = card("Näme");
    let place = store.create(&card, b"base", &[]).await.unwrap();
    let (journal, log) = journal(&store, place);
    for entry in ["a", "b", "c"] {
        journal.push(entry.as_bytes(), progress(3));
    }
    assert_eq!(journal.entries(), 3);
    assert_eq!(journal.saving().pending, 3, "nothing counts as saved before it was read back");
    // What is dropped still writes.
    drop(journal);
    assert_eq!(reported(&log, |saving| saving.pending == 0).await.failed, None);
    let store = Store::open().await.unwrap();
    check(&store, &card.key, "base a b c").await;
    let listed = store.list().await.unwrap();
    let expected = Card { progress: progress(3), ..card };
    assert_eq!(listed.iter().find(|listed| listed.key == expected.key), Some(&expected));
}

#[wasm_bindgen_test]
async fn a_base_takes_the_place_of_what_was_pushed_before_it() {
    let store = Store::open().await.unwrap();
    let card = card("compact");
    let (journal, log) = journal(&store, store.create(&card, b"base", &[]).await.unwrap());
    journal.push(b"a", progress(1));
    journal.push(b"b", progress(2));
    journal.compact(b"second", entries(&["undo"]));
    journal.push(b"c", progress(3));
    assert_eq!(journal.entries(), 2);
    reported(&log, |saving| saving.pending == 0).await;
    check(&store, &card.key, "second undo c").await;
    journal.compact(b"third", Vec::new());
    journal.note(progress(9));
    reported(&log, |saving| saving.pending == 0).await;
    check(&store, &card.key, "third").await;
}

#[wasm_bindgen_test]
async fn who_writes_second_is_told_and_changes_nothing() {
    let store = Store::open().await.unwrap();
    let card = card("taken");
    let start = store.create(&card, b"base", &[]).await.unwrap();
    let append = async |place: &Place, text: &str| store.append(place, &entries(&[text]), &progress(1)).await;
    let next = append(&start, "a").await.unwrap();
    assert_eq!(append(&start, "x").await, Err(StoreError::Taken));
    assert_eq!(store.compact(&start, b"x", &[], &progress(1)).await, Err(StoreError::Taken));
    check(&store, &card.key, "base a").await;
    // The numbers that a compaction has removed are not free again.
    let next = append(&next, "b").await.unwrap();
    let next = store.compact(&next, b"second", &[], &progress(2)).await.unwrap();
    assert_eq!(append(&start, "x").await, Err(StoreError::Taken));
    append(&next, "c").await.unwrap();
    check(&store, &card.key, "second c").await;
    assert_eq!(store.create(&card, b"x", &[]).await, Err(StoreError::Taken));
}

#[wasm_bindgen_test]
async fn an_attempt_that_has_worked_unnoticed_is_not_repeated() {
    let store = Store::open().await.unwrap();
    let card = card("again");
    let start = store.create(&card, b"base", &[]).await.unwrap();
    let place = store.append(&start, &entries(&["a"]), &progress(1)).await.unwrap();
    let next = store.append(&start, &entries(&["a", "b"]), &progress(2)).await.unwrap();
    let compacted = store.compact(&next, b"second", &entries(&["c"]), &progress(2)).await.unwrap();
    assert_eq!(store.compact(&next, b"second", &entries(&["c"]), &progress(2)).await, Ok(compacted));
    check(&store, &card.key, "second c").await;
    assert_eq!(store.append(&place, &entries(&["b"]), &progress(2)).await, Err(StoreError::Taken));
}

#[wasm_bindgen_test]
async fn drafts_are_renamed_copied_deleted_and_restored() {
    let store = Store::open().await.unwrap();
    let card = card("one");
    let key = &card.key;
    store.create(&card, b"base", &entries(&["a"])).await.unwrap();
    store.rename(key, "two").await.unwrap();
    let copy = store.duplicate(key, "copy").await.unwrap();
    store.append(&check(&store, key, "base a").await, &entries(&["b"]), &progress(1)).await.unwrap();
    check(&store, &copy, "base a").await;
    let name = async |key: &str| store.list().await.unwrap().into_iter().find(|card| card.key == key).map(|card| card.name);
    assert_eq!((name(key).await.as_deref(), name(&copy).await.as_deref()), (Some("two"), Some("copy")));

    store.delete(key).await.unwrap();
    assert_eq!((name(key).await, store.load(key).await), (None, Ok(None)));
    store.purge(1).await.unwrap();
    store.restore(key).await.unwrap();
    check(&store, key, "base a b").await;

    store.delete(key).await.unwrap();
    store.purge(u64::MAX).await.unwrap();
    assert!(matches!(store.restore(key).await, Err(StoreError::Lost(_))));
    check(&store, &copy, "base a").await;
}

#[wasm_bindgen_test]
async fn what_cannot_be_saved_is_kept_in_order() {
    let store = Store::open().await.unwrap();
    let card = card("kept");
    let (journal, log) = journal(&store, store.create(&card, b"base", &[]).await.unwrap());
    store.delete(&card.key).await.unwrap();
    journal.push(b"a", progress(1));
    journal.push(b"b", progress(2));
    let failed = reported(&log, |saving| saving.failed.is_some()).await;
    assert_eq!(failed.pending, 2);
    assert!(matches!(failed.failed, Some(StoreError::Lost(_))), "{failed:?}");
    journal.stop();
    journal.push(b"c", progress(3));
    assert_eq!(log.borrow().pending, 3, "a stopped journal begins nothing");
    store.restore(&card.key).await.unwrap();
    // The first was written, and only its reading has failed.
    let (again, log) = self::journal(&store, check(&store, &card.key, "base a").await);
    again.push(b"b", progress(2));
    again.retry();
    assert_eq!(reported(&log, |saving| saving.pending == 0).await.failed, None);
    check(&store, &card.key, "base a b").await;
}

#[wasm_bindgen_test]
async fn a_database_that_is_deleted_is_noticed_and_the_draft_can_be_kept_again() {
    let store = Store::open().await.unwrap();
    let card = card("lost");
    let (_journal, log) = journal(&store, store.create(&card, b"base", &[]).await.unwrap());
    web_sys::window().unwrap().indexed_db().unwrap().unwrap().delete_database("gridbench").unwrap();
    let lost = reported(&log, |saving| saving.failed.is_some()).await;
    assert!(matches!(lost.failed, Some(StoreError::Lost(_))), "{lost:?}");
    let (journal, log) = journal(&store, store.create(&card, b"whole", &[]).await.unwrap());
    journal.push(b"a", progress(1));
    assert_eq!(reported(&log, |saving| saving.pending == 0).await.failed, None);
    check(&store, &card.key, "whole a").await;
}

#[wasm_bindgen_test]
async fn storage_that_is_refused_is_an_error() {
    let window = web_sys::window().unwrap();
    let name = JsValue::from("indexedDB");
    let storage = Object::get_own_property_descriptor(&window, &name);
    for (what, value) in [("value", JsValue::UNDEFINED), ("get", Function::new_no_args("throw new Error('refused')").into())] {
        let property = Object::new();
        Reflect::set(&property, &what.into(), &value).unwrap();
        Reflect::set(&property, &"configurable".into(), &true.into()).unwrap();
        Reflect::define_property(&window, &name, &property).unwrap();
        let opened = Store::open().await.err();
        Reflect::define_property(&window, &name, storage.unchecked_ref()).unwrap();
        assert!(matches!(opened, Some(StoreError::Blocked(_))), "{opened:?}");
    }
}

#[wasm_bindgen_test]
async fn a_draft_has_one_writer() {
    let key = new_key();
    let stolen = Rc::new(Cell::new(0));
    let count = || {
        let stolen = stolen.clone();
        move || stolen.set(stolen.get() + 1)
    };
    let first = lock::try_lock(&key, count()).await.unwrap();
    assert!(lock::try_lock(&key, count()).await.is_none());
    let second = lock::steal(&key, count()).await;
    // Who loses the lock is told, a moment later.
    while stolen.get() == 0 {
        TimeoutFuture::new(2).await;
    }
    drop(first);
    assert!(lock::try_lock(&key, count()).await.is_none());
    drop(second);
    let third = lock::when_free(&key, count()).await;
    assert!(lock::try_lock(&key, count()).await.is_none());
    drop(third);
    drop(lock::when_free(&key, count()).await);
    assert_eq!(stolen.get(), 1, "giving it back is no theft");
}
