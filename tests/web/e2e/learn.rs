//! The list of lessons, the lessons, and the questions after them.

use grids::model::close_up::CloseUp;
use grids::model::lesson;
use grids::model::picture::Marks;
use grids::model::quiz::{Kind, QUESTIONS, Question, question};
use grids::rule::explain::{Explained, Opened};
use grids::world::codec::list;
use std::sync::Arc;
use thirtyfour::Key;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, TITLE, built_in};

crate::tests! { "learn":
    the_header_leads_to_a_lesson_for_each_family,
    pictures_play_or_stand_still,
    every_lesson_plays_to_its_end_and_back,
    a_cell_says_why_and_marks_the_rule,
    every_misreading_stands_beside_the_rule,
    another_world_is_another_one,
    a_link_leads_to_the_part,
    keys_step_and_play,
    a_lesson_stands_in_a_frame_and_before_a_class,
    the_links_lead_into_the_workbench,
    one_lesson_leads_to_the_next,
    a_wrong_address_is_said,
    right_answers_count_and_stay,
    wrong_answers_are_explained,
    the_keyboard_alone_answers_a_round,
    blocked_storage_stops_nothing,
    axe_finds_nothing_in_light,
    axe_finds_nothing_in_dark,
    axe_finds_nothing_on_a_phone,
}

const PART: &str = "document.querySelector('.lesson output').textContent";
const SENTENCE: &str = "document.querySelector('.lesson .caption').lastElementChild.textContent";
const SHOWN: &str = "[...document.querySelectorAll('.lesson .stage [data-cell]')]
    .sort((a, b) => a.dataset.cell - b.dataset.cell).map((cell) => Number(cell.textContent.replace('·', '0')))";

fn opened(family: &'static dyn Explained, number: u32) -> Arc<Opened> {
    let scene = lesson::scene(family, number).expect("every family has worlds");
    Arc::new(Opened::new(&scene.event, &scene.space, &scene.before).expect("the event of a lesson is valid"))
}

fn cells(world: &[u16]) -> Vec<u16> {
    world.to_vec()
}

async fn the_header_leads_to_a_lesson_for_each_family(page: &Page) -> Result<()> {
    page.open("").await?;
    page.press("Learn").await?;
    page.shows(TITLE, "Learn the rules".to_owned()).await?;
    page.shows("document.title", "Learn · Grid-Bench Lab".to_owned()).await?;
    let names: Vec<String> = lesson::families().map(|family| family.name().to_owned()).collect();
    page.shows("[...document.querySelectorAll('.lesson-card strong')].map((name) => name.textContent)", names).await?;
    for family in lesson::families() {
        page.press(family.name()).await?;
        page.shows(TITLE, family.name().to_owned()).await?;
        page.shows("document.title", format!("Learn {} · Grid-Bench Lab", family.name())).await?;
        assert_eq!(page.path().await?, format!("learn/{}", lesson::slug(family)));
        page.press("All lessons").await?;
        page.shows(TITLE, "Learn the rules".to_owned()).await?;
    }
    Ok(())
}

async fn pictures_play_or_stand_still(page: &Page) -> Result<()> {
    // Reduced motion shows what there was and what there is.
    page.open("learn").await?;
    page.shows("document.querySelectorAll('.living .board').length", 16).await?;
    page.look(Look { motion: true, ..PLAIN }).await?;
    page.open("learn").await?;
    page.shows("document.querySelectorAll('.living .board').length", 8).await?;
    page.run("window.first = document.querySelector('.lessons').innerHTML").await?;
    page.until("they play", "document.querySelector('.lessons').innerHTML !== window.first").await?;
    page.press("Play the pictures").await?;
    page.shows("document.querySelectorAll('.living .board').length", 16).await
}

