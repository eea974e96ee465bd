//! Where the values of pointers come from, and where they go.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Init, Node, Stmt, UnaryOp};

use super::CHost;
use super::nodes::symbol_of;
use crate::program::place::{At, EntityId};

/// The functions that return memory which nothing else points to (C17 7.22.3).
const ALLOCATING: [&str; 3] = ["aligned_alloc", "calloc", "malloc"];

impl CHost<'_> {
    /// The expression that initialises a variable of the declaration.
    pub(crate) fn initial_value(self, entity: EntityId) -> Option<At> {
        let declared = self.model.symbols[symbol_of(entity)].entity?;
        match self.tree()[self.tree()[declared].init?] {
            Init::Expr(value) => self.nodes.of_expr(value),
            Init::List(_) => None,
        }
    }

    /// Whether an expression is memory that is allocated here.
    pub(crate) fn allocates(self, value: At) -> bool {
        let Some(value) = self.nodes.expr(value) else { return false };
        let Expr::Call { callee, .. } = &self.tree()[self.without_casts(value)] else { return false };
        let name = self.model.symbol_of(*callee).map(|symbol| self.model.symbols[symbol].name);
        name.is_some_and(|name| ALLOCATING.contains(&self.model.text(name)))
    }

    fn without_casts(self, expr: ExprId) -> ExprId {
        let mut expr = self.tree().unparenthesized(expr);
        while let Expr::Cast { operand, .. } = self.tree()[expr] {
            expr = self.tree().unparenthesized(operand);
        }
        expr
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
