//! Protects prompt 0.4: the paper's Figure 9 byte for byte, every rule card, and worked examples whose sentences are true.

use grids::instance::Instance;
use grids::prompt::{prompt, worked_example};
use grids::rule;
use grids::verify;
use grids::world::Alphabet;

const RELABEL: &str = r#"{"id":"x","shape":[3,4],"alphabet":[0,1,2,3],"initial":{"cells":[[[0,0],1],[[0,2],1],[[0,3],2],[[1,0],1],
    [[1,1],1],[[1,3],2],[[2,1],2],[[2,2],1]]},"events":[{"op":"RELABEL","p":[0,0],"v":3}]}"#;

/// As printed.
const FIGURE_9: &str = r#"This is a deterministic simulation of an abstract integer-valued grid.
Keep deliberation concise and reserve enough of the response budget to return the
complete final-state JSON.

TASK
Apply all events in order and return the final world.

SPACE
shape = [3,4]
Coordinates and axis indices are zero-based. The world is bounded and does not wrap.
Unlisted cells have value 0. Allowed values: [0,1,2,3].
W(x) denotes the value of cell x immediately before the current event.

COMMON EVENT
SET(p,v): set cell p to v.

FAMILY RULE
RELABEL(p,v): let u = W(p) (u may be 0). Find the maximal set of cells connected to p
by Manhattan-distance-1 steps whose old values are all u, including p. Set every cell
of that set to v.

EXAMPLE
On shape [7], listing the values of cells [0] to [6] in order. Before: 1 1 0 1 2 2 3.
Event: {"op":"RELABEL","p":[4],"v":3}. After: 1 1 0 1 3 3 3. The cells with old value 2
 connected to [4] are [4] and [5]; both become 3. The 1 at [3] and the 3 at [6] are not
 part of that set, although [6] ends up adjacent to the new 3s.

INITIAL
{"cells":[[[0,0],1],[[0,2],1],[[0,3],2],[[1,0],1],[[1,1],1],[[1,3],2],[[2,1],2],[[2,2],
1]]}

EVENTS
[{"op":"RELABEL","p":[0,0],"v":3}]

OUTPUT
Return only {"cells":[[p,v],...]}, where each entry is [coordinate,value]. Include
every nonzero cell exactly once in lexicographic coordinate order. Output the JSON
object only, with no code fence or other text."#;

/// Breaks lines as the figure is printed (clarification 24): words and the spaces between them fill a line as far as they fit, and
/// what is longer than a line is cut. The figure does not show spaces at the end of a line.
fn wrap(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut current = String::new();
        for piece in line.split_inclusive(' ').flat_map(|word| match word.strip_suffix(' ') {
            Some(word) => vec![word, " "],
            None => vec![word],
        }) {
            if current.len() + piece.len() > width && !current.is_empty() {
                lines.push(std::mem::take(&mut current));
            }
            current.push_str(piece);
            while current.len() > width {
                let rest = current.split_off(width);
                lines.push(std::mem::replace(&mut current, rest));
            }
        }
        lines.push(current);
    }
    lines.iter().map(|line| line.trim_end_matches(' ')).collect::<Vec<_>>().join("\n")
}

#[test]
fn figure_9() {
    let (instance, _) = Instance::open(RELABEL).unwrap();
    let prompt = prompt(&instance);
    assert_eq!(wrap(&prompt, 87), FIGURE_9);
    for other in [80, 86, 88, 90] {
        assert_ne!(wrap(&prompt, other), FIGURE_9, "{other}");
    }
    // Literal newlines are where clarification 24 has them: 16 within sections, and 8 blank lines between them.
    assert_eq!(prompt.split("\n\n").count(), 9);
    assert_eq!(prompt.split('\n').count(), 29);
    assert!(!prompt.ends_with('\n'));
}

