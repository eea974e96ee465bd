//! The forms of C statements that can be executed atomically.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Stmt, StmtId, UnaryOp};
use clacc_syntax::token::TokenRange;

use super::CHost;
use super::types::classify;
use crate::program::atomic::AtomicKind;
use crate::program::entity::Class;
use crate::program::loops::Fault;
use crate::program::place::At;

impl CHost<'_> {
    /// Checks that the statement at a node has the form of an atomic one.
    pub(crate) fn check_atomic(self, at: At, kind: AtomicKind) -> Result<(), Fault> {
        let form = AtomicForm { host: self };
        let fault = Fault { at: TokenRange::default(), text: "a statement is needed" };
        let stmt = self.nodes.stmt(at).ok_or(fault)?;
        match kind {
            AtomicKind::Read => form.read(stmt),
            AtomicKind::Write => form.write(stmt),
            AtomicKind::Update => form.update(stmt),
            AtomicKind::Capture => form.capture(stmt),
        }
        .map(drop)
    }
}

struct AtomicForm<'a> {
    host: CHost<'a>,
}

impl AtomicForm<'_> {
    fn expr_fault<T>(&self, at: ExprId, text: &'static str) -> Result<T, Fault> {
        Err(Fault { at: self.host.expr_span(at), text })
    }

    fn stmt_fault<T>(&self, at: StmtId, text: &'static str) -> Result<T, Fault> {
        Err(Fault { at: self.host.stmt_start(at), text })
    }

    fn plain(&self, expr: ExprId) -> ExprId {
        self.host.tree().unparenthesized(expr)
    }

    /// The expression of an expression statement.
    fn expression(&self, stmt: StmtId) -> Result<ExprId, Fault> {
        match self.host.tree()[stmt] {
            Stmt::Expr(Some(expr)) => Ok(self.plain(expr)),
            _ => self.stmt_fault(stmt, "an expression statement is needed"),
        }
    }

    fn scalar_lvalue(&self, expr: ExprId) -> Result<(), Fault> {
        let plain = self.plain(expr);
        let is_lvalue = matches!(
            self.host.tree()[plain],
            Expr::Name(_) | Expr::Index { .. } | Expr::Member { .. } | Expr::Error
        ) || matches!(
            self.host.tree()[plain],
            Expr::Unary { op: UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag, .. }
        );
        if !is_lvalue {
            return self.expr_fault(expr, "a variable is needed here");
        }
        let class = self.host.expr_type(plain).map_or(Class::Unknown, classify);
        if class.is_scalar() || class == Class::Unknown {
            Ok(())
        } else {
            self.expr_fault(expr, "a scalar is needed here")
        }
    }

    /// The two sides of an assignment `lhs = rhs`.
    fn assignment(&self, stmt: StmtId) -> Result<(ExprId, ExprId), Fault> {
        let expr = self.expression(stmt)?;
        match self.host.tree()[expr] {
            Expr::Assign { op: None, lhs, rhs } => Ok((lhs, rhs)),
            _ => self.expr_fault(expr, "a simple assignment is needed"),
        }
    }

    fn read(&self, stmt: StmtId) -> Result<ExprId, Fault> {
        let (to, from) = self.assignment(stmt)?;
        self.scalar_lvalue(to)?;
        self.scalar_lvalue(from)?;
        Ok(from)
    }

    fn write(&self, stmt: StmtId) -> Result<ExprId, Fault> {
        let (to, _) = self.assignment(stmt)?;
        self.scalar_lvalue(to)?;
        Ok(to)
    }

    fn update(&self, stmt: StmtId) -> Result<ExprId, Fault> {
        self.updated(self.expression(stmt)?)
    }

    /// The variable that an update expression updates.
    fn updated(&self, expr: ExprId) -> Result<ExprId, Fault> {
        let target = match self.host.tree()[expr] {
            Expr::Error => return Ok(expr),
            Expr::Postfix { operand, .. }
            | Expr::Unary { op: UnaryOp::PreIncrement | UnaryOp::PreDecrement, operand } => operand,
            Expr::Assign { op: Some(op), lhs, .. } => {
                self.permitted(op, expr)?;
                lhs
            }
            Expr::Assign { op: None, lhs, rhs } => {
                self.reappears(lhs, rhs)?;
                lhs
            }
            _ => return self.expr_fault(expr, "an increment, a decrement or an assignment is needed"),
        };
        self.scalar_lvalue(target)?;
        Ok(target)
    }

    fn permitted(&self, op: BinaryOp, at: ExprId) -> Result<(), Fault> {
        use BinaryOp as B;
        let ops = [B::Add, B::Mul, B::Sub, B::Div, B::BitAnd, B::BitXor, B::BitOr, B::Shl, B::Shr];
        if ops.contains(&op) {
            Ok(())
        } else {
            self.expr_fault(at, "this operator cannot be done atomically")
        }
    }

    /// Checks that an assignment to `x` has the form `x = x op e` or `x = e op x`.
    fn reappears(&self, target: ExprId, rhs: ExprId) -> Result<(), Fault> {
        let mut at = self.plain(rhs);
        let Expr::Binary { op, rhs: last, .. } = self.host.tree()[at] else {
            return self.expr_fault(rhs, "the variable must be combined with a value by one operator");
        };
        self.permitted(op, at)?;
        if self.same(target, last) {
            return Ok(());
        }
        while let Expr::Binary { op, lhs, .. } = self.host.tree()[at] {
            self.permitted(op, at)?;
            at = self.plain(lhs);
        }
        if self.same(target, at) {
            return Ok(());
        }
        self.expr_fault(rhs, "the variable on the left must be an operand on the right")
    }

    fn capture(&self, stmt: StmtId) -> Result<ExprId, Fault> {
        let Stmt::Compound { items, .. } = &self.host.tree()[stmt] else {
            let (to, from) = self.assignment(stmt)?;
            self.scalar_lvalue(to)?;
            return self.updated(self.plain(from));
        };
        let [first, second] = items[..] else {
            return self.stmt_fault(stmt, "the block must hold exactly two statements");
        };
        self.captured_pair(first, second)
    }

    /// Checks for the forms `{ v = x; update x }`, `{ update x; v = x; }` and `{ v = x; x = e; }`. Returns
    /// `x`.
    fn captured_pair(&self, first: StmtId, second: StmtId) -> Result<ExprId, Fault> {
        let (first_expr, second_expr) = (self.expression(first)?, self.expression(second)?);
        let read = |expr: ExprId| match self.host.tree()[expr] {
            Expr::Assign { op: None, rhs, .. } => Some(rhs),
            _ => None,
        };
        if let Some(captured) = read(first_expr) {
            let written = match self.host.tree()[second_expr] {
                Expr::Assign { op: None, lhs, .. } => lhs,
                _ => self.updated(second_expr)?,
            };
            if self.same(captured, written) {
                return Ok(written);
            }
        }
        let updated = self.updated(first_expr)?;
        match read(second_expr) {
            Some(captured) if self.same(captured, updated) => Ok(updated),
            _ => self.expr_fault(second_expr, "this must read or update the variable of the other statement"),
        }
    }

    /// Whether two expressions are written alike, apart from parentheses.
    fn same(&self, left: ExprId, right: ExprId) -> bool {
        let tree = self.host.tree();
        let mut pending = vec![(left, right)];
        while let Some((left, right)) = pending.pop() {
            let (left, right) = (self.plain(left), self.plain(right));
            match (&tree[left], &tree[right]) {
                (Expr::Unary { op: a, operand: x }, Expr::Unary { op: b, operand: y }) if a == b => {
                    pending.push((*x, *y));
                }
                (Expr::Binary { op: a, lhs: l, rhs: r }, Expr::Binary { op: b, lhs: m, rhs: s })
                    if a == b =>
                {
                    pending.extend([(*l, *m), (*r, *s)]);
                }
                (Expr::Index { base: a, index: i }, Expr::Index { base: b, index: j }) => {
                    pending.extend([(*a, *b), (*i, *j)]);
                }
                (
                    Expr::Member { base: a, field: f, arrow: x },
                    Expr::Member { base: b, field: g, arrow: y },
                ) if f == g && x == y => pending.push((*a, *b)),
                (Expr::Call { callee: f, args: a }, Expr::Call { callee: g, args: b })
                    if a.len() == b.len() =>
                {
                    pending.push((*f, *g));
                    pending.extend(a.iter().copied().zip(b.iter().copied()));
                }
                // The types of casts are not compared: a program would be rejected only because one cast
                // uses a typedef name.
                (Expr::Cast { operand: a, .. }, Expr::Cast { operand: b, .. }) => pending.push((*a, *b)),
                (Expr::Error, _) | (_, Expr::Error) => {}
                (a, b) if a == b => {}
                _ => return false,
            }
        }
        true
    }
}
