//! The uses of variables in a declaration, by token.

use clacc_sema::c::model::{Symbol, SymbolKind};
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use clacc_syntax::token::TokenRange;

/// The tokens that name objects, also in unevaluated operands.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The uses of all other variables.
    known: Vec<(u32, EntityId)>,
    /// The uses of threadprivate variables, which are never passed to an outlined function.
    threadprivate: Vec<(u32, EntityId)>,
}

impl Uses {
    pub(crate) fn of(view: View<'_>, is_threadprivate: impl Fn(EntityId) -> bool) -> Uses {
        let Some(model) = view.c_model() else { return Uses::default() };
        let spans = &model.parsed.tree.spans.exprs;
        // `__func__` and similar names are replaced by literals.
        let is_variable = |symbol: &Symbol| {
            let is_function_name =
                matches!(model.text(symbol.name), "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__");
            symbol.kind.is_object() && !is_function_name
        };
        let entities = model
            .uses
            .iter()
            .map(|(expr, symbol)| (expr, *symbol))
            .filter(|(_, symbol)| is_variable(&model.symbols[*symbol]));
        let token = |expr| spans.get(expr).map(|range: TokenRange| range.start);
        let mut found: Vec<(u32, EntityId)> = entities
            .filter_map(|(expr, symbol)| Some((token(expr)?, EntityId::new(symbol.into_raw().into_u32()))))
            .collect();
        found.sort_unstable();
        found.dedup();
        let (threadprivate, known) = found.into_iter().partition(|(_, entity)| is_threadprivate(*entity));
        Uses { known, threadprivate }
    }

    /// Returns the uses of threadprivate variables, in order.
    pub(crate) fn threadprivate(&self) -> &[(u32, EntityId)] {
        &self.threadprivate
    }

    /// Returns the uses in a range, in order, except those of threadprivate variables.
    pub(crate) fn within(&self, range: TokenRange) -> &[(u32, EntityId)] {
        let start = self.known.partition_point(|(at, _)| *at < range.start);
        let length = self.known[start..].partition_point(|(at, _)| *at < range.end);
        &self.known[start..start + length]
    }
}

/// Returns whether a variable is declared in the function, so that other functions cannot name it.
pub(crate) fn is_of_function(view: View<'_>, variable: EntityId) -> bool {
    let Some(model) = view.c_model() else { return false };
    let symbol = &model.symbols[view.c_symbol(variable)];
    match symbol.kind {
        SymbolKind::Local | SymbolKind::StaticLocal | SymbolKind::Parameter => true,
        _ => symbol.kind.is_object() && symbol.scope.is_some(),
    }
}
