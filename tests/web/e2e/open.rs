//! Opening instances, and what bad input gets: a message with line, event and field, and everything else untouched.

use grids::instance::Instance;
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use thirtyfour::Key;

use crate::page::{Page, Result, TITLE, built_in};

crate::tests! { "open":
    a_pasted_instance,
    a_pasted_instance_over_several_lines,
    a_file,
    a_dropped_file,
    a_byte_order_mark_and_carriage_returns,
    several_lines_are_listed_with_the_bad_ones,
    several_bad_lines_open_nothing,
    the_dialog_closes_by_key_and_gives_the_focus_back,
    an_empty_file,
    blank_lines_only,
    no_json,
    json_over_several_lines_cut_short,
    bytes_that_are_no_text,
    a_file_over_the_limit,
    a_file_of_200_mb,
    nesting_a_hundred_thousand_deep,
    an_event_out_of_range,
    an_event_with_an_unknown_field,
    a_value_outside_the_alphabet,
    a_merge_that_leaves_the_alphabet,
    a_final_state_that_does_not_agree,
    a_missing_field,
    a_shape_that_is_too_large,
    text_that_looks_like_html,
}

/// A small instance that nobody ships.
pub const LINE: &str = r#"{"id":"opened","family":"PAINT","shape":[3,3],"alphabet":[0,1,2],"initial":{"cells":[[[0,0],1]]},"events":[{"op":"PAINT","a":[1,1],"r":1,"u":0,"v":2},{"op":"SET","p":[2,2],"v":1}]}"#;
const STATES: [[u16; 9]; 3] = [[1, 0, 0, 0, 0, 0, 0, 0, 0], [1, 2, 0, 2, 2, 2, 0, 2, 0], [1, 2, 0, 2, 2, 2, 0, 2, 1]];

/// Opens a text through the dialog.
pub async fn paste(page: &Page, text: &str) -> Result<()> {
    page.press("Open…").await?;
    page.fill("dialog[open] textarea", text).await?;
    page.press("Open the pasted text").await
}

/// Opens a file through the dialog.
pub async fn choose_file(page: &Page, path: &Path) -> Result<()> {
    page.press("Open…").await?;
    page.find("dialog[open] input[type=file]").await?.send_keys(path.display().to_string()).await?;
    Ok(())
}

async fn drop_file(page: &Page, name: &str, text: &str) -> Result<()> {
    let script = "
        const data = new DataTransfer();
        data.items.add(new File([arguments[1]], arguments[0]));
        const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector('main').dispatchEvent(event);
        return event.defaultPrevented;";
    let taken: bool = page.web.execute(script, vec![json!(name), json!(text)]).await?.convert()?;
    assert!(taken, "the browser would leave the page and show the file");
    Ok(())
}

async fn is_opened(page: &Page) -> Result<()> {
    page.shows(TITLE, "opened".to_owned()).await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
    for (t, state) in STATES.iter().enumerate() {
        page.at(t, 2).await?;
        page.shows_cells(state).await?;
        page.press("Step forward").await?;
    }
    Ok(())
}

async fn a_pasted_instance(page: &Page) -> Result<()> {
    page.open("").await?;
    paste(page, LINE).await?;
    is_opened(page).await
}

/// People lay JSON out over lines.
async fn a_pasted_instance_over_several_lines(page: &Page) -> Result<()> {
    page.open("").await?;
    paste(page, &LINE.replace(',', ",\n  ").replace('{', "{\n")).await?;
    is_opened(page).await
}

async fn a_file(page: &Page) -> Result<()> {
    page.open("").await?;
    choose_file(page, &page.file("one.jsonl", format!("{LINE}\n").as_bytes())?).await?;
    is_opened(page).await
}

async fn a_dropped_file(page: &Page) -> Result<()> {
    page.open("").await?;
    drop_file(page, "dropped.json", LINE).await?;
    is_opened(page).await?;
    // And again, over the instance that is now shown.
    drop_file(page, "again.json", &LINE.replace("opened", "dropped-again")).await?;
    page.shows(TITLE, "dropped-again".to_owned()).await
}

/// What Windows adds.
async fn a_byte_order_mark_and_carriage_returns(page: &Page) -> Result<()> {
    page.open("").await?;
    choose_file(page, &page.file("windows.jsonl", format!("\u{feff}{LINE}\r\n\r\n").as_bytes())?).await?;
    is_opened(page).await
}

