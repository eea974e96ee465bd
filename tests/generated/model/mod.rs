//! The reference model: what OpenACC 3.4 says that a program prints, on a device with memory of its own and
//! on one that shares the host's.
//!
//! It knows nothing of OpenMP. A program whose result OpenACC leaves open is an [`Undetermined`] one: reads
//! of undefined data, races, absent or partly present data, overflow.

mod data;
mod kernel;
mod machine;
mod memory;
mod routines;
mod rules;
mod values;

pub(crate) use data::Active;
pub(crate) use machine::Machine;

use crate::program::Program;

/// Why OpenACC does not say what a program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Undetermined(pub(crate) &'static str);

pub(crate) type Determined<T> = Result<T, Undetermined>;

/// What a program prints, line by line.
pub(crate) fn evaluate(program: &Program, discrete: bool) -> Determined<Vec<String>> {
    let mut machine = Machine::new(discrete);
    machine.allocate_all(program)?;
    machine.run(program, &program.body)?;
    machine.finish()?;
    Ok(machine.output)
}
