//! Computes the values of constant expressions, operand by operand (C17 6.6).

use clacc_syntax::Name;
use clacc_syntax::ast::{BinaryOp, BuiltinArg, Designator, Expr, ExprId, SizeofOp, UnaryOp};

use super::conversions::compatible;
use super::{Binder, builtins, visit_order};
use crate::c::constant::{Constant, floating_operation, integer_operation};
use crate::c::model::SymbolKind;
use crate::c::types::{QualType, Type};

impl Binder<'_> {
    /// Returns the value of a constant expression whose operands have their values. Plain constants are left
    /// out, because [`crate::c::literal::constant`] reads them whenever they are needed.
    pub(super) fn evaluate(&self, id: ExprId, ty: &QualType) -> Option<Constant> {
        let tree = self.tree;
        match &tree[id] {
            Expr::Name(_) => self.enumerator_value(id),
            Expr::Paren(inner) => self.constant_of(*inner),
            Expr::Unary { op, operand } => self.unary_value(*op, *operand, ty),
            Expr::Binary { op, lhs, rhs } => self.binary_value(*op, *lhs, *rhs, ty),
            Expr::Conditional { condition, then, otherwise } => {
                let condition_value = self.constant_of(*condition)?;
                let (then, otherwise) =
                    (self.constant_of(then.unwrap_or(*condition))?, self.constant_of(*otherwise)?);
                self.converted(if condition_value.is_true() { then } else { otherwise }, ty)
            }
            Expr::Cast { operand, .. } => self.converted(self.constant_of(*operand)?, ty),
            Expr::SizeofExpr { .. } | Expr::SizeofType { .. } => self.sizeof_value(id),
            Expr::BuiltinCall { name, args } => self.builtin_value(*name, args),
            Expr::Call { callee, args } => self.call_value(*callee, args),
            Expr::Generic { control, associations } => {
                self.constant_of(self.generic_choice(*control, associations)?)
            }
            _ => None,
        }
    }

    fn enumerator_value(&self, id: ExprId) -> Option<Constant> {
        match &self.symbols[self.uses.get(id).copied()?].kind {
            SymbolKind::Enumerator(value) => Some(Constant::Integer(**value)),
            _ => None,
        }
    }

    /// Converts a value to a scalar type.
    pub(super) fn converted(&self, value: Constant, ty: &QualType) -> Option<Constant> {
        use clacc_syntax::ast::BuiltinType::{Bool, Float};
        if ty.is_pointer() {
            return matches!(value, Constant::Integer(_)).then_some(value);
        }
        if let Some(builtin) = self.definitions().integer_type(ty) {
            let value = match value {
                Constant::Integer(value) => value,
                Constant::Floating(value) if builtin == Bool => i128::from(value != 0.0),
                Constant::Floating(value) => {
                    let whole = value as i128;
                    // A value that does not fit is undefined (C17 6.3.1.4).
                    if self.data_model.wrap(builtin, whole) != whole {
                        return None;
                    }
                    whole
                }
            };
            return Some(Constant::Integer(self.data_model.wrap(builtin, value)));
        }
        let value = value.as_f64();
        match ty.as_builtin()? {
            Float => Some(Constant::Floating(f64::from(value as f32))),
            _ => ty.is_floating().then_some(Constant::Floating(value)),
        }
    }

    fn unary_value(&self, op: UnaryOp, operand: ExprId, ty: &QualType) -> Option<Constant> {
        let value = self.constant_of(operand)?;
        let result = match (op, value) {
            (UnaryOp::Plus | UnaryOp::Extension, value) => value,
            (UnaryOp::Minus, Constant::Integer(value)) => Constant::Integer(value.wrapping_neg()),
            (UnaryOp::Minus, Constant::Floating(value)) => Constant::Floating(-value),
            (UnaryOp::BitNot, Constant::Integer(value)) => Constant::Integer(!value),
            (UnaryOp::Not, value) => Constant::Integer((!value.is_true()).into()),
            _ => return None,
        };
        self.converted(result, ty)
    }

    fn binary_value(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId, ty: &QualType) -> Option<Constant> {
        let (left, right) = (self.constant_of(lhs)?, self.constant_of(rhs)?);
        let (left_type, right_type) = (self.type_of(lhs), self.type_of(rhs));
        if left_type.is_pointer() || right_type.is_pointer() {
            return pointer_comparison(op, left, right);
        }
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            let (left, right) = (left.is_true(), right.is_true());
            return Some(Constant::Integer(
                if op == BinaryOp::And { left && right } else { left || right }.into(),
            ));
        }
        let common = match op {
            BinaryOp::Shl | BinaryOp::Shr => ty.clone(),
            _ => self.arithmetic(&self.promoted_operand(lhs), &self.promoted_operand(rhs)),
        };
        let (left, right) = match op {
            BinaryOp::Shl | BinaryOp::Shr => (left, right),
            _ => (self.converted(left, &common)?, self.converted(right, &common)?),
        };
        let result = match (left, right) {
            (Constant::Integer(left), Constant::Integer(right)) => {
                Constant::Integer(self.checked_integers(op, left, right, &common)?)
            }
            (left, right) => floating_operation(op, left.as_f64(), right.as_f64())?,
        };
        self.converted(result, ty)
    }

    /// Computes an operation on integers of one type. Shifts by the width of the type or more have no value.
    /// Unsigned 128-bit values are compared and divided as unsigned.
    fn checked_integers(&self, op: BinaryOp, left: i128, right: i128, ty: &QualType) -> Option<i128> {
        use BinaryOp::{Div, Ge, Gt, Le, Lt, Rem, Shl, Shr};
        let builtin = self.definitions().integer_type(ty)?;
        if matches!(op, Shl | Shr) && right >= i128::from(self.data_model.builtin(builtin).size) * 8 {
            return None;
        }
        if builtin != clacc_syntax::ast::BuiltinType::UInt128 {
            return integer_operation(op, left, right);
        }
        let (left_bits, right_bits) = (left.cast_unsigned(), right.cast_unsigned());
        Some(match op {
            Div => left_bits.checked_div(right_bits)?.cast_signed(),
            Rem => left_bits.checked_rem(right_bits)?.cast_signed(),
            Shr => left_bits.checked_shr(u32::try_from(right).ok()?)?.cast_signed(),
            Lt => i128::from(left_bits < right_bits),
            Gt => i128::from(left_bits > right_bits),
            Le => i128::from(left_bits <= right_bits),
            Ge => i128::from(left_bits >= right_bits),
            _ => return integer_operation(op, left, right),
        })
    }

    fn sizeof_value(&self, id: ExprId) -> Option<Constant> {
        let (op, ty) = self.sizeof_operand(id)?;
        let value = match op {
            SizeofOp::Sizeof => self.definitions().layout(&ty)?.size,
            SizeofOp::Alignof | SizeofOp::GnuAlignof => self.definitions().alignment(&ty)?,
        };
        Some(Constant::Integer(value.into()))
    }

    fn builtin_value(&self, name: Name, args: &[BuiltinArg]) -> Option<Constant> {
        match (self.tree.text(name), args) {
            ("__builtin_offsetof", [BuiltinArg::Type(ty), BuiltinArg::Expr(designator)]) => {
                self.offset(&self.named_type(*ty), *designator)
            }
            ("__builtin_types_compatible_p", [BuiltinArg::Type(left), BuiltinArg::Type(right)]) => {
                let (left, right) =
                    (self.named_type(*left).unqualified(), self.named_type(*right).unqualified());
                Some(Constant::Integer(compatible(&left, &right).into()))
            }
            _ => None,
        }
    }

    fn offset(&self, ty: &QualType, designator: ExprId) -> Option<Constant> {
        let mut ty = ty.clone();
        let mut offset = 0i128;
        for step in visit_order::member_designator(self.tree, designator) {
            match step {
                Designator::Field(name) => {
                    let Type::Record(tag) = ty.plain() else { return None };
                    let field = self.definitions().field(tag, name)?;
                    offset = offset.checked_add(i128::from(field.bit_offset / 8))?;
                    ty = field.ty;
                }
                Designator::Index(index) => {
                    let element = ty.target()?.clone();
                    let size = self.definitions().layout(&element)?.size;
                    let step = self.integer_of(index)?.checked_mul(size.into())?;
                    offset = offset.checked_add(step)?;
                    ty = element;
                }
                Designator::Range(..) => return None,
            }
        }
        Some(Constant::Integer(offset))
    }

    /// The value of a call of a built-in. It is constant if the arguments are.
    fn call_value(&self, callee: ExprId, args: &[ExprId]) -> Option<Constant> {
        let Expr::Name(name) = self.tree[callee] else { return None };
        let name = self.tree.text(name);
        if builtins::result_rule(name) == Some(builtins::ResultRule::Chosen) {
            let [condition, then, otherwise] = args else { return None };
            let chosen = if self.constant_of(*condition)?.is_true() { then } else { otherwise };
            return self.constant_of(*chosen);
        }
        match (name, args) {
            ("__builtin_constant_p", [arg]) => {
                Some(Constant::Integer(self.constant_of(*arg).is_some().into()))
            }
            ("__builtin_expect", [value, ..]) => self.constant_of(*value),
            ("__builtin_bswap16", [value]) => self.swapped(*value, 16),
            ("__builtin_bswap32", [value]) => self.swapped(*value, 32),
            ("__builtin_bswap64", [value]) => self.swapped(*value, 64),
            ("__builtin_huge_val" | "__builtin_inf" | "__builtin_inff", []) => {
                Some(Constant::Floating(f64::INFINITY))
            }
            _ => None,
        }
    }

    /// The low bytes of a value in opposite order.
    fn swapped(&self, value: ExprId, bits: u32) -> Option<Constant> {
        let low = self.integer_of(value)?.cast_unsigned() << (128 - bits);
        Some(Constant::Integer(low.swap_bytes().cast_signed()))
    }
}

/// Compares pointers that are made from integers. They compare as these integers.
fn pointer_comparison(op: BinaryOp, left: Constant, right: Constant) -> Option<Constant> {
    let (Constant::Integer(left), Constant::Integer(right)) = (left, right) else { return None };
    match op {
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::And | BinaryOp::Or => {
            integer_operation(op, left, right).map(Constant::Integer)
        }
        _ => None,
    }
}
