//! The elements that begin with names in a C declaration, and the values of their subscripts.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Node, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use crate::c::model::SymbolKind;
use crate::program::element::{ElementPart, Gathering, Sum};
use crate::program::place::{At, EntityId};

impl CHost<'_> {
    /// Follows the operators around a name as long as they select a part of it.
    pub(super) fn gather_parts(self, name: At, gathering: &mut Gathering) {
        let (mut inner, mut is_target) = (name, false);
        while let Some(around) = self.program.outline.parent(inner)
            && let Node::Expr(expr) = self.nodes.node(around)
            && self.is_base(inner, around, expr)
        {
            inner = around;
            let part = match &self.tree()[expr] {
                Expr::Paren(_) => continue,
                Expr::Member { field, arrow, .. } => {
                    if is_target && !arrow {
                        gathering.unselect();
                    }
                    if is_target || *arrow {
                        gathering.select(around, ElementPart::Target);
                    }
                    ElementPart::Field(*field)
                }
                Expr::Index { base, index } => {
                    ElementPart::Subscript(self.nodes.of_expr(self.model.subscripted(*base, *index).1))
                }
                Expr::Unary { op: UnaryOp::Deref, .. } => ElementPart::Subscript(None),
                Expr::Section { .. } => ElementPart::Range,
                _ => return,
            };
            is_target = part == ElementPart::Subscript(None);
            gathering.select(around, part);
        }
    }

    /// Returns whether an operand is the one from which the operator around it selects a part. It is the first child, unless the subscript
    /// precedes the array.
    fn is_base(self, operand: At, around: At, operator: ExprId) -> bool {
        match &self.tree()[operator] {
            Expr::Index { base, index } => {
                self.nodes.of_expr(self.model.subscripted(*base, *index).0) == Some(operand)
            }
            _ => around.next() == operand,
        }
    }

    pub(super) fn sum_of(self, expr: ExprId) -> Option<Sum> {
        let tree = self.tree();
        let plain = tree.unparenthesized(expr);
        if let Expr::Name(_) = tree[plain]
            && let Some(variable) = self.counted_variable(plain)
        {
            return Some(Sum { variable: Some(variable), distance: 0 });
        }
        if let Some(number) = self.small_constant(expr) {
            return Some(Sum::constant(number));
        }
        let (variable, distance) = match tree[plain] {
            Expr::Binary { op: BinaryOp::Add, lhs, rhs } => match self.small_constant(rhs) {
                Some(number) => (lhs, number),
                None => (rhs, self.small_constant(lhs)?),
            },
            Expr::Binary { op: BinaryOp::Sub, lhs, rhs } => (lhs, self.small_constant(rhs)?.checked_neg()?),
            _ => return None,
        };
        Some(Sum { variable: Some(self.counted_variable(variable)?), distance })
    }

    fn small_constant(self, expr: ExprId) -> Option<i64> {
        self.model.integer_constant(expr)?.try_into().ok()
    }

    /// The variable that an expression names; none for a name that is a constant.
    fn counted_variable(self, expr: ExprId) -> Option<EntityId> {
        let expr = self.tree().unparenthesized(expr);
        let symbol = match self.tree()[expr] {
            Expr::Name(_) => self.model.uses.get(expr).copied()?,
            _ => return None,
        };
        let is_constant = matches!(self.model.symbols[symbol].kind, SymbolKind::Enumerator(_));
        (!is_constant).then_some(entity_of(symbol))
    }
}
