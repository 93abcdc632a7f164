//! Drafts: kept from the first change on, one writer at a time, and what is said when something cannot be kept.

use grids::model::draft::{Action, Draft, Editor, Surface, journal};
use serde_json::{Value, json};
use std::time::Duration;
use thirtyfour::Key;
use tokio::time::{sleep, timeout};

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, TITLE, built_in};

crate::tests! { "drafts":
    the_first_stroke_makes_a_draft_that_a_reload_restores,
    undo_and_redo_outlast_a_reload,
    quick_strokes_are_all_kept,
    what_is_opened_meanwhile_takes_nothing_away,
    back_leads_to_the_draft_and_not_past_it,
    a_killed_tab_loses_nothing,
    blocked_storage_is_said_and_the_page_goes_on,
    a_draft_that_could_not_be_saved_is_put_aside,
    a_full_disk_is_said_until_there_is_room,
    a_lost_database_is_said_and_the_draft_stored_anew,
    a_second_tab_looks_on_and_takes_over,
    a_tab_that_waits_goes_on_when_the_other_closes,
    a_draft_deleted_in_another_tab_can_be_kept,
    the_list_renames_copies_and_deletes_with_undo,
    deleting_the_open_draft_leads_back_to_its_instance,
    five_hundred_drafts,
    an_earlier_draft_is_offered,
    the_first_page_leads_to_the_list,
    a_draft_travels_as_a_file,
    an_address_without_its_draft_says_so,
    a_long_journal_is_made_shorter_and_keeps_its_past,
    what_a_later_version_wrote_is_not_touched,
    a_damaged_journal_is_good_up_to_there,
    the_keyboard_alone_reaches_everything,
    everything_fits_a_phone,
    axe_finds_nothing,
}

const SAVING: &str = ".saving";
const BANNER: &str = ".banner";
/// How many steps can be undone and done again.
const COUNTS: &str = "[...document.querySelectorAll('.undo .counted span')].map((span) => span.textContent)";

/// Draws one cell of the board with the pen.
async fn draw(page: &Page, cell: usize) -> Result<()> {
    page.click(&format!("[data-cell='{cell}']")).await
}

/// Waits until a cell shows a text.
async fn shows(page: &Page, cell: usize, text: &str) -> Result<()> {
    page.shows(&format!("document.querySelector(\"[data-cell='{cell}']\").textContent"), text.to_owned()).await
}

async fn counts(page: &Page, undo: &str, redo: &str) -> Result<()> {
    page.shows(COUNTS, vec![undo.to_owned(), redo.to_owned()]).await
}

/// Waits until everything is saved; gives the address of the draft.
async fn saved(page: &Page) -> Result<String> {
    page.says(SAVING, "Saved").await?;
    page.until("the address names the draft", "location.search.includes('d=')").await?;
    page.path().await
}

/// A draft with one stroke; gives its address.
async fn drawn(page: &Page, id: &str, cell: usize) -> Result<String> {
    page.open(&format!("edit?i={id}&t=0")).await?;
    draw(page, cell).await?;
    saved(page).await
}

/// Does a test in a browser of its own, because what it does to it stays.
async fn apart(page: &Page, test: impl AsyncFn(&Page) -> Result<()>) -> Result<()> {
    let page = page.elsewhere().await?;
    let result = match test(&page).await {
        Ok(()) => page.assert_well().await,
        Err(error) => Err(format!("{error}\n{}", page.report("drafts-apart").await).into()),
    };
    page.quit().await?;
    result
}

/// Whether the page asks before it is left.
async fn asks_before_leaving(page: &Page, expected: bool) -> Result<()> {
    page.shows(
        "(() => {
            const event = new Event('beforeunload', { cancelable: true });
            window.dispatchEvent(event);
            return event.defaultPrevented;
        })()",
        expected,
    )
    .await
}

/// Writes into the page's own database.
async fn store(page: &Page, script: &str, args: Value) -> Result<()> {
    let script = format!(
        "const [args, done] = arguments;
         const request = indexedDB.open('gridbench', 1);
         request.onsuccess = () => {{
             const database = request.result;
             const transaction = database.transaction(['drafts', 'progress', 'bases', 'journal'], 'readwrite');
             const put = (store, key, value) => transaction.objectStore(store).put(value, key);
             const remove = (store, key) => transaction.objectStore(store).delete(key);
             {script}
             transaction.oncomplete = () => {{ database.close(); done('done'); }};
             transaction.onabort = () => done(String(transaction.error));
         }};"
    );
    let said: String = page.web.execute_async(&script, vec![args]).await?.convert()?;
    assert_eq!(said, "done");
    Ok(())
}

