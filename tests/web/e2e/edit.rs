//! Drawing on the initial world: pointer, fingers and pencil, keys, the clipboard, and undo.

use grids::model::link;
use grids::world::codec::list;
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::Key;
use tokio::time::sleep;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result};

crate::tests! { "edit":
    a_click_writes_and_a_second_one_changes_nothing,
    a_stroke_is_one_step,
    a_stroke_that_leaves_the_board_draws_no_line_back,
    alt_picks_a_value_with_any_tool,
    a_fill_stays_in_its_slice_or_goes_through_the_world,
    a_selected_box_is_cleared_mirrored_and_shifted,
    a_selection_reaches_across_slices,
    digits_fill_a_selection,
    a_box_is_copied_to_another_slice_and_another_world,
    a_cut_box_leaves_zeros,
    a_table_of_a_spreadsheet_is_pasted_as_one_step,
    what_cannot_be_pasted_is_said,
    digits_from_row_keypad_and_a_french_keyboard,
    digits_of_larger_values_wait_for_each_other,
    enter_commits_and_goes_on,
    backspace_goes_back_as_in_a_text,
    a_whole_slice_world_is_typed_in_reading_order,
    undo_by_buttons_and_keys,
    keys_do_nothing_in_text_fields,
    tab_leaves_the_grid,
    one_finger_draws_and_a_second_takes_it_back,
    two_fingers_move_the_page,
    the_hand_moves_the_page,
    a_pencil_draws,
    a_later_state_is_not_drawn_on,
    a_change_is_said_once,
    selection_and_values_show_in_forced_colours,
    a_large_world_is_drawn_on_its_picture,
    a_large_world_is_printed_in_light_colours,
    axe_finds_nothing_in_light_and_dark,
    axe_finds_nothing_on_a_phone,
}

/// Opens an empty world.
async fn world(page: &Page, sides: &[u32], alphabet: &[u16]) -> Result<()> {
    let line = format!(
        r#"{{"id":"drawn","family":"SET","shape":{},"alphabet":{},"initial":{{"cells":[]}},"events":[]}}"#,
        list(sides),
        list(alphabet)
    )
    .replace("\"SET\"", "\"PAINT\"");
    let packed = link::pack(&line).ok_or("too large for a link")?;
    page.open(&format!("edit#z={packed}")).await?;
    page.until("the grid shows", "document.querySelector('[role=grid]')").await
}

async fn square(page: &Page) -> Result<()> {
    world(page, &[4, 4], &[0, 1, 2, 3]).await
}

/// Waits until these cells have these values and all others are 0.
async fn shows(page: &Page, volume: usize, occupied: &[(usize, u16)]) -> Result<()> {
    let mut cells = vec![0; volume];
    for &(cell, value) in occupied {
        cells[cell] = value;
    }
    page.shows_cells(&cells).await
}

fn selector(cell: usize) -> String {
    format!("[data-cell='{cell}']")
}

async fn click(page: &Page, cell: usize) -> Result<()> {
    page.point(&selector(cell)).await?;
    Ok(page.web.action_chain().click().perform().await?)
}

/// Presses the mouse on the first cell, moves over the others and releases it.
async fn drag(page: &Page, cells: &[usize]) -> Result<()> {
    let mut chain = page.web.action_chain();
    for (index, &cell) in cells.iter().enumerate() {
        let element = page.find(&selector(cell)).await?;
        if index == 0 {
            element.scroll_into_view().await?;
        }
        chain = chain.move_to_element_center(&element);
        if index == 0 {
            chain = chain.click_and_hold();
        }
    }
    Ok(chain.release().perform().await?)
}

/// The middle of a cell.
async fn middle(page: &Page, cell: usize) -> Result<(f64, f64)> {
    let expression = "(() => {
        const box = document.querySelector(args).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    })()";
    page.get(expression, json!(selector(cell))).await
}

async fn undo_says(page: &Page, text: &str) -> Result<()> {
    page.shows("document.querySelector('.undo button').getAttribute('aria-label')", text.to_owned()).await
}

/// The coordinates of the cell with the focus.
async fn focus_is_on(page: &Page, cell: usize) -> Result<()> {
    page.shows("document.activeElement.getAttribute('data-cell')", cell.to_string()).await
}

