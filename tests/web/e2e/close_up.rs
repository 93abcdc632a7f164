//! A step from close by on Watch: the parts of its event, and why a cell has its value.

use grids::model::close_up;
use serde_json::Value;
use std::sync::Arc;
use thirtyfour::Key;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, built_in};
use crate::share;

crate::tests! { "close_up":
    the_first_page_opens_a_step,
    parts_go_forward_and_back_and_on_to_the_next_event,
    every_family_opens_every_step,
    a_phase_leads_to_its_end,
    a_link_leads_to_the_part,
    a_reason_names_cells_and_the_words_of_the_rule,
    an_event_without_effect_explains_itself,
    the_values_of_a_cell_stand_in_a_line,
    nothing_of_it_goes_to_other_tabs,
    a_whole_step_is_a_moving_picture,
    a_frame_of_another_page_has_the_tab_alone,
    a_class_is_shown_it_in_large_type,
    opening_and_asking_are_quick,
    axe_finds_nothing,
    a_phone_scrolls_in_one_direction,
}

const PART: &str = "document.querySelector('.parts output')?.textContent ?? null";
const SENTENCE: &str = "document.querySelector('.dock .caption').lastElementChild.textContent";

fn part(position: usize, count: usize) -> Option<String> {
    Some(format!("part {position} of {count}"))
}

/// How many parts the event of a step has.
fn parts(id: &str, t: usize) -> usize {
    let (instance, trace) = built_in(id);
    close_up::open(&instance, &trace, t).expect("a step of the history").len()
}

async fn the_first_page_opens_a_step(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=1").await?;
    page.press("Open this step").await?;
    page.shows(PART, part(1, parts("paint-2d", 1))).await?;
    page.says(".phases", "Inside event 1: PAINT").await?;
    page.press("Close the step").await?;
    page.shows(PART, None::<String>).await?;
    page.at(1, 11).await
}

async fn parts_go_forward_and_back_and_on_to_the_next_event(page: &Page) -> Result<()> {
    let (first, second) = (parts("paint-2d", 1), parts("paint-2d", 2));
    page.open("watch?i=paint-2d&t=1&p=0").await?;
    page.shows(PART, part(0, first)).await?;
    page.shows_cells(built_in("paint-2d").0.initial.cells()).await?;
    for position in 1..=first {
        page.press("Step forward").await?;
        page.shows(PART, part(position, first)).await?;
    }
    let (instance, trace) = built_in("paint-2d");
    page.shows_cells(trace.state(&instance.initial, 1).cells()).await?;
    page.press("Step forward").await?;
    page.at(2, 11).await?;
    page.shows(PART, part(1, second)).await?;
    // And back again.
    page.press("Step back").await?;
    page.press("Step back").await?;
    page.at(1, 11).await?;
    page.shows(PART, part(first, first)).await?;
    // By keys.
    page.keys(",").await?;
    page.shows(PART, part(first - 1, first)).await?;
    page.keys(".").await?;
    page.shows(PART, part(first, first)).await?;
    page.press("Last step").await?;
    page.at(11, 11).await?;
    let last = parts("paint-2d", 11);
    page.shows(PART, part(last, last)).await?;
    page.shows("document.querySelector('[aria-label=\"Step forward\"]').getAttribute('aria-disabled')", "true".to_owned())
        .await?;
    page.press("First step").await?;
    page.at(0, 11).await?;
    page.says(".phases", "The initial state").await
}

/// In two, three and four dimensions; what is said is what the model says.
async fn every_family_opens_every_step(page: &Page) -> Result<()> {
    for family in grids::rule::core_families() {
        for dimensions in ["2d", "3d", "4d"] {
            let id = format!("{}-{dimensions}", family.name().to_lowercase());
            let (instance, trace) = built_in(&id);
            let opened = Arc::new(close_up::open(&instance, &trace, 1).ok_or("a first event")?);
            let middle = opened.len().div_ceil(2);
            page.open(&format!("watch?i={id}&t=1&p={middle}")).await?;
            let near = close_up::CloseUp::new(opened.clone(), middle);
            page.shows(SENTENCE, near.sentence()).await?;
            page.shows("document.querySelectorAll('.phases > ol > li').length", near.phases().len()).await?;
            let values: Vec<u16> = near.picture(Default::default()).cells.iter().map(|look| look.value).collect();
            page.shows_cells(&values).await?;
            let clause = near.clause().map(str::to_owned);
            page.shows("document.querySelector('.rule-card mark')?.textContent ?? null", clause).await?;
        }
    }
    Ok(())
}

