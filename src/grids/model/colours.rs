//! Which colour shows a value.

use crate::rule::{Family, Palette};
use crate::world::Alphabet;

/// The colours of an alphabet's values, as names of tokens: `v0` for 0, `v1` to `v6` for labels, `p0` to `p12` for powers of two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Colours {
    /// Values are names: neighbours in the increasing list of these labels have different colours.
    Labels(Vec<u16>),
    /// Values are 0 and powers of two.
    Powers,
}

/// Colours that are easy to tell apart.
const DISTINCT: usize = 6;
/// The highest exponent with a colour of its own.
const HIGHEST: u32 = 12;
/// The lowest exponent whose colour asks for the other ink.
const TURN: u32 = 8;

impl Colours {
    /// The colours that a family uses for an alphabet.
    pub fn new(family: &dyn Family, alphabet: &Alphabet) -> Colours {
        match family.palette() {
            Palette::Powers => Colours::Powers,
            Palette::Labels => {
                let mut labels: Vec<u16> = alphabet.values().iter().copied().filter(|&value| value != 0).collect();
                labels.sort_unstable();
                Colours::Labels(labels)
            }
        }
    }

    /// The name of a value's colour.
    pub fn name(&self, value: u16) -> String {
        match self {
            _ if value == 0 => "v0".to_owned(),
            Colours::Powers => format!("p{}", value.ilog2().min(HIGHEST)),
            Colours::Labels(labels) => {
                // A value outside the alphabet, as a wrong answer may have, takes the place where it would stand.
                let (Ok(rank) | Err(rank)) = labels.binary_search(&value);
                format!("v{}", rank % DISTINCT + 1)
            }
        }
    }

    /// The name of the colour in which a value's numeral stands on that.
    pub fn ink(&self, value: u16) -> &'static str {
        match self {
            _ if value == 0 => "dot",
            Colours::Labels(_) => "cell-ink",
            Colours::Powers if value.ilog2() < TURN => "ramp-ink-low",
            Colours::Powers => "ramp-ink-high",
        }
    }
}
