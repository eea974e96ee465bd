//! The loops that a directive is associated with, and their form (OpenACC 3.4 2.9, OpenMP 5.2 4.4).

use clacc_syntax::ast::{BinaryOp, Decl, Expr, ExprId, Stmt, StmtId, Tree, UnaryOp};
use clacc_syntax::token::TokenRange;

use crate::c::model::{FunctionModel, SymbolId};

/// The loops found for a directive, outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Nest {
    /// The `for` statements.
    pub(crate) loops: Vec<StmtId>,
    /// The statement that stands where another `for` is needed, if one is missing.
    pub(crate) instead: Option<StmtId>,
}

/// Finds `depth` loops, each the only statement of the one around it, or with `loosely` the only loop among its
/// statements. Pragmas of other languages in between do not count.
pub(crate) fn nest(tree: &Tree, body: StmtId, depth: u32, loosely: bool) -> Nest {
    let mut nest = Nest::default();
    let mut at = body;
    for level in 0..depth {
        let candidate =
            if level == 0 { behind_pragmas(tree, at) } else { inner_statement(tree, at, loosely) };
        let Stmt::For { body, .. } = &tree[candidate] else {
            nest.instead = Some(if level == 0 { candidate } else { intruder(tree, candidate) });
            break;
        };
        nest.loops.push(candidate);
        at = *body;
    }
    nest
}

fn behind_pragmas(tree: &Tree, mut stmt: StmtId) -> StmtId {
    while let Stmt::Pragma { body: Some(body), .. } = tree[stmt] {
        stmt = body;
    }
    stmt
}

/// The statement in a loop's body that the next loop must be.
fn inner_statement(tree: &Tree, body: StmtId, loosely: bool) -> StmtId {
    let mut body = behind_pragmas(tree, body);
    while let Stmt::Compound { items, .. } = &tree[body] {
        let is_loop = |item: &&StmtId| matches!(tree[**item], Stmt::For { .. } | Stmt::Compound { .. });
        let is_pragma = |item: &&StmtId| matches!(tree[**item], Stmt::Pragma { body: None, .. });
        let mut loops = items.iter().filter(is_loop);
        let mut others = items.iter().filter(|item| !is_loop(item) && !is_pragma(item));
        match (loops.next(), loops.next(), others.next()) {
            (Some(only), None, None) => body = *only,
            (Some(only), None, Some(_)) if loosely => body = *only,
            _ => break,
        }
    }
    body
}

/// The statement in a block that keeps the loop there from being the only one; the statement itself if it is no block.
fn intruder(tree: &Tree, candidate: StmtId) -> StmtId {
    match &tree[candidate] {
        Stmt::Compound { items, .. } => {
            items.iter().find(|item| !matches!(tree[**item], Stmt::For { .. })).or(items.get(1)).copied()
        }
        _ => None,
    }
    .unwrap_or(candidate)
}

/// What a `for` initialises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Control {
    /// One variable.
    Variable {
        symbol: SymbolId,
        /// Declared in the `for`, not just assigned.
        declared: bool,
    },
    /// A member of a struct.
    Member(ExprId),
    /// Nothing, several variables, or something else.
    None,
}

/// The control variable of a `for` statement.
pub(crate) fn control(model: &FunctionModel, stmt: StmtId) -> Control {
    let tree = &model.parsed.tree;
    let Stmt::For { init, .. } = &tree[stmt] else { return Control::None };
    match &tree[*init] {
        Stmt::Decl(decl) => match &tree[*decl] {
            Decl::Declaration { entities, .. } => match &entities[..] {
                [entity] if tree[*entity].init.is_some() => model
                    .declared
                    .get(*entity)
                    .map_or(Control::None, |symbol| Control::Variable { symbol: *symbol, declared: true }),
                _ => Control::None,
            },
            _ => Control::None,
        },
        Stmt::Expr(Some(expr)) => assigned(model, *expr),
        _ => Control::None,
    }
}

fn assigned(model: &FunctionModel, expr: ExprId) -> Control {
    let tree = &model.parsed.tree;
    let Expr::Assign { op: None, lhs, .. } = tree[tree.unparenthesized(expr)] else { return Control::None };
    let lhs = tree.unparenthesized(lhs);
    match tree[lhs] {
        Expr::Name(_) => {
            model.symbol_of(lhs).map_or(Control::None, |symbol| Control::Variable { symbol, declared: false })
        }
        Expr::Member { .. } => Control::Member(lhs),
        _ => Control::None,
    }
}

