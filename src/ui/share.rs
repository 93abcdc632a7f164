//! Sending what is shown to somebody, and taking it along: a link, files, and the picture of the board.

use base::json;
use grids::model::draft;
use grids::model::drawing::{Caption, Drawing, Svg, Theme, TooLarge, animate};
use grids::model::picture::Picture;
use grids::prompt::prompt;
use grids::record::{self, Detail};
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::sync::Arc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{Blob, CanvasRenderingContext2d, ClipboardItem, HtmlCanvasElement, HtmlImageElement};

use super::clipboard::{CopyButton, clipboard};
use super::close_up;
use super::download::{self, Address};
use super::events;
use crate::address::{self, Origin, Tab};
use crate::desk::Desk;
use crate::state::{Loaded, Session, Shown, Workbench};

/// The longest trace that the page writes, in bytes. Longer ones belong to the native program.
const LONGEST_TRACE: usize = 64 << 20;
/// How many pixels of a PNG there may be to one of the picture.
const SCALES: [u32; 4] = [1, 2, 3, 4];
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

/// What a draft has more.
const ABOUT_DRAFTS: &str = " These have the events that take part, up to the first that is not valid; the draft has all events, your \
                            prediction and your notes.";

/// What somebody is told who has not asked for the reference yet.
const ABOUT_THE_REFERENCE: &str =
    "You are predicting: the instance's files hold the final state, and the trace every state before it.";

/// What has come of the last press of a button, if one was pressed.
type Said = RwSignal<Option<Result<String, String>>>;

/// What the dialog holds.
#[component]
pub fn Share() -> impl IntoView {
    view! {
        <div class="share">
            <Link />
            <Files />
            <PictureFiles />
        </div>
    }
}

/// What has come of a press, said beside the buttons.
#[component]
fn Told(said: Said) -> impl IntoView {
    view! {
        <div role="status">
            {move || match said.get() {
                None => ().into_any(),
                Some(Ok(done)) => view! { <p>{done}</p> }.into_any(),
                Some(Err(problem)) => view! { <p class="problem">{problem}</p> }.into_any(),
            }}
        </div>
    }
}

/// The tab that is shown.
fn tab() -> Tab {
    window().location().pathname().ok().and_then(|path| Tab::of(&path)).unwrap_or(Tab::Watch)
}

#[component]
fn Link() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let origin = move || bench.loaded.get().link().clone();
    let link = move || address::link(tab().path(), &origin(), &bench.view.get());
    let content = move || match origin() {
        Origin::Kept(_) => view! {
            <p>
                "This instance is too large for a link. Send its file instead: whoever gets it opens it here with “Open…”."
            </p>
        }
        .into_any(),
        Origin::Gallery(_) | Origin::Packed(_) | Origin::Generated { .. } | Origin::Draft(_) => view! {
            <label class="field">
                "Opens this tab with this instance, looked at as it is now."
                <input type="text" readonly prop:value=link />
            </label>
            <p class="tools">
                <CopyButton label="Copy the link" text=link />
                <span class="hint">{move || format!("{} characters", link().chars().count())}</span>
            </p>
        }
        .into_any(),
    };
    view! {
        <section aria-labelledby="share-link">
            <h3 id="share-link">"Link"</h3>
            {content}
        </section>
    }
}

/// A file made of the instance.
#[derive(Clone, Copy, PartialEq)]
enum File {
    Json,
    Jsonl,
    Prompt,
    Trace,
    Draft,
}

impl File {
    const ALL: [File; 5] = [File::Json, File::Jsonl, File::Prompt, File::Trace, File::Draft];

