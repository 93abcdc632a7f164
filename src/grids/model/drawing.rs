//! The picture of a mosaic as a file: an SVG that stands alone, for papers and slides.
//!
//! Colours and fonts are the page's own, read from its style sheet. They stand in attributes of groups and not in a style sheet of the
//! picture: every program that draws SVG knows these, and no page's policy on styles stops them.
//!
//! Up to [`MOST_NUMERALS`] cells are drawn one by one, with numerals, slice labels and coordinates. A larger world has numerals that
//! nobody could read, so it is drawn as the canvas of the page draws it: runs of one colour, a mark in place of the cell that has it,
//! and no text but the caption. What would still be larger than [`MOST_BYTES`] is refused.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::colours::Colours;
use super::mosaic::{Mosaic, Sheet};
use super::picture::{Look, Marks, Picture};

/// The most cells that are drawn one by one, `[128,128]`.
pub const MOST_NUMERALS: usize = 1 << 14;
/// The most tiles that are drawn with their labels.
const MOST_LABELS: usize = 1 << 10;
/// The largest file, in bytes.
pub const MOST_BYTES: usize = 16 << 20;
/// The most pixels that every current browser draws on one canvas.
pub const MOST_PIXELS: u64 = 1 << 24;

/// The side of a cell, in units of the picture: pixels at its own size.
const CELL: usize = 28;
/// From one cell to the next: the line between them shows through.
const PITCH: usize = CELL + 1;
/// Room for coordinates beside and above a tile.
const HEAD: usize = 20;
/// Room for the label above a tile.
const LABEL: usize = 18;
/// From one tile to the next.
const BETWEEN: usize = 18;
/// Around everything.
const MARGIN: usize = 12;
/// From one line of text to the next.
const LINE: usize = 18;
/// The least room for a line of text.
const LEAST_WIDTH: usize = 300;
/// A large world is drawn about this wide and high.
const LARGE: usize = 2048;

const TOKENS: &str = include_str!("../../../style/tokens.css");

/// Which of the page's two sets of colours is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// For paper.
    Light,
    /// For a dark slide.
    Dark,
}

impl Theme {
    /// The value of a token of `style/tokens.css`; empty if there is none, which the tests rule out for those that are drawn with.
    pub fn token(self, name: &str) -> &'static str {
        let (light, dark) = TOKENS.split_once("@media").unwrap_or((TOKENS, ""));
        let find = |part: &'static str| {
            let (_, rest) = part.split_once(&format!("--{name}:"))?;
            Some(rest.split_once(';')?.0.trim())
        };
        let own = if self == Theme::Dark { find(dark) } else { None };
        own.or_else(|| find(light)).unwrap_or_default()
    }
}

/// What is drawn.
pub struct Drawing<'a> {
    /// The arrangement of the slices.
    pub mosaic: &'a Mosaic,
    /// The cells.
    pub picture: &'a Picture,
    /// How values are coloured.
    pub colours: &'a Colours,
    /// In which colours.
    pub theme: Theme,
    /// What the whole is, for people who cannot see it.
    pub label: &'a str,
    /// What is written around it, if anything.
    pub caption: Option<&'a Caption>,
}

/// The words of a picture. A key of the marks comes with them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Caption {
    /// Above the picture.
    pub title: String,
    /// Below it, each beginning a line.
    pub notes: Vec<String>,
}

/// A picture as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Svg {
    /// The file.
    pub text: String,
    /// Its own width, in pixels.
    pub width: usize,
    /// Its own height, in pixels.
    pub height: usize,
}

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooLarge {
    /// The file would have more than [`MOST_BYTES`].
    File,
    /// It would have more than [`MOST_PIXELS`].
    Pixels(u64, u64),
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TooLarge::File => {
                write!(f, "found a picture of more than {} MB, expected a world with fewer or calmer cells", MOST_BYTES >> 20)
            }
            TooLarge::Pixels(width, height) => {
                write!(f, "found {width}×{height} pixels, expected at most {} million in all", MOST_PIXELS >> 20)
            }
        }
    }
}

impl std::error::Error for TooLarge {}

