//! What stands behind the open draft.

use grids::model::draft::{Editor, journal as bytes};
use std::cell::RefCell;
use std::rc::Rc;

use super::journal::Journal;
use super::lock::Lock;

/// Whether this tab may change the open draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It may.
    Mine,
    /// Another tab has it open.
    Elsewhere,
    /// Another tab has taken it over.
    Taken,
}

/// The open draft's place in the store.
#[derive(Default)]
pub struct Keeper {
    /// The draft's key; nothing until something has been done.
    pub key: Option<String>,
    /// The journal; nothing while the store has not taken the draft.
    pub journal: Option<Journal>,
    /// What was done while the store is being asked to take the draft; nothing while it is not being asked.
    pub early: Option<Early>,
    /// The right to change it.
    pub lock: Option<Lock>,
}

/// Actions that wait for a journal, as bytes.
pub type Early = Rc<RefCell<Vec<Rc<[u8]>>>>;

/// The least record of an editor, as bytes.
pub fn record(editor: &Editor) -> (Vec<u8>, Vec<Rc<[u8]>>) {
    let (base, actions) = editor.record();
    (bytes::write_draft(&base), actions.iter().map(|action| bytes::write_action(action).into()).collect())
}
