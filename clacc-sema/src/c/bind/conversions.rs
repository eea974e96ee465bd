//! The implicit conversions of C (C17 6.3.1), and which types are compatible (C17 6.2.7).

use clacc_syntax::ast::{BuiltinType, Expr, ExprId};

use super::Binder;
use crate::c::types::{self, ArrayLength, QualType, Type};

impl Binder<'_> {
    /// The integer promotions (C17 6.3.1.1). Bit-fields narrower than `int` promote to `int` as well.
    pub(super) fn promoted(&self, ty: &QualType) -> QualType {
        match self.definitions().integer_type(ty) {
            Some(builtin) => QualType::builtin(promoted_builtin(builtin)),
            None => ty.decayed(),
        }
    }

    /// The promoted type of an operand. A narrow bit-field is promoted by its width.
    pub(super) fn promoted_operand(&self, expr: ExprId) -> QualType {
        let ty = self.type_of(expr);
        match self.bit_field_width(expr) {
            Some(width) if self.definitions().integer_type(&ty).is_some() && width < 32 => QualType::int(),
            _ => self.promoted(&ty),
        }
    }

    pub(super) fn bit_field_width(&self, expr: ExprId) -> Option<u32> {
        let expr = self.tree.unparenthesized(expr);
        let Expr::Member { base, field, arrow } = self.tree[expr] else { return None };
        let base = self.type_of(base);
        let record = if arrow { base.target()?.plain() } else { base.plain() };
        let Type::Record(tag) = record else { return None };
        self.definitions().field(tag, field)?.width
    }

    /// The type of the usual arithmetic conversions (C17 6.3.1.8). It is unknown if an operand is not
    /// arithmetic.
    pub(super) fn arithmetic(&self, left: &QualType, right: &QualType) -> QualType {
        for (this, other) in [(left, right), (right, left)] {
            if matches!(this.plain(), Type::Vector { .. }) && !other.is_error() {
                return this.unqualified();
            }
        }
        match (self.operand_builtin(left), self.operand_builtin(right)) {
            (Some(left), Some(right)) => QualType::builtin(self.common(left, right)),
            _ => QualType::error(),
        }
    }

    fn operand_builtin(&self, ty: &QualType) -> Option<BuiltinType> {
        match self.definitions().integer_type(ty) {
            Some(builtin) => Some(promoted_builtin(builtin)),
            None => ty.as_builtin().filter(|builtin| *builtin != BuiltinType::Void),
        }
    }

    fn common(&self, left: BuiltinType, right: BuiltinType) -> BuiltinType {
        let part = |ty| types::complex_part(ty).unwrap_or(ty);
        let real = self.common_real(part(left), part(right));
        let complex = types::complex_part(left).is_some() || types::complex_part(right).is_some();
        if complex { types::complex_of(real).unwrap_or(real) } else { real }
    }

    fn common_real(&self, left: BuiltinType, right: BuiltinType) -> BuiltinType {
        let by_rank = |ty: &BuiltinType| floating_rank(*ty);
        match [left, right].into_iter().filter(|ty| types::is_floating(*ty)).max_by_key(by_rank) {
            Some(floating) => floating,
            None => self.common_integer(promoted_builtin(left), promoted_builtin(right)),
        }
    }

    fn common_integer(&self, left: BuiltinType, right: BuiltinType) -> BuiltinType {
        let (small, large) =
            if integer_rank(left) <= integer_rank(right) { (left, right) } else { (right, left) };
        let signed = |ty| self.data_model.is_signed(ty);
        let size = |ty| self.data_model.builtin(ty).size;
        if signed(small) == signed(large) || !signed(large) {
            return large;
        }
        if integer_rank(small) == integer_rank(large) {
            return small;
        }
        if size(large) > size(small) { large } else { unsigned(large) }
    }
}

fn promoted_builtin(ty: BuiltinType) -> BuiltinType {
    use BuiltinType::*;
    match ty {
        Bool | Char | SChar | UChar | Short | UShort => Int,
        other => other,
    }
}

fn integer_rank(ty: BuiltinType) -> u8 {
    use BuiltinType::*;
    match ty {
        Bool => 0,
        Char | SChar | UChar => 1,
        Short | UShort => 2,
        Int | UInt => 3,
        Long | ULong => 4,
        LongLong | ULongLong => 5,
        _ => 6,
    }
}

fn unsigned(ty: BuiltinType) -> BuiltinType {
    use BuiltinType::*;
    match ty {
        Char | SChar => UChar,
        Short => UShort,
        Int => UInt,
        Long => ULong,
        LongLong => ULongLong,
        Int128 => UInt128,
        other => other,
    }
}

fn floating_rank(ty: BuiltinType) -> u8 {
    use BuiltinType::*;
    match ty {
        Float16 => 1,
        Float => 2,
        Float32 => 3,
        Float32x => 4,
        Double => 5,
        Float64 => 6,
        LongDouble => 7,
        GnuFloat80 => 8,
        Float64x => 8,
        GnuFloat128 => 9,
        Float128 => 10,
        Decimal32 => 11,
        Decimal64 => 12,
        Decimal128 => 13,
        _ => 0,
    }
}

/// Whether two types are compatible as far as `_Generic` and conditional operators need it. The caller must
/// compare the qualifiers of the outermost level.
pub(crate) fn compatible(left: &QualType, right: &QualType) -> bool {
    if left.ty == right.ty {
        return true;
    }
    let same = |left: &QualType, right: &QualType| left.quals == right.quals && compatible(left, right);
    match (&*left.ty, &*right.ty) {
        (Type::Pointer(left), Type::Pointer(right)) => same(left, right),
        (Type::Array { element: left, length: l }, Type::Array { element: right, length: r }) => {
            let lengths = l == r || !matches!((l, r), (ArrayLength::Constant(_), ArrayLength::Constant(_)));
            lengths && same(left, right)
        }
        (
            Type::Function { result: left, params: l, variadic: lv },
            Type::Function { result: right, params: r, variadic: rv },
        ) => {
            let params = match (l, r) {
                (Some(l), Some(r)) => {
                    lv == rv && l.len() == r.len() && l.iter().zip(r).all(|(l, r)| compatible(l, r))
                }
                _ => true,
            };
            params && same(left, right)
        }
        _ => false,
    }
}