/// Presses a key as a keyboard of any layout does.
async fn press_key(page: &Page, key: &str, code: &str) -> Result<()> {
    page.send("Input.dispatchKeyEvent", json!({ "type": "keyDown", "key": key, "code": code, "text": key })).await?;
    page.send("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key, "code": code })).await?;
    Ok(())
}

async fn touch(page: &Page, kind: &str, points: &[(f64, f64)]) -> Result<()> {
    let points: Vec<Value> =
        points.iter().enumerate().map(|(id, (x, y))| json!({ "x": x.round(), "y": y.round(), "id": id })).collect();
    page.send("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await?;
    Ok(())
}

async fn a_click_writes_and_a_second_one_changes_nothing(page: &Page) -> Result<()> {
    square(page).await?;
    click(page, 5).await?;
    shows(page, 16, &[(5, 1)]).await?;
    page.says(".said", "[1,1] 1, was 0").await?;
    page.click(".ink input[aria-label='3']").await?;
    click(page, 5).await?;
    shows(page, 16, &[(5, 3)]).await?;
    click(page, 5).await?;
    shows(page, 16, &[(5, 3)]).await?;
    undo_says(page, "Undo pen stroke, 2 in all").await?;
    page.click(".ink input[aria-label='0']").await?;
    click(page, 5).await?;
    shows(page, 16, &[]).await?;
    undo_says(page, "Undo pen stroke, 3 in all").await
}

async fn a_stroke_is_one_step(page: &Page) -> Result<()> {
    square(page).await?;
    // Over two samples far apart: the line between them is drawn.
    drag(page, &[0, 15, 12]).await?;
    shows(page, 16, &[(0, 1), (5, 1), (10, 1), (15, 1), (14, 1), (13, 1), (12, 1)]).await?;
    page.says(".said", "pen stroke: 7 cells changed").await?;
    undo_says(page, "Undo pen stroke, 1 in all").await?;
    page.press("Undo pen stroke").await?;
    shows(page, 16, &[]).await
}

async fn a_stroke_that_leaves_the_board_draws_no_line_back(page: &Page) -> Result<()> {
    square(page).await?;
    let (first, last) = (page.find(&selector(0)).await?, page.find(&selector(15)).await?);
    let heading = page.find("main h1").await?;
    first.scroll_into_view().await?;
    let chain = page.web.action_chain().move_to_element_center(&first).click_and_hold();
    chain.move_to_element_center(&heading).move_to_element_center(&last).release().perform().await?;
    shows(page, 16, &[(0, 1), (15, 1)]).await?;
    undo_says(page, "Undo pen stroke, 1 in all").await?;
    // Released beside the board it has ended all the same.
    let other = page.find(&selector(3)).await?;
    let chain = page.web.action_chain().move_to_element_center(&other).click_and_hold();
    chain.move_to_element_center(&heading).release().move_to_element_center(&last).perform().await?;
    shows(page, 16, &[(0, 1), (3, 1), (15, 1)]).await?;
    undo_says(page, "Undo pen stroke, 2 in all").await
}

async fn alt_picks_a_value_with_any_tool(page: &Page) -> Result<()> {
    square(page).await?;
    page.click(".ink input[aria-label='2']").await?;
    click(page, 0).await?;
    page.click(".ink input[aria-label='1']").await?;
    for tool in ["Fill", "Pen"] {
        page.press(tool).await?;
        page.point(&selector(0)).await?;
        page.web.action_chain().key_down(Key::Alt).click().key_up(Key::Alt).perform().await?;
        page.shows("document.querySelector('.ink input:checked').ariaLabel", "2".to_owned()).await?;
        page.click(".ink input[aria-label='1']").await?;
    }
    shows(page, 16, &[(0, 2)]).await?;
    // The tool of that name does the same once and gives back the pen.
    page.press("Pick").await?;
    click(page, 0).await?;
    page.shows("document.querySelector('.ink input:checked').ariaLabel", "2".to_owned()).await?;
    click(page, 1).await?;
    shows(page, 16, &[(0, 2), (1, 2)]).await
}

async fn a_fill_stays_in_its_slice_or_goes_through_the_world(page: &Page) -> Result<()> {
    world(page, &[2, 3, 3], &[0, 1, 2]).await?;
    page.press("Fill").await?;
    page.says(".scope", "whole world").await?;
    click(page, 4).await?;
    page.shows_cells(&[1; 18]).await?;
    undo_says(page, "Undo fill, 1 in all").await?;
    page.press("whole world").await?;
    page.says(".scope", "this slice").await?;
    page.click(".ink input[aria-label='2']").await?;
    click(page, 13).await?;
    page.shows_cells(&[[1; 9], [2; 9]].concat()).await?;
    page.press("Undo").await?;
    page.press("Undo").await?;
    shows(page, 18, &[]).await
}

async fn a_selected_box_is_cleared_mirrored_and_shifted(page: &Page) -> Result<()> {
    square(page).await?;
    drag(page, &[0, 2]).await?;
    page.click(".ink input[aria-label='2']").await?;
    click(page, 4).await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1), (4, 2)]).await?;
    page.press("Select").await?;
    drag(page, &[0, 6]).await?;
    page.says(".scope", "selection 2×3").await?;
    page.shows("document.querySelectorAll('[aria-selected=true]').length", 6).await?;
    page.press("Mirror").await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1), (6, 2)]).await?;
    page.choose("Axis", "axis 0").await?;
    page.press("Mirror").await?;
    shows(page, 16, &[(4, 1), (5, 1), (6, 1), (2, 2)]).await?;
    page.press("Shift down the axis").await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1)]).await?;
    page.choose("Axis", "axis 1").await?;
    page.press("Shift up the axis").await?;
    shows(page, 16, &[(1, 1), (2, 1)]).await?;
    page.press("Clear").await?;
    shows(page, 16, &[]).await?;
    undo_says(page, "Undo clear, 7 in all").await?;
    for _ in 0..7 {
        page.press("Undo").await?;
    }
    undo_says(page, "Undo: nothing").await?;
    shows(page, 16, &[]).await
}

