//! Changing the history: the list of events, the form of one, and all of them as JSON.

use grids::model::draft::event_form::line;
use grids::rule::core_families;
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, built_in};

crate::tests! { "events":
    the_list_shows_every_event_and_steps,
    an_event_is_added_with_the_form,
    a_form_says_at_once_what_is_wrong,
    escape_leaves_the_form_and_changes_nothing,
    a_ball_is_drawn_in_the_world,
    a_box_is_drawn_in_the_world,
    events_are_duplicated_switched_and_deleted,
    events_move_by_keyboard,
    events_move_by_dragging,
    every_family_has_a_form,
    a_fault_is_marked_and_everything_before_it_plays,
    events_of_another_family_are_removed_at_once,
    an_unknown_event_is_entered_as_json,
    json_goes_both_ways,
    json_that_is_no_list_is_refused_in_place,
    what_is_typed_is_not_lost_when_another_event_is_selected,
    a_long_history_stays_quick,
    an_early_event_of_a_large_world_changes_quickly,
    axe_finds_nothing,
}

/// The texts of the rows.
const ROWS: &str = "[...document.querySelectorAll('.history .event-text')].map((row) => row.textContent)";
/// What becomes of the events.
const EFFECTS: &str = "[...document.querySelectorAll('.history .event-effect')].map((row) => row.textContent)";
/// The row that is selected.
const SELECTED: &str = "document.querySelector('.history [aria-current] .event-text')?.textContent";
/// Whether it has the focus.
const FOCUSED: &str = "document.activeElement?.matches('.history [aria-current]') ?? false";
const FORM: &str = "document.querySelector('#event-form h3')?.textContent ?? null";

/// The rows of a built-in instance.
fn rows(id: &str) -> Vec<String> {
    let events = built_in(id).0.events;
    ["initial world".to_owned()].into_iter().chain(events.iter().map(|event| line(&event.to_json()))).collect()
}

async fn select(page: &Page, row: usize) -> Result<()> {
    page.click(&format!(".history li:nth-child({}) .event", row + 1)).await
}

/// Presses the pointer on one cell, moves it to another and releases it.
async fn draw(page: &Page, from: usize, to: usize) -> Result<()> {
    let from = page.find(&format!("[data-cell='{from}']")).await?;
    let to = page.find(&format!("[data-cell='{to}']")).await?;
    from.scroll_into_view().await?;
    let chain = page.web.action_chain().move_to_element_center(&from).click_and_hold();
    Ok(chain.move_to_element_center(&to).release().perform().await?)
}

/// Takes the last change back, from anywhere on the page.
async fn undo(page: &Page) -> Result<()> {
    page.press("Undo").await
}

async fn the_list_shows_every_event_and_steps(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=3").await?;
    let expected = rows("paint-2d");
    page.shows(ROWS, expected.clone()).await?;
    page.shows(SELECTED, expected[3].clone()).await?;
    select(page, 5).await?;
    page.shows(SELECTED, expected[5].clone()).await?;
    page.shows(FORM, "Change event 5: PAINT".to_owned()).await?;
    page.until("the address names the step", "location.search.includes('t=5')").await?;
    page.keys(Key::Down + Key::Down).await?;
    page.shows(SELECTED, expected[7].clone()).await?;
    page.shows(FOCUSED, true).await?;
    page.keys(Key::Home).await?;
    page.shows(SELECTED, "initial world".to_owned()).await?;
    page.shows(FORM, None::<String>).await
}

async fn an_event_is_added_with_the_form(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=2").await?;
    page.press("Add PAINT").await?;
    page.shows(FORM, "New event 3: PAINT".to_owned()).await?;
    // The first field has the focus, and coordinates need no brackets.
    page.until("the field has the focus", "document.activeElement?.id === 'event-a'").await?;
    page.fill("#event-a", "1, 2").await?;
    page.press("One more for r").await?;
    page.shows("document.querySelector('#event-r').value", "2".to_owned()).await?;
    page.says("#event-form .counts", "Reads 1").await?;
    page.find("#event-a").await?.send_keys(Key::Enter + "").await?;
    page.shows(SELECTED, "PAINT a=[1,2] r=2 u=1 v=2".to_owned()).await?;
    page.shows(FOCUSED, true).await?;
    page.shows(FORM, None::<String>).await?;
    let mut expected = rows("paint-2d");
    expected.insert(3, "PAINT a=[1,2] r=2 u=1 v=2".to_owned());
    page.shows(ROWS, expected).await?;
    undo(page).await?;
    page.shows(ROWS, rows("paint-2d")).await
}

