//! The types of functions, and whether they are compatible (C17 6.7.6.3).

use clacc_syntax::Name;

use super::bind::conversions::compatible;
use super::model::{DeclModel, Symbol, SymbolKind};
use super::types::{QualType, Type};

/// The type of a function that a declaration names.
pub(crate) fn of(model: &DeclModel, name: Name) -> Option<QualType> {
    let is_wanted = |symbol: &Symbol| symbol.name == name && symbol.kind == SymbolKind::Function;
    model.symbols.iter().find(|(_, symbol)| is_wanted(symbol)).map(|(_, symbol)| symbol.ty.clone())
}

/// Returns true if two function types are not compatible. Types with enumerations count as compatible, because the compiler chooses the
/// integer type of an enumeration.
pub(crate) fn certainly_differ(left: &QualType, right: &QualType) -> bool {
    let is_certain = |ty: &QualType| match ty.plain() {
        Type::Function { result, params, .. } => {
            is_certain_part(result) && params.iter().flatten().all(is_certain_part)
        }
        _ => false,
    };
    is_certain(left) && is_certain(right) && !compatible(left, right)
}

fn is_certain_part(ty: &QualType) -> bool {
    let mut ty = ty;
    while let Some(target) = ty.target() {
        ty = target;
    }
    !matches!(ty.plain(), Type::Error | Type::Enum(_) | Type::Function { .. })
}
