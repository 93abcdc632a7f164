//! Predicting by hand.

use grids::instance::Instance;
use grids::trace::Trace;
use grids::world::World;
use grids::world::codec::write_state;
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::Key;
use tokio::time::sleep;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, built_in};
use crate::score::answer;

crate::tests! { "predict":
    it_begins_in_the_grid_with_the_initial_state,
    each_start_is_one_step,
    a_whole_16x16_by_keyboard_alone,
    a_whole_6x6x7_by_keyboard_alone,
    a_whole_4x4x4x4_by_keyboard_alone,
    a_whole_16x16_by_touch_alone,
    a_whole_6x6x7_by_touch_alone,
    a_whole_4x4x4x4_by_touch_alone,
    the_tab_killed_in_the_middle_loses_nothing,
    nothing_of_the_reference_is_there_before_it_is_asked_for,
    the_initial_state_can_be_looked_at,
    events_are_ticked_off,
    an_untouched_prediction_is_asked_about_once,
    revealing_shows_score_and_differences,
    notes_after_events,
    the_gate_stands_before_pages_that_show_states,
    the_gate_can_be_passed,
    time_runs_only_while_the_page_is_seen_and_used,
    the_copied_answer_scores_the_same,
    a_pasted_answer_goes_on_by_hand_and_back,
    typing_an_answer_is_one_step_for_each_pause,
    what_is_typed_is_not_lost_when_the_page_is_left,
    axe_finds_nothing,
    a_phone_scrolls_in_one_direction,
}

const AT_HAND: &str = ".at-hand h2";

fn target(id: &str) -> (Instance, Trace, World) {
    let (instance, trace) = built_in(id);
    let target = trace.state(&instance.initial, trace.len());
    (instance, trace, target)
}

/// Opens an instance and waits until the cursor is in the grid.
async fn open(page: &Page, id: &str) -> Result<()> {
    page.open(&format!("predict?i={id}&t=0")).await?;
    in_grid(page).await
}

async fn in_grid(page: &Page) -> Result<()> {
    page.until("the focus is in the grid", "document.activeElement?.matches('[data-cell]')").await
}

/// The keys that enter cells as one reads, where each value is one digit.
fn digits(cells: &[u16]) -> String {
    assert!(cells.iter().all(|&value| value < 10));
    cells.iter().map(u16::to_string).collect()
}

/// Waits until everything is in the store, where a new document finds it; gives its address.
async fn saved(page: &Page) -> Result<String> {
    page.until("the address names the draft", "location.search.includes('d=')").await?;
    // What was done a moment ago is on its way.
    sleep(Duration::from_millis(300)).await;
    page.path().await
}

async fn it_begins_in_the_grid_with_the_initial_state(page: &Page) -> Result<()> {
    let (instance, ..) = target("paint-2d");
    open(page, "paint-2d").await?;
    page.shows_cells(instance.initial.cells()).await?;
    page.says(".prediction", "You begin with the initial state.").await?;
    page.says(".differs", "No cell changed so far").await?;
    // Nothing was done: there is no draft yet.
    page.shows("location.search.includes('d=')", false).await?;
    // From another tab too.
    page.press("Prompt").await?;
    page.press("Predict").await?;
    in_grid(page).await?;
    page.keys("1").await?;
    let mut cells = instance.initial.cells().to_vec();
    assert_ne!(cells[0], 1);
    cells[0] = 1;
    page.shows_cells(&cells).await?;
    page.says(".differs", "1 cell changed so far").await
}

async fn each_start_is_one_step(page: &Page) -> Result<()> {
    let (instance, _, target) = target("paint-2d");
    let (initial, empty) = (instance.initial.cells().to_vec(), vec![0; 256]);
    page.open("score?i=paint-2d&t=0").await?;
    answer(page, &format!("So: {}", write_state(&target))).await?;
    page.press("Predict").await?;
    in_grid(page).await?;
    page.shows_cells(target.cells()).await?;
    page.press("an empty world").await?;
    page.shows_cells(&empty).await?;
    in_grid(page).await?;
    page.keys("12").await?;
    let mut drawn = empty.clone();
    (drawn[0], drawn[1]) = (1, 2);
    page.shows_cells(&drawn).await?;
    page.press("the initial state").await?;
    page.shows_cells(&initial).await?;
    page.press("your previous prediction").await?;
    page.shows_cells(&drawn).await?;
    page.press("the pasted answer").await?;
    page.shows_cells(target.cells()).await?;
    for cells in [&drawn, &initial, &drawn] {
        page.chord(Key::Control, 'z').await?;
        page.shows_cells(cells).await?;
    }
    // Two cells, the empty world, and then the paste itself.
    for _ in 0..3 {
        page.chord(Key::Control, 'z').await?;
    }
    page.shows_cells(target.cells()).await?;
    page.chord(Key::Control, 'z').await?;
    page.shows_cells(&initial).await?;
    page.says(".prediction", "You begin with the initial state.").await
}

