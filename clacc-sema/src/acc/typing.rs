//! Questions about types that OpenACC's rules ask.

use clacc_syntax::ast::{BuiltinType, Quals};

use super::view::Program;
use crate::types::{ArrayLength, QualType, Type};

/// What a type is, as far as the rules tell types apart. `_Atomic` changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Class {
    /// Nothing is known, so nothing is to be said.
    Unknown,
    Void,
    /// Integers, `_Bool`, `char` and enumerations.
    Integer,
    Real,
    Complex,
    Pointer,
    Array,
    Struct,
    Union,
    /// A GNU vector or a `va_list`.
    Opaque,
    Function,
}

impl Class {
    /// Scalars (C17 6.2.5): arithmetic types, enumerations and pointers.
    pub(super) fn is_scalar(self) -> bool {
        matches!(self, Class::Integer | Class::Real | Class::Complex | Class::Pointer)
    }

    /// The class in words, with its article.
    pub(super) fn text(self) -> &'static str {
        match self {
            Class::Unknown => "of unknown type",
            Class::Void => "`void`",
            Class::Integer => "an integer",
            Class::Real => "a floating-point number",
            Class::Complex => "a complex number",
            Class::Pointer => "a pointer",
            Class::Array => "an array",
            Class::Struct => "a struct",
            Class::Union => "a union",
            Class::Opaque => "a vector",
            Class::Function => "a function",
        }
    }
}

/// The class of a type.
pub(super) fn classify(ty: &QualType) -> Class {
    match &*ty.ty {
        Type::Error => Class::Unknown,
        Type::Builtin(builtin) => classify_builtin(*builtin),
        Type::VaList | Type::Vector { .. } => Class::Opaque,
        Type::Pointer(_) => Class::Pointer,
        Type::Array { .. } => Class::Array,
        Type::Function { .. } => Class::Function,
        Type::Record(tag) if tag.is_union => Class::Union,
        Type::Record(_) => Class::Struct,
        Type::Enum(_) => Class::Integer,
        Type::Atomic(inner) => classify(inner),
    }
}

fn classify_builtin(builtin: BuiltinType) -> Class {
    use BuiltinType as B;
    match builtin {
        B::Void => Class::Void,
        B::Float16 | B::Float | B::Double | B::LongDouble | B::Float32 | B::Float64 | B::Float128 => {
            Class::Real
        }
        B::Float32x | B::Float64x | B::GnuFloat128 => Class::Real,
        B::Decimal32 | B::Decimal64 | B::Decimal128 => Class::Real,
        B::Bool | B::Char | B::SChar | B::UChar | B::Short | B::UShort | B::Int | B::UInt => Class::Integer,
        B::Long | B::ULong | B::LongLong | B::ULongLong | B::Int128 | B::UInt128 => Class::Integer,
        _ => Class::Complex,
    }
}

/// The innermost element of an array type; any other type itself.
fn element(mut ty: &QualType) -> &QualType {
    while let Type::Array { element, .. } = &*ty.ty {
        ty = element;
    }
    ty
}

/// Whether an object of this type may not be assigned to. The qualifiers of an array are its element's.
pub(super) fn is_const(ty: &QualType) -> bool {
    ty.quals.contains(Quals::CONST) || element(ty).quals.contains(Quals::CONST)
}

/// Whether a type is incomplete (C17 6.2.5): its size is unknown.
pub(super) fn is_incomplete(ty: &QualType, program: &dyn Program) -> bool {
    match &*ty.ty {
        Type::Builtin(BuiltinType::Void) => true,
        Type::Array { length: ArrayLength::Unknown, .. } => true,
        Type::Array { element, .. } => is_incomplete(element, program),
        Type::Record(tag) => !program.is_complete(tag),
        Type::Atomic(inner) => is_incomplete(inner, program),
        _ => false,
    }
}

/// Whether evaluating `sizeof` of this type evaluates an expression (C17 6.5.3.4).
pub(super) fn is_variably_sized(mut ty: &QualType) -> bool {
    while let Type::Array { element, length } = &*ty.ty {
        if *length == ArrayLength::Variable {
            return true;
        }
        ty = element;
    }
    false
}
