//! Sharing and exporting: the link, the files, the picture, and paper.

use grids::instance::Instance;
use grids::prompt::prompt;
use grids::record::{self, Detail};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::address::wide;
use crate::open::{LINE, choose_file, paste};
use crate::page::{Look, PLAIN, Page, Result, TITLE, built_in};
use crate::score::answer;

crate::tests! { "share":
    the_link_is_copied_with_its_length,
    an_instance_too_large_for_a_link_is_offered_as_a_file,
    a_draft_travels_in_the_link_and_as_a_file,
    an_instance_comes_back_from_its_files,
    the_prompt_is_byte_exact,
    the_trace_is_that_of_the_program,
    the_picture_as_svg,
    the_picture_has_the_overlays_that_are_on,
    the_picture_of_a_scored_answer,
    the_picture_of_a_large_world,
    the_picture_as_png,
    the_picture_is_copied,
    a_tab_without_a_world_has_no_picture,
    what_goes_wrong_is_said,
    paper_has_no_controls,
    paper_is_light,
}

/// A file that the page has handed out.
#[derive(Deserialize)]
pub struct Saved {
    name: String,
    pub text: String,
    /// The first bytes.
    bytes: Vec<u8>,
    size: usize,
}

/// Opens a path and catches what the page hands out from then on.
pub async fn open(page: &Page, path: &str) -> Result<()> {
    page.open(path).await?;
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
             const [name, file] = [this.download, files.get(this.href)];
             file.arrayBuffer().then((bytes) => window.saved.push({
                 name,
                 text: new TextDecoder().decode(bytes),
                 bytes: [...new Uint8Array(bytes.slice(0, 24))],
                 size: bytes.byteLength,
             }));
         };",
    )
    .await
}

/// Presses a button of the open dialog that hands out a file.
pub async fn save(page: &Page, button: &str) -> Result<Saved> {
    page.run("window.saved = []").await?;
    page.press(button).await?;
    page.until("a file is saved", "window.saved.length > 0").await?;
    let mut saved: Vec<Saved> = page.get("window.saved", Value::Null).await?;
    assert_eq!(saved.len(), 1);
    let saved = saved.remove(0);
    told(page, &format!("Saved {}", saved.name)).await?;
    Ok(saved)
}

/// Waits until something is said beside the buttons.
async fn told(page: &Page, part: &str) -> Result<()> {
    let said = format!(
        "[...document.querySelectorAll('dialog[open] [role=status]')].some((said) => said.textContent.includes({}))",
        json!(part)
    );
    page.until(part, &said).await
}

/// What a count of elements of an SVG gives; the text must be XML.
pub async fn count(page: &Page, svg: &str, selector: &str) -> Result<usize> {
    let count: i64 = page
        .get(
            "(() => {
                const picture = new DOMParser().parseFromString(args[0], 'image/svg+xml');
                return picture.querySelector('parsererror') ? -1 : picture.querySelectorAll(args[1]).length;
            })()",
            json!([svg, selector]),
        )
        .await?;
    Ok(usize::try_from(count).map_err(|_| "the picture is no XML")?)
}

async fn the_link_is_copied_with_its_length(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    page.open("score?i=figure-1b&t=1").await?;
    page.press("Share…").await?;
    let link = page.address("score?i=figure-1b&t=1");
    page.says("dialog[open]", &format!("{} characters", link.len())).await?;
    page.press("Copy the link").await?;
    page.says("dialog[open]", "Copied").await?;
    assert_eq!(page.clipboard().await?, link);
    page.press("Close").await?;
    // An instance of one's own is in the link.
    paste(page, LINE).await?;
    page.press("Share…").await?;
    page.shows("document.querySelector('dialog[open] input').value.includes('#z=')", true).await
}

async fn an_instance_too_large_for_a_link_is_offered_as_a_file(page: &Page) -> Result<()> {
    open(page, "").await?;
    let line = wide();
    paste(page, &line).await?;
    page.shows(TITLE, "wide".to_owned()).await?;
    page.press("Share…").await?;
    page.says("dialog[open]", "too large for a link. Send its file").await?;
    page.shows("document.querySelectorAll('dialog[open] input[type=text]').length", 0).await?;
    let saved = save(page, "Instance, JSONL").await?;
    let (instance, trace) = Instance::open(&line)?;
    assert_eq!((saved.name.as_str(), saved.text), ("wide.jsonl", instance.to_json(&trace) + "\n"));
    Ok(())
}

