//! The page that makes trajectories.

use serde_json::Value;
use thirtyfour::Key;

use crate::page::{DESKTOP, Look, PHONE, PLAIN, Page, Result, TITLE};

crate::tests! { "generate":
    a_suite_is_made_with_the_printed_digests,
    a_link_reproduces_the_order,
    the_defaults_follow_the_family,
    bad_input_is_said_at_its_field,
    cancelling_keeps_what_is_there,
    what_cannot_be_made_is_listed_with_its_reasons,
    a_trajectory_opens_at_a_prefix_and_the_others_stay,
    a_run_goes_on_while_another_tab_is_shown,
    what_is_opened_here_is_shown,
    another_one_like_this,
    the_keyboard_alone_makes_a_suite,
    downloads_have_their_names,
    a_fault_of_the_worker_is_shown,
    axe_finds_nothing_in_light,
    axe_finds_nothing_in_dark,
    axe_finds_nothing_on_a_phone,
}

/// One that is made in no time, and still has all parts of the page.
const SMALL: &str = "generate?family=PAINT&shape=6x6&target=12&length=20&count=3";
/// All attempts fail: such small worlds are too full at once.
const HARD: &str = "generate?family=PAINT&shape=3x3&target=4&band=97-99&count=2";

async fn make(page: &Page) -> Result<()> {
    page.click("button.primary").await?;
    page.until("the run ends", "document.querySelector('.done, .partial')").await
}

/// Waits until a trajectory is drawn, and gives its digest.
async fn digest(page: &Page, condition: &str, index: usize) -> Result<String> {
    let item = format!("document.querySelector(\"[data-name='{condition}'] li:nth-child({})\")", index + 1);
    page.run(&format!("{item}.scrollIntoView({{ block: 'center' }})")).await?;
    page.until("the picture is drawn", &format!("{item}.querySelector('svg path')")).await?;
    page.get(&format!("{item}.querySelector('code').title"), Value::Null).await
}

/// Generator specification, section 15.
async fn a_suite_is_made_with_the_printed_digests(page: &Page) -> Result<()> {
    page.open("generate?suite=paper").await?;
    page.click("button.primary").await?;
    page.until("there is progress", "document.querySelector('progress')?.value > 0").await?;
    for _ in 0..6 {
        // A busy machine makes few at a time.
        if page.until("the run ends", "document.querySelector('.done')").await.is_ok() {
            break;
        }
    }
    page.says(".done", "Made 248 trajectories").await?;
    page.shows("document.querySelectorAll('.wall li').length", 248).await?;
    // What is far away is not drawn yet.
    let drawn: usize = page.get("document.querySelectorAll('.wall svg').length", Value::Null).await?;
    assert!(drawn < 248, "{drawn}");
    for (condition, index, expected) in [
        ("PAINT/16x16/100", 0, "6649acdad519b600"),
        ("REFLECT/6x6x7/64", 1, "ce7f2954ef2dd631"),
        ("STENCIL/4x4x4x4/10", 2, "cc9cd8314f9fc953"),
        ("MIX/16x16/30", 3, "9cb5b3a7aba9dea9"),
        ("RELABEL/6x6x7/100", 4, "5ef1ca7f05dfde1e"),
        ("LAYER/16x16/150", 5, "0fa3d8b58b6ed914"),
        ("MOVE/4x4x4x4/50", 6, "bfcab4e4167e5d08"),
        ("COMPRESS/6x6x7/252", 7, "75414acae9eb2f2f"),
    ] {
        assert_eq!(digest(page, condition, index).await?, expected, "{condition} {index}");
    }
    page.shows(
        "[...document.querySelectorAll('.chart')].map((chart) => chart.querySelectorAll('.chart-name').length)",
        vec![31; 3],
    )
    .await?;
    page.shows("document.querySelectorAll('.numbers tbody tr').length", 31).await
}

