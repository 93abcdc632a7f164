//! Scoring a pasted answer.

use grids::instance::Instance;
use grids::score::{Score, score};
use grids::trace::Trace;
use grids::world::codec::{list, write_state};
use serde_json::{Value, json};

use crate::page::{Page, Result, TITLE, built_in};

crate::tests! { "score":
    an_exact_answer,
    an_exact_answer_inside_prose,
    an_incorrect_answer_is_marked_and_listed,
    only_unchanged_cells_wrong,
    an_entry_of_the_list_leads_to_its_cell,
    the_three_states_can_be_shown,
    the_reference_is_not_shown_unasked,
    invalid_answers_say_code_and_place,
    show_in_the_answer_selects_the_place,
    show_in_the_answer_counts_as_the_browser_does,
    an_answer_cut_off_at_its_end,
    an_answer_nested_a_hundred_thousand_deep,
    an_empty_answer,
    the_offered_answers,
    the_answer_stays_while_tabs_change,
}

/// Pastes an answer into the field.
pub async fn answer(page: &Page, text: &str) -> Result<()> {
    page.fill(ANSWER, text).await
}

pub const ANSWER: &str = "main textarea";

fn native(instance: &Instance, trace: &Trace, text: &str) -> Score {
    score(Some(text), &instance.space, &instance.initial, &trace.state(&instance.initial, trace.len()))
}

async fn an_exact_answer(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("reflect-4d");
    page.open("score?i=reflect-4d&t=0").await?;
    answer(page, &write_state(&trace.state(&instance.initial, trace.len()))).await?;
    page.says(".outcome", "exact").await?;
    page.says(".result", "Strict exact match: yes").await?;
    page.shows("document.querySelectorAll('.missing, .extra, .different').length", 0).await
}

async fn an_exact_answer_inside_prose(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("figure-1b");
    page.open("score?i=figure-1b&t=0").await?;
    let state = write_state(&trace.state(&instance.initial, trace.len()));
    answer(page, &format!("Die Lösung lautet ✓:\n```json\n{state}\n```\n")).await?;
    page.says(".outcome", "exact").await?;
    page.says(".result", "Strict exact match: no").await
}

/// One cell missing, one with another value, one too many.
fn wrong(instance: &Instance, trace: &Trace) -> (String, [usize; 3]) {
    let mut world = trace.state(&instance.initial, trace.len());
    let mut occupied = (0..world.cells().len()).filter(|&cell| world.get(cell) != 0);
    let (missing, different) = (occupied.next().unwrap(), occupied.next().unwrap());
    let extra = (0..world.cells().len()).find(|&cell| world.get(cell) == 0).unwrap();
    let other = |not: u16| instance.space.alphabet.values().iter().copied().find(|&value| value != 0 && value != not).unwrap();
    let value = other(world.get(different));
    world.set(missing, 0);
    world.set(different, value);
    world.set(extra, other(0));
    (write_state(&world), [missing, different, extra])
}

async fn an_incorrect_answer_is_marked_and_listed(page: &Page) -> Result<()> {
    for id in ["paint-2d", "mix-3d", "move-4d"] {
        let (instance, trace) = built_in(id);
        let (text, cells) = wrong(&instance, &trace);
        page.open(&format!("score?i={id}&t=0")).await?;
        answer(page, &text).await?;
        page.says(".outcome", "incorrect").await?;
        for (class, cell) in ["missing", "different", "extra"].into_iter().zip(cells) {
            let marked = format!("[...document.querySelectorAll('[data-cell].{class}')].map((cell) => +cell.dataset.cell)");
            page.shows(&marked, vec![cell]).await?;
            // Colour is never the only sign.
            let spoken: String = page.get("document.querySelector(`[data-cell='${args}']`).ariaLabel", json!(cell)).await?;
            assert!(spoken.contains(class), "{spoken}");
        }
        let target = trace.state(&instance.initial, trace.len());
        let entries: Vec<String> =
            page.get("[...document.querySelectorAll('.wrong-cells li')].map((item) => item.textContent)", Value::Null).await?;
        assert_eq!(entries.len(), 3);
        for cell in cells {
            let point = list(&instance.space.shape.point(cell));
            assert!(
                entries.iter().any(|entry| entry.starts_with(&format!("{point}: "))
                    && entry.contains(&format!("should be {}", target.get(cell)))),
                "{entries:?}"
            );
        }
        // The table holds the library's numbers.
        let score = native(&instance, &trace, &text);
        let (changed, unchanged) = (score.changed.unwrap(), score.unchanged.unwrap());
        let expected = [
            (score.cells, score.wrong.unwrap()),
            (changed.cells, changed.wrong),
            (unchanged.cells, unchanged.wrong),
            (score.cells, score.copy.wrong),
            (score.cells, score.zero.wrong),
        ];
        let rows = "[...document.querySelectorAll('.result tbody tr')].map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => +cell.textContent))";
        page.shows(rows, expected.to_vec()).await?;
    }
    Ok(())
}

