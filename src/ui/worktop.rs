//! The board on the desk: a surface of the draft that is drawn on with pointer and keys.

use gloo::timers::callback::Timeout;
use grids::model::draft::Surface;
use grids::model::draft::digits::{Digits, Typed};
use grids::model::draft::tools::{Region, line};
use grids::model::keyboard::{digit, letter};
use grids::model::mosaic::Move;
use grids::model::picture::{Marks, Picture};
use grids::world::World;
use grids::world::codec::{list, shorten};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Element, Event, FocusEvent, KeyboardEvent, Node};

use super::board::{self, Board};
use super::hands::{Hands, Pointing};
use super::keys::Keys;
use super::readout::Readout;
use crate::desk::Desk;
use crate::desk::drawing::Drawing;
use crate::desk::entering::Entering;
use crate::desk::tools::{Selection, TOOLS, Tool};

/// How long typed digits wait for another one, in milliseconds.
const TYPING: u32 = 1000;

/// A surface of the draft, to be drawn on.
#[component]
pub fn Worktop(
    /// Which one.
    #[prop(into)]
    surface: Signal<Surface>,
    /// A state to compare it with: where the two differ is marked.
    #[prop(optional, into)]
    reference: Signal<Option<Arc<World>>>,
    /// An earlier state: where the two differ is marked as changed, unless it is compared with the other one.
    #[prop(optional, into)]
    since: Signal<Option<Arc<World>>>,
    /// A state to look at instead. Nothing is drawn meanwhile.
    #[prop(optional, into)]
    instead: Signal<Option<Arc<World>>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let drawing = Drawing::new(desk, surface);
    let work = Work::new(drawing);
    let (bench, tools) = (desk.bench, desk.tools);

    let picture = Memo::new(move |_| match instead.get() {
        Some(world) => Arc::new(Picture::plain(&world)),
        None => Arc::new(picture(drawing, reference, since)),
    });
    let elsewhere = move || instead.with(Option::is_some);
    let label = move || {
        let shape = desk.with(|draft| draft.frame.space.shape.clone());
        let which = match surface.get() {
            _ if elsewhere() => "at the beginning".to_owned(),
            Surface::Initial if drawing.is_later() => format!("after event {}", bench.t.get()),
            Surface::Initial => "at the beginning".to_owned(),
            Surface::Prediction => "as predicted".to_owned(),
            Surface::Scratch(t) => format!("as noted after event {t}"),
        };
        format!("World of shape {shape} {which}")
    };
    let hands = Hands {
        pointer: Callback::new(move |pointing| {
            if !untrack(elsewhere) {
                work.point(pointing);
            }
        }),
        key: Callback::new(move |event| !untrack(elsewhere) && work.key(&event)),
        draws: Signal::derive(move || match tools.tool.get() {
            Tool::Hand => false,
            _ if elsewhere() => false,
            Tool::Select | Tool::Pick => true,
            Tool::Pen | Tool::Fill => drawing.is_entering() || drawing.may_draw(),
        }),
        edits: Signal::derive(move || drawing.may_draw() && !elsewhere()),
        typed: Signal::derive(move || tools.digits.with(|digits| digits.text().to_owned())),
    };
    work.follow_the_cursor();
    Effect::new(move |_| desk.surface.set_value(surface.get()));
    on_cleanup(move || {
        work.settle();
        desk.lift();
    });

    let root = NodeRef::<html::Div>::new();
    let left = move |event: FocusEvent| {
        let to = event.related_target().and_then(|target| target.dyn_into::<Node>().ok());
        if !root.get_untracked().is_some_and(|root| root.contains(to.as_ref())) {
            work.settle();
        }
    };
    let give = move |event: ClipboardEvent, text: Option<String>| {
        if let (Some(data), Some(text)) = (event.clipboard_data(), text)
            && data.set_data("text/plain", &text).is_ok()
        {
            event.prevent_default();
        }
    };
    view! {
        <div
            class="worktop"
            class:large=tools.large
            node_ref=root
            on:focusout=left
            on:copy=move |event| {
                if in_grid(&event) {
                    work.settle();
                    give(event, drawing.copy());
                }
            }
            on:cut=move |event| {
                if in_grid(&event) {
                    work.settle();
                    give(event, drawing.cut());
                }
            }
            on:paste=move |event| {
                if let Some(data) = event.clipboard_data().filter(|_| in_grid(&event)) {
                    event.prevent_default();
                    work.settle();
                    drawing.paste(&data.get_data("text/plain").unwrap_or_default());
                }
            }
        >
            <Board picture=picture.into() label=Signal::derive(label) hands />
            <div class="worktop-lines">
                {move || elsewhere().then(|| view! { <p class="looking-back">"This is the initial state."</p> })}
                {move || match drawing.is_later() && !drawing.is_entering() {
                    true => view! { <Readout /> }.into_any(),
                    false => view! { <Value picture=picture.into() since reference /> }.into_any(),
                }}
                <Status />
            </div>
        </div>
    }
}