/// The paper's text of every card (C.2), under the alphabets of its experiments.
#[test]
fn rule_cards() {
    let check = |family: &str, alphabet: &[u16], card: &str| {
        let alphabet = Alphabet::new(alphabet).unwrap();
        assert_eq!(rule::family(family).unwrap().card(&alphabet), card);
    };
    let four = &[0, 1, 2, 3];
    check(
        "PAINT",
        four,
        "PAINT(a,r,u,v): simultaneously replace u by v at every coordinate x with sum_i |x_i-a_i| <= r. All other cells remain unchanged.",
    );
    check(
        "REFLECT",
        four,
        "REFLECT(lo,hi,axis): for every cell x in the inclusive box lo <= x <= hi, the new value at the mirrored position x' (x'_axis = lo_axis + hi_axis - x_axis, other coordinates unchanged) is the old value at x, including 0. All writes happen simultaneously. Cells outside the box remain unchanged.",
    );
    check(
        "STENCIL",
        four,
        "STENCIL(a,r): simultaneously set every cell x with sum_i |x_i-a_i| <= r to (W(x) + sum W(y)) mod 4, where y ranges over the in-bounds cells at Manhattan distance 1 from x, whether or not they lie within distance r of a. Every update reads the same old world; cells farther than r from a remain unchanged.",
    );
    check(
        "MIX",
        four,
        "MIX(p,r): if W(p) = 0, nothing changes. Otherwise find every cell that can be reached from p by a path of at most r Manhattan-distance-1 steps whose cells all have nonzero old values (p itself counts as reached with 0 steps; a cell with old value 0 can never be entered or passed through). Then simultaneously set every reached cell x to 1 + ((W(x) + sum W(y)) mod 3), where y ranges over the in-bounds cells at Manhattan distance 1 from x, whether or not they were reached. Every update reads the old world; cells that were not reached remain unchanged.",
    );
    check(
        "RELABEL",
        &[0, 1, 2, 3, 4, 5, 6],
        "RELABEL(p,v): let u = W(p) (u may be 0). Find the maximal set of cells connected to p by Manhattan-distance-1 steps whose old values are all u, including p. Set every cell of that set to v.",
    );
    check(
        "LAYER",
        &[0, 1, 2, 3, 4, 5, 6],
        "LAYER(p,s): if W(p) = 0, nothing changes. Otherwise let u = W(p) and find the maximal Manhattan-connected set of cells with old value u, including p. If s = -1, set to 0 every cell of that set that has an in-bounds neighbor with old value 0. If s = +1, set to u every in-bounds cell with old value 0 that is a neighbor of a cell of that set. Positions outside the world are not neighbors; nothing else changes.",
    );
    check(
        "MOVE",
        four,
        "MOVE(v,axis,direction,k): take every cell with value v, ordered by decreasing coordinate on axis if direction=1 and increasing if direction=-1, so that the cells nearest the leading edge are handled first. In that order, move each one along axis in the sign of direction, one cell at a time and at most k cells, stopping as soon as the next cell is outside the world or nonzero (including cells already moved into). Each move clears the old cell and writes v to the new cell; values never merge, and a block of adjacent v cells therefore moves as a unit.",
    );
    check(
        "COMPRESS",
        &[0, 1, 2, 4, 8],
        "COMPRESS(axis,direction): on every line parallel to axis, independently: list the nonzero values in order starting from the destination edge (coordinate 0 if direction=-1, the highest coordinate if direction=1). Walk that list from its start; whenever two consecutive values are equal, replace them by one value equal to their sum and continue after the pair, so a merged value cannot merge again in this event. Write the resulting list back starting at the destination edge and set every remaining cell of the line to 0.",
    );
    // The moduli are those of the instance's alphabet (clarification 25).
    let seven = Alphabet::new(&[6, 0, 1, 2, 3, 4, 5]).unwrap();
    assert!(rule::family("STENCIL").unwrap().card(&seven).contains("(W(x) + sum W(y)) mod 7,"));
    assert!(rule::family("MIX").unwrap().card(&seven).contains("((W(x) + sum W(y)) mod 6),"));
}