async fn every_lesson_plays_to_its_end_and_back(page: &Page) -> Result<()> {
    for family in lesson::families() {
        let opened = opened(family, 0);
        let count = opened.len();
        page.open(&format!("learn/{}", lesson::slug(family))).await?;
        page.shows(PART, format!("part 0 of {count}")).await?;
        page.shows(SHOWN, cells(opened.before().cells())).await?;
        for position in 1..=count {
            page.press("Next part").await?;
            page.shows(PART, format!("part {position} of {count}")).await?;
            page.shows(SENTENCE, CloseUp::new(opened.clone(), position).sentence()).await?;
        }
        page.shows(SHOWN, cells(opened.after().cells())).await?;
        page.says(".lesson .rule", &family.card(&lesson::scene(family, 0).expect("a world").space.alphabet)).await?;
        page.press("Before the event").await?;
        page.shows(SHOWN, cells(opened.before().cells())).await?;
        // Played, it comes to the end and stops there.
        page.look(Look { motion: true, ..PLAIN }).await?;
        page.press("After the event").await?;
        page.press("Previous part").await?;
        page.press("Play").await?;
        page.shows(PART, format!("part {count} of {count}")).await?;
        page.until("it has stopped", "document.querySelector('.lesson [aria-label=Play]')").await?;
        page.look(PLAIN).await?;
    }
    Ok(())
}

async fn a_cell_says_why_and_marks_the_rule(page: &Page) -> Result<()> {
    for family in lesson::families() {
        let opened = opened(family, 0);
        page.open(&format!("learn/{}", lesson::slug(family))).await?;
        for cell in [0, opened.before().cells().len() / 2] {
            page.point(&format!(".lesson .stage [data-cell='{cell}']")).await?;
            let why = opened.why(cell);
            page.shows("document.querySelector('.why-sentence').textContent", format!("After the event: {why}")).await?;
            page.shows("document.querySelector('.lesson .rule mark')?.textContent", why.clause.to_string()).await?;
            page.shows("document.querySelectorAll('.lesson .stage .c.named').length > 0", true).await?;
        }
    }
    Ok(())
}

async fn every_misreading_stands_beside_the_rule(page: &Page) -> Result<()> {
    for family in lesson::families() {
        page.open(&format!("learn/{}", lesson::slug(family))).await?;
        let surprises = lesson::surprises(family);
        page.shows("document.querySelectorAll('.surprise').length", surprises.len()).await?;
        for (index, surprise) in surprises.iter().enumerate() {
            let item = format!(".surprise:nth-child({})", index + 1);
            page.says(&item, surprise.misreading.belief).await?;
            page.says(&item, surprise.misreading.truth).await?;
            let count = surprise.differing().len();
            let marked = format!("document.querySelectorAll('{item} .c.missing, {item} .c.extra, {item} .c.different').length");
            page.shows(&marked, count).await?;
            page.shows(&format!("document.querySelectorAll('{item} .c.named').length"), count).await?;
        }
    }
    Ok(())
}

async fn another_world_is_another_one(page: &Page) -> Result<()> {
    let family = lesson::find("mix").expect("MIX has a lesson");
    page.open("learn/mix").await?;
    for number in [1, 2] {
        page.press("Another world").await?;
        page.shows(SHOWN, cells(opened(family, number).before().cells())).await?;
    }
    // Its address leads to it.
    page.reload().await?;
    page.shows(SHOWN, cells(opened(family, 2).before().cells())).await
}

async fn a_link_leads_to_the_part(page: &Page) -> Result<()> {
    let opened = opened(lesson::find("mix").expect("MIX has a lesson"), 2);
    page.open("learn/mix?w=2&p=4").await?;
    page.shows(PART, format!("part 4 of {}", opened.len())).await?;
    page.shows(SENTENCE, CloseUp::new(opened.clone(), 4).sentence()).await?;
    page.press("Next part").await?;
    assert_eq!(page.path().await?, "learn/mix?w=2&p=5");
    // Even if something moves.
    page.look(Look { motion: true, ..PLAIN }).await?;
    page.reload().await?;
    page.shows(PART, format!("part 5 of {}", opened.len())).await?;
    page.until("it does not play", "document.querySelector('.lesson [aria-label=Play]')").await?;
    // What no lesson has is the nearest that it has.
    page.open("learn/mix?w=2&p=4000000000").await?;
    page.shows(PART, format!("part {0} of {0}", opened.len())).await?;
    page.open("learn/mix?w=-1&p=x").await?;
    page.shows(SHOWN, cells(self::opened(lesson::find("mix").expect("MIX has a lesson"), 0).before().cells())).await?;
    // Another lesson has places of its own.
    page.open("learn/mix?w=2&p=4").await?;
    page.press("RELABEL →").await?;
    page.shows(TITLE, "RELABEL".to_owned()).await?;
    page.shows(SHOWN, cells(self::opened(lesson::find("relabel").expect("RELABEL has a lesson"), 0).before().cells())).await?;
    page.web.back().await?;
    page.shows(PART, format!("part 4 of {}", opened.len())).await
}