/// How many entries the journals have.
async fn entries(page: &Page) -> Result<u32> {
    let script = "const [done] = arguments;
        const request = indexedDB.open('gridbench', 1);
        request.onsuccess = () => {
            const database = request.result;
            const count = database.transaction('journal').objectStore('journal').count();
            count.onsuccess = () => { database.close(); done(count.result); };
        };";
    Ok(page.web.execute_async(script, Vec::new()).await?.convert()?)
}

/// Keeps a draft under a key, as an earlier visit would have done.
async fn put_draft(page: &Page, key: &str, base: &[u8], entries: &[Vec<u8>]) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    let script = "
        const [key, base, entries] = args;
        put('drafts', key, JSON.stringify({ name: key, made: 1, from: '?i=paint-2d&t=0', deleted: null }));
        put('progress', key, JSON.stringify({ changed: 1, active: 0, changes: entries.length, facts: 'PAINT' }));
        put('bases', [key, 0], new Uint8Array(base));
        entries.forEach((entry, number) => put('journal', [key, number], new Uint8Array(entry)));";
    store(page, script, json!([key, base, entries])).await
}

/// An editor of a built-in instance, and what is done to it: strokes on one cell, with the value 1 and 2 in turn.
fn strokes(id: &str, count: usize) -> (Editor, Vec<Action>) {
    let mut editor = Editor::new(Draft::new(&built_in(id).0));
    let mut actions = Vec::new();
    for index in 0..count {
        let step = editor.draft().set_cells("pen stroke", Surface::Initial, [(0, 1 + (index % 2) as u16)]);
        let action = Action::Do(step);
        editor.act(&action).unwrap();
        actions.push(action);
    }
    (editor, actions)
}

async fn the_first_stroke_makes_a_draft_that_a_reload_restores(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.shows("document.querySelector('.saving').textContent", String::new()).await?;
    let before: u32 = page.get("history.length", Value::Null).await?;
    draw(page, 0).await?;
    shows(page, 0, "1").await?;
    let path = saved(page).await?;
    assert!(path.starts_with("edit?d="), "{path}");
    page.shows("history.length", before).await?;
    asks_before_leaving(page, false).await?;
    page.reload().await?;
    shows(page, 0, "1").await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.says(SAVING, "Saved").await
}

async fn undo_and_redo_outlast_a_reload(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    draw(page, 1).await?;
    draw(page, 2).await?;
    page.press("Undo").await?;
    counts(page, "2", "1").await?;
    saved(page).await?;
    page.reload().await?;
    counts(page, "2", "1").await?;
    shows(page, 1, "1").await?;
    page.press("Redo").await?;
    shows(page, 2, "1").await?;
    for _ in 0..3 {
        page.press("Undo").await?;
    }
    counts(page, "", "3").await?;
    saved(page).await?;
    page.reload().await?;
    counts(page, "", "3").await
}

/// Faster than the store takes the first of them.
async fn quick_strokes_are_all_kept(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.until("the board is there", "document.querySelector('[data-cell]')").await?;
    page.run(
        "for (let cell = 0; cell < 40; cell++) {
             const element = document.querySelector(`[data-cell='${cell}']`);
             const { x, y, width, height } = element.getBoundingClientRect();
             const at = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, button: 0, buttons: 1,
                 clientX: x + width / 2, clientY: y + height / 2 };
             element.dispatchEvent(new PointerEvent('pointerdown', at));
             element.dispatchEvent(new PointerEvent('pointerup', { ...at, buttons: 0 }));
         }",
    )
    .await?;
    // Some cells held a 1 before.
    let undo: Vec<String> = page.get(COUNTS, Value::Null).await?;
    assert!(undo[0].parse::<u32>().is_ok_and(|count| count > 20), "{undo:?}");
    saved(page).await?;
    page.reload().await?;
    page.shows(COUNTS, undo).await?;
    for cell in 0..40 {
        shows(page, cell, "1").await?;
    }
    Ok(())
}

