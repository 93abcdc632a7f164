//! Digits that are typed one after the other and become a value of the alphabet.

use crate::world::Alphabet;

/// What has been typed and is no value yet.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Digits(String);

/// What a digit has led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// A value: no declared one continues it.
    Value(u16),
    /// More digits may follow.
    Waiting,
    /// No declared value begins like this; what was typed is forgotten.
    Nothing,
}

impl Digits {
    /// What has been typed so far.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether a digit continues what has been typed towards a value.
    pub fn is_continued_by(&self, digit: char, alphabet: &Alphabet) -> bool {
        begins(&format!("{}{digit}", self.0), alphabet)
    }

    /// Takes a digit. One that continues nothing begins anew.
    pub fn push(&mut self, digit: char, alphabet: &Alphabet) -> Typed {
        let continued = format!("{}{digit}", self.0);
        let text = if begins(&continued, alphabet) { continued } else { digit.to_string() };
        self.0.clear();
        if !begins(&text, alphabet) {
            return Typed::Nothing;
        }
        match exact(&text, alphabet) {
            Some(value) if !is_continued(&text, alphabet) => Typed::Value(value),
            _ => {
                self.0 = text;
                Typed::Waiting
            }
        }
    }

    /// Takes the last digit back. False if there was none.
    pub fn erase(&mut self) -> bool {
        self.0.pop().is_some()
    }

    /// Ends the typing: the value that was typed, if it is one.
    pub fn finish(&mut self, alphabet: &Alphabet) -> Option<u16> {
        exact(&std::mem::take(&mut self.0), alphabet)
    }
}

fn begins(text: &str, alphabet: &Alphabet) -> bool {
    alphabet.values().iter().any(|value| value.to_string().starts_with(text))
}

fn is_continued(text: &str, alphabet: &Alphabet) -> bool {
    alphabet.values().iter().any(|value| value.to_string().len() > text.len() && value.to_string().starts_with(text))
}

fn exact(text: &str, alphabet: &Alphabet) -> Option<u16> {
    alphabet.values().iter().copied().find(|value| value.to_string() == text)
}
