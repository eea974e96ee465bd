//! Spells expressions, types and names in the host language, C.

use clacc_sema::c::types::QualType;
use clacc_sema::program::View;
use clacc_sema::program::place::{At, EntityId};
use clacc_syntax::ast::{BinaryOp, ClauseId, Decl, Declarator, Expr, TypeSpec};
use clacc_syntax::print::{print_clause, print_expr};

/// An expression printed from its tree; empty if the program has no tree.
pub fn printed(view: View<'_>, at: At) -> String {
    let tree = view.c_model().map(|model| &model.parsed.tree);
    tree.zip(view.c_expr(at)).map_or_else(String::new, |(tree, expr)| print_expr(tree, expr))
}

/// A clause of the source printed from its tree; empty if the program has no tree.
pub(super) fn printed_clause(view: View<'_>, clause: ClauseId) -> String {
    let directive = view.clause_node(clause).directive;
    let model = view.c_model();
    model.map_or_else(String::new, |model| print_clause(&model.parsed.tree, directive, clause))
}

/// Returns whether a range of an item is written as its length only: `a[n]` for `a[:n]` (`DataSubscripts::Lengths`). Copying the source
/// text would change the meaning then.
pub(super) fn has_bare_lengths(view: View<'_>, item: At) -> bool {
    let Some((model, mut expr)) = view.c_model().zip(view.c_expr(item)) else { return false };
    let tree = &model.parsed.tree;
    loop {
        match &tree[expr] {
            Expr::Section { base, range } => {
                let (None, Some(length)) = (range.lower, range.length) else {
                    expr = *base;
                    continue;
                };
                let (base_ends, length_starts) = (tree.spans.exprs.get(*base), tree.spans.exprs.get(length));
                let has_colon =
                    base_ends.zip(length_starts).is_none_or(|(base, length)| length.start > base.end + 1);
                if !has_colon {
                    return true;
                }
                expr = *base;
            }
            Expr::Index { base, index } => expr = model.subscripted(*base, *index).0,
            _ => return false,
        }
    }
}

/// The text of an entity's name.
pub(super) fn name(view: View<'_>, entity: EntityId) -> &str {
    view.text(view.name(entity))
}

/// The type of an expression, before conversions.
pub(super) fn type_at(view: View<'_>, at: At) -> Option<&QualType> {
    view.c_model()?.types.get(view.c_expr(at)?)
}

/// The type of an entity.
pub(super) fn type_of(view: View<'_>, entity: EntityId) -> Option<&QualType> {
    Some(&view.c_model()?.symbols[view.c_symbol(entity)].ty)
}

/// The typedef name that an entity is declared with, if the declarator is only a name.
pub(super) fn typedef_of(view: View<'_>, entity: EntityId) -> Option<&str> {
    let model = view.c_model()?;
    let declared = model.symbols[view.c_symbol(entity)].entity?;
    let tree = &model.parsed.tree;
    if !matches!(tree[tree[declared].declarator], Declarator::Name(_)) {
        return None;
    }
    tree.decls.iter().find_map(|(_, decl)| match decl {
        Decl::Declaration { specs, entities } if entities.contains(&declared) => match specs.ty {
            TypeSpec::Typedef(name) => Some(view.text(name)),
            _ => None,
        },
        _ => None,
    })
}

/// Returns whether an expression can stand beside a comparison, or before an addition, without parentheses.
pub(super) fn is_sum(view: View<'_>, at: At) -> bool {
    use BinaryOp::{Add, Div, Mul, Rem, Sub};
    let expr = view.c_model().zip(view.c_expr(at)).map(|(model, expr)| &model.parsed.tree[expr]);
    match expr {
        Some(Expr::Binary { op, .. }) => matches!(op, Add | Sub | Mul | Div | Rem),
        _ => is_postfix(view, at),
    }
}

/// Whether a cast before an expression applies to the whole expression without parentheses.
pub(super) fn is_postfix(view: View<'_>, at: At) -> bool {
    let expr = view.c_model().zip(view.c_expr(at)).map(|(model, expr)| &model.parsed.tree[expr]);
    !matches!(
        expr,
        Some(Expr::Binary { .. } | Expr::Assign { .. } | Expr::Conditional { .. } | Expr::Comma { .. })
    )
}
