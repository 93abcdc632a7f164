//! Drafts and actions as bytes, for a store.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

use super::{Action, Draft, Editor};

/// The form of the bytes. Another form is another number, and the old one stays readable.
const VERSION: u8 = 1;

/// Why bytes could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// They were written by a later version of the page.
    Version(u8),
    /// They are damaged.
    Damaged,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Version(found) => {
                write!(f, "found a draft of form {found}, expected form {VERSION}; a later version of the page has written it")
            }
            Unreadable::Damaged => f.write_str("found damaged bytes, expected a draft"),
        }
    }
}

impl std::error::Error for Unreadable {}

/// The bytes of a draft.
pub fn write_draft(draft: &Draft) -> Vec<u8> {
    write(draft)
}

/// The bytes of an action.
pub fn write_action(action: &Action) -> Vec<u8> {
    write(action)
}

/// What could be restored of a journal.
pub struct Restored {
    /// The draft with its past.
    pub editor: Editor,
    /// How many actions it took from the journal.
    pub actions: usize,
    /// Why it took no more, if there are more.
    pub stopped: Option<String>,
    /// Whether a later version of the page has gone on with it. Then it is not to be changed.
    pub later: bool,
}

/// Restores an editor from the bytes of a draft and of the actions that followed. A journal that is damaged somewhere is good up to
/// there.
pub fn restore<'a>(draft: &[u8], actions: impl IntoIterator<Item = &'a [u8]>) -> Result<Restored, Unreadable> {
    let mut editor = Editor::new(read(draft)?);
    let mut count = 0;
    for bytes in actions {
        let action = read::<Action>(bytes);
        let later = matches!(action, Err(Unreadable::Version(_)));
        let done = action.map_err(|error| error.to_string());
        if let Err(stopped) = done.and_then(|action| editor.act(&action).map_err(|error| error.to_string())) {
            return Ok(Restored { editor, actions: count, stopped: Some(stopped), later });
        }
        count += 1;
    }
    Ok(Restored { editor, actions: count, stopped: None, later: false })
}

fn write<T: Serialize>(value: &T) -> Vec<u8> {
    // Serialising fails only for types that these are not.
    postcard::to_extend(value, vec![VERSION]).unwrap_or_default()
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unreadable> {
    match bytes.split_first() {
        Some((&VERSION, rest)) => postcard::from_bytes(rest).map_err(|_| Unreadable::Damaged),
        Some((&version, _)) if version > VERSION => Err(Unreadable::Version(version)),
        Some(_) | None => Err(Unreadable::Damaged),
    }
}

/// A family as its name.
pub(super) mod by_name {
    use super::{Deserialize, Serialize};
    use crate::rule::{Family, family};
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(family: &&'static dyn Family, serializer: S) -> Result<S::Ok, S::Error> {
        family.name().serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<&'static dyn Family, D::Error> {
        let name = String::deserialize(deserializer)?;
        family(&name).filter(|family| family.is_core()).ok_or_else(|| D::Error::custom("no core family"))
    }
}