/// The store is still being asked to take the draft when something else is opened.
async fn what_is_opened_meanwhile_takes_nothing_away(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    page.until("the board is there", "document.querySelector('[data-cell]')").await?;
    page.run(
        "const button = (selector, text) => [...document.querySelectorAll(selector)].find((button) => button.textContent.includes(text));
         const press = (cell) => {
             const element = document.querySelector(`[data-cell='${cell}']`);
             const { x, y, width, height } = element.getBoundingClientRect();
             const at = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, button: 0, buttons: 1,
                 clientX: x + width / 2, clientY: y + height / 2 };
             element.dispatchEvent(new PointerEvent('pointerdown', at));
             element.dispatchEvent(new PointerEvent('pointerup', { ...at, buttons: 0 }));
         };
         press(0);
         press(1);
         button('header button', 'Examples').click();
         const choose = () => {
             const example = button('dialog[open] button', 'MOVE on 6×6×7');
             example ? example.click() : setTimeout(choose);
         };
         choose();",
    )
    .await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.shows("document.querySelector('.saving').textContent", String::new()).await?;
    asks_before_leaving(page, false).await?;
    page.press("Drafts").await?;
    page.says("dialog[open] .draft", "PAINT on 16×16").await?;
    page.shows("document.querySelectorAll('dialog[open] .draft').length", 1).await?;
    page.press("Open PAINT on 16×16").await?;
    counts(page, "2", "").await?;
    shows(page, 1, "1").await
}

async fn back_leads_to_the_draft_and_not_past_it(page: &Page) -> Result<()> {
    page.open("watch?i=move-3d&t=0").await?;
    page.press("Edit").await?;
    page.press("Examples").await?;
    page.press("PAINT on 16×16").await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.press("Watch").await?;
    page.at(0, 11).await?;
    page.press("Edit").await?;
    draw(page, 0).await?;
    let path = saved(page).await?;
    // The entry of Watch names the instance of which the draft was made.
    page.web.back().await?;
    page.at(0, 11).await?;
    shows(page, 0, "1").await?;
    page.shows("location.search", path.trim_start_matches("edit").to_owned()).await?;
    page.web.forward().await?;
    counts(page, "1", "").await?;
    // Before it stands what was open before.
    page.web.back().await?;
    page.web.back().await?;
    page.web.back().await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.web.forward().await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await
}

async fn a_killed_tab_loses_nothing(page: &Page) -> Result<()> {
    apart(page, async |page| {
        let path = drawn(page, "paint-2d", 0).await?;
        let first = page.web.window().await?;
        let second = page.web.new_tab().await?;
        draw(page, 1).await?;
        // It is not waited for, and no handler of the page runs.
        let _ = timeout(Duration::from_secs(2), page.send("Page.crash", Value::Null)).await;
        page.web.switch_to_window(second).await?;
        page.send("Target.closeTarget", json!({ "targetId": first.to_string() })).await?;
        page.look(PLAIN).await?;
        page.open(&path).await?;
        counts(page, "2", "").await?;
        shows(page, 1, "1").await?;
        // The right to change it has gone with the tab.
        draw(page, 2).await?;
        counts(page, "3", "").await?;
        saved(page).await.map(drop)
    })
    .await
}

async fn blocked_storage_is_said_and_the_page_goes_on(page: &Page) -> Result<()> {
    apart(page, async |page| {
        for script in [
            "Object.defineProperty(window, 'indexedDB', { value: undefined })",
            "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied', 'SecurityError'); } })",
            "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'InvalidStateError'); }",
        ] {
            let added = page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await?;
            page.open("edit?i=paint-2d&t=0").await?;
            page.shows("document.querySelectorAll('.banner').length", 0).await?;
            draw(page, 0).await?;
            page.says(BANNER, "nothing will be there after this tab is closed").await?;
            page.says(SAVING, "Not saved").await?;
            page.says(".site [role=status]", "The draft is not saved.").await?;
            asks_before_leaving(page, true).await?;
            draw(page, 1).await?;
            counts(page, "2", "").await?;
            page.press("Watch").await?;
            shows(page, 1, "1").await?;
            page.says(BANNER, "nothing will be there after this tab is closed").await?;
            page.press("Try again").await?;
            page.says(SAVING, "Not saved").await?;
            catch_files(page).await?;
            page.press("Export this draft").await?;
            page.until("the file is there", "window.saved.length").await?;
            page.shows("window.saved[0][0]", "paint-2d-edited-draft.json".to_owned()).await?;
            page.press("Drafts").await?;
            page.says("dialog[open]", "The drafts could not be read").await?;
            page.send("Page.removeScriptToEvaluateOnNewDocument", added).await?;
        }
        Ok(())
    })
    .await
}

/// Catches what the page hands out from now on: names and texts.
async fn catch_files(page: &Page) -> Result<()> {
    page.run(
        "window.saved = [];
         const files = new Map();
         const real = URL.createObjectURL;
         URL.createObjectURL = (file) => {
             const address = real(file);
             files.set(address, file);
             return address;
         };
         HTMLAnchorElement.prototype.click = function () {
             files.get(this.href).text().then((text) => window.saved.push([this.download, text]));
         };",
    )
    .await
}

/// Storage is blocked until `unblock` is called.
const BLOCK: &str = "
    const open = IDBFactory.prototype.open;
    IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };
    window.unblock = () => { IDBFactory.prototype.open = open; };";

