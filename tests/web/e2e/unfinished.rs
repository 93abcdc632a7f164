//! What was begun and is no change of a draft yet: it is finished where that can be, stays with its draft otherwise, and never goes to
//! another one.

use thirtyfour::Key;

use crate::page::{Page, Result, TITLE};

crate::tests! { "unfinished":
    typed_digits_stay_with_their_world,
    undo_takes_back_what_is_being_typed,
    a_faulty_list_of_coordinates_waits_for_its_draft,
    a_quick_list_of_coordinates_goes_to_its_own_draft,
    a_half_filled_form_waits_for_its_draft,
    a_half_filled_form_shows_nothing_where_one_predicts,
    half_written_events_wait_for_their_draft,
    a_selection_goes_with_the_shape,
    a_form_for_the_shape_keeps_what_was_typed,
    notes_of_one_draft_say_nothing_of_another,
}

const UNDO: &str = "document.querySelector('.undo .counted span').textContent";
const COORDINATES: &str = ".coordinates textarea";
/// Whether the final state is entered, and no notes.
const FINAL: &str = "document.querySelector('[name=entered]').checked";
const FORM: &str = "document.querySelector('#event-form h3')?.textContent ?? null";

async fn cell(page: &Page, cell: usize, text: &str) -> Result<()> {
    page.shows(&format!("document.querySelector(\"[data-cell='{cell}']\").textContent"), text.to_owned()).await
}

async fn click(page: &Page, cell: usize) -> Result<()> {
    page.click(&format!("[data-cell='{cell}']")).await
}

/// Opens a built-in instance by its title, in the document that there is.
async fn open(page: &Page, title: &str) -> Result<()> {
    page.press("Examples").await?;
    page.press(title).await?;
    page.shows(TITLE, title.to_owned()).await
}

async fn back(page: &Page) -> Result<()> {
    Ok(page.web.back().await?)
}

/// Waits until the store has the draft.
async fn saved(page: &Page) -> Result<()> {
    page.says(".saving", "Saved").await?;
    page.until("the address names the draft", "location.search.includes('d=')").await
}

/// 1 may become 1024, so it waits.
async fn type_one(page: &Page) -> Result<()> {
    page.run("document.querySelector(\"[data-cell='0']\").focus()").await?;
    page.keys("1").await
}

async fn typed_digits_stay_with_their_world(page: &Page) -> Result<()> {
    page.open("edit?i=compress-2d&t=0").await?;
    type_one(page).await?;
    // Without a click that would take the focus away, and before the pause ends that ends the typing.
    page.run(
        "[...document.querySelectorAll('button')].find((button) => button.textContent === 'Examples').click();
         setTimeout(() => [...document.querySelectorAll('dialog button')].find((button) => button.textContent.includes('MOVE on 6×6×7')).click())",
    )
    .await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.shows(UNDO, String::new()).await?;
    // It was typed too late for its address to name the draft that it made.
    back(page).await?;
    page.shows(TITLE, "COMPRESS on 16×16".to_owned()).await?;
    page.says(".banner", "You have a draft of this").await?;
    page.press("Open it").await?;
    cell(page, 0, "1").await?;
    page.shows(UNDO, "1".to_owned()).await
}

async fn undo_takes_back_what_is_being_typed(page: &Page) -> Result<()> {
    page.open("edit?i=compress-2d&t=0").await?;
    let before: String = page.get("document.querySelector(\"[data-cell='0']\").textContent", serde_json::Value::Null).await?;
    type_one(page).await?;
    page.chord(Key::Control, 'z').await?;
    cell(page, 0, &before).await?;
    page.shows(UNDO, String::new()).await?;
    page.chord(Key::Control, 'y').await?;
    cell(page, 0, "1").await
}

async fn a_faulty_list_of_coordinates_waits_for_its_draft(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    click(page, 0).await?;
    saved(page).await?;
    page.press("Coordinates as text").await?;
    page.fill(COORDINATES, "{\"cells\":[\n[[0,1],what]").await?;
    page.says(".coordinates .problem", "Line 2").await?;
    open(page, "MOVE on 6×6×7").await?;
    page.press("Coordinates as text").await?;
    const LIST: &str = "(document.querySelector('.coordinates textarea')?.value ?? '')";
    page.until("the list is that of the other world", &format!("{LIST}.includes('cells') && !{LIST}.includes('what')")).await?;
    page.shows(UNDO, String::new()).await?;
    back(page).await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.press("Coordinates as text").await?;
    page.shows("document.querySelector('.coordinates textarea').value", "{\"cells\":[\n[[0,1],what]".to_owned()).await?;
    page.says(".coordinates .problem", "Line 2").await?;
    // Also while something else of the same draft is looked at.
    page.press("Watch").await?;
    page.press("Edit").await?;
    page.press("Coordinates as text").await?;
    page.says(".coordinates .problem", "Line 2").await
}

