//! The lengths that declarators of arrays give.

use clacc_syntax::ast::{ArraySize, Declarator, Expr, ExprId};

use super::CHost;
use super::nodes::{entity_of, symbol_of};
use crate::c::model::SymbolKind;
use crate::program::place::EntityId;

impl CHost<'_> {
    /// The variable that gives the length of a dimension in the declarator of an entity, counted from the fastest dimension; none if
    /// another expression gives it.
    pub(super) fn length_variable(self, entity: EntityId, from_last: usize) -> Option<EntityId> {
        let declared = self.model.symbols[symbol_of(entity)].entity?;
        let tree = self.tree();
        let mut declarator = tree[declared].declarator;
        let mut dimension = 0;
        loop {
            declarator = match &tree[declarator] {
                Declarator::Array { size, .. } if dimension == from_last => {
                    let ArraySize::Expr(size) = size else { return None };
                    let name = tree.unparenthesized(*size);
                    let is_name = matches!(tree[name], Expr::Name(_));
                    return is_name.then(|| self.model.symbol_of(name)).flatten().map(entity_of);
                }
                Declarator::Array { inner, .. } => {
                    dimension += 1;
                    *inner
                }
                Declarator::Paren { inner, .. } => *inner,
                _ => return None,
            }
        }
    }

    /// The number of elements in the declarator of a parameter that is declared as an array.
    pub(super) fn declared_length(self, entity: EntityId) -> Option<ExprId> {
        let symbol = &self.model.symbols[symbol_of(entity)];
        if symbol.kind != SymbolKind::Parameter {
            return None;
        }
        let mut declarator = self.tree()[symbol.entity?].declarator;
        let mut length = None;
        loop {
            declarator = match &self.tree()[declarator] {
                Declarator::Name(_) => return length,
                Declarator::Array { inner, size, .. } => {
                    length = if let ArraySize::Expr(size) = size { Some(*size) } else { None };
                    *inner
                }
                Declarator::Paren { inner, .. } => *inner,
                Declarator::Pointer { inner, .. } | Declarator::Function { inner, .. } => {
                    length = None;
                    *inner
                }
            };
        }
    }
}