/// What the board shows.
fn picture(drawing: Drawing, reference: Signal<Option<Arc<World>>>, since: Signal<Option<Arc<World>>>) -> Picture {
    let Drawing { desk, bench, tools, .. } = drawing;
    let preview = if drawing.is_entering() { desk.preview.get() } else { None };
    let mut picture = match preview.as_deref() {
        Some((_, Ok(preview))) => Picture::event(&preview.after, &preview.footprint, &preview.changes, bench.overlays.get()),
        Some((before, Err(_))) => Picture::plain(before),
        None if drawing.is_later() => {
            let (footprint, shown) = (bench.footprint.get(), bench.overlays.get());
            bench.session.with(|session| {
                let (world, changes) = (session.playhead.world(), session.loaded.trace.changes(session.playhead.t()));
                Picture::event(world, &footprint, changes, shown)
            })
        }
        None => drawing.look(|world| match reference.get() {
            Some(reference) if reference.shape() == world.shape() => Picture::differences(world, world, &reference),
            Some(_) | None => {
                let mut picture = Picture::plain(world);
                if let Some(since) = since.get().filter(|since| since.shape() == world.shape()) {
                    picture.mark(world.differences(&since), Marks::CHANGED);
                }
                picture
            }
        }),
    };
    if let Some(Selection { region, .. }) = tools.selection.get() {
        let cells = bench.mosaic.with(|mosaic| region.cells(mosaic.shape()));
        picture.mark(cells.into_iter().map(|cell| cell as usize), Marks::SELECTED);
    }
    picture
}

/// Whether something happens in a grid, and not in a field beside it.
fn in_grid(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest("[role=grid]").ok().flatten().is_some())
}

/// What pointer and keys are about to do.
#[derive(Clone, Copy)]
struct Work {
    drawing: Drawing,
    gesture: StoredValue<Gesture>,
    /// From where to where the keys have dragged for the event that is being entered.
    dragged: StoredValue<Option<(usize, usize)>>,
    /// The cell for which digits are being typed.
    typing: StoredValue<Option<usize>>,
    /// Ends the typing after a while.
    timer: StoredValue<Option<Timeout>, LocalStorage>,
    /// Whether the last key was a value after which the cursor went on by itself.
    went_on: StoredValue<bool>,
}

/// What the pressed pointer does.
#[derive(Clone, Default)]
enum Gesture {
    /// Nothing, or nothing more.
    #[default]
    None,
    /// It draws with a value, from the last cell unless it has left the board.
    Stroke { value: u16, last: Option<usize> },
    /// It has filled.
    Fill,
    /// It selects, in one slice or across slices.
    Select { across: bool },
    /// It draws the event that is being entered, which was like this before.
    Event { from: usize, before: Box<Option<Entering>> },
}

impl Work {
    fn new(drawing: Drawing) -> Work {
        Work {
            drawing,
            gesture: StoredValue::new(Gesture::None),
            dragged: StoredValue::new(None),
            typing: StoredValue::new(None),
            timer: StoredValue::new_local(None),
            went_on: StoredValue::new(false),
        }
    }