/// The world follows the text after a pause. What is opened in between is another world.
async fn a_quick_list_of_coordinates_goes_to_its_own_draft(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    click(page, 1).await?;
    saved(page).await?;
    page.press("Coordinates as text").await?;
    page.run(
        "const field = document.querySelector('.coordinates textarea');
         field.focus();
         field.value = '{\"cells\":[[[15,15],2]]}';
         field.dispatchEvent(new InputEvent('input', { bubbles: true }));
         [...document.querySelectorAll('button')].find((button) => button.textContent === 'Examples').click();",
    )
    .await?;
    page.press("MOVE on 6×6×7").await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.shows(UNDO, String::new()).await?;
    back(page).await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    cell(page, 255, "2").await?;
    page.shows(UNDO, "2".to_owned()).await
}

async fn a_half_filled_form_waits_for_its_draft(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    click(page, 0).await?;
    saved(page).await?;
    page.click(".history li:nth-child(3) .event").await?;
    page.fill("#event-r", "7").await?;
    open(page, "MOVE on 6×6×7").await?;
    page.shows(FORM, None::<String>).await?;
    back(page).await?;
    page.shows(FORM, Some("Change event 2: PAINT".to_owned())).await?;
    page.shows("document.querySelector('#event-r').value", "7".to_owned()).await
}

/// The form shows the state after its event on the board of Edit, and nowhere else.
async fn a_half_filled_form_shows_nothing_where_one_predicts(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.click(".history li:nth-child(3) .event").await?;
    page.fill("#event-r", "7").await?;
    page.says("#event-form .counts", "Reads").await?;
    page.press("Predict").await?;
    let initial = crate::page::built_in("paint-2d").0.initial;
    page.shows_cells(initial.cells()).await?;
    page.press("Edit").await?;
    page.shows(FORM, Some("Change event 2: PAINT".to_owned())).await?;
    page.shows("document.querySelector('#event-r').value", "7".to_owned()).await?;
    // Nor while all events are written as text.
    page.press("Edit as JSON").await?;
    page.press("To the initial world").await?;
    page.shows_cells(initial.cells()).await
}

async fn half_written_events_wait_for_their_draft(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    click(page, 0).await?;
    saved(page).await?;
    page.press("Edit as JSON").await?;
    page.fill("#events-json", "[{\"op\":").await?;
    open(page, "MOVE on 6×6×7").await?;
    page.shows("document.querySelectorAll('#events-json').length", 0).await?;
    back(page).await?;
    page.shows("document.querySelector('#events-json')?.value ?? ''", "[{\"op\":".to_owned()).await
}

async fn a_selection_goes_with_the_shape(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.run("document.querySelector(\"[data-cell='240']\").focus()").await?;
    page.chord(Key::Shift, Key::Right).await?;
    page.says(".scope", "selection 2").await?;
    page.press("Shape, alphabet and family").await?;
    page.fill(".sides label:nth-of-type(1) input", "4").await?;
    page.press("Apply").await?;
    page.shows("document.querySelector('.scope').textContent", "whole world".to_owned()).await
}

async fn a_form_for_the_shape_keeps_what_was_typed(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.press("Shape, alphabet and family").await?;
    page.fill(".sides label:nth-of-type(1) input", "12").await?;
    // The first change of all also changes the id.
    click(page, 0).await?;
    page.shows("document.querySelector('#world-id').value", "paint-2d-edited".to_owned()).await?;
    page.shows("document.querySelector('.sides label:nth-of-type(1) input').value", "12".to_owned()).await
}

async fn notes_of_one_draft_say_nothing_of_another(page: &Page) -> Result<()> {
    page.open("predict?i=paint-2d&t=0").await?;
    page.press("a state after each event").await?;
    page.press("Note and go on").await?;
    page.shows(FINAL, false).await?;
    saved(page).await?;
    open(page, "MOVE on 6×6×7").await?;
    page.shows(FINAL, true).await?;
    back(page).await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.shows(FINAL, false).await
}
