//! The world as a whole: shape, alphabet, family, a new one, a random one, its coordinates as text, and what is pasted into it.
//! Everything says what it would do before it does it, and is one step of undo.

use grids::instance::Instance;
use grids::model::draft::{Draft, Prediction, file};
use grids::rule::{Arg, Event};
use grids::world::{Shape, World};
use serde_json::{Value, json};

use crate::open::{choose_file, paste as open_text};
use crate::page::{Look, PHONE, PLAIN, Page, Result, TITLE, built_in};
use crate::share::{self, count, save};

crate::tests! { "world":
    a_smaller_shape_says_what_is_cut,
    more_dimensions_take_the_events_along,
    a_shape_of_a_thousand_million_cells_is_refused,
    an_alphabet_lists_what_no_longer_fits,
    another_family,
    a_new_world_is_another_draft,
    a_new_world_in_place_of_this_one,
    the_same_seed_gives_the_same_world,
    the_coordinates_follow_the_world_and_the_world_them,
    a_fault_in_the_coordinates_is_marked_and_changes_nothing,
    a_block_from_anywhere,
    an_answer_in_prose,
    an_instance,
    events,
    a_file,
    what_is_no_world_is_refused,
    what_the_grid_does_not_take_is_offered,
    a_faulty_history_is_opened,
    a_file_of_a_draft_is_opened_as_it_was,
    nothing_is_out_of_reach,
    a_teacher_rebuilds_the_figures,
}

/// A small instance with something in it.
const LINE: &str = r#"{"id":"ours","family":"PAINT","shape":[3,3],"alphabet":[0,1,2],"initial":{"cells":[[[0,0],1],[[1,2],2],[[2,2],1]]},"events":[{"op":"PAINT","a":[1,1],"r":1,"u":0,"v":2},{"op":"SET","p":[2,2],"v":1}]}"#;
const CELLS: [u16; 9] = [1, 0, 0, 0, 0, 2, 0, 0, 1];

const FACTS: &str = "document.querySelector('.heading .facts').textContent";
const TEXT: &str = "document.querySelector('.coordinates textarea').value";
const DIALOGS: &str = "document.querySelectorAll('dialog[open]').length";

/// Opens the instance on Edit.
async fn start(page: &Page) -> Result<()> {
    page.open("edit").await?;
    open_text(page, LINE).await?;
    page.shows(TITLE, "ours".to_owned()).await?;
    page.shows_cells(&CELLS).await
}

/// Takes the last step back: the instance is as it was opened.
async fn undo(page: &Page) -> Result<()> {
    page.press("Undo").await?;
    page.shows_cells(&CELLS).await?;
    page.shows(FACTS, "PAINT on [3,3], values [0,1,2], 2 events".to_owned()).await?;
    // It was one step.
    page.until("nothing is left to undo", "document.querySelector('[aria-label=\"Undo: nothing\"]')").await
}

async fn side(page: &Page, axis: usize, text: &str) -> Result<()> {
    page.fill(&format!(".sides label:nth-of-type({}) input", axis + 1), text).await
}

/// Opens a part of the panel.
async fn disclose(page: &Page, name: &str, inside: &str) -> Result<()> {
    page.press(name).await?;
    page.until(name, &format!("document.querySelector({inside:?})")).await
}

/// Pastes a text into the dialog for pasting.
async fn paste(page: &Page, text: &str) -> Result<()> {
    page.press("Paste…").await?;
    page.fill("dialog[open] textarea", text).await
}

async fn a_smaller_shape_says_what_is_cut(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Shape, alphabet and family", ".world .sides").await?;
    side(page, 1, "2").await?;
    page.says(".plan", "2 occupied cells of the initial world would be cut.").await?;
    page.says(".plan", "1 event would no longer be valid: 2.").await?;
    page.says(".lost", "[2,2] 1").await?;
    page.shows_cells(&CELLS).await?;
    // What would be cut leads to its place.
    page.press("[1,2] 2").await?;
    page.shows("document.activeElement.dataset.cell", "5".to_owned()).await?;
    page.press("Apply").await?;
    page.shows_cells(&[1, 0, 0, 0, 0, 0]).await?;
    undo(page).await?;
    page.press("Redo").await?;
    page.shows_cells(&[1, 0, 0, 0, 0, 0]).await
}