    /// Ends what belongs to the cell where the cursor was: typing, and a selection that it leaves.
    fn follow_the_cursor(self) {
        let (bench, tools) = (self.drawing.bench, self.drawing.tools);
        Effect::watch(
            move || bench.focus.get(),
            move |cell, _, _| {
                if self.typing.get_value() != *cell {
                    self.settle();
                }
                if tools
                    .selection
                    .with_untracked(|selection| selection.as_ref().is_some_and(|selection| Some(selection.to) != *cell))
                {
                    tools.selection.set(None);
                }
            },
            false,
        );
    }

    fn point(self, pointing: Pointing) {
        match pointing {
            Pointing::Press { cell, alt, shift } => {
                self.settle();
                let gesture = self.press(cell, alt, shift);
                self.gesture.set_value(gesture);
            }
            Pointing::Drag { cell } => self.drag(cell),
            Pointing::Lift => {
                self.gesture.set_value(Gesture::None);
                self.drawing.desk.lift();
            }
            Pointing::Cancel => {
                if let Gesture::Event { before, .. } = self.gesture.get_value() {
                    self.drawing.desk.entering.set(*before);
                }
                self.gesture.set_value(Gesture::None);
                self.drawing.desk.cancel();
            }
        }
    }

    fn press(self, cell: usize, alt: bool, shift: bool) -> Gesture {
        let Drawing { desk, tools, .. } = self.drawing;
        if alt {
            self.drawing.pick(cell);
            return Gesture::None;
        }
        if untrack(|| self.drawing.is_entering()) {
            let before = Box::new(desk.entering.get_untracked());
            desk.draw_event(cell, cell);
            return Gesture::Event { from: cell, before };
        }
        if shift {
            let from = self.drawing.tools.mark.get_value().unwrap_or_else(|| untrack(|| self.drawing.cursor()));
            self.select(from, cell);
            return Gesture::Select { across: true };
        }
        match tools.tool.get_untracked() {
            Tool::Select => {
                self.select(cell, cell);
                Gesture::Select { across: false }
            }
            Tool::Pick => {
                self.drawing.pick(cell);
                tools.tool.set(Tool::Pen);
                Gesture::None
            }
            Tool::Fill if self.drawing.may_begin() => {
                self.drawing.paint("fill", self.drawing.filled(cell));
                Gesture::Fill
            }
            Tool::Pen if self.drawing.may_begin() => {
                let value = tools.value.get_untracked();
                self.drawing.paint(STROKE, [(cell as u32, value)]);
                Gesture::Stroke { value, last: Some(cell) }
            }
            Tool::Fill | Tool::Pen | Tool::Hand => Gesture::None,
        }
    }

    fn drag(self, cell: Option<usize>) {
        let Drawing { desk, bench, .. } = self.drawing;
        match self.gesture.get_value() {
            Gesture::None | Gesture::Fill => {}
            Gesture::Stroke { value, last } => {
                if last == cell {
                    return;
                }
                self.gesture.set_value(Gesture::Stroke { value, last: cell });
                let Some(cell) = cell else { return };
                let cells = bench.mosaic.with_untracked(|mosaic| line(mosaic, last.unwrap_or(cell), cell));
                self.drawing.paint(STROKE, cells.into_iter().map(|cell| (cell, value)));
            }
            Gesture::Select { across } => {
                let corners =
                    self.drawing.tools.selection.with_untracked(|selection| selection.as_ref().map(|each| (each.from, each.to)));
                if let (Some(cell), Some((from, to))) = (cell, corners) {
                    let tile = |cell| bench.mosaic.with_untracked(|mosaic| mosaic.place(cell).0);
                    if cell != to && (across || tile(cell) == tile(from)) {
                        self.select(from, cell);
                    }
                }
            }
            Gesture::Event { from, .. } => {
                if let Some(cell) = cell {
                    desk.draw_event(from, cell);
                }
            }
        }
    }

