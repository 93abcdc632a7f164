//! What can be done with a pasted text, each as one step.

use base::json;

use super::paste::{Content, Pasted};
use super::tools::Block;
use super::{Draft, DraftEvent, Prediction, Status, Step, Surface, file};
use crate::answer::{self, Answer};
use crate::model::colours::Colours;
use crate::model::mosaic::Plane;
use crate::world::World;
use crate::world::codec::{list, shorten};

/// One thing that can be done with a pasted text.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// What it is, for a button.
    pub label: &'static str,
    /// What it does, and what is lost by it.
    pub effect: String,
    /// The step that does it.
    pub step: Step,
    /// The state that comes of it, and how its values are coloured.
    pub picture: Option<(World, Colours)>,
}

/// Everything that can be done with a pasted text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Offers {
    /// What there is to know before.
    pub remarks: Vec<String>,
    /// The steps, the likeliest first.
    pub offers: Vec<Offer>,
    /// Whether the text is a whole instance, which can be opened beside this draft too.
    pub is_instance: bool,
}

/// Where a pasted text may go.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The state that is worked on.
    pub surface: Surface,
    /// The low corner for a block that is not as large as the world.
    pub cell: usize,
    /// The axes that lie in the plane.
    pub plane: Plane,
}

impl Draft {
    /// What can be done with a text that was taken for something.
    pub fn offers(&self, text: &str, pasted: &Pasted, target: Target, most_cells: usize) -> Offers {
        match &pasted.content {
            Content::Instance(text) => self.offer_instance(text, most_cells),
            Content::Events(text) => self.offer_events(text),
            Content::State(world) => self.offer_state(text, world, target.surface),
            Content::Block(block) => self.offer_block(block, target),
        }
    }

    fn offer_instance(&self, text: &str, most_cells: usize) -> Offers {
        let other = match file::read(most_cells, text) {
            Ok(other) => other,
            Err(error) => return Offers { remarks: vec![format!("It cannot be used: {error}.")], ..Offers::default() },
        };
        let mut remarks = vec![other.describe()];
        let statuses = other.run().statuses;
        let fault = statuses.iter().enumerate().find_map(|(place, status)| match status {
            Status::Faulty(fault) => Some(format!("Event {} is not valid: {fault}. What stands before it plays.", place + 1)),
            Status::Plays(_) | Status::Off | Status::Unreached => None,
        });
        remarks.extend(fault);
        let offer = Offer {
            label: "Replace everything here",
            effect: "World, events and prediction of this draft go.".to_owned(),
            picture: Some((other.frame.initial.clone(), Colours::new(other.family, &other.frame.space.alphabet))),
            step: self.replace("paste", other),
        };
        Offers { remarks, offers: vec![offer], is_instance: true }
    }

    fn offer_events(&self, text: &str) -> Offers {
        let document = json::parse(text).ok();
        let items = document.as_ref().into_iter().flat_map(|document| document.root().items());
        let events: Vec<DraftEvent> = items.map(|event| DraftEvent::new(event.text())).collect();
        let faults: Vec<(usize, String)> =
            events.iter().enumerate().filter_map(|(place, event)| Some((place, self.fault(&event.text)?))).collect();
        let remark = faults.first().map(|(place, fault)| {
            let number = faults.len();
            let are = if number == 1 { "is" } else { "are" };
            format!("{number} of them {are} not valid here. The first is number {}: {fault}.", place + 1)
        });
        let (count, all) = (events.len(), self.events.len());
        let replace = Offer {
            label: "Replace all events",
            effect: format!("{all} {} and {count} come.", if all == 1 { "event goes" } else { "events go" }),
            step: self.splice("paste events", 0, all, events.clone()),
            picture: None,
        };
        let append = Offer {
            label: "Add to the end",
            effect: format!("There are {} events then.", all + count),
            step: self.splice("paste events", all, 0, events),
            picture: None,
        };
        let offers = if all == 0 { vec![append] } else { vec![append, replace] };
        Offers { remarks: remark.into_iter().collect(), offers, is_instance: false }
    }

