//! The functions that declarations of C declare, if they declare nothing else.

use clacc_syntax::ast::{Decl, DeclId, Declarator, DeclaredId, Directive, DirectiveId, Stmt, Tree, TypeSpec};

/// The wanted directives of blocks that are followed by something other than the declaration of a single function, sorted. Other directives
/// in between do not matter.
pub(crate) fn before_no_function(tree: &Tree, is_wanted: &dyn Fn(&Directive) -> bool) -> Box<[DirectiveId]> {
    let mut found = Vec::new();
    for (_, stmt) in tree.stmts.iter() {
        let Stmt::Compound { items, .. } = stmt else { continue };
        let mut is_function = false;
        for item in items.iter().rev() {
            match &tree[*item] {
                Stmt::Directive(directive) if is_wanted(&tree[*directive]) => {
                    found.extend((!is_function).then_some(*directive));
                }
                Stmt::Directive(_) => {}
                Stmt::Decl(decl) => is_function = only_function(tree, *decl).is_some(),
                _ => is_function = false,
            }
        }
    }
    found.sort_unstable();
    found.into()
}

/// The function that a declaration declares, if it declares nothing else.
pub(crate) fn only_function(tree: &Tree, decl: DeclId) -> Option<DeclaredId> {
    match &tree[decl] {
        Decl::Function(function) => Some(function.entity),
        Decl::Declaration { specs, entities } => {
            let [only] = entities[..] else { return None };
            let may_be_function = || {
                matches!(
                    specs.ty,
                    TypeSpec::Typedef(_)
                        | TypeSpec::TypeofExpr(_)
                        | TypeSpec::TypeofType(_)
                        | TypeSpec::Error
                )
            };
            is_function(tree, only).unwrap_or_else(may_be_function).then_some(only)
        }
        _ => None,
    }
}

/// Returns whether the declarator of an entity makes it a function; none if the declarator is a name alone.
fn is_function(tree: &Tree, entity: DeclaredId) -> Option<bool> {
    let mut declarator = tree[entity].declarator;
    let mut nearest = None;
    loop {
        declarator = match &tree[declarator] {
            Declarator::Name(_) => return nearest,
            Declarator::Paren { inner, .. } => *inner,
            Declarator::Function { inner, .. } => {
                nearest = Some(true);
                *inner
            }
            Declarator::Pointer { inner, .. } | Declarator::Array { inner, .. } => {
                nearest = Some(false);
                *inner
            }
        };
    }
}
