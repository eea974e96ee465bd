//! Checks whether the trip count of a `for` statement can be computed before it starts.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Stmt, StmtId, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use crate::program::host::loops::Loops;
use crate::program::loops::{Bounds, Control, Fault};
use crate::program::place::{At, EntityId};

/// The direction in which a control variable moves, where it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    Unknown,
}

impl CHost<'_> {
    fn form_fault(self, at: ExprId, text: &'static str) -> Fault {
        Fault { at: self.expr_span(at), text }
    }

    fn init_fault(self, at: StmtId, text: &'static str) -> Fault {
        Fault { at: self.init_span(at), text }
    }

    /// Checks that the trip count of a `for` statement can be computed before it starts, according to its three parts alone.
    pub(super) fn check_countable(self, at: At) -> Result<(), Fault> {
        match self.directions(at)? {
            Some((Direction::Up, Direction::Down, step) | (Direction::Down, Direction::Up, step)) => {
                Err(self.form_fault(step, "the loop steps away from its bound"))
            }
            _ => Ok(()),
        }
    }

    /// Checks the form of the three parts of a `for` statement, without regard to the direction of its steps.
    pub(super) fn check_header(self, at: At) -> Result<(), Fault> {
        self.directions(at).map(|_| ())
    }

    /// The direction in which a `for` statement expects its bound, and that of its step, if the three parts have the required forms; none if
    /// there is no such statement.
    fn directions(self, at: At) -> Result<Option<(Direction, Direction, ExprId)>, Fault> {
        let stmt = self.nodes.stmt(at).map(|stmt| &self.tree()[stmt]);
        let Some(Stmt::For { init, condition, step, .. }) = stmt else { return Ok(None) };
        let Control::Variable { entity, .. } = self.control(at) else {
            return Err(self.init_fault(*init, "the loop must initialise exactly one variable here"));
        };
        let condition = condition.ok_or_else(|| self.init_fault(*init, "the loop has no condition"))?;
        let wanted = self.check_condition(condition, entity)?;
        let step = step.ok_or_else(|| self.form_fault(condition, "the loop does not step its variable"))?;
        Ok(Some((wanted, self.check_step(step, entity)?, step)))
    }

    /// The expressions in the header of a `for` that give its iterations.
    pub(super) fn bounds(self, at: At) -> Option<Bounds> {
        let Stmt::For { init, condition, step, .. } = self.tree()[self.nodes.stmt(at)?] else { return None };
        let Control::Variable { entity, .. } = self.control(at) else { return None };
        let tree = self.tree();
        let Expr::Binary { lhs, rhs, .. } = tree[tree.unparenthesized(condition?)] else { return None };
        let last = if self.is_control(lhs, entity) { rhs } else { lhs };
        Some(Bounds {
            first: self.nodes.of_expr(self.start_of(init)?)?,
            last: self.nodes.of_expr(last)?,
            step: self.amount(step?, entity).and_then(|amount| self.nodes.of_expr(amount)),
        })
    }

    pub(super) fn is_control(self, expr: ExprId, entity: EntityId) -> bool {
        let expr = self.tree().unparenthesized(expr);
        matches!(self.tree()[expr], Expr::Name(_))
            && self.model.symbol_of(expr).map(entity_of) == Some(entity)
    }

    fn check_condition(self, condition: ExprId, entity: EntityId) -> Result<Direction, Fault> {
        let text =
            "the condition must compare the loop's variable with a bound by `<`, `<=`, `>`, `>=` or `!=`";
        let Expr::Binary { op, lhs, rhs } = self.tree()[self.tree().unparenthesized(condition)] else {
            return Err(self.form_fault(condition, text));
        };
        let on_left = self.is_control(lhs, entity);
        if !on_left && !self.is_control(rhs, entity) {
            return Err(self.form_fault(condition, text));
        }
        match (op, on_left) {
            (BinaryOp::Lt | BinaryOp::Le, true) | (BinaryOp::Gt | BinaryOp::Ge, false) => Ok(Direction::Up),
            (BinaryOp::Gt | BinaryOp::Ge, true) | (BinaryOp::Lt | BinaryOp::Le, false) => Ok(Direction::Down),
            (BinaryOp::Ne, _) => Ok(Direction::Unknown),
            _ => Err(self.form_fault(condition, text)),
        }
    }

    fn check_step(self, step: ExprId, entity: EntityId) -> Result<Direction, Fault> {
        let fault = || {
            self.form_fault(step, "the loop must step its variable by `++`, `--`, `+=`, `-=` or `i = i + n`")
        };
        let is_control = |expr: ExprId| self.is_control(expr, entity);
        match self.tree()[self.tree().unparenthesized(step)] {
            Expr::Unary { op: UnaryOp::PreIncrement, operand }
            | Expr::Postfix { increment: true, operand }
                if is_control(operand) =>
            {
                Ok(Direction::Up)
            }
            Expr::Unary { op: UnaryOp::PreDecrement, operand }
            | Expr::Postfix { increment: false, operand }
                if is_control(operand) =>
            {
                Ok(Direction::Down)
            }
            Expr::Assign { op: Some(op @ (BinaryOp::Add | BinaryOp::Sub)), lhs, rhs } if is_control(lhs) => {
                self.direction(op, rhs)
            }
            Expr::Assign { op: None, lhs, rhs } if is_control(lhs) => {
                let Expr::Binary { op, lhs: left, rhs: right } =
                    self.tree()[self.tree().unparenthesized(rhs)]
                else {
                    return Err(fault());
                };
                match op {
                    BinaryOp::Add | BinaryOp::Sub if is_control(left) => self.direction(op, right),
                    BinaryOp::Add if is_control(right) => self.direction(op, left),
                    _ => Err(fault()),
                }
            }
            _ => Err(fault()),
        }
    }

    fn direction(self, op: BinaryOp, amount: ExprId) -> Result<Direction, Fault> {
        let Some(amount_value) = self.model.integer_constant(amount) else { return Ok(Direction::Unknown) };
        match (amount_value.signum(), op) {
            (0, _) => Err(self.form_fault(amount, "the loop steps by nothing")),
            (1, BinaryOp::Add) | (-1, BinaryOp::Sub) => Ok(Direction::Up),
            _ => Ok(Direction::Down),
        }
    }
}
