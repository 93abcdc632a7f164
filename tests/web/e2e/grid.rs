//! The world on the page: every value and mark against the native library, the cursor, the arrangement of slices.

use grids::gallery;
use grids::instance::Instance;
use grids::model::mosaic::{Mosaic, Move, Plane};
use grids::world::codec::list;
use serde::Deserialize;
use serde_json::{Value, json};
use thirtyfour::Key;

use crate::page::{Page, Result, TITLE, built_in, texts};

crate::tests! { "grid":
    every_built_in_history_equals_the_reference,
    numerals_of_four_digits_fit_their_cells,
    the_pointer_reads_a_cell_and_marks_its_neighbours,
    arrows_move_the_cursor,
    slices_are_reached_by_keys,
    tab_enters_once_and_leaves_the_grid,
    the_cursor_stays_while_the_history_steps,
    other_axes_can_lie_in_the_plane,
    a_large_world_is_drawn_on_a_canvas,
}

/// What the page shows at one step.
#[derive(Deserialize)]
struct Shown {
    /// Of every cell, in cell order.
    values: Vec<String>,
    marks: Vec<String>,
    /// Of the overlays.
    counts: Vec<String>,
    sentence: String,
}

/// Chooses an example by its title and goes through all its steps. In one go, for speed: other tests choose and step as a person does.
const EVERY_STEP: &str = "
    const [title, last, done] = arguments;
    const marks = (cell) => ['write', 'read', 'changed'].filter((name) => cell.classList.contains(name)).join();
    const button = (begin) => [...document.querySelectorAll('button')].find((button) => button.textContent.startsWith(begin));
    const until = async (condition) => {
        while (!condition()) await new Promise((resolve) => setTimeout(resolve));
    };
    const shown = [];
    (async () => {
        button('Examples').click();
        await until(() => button(title));
        button(title).click();
        await until(() => document.querySelector('main h1').textContent === title);
        const slider = document.querySelector('input[type=range]');
        const cells = [...document.querySelectorAll('[data-cell]')].sort((a, b) => a.dataset.cell - b.dataset.cell);
        for (let t = 0; t <= last; t++) {
            slider.value = t;
            slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve));
            shown.push({
                values: cells.map((cell) => cell.textContent),
                marks: cells.map(marks),
                counts: [...document.querySelectorAll('.overlay .count')].map((count) => count.textContent),
                sentence: document.querySelector('.counts').textContent,
            });
        }
        done(shown);
    })().catch((error) => done(String(error)));";

/// The main promise: what the page shows at every step of every built-in history is what the native library computes: every value,
/// every mark, every count.
async fn every_built_in_history_equals_the_reference(page: &Page) -> Result<()> {
    page.open("").await?;
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line)?;
        let answer = page.web.execute_async(EVERY_STEP, vec![json!(entry.title), json!(trace.len())]).await?;
        let shown: Vec<Shown> = answer.convert().map_err(|error| format!("{}: {error}: {:.300}", entry.id, answer.json()))?;
        assert_eq!(shown.len(), trace.len() + 1, "{}", entry.id);
        let mut world = instance.initial.clone();
        for (t, Shown { values, marks, counts, sentence }) in shown.into_iter().enumerate() {
            let place = format!("{} at t = {t}", entry.id);
            if t == 0 {
                assert_eq!(values, texts(world.cells()), "{place}");
                assert!(marks.iter().all(String::is_empty), "{place}");
                continue;
            }
            let footprint = trace.footprint(&instance, t, &world);
            trace.seek(&mut world, t - 1, t);
            assert_eq!(values, texts(world.cells()), "{place}");
            let expected: Vec<String> = (0..world.cells().len() as u32)
                .map(|cell| {
                    let write = footprint.writes.contains(&cell);
                    let read = !write && footprint.reads.contains(&cell);
                    let changed = trace.changes(t).iter().any(|change| change.cell == cell);
                    let names = [(write, "write"), (read, "read"), (changed, "changed")];
                    names.into_iter().filter(|(on, _)| *on).map(|(_, name)| name).collect::<Vec<_>>().join(",")
                })
                .collect();
            assert_eq!(marks, expected, "{place}");
            let others = footprint.reads.iter().filter(|cell| !footprint.writes.contains(cell)).count();
            let numbers = [footprint.writes.len(), others, trace.changes(t).len()].map(|count| count.to_string());
            assert_eq!(counts, numbers, "{place}");
            // Incidences and different cells.
            let (scan, reads) = (footprint.scan, footprint.reads.len());
            let numbers = match scan == reads as u64 {
                true => sentence.starts_with(&format!("{scan} read")) && !sentence.contains("same"),
                false => sentence.starts_with(&format!("{scan} reads")) && sentence.contains(&format!(" {reads} cells")),
            };
            assert!(numbers, "{place}: {scan} reads of {reads} cells: {sentence}");
        }
    }
    Ok(())
}

