//! Questions about types that OpenACC's rules ask.

use clacc_syntax::Names;
use clacc_syntax::ast::BuiltinType;

use crate::c::model::FunctionModel;
use crate::c::type_text::type_text;
use crate::c::types::{self, QualType, Type};

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

/// A type in words: its class, and how it is written.
pub(super) fn describe(names: &Names, ty: &QualType) -> String {
    let class = classify(ty);
    match type_text(names, ty, "") {
        Some(text) if class != Class::Void => format!("{} (`{text}`)", class.text()),
        _ => class.text().to_owned(),
    }
}

/// The class of a type.
pub(super) fn classify(ty: &QualType) -> Class {
    match ty.plain() {
        Type::Error | Type::Atomic(_) => Class::Unknown,
        Type::Builtin(BuiltinType::Void) => Class::Void,
        Type::Builtin(builtin) if types::is_integer(*builtin) => Class::Integer,
        Type::Builtin(builtin) if types::is_floating(*builtin) => Class::Real,
        Type::Builtin(_) => Class::Complex,
        Type::VaList | Type::Vector { .. } => Class::Opaque,
        Type::Pointer(_) => Class::Pointer,
        Type::Array { .. } => Class::Array,
        Type::Function { .. } => Class::Function,
        Type::Record(tag) if tag.is_union => Class::Union,
        Type::Record(_) => Class::Struct,
        Type::Enum(_) => Class::Integer,
    }
}

/// The element of an array, of an array of arrays, and so on; any other type itself.
pub(super) fn innermost_element(mut ty: &QualType) -> &QualType {
    while let Type::Array { element, .. } = ty.plain() {
        ty = element;
    }
    ty
}

/// Whether a type is incomplete (C17 6.2.5): its size is unknown. Nothing is said about unknown types.
pub(super) fn is_incomplete(ty: &QualType, model: &FunctionModel) -> bool {
    classify(ty) != Class::Unknown && !model.is_complete(ty)
}