impl Svg {
    /// The width and height in pixels when it is drawn several times its own size.
    pub fn pixels(&self, scale: u32) -> Result<(u32, u32), TooLarge> {
        let side = |side: usize| (side as u64).saturating_mul(scale.into());
        let (width, height) = (side(self.width), side(self.height));
        match (u32::try_from(width), u32::try_from(height)) {
            (Ok(w), Ok(h)) if width.saturating_mul(height) <= MOST_PIXELS => Ok((w, h)),
            _ => Err(TooLarge::Pixels(width, height)),
        }
    }
}

/// Several pictures as one that moves: each is shown for so many milliseconds, and then it begins again. Where nothing moves, since the
/// reader does not want that or the program cannot, it is the last one.
pub fn animate(frames: &[Svg], each: u32, theme: Theme, label: &str) -> Result<Svg, TooLarge> {
    let side = |side: fn(&Svg) -> usize| frames.iter().map(side).max().unwrap_or(0);
    let (width, height) = (side(|frame| frame.width), side(|frame| frame.height));
    let paper = format!("<path fill=\"{}\" d=\"M0 0h{width}v{height}h-{width}z\"/>\n", theme.token("paper"));
    let whole = frames.len() as u32 * each;
    // It stands beneath all others, and shows when none of them does.
    let Some((last, others)) = frames.split_last() else { return Err(TooLarge::File) };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<style>.f{{visibility:hidden;animation:f {whole}ms step-end infinite}}\
         @keyframes f{{0%{{visibility:visible}}{}%{{visibility:hidden}}}}\
         @media (prefers-reduced-motion:reduce){{.f{{animation:none}}}}</style>\n{paper}{}",
        escape(label),
        100.0 / frames.len() as f64,
        last.text,
    );
    for (index, frame) in (0u32..).zip(others) {
        let _ = writeln!(text, "<g class=\"f\" style=\"animation-delay:{}ms\">{paper}{}</g>", index * each, frame.text);
        if text.len() > MOST_BYTES {
            return Err(TooLarge::File);
        }
    }
    text.push_str("</svg>\n");
    Ok(Svg { text, width, height })
}

