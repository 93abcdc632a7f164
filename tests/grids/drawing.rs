//! Protects the picture as a file: that it is well-formed and shows every cell, that its colours are the page's and can be read, and
//! that no world makes it endless.

use grids::gallery;
use grids::instance::Instance;
use grids::model::colours::Colours;
use grids::model::drawing::{Caption, Drawing, MOST_BYTES, MOST_NUMERALS, Svg, Theme, TooLarge, animate};
use grids::model::mosaic::{Mosaic, Plane};
use grids::model::picture::{Marks, Picture};
use grids::rule::family;
use grids::world::{Alphabet, Shape, World};

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

fn world(sides: &[u32], value: impl Fn(usize) -> u16) -> World {
    let mut world = World::empty(&Shape::new(sides).unwrap());
    for cell in 0..world.cells().len() {
        world.set(cell, value(cell));
    }
    world
}

fn draw(picture: &Picture, shape: &Shape, colours: &Colours, caption: Option<&Caption>) -> Result<Svg, TooLarge> {
    let mosaic = Mosaic::new(shape, Plane::first(shape.dimensions()));
    Drawing { mosaic: &mosaic, picture, colours, theme: Theme::Light, label: "a <world> & \"more\"", caption }.svg()
}

fn labels(values: &[u16]) -> Colours {
    Colours::new(family("PAINT").unwrap(), &Alphabet::new(values).unwrap())
}

fn powers() -> Colours {
    Colours::new(family("COMPRESS").unwrap(), &Alphabet::new(&[0, 1, 2]).unwrap())
}

/// The pieces of a text in which every element is closed in its turn: the start tags.
#[track_caller]
fn elements(svg: &str) -> Vec<&str> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    let mut rest = svg;
    while let Some((text, tag)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        let (tag, after) = tag.split_once('>').unwrap();
        let name = |tag: &str| tag.split([' ', '/']).next().unwrap().to_owned();
        match tag.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop().as_deref(), Some(closed)),
            None => {
                assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
                found.push(tag);
                if !tag.ends_with('/') {
                    open.push(name(tag));
                }
            }
        }
        rest = after;
    }
    assert_eq!(open, [""; 0]);
    found
}

/// A picture in full, so that a change of it is seen where it is made.
#[test]
fn a_small_picture() {
    let shown = world(&[2, 2], |cell| [1, 0, 12, 2][cell]);
    let mut picture = Picture::plain(&shown);
    picture.cells[0].marks = Marks::WRITE.with(Marks::CHANGED);
    picture.cells[1].marks = Marks::READ;
    picture.cells[3].marks = Marks::DIFFERENT;
    let svg = draw(&picture, shown.shape(), &labels(&[0, 1, 2, 12]), None).unwrap();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/grids/golden/picture.svg");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(file, &svg.text).unwrap();
    }
    assert_eq!(svg.text, std::fs::read_to_string(file).unwrap(), "UPDATE=1 rewrites {file}");
}

#[test]
fn every_built_in_picture_shows_all_cells() {
    for entry in gallery::entries() {
        let (instance, trace) = Instance::open(entry.line).unwrap();
        let (t, shape) = (trace.len(), &instance.space.shape);
        let last = trace.state(&instance.initial, t);
        let footprint = trace.footprint(&instance, t, &trace.before(&last, t));
        let all = Marks::WRITE.with(Marks::READ).with(Marks::CHANGED);
        let picture = Picture::event(&last, &footprint, trace.changes(t), all);
        let colours = Colours::new(instance.family, &instance.space.alphabet);
        let caption = Caption { title: entry.title.to_owned(), notes: vec![entry.note.to_owned()] };
        for plane in Plane::choices(shape.dimensions()) {
            for (theme, caption) in THEMES.into_iter().flat_map(|theme| [(theme, None), (theme, Some(&caption))]) {
                let mosaic = Mosaic::new(shape, plane);
                let drawing =
                    Drawing { mosaic: &mosaic, picture: &picture, colours: &colours, theme, label: entry.title, caption };
                let svg = drawing.svg().unwrap();
                let elements = elements(&svg.text);
                let count = |start: &str| elements.iter().filter(|element| element.starts_with(start)).count();
                let zeros = last.cells().iter().filter(|&&value| value == 0).count();
                assert_eq!((count("rect "), count("circle ")), (shape.volume(), zeros), "{}", entry.id);
                // No colour, font or number is missing.
                assert!(!svg.text.contains("=\"\""), "{}", entry.id);
                assert!(svg.text.len() < 40_000, "{} has {} bytes", entry.id, svg.text.len());
            }
        }
    }
}

#[test]
fn what_is_no_xml_is_escaped() {
    let shown = world(&[1], |_| 1);
    let caption = Caption { title: "<b> & \u{1b}\u{0}\n\"x\"".to_owned(), notes: vec!["a".repeat(1000), String::new()] };
    let svg = draw(&Picture::plain(&shown), shown.shape(), &labels(&[0, 1]), Some(&caption)).unwrap();
    elements(&svg.text);
    assert!(svg.text.contains("<title>a &lt;world&gt; &amp; &quot;more&quot;</title>"), "{}", svg.text);
    assert!(svg.text.contains("&lt;b&gt; &amp; \u{fffd}\u{fffd} &quot;x&quot;<"), "{}", svg.text);
    assert!(svg.text.chars().all(|character| character >= ' ' || character == '\n'));
    // A word without an end is broken.
    assert!(svg.text.lines().all(|line| line.len() < 400), "{}", svg.text);
}

