//! What a key means on any layout. Both functions take what the browser says of a key: what it types and where it lies.

/// The digit of a key: what it types, or what stands on it where it types something else, as the row of digits does on a French
/// keyboard. The keypad without its digits moves the cursor.
pub fn digit(key: &str, code: &str) -> Option<char> {
    if let Some(digit) = only(key).filter(char::is_ascii_digit) {
        return Some(digit);
    }
    let moves = key.len() > 1 && key != "Dead" && key != "Unidentified" && key.is_ascii();
    let place = code.strip_prefix("Digit").or_else(|| code.strip_prefix("Numpad"))?;
    only(place).filter(|digit| digit.is_ascii_digit() && !moves && !matches!(key, "[" | "]" | "{" | "}"))
}

/// The letter of a key in lower case: what it types, or what lies there on a Latin keyboard where it types another script.
pub fn letter(key: &str, code: &str) -> Option<char> {
    let typed = only(key)?;
    if typed.is_ascii() {
        return Some(typed.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
    }
    code.strip_prefix("Key").and_then(only).map(|letter| letter.to_ascii_lowercase())
}

fn only(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}
