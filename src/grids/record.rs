//! An execution as one line of JSON, as `gridbench run` writes it (FORMATS.md).

use crate::instance::Instance;
use crate::trace::Steps;
use crate::world::codec::{list, write_state};
use crate::world::{Shape, World};

/// How much of an execution is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// The final state.
    Final,
    /// Also what every event read, wrote and changed.
    Steps,
    /// Also the state after every event.
    States,
}

/// Writes the execution of an instance whose final state is `last`, without a line end, piece by piece: the steps of a large world
/// do not fit into memory together. The first piece that is not taken ends it.
pub fn write<E>(instance: &Instance, last: &World, detail: Detail, mut take: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    take(&format!("{{\"id\":\"{}\",\"final\":{}", instance.id, write_state(last)))?;
    if detail != Detail::Final {
        write_steps(instance, detail == Detail::States, &mut take)?;
    }
    take("}")
}

fn write_steps<E>(instance: &Instance, states: bool, take: &mut impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    let shape = &instance.space.shape;
    let mut steps = Steps::new(instance);
    take(",\"steps\":[")?;
    let mut comma = "";
    // The history has been executed once already, so every event succeeds.
    while let Some(Ok(step)) = steps.advance() {
        take(&format!("{comma}{{\"scan\":{},\"effect\":{}", step.footprint.scan, step.changed.len()))?;
        for (name, cells) in [("reads", &step.footprint.reads), ("writes", &step.footprint.writes), ("changed", &step.changed)] {
            take(&format!(",\"{name}\":["))?;
            write_points(shape, cells, take)?;
            take("]")?;
        }
        if states {
            take(&format!(",\"state\":{}", write_state(step.world)))?;
        }
        take("}")?;
        comma = ",";
    }
    take("]")
}

fn write_points<E>(shape: &Shape, cells: &[u32], take: &mut impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
    for (index, &cell) in cells.iter().enumerate() {
        if index > 0 {
            take(",")?;
        }
        take(&list(&shape.point(cell as usize)))?;
    }
    Ok(())
}