async fn a_form_says_at_once_what_is_wrong(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=2").await?;
    page.press("Add PAINT").await?;
    page.fill("#event-a", "99 0").await?;
    page.shows("document.querySelector('#event-a').ariaInvalid", "true".to_owned()).await?;
    page.says("#event-a-fault", "found [99,0], expected a coordinate from [0,0]").await?;
    page.shows("document.querySelector('#event-a').getAttribute('aria-describedby')", "event-a-fault".to_owned()).await?;
    page.says("#event-form [type=submit]", "Add anyway").await?;
    page.fill("#event-a", "(1,1)").await?;
    page.shows("document.querySelector('#event-a').ariaInvalid", "false".to_owned()).await?;
    page.fill("#event-r", "-1").await?;
    page.says("#event-r-fault", "found -1, expected an integer from 0").await
}

async fn escape_leaves_the_form_and_changes_nothing(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=2").await?;
    select(page, 2).await?;
    page.fill("#event-r", "7").await?;
    page.keys(Key::Escape).await?;
    page.shows(FORM, None::<String>).await?;
    page.shows(FOCUSED, true).await?;
    page.shows(ROWS, rows("paint-2d")).await
}

/// Click and drag give centre and radius; the world shows what the event reads and writes before it is entered.
async fn a_ball_is_drawn_in_the_world(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    let side = built_in("paint-2d").0.space.shape.sides()[1] as usize;
    page.press("Add PAINT").await?;
    page.says("#event-form .hint", "Click in the world to set a, drag to set r too.").await?;
    draw(page, 3 * side + 3, 3 * side + 5).await?;
    page.shows("document.querySelector('#event-a').value", "[3,3]".to_owned()).await?;
    page.shows("document.querySelector('#event-r').value", "2".to_owned()).await?;
    page.until("the read cells are marked", "document.querySelectorAll('[data-cell].read, [data-cell].write').length === 13")
        .await?;
    page.says("#event-form .counts", "Reads 13, writes").await?;
    page.press("Add").await?;
    page.shows(SELECTED, "PAINT a=[3,3] r=2 u=1 v=2".to_owned()).await
}

async fn a_box_is_drawn_in_the_world(page: &Page) -> Result<()> {
    page.open("edit?i=reflect-2d&t=0").await?;
    let side = built_in("reflect-2d").0.space.shape.sides()[1] as usize;
    page.press("Add REFLECT").await?;
    page.says("#event-form .hint", "Click or drag in the world to set lo and hi.").await?;
    // From the lower left to the upper right corner.
    draw(page, 4 * side + 1, side + 3).await?;
    page.shows("document.querySelector('#event-lo').value", "[1,1]".to_owned()).await?;
    page.shows("document.querySelector('#event-hi').value", "[4,3]".to_owned()).await?;
    page.press("1 →").await?;
    page.press("Add").await?;
    page.shows(SELECTED, "REFLECT lo=[1,1] hi=[4,3] axis=1".to_owned()).await
}

async fn events_are_duplicated_switched_and_deleted(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=2").await?;
    let original = rows("paint-2d");
    select(page, 2).await?;
    page.press("Duplicate").await?;
    let mut twice = original.clone();
    twice.insert(3, original[2].clone());
    page.shows(ROWS, twice).await?;
    page.shows("[...document.querySelectorAll('.history li')].findIndex((row) => row.querySelector('[aria-current]'))", 3)
        .await?;
    page.shows(FOCUSED, true).await?;
    page.press("Event 3 takes part").await?;
    page.shows(&format!("{EFFECTS}[2]"), "off".to_owned()).await?;
    page.press("Event 3 takes part").await?;
    page.until("it takes part again", &format!("{EFFECTS}[2] !== 'off'")).await?;
    page.press("Delete").await?;
    page.shows(ROWS, original.clone()).await?;
    page.shows(SELECTED, original[3].clone()).await?;
    page.shows(FOCUSED, true).await?;
    page.keys(Key::Delete).await?;
    page.shows(&format!("{ROWS}.length"), original.len() - 1).await?;
    // Each was one step.
    for _ in 0..5 {
        undo(page).await?;
    }
    page.shows(ROWS, original).await
}

