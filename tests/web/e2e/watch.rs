//! Stepping through a history.

use grids::gallery;
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{Look, PLAIN, Page, Result, STEP, TITLE, built_in};

crate::tests! { "watch":
    the_front_page_moves_by_itself_once_and_stops,
    the_front_page_rests_under_reduced_motion,
    a_linked_step_rests_where_it_is,
    buttons_step,
    keys_step,
    the_slider_steps,
    the_event_list_steps,
    play_pause_and_speed,
    playing_starts_again_after_the_end,
    a_history_without_events,
    the_rule_and_the_sentence_follow_the_step,
    overlays_can_be_switched,
    before_and_after,
    a_long_history_is_listed_around_its_step,
}

const PLAYS: &str = "!!document.querySelector('.timeline [aria-label=Pause]')";

/// A visitor sees a world change without doing anything, once.
async fn the_front_page_moves_by_itself_once_and_stops(page: &Page) -> Result<()> {
    page.look(Look { motion: true, ..PLAIN }).await?;
    page.open("").await?;
    page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await?;
    page.shows(PLAYS, true).await?;
    let (instance, trace) = built_in("figure-1a");
    for t in 1..=trace.len() {
        page.at(t, 3).await?;
        page.shows_cells(trace.state(&instance.initial, t).cells()).await?;
    }
    page.shows(PLAYS, false).await
}

/// Who asked the system for less motion gets none.
async fn the_front_page_rests_under_reduced_motion(page: &Page) -> Result<()> {
    page.open("").await?;
    page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await?;
    page.until("two steps' time has passed", "performance.now() > 2600").await?;
    page.at(0, 3).await?;
    page.shows(PLAYS, false).await
}

/// Only the front page moves: a link to a step shows that step.
async fn a_linked_step_rests_where_it_is(page: &Page) -> Result<()> {
    page.look(Look { motion: true, ..PLAIN }).await?;
    page.open("watch?i=figure-1a&t=1").await?;
    page.at(1, 3).await?;
    page.shows(PLAYS, false).await
}

/// Every button does what its name says, and nothing at the ends.
async fn buttons_step(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    for (button, t) in [
        ("Step back", 0),
        ("First step", 0),
        ("Step forward", 1),
        ("Step forward", 2),
        ("Step back", 1),
        ("Last step", 11),
        ("Step forward", 11),
        ("Last step", 11),
        ("Step back", 10),
        ("First step", 0),
    ] {
        page.press(button).await?;
        page.at(t, 11).await?;
    }
    page.shows("document.querySelector('[aria-label=\"Step back\"]').ariaDisabled", "true".to_owned()).await
}

/// The page can be played with the keyboard from anywhere on it.
async fn keys_step(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    for (key, t) in
        [(Key::Left, 0), (Key::Right, 1), (Key::Right, 2), (Key::Left, 1), (Key::End, 11), (Key::Right, 11), (Key::Home, 0)]
    {
        page.keys(key).await?;
        page.at(t, 11).await?;
    }
    for (key, t) in [(".", 1), (".", 2), (",", 1)] {
        page.keys(key).await?;
        page.at(t, 11).await?;
    }
    page.keys(Key::Space).await?;
    page.shows(PLAYS, true).await?;
    page.keys(Key::Space).await?;
    page.shows(PLAYS, false).await
}

/// Scrubbing by pointer and by the slider's own keys.
async fn the_slider_steps(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    let slider = page.control("Step").await?;
    slider.send_keys(Key::Right + Key::Right).await?;
    page.at(2, 11).await?;
    slider.send_keys(Key::End).await?;
    page.at(11, 11).await?;
    page.click("input[type=range]").await?;
    let t = page.step().await?;
    assert!((5..=6).contains(&t), "a click on its middle leads to {t}");
    let (instance, trace) = built_in("paint-2d");
    page.shows_cells(trace.state(&instance.initial, t).cells()).await?;
    // A screen reader hears the event, not only its number.
    let spoken: String =
        page.get("document.querySelector('input[type=range]').getAttribute('aria-valuetext')", Value::Null).await?;
    assert!(spoken.contains(instance.events[t - 1].family.name()), "{spoken}");
    Ok(())
}

/// The list marks the shown event and leads to each.
async fn the_event_list_steps(page: &Page) -> Result<()> {
    const MARKED: &str =
        "[...document.querySelectorAll('.events li')].findIndex((item) => item.querySelector('[aria-current=step]'))";
    page.open("watch?i=move-3d&t=0").await?;
    let (instance, _) = built_in("move-3d");
    let length = instance.events.len();
    page.shows("document.querySelectorAll('.events li').length", length + 1).await?;
    for t in [3, 1, length, 0] {
        page.click(&format!(".events li:nth-child({}) button", t + 1)).await?;
        page.at(t, length).await?;
        page.shows(MARKED, t).await?;
    }
    page.keys(Key::Right).await?;
    page.shows(MARKED, 1).await
}

/// Playing steps on, faster at a higher speed, and pausing stops it.
async fn play_pause_and_speed(page: &Page) -> Result<()> {
    page.open("watch?i=relabel-2d&t=0").await?;
    page.choose("Speed", "8×").await?;
    page.run("window.begin = performance.now()").await?;
    page.press("Play").await?;
    page.until("three steps are done", "parseInt(document.querySelector('output').textContent.split('=')[1]) >= 3").await?;
    // At speed 1 this takes more than three seconds.
    let took: f64 = page.get("performance.now() - window.begin", Value::Null).await?;
    assert!(took < 2500.0, "three steps at 8× took {took} ms");
    page.press("Pause").await?;
    page.shows(PLAYS, false).await?;
    let t = page.step().await?;
    page.run("window.begin = performance.now()").await?;
    page.until("three steps' time has passed", "performance.now() - window.begin > 500").await?;
    page.at(t, 12).await?;
    // A step by hand ends playing.
    page.press("Play").await?;
    page.press("First step").await?;
    page.shows(PLAYS, false).await?;
    page.at(0, 12).await
}