async fn by_keyboard(page: &Page, id: &str) -> Result<()> {
    let (_, _, target) = target(id);
    open(page, id).await?;
    page.keys(digits(target.cells())).await?;
    page.shows_cells(target.cells()).await?;
    // Out of the grid and to the score, still without a pointer.
    for _ in 0..60 {
        page.keys(Key::Tab).await?;
        if page.get::<String>("document.activeElement.textContent", Value::Null).await?.trim() == "Reveal the score" {
            page.keys(Key::Enter).await?;
            return page.says(".outcome", "exact").await;
        }
    }
    Err("no Tab leads to the score".into())
}

async fn a_whole_16x16_by_keyboard_alone(page: &Page) -> Result<()> {
    by_keyboard(page, "paint-2d").await
}

async fn a_whole_6x6x7_by_keyboard_alone(page: &Page) -> Result<()> {
    by_keyboard(page, "paint-3d").await
}

async fn a_whole_4x4x4x4_by_keyboard_alone(page: &Page) -> Result<()> {
    by_keyboard(page, "relabel-4d").await
}

/// Touches the middle of an element for a moment.
async fn tap(page: &Page, selector: &str) -> Result<()> {
    let (x, y): (f64, f64) = page
        .get(
            "(() => {
                const element = document.querySelector(args);
                const box = () => element.getBoundingClientRect();
                if (box().top < 0 || box().bottom > innerHeight) element.scrollIntoView({ block: 'center' });
                const { x, y, width, height } = box();
                return [x + width / 2, y + height / 2];
            })()",
            json!(selector),
        )
        .await?;
    let touch = json!({ "type": "touchStart", "touchPoints": [{ "x": x, "y": y }] });
    page.send("Input.dispatchTouchEvent", touch).await?;
    page.send("Input.dispatchTouchEvent", json!({ "type": "touchEnd", "touchPoints": [] })).await?;
    Ok(())
}

async fn a_whole_16x16_by_touch_alone(page: &Page) -> Result<()> {
    by_touch(page, "paint-2d").await
}

async fn a_whole_6x6x7_by_touch_alone(page: &Page) -> Result<()> {
    by_touch(page, "move-3d").await
}

async fn a_whole_4x4x4x4_by_touch_alone(page: &Page) -> Result<()> {
    by_touch(page, "stencil-4d").await
}

/// Enters a whole prediction with a finger, on a phone.
async fn by_touch(page: &Page, id: &str) -> Result<()> {
    let (_, _, target) = target(id);
    page.look(Look { size: PHONE, ..PLAIN }).await?;
    open(page, id).await?;
    page.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": true })).await?;
    let result = async {
        page.run("[...document.querySelectorAll('.prediction button')].find((button) => button.textContent === 'an empty world').dataset.start = ''")
            .await?;
        tap(page, "[data-start]").await?;
        page.shows_cells(&vec![0; target.cells().len()]).await?;
        let values = target.cells().iter().copied().filter(|&value| value > 0).collect::<std::collections::BTreeSet<_>>();
        for value in values {
            tap(page, &format!(".inks input[aria-label='{value}']")).await?;
            page.shows("document.querySelector('.inks input:checked').ariaLabel", value.to_string()).await?;
            for (cell, _) in target.cells().iter().enumerate().filter(|&(_, &each)| each == value) {
                tap(page, &format!("[data-cell='{cell}']")).await?;
            }
        }
        page.shows_cells(target.cells()).await
    };
    let result = result.await;
    page.send("Emulation.setTouchEmulationEnabled", json!({ "enabled": false })).await?;
    result
}

