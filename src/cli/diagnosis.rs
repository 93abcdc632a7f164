//! `gridbench bench --diagnosis`: how often a diagnosis is right, and how long it takes.

use std::collections::BTreeMap;
use std::time::Instant;

use grids::diagnose::accuracy::{Kind, LENGTHS, NOISE, Trial, instances, measure, search};
use grids::rule;

use crate::lines::{Done, Output};

/// How many of some answers were found.
#[derive(Default, Clone, Copy)]
struct Tally {
    all: usize,
    first: usize,
    third: usize,
    claimed: usize,
}

impl Tally {
    fn add(&mut self, rank: Option<usize>, claimed: bool) {
        self.all += 1;
        self.first += usize::from(rank == Some(1));
        self.third += usize::from(rank.is_some_and(|rank| rank <= 3));
        self.claimed += usize::from(claimed);
    }

    fn shares(&self) -> String {
        let share = |count: usize| 100.0 * count as f64 / self.all.max(1) as f64;
        format!("{:>5.1} / {:>5.1} / {:>5.1}", share(self.first), share(self.third), share(self.claimed))
    }
}

/// Prints the tables.
pub fn run(output: &mut Output) -> Done {
    let mut by_length = BTreeMap::<(usize, usize), Tally>::new();
    let mut by_reading = BTreeMap::<String, Tally>::new();
    let mut unexplained = BTreeMap::<String, Tally>::new();
    for family in rule::core_families() {
        measure(family, &mut |Trial { length, kind, claimed }| match kind {
            Kind::Misread { reading, noise, rank } => {
                by_length.entry((length, noise)).or_default().add(rank, claimed);
                if noise == 0 {
                    by_reading.entry(reading).or_default().add(rank, claimed);
                }
            }
            Kind::Scattered(count) => {
                unexplained.entry(format!("{count} cells of the reference at random")).or_default().add(None, claimed);
            }
            Kind::Random => unexplained.entry("all cells at random".to_owned()).or_default().add(None, claimed),
        });
    }
    output.text("The true misreading is ranked first / within the first three / an explanation is claimed, in percent.\n\n")?;
    output
        .text(&format!("events  {}\n", NOISE.map(|noise| format!("{:>23}", format!("{noise} more wrong cells"))).join("  ")))?;
    for length in LENGTHS {
        let columns = NOISE.map(|noise| by_length.get(&(length, noise)).copied().unwrap_or_default().shares());
        output.text(&format!("{length:>6}  {}\n", columns.map(|column| format!("{column:>23}")).join("  ")))?;
    }
    let answers: usize = by_length.values().map(|tally| tally.all).sum();
    output.text(&format!("{answers} answers\n\nWithout more wrong cells, by misreading:\n"))?;
    for (reading, tally) in &by_reading {
        output.text(&format!("{reading:<48} {:>5}  {}\n", tally.all, tally.shares()))?;
    }
    output.text("\nAnswers that nothing explains, and how many of them are explained all the same:\n")?;
    for (kind, tally) in &unexplained {
        output.text(&format!("{kind:<40} {:>6} {:>4}\n", tally.all, tally.claimed))?;
    }
    output.text("\nAll single readings of one answer, on one core:\n")?;
    for length in LENGTHS {
        let instances = instances(length);
        let start = Instant::now();
        search(&instances);
        let each = 1e3 * start.elapsed().as_secs_f64() / instances.len().max(1) as f64;
        output.text(&format!("{length:>6} events  {each:>8.3} ms\n"))?;
    }
    Ok(())
}