/// Numerals are always shown and never cut.
async fn numerals_of_four_digits_fit_their_cells(page: &Page) -> Result<()> {
    page.open("").await?;
    let cells: Vec<String> = (0..256).map(|cell| format!("[[{},{}],{}]", cell / 16, cell % 16, 1000 + cell)).collect();
    let alphabet: Vec<String> = (1000..1256).map(|value| value.to_string()).collect();
    let line = format!(
        r#"{{"id":"digits","family":"PAINT","shape":[16,16],"alphabet":[0,{}],"initial":{{"cells":[{}]}},"events":[]}}"#,
        alphabet.join(","),
        cells.join(",")
    );
    crate::open::paste(page, &line).await?;
    page.shows(TITLE, "digits".to_owned()).await?;
    // The cursor's frame reaches beyond its cell.
    page.point("main h1").await?;
    for size in [crate::page::DESKTOP, crate::page::PHONE] {
        page.look(crate::page::Look { size, ..crate::page::PLAIN }).await?;
        let cut: Vec<String> = page
            .get("[...document.querySelectorAll('[data-cell]')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)", Value::Null)
            .await?;
        assert_eq!(cut, Vec::<String>::new(), "cut at {size:?}");
    }
    Ok(())
}

const AT: &str = "document.querySelector('[data-at=cursor]')?.dataset.cell ?? null";
const NEIGHBOURS: &str =
    "[...document.querySelectorAll('[data-at=neighbour]')].map((cell) => +cell.dataset.cell).sort((a, b) => a - b)";
const FOCUS: &str = "document.activeElement.dataset.cell ?? null";

/// Hovering tells coordinate, value now and before, and marks the axis neighbours in all slices.
async fn the_pointer_reads_a_cell_and_marks_its_neighbours(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("layer-3d");
    let shape = &instance.space.shape;
    page.open("watch?i=layer-3d&t=2").await?;
    let after = trace.state(&instance.initial, 2);
    let before = trace.before(&after, 2);
    let change = trace.changes(2).first().ok_or("event 2 changes something")?.cell as usize;
    for cell in [change, shape.cell(&[2, 3, 3]), shape.cell(&[0, 0, 0]), shape.cell(&[5, 5, 6])] {
        page.point(&format!("[data-cell='{cell}']")).await?;
        page.shows(AT, cell.to_string()).await?;
        let mut neighbours: Vec<usize> = shape.neighbours().of(cell).collect();
        neighbours.sort_unstable();
        page.shows(NEIGHBOURS, neighbours).await?;
        let words = format!("{} = {}, before {}", list(&shape.point(cell)), after.get(cell), before.get(cell));
        page.says(".readout", &words).await?;
    }
    // Away from the grid the marks go.
    page.point("main h1").await?;
    page.shows(NEIGHBOURS, Vec::<usize>::new()).await
}

/// Puts the cursor on a cell.
async fn focus(page: &Page, cell: usize) -> Result<()> {
    page.click(&format!("[data-cell='{cell}']")).await?;
    // The pointer is not to have a say in what follows.
    page.point("main h1").await?;
    page.shows(FOCUS, cell.to_string()).await
}

