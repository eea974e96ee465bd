//! The text for accelerators: the code that a device executes, with the functions, types, constants and variables that it needs, and nothing
//! else of the unit.
//!
//! The code is that of the back end [`Discrete`](super::Discrete). What belongs to the text is found from the kernels and the functions for
//! devices on (`closure`): each piece of code mentions names of file scope (`mentions`), the declarations that introduce these
//! (`unit_names`) belong to the text too, and so on. Of a declaration of several names, only the needed declarators are written (`parts`,
//! `assembly`).
//! All parts keep their order, so that whatever was declared before its use still is.
//!
//! Invariants: a definition is written if and only if a chosen one mentions it, but for the members of structures, which are written whole.
//! Variables that have no storage on the device are never defined: they come in through the arguments of a kernel, or are an error.

mod assembly;
mod closure;
mod mentions;
mod parts;
mod unit_names;

use clacc_sema::db::declared_variables::{Declared, declared_variables, is_internal};
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl};
use clacc_sema::db::omp_variables::omp_variables;
use clacc_sema::db::routines::is_for_devices;
use clacc_sema::db::{Db, Unit};
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use clacc_ttx::query::Mapping;

use self::assembly::assembled;
use self::closure::Closure;
use crate::piece::{Piece, Region};

/// The code of a unit for a device.
pub(crate) struct DeviceCode<'db> {
    /// The declarations of the unit, in order, with their code. Those without code are left out.
    pub(crate) parts: Vec<DevicePart<'db>>,
    /// The functions that the code calls without a declaration in sight, sorted.
    pub(crate) undeclared: Vec<String>,
}

/// The code of a declaration for a device.
pub(crate) struct DevicePart<'db> {
    pub(crate) decl: ExternalDecl<'db>,
    pub(crate) pieces: Vec<Piece>,
    /// The kernels among its outlined functions.
    pub(crate) kernels: Vec<Region>,
    pub(crate) findings: Vec<Diagnostic<TokenRange>>,
}

/// Returns the code of a unit for a device. The time is linear in the length of the unit. The result is not memoised.
pub(crate) fn device_code(db: &dyn Db, unit: Unit, mapping: Mapping) -> DeviceCode<'_> {
    let mut closure = Closure::new(db, unit, mapping);
    closure.add_roots();
    closure.complete();
    assembled(db, closure.finish())
}

/// The storage of a variable of file scope on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DeviceStorage {
    /// The device has the variable, and its first value there is that of the host.
    WithValue,
    /// The device has the variable, without a value at first.
    Unset,
    /// The device has the variable only where a data clause maps it.
    Linked,
    /// The device has no such variable.
    None,
}

impl DeviceStorage {
    /// Returns the storage that directives at file scope give a variable.
    fn of(db: &dyn Db, unit: Unit, variable: Name) -> DeviceStorage {
        let said = omp_variables(db, unit).get(&variable);
        match declared_variables(db, unit).get(&variable) {
            Some(Declared::Created | Declared::Resident) => DeviceStorage::Unset,
            Some(Declared::Copied) => DeviceStorage::WithValue,
            Some(Declared::Link) => DeviceStorage::Linked,
            None if said.is_some_and(|said| said.linked) => DeviceStorage::Linked,
            None if said.is_some_and(|said| said.on_device) => DeviceStorage::WithValue,
            None => DeviceStorage::None,
        }
    }
}

/// Returns whether other units can call a function that a declaration defines for devices.
fn is_offered(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let (unit, name) = (decl.unit(db), decl.name(db));
    let is_of_openmp = || omp_variables(db, unit).get(&name).is_some_and(|said| said.on_device);
    decl.kind(db) == DeclKind::Function
        && !is_internal(db, unit, name)
        && (is_for_devices(db, decl) || is_of_openmp())
}
