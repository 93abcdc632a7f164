//! Why an answer is wrong: how it was read, which misreading explains it, when it went wrong.

use grids::diagnose::{Reading, Search, Timeline};
use grids::instance::Instance;
use grids::trace::Trace;
use grids::world::World;
use grids::world::codec::write_state;
use serde_json::Value;
use std::time::Instant;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, built_in};
use crate::score::answer;

crate::tests! { "diagnosis":
    answers_of_many_kinds_are_explained,
    a_pair_is_found_after_a_while,
    chance_is_not_explained,
    what_has_no_state_has_no_diagnosis,
    the_misreading_plays_beside_the_reference,
    the_response_shows_how_it_was_read,
    megabytes_stay_usable,
    wrong_cells_are_gone_through_by_group,
    three_worlds_stand_side_by_side,
    the_timeline_says_when,
    a_prediction_is_diagnosed_after_it_was_revealed,
    axe_finds_nothing,
}

const SENTENCES: &str = "[...document.querySelectorAll('.explanations strong')].map((sentence) => sentence.textContent)";

/// What the search finds without a browser.
fn sentences(instance: &Instance, trace: &Trace, state: &World, pairs: bool) -> Vec<String> {
    let mut search = Search::new(instance, trace, vec![state]);
    while search.single() {}
    while pairs && !search.is_settled(0) && search.pair() {}
    let diagnosis = search.diagnosis(0);
    diagnosis.claimed().map(|found| found.sentence(diagnosis.wrong)).collect()
}

/// The final state of a reading by its name, at its first place where it makes a difference.
fn misread(id: &str, name: &str) -> World {
    let (instance, trace) = built_in(id);
    let right = trace.state(&instance.initial, trace.len());
    let readings = Reading::kinds(&instance).into_iter().flatten().filter(|reading| reading.name() == name);
    let mut ends = readings.filter_map(|reading| Some(reading.states(&instance, &trace)?.pop()?.1)).filter(|end| *end != right);
    ends.next().unwrap_or_else(|| panic!("{name} makes no difference in {id}"))
}

async fn answers_of_many_kinds_are_explained(page: &Page) -> Result<()> {
    for (id, name) in [
        ("paint-2d", "paint/source-ignored"),
        ("reflect-3d", "reflect/zeros-left-out"),
        ("stencil-2d", "stencil/in-place"),
        ("mix-4d", "mix/modulus-of-stencil"),
        ("layer-2d", "layer/overwrites-its-neighbours"),
        ("move-2d", "move/no-limit"),
        ("compress-2d", "compress/packs-without-merging"),
        ("relabel-2d", "history/stopped-early"),
        ("move-3d", "history/event-left-out"),
        ("stencil-2d", "history/answer-with-rows-and-columns-exchanged"),
    ] {
        let (instance, trace) = built_in(id);
        let state = misread(id, name);
        page.open(&format!("score?i={id}&t=0")).await?;
        answer(page, &write_state(&state)).await?;
        let expected = sentences(&instance, &trace, &state, false);
        assert!(!expected.is_empty(), "{id} {name}");
        page.shows(SENTENCES, expected).await?;
        // A page is not left while something is on its way into the store.
        page.says(".saving", "Saved").await?;
    }
    Ok(())
}

async fn a_pair_is_found_after_a_while(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("move-2d");
    let kinds = Reading::kinds(&instance);
    let find =
        |name: &str| kinds.iter().flatten().find(|reading| reading.name() == name && reading.event().is_none_or(|t| t == 4));
    let (rule, slip) = (find("move/no-limit").expect("a rule"), find("history/event-left-out").expect("a slip"));
    let pair = Reading { rule: rule.rule, slip: slip.slip };
    let state = pair.states(&instance, &trace).and_then(|mut states| states.pop()).expect("it can be carried out").1;
    page.open("score?i=move-2d&t=0").await?;
    answer(page, &write_state(&state)).await?;
    let expected = sentences(&instance, &trace, &state, true);
    assert!(expected[0].contains("MOVE was read so") && expected[0].contains("event 4 was left out"), "{expected:?}");
    page.shows(SENTENCES, expected).await
}

async fn chance_is_not_explained(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("layer-2d");
    let mut state = trace.state(&instance.initial, trace.len());
    for cell in [3, 50, 77, 120, 200, 251] {
        state.set(cell, if state.get(cell) == 1 { 2 } else { 1 });
    }
    assert!(sentences(&instance, &trace, &state, true).is_empty());
    page.open("score?i=layer-2d&t=0").await?;
    answer(page, &write_state(&state)).await?;
    page.says(".diagnosis", "No known misreading explains the 6 wrong cells better than chance.").await
}