async fn a_selection_reaches_across_slices(page: &Page) -> Result<()> {
    world(page, &[3, 3, 3], &[0, 1]).await?;
    page.press("Select").await?;
    // A drag stays in its slice.
    drag(page, &[0, 4, 9]).await?;
    page.says(".scope", "selection 2×2").await?;
    page.point(&selector(13)).await?;
    page.web.action_chain().key_down(Key::Shift).click().key_up(Key::Shift).perform().await?;
    page.says(".scope", "selection 2×2×2").await?;
    page.shows(
        "[...document.querySelectorAll('[aria-selected=true]')].map((cell) => cell.dataset.cell).join()",
        "0,1,3,4,9,10,12,13".to_owned(),
    )
    .await?;
    page.keys(Key::Escape).await?;
    page.says(".scope", "whole world").await?;
    // By keys: from a mark to wherever the cursor is moved.
    click(page, 0).await?;
    page.keys(Key::Right + Key::PageDown).await?;
    page.says(".scope", "whole world").await?;
    page.chord(Key::Shift, ' ').await?;
    page.says(".scope", "selection 2×2").await?;
    page.chord(Key::Shift, Key::Down).await?;
    page.says(".scope", "selection 2×2×2").await?;
    page.keys(Key::Right).await?;
    page.says(".scope", "whole world").await
}

async fn digits_fill_a_selection(page: &Page) -> Result<()> {
    square(page).await?;
    page.press("Select").await?;
    drag(page, &[5, 10]).await?;
    page.keys("3").await?;
    shows(page, 16, &[(5, 3), (6, 3), (9, 3), (10, 3)]).await?;
    page.keys(Key::Delete).await?;
    shows(page, 16, &[]).await?;
    page.chord(Key::Control, 'a').await?;
    page.says(".scope", "selection 4×4").await?;
    page.keys("2").await?;
    page.shows_cells(&[2; 16]).await?;
    undo_says(page, "Undo fill, 3 in all").await
}

async fn a_box_is_copied_to_another_slice_and_another_world(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    world(page, &[2, 3, 3], &[0, 1, 2]).await?;
    click(page, 0).await?;
    click(page, 4).await?;
    page.press("Select").await?;
    drag(page, &[0, 4]).await?;
    page.chord(Key::Control, 'c').await?;
    page.says(".said", "copied 1×2×2").await?;
    assert_eq!(page.clipboard().await?, "1\t0\n0\t1");
    click(page, 13).await?;
    page.chord(Key::Control, 'v').await?;
    shows(page, 18, &[(0, 1), (4, 1), (13, 1), (17, 1)]).await?;
    undo_says(page, "Undo paste, 3 in all").await?;
    world(page, &[4, 4], &[0, 1]).await?;
    page.press("Select").await?;
    click(page, 15).await?;
    page.chord(Key::Control, 'v').await?;
    shows(page, 16, &[(15, 1)]).await?;
    page.says(".said", "3 outside the world left out, 1 of them not 0").await?;
    page.press("Undo").await?;
    shows(page, 16, &[]).await
}

