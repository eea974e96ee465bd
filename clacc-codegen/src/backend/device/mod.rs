//! The text for accelerators: the code that a device executes, with the functions, types, constants and variables that it needs, and nothing
//! else of the unit.
//!
//! The code is that of the back end [`Discrete`](super::Discrete). What belongs to the text is found from the kernels and the functions for
//! devices on (`closure`): each piece of code mentions names of file scope (`mentions`), the declarations that introduce these
//! (`unit_names`) belong to the text too, and so on. Of a declaration of several names, only the needed declarators are written (`parts`,
//! `assembly`). All parts keep their order, so that whatever was declared before its use still is.
//!
//! Invariants: a definition is written if and only if a chosen one mentions it, but for the members of structures, which are written whole.
//! Variables that have no storage on the device are never defined: they come in through the arguments of a kernel, or are an error.

mod assembly;
mod closure;
mod code;
mod mentions;
mod parts;
mod unit_names;

use clacc_sema::db::{Db, Unit};
use clacc_syntax::Name;
use rustc_hash::FxHashSet;

use self::assembly::assembled;
use self::closure::{Closure, Found};
use self::code::Lower;
pub(crate) use self::code::{DeviceCode, DevicePart};

/// Returns the functions that a device executes in a unit. The time is linear in the length of the unit.
pub(crate) fn device_functions<'db>(db: &'db dyn Db, unit: Unit, lower: Lower<'_, 'db>) -> FxHashSet<Name> {
    found(db, unit, lower).functions(db)
}

/// Returns the code of a unit for a device. The time is linear in the length of the unit. The result is not memoised.
pub(crate) fn device_code<'db>(db: &'db dyn Db, unit: Unit, lower: Lower<'_, 'db>) -> DeviceCode<'db> {
    assembled(db, found(db, unit, lower))
}

/// Returns the declarations that code for a device needs.
fn found<'db>(db: &'db dyn Db, unit: Unit, lower: Lower<'_, 'db>) -> Found<'db> {
    let mut closure = Closure::new(db, unit, lower);
    closure.add_roots();
    closure.complete();
    closure.finish()
}