    /// What the button says.
    fn name(self) -> &'static str {
        match self {
            File::Json => "Instance, JSON",
            File::Jsonl => "Instance, JSONL",
            File::Prompt => "Prompt",
            File::Trace => "Trace",
            File::Draft => "Draft",
        }
    }

    /// What follows the instance's id in the name of the file.
    fn ending(self) -> &'static str {
        match self {
            File::Json => ".json",
            File::Jsonl => ".jsonl",
            File::Prompt => "-prompt.txt",
            File::Trace => "-trace.json",
            File::Draft => "-draft.json",
        }
    }

    fn kind(self) -> &'static str {
        match self {
            File::Json | File::Trace | File::Draft => "application/json",
            File::Jsonl => "application/jsonl",
            File::Prompt => "text/plain",
        }
    }

    fn text(self, loaded: &Loaded, desk: Desk) -> Result<String, String> {
        let Loaded { instance, trace, .. } = loaded;
        match self {
            File::Json => {
                let line = instance.to_json(trace);
                json::parse(&line).map(|document| document.root().lay_out()).map_err(|error| error.to_string())
            }
            File::Jsonl => Ok(instance.to_json(trace) + "\n"),
            File::Prompt => Ok(prompt(instance)),
            File::Trace => {
                let mut text = String::new();
                let last = trace.state(&instance.initial, trace.len());
                record::write(instance, &last, Detail::States, |piece| {
                    text.push_str(piece);
                    if text.len() > LONGEST_TRACE { Err(()) } else { Ok(()) }
                })
                .map_err(|()| {
                    let most = LONGEST_TRACE >> 20;
                    format!("found more than {most} MB, expected less here; gridbench run --trace states writes it whole")
                })?;
                text.push('\n');
                Ok(text)
            }
            File::Draft => Ok(desk.with_untracked(|draft| draft::file::write_named(draft, &desk.name())) + "\n"),
        }
    }
}

#[component]
fn Files() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let desk = expect_context::<Desk>();
    let said: Said = RwSignal::new(None);
    let is_draft = Memo::new(move |_| matches!(bench.loaded.get().origin, Origin::Draft(_)));
    let button = move |file: File| {
        let save = move |_| {
            let saved = bench.loaded.with_untracked(|loaded| {
                let name = format!("{}{}", loaded.instance.id, file.ending());
                file.text(loaded, desk)
                    .and_then(|text| download::blob(&text.into(), file.kind()))
                    .and_then(|blob| download::save(&blob, &name))
                    .map(|()| format!("Saved {name}"))
                    .map_err(|problem| format!("{name} could not be made: {problem}"))
            });
            said.set(Some(saved));
        };
        view! { <button on:click=save>{file.name()}</button> }
    };
    view! {
        <section aria-labelledby="share-files">
            <h3 id="share-files">"Files"</h3>
            <p class="tools">
                {move || File::ALL.into_iter().filter(|file| *file != File::Draft || is_draft.get()).map(button).collect_view()}
            </p>
            <Told said />
            <p class="hint">
                "JSON is laid out for reading, JSONL is one line; both open here again. The trace has what every event reads, writes and changes, and \
                 the state after it."
                {move || is_draft.get().then_some(ABOUT_DRAFTS)}
            </p>
            {move || desk.hides_reference().then(|| view! { <p class="hint">{ABOUT_THE_REFERENCE}</p> })}
        </section>
    }
}

/// The picture of the board as a file.
#[component]
fn PictureFiles() -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let content = move || match bench.board.get() {
        Some(shown) => view! { <PictureForm shown /> }.into_any(),
        None => view! { <p class="hint">"This tab shows no world. Others have a picture of theirs here."</p> }.into_any(),
    };
    view! {
        <section aria-labelledby="share-picture">
            <h3 id="share-picture">"Picture of the world"</h3>
            {content}
        </section>
    }
}

