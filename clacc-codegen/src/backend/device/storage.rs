//! What directives at file scope put on the device.

use clacc_sema::db::declared_variables::{Declared, declared_variables, is_internal};
use clacc_sema::db::external_decls::{DeclKind, ExternalDecl};
use clacc_sema::db::omp_variables::omp_variables;
use clacc_sema::db::routines::is_for_devices;
use clacc_sema::db::{Db, Unit};
use clacc_syntax::Name;

/// The storage of a variable of file scope on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DeviceStorage {
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
    pub(super) fn of(db: &dyn Db, unit: Unit, variable: Name) -> DeviceStorage {
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
pub(super) fn is_offered(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let (unit, name) = (decl.unit(db), decl.name(db));
    let is_of_openmp = || omp_variables(db, unit).get(&name).is_some_and(|said| said.on_device);
    decl.kind(db) == DeclKind::Function
        && !is_internal(db, unit, name)
        && (is_for_devices(db, decl) || is_of_openmp())
}