async fn the_tab_killed_in_the_middle_loses_nothing(page: &Page) -> Result<()> {
    let (instance, _, target) = target("paint-2d");
    open(page, "paint-2d").await?;
    let half = &target.cells()[..128];
    page.keys(digits(half)).await?;
    page.press("Next event").await?;
    page.press("Next event").await?;
    let mut cells = half.to_vec();
    cells.extend_from_slice(&instance.initial.cells()[128..]);
    page.shows_cells(&cells).await?;
    let path = saved(page).await?;
    // Another tab of the same browser sees the first one die: no handler of the page runs.
    let first = page.web.window().await?;
    let second = page.web.new_tab().await?;
    let _ = tokio::time::timeout(Duration::from_secs(2), page.send("Page.crash", Value::Null)).await;
    page.web.switch_to_window(second).await?;
    page.send("Target.closeTarget", json!({ "targetId": first.to_string() })).await?;
    page.look(PLAIN).await?;
    page.open(&path).await?;
    page.shows_cells(&cells).await?;
    page.says(AT_HAND, "Event 3 of 11").await?;
    in_grid(page).await?;
    // Where it was left, and with its past.
    page.run("document.querySelector(\"[data-cell='128']\").focus()").await?;
    page.keys(digits(&target.cells()[128..])).await?;
    page.shows_cells(target.cells()).await?;
    page.press("Reveal the score").await?;
    page.says(".outcome", "exact").await
}

async fn nothing_of_the_reference_is_there_before_it_is_asked_for(page: &Page) -> Result<()> {
    for id in ["paint-2d", "move-4d", "compress-2d"] {
        let (instance, trace, target) = target(id);
        open(page, id).await?;
        for _ in 0..3 {
            page.chord(Key::Alt, Key::Down).await?;
        }
        page.says(AT_HAND, "Event 4 of").await?;
        page.shows_cells(instance.initial.cells()).await?;
        let document: String = page.get("document.documentElement.outerHTML", Value::Null).await?;
        assert!(!document.contains(&write_state(&target)), "{id}: the final state");
        let effects = (1..=trace.len()).map(|t| trace.changes(t).len()).filter(|&cells| cells > 1);
        for cells in effects {
            assert!(!document.contains(&format!("{cells} cells")), "{id}: an event changes {cells} cells");
        }
        for step in instance.metadata_list("steps") {
            assert!(!document.contains(&step), "{id}: {step}");
        }
        for word in ["no change", "class=\"c write", "missing", "should be"] {
            assert!(!document.contains(word), "{id}: {word}");
        }
        let marked: usize =
            page.get("document.querySelectorAll('.board :is(.write, .read, .changed)').length", Value::Null).await?;
        assert_eq!(marked, 0);
    }
    Ok(())
}

async fn the_initial_state_can_be_looked_at(page: &Page) -> Result<()> {
    let (instance, ..) = target("paint-2d");
    open(page, "paint-2d").await?;
    page.keys("12").await?;
    let mut cells = instance.initial.cells().to_vec();
    (cells[0], cells[1]) = (1, 2);
    page.shows_cells(&cells).await?;
    page.shows("document.querySelectorAll('.board .changed').length", 2).await?;
    page.press("Mark the changed cells").await?;
    page.shows("document.querySelectorAll('.board .changed').length", 0).await?;
    // With the switch, and as long as a key is held.
    page.press("Show the initial state").await?;
    page.shows_cells(instance.initial.cells()).await?;
    page.press("Show the initial state").await?;
    page.shows_cells(&cells).await?;
    page.run("document.querySelector(\"[data-cell='9']\").focus()").await?;
    page.web.action_chain().key_down('b').perform().await?;
    page.shows_cells(instance.initial.cells()).await?;
    // Nothing is entered into what is only looked at.
    page.keys("3").await?;
    page.shows_cells(instance.initial.cells()).await?;
    page.web.action_chain().key_up('b').perform().await?;
    page.shows_cells(&cells).await?;
    in_grid(page).await
}

async fn events_are_ticked_off(page: &Page) -> Result<()> {
    const MARKS: &str =
        "[...document.querySelectorAll('.events li')].map((item) => item.querySelector('.event-effect').textContent)";
    let (_, trace, _) = target("figure-1a");
    open(page, "figure-1a").await?;
    page.says(AT_HAND, "Event 1 of 3").await?;
    page.says(".at-hand", "k = 1 the most steps of one cell").await?;
    page.chord(Key::Alt, Key::Down).await?;
    page.says(AT_HAND, "Event 2 of 3").await?;
    in_grid(page).await?;
    page.shows(MARKS, vec!["✓".to_owned(), String::new(), String::new()]).await?;
    page.shows("document.querySelector('.events [aria-current]').textContent.startsWith('2')", true).await?;
    page.chord(Key::Alt, Key::Up).await?;
    page.says(AT_HAND, "Event 1 of 3").await?;
    page.press("Previous event").await?;
    page.says(AT_HAND, "Event 1 of 3").await?;
    for _ in 0..trace.len() + 2 {
        page.press("Next event").await?;
    }
    page.says(AT_HAND, "All 3 events are done").await?;
    // Choosing an event means that those before it are done.
    page.click(".events li:nth-child(3) button").await?;
    page.says(AT_HAND, "Event 3 of 3").await?;
    page.shows(MARKS, vec!["✓".to_owned(), "✓".to_owned(), String::new()]).await
}