async fn a_cut_box_leaves_zeros(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    square(page).await?;
    drag(page, &[0, 3]).await?;
    page.press("Select").await?;
    drag(page, &[0, 1]).await?;
    page.chord(Key::Control, 'x').await?;
    shows(page, 16, &[(2, 1), (3, 1)]).await?;
    undo_says(page, "Undo cut, 2 in all").await?;
    click(page, 8).await?;
    page.press("Paste").await?;
    shows(page, 16, &[(2, 1), (3, 1), (8, 1), (9, 1)]).await
}

/// Writes a text into the clipboard and pastes it where the focus is.
async fn paste(page: &Page, text: &str) -> Result<()> {
    page.web.execute_async("navigator.clipboard.writeText(arguments[0]).then(arguments[1])", vec![json!(text)]).await?;
    page.chord(Key::Control, 'v').await
}

async fn a_table_of_a_spreadsheet_is_pasted_as_one_step(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    square(page).await?;
    page.press("Select").await?;
    click(page, 5).await?;
    paste(page, "1\t2\r\n\t3\r\n").await?;
    shows(page, 16, &[(5, 1), (6, 2), (10, 3)]).await?;
    page.says(".said", "separated by tabs").await?;
    undo_says(page, "Undo paste, 1 in all").await?;
    page.press("Undo").await?;
    shows(page, 16, &[]).await
}

async fn what_cannot_be_pasted_is_said(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    square(page).await?;
    page.press("Select").await?;
    click(page, 0).await?;
    paste(page, "1\t9").await?;
    page.says("dialog[open]", "found 9").await?;
    page.press("Close").await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
    undo_says(page, "Undo: nothing").await
}

async fn digits_from_row_keypad_and_a_french_keyboard(page: &Page) -> Result<()> {
    square(page).await?;
    page.press("Select").await?;
    click(page, 0).await?;
    press_key(page, "1", "Digit1").await?;
    press_key(page, "2", "Numpad2").await?;
    press_key(page, "\"", "Digit3").await?;
    press_key(page, "&", "Digit1").await?;
    shows(page, 16, &[(0, 1), (1, 2), (2, 3), (3, 1)]).await?;
    // The cursor has gone on into the next row.
    focus_is_on(page, 4).await?;
    press_key(page, "7", "Digit7").await?;
    page.says(".said", "no value begins with 7").await?;
    focus_is_on(page, 4).await?;
    page.press("Advance").await?;
    click(page, 8).await?;
    page.keys("2").await?;
    focus_is_on(page, 8).await?;
    shows(page, 16, &[(0, 1), (1, 2), (2, 3), (3, 1), (8, 2)]).await
}

async fn digits_of_larger_values_wait_for_each_other(page: &Page) -> Result<()> {
    let typed = "document.querySelector('[data-typed]')?.dataset.typed ?? ''";
    let powers: Vec<u16> = std::iter::once(0).chain((0..12).map(|exponent| 1 << exponent)).collect();
    world(page, &[3, 3], &powers).await?;
    page.press("Select").await?;
    click(page, 0).await?;
    page.keys("102").await?;
    page.shows(typed, "102".to_owned()).await?;
    shows(page, 9, &[]).await?;
    page.keys("4").await?;
    shows(page, 9, &[(0, 1024)]).await?;
    page.shows(typed, String::new()).await?;
    focus_is_on(page, 1).await?;
    // A value that others begin with waits for a while,
    page.keys("1").await?;
    page.shows(typed, "1".to_owned()).await?;
    shows(page, 9, &[(0, 1024), (1, 1)]).await?;
    focus_is_on(page, 2).await?;
    // for the next move,
    page.keys("2").await?;
    page.keys(Key::Down).await?;
    shows(page, 9, &[(0, 1024), (1, 1), (2, 2)]).await?;
    focus_is_on(page, 5).await?;
    // or until the focus leaves.
    page.keys("16").await?;
    page.shows(typed, "16".to_owned()).await.or(Ok::<_, Box<dyn std::error::Error + Send + Sync>>(()))?;
    page.keys("1").await?;
    page.keys(Key::Tab).await?;
    page.until("the value is entered", "document.querySelector(\"[data-cell='6']\").textContent === '1'").await?;
    // Escape and Backspace take digits back.
    click(page, 8).await?;
    page.keys("51").await?;
    page.keys(Key::Backspace).await?;
    page.shows(typed, "5".to_owned()).await?;
    page.keys(Key::Escape).await?;
    page.shows(typed, String::new()).await?;
    sleep(Duration::from_millis(1200)).await;
    page.shows("document.querySelector(\"[data-cell='8']\").textContent", "·".to_owned()).await
}

