//! The variables of a unit with storage of their own on the device, and where they stay as they are.

use clacc_sema::db::declared_variables::{Declared, declared_variables};
use clacc_sema::db::omp_variables::omp_variables;
use clacc_sema::db::{Db, Unit};
use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, Storage, Tree};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

/// The initial value of the copy of a variable on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CopyBegins {
    /// With no value.
    Unset,
    /// With the value that the variable has before `main`.
    WithValue,
    /// There is a copy only where a clause maps the variable (`link`).
    WhereMapped,
}

impl CopyBegins {
    /// Returns how the copy of a variable begins; none if directives at file scope give it no storage on the device.
    pub(crate) fn of(db: &dyn Db, unit: Unit, variable: Name) -> Option<CopyBegins> {
        let said = omp_variables(db, unit).get(&variable);
        match declared_variables(db, unit).get(&variable) {
            Some(Declared::Created | Declared::Resident) => Some(CopyBegins::Unset),
            Some(Declared::Copied) => Some(CopyBegins::WithValue),
            Some(Declared::Link) => Some(CopyBegins::WhereMapped),
            None if said.is_some_and(|said| said.linked) => Some(CopyBegins::WhereMapped),
            None if said.is_some_and(|said| said.on_device) => Some(CopyBegins::WithValue),
            None => None,
        }
    }
}

/// The variables of the unit that have storage of their own on the device.
pub(crate) type DeviceVariables = FxHashMap<Name, CopyBegins>;

/// Returns the declarations of variables with static storage, whose initial values are constants.
pub(crate) fn constant_parts(tree: &Tree) -> Vec<TokenRange> {
    let in_function = tree.decls.iter().any(|(_, decl)| matches!(decl, Decl::Function(_)));
    let is_static = |decl: &Decl| match decl {
        Decl::Declaration { specs, .. } => !in_function || specs.storage.contains(Storage::STATIC),
        _ => false,
    };
    let parts = tree.decls.iter().filter(|(_, decl)| is_static(decl));
    parts.filter_map(|(id, _)| tree.spans.decls.get(id)).collect()
}
