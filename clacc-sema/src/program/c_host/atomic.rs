//! The forms of C statements that can be executed atomically.

use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Node, Stmt, StmtId, UnaryOp};
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashSet;

use super::CHost;
use super::types::classify;
use crate::c::types::QualType;
use crate::program::atomic::{AtomicKind, AtomicLimit, AtomicParts, AtomicStatement};
use crate::program::entity::Class;
use crate::program::loops::Fault;
use crate::program::place::At;

impl CHost<'_> {
    /// The statement at a node as an atomic one, or the reason why it has no such form.
    pub(super) fn atomic_statement(self, at: At, kind: AtomicKind) -> Result<AtomicStatement, Fault> {
        let mut form = AtomicForm { host: self, limits: Vec::new(), by_order: false };
        let fault = Fault { at: TokenRange::default(), text: "a statement is needed" };
        let stmt = self.nodes.stmt(at).ok_or(fault)?;
        let target = match kind {
            AtomicKind::Read => form.read(stmt),
            AtomicKind::Write => form.write(stmt),
            AtomicKind::Update => form.update(stmt),
            AtomicKind::Capture => form.capture(stmt),
            AtomicKind::Compare => form.compare(stmt),
            AtomicKind::CompareCapture => form.compare_capture(stmt),
        }?;
        form.type_limits(target);
        let variable = self.nodes.of_expr(self.tree().unparenthesized(target));
        let parts = form.parts(stmt, target);
        Ok(AtomicStatement { variable, limits: form.limits, by_order: form.by_order, parts })
    }
}

pub(super) struct AtomicForm<'a> {
    pub(super) host: CHost<'a>,
    pub(super) limits: Vec<AtomicLimit>,
    /// True if the variable is compared by `<` or `>`.
    pub(super) by_order: bool,
}

