//! Instance and step live in the address.

use grids::model::link;
use serde_json::{Value, json};

use crate::open::{LINE, paste};
use crate::page::{Page, Result, STEP, TITLE, built_in};

crate::tests! { "address":
    a_reload_restores_instance_and_step,
    another_browser_restores_instance_and_step,
    an_opened_instance_travels_in_the_link,
    back_and_forward_go_through_the_tabs,
    back_and_forward_follow_edited_steps,
    a_deep_link_works_below_the_base,
    a_step_beyond_the_end_is_the_last,
    a_damaged_link_is_a_notice,
    a_damaged_link_leaves_the_shown_instance,
    an_unknown_example_is_a_notice,
    an_unknown_path_leads_to_the_front_page,
    the_front_page_link_starts_over,
    copying_the_link_copies_this_step,
    the_address_says_how_it_is_looked_at,
    what_an_address_cannot_mean_is_left_out,
    a_world_too_large_for_a_link_survives_a_reload,
}

/// Waits until the address names an instance and a step. What began on the front page may stay on its path.
async fn addressed(page: &Page, query: &str) -> Result<()> {
    page.shows("location.search + location.hash", query.to_owned()).await?;
    let path = page.path().await?;
    assert!(path.starts_with('?') || path.starts_with("watch?"), "{path}");
    Ok(())
}

async fn a_reload_restores_instance_and_step(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("compress-4d");
    page.open("").await?;
    page.press("Examples").await?;
    page.press("COMPRESS on 4×4×4×4").await?;
    for _ in 0..5 {
        page.press("Step forward").await?;
    }
    addressed(page, "?i=compress-4d&t=5").await?;
    page.reload().await?;
    page.at(5, 9).await?;
    page.shows_cells(trace.state(&instance.initial, 5).cells()).await
}

async fn another_browser_restores_instance_and_step(page: &Page) -> Result<()> {
    page.open("watch?i=mix-3d&t=0").await?;
    page.press("Last step").await?;
    addressed(page, "?i=mix-3d&t=9").await?;
    let path = page.path().await?;
    let other = page.elsewhere().await?;
    let result = async {
        other.open(&path).await?;
        other.at(9, 9).await?;
        other.shows(TITLE, "MIX on 6×6×7".to_owned()).await?;
        other.assert_well().await
    };
    let result = result.await;
    other.quit().await?;
    result
}

/// What was pasted needs no server and no storage to come back.
async fn an_opened_instance_travels_in_the_link(page: &Page) -> Result<()> {
    page.open("").await?;
    paste(page, LINE).await?;
    page.press("Step forward").await?;
    let packed = link::pack(LINE).ok_or("the line fits a link")?;
    addressed(page, &format!("?t=1#z={packed}")).await?;
    page.run("sessionStorage.clear(); localStorage.clear();").await?;
    page.reload().await?;
    page.shows(TITLE, "opened".to_owned()).await?;
    page.at(1, 2).await?;
    page.press("Score").await?;
    page.shows(TITLE, "opened".to_owned()).await?;
    page.reload().await?;
    page.shows(TITLE, "opened".to_owned()).await
}

async fn back_and_forward_go_through_the_tabs(page: &Page) -> Result<()> {
    const TAB: &str = "document.querySelector('nav [aria-current=page]').textContent";
    page.open("watch?i=paint-3d&t=2").await?;
    page.press("Score").await?;
    page.shows(TAB, "Score".to_owned()).await?;
    page.press("Prompt").await?;
    page.shows(TAB, "Prompt".to_owned()).await?;
    page.web.back().await?;
    page.shows(TAB, "Score".to_owned()).await?;
    page.web.back().await?;
    page.shows(TAB, "Watch".to_owned()).await?;
    page.at(2, 9).await?;
    page.shows(TITLE, "PAINT on 6×6×7".to_owned()).await?;
    page.web.forward().await?;
    page.shows(TAB, "Score".to_owned()).await
}