async fn a_draft_that_could_not_be_saved_is_put_aside(page: &Page) -> Result<()> {
    apart(page, async |page| {
        let added = page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": BLOCK })).await?;
        page.open("edit?i=paint-2d&t=0").await?;
        draw(page, 0).await?;
        page.says(SAVING, "Not saved").await?;
        page.press("Examples").await?;
        page.press("MOVE on 6×6×7").await?;
        page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
        page.says(BANNER, "only in this tab's memory").await?;
        asks_before_leaving(page, true).await?;
        page.press("Show drafts").await?;
        page.says("dialog[open] .draft", "storage is blocked").await?;
        page.run("window.unblock()").await?;
        page.press("Open").await?;
        counts(page, "1", "").await?;
        saved(page).await?;
        page.shows("document.querySelectorAll('.banner').length", 0).await?;
        asks_before_leaving(page, false).await?;
        page.send("Page.removeScriptToEvaluateOnNewDocument", added).await?;
        page.reload().await?;
        shows(page, 0, "1").await
    })
    .await
}

async fn a_full_disk_is_said_until_there_is_room(page: &Page) -> Result<()> {
    apart(page, async |page| {
        let origin = page.origin().to_owned();
        page.send("Storage.overrideQuotaForOrigin", json!({ "origin": origin, "quotaSize": 1 })).await?;
        page.open("edit?i=paint-2d&t=0").await?;
        draw(page, 1).await?;
        page.says(BANNER, "storage is full").await?;
        page.says(SAVING, "Not saved").await?;
        draw(page, 2).await?;
        asks_before_leaving(page, true).await?;
        page.send("Storage.overrideQuotaForOrigin", json!({ "origin": origin })).await?;
        page.press("Try again").await?;
        saved(page).await?;
        page.says(".site [role=status]", "The draft is saved again.").await?;
        page.shows("document.querySelectorAll('.banner').length", 0).await?;
        // The same while a draft is written on. Chromium does not look at the quota for each small write.
        page.run(
            "const add = IDBObjectStore.prototype.add;
             IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
             window.free = () => { IDBObjectStore.prototype.add = add; };",
        )
        .await?;
        draw(page, 3).await?;
        page.says(BANNER, "storage is full").await?;
        draw(page, 4).await?;
        counts(page, "4", "").await?;
        page.run("window.free()").await?;
        page.press("Try again").await?;
        saved(page).await?;
        page.shows("document.querySelectorAll('.banner').length", 0).await?;
        page.reload().await?;
        counts(page, "4", "").await
    })
    .await
}

async fn a_lost_database_is_said_and_the_draft_stored_anew(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    draw(page, 1).await?;
    saved(page).await?;
    page.press("Undo").await?;
    page.run("indexedDB.deleteDatabase('gridbench')").await?;
    page.says(BANNER, "is gone or damaged").await?;
    draw(page, 2).await?;
    counts(page, "2", "").await?;
    page.says(SAVING, "Not saved").await?;
    page.press("Undo").await?;
    page.press("Try again").await?;
    let path = saved(page).await?;
    page.shows("document.querySelectorAll('.banner').length", 0).await?;
    page.open(&path).await?;
    counts(page, "1", "1").await?;
    page.press("Drafts").await?;
    page.shows("document.querySelectorAll('dialog[open] .draft').length", 1).await
}

async fn a_second_tab_looks_on_and_takes_over(page: &Page) -> Result<()> {
    apart(page, async |page| {
        let path = drawn(page, "paint-2d", 0).await?;
        let first = page.web.window().await?;
        let second = page.web.new_tab().await?;
        page.web.switch_to_window(second.clone()).await?;
        page.look(PLAIN).await?;
        page.open(&path).await?;
        page.says(BANNER, "open in another tab. You can look at it here").await?;
        page.says(SAVING, "Read only").await?;
        draw(page, 1).await?;
        counts(page, "1", "").await?;
        shows(page, 0, "1").await?;
        page.press("Take over").await?;
        page.says(BANNER, "This tab has the draft now").await?;
        draw(page, 1).await?;
        counts(page, "2", "").await?;
        saved(page).await?;
        page.web.switch_to_window(first.clone()).await?;
        page.says(BANNER, "Another tab has taken this draft over").await?;
        draw(page, 2).await?;
        counts(page, "1", "").await?;
        page.press("Take it back").await?;
        counts(page, "2", "").await?;
        draw(page, 2).await?;
        counts(page, "3", "").await?;
        saved(page).await?;
        page.web.switch_to_window(second).await?;
        page.says(BANNER, "Another tab has taken this draft over").await?;
        counts(page, "2", "").await
    })
    .await
}