async fn enter_commits_and_goes_on(page: &Page) -> Result<()> {
    world(page, &[2, 2, 2], &[0, 1, 10]).await?;
    page.press("Select").await?;
    click(page, 0).await?;
    page.keys("1").await?;
    page.keys(Key::Enter).await?;
    shows(page, 8, &[(0, 1)]).await?;
    focus_is_on(page, 1).await?;
    // Who types Enter after each value does not skip cells where the value needed none.
    page.keys("10").await?;
    page.keys(Key::Enter).await?;
    focus_is_on(page, 2).await?;
    page.keys(Key::Enter).await?;
    focus_is_on(page, 3).await?;
    page.keys("10").await?;
    // Into the next slice.
    focus_is_on(page, 4).await?;
    shows(page, 8, &[(0, 1), (1, 10), (3, 10)]).await
}

async fn backspace_goes_back_as_in_a_text(page: &Page) -> Result<()> {
    square(page).await?;
    page.press("Select").await?;
    click(page, 0).await?;
    page.keys("123").await?;
    shows(page, 16, &[(0, 1), (1, 2), (2, 3)]).await?;
    page.keys(Key::Backspace).await?;
    shows(page, 16, &[(0, 1), (1, 2)]).await?;
    focus_is_on(page, 2).await?;
    page.keys(Key::Backspace).await?;
    shows(page, 16, &[(0, 1)]).await?;
    page.keys(Key::Home).await?;
    page.keys(Key::Delete).await?;
    focus_is_on(page, 0).await?;
    shows(page, 16, &[]).await?;
    page.press("Pen").await?;
    page.click(".ink input[aria-label='2']").await?;
    page.find(&selector(0)).await?.focus().await?;
    page.keys(" ").await?;
    shows(page, 16, &[(0, 2)]).await
}

/// A world of three slices by keyboard alone.
async fn a_whole_slice_world_is_typed_in_reading_order(page: &Page) -> Result<()> {
    world(page, &[3, 2, 2], &[0, 1, 2]).await?;
    page.find("[role=grid] [tabindex='0']").await?.focus().await?;
    page.keys("120120120121").await?;
    page.shows_cells(&[1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1]).await?;
    focus_is_on(page, 11).await?;
    undo_says(page, "Undo value, 9 in all").await?;
    // Kept across a reload, with what can be undone.
    page.until("the address names the draft", "location.search.includes('d=')").await?;
    page.until("everything is saved", "document.querySelector('.saving').textContent.startsWith('Saved')").await?;
    page.reload().await?;
    page.until("the grid shows", "document.querySelector('.worktop [role=grid]')").await?;
    page.shows_cells(&[1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1]).await?;
    page.press("Undo value, 9 in all").await?;
    page.shows_cells(&[1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]).await
}