async fn events_move_by_keyboard(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=2").await?;
    let original = rows("paint-2d");
    select(page, 2).await?;
    page.chord(Key::Alt, Key::Down).await?;
    let mut moved = original.clone();
    moved.swap(2, 3);
    page.shows(ROWS, moved).await?;
    page.shows(SELECTED, original[2].clone()).await?;
    page.shows(FOCUSED, true).await?;
    page.says(".said", "moved to place 3").await?;
    page.chord(Key::Alt, Key::Up).await?;
    page.shows(ROWS, original.clone()).await?;
    page.chord(Key::Alt, Key::Up).await?;
    page.chord(Key::Alt, Key::Up).await?;
    // The initial world stays first.
    let mut first = original.clone();
    first.swap(1, 2);
    page.shows(ROWS, first).await?;
    page.shows(FOCUSED, true).await
}

async fn events_move_by_dragging(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    let original = rows("paint-2d");
    let handle = page.find(".history li:nth-child(2) .handle").await?;
    let target = page.find(".history li:nth-child(5) .event").await?;
    handle.scroll_into_view().await?;
    let hold = page.web.action_chain().move_to_element_center(&handle).click_and_hold();
    hold.move_to_element_center(&target).move_by_offset(0, 6).perform().await?;
    page.until("it shows where it would land", "document.querySelector('.history li:nth-child(5)').dataset.drop").await?;
    page.web.action_chain().release().perform().await?;
    let mut moved = original.clone();
    let event = moved.remove(1);
    moved.insert(4, event.clone());
    page.shows(ROWS, moved).await?;
    page.shows(SELECTED, event).await?;
    undo(page).await?;
    page.shows(ROWS, original.clone()).await?;
    // Escape ends a drag.
    let hold = page.web.action_chain().move_to_element_center(&handle).click_and_hold();
    hold.move_to_element_center(&target).send_keys(Key::Escape + "").release().perform().await?;
    page.shows(ROWS, original).await
}

/// The form of each family opens and its first values make a valid event.
async fn every_family_has_a_form(page: &Page) -> Result<()> {
    for family in core_families() {
        let id = format!("{}-2d", family.name().to_lowercase());
        page.open(&format!("edit?i={id}&t=0")).await?;
        let events = built_in(&id).0.events.len();
        for (number, op) in [(events + 1, family.name()), (events + 2, "SET")] {
            page.press(&format!("Add {op}")).await?;
            page.shows(FORM, format!("New event {number}: {op}")).await?;
            page.says("#event-form .counts", "Reads ").await?;
            page.press("Add").await?;
            page.until(op, &format!("{SELECTED}?.startsWith('{op} ')")).await?;
            page.shows(FORM, None::<String>).await?;
        }
    }
    Ok(())
}

/// Also on Watch, where the history ends before the fault.
async fn a_fault_is_marked_and_everything_before_it_plays(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=3").await?;
    let before: Vec<String> = page.get(EFFECTS, Value::Null).await?;
    select(page, 3).await?;
    page.fill("#event-a", "99,0").await?;
    page.press("Change anyway").await?;
    let effects = format!("{EFFECTS}.slice(0, 4)");
    page.shows(&effects, vec![before[0].clone(), before[1].clone(), "not valid".to_owned(), "not reached".to_owned()]).await?;
    let described =
        "document.getElementById(document.querySelector('.faulty .event').getAttribute('aria-describedby')).textContent";
    page.until("the row is described", &format!("{described}.includes('found [99,0]')")).await?;
    page.press("Watch").await?;
    page.at(2, 2).await?;
    page.says(".events .problem", "The history stops before event 3: PAINT: field \"a\": found [99,0]").await?;
    page.press("Edit").await?;
    page.press("Event 3 takes part").await?;
    page.shows(&format!("{EFFECTS}.slice(0, 3)"), vec![before[0].clone(), before[1].clone(), "off".to_owned()]).await?;
    page.until("the others are reached", &format!("!{EFFECTS}.includes('not reached')")).await
}