async fn keys_step_and_play(page: &Page) -> Result<()> {
    let count = opened(lesson::find("paint").expect("PAINT has a lesson"), 0).len();
    page.open("learn/paint").await?;
    page.shows(PART, format!("part 0 of {count}")).await?;
    for (key, position) in [(".", 1), (".", 2), (",", 1)] {
        page.keys(key).await?;
        page.shows(PART, format!("part {position} of {count}")).await?;
    }
    page.keys(Key::Right).await?;
    page.shows(PART, format!("part 2 of {count}")).await?;
    page.keys(Key::Left).await?;
    page.shows(PART, format!("part 1 of {count}")).await?;
    page.keys(" ").await?;
    page.shows(PART, format!("part {count} of {count}")).await?;
    // In a grid the arrows move its cursor, and in a field keys are text.
    page.run("document.querySelector('.lesson .stage [tabindex=\"0\"]').focus()").await?;
    page.keys(Key::Left).await?;
    page.keys(",").await?;
    page.shows(PART, format!("part {} of {count}", count - 1)).await
}

async fn a_lesson_stands_in_a_frame_and_before_a_class(page: &Page) -> Result<()> {
    const CHROME: &str =
        "[...document.querySelectorAll('.site, .site-foot, .skip')].some((element) => element.checkVisibility())";
    page.open("learn?embed=1").await?;
    page.shows(CHROME, false).await?;
    page.press("MOVE").await?;
    page.shows(TITLE, "MOVE".to_owned()).await?;
    assert_eq!(page.path().await?, "learn/move?embed=1");
    page.shows(CHROME, false).await?;
    page.shows("document.querySelector('.lesson .rule').checkVisibility()", true).await?;
    page.shows("document.querySelector('.out-of-frame a').href", page.address("learn/move")).await?;
    page.shows("[...document.querySelectorAll('.lesson a[href*=\"/watch\"]')].every((link) => link.target === '_blank')", true)
        .await?;
    page.press("Next part").await?;
    assert_eq!(page.path().await?, "learn/move?p=1&embed=1");

    page.open("learn/move?w=1&p=2").await?;
    page.press("Present").await?;
    page.until("it is presented", "document.documentElement.dataset.frame === 'present'").await?;
    page.shows(CHROME, false).await?;
    page.says(".lesson output", "part 2 of").await?;
    page.keys(" ").await?;
    page.says(".lesson output", "part 3 of").await?;
    let mut inspection = page.inspect(PLAIN).await?;
    inspection.visit("presented").await?;
    page.keys(Key::Escape).await?;
    page.shows(CHROME, true).await?;
    assert_eq!(page.path().await?, "learn/move?w=1&p=3");
    inspection.finish()
}

