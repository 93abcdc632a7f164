//! The arithmetic of a reason, as data.

use std::fmt;

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// A number of the rule or of the event.
    Number(u32),
    /// What a cell held before the event.
    Cell {
        /// The cell.
        cell: u32,
        /// Its old value.
        value: u16,
    },
    /// A sum.
    Sum(Vec<Term>),
    /// A remainder.
    Modulo(Box<Term>, u32),
}

impl Term {
    /// The value.
    pub fn evaluate(&self) -> u32 {
        match self {
            Term::Number(number) => *number,
            Term::Cell { value, .. } => u32::from(*value),
            Term::Sum(terms) => terms.iter().map(Term::evaluate).sum(),
            Term::Modulo(term, divisor) => term.evaluate().checked_rem(*divisor).unwrap_or(0),
        }
    }

    /// Whether there is anything to compute.
    pub fn is_computed(&self) -> bool {
        matches!(self, Term::Sum(_) | Term::Modulo(..))
    }

    /// The cells whose old values it uses, in the order of the arithmetic.
    pub fn cells(&self) -> Vec<u32> {
        match self {
            Term::Number(_) => Vec::new(),
            Term::Cell { cell, .. } => vec![*cell],
            Term::Sum(terms) => terms.iter().flat_map(Term::cells).collect(),
            Term::Modulo(term, _) => term.cells(),
        }
    }
}

/// `1 + ((2 + 0 + 1) mod 3)`.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) => write!(f, "{number}"),
            Term::Cell { value, .. } => write!(f, "{value}"),
            Term::Sum(terms) => {
                for (index, term) in terms.iter().enumerate() {
                    let plus = if index > 0 { " + " } else { "" };
                    match term {
                        Term::Modulo(..) => write!(f, "{plus}({term})")?,
                        _ => write!(f, "{plus}{term}")?,
                    }
                }
                Ok(())
            }
            Term::Modulo(term, divisor) => match term.as_ref() {
                Term::Sum(terms) if terms.len() > 1 => write!(f, "({term}) mod {divisor}"),
                _ => write!(f, "{term} mod {divisor}"),
            },
        }
    }
}
