//! The types of variables, spelled for code outside of the function that declares the variables.

use clacc_sema::c::model::{DeclModel, Symbol, SymbolKind};
use clacc_sema::c::type_text::{TypeSpeller, tagged};
use clacc_sema::c::types::{ArrayLength, QualType, TagHome, TagRef, Type};
use clacc_sema::program::View;
use clacc_sema::program::place::EntityId;
use clacc_syntax::ast::Quals;
use rustc_hash::FxHashMap;

/// Returns the type of a variable.
pub(crate) fn type_of(view: View<'_>, variable: EntityId) -> QualType {
    match view.c_model() {
        Some(model) => model.symbols[view.c_symbol(variable)].ty.clone(),
        None => QualType::error(),
    }
}

/// Returns whether a variable is `volatile` or `_Atomic`, so that every access to it counts.
pub(crate) fn is_guarded(view: View<'_>, variable: EntityId) -> bool {
    let ty = type_of(view, variable);
    ty.is_volatile() || ty.is_atomic()
}

/// Returns the type without qualifiers that forbid assignment.
pub(crate) fn assignable(ty: &QualType) -> QualType {
    if let Type::Array { element, length } = &*ty.ty {
        return assignable(element).array_of(*length);
    }
    let kept = [Quals::VOLATILE, Quals::ATOMIC].into_iter().filter(|qual| ty.quals.contains(*qual));
    QualType { ty: ty.ty.clone(), quals: kept.fold(Quals::default(), Quals::with) }
}

/// The tagged types of a function whose declarations are moved before the function, each with whether it is an enumeration, and its tag
/// there.
pub(crate) type LocalTags = FxHashMap<(TagRef, bool), String>;

/// Returns a declaration of `name` with a type at file scope, with these lengths of variable length arrays. None if the type cannot be
/// spelled there: it is local to the function, has no name, or is unknown.
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

/// Returns a typedef name of file scope that the function uses for a type without a tag.
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

/// Returns the type of a file-scope variable that the function uses and whose type has no tag, as `__typeof__` of the variable. None if
/// another entity of the function has the variable's name.
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

/// Returns expressions for the lengths of the variable length arrays in the type of an expression, outermost dimension first. They must be
/// evaluated where the type is declared.
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

/// Returns whether the type contains a variable length array, also as a pointee.
pub(crate) fn is_variable(ty: &QualType) -> bool {
    match &*ty.ty {
        Type::Pointer(target) => is_variable(target),
        Type::Array { element, length } => *length == ArrayLength::Variable || is_variable(element),
        _ => false,
    }
}

/// Returns the innermost element type of an array, or the type itself if it is no array.
pub(crate) fn element(ty: &QualType) -> &QualType {
    let mut ty = ty;
    while let Type::Array { element, .. } = &*ty.ty {
        ty = element;
    }
    ty
}

/// Returns the size in bytes, or none if it is only known at run time.
pub(crate) fn size(view: View<'_>, ty: &QualType) -> Option<u64> {
    Some(view.c_model()?.definitions().layout(ty)?.size)
}

/// Whether an integer type is signed.
pub(crate) fn is_signed(view: View<'_>, ty: &QualType) -> bool {
    let Some(model) = view.c_model() else { return true };
    let builtin = model.definitions().integer_type(ty);
    builtin.is_none_or(|builtin| model.data_model.is_signed(builtin))
}

/// Returns the attribute that gives a copy of a variable the alignment of the variable's declaration; empty if that has none. It belongs
/// after the declarator.
pub(crate) fn alignment(view: View<'_>, variable: EntityId) -> String {
    let model = view.c_model();
    let aligned = model.and_then(|model| model.aligned.get(&view.c_symbol(variable)).copied());
    aligned.map_or_else(String::new, |bytes| format!(" __attribute__((aligned({bytes})))"))
}

/// Returns whether a variable is thread-local and declared in a function.
pub(crate) fn is_thread_local(view: View<'_>, variable: EntityId) -> bool {
    let Some(model) = view.c_model() else { return false };
    model.symbols[view.c_symbol(variable)].kind == SymbolKind::ThreadLocal
}

/// Returns whether the declaration of a variable assigns it to a named register.
pub(crate) fn is_in_named_register(view: View<'_>, variable: EntityId) -> bool {
    let Some(model) = view.c_model() else { return false };
    let symbol = &model.symbols[view.c_symbol(variable)];
    let is_labelled = symbol.entity.is_some_and(|entity| model.parsed.tree[entity].asm_label.is_some());
    is_labelled && symbol.kind == SymbolKind::Local
}

/// Returns whether a type is one of numbers or pointers, or an array of such.
pub(crate) fn is_of_values(ty: &QualType) -> bool {
    let element = element(ty);
    element.is_pointer() || element.as_builtin().is_some()
}