/// Contrast as WCAG 2 counts it.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour: &str| {
        let number = u32::from_str_radix(colour.strip_prefix('#').unwrap(), 16).unwrap();
        let part = |shift: u32| {
            let part = f64::from((number >> shift) as u8) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn numerals_can_be_read_on_their_colours() {
    let numbers: Vec<u16> = (0..=6).collect();
    for theme in THEMES {
        assert!(contrast(theme.token("ink"), theme.token("paper")) > 7.0);
        let powers = (powers(), (0..16).map(|exponent| 1 << exponent).collect());
        for (colours, values) in [(labels(&numbers), numbers.clone()), powers] {
            for value in values {
                let (fill, ink) = (theme.token(&colours.name(value)), theme.token(colours.ink(value)));
                assert!(contrast(fill, ink) >= 4.5, "{value} in {theme:?}: {ink} on {fill}");
            }
        }
    }
}

/// The page takes the ink of the ramp from its style sheet.
#[test]
fn the_page_has_the_same_ink() {
    let widgets = include_str!("../../style/widgets.css");
    for exponent in 0..=12 {
        let (_, rule) = widgets.split_once(&format!(".p{exponent} {{")).unwrap();
        let (rule, _) = rule.split_once('}').unwrap();
        assert!(rule.contains(&format!("color: var(--{})", powers().ink(1 << exponent))), "p{exponent}: {rule}");
    }
}

#[test]
fn dark_pictures_have_the_dark_colours() {
    for name in
        ["paper", "ink", "muted", "cell-ink", "cell-line", "dot", "v0", "v3", "p0", "p12", "write", "read", "changed", "wrong"]
    {
        let [light, dark] = THEMES.map(|theme| theme.token(name));
        assert!(light.starts_with('#') && dark.starts_with('#') && light != dark, "{name}: {light} and {dark}");
    }
    assert_eq!(Theme::Dark.token("font"), Theme::Light.token("font"));
    assert_eq!(Theme::Dark.token("no-such"), "");
}

#[test]
fn a_large_world_is_drawn_as_runs() {
    let side = 1 + (MOST_NUMERALS as f64).sqrt() as u32;
    let shown = world(&[side, side], |cell| u16::from(cell % side as usize >= 5));
    let mut picture = Picture::plain(&shown);
    picture.cells[7].marks = Marks::CHANGED.with(Marks::WRITE);
    let svg = draw(&picture, shown.shape(), &labels(&[0, 1]), None).unwrap();
    let elements = elements(&svg.text);
    assert_eq!(elements.iter().filter(|element| element.starts_with("rect") || element.starts_with("text")).count(), 1);
    // Two runs in each row, and two more in the row with a mark.
    let runs = svg.text.matches("v1h-").count();
    assert_eq!(runs, 2 * side as usize + 2);
    assert!(svg.text.contains(&format!("fill=\"{}\" d=\"M7 0h1v1h-1z\"", Theme::Light.token("changed"))));
    assert!(svg.width > 1000 && svg.width < 2200, "{}", svg.width);
}

#[test]
fn no_file_is_endless() {
    let noise = world(&[1500, 1500], |cell| (cell * cell / 7 % 5) as u16);
    let result = draw(&Picture::plain(&noise), noise.shape(), &labels(&[0, 1, 2, 3, 4]), None);
    assert_eq!(result, Err(TooLarge::File));
    assert_eq!(TooLarge::File.to_string(), "found a picture of more than 16 MB, expected a world with fewer or calmer cells");
    let calm = world(&[2048, 2048], |_| 1);
    assert!(draw(&Picture::plain(&calm), calm.shape(), &labels(&[0, 1]), None).unwrap().text.len() < MOST_BYTES / 100);
    // Many tiles of one cell each.
    let tiles = world(&[120, 120, 1, 1], |_| 1);
    assert!(draw(&Picture::plain(&tiles), tiles.shape(), &labels(&[0, 1]), None).unwrap().text.len() < 1 << 20);
    // A picture that belongs to another world has empty cells and no fault.
    draw(&Picture::default(), calm.shape(), &labels(&[0, 1]), None).unwrap();
}

#[test]
fn pixels_have_a_limit() {
    let svg = Svg { text: String::new(), width: 2000, height: 1000 };
    assert_eq!(svg.pixels(2), Ok((4000, 2000)));
    assert_eq!(svg.pixels(3), Err(TooLarge::Pixels(6000, 3000)));
    let endless = Svg { width: usize::MAX, height: usize::MAX, ..svg };
    assert!(endless.pixels(u32::MAX).is_err());
}

/// A picture that moves is well-formed, shows its last state where nothing moves, and stays in bounds.
#[test]
fn pictures_follow_each_other() {
    let shape = Shape::new(&[2, 2]).unwrap();
    let frame = |value: u16| {
        let picture = Picture::plain(&world(&[2, 2], |_| value));
        draw(&picture, &shape, &labels(&[0, 1, 2, 3]), None).unwrap()
    };
    let frames = [frame(1), frame(2), frame(3)];
    let moving = animate(&frames, 900, Theme::Light, "a & b").unwrap();
    elements(&moving.text);
    assert_eq!((moving.width, moving.height), (frames[0].width, frames[0].height));
    assert_eq!(moving.text.matches("class=\"f\"").count(), 2);
    assert!(moving.text.contains("animation:f 2700ms") && moving.text.contains("animation-delay:900ms"));
    assert!(moving.text.contains("prefers-reduced-motion:reduce"));
    let (before, _) = moving.text.split_once("class=\"f\"").unwrap();
    assert!(before.contains(&frames[2].text), "the last state stands beneath the others");
    assert!(animate(&[], 900, Theme::Light, "").is_err());
    let heavy = Svg { text: " ".repeat(MOST_BYTES / 2), width: 1, height: 1 };
    assert_eq!(animate(&[heavy.clone(), heavy.clone(), heavy], 900, Theme::Light, ""), Err(TooLarge::File));
}