async fn more_dimensions_take_the_events_along(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Shape, alphabet and family", ".world .sides").await?;
    page.press("Add an axis in front").await?;
    page.says(".plan", "No cell and no event would be lost.").await?;
    page.press("Apply").await?;
    let mut cells = CELLS.to_vec();
    cells.extend([0; 9]);
    page.shows_cells(&cells).await?;
    page.shows(FACTS, "PAINT on [2,3,3], values [0,1,2], 2 events".to_owned()).await?;
    undo(page).await?;
    // A preset, and back again.
    page.press("16×16").await?;
    page.press("Apply").await?;
    page.shows(FACTS, "PAINT on [16,16], values [0,1,2], 2 events".to_owned()).await?;
    undo(page).await
}

async fn a_shape_of_a_thousand_million_cells_is_refused(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Shape, alphabet and family", ".world .sides").await?;
    side(page, 0, "100000").await?;
    for (text, expected) in [
        ("10000", "found 1000000000 cells, expected at most 4194304 here"),
        ("99999999999999999999", "expected at most 4194304 here"),
        ("0", "found side 0 on axis 1, expected at least 1"),
        ("two", "found \"two\" on axis 1, expected a whole number of at least 1"),
    ] {
        side(page, 1, text).await?;
        page.says("#world-shape-fault", expected).await?;
        page.press("Apply").await?;
    }
    page.shows_cells(&CELLS).await?;
    page.press("Reset").await?;
    page.says("#world-shape-fault", "").await?;
    for _ in 0..8 {
        page.press("Add an axis in front").await?;
    }
    page.shows("document.querySelectorAll('.sides input').length", 6).await
}

async fn an_alphabet_lists_what_no_longer_fits(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Shape, alphabet and family", ".world .sides").await?;
    page.fill("#world-alphabet", "0,1").await?;
    page.says(".plan", "1 cell of the initial world holds a value that the alphabet would not have.").await?;
    page.says(".lost", "[1,2] 2").await?;
    page.fill("#world-replacement", "2").await?;
    page.says("#world-replacement-fault", "expected one of [0,1]").await?;
    page.fill("#world-replacement", "1").await?;
    page.press("Apply").await?;
    page.shows_cells(&[1, 0, 0, 0, 0, 1, 0, 0, 1]).await?;
    page.shows(FACTS, "PAINT on [3,3], values [0,1], 0 events".to_owned()).await?;
    undo(page).await?;
    page.press("0 and powers of two").await?;
    page.says(".plan", "No cell and no event would be lost.").await
}

async fn another_family(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Shape, alphabet and family", ".world .sides").await?;
    page.choose("Family", "MOVE").await?;
    page.says(".plan", "1 event would no longer be valid: 1.").await?;
    page.says(".plan", "1 of 2 events is of another family.").await?;
    page.press("Apply").await?;
    page.until("it is MOVE", &format!("{FACTS}.startsWith('MOVE on [3,3]')")).await?;
    undo(page).await?;
    page.choose("Family", "MIX").await?;
    page.fill("#world-alphabet", "0,2,4").await?;
    page.says("#world-alphabet-fault", "expected exactly the values 0 to M-1 with M of at least 3 for MIX").await
}

async fn a_new_world_is_another_draft(page: &Page) -> Result<()> {
    start(page).await?;
    page.press("New…").await?;
    page.fill("dialog[open] .sides label:nth-of-type(2) input", "2").await?;
    page.fill("dialog[open] .sides label:nth-of-type(1) input", "2").await?;
    page.press("Start a new draft").await?;
    page.shows(DIALOGS, 0).await?;
    page.shows(TITLE, "new-world".to_owned()).await?;
    page.shows_cells(&[0; 4]).await?;
    // It is kept, and the other one is where it was.
    page.until("the address names it", "location.search.includes('d=')").await?;
    page.reload().await?;
    page.shows(TITLE, "new-world".to_owned()).await?;
    page.shows_cells(&[0; 4]).await
}