async fn a_link_reproduces_the_order(page: &Page) -> Result<()> {
    page.open("generate").await?;
    page.allow_clipboard().await?;
    page.press("One condition").await?;
    page.choose("Family", "MIX").await?;
    for (field, text) in [("shape", "8x8"), ("target", "9"), ("band", "50-60"), ("count", "2"), ("first", "5"), ("seed", "7")] {
        page.fill(&format!("#field-{field}"), text).await?;
    }
    let path = "generate?family=MIX&shape=8x8&target=9&band=50-60&count=2&first=5&seed=7";
    page.shows("location.href", page.address(path)).await?;
    page.press("Copy link to this request").await?;
    page.says("form", "Copied").await?;
    assert_eq!(page.clipboard().await?, page.address(path));
    make(page).await?;
    let name = "MIX/8x8/9/band=50-60";
    let first = digest(page, name, 0).await?;
    page.reload().await?;
    page.shows("document.querySelector('#field-band').value", "50-60".to_owned()).await?;
    make(page).await?;
    assert_eq!(digest(page, name, 0).await?, first);
    let other = page.elsewhere().await?;
    let result = async {
        other.open(path).await?;
        make(&other).await?;
        assert_eq!(digest(&other, name, 0).await?, first);
        other.assert_well().await
    };
    let result = result.await;
    other.quit().await?;
    result
}

async fn the_defaults_follow_the_family(page: &Page) -> Result<()> {
    page.open("generate?family=RELABEL").await?;
    let shown = "['target', 'alphabet', 'band'].map((name) => document.getElementById(`field-${name}`).placeholder)";
    page.shows(shown, vec!["100", "0,1,2,3,4,5,6", "50-65"].into_iter().map(str::to_owned).collect::<Vec<_>>()).await?;
    page.choose("Family", "MIX").await?;
    page.shows(shown, vec!["12", "0,1,2,3", "55-70"].into_iter().map(str::to_owned).collect::<Vec<_>>()).await?;
    page.choose("Family", "COMPRESS").await?;
    page.fill("#field-shape", "4x5").await?;
    page.shows("document.getElementById('field-target').placeholder", "20".to_owned()).await?;
    page.says("form [role=status]", "8 trajectories of 128 events").await
}

async fn bad_input_is_said_at_its_field(page: &Page) -> Result<()> {
    page.open("generate?family=STENCIL").await?;
    for (field, bad, part) in [
        ("shape", "16 by 16", "side lengths like 16x16"),
        ("target", "500", "expected 1 to 256"),
        ("alphabet", "0,2,4", "STENCIL"),
        ("band", "80-20", "0 < low < high < 100"),
        ("length", "0", "1 to 4096"),
        ("count", "many", "an integer from 1 to 2000"),
        ("first", "-1", "an integer from 0"),
        ("seed", "0x12", "an integer from 0"),
    ] {
        let input = format!("#field-{field}");
        page.fill(&input, bad).await?;
        page.says(&format!("#fault-{field}"), part).await?;
        page.shows(&format!("document.querySelector('{input}').ariaInvalid"), "true".to_owned()).await?;
        page.shows("document.querySelector('button.primary').ariaDisabled", "true".to_owned()).await?;
        page.click("button.primary").await?;
        page.fill(&input, "").await?;
        page.shows(&format!("document.querySelector('{input}').ariaInvalid"), "false".to_owned()).await?;
    }
    page.shows("document.querySelector('.run')", None::<Value>).await?;
    // A link with bad values shows what is wrong with them.
    page.open("generate?family=NONE&count=0").await?;
    page.says("#fault-family", "expected one of PAINT").await?;
    page.says("form [role=status]", "2 fields are to be corrected").await
}

async fn cancelling_keeps_what_is_there(page: &Page) -> Result<()> {
    page.open("generate?suite=paper&count=60").await?;
    page.click("button.primary").await?;
    page.until("some are made", "document.querySelector('progress')?.value > 4").await?;
    page.press("Cancel").await?;
    page.says(".partial", "Partial").await?;
    page.says(".downloads", "Download what is here").await?;
    page.shows("document.activeElement.matches('.status [role=status]')", true).await?;
    page.shows("document.querySelector('progress')", None::<Value>).await?;
    let said: String = page.get("document.querySelector('.partial').textContent", Value::Null).await?;
    let kept: usize = page.get("document.querySelectorAll('.wall li:not([hidden])').length", Value::Null).await?;
    assert!(kept > 4 && kept < 1860 && said.contains(&format!("{kept} trajectories of 1860")), "{kept}: {said}");
    // The workers are gone: nothing comes in any more.
    page.run("window.before = document.querySelector('.partial').textContent").await?;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    page.shows("document.querySelector('.partial').textContent === window.before", true).await?;
    // And the next order is made whole.
    page.open(SMALL).await?;
    make(page).await?;
    page.says(".done", "Made 3 trajectories").await
}