impl Drawing<'_> {
    /// Draws it.
    pub fn svg(&self) -> Result<Svg, TooLarge> {
        let small = self.mosaic.shape().volume() <= MOST_NUMERALS && self.mosaic.tiles() <= MOST_LABELS;
        let (board, wide, high) = if small { self.board() } else { self.sheet()? };
        let axes = self.mosaic.plane().describe();
        let width = wide.max(if self.caption.is_some() { LEAST_WIDTH } else { room(&axes, 11) });
        let (above, top) = self.heading(&axes, width);
        let (below, bottom) = self.notes(width, top + high, small);
        let (width, height) = (width + 2 * MARGIN, bottom + 2 * MARGIN);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" font-family=\"{}\">\n<title>{}</title>\n<path fill=\"{}\" d=\"M0 0h{width}v{height}h-{width}z\"/>\n\
             <g transform=\"translate({MARGIN} {MARGIN})\">\n{above}<g transform=\"translate(0 {top})\">\n{board}</g>\n{below}</g>\n\
             </svg>\n",
            escape(self.theme.token("font")),
            escape(self.label),
            self.theme.token("paper"),
        );
        if text.len() > MOST_BYTES { Err(TooLarge::File) } else { Ok(Svg { text, width, height }) }
    }

    /// The title and the axes, and where they end.
    fn heading(&self, axes: &str, width: usize) -> (String, usize) {
        let (mut out, mut y) = (String::new(), 0);
        if let Some(caption) = self.caption {
            let lines = wrap(&caption.title, width / 9);
            let _ = write!(out, "<g fill=\"{}\" font-size=\"16\" font-weight=\"600\">", self.theme.token("ink"));
            for line in lines {
                y += LINE + 4;
                let _ = write!(out, "<text y=\"{}\">{}</text>", y - 8, escape(&line));
            }
            out.push_str("</g>\n");
        }
        y += LINE;
        let muted = self.theme.token("muted");
        let _ = writeln!(out, "<text y=\"{}\" fill=\"{muted}\" font-size=\"11\" xml:space=\"preserve\">{axes}</text>", y - 6);
        (out, y + 4)
    }

    /// The key and the notes below `top`, and where they end.
    fn notes(&self, width: usize, top: usize, outlined: bool) -> (String, usize) {
        let Some(caption) = self.caption else { return (String::new(), top) };
        let ink = self.theme.token("ink");
        let mut out = format!("<g fill=\"{ink}\" font-size=\"12\">\n");
        let (mut x, mut y) = (0, top + LINE + 6);
        for mark in MARKS.iter().filter(|mark| self.picture.cells.iter().any(|look| look.marks.has(mark.mark))) {
            let wide = 40 + room(mark.name, 12);
            if x > 0 && x + wide > width {
                (x, y) = (0, y + LINE + 2);
            }
            let _ = write!(out, "<g transform=\"translate({x} {}) scale(.54)\">", y - 12);
            if outlined {
                let mut layers = Layers::default();
                layers.mark(0, 0, mark.mark);
                layers.write_marks(self.theme, &mut out);
            } else {
                let _ = write!(out, "<path fill=\"{}\" d=\"M0 0h{CELL}v{CELL}h-{CELL}z\"/>", self.theme.token(mark.token));
            }
            let _ = writeln!(out, "</g><text x=\"{}\" y=\"{y}\">{}</text>", x + 21, mark.name);
            x += wide;
        }
        if x > 0 {
            y += LINE + 2;
        }
        for line in caption.notes.iter().flat_map(|note| wrap(note, 2 * width / 13)) {
            let _ = writeln!(out, "<text y=\"{y}\">{}</text>", escape(&line));
            y += LINE;
        }
        out.push_str("</g>\n");
        (out, y - LINE + 4)
    }

    /// All tiles with every cell, and the room that they take.
    fn board(&self) -> (String, usize, usize) {
        let (mosaic, sheet) = (self.mosaic, Sheet::new(self.mosaic));
        let label = if mosaic.tiles() > 1 { LABEL } else { 0 };
        let left = if mosaic.plane().rows.is_some() { HEAD } else { 1 };
        let (wide, high) = (left + mosaic.columns() * PITCH, label + HEAD + mosaic.rows() * PITCH);
        let mut out = String::new();
        for tile in 0..mosaic.tiles() {
            let (column, row) = sheet.place(tile);
            let (x, y) = (column * (wide + BETWEEN) + left, row * (high + BETWEEN) + label + HEAD);
            let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
            self.write_heads(tile, &mut out);
            self.write_cells(tile, &mut out);
            out.push_str("</g>\n");
        }
        let all = |count: usize, side: usize| count * (side + BETWEEN) - BETWEEN;
        (out, all(sheet.columns, wide) + 1, all(sheet.rows, high) + 1)
    }

    /// The label of a tile and the coordinates around it.
    fn write_heads(&self, tile: usize, out: &mut String) {
        let mosaic = self.mosaic;
        let _ = write!(out, "<g fill=\"{}\" font-size=\"11\">", self.theme.token("muted"));
        if mosaic.tiles() > 1 {
            let _ = write!(out, "<text y=\"{}\">{}</text>", -(HEAD as i32) - 5, mosaic.label(tile));
        }
        out.push_str("<g text-anchor=\"middle\">");
        for column in 0..mosaic.columns() {
            let _ = write!(out, "<text x=\"{}\" y=\"-6\">{column}</text>", column * PITCH + CELL / 2);
        }
        if mosaic.plane().rows.is_some() {
            for row in 0..mosaic.rows() {
                let _ = write!(out, "<text x=\"-{}\" y=\"{}\">{row}</text>", HEAD / 2, row * PITCH + 18);
            }
        }
        out.push_str("</g></g>\n");
    }

    fn write_cells(&self, tile: usize, out: &mut String) {
        let mosaic = self.mosaic;
        let mut layers = Layers::default();
        for row in 0..mosaic.rows() {
            for column in 0..mosaic.columns() {
                let look = self.look(mosaic.cell(tile, row, column));
                let (x, y) = (column * PITCH, row * PITCH);
                layers.cell(x, y, look.value, self.colours);
                layers.mark(x, y, look.marks);
            }
        }
        // What shows between the cells.
        let (wide, high) = (mosaic.columns() * PITCH + 1, mosaic.rows() * PITCH + 1);
        let _ = writeln!(out, "<path fill=\"{}\" d=\"M-1-1h{wide}v{high}h-{wide}z\"/>", self.theme.token("cell-line"));
        layers.write_cells(self.theme, out);
        layers.write_marks(self.theme, out);
    }

    /// All tiles as runs of one colour, and the room that they take.
    fn sheet(&self) -> Result<(String, usize, usize), TooLarge> {
        let (mosaic, sheet) = (self.mosaic, Sheet::new(self.mosaic));
        let stride = mosaic.shape().strides()[mosaic.plane().columns];
        let mut paths: BTreeMap<String, String> = BTreeMap::new();
        let mut bytes = 0;
        for (tile, row) in (0..mosaic.tiles()).flat_map(|tile| (0..mosaic.rows()).map(move |row| (tile, row))) {
            let (left, top) = sheet.corner(mosaic, tile);
            let first = mosaic.cell(tile, row, 0);
            let look = |column: usize| self.look(first + column * stride);
            let mut start = 0;
            while start < mosaic.columns() {
                let (begin, paint) = (look(start), self.paint(look(start)));
                let other = |column: &usize| look(*column) != begin && self.paint(look(*column)) != paint;
                let run = (start + 1..mosaic.columns()).find(other).unwrap_or(mosaic.columns()) - start;
                let path = paths.entry(paint).or_default();
                let before = path.len();
                let _ = write!(path, "M{} {}h{run}v1h-{run}z", left + start, top + row);
                bytes += path.len() - before;
                start += run;
            }
            if bytes > MOST_BYTES {
                return Err(TooLarge::File);
            }
        }
        let scale = (LARGE / sheet.width.max(sheet.height)).clamp(1, 8);
        let mut out = format!("<g transform=\"scale({scale})\" shape-rendering=\"crispEdges\">\n");
        for (paint, path) in paths {
            let _ = writeln!(out, "<path fill=\"{}\" d=\"{path}\"/>", self.theme.token(&paint));
        }
        out.push_str("</g>\n");
        Ok((out, sheet.width * scale, sheet.height * scale))
    }

    /// The token of the colour in which a cell of a large world is drawn.
    fn paint(&self, look: Look) -> String {
        let mark = MARKS.iter().rev().find(|mark| look.marks.has(mark.mark));
        mark.map_or_else(|| self.colours.name(look.value), |mark| mark.token.to_owned())
    }

    fn look(&self, cell: usize) -> Look {
        self.picture.cells.get(cell).copied().unwrap_or_default()
    }
}