    fn select(self, from: usize, to: usize) {
        let region = self.drawing.bench.mosaic.with_untracked(|mosaic| Region::between(mosaic.shape(), from, to));
        self.drawing.tools.mark.set_value(Some(from));
        self.drawing.tools.selection.set(Some(Selection { region, from, to }));
    }

    /// Where a selection begins that the arrow keys extend: where the one that there is began, or at a cell.
    fn selects_from(self, cell: usize) -> usize {
        self.drawing.tools.selection.with_untracked(|selection| selection.as_ref().map_or(cell, |selection| selection.from))
    }

    /// A key in the grid; true if it did something.
    fn key(self, event: &KeyboardEvent) -> bool {
        let Drawing { desk, bench, tools, .. } = self.drawing;
        let (key, code) = (event.key(), event.code());
        let cell = bench.focus.get_untracked().unwrap_or(0);
        let went_on = self.went_on.get_value();
        self.went_on.set_value(false);
        if event.get_modifier_state("AltGraph") {
            return false;
        }
        if event.ctrl_key() || event.meta_key() {
            let all = !event.alt_key() && !event.shift_key() && letter(&key, &code) == Some('a');
            if all {
                self.select_all(cell);
            }
            return all;
        }
        if event.alt_key() {
            return false;
        }
        if untrack(|| self.drawing.is_entering()) {
            return self.key_for_event(event, cell);
        }
        match (key.as_str(), event.shift_key()) {
            ("ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight", true) => {
                self.settle();
                let (from, to) = (self.selects_from(cell), cell);
                if let Some(way) = board::way(&key, true) {
                    let to = bench.mosaic.with_untracked(|mosaic| mosaic.go(to, way));
                    self.select(from, to);
                    self.go(to);
                }
                return true;
            }
            (" ", true) => {
                self.select(tools.mark.get_value().unwrap_or(cell), cell);
                return true;
            }
            ("Escape", _) => {
                let (typed, selected) = (self.forget_typing(), tools.selection.with_untracked(Option::is_some));
                tools.deselect();
                return typed || selected;
            }
            _ => {}
        }
        if let Some(tool) = letter(&key, &code).and_then(|letter| TOOLS.iter().find(|each| each.key == letter)) {
            tools.tool.set(tool.tool);
            self.drawing.say(format!("tool: {}", tool.name));
            return true;
        }
        if !untrack(|| self.drawing.may_draw()) {
            // In a grid that is only looked at the other keys keep what they do elsewhere.
            return digit(&key, &code).is_some() && !self.drawing.may_begin();
        }
        match (key.as_str(), event.shift_key()) {
            (" ", false) => {
                self.settle();
                self.press(cell, false, false);
                desk.lift();
            }
            ("Enter", false) => {
                // Who types Enter after each value does not skip a cell where the cursor has gone on by itself.
                let goes_on = match self.settle_and_go_on() {
                    true => !tools.advance.get_untracked(),
                    false => !went_on,
                };
                self.went_on.set_value(false);
                if goes_on && !untrack(|| self.drawing.has_box()) {
                    self.go_on();
                }
            }
            ("Delete", false) => self.clear(cell),
            ("Backspace", false) => self.rub_out(cell),
            // With Shift the row of digits types digits on some keyboards and other characters elsewhere.
            (typed, true) if !typed.starts_with(|c: char| c.is_ascii_digit()) => return false,
            _ => match digit(&key, &code) {
                Some(digit) => self.type_digit(digit, cell),
                None => return false,
            },
        }
        true
    }

    /// The keys that draw an event as the pointer does: the space bar for a click, the arrows with Shift for a drag.
    fn key_for_event(self, event: &KeyboardEvent, cell: usize) -> bool {
        let Drawing { desk, bench, .. } = self.drawing;
        let key = event.key();
        if !event.shift_key() {
            let click = key == " ";
            if click {
                self.dragged.set_value(Some((cell, cell)));
                desk.draw_event(cell, cell);
            }
            return click;
        }
        let Some(way) = board::way(&key, true).filter(|way| matches!(way, Move::Row(_) | Move::Column(_))) else { return false };
        let from = self.dragged.get_value().filter(|(_, to)| *to == cell).map_or(cell, |(from, _)| from);
        let to = bench.mosaic.with_untracked(|mosaic| mosaic.go(cell, way));
        self.dragged.set_value(Some((from, to)));
        desk.draw_event(from, to);
        self.go(to);
        true
    }

