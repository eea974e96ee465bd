//! Where the values of pointers go.

use clacc_syntax::ast::{BinaryOp, Expr, Node, Stmt, UnaryOp};

use super::CHost;
use crate::program::place::At;

impl CHost<'_> {
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