/// How a mark is drawn.
struct MarkStyle {
    mark: Marks,
    /// What it means.
    name: &'static str,
    /// The token of its colour.
    token: &'static str,
    /// Further attributes of its outline.
    outline: &'static str,
    /// How far inside the cell it runs.
    inset: usize,
    /// The sign in the corner, from the middle of it.
    sign: &'static str,
}

/// In the order in which they are drawn.
const MARKS: [MarkStyle; 9] = [
    MarkStyle { mark: Marks::EARLIER, name: "cells taken before", token: "accent", outline: DOTTED, inset: 2, sign: "" },
    MarkStyle { mark: Marks::TAKEN, name: "cells taken", token: "accent", outline: "", inset: 0, sign: "" },
    MarkStyle { mark: Marks::NAMED, name: "cells looked at or named", token: "ink", outline: DASHED, inset: 3, sign: "" },
    MarkStyle { mark: Marks::READ, name: "other cells read", token: "read", outline: DASHED, inset: 1, sign: "" },
    MarkStyle { mark: Marks::WRITE, name: "cells written", token: "write", outline: "", inset: 1, sign: "" },
    MarkStyle { mark: Marks::CHANGED, name: "cells changed", token: "changed", outline: "", inset: 4, sign: "" },
    MarkStyle { mark: Marks::MISSING, name: "value missing", token: "wrong", outline: "", inset: 1, sign: "m-2.5 0h5" },
    MarkStyle { mark: Marks::EXTRA, name: "one too many", token: "wrong", outline: "", inset: 1, sign: "m-2.5 0h5m-2.5-2.5v5" },
    MarkStyle {
        mark: Marks::DIFFERENT,
        name: "another value",
        token: "wrong",
        outline: "",
        inset: 1,
        sign: "m-2.5-1.25h5m-5 2.5h5m-1-4l-3 5.5",
    },
];

