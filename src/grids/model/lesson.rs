//! A lesson: the worlds in which a page shows a family's rule, and what is said of them. All of it follows from the family's own file
//! and the gallery, so that another family has its lesson at once.

use std::cmp::Reverse;

use base::json;
use base::random::Stream;

use crate::gallery;
use crate::generate::condition::{Condition, Request};
use crate::generate::initial;
use crate::instance::Instance;
use crate::rule::explain::{Explained, Misreading, Opened, Scene};
use crate::rule::geometry::WAY;
use crate::rule::sampling::Site;
use crate::rule::{EXPLAINED, Event, Family, ParamKind, SAMPLED, Scratch, execute};
use crate::world::codec::{list, write_state};
use crate::world::{Space, World};

/// A world of a lesson has at most so many cells.
const MOST_CELLS: usize = 36;
/// The sides of worlds that are made for it.
const SIDES: [u32; 2] = [4, 5];
/// The sides of the larger worlds of a family that has none in the gallery, by dimensions.
const HIGHER: [(usize, &[u32]); 2] = [(3, &[3, 3, 3]), (4, &[2, 2, 3, 3])];
/// How many worlds are made for one that teaches.
const TRIES: usize = 48;
/// The density of worlds that are made, in percent.
const BAND: (u32, u32) = (45, 65);
/// So many misreadings that differ are enough.
const TEMPTING: usize = 2;
/// A lesson shows so many misreadings of its family.
const SURPRISES: usize = 4;
/// An event of more parts takes long to watch.
const MOST_PARTS: usize = 24;

/// The families that have a lesson, in the order of display.
pub fn families() -> impl Iterator<Item = &'static dyn Explained> {
    EXPLAINED.iter().copied().filter(|family| family.is_core())
}

/// The name of a family's lesson in addresses.
pub fn slug(family: &dyn Family) -> String {
    family.name().to_ascii_lowercase()
}

/// The family whose lesson has this name.
pub fn find(slug_of: &str) -> Option<&'static dyn Explained> {
    families().find(|&family| slug(family) == slug_of)
}

/// The world and the event that a lesson plays: number 0 is the one of the gallery that is small and changes most, if there is one;
/// all others are made.
pub fn scene(family: &'static dyn Explained, number: u32) -> Option<Scene> {
    let printed = || (number == 0).then(|| from_gallery(family)).flatten();
    let path = format!("lesson/1/{}/{number}", family.name());
    printed().or_else(|| best(family, &SIDES, &path, |event| sense(event).is_none_or(|sense| (sense < 0) == (number % 2 == 1))))
}

/// The first -1 or 1 of an event that says which of two things happens; that a direction is another one shows less.
fn sense(event: &Event) -> Option<i64> {
    let sign = event.family.params().iter().find(|param| matches!(param.kind, ParamKind::Sign { .. }) && param.kind != WAY)?;
    Some(event.args.integer(sign.name))
}

fn from_gallery(family: &dyn Family) -> Option<Scene> {
    let fits = |line: &str| {
        let document = json::parse(line).ok()?;
        let (root, mut volume) = (document.root(), 1);
        let sides: Vec<i64> = root.get("shape")?.items().filter_map(|side| side.integer()).collect();
        sides.iter().for_each(|&side| volume *= side);
        Some(root.get("family")?.string()? == family.name() && sides.len() == 2 && volume <= MOST_CELLS as i64)
    };
    let lines = gallery::entries().iter().map(|entry| entry.line).filter(|line| fits(line) == Some(true));
    let found = lines.filter_map(|line| most_changing(line, family)).max_by_key(|(_, _, changes)| *changes);
    found.map(|(scene, ..)| scene)
}

/// The event of an instance that changes most, with its step and how many cells it changes.
fn most_changing(line: &str, family: &dyn Family) -> Option<(Scene, usize, usize)> {
    let (instance, trace) = Instance::open(line).ok()?;
    let own = (1..=trace.len()).filter(|&t| instance.events.get(t - 1).is_some_and(|event| event.family.name() == family.name()));
    // The first of those that change as much.
    let t = own.min_by_key(|&t| Reverse(trace.changes(t).len()))?;
    let event = instance.events.get(t - 1)?.clone();
    let before = trace.state(&instance.initial, t - 1);
    Some((Scene { space: instance.space, before, event }, t, trace.changes(t).len()))
}

/// A world of these sides and an event on it that teaches: it changes some cells and not most of them, and the more of the family's
/// misreadings differ from it, the better. The same path gives the same everywhere.
pub fn made(family: &'static dyn Explained, sides: &[u32], path: &str) -> Option<Scene> {
    best(family, sides, path, |_| true)
}

/// The same, with an event that is wanted if there is one.
fn best(family: &'static dyn Explained, sides: &[u32], path: &str, wanted: impl Fn(&Event) -> bool) -> Option<Scene> {
    let tries = (0..TRIES).filter_map(|index| candidate(family, sides, &format!("{path}/{index}")));
    let tries = tries.map(|(scene, merit)| (wanted(&scene.event), merit, scene));
    tries.min_by_key(|(wanted, merit, _)| Reverse((*wanted, *merit))).map(|(.., scene)| scene)
}

/// How much an event teaches: first whether it is neither too little nor too much, then how many misreadings differ from it, as far as
/// [`TEMPTING`]: more would always choose the same kind of event.
type Merit = (bool, usize);

