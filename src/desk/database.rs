//! IndexedDB, as far as drafts need it: a connection that says when it is lost, transactions that reach the disk, and waiting that
//! ends.
//!
//! The browser commits a transaction as soon as it has nothing left to do. So between its first request and its end nothing may be
//! awaited but its own requests ([`answer`]).

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::{Array, Object, Promise, Reflect};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, EventTarget, IdbDatabase, IdbOpenDbRequest, IdbRequest, IdbTransaction};

use super::store::StoreError;

/// How long the browser may take to open a database, in milliseconds.
const OPENING: u32 = 5_000;
/// How long it may take to read or write. A slow disk with a large draft needs seconds.
const WORKING: u32 = 30_000;
/// The version of everything that is stored: the object stores, their keys and the form of their values.
const VERSION: u32 = 1;

#[wasm_bindgen]
extern "C" {
    /// A database that can be told how durable a transaction is to be. The bindings of web-sys have this among the unstable ones.
    type DurableDatabase;

    #[wasm_bindgen(method, catch)]
    fn transaction(this: &DurableDatabase, stores: &Array, mode: &str, options: &Object) -> Result<IdbTransaction, JsValue>;
}

/// A database, and the connection to it while there is one.
pub struct Database {
    name: &'static str,
    stores: &'static [&'static str],
    connection: RefCell<Option<Connection>>,
    on_lost: RefCell<Option<Rc<dyn Fn()>>>,
}

/// An open connection. It is closed when this is dropped.
struct Connection {
    database: IdbDatabase,
    _hear: [EventListener; 2],
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.close();
    }
}

