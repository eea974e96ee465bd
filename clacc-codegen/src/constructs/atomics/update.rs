//! Updates for which processors have an instruction.

use clacc_sema::program::place::At;
use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Stmt, UnaryOp};

use super::super::lowering::Lowering;
use super::Atomic;

/// An integer is combined with a value.
struct Combination {
    function: &'static str,
    /// None for one.
    value: Option<ExprId>,
}

impl<'a> Lowering<'a> {
    /// The update as one call; none for an update that is no such one.
    pub(crate) fn fetched(&mut self, atomic: &Atomic<'_, 'a>) -> Option<String> {
        let variable = self.view.c_expr(atomic.statement.variable?)?;
        let ty = self.model.type_of(variable).unqualified();
        // The value of a `_Bool` is not that of the sum.
        let is_integer = ty.as_builtin().is_some_and(|builtin| {
            clacc_sema::c::types::is_integer(builtin) && builtin != clacc_syntax::ast::BuiltinType::Bool
        });
        if !self.facts.has_atomic_functions || !is_integer {
            return None;
        }
        let found = self.combination(atomic)?;
        let value = match found.value {
            None => "1".to_owned(),
            Some(expr) if self.model.value_type(expr).is_integer() => self.value_name(atomic, expr)?,
            Some(_) => return None,
        };
        let (function, order) = (found.function, atomic.order.of_update());
        let (pointer, cast) = (&atomic.object.pointer, atomic.object.value_named(""));
        Some(format!("(void)__atomic_fetch_{function}({pointer}, ({cast}){value}, {order});"))
    }

    /// What names the value of an expression: its name, or the constant itself.
    fn value_name(&mut self, atomic: &Atomic<'_, 'a>, expr: ExprId) -> Option<String> {
        let at = self.view.at_c_expr(self.model.parsed.tree.unparenthesized(expr))?;
        let range = self.view.span(at);
        let named = atomic.values.iter().find(|(of, _)| *of == range).map(|(_, name)| name.clone());
        named.or_else(|| self.view.constant(at).and_then(|_| Some(format!("({})", self.text(range).ok()?))))
    }

    fn combination(&self, atomic: &Atomic<'_, 'a>) -> Option<Combination> {
        let tree = &self.model.parsed.tree;
        let Stmt::Expr(Some(expr)) = tree[self.view.c_stmt(atomic.source.at)?] else { return None };
        let names = atomic.statement.parts.variables.len();
        Some(match tree[tree.unparenthesized(expr)] {
            Expr::Postfix { increment, .. } => {
                Combination { function: if increment { "add" } else { "sub" }, value: None }
            }
            Expr::Unary { op: UnaryOp::PreIncrement, .. } => Combination { function: "add", value: None },
            Expr::Unary { op: UnaryOp::PreDecrement, .. } => Combination { function: "sub", value: None },
            Expr::Assign { op: Some(op), rhs, .. } if names == 1 => {
                Combination { function: function(op)?, value: Some(rhs) }
            }
            Expr::Assign { op: None, rhs, .. } if names == 2 => {
                let Expr::Binary { op, lhs, rhs } = tree[tree.unparenthesized(rhs)] else { return None };
                let value = if self.is_variable(atomic, lhs) {
                    rhs
                } else if self.is_variable(atomic, rhs) && op != BinaryOp::Sub {
                    lhs
                } else {
                    return None;
                };
                Combination { function: function(op)?, value: Some(value) }
            }
            _ => return None,
        })
    }

    /// Whether an expression is the variable.
    fn is_variable(&self, atomic: &Atomic<'_, 'a>, expr: ExprId) -> bool {
        let at: Option<At> = self.view.at_c_expr(self.model.parsed.tree.unparenthesized(expr));
        at.is_some_and(|at| atomic.statement.parts.variables.contains(&at))
    }
}

/// The operators whose results do not depend on the bits that a narrower type lacks.
const fn function(op: BinaryOp) -> Option<&'static str> {
    Some(match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::BitAnd => "and",
        BinaryOp::BitOr => "or",
        BinaryOp::BitXor => "xor",
        _ => return None,
    })
}
