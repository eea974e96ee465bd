//! Questions about subscripts, and about the loops and conditions around them.

use clacc_syntax::ast::{ArraySize, BinaryOp, Declarator, Expr, ExprId, Node, Stmt};

use super::CHost;
use super::nodes::symbol_of;
use crate::c::model::SymbolKind;
use crate::c::types::{ArrayLength, Type};
use crate::program::place::{At, EntityId};

impl CHost<'_> {
    /// The first value that a `for` gives its control variable.
    pub(crate) fn first_value(self, at: At) -> Option<At> {
        let Stmt::For { init, .. } = self.tree()[self.nodes.stmt(at)?] else { return None };
        self.nodes.of_expr(self.start_of(init)?)
    }

    /// The number of elements with which a parameter is declared, `a[10]`, though its type is a pointer
    /// (C17 6.7.6.3p7); none if the number is no constant.
    pub(crate) fn parameter_length(self, entity: EntityId) -> Option<i128> {
        self.model.integer_constant(self.declared_length(entity)?)
    }

    /// Whether a pointer has a variably modified type as it is declared (C17 6.7.6p3): an array in the type has a length that
    /// is no constant, or the parameter is declared as such an array.
    pub(crate) fn is_variably_modified(self, entity: EntityId) -> bool {
        self.has_variable_target(entity)
            || self
                .declared_length(entity)
                .is_some_and(|length| self.model.integer_constant(length).is_none())
    }

    /// Whether an array in what a pointer leads to has a length that is no constant.
    pub(crate) fn has_variable_target(self, entity: EntityId) -> bool {
        let mut ty = self.type_of_entity(entity);
        loop {
            ty = match ty.plain() {
                Type::Pointer(target) => target,
                Type::Array { length: ArrayLength::Variable, .. } => return true,
                Type::Array { element, .. } => element,
                _ => return false,
            };
        }
    }

    /// The number of elements in the declarator of a parameter that is declared as an array.
    fn declared_length(self, entity: EntityId) -> Option<ExprId> {
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

    /// Whether a condition between a statement and what is around it decides whether a node is evaluated.
    /// Conditions of loops do not count.
    pub(crate) fn is_conditional(self, at: At, around: At) -> bool {
        let inside = self.outline.ancestors(at).take_while(|ancestor| *ancestor > around);
        inside.into_iter().any(|ancestor| match self.nodes.node(ancestor) {
            Node::Stmt(stmt) => matches!(self.tree()[stmt], Stmt::If { .. } | Stmt::Switch { .. }),
            Node::Expr(expr) => {
                let is_logical = |op| matches!(op, BinaryOp::And | BinaryOp::Or);
                match self.tree()[expr] {
                    Expr::Conditional { .. } => true,
                    Expr::Binary { op, .. } => is_logical(op),
                    _ => false,
                }
            }
            _ => false,
        })
    }
}