async fn a_new_world_in_place_of_this_one(page: &Page) -> Result<()> {
    start(page).await?;
    page.press("New…").await?;
    page.choose("Family", "LAYER").await?;
    page.press("Replace this world").await?;
    page.shows(FACTS, "LAYER on [5,5], values [0,1,2,3], 0 events".to_owned()).await?;
    page.shows_cells(&[0; 25]).await?;
    undo(page).await
}

async fn the_same_seed_gives_the_same_world(page: &Page) -> Result<()> {
    let cells = "[...document.querySelectorAll('[data-cell]')].map((cell) => cell.textContent).join('')";
    let fill = async |button: &str| -> Result<String> {
        page.press(button).await?;
        page.until("a step is there", "document.querySelector('[aria-label^=\"Undo randomise\"]')").await?;
        page.get(cells, Value::Null).await
    };
    start(page).await?;
    disclose(page, "Randomise", "#random-seed").await?;
    let first = fill("Fill at random").await?;
    undo(page).await?;
    assert_eq!(fill("Fill at random").await?, first);
    undo(page).await?;
    assert_ne!(fill("Again with the next seed").await?, first);
    page.shows("document.querySelector('#random-seed').value", "2".to_owned()).await?;
    undo(page).await?;
    page.fill("#random-seed", "1").await?;
    assert_eq!(fill("Fill at random").await?, first);
    page.fill("#random-density", "101").await?;
    page.says("#random-density-fault", "expected a number from 0 to 100").await
}

async fn the_coordinates_follow_the_world_and_the_world_them(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Coordinates as text", ".coordinates textarea").await?;
    let text = "{\"cells\":[\n[[0,0],1],\n[[1,2],2],\n[[2,2],1]\n]}";
    page.shows(TEXT, text.to_owned()).await?;
    // Unsorted is good as well, and is not rewritten under the cursor.
    let typed = "{\"cells\":[ [[2,2],1], [[0,1],2] ]}";
    page.fill(".coordinates textarea", typed).await?;
    page.shows_cells(&[0, 2, 0, 0, 0, 0, 0, 0, 1]).await?;
    page.shows(TEXT, typed.to_owned()).await?;
    page.run("document.activeElement.blur()").await?;
    page.shows(TEXT, "{\"cells\":[\n[[0,1],2],\n[[2,2],1]\n]}".to_owned()).await?;
    undo(page).await?;
    page.shows(TEXT, text.to_owned()).await?;
    // What is typed last counts too if it is left at once.
    page.fill(".coordinates textarea", "{\"cells\":[]}").await?;
    page.run("document.activeElement.blur()").await?;
    page.shows_cells(&[0; 9]).await?;
    undo(page).await
}

async fn a_fault_in_the_coordinates_is_marked_and_changes_nothing(page: &Page) -> Result<()> {
    start(page).await?;
    disclose(page, "Coordinates as text", ".coordinates textarea").await?;
    let faulty = "{\"cells\":[\n[[0,0],1],\n[[9,2],2]\n]}";
    page.fill(".coordinates textarea", faulty).await?;
    page.says("#coordinates-fault", "Line 3, column 3: cells[1]: found 9 on axis 0, expected 0 to 2 (out-of-bounds)").await?;
    page.shows("document.querySelectorAll('.fault-mark').length", 1).await?;
    page.shows_cells(&CELLS).await?;
    page.press("Show the place").await?;
    page.shows(
        "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)",
        "9".to_owned(),
    )
    .await?;
    // It stays to be mended.
    page.run("document.activeElement.blur()").await?;
    page.shows(TEXT, faulty.to_owned()).await?;
    page.press("Take the text back").await?;
    page.shows(TEXT, "{\"cells\":[\n[[0,0],1],\n[[1,2],2],\n[[2,2],1]\n]}".to_owned()).await?;
    page.shows("document.querySelectorAll('.fault-mark').length", 0).await
}

