//! Enumeration constants as text.

use clacc_sema::c::model::{DeclModel, SymbolId, SymbolKind};

/// The text of the value of an enumeration constant that is an `int`. The least value has no constant of its own.
pub(crate) fn literal(model: &DeclModel, symbol: SymbolId) -> Option<String> {
    let SymbolKind::Enumerator(value) = &model.symbols[symbol].kind else { return None };
    let value = i32::try_from(**value).ok()?;
    Some(if value < 0 { format!("(-{} - 1)", -(value + 1)) } else { value.to_string() })
}
