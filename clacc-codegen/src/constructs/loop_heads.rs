//! The heads of worksharing loops: their counters, bounds and steps (OpenMP 5.2 4.4.1).

use clacc_sema::c::types::{QualType, Type};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::ast::{BinaryOp, Expr, ExprId, Init, Stmt, UnaryOp};

use super::lowering::Lowering;
use crate::capture::types::{assignable, is_signed, size, type_of};
use crate::codes;
use crate::emit::Step;
use crate::scope::{LoopHead, LoopNames, LoopStep};

/// The step in the source: the amount, and whether it is subtracted.
struct Written {
    amount: Option<ExprId>,
    is_taken: bool,
}

impl Lowering<'_> {
    /// Returns the head of the loop at a node.
    pub(crate) fn loop_head(&mut self, at: At) -> Step<LoopHead> {
        if let Some(head) = self.read_head(at) {
            return Ok(head);
        }
        let at = self.view.loop_head_span(at);
        let message =
            "no code is generated for a loop with this head: its iterations cannot be counted in 64 bits";
        Err(self.emit.refuse(&codes::GEN0004, at, message))
    }

    fn read_head(&self, at: At) -> Option<LoopHead> {
        self.view.check_countable(at).ok()?;
        let Control::Variable { entity, declared } = self.view.control(at) else { return None };
        let tree = &self.model.parsed.tree;
        let Stmt::For { init, condition, step, body } = &tree[self.view.c_stmt(at)?] else { return None };
        let ty = assignable(&type_of(self.view, entity));
        let first = if declared { self.initial(entity)? } else { self.assigned(*init)? };
        let (op, bound) = self.compared(condition.as_ref().copied()?, entity)?;
        let bound_ty = self.model.value_type(bound);
        let written = self.written_step(step.as_ref().copied()?, entity)?;
        let is_up = match op {
            BinaryOp::Lt | BinaryOp::Le => true,
            BinaryOp::Gt | BinaryOp::Ge => false,
            _ => self.goes_up(&written)?,
        };
        let is_pointer = ty.is_pointer();
        let is_counter = |ty: &QualType| ty.is_integer() && size(self.view, ty).is_some_and(|size| size <= 8);
        let is_known = if is_pointer {
            bound_ty.is_pointer() && is_complete(self, &ty)
        } else {
            is_counter(&ty) && is_counter(&bound_ty)
        };
        let spans = &tree.spans.exprs;
        let head = LoopHead {
            counter: entity,
            at: self.view.span(at).start,
            is_pointer,
            is_declared: declared,
            first: spans.get(first)?,
            bound: spans.get(bound)?,
            bound_ty,
            is_closed: matches!(op, BinaryOp::Le | BinaryOp::Ge),
            is_up,
            step: self.step(&written, is_up)?,
            body: self.view.at_c_stmt(*body)?,
            ty,
        };
        (is_known && !head.ty.is_volatile() && !head.ty.is_atomic()).then_some(head)
    }

    /// Returns the initializer of a counter that the loop declares.
    fn initial(&self, counter: EntityId) -> Option<ExprId> {
        let tree = &self.model.parsed.tree;
        let entity = self.model.symbols[self.view.c_symbol(counter)].entity?;
        match &tree[tree[entity].init?] {
            Init::Expr(expr) => Some(*expr),
            Init::List(_) => None,
        }
    }

    /// Returns the value that the init statement of a loop assigns.
    fn assigned(&self, init: clacc_syntax::ast::StmtId) -> Option<ExprId> {
        let tree = &self.model.parsed.tree;
        let Stmt::Expr(Some(expr)) = &tree[init] else { return None };
        match &tree[tree.unparenthesized(*expr)] {
            Expr::Assign { op: None, rhs, .. } => Some(*rhs),
            _ => None,
        }
    }

    fn names(&self, expr: ExprId, counter: EntityId) -> bool {
        let tree = &self.model.parsed.tree;
        let is_name = matches!(tree[tree.unparenthesized(expr)], Expr::Name(_));
        is_name && self.model.symbol_of(expr) == Some(self.view.c_symbol(counter))
    }

    /// Returns the comparison operator, with the counter on the left side, and the bound.
    fn compared(&self, condition: ExprId, counter: EntityId) -> Option<(BinaryOp, ExprId)> {
        let tree = &self.model.parsed.tree;
        let Expr::Binary { op, lhs, rhs } = tree[tree.unparenthesized(condition)] else { return None };
        if self.names(lhs, counter) {
            return Some((op, rhs));
        }
        let turned = match op {
            BinaryOp::Lt => BinaryOp::Gt,
            BinaryOp::Gt => BinaryOp::Lt,
            BinaryOp::Le => BinaryOp::Ge,
            BinaryOp::Ge => BinaryOp::Le,
            other => other,
        };
        Some((turned, lhs))
    }

    fn written_step(&self, step: ExprId, counter: EntityId) -> Option<Written> {
        let tree = &self.model.parsed.tree;
        let by = |amount, is_taken| Some(Written { amount, is_taken });
        match &tree[tree.unparenthesized(step)] {
            Expr::Unary { op: UnaryOp::PreIncrement, .. } | Expr::Postfix { increment: true, .. } => {
                by(None, false)
            }
            Expr::Unary { op: UnaryOp::PreDecrement, .. } | Expr::Postfix { increment: false, .. } => {
                by(None, true)
            }
            Expr::Assign { op: Some(op), rhs, .. } => by(Some(*rhs), *op == BinaryOp::Sub),
            Expr::Assign { op: None, rhs, .. } => match tree[tree.unparenthesized(*rhs)] {
                Expr::Binary { op, lhs, rhs } if self.names(lhs, counter) => {
                    by(Some(rhs), op == BinaryOp::Sub)
                }
                Expr::Binary { lhs, .. } => by(Some(lhs), false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether a loop with `!=` counts upwards. The step must be the constant 1 or -1.
    fn goes_up(&self, written: &Written) -> Option<bool> {
        let amount = match written.amount {
            None => 1,
            Some(amount) => self.model.integer_constant(amount)?,
        };
        (amount.unsigned_abs() == 1).then_some((amount > 0) != written.is_taken)
    }

    /// Returns the step in the loop's direction.
    fn step(&self, written: &Written, is_up: bool) -> Option<LoopStep> {
        let is_negated = written.is_taken == is_up;
        let Some(amount) = written.amount else { return (!is_negated).then_some(LoopStep::One) };
        if let Some(value) = self.model.integer_constant(amount) {
            let value = if is_negated { value.checked_neg()? } else { value };
            return match u64::try_from(value).ok()? {
                0 => None,
                1 => Some(LoopStep::One),
                other => Some(LoopStep::Constant(other)),
            };
        }
        let is_integer = self.model.value_type(amount).is_integer();
        let range = self.model.parsed.tree.spans.exprs.get(amount)?;
        is_integer.then_some(LoopStep::Value(range, is_negated))
    }
}

/// Returns whether a pointer points to objects of known, nonzero size.
fn is_complete(lowering: &Lowering<'_>, ty: &QualType) -> bool {
    match &*ty.ty {
        Type::Pointer(target) => size(lowering.view, target).is_some_and(|size| size > 0),
        _ => false,
    }
}

impl Lowering<'_> {
    /// Emits the declarations of values that are computed before a loop. None of the computations can overflow: differences are computed in
    /// unsigned arithmetic, after the comparison of the source determines which side is larger.
    pub(crate) fn counted(&mut self, head: &LoopHead) -> Step<LoopNames> {
        let (first, bound) = (self.emit.name("b"), self.emit.name("e"));
        let declared = self.declared(&head.ty, &first, head.counter)?;
        let value = self.text(head.first)?;
        self.emit.line(&format!("{declared} = {value};"));
        let declared = self.declared(&assignable(&head.bound_ty), &bound, head.counter)?;
        let value = self.text(head.bound)?;
        self.emit.line(&format!("{declared} = {value};"));
        let step = self.counted_step(head)?;
        let (low, high) = if head.is_up { (&first, &bound) } else { (&bound, &first) };
        let distance = if head.is_pointer {
            format!("(uint64_t)({high} - {low})")
        } else if head.ty == assignable(&head.bound_ty) {
            format!("(uint64_t){high} - (uint64_t){low}")
        } else {
            // The conditional expression converts both sides to the type in which the source compares them.
            format!("(uint64_t)(1 ? {high} : {low}) - (uint64_t)(1 ? {low} : {high})")
        };
        let trips = self.emit.name("n");
        let compared = if head.is_closed { "<=" } else { "<" };
        let number = match (&head.step, head.is_closed) {
            (LoopStep::One, false) => distance,
            (LoopStep::One, true) => format!("{distance} + 1"),
            (_, false) => format!("({distance} - 1) / {step} + 1"),
            (_, true) => format!("({distance}) / {step} + 1"),
        };
        self.emit.line(&format!("const uint64_t {trips} = {low} {compared} {high} ? {number} : 0;"));
        Ok(LoopNames { first, trips, step })
    }

    fn counted_step(&mut self, head: &LoopHead) -> Step<String> {
        Ok(match &head.step {
            LoopStep::One => "1U".to_owned(),
            LoopStep::Constant(step) => format!("{step}ULL"),
            LoopStep::Value(range, is_negated) => {
                let (step, value) = (self.emit.name("s"), self.text(*range)?);
                let minus = if *is_negated { "0 - " } else { "" };
                let converted = if head.is_pointer || is_signed(self.view, &head.ty) {
                    format!("{minus}(uint64_t)(int64_t)({value})")
                } else {
                    let ty = self.declared(&head.ty, "", head.counter)?;
                    format!("(uint64_t)({ty})({minus}({ty})({value}))")
                };
                self.emit.line(&format!("const uint64_t {step} = {converted};"));
                step
            }
        })
    }

    /// Returns the value of a counter in an iteration.
    pub(crate) fn counter_value(
        &mut self,
        head: &LoopHead,
        names: &LoopNames,
        iteration: &str,
    ) -> Step<String> {
        let (first, step) = (&names.first, &names.step);
        let sign = if head.is_up { "+" } else { "-" };
        let distance = if matches!(head.step, LoopStep::One) {
            iteration.to_owned()
        } else {
            format!("{iteration} * {step}")
        };
        if head.is_pointer {
            return Ok(format!("{first} {sign} (ptrdiff_t)({distance})"));
        }
        let ty = self.declared(&head.ty, "", head.counter)?;
        Ok(format!("({ty})((uint64_t){first} {sign} {distance})"))
    }
}
