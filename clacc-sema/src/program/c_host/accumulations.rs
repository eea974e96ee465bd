//! Expressions and statements of C that combine the value of a variable with another one.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Stmt, StmtId, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use crate::program::accumulation::{Accumulation, CombinedBy};
use crate::program::host::values::Values;
use crate::program::place::At;

impl CHost<'_> {
    /// The accumulation of an assignment or increment of a variable: `v += e`, `v = v + e`, `v = e > v ? e : v`, `v = fmax(v, e)`, or the
    /// assignment in `if (e > v) v = e`.
    pub(super) fn accumulation(self, at: At) -> Option<Accumulation> {
        match self.tree()[self.nodes.expr(at)?] {
            Expr::Postfix { .. } | Expr::Unary { op: UnaryOp::PreIncrement | UnaryOp::PreDecrement, .. } => {
                Some(Accumulation { at, combined_by: CombinedBy::Sum, value: None, names: 1 })
            }
            Expr::Assign { op: Some(op), rhs, .. } => Some(Accumulation {
                at,
                combined_by: combined_by(op)?,
                value: self.nodes.of_expr(rhs),
                names: 1,
            }),
            Expr::Assign { op: None, lhs, rhs } => {
                let sum = self.combined(lhs, rhs).map(|by| (by, at, 2));
                let chosen = || self.chosen(lhs, rhs).map(|by| (by, at, 3));
                let conditional = || self.conditional(at, lhs, rhs).map(|(by, at)| (by, at, 2));
                let called = || self.called(lhs, rhs).map(|by| (by, at, 2));
                let (combined_by, at, names) = sum.or_else(chosen).or_else(called).or_else(conditional)?;
                Some(Accumulation { at, combined_by, value: self.nodes.of_expr(rhs), names })
            }
            _ => None,
        }
    }

    fn plain(self, expr: ExprId) -> ExprId {
        self.tree().unparenthesized(expr)
    }

    fn is_same(self, first: ExprId, second: ExprId) -> bool {
        let node = |expr| self.nodes.of_expr(self.plain(expr));
        matches!((node(first), node(second)), (Some(first), Some(second)) if self.same_value(first, second))
    }

    /// `v + e`, `e + v`, and `v + e - f`, which begins with the variable.
    fn combined(self, variable: ExprId, value: ExprId) -> Option<CombinedBy> {
        let Expr::Binary { op, lhs, rhs } = self.tree()[self.plain(value)] else { return None };
        let by = combined_by(op)?;
        let mut first = lhs;
        while let Expr::Binary { op, lhs, .. } = self.tree()[self.plain(first)]
            && combined_by(op) == Some(by)
        {
            first = lhs;
        }
        let is_last = op != BinaryOp::Sub && self.is_same(variable, rhs);
        (is_last || self.is_same(variable, first)).then_some(by)
    }

    /// `fmax(v, e)` and `fmin(e, v)`.
    fn called(self, variable: ExprId, value: ExprId) -> Option<CombinedBy> {
        let Expr::Call { callee, args } = &self.tree()[self.plain(value)] else { return None };
        let [one, other] = args[..] else { return None };
        let callee = self.model.symbol_of(*callee)?;
        let name = self.model.text(self.model.symbols[callee].name);
        let by = match name.strip_prefix("__builtin_").unwrap_or(name) {
            "fmax" | "fmaxf" | "fmaxl" => CombinedBy::Greatest,
            "fmin" | "fminf" | "fminl" => CombinedBy::Least,
            _ => return None,
        };
        let is_either = self.is_same(variable, one) || self.is_same(variable, other);
        (is_either && self.is_mathematical(entity_of(callee))).then_some(by)
    }

    /// `v > e ? v : e` and the like.
    fn chosen(self, variable: ExprId, value: ExprId) -> Option<CombinedBy> {
        let Expr::Conditional { condition, then: Some(then), otherwise } = self.tree()[self.plain(value)]
        else {
            return None;
        };
        let (greater, less) = self.compared(condition)?;
        let is_between = self.is_same(variable, then) || self.is_same(variable, otherwise);
        match () {
            () if !is_between => None,
            () if self.is_same(greater, then) && self.is_same(less, otherwise) => Some(CombinedBy::Greatest),
            () if self.is_same(less, then) && self.is_same(greater, otherwise) => Some(CombinedBy::Least),
            () => None,
        }
    }

    /// The combination in `if (e > v) v = e;` and the like, with the assignment at this node, and the node of the statement.
    fn conditional(self, at: At, variable: ExprId, value: ExprId) -> Option<(CombinedBy, At)> {
        let branch = |around: &At| {
            let stmt = self.nodes.stmt(*around).map(|stmt| &self.tree()[stmt]);
            matches!(stmt, Some(Stmt::If { .. }))
        };
        let around = self.program.outline.ancestors(at).take(4).find(branch)?;
        let Stmt::If { condition, then, otherwise: None } = self.tree()[self.nodes.stmt(around)?] else {
            return None;
        };
        let is_only = self.only_expression(then) == self.nodes.expr(at);
        let (greater, less) = self.compared(condition).filter(|_| is_only)?;
        match () {
            () if self.is_same(greater, value) && self.is_same(less, variable) => {
                Some((CombinedBy::Greatest, around))
            }
            () if self.is_same(less, value) && self.is_same(greater, variable) => {
                Some((CombinedBy::Least, around))
            }
            () => None,
        }
    }

    /// The expression that a statement consists of.
    fn only_expression(self, mut stmt: StmtId) -> Option<ExprId> {
        while let Stmt::Compound { items, .. } = &self.tree()[stmt] {
            let [only] = &items[..] else { return None };
            stmt = *only;
        }
        match self.tree()[stmt] {
            Stmt::Expr(expr) => Some(self.plain(expr?)),
            _ => None,
        }
    }

    /// The operands of a comparison, beginning with the one that is greater if the comparison holds.
    fn compared(self, condition: ExprId) -> Option<(ExprId, ExprId)> {
        match self.tree()[self.plain(condition)] {
            Expr::Binary { op: BinaryOp::Gt | BinaryOp::Ge, lhs, rhs } => Some((lhs, rhs)),
            Expr::Binary { op: BinaryOp::Lt | BinaryOp::Le, lhs, rhs } => Some((rhs, lhs)),
            _ => None,
        }
    }
}

/// The combination of values in `v op= e`. A difference is the sum with the negative value.
fn combined_by(op: BinaryOp) -> Option<CombinedBy> {
    match op {
        BinaryOp::Add | BinaryOp::Sub => Some(CombinedBy::Sum),
        BinaryOp::Mul => Some(CombinedBy::Product),
        BinaryOp::BitAnd => Some(CombinedBy::BitAnd),
        BinaryOp::BitOr => Some(CombinedBy::BitOr),
        BinaryOp::BitXor => Some(CombinedBy::BitXor),
        BinaryOp::And => Some(CombinedBy::And),
        BinaryOp::Or => Some(CombinedBy::Or),
        _ => None,
    }
}
