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

use crate::programs::program::{Program, Stmt, VarId};

/// Why OpenACC does not say what a program does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Undetermined(pub(crate) &'static str);

/// The reason of the model to stop at a missing wait.
pub(crate) const STILL_USED: &str = "a queue may still use the data";

/// The place where the model does not know what a program does.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) why: Undetermined,
    /// The lines that the program printed before.
    pub(crate) printed: Vec<String>,
    /// The innermost statement that was under way.
    pub(crate) statement: *const Stmt,
    /// The variable that it was about.
    pub(crate) var: Option<VarId>,
    /// True if the statement was about a byte of a structure.
    pub(crate) is_member_byte: bool,
    /// True if a compute construct was under way on the device.
    pub(crate) in_kernel: bool,
    /// True if undefined values were copied to the host before.
    pub(crate) is_spoilt: bool,
    /// True if the memory that was used has a copy, and a pointer without a clause led to it.
    pub(crate) has_copy: bool,
}

pub(crate) type Determined<T> = Result<T, Undetermined>;

/// What a program prints, line by line.
pub(crate) fn evaluate(program: &Program, discrete: bool) -> Determined<Vec<String>> {
    let mut machine = Machine::new(discrete);
    machine.allocate_all(program)?;
    machine.run(program, &program.body)?;
    machine.finish()?;
    Ok(machine.output)
}

/// Returns the lines that a program prints on a device with memory of its own, or where the model stops. Data left on the device does not
/// matter.
pub(crate) fn follow(program: &Program) -> Result<Vec<String>, Stop> {
    let mut machine = Machine::new(true);
    let ran = machine.allocate_all(program).and_then(|()| machine.run(program, &program.body));
    match ran {
        Ok(()) => Ok(machine.output),
        Err(why) => Err(machine.stop(why)),
    }
}
