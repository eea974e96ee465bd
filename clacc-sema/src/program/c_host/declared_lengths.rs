//! The lengths that declarators of arrays give.

use clacc_syntax::Name;
use clacc_syntax::ast::{ArraySize, Declarator, Expr, ExprId, Node, TypeSpec};

use super::CHost;
use super::nodes::{entity_of, symbol_of};
use crate::c::model::SymbolKind;
use crate::program::place::{At, EntityId};

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

    /// The expressions that give the lengths of the dimensions in the declarator of an entity.
    pub(super) fn declared_lengths(self, entity: EntityId) -> Vec<At> {
        let tree = self.tree();
        let declared = self.model.symbols[symbol_of(entity)].entity;
        let mut next = declared.map(|declared| tree[declared].declarator);
        let mut found = Vec::new();
        while let Some(declarator) = next {
            next = match &tree[declarator] {
                Declarator::Array { inner, size, .. } => {
                    if let ArraySize::Expr(size) = size {
                        found.extend(self.nodes.of_expr(*size));
                    }
                    Some(*inner)
                }
                Declarator::Paren { inner, .. } | Declarator::Pointer { inner, .. } => Some(*inner),
                Declarator::Name(_) | Declarator::Function { .. } => None,
            };
        }
        found
    }

    /// Returns whether an expression means the same everywhere in this external declaration: only one entity has each of its names. Tags of
    /// structs are not examined, so that an expression with one does not count.
    pub(super) fn means_one_thing(self, at: At) -> bool {
        let is_single =
            |name: Name| self.model.symbols.iter().filter(|(_, each)| each.name == name).count() < 2;
        self.program.outline.run(at).nodes().into_iter().all(|at| match self.nodes.node(at) {
            Node::Expr(expr) => match self.tree()[expr] {
                Expr::Name(name) => is_single(name),
                _ => true,
            },
            Node::TypeName(ty) => match self.tree()[ty].specs.ty {
                TypeSpec::Typedef(name) => is_single(name),
                TypeSpec::Record(_) | TypeSpec::Enum(_) => false,
                _ => true,
            },
            _ => true,
        })
    }
}
