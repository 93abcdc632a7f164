//! English for numbers, so that a count is not taken for a value: counts are words as far as twelve, values are always digits.

/// A count: `no`, `one`, `two`, and digits from 13 on.
pub fn number(count: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// A count of things whose plural ends in s: `one cell`, `two cells`, `no cells`.
pub fn some(count: usize, thing: &str) -> String {
    format!("{} {thing}{}", number(count), form(count, "", "s"))
}

/// A place in a list, counted from 1: `first`, `second`, and `13th` from there on.
pub fn ordinal(place: usize) -> String {
    const WORDS: [&str; 12] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];
    if let Some(word) = place.checked_sub(1).and_then(|index| WORDS.get(index)) {
        return (*word).to_owned();
    }
    let ending = match (place / 10 % 10, place % 10) {
        (1, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// All of a number of things: `the cell`, `both cells`, `all three cells`.
pub fn all(count: usize, thing: &str) -> String {
    match count {
        1 => format!("the {thing}"),
        2 => format!("both {thing}s"),
        _ => format!("all {}", some(count, thing)),
    }
}

/// The word that fits a count.
pub fn form<'a>(count: usize, one: &'a str, more: &'a str) -> &'a str {
    if count == 1 { one } else { more }
}

/// A sentence with a capital letter.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Values with commas between them, of a long list the first ones only.
pub fn values(values: impl ExactSizeIterator<Item = u32>) -> String {
    const MOST: usize = 20;
    let (count, mut text) = (values.len(), String::new());
    for value in values.take(MOST) {
        let comma = if text.is_empty() { "" } else { ", " };
        text.push_str(&format!("{comma}{value}"));
    }
    if count > MOST {
        text.push_str(&format!(" and {} more", count - MOST));
    }
    text
}