async fn the_links_lead_into_the_workbench(page: &Page) -> Result<()> {
    let family = lesson::find("move").expect("MOVE has a lesson");
    for (higher, words) in lesson::higher(family).into_iter().zip(["three", "four"]) {
        let (id, t) = higher.source.expect("it stands in the gallery");
        page.open("learn/move").await?;
        page.press(&format!("Open this event in {} dimensions", higher.dimensions)).await?;
        page.until(words, "document.querySelector('.parts')").await?;
        assert_eq!(page.path().await?, format!("watch?i={id}&t={t}&p=1"));
        page.shows(TITLE, built_in(id).0.metadata("title").expect("a title")).await?;
    }
    page.open("learn/move?w=3&p=2").await?;
    page.press("Open this part in the workbench").await?;
    page.says(".parts output", "part 2 of").await?;
    page.shows_cells(
        CloseUp::new(opened(family, 3), 2)
            .picture(Marks::default())
            .cells
            .iter()
            .map(|look| look.value)
            .collect::<Vec<_>>()
            .as_slice(),
    )
    .await?;
    page.web.back().await?;
    page.shows(TITLE, "MOVE".to_owned()).await?;
    page.open("learn/move").await?;
    page.press("Try it in the editor").await?;
    page.until("the editor", "document.querySelector('.worktop')").await?;
    page.shows(TITLE, "MOVE on 16×16".to_owned()).await
}

async fn one_lesson_leads_to_the_next(page: &Page) -> Result<()> {
    page.open("learn/paint").await?;
    page.press("REFLECT →").await?;
    page.shows(TITLE, "REFLECT".to_owned()).await?;
    page.press("STENCIL →").await?;
    page.shows(TITLE, "STENCIL".to_owned()).await?;
    page.web.back().await?;
    page.shows(TITLE, "REFLECT".to_owned()).await?;
    page.press("Generate").await?;
    page.shows(TITLE, "Generate".to_owned()).await?;
    page.web.back().await?;
    page.shows(TITLE, "REFLECT".to_owned()).await
}

async fn a_wrong_address_is_said(page: &Page) -> Result<()> {
    for name in ["learn/paints", "learn/PAINT", "learn/set", "learn/paint/more"] {
        page.open(name).await?;
        page.shows(TITLE, "There is no such page".to_owned()).await?;
        page.shows("document.title", "Not found · Grid-Bench Lab".to_owned()).await?;
    }
    Ok(())
}

/// Answers a question as the rule does, with the pointer.
async fn answer(page: &Page, question: &Question) -> Result<()> {
    let after = question.opened().after();
    match question.kind {
        Kind::Changed => {
            for cell in question.scene.before.differences(after) {
                page.click(&format!(".question [data-cell='{cell}']")).await?;
            }
        }
        Kind::Values => {
            for &cell in &question.asked {
                let field = page.control(&list(&question.scene.space.shape.point(cell))).await?;
                field.send_keys(after.get(cell).to_string()).await?;
            }
        }
        Kind::Whole => {
            for cell in question.scene.before.differences(after) {
                page.run(&format!(
                    "[...document.querySelectorAll('.pens button')].find((pen) => pen.textContent === '{}').click()",
                    after.get(cell)
                ))
                .await?;
                page.click(&format!(".question [data-cell='{cell}']")).await?;
            }
        }
    }
    page.press("Check").await?;
    page.says(".question .verdict", "Right").await
}

async fn right_answers_count_and_stay(page: &Page) -> Result<()> {
    for family in lesson::families() {
        page.open(&format!("learn/{}", lesson::slug(family))).await?;
        for index in 0..QUESTIONS {
            page.says(".question h3", &format!("Question {} of {QUESTIONS}", index + 1)).await?;
            answer(page, &question(family, 0, index).expect("a question")).await?;
            page.says(".score", &format!("answered {0} of {0} right", index + 1)).await?;
            page.press(if index + 1 < QUESTIONS { "Next question" } else { "Finish" }).await?;
        }
        page.says(".question h3", "5 of 5 right").await?;
        page.reload().await?;
        page.says(".score", "answered 5 of 5 right").await?;
        // The next visit asks others.
        let event = question(family, 1, 0).expect("a question").scene.event;
        let text: String = event.args.iter().map(|(name, arg)| format!(" {name}={arg}")).collect();
        page.says(".question .caption-event", &format!("{}{text}", family.name())).await?;
    }
    Ok(())
}