/// A person who edits the address, or follows a link to another step of the same page, sees what it names.
async fn back_and_forward_follow_edited_steps(page: &Page) -> Result<()> {
    page.open("watch?i=paint-3d&t=2").await?;
    page.web.goto(page.address("watch?i=move-3d&t=4")).await?;
    page.ready().await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.at(4, 9).await?;
    page.web.back().await?;
    page.ready().await?;
    page.shows(TITLE, "PAINT on 6×6×7".to_owned()).await?;
    page.at(2, 9).await?;
    page.web.forward().await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.at(4, 9).await
}

/// The host knows no file of that name; its 404 page is the application.
async fn a_deep_link_works_below_the_base(page: &Page) -> Result<()> {
    page.open("").await?;
    let status: u16 = page
        .web
        .execute_async(
            "fetch(arguments[0]).then((answer) => arguments[1](answer.status))",
            vec![json!(page.address("score?i=mix-2d"))],
        )
        .await?
        .convert()?;
    assert_eq!(status, 404);
    page.open("score?i=mix-2d&t=0").await?;
    page.shows(TITLE, "MIX on 16×16".to_owned()).await?;
    page.says(".outcome", "empty").await?;
    page.press("Watch").await?;
    page.at(0, 10).await
}

async fn a_step_beyond_the_end_is_the_last(page: &Page) -> Result<()> {
    page.open("watch?i=figure-1a&t=99").await?;
    page.at(3, 3).await?;
    page.open("watch?i=figure-1a&t=-1").await?;
    page.at(0, 3).await
}

async fn a_damaged_link_is_a_notice(page: &Page) -> Result<()> {
    let packed = link::pack(LINE).ok_or("the line fits a link")?;
    let cut = [&packed[..packed.len() - 5], "", "%%%", "AAAA"].map(|damaged| format!("watch?t=1#z={damaged}"));
    // Cut before its instance, and changed on the way.
    let lost = ["watch?t=1", "edit?t=0", "watch?t=1#", "watch?t=1#z", "watch#garbage"].map(str::to_owned);
    let shouted = format!("watch?t=1#Z={packed}");
    for damaged in cut.into_iter().chain(lost).chain([shouted]) {
        // Of another page: a change of the fragment alone would load nothing.
        page.open("prompt?i=paint-2d&t=0").await?;
        page.open(&damaged).await?;
        page.says("[role=alert]", "damaged or incomplete").await?;
        page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await?;
        page.press("Step forward").await?;
        page.at(1, 3).await?;
    }
    page.press("Dismiss").await?;
    page.shows("document.querySelectorAll('[role=alert]').length", 0).await
}

/// The same while another instance is shown: that one stays.
async fn a_damaged_link_leaves_the_shown_instance(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=3").await?;
    page.run("location.hash = '#z=AAAA'").await?;
    page.says("[role=alert]", "damaged or incomplete").await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.at(3, 11).await
}

async fn an_unknown_example_is_a_notice(page: &Page) -> Result<()> {
    page.open("watch?i=no-such&t=1").await?;
    page.says("[role=alert]", "no-such").await?;
    page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await
}

async fn an_unknown_path_leads_to_the_front_page(page: &Page) -> Result<()> {
    page.forgive("404");
    page.open("nothing/here").await?;
    page.says("main", "There is no such page").await?;
    page.press("Go to the front page").await?;
    page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await?;
    page.shows("location.pathname", page.address("")[page.origin().len()..].to_owned()).await
}

/// The name of the site leads to the front page and its example.
async fn the_front_page_link_starts_over(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=3").await?;
    page.press("Grid-Bench Lab").await?;
    page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await?;
    page.at(0, 3).await
}

async fn copying_the_link_copies_this_step(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    page.open("watch?i=figure-1b&t=0").await?;
    page.press("Step forward").await?;
    page.press("Copy link to this step").await?;
    page.until(
        "the button says so",
        "[...document.querySelectorAll('button')].some((button) => button.textContent.includes('Copied'))",
    )
    .await?;
    let copied: String = page.clipboard().await?;
    assert_eq!(copied, page.address("watch?i=figure-1b&t=1"));
    Ok(())
}

