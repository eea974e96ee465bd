//! Values of constant expressions (C17 6.6).

use clacc_syntax::ast::BinaryOp;

/// The value of a constant expression.
#[derive(Clone, Copy, Debug)]
pub enum Constant {
    /// A value of integer type, or of a pointer made from an integer.
    Integer(i128),
    /// A value of real floating type.
    Floating(f64),
}

/// Floating values are compared bit by bit, so that a value is always equal to itself.
impl PartialEq for Constant {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Constant::Integer(left), Constant::Integer(right)) => left == right,
            (Constant::Floating(left), Constant::Floating(right)) => left.to_bits() == right.to_bits(),
            _ => false,
        }
    }
}

impl Eq for Constant {}

impl Constant {
    /// Returns true if the value is not zero.
    pub fn is_true(self) -> bool {
        match self {
            Constant::Integer(value) => value != 0,
            Constant::Floating(value) => value != 0.0,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "the conversion of C rounds too")]
    pub(crate) fn as_f64(self) -> f64 {
        match self {
            Constant::Integer(value) => value as f64,
            Constant::Floating(value) => value,
        }
    }
}

/// Computes an operator on two integers of one type. Returns none if the value is undefined in C.
pub(crate) fn integer_operation(op: BinaryOp, left: i128, right: i128) -> Option<i128> {
    let shift = || u32::try_from(right).ok().filter(|count| *count < 128);
    Some(match op {
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::Div => left.checked_div(right)?,
        BinaryOp::Rem => left.checked_rem(right)?,
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Shl => left.wrapping_shl(shift()?),
        BinaryOp::Shr => left.wrapping_shr(shift()?),
        BinaryOp::Lt => i128::from(left < right),
        BinaryOp::Gt => i128::from(left > right),
        BinaryOp::Le => i128::from(left <= right),
        BinaryOp::Ge => i128::from(left >= right),
        BinaryOp::Eq => i128::from(left == right),
        BinaryOp::Ne => i128::from(left != right),
        BinaryOp::BitAnd => left & right,
        BinaryOp::BitXor => left ^ right,
        BinaryOp::BitOr => left | right,
        BinaryOp::And => i128::from(left != 0 && right != 0),
        BinaryOp::Or => i128::from(left != 0 || right != 0),
    })
}

/// Computes an operator on two floating values.
#[expect(clippy::float_cmp, reason = "`==` of C is this comparison")]
pub(crate) fn floating_operation(op: BinaryOp, left: f64, right: f64) -> Option<Constant> {
    let truth = |value: bool| Constant::Integer(value.into());
    Some(match op {
        BinaryOp::Mul => Constant::Floating(left * right),
        BinaryOp::Div => Constant::Floating(left / right),
        BinaryOp::Add => Constant::Floating(left + right),
        BinaryOp::Sub => Constant::Floating(left - right),
        BinaryOp::Lt => truth(left < right),
        BinaryOp::Gt => truth(left > right),
        BinaryOp::Le => truth(left <= right),
        BinaryOp::Ge => truth(left >= right),
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::And => truth(left != 0.0 && right != 0.0),
        BinaryOp::Or => truth(left != 0.0 || right != 0.0),
        _ => return None,
    })
}
