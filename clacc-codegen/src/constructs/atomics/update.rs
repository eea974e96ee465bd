//! Updates for which processors have an instruction.

use clacc_sema::program::place::At;
use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Stmt, UnaryOp};

use super::super::lowering::Lowering;
use super::Atomic;

/// The combination of an integer with a value by an `__atomic_fetch_*` function.
struct Combination {
    function: &'static str,
    /// The value; none stands for 1.
    value: Option<ExprId>,
}

impl<'a> Lowering<'a> {
    /// Returns the update as one call, or none if there is no such function for it.
    pub(crate) fn fetched(&mut self, atomic: &Atomic<'_, 'a>) -> Option<String> {
        let variable = self.view.c_expr(atomic.statement.variable?)?;
        let ty = self.model.type_of(variable).unqualified();
        // The value of a `_Bool` is converted after the addition, so the functions do not apply to it.
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
        // Compilers check an atomic update as a store alone, so the load before it checks that the object has a value.
        let read = if self.backend.has_own_memory() {
            format!("(void)*(volatile __typeof__(*({pointer})) *)({pointer}); ")
        } else {
            String::new()
        };
        Some(format!("{read}(void)__atomic_fetch_{function}({pointer}, ({cast}){value}, {order});"))
    }

    /// Returns the name of the value of an expression, or the text of a constant.
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

    /// Returns whether an expression is the atomic object.
    fn is_variable(&self, atomic: &Atomic<'_, 'a>, expr: ExprId) -> bool {
        let at: Option<At> = self.view.at_c_expr(self.model.parsed.tree.unparenthesized(expr));
        at.is_some_and(|at| atomic.statement.parts.variables.contains(&at))
    }
}

/// Returns the function for an operator whose result in a narrow type does not depend on the missing upper bits.
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