async fn undo_by_buttons_and_keys(page: &Page) -> Result<()> {
    square(page).await?;
    click(page, 0).await?;
    click(page, 1).await?;
    page.press("Undo pen stroke, 2 in all").await?;
    shows(page, 16, &[(0, 1)]).await?;
    page.press("Redo pen stroke, 1 in all").await?;
    shows(page, 16, &[(0, 1), (1, 1)]).await?;
    for held in [Key::Control, Key::Meta].map(char::from) {
        page.chord(held, 'z').await?;
        shows(page, 16, &[(0, 1)]).await?;
        page.web
            .action_chain()
            .key_down(held)
            .key_down(Key::Shift)
            .send_keys("z")
            .key_up(Key::Shift)
            .key_up(held)
            .perform()
            .await?;
        shows(page, 16, &[(0, 1), (1, 1)]).await?;
        page.chord(held, 'z').await?;
        shows(page, 16, &[(0, 1)]).await?;
        page.chord(held, 'y').await?;
        shows(page, 16, &[(0, 1), (1, 1)]).await?;
    }
    // With the focus on a button, and on another tab.
    page.find(".tool").await?.focus().await?;
    page.chord(Key::Control, 'z').await?;
    shows(page, 16, &[(0, 1)]).await?;
    page.press("Score").await?;
    page.until("the tab shows", "document.querySelector('.outcome')").await?;
    page.run("document.activeElement.blur()").await?;
    page.chord(Key::Control, 'z').await?;
    page.press("Edit").await?;
    page.until("the grid shows", "document.querySelector('.worktop [role=grid]')").await?;
    shows(page, 16, &[]).await
}

async fn keys_do_nothing_in_text_fields(page: &Page) -> Result<()> {
    let many: Vec<u16> = (0..20).collect();
    world(page, &[4, 4], &many).await?;
    click(page, 0).await?;
    page.fill(".ink-field input", "").await?;
    page.keys("12pf").await?;
    page.chord(Key::Control, 'z').await?;
    shows(page, 16, &[(0, 1)]).await?;
    page.shows("document.querySelector('.tool[aria-pressed=true]').textContent", "Pen".to_owned()).await?;
    page.fill(".ink-field input", "12").await?;
    page.shows("document.querySelector('.ink input:checked').ariaLabel", "12".to_owned()).await
}

async fn tab_leaves_the_grid(page: &Page) -> Result<()> {
    square(page).await?;
    click(page, 5).await?;
    focus_is_on(page, 5).await?;
    page.keys(Key::Tab).await?;
    page.shows("document.querySelector('[role=grid]').contains(document.activeElement)", false).await?;
    page.chord(Key::Shift, Key::Tab).await?;
    focus_is_on(page, 5).await
}

async fn phone(page: &Page) -> Result<()> {
    page.look(Look { size: PHONE, ..PLAIN }).await?;
    square(page).await
}

async fn one_finger_draws_and_a_second_takes_it_back(page: &Page) -> Result<()> {
    phone(page).await?;
    let (first, second, third) = (middle(page, 0).await?, middle(page, 1).await?, middle(page, 3).await?);
    touch(page, "touchStart", &[first]).await?;
    touch(page, "touchMove", &[second]).await?;
    touch(page, "touchMove", &[third]).await?;
    touch(page, "touchEnd", &[]).await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1), (3, 1)]).await?;
    undo_says(page, "Undo pen stroke, 1 in all").await?;
    let (fourth, fifth) = (middle(page, 8).await?, middle(page, 14).await?);
    touch(page, "touchStart", &[fourth]).await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1), (3, 1), (8, 1)]).await?;
    touch(page, "touchStart", &[fourth, fifth]).await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1), (3, 1)]).await?;
    touch(page, "touchMove", &[(fourth.0, fourth.1 + 4.0), (fifth.0, fifth.1 + 4.0)]).await?;
    touch(page, "touchEnd", &[fourth]).await?;
    touch(page, "touchMove", &[(fourth.0 + 90.0, fourth.1)]).await?;
    touch(page, "touchEnd", &[]).await?;
    shows(page, 16, &[(0, 1), (1, 1), (2, 1), (3, 1)]).await?;
    undo_says(page, "Undo pen stroke, 1 in all").await
}

async fn scrolled(page: &Page, from: f64) -> Result<()> {
    page.until("the page has moved", &format!("Math.abs(scrollY + visualViewport.offsetTop - {from}) > 30")).await
}

async fn two_fingers_move_the_page(page: &Page) -> Result<()> {
    phone(page).await?;
    page.run("document.querySelector('main').style.paddingBottom = '1500px'").await?;
    let (one, other) = (middle(page, 8).await?, middle(page, 11).await?);
    touch(page, "touchStart", &[one]).await?;
    touch(page, "touchStart", &[one, other]).await?;
    for step in 1..=12 {
        let up = f64::from(step) * 10.0;
        touch(page, "touchMove", &[(one.0, one.1 - up), (other.0, other.1 - up)]).await?;
    }
    touch(page, "touchEnd", &[]).await?;
    scrolled(page, 0.0).await?;
    shows(page, 16, &[]).await?;
    undo_says(page, "Undo: nothing").await
}

