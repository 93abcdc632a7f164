//! Finds colours written as literals, in CSS and in Rust alike.

/// Functions whose arguments are a colour. `color(` alone would also be a plain name for a function in Rust.
const FUNCTIONS: [&str; 13] = [
    "rgb(",
    "rgba(",
    "hsl(",
    "hsla(",
    "hwb(",
    "lab(",
    "lch(",
    "oklab(",
    "oklch(",
    "color(from ",
    "color(srgb",
    "color(display-p3 ",
    "color(rec2020 ",
];

/// The colour literals of one line: `#` and a hexadecimal colour, or a colour function up to its closing bracket.
pub fn literals(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (start, character) in line.char_indices() {
        let (before, rest) = line.split_at(start);
        if character == '#' {
            found.extend(hexadecimal(rest));
        } else if !before.ends_with(is_word) && !before.ends_with('.') {
            found.extend(function(rest));
        }
    }
    found
}

fn hexadecimal(text: &str) -> Option<&str> {
    let digits = text[1..].find(|character: char| !character.is_ascii_hexdigit()).unwrap_or(text.len() - 1);
    let (literal, rest) = text.split_at(digits + 1);
    (matches!(digits, 3 | 4 | 6 | 8) && !rest.starts_with(is_word)).then_some(literal)
}

fn function(text: &str) -> Option<&str> {
    FUNCTIONS.iter().any(|name| text.starts_with(name)).then(|| text.find(')').map_or(text, |end| &text[..=end]))
}

/// Characters that continue an identifier of CSS or Rust.
fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '-'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &[&str]) {
        assert_eq!(literals(line), expected, "{line}");
    }

    #[test]
    fn hexadecimal_colours() {
        check("a { color: #fff; background:#12ab34 }", &["#fff", "#12ab34"]);
        check("x = \"#1234\"; y = \"#11223344\"", &["#1234", "#11223344"]);
        check("#[derive(Debug)] #![allow(x)] #12 #12345 #boot #add-row #face1_ r#\"x\"# {:#010x}", &[]);
    }

    #[test]
    fn colour_functions() {
        check("color: rgb(0 0 0 / 50%); fill: oklch(70% 0.1 200)", &["rgb(0 0 0 / 50%)", "oklch(70% 0.1 200)"]);
        check("hsl(1", &["hsl(1"]);
        check("fill: color(display-p3 1 0 0)", &["color(display-p3 1 0 0)"]);
        check("color-mix(in oklab, var(--a), var(--b)); background-color(; srgb(1); view.rgb(1); fn color(cell: u8)", &[]);
    }
}
