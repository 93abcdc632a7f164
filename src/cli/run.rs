//! `gridbench run`: execute every instance.

use clap::ValueEnum;
use std::path::PathBuf;

use grids::instance::Instance;
use grids::trace::Trace;
use grids::world::Shape;
use grids::world::codec::{list, write_state};

use crate::lines::{Done, Input, Output};

/// Execute every instance and write its final state
///
/// Writes {"id":…,"final":{"cells":[…]}} for every instance; with --trace also what every event read, wrote and changed. `length`
/// and `final` of an instance are optional and must agree with the execution.
#[derive(clap::Args)]
pub struct Options {
    /// Instances as JSONL; `-` or none for standard input
    file: Option<PathBuf>,
    /// How much of the execution to write
    #[arg(long, value_enum, default_value_t = Detail::Final)]
    trace: Detail,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Detail {
    /// The final state
    Final,
    /// Also, for every event, `scan` (the canonical read count, repeated incidences counted), `effect` (the number of changed
    /// cells), and the cells in `reads` (each once), `writes` (also those that keep their value) and `changed`
    Steps,
    /// Also the state after every event
    States,
}

pub fn run(options: &Options, output: &mut Output) -> Done {
    Input::open(options.file.as_deref())?.each_instance(output, |_, instance, trace, output| {
        let state = write_state(&trace.state(&instance.initial, trace.len()));
        output.text(&format!("{{\"id\":\"{}\",\"final\":{state}", instance.id))?;
        if options.trace != Detail::Final {
            write_steps(instance, trace, options.trace == Detail::States, output)?;
        }
        output.text("}\n")
    })
}

/// Steps are written as they are made: those of a large world do not fit into memory together.
fn write_steps(instance: &Instance, trace: &Trace, states: bool, output: &mut Output) -> Done {
    let shape = &instance.space.shape;
    let mut world = instance.initial.clone();
    output.text(",\"steps\":[")?;
    for t in 1..=trace.len() {
        let footprint = trace.footprint(instance, t, &world);
        trace.seek(&mut world, t - 1, t);
        let mut changed: Vec<u32> = trace.changes(t).iter().map(|change| change.cell).collect();
        changed.sort_unstable();
        let comma = if t == 1 { "" } else { "," };
        output.text(&format!("{comma}{{\"scan\":{},\"effect\":{}", footprint.scan, changed.len()))?;
        for (name, cells) in [("reads", &footprint.reads), ("writes", &footprint.writes), ("changed", &changed)] {
            output.text(&format!(",\"{name}\":["))?;
            write_points(shape, cells, output)?;
            output.text("]")?;
        }
        if states {
            output.text(&format!(",\"state\":{}", write_state(&world)))?;
        }
        output.text("}")?;
    }
    output.text("]")
}

fn write_points(shape: &Shape, cells: &[u32], output: &mut Output) -> Done {
    for (index, &cell) in cells.iter().enumerate() {
        if index > 0 {
            output.text(",")?;
        }
        output.text(&list(&shape.point(cell as usize)))?;
    }
    Ok(())
}
