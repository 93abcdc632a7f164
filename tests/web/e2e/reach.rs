//! For everyone: keyboard alone, a phone's window, assistive technology, no network.

use grids::world::codec::write_state;
use serde_json::Value;
use thirtyfour::Key;

use crate::open::{LINE, paste};
use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, TITLE, built_in};
use crate::score::answer;

crate::tests! { "reach":
    keyboard_alone_from_the_start_to_a_scored_answer,
    the_skip_link_skips,
    keys_do_nothing_while_typing,
    keys_can_be_switched_off,
    a_phone_scrolls_in_one_direction,
    everything_on_a_phone_can_be_touched,
    axe_finds_nothing_in_light,
    axe_finds_nothing_in_dark,
    axe_finds_nothing_in_light_on_a_phone,
    axe_finds_nothing_in_dark_on_a_phone,
    it_works_without_the_network,
    nothing_outside_the_site_is_asked,
    the_title_says_where_one_is,
}

/// Tabs until the focus is on a control with this name.
async fn tab_to(page: &Page, name: &str) -> Result<()> {
    for _ in 0..80 {
        page.keys(Key::Tab).await?;
        let focused: String = page
            .get(
                "(() => {
                    const element = document.activeElement;
                    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
                    return label.replace(/\\s+/g, ' ').trim();
                })()",
                Value::Null,
            )
            .await?;
        if focused.starts_with(name) {
            return Ok(());
        }
    }
    Err(format!("no Tab leads to {name:?}").into())
}

/// A new user without a pointer: step through Figure 1 and score an answer.
async fn keyboard_alone_from_the_start_to_a_scored_answer(page: &Page) -> Result<()> {
    page.open("").await?;
    tab_to(page, "Step forward").await?;
    for t in 1..=3 {
        page.keys(Key::Enter).await?;
        page.at(t, 3).await?;
    }
    // The focus must still be there, or a reader has lost their place.
    page.shows("document.activeElement.getAttribute('aria-label')", "Step forward".to_owned()).await?;
    let (instance, trace) = built_in("figure-1a");
    page.shows_cells(trace.state(&instance.initial, 3).cells()).await?;
    page.run("document.activeElement.blur(); document.body.focus()").await?;
    tab_to(page, "Score").await?;
    page.keys(Key::Enter).await?;
    page.says(".outcome", "empty").await?;
    tab_to(page, "The model's answer").await?;
    page.insert(&format!("So:\n{}", write_state(&trace.state(&instance.initial, 3)))).await?;
    page.says(".outcome", "exact").await?;
    // From the field to the buttons below it, and back to another tab.
    tab_to(page, "Clear").await?;
    page.keys(Key::Space).await?;
    page.says(".outcome", "empty").await
}

async fn the_skip_link_skips(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    page.keys(Key::Tab).await?;
    page.shows("document.activeElement.textContent.trim()", "Skip to the content".to_owned()).await?;
    page.keys(Key::Enter).await?;
    page.shows("document.querySelector('main').contains(document.activeElement)", true).await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.at(0, 11).await?;
    page.keys(".").await?;
    page.at(1, 11).await
}

/// A dot in an answer is a dot.
async fn keys_do_nothing_while_typing(page: &Page) -> Result<()> {
    page.open("score?i=paint-2d&t=3").await?;
    page.click("main textarea").await?;
    page.keys(".,? ").await?;
    page.keys(Key::Left + Key::Home + Key::End + Key::Right).await?;
    page.shows("document.querySelector('main textarea').value", ".,? ".to_owned()).await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
    page.press("Watch").await?;
    page.at(3, 11).await?;
    page.press("Open…").await?;
    page.click("dialog[open] textarea").await?;
    page.keys(".,? ").await?;
    page.shows("document.querySelector('dialog[open] textarea').value", ".,? ".to_owned()).await?;
    page.keys(Key::Escape).await?;
    page.at(3, 11).await?;
    // In the list of speeds the arrows choose a speed.
    page.control("Speed").await?.focus().await?;
    page.keys(Key::Home).await?;
    page.at(3, 11).await
}