/// The axes in the plane and the overlays are part of the view: a reload, a copied link and Back keep them.
async fn the_address_says_how_it_is_looked_at(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    page.open("watch?i=paint-3d&t=2").await?;
    page.choose("In each slice", "axis 0 ↓ axis 2 →").await?;
    page.press("other cells read").await?;
    addressed(page, "?i=paint-3d&t=2&axes=0,2&hide=read").await?;
    page.press("Copy link to this step").await?;
    page.says("main .side .tools", "Copied").await?;
    assert_eq!(page.clipboard().await?, page.address("watch?i=paint-3d&t=2&axes=0,2&hide=read"));
    page.reload().await?;
    page.shows(PLANE, "axis 0 ↓  axis 2 →".to_owned()).await?;
    page.shows(HIDDEN, vec!["other cells read".to_owned()]).await?;
    page.choose("In each slice", "axis 1 ↓ axis 2 →").await?;
    addressed(page, "?i=paint-3d&t=2&hide=read").await?;
    page.press("Examples").await?;
    page.press("MOVE on 6×6×7").await?;
    addressed(page, "?i=move-3d&t=0&hide=read").await?;
    page.choose("In each slice", "axis 0 ↓ axis 1 →").await?;
    page.press("other cells read").await?;
    addressed(page, "?i=move-3d&t=0&axes=0,1").await?;
    page.web.back().await?;
    page.shows(TITLE, "PAINT on 6×6×7".to_owned()).await?;
    page.shows(PLANE, "axis 1 ↓  axis 2 →".to_owned()).await?;
    page.shows(HIDDEN, vec!["other cells read".to_owned()]).await?;
    page.web.forward().await?;
    page.shows(PLANE, "axis 0 ↓  axis 1 →".to_owned()).await?;
    page.shows(HIDDEN, Vec::<String>::new()).await
}

async fn what_an_address_cannot_mean_is_left_out(page: &Page) -> Result<()> {
    for view in ["axes=0,3", "axes=2,0", "axes=", "axes=%F0%9F%99%82&hide=all", "hide=,,WRITE"] {
        page.open(&format!("watch?i=paint-3d&t=2&{view}")).await?;
        page.at(2, 9).await?;
        page.shows(PLANE, "axis 1 ↓  axis 2 →".to_owned()).await?;
        page.shows(HIDDEN, Vec::<String>::new()).await?;
    }
    page.open("watch?i=figure-1a&t=1&axes=1,0").await?;
    page.at(1, 3).await
}

/// The axes that are chosen to lie in the plane.
pub const PLANE: &str = "document.querySelector('.axes select').selectedOptions[0].textContent";
/// The overlays that are switched off.
const HIDDEN: &str = "[...document.querySelectorAll('.overlay')]
    .filter((label) => !label.querySelector('input').checked).map((label) => label.children[2].textContent)";

/// An instance that no link can hold.
pub fn wide() -> String {
    // Numbers without pattern, so that they do not compress.
    let mut number = 1u64;
    let cells: Vec<String> = (0..64 * 64)
        .map(|cell| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            format!("[[{},{}],{}]", cell / 64, cell % 64, (number >> 33) % 60_000 + 1)
        })
        .collect();
    let alphabet: Vec<String> = (0..=60_000).map(|value| value.to_string()).collect();
    format!(
        r#"{{"id":"wide","family":"PAINT","shape":[64,64],"alphabet":[{}],"initial":{{"cells":[{}]}},"events":[{{"op":"SET","p":[0,0],"v":0}}]}}"#,
        alphabet.join(","),
        cells.join(",")
    )
}

/// It is kept in this tab, and the page says that the link cannot hold it.
async fn a_world_too_large_for_a_link_survives_a_reload(page: &Page) -> Result<()> {
    let line = wide();
    assert_eq!(link::pack(&line), None);
    page.open("").await?;
    paste(page, &line).await?;
    page.shows(TITLE, "wide".to_owned()).await?;
    page.says(".side", "too large for a link").await?;
    page.press("Step forward").await?;
    page.until("the address has the step", "location.search.includes('t=1')").await?;
    assert!(page.path().await?.len() < 100, "a short address");
    page.reload().await?;
    page.shows(TITLE, "wide".to_owned()).await?;
    let step: String = page.get(STEP, Value::Null).await?;
    assert_eq!(step, "t = 1 of 1");
    // Elsewhere it cannot be found, and the page says what to do.
    page.run("sessionStorage.clear()").await?;
    page.reload().await?;
    page.says("[role=alert]", "open its file again").await
}