async fn what_cannot_be_made_is_listed_with_its_reasons(page: &Page) -> Result<()> {
    page.open(HARD).await?;
    make(page).await?;
    page.says(".done", "2 of 2 could not be made").await?;
    page.says(".not-made", "Not made (2)").await?;
    page.says(".not-made li", "8 attempts rejected").await?;
    page.says(".wall li", "no trajectory").await?;
    page.shows("document.querySelectorAll('.wall a').length", 0).await
}

async fn a_trajectory_opens_at_a_prefix_and_the_others_stay(page: &Page) -> Result<()> {
    page.open(SMALL).await?;
    make(page).await?;
    digest(page, "PAINT/6x6/12/length=20", 1).await?;
    page.choose("Open the first", "8").await?;
    page.click(".wall li:nth-child(2) a").await?;
    page.at(0, 8).await?;
    page.shows(TITLE, "PAINT on 6×6, target 12, trajectory 1".to_owned()).await?;
    assert_eq!(page.path().await?, "watch?g=grid-bench/1/20260907/PAINT/6x6/12/length=20/1&T=8&t=0");
    page.web.back().await?;
    page.says(".done", "Made 3 trajectories").await?;
    page.shows(TITLE, "Generate".to_owned()).await?;
    // What was chosen is still chosen.
    page.shows("document.querySelector('.wall-head select').value", "8".to_owned()).await?;
    // The tabs still have the instance, and the link in the header leads back to the same order.
    page.press("Prompt").await?;
    page.says("main", "PAINT on 6×6, target 12, trajectory 1").await?;
    page.press("Generate").await?;
    page.says(".done", "Made 3 trajectories").await?;
    assert_eq!(page.path().await?, SMALL);
    page.shows("document.title", "Generate · Grid-Bench Lab".to_owned()).await
}

async fn a_run_goes_on_while_another_tab_is_shown(page: &Page) -> Result<()> {
    page.open("generate?suite=workload").await?;
    page.click("button.primary").await?;
    page.until("some are made", "document.querySelector('progress')?.value > 0").await?;
    page.press("Watch").await?;
    page.at(0, 3).await?;
    page.press("Generate").await?;
    page.says(".done", "Made 56 trajectories").await
}

/// The dialogs are there on every page; what they open is shown on a tab, also when it is what the tabs have already.
async fn what_is_opened_here_is_shown(page: &Page) -> Result<()> {
    page.open("generate").await?;
    for title in ["Figure 1 B", "Figure 1 B"] {
        page.press("Examples").await?;
        page.run(&format!(
            "[...document.querySelectorAll('dialog .card')].find((card) => card.textContent.includes('{title}')).click()"
        ))
        .await?;
        page.until("it is shown", &format!("document.querySelector('h1')?.textContent.includes('{title}')")).await?;
        assert!(page.path().await?.starts_with("watch?i="));
        page.web.back().await?;
        page.shows(TITLE, "Generate".to_owned()).await?;
    }
    Ok(())
}

async fn another_one_like_this(page: &Page) -> Result<()> {
    page.open("watch?g=grid-bench/1/20260907/MIX/6x6/9/0&T=1&t=1").await?;
    page.at(1, 1).await?;
    page.press("Another one like this").await?;
    page.shows(TITLE, "MIX on 6×6, target 9, trajectory 1".to_owned()).await?;
    page.choose("The first", "32").await?;
    page.at(0, 32).await?;
    assert_eq!(page.path().await?, "watch?g=grid-bench/1/20260907/MIX/6x6/9/1&T=32&t=0");
    page.web.back().await?;
    page.at(0, 1).await?;
    page.reload().await?;
    page.shows(TITLE, "MIX on 6×6, target 9, trajectory 1".to_owned()).await?;
    // What cannot be made is said, and the page shows something all the same.
    page.open("watch?g=grid-bench/1/20260907/MIX/6x6/99/0&T=1&t=1").await?;
    page.says("main", "expected 1 to 36").await
}