async fn a_tab_that_waits_goes_on_when_the_other_closes(page: &Page) -> Result<()> {
    apart(page, async |page| {
        let path = drawn(page, "paint-2d", 0).await?;
        let first = page.web.window().await?;
        let second = page.web.new_tab().await?;
        page.web.switch_to_window(second.clone()).await?;
        page.look(PLAIN).await?;
        page.open(&path.replace("edit", "watch")).await?;
        page.says(BANNER, "open in another tab").await?;
        page.press("Step forward").await?;
        page.at(1, 11).await?;
        page.web.switch_to_window(first).await?;
        draw(page, 1).await?;
        saved(page).await?;
        page.web.close_window().await?;
        page.web.switch_to_window(second).await?;
        page.says(BANNER, "The other tab has closed this draft").await?;
        // It is where it was looked at.
        page.at(1, 11).await?;
        page.press("Dismiss").await?;
        page.press("Edit").await?;
        page.press("First step").await?;
        shows(page, 1, "1").await?;
        draw(page, 2).await?;
        counts(page, "3", "").await?;
        saved(page).await.map(drop)
    })
    .await
}

/// The list of one tab does not delete what another has open. Who has no locks can; then nothing is lost either.
async fn a_draft_deleted_in_another_tab_can_be_kept(page: &Page) -> Result<()> {
    apart(page, async |page| {
        let path = drawn(page, "paint-2d", 0).await?;
        let key = path.split(['=', '&']).nth(1).ok_or("no key")?.to_owned();
        let first = page.web.window().await?;
        let second = page.web.new_tab().await?;
        page.web.switch_to_window(second).await?;
        page.look(PLAIN).await?;
        page.open("edit?i=move-3d&t=0").await?;
        page.press("Drafts").await?;
        page.press("Delete PAINT on 16×16").await?;
        page.says("dialog[open] .problem", "open in another tab").await?;
        let script = "put('drafts', args[0], JSON.stringify({ name: 'gone', made: 1, from: '', deleted: Date.now() }))";
        store(page, script, json!([key])).await?;
        page.web.switch_to_window(first).await?;
        draw(page, 1).await?;
        page.says(BANNER, "is gone or damaged").await?;
        page.press("Try again").await?;
        let path = saved(page).await?;
        assert!(!path.contains(&key), "{path}");
        page.reload().await?;
        counts(page, "2", "").await
    })
    .await
}

async fn the_list_renames_copies_and_deletes_with_undo(page: &Page) -> Result<()> {
    page.open("watch?i=move-3d&t=0").await?;
    page.press("Prompt").await?;
    page.press("Drafts").await?;
    page.says("dialog[open]", "There are no drafts yet").await?;
    page.press("Close").await?;
    drawn(page, "paint-2d", 0).await?;
    page.press("Drafts").await?;
    page.says("dialog[open] .draft", "PAINT on [16,16], 11 events").await?;
    page.says("dialog[open] .draft", "1 change").await?;
    page.says("dialog[open] .draft mark", "open").await?;
    page.press("Rename").await?;
    page.shows("document.activeElement.value", "PAINT on 16×16".to_owned()).await?;
    page.keys("My world").await?;
    page.keys(Key::Enter).await?;
    page.says("dialog[open] .draft strong", "My world").await?;
    page.shows(TITLE, "My world".to_owned()).await?;
    page.shows("document.activeElement.textContent", "Open My world".to_owned()).await?;
    page.press("Rename").await?;
    page.keys("another").await?;
    page.keys(Key::Escape).await?;
    page.says("dialog[open] .draft strong", "My world").await?;
    page.press("Duplicate").await?;
    page.says("dialog[open] [role=status]", "My world (copy)").await?;
    page.shows("document.querySelectorAll('dialog[open] .draft').length", 2).await?;
    page.press("Delete My world (copy)").await?;
    page.says("dialog[open] .deleted", "Deleted “My world (copy)”.").await?;
    page.shows("document.activeElement.textContent", "Undo the deletion of My world (copy)".to_owned()).await?;
    page.keys(Key::Enter).await?;
    page.shows("document.activeElement.textContent", "Open My world (copy)".to_owned()).await?;
    page.press("Delete My world (copy)").await?;
    page.says("dialog[open] .deleted", "Deleted").await?;
    page.press("Close").await?;
    // It can be restored for a day.
    page.reload().await?;
    page.shows(TITLE, "My world".to_owned()).await?;
    page.press("Drafts").await?;
    page.press("Deleted in the last 24 hours: 1").await?;
    page.press("Undo").await?;
    page.press("Open My world (copy)").await?;
    page.shows(TITLE, "My world (copy)".to_owned()).await?;
    counts(page, "1", "").await
}