/// The cursor moves as the library's mosaic says, and the readout follows.
async fn arrows_move_the_cursor(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("paint-2d");
    let shape = &instance.space.shape;
    page.open("watch?i=paint-2d&t=1").await?;
    let world = trace.state(&instance.initial, 1);
    let mut at = shape.cell(&[1, 2]);
    focus(page, at).await?;
    let mosaic = Mosaic::new(shape, Plane::choices(2)[0]);
    for (key, way) in [
        (Key::Down, Move::Row(1)),
        (Key::Right, Move::Column(1)),
        (Key::Up, Move::Row(-1)),
        (Key::Up, Move::Row(-1)),
        (Key::Up, Move::Row(-1)),
        (Key::Left, Move::Column(-1)),
        (Key::End, Move::RowEdge(1)),
        (Key::Right, Move::Column(1)),
        (Key::Home, Move::RowEdge(-1)),
    ] {
        page.keys(key).await?;
        at = mosaic.go(at, way);
        page.shows(FOCUS, at.to_string()).await?;
        page.shows(AT, at.to_string()).await?;
        page.says(".readout", &format!("{} = {}", list(&shape.point(at)), world.get(at))).await?;
    }
    page.chord(Key::Shift, Key::End).await?;
    page.shows(FOCUS, (shape.volume() - 1).to_string()).await?;
    page.chord(Key::Shift, Key::Home).await?;
    page.shows(FOCUS, "0".to_owned()).await?;
    // Arrows in the grid move the cursor only.
    page.at(1, 11).await
}

/// In four dimensions the outer axes have keys of their own.
async fn slices_are_reached_by_keys(page: &Page) -> Result<()> {
    let (instance, _) = built_in("move-4d");
    let shape = &instance.space.shape;
    page.open("watch?i=move-4d&t=0").await?;
    let mosaic = Mosaic::new(shape, Plane::choices(4)[0]);
    let mut at = shape.cell(&[1, 1, 2, 3]);
    focus(page, at).await?;
    for (key, way) in [
        (Key::PageDown.value(), Move::Slice(0, 1)),
        (Key::PageUp.value(), Move::Slice(0, -1)),
        (']', Move::Slice(1, 1)),
        (']', Move::Slice(1, 1)),
        (']', Move::Slice(1, 1)),
        ('[', Move::Slice(1, -1)),
        (Key::PageUp.value(), Move::Slice(0, -1)),
    ] {
        page.keys(key.to_string()).await?;
        at = mosaic.go(at, way);
        page.shows(FOCUS, at.to_string()).await?;
        let mut neighbours: Vec<usize> = shape.neighbours().of(at).collect();
        neighbours.sort_unstable();
        page.shows(NEIGHBOURS, neighbours).await?;
    }
    Ok(())
}

/// The grid is one stop on the way through the page, and no trap.
async fn tab_enters_once_and_leaves_the_grid(page: &Page) -> Result<()> {
    page.open("watch?i=paint-4d&t=0").await?;
    let mut stops = 0;
    for _ in 0..60 {
        page.keys(Key::Tab).await?;
        let (within, outside): (bool, bool) = page
            .get("[!!document.activeElement.closest('[role=grid]'), document.activeElement === document.body]", Value::Null)
            .await?;
        stops += usize::from(within);
        if outside {
            break;
        }
    }
    assert_eq!(stops, 1, "stops in the grid");
    Ok(())
}

/// Stepping with `.` keeps the focus on its cell and updates what is said about it.
async fn the_cursor_stays_while_the_history_steps(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("figure-1a");
    page.open("watch?i=figure-1a&t=0").await?;
    let cell = 13;
    focus(page, cell).await?;
    for t in 1..=3 {
        page.keys(".").await?;
        page.at(t, 3).await?;
        page.shows(FOCUS, cell.to_string()).await?;
        page.says(".readout", &format!("= {}", trace.state(&instance.initial, t).get(cell))).await?;
    }
    Ok(())
}

