//! Types as C writes them.

use std::fmt::Write;

use clacc_syntax::ast::{BuiltinType, Quals};

use crate::types::{ArrayLength, QualType, TagRef, Type};

/// The declaration of `name` with a type, without `;`; of no name, the type's name. None where C has no spelling for
/// the type: tagged types without a tag, arrays of variable length, the unknown type.
pub fn type_text(ty: &QualType, name: &str) -> Option<String> {
    let mut declarator = name.to_owned();
    let mut ty = ty;
    let mut behind_pointer = false;
    loop {
        let wrap =
            |declarator: &str| if behind_pointer { format!("({declarator})") } else { declarator.to_owned() };
        ty = match &*ty.ty {
            Type::Pointer(target) => {
                declarator = format!("*{}{declarator}", qualifiers(ty.quals));
                behind_pointer = true;
                target
            }
            Type::Array { element, length } => {
                declarator = match length {
                    ArrayLength::Constant(length) => format!("{}[{length}]", wrap(&declarator)),
                    ArrayLength::Unknown => format!("{}[]", wrap(&declarator)),
                    ArrayLength::Variable => return None,
                };
                behind_pointer = false;
                element
            }
            Type::Function { result, params, variadic } => {
                declarator = format!("{}({})", wrap(&declarator), parameters(params.as_deref(), *variadic)?);
                behind_pointer = false;
                result
            }
            _ => {
                let base = format!("{}{}", qualifiers(ty.quals), base(ty)?);
                let suffix = declarator.starts_with('[')
                    || declarator.starts_with('(') && !declarator.starts_with("(*");
                let space = if declarator.is_empty() || suffix { "" } else { " " };
                return Some(format!("{base}{space}{declarator}"));
            }
        };
    }
}

fn parameters(params: Option<&[QualType]>, variadic: bool) -> Option<String> {
    let Some(params) = params else { return Some(String::new()) };
    if params.is_empty() && !variadic {
        return Some("void".to_owned());
    }
    let mut text = String::new();
    for param in params {
        let separator = if text.is_empty() { "" } else { ", " };
        write!(text, "{separator}{}", type_text(param, "")?).ok()?;
    }
    if variadic {
        text.push_str(if text.is_empty() { "..." } else { ", ..." });
    }
    Some(text)
}

fn qualifiers(quals: Quals) -> String {
    let words = [
        (Quals::CONST, "const "),
        (Quals::VOLATILE, "volatile "),
        (Quals::RESTRICT, "restrict "),
        (Quals::ATOMIC, "_Atomic "),
    ];
    words.iter().filter(|(qual, _)| quals.contains(*qual)).map(|(_, word)| *word).collect()
}

fn base(ty: &QualType) -> Option<String> {
    match &*ty.ty {
        Type::Builtin(builtin) => Some(builtin_text(*builtin).to_owned()),
        Type::VaList => Some("__builtin_va_list".to_owned()),
        Type::Record(tag) => tagged(if tag.is_union { "union" } else { "struct" }, tag),
        Type::Enum(tag) => tagged("enum", tag),
        Type::Atomic(inner) => Some(format!("_Atomic({})", type_text(inner, "")?)),
        Type::Vector { element, bytes } => {
            Some(format!("{} __attribute__((vector_size({bytes})))", type_text(element, "")?))
        }
        _ => None,
    }
}

fn tagged(keyword: &str, tag: &TagRef) -> Option<String> {
    (tag.tag != clacc_syntax::Name::EMPTY).then(|| format!("{keyword} {}", tag.tag))
}

/// The words of a built-in type.
pub fn builtin_text(ty: BuiltinType) -> &'static str {
    use BuiltinType::*;
    match ty {
        Void => "void",
        Bool => "_Bool",
        Char => "char",
        SChar => "signed char",
        UChar => "unsigned char",
        Short => "short",
        UShort => "unsigned short",
        Int => "int",
        UInt => "unsigned int",
        Long => "long",
        ULong => "unsigned long",
        LongLong => "long long",
        ULongLong => "unsigned long long",
        Int128 => "__int128",
        UInt128 => "unsigned __int128",
        Float16 => "_Float16",
        Float => "float",
        Double => "double",
        LongDouble => "long double",
        Float32 => "_Float32",
        Float64 => "_Float64",
        Float128 => "_Float128",
        Float32x => "_Float32x",
        Float64x => "_Float64x",
        GnuFloat80 => "__float80",
        GnuFloat128 => "__float128",
        Decimal32 => "_Decimal32",
        Decimal64 => "_Decimal64",
        Decimal128 => "_Decimal128",
        ComplexFloat16 => "_Complex _Float16",
        ComplexFloat => "_Complex float",
        ComplexDouble => "_Complex double",
        ComplexLongDouble => "_Complex long double",
        ComplexFloat32 => "_Complex _Float32",
        ComplexFloat64 => "_Complex _Float64",
        ComplexFloat128 => "_Complex _Float128",
        ComplexFloat32x => "_Complex _Float32x",
        ComplexFloat64x => "_Complex _Float64x",
        ComplexChar => "_Complex char",
        ComplexSChar => "_Complex signed char",
        ComplexUChar => "_Complex unsigned char",
        ComplexShort => "_Complex short",
        ComplexUShort => "_Complex unsigned short",
        ComplexInt => "_Complex int",
        ComplexUInt => "_Complex unsigned int",
        ComplexLong => "_Complex long",
        ComplexULong => "_Complex unsigned long",
        ComplexLongLong => "_Complex long long",
        ComplexULongLong => "_Complex unsigned long long",
        ComplexInt128 => "_Complex __int128",
        ComplexUInt128 => "_Complex unsigned __int128",
    }
}