async fn a_block_from_anywhere(page: &Page) -> Result<()> {
    start(page).await?;
    for text in
        ["0\t0\t2\n0\t1\t0\n0\t0\t0", "[[0, 0, 2], [0, 1, 0], [0, 0, 0]]", "0 0 2\n0 1 0\n0 0 0", "0,0,2\r\n0,1,0\r\n,,\r\n"]
    {
        paste(page, text).await?;
        page.says(".understood", "It fills the whole world.").await?;
        page.shows_cells(&CELLS).await?;
        page.press("Replace the initial world").await?;
        page.shows(DIALOGS, 0).await?;
        page.shows_cells(&[0, 0, 2, 0, 1, 0, 0, 0, 0]).await?;
        undo(page).await?;
    }
    // A smaller one goes to the cursor.
    page.click("[data-cell='5']").await?;
    page.press("Undo").await?;
    page.shows_cells(&CELLS).await?;
    paste(page, "1 1\n1 1").await?;
    page.says(".understood", "It goes to [1,2]; 2 of its cells lie outside and are cut, 2 of them not 0.").await?;
    page.press("Put into the initial world").await?;
    page.shows_cells(&[1, 0, 0, 0, 0, 1, 0, 0, 1]).await?;
    undo(page).await
}

async fn an_answer_in_prose(page: &Page) -> Result<()> {
    start(page).await?;
    paste(page, "The final state is:\n```json\n{\"cells\":[[[1,1],2]]}\n```\nI am sure.").await?;
    page.says(".understood", "an answer with 1 occupied cell").await?;
    page.press("Replace the initial world").await?;
    page.shows_cells(&[0, 0, 0, 0, 2, 0, 0, 0, 0]).await?;
    undo(page).await?;
    paste(page, "The final state is {\"cells\":[[[1,1],2]]}").await?;
    page.press("Make it the prediction").await?;
    page.shows_cells(&CELLS).await?;
    page.press("Predict").await?;
    page.shows_cells(&[0, 0, 0, 0, 2, 0, 0, 0, 0]).await
}

async fn an_instance(page: &Page) -> Result<()> {
    let other = LINE.replace("ours", "theirs").replace("[3,3]", "[3,4]");
    start(page).await?;
    paste(page, &other).await?;
    page.says(".understood", "an instance named theirs, with 2 events").await?;
    page.says(".understood", "PAINT on [3,4], values [0,1,2], 2 events.").await?;
    page.press("Replace everything here").await?;
    page.shows(FACTS, "PAINT on [3,4], values [0,1,2], 2 events".to_owned()).await?;
    undo(page).await?;
    paste(page, &other).await?;
    // What was not used is still there.
    page.press("Close").await?;
    page.press("Paste…").await?;
    page.press("Open as another draft").await?;
    page.shows(TITLE, "theirs".to_owned()).await
}

async fn events(page: &Page) -> Result<()> {
    start(page).await?;
    let two = r#"[{"op":"SET","p":[0,1],"v":2},{"op":"SET","p":[9,9],"v":2}]"#;
    paste(page, two).await?;
    page.says(".understood", "1 of them is not valid here. The first is number 2").await?;
    page.press("Add to the end").await?;
    page.shows(FACTS, "PAINT on [3,3], values [0,1,2], 3 events".to_owned()).await?;
    undo(page).await?;
    paste(page, two).await?;
    page.press("Replace all events").await?;
    page.shows(FACTS, "PAINT on [3,3], values [0,1,2], 1 event".to_owned()).await?;
    undo(page).await
}

async fn a_file(page: &Page) -> Result<()> {
    start(page).await?;
    page.press("Paste…").await?;
    let path = page.file("block.csv", b"0,0,2\n0,1,0\n0,0,0\n")?;
    page.find("dialog[open] input[type=file]").await?.send_keys(path.display().to_string()).await?;
    page.press("Replace the initial world").await?;
    page.shows_cells(&[0, 0, 2, 0, 1, 0, 0, 0, 0]).await?;
    undo(page).await
}