/// The address of a draft means nothing in another browser.
async fn a_draft_travels_in_the_link_and_as_a_file(page: &Page) -> Result<()> {
    open(page, "predict?i=figure-1a&t=0").await?;
    page.until("the focus is in the grid", "document.activeElement?.matches('[data-cell]')").await?;
    page.keys("2").await?;
    page.until("the address names the draft", "location.search.includes('d=')").await?;
    page.press("Share…").await?;
    page.shows("document.querySelector('dialog[open] input')?.value.includes('d=')", false).await?;
    let saved = save(page, "Draft").await?;
    assert_eq!(saved.name, "figure-1a-draft.json");
    let draft = grids::model::draft::file::read(100, &saved.text)?;
    let (instance, _) = built_in("figure-1a");
    assert_eq!(draft.events.len(), instance.events.len());
    assert!(saved.text.contains("\"prediction\":{\"cells\":[[[0,0],2]"), "{}", saved.text);
    Ok(())
}

async fn an_instance_comes_back_from_its_files(page: &Page) -> Result<()> {
    for id in ["figure-1b", "compress-4d"] {
        let (instance, trace) = built_in(id);
        let line = instance.to_json(&trace);
        for (button, ending) in [("Instance, JSON", "json"), ("Instance, JSONL", "jsonl")] {
            open(page, &format!("watch?i={id}&t=2")).await?;
            page.press("Share…").await?;
            let saved = save(page, button).await?;
            assert_eq!(saved.name, format!("{id}.{ending}"));
            let longest = saved.text.lines().map(str::len).max().unwrap_or(0);
            assert!(if ending == "json" { longest < 500 } else { saved.text == line.clone() + "\n" }, "{longest}");
            page.press("Close").await?;
            page.open("").await?;
            choose_file(page, &page.file(&saved.name, saved.text.as_bytes())?).await?;
            page.at(0, trace.len()).await?;
            page.press("Share…").await?;
            open_again(page, &line).await?;
        }
    }
    Ok(())
}

/// The instance that is shown came through a file: the link in the dialog holds it whole.
async fn open_again(page: &Page, line: &str) -> Result<()> {
    page.until("the link is there", "document.querySelector('dialog[open] input[type=text]')").await?;
    let link: String = page.get("document.querySelector('dialog[open] input[type=text]').value", Value::Null).await?;
    let (_, packed) = link.split_once("#z=").ok_or("the link holds no instance")?;
    let (instance, trace) = Instance::open(&grids::model::link::unpack(packed)?)?;
    // What the page does not know itself is kept as it was written, with its spaces.
    let value = |line: &str| serde_json::from_str::<Value>(line);
    assert_eq!(value(&instance.to_json(&trace))?, value(line)?);
    Ok(())
}

async fn the_prompt_is_byte_exact(page: &Page) -> Result<()> {
    open(page, "prompt?i=stencil-3d&t=0").await?;
    page.press("Share…").await?;
    let saved = save(page, "Prompt").await?;
    assert_eq!((saved.name.as_str(), saved.text), ("stencil-3d-prompt.txt", prompt(&built_in("stencil-3d").0)));
    Ok(())
}

async fn the_trace_is_that_of_the_program(page: &Page) -> Result<()> {
    open(page, "watch?i=mix-3d&t=0").await?;
    page.press("Share…").await?;
    let saved = save(page, "Trace").await?;
    let (instance, trace) = built_in("mix-3d");
    let mut expected = String::new();
    let last = trace.state(&instance.initial, trace.len());
    record::write(&instance, &last, Detail::States, |piece| -> Result<()> {
        expected.push_str(piece);
        Ok(())
    })?;
    assert_eq!((saved.name.as_str(), saved.text), ("mix-3d-trace.json", expected + "\n"));
    Ok(())
}

async fn the_picture_as_svg(page: &Page) -> Result<()> {
    for (id, t) in [("figure-1a", 1), ("figure-1b", 2), ("paint-3d", 4), ("relabel-4d", 3), ("table-6-compress", 1)] {
        open(page, &format!("watch?i={id}&t={t}")).await?;
        page.press("Share…").await?;
        page.until("the preview is drawn", "document.querySelector('dialog[open] img')?.naturalWidth > 0").await?;
        let saved = save(page, "SVG").await?;
        assert_eq!(saved.name, format!("{id}-t{t}.svg"));
        let (instance, trace) = built_in(id);
        assert_eq!(count(page, &saved.text, "rect").await?, instance.space.shape.volume(), "{id}");
        let state = trace.state(&instance.initial, t);
        let zeros = state.cells().iter().filter(|&&value| value == 0).count();
        assert_eq!(count(page, &saved.text, "circle").await?, zeros, "{id}");
        assert!(saved.text.contains(&format!("Event {t}: ")), "{id}");
        // Without words there are fewer; in the dark the paper is dark.
        page.press("With title, step and key").await?;
        page.press("dark").await?;
        let bare = save(page, "SVG").await?;
        assert!(!bare.text.contains("Event ") && bare.text.len() < saved.text.len());
        let paper: String = page
            .get(
                "new DOMParser().parseFromString(args, 'image/svg+xml').querySelector('path').getAttribute('fill')",
                json!(bare.text),
            )
            .await?;
        assert!(!saved.text.contains(&format!("fill=\"{paper}\" d=\"M0 0h")), "{id}");
        page.press("Close").await?;
    }
    Ok(())
}

