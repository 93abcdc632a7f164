//! The literal prompt.

use grids::instance::Instance;
use grids::prompt::prompt;
use serde_json::Value;

use crate::open::{LINE, paste};
use crate::page::{Page, Result, built_in};

crate::tests! { "prompt":
    the_text_is_the_prompt,
    the_text_of_an_opened_instance,
    copying_copies_every_character,
    a_refused_clipboard_is_said,
}

const TEXT: &str = "document.querySelector('pre').textContent";

async fn the_text_is_the_prompt(page: &Page) -> Result<()> {
    for id in ["figure-1a", "table-6-compress", "layer-3d", "relabel-4d", "mix-2d"] {
        page.open(&format!("prompt?i={id}&t=0")).await?;
        page.shows(TEXT, prompt(&built_in(id).0)).await?;
    }
    Ok(())
}

async fn the_text_of_an_opened_instance(page: &Page) -> Result<()> {
    page.open("prompt").await?;
    paste(page, LINE).await?;
    page.shows(TEXT, prompt(&Instance::open(LINE)?.0)).await
}

async fn copying_copies_every_character(page: &Page) -> Result<()> {
    page.allow_clipboard().await?;
    page.open("prompt?i=stencil-3d&t=0").await?;
    page.press("Copy the prompt").await?;
    page.says(".prompt-page .tools", "Copied").await?;
    assert_eq!(page.clipboard().await?, prompt(&built_in("stencil-3d").0));
    // The button then offers itself again.
    page.says(".prompt-page .tools", "Copy the prompt").await
}

/// Where the browser forbids it, the page says so instead of lying.
async fn a_refused_clipboard_is_said(page: &Page) -> Result<()> {
    page.open("prompt?i=figure-1a&t=0").await?;
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))").await?;
    page.press("Copy the prompt").await?;
    page.says(".prompt-page .tools", "blocked").await?;
    // Not every browser has a clipboard at all.
    page.run("Object.defineProperty(navigator, 'clipboard', { value: undefined })").await?;
    page.says(".prompt-page .tools", "Copy the prompt").await?;
    page.press("Copy the prompt").await?;
    page.says(".prompt-page .tools", "blocked").await?;
    let text: String = page.get(TEXT, Value::Null).await?;
    assert!(!text.is_empty());
    Ok(())
}