/// At the end, Play begins anew instead of doing nothing.
async fn playing_starts_again_after_the_end(page: &Page) -> Result<()> {
    page.open("watch?i=figure-1a&t=3").await?;
    page.choose("Speed", "4×").await?;
    page.run(&format!("window.seen = []; new MutationObserver(() => seen.push({STEP})).observe(document.querySelector('output'), {{ subtree: true, characterData: true, childList: true }})")).await?;
    page.press("Play").await?;
    page.shows(PLAYS, false).await?;
    page.shows("window.seen", [0, 1, 2, 3].map(|t| format!("t = {t} of 3")).to_vec()).await
}

/// T = 0: nothing to step through, and nothing breaks.
async fn a_history_without_events(page: &Page) -> Result<()> {
    page.open("").await?;
    crate::open::paste(
        page,
        r#"{"id":"empty","family":"PAINT","shape":[2,3],"alphabet":[0,1],"initial":{"cells":[[[0,1],1]]},"events":[]}"#,
    )
    .await?;
    page.shows(TITLE, "empty".to_owned()).await?;
    page.at(0, 0).await?;
    for button in ["Step forward", "Step back", "First step", "Last step", "Play"] {
        page.press(button).await?;
    }
    page.keys(Key::Right + Key::End).await?;
    page.at(0, 0).await?;
    page.shows(PLAYS, false).await?;
    page.shows_cells(&[0, 1, 0, 0, 0, 0]).await?;
    page.shows("document.querySelectorAll('.events li').length", 1).await?;
    page.press("Score").await?;
    crate::score::answer(page, r#"{"cells":[[[0,1],1]]}"#).await?;
    page.says(".outcome", "exact").await
}

/// The rule card, the event and its sentence are those of the shown step.
async fn the_rule_and_the_sentence_follow_the_step(page: &Page) -> Result<()> {
    let (instance, _) = built_in("stencil-2d");
    let entry = gallery::find("stencil-2d").ok_or("no entry")?;
    page.open("watch?i=stencil-2d&t=0").await?;
    page.says(".caption", entry.note).await?;
    for (index, event) in instance.events.iter().enumerate() {
        page.keys(".").await?;
        page.at(index + 1, instance.events.len()).await?;
        page.says(".caption", entry.steps[index]).await?;
        page.says(".rule", event.family.card(&instance.space.alphabet).trim()).await?;
    }
    Ok(())
}

/// Each of Figure 7's overlays can be taken away and brought back, alone.
async fn overlays_can_be_switched(page: &Page) -> Result<()> {
    page.open("watch?i=figure-7-stencil&t=1").await?;
    let count = |class: &str| format!("document.querySelectorAll('[data-cell].{class}').length");
    for (name, class, cells) in [("cells written", "write", 5), ("other cells read", "read", 5), ("cells changed", "changed", 3)]
    {
        page.shows(&count(class), cells).await?;
        page.press(name).await?;
        page.shows(&count(class), 0).await?;
        for other in ["write", "read", "changed"].iter().filter(|other| **other != class) {
            assert_ne!(page.get::<usize>(&count(other), json!(null)).await?, 0, "{other} goes with {class}");
        }
        page.press(name).await?;
        page.shows(&count(class), cells).await?;
    }
    Ok(())
}

/// The state before the event, with the same marks.
async fn before_and_after(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("mix-2d");
    page.open("watch?i=mix-2d&t=4").await?;
    page.shows_cells(trace.state(&instance.initial, 4).cells()).await?;
    page.press("before it").await?;
    page.shows_cells(trace.state(&instance.initial, 3).cells()).await?;
    page.shows("document.querySelectorAll('[data-cell].changed').length", trace.changes(4).len()).await?;
    page.press("Step forward").await?;
    page.shows_cells(trace.state(&instance.initial, 4).cells()).await?;
    page.press("after the event").await?;
    page.shows_cells(trace.state(&instance.initial, 5).cells()).await
}

/// Two thousand events: every one can be reached, and the page does not hold two thousand rows.
async fn a_long_history_is_listed_around_its_step(page: &Page) -> Result<()> {
    let events: Vec<String> = (0..2000).map(|t| format!(r#"{{"op":"SET","p":[{}],"v":{}}}"#, t % 5, t / 5 % 2)).collect();
    let line = format!(
        r#"{{"id":"long","family":"PAINT","shape":[5],"alphabet":[0,1],"initial":{{"cells":[]}},"events":[{}]}}"#,
        events.join(",")
    );
    page.open("").await?;
    crate::open::paste(page, &line).await?;
    page.at(0, 2000).await?;
    for (key, t) in [(Key::End, 2000), (Key::Left, 1999), (Key::Home, 0)] {
        page.keys(key).await?;
        page.at(t, 2000).await?;
        page.says(".events [aria-current=step] .event-number", &t.to_string()).await?;
        let rows: usize = page.get("document.querySelectorAll('.events li').length", Value::Null).await?;
        assert!(rows <= 400, "{rows} rows");
    }
    Ok(())
}
