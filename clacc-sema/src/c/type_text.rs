//! Spells types as C does.

use std::fmt::Write;

use clacc_syntax::ast::Quals;
use clacc_syntax::{Name, Names};

use crate::c::types::{ArrayLength, QualType, TagHome, TagRef, Type};

/// The declaration of `name` with a type, without `;`. If `name` is empty, this is the name of the type. None where C has no spelling for
/// the type: tagged types without a tag, arrays of variable length, the unknown type.
pub fn type_text(names: &Names, ty: &QualType, name: &str) -> Option<String> {
    TypeSpeller { names, tag: &|keyword, tag| tagged(names, keyword, tag), lengths: &[] }
        .declaration(ty, name)
}

/// Spells types with parts that have no spelling in C: tagged types without a tag, and arrays of variable length.
#[derive(Clone, Copy)]
pub struct TypeSpeller<'a> {
    /// The table of names.
    pub names: &'a Names,
    /// Returns the spelling of a tagged type, given its keyword and its tag; none if the type has no spelling at the place of the text.
    pub tag: &'a dyn Fn(&'static str, &TagRef) -> Option<String>,
    /// The lengths of the arrays of variable length in the type, the slowest dimension first.
    pub lengths: &'a [String],
}

impl TypeSpeller<'_> {
    /// The declaration of `name` with a type, without `;`, as in [`type_text`].
    pub fn declaration(&self, ty: &QualType, name: &str) -> Option<String> {
        spelled(self, ty, name)
    }
}

fn spelled(speller: &TypeSpeller<'_>, ty: &QualType, name: &str) -> Option<String> {
    let mut declarator = name.to_owned();
    let mut lengths = speller.lengths.iter();
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
                    ArrayLength::Variable => format!("{}[{}]", wrap(&declarator), lengths.next()?),
                };
                behind_pointer = false;
                element
            }
            Type::Function { result, params, variadic } => {
                declarator =
                    format!("{}({})", wrap(&declarator), parameters(speller, params.as_deref(), *variadic)?);
                behind_pointer = false;
                result
            }
            _ => {
                let base = format!("{}{}", qualifiers(ty.quals), base(speller, ty)?);
                let suffix = declarator.starts_with('[')
                    || declarator.starts_with('(') && !declarator.starts_with("(*");
                let space = if declarator.is_empty() || suffix { "" } else { " " };
                return Some(format!("{base}{space}{declarator}"));
            }
        };
    }
}

fn parameters(speller: &TypeSpeller<'_>, params: Option<&[QualType]>, variadic: bool) -> Option<String> {
    let Some(params) = params else { return Some(String::new()) };
    if params.is_empty() && !variadic {
        return Some("void".to_owned());
    }
    let mut text = String::new();
    for param in params {
        let separator = if text.is_empty() { "" } else { ", " };
        write!(text, "{separator}{}", spelled(speller, param, "")?).ok()?;
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

fn base(speller: &TypeSpeller<'_>, ty: &QualType) -> Option<String> {
    match &*ty.ty {
        Type::Builtin(builtin) => Some(builtin.text().to_owned()),
        Type::VaList => Some("__builtin_va_list".to_owned()),
        Type::Record(tag) => (speller.tag)(if tag.is_union { "union" } else { "struct" }, tag),
        Type::Enum(tag) => (speller.tag)("enum", tag),
        Type::Atomic(inner) => Some(format!("_Atomic({})", spelled(speller, inner, "")?)),
        Type::Vector { element, bytes } => {
            Some(format!("{} __attribute__((vector_size({bytes})))", spelled(speller, element, "")?))
        }
        _ => None,
    }
}

/// A tagged type by its tag; none if it has none.
pub fn tagged(names: &Names, keyword: &str, tag: &TagRef) -> Option<String> {
    let has_tag = tag.tag != Name::EMPTY && !matches!(tag.home, TagHome::Anonymous { .. });
    has_tag.then(|| format!("{keyword} {}", &names[tag.tag]))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clacc_syntax::ast::BuiltinType;

    use super::*;

    fn plain(ty: Type) -> QualType {
        QualType { ty: Arc::new(ty), quals: Quals::default() }
    }

    #[test]
    fn declarations_are_spelled_inside_out() {
        let int = || plain(Type::Builtin(BuiltinType::Int));
        let array = |element, length| plain(Type::Array { element, length: ArrayLength::Constant(length) });
        let pointer = |target| plain(Type::Pointer(target));
        let function = |result, params| plain(Type::Function { result, params, variadic: false });
        let check = |ty: &QualType, expected: Option<&str>| {
            assert_eq!(type_text(&Names::default(), ty, "v").as_deref(), expected);
        };
        check(&int(), Some("int v"));
        check(&array(array(int(), 3), 2), Some("int v[2][3]"));
        check(&pointer(array(int(), 3)), Some("int (*v)[3]"));
        check(&array(pointer(int()), 3), Some("int *v[3]"));
        check(&pointer(pointer(int())), Some("int **v"));
        check(&pointer(function(int(), Some(vec![pointer(int())].into()))), Some("int (*v)(int *)"));
        let mut constant = int();
        constant.quals = Quals::CONST;
        check(&pointer(constant), Some("const int *v"));
        check(&plain(Type::Array { element: int(), length: ArrayLength::Variable }), None);
    }
}
