//! Protects that digits and letters are found on every keyboard.

use grids::model::keyboard::{digit, letter};

#[test]
fn digits_come_from_the_row_and_the_keypad_of_any_layout() {
    for (key, code, expected) in [
        ("7", "Digit7", Some('7')),
        ("7", "Numpad7", Some('7')),
        // French: the row types digits with Shift only.
        ("è", "Digit7", Some('7')),
        ("&", "Digit1", Some('1')),
        ("(", "Digit5", Some('5')),
        ("7", "KeyU", Some('7')),
        // Arabic digits, and an accent that waits for its letter.
        ("٧", "Digit7", Some('7')),
        ("Dead", "Digit6", Some('6')),
        // The keypad without its digits, and brackets that lie on the row.
        ("Home", "Numpad7", None),
        ("[", "Digit8", None),
        ("}", "Digit0", None),
        ("+", "NumpadAdd", None),
        ("Enter", "NumpadEnter", None),
        ("a", "KeyA", None),
        ("", "", None),
    ] {
        assert_eq!(digit(key, code), expected, "{key:?} on {code}");
    }
}

#[test]
fn letters_are_what_is_typed_or_lie_where_they_do_on_a_latin_keyboard() {
    for (key, code, expected) in [
        ("z", "KeyZ", Some('z')),
        ("Z", "KeyZ", Some('z')),
        // French and German.
        ("z", "KeyW", Some('z')),
        ("y", "KeyZ", Some('y')),
        // Russian and Greek.
        ("я", "KeyZ", Some('z')),
        ("Ζ", "KeyZ", Some('z')),
        ("7", "Digit7", None),
        ("ß", "Minus", None),
        ("Dead", "KeyN", None),
        ("Escape", "Escape", None),
    ] {
        assert_eq!(letter(key, code), expected, "{key:?} on {code}");
    }
}