async fn the_hand_moves_the_page(page: &Page) -> Result<()> {
    phone(page).await?;
    page.run("document.querySelector('main').style.paddingBottom = '1500px'").await?;
    let swipe = async |from: (f64, f64)| -> Result<()> {
        touch(page, "touchStart", &[from]).await?;
        for step in 1..=12 {
            touch(page, "touchMove", &[(from.0, from.1 - f64::from(step) * 10.0)]).await?;
        }
        touch(page, "touchEnd", &[]).await
    };
    // With the pen the finger draws and the page stays.
    swipe(middle(page, 12).await?).await?;
    page.until("a stroke was drawn", "document.querySelector('.said').textContent.includes('pen stroke')").await?;
    page.shows("scrollY", 0.0).await?;
    page.press("Undo").await?;
    page.press("Hand").await?;
    swipe(middle(page, 12).await?).await?;
    scrolled(page, 0.0).await?;
    undo_says(page, "Undo: nothing").await
}

async fn a_pencil_draws(page: &Page) -> Result<()> {
    square(page).await?;
    let mouse = async |kind: &str, (x, y): (f64, f64), pressed: u8| -> Result<()> {
        let event = json!({
            "type": kind, "x": x, "y": y, "button": if kind == "mouseMoved" { "none" } else { "left" }, "buttons": pressed,
            "clickCount": 1, "pointerType": "pen",
        });
        page.send("Input.dispatchMouseEvent", event).await?;
        Ok(())
    };
    let (from, to) = (middle(page, 4).await?, middle(page, 6).await?);
    mouse("mousePressed", from, 1).await?;
    mouse("mouseMoved", to, 1).await?;
    mouse("mouseReleased", to, 0).await?;
    shows(page, 16, &[(4, 1), (5, 1), (6, 1)]).await
}

async fn a_later_state_is_not_drawn_on(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=2").await?;
    page.says(".board-note", "after event 2").await?;
    page.shows("document.querySelector('[role=grid]').getAttribute('aria-readonly')", "true".to_owned()).await?;
    let cells = "[...document.querySelectorAll('[data-cell]')].map((cell) => cell.textContent).join()";
    let before: String = page.get(cells, Value::Null).await?;
    click(page, 0).await?;
    page.keys("1").await?;
    page.says(".said", "Only the initial world").await?;
    page.shows(cells, before).await?;
    undo_says(page, "Undo: nothing").await?;
    page.press("To the initial world").await?;
    page.shows("document.querySelector('[role=grid]').getAttribute('aria-readonly')", "false".to_owned()).await?;
    page.says(".board-note", "The initial world").await
}

/// One polite line, and nothing else that is read aloud at the same time.
async fn a_change_is_said_once(page: &Page) -> Result<()> {
    square(page).await?;
    page.run(
        "window.heard = [];
        for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert], output')) {
            new MutationObserver(() => window.heard.push(region.textContent))
                .observe(region, { childList: true, characterData: true, subtree: true });
        }",
    )
    .await?;
    drag(page, &[0, 3]).await?;
    page.says(".said", "4 cells changed").await?;
    page.press("Undo").await?;
    page.says(".said", "undone").await?;
    page.keys("").await?;
    drag(page, &[0, 3]).await?;
    page.shows(
        "window.heard.join(' / ')",
        "pen stroke: 4 cells changed / undone: pen stroke: 4 cells changed / pen stroke: 4 cells changed".to_owned(),
    )
    .await?;
    page.find(&selector(3)).await?.focus().await?;
    page.keys("2").await?;
    page.shows("window.heard.at(-1)", "[0,3] 2, was 1".to_owned()).await?;
    page.shows("document.querySelector(\"[data-cell='3']\").getAttribute('aria-label')", "2 at [0,3]".to_owned()).await
}

