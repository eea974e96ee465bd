//! The types of variables, as they can be spelled outside of the function that declares them.

use clacc_sema::c::model::{DeclModel, Symbol, SymbolKind};
use clacc_sema::c::type_text::{TypeSpeller, tagged};
use clacc_sema::c::types::{ArrayLength, QualType, TagHome, TagRef, Type};
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use clacc_syntax::ast::Quals;
use rustc_hash::FxHashMap;

/// The type of a variable.
pub(crate) fn type_of(view: View<'_>, variable: EntityId) -> QualType {
    match view.c_model() {
        Some(model) => model.symbols[view.c_symbol(variable)].ty.clone(),
        None => QualType::error(),
    }
}

/// Whether every access of a variable counts: it is `volatile` or `_Atomic`.
pub(crate) fn is_guarded(view: View<'_>, variable: EntityId) -> bool {
    let ty = type_of(view, variable);
    ty.is_volatile() || ty.is_atomic()
}

/// The type without qualifiers that forbid assignment.
pub(crate) fn assignable(ty: &QualType) -> QualType {
    if let Type::Array { element, length } = &*ty.ty {
        return assignable(element).array_of(*length);
    }
    let kept = [Quals::VOLATILE, Quals::ATOMIC].into_iter().filter(|qual| ty.quals.contains(*qual));
    QualType { ty: ty.ty.clone(), quals: kept.fold(Quals::default(), Quals::with) }
}

/// The tagged types of a function that are declared in front of it, each with whether it is an enumeration, and its tag there.
pub(crate) type LocalTags = FxHashMap<(TagRef, bool), String>;

/// The declaration of `name` with a type at file scope, with these lengths of arrays of variable length. None where the type
/// has no spelling there: it is declared in the function alone, or has no name, or is unknown.
pub(crate) fn declaration(
    view: View<'_>,
    local: &LocalTags,
    ty: &QualType,
    name: &str,
    lengths: &[String],
) -> Option<String> {
    let model = view.c_model()?;
    let names = &view.program.names;
    let tag = |keyword: &'static str, tag: &TagRef| match tag.home {
        TagHome::File => tagged(names, keyword, tag),
        TagHome::Anonymous { .. } => typedef_of(model, tag).or_else(|| type_of_variable(model, tag)),
        TagHome::Local(_) => {
            let name = local.get(&(tag.clone(), keyword == "enum"))?;
            Some(format!("{keyword} {name}"))
        }
    };
    TypeSpeller { names, tag: &tag, lengths }.declaration(ty, name)
}

/// A typedef name of file scope that the function uses for a type without a tag.
fn typedef_of(model: &DeclModel, tag: &TagRef) -> Option<String> {
    let is_it = |ty: &Type| match ty {
        Type::Record(other) | Type::Enum(other) => other == tag,
        _ => false,
    };
    let mut symbols = model.symbols.iter().map(|(_, symbol)| symbol);
    let symbol = symbols.find(|symbol| {
        symbol.kind == SymbolKind::Typedef
            && symbol.scope.is_none()
            && symbol.ty.quals == Quals::default()
            && is_it(&symbol.ty.ty)
    })?;
    Some(model.text(symbol.name).to_owned())
}

/// The type of a variable of file scope that the function uses and that has a type without a tag, by the variable's name. Whatever
/// has that name in a region is a copy of the variable.
fn type_of_variable(model: &DeclModel, tag: &TagRef) -> Option<String> {
    let is_it = |ty: &QualType| {
        let is_tagged = matches!(&*ty.ty, Type::Record(other) | Type::Enum(other) if other == tag);
        is_tagged && ty.quals == Quals::default()
    };
    let mut symbols = model.symbols.iter().map(|(_, symbol)| symbol);
    let symbol = symbols
        .find(|symbol| symbol.kind == SymbolKind::Global && symbol.scope.is_none() && is_it(&symbol.ty))?;
    let name = model.text(symbol.name);
    let is_hidden = |other: &Symbol| other.name == symbol.name && other.kind != SymbolKind::Global;
    let hides = model.symbols.iter().any(|(_, other)| is_hidden(other));
    (!hides).then(|| format!("__typeof__({name})"))
}

/// Expressions for the lengths of the arrays of variable length in the type of an expression, the slowest dimension first.
/// They must be evaluated where the type is declared.
pub(crate) fn lengths(ty: &QualType, expr: &str) -> Vec<String> {
    let mut found = Vec::new();
    let (mut ty, mut expr) = (ty.clone(), expr.to_owned());
    while is_variable(&ty) {
        let next = match &*ty.ty {
            Type::Pointer(target) => {
                expr = format!("(*{expr})");
                target.clone()
            }
            Type::Array { element, length } => {
                let element_expr = format!("{expr}[0]");
                if *length == ArrayLength::Variable {
                    found.push(format!("sizeof {expr} / sizeof {element_expr}"));
                }
                expr = element_expr;
                element.clone()
            }
            _ => break,
        };
        ty = next;
    }
    found
}

/// Whether the type holds an array of variable length, behind pointers too.
pub(crate) fn is_variable(ty: &QualType) -> bool {
    match &*ty.ty {
        Type::Pointer(target) => is_variable(target),
        Type::Array { element, length } => *length == ArrayLength::Variable || is_variable(element),
        _ => false,
    }
}

/// The element of an array, the innermost one; the type itself if it is no array.
pub(crate) fn element(ty: &QualType) -> &QualType {
    let mut ty = ty;
    while let Type::Array { element, .. } = &*ty.ty {
        ty = element;
    }
    ty
}

/// The size in bytes; none where it is known only when the program runs.
pub(crate) fn size(view: View<'_>, ty: &QualType) -> Option<u64> {
    Some(view.c_model()?.definitions().layout(ty)?.size)
}

/// Whether an integer type is signed.
pub(crate) fn is_signed(view: View<'_>, ty: &QualType) -> bool {
    let Some(model) = view.c_model() else { return true };
    let builtin = model.definitions().integer_type(ty);
    builtin.is_none_or(|builtin| model.data_model.is_signed(builtin))
}

/// The attribute that gives a copy of a variable the alignment that the variable's declaration asks for; empty if it asks for
/// none. It stands behind the declarator.
pub(crate) fn alignment(view: View<'_>, variable: EntityId) -> String {
    let model = view.c_model();
    let aligned = model.and_then(|model| model.aligned.get(&view.c_symbol(variable)).copied());
    aligned.map_or_else(String::new, |bytes| format!(" __attribute__((aligned({bytes})))"))
}

/// Whether each thread has a variable of its own that only its function can name.
pub(crate) fn is_thread_local(view: View<'_>, variable: EntityId) -> bool {
    let Some(model) = view.c_model() else { return false };
    model.symbols[view.c_symbol(variable)].kind == SymbolKind::ThreadLocal
}

/// Whether a variable lives in a register that its declaration names.
pub(crate) fn is_in_named_register(view: View<'_>, variable: EntityId) -> bool {
    let Some(model) = view.c_model() else { return false };
    let symbol = &model.symbols[view.c_symbol(variable)];
    let is_labelled = symbol.entity.is_some_and(|entity| model.parsed.tree[entity].asm_label.is_some());
    is_labelled && symbol.kind == SymbolKind::Local
}
