//! From the first page to the whole workbench, which takes its place in the same document.

use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::Key;
use tokio::time::sleep;

use crate::address::{PLANE, wide};
use crate::open::paste;
use crate::page::{Page, Result, TITLE};

crate::tests! { "handover":
    step_and_plane_survive,
    an_instance_that_fits_nowhere_survives,
    a_generated_instance_is_not_made_again,
    keys_and_links_act_once_after_it,
    back_returns_to_watch,
    the_focus_stays_on_the_tab,
    sharing_goes_on_in_the_whole_workbench,
    a_dialog_is_not_interrupted,
    what_cannot_be_loaded_can_be_tried_again,
    a_tab_that_is_opened_directly_needs_no_first_page,
    a_reader_who_comes_near_the_tabs_has_it_loaded,
    nothing_is_loaded_ahead_where_data_is_saved,
}

const TAB: &str = "document.querySelector('nav [aria-current=page]').textContent";
/// The files of a program that have been asked for.
const LOADED: &str = "performance.getEntriesByType('resource').filter((entry) => entry.name.includes(args)).length";
const WHOLE: &str = "gridbench-workbench";

/// Opens Score, which only the whole workbench has.
async fn score(page: &Page) -> Result<()> {
    page.press("Score").await?;
    page.says(".outcome", "empty").await
}

async fn step_and_plane_survive(page: &Page) -> Result<()> {
    page.open("watch?i=paint-3d&t=2").await?;
    page.choose("In each slice", "axis 0 ↓ axis 2 →").await?;
    page.choose("Speed", "4×").await?;
    page.press("cells written").await?;
    page.press("Open…").await?;
    page.fill("dialog[open] textarea", "not yet").await?;
    page.press("Close").await?;
    page.press("Score").await?;
    // It still is the first page that hears this key, or already the next program.
    page.keys(".").await?;
    page.says(".outcome", "empty").await?;
    page.shows(TITLE, "PAINT on 6×6×7".to_owned()).await?;
    page.shows(PLANE, "axis 0 ↓  axis 2 →".to_owned()).await?;
    page.press("Watch").await?;
    page.at(3, 9).await?;
    page.shows(PLANE, "axis 0 ↓  axis 2 →".to_owned()).await?;
    page.shows("document.querySelector('.overlay input').checked", false).await?;
    page.shows("document.querySelector('.speed select').selectedOptions[0].textContent", "4×".to_owned()).await?;
    page.press("Open…").await?;
    page.shows("document.querySelector('dialog[open] textarea').value", "not yet".to_owned()).await
}

/// Neither a link nor the storage of the tab can hold it, so the document does.
async fn an_instance_that_fits_nowhere_survives(page: &Page) -> Result<()> {
    page.open("").await?;
    page.run("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }").await?;
    paste(page, &wide()).await?;
    page.shows(TITLE, "wide".to_owned()).await?;
    page.says(".side", "too large for a link and for this tab's storage").await?;
    score(page).await?;
    page.shows(TITLE, "wide".to_owned()).await?;
    page.press("Examples").await?;
    page.press("PAINT on 6×6×7").await?;
    page.shows(TITLE, "PAINT on 6×6×7".to_owned()).await?;
    page.web.back().await?;
    page.shows(TITLE, "wide".to_owned()).await?;
    page.press("Watch").await?;
    page.at(0, 1).await
}

async fn a_generated_instance_is_not_made_again(page: &Page) -> Result<()> {
    const TITLED: &str = "PAINT on 16×16, target 100, trajectory 0";
    page.open("watch?g=grid-bench/1/20260907/PAINT/16x16/100/0&T=16&t=4").await?;
    page.shows(TITLE, TITLED.to_owned()).await?;
    page.rest().await?;
    page.offline(true).await?;
    score(page).await?;
    page.shows(TITLE, TITLED.to_owned()).await?;
    page.press("Watch").await?;
    page.at(4, 16).await?;
    page.says("main .caption", "Event 4").await?;
    page.offline(false).await
}

/// Nothing of the first page listens any more.
async fn keys_and_links_act_once_after_it(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    score(page).await?;
    page.press("Watch").await?;
    page.at(0, 11).await?;
    page.keys("..,.").await?;
    page.at(2, 11).await?;
    page.until("the address follows", "location.search.includes('t=2')").await?;
    page.shows("document.querySelectorAll('header.site, main').length", 2).await?;
    page.keys("?").await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 1).await?;
    // A dropped file is opened by one of the programs.
    page.keys(Key::Escape).await?;
    page.run(
        "const data = new DataTransfer();
         data.items.add(new File(['{}\\n{}'], 'two.jsonl'));
         document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));",
    )
    .await?;
    page.says("dialog[open]", "two.jsonl: 0 of 2 lines").await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 1).await?;
    page.press("Close").await?;
    // Each link has left one entry.
    page.web.back().await?;
    page.shows(TAB, "Score".to_owned()).await?;
    page.web.back().await?;
    page.shows(TAB, "Watch".to_owned()).await?;
    page.at(0, 11).await
}

async fn back_returns_to_watch(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=3").await?;
    score(page).await?;
    page.web.back().await?;
    page.at(3, 11).await?;
    page.shows(TAB, "Watch".to_owned()).await?;
    page.press("Step forward").await?;
    page.at(4, 11).await?;
    page.web.forward().await?;
    page.says(".outcome", "empty").await?;
    // A reload of Score starts with the whole workbench; what came before is still there.
    page.reload().await?;
    page.says(".outcome", "empty").await?;
    page.web.back().await?;
    page.shows(TAB, "Watch".to_owned()).await
}