async fn a_phase_leads_to_its_end(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("mix-2d");
    let opened = Arc::new(close_up::open(&instance, &trace, 1).ok_or("a first event")?);
    let near = close_up::CloseUp::new(opened.clone(), 0);
    page.open("watch?i=mix-2d&t=1&p=0").await?;
    for phase in 0..near.phases().len() {
        page.click(&format!(".phases > ol > li:nth-child({}) .phase", phase + 1)).await?;
        page.shows(PART, part(near.end_of(phase), near.len())).await?;
        page.shows("[...document.querySelectorAll('.phase')].findIndex((phase) => phase.ariaCurrent === 'step')", phase).await?;
    }
    Ok(())
}

async fn a_link_leads_to_the_part(page: &Page) -> Result<()> {
    page.open("watch?i=stencil-2d&t=1&p=1").await?;
    page.press("Step forward").await?;
    page.shows("location.search", "?i=stencil-2d&t=1&p=2".to_owned()).await?;
    page.reload().await?;
    page.shows(PART, part(2, parts("stencil-2d", 1))).await?;
    // Beyond the end is the end.
    page.open("watch?i=stencil-2d&t=1&p=100000").await?;
    page.shows(PART, part(parts("stencil-2d", 1), parts("stencil-2d", 1))).await
}

async fn a_reason_names_cells_and_the_words_of_the_rule(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("stencil-2d");
    let opened = close_up::open(&instance, &trace, 1).ok_or("a first event")?;
    page.open("watch?i=stencil-2d&t=1&p=0").await?;
    for cell in [0, trace.changes(1)[0].cell as usize] {
        let why = opened.why(cell);
        page.point(&format!("[data-cell='{cell}']")).await?;
        page.shows("document.querySelector('.why-sentence').textContent", why.to_string()).await?;
        page.shows("document.querySelector('.rule-card mark').textContent", why.clause.to_string()).await?;
        page.shows(
            "[...document.querySelectorAll('.board .named')].map((cell) => Number(cell.dataset.cell)).toSorted((a, b) => a - b)",
            {
                let mut cells = why.cells.clone();
                cells.sort_unstable();
                cells
            },
        )
        .await?;
    }
    Ok(())
}

async fn an_event_without_effect_explains_itself(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("paint-2d");
    let t = (1..=trace.len()).find(|&t| trace.changes(t).is_empty()).ok_or("an event without effect")?;
    let opened = Arc::new(close_up::open(&instance, &trace, t).ok_or("its step")?);
    page.open(&format!("watch?i=paint-2d&t={t}&p={}", opened.len())).await?;
    page.shows(SENTENCE, close_up::CloseUp::new(opened.clone(), opened.len()).sentence()).await?;
    page.point("[data-cell='0']").await?;
    page.shows("document.querySelector('.why-sentence').textContent", opened.why(0).to_string()).await
}

async fn the_values_of_a_cell_stand_in_a_line(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("paint-2d");
    let cell = (0..256).max_by_key(|&cell| close_up::values(&instance, &trace, cell).len()).unwrap_or(0);
    page.open("watch?i=paint-2d&t=11&p=0").await?;
    page.run(&format!("document.querySelector(\"[data-cell='{cell}']\").focus()")).await?;
    let values: Vec<String> = close_up::values(&instance, &trace, cell).iter().map(|(_, value)| value.to_string()).collect();
    assert!(values.len() > 2, "a cell that changes often");
    page.shows("[...document.querySelectorAll('.cell-values strong')].map((value) => value.textContent)", values).await
}

async fn nothing_of_it_goes_to_other_tabs(page: &Page) -> Result<()> {
    page.open("watch?i=paint-2d&t=2&p=1").await?;
    page.shows(PART, part(1, parts("paint-2d", 2))).await?;
    page.press("Edit").await?;
    page.press("Step forward").await?;
    page.at(3, 11).await?;
    page.press("Watch").await?;
    page.at(3, 11).await?;
    page.shows(PART, None::<String>).await
}

