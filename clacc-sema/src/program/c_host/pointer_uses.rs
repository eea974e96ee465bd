//! Where the values of pointers go.

use clacc_syntax::ast::{BinaryOp, Expr, Node, Stmt, UnaryOp};

use super::CHost;
use super::types::classify;
use crate::program::entity::Class;
use crate::program::place::At;

impl CHost<'_> {
    /// Whether an expression that a name stands in gives an address: the operand of `&`, or an array, which becomes the address
    /// of its first element (C17 6.3.2.1p3).
    pub(crate) fn is_in_address(self, name: At) -> bool {
        let around = std::iter::successors(self.outline.parent(name), |at| self.outline.parent(*at));
        around.map_while(|at| self.nodes.expr(at)).any(|expr| {
            matches!(self.tree()[expr], Expr::Unary { op: UnaryOp::AddressOf, .. })
                || self.expr_type(expr).is_some_and(|ty| classify(ty) == Class::Array)
        })
    }

    /// Returns true if an expression is a null pointer constant, perhaps with casts around it.
    pub(crate) fn is_null(self, value: At) -> bool {
        let Some(mut expr) = self.nodes.expr(value) else { return false };
        while let Expr::Paren(inner) | Expr::Cast { operand: inner, .. } = self.tree()[expr] {
            expr = inner;
        }
        self.model.integer_constant(expr) == Some(0)
    }

    /// Whether a value goes nowhere but into a condition, or out of the function as its result.
    pub(crate) fn is_tested_or_returned(self, value: At) -> bool {
        let Some(around) = self.outline.parent(value) else { return false };
        match self.nodes.node(around) {
            Node::Stmt(stmt) => match &self.tree()[stmt] {
                Stmt::If { .. } | Stmt::While { .. } | Stmt::DoWhile { .. } => true,
                Stmt::Return(_) | Stmt::Expr(_) => true,
                Stmt::For { condition, .. } => condition.and_then(|at| self.nodes.of_expr(at)) == Some(value),
                _ => false,
            },
            Node::Expr(expr) => match &self.tree()[expr] {
                Expr::Paren(_) | Expr::Cast { .. } => self.is_tested_or_returned(around),
                Expr::Unary { op, .. } => *op == UnaryOp::Not,
                Expr::Binary { op, .. } => matches!(
                    op,
                    BinaryOp::Lt
                        | BinaryOp::Gt
                        | BinaryOp::Le
                        | BinaryOp::Ge
                        | BinaryOp::Eq
                        | BinaryOp::Ne
                        | BinaryOp::And
                        | BinaryOp::Or
                ),
                _ => false,
            },
            _ => false,
        }
    }
}