/// The error class of the paper, in words.
async fn only_unchanged_cells_wrong(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("figure-1a");
    let mut world = trace.state(&instance.initial, trace.len());
    let kept = (0..world.cells().len()).find(|&cell| world.get(cell) == 0 && instance.initial.get(cell) == 0).unwrap();
    world.set(kept, 2);
    page.open("score?i=figure-1a&t=0").await?;
    answer(page, &write_state(&world)).await?;
    page.says(".outcome", "incorrect").await?;
    page.says(".result", "Errors only on cells that keep their initial value.").await
}

async fn an_entry_of_the_list_leads_to_its_cell(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("mix-3d");
    let (text, cells) = wrong(&instance, &trace);
    page.open("score?i=mix-3d&t=0").await?;
    answer(page, &text).await?;
    let target = trace.state(&instance.initial, trace.len());
    for cell in cells {
        let point = list(&instance.space.shape.point(cell));
        page.press(&format!("{point}: ")).await?;
        page.shows("document.querySelector('[data-at=cursor]')?.dataset.cell ?? null", cell.to_string()).await?;
        page.says(".readout", &format!("{point}: answer ")).await?;
        page.says(".readout", &format!("reference {}, initial {}", target.get(cell), instance.initial.get(cell))).await?;
    }
    Ok(())
}

async fn the_three_states_can_be_shown(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("paint-2d");
    let target = trace.state(&instance.initial, trace.len());
    let mut world = target.clone();
    world.set(0, 1 + u16::from(target.get(0) == 1));
    page.open("score?i=paint-2d&t=0").await?;
    answer(page, &write_state(&world)).await?;
    page.shows_cells(world.cells()).await?;
    page.press("reference").await?;
    page.shows_cells(target.cells()).await?;
    page.press("initial state").await?;
    page.shows_cells(instance.initial.cells()).await?;
    page.press("answer").await?;
    page.shows_cells(world.cells()).await
}

/// Who wants to think first is not shown the solution.
async fn the_reference_is_not_shown_unasked(page: &Page) -> Result<()> {
    let (instance, _) = built_in("paint-2d");
    page.open("score?i=paint-2d&t=5").await?;
    page.shows_cells(instance.initial.cells()).await?;
    answer(page, "no state").await?;
    page.says(".outcome", "invalid").await?;
    page.shows_cells(instance.initial.cells()).await
}