async fn events_of_another_family_are_removed_at_once(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    let original = rows("paint-2d");
    page.press("Edit as JSON").await?;
    let text: String = page.get("document.querySelector('#events-json').value", Value::Null).await?;
    let strange = text.replacen("[\n", "[\n{\"op\":\"STENCIL\",\"a\":[0,0],\"r\":1},\n{\"op\":\"LAYER\"},\n", 1);
    page.fill("#events-json", &strange).await?;
    page.press("Apply").await?;
    page.says(".history > .problem", "2 events are not of PAINT.").await?;
    page.press("Remove the 2 events that are not PAINT").await?;
    page.shows(ROWS, original.clone()).await?;
    undo(page).await?;
    page.shows(&format!("{ROWS}.length"), original.len() + 2).await
}

async fn an_unknown_event_is_entered_as_json(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.press("Edit as JSON").await?;
    page.fill("#events-json", "[{\"op\":\"OTHER\"}]").await?;
    page.press("Apply").await?;
    page.shows(&format!("{EFFECTS}[0]"), "not valid".to_owned()).await?;
    select(page, 1).await?;
    page.shows("document.querySelector('#event-text').value", "{\"op\":\"OTHER\"}".to_owned()).await?;
    page.says("#event-fault", "found \"OTHER\", expected one of SET, PAINT").await?;
    page.fill("#event-text", "{\"op\":\"SET\",\"p\":[0,0],\"v\":1}").await?;
    page.press("Change").await?;
    page.shows(SELECTED, "SET p=[0,0] v=1".to_owned()).await?;
    page.until("it plays", &format!("{EFFECTS}[0] !== 'not valid'")).await
}

async fn json_goes_both_ways(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    let original = rows("paint-2d");
    let (instance, trace) = built_in("paint-2d");
    let text = || page.get::<String>("document.querySelector('#events-json').value", Value::Null);
    page.press("Edit as JSON").await?;
    let lines: Vec<String> = instance.events.iter().map(|event| event.to_json()).collect();
    assert_eq!(text().await?, format!("[\n{}\n]", lines.join(",\n")));
    page.fill("#events-json", &format!("[{},{}]", lines[1], lines[0])).await?;
    page.press("Apply").await?;
    page.shows(ROWS, vec![original[0].clone(), original[2].clone(), original[1].clone()]).await?;
    undo(page).await?;
    page.shows(ROWS, original.clone()).await?;
    // Other forms say what they are taken for.
    page.press("Edit as JSON").await?;
    for (other, remark) in [
        (lines[0].clone(), "1 event. One event, not in an array."),
        (lines[..3].join("\n"), "3 events. An event on each line, not in an array."),
        (instance.to_json(&trace), "11 events. An instance named paint-2d: only its events are taken"),
    ] {
        page.fill("#events-json", &other).await?;
        page.says(".history [aria-live]", remark).await?;
    }
    page.press("Cancel").await?;
    page.shows(ROWS, original).await
}

async fn json_that_is_no_list_is_refused_in_place(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.press("Edit as JSON").await?;
    let bad = "[\n{\"op\":\"SET\",\"p\":[0,0],\"v\":1}\n{\"op\":\"SET\"}\n]";
    page.fill("#events-json", bad).await?;
    page.says("#events-json-fault", "Line 3, column 1: found `{`, expected `,` or `]`").await?;
    page.shows("document.querySelector('#events-json').ariaInvalid", "true".to_owned()).await?;
    page.press("Show").await?;
    let selection = "[document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd]";
    page.shows(selection, json!(["events-json", 31, 32])).await?;
    page.press("Apply").await?;
    page.shows("document.querySelector('#events-json').value", bad.to_owned()).await?;
    page.fill("#events-json", "{\"a\":1}").await?;
    page.says("#events-json-fault", "found an object, expected an array of events").await
}

async fn what_is_typed_is_not_lost_when_another_event_is_selected(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    select(page, 2).await?;
    page.fill("#event-r", "7").await?;
    select(page, 4).await?;
    page.shows(SELECTED, rows("paint-2d")[4].clone()).await?;
    page.shows(FORM, "Change event 2: PAINT".to_owned()).await?;
    page.shows("document.querySelector('#event-r').value", "7".to_owned()).await?;
    page.press("Cancel").await?;
    select(page, 4).await?;
    page.shows(FORM, "Change event 4: PAINT".to_owned()).await
}