/// Any two axes can lie in the plane; no value moves to another cell by that.
async fn other_axes_can_lie_in_the_plane(page: &Page) -> Result<()> {
    for id in ["reflect-3d", "reflect-4d"] {
        let (instance, trace) = built_in(id);
        page.open(&format!("watch?i={id}&t=3")).await?;
        let shape = &instance.space.shape;
        let world = trace.state(&instance.initial, 3);
        let planes = Plane::choices(shape.dimensions());
        let options: usize = page.get("document.querySelector('label.axes select').options.length", Value::Null).await?;
        assert_eq!(options, planes.len());
        for plane in planes {
            page.choose("In each slice", &plane.describe()).await?;
            let mosaic = Mosaic::new(shape, plane);
            let order: Vec<usize> = (0..mosaic.tiles())
                .flat_map(|tile| (0..mosaic.rows()).map(move |row| (tile, row)))
                .flat_map(|(tile, row)| (0..mosaic.columns()).map(move |column| (tile, row, column)))
                .map(|(tile, row, column)| mosaic.cell(tile, row, column))
                .collect();
            page.shows("[...document.querySelectorAll('[data-cell]')].map((cell) => +cell.dataset.cell)", order).await?;
            page.shows_cells(world.cells()).await?;
            page.shows("document.querySelectorAll('.tile').length", mosaic.tiles()).await?;
            page.says(".tile-label", &mosaic.label(0)).await?;
        }
    }
    Ok(())
}

/// [512,512]: a picture of the whole and a table around the cursor, and it still steps.
async fn a_large_world_is_drawn_on_a_canvas(page: &Page) -> Result<()> {
    let line = r#"{"id":"large","family":"PAINT","shape":[512,512],"alphabet":[0,1,2],"initial":{"cells":[[[300,400],1]]},"events":[{"op":"PAINT","a":[300,400],"r":2,"u":0,"v":2},{"op":"SET","p":[511,511],"v":1}]}"#;
    page.open("").await?;
    let file = page.file("large.jsonl", line.as_bytes())?;
    crate::open::choose_file(page, &file).await?;
    page.shows(TITLE, "large".to_owned()).await?;
    page.at(0, 2).await?;
    page.until(
        "the picture is drawn",
        "document.querySelector('canvas')?.width === 512 && document.querySelector('canvas').height === 512",
    )
    .await?;
    let cells: usize = page.get("document.querySelectorAll('[data-cell]').length", Value::Null).await?;
    assert!((100..=300).contains(&cells), "{cells} table cells");

    // A click on the picture brings the table there.
    page.forgive("willReadFrequently");
    let pixel = "(() => {
        const canvas = document.querySelector('canvas');
        return [...canvas.getContext('2d').getImageData(400, 301, 1, 1).data];
    })()";
    let blank: Vec<u8> = page.get(pixel, Value::Null).await?;
    page.keys(".").await?;
    page.at(1, 2).await?;
    page.until(
        "the picture changes",
        &format!("{pixel}.join() !== '{}'", blank.iter().map(u8::to_string).collect::<Vec<_>>().join(",")),
    )
    .await?;
    // Where the cell lies if the picture fills the element, which must then have the picture's proportions.
    let (width, height): (f64, f64) = page
        .get(
            "(() => { const box = document.querySelector('canvas').getBoundingClientRect(); return [box.width, box.height]; })()",
            Value::Null,
        )
        .await?;
    assert!((width / height - 1.0).abs() < 0.02, "a square world is shown in {width}×{height}");
    let canvas = page.find("canvas").await?;
    canvas.scroll_into_view().await?;
    let (x, y) = ((400.5 / 512.0 - 0.5) * width, (300.5 / 512.0 - 0.5) * height);
    page.web.action_chain().move_to_element_with_offset(&canvas, x.round() as i64, y.round() as i64).click().perform().await?;
    page.until("the table has come", "[...document.querySelectorAll('[data-cell]')].some((cell) => cell.textContent === '1')")
        .await?;
    // A cell is little more than a pixel here; all its neighbours were painted as well.
    page.until(
        "the cell is told",
        "/^\\[(299|300|301),(399|400|401)\\] = /.test(document.querySelector('.readout').textContent.trim())",
    )
    .await?;
    page.says(".readout", "read and written").await?;
    page.press("Last step").await?;
    page.at(2, 2).await?;
    page.until("the address has the step", "location.search.includes('t=2')").await?;
    page.reload().await?;
    page.at(2, 2).await
}