async fn an_untouched_prediction_is_asked_about_once(page: &Page) -> Result<()> {
    open(page, "paint-2d").await?;
    page.press("Reveal the score").await?;
    page.says(".prediction [role=alert]", "No cell was changed: is that your prediction?").await?;
    page.shows("document.querySelectorAll('.outcome').length", 0).await?;
    page.press("No, go on").await?;
    in_grid(page).await?;
    page.press("Reveal the score").await?;
    page.press("Yes, reveal").await?;
    page.says(".outcome", "incorrect").await?;
    page.says(".prediction", "The reference has been seen.").await
}

async fn revealing_shows_score_and_differences(page: &Page) -> Result<()> {
    const WRONG: &str =
        "[...document.querySelectorAll('.board :is(.missing, .extra, .different)')].map((cell) => +cell.dataset.cell)";
    let (_, _, target) = target("paint-2d");
    let mut cells = target.cells().to_vec();
    cells[17] = if cells[17] == 1 { 2 } else { 1 };
    open(page, "paint-2d").await?;
    page.keys(digits(&cells)).await?;
    page.press("Reveal the score").await?;
    page.says(".outcome", "incorrect").await?;
    page.shows("document.querySelector('.result tbody td:nth-of-type(2)').textContent", "1".to_owned()).await?;
    page.shows(WRONG, vec![17]).await?;
    page.says(".wrong-cells", &format!("[1,1]: {}, should be {}", cells[17], target.get(17))).await?;
    page.press("Mark the differences from the reference").await?;
    page.shows(WRONG, Vec::<usize>::new()).await?;
    page.press("Mark the differences from the reference").await?;
    // One may go on.
    page.run("document.querySelector(\"[data-cell='17']\").focus()").await?;
    page.keys(target.get(17).to_string()).await?;
    page.says(".outcome", "exact").await?;
    // That the reference was seen is kept with the draft.
    let path = saved(page).await?;
    page.open(&path).await?;
    page.says(".prediction", "The reference has been seen.").await
}

async fn notes_after_events(page: &Page) -> Result<()> {
    let (instance, trace, target) = target("figure-1a");
    let state = |t: usize| trace.state(&instance.initial, t);
    open(page, "figure-1a").await?;
    page.press("a state after each event").await?;
    in_grid(page).await?;
    for t in 1..=2 {
        page.run("document.querySelector(\"[data-cell='0']\").focus()").await?;
        page.keys(digits(state(t).cells())).await?;
        page.shows_cells(state(t).cells()).await?;
        page.chord(Key::Alt, Key::Down).await?;
    }
    // The next note begins with the last one. This one is wrong, and it goes to the prediction.
    page.says(AT_HAND, "Event 3 of 3").await?;
    page.shows_cells(state(2).cells()).await?;
    page.says(".events li:nth-child(2)", "noted ✓").await?;
    page.press("Note and go on").await?;
    page.says(".events li:nth-child(3)", "noted ✓").await?;
    let path = saved(page).await?;
    page.open(&path).await?;
    page.says(".events li:nth-child(3)", "noted ✓").await?;
    page.press("Use the note after event 3 as prediction").await?;
    page.shows_cells(state(2).cells()).await?;
    page.press("Reveal the score").await?;
    page.says(".outcome", "incorrect").await?;
    let wrong = state(2).differences(&target).count();
    page.says(".result", &format!("Your notes go wrong first after event 3, in {wrong} cells.")).await?;
    page.press("a state after each event").await?;
    page.press("Delete the note after event 3").await?;
    page.says(".result", "All 2 notes are right.").await?;
    page.press("Undo delete note").await?;
    page.says(".result", "Your notes go wrong first after event 3").await
}