/// An answer with its code and the character at fault, marked by `«`.
const INVALID: [(&str, &str); 6] = [
    ("duplicate-coordinate", r#"{"cells":[[[0,0],1],«[[0,0],1]]}"#),
    ("wrong-dimension", r#"{"cells":[[«[0,0,0],1]]}"#),
    ("", r#"{"cells":[[[0,0],«9]]}"#),
    ("", r#"{"cells":[[[0,«9],1]]}"#),
    ("", r#"{"cells":[[[0,0],«1.0]]}"#),
    ("", "«I do not know."),
];

async fn invalid_answers_say_code_and_place(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("figure-1a");
    page.open("score?i=figure-1a&t=0").await?;
    for (_, marked) in INVALID {
        let text = marked.replace('«', "");
        let reason = native(&instance, &trace, &text).reason.ok_or_else(|| format!("{text} is valid"))?;
        answer(page, &text).await?;
        page.says(".outcome", "invalid").await?;
        page.says(".fault", reason.code).await?;
        page.says(".fault", &reason.message).await?;
        page.says(".result", &format!("At line 1, column {} (byte {})", reason.offset + 1, reason.offset)).await?;
        let marked: String = page.get("document.querySelector('.response mark').textContent", Value::Null).await?;
        assert!(text[reason.offset..].starts_with(marked.as_str()) || marked == "(end)", "{marked}");
    }
    Ok(())
}

const SELECTED: &str = "(() => {
    const area = document.querySelector('main textarea');
    return [document.activeElement === area, area.value.slice(area.selectionStart, area.selectionEnd), area.selectionStart];
})()";

async fn show_in_the_answer_selects_the_place(page: &Page) -> Result<()> {
    page.open("score?i=figure-1a&t=0").await?;
    answer(page, r#"{"cells":[[[0,0],1],[[0,1],9]]}"#).await?;
    page.press("Show in the answer").await?;
    page.shows(SELECTED, (true, "9".to_owned(), 27)).await
}

/// Offsets are bytes; the browser counts units of UTF-16.
async fn show_in_the_answer_counts_as_the_browser_does(page: &Page) -> Result<()> {
    page.open("score?i=figure-1a&t=0").await?;
    let before = "Lösung 𝄞 – so:\n\n";
    answer(page, &format!("{before}{{\"cells\":[[[0,0],9]]}}")).await?;
    page.says(".outcome", "invalid").await?;
    let offset = before.len() + "{\"cells\":[[[0,0],".len();
    page.says(".result", &format!("At line 3, column 18 (byte {offset})")).await?;
    page.press("Show in the answer").await?;
    let units = before.encode_utf16().count() + 17;
    page.shows(SELECTED, (true, "9".to_owned(), units)).await
}

/// The fault lies behind the last character.
async fn an_answer_cut_off_at_its_end(page: &Page) -> Result<()> {
    page.open("score?i=figure-1a&t=0").await?;
    answer(page, r#"{"cells":[[[0,0],1],"#).await?;
    page.says(".outcome", "invalid").await?;
    page.press("Show in the answer").await?;
    page.shows("document.activeElement === document.querySelector('main textarea')", true).await
}

async fn an_answer_nested_a_hundred_thousand_deep(page: &Page) -> Result<()> {
    page.open("score?i=figure-1a&t=0").await?;
    for text in ["[".repeat(100_000), "{\"cells\":".repeat(100_000)] {
        answer(page, &text).await?;
        page.says(".outcome", "invalid").await?;
    }
    answer(page, "").await?;
    page.says(".outcome", "empty").await
}

async fn an_empty_answer(page: &Page) -> Result<()> {
    page.open("score?i=figure-1a&t=0").await?;
    page.says(".outcome", "empty").await?;
    answer(page, " \n ").await?;
    page.says(".outcome", "empty").await?;
    page.shows("document.querySelectorAll('.fault').length", 0).await
}

/// A visitor without an answer at hand can try some.
async fn the_offered_answers(page: &Page) -> Result<()> {
    page.open("score?i=stencil-2d&t=0").await?;
    for (button, outcome) in [
        ("the reference", "exact"),
        ("a copy of the initial state", "incorrect"),
        ("prose and a fence", "exact"),
        ("Clear", "empty"),
    ] {
        page.press(button).await?;
        page.says(".outcome", outcome).await?;
    }
    Ok(())
}

async fn the_answer_stays_while_tabs_change(page: &Page) -> Result<()> {
    page.open("score?i=figure-1a&t=2").await?;
    answer(page, r#"{"cells":[]}"#).await?;
    page.says(".outcome", "incorrect").await?;
    page.press("Watch").await?;
    page.at(2, 3).await?;
    page.press("Score").await?;
    page.says(".outcome", "incorrect").await?;
    page.shows("document.querySelector('main textarea').value", r#"{"cells":[]}"#.to_owned()).await?;
    // Another instance asks another question.
    page.press("Examples").await?;
    page.press("PAINT on 16×16").await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.says(".outcome", "empty").await
}