async fn the_keyboard_alone_makes_a_suite(page: &Page) -> Result<()> {
    page.open("generate?family=PAINT&shape=6x6&target=12&length=20").await?;
    page.control("Trajectories of each condition").await?.focus().await?;
    page.keys("2").await?;
    page.keys(Key::Enter).await?;
    page.says(".done", "Made 2 trajectories").await?;
    for _ in 0..30 {
        page.keys(Key::Tab).await?;
        if page.get::<bool>("document.activeElement.matches('.wall a')", Value::Null).await? {
            page.keys(Key::Enter).await?;
            return page.at(0, 16).await;
        }
    }
    Err("no Tab leads to a trajectory".into())
}

/// The bytes are tested natively; here, that each file reaches the browser under its name.
async fn downloads_have_their_names(page: &Page) -> Result<()> {
    page.open(SMALL).await?;
    page.run(
        "window.saved = [];
         const real = URL.createObjectURL;
         URL.createObjectURL = (blob) => {
             const address = real(blob);
             blob.slice(0, 2).text().then((start) => window.saved.push([start, blob.size > 1000]));
             return address;
         };
         HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };",
    )
    .await?;
    make(page).await?;
    for (button, name, start) in [
        ("All as .zip", "all.zip", "PK"),
        ("Instances", "instances.jsonl", "{\""),
        ("Prompts", "prompts.jsonl", "{\""),
        ("Trajectories", "trajectories.jsonl", "{\""),
    ] {
        let name = format!("gridbench-paint-6x6-12-20260907-{name}");
        page.press(button).await?;
        page.says(".downloads", &format!("Saved {name}")).await?;
        page.shows("window.saved", serde_json::json!([name, [start, true]])).await?;
        page.run("window.saved = []").await?;
    }
    Ok(())
}

async fn a_fault_of_the_worker_is_shown(page: &Page) -> Result<()> {
    page.open(SMALL).await?;
    page.forgive("ERR_INTERNET_DISCONNECTED");
    page.offline(true).await?;
    page.click("button.primary").await?;
    page.says(".partial", "Stopped by a fault").await?;
    page.offline(false).await?;
    make(page).await?;
    page.says(".done", "Made 3 trajectories").await?;
    // A fault at the start of another order loses nothing.
    page.offline(true).await?;
    page.click("button.primary").await?;
    page.says(".partial", "What was made before is still here").await?;
    page.says(".done", "Made 3 trajectories").await?;
    page.offline(false).await?;
    page.shows("document.querySelectorAll('.wall li').length", 3).await
}

async fn axe(page: &Page, look: Look) -> Result<()> {
    let mut inspection = page.inspect(look).await?;
    page.open("generate").await?;
    inspection.visit("the empty form").await?;
    page.open("generate?family=MIX&shape=x&seed=y").await?;
    inspection.visit("bad input").await?;
    page.open(SMALL).await?;
    make(page).await?;
    page.press("All numbers as a table").await?;
    inspection.visit("a run").await?;
    page.open(HARD).await?;
    make(page).await?;
    inspection.visit("nothing made").await?;
    page.open("generate?suite=paper&count=60").await?;
    page.click("button.primary").await?;
    page.until("some are made", "document.querySelector('progress')?.value > 4").await?;
    inspection.visit("running").await?;
    page.press("Cancel").await?;
    inspection.visit("cancelled").await?;
    inspection.finish()
}

async fn axe_finds_nothing_in_light(page: &Page) -> Result<()> {
    axe(page, PLAIN).await
}

async fn axe_finds_nothing_in_dark(page: &Page) -> Result<()> {
    axe(page, Look { dark: true, size: DESKTOP, motion: false }).await
}

async fn axe_finds_nothing_on_a_phone(page: &Page) -> Result<()> {
    axe(page, Look { dark: false, size: PHONE, motion: false }).await?;
    axe(page, Look { dark: true, size: PHONE, motion: false }).await
}
