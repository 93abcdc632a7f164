//! `gridbench run`: execute every instance.

use clap::ValueEnum;
use std::path::PathBuf;

use grids::instance::Instance;
use grids::trace::Steps;
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
    Input::open(options.file.as_deref())?.each_instance(output, |_, instance, last, output| {
        output.text(&format!("{{\"id\":\"{}\",\"final\":{}", instance.id, write_state(last)))?;
        if options.trace != Detail::Final {
            write_steps(instance, options.trace == Detail::States, output)?;
        }
        output.text("}\n")
    })
}

/// Steps are written as they are made: those of a large world do not fit into memory together.
fn write_steps(instance: &Instance, states: bool, output: &mut Output) -> Done {
    let shape = &instance.space.shape;
    let mut steps = Steps::new(instance);
    output.text(",\"steps\":[")?;
    let mut comma = "";
    // The history has been executed once already, so every event succeeds.
    while let Some(Ok(step)) = steps.advance() {
        output.text(&format!("{comma}{{\"scan\":{},\"effect\":{}", step.footprint.scan, step.changed.len()))?;
        for (name, cells) in [("reads", &step.footprint.reads), ("writes", &step.footprint.writes), ("changed", &step.changed)] {
            output.text(&format!(",\"{name}\":["))?;
            write_points(shape, cells, output)?;
            output.text("]")?;
        }
        if states {
            output.text(&format!(",\"state\":{}", write_state(step.world)))?;
        }
        output.text("}")?;
        comma = ",";
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