async fn what_has_no_state_has_no_diagnosis(page: &Page) -> Result<()> {
    page.open("score?i=layer-2d&t=0").await?;
    for (text, outcome) in [("", "empty"), ("{\"cells\":[[[0,0],99]]}", "invalid")] {
        answer(page, text).await?;
        page.says(".outcome", outcome).await?;
        page.shows("document.querySelectorAll('.diagnosis, .answer-timeline, .wrong-cells').length", 0).await?;
    }
    page.press("the reference").await?;
    page.says(".outcome", "exact").await?;
    page.shows("document.querySelectorAll('.diagnosis, .answer-timeline, .wrong-cells').length", 0).await
}

async fn the_misreading_plays_beside_the_reference(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("stencil-2d");
    let state = misread("stencil-2d", "stencil/in-place");
    page.open("score?i=stencil-2d&t=0").await?;
    answer(page, &write_state(&state)).await?;
    page.press("Play it beside the reference").await?;
    page.says(".replay h3", "As if STENCIL was read so").await?;
    // It begins where the two part, and ends in the answer and the reference.
    page.until("cells differ", "document.querySelectorAll('.replay .missing, .replay .extra, .replay .different').length")
        .await?;
    for _ in 0..trace.len() {
        page.press("Step forward in the misreading").await?;
    }
    const PLAYED: &str = "[...document.querySelectorAll('.replay figure')].map((figure) => [...figure.querySelectorAll('.c')]
        .map((cell) => Number(cell.textContent.match(/\\d+/)?.[0] ?? 0)))";
    let wrong = state.differences(&trace.state(&instance.initial, trace.len())).count();
    page.says(".replay .caption-event", &format!("{wrong} cells differ")).await?;
    let [misread, right]: [Vec<u16>; 2] = page.get(PLAYED, Value::Null).await?;
    assert_eq!(misread, state.cells());
    assert_eq!(right, trace.state(&instance.initial, trace.len()).cells());
    page.press("Step back in the misreading").await?;
    page.says(".replay .caption-event", &format!("Event {}", trace.len() - 1)).await?;
    // Another answer is not played.
    page.press("a copy of the initial state").await?;
    page.shows("document.querySelector('.replay')", None::<String>).await
}

async fn the_response_shows_how_it_was_read(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("figure-1a");
    let state = write_state(&trace.state(&instance.initial, trace.len()));
    page.open("score?i=figure-1a&t=0").await?;
    answer(page, &state).await?;
    page.says(".outcome", "exact").await?;
    page.shows("document.querySelector('.inspector')", None::<String>).await?;
    answer(page, &format!("First {{\"cells\":[]}}, then\n```json\n{state}\n```")).await?;
    page.says(".inspector", "1 object before the last one was passed over.").await?;
    page.says(".inspector", "The fence and the text around the object cost the strict exact match").await?;
    page.shows("document.querySelector('.response .parsed').textContent", state.clone()).await?;
    page.shows("document.querySelector('.response .passed-over').textContent", "{\"cells\":[]}".to_owned()).await?;
    page.shows("document.querySelectorAll('.response .around').length", 3).await?;
    // The fault of a long answer is in view.
    let zeros = "[[0,0],1],".repeat(2000);
    answer(page, &format!("{{\"cells\":[{zeros}[[0,x],1]]}}")).await?;
    page.shows("document.querySelector('.response mark').textContent", "x".to_owned()).await?;
    page.until(
        "the fault is in view",
        "(() => {
            const [pane, mark] = ['.response', '.response mark'].map((name) => document.querySelector(name).getBoundingClientRect());
            return mark.top >= pane.top && mark.bottom <= pane.bottom;
        })()",
    )
    .await
}

async fn megabytes_stay_usable(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("figure-1a");
    let state = write_state(&trace.state(&instance.initial, trace.len()));
    page.open("score?i=figure-1a&t=0").await?;
    page.run(&format!(
        "const area = document.querySelector('main textarea');
        area.value = 'word '.repeat(800000) + {} + ' word'.repeat(200000);
        area.dispatchEvent(new InputEvent('input', {{ bubbles: true, inputType: 'insertFromPaste' }}));",
        Value::from(state)
    ))
    .await?;
    let start = Instant::now();
    page.says(".outcome", "exact").await?;
    page.says(".response", "characters …").await?;
    println!("five megabytes: {} ms until read", start.elapsed().as_millis());
    page.shows("document.querySelector('.response').textContent.length < 10000", true).await?;
    let start = Instant::now();
    page.press("Clear").await?;
    page.says(".outcome", "empty").await?;
    println!("five megabytes: {} ms until cleared", start.elapsed().as_millis());
    Ok(())
}

