//! The variables of a unit with storage of their own on the device, and where they stay as they are.

use clacc_syntax::Name;
use clacc_syntax::ast::{Decl, Storage, Tree};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

/// The initial value of the copy of a variable on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CopyBegins {
    /// With no value.
    Unset,
    /// With the value of the variable when the program begins to use the device.
    WithValue,
    /// There is a copy only where a clause maps the variable (`link`).
    WhereMapped,
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