async fn the_picture_has_the_overlays_that_are_on(page: &Page) -> Result<()> {
    open(page, "watch?i=stencil-2d&t=1").await?;
    let mut dashed = Vec::new();
    for _ in 0..2 {
        page.press("Share…").await?;
        let saved = save(page, "SVG").await?;
        dashed.push(count(page, &saved.text, "[stroke-dasharray]").await?);
        page.press("Close").await?;
        page.press("other cells read").await?;
    }
    // One outline in the world, and one in the key.
    assert_eq!(dashed, [2, 0]);
    Ok(())
}

async fn the_picture_of_a_scored_answer(page: &Page) -> Result<()> {
    open(page, "score?i=figure-1a&t=0").await?;
    answer(page, "{\"cells\":[[[0,0],1],[[3,1],2]]}").await?;
    page.says(".outcome", "incorrect").await?;
    page.press("Share…").await?;
    let saved = save(page, "SVG").await?;
    assert_eq!(saved.name, "figure-1a-score.svg");
    assert!(saved.text.contains("The answer") && saved.text.contains("value missing"), "{}", saved.text);
    assert_eq!(count(page, &saved.text, "rect").await?, 16);
    Ok(())
}

/// A picture of runs, and a PNG that is drawn at its own size only.
async fn the_picture_of_a_large_world(page: &Page) -> Result<()> {
    let line =
        r#"{"id":"large","family":"PAINT","shape":[512,512],"alphabet":[0,1],"initial":{"cells":[[[7,7],1]]},"events":[]}"#;
    open(page, "").await?;
    paste(page, line).await?;
    page.shows(TITLE, "large".to_owned()).await?;
    page.press("Share…").await?;
    let saved = save(page, "SVG").await?;
    assert_eq!(count(page, &saved.text, "rect").await?, 0);
    assert!(saved.size < 40_000, "{}", saved.size);
    page.choose("PNG at", "4×, too large").await?;
    page.press("PNG").await?;
    page.says("dialog[open] .problem", "large-t0.png could not be made: found 8").await?;
    page.run("document.querySelector('dialog[open] select').value = '1'").await?;
    page.run("document.querySelector('dialog[open] select').dispatchEvent(new Event('change', { bubbles: true }))").await?;
    let saved = save(page, "PNG").await?;
    assert_eq!(saved.bytes.get(1..4), Some(&b"PNG"[..]));
    Ok(())
}

/// Width and height as the head of a PNG has them.
fn png_size(bytes: &[u8]) -> Result<(u32, u32)> {
    assert_eq!(bytes.get(..8), Some(&b"\x89PNG\r\n\x1a\n"[..]));
    let number = |at: usize| bytes.get(at..at + 4).and_then(|part| part.try_into().ok()).map(u32::from_be_bytes);
    number(16).zip(number(20)).ok_or_else(|| "the PNG is cut".into())
}

async fn the_picture_as_png(page: &Page) -> Result<()> {
    open(page, "watch?i=paint-3d&t=4").await?;
    page.press("Share…").await?;
    let svg = save(page, "SVG").await?;
    let own: (u32, u32) = page
        .get(
            "(() => {
                const picture = new DOMParser().parseFromString(args, 'image/svg+xml').documentElement;
                return [+picture.getAttribute('width'), +picture.getAttribute('height')];
            })()",
            json!(svg.text),
        )
        .await?;
    let png = save(page, "PNG").await?;
    assert_eq!(png.name, "paint-3d-t4.png");
    assert_eq!(png_size(&png.bytes)?, (2 * own.0, 2 * own.1));
    page.choose("PNG at", &format!("1×, {} × {} pixels", own.0, own.1)).await?;
    let small = save(page, "PNG").await?;
    assert_eq!(png_size(&small.bytes)?, own);
    assert!(small.size > 2000 && small.size < png.size, "{} and {}", small.size, png.size);
    Ok(())
}

async fn the_picture_is_copied(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    page.open("watch?i=figure-1a&t=1").await?;
    page.press("Share…").await?;
    page.press("Copy the picture").await?;
    told(page, "Copied the picture").await?;
    let script = "navigator.clipboard.read().then((items) => arguments[0](items.flatMap((item) => item.types)),
        (error) => arguments[0]([String(error)]))";
    let types: Vec<String> = page.web.execute_async(script, Vec::new()).await?.convert()?;
    assert_eq!(types, ["image/png"]);
    page.run("navigator.clipboard.write = () => Promise.reject(new Error('refused'))").await?;
    page.press("Copy the picture").await?;
    page.says("dialog[open] .problem", "copying is blocked").await
}