    fn select_all(self, cell: usize) {
        let Drawing { bench, tools, .. } = self.drawing;
        self.settle();
        let all = bench.mosaic.with_untracked(|mosaic| match tools.in_slice.get_untracked() {
            true => Region::slice(mosaic, cell),
            false => Region::whole(mosaic.shape()),
        });
        tools.selection.set(Some(Selection { region: all, from: cell, to: cell }));
    }

    fn clear(self, cell: usize) {
        self.forget_typing();
        match untrack(|| self.drawing.has_box()) {
            true => self.drawing.cover("clear", 0),
            false => self.drawing.set(cell, 0),
        }
    }

    /// Takes back what was typed last: a digit, or as in a text the value before the cursor.
    fn rub_out(self, cell: usize) {
        let Drawing { bench, tools, .. } = self.drawing;
        if tools.digits.try_update(Digits::erase) == Some(true) {
            self.wait();
        } else if untrack(|| self.drawing.has_box()) || !tools.advance.get_untracked() {
            self.clear(cell);
        } else {
            let before = bench.mosaic.with_untracked(|mosaic| mosaic.go(cell, Move::Reading(-1)));
            self.go(before);
            self.drawing.set(before, 0);
        }
    }

    fn type_digit(self, digit: char, cell: usize) {
        let tools = self.drawing.tools;
        let alphabet = untrack(|| self.drawing.space()).alphabet;
        if self.typing.get_value() != Some(cell) {
            self.settle();
        }
        // Two values that were typed without a pause are two values.
        let ends = tools.digits.with_untracked(|typed| !typed.text().is_empty() && !typed.is_continued_by(digit, &alphabet));
        let cell = match ends && self.settle_and_go_on() {
            true => untrack(|| self.drawing.cursor()),
            false => cell,
        };
        self.typing.set_value(Some(cell));
        self.drawing.desk.type_until(move || self.settle());
        match tools.digits.try_update(|digits| digits.push(digit, &alphabet)) {
            Some(Typed::Value(value)) => {
                self.forget_typing();
                self.enter(cell, value);
            }
            Some(Typed::Waiting) => self.wait(),
            Some(Typed::Nothing) => {
                self.forget_typing();
                self.drawing.say(format!("no value begins with {digit}; the values are {}", shorten(&alphabet.to_string())));
            }
            None => {}
        }
    }

    /// Waits for another digit.
    fn wait(self) {
        let timer = Timeout::new(TYPING, move || {
            self.settle_and_go_on();
        });
        self.timer.set_value(Some(timer));
    }

    /// Gives a cell, or all that are selected, the value that was typed.
    fn enter(self, cell: usize, value: u16) {
        let tools = self.drawing.tools;
        if untrack(|| self.drawing.has_box()) {
            self.drawing.cover("fill", value);
        } else {
            self.drawing.set(cell, value);
            if tools.advance.get_untracked() {
                self.go_on();
                self.went_on.set_value(true);
            }
        }
    }

    /// Ends the typing. The value that was typed stands in its cell.
    fn settle(self) {
        if let Some((cell, value)) = self.typed() {
            match untrack(|| self.drawing.has_box()) {
                true => self.drawing.cover("fill", value),
                false => self.drawing.set(cell, value),
            }
        }
    }

    /// Ends the typing as a value does that needs no other digit. False if there was none.
    fn settle_and_go_on(self) -> bool {
        let typed = self.typed();
        if let Some((cell, value)) = typed {
            self.enter(cell, value);
        }
        typed.is_some()
    }