#[component]
fn PictureForm(shown: Shown) -> impl IntoView {
    let bench = expect_context::<Workbench>();
    let said: Said = RwSignal::new(None);
    let theme = RwSignal::new(Theme::Light);
    let captioned = RwSignal::new(true);
    let scale = RwSignal::new(2u32);
    let name = name(bench);
    let caption = caption(bench, &shown);
    let label = shown.label.clone();
    let svg = Memo::new(move |_| {
        let (mosaic, colours) = (bench.mosaic.get(), bench.loaded.with(|loaded| loaded.colours()));
        let caption = captioned.get().then_some(&caption);
        let drawing = Drawing {
            mosaic: &mosaic,
            picture: &shown.picture,
            colours: &colours,
            theme: theme.get(),
            label: &shown.label,
            caption,
        };
        drawing.svg().map(Arc::new)
    });
    let preview = move || {
        let address = svg.get().map_err(|problem| problem.to_string()).and_then(|svg| Address::of(&file(&svg)?));
        match address {
            Ok(address) => {
                let source = address.0.clone();
                on_cleanup(move || drop(address));
                view! { <img class="preview" src=source alt=label.clone() /> }.into_any()
            }
            Err(problem) => view! { <p class="problem">{format!("There is no picture: {problem}.")}</p> }.into_any(),
        }
    };
    let save = move |file_name: String, blob: Result<Blob, String>| {
        let saved = blob.and_then(|blob| download::save(&blob, &file_name));
        let told = saved.map(|()| format!("Saved {file_name}"));
        // The dialog may have been closed meanwhile.
        said.try_set(Some(told.map_err(|problem| format!("{file_name} could not be made: {problem}"))));
    };
    let svg_name = format!("{name}.svg");
    let save_svg = move |_| save(svg_name.clone(), drawn(svg).and_then(|svg| file(&svg)));
    let moving_name = format!("{name}-animated.svg");
    let save_moving = move |_| save(moving_name.clone(), moving(bench, theme.get_untracked(), captioned.get_untracked()));
    let png_name = format!("{name}.png");
    let save_png = move |_| {
        let (name, svg, scale) = (png_name.clone(), drawn(svg), scale.get_untracked());
        spawn_local(async move {
            let png = match svg {
                Ok(svg) => png(&svg, scale).await,
                Err(problem) => Err(problem),
            };
            save(name, png);
        });
    };
    let copy = move |_| {
        let (svg, scale) = (drawn(svg), scale.get_untracked());
        spawn_local(async move {
            let copied = match svg {
                Ok(svg) => copy_png(svg, scale).await,
                Err(problem) => Err(problem),
            };
            let told = copied.map(|()| "Copied the picture".to_owned());
            said.try_set(Some(told.map_err(|problem| format!("The picture could not be copied: {problem}"))));
        });
    };
    let themed = move |which: Theme, name: &'static str| {
        view! {
            <label>
                <input type="radio" name="theme" prop:checked=move || theme.get() == which on:change=move |_| theme.set(which) />
                {name}
            </label>
        }
    };
    view! {
        {preview}
        <fieldset class="segments">
            <legend>"Colours"</legend>
            {themed(Theme::Light, "light")}
            {themed(Theme::Dark, "dark")}
        </fieldset>
        <label class="check">
            <input type="checkbox" prop:checked=captioned on:change:target=move |event| captioned.set(event.target().checked()) />
            "With title, step and key"
        </label>
        <p class="tools">
            <button on:click=save_svg>"SVG"</button>
            <button on:click=save_png>"PNG"</button>
            {bench.part.get_untracked().map(|_| view! { <button on:click=save_moving>"The whole step, animated SVG"</button> })}
            {can_copy().then(|| view! { <button on:click=copy>"Copy the picture"</button> })}
            <label>
                "PNG at "
                <select on:change:target=move |event| scale.set(event.target().value().parse().unwrap_or(1))>
                    {SCALES
                        .map(|each| {
                            view! { <option value=each selected=move || scale.get() == each>{size(svg, each)}</option> }
                        })
                        .into_iter()
                        .collect_view()}
                </select>
            </label>
        </p>
        <Told said />
        <p class="hint">"SVG suits papers and slides: it stays sharp at any size, and its parts can be changed."</p>
    }
}

/// The name of the picture's file without its ending: the instance, and the step or the tab.
fn name(bench: Workbench) -> String {
    let id = bench.loaded.with_untracked(|loaded| loaded.instance.id.clone());
    match tab() {
        Tab::Watch => {
            let part = bench.part.get_untracked().map_or_else(String::new, |part| format!("-p{part}"));
            format!("{id}-t{}{part}", bench.t.get_untracked())
        }
        Tab::Edit => format!("{id}-edit-t{}", bench.t.get_untracked()),
        tab => format!("{id}-{}", tab.name().to_lowercase()),
    }
}

fn caption(bench: Workbench, shown: &Shown) -> Caption {
    bench.session.with_untracked(|Session { loaded, playhead }| {
        let t = playhead.t();
        let event = t
            .checked_sub(1)
            .and_then(|index| loaded.instance.events.get(index))
            .filter(|_| matches!(tab(), Tab::Watch | Tab::Edit));
        let event = event.map(|event| format!("Event {t}: {}", events::text(event)));
        Caption { title: loaded.title.clone(), notes: [shown.label.clone()].into_iter().chain(event).collect() }
    })
}