async fn a_tab_without_a_world_has_no_picture(page: &Page) -> Result<()> {
    page.open("watch?i=figure-1a&t=1").await?;
    page.press("Prompt").await?;
    page.press("Share…").await?;
    page.says("dialog[open]", "This tab shows no world").await?;
    page.press("Close").await?;
    page.press("Score").await?;
    page.press("Share…").await?;
    page.until("the preview is drawn", "document.querySelector('dialog[open] img')?.naturalWidth > 0").await?;
    page.press("Close").await?;
    // The page that generates shows no instance.
    page.press("Generate").await?;
    page.shows("[...document.querySelectorAll('.site button')].some((button) => button.textContent === 'Share…')", false).await
}

async fn what_goes_wrong_is_said(page: &Page) -> Result<()> {
    page.open("watch?i=figure-1a&t=1").await?;
    page.press("Share…").await?;
    page.run("URL.createObjectURL = () => { throw new Error('full'); }").await?;
    for (button, file) in [("Trace", "figure-1a-trace.json"), ("SVG", "figure-1a-t1.svg"), ("PNG", "figure-1a-t1.png")] {
        page.press(button).await?;
        told(page, &format!("{file} could not be made")).await?;
    }
    Ok(())
}

/// Lets the page believe that it is printed.
async fn print(page: &Page, look: Look) -> Result<()> {
    let scheme = json!([{ "name": "prefers-color-scheme", "value": if look.dark { "dark" } else { "light" } }]);
    page.send("Emulation.setEmulatedMedia", json!({ "media": "print", "features": scheme })).await?;
    // The width of a sheet between its margins.
    let size = json!({ "width": 688, "height": 1017, "deviceScaleFactor": 1, "mobile": false });
    page.send("Emulation.setDeviceMetricsOverride", size).await?;
    Ok(())
}

async fn paper_has_no_controls(page: &Page) -> Result<()> {
    const CONTROLS: &str =
        "[...document.querySelectorAll('button:not(.event), input, textarea, nav, .timeline, .toolbar, .handle, .board-note, .at-hand, dialog')]
        .filter((element) => element.checkVisibility()).map((element) => element.outerHTML.slice(0, 80))";
    for path in [
        "watch?i=paint-2d&t=3",
        "watch?i=move-4d&t=2",
        "edit?i=paint-2d&t=3",
        "predict?i=move-3d&t=0",
        "score?i=paint-3d&t=0",
        "prompt?i=mix-4d&t=0",
    ] {
        page.open(path).await?;
        if path.starts_with("score") {
            answer(page, "{\"cells\":[[[0,0,0],1]]}").await?;
            page.says(".outcome", "incorrect").await?;
        }
        print(page, PLAIN).await?;
        page.shows(CONTROLS, Vec::<String>::new()).await?;
        page.shows("document.querySelector('h1').checkVisibility()", true).await?;
        if !path.starts_with("score") && !path.starts_with("prompt") {
            // A sheet to work on: the world and its whole history.
            page.shows("document.querySelector('.board').checkVisibility()", true).await?;
            page.shows("[...document.querySelectorAll('.events .event')].every((event) => event.checkVisibility())", true)
                .await?;
        }
        let what = if path.starts_with("prompt") { ".prompt" } else { ".tile" };
        page.shows(&format!("document.querySelector('{what}').checkVisibility()"), true).await?;
        // Nothing is cut at the side of the sheet.
        let width: u32 = page.get("document.scrollingElement.scrollWidth", Value::Null).await?;
        assert!(width <= 688, "{path} is {width} pixels wide");
        let cut: u32 = page
            .get(
                "[...document.querySelectorAll('.tiles, .prompt')].filter((box) => box.scrollWidth > box.clientWidth).length",
                Value::Null,
            )
            .await?;
        assert_eq!(cut, 0, "{path}");
        page.send("Emulation.setEmulatedMedia", json!({ "media": "" })).await?;
        page.look(PLAIN).await?;
    }
    Ok(())
}

async fn paper_is_light(page: &Page) -> Result<()> {
    const COLOURS: &str = "['body', '.c', '.panel'].map((name) => {
        const style = getComputedStyle(document.querySelector(name));
        return style.color + style.backgroundColor;
    })";
    page.open("watch?i=paint-2d&t=3").await?;
    let light: Vec<String> = page.get(COLOURS, Value::Null).await?;
    print(page, Look { dark: true, ..PLAIN }).await?;
    let printed: Vec<String> = page.get(COLOURS, Value::Null).await?;
    page.send("Emulation.setEmulatedMedia", json!({ "media": "" })).await?;
    assert_eq!(printed[..2], light[..2]);
    Ok(())
}