async fn several_lines_are_listed_with_the_bad_ones(page: &Page) -> Result<()> {
    let second = LINE.replace("opened", "second");
    let bad_event = LINE.replace("\"r\":1", "\"r\":-1");
    let bad_field = LINE.replace("[3,3]", "[3,0]");
    let text = format!("{LINE}\n\n{bad_event}\r\n{bad_field}\nno JSON\n{second}\n");
    page.open("watch?i=figure-1a&t=1").await?;
    choose_file(page, &page.file("several.jsonl", text.as_bytes())?).await?;
    page.says("dialog[open]", "several.jsonl: 2 of 5 lines can be opened.").await?;
    let list: Vec<String> = page
        .get("[...document.querySelectorAll('dialog[open] .choices li')].map((item) => item.textContent)", Value::Null)
        .await?;
    let error = |line: &str| Instance::open(line).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error(&bad_event).starts_with("event 1: ") && error(&bad_field).contains("\"shape\""));
    let expected = [
        "Line 1: opened, PAINT on [3,3], T = 2".to_owned(),
        format!("Line 3: {}", error(&bad_event)),
        format!("Line 4: {}", error(&bad_field)),
        format!("Line 5: {}", error("no JSON")),
        "Line 6: second, PAINT on [3,3], T = 2".to_owned(),
    ];
    assert_eq!(list, expected);
    page.shows(TITLE, "Figure 1 A: MOVE in 2D".to_owned()).await?;
    page.press("Line 6").await?;
    page.shows(TITLE, "second".to_owned()).await
}

async fn several_bad_lines_open_nothing(page: &Page) -> Result<()> {
    let before = shown(page).await?;
    paste(page, "{}\n[]\n").await?;
    page.says("dialog[open]", "0 of 2 lines can be opened").await?;
    untouched(page, before).await
}

/// The dialog belongs to the keyboard as well.
async fn the_dialog_closes_by_key_and_gives_the_focus_back(page: &Page) -> Result<()> {
    page.open("").await?;
    for button in ["Examples", "Open…", "Keyboard keys"] {
        let element = page.control(button).await?;
        element.focus().await?;
        page.keys(Key::Enter).await?;
        page.until("the dialog is open", "document.querySelector('dialog[open]')?.contains(document.activeElement)").await?;
        page.keys(Key::Escape).await?;
        page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
        let back: bool =
            page.web.execute("return document.activeElement === arguments[0]", vec![element.to_json()?]).await?.convert()?;
        assert!(back, "the focus is not back on {button}");
    }
    Ok(())
}

/// What the page shows: it must be the same after a refusal. The instance is one that was opened, in the middle of its history.
async fn shown(page: &Page) -> Result<Value> {
    page.open("").await?;
    paste(page, LINE).await?;
    page.shows(TITLE, "opened".to_owned()).await?;
    page.press("Step forward").await?;
    page.until("the address has the step", "location.search.includes('t=1')").await?;
    look(page).await
}

async fn look(page: &Page) -> Result<Value> {
    page.get(
        "[document.querySelector('main h1').textContent, document.querySelector('output').textContent, location.href,
          document.querySelectorAll('.events li').length, [...document.querySelectorAll('[data-cell]')].map((cell) => cell.className + cell.textContent)]",
        Value::Null,
    )
    .await
}

async fn untouched(page: &Page, before: Value) -> Result<()> {
    assert_eq!(look(page).await?, before, "something else has changed");
    page.press("Close").await?;
    page.shows("document.querySelectorAll('dialog[open]').length", 0).await?;
    page.keys(".").await?;
    page.at(2, 2).await?;
    page.shows_cells(&STATES[2]).await
}

/// Pastes a text that must be refused with a message that has all these parts.
async fn refused(page: &Page, text: &str, parts: &[&str]) -> Result<()> {
    let before = shown(page).await?;
    paste(page, text).await?;
    is_refused(page, before, parts).await
}

async fn refused_file(page: &Page, path: &Path, parts: &[&str]) -> Result<()> {
    let before = shown(page).await?;
    choose_file(page, path).await?;
    is_refused(page, before, parts).await
}

async fn is_refused(page: &Page, before: Value, parts: &[&str]) -> Result<()> {
    for part in parts {
        page.says("dialog[open] [role=alert]", part).await?;
    }
    let message: String = page.get("document.querySelector('dialog[open] [role=alert]').textContent", Value::Null).await?;
    assert!(message.len() < 500, "a message of {} bytes: {message:.500}", message.len());
    untouched(page, before).await
}

async fn an_empty_file(page: &Page) -> Result<()> {
    refused_file(page, &page.file("empty.jsonl", b"")?, &["empty.jsonl", "is empty", "expected an instance"]).await
}

async fn blank_lines_only(page: &Page) -> Result<()> {
    refused(page, "\n \r\n\t\n", &["is empty"]).await
}