/// The example from `Before:` on. What it says about the line is replayed by the second executor, and every sum in its
/// sentences is worked out again.
fn check_example(family: &str, alphabet: &[u16], expected: &str) {
    let values = Alphabet::new(alphabet).unwrap();
    let example = worked_example(rule::family(family).unwrap(), &values).unwrap_or_else(|| panic!("{family}: left out"));
    let opening = "On shape [7], listing the values of cells [0] to [6] in order. Before: ";
    let rest = example.strip_prefix(opening).unwrap_or_else(|| panic!("{example}"));
    assert_eq!(rest, expected, "{family} {alphabet:?}");

    let (before, rest) = rest.split_once(". Event: ").unwrap();
    let (event, rest) = rest.split_once(". After: ").unwrap();
    let (after, comment) = rest.split_once(". ").unwrap();
    let numbers = |line: &str| line.split(' ').map(|value| value.parse().unwrap()).collect::<Vec<i64>>();
    let cells: Vec<String> = numbers(before)
        .iter()
        .enumerate()
        .filter(|(_, value)| **value != 0)
        .map(|(cell, value)| format!("[[{cell}],{value}]"))
        .collect();
    let state = verify::final_state(&[7], alphabet, &format!("{{\"cells\":[{}]}}", cells.join(",")), &format!("[{event}]"));
    let state = state.unwrap();
    let replayed: Vec<i64> = (0..7).map(|cell| state.get(&vec![cell]).copied().unwrap_or(0)).collect();
    assert_eq!(replayed, numbers(after), "{family} {alphabet:?}");

    // `(2+1+1) mod 4 = 0` and `1 + ((2+1+1) mod 3) = 2`.
    for (at, _) in
        comment.match_indices("+1) mod ").chain(comment.match_indices("+2) mod ")).chain(comment.match_indices("+0) mod "))
    {
        let open = comment[..at].rfind('(').unwrap();
        let sum: i64 = comment[open + 1..at + 2].split('+').map(|value| value.parse::<i64>().unwrap()).sum();
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<i64>().unwrap();
        let modulus = digits(&comment[at + "+1) mod ".len()..]);
        let result = digits(comment[at..].split_once("= ").unwrap().1);
        let plus = i64::from(comment[..open].ends_with("1 + ("));
        assert_eq!(plus + sum % modulus, result, "{comment}");
    }
}

fn check_left_out(family: &str, alphabet: &[u16]) {
    let example = worked_example(rule::family(family).unwrap(), &Alphabet::new(alphabet).unwrap());
    assert_eq!(example, None, "{family} {alphabet:?}");
}

const FOUR: &[u16] = &[0, 1, 2, 3];
const SEVEN: &[u16] = &[0, 1, 2, 3, 4, 5, 6];
const TILES: &[u16] = &[0, 1, 2, 4, 8, 16];

#[test]
fn worked_examples() {
    for alphabet in [FOUR, SEVEN, &[3, 1, 0], &[0, 1, 2, 3, 900]] {
        if alphabet.contains(&2) {
            check_example(
                "PAINT",
                alphabet,
                "1 0 1 2 1 1 3. Event: {\"op\":\"PAINT\",\"a\":[3],\"r\":1,\"u\":1,\"v\":3}. After: 1 0 3 2 3 1 3. The cells with \
                 |x_0-3| <= 1 are [2], [3] and [4]; of these only [2] and [4] have old value 1, and both become 3. The 2 at [3] is not \
                 1, and the 1s at [0] and [5] are outside the ball, so they remain.",
            );
            check_example(
                "REFLECT",
                alphabet,
                "1 2 0 3 0 1 2. Event: {\"op\":\"REFLECT\",\"lo\":[1],\"hi\":[4],\"axis\":0}. After: 1 0 3 0 2 1 2. The box holds cells \
                 [1] to [4], and the mirrored position of [x] is [5-x]: the 2 at [1] moves to [4], the 3 at [3] moves to [2], and the \
                 old 0s at [2] and [4] move to [3] and [1]. Cells outside the box remain.",
            );
            check_example(
                "RELABEL",
                alphabet,
                "1 1 0 1 2 2 3. Event: {\"op\":\"RELABEL\",\"p\":[4],\"v\":3}. After: 1 1 0 1 3 3 3. The cells with old value 2 \
                 connected to [4] are [4] and [5]; both become 3. The 1 at [3] and the 3 at [6] are not part of that set, although [6] \
                 ends up adjacent to the new 3s.",
            );
        } else {
            for family in ["PAINT", "REFLECT", "RELABEL", "LAYER", "MOVE"] {
                check_left_out(family, alphabet);
            }
        }
    }
    for alphabet in [&[0, 1, 2], FOUR, SEVEN, TILES] {
        check_example(
            "LAYER",
            alphabet,
            "0 1 1 0 0 1 2. Event: {\"op\":\"LAYER\",\"p\":[1],\"s\":1}. After: 1 1 1 1 0 1 2. The set connected to [1] is [1] and [2]; \
             its neighbors with old value 0 are [0] and [3], and both become 1. The 0 at [4] is not a neighbor of the old set, and the \
             1 at [5] is not connected to it.",
        );
        check_example(
            "MOVE",
            alphabet,
            "1 1 0 0 2 1 0. Event: {\"op\":\"MOVE\",\"v\":1,\"axis\":0,\"direction\":1,\"k\":3}. After: 0 0 1 1 2 0 1. The 1 at [5] goes \
             first and stops at [6], the last cell. The 1 at [1] then moves to [3], where the 2 at [4] stops it, and the 1 at [0] \
             follows to [2]; the 2 does not move.",
        );
    }
    check_left_out("PAINT", &[0, 1, 2]);
    check_left_out("LAYER", &[0, 1]);
    check_left_out("MOVE", &[0, 1]);
}