async fn deleting_the_open_draft_leads_back_to_its_instance(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    let before: String = page.get("document.querySelector(\"[data-cell='0']\").textContent", Value::Null).await?;
    assert_eq!(before, "1");
    page.press("Drafts").await?;
    page.press("Delete").await?;
    page.says("dialog[open] .deleted", "Deleted").await?;
    page.shows("location.search", "?i=paint-2d&t=0".to_owned()).await?;
    page.shows("document.querySelector('.saving').textContent", String::new()).await?;
    asks_before_leaving(page, false).await?;
    page.press("Undo").await?;
    page.press("Open PAINT on 16×16").await?;
    shows(page, 0, "1").await?;
    counts(page, "1", "").await?;
    draw(page, 1).await?;
    saved(page).await.map(drop)
}

async fn five_hundred_drafts(page: &Page) -> Result<()> {
    page.open("edit?i=paint-2d&t=0").await?;
    let script = "
        for (let number = 1; number <= 500; number++) {
            put('drafts', `k${number}`, JSON.stringify({ name: `World ${number}`, made: 1, from: '', deleted: null }));
            put('progress', `k${number}`, JSON.stringify({ changed: number, active: 90000, changes: 7, facts: 'MIX on [6,6,7]' }));
        }";
    store(page, script, Value::Null).await?;
    page.press("Drafts").await?;
    const LISTED: &str = "document.querySelectorAll('dialog[open] .draft').length";
    page.shows(LISTED, 50).await?;
    page.says("dialog[open] .draft strong", "World 500").await?;
    page.fill("dialog[open] input[type=text]", "world 37").await?;
    page.shows(LISTED, 11).await?;
    page.fill("dialog[open] input[type=text]", "").await?;
    page.press("Show all 500").await?;
    page.shows(LISTED, 500).await
}

async fn an_earlier_draft_is_offered(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    page.press("Examples").await?;
    page.press("MOVE on 6×6×7").await?;
    page.shows(TITLE, "MOVE on 6×6×7".to_owned()).await?;
    page.shows("document.querySelectorAll('.banner').length", 0).await?;
    page.press("Examples").await?;
    page.press("PAINT on 16×16").await?;
    page.says(BANNER, "You have a draft of this from today.").await?;
    counts(page, "", "").await?;
    page.press("Open it").await?;
    shows(page, 0, "1").await?;
    counts(page, "1", "").await?;
    page.shows("document.querySelectorAll('.banner').length", 0).await?;
    // Two of them, found by whoever comes from the first page.
    page.open("edit?i=paint-2d&t=0").await?;
    page.says(BANNER, "You have a draft of this").await?;
    draw(page, 1).await?;
    page.shows("document.querySelectorAll('.banner').length", 0).await?;
    saved(page).await?;
    page.open("watch?i=paint-2d&t=0").await?;
    page.press("Prompt").await?;
    page.says(BANNER, "You have 2 drafts of this, the last one from today.").await
}

/// The first page has the button and not what it opens.
async fn the_first_page_leads_to_the_list(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    page.open("watch?i=move-3d&t=2").await?;
    page.control("Drafts").await?.focus().await?;
    page.keys(Key::Enter).await?;
    page.says("dialog[open] .draft", "PAINT on 16×16").await?;
    page.shows("document.querySelectorAll('header.site, dialog[open]').length", 2).await?;
    page.keys(Key::Escape).await?;
    page.shows("document.activeElement.textContent", "Drafts".to_owned()).await?;
    page.at(2, 9).await?;
    page.press("Drafts").await?;
    page.press("Open PAINT on 16×16").await?;
    page.at(0, 11).await?;
    shows(page, 0, "1").await
}

async fn a_draft_travels_as_a_file(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    catch_files(page).await?;
    page.press("Drafts").await?;
    page.press("Rename").await?;
    page.fill("dialog[open] .draft input", "Mine").await?;
    page.press("Keep the name").await?;
    page.press("Export Mine").await?;
    page.until("the file is there", "window.saved.length").await?;
    let saved_file: (String, String) = page.get("window.saved[0]", Value::Null).await?;
    let path = page.file(&saved_file.0, saved_file.1.as_bytes())?;
    let choose = async |page: &Page, path: &std::path::Path| -> Result<()> {
        page.press("Drafts").await?;
        let field = page.find("dialog[open] input[type=file]").await?;
        Ok(field.send_keys(path.display().to_string()).await?)
    };
    apart(page, async |page| {
        page.open("edit?i=move-3d&t=0").await?;
        let broken = page.file("broken-draft.json", b"{\"id\":")?;
        choose(page, &broken).await?;
        page.says("dialog[open] .problem", "broken-draft.json could not be opened").await?;
        page.press("Close").await?;
        choose(page, &path).await?;
        shows(page, 0, "1").await?;
        saved(page).await?;
        page.press("Drafts").await?;
        page.says("dialog[open] .draft", "Mine").await?;
        page.shows("document.querySelectorAll('dialog[open] .draft').length", 1).await
    })
    .await
}