/// A third of a side from one dash to the next, so that one lies on every corner.
const DOTTED: &str = " stroke-dasharray=\"2\"";
const DASHED: &str = " stroke-dasharray=\"4.333\" stroke-dashoffset=\"2.167\"";
/// The side of the field in which a sign stands.
const FIELD: usize = 8;

/// What is drawn over each other, gathered by its colour.
#[derive(Default)]
struct Layers {
    fills: BTreeMap<String, String>,
    dots: String,
    /// By the token of their ink and the number of their digits.
    numerals: BTreeMap<(&'static str, u32), String>,
    outlines: [String; MARKS.len()],
    fields: String,
    signs: String,
}

impl Layers {
    fn cell(&mut self, x: usize, y: usize, value: u16, colours: &Colours) {
        let fill = self.fills.entry(colours.name(value)).or_default();
        let _ = write!(fill, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
        let (x, y) = (x + CELL / 2, y + CELL / 2);
        let Some(log) = value.checked_ilog10() else {
            let _ = write!(self.dots, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.5\"/>");
            return;
        };
        let numerals = self.numerals.entry((colours.ink(value), log + 1)).or_default();
        let _ = write!(numerals, "<text x=\"{x}\" y=\"{y}\">{value}</text>");
    }

    fn mark(&mut self, x: usize, y: usize, marks: Marks) {
        for (style, outline) in MARKS.iter().zip(&mut self.outlines).filter(|(style, _)| marks.has(style.mark)) {
            let side = CELL - 2 * style.inset;
            let _ = write!(outline, "M{} {}h{side}v{side}h-{side}z", x + style.inset, y + style.inset);
            if !style.sign.is_empty() {
                let (left, top) = (x + CELL - FIELD - 1, y + 1);
                let _ = write!(self.fields, "M{left} {top}h{FIELD}v{FIELD}h-{FIELD}z");
                let _ = write!(self.signs, "M{} {}{}", left + FIELD / 2, top + FIELD / 2, style.sign);
            }
        }
    }

    fn write_cells(&self, theme: Theme, out: &mut String) {
        for (colour, rects) in &self.fills {
            let _ = writeln!(out, "<g fill=\"{}\">{rects}</g>", theme.token(colour));
        }
        if !self.dots.is_empty() {
            let _ = writeln!(out, "<g fill=\"{}\">{}</g>", theme.token("dot"), self.dots);
        }
        for ((ink, digits), texts) in &self.numerals {
            // Five digits fit between the outlines. They are moved down by half their height, since not every program centres text by itself.
            let (size, down) = match digits {
                1 | 2 => ("13", "4.6"),
                3 => ("10", "3.6"),
                4 => ("8", "2.9"),
                _ => ("6.3", "2.3"),
            };
            let ink = theme.token(ink);
            let _ = writeln!(
                out,
                "<g fill=\"{ink}\" font-size=\"{size}\" text-anchor=\"middle\" transform=\"translate(0 {down})\">{texts}</g>"
            );
        }
    }

    fn write_marks(&self, theme: Theme, out: &mut String) {
        for (style, outline) in MARKS.iter().zip(&self.outlines).filter(|(_, outline)| !outline.is_empty()) {
            let colour = theme.token(style.token);
            let more = style.outline;
            let _ = writeln!(out, "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{more} d=\"{outline}\"/>");
        }
        if !self.signs.is_empty() {
            let (wrong, paper) = (theme.token("wrong"), theme.token("paper"));
            let _ = writeln!(out, "<path fill=\"{wrong}\" d=\"{}\"/>", self.fields);
            let _ = writeln!(out, "<path fill=\"none\" stroke=\"{paper}\" stroke-width=\"1.25\" d=\"{}\"/>", self.signs);
        }
    }
}

/// The room that a text takes, roughly: programs draw it in different fonts.
fn room(text: &str, size: usize) -> usize {
    text.chars().count() * size * 13 / 24
}

/// The lines of a text, of at most so many characters.
fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut length) = (String::new(), 0);
    for word in text.split_whitespace() {
        let mut rest: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + rest.len() > most {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        while rest.len() > most.max(1) {
            lines.push(rest.drain(..most.max(1)).collect());
        }
        length += rest.len();
        line.extend(rest);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// A text inside XML. Characters that XML cannot hold become U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