    /// The value that was typed, and for which cell.
    fn typed(self) -> Option<(usize, u16)> {
        let tools = self.drawing.tools;
        let cell = self.typing.get_value()?;
        let alphabet = untrack(|| self.drawing.space()).alphabet;
        let text = tools.digits.with_untracked(|digits| digits.text().to_owned());
        let value = tools.digits.try_update(|digits| digits.finish(&alphabet)).flatten();
        self.forget_typing();
        if value.is_none() && !text.is_empty() {
            self.drawing.say(format!("{text} is not one of the values {}", shorten(&alphabet.to_string())));
        }
        Some((cell, value?))
    }

    /// False if nothing was typed.
    fn forget_typing(self) -> bool {
        self.timer.set_value(None);
        if self.typing.get_value().is_some() {
            self.typing.set_value(None);
            self.drawing.desk.typed();
        }
        let tools = self.drawing.tools;
        let typed = tools.digits.with_untracked(|digits| !digits.text().is_empty());
        if typed {
            tools.digits.set(Digits::default());
        }
        typed
    }

    /// Moves the cursor on as one reads.
    fn go_on(self) {
        let cell = untrack(|| self.drawing.cursor());
        self.go(self.drawing.bench.mosaic.with_untracked(|mosaic| mosaic.go(cell, Move::Reading(1))));
    }

    fn go(self, cell: usize) {
        self.drawing.bench.hover.set(None);
        self.drawing.bench.focus.set(Some(cell));
    }
}

/// The name of a step of the pen.
const STROKE: &str = "pen stroke";

/// The keys of a grid that is drawn on.
pub const KEYS: Keys = Keys(
    "In a grid that is drawn on",
    &[
        ("Digits", "type a value; the cursor goes on"),
        ("Enter", "ends a value, goes to the next cell"),
        ("Backspace", "takes back what was typed last"),
        ("Delete", "clears the cell or the selection"),
        ("Space", "does what a click does"),
        ("P, F, S, I, H", "pen, fill, select, pick, hand"),
        ("Alt + click", "picks a value"),
        ("Shift + arrow keys", "select a box"),
        ("Shift + Space or click", "selects from where the last selection began to here, across slices too"),
        ("Ctrl or Cmd + A", "selects the world or the slice"),
        ("Ctrl or Cmd + C, X, V", "copy, cut, paste"),
        ("Escape", "drops selection and typing"),
    ],
);

/// The cell under the pointer or the cursor, its value, and what it is in the states beside.
#[component]
fn Value(
    picture: Signal<Arc<Picture>>,
    since: Signal<Option<Arc<World>>>,
    reference: Signal<Option<Arc<World>>>,
) -> impl IntoView {
    let desk = expect_context::<Desk>();
    let text = move || {
        let cell = desk.bench.pointed()?;
        let look = picture.with(|picture| picture.cells.get(cell).copied())?;
        let beside = |state: Signal<Option<Arc<World>>>, word: &str| {
            let value = state.with(|world| world.as_ref()?.cells().get(cell).copied());
            value.map_or_else(String::new, |value| format!(", {word} {value}"))
        };
        let rest = beside(since, "initially") + &beside(reference, "should be");
        Some((list(&desk.with(|draft| draft.frame.space.shape.point(cell))), look.value.to_string(), rest))
    };
    view! {
        <p class="readout">
            {move || match text() {
                None => view! { <span class="hint">"Draw with the pointer, or move here with Tab and type."</span> }.into_any(),
                Some((point, value, rest)) => {
                    view! {
                        <span class="readout-point">{point}</span>
                        " = "
                        <strong>{value}</strong>
                        {rest}
                    }
                        .into_any()
                }
            }}
        </p>
    }
}

/// What the last action did; it is also read aloud, once.
#[component]
fn Status() -> impl IntoView {
    let desk = expect_context::<Desk>();
    let node = NodeRef::<html::P>::new();
    Effect::new(move |_| {
        if let (Some(node), said) = (node.get(), desk.said.get()) {
            // A text that is the same again is told again, since its node is another one.
            node.set_text_content(Some(&said));
        }
    });
    view! { <p class="said" role="status" node_ref=node></p> }
}