async fn an_address_without_its_draft_says_so(page: &Page) -> Result<()> {
    for tab in ["edit", "watch", "predict", "score", "prompt"] {
        page.open(&format!("{tab}?d=nowhere&t=0")).await?;
        page.says("main h1", "This draft could not be opened").await?;
        page.says(".no-draft", "no such draft in this browser").await?;
        page.shows(
            "[...document.querySelectorAll('.board, .intro, .notice, textarea')].filter((element) => element.checkVisibility()).length",
            0,
        )
        .await?;
    }
    page.press("Show the drafts of this browser").await?;
    page.says("dialog[open]", "There are no drafts yet").await?;
    page.press("Close").await?;
    page.press("Examples").await?;
    page.press("PAINT on 16×16").await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.shows("location.search", "?i=paint-2d&t=0".to_owned()).await?;
    // While something else is shown, an address that leads nowhere leaves it.
    page.web.back().await?;
    page.says(".notice", "no such draft in this browser").await?;
    page.shows(TITLE, "PAINT on 16×16".to_owned()).await?;
    page.open("edit?d=nowhere&t=0").await?;
    page.press("Go to the front page").await?;
    page.shows("document.querySelectorAll('.no-draft').length", 0).await?;
    page.until("the board is there", "document.querySelector('.board')").await
}

async fn a_long_journal_is_made_shorter_and_keeps_its_past(page: &Page) -> Result<()> {
    let (mut editor, mut actions) = strokes("paint-2d", 1000);
    let base = journal::write_draft(&Draft::new(&built_in("paint-2d").0));
    for action in [Action::Undo, Action::Redo].into_iter().cycle().take(2001) {
        editor.act(&action)?;
        actions.push(action);
    }
    let written: Vec<Vec<u8>> = actions.iter().map(journal::write_action).collect();
    put_draft(page, "long", &base, &written).await?;
    page.open("edit?d=long&t=0").await?;
    counts(page, "999", "1").await?;
    saved(page).await?;
    let start = std::time::Instant::now();
    while entries(page).await? != 1001 {
        assert!(start.elapsed() < Duration::from_secs(20), "it is not made shorter");
        sleep(Duration::from_millis(20)).await;
    }
    page.press("Redo").await?;
    counts(page, "1000", "").await?;
    draw(page, 1).await?;
    saved(page).await?;
    page.reload().await?;
    counts(page, "1001", "").await?;
    assert_eq!(entries(page).await?, 1003);
    Ok(())
}

async fn what_a_later_version_wrote_is_not_touched(page: &Page) -> Result<()> {
    let (_, actions) = strokes("paint-2d", 2);
    let base = journal::write_draft(&Draft::new(&built_in("paint-2d").0));
    let mut written: Vec<Vec<u8>> = actions.iter().map(journal::write_action).collect();
    written[1][0] = 2;
    put_draft(page, "later", &base, &written).await?;
    page.open("edit?d=later&t=0").await?;
    page.says(".no-draft", "a later version of the page has written it").await?;
    assert_eq!(entries(page).await?, 2);
    page.press("Drafts").await?;
    page.says("dialog[open] .draft", "later").await
}

async fn a_damaged_journal_is_good_up_to_there(page: &Page) -> Result<()> {
    let (_, actions) = strokes("paint-2d", 3);
    let base = journal::write_draft(&Draft::new(&built_in("paint-2d").0));
    let mut written: Vec<Vec<u8>> = actions.iter().map(journal::write_action).collect();
    written[2] = vec![1, 255];
    put_draft(page, "damaged", &base, &written).await?;
    page.open("edit?d=damaged&t=0").await?;
    page.says(".notice", "The end of this draft's journal could not be read").await?;
    counts(page, "2", "").await?;
    draw(page, 1).await?;
    saved(page).await?;
    page.reload().await?;
    counts(page, "3", "").await?;
    page.shows("document.querySelectorAll('.notice').length", 0).await?;
    // What could not be read is not thrown away.
    page.press("Drafts").await?;
    page.says("dialog[open] .draft-list", "(as it was found)").await
}