async fn wrong_answers_are_explained(page: &Page) -> Result<()> {
    for family in lesson::families() {
        page.open(&format!("learn/{}", lesson::slug(family))).await?;
        let first = question(family, 0, 0).expect("a question");
        let verdict = first.check(&first.blank());
        page.press("Check").await?;
        page.says(".question .verdict", &verdict.sentence()).await?;
        page.shows("[...document.querySelectorAll('.reasons li')].map((reason) => reason.textContent)", verdict.reasons).await?;
        page.shows("document.querySelectorAll('.told .c.missing').length", verdict.missed.len()).await?;
        // It is answered now.
        page.click(".question .worked [data-cell='0']").await?;
        page.shows("document.querySelectorAll('.question .c.selected').length", 0).await?;
        page.says(".score", "answered 0 of 1 right").await?;
    }
    Ok(())
}

/// Without a pointer: the cells with arrows and Enter, the values as text, the whole state by typing.
async fn the_keyboard_alone_answers_a_round(page: &Page) -> Result<()> {
    let family = lesson::find("paint").expect("PAINT has a lesson");
    page.open("learn/paint").await?;
    for index in 0..QUESTIONS {
        page.says(".question h3", &format!("Question {} of {QUESTIONS}", index + 1)).await?;
        let question = question(family, 0, index).expect("a question");
        let after = question.opened().after();
        if question.kind == Kind::Values {
            page.run("document.querySelector('.values input').focus()").await?;
            for &cell in &question.asked {
                page.keys(after.get(cell).to_string()).await?;
                page.keys(Key::Tab).await?;
            }
        } else {
            page.run("document.querySelector('.question .worked [tabindex=\"0\"]').focus()").await?;
            let sides = question.scene.space.shape.sides();
            let columns = sides[sides.len() - 1] as usize;
            for cell in 0..after.cells().len() {
                if question.scene.before.get(cell) != after.get(cell) {
                    match question.kind {
                        Kind::Changed => page.keys(Key::Enter).await?,
                        _ => page.keys(after.get(cell).to_string()).await?,
                    }
                }
                if (cell + 1) % columns == 0 {
                    page.keys(Key::Down).await?;
                    page.keys(Key::Home).await?;
                } else {
                    page.keys(Key::Right).await?;
                }
            }
        }
        page.run("[...document.querySelectorAll('.question button.primary')].at(-1).focus()").await?;
        page.keys(Key::Enter).await?;
        page.says(".question .verdict", "Right").await?;
        page.shows("document.activeElement.className", "told".to_owned()).await?;
        page.run("[...document.querySelectorAll('.question button.primary')].at(-1).focus()").await?;
        page.keys(Key::Enter).await?;
        page.shows("document.activeElement.tagName", "H3".to_owned()).await?;
    }
    page.says(".question h3", "5 of 5 right").await
}

async fn blocked_storage_stops_nothing(page: &Page) -> Result<()> {
    page.open("learn/paint").await?;
    page.run("Storage.prototype.setItem = () => { throw new Error('blocked') }").await?;
    page.press("Check").await?;
    page.says(".score", "answered 0 of 1 right").await
}

async fn axe(page: &Page, look: Look) -> Result<()> {
    let mut inspection = page.inspect(look).await?;
    page.open("learn").await?;
    inspection.visit("the list").await?;
    for family in lesson::families() {
        let name = family.name();
        page.open(&format!("learn/{}", lesson::slug(family))).await?;
        page.press("Next part").await?;
        page.press("Check").await?;
        inspection.visit(&format!("{name}, answered")).await?;
        for index in 1..QUESTIONS {
            page.press("Next question").await?;
            page.says(".question h3", &format!("Question {} of", index + 1)).await?;
            if index == 1 || index + 1 == QUESTIONS {
                inspection.visit(&format!("{name}, question {}", index + 1)).await?;
            }
            page.press("Check").await?;
        }
    }
    inspection.finish()
}

async fn axe_finds_nothing_in_light(page: &Page) -> Result<()> {
    axe(page, PLAIN).await
}

async fn axe_finds_nothing_in_dark(page: &Page) -> Result<()> {
    axe(page, Look { dark: true, size: DESKTOP, motion: false }).await
}

async fn axe_finds_nothing_on_a_phone(page: &Page) -> Result<()> {
    axe(page, Look { dark: false, size: PHONE, motion: false }).await
}
