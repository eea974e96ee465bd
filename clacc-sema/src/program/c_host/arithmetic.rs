//! Integer arithmetic of C, and the headers of loops that count.

use clacc_syntax::ast::{BinaryOp, BuiltinType, Expr, ExprId, Stmt, UnaryOp};

use super::CHost;
use super::nodes::entity_of;
use super::types::NARROW;
use crate::c::types::QualType;
use crate::program::arithmetic::{Arithmetic, Combination, Comparison, Condition, Counting, Wraps};
use crate::program::host::loops::Loops;
use crate::program::loops::Control;
use crate::program::place::At;

impl CHost<'_> {
    pub(super) fn operator(self, expr: ExprId) -> Option<Arithmetic> {
        let wraps = || self.wraps(expr);
        Some(match self.tree()[expr] {
            Expr::Paren(inner) | Expr::Unary { op: UnaryOp::Extension, operand: inner } => {
                Arithmetic::Same(self.nodes.of_expr(inner)?)
            }
            Expr::Unary { op: UnaryOp::Plus, operand } => Arithmetic::Same(self.nodes.of_expr(operand)?),
            Expr::Unary { op: UnaryOp::Minus, operand } => {
                Arithmetic::Scaled { operand: self.nodes.of_expr(operand)?, by: -1, wraps: wraps()? }
            }
            Expr::Cast { operand, .. } if self.keeps_values(expr, operand) => {
                Arithmetic::Same(self.nodes.of_expr(operand)?)
            }
            Expr::Name(_) => {
                let symbol = self.model.symbol_of(expr)?;
                let symbol_type = &self.model.symbols[symbol].ty;
                let is_value = self.model.symbols[symbol].kind.is_object() && symbol_type.is_integer();
                Arithmetic::Variable(is_value.then_some(entity_of(symbol))?)
            }
            Expr::Binary { op: BinaryOp::Shl, lhs, rhs } => {
                let bits = self.model.integer_constant(rhs).filter(|bits| (0..62).contains(bits))?;
                Arithmetic::Scaled { operand: self.nodes.of_expr(lhs)?, by: 1 << bits, wraps: wraps()? }
            }
            Expr::Binary { op, lhs, rhs } => {
                let by = match op {
                    BinaryOp::Add => Combination::Sum,
                    BinaryOp::Sub => Combination::Difference,
                    BinaryOp::Mul => Combination::Product,
                    _ => return None,
                };
                let operands = [self.nodes.of_expr(lhs)?, self.nodes.of_expr(rhs)?];
                Arithmetic::Combined { by, operands, wraps: wraps()? }
            }
            _ => return None,
        })
    }

    /// Whether an operator of this integer type wraps around.
    fn wraps(self, expr: ExprId) -> Option<Wraps> {
        let ty = self.expr_type(expr).filter(|ty| ty.is_integer())?;
        let data_model = self.model.data_model;
        Some(match ty.as_builtin() {
            Some(builtin) if data_model.is_signed(builtin) => Wraps::Never,
            Some(builtin) if data_model.builtin(builtin).size == 8 => Wraps::LikeAddresses,
            _ => Wraps::Sooner,
        })
    }

    /// Whether a conversion to the type of an expression keeps each value of an operand.
    fn keeps_values(self, expr: ExprId, operand: ExprId) -> bool {
        let (Some(to), Some(from)) = (self.expr_type(expr), self.expr_type(operand)) else { return false };
        to == from || self.holds(to, from)
    }

    /// Whether an integer type has all values of another one.
    pub(super) fn holds(self, to: &QualType, from: &QualType) -> bool {
        let (Some(to), Some(from)) = (to.as_builtin(), from.as_builtin()) else { return false };
        let data_model = self.model.data_model;
        let bits = |ty: BuiltinType| data_model.builtin(ty).size * 8;
        let are_integers = crate::c::types::is_integer(to) && crate::c::types::is_integer(from);
        are_integers
            && to != BuiltinType::Bool
            && match (data_model.is_signed(to), data_model.is_signed(from)) {
                (true, true) | (false, false) => bits(to) >= bits(from),
                (true, false) => bits(to) > bits(from),
                (false, true) => false,
            }
    }

    /// A loop that counts its iterations by one variable; none if its header has another form.
    pub(super) fn counting(self, at: At) -> Option<Counting> {
        let Stmt::For { condition, step, .. } = &self.tree()[self.nodes.stmt(at)?] else { return None };
        let Control::Variable { entity, declared } = self.control(at) else { return None };
        self.check_countable(at).ok()?;
        let tree = self.tree();
        let condition = tree.unparenthesized((*condition)?);
        let Expr::Binary { op, lhs, rhs } = tree[condition] else { return None };
        let is_turned = !self.is_control(lhs, entity);
        let bound = if is_turned { lhs } else { rhs };
        let ty = self.type_of_entity(entity).as_builtin()?;
        if !crate::c::types::is_integer(ty) || ty == BuiltinType::Bool || NARROW.contains(&ty) {
            return None;
        }
        let data_model = self.model.data_model;
        let is_unsigned = |ty: &QualType| {
            ty.as_builtin().is_none_or(|ty| !crate::c::types::is_floating(ty) && !data_model.is_signed(ty))
        };
        Some(Counting {
            control: entity,
            is_declared: declared,
            first: self.first_value(at)?,
            comparison: comparison(op, is_turned)?,
            bound: self.nodes.of_expr(bound)?,
            step: self.signed_step((*step)?),
            is_unsigned: !data_model.is_signed(ty),
            compares_unsigned: !data_model.is_signed(ty)
                || data_model.builtin(ty).size <= self.size_of_type(bound)?
                    && is_unsigned(self.expr_type(bound)?),
        })
    }

    fn size_of_type(self, expr: ExprId) -> Option<u64> {
        let ty = self.expr_type(expr)?;
        match ty.as_builtin() {
            Some(builtin) => Some(self.model.data_model.builtin(builtin).size),
            None => ty.is_integer().then_some(4),
        }
    }

    /// The number that the last part of a `for` adds to its variable, if it is constant.
    fn signed_step(self, step: ExprId) -> Option<i128> {
        let tree = self.tree();
        match tree[tree.unparenthesized(step)] {
            Expr::Unary { op: UnaryOp::PreIncrement, .. } | Expr::Postfix { increment: true, .. } => Some(1),
            Expr::Unary { op: UnaryOp::PreDecrement, .. } | Expr::Postfix { increment: false, .. } => {
                Some(-1)
            }
            Expr::Assign { op: Some(BinaryOp::Add), rhs, .. } => self.model.integer_constant(rhs),
            Expr::Assign { op: Some(BinaryOp::Sub), rhs, .. } => {
                self.model.integer_constant(rhs)?.checked_neg()
            }
            Expr::Assign { op: None, rhs, .. } => match tree[tree.unparenthesized(rhs)] {
                Expr::Binary { op: BinaryOp::Add, lhs, rhs } => {
                    let constant = |expr| self.model.integer_constant(expr);
                    constant(rhs).or_else(|| constant(lhs))
                }
                Expr::Binary { op: BinaryOp::Sub, rhs, .. } => {
                    self.model.integer_constant(rhs)?.checked_neg()
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn compared_integers(self, expr: ExprId) -> Option<Condition> {
        let tree = self.tree();
        let Expr::Binary { op, lhs, rhs } = tree[tree.unparenthesized(expr)] else { return None };
        let (left, right) = (self.nodes.of_expr(lhs)?, self.nodes.of_expr(rhs)?);
        if op == BinaryOp::And {
            return Some(Condition::Both([left, right]));
        }
        let comparison = if op == BinaryOp::Eq { None } else { Some(comparison(op, false)?) };
        let are_compared = self.keeps_sign(lhs, rhs) && self.keeps_sign(rhs, lhs);
        are_compared.then_some(Condition::Compared { left, comparison, right })
    }

    /// Whether the conversion to the common type of two integers keeps the values of the first one (C17 6.3.1.8).
    fn keeps_sign(self, own: ExprId, other: ExprId) -> bool {
        let number = self.model.integer_constant(own);
        let builtin = |expr| self.expr_type(expr).and_then(QualType::as_builtin);
        let (Some(own), Some(other)) = (builtin(own), builtin(other)) else { return false };
        let data_model = self.model.data_model;
        let size = |ty| data_model.builtin(ty).size.max(4);
        crate::c::types::is_integer(own)
            && crate::c::types::is_integer(other)
            && (number.is_some_and(|number| number >= 0)
                || !data_model.is_signed(own)
                || data_model.is_signed(other)
                || size(other) < size(own)
                || data_model.builtin(other).size < 4)
    }
}

fn comparison(op: BinaryOp, is_turned: bool) -> Option<Comparison> {
    Some(match (op, is_turned) {
        (BinaryOp::Lt, false) | (BinaryOp::Gt, true) => Comparison::Less,
        (BinaryOp::Le, false) | (BinaryOp::Ge, true) => Comparison::LessOrEqual,
        (BinaryOp::Gt, false) | (BinaryOp::Lt, true) => Comparison::Greater,
        (BinaryOp::Ge, false) | (BinaryOp::Le, true) => Comparison::GreaterOrEqual,
        (BinaryOp::Ne, _) => Comparison::Unequal,
        _ => return None,
    })
}