async fn the_keyboard_alone_reaches_everything(page: &Page) -> Result<()> {
    drawn(page, "paint-2d", 0).await?;
    page.control("Drafts").await?.focus().await?;
    page.keys(Key::Enter).await?;
    page.says("dialog[open] .draft", "PAINT on 16×16").await?;
    let tab_to = async |name: &str| -> Result<()> {
        for _ in 0..40 {
            page.keys(Key::Tab).await?;
            if page.get::<String>("document.activeElement.textContent", Value::Null).await?.starts_with(name) {
                return Ok(());
            }
        }
        Err(format!("no Tab leads to {name:?}").into())
    };
    tab_to("Duplicate").await?;
    page.keys(Key::Enter).await?;
    page.shows("document.activeElement.textContent", "Open PAINT on 16×16 (copy)".to_owned()).await?;
    tab_to("Delete PAINT on 16×16 (copy)").await?;
    page.keys(Key::Enter).await?;
    page.shows("document.activeElement.textContent", "Undo the deletion of PAINT on 16×16 (copy)".to_owned()).await?;
    page.keys(Key::Escape).await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
    page.shows("document.activeElement.textContent", "Drafts".to_owned()).await
}

/// Every state that the reader sees of drafts.
async fn everywhere(page: &Page, look: Look, visit: impl AsyncFn(&Page, &str) -> Result<()>) -> Result<()> {
    page.look(look).await?;
    let added = page.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": BLOCK })).await?;
    page.open("edit?i=paint-2d&t=0").await?;
    draw(page, 0).await?;
    page.says(SAVING, "Not saved").await?;
    visit(page, "blocked").await?;
    page.press("Examples").await?;
    page.press("MOVE on 6×6×7").await?;
    page.press("Show drafts").await?;
    page.says("dialog[open] .draft", "storage is blocked").await?;
    visit(page, "put aside").await?;
    page.send("Page.removeScriptToEvaluateOnNewDocument", added).await?;
    let path = drawn(page, "paint-2d", 0).await?;
    visit(page, "saved").await?;
    page.press("Drafts").await?;
    page.press("Duplicate").await?;
    page.shows("document.querySelectorAll('dialog[open] .draft').length", 2).await?;
    page.press("Delete PAINT on 16×16 (copy)").await?;
    page.says("dialog[open] .deleted", "Deleted").await?;
    visit(page, "the list").await?;
    page.press("Rename").await?;
    visit(page, "renaming").await?;
    page.open("edit?i=paint-2d&t=0").await?;
    page.says(BANNER, "You have a draft of this").await?;
    visit(page, "an earlier draft").await?;
    page.open("edit?d=nowhere").await?;
    page.says("main h1", "This draft could not be opened").await?;
    visit(page, "missing").await?;
    // A tab that takes the lock and keeps it.
    page.open(&path).await?;
    saved(page).await?;
    let first = page.web.window().await?;
    let second = page.web.new_tab().await?;
    page.web.switch_to_window(second.clone()).await?;
    page.look(look).await?;
    page.open(&path).await?;
    page.says(BANNER, "open in another tab").await?;
    visit(page, "open in another tab").await?;
    page.press("Take over").await?;
    page.says(BANNER, "This tab has the draft now").await?;
    visit(page, "taken over").await?;
    page.web.switch_to_window(first).await?;
    page.says(BANNER, "Another tab has taken this draft over").await?;
    visit(page, "taken away").await?;
    page.web.close_window().await?;
    Ok(page.web.switch_to_window(second).await?)
}

async fn everything_fits_a_phone(page: &Page) -> Result<()> {
    apart(page, async |page| {
        everywhere(page, Look { size: PHONE, ..PLAIN }, async |page, name| {
            let width: u32 = page.get("document.scrollingElement.scrollWidth", Value::Null).await?;
            assert!(width <= PHONE.0, "{name} is {width} pixels wide");
            let dialog: Vec<u32> = page
                .get(
                    "[...document.querySelectorAll('dialog[open]')].flatMap((dialog) => [dialog.scrollWidth, dialog.clientWidth])",
                    Value::Null,
                )
                .await?;
            assert!(dialog.is_empty() || dialog[0] <= dialog[1], "{name}: the dialog scrolls sideways: {dialog:?}");
            Ok(())
        })
        .await
    })
    .await
}

async fn axe_finds_nothing(page: &Page) -> Result<()> {
    for (dark, size) in [(false, DESKTOP), (true, PHONE)] {
        apart(page, async |page| {
            everywhere(page, Look { dark, size, motion: false }, async |page, name| {
                let violations = page.violations().await?;
                assert!(violations.is_empty(), "{name}: {violations:#?}");
                Ok(())
            })
            .await
        })
        .await?;
    }
    Ok(())
}