/// WCAG 2.1.4: single keys can be turned off, and stay off.
async fn keys_can_be_switched_off(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=3").await?;
    page.keys("?").await?;
    page.press("Keys act anywhere on the page").await?;
    page.keys(Key::Escape).await?;
    page.keys(".").await?;
    page.at(3, 11).await?;
    page.reload().await?;
    page.keys(".").await?;
    page.at(3, 11).await?;
    page.press("Keyboard keys").await?;
    page.press("Keys act anywhere on the page").await?;
    page.keys(Key::Escape).await?;
    page.keys(".").await?;
    page.at(4, 11).await
}

/// Every view that a visitor meets; `visit` looks at each.
async fn everywhere(page: &Page, mut visit: impl AsyncFnMut(&str) -> Result<()>) -> Result<()> {
    page.open("").await?;
    visit("the front page").await?;
    for (path, name) in [
        ("watch?i=table-6-paint&t=1", "one line"),
        ("watch?i=compress-2d&t=4", "COMPRESS in 2D"),
        ("watch?i=layer-3d&t=3", "3D"),
        ("watch?i=move-4d&t=2", "4D"),
        ("edit?i=mix-3d&t=2", "Edit"),
        ("predict?i=mix-3d&t=2", "Predict"),
        ("prompt?i=mix-4d&t=0", "Prompt"),
        ("generate?family=MIX", "Generate"),
        ("score?i=move-4d&t=0", "Score, empty"),
    ] {
        page.open(path).await?;
        visit(name).await?;
    }
    answer(page, "{\"cells\":[[[0,0,0,0],1],[[0,0,0,1],1]]}").await?;
    page.says(".outcome", "incorrect").await?;
    visit("Score, incorrect").await?;
    answer(page, "{\"cells\":[[[0,0,0,0],99]]}").await?;
    page.says(".outcome", "invalid").await?;
    visit("Score, invalid").await?;
    page.press("the reference").await?;
    page.says(".outcome", "exact").await?;
    visit("Score, exact").await?;
    // A phone has no button for the keys, but may have a keyboard.
    for (button, name) in [("Examples", "the examples"), ("Open…", "Open"), ("Share…", "Share"), ("?", "the keys")] {
        match button {
            "?" => page.keys("?").await?,
            button => page.press(button).await?,
        }
        page.until("the dialog is open", "document.querySelector('dialog[open]')").await?;
        if name == "Share" {
            page.until("the picture is drawn", "document.querySelector('.preview')?.naturalWidth > 0").await?;
        }
        visit(name).await?;
        page.press("Close").await?;
        page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
    }
    paste(page, "nonsense").await?;
    page.says("dialog[open] [role=alert]", "line 1").await?;
    visit("Open, refused").await?;
    page.fill("dialog[open] textarea", &format!("{LINE}\n{{}}\n{LINE}")).await?;
    page.press("Open the pasted text").await?;
    page.says("dialog[open]", "2 of 3 lines").await?;
    visit("Open, a list").await?;
    page.press("Close").await?;
    page.open("watch?t=1#z=AAAA").await?;
    page.says("[role=alert]", "damaged").await?;
    visit("a notice").await?;
    page.forgive("404");
    page.open("nothing").await?;
    visit("no such page").await
}

async fn a_phone_scrolls_in_one_direction(page: &Page) -> Result<()> {
    page.look(Look { size: PHONE, ..PLAIN }).await?;
    everywhere(page, async |name| {
        let width: u32 = page.get("document.scrollingElement.scrollWidth", Value::Null).await?;
        assert!(width <= PHONE.0, "{name} is {width} pixels wide");
        let dialog: Option<(u32, u32)> = page
            .get(
                "(() => {
                    const dialog = document.querySelector('dialog[open]');
                    return dialog && [dialog.scrollWidth, dialog.clientWidth];
                })()",
                Value::Null,
            )
            .await?;
        assert!(dialog.is_none_or(|(width, room)| width <= room), "{name}: the dialog scrolls sideways: {dialog:?}");
        Ok(())
    })
    .await
}