async fn what_is_no_world_is_refused(page: &Page) -> Result<()> {
    start(page).await?;
    page.press("Paste…").await?;
    for (text, parts) in [
        ("Hello, world", &["Not taken.", "line 1, column 1", "found `Hello`"][..]),
        ("1 2 0\n1 2", &["Not taken.", "line 2"]),
        (
            "1 2 0\n1 7 0\n9 0 0",
            &["Not taken.", "line 2, column 3", "found 7 and 1 more outside the alphabet, expected values of [0,1,2]"],
        ),
        ("{\"cells\":[[[9,9],1]]}", &["Not taken.", "found 9 on axis 0, expected 0 to 2"]),
        ("[[1,2],[1]]", &["Not taken.", "found a list of 1, expected 2"]),
    ] {
        page.fill("dialog[open] textarea", text).await?;
        for part in parts {
            page.says(".understood", part).await?;
        }
        page.shows("document.querySelectorAll('dialog[open] .offers button').length", 0).await?;
    }
    page.press("Close").await?;
    page.shows_cells(&CELLS).await?;
    page.until("nothing was done", "document.querySelector('[aria-label=\"Undo: nothing\"]')").await
}

/// A block goes where the cursor is at once; anything else is a matter of choice.
async fn what_the_grid_does_not_take_is_offered(page: &Page) -> Result<()> {
    start(page).await?;
    let script = "(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', args);
        document.querySelector('[data-cell]').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        return true;
    })()";
    page.get::<bool>(script, json!("I say {\"cells\":[[[1,1],2]]}")).await?;
    page.says("dialog[open] .understood", "an answer with 1 occupied cell").await?;
    page.press("Replace the initial world").await?;
    page.shows_cells(&[0, 0, 0, 0, 2, 0, 0, 0, 0]).await?;
    undo(page).await
}