async fn selection_and_values_show_in_forced_colours(page: &Page) -> Result<()> {
    square(page).await?;
    page.send("Emulation.setEmulatedMedia", json!({ "features": [{ "name": "forced-colors", "value": "active" }] })).await?;
    click(page, 0).await?;
    page.press("Select").await?;
    drag(page, &[0, 1]).await?;
    let style = |cell: usize, name: &str| format!("getComputedStyle(document.querySelector(\"[data-cell='{cell}']\")).{name}");
    let read = async |cell: usize, name: &str| page.get::<String>(&style(cell, name), Value::Null).await;
    assert_ne!(read(0, "backgroundColor").await?, read(4, "backgroundColor").await?, "the selection is seen");
    for cell in [0, 4] {
        assert_ne!(read(cell, "color").await?, read(cell, "backgroundColor").await?, "the value is seen");
        assert_ne!(read(cell, "borderTopWidth").await?, "0px");
    }
    page.shows("getComputedStyle(document.querySelector(\"[data-at=cursor]\"), '::after').borderTopStyle", "solid".to_owned())
        .await?;
    let pressed = "getComputedStyle(document.querySelector('.tool[aria-pressed=true]')).outlineStyle";
    page.shows(pressed, "solid".to_owned()).await
}

async fn a_large_world_is_drawn_on_its_picture(page: &Page) -> Result<()> {
    world(page, &[128, 128], &[0, 1, 2]).await?;
    page.forgive("willReadFrequently");
    let (left, top, width): (f64, f64, f64) = page
        .get(
            "(() => {
                const canvas = document.querySelector('canvas');
                canvas.scrollIntoView({ block: 'center' });
                const box = canvas.getBoundingClientRect();
                return [box.left, box.top, box.width];
            })()",
            Value::Null,
        )
        .await?;
    let at = |row: f64, column: f64| ((left + (column + 0.5) / 128.0 * width) as i64, (top + (row + 0.5) / 128.0 * width) as i64);
    let ((x1, y1), (x2, y2)) = (at(10.0, 20.0), at(10.0, 60.0));
    page.web.action_chain().move_to(x1, y1).click_and_hold().move_to(x2, y2).release().perform().await?;
    page.says(".said", "pen stroke: 4").await?;
    page.until("the table has come", "document.querySelector('[role=grid]').contains(document.activeElement)").await?;
    // And goes on with the keys where the pointer was.
    page.keys("2").await?;
    page.says(".said", "2, was 1").await?;
    page.press("Fill").await?;
    let (x, y) = at(100.0, 100.0);
    page.web.action_chain().move_to(x, y).click().perform().await?;
    page.says(".said", "fill: 16").await
}

async fn a_large_world_is_printed_in_light_colours(page: &Page) -> Result<()> {
    page.look(Look { dark: true, ..PLAIN }).await?;
    world(page, &[128, 128], &[0, 1, 2]).await?;
    page.forgive("willReadFrequently");
    const BRIGHTNESS: &str = "document.querySelector('canvas').getContext('2d').getImageData(5, 5, 1, 1).data[0] > 128";
    page.shows(BRIGHTNESS, false).await?;
    page.send("Emulation.setEmulatedMedia", json!({ "media": "print" })).await?;
    page.shows(BRIGHTNESS, true).await?;
    page.send("Emulation.setEmulatedMedia", json!({ "media": "" })).await?;
    page.look(Look { dark: true, ..PLAIN }).await?;
    page.shows(BRIGHTNESS, false).await?;
    // And what is shown follows the scheme of the browser.
    page.look(PLAIN).await?;
    page.shows(BRIGHTNESS, true).await
}

async fn axe(page: &Page, look: Look) -> Result<()> {
    page.look(look).await?;
    for (path, name) in
        [("edit?i=paint-3d&t=0", "3D"), ("edit?i=compress-2d&t=0", "many values"), ("edit?i=move-4d&t=2", "a later state")]
    {
        page.open(path).await?;
        page.press("Select").await?;
        drag(page, &[0, 1]).await?;
        let found = page.violations().await?;
        assert!(found.is_empty(), "{name}:\n{}", found.join("\n"));
    }
    Ok(())
}

async fn axe_finds_nothing_in_light_and_dark(page: &Page) -> Result<()> {
    axe(page, Look { dark: false, size: DESKTOP, motion: false }).await?;
    axe(page, Look { dark: true, size: DESKTOP, motion: false }).await
}

async fn axe_finds_nothing_on_a_phone(page: &Page) -> Result<()> {
    axe(page, Look { dark: false, size: PHONE, motion: false }).await?;
    axe(page, Look { dark: true, size: PHONE, motion: false }).await
}