fn candidate(family: &'static dyn Explained, sides: &[u32], path: &str) -> Option<(Scene, Merit)> {
    let sampled = SAMPLED.iter().find(|sampled| sampled.name() == family.name())?;
    let mut stream = Stream::new(path);
    let volume: u32 = sides.iter().product();
    let target = sampled.sampling().target.map(|_| u64::from((volume / 4 + stream.below(volume / 2 + 1)).max(1)));
    let request =
        Request { family: family.name().to_owned(), shape: sides.to_vec(), target, band: Some(BAND), ..Request::default() };
    let condition = Condition::new(&request).ok()?;
    let mut site = Site::new(condition.space().clone(), condition.aim(), stream);
    initial::fill(&mut site, &condition);
    let args = sampled.propose(&mut site, false)?;
    let event = Event { family: condition.family(), args };
    let scene = Scene { space: condition.space().clone(), before: site.world().clone(), event };
    let opened = Opened::new(&scene.event, &scene.space, &scene.before)?;
    let (after, changes) = (opened.after(), opened.before().differences(opened.after()).count());
    let tells = (2..=2 * volume as usize / 3).contains(&changes) && opened.len() <= MOST_PARTS;
    let tempting = family.misreadings().iter().filter(|misreading| (misreading.execute)(&scene.moment()).as_ref() != Some(after));
    let merit = (tells, tempting.count().min(TEMPTING));
    Some((scene, merit))
}

/// What an event reads, writes and changes, counted as the paper does (B.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accounting {
    /// The canonical read count, repeated incidences counted.
    pub scan: u64,
    /// Different cells read.
    pub reads: usize,
    /// Cells that receive an assignment.
    pub writes: usize,
    /// Cells whose value is another one afterwards.
    pub changes: usize,
}

impl Accounting {
    /// The accounting of a scene's event; nothing if that is invalid.
    pub fn new(scene: &Scene) -> Option<Accounting> {
        let transition = scene.event.transition(&scene.space).ok()?;
        let footprint = transition.footprint(&scene.before, &mut Scratch::default());
        let mut world = scene.before.clone();
        let changes = execute(transition.as_ref(), &mut world, &mut Scratch::default()).ok()?.len();
        Some(Accounting { scan: footprint.scan, reads: footprint.reads.len(), writes: footprint.writes.len(), changes })
    }
}

/// A misreading and the rule, side by side on the same world.
pub struct Surprise {
    /// The misreading.
    pub misreading: &'static Misreading,
    /// The world before and the event.
    pub scene: Scene,
    /// The state after the event.
    pub right: World,
    /// The state after it as the reader believes; nothing if that needs a value outside of the alphabet.
    pub misread: Option<World>,
    /// Why the first cell that differs has its value, with the cell.
    pub why: Option<String>,
}

impl Surprise {
    /// The cells in which the two states differ.
    pub fn differing(&self) -> Vec<usize> {
        self.misread.as_ref().map(|misread| misread.differences(&self.right).collect()).unwrap_or_default()
    }
}

/// What surprises people about a rule, the most tempting first.
pub fn surprises(family: &dyn Explained) -> Vec<Surprise> {
    let surprise = |misreading: &'static Misreading| {
        let scene = misreading.scene()?;
        let opened = Opened::new(&scene.event, &scene.space, &scene.before)?;
        let (misread, right) = ((misreading.execute)(&scene.moment()), opened.after().clone());
        let first = misread.as_ref().and_then(|misread| misread.differences(&right).next());
        let why = first.map(|cell| explained(&opened, &scene.space, cell));
        Some(Surprise { misreading, scene, right, misread, why })
    };
    family.misreadings().iter().take(SURPRISES).filter_map(surprise).collect()
}

/// Why a cell has its value after an event, the cell named: `[0,1]: 2, because …`.
pub fn explained(opened: &Opened, space: &Space, cell: usize) -> String {
    format!("{}: {}", list(&space.shape.point(cell)), opened.why(cell))
}

/// A rule in more dimensions than two.
pub struct Higher {
    /// How many.
    pub dimensions: usize,
    /// The world before and the event.
    pub scene: Scene,
    /// The state after the event.
    pub after: World,
    /// Where it stands in the gallery, if it does: the id and the step.
    pub source: Option<(&'static str, usize)>,
}

/// A rule in three and in four dimensions.
pub fn higher(family: &'static dyn Explained) -> Vec<Higher> {
    let one = |(dimensions, sides): (usize, &[u32])| {
        let entry = gallery::find(&format!("{}-{dimensions}d", slug(family)));
        let found = entry.and_then(|entry| most_changing(entry.line, family).map(|(scene, t, _)| (scene, Some((entry.id, t)))));
        let made = || made(family, sides, &format!("lesson/1/{}/{dimensions}d", family.name()));
        let (scene, source) = found.or_else(|| Some((made()?, None)))?;
        let after = Opened::new(&scene.event, &scene.space, &scene.before)?.after().clone();
        Some(Higher { dimensions, scene, after, source })
    };
    HIGHER.into_iter().filter_map(one).collect()
}

/// The built-in instance of a family in two dimensions, on which its reader goes on.
pub fn sandbox(family: &dyn Family) -> Option<&'static str> {
    gallery::find(&format!("{}-2d", slug(family))).map(|entry| entry.id)
}

/// A scene as one line of JSON, an instance of one event.
pub fn line(scene: &Scene) -> String {
    format!(
        "{{\"id\":\"lesson-{}\",\"shape\":{},\"alphabet\":{},\"initial\":{},\"events\":[{}]}}",
        slug(scene.event.family),
        list(scene.space.shape.sides()),
        scene.space.alphabet,
        write_state(&scene.before),
        scene.event.to_json()
    )
}