/// How long a part is shown, in milliseconds.
const EACH: u32 = 1200;
/// The most states of an animated picture.
const MOST_STATES: usize = 64;

/// The step that is looked at from close by, part by part.
fn moving(bench: Workbench, theme: Theme, captioned: bool) -> Result<Blob, String> {
    let states = close_up::states(bench, MOST_STATES).ok_or("no step is open")?;
    let (mosaic, loaded, t) = (bench.mosaic.get_untracked(), bench.loaded.get_untracked(), bench.t.get_untracked());
    let colours = loaded.colours();
    let label = format!("Event {t} of {}, part by part", loaded.title);
    let frame = |(picture, sentence): &(Picture, String)| {
        let caption = Caption { title: label.clone(), notes: vec![sentence.clone()] };
        let caption = captioned.then_some(&caption);
        Drawing { mosaic: &mosaic, picture, colours: &colours, theme, label: sentence, caption }.svg()
    };
    let frames = states.iter().map(frame).collect::<Result<Vec<_>, _>>();
    let svg = frames.and_then(|frames| animate(&frames, EACH, theme, &label)).map_err(|problem| problem.to_string())?;
    file(&svg)
}

type Drawn = Memo<Result<Arc<Svg>, TooLarge>>;

fn drawn(svg: Drawn) -> Result<Arc<Svg>, String> {
    svg.get_untracked().map_err(|problem| problem.to_string())
}

/// A scale with the pixels that it gives: `2×, 650 × 510 pixels`.
fn size(svg: Drawn, scale: u32) -> impl Fn() -> String + Send + Sync + 'static {
    move || match svg.with(|svg| svg.as_ref().map(|svg| svg.pixels(scale)).ok()) {
        Some(Ok((width, height))) => format!("{scale}×, {width} × {height} pixels"),
        Some(Err(_)) => format!("{scale}×, too large"),
        None => format!("{scale}×"),
    }
}

fn file(svg: &Svg) -> Result<Blob, String> {
    download::blob(&svg.text.as_str().into(), SVG)
}

/// Draws a picture on a canvas of so many times its size.
async fn png(svg: &Svg, scale: u32) -> Result<Blob, String> {
    let refused = |_: JsValue| "the browser did not draw it".to_owned();
    let (width, height) = svg.pixels(scale).map_err(|problem| format!("{problem}; choose fewer, or SVG"))?;
    // It must stay there until it is drawn.
    let address = Address::of(&file(svg)?)?;
    let image = HtmlImageElement::new().map_err(refused)?;
    image.set_src(&address.0);
    JsFuture::from(image.decode()).await.map_err(refused)?;
    let canvas: HtmlCanvasElement = document().create_element("canvas").map_err(refused)?.unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").map_err(refused)?.ok_or("the browser has no room for it")?;
    context
        .unchecked_into::<CanvasRenderingContext2d>()
        .draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width.into(), height.into())
        .map_err(refused)?;
    let blob = js_sys::Promise::new(&mut |resolve, reject| {
        if let Err(error) = canvas.to_blob(&resolve) {
            let _ = reject.call1(&JsValue::NULL, &error);
        }
    });
    let blob = JsFuture::from(blob).await.map_err(refused)?;
    blob.dyn_into().map_err(|_| "the browser has no room for it".to_owned())
}

/// Whether the browser takes pictures into the clipboard.
fn can_copy() -> bool {
    js_sys::Reflect::has(&window(), &"ClipboardItem".into()).unwrap_or(false) && clipboard().is_some()
}

/// The browser is promised the picture at once, since it asks whether a person has just pressed something.
async fn copy_png(svg: Arc<Svg>, scale: u32) -> Result<(), String> {
    let blocked = |_: JsValue| "copying is blocked here".to_owned();
    svg.pixels(scale).map_err(|problem| format!("{problem}; choose fewer"))?;
    let promise = future_to_promise(async move { png(&svg, scale).await.map(JsValue::from).map_err(JsValue::from) });
    let content = js_sys::Object::new();
    js_sys::Reflect::set(&content, &PNG.into(), &promise).map_err(blocked)?;
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&content).map_err(blocked)?;
    let clipboard = clipboard().ok_or("copying is blocked here")?;
    JsFuture::from(clipboard.write(&js_sys::Array::of1(&item))).await.map_err(blocked)?;
    Ok(())
}
