//! The forms of C statements that compare a variable and assign to it atomically (OpenMP 5.2 15.8.4). OpenACC has `compare` as an extension
//! with the same forms.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Stmt, StmtId};

use super::atomic::AtomicForm;
use crate::program::atomic::AtomicLimit;
use crate::program::loops::Fault;

impl AtomicForm<'_> {
    /// Checks for the forms `x = x < e ? e : x`, `x = x == e ? d : x` and those with `if`. Returns `x`.
    pub(super) fn compare(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        match self.host.tree()[stmt] {
            Stmt::If { condition, then, otherwise: None } => self.compared_by_if(condition, then),
            Stmt::If { otherwise: Some(otherwise), .. } => {
                self.stmt_fault(otherwise, "the `if` must have no `else`")
            }
            _ => {
                let (target, rhs) = self.assignment(stmt)?;
                self.compared_by_value(target, rhs)
            }
        }
    }

    /// Checks for the forms of `compare` with a part that captures: a statement before or behind, an `else`, or a variable that gets the
    /// result of the comparison. Returns `x`.
    pub(super) fn compare_capture(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        match &self.host.tree()[stmt] {
            Stmt::Compound { items, .. } => match items[..] {
                [only] => self.captured_otherwise(only),
                [first, second] => self.compared_and_captured(first, second),
                _ => self.stmt_fault(stmt, "the block must hold exactly two statements"),
            },
            Stmt::If { .. } => self.captured_otherwise(stmt),
            _ => {
                let (to, from) = self.assignment(stmt)?;
                self.scalar_lvalue(to)?;
                let assigned = self.assigned(from);
                let Expr::Assign { op: None, lhs, rhs } = self.host.tree()[assigned] else {
                    return self.expr_fault(from, "an assignment by a comparison is needed");
                };
                self.compared_by_value(lhs, rhs)
            }
        }
    }

    /// Checks for the form `if (x == e) { x = d; } else { v = x; }`.
    fn captured_otherwise(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        let Stmt::If { condition, then, otherwise: Some(otherwise) } = self.host.tree()[stmt] else {
            return self.stmt_fault(stmt, "an `if` with an `else` that captures the variable is needed");
        };
        let target = self.compared_by_if(condition, then)?;
        self.needs_equality(condition)?;
        self.captures_by(otherwise, target)?;
        Ok(target)
    }

    /// Checks the two statements of a block: a capture and a comparison in either order, or a comparison whose result decides.
    fn compared_and_captured(&mut self, first: StmtId, second: StmtId) -> Result<ExprId, Fault> {
        if self.is_comparison(first) {
            let target = self.compare(first)?;
            self.captures(second, target)?;
            return Ok(target);
        }
        let (to, from) = self.assignment(first)?;
        self.scalar_lvalue(to)?;
        if matches!(self.host.tree()[from], Expr::Binary { .. }) {
            return self.decided_by(to, from, second);
        }
        let target = self.compare(second)?;
        if !self.same(from, target) {
            return self.expr_fault(from, "this must be the variable that is compared");
        }
        Ok(target)
    }

    /// Checks the second statement of `{ r = x == e; if (r) { x = d; } else { v = x; } }`; the `else` may be missing.
    fn decided_by(&mut self, result: ExprId, comparison: ExprId, stmt: StmtId) -> Result<ExprId, Fault> {
        let Stmt::If { condition, then, otherwise } = self.host.tree()[stmt] else {
            return self.stmt_fault(stmt, "an `if` with the result of the comparison is needed");
        };
        if !self.same(condition, result) {
            return self.expr_fault(condition, "the result of the comparison must be the condition");
        }
        let (target, value) = self.conditional_assignment(then)?;
        self.scalar_lvalue(target)?;
        self.compares(comparison, target, value)?;
        self.needs_equality(comparison)?;
        if let Some(otherwise) = otherwise {
            self.captures_by(otherwise, target)?;
        }
        Ok(target)
    }

    /// Returns true if a statement is an `if`, or an assignment of a conditional expression.
    fn is_comparison(&self, stmt: StmtId) -> bool {
        let tree = self.host.tree();
        match tree[stmt] {
            Stmt::If { .. } => true,
            Stmt::Expr(Some(expr)) => match tree[self.plain(expr)] {
                Expr::Assign { op: None, rhs, .. } => {
                    matches!(tree[self.plain(rhs)], Expr::Conditional { .. })
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Checks that a statement assigns the variable to another lvalue.
    fn captures(&mut self, stmt: StmtId, target: ExprId) -> Result<(), Fault> {
        let (to, from) = self.assignment(stmt)?;
        self.scalar_lvalue(to)?;
        if self.same(from, target) {
            return Ok(());
        }
        self.expr_fault(from, "this must be the variable that is compared")
    }

    /// Checks that the part behind `else` assigns the variable to another lvalue.
    fn captures_by(&mut self, otherwise: StmtId, target: ExprId) -> Result<(), Fault> {
        let stmt = self.only_statement(otherwise)?;
        self.captures(stmt, target)
    }

    fn needs_equality(&self, condition: ExprId) -> Result<(), Fault> {
        match self.host.tree()[self.plain(condition)] {
            Expr::Binary { op: BinaryOp::Eq, .. } | Expr::Error => Ok(()),
            _ => self.expr_fault(condition, "the variable must be compared by `==`"),
        }
    }

    /// Checks for the form `if (x < e) { x = e; }` and its relatives.
    fn compared_by_if(&mut self, condition: ExprId, then: StmtId) -> Result<ExprId, Fault> {
        let (target, value) = self.conditional_assignment(then)?;
        self.compared(condition, target, value)
    }

    /// Checks for the form `x = x < e ? e : x` and its relatives, of which the two sides of the assignment are given.
    fn compared_by_value(&mut self, target: ExprId, rhs: ExprId) -> Result<ExprId, Fault> {
        let chosen = self.assigned(rhs);
        match self.host.tree()[chosen] {
            Expr::Conditional { condition, then: Some(then), otherwise } if self.same(target, otherwise) => {
                self.compared(condition, target, then)
            }
            _ => self.expr_fault(rhs, "a comparison with the variable is needed"),
        }
    }

    /// Checks the condition under which a variable gets a value. Returns the variable.
    fn compared(&mut self, condition: ExprId, target: ExprId, value: ExprId) -> Result<ExprId, Fault> {
        self.scalar_lvalue(target)?;
        self.compares(condition, target, value)?;
        if self.plain(condition) != condition {
            self.limits.push(AtomicLimit::ParenthesizedComparison);
        }
        self.by_order =
            !matches!(self.host.tree()[self.plain(condition)], Expr::Binary { op: BinaryOp::Eq, .. });
        if self.by_order && self.is_volatile(target) {
            self.limits.push(AtomicLimit::VolatileComparison);
        }
        Ok(target)
    }

    /// The assignment under an `if`.
    fn conditional_assignment(&mut self, then: StmtId) -> Result<(ExprId, ExprId), Fault> {
        let stmt = self.only_statement(then)?;
        self.assignment(stmt)
    }

    /// The only statement of a block; a statement that is not a block itself.
    fn only_statement(&mut self, part: StmtId) -> Result<StmtId, Fault> {
        let Stmt::Compound { items, .. } = &self.host.tree()[part] else {
            self.limits.push(AtomicLimit::Unbraced);
            return Ok(part);
        };
        match items[..] {
            [only] => Ok(only),
            _ => self.stmt_fault(part, "the block must hold exactly one statement"),
        }
    }

    /// Checks that a condition compares the variable, by `<` or `>` with the value that it may get, or by `==`.
    fn compares(&self, condition: ExprId, target: ExprId, value: ExprId) -> Result<(), Fault> {
        let Expr::Binary { op, lhs, rhs } = self.host.tree()[self.plain(condition)] else {
            return self.expr_fault(condition, "a comparison with the variable is needed");
        };
        let fits = match op {
            BinaryOp::Eq => self.same(target, lhs),
            BinaryOp::Lt | BinaryOp::Gt => {
                let is_pair = |one, other| self.same(target, one) && self.same(value, other);
                is_pair(lhs, rhs) || is_pair(rhs, lhs)
            }
            _ => false,
        };
        if fits {
            return Ok(());
        }
        self.expr_fault(
            condition,
            "the variable must be compared by `<` or `>` with its new value, or by `==`",
        )
    }
}