/// A history that is not valid is opened to be mended; it plays as far as it goes, and is kept.
async fn a_faulty_history_is_opened(page: &Page) -> Result<()> {
    page.open("edit").await?;
    let faulty = LINE.replace("\"p\":[2,2]", "\"p\":[2,9]");
    open_text(page, &faulty).await?;
    page.shows(TITLE, "ours".to_owned()).await?;
    page.shows(FACTS, "PAINT on [3,3], values [0,1,2], 1 event".to_owned()).await?;
    page.until("the address names it", "location.search.includes('d=')").await?;
    page.reload().await?;
    page.shows(TITLE, "ours".to_owned()).await?;
    page.press("Paste…").await?;
    page.fill("dialog[open] textarea", r#"{"op":"SET","p":[0,0],"v":1}"#).await?;
    // The one that is not valid is there as well.
    page.says(".understood", "There are 3 events then.").await
}

async fn a_file_of_a_draft_is_opened_as_it_was(page: &Page) -> Result<()> {
    let mut draft = Draft::new(&Instance::open(LINE)?.0);
    let mut predicted = World::empty(&Shape::new(&[3, 3])?);
    predicted.set(4, 2);
    draft.events[1].on = false;
    draft.facts.is_edited = true;
    draft.frame.prediction = Prediction::World(predicted.clone());
    page.open("edit").await?;
    choose_file(page, &page.file("draft.json", file::write(&draft).as_bytes())?).await?;
    page.shows(TITLE, "ours".to_owned()).await?;
    // The one that is switched off takes no part.
    page.shows(FACTS, "PAINT on [3,3], values [0,1,2], 1 event".to_owned()).await?;
    page.press("Predict").await?;
    page.shows_cells(predicted.cells()).await
}

/// Everything that is open at once, at both sizes and in both schemes.
async fn nothing_is_out_of_reach(page: &Page) -> Result<()> {
    for look in [PLAIN, Look { size: PHONE, dark: true, ..PLAIN }] {
        page.clear().await?;
        page.look(look).await?;
        start(page).await?;
        disclose(page, "Shape, alphabet and family", ".world .sides").await?;
        disclose(page, "Randomise", "#random-seed").await?;
        disclose(page, "Coordinates as text", ".coordinates textarea").await?;
        page.fill("#world-alphabet", "0,1").await?;
        page.says(".lost", "[1,2] 2").await?;
        page.fill(".coordinates textarea", "{").await?;
        page.says("#coordinates-fault", "Line 1").await?;
        assert_eq!(page.violations().await?, Vec::<String>::new());
        page.shows("document.documentElement.scrollWidth <= innerWidth", true).await?;
        page.press("Take the text back").await?;
        for (button, text) in [("Paste…", "1 2\n0 1"), ("Paste…", "1 2\n0"), ("New…", "")] {
            page.press(button).await?;
            if !text.is_empty() {
                page.fill("dialog[open] textarea", text).await?;
                page.until("it says what it is", "document.querySelector('.understood').textContent").await?;
            }
            assert_eq!(page.violations().await?, Vec::<String>::new(), "{button} {text:?}");
            page.shows("document.querySelector('dialog[open]').scrollWidth <= innerWidth", true).await?;
            page.press("Close").await?;
        }
    }
    Ok(())
}

/// Figure 1's two histories and Figure 9's world, from nothing, each as a picture in the end.
async fn a_teacher_rebuilds_the_figures(page: &Page) -> Result<()> {
    for id in ["figure-1a", "figure-1b", "figure-7-relabel"] {
        page.clear().await?;
        share::open(page, "edit").await?;
        let (instance, trace) = built_in(id);
        page.press("New…").await?;
        page.choose("Family", instance.family.name()).await?;
        let sides = instance.space.shape.sides();
        for _ in 2..sides.len() {
            page.press("Add an axis in front").await?;
        }
        for (axis, side) in sides.iter().enumerate() {
            page.fill(&format!("dialog[open] .sides label:nth-of-type({}) input", axis + 1), &side.to_string()).await?;
        }
        page.fill("#new-alphabet", &instance.space.alphabet.to_string()).await?;
        page.fill("#new-id", "figure").await?;
        page.press("Start a new draft").await?;
        page.shows_cells(&vec![0; instance.space.shape.volume()]).await?;
        for &value in instance.space.alphabet.values() {
            let cells = instance.initial.cells().iter().enumerate().filter(|&(_, &other)| other == value && value != 0);
            for (number, (cell, _)) in cells.enumerate() {
                if number == 0 {
                    page.click(&format!(".ink input[aria-label='{value}']")).await?;
                }
                page.point(&format!("[data-cell='{cell}']")).await?;
                page.web.action_chain().click().perform().await?;
            }
        }
        page.shows_cells(instance.initial.cells()).await?;
        for event in &instance.events {
            enter(page, event).await?;
        }
        page.press("Watch").await?;
        page.press("First step").await?;
        for t in 0..=trace.len() {
            page.shows_cells(trace.state(&instance.initial, t).cells()).await?;
            page.press("Share…").await?;
            let picture = save(page, "SVG").await?;
            assert!(count(page, &picture.text, "rect").await? > 0, "{id} at {t}");
            if t == trace.len() {
                let (made, _) = Instance::open(save(page, "Instance, JSONL").await?.text.trim())?;
                assert_eq!((&made.space, &made.initial), (&instance.space, &instance.initial));
                assert_eq!((made.family.name(), made.events_json()), (instance.family.name(), instance.events_json()));
            }
            page.press("Close").await?;
            page.press("Step forward").await?;
        }
    }
    Ok(())
}

/// Adds an event with its form.
async fn enter(page: &Page, event: &Event) -> Result<()> {
    page.press(&format!("Add {}", event.family.name())).await?;
    for (name, arg) in event.args.iter() {
        let choice = format!("[name='event-{name}'][value='{arg}']");
        let is_choice: bool = page.get("!!document.querySelector(args)", json!(choice)).await?;
        match (arg, is_choice) {
            (Arg::Integer(_), true) => page.click(&choice).await?,
            _ => page.fill(&format!("#event-{name}"), &arg.to_string()).await?,
        }
    }
    page.press("Add").await?;
    page.until("the form is gone", "!document.querySelector('#event-form h3')").await
}