/// Where the first part of a `for` is, without its semicolon unless that is all there is.
pub(crate) fn init_span(tree: &Tree, init: StmtId) -> TokenRange {
    let span = tree.spans.stmts.get(init).copied().unwrap_or_default();
    let is_declaration = matches!(tree[init], Stmt::Decl(_));
    TokenRange::new(
        span.start,
        if is_declaration { span.end.saturating_sub(1).max(span.start) } else { span.end },
    )
}

/// Where the control variable of a `for` is named in its first part.
pub(crate) fn control_span(tree: &Tree, stmt: StmtId) -> Option<TokenRange> {
    let Stmt::For { init, .. } = &tree[stmt] else { return None };
    let Stmt::Expr(Some(expr)) = tree[*init] else { return None };
    let Expr::Assign { lhs, .. } = tree[tree.unparenthesized(expr)] else { return None };
    tree.spans.exprs.get(lhs).copied()
}

/// Why a loop's iterations cannot be counted beforehand, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) at: TokenRange,
    pub(crate) text: &'static str,
}

/// The form of a loop.
pub(crate) struct Form<'a> {
    pub(crate) model: &'a FunctionModel,
}

/// The direction in which a loop steps, where it is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
    Unknown,
}

impl Form<'_> {
    fn tree(&self) -> &Tree {
        &self.model.parsed.tree
    }

    fn expr_fault(&self, at: ExprId, text: &'static str) -> Fault {
        Fault { at: self.tree().spans.exprs.get(at).copied().unwrap_or_default(), text }
    }

    fn stmt_fault(&self, at: StmtId, text: &'static str) -> Fault {
        Fault { at: init_span(self.tree(), at), text }
    }

    /// Whether the number of iterations of a `for` statement can be computed before it starts, as far as its three parts
    /// tell.
    pub(crate) fn check(&self, stmt: StmtId) -> Result<(), Fault> {
        let Stmt::For { init, condition, step, .. } = &self.tree()[stmt] else { return Ok(()) };
        let Control::Variable { symbol, .. } = control(self.model, stmt) else {
            return Err(self.stmt_fault(*init, "the loop must initialise exactly one variable here"));
        };
        let condition = condition.ok_or_else(|| self.stmt_fault(*init, "the loop has no condition"))?;
        let wanted = self.check_condition(condition, symbol)?;
        let step = step.ok_or_else(|| self.expr_fault(condition, "the loop does not step its variable"))?;
        let direction = self.check_step(step, symbol)?;
        match (wanted, direction) {
            (Direction::Up, Direction::Down) | (Direction::Down, Direction::Up) => {
                Err(self.expr_fault(step, "the loop steps away from its bound"))
            }
            _ => Ok(()),
        }
    }

    fn is_control(&self, expr: ExprId, symbol: SymbolId) -> bool {
        let expr = self.tree().unparenthesized(expr);
        matches!(self.tree()[expr], Expr::Name(_)) && self.model.symbol_of(expr) == Some(symbol)
    }

    fn check_condition(&self, condition: ExprId, symbol: SymbolId) -> Result<Direction, Fault> {
        let text =
            "the condition must compare the loop's variable with a bound by `<`, `<=`, `>`, `>=` or `!=`";
        let Expr::Binary { op, lhs, rhs } = self.tree()[self.tree().unparenthesized(condition)] else {
            return Err(self.expr_fault(condition, text));
        };
        let on_left = self.is_control(lhs, symbol);
        if !on_left && !self.is_control(rhs, symbol) {
            return Err(self.expr_fault(condition, text));
        }
        match (op, on_left) {
            (BinaryOp::Lt | BinaryOp::Le, true) | (BinaryOp::Gt | BinaryOp::Ge, false) => Ok(Direction::Up),
            (BinaryOp::Gt | BinaryOp::Ge, true) | (BinaryOp::Lt | BinaryOp::Le, false) => Ok(Direction::Down),
            (BinaryOp::Ne, _) => Ok(Direction::Unknown),
            _ => Err(self.expr_fault(condition, text)),
        }
    }

    fn check_step(&self, step: ExprId, symbol: SymbolId) -> Result<Direction, Fault> {
        let fault = || {
            self.expr_fault(step, "the loop must step its variable by `++`, `--`, `+=`, `-=` or `i = i + n`")
        };
        let is_control = |expr: ExprId| self.is_control(expr, symbol);
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

    fn direction(&self, op: BinaryOp, amount: ExprId) -> Result<Direction, Fault> {
        let Some(amount_value) = self.model.integer_constant(amount) else { return Ok(Direction::Unknown) };
        match (amount_value.signum(), op) {
            (0, _) => Err(self.expr_fault(amount, "the loop steps by nothing")),
            (1, BinaryOp::Add) | (-1, BinaryOp::Sub) => Ok(Direction::Up),
            _ => Ok(Direction::Down),
        }
    }
}