/// Every control lies within the window's width, and is large enough for a thumb or has room around it (WCAG 2.5.8).
async fn everything_on_a_phone_can_be_touched(page: &Page) -> Result<()> {
    page.look(Look { size: PHONE, ..PLAIN }).await?;
    everywhere(page, async |name| {
        let outside: Vec<String> = page
            .get(
                "[...(document.querySelector('dialog[open]') ?? document).querySelectorAll('a, button, input, select, textarea')]
                    .filter((element) => element.checkVisibility() && !element.closest('.skip'))
                    .map((element) => [element, element.getBoundingClientRect()])
                    .filter(([element, box]) => box.width > 1 && (box.left < 0 || box.right > innerWidth))
                    .map(([element, box]) => `${element.outerHTML.slice(0, 80)} from ${box.left} to ${box.right}`)",
                Value::Null,
            )
            .await?;
        assert_eq!(outside, Vec::<String>::new(), "{name}");
        Ok(())
    })
    .await
}

async fn axe(page: &Page, look: Look) -> Result<()> {
    let mut inspection = page.inspect(look).await?;
    everywhere(page, async |name| inspection.visit(name).await).await?;
    inspection.finish()
}

async fn axe_finds_nothing_in_light(page: &Page) -> Result<()> {
    axe(page, Look { dark: false, size: DESKTOP, motion: false }).await
}

async fn axe_finds_nothing_in_dark(page: &Page) -> Result<()> {
    axe(page, Look { dark: true, size: DESKTOP, motion: false }).await
}

async fn axe_finds_nothing_in_light_on_a_phone(page: &Page) -> Result<()> {
    axe(page, Look { dark: false, size: PHONE, motion: false }).await
}

async fn axe_finds_nothing_in_dark_on_a_phone(page: &Page) -> Result<()> {
    axe(page, Look { dark: true, size: PHONE, motion: false }).await
}

/// After the page has loaded and come to rest it needs no network: tabs, examples, opening, scoring.
async fn it_works_without_the_network(page: &Page) -> Result<()> {
    page.open("").await?;
    page.rest().await?;
    page.offline(true).await?;
    page.press("Examples").await?;
    page.press("MOVE on 4×4×4×4").await?;
    page.shows(TITLE, "MOVE on 4×4×4×4".to_owned()).await?;
    page.press("Step forward").await?;
    page.at(1, 9).await?;
    paste(page, LINE).await?;
    page.shows(TITLE, "opened".to_owned()).await?;
    page.press("Prompt").await?;
    page.until("the prompt shows", "document.querySelector('pre')?.textContent").await?;
    page.press("Score").await?;
    page.press("the reference").await?;
    page.says(".outcome", "exact").await?;
    page.offline(false).await
}

/// The page loads a handful of files of its own site, and using it loads nothing more.
async fn nothing_outside_the_site_is_asked(page: &Page) -> Result<()> {
    const REQUESTS: &str = "performance.getEntriesByType('resource').map((entry) => entry.name)";
    page.open("").await?;
    page.rest().await?;
    let first: Vec<String> = page.get(REQUESTS, Value::Null).await?;
    assert!(!first.is_empty() && first.iter().all(|name| name.starts_with(&page.address(""))), "{first:?}");
    page.press("Step forward").await?;
    page.press("Score").await?;
    page.press("the reference").await?;
    page.press("Prompt").await?;
    paste(page, LINE).await?;
    page.shows(TITLE, "opened".to_owned()).await?;
    let later: Vec<String> = page.get(REQUESTS, Value::Null).await?;
    assert_eq!(first, later);
    page.shows("document.cookie", String::new()).await
}

/// Windows and history lists name the view and the instance.
async fn the_title_says_where_one_is(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=0").await?;
    page.shows("document.title", "Watch: PAINT on 16×16 · Grid-Bench Lab".to_owned()).await?;
    page.press("Score").await?;
    page.shows("document.title", "Score: PAINT on 16×16 · Grid-Bench Lab".to_owned()).await?;
    page.press("Examples").await?;
    page.press("Figure 7: STENCIL").await?;
    page.shows("document.title", "Score: Figure 7: STENCIL · Grid-Bench Lab".to_owned()).await
}