/// An expression that clicks a control, waits until the page has painted what came of it, and gives the milliseconds.
async fn time(page: &Page, selector: &str) -> Result<f64> {
    let script = "
        const done = arguments[1];
        const start = performance.now();
        document.querySelector(arguments[0]).click();
        requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));";
    let answer = page.web.execute_async(script, vec![json!(selector)]).await?;
    Ok(answer.convert()?)
}

/// The least of some times, since others work on the machine too.
async fn quickest(page: &Page, selectors: &[&str]) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..4 {
        for selector in selectors {
            least = time(page, selector).await?.min(least);
        }
    }
    Ok(least)
}

async fn a_long_history_stays_quick(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.press("Edit as JSON").await?;
    let events: Vec<String> = (0..2000)
        .map(|index| format!("{{\"op\":\"SET\",\"p\":[{},{}],\"v\":{}}}", index % 5, index / 5 % 5, index % 3))
        .collect();
    page.fill("#events-json", &format!("[{}]", events.join(","))).await?;
    page.press("Apply").await?;
    page.says(".history .hint", "of 2000 are listed").await?;
    page.until("not all are on the page", "document.querySelectorAll('.history li').length < 400").await?;
    select(page, 1).await?;
    page.keys(Key::End).await?;
    page.shows(SELECTED, line(&events[1999])).await?;
    page.shows(FOCUSED, true).await?;
    page.keys(Key::Home + Key::Down).await?;
    page.shows(SELECTED, line(&events[0])).await?;
    let switch = quickest(page, &[".history [aria-label='Event 1 takes part']"]).await?;
    println!("2,000 events: {switch:.0} ms for event 1 off or on");
    assert!(switch < 150.0, "{switch} ms");
    Ok(())
}

/// An edit of event 1 of 64 on `[256,256]`.
async fn an_early_event_of_a_large_world_changes_quickly(page: &Page) -> Result<()> {
    let cells: Vec<String> = (0..65536)
        .filter(|cell| cell % 2 == 0)
        .map(|cell| format!("[[{},{}],{}]", cell / 256, cell % 256, cell % 3 + 1))
        .collect();
    let events: Vec<String> = (0..64)
        .map(|index| {
            format!("{{\"op\":\"PAINT\",\"a\":[{},{}],\"r\":40,\"u\":{},\"v\":{}}}", 3 * index, 128, index % 4, (index + 1) % 4)
        })
        .collect();
    let line = format!(
        "{{\"id\":\"large\",\"family\":\"PAINT\",\"shape\":[256,256],\"alphabet\":[0,1,2,3],\"initial\":{{\"cells\":[{}]}},\"events\":[{}]}}",
        cells.join(","),
        events.join(",")
    );
    page.open("edit").await?;
    page.press("Open…").await?;
    page.fill("dialog textarea", &line).await?;
    page.press("Open the pasted text").await?;
    page.shows(&format!("{ROWS}.length"), 65).await?;
    let switch = quickest(page, &[".history [aria-label='Event 1 takes part']"]).await?;
    println!("[256,256] with 64 events: {switch:.0} ms for event 1 off or on");
    assert!(switch < 150.0, "{switch} ms");
    Ok(())
}

async fn axe_finds_nothing(page: &Page) -> Result<()> {
    for (dark, size) in [(false, DESKTOP), (true, DESKTOP), (false, PHONE), (true, PHONE)] {
        let mut inspection = page.inspect(Look { dark, size, ..PLAIN }).await?;
        for id in ["paint-2d", "move-3d", "compress-2d", "layer-4d"] {
            page.open(&format!("edit?i={id}&t=2")).await?;
            select(page, 2).await?;
            page.until("the form", FORM).await?;
            inspection.visit(id).await?;
        }
        page.press("Edit as JSON").await?;
        inspection.visit("JSON").await?;
        page.fill("#events-json", "[{\"op\":\"SET\",\"p\":[99],\"v\":1},{\"op\":\"PAINT\"}]").await?;
        page.press("Apply").await?;
        page.until("the fault", "document.querySelector('.faulty')").await?;
        select(page, 1).await?;
        inspection.visit("a fault").await?;
        page.press("Edit as JSON").await?;
        page.fill("#events-json", "[").await?;
        inspection.visit("a refusal").await?;
        inspection.finish()?;
    }
    Ok(())
}