#[test]
fn worked_examples_with_sums() {
    let stencil = |alphabet: &[u16], after: &str, first: u16, second: u16| {
        let m = alphabet.len();
        let comment = format!(
            "Cells [1], [2] and [3] become (2+1+1) mod {m} = {first}, (1+2+0) mod {m} = {second} and (0+1+2) mod {m} = {second}: the \
             sums use only old values, and those of [1] and [3] also read [0] and [4], which lie outside the ball and remain unchanged."
        );
        let event = r#"{"op":"STENCIL","a":[2],"r":1}"#;
        check_example("STENCIL", alphabet, &format!("1 2 1 0 2 1 0. Event: {event}. After: {after}. {comment}"));
    };
    stencil(&[0, 1, 2], "1 1 0 0 2 1 0", 1, 0);
    stencil(FOUR, "1 0 3 3 2 1 0", 0, 3);
    stencil(&[2, 1, 0, 3], "1 0 3 3 2 1 0", 0, 3);
    stencil(SEVEN, "1 4 3 3 2 1 0", 4, 3);
    check_left_out("STENCIL", &[0, 1]);

    let mix = |alphabet: &[u16], after: &str, [first, second, third]: [u16; 3]| {
        let k = alphabet.len() - 1;
        let comment = format!(
            "[1] reaches [0] and [2] in one step. Cells [0], [1] and [2] become 1 + ((1+2) mod {k}) = {first}, 1 + ((2+1+1) mod {k}) = \
             {second} and 1 + ((1+2+2) mod {k}) = {third}; [3] is read by [2] but is two steps away, and the 0 at [4] would block every \
             path to [5] and [6] anyway."
        );
        let event = r#"{"op":"MIX","p":[1],"r":1}"#;
        check_example("MIX", alphabet, &format!("1 2 1 2 0 2 1. Event: {event}. After: {after}. {comment}"));
    };
    mix(&[0, 1, 2], "2 1 2 2 0 2 1", [2, 1, 2]);
    mix(FOUR, "1 2 3 2 0 2 1", [1, 2, 3]);
    mix(SEVEN, "4 5 6 2 0 2 1", [4, 5, 6]);

    for alphabet in [&[0, 1, 2, 4], TILES] {
        check_example(
            "COMPRESS",
            alphabet,
            "2 0 2 4 1 1 1. Event: {\"op\":\"COMPRESS\",\"axis\":0,\"direction\":-1}. After: 4 4 2 1 0 0 0. From [0] the nonzero values \
             are 2, 2, 4, 1, 1, 1. The 2s become 4, which does not merge again with the 4 after it; the first two 1s become 2, and the \
             last 1 has no partner left.",
        );
    }
    check_left_out("COMPRESS", FOUR);
    check_left_out("COMPRESS", &[0, 2, 4]);
}

/// Without an example its heading is left out too (clarification 26), and the rest stays as it is.
#[test]
fn a_prompt_without_an_example() {
    let line = r#"{"id":"x","family":"STENCIL","shape":[2,2,2],"alphabet":[1,0],"initial":{"cells":[]},"events":[]}"#;
    let (instance, _) = Instance::open(line).unwrap();
    let text = prompt(&instance);
    let headings: Vec<&str> = text.split("\n\n").skip(1).map(|section| section.split('\n').next().unwrap_or_default()).collect();
    assert_eq!(headings, ["TASK", "SPACE", "COMMON EVENT", "FAMILY RULE", "INITIAL", "EVENTS", "OUTPUT"]);
    assert!(text.contains("\nshape = [2,2,2]\n") && text.contains(" Allowed values: [1,0].\n") && text.contains(" mod 2, where"));
    assert!(text.contains("\n\nINITIAL\n{\"cells\":[]}\n\nEVENTS\n[]\n\nOUTPUT\n"));
}