async fn a_whole_step_is_a_moving_picture(page: &Page) -> Result<()> {
    share::open(page, "watch?i=layer-2d&t=1&p=1").await?;
    page.press("Share…").await?;
    let saved = share::save(page, "The whole step, animated SVG").await?;
    let states = parts("layer-2d", 1) + 1;
    assert_eq!(saved.text.matches("class=\"f\"").count(), states - 1, "each state but the last, which stands beneath");
    // The browser draws it.
    page.until(
        "it is a picture",
        "(() => {
            const image = document.querySelector('#moving') ?? Object.assign(new Image(), { id: 'moving' });
            if (!image.src) { image.src = URL.createObjectURL(new Blob([window.saved.at(-1).text], { type: 'image/svg+xml' })); document.body.append(image); }
            return image.naturalWidth > 100;
        })()",
    )
    .await
}

async fn a_frame_of_another_page_has_the_tab_alone(page: &Page) -> Result<()> {
    page.open("watch?i=move-2d&t=1&p=1&embed=1").await?;
    page.shows(PART, part(1, parts("move-2d", 1))).await?;
    page.shows(
        "[...document.querySelectorAll('.site, .site-foot, .events, .overlays')].some((element) => element.checkVisibility())",
        false,
    )
    .await?;
    page.press("Step forward").await?;
    page.shows("location.search", "?i=move-2d&t=1&p=2&embed=1".to_owned()).await?;
    page.says(".out-of-frame a", "Open in Grid-Bench Lab").await?;
    page.shows("document.querySelector('.out-of-frame a').getAttribute('href').includes('embed')", false).await?;
    // The first page has it too.
    page.open("watch?i=move-2d&t=1&embed=1").await?;
    page.at(1, built_in("move-2d").1.len()).await?;
    page.shows("document.querySelector('.site').checkVisibility()", false).await?;
    let violations = page.violations().await?;
    assert!(violations.is_empty(), "{violations:#?}");
    Ok(())
}

async fn a_class_is_shown_it_in_large_type(page: &Page) -> Result<()> {
    page.open("watch?i=stencil-2d&t=1&p=0").await?;
    let size = "parseFloat(getComputedStyle(document.documentElement).fontSize)";
    let usual: f64 = page.get(size, Value::Null).await?;
    page.press("Present").await?;
    page.until("the type is large", &format!("{size} > {usual} * 1.2")).await?;
    page.shows("document.querySelector('.site').checkVisibility()", false).await?;
    // The space bar steps, wherever the focus is.
    page.keys(" ").await?;
    page.shows(PART, part(1, parts("stencil-2d", 1))).await?;
    page.keys(" ").await?;
    page.shows(PART, part(2, parts("stencil-2d", 1))).await?;
    page.keys(Key::Escape).await?;
    page.shows("document.querySelector('.site').checkVisibility()", true).await
}

/// Generous bounds for a busy machine; what is measured is printed.
async fn opening_and_asking_are_quick(page: &Page) -> Result<()> {
    page.open("watch?i=mix-2d&t=1").await?;
    page.press("Open this step").await?;
    page.shows(PART, part(1, parts("mix-2d", 1))).await?;
    let milliseconds: f64 = page
        .web
        .execute_async(
            "const done = arguments[0];
             const start = performance.now();
             document.querySelector('[aria-label=\"Step forward\"]').click();
             requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));",
            vec![],
        )
        .await?
        .convert()?;
    println!("one part forward: {milliseconds:.0} ms until painted");
    assert!(milliseconds < 500.0, "{milliseconds} ms");
    Ok(())
}

async fn axe_finds_nothing(page: &Page) -> Result<()> {
    for (dark, size) in [(false, DESKTOP), (true, DESKTOP), (false, PHONE), (true, PHONE)] {
        let mut inspection = page.inspect(Look { dark, size, ..PLAIN }).await?;
        page.open("watch?i=layer-3d&t=2&p=2").await?;
        page.run("document.querySelector('[data-cell]').focus()").await?;
        page.says(".why h2", "Why [").await?;
        inspection.visit("a part and a reason").await?;
        inspection.finish()?;
    }
    Ok(())
}

async fn a_phone_scrolls_in_one_direction(page: &Page) -> Result<()> {
    page.look(Look { size: PHONE, ..PLAIN }).await?;
    page.open("watch?i=move-4d&t=1&p=1").await?;
    page.keys(Key::Tab).await?;
    let width: u32 = page.get("document.scrollingElement.scrollWidth", Value::Null).await?;
    assert!(width <= PHONE.0, "{width} pixels wide");
    Ok(())
}