async fn no_json(page: &Page) -> Result<()> {
    refused(page, "Hello, world", &["line 1", "expected"]).await
}

async fn json_over_several_lines_cut_short(page: &Page) -> Result<()> {
    let text = LINE.replace(',', ",\n");
    let cut = &text[..text.len() - 40];
    refused(page, cut, &[&format!("line {}:", cut.lines().count())]).await
}

async fn bytes_that_are_no_text(page: &Page) -> Result<()> {
    refused_file(page, &page.file("bytes.jsonl", &[0xff, 0xfe, 0x7b, 0x00, 0x0a])?, &["bytes.jsonl", "line 1", "UTF-8"]).await
}

/// A sparse file: it has the size, not the content.
fn sparse(page: &Page, name: &str, bytes: u64) -> Result<std::path::PathBuf> {
    let path = page.file(name, b"")?;
    File::options().write(true).open(&path)?.set_len(bytes)?;
    Ok(path)
}

async fn a_file_over_the_limit(page: &Page) -> Result<()> {
    let path = sparse(page, "over.jsonl", 32 * 1024 * 1024 + 1)?;
    refused_file(page, &path, &["over.jsonl", "34 MB", "gridbench run"]).await
}

async fn a_file_of_200_mb(page: &Page) -> Result<()> {
    let path = sparse(page, "huge.jsonl", 200_000_000)?;
    refused_file(page, &path, &["huge.jsonl has 200 MB", "gridbench run"]).await
}

async fn nesting_a_hundred_thousand_deep(page: &Page) -> Result<()> {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    refused(page, &deep, &["line 1"]).await?;
    page.clear().await?;
    refused(page, &"{\"a\":".repeat(100_000), &["line 1"]).await?;
    page.clear().await?;
    refused(page, &LINE.replace("\"events\":", &format!("\"events\":{deep},\"old\":")), &["line 1", "event"]).await
}

async fn an_event_out_of_range(page: &Page) -> Result<()> {
    refused(page, &LINE.replace("\"p\":[2,2]", "\"p\":[2,3]"), &["line 1", "event 2", "\"p\"", "[2,3]"]).await
}

async fn an_event_with_an_unknown_field(page: &Page) -> Result<()> {
    refused(page, &LINE.replace("\"p\":[2,2]", "\"p\":[2,2],\"q\":1"), &["line 1", "event 2", "\"q\""]).await
}

async fn a_value_outside_the_alphabet(page: &Page) -> Result<()> {
    refused(page, &LINE.replace("[[0,0],1]", "[[0,0],7]"), &["line 1", "\"initial\"", "7"]).await
}

async fn a_merge_that_leaves_the_alphabet(page: &Page) -> Result<()> {
    let line = r#"{"id":"merge","family":"COMPRESS","shape":[1,4],"alphabet":[0,2,4],"initial":{"cells":[[[0,0],4],[[0,1],4]]},"events":[{"op":"SET","p":[0,3],"v":2},{"op":"COMPRESS","axis":1,"direction":1}]}"#;
    refused(page, line, &["line 1", "event 2", "8"]).await
}

async fn a_final_state_that_does_not_agree(page: &Page) -> Result<()> {
    let line = LINE.replacen("\"events\"", "\"final\":{\"cells\":[[[0,0],1]]},\"events\"", 1);
    refused(page, &line, &["line 1", "\"final\"", "[0,1]"]).await
}

async fn a_missing_field(page: &Page) -> Result<()> {
    refused(page, &LINE.replace("\"alphabet\":[0,1,2],", ""), &["line 1", "\"alphabet\""]).await
}

async fn a_shape_that_is_too_large(page: &Page) -> Result<()> {
    refused(page, &LINE.replace("[3,3]", "[100000,100000]"), &["line 1", "\"shape\""]).await
}

/// Names and notes of strangers are text, not markup.
async fn text_that_looks_like_html(page: &Page) -> Result<()> {
    let title = "<img src=x onerror=alert(1)><b>bold</b>";
    let metadata = json!({ "title": title, "note": title, "steps": [title, title] });
    let line = LINE.replacen("\"id\"", &format!("\"metadata\":{metadata},\"id\""), 1);
    page.open("").await?;
    paste(page, &line).await?;
    page.shows(TITLE, title.to_owned()).await?;
    page.says(".caption", title).await?;
    page.keys(".").await?;
    page.says(".caption", title).await?;
    page.shows("document.querySelectorAll('main img, main b').length", 0).await?;
    // A gallery instance afterwards shows nothing of it.
    let (instance, _) = built_in("figure-1a");
    page.press("Examples").await?;
    page.press("Figure 1 A: MOVE in 2D").await?;
    page.shows_cells(instance.initial.cells()).await
}
