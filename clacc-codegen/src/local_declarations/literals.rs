//! Enumeration constants as text.

use clacc_sema::c::model::{DeclModel, SymbolId, SymbolKind};

/// Returns the text of the value of an enumeration constant that is an `int`. There is no literal for the least value, so it is spelled as
/// an expression.
pub(crate) fn literal(model: &DeclModel, symbol: SymbolId) -> Option<String> {
    let SymbolKind::Enumerator(value) = &model.symbols[symbol].kind else { return None };
    let value = i32::try_from(**value).ok()?;
    Some(if value < 0 { format!("(-{} - 1)", -(value + 1)) } else { value.to_string() })
}