async fn the_gate_stands_before_pages_that_show_states(page: &Page) -> Result<()> {
    let (instance, ..) = target("paint-2d");
    open(page, "paint-2d").await?;
    page.press("Watch").await?;
    page.at(0, 11).await?;
    page.press("Predict").await?;
    in_grid(page).await?;
    page.keys("1").await?;
    for tab in ["Watch", "Edit", "Score"] {
        page.press(tab).await?;
        page.says(".gate", "You are predicting this instance").await?;
        page.shows("document.querySelectorAll('.board, textarea, .events').length", 0).await?;
        assert_eq!(page.violations().await?, Vec::<String>::new());
        page.press("Back to the prediction").await?;
        in_grid(page).await?;
    }
    // Also for a document that begins there.
    let path = saved(page).await?;
    page.open(&path.replace("predict", "watch")).await?;
    page.says(".gate", "You are predicting this instance").await?;
    page.press("Back to the prediction").await?;
    let mut cells = instance.initial.cells().to_vec();
    cells[0] = 1;
    page.shows_cells(&cells).await
}

async fn the_gate_can_be_passed(page: &Page) -> Result<()> {
    open(page, "paint-2d").await?;
    page.keys("1").await?;
    page.press("Watch").await?;
    page.press("Show anyway").await?;
    page.at(0, 11).await?;
    page.press("Predict").await?;
    page.says(".prediction", "The reference has been seen.").await?;
    page.press("Score").await?;
    page.says(".outcome", "incorrect").await
}

/// The seconds that the page says.
async fn seconds(page: &Page) -> Result<u32> {
    let text: String = page.get("document.querySelector('.prediction header p').textContent", Value::Null).await?;
    let (minutes, seconds) = text.rsplit(' ').next().and_then(|time| time.split_once(':')).ok_or("no time")?;
    Ok(60 * minutes.parse::<u32>()? + seconds.parse::<u32>()?)
}

async fn time_runs_only_while_the_page_is_seen_and_used(page: &Page) -> Result<()> {
    open(page, "paint-2d").await?;
    page.keys("1").await?;
    page.until("time runs", "!document.querySelector('.prediction header p').textContent.endsWith('0:00')").await?;
    page.run("Object.defineProperty(document, 'hidden', { get: () => window.unseen ?? true, configurable: true })").await?;
    sleep(Duration::from_millis(1200)).await;
    let before = seconds(page).await?;
    page.keys("1").await?;
    sleep(Duration::from_millis(2300)).await;
    assert_eq!(seconds(page).await?, before, "hidden");
    page.run("window.unseen = false").await?;
    sleep(Duration::from_millis(1200)).await;
    page.keys("1").await?;
    page.until("time goes on", &format!("!document.querySelector('.prediction header p').textContent.endsWith('0:{before:02}')"))
        .await?;
    // It counts nowhere else, and is kept with the draft.
    let path = saved(page).await?;
    page.press("Prompt").await?;
    page.says("pre", "PAINT").await?;
    sleep(Duration::from_millis(2200)).await;
    page.open(&path).await?;
    in_grid(page).await?;
    let after = seconds(page).await?;
    assert!((before + 1..=before + 4).contains(&after), "{before} s, then {after} s");
    Ok(())
}

async fn the_copied_answer_scores_the_same(page: &Page) -> Result<()> {
    let (_, _, target) = target("paint-2d");
    let mut cells = target.cells().to_vec();
    cells[0] = if cells[0] == 1 { 2 } else { 1 };
    open(page, "paint-2d").await?;
    page.allow_clipboard().await?;
    page.keys(digits(&cells)).await?;
    page.shows_cells(&cells).await?;
    page.press("Copy as answer JSON").await?;
    page.until(
        "it is copied",
        "[...document.querySelectorAll('.prediction button')].some((button) => button.textContent === 'Copied')",
    )
    .await?;
    let copied = page.clipboard().await?;
    page.open("score?i=paint-2d&t=0").await?;
    answer(page, &copied).await?;
    page.says(".outcome", "incorrect").await?;
    page.shows("document.querySelector('.result tbody td:nth-of-type(2)').textContent", "1".to_owned()).await
}