    fn offer_state(&self, text: &str, world: &World, first: Surface) -> Offers {
        let cells = || world.cells().iter().enumerate().map(|(cell, &value)| (cell as u32, value));
        let offer = |surface| {
            let step = match surface {
                // A delivered answer is kept to the letter.
                Surface::Prediction => match answer::read(Some(text), &self.frame.space) {
                    Answer::Valid { .. } => self.predict("paste", Prediction::Text(text.into())),
                    Answer::Empty | Answer::Invalid { .. } => self.predict("paste", Prediction::World(world.clone())),
                },
                Surface::Initial | Surface::Scratch(_) => self.set_cells("paste", surface, cells()),
            };
            let changes = self.ground(surface).differences(world).count();
            Offer {
                label: label(surface),
                effect: format!("{} there.", changed(changes)),
                step,
                picture: Some((world.clone(), self.colours())),
            }
        };
        Offers { offers: order(first).map(offer).into(), ..Offers::default() }
    }

    fn offer_block(&self, block: &Block, Target { surface, cell, plane }: Target) -> Offers {
        let space = &self.frame.space;
        let is_whole = block.fills(&space.shape);
        let cell = if is_whole { 0 } else { cell.min(space.shape.volume() - 1) };
        let mut offers = Offers::default();
        for surface in order(surface) {
            let ground = self.ground(surface);
            match block.put(&ground, cell, plane, &space.alphabet) {
                Err(error) => {
                    offers.remarks = vec![format!("It does not go into {}: {error}.", space.shape)];
                    break;
                }
                Ok(put) => {
                    let place = match is_whole {
                        true => "It fills the whole world".to_owned(),
                        false => format!("It goes to {}", list(&space.shape.point(cell))),
                    };
                    let cut = match put.cut {
                        0 => String::new(),
                        cut => format!("; {cut} of its cells lie outside and are cut, {} of them not 0", put.lost),
                    };
                    let mut world = ground.into_owned();
                    for &(cell, value) in &put.cells {
                        world.set(cell as usize, value);
                    }
                    offers.offers.push(Offer {
                        label: if is_whole { label(surface) } else { part_label(surface) },
                        effect: format!("{place}{cut}. {} there.", changed(put.cells.len())),
                        step: self.set_cells("paste", surface, put.cells),
                        picture: Some((world, self.colours())),
                    });
                }
            }
        }
        offers
    }

    fn colours(&self) -> Colours {
        Colours::new(self.family, &self.frame.space.alphabet)
    }

    /// What it is, in one line.
    pub fn describe(&self) -> String {
        let Draft { family, frame, events, .. } = self;
        let off = match events.iter().filter(|event| !event.on).count() {
            0 => String::new(),
            off => format!(", {off} of them off"),
        };
        let prediction = if frame.prediction == Prediction::None { "" } else { ", and a prediction" };
        let alphabet = shorten(&frame.space.alphabet.to_string());
        let events = match events.len() {
            1 => "1 event".to_owned(),
            more => format!("{more} events"),
        };
        format!("{} on {}, values {alphabet}, {events}{off}{prediction}.", family.name(), frame.space.shape)
    }
}

/// The states in the order in which they are offered.
fn order(first: Surface) -> [Surface; 2] {
    match first {
        Surface::Initial => [Surface::Initial, Surface::Prediction],
        Surface::Prediction | Surface::Scratch(_) => [first, Surface::Initial],
    }
}

fn label(surface: Surface) -> &'static str {
    match surface {
        Surface::Initial => "Replace the initial world",
        Surface::Prediction => "Make it the prediction",
        Surface::Scratch(_) => "Make it the note",
    }
}

fn part_label(surface: Surface) -> &'static str {
    match surface {
        Surface::Initial => "Put into the initial world",
        Surface::Prediction => "Put into the prediction",
        Surface::Scratch(_) => "Put into the note",
    }
}

fn changed(cells: usize) -> String {
    match cells {
        0 => "Nothing changes".to_owned(),
        1 => "1 cell changes".to_owned(),
        more => format!("{more} cells change"),
    }
}