async fn wrong_cells_are_gone_through_by_group(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("move-3d");
    let right = trace.state(&instance.initial, trace.len());
    let state = misread("move-3d", "move/no-limit");
    let wrong: Vec<usize> = state.differences(&right).collect();
    let changing: Vec<usize> = wrong.iter().copied().filter(|&cell| instance.initial.get(cell) != right.get(cell)).collect();
    assert!(wrong.len() > changing.len() && changing.len() > 1);
    page.open("score?i=move-3d&t=0").await?;
    answer(page, &write_state(&state)).await?;
    page.says(".result", &format!("all ({})", wrong.len())).await?;
    const AT: &str = "Number(document.querySelector('[role=grid] [tabindex=\"0\"]').dataset.cell)";
    for &cell in &wrong {
        page.press("Next wrong cell").await?;
        page.shows(AT, cell).await?;
    }
    page.press("Next wrong cell").await?;
    page.shows(AT, wrong[0]).await?;
    page.press("Previous wrong cell").await?;
    page.shows(AT, wrong[wrong.len() - 1]).await?;
    page.press(&format!("that change ({})", changing.len())).await?;
    page.shows("document.querySelectorAll('.wrong-cells li').length", changing.len()).await?;
    page.shows("document.querySelectorAll('[role=grid] :is(.missing, .extra, .different)').length", changing.len()).await?;
    // By keys, outside of text fields.
    page.run("document.activeElement.blur()").await?;
    page.keys("n").await?;
    page.shows(AT, changing[0]).await?;
    page.keys("p").await?;
    page.shows(AT, changing[changing.len() - 1]).await?;
    page.keys("x").await?;
    page.shows("[...document.querySelectorAll('[name=state]')].findIndex((radio) => radio.checked)", 1).await?;
    page.shows_cells(right.cells()).await?;
    page.keys("x").await?;
    page.shows_cells(state.cells()).await
}

async fn three_worlds_stand_side_by_side(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("layer-4d");
    let right = trace.state(&instance.initial, trace.len());
    let state = misread("layer-4d", "history/stopped-early");
    page.open("score?i=layer-4d&t=0").await?;
    answer(page, &write_state(&state)).await?;
    page.says(".outcome", "incorrect").await?;
    page.press("side by side").await?;
    const WORLDS: &str =
        "[...document.querySelectorAll('.beside-each-other figure')].map((figure) => [...figure.querySelectorAll('.c')]
        .reduce((sum, cell) => sum + Number(cell.textContent.match(/\\d+/)?.[0] ?? 0), 0))";
    let sum = |world: &World| world.cells().iter().map(|&value| u64::from(value)).sum::<u64>();
    page.shows(WORLDS, vec![sum(&instance.initial), sum(&state), sum(&right)]).await?;
    let wrong = state.differences(&right).count();
    page.shows(
        "[...document.querySelectorAll('.beside-each-other figure')].map((figure) => figure.querySelectorAll('.missing, .extra, .different').length)",
        vec![wrong; 3],
    )
    .await
}

async fn the_timeline_says_when(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("stencil-2d");
    page.open("score?i=stencil-2d&t=0").await?;
    let state = trace.state(&instance.initial, 5);
    assert!((0..5).all(|t| trace.state(&instance.initial, t) != state));
    let timeline = Timeline::new(&instance, &trace, &state);
    answer(page, &write_state(&state)).await?;
    page.says(".answer-timeline", "The answer is exactly the state after event 5.").await?;
    page.shows("document.querySelectorAll('.answer-chart .distance').length", trace.len() + 1).await?;
    page.press("The numbers").await?;
    let rows: Vec<Vec<usize>> = (0..=trace.len()).map(|t| vec![t, timeline.distances[t], timeline.last_written[t]]).collect();
    page.shows(
        "[...document.querySelectorAll('.answer-timeline tbody tr')].map((row) => [...row.cells].map((cell) => Number(cell.textContent)))",
        rows,
    )
    .await
}

async fn a_prediction_is_diagnosed_after_it_was_revealed(page: &Page) -> Result<()> {
    let (instance, trace) = built_in("paint-2d");
    page.open("predict?i=paint-2d&t=0").await?;
    page.press("the initial state").await?;
    page.shows("document.querySelector('.diagnosis')", None::<String>).await?;
    page.press("Reveal the score").await?;
    page.press("Yes, reveal").await?;
    page.shows(SENTENCES, sentences(&instance, &trace, &instance.initial, false)).await?;
    page.press("Play it beside the reference").await?;
    page.until("it plays", "document.querySelector('.replay figure')").await
}

async fn axe_finds_nothing(page: &Page) -> Result<()> {
    let state = misread("move-2d", "move/no-limit");
    for (dark, size) in [(false, DESKTOP), (true, DESKTOP), (false, PHONE), (true, PHONE)] {
        let mut inspection = page.inspect(Look { dark, size, ..PLAIN }).await?;
        page.open("score?i=move-2d&t=0").await?;
        answer(page, &format!("Here {{}}:\n```\n{}\n```", write_state(&state))).await?;
        page.until("explained", "document.querySelector('.explanations')").await?;
        page.press("Play it beside the reference").await?;
        page.press("side by side").await?;
        page.press("The numbers").await?;
        inspection.visit("explained").await?;
        answer(page, "{} {\"cells\":[[[0,0],9]]}").await?;
        page.says(".outcome", "invalid").await?;
        inspection.visit("invalid").await?;
        page.says(".saving", "Saved").await?;
        inspection.finish()?;
    }
    Ok(())
}