async fn a_pasted_answer_goes_on_by_hand_and_back(page: &Page) -> Result<()> {
    const TEXT: &str = "document.querySelector('main textarea').value";
    let (_, _, target) = target("figure-1a");
    let prose = format!("I think: {}", write_state(&target));
    page.open("score?i=figure-1a&t=0").await?;
    answer(page, &prose).await?;
    page.says(".outcome", "exact").await?;
    page.press("Predict").await?;
    in_grid(page).await?;
    page.shows_cells(target.cells()).await?;
    page.says(".prediction", "You begin with the pasted answer").await?;
    // The text is as it was until a cell is changed.
    page.press("Score").await?;
    page.shows(TEXT, prose.clone()).await?;
    page.press("Predict").await?;
    in_grid(page).await?;
    let mut changed = target.clone();
    changed.set(0, if target.get(0) == 1 { 2 } else { 1 });
    page.keys(changed.get(0).to_string()).await?;
    page.shows_cells(changed.cells()).await?;
    page.press("Score").await?;
    page.shows(TEXT, write_state(&changed)).await?;
    page.says(".outcome", "incorrect").await?;
    // One undo for both.
    page.press("Predict").await?;
    in_grid(page).await?;
    page.chord(Key::Control, 'z').await?;
    page.press("Score").await?;
    page.shows(TEXT, prose.clone()).await?;
    page.click("main textarea").await?;
    page.chord(Key::Control, 'z').await?;
    page.shows(TEXT, String::new()).await?;
    page.chord(Key::Control, 'y').await?;
    page.shows(TEXT, prose.clone()).await?;
    let path = saved(page).await?;
    page.open(&path).await?;
    page.shows(TEXT, prose).await
}

async fn typing_an_answer_is_one_step_for_each_pause(page: &Page) -> Result<()> {
    const TEXT: &str = "document.querySelector('main textarea').value";
    page.open("score?i=figure-1a&t=0").await?;
    page.click("main textarea").await?;
    page.keys("abc").await?;
    // The score follows at once.
    page.says(".outcome", "invalid").await?;
    sleep(Duration::from_millis(900)).await;
    page.keys("def").await?;
    page.shows(TEXT, "abcdef".to_owned()).await?;
    page.chord(Key::Control, 'z').await?;
    page.shows(TEXT, "abc".to_owned()).await?;
    page.chord(Key::Control, 'z').await?;
    page.shows(TEXT, String::new()).await?;
    page.says(".outcome", "empty").await
}

async fn what_is_typed_is_not_lost_when_the_page_is_left(page: &Page) -> Result<()> {
    const TEXT: &str = "document.querySelector('main textarea').value";
    page.open("score?i=figure-1a&t=0").await?;
    answer(page, "first").await?;
    let path = saved(page).await?;
    page.click("main textarea").await?;
    page.run("const area = document.activeElement; area.selectionStart = area.value.length").await?;
    page.insert(" second").await?;
    // Another tab at once, and then another document at once.
    page.run("[...document.querySelectorAll('nav a')].find((link) => link.textContent === 'Prompt').click()").await?;
    page.says("pre", "TASK").await?;
    page.press("Score").await?;
    page.shows(TEXT, "first second".to_owned()).await?;
    page.click("main textarea").await?;
    page.run("const area = document.activeElement; area.selectionStart = area.value.length").await?;
    page.insert(" third").await?;
    page.open(&path).await?;
    page.shows(TEXT, "first second third".to_owned()).await
}

async fn axe_finds_nothing(page: &Page) -> Result<()> {
    for (dark, size) in [(false, DESKTOP), (true, DESKTOP), (false, PHONE), (true, PHONE)] {
        page.look(Look { dark, size, ..PLAIN }).await?;
        open(page, "paint-2d").await?;
        assert_eq!(page.violations().await?, Vec::<String>::new(), "at the beginning");
        page.keys("12").await?;
        page.press("a state after each event").await?;
        page.press("Note and go on").await?;
        assert_eq!(page.violations().await?, Vec::<String>::new(), "with notes");
        page.press("Reveal the score").await?;
        page.says(".outcome", "incorrect").await?;
        assert_eq!(page.violations().await?, Vec::<String>::new(), "revealed");
    }
    Ok(())
}

async fn a_phone_scrolls_in_one_direction(page: &Page) -> Result<()> {
    page.look(Look { size: PHONE, ..PLAIN }).await?;
    for id in ["paint-2d", "paint-3d", "relabel-4d", "compress-2d"] {
        open(page, id).await?;
        page.shows("document.documentElement.scrollWidth <= innerWidth", true).await?;
        let small: Vec<String> = page
            .get(
                "[...document.querySelectorAll('.predict :is(.at-hand, .prediction) button')]
                    .filter((button) => button.getBoundingClientRect().height < 24).map((button) => button.textContent)",
                Value::Null,
            )
            .await?;
        assert_eq!(small, Vec::<String>::new(), "too small to be touched");
    }
    Ok(())
}