impl AtomicForm<'_> {
    pub(super) fn expr_fault<T>(&self, at: ExprId, text: &'static str) -> Result<T, Fault> {
        Err(Fault { at: self.host.expr_span(at), text })
    }

    pub(super) fn stmt_fault<T>(&self, at: StmtId, text: &'static str) -> Result<T, Fault> {
        Err(Fault { at: self.host.stmt_start(at), text })
    }

    pub(super) fn plain(&self, expr: ExprId) -> ExprId {
        self.host.tree().unparenthesized(expr)
    }

    /// An expression without the parentheses around it. Records parentheses around assignments and conditionals as a limit; compilers
    /// accept them around `x++`.
    pub(super) fn assigned(&mut self, expr: ExprId) -> ExprId {
        let plain = self.plain(expr);
        if plain != expr && matches!(self.host.tree()[plain], Expr::Assign { .. } | Expr::Conditional { .. })
        {
            self.limits.push(AtomicLimit::Parenthesized);
        }
        plain
    }

    pub(super) fn is_volatile(&self, variable: ExprId) -> bool {
        self.host.expr_type(self.plain(variable)).is_some_and(QualType::is_volatile)
    }

    /// Adds the limits that follow from the type of the variable.
    fn type_limits(&mut self, variable: ExprId) {
        let Some(ty) = self.host.expr_type(self.plain(variable)) else { return };
        if ty.is_atomic() {
            self.limits.push(AtomicLimit::AtomicType);
        }
        if classify(ty) == Class::Complex {
            self.limits.push(AtomicLimit::Complex);
        }
        if self.host.model.definitions().layout(ty).is_some_and(|layout| layout.size > 8) {
            self.limits.push(AtomicLimit::Wide);
        }
    }

    /// The parts of a statement. The function is not recursive, because expressions may be nested to any depth.
    fn parts(&self, stmt: StmtId, target: ExprId) -> AtomicParts {
        let (tree, naming) = (self.host.tree(), self.naming(stmt, target));
        let mut parts = AtomicParts::default();
        let mut pending = vec![Node::Stmt(stmt)];
        while let Some(node) = pending.pop() {
            let first = pending.len();
            if let Node::Expr(expr) = node {
                let at = self.host.nodes.of_expr(self.plain(expr));
                if self.same(expr, target) {
                    parts.variables.extend(at);
                } else if !naming.contains(&node) {
                    parts.values.extend(at);
                } else if let Expr::Assign { op: None, lhs, rhs } = tree[expr]
                    && !self.same(lhs, target)
                {
                    parts.captured.extend(self.host.nodes.of_expr(self.plain(lhs)));
                    pending.push(Node::Expr(rhs));
                } else {
                    tree.for_each_child(node, &mut |_, child| pending.push(child));
                }
            } else {
                tree.for_each_child(node, &mut |_, child| pending.push(child));
            }
            pending[first..].reverse();
        }
        parts
    }

    /// The nodes of a statement that name the variable, or contain such a node.
    fn naming(&self, stmt: StmtId, target: ExprId) -> FxHashSet<Node> {
        let mut visited: Vec<(Node, Option<usize>)> = vec![(Node::Stmt(stmt), None)];
        let mut naming = FxHashSet::default();
        let mut next = 0;
        while let Some((node, _)) = visited.get(next).copied() {
            let is_variable = matches!(node, Node::Expr(expr) if self.same(expr, target));
            let mut around = is_variable.then_some(next);
            while let Some(index) = around.filter(|index| naming.insert(visited[*index].0)) {
                around = visited[index].1;
            }
            self.host.tree().for_each_child(node, &mut |_, child| visited.push((child, Some(next))));
            next += 1;
        }
        naming
    }

    /// The expression of an expression statement.
    pub(super) fn expression(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        match self.host.tree()[stmt] {
            Stmt::Expr(Some(expr)) => Ok(self.assigned(expr)),
            _ => self.stmt_fault(stmt, "an expression statement is needed"),
        }
    }

    pub(super) fn scalar_lvalue(&self, expr: ExprId) -> Result<(), Fault> {
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
    pub(super) fn assignment(&mut self, stmt: StmtId) -> Result<(ExprId, ExprId), Fault> {
        let expr = self.expression(stmt)?;
        match self.host.tree()[expr] {
            Expr::Assign { op: None, lhs, rhs } => Ok((lhs, rhs)),
            _ => self.expr_fault(expr, "a simple assignment is needed"),
        }
    }

    fn read(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        let (to, from) = self.assignment(stmt)?;
        self.scalar_lvalue(to)?;
        self.scalar_lvalue(from)?;
        Ok(from)
    }

    fn write(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        let (to, _) = self.assignment(stmt)?;
        self.scalar_lvalue(to)?;
        Ok(to)
    }

    fn update(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        let expr = self.expression(stmt)?;
        self.updated(expr)
    }

    /// The variable that an update expression updates.
    fn updated(&mut self, expr: ExprId) -> Result<ExprId, Fault> {
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
    fn reappears(&mut self, target: ExprId, rhs: ExprId) -> Result<(), Fault> {
        let Expr::Binary { op, rhs: last, .. } = self.host.tree()[self.plain(rhs)] else {
            return self.expr_fault(rhs, "the variable must be combined with a value by one operator");
        };
        self.permitted(op, rhs)?;
        self.refused_if_volatile(target);
        if self.same(target, last) {
            return Ok(());
        }
        let operators = self.operators_from(target, rhs);
        if operators.len() > 1 && is_one_value(&operators) {
            self.limits.push(AtomicLimit::SeveralOperators);
        } else if operators.len() != 1 {
            return self.expr_fault(rhs, "the variable on the left must be an operand on the right");
        }
        Ok(())
    }

    /// Records a limit for an operand that compilers reject if it is volatile.
    fn refused_if_volatile(&mut self, variable: ExprId) {
        if self.is_volatile(variable) {
            self.limits.push(AtomicLimit::VolatileOperand);
        }
    }

    /// The operators in `x op e op f`, from `x` on; none if the first operand is not `x`.
    fn operators_from(&self, target: ExprId, rhs: ExprId) -> Vec<BinaryOp> {
        let (mut operators, mut at) = (Vec::new(), self.plain(rhs));
        while let Expr::Binary { op, lhs, .. } = self.host.tree()[at] {
            operators.push(op);
            at = self.plain(lhs);
        }
        if !self.same(target, at) {
            operators.clear();
        }
        operators.reverse();
        operators
    }

    /// Records the limit for volatile operands if the variable is an operand of the expression assigned to it, after a statement that reads
    /// it.
    fn updates_by_operand(&mut self, target: ExprId, rhs: ExprId) {
        if let Expr::Binary { lhs: first, rhs: last, .. } = self.host.tree()[self.plain(rhs)]
            && (self.same(target, last) || self.same(target, first))
        {
            self.refused_if_volatile(target);
        }
    }

    fn capture(&mut self, stmt: StmtId) -> Result<ExprId, Fault> {
        let Stmt::Compound { items, .. } = &self.host.tree()[stmt] else {
            let (to, from) = self.assignment(stmt)?;
            self.scalar_lvalue(to)?;
            let updating = self.assigned(from);
            return self.updated(updating);
        };
        let [first, second] = items[..] else {
            return self.stmt_fault(stmt, "the block must hold exactly two statements");
        };
        self.captured_pair(first, second)
    }

    /// Checks for the forms `{ v = x; update x }`, `{ update x; v = x; }` and `{ v = x; x = e; }`. Returns
    /// `x`.
    fn captured_pair(&mut self, first: StmtId, second: StmtId) -> Result<ExprId, Fault> {
        let (first_expr, second_expr) = (self.expression(first)?, self.expression(second)?);
        let host = self.host;
        let read = |expr: ExprId| match host.tree()[expr] {
            Expr::Assign { op: None, lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        };
        if let Some((to, captured)) = read(first_expr) {
            let written = match self.host.tree()[second_expr] {
                Expr::Assign { op: None, lhs, rhs } => {
                    self.updates_by_operand(lhs, rhs);
                    lhs
                }
                _ => self.updated(second_expr)?,
            };
            if self.same(captured, written) {
                self.scalar_lvalue(to)?;
                self.scalar_lvalue(written)?;
                return Ok(written);
            }
        }
        let updated = self.updated(first_expr)?;
        match read(second_expr) {
            Some((to, captured)) if self.same(captured, updated) => {
                self.scalar_lvalue(to)?;
                Ok(updated)
            }
            _ => self.expr_fault(second_expr, "this must read or update the variable of the other statement"),
        }
    }

    /// Returns whether two expressions are equal without regard to parentheses.
    pub(super) fn same(&self, left: ExprId, right: ExprId) -> bool {
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
                    let (a, i) = self.host.model.subscripted(*a, *i);
                    let (b, j) = self.host.model.subscripted(*b, *j);
                    pending.extend([(a, b), (i, j)]);
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
                (Expr::Comma { lhs: l, rhs: r }, Expr::Comma { lhs: m, rhs: s }) => {
                    pending.extend([(*l, *m), (*r, *s)]);
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

/// Whether `x op e op f` has the value of `x op (e op f)`, so that one value is combined with `x`.
fn is_one_value(operators: &[BinaryOp]) -> bool {
    use BinaryOp as B;
    let all = |permitted: &[BinaryOp]| operators.iter().all(|op| permitted.contains(op));
    match operators.first() {
        Some(B::Add) => all(&[B::Add, B::Sub]),
        Some(op @ (B::Mul | B::BitAnd | B::BitOr | B::BitXor)) => all(&[*op]),
        _ => false,
    }
}
