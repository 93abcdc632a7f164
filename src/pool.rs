//! The page's side of its workers: it deals out paths, hears the replies, and ends the workers when nobody waits for them any more.

use gloo::timers::future::TimeoutFuture;
use grids::generate::Key;
use grids::model::work::{self, Opened, Outcome, Reply};
use js_sys::Promise;
use leptos::prelude::window;
use leptos::task::spawn_local;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::{address, boot};

/// More workers would not make it faster on most machines, and each needs memory.
const MOST_WORKERS: usize = 4;
/// Paths that a worker has at hand, so that it never waits for the page.
const AT_HAND: usize = 3;
/// How long replies are read before the page gets to answer its reader, in milliseconds.
const SLICE: f64 = 6.0;

/// A worker. It ends when this is dropped.
pub struct WorkerHandle {
    worker: Worker,
    _hear: Closure<dyn Fn(MessageEvent)>,
    _fail: Closure<dyn Fn(ErrorEvent)>,
}

impl WorkerHandle {
    /// Starts a worker; `hear` gets its messages, and what goes wrong as the text of a fault.
    pub fn start(hear: impl Fn(JsValue) + 'static) -> Result<WorkerHandle, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = format!("{}/worker.js?v={}", address::base(), boot::version());
        let worker = Worker::new_with_options(&address, &options).map_err(|error| format!("{error:?}"))?;
        let hear = Rc::new(hear);
        let said = hear.clone();
        let fail = Closure::<dyn Fn(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            // A script that cannot be loaded is an event without a message.
            let message = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|message| message.as_string());
            let message = message.unwrap_or_else(|| "its files could not be loaded".to_owned());
            said(Reply::Fault(message).write().into());
        });
        let hear = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| hear(event.data()));
        worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        Ok(WorkerHandle { worker, _hear: hear, _fail: fail })
    }

    /// Sends an order.
    pub fn tell(&self, order: &str) {
        // Texts can always be sent.
        let _ = self.worker.post_message(&order.into());
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Sends an order to a worker of its own and waits for the instance that it makes.
pub async fn open(order: &str) -> Result<Opened, String> {
    let hand: Rc<RefCell<Option<WorkerHandle>>> = Rc::default();
    let answer = Promise::new(&mut |resolve, _| {
        let (order, teller) = (order.to_owned(), Rc::downgrade(&hand));
        let tell = resolve.clone();
        let hear = move |message: JsValue| match Reply::read(&message.as_string().unwrap_or_default()) {
            Reply::Ready => {
                if let Some(hand) = teller.upgrade()
                    && let Some(hand) = &*hand.borrow()
                {
                    hand.tell(&order);
                }
            }
            _ => drop(tell.call1(&JsValue::UNDEFINED, &message)),
        };
        match WorkerHandle::start(hear) {
            Ok(started) => *hand.borrow_mut() = Some(started),
            Err(problem) => drop(resolve.call1(&JsValue::UNDEFINED, &Reply::Fault(problem).write().into())),
        }
    });
    // A promise that only ever resolves.
    let answer = JsFuture::from(answer).await.unwrap_or_default();
    match Reply::read(&answer.as_string().unwrap_or_default()) {
        Reply::Opened(opened) => Ok(opened),
        Reply::Fault(problem) => Err(problem),
        reply => Err(format!("found the reply {reply:?}, expected an instance")),
    }
}

/// What is heard of a job.
pub enum News {
    /// What has become of some keys, by their numbers.
    Outcomes(Vec<(usize, Outcome)>),
    /// All keys have been answered.
    Done,
    /// It has stopped before its end, and why.
    Failed(String),
}

/// Trajectories in the making. Dropping it cancels what is not made yet.
pub struct Job {
    // Only this keeps it alive: what the workers call holds it weakly.
    _dispatch: Rc<Dispatch>,
}

struct Dispatch {
    keys: Vec<Key>,
    tell: Box<dyn Fn(News)>,
    hands: RefCell<Vec<WorkerHandle>>,
    /// The numbers that each worker has yet to answer, in order.
    asked: RefCell<Vec<VecDeque<usize>>>,
    /// The next number to be dealt out.
    next: Cell<usize>,
    answered: Cell<usize>,
    inbox: RefCell<VecDeque<(usize, Reply)>>,
    reading: Cell<bool>,
}

impl Job {
    /// Starts to make the trajectories of `keys`, and tells `tell` about it until it is done or has failed.
    pub fn start(keys: Vec<Key>, tell: impl Fn(News) + 'static) -> Job {
        let workers = (window().navigator().hardware_concurrency() as usize).clamp(1, MOST_WORKERS).min(keys.len());
        let dispatch = Rc::new(Dispatch {
            keys,
            tell: Box::new(tell),
            hands: RefCell::default(),
            asked: RefCell::new(vec![VecDeque::new(); workers]),
            next: Cell::new(0),
            answered: Cell::new(0),
            inbox: RefCell::default(),
            reading: Cell::new(false),
        });
        for number in 0..workers {
            let weak = Rc::downgrade(&dispatch);
            let hear = move |message: JsValue| {
                if let Some(dispatch) = weak.upgrade() {
                    dispatch.hear(number, Reply::read(&message.as_string().unwrap_or_default()));
                }
            };
            match WorkerHandle::start(hear) {
                Ok(hand) => dispatch.hands.borrow_mut().push(hand),
                Err(problem) => {
                    dispatch.fail_later(problem);
                    break;
                }
            }
        }
        Job { _dispatch: dispatch }
    }
}

impl Dispatch {
    fn hear(self: &Rc<Self>, worker: usize, reply: Reply) {
        match reply {
            Reply::Ready => self.deal(worker, AT_HAND),
            Reply::Fault(problem) => self.fail_later(problem),
            reply => {
                let number = self.asked.borrow_mut()[worker].pop_front();
                match number {
                    Some(number) => self.inbox.borrow_mut().push_back((number, reply)),
                    None => self.fail_later("a worker has answered what nobody asked".to_owned()),
                }
                self.deal(worker, 1);
                self.read();
            }
        }
    }

    fn deal(&self, worker: usize, count: usize) {
        let first = self.next.get();
        let end = (first + count).min(self.keys.len());
        if first < end {
            self.next.set(end);
            self.asked.borrow_mut()[worker].extend(first..end);
            let paths: Vec<String> = self.keys[first..end].iter().map(Key::path).collect();
            if let Some(hand) = self.hands.borrow().get(worker) {
                hand.tell(&work::make(paths.iter().map(String::as_str)));
            }
        }
    }

    /// Reads the inbox a few at a time, in a task of its own.
    fn read(self: &Rc<Self>) {
        if self.reading.replace(true) {
            return;
        }
        let weak = Rc::downgrade(self);
        spawn_local(async move {
            loop {
                // A macrotask, after which input and painting get their turn.
                TimeoutFuture::new(0).await;
                let Some(dispatch) = weak.upgrade() else { return };
                if !dispatch.read_some() {
                    return;
                }
            }
        });
    }

    /// Whether there is more to read.
    fn read_some(&self) -> bool {
        let start = now();
        let mut outcomes = Vec::new();
        while now() - start < SLICE {
            let next = self.inbox.borrow_mut().pop_front();
            let Some((number, reply)) = next else { break };
            match work::outcome(reply, &self.keys[number]) {
                Ok(outcome) => outcomes.push((number, outcome)),
                Err(problem) => {
                    // What came before it is good.
                    (self.tell)(News::Outcomes(outcomes));
                    (self.tell)(News::Failed(problem));
                    return false;
                }
            }
        }
        self.answered.set(self.answered.get() + outcomes.len());
        (self.tell)(News::Outcomes(outcomes));
        if self.answered.get() == self.keys.len() {
            (self.tell)(News::Done);
            return false;
        }
        let more = !self.inbox.borrow().is_empty();
        self.reading.set(more);
        more
    }

    /// Not at once: whoever starts a job does not have it yet.
    fn fail_later(self: &Rc<Self>, problem: String) {
        let weak: Weak<Dispatch> = Rc::downgrade(self);
        spawn_local(async move {
            TimeoutFuture::new(0).await;
            if let Some(dispatch) = weak.upgrade() {
                (dispatch.tell)(News::Failed(problem));
            }
        });
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