impl Database {
    /// Opens a database with some object stores, and makes it if there is none.
    pub async fn open(name: &'static str, stores: &'static [&'static str]) -> Result<Rc<Database>, StoreError> {
        let database = Rc::new(Database { name, stores, connection: RefCell::default(), on_lost: RefCell::default() });
        database.connect().await?;
        Ok(database)
    }

    /// Whether there is a connection.
    pub fn is_connected(&self) -> bool {
        self.connection.borrow().is_some()
    }

    /// Calls `tell` whenever the browser takes the connection away.
    pub fn on_lost(&self, tell: impl Fn() + 'static) {
        *self.on_lost.borrow_mut() = Some(Rc::new(tell));
    }

    /// Connects again if the connection was lost. The database may then be an empty one.
    pub async fn connect(self: &Rc<Self>) -> Result<(), StoreError> {
        if self.is_connected() {
            return Ok(());
        }
        let factory = web_sys::window().map_or(Ok(None), |window| window.indexed_db()).map_err(refused)?;
        let factory = factory.ok_or_else(|| StoreError::Blocked("none is offered".to_owned()))?;
        let request = factory.open_with_u32(self.name, VERSION).map_err(refused)?;
        let (stores, upgraded) = (self.stores, request.clone());
        let upgrade = EventListener::once(&request, "upgradeneeded", move |_| {
            let Ok(database) = upgraded.result().map(JsCast::unchecked_into::<IdbDatabase>) else { return };
            for store in stores {
                // A store that is missing is noticed by the first transaction on it.
                let _ = database.create_object_store(store);
            }
        });
        match outcome(&request, "success", "error", OPENING).await {
            Some(true) => {
                let database: IdbDatabase = request.result()?.unchecked_into();
                *self.connection.borrow_mut() = Some(self.hear(database));
                Ok(())
            }
            Some(false) => {
                Err(request.error().ok().flatten().map_or_else(|| refused(JsValue::NULL), |error| refused(error.into())))
            }
            None => {
                // It may still be opened, and must then be whole and stand in nobody's way.
                upgrade.forget();
                close_once_open(request);
                Err(StoreError::Blocked(format!("it has not answered for {} seconds", OPENING / 1000)))
            }
        }
    }

    fn hear(self: &Rc<Self>, database: IdbDatabase) -> Connection {
        // Another tab deletes the database or has a newer version of it, or the browser clears what the site has stored.
        let hear = ["versionchange", "close"].map(|event| {
            let lost = Rc::downgrade(self);
            EventListener::once(&database, event, move |_| {
                let Some(lost) = lost.upgrade() else { return };
                lost.connection.take();
                let tell = lost.on_lost.borrow().clone();
                if let Some(tell) = tell {
                    tell();
                }
            })
        });
        Connection { database, _hear: hear }
    }

    /// A transaction that only reads.
    pub fn read(&self, stores: &[&str]) -> Result<IdbTransaction, StoreError> {
        self.transaction(stores, "readonly")
    }

    /// A transaction that is complete when it has reached the disk.
    pub fn write(&self, stores: &[&str]) -> Result<IdbTransaction, StoreError> {
        self.transaction(stores, "readwrite")
    }

    fn transaction(&self, stores: &[&str], mode: &str) -> Result<IdbTransaction, StoreError> {
        let database = self.connection.borrow().as_ref().map(|connection| connection.database.clone());
        let database = database.ok_or_else(closed)?;
        let names = stores.iter().map(|name| JsValue::from(*name)).collect::<Array>();
        let options = Object::new();
        Reflect::set(&options, &"durability".into(), &"strict".into())?;
        database
            .unchecked_ref::<DurableDatabase>()
            .transaction(&names, mode, &options)
            .inspect_err(|_| {
                // A connection that gives no transaction is of no use. The next attempt makes a new one.
                self.connection.take();
            })
            .map_err(StoreError::from)
    }
}

/// Gives a transaction up if not everything could be asked of it; otherwise the browser would store the part that was.
pub fn whole<T>(transaction: &IdbTransaction, asked: Result<T, JsValue>) -> Result<T, StoreError> {
    asked.map_err(|error| {
        // One that has ended by itself needs no end.
        let _ = transaction.abort();
        error.into()
    })
}

/// Lets a transaction end without waiting for the page, which may be gone by then.
pub fn commit(transaction: &IdbTransaction) {
    #[expect(deprecated, reason = "web-sys takes it for a thing of the past; it came back with IndexedDB 3.0")]
    let committed = transaction.commit();
    // A browser that does not know it ends transactions by itself, once every request is answered.
    let _ = committed;
}

/// Waits until a transaction has ended; what its requests have found can be read then.
pub async fn finished(transaction: &IdbTransaction) -> Result<(), StoreError> {
    match outcome(transaction, "complete", "abort", WORKING).await {
        Some(true) => Ok(()),
        // Without an error it was the browser that has ended it, together with the connection.
        Some(false) => Err(transaction.error().map_or_else(closed, |error| StoreError::from(JsValue::from(error)))),
        None => Err(late()),
    }
}

/// Waits for the answer to one request, after which its transaction takes more of them.
pub async fn answer(request: &IdbRequest) -> Result<JsValue, StoreError> {
    match outcome(request, "success", "error", WORKING).await {
        Some(true) => Ok(request.result()?),
        Some(false) => Err(request.error()?.map_or_else(closed, |error| StoreError::from(JsValue::from(error)))),
        None => Err(late()),
    }
}

/// Which of two events happens first; nothing if neither does in time.
async fn outcome(target: &EventTarget, good: &'static str, bad: &'static str, patience: u32) -> Option<bool> {
    let mut listening = None;
    let promise = Promise::new(&mut |resolve, _| {
        let say = |word: JsValue| {
            let resolve = resolve.clone();
            move || drop(resolve.call1(&JsValue::UNDEFINED, &word))
        };
        let (yes, no, late) = (say(JsValue::TRUE), say(JsValue::FALSE), say(JsValue::NULL));
        listening = Some((
            EventListener::once(target, good, move |_| yes()),
            EventListener::once(target, bad, move |_| no()),
            Timeout::new(patience, late),
        ));
    });
    let word = JsFuture::from(promise).await.ok()?;
    drop(listening);
    word.as_bool()
}

fn close_once_open(request: IdbOpenDbRequest) {
    let opened = request.clone();
    EventListener::once(&request, "success", move |_| {
        if let Ok(database) = opened.result() {
            database.unchecked_into::<IdbDatabase>().close();
        }
    })
    .forget();
}

/// What it means that a database cannot be opened.
fn refused(error: JsValue) -> StoreError {
    match error.dyn_ref::<DomException>().map(DomException::name).as_deref() {
        Some("QuotaExceededError") => StoreError::Full,
        // What the site has stored is being cleared away at this moment.
        Some("AbortError") => closed(),
        Some("VersionError") => StoreError::Blocked("a newer version of this page has used it; reload the page".to_owned()),
        _ => StoreError::Blocked(words(&error)),
    }
}

fn closed() -> StoreError {
    StoreError::Lost("the browser's storage closed".to_owned())
}

fn late() -> StoreError {
    StoreError::Lost(format!("no answer from the browser's storage for {} seconds", WORKING / 1000))
}

/// What an error says, for people.
pub fn words(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|message| message.as_string());
    message.filter(|message| !message.is_empty()).unwrap_or_else(|| "no reason is given".to_owned())
}