async fn the_focus_stays_on_the_tab(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    page.control("Prompt").await?.focus().await?;
    page.keys(Key::Enter).await?;
    page.until("the prompt shows", "document.querySelector('pre')?.textContent").await?;
    page.shows("document.activeElement.textContent", "Prompt".to_owned()).await
}

/// The first page has the button and not what it opens.
async fn sharing_goes_on_in_the_whole_workbench(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=3").await?;
    page.press("before it").await?;
    page.control("Share…").await?.focus().await?;
    page.keys(Key::Enter).await?;
    page.until("the dialog is there", "document.querySelector('dialog[open] .preview')").await?;
    page.shows("document.querySelectorAll('header.site, dialog[open]').length", 2).await?;
    let alt: String = page.get("document.querySelector('.preview').alt", Value::Null).await?;
    assert_eq!(alt, "World of shape [16,16] before event 3");
    page.keys(Key::Escape).await?;
    page.shows("document.activeElement.textContent", "Share…".to_owned()).await?;
    page.at(3, 11).await?;
    // Without the network it says so, and closing it leaves the first page.
    page.open("watch?i=paint-2d&t=3").await?;
    page.forgive("Failed to load resource");
    page.offline(true).await?;
    page.press("Share…").await?;
    page.says("dialog[open] [role=alert]", "could not be loaded").await?;
    page.press("Close").await?;
    page.press("Step forward").await?;
    page.at(4, 11).await?;
    page.offline(false).await?;
    page.press("Share…").await?;
    page.until("the dialog is there", "document.querySelector('dialog[open] .preview')").await
}

async fn a_dialog_is_not_interrupted(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    let slow = json!({ "offline": false, "latency": 1000, "downloadThroughput": -1, "uploadThroughput": -1 });
    page.send("Network.emulateNetworkConditions", slow).await?;
    page.press("Score").await?;
    page.press("Open…").await?;
    page.fill("dialog[open] textarea", "typed meanwhile").await?;
    page.rest().await?;
    sleep(Duration::from_millis(300)).await;
    page.shows("document.querySelector('dialog[open] textarea')?.value", "typed meanwhile".to_owned()).await?;
    page.press("Close").await?;
    page.says(".outcome", "empty").await?;
    page.offline(false).await
}

async fn what_cannot_be_loaded_can_be_tried_again(page: &Page) -> Result<()> {
    page.open("watch?i=paint-3d&t=2").await?;
    page.forgive("Failed to load resource");
    page.choose("In each slice", "axis 0 ↓ axis 2 →").await?;
    page.offline(true).await?;
    page.press("Score").await?;
    page.says("main [role=alert]", "could not be loaded").await?;
    page.shows(TITLE, "PAINT on 6×6×7".to_owned()).await?;
    page.press("Try again").await?;
    page.says("main [role=alert]", "could not be loaded").await?;
    // The first page goes on as before.
    page.press("Watch").await?;
    page.at(2, 9).await?;
    page.press("Step forward").await?;
    page.press("Score").await?;
    page.says("main [role=alert]", "could not be loaded").await?;
    page.offline(false).await?;
    page.press("Try again").await?;
    page.says(".outcome", "empty").await?;
    page.shows(PLANE, "axis 0 ↓  axis 2 →".to_owned()).await?;
    page.press("Watch").await?;
    page.at(3, 9).await
}

async fn a_tab_that_is_opened_directly_needs_no_first_page(page: &Page) -> Result<()> {
    for (path, first) in [
        ("score?i=paint-2d&t=3", false),
        ("prompt?i=paint-2d&t=3", false),
        ("edit?i=paint-2d&t=3", false),
        ("predict/?i=paint-2d&t=3", false),
        ("watch?i=paint-2d&t=3", true),
        ("", true),
    ] {
        page.open(path).await?;
        let files: u32 = page.get(LOADED, json!("/gridbench-web-")).await?;
        assert_eq!(files, if first { 2 } else { 0 }, "{path}");
    }
    page.open("score?i=paint-2d&t=3").await?;
    page.press("Watch").await?;
    page.at(3, 11).await?;
    let files: u32 = page.get(LOADED, json!("/gridbench-web-")).await?;
    assert_eq!(files, 0);
    Ok(())
}

async fn a_reader_who_comes_near_the_tabs_has_it_loaded(page: &Page) -> Result<()> {
    page.open("").await?;
    let loaded: u32 = page.get(LOADED, json!(WHOLE)).await?;
    assert_eq!(loaded, 0, "not before it is asked for");
    page.run("document.querySelector('nav a').focus()").await?;
    page.until("it is asked for at once", &LOADED.replace("args", "'gridbench-workbench'")).await?;
    page.shows(TAB, "Watch".to_owned()).await
}

async fn nothing_is_loaded_ahead_where_data_is_saved(page: &Page) -> Result<()> {
    // In another browser, since what is said to it here stays.
    let page = page.elsewhere().await?;
    let result = async {
        let script = "Object.defineProperty(navigator.connection, 'saveData', { value: true })";
        page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
        page.open("watch?i=paint-2d&t=0").await?;
        page.run("document.querySelector('nav a').focus()").await?;
        sleep(Duration::from_millis(3500)).await;
        let loaded: u32 = page.get(LOADED, json!(WHOLE)).await?;
        assert_eq!(loaded, 0);
        score(&page).await?;
        page.assert_well().await
    };
    let result = result.await;
    page.quit().await?;
    result
}
