//! Checks the function that a `declare variant` names (OpenMP 5.2 7.5.4).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;

use super::super::super::codes;
use super::super::super::selectors::selector_of;
use super::super::cx::Findings;
use super::super::items;
use crate::program::View;
use crate::program::declared::LoneFunction;
use crate::program::directive::ArgumentValue;
use crate::program::entity::EntityKind;
use crate::program::place::{At, EntityId};

/// The expression that names the variant, and the function if it is one.
fn variant(view: View<'_>, directive: DirectiveId) -> Option<(At, Option<EntityId>)> {
    let argument = view.directive(directive).argument.as_deref()?;
    let ArgumentValue::Value(at) = argument.items.first()?.value else { return None };
    let listed = items::of_argument(view, directive);
    Some((at, listed.first().map(|listed| listed.entity)))
}

/// Reports a variant that is no function.
pub(super) fn check(view: View<'_>, directive: DirectiveId, report: &mut Findings) {
    let Some((at, entity)) = variant(view, directive).filter(|_| !view.directive(directive).has_errors)
    else {
        return;
    };
    let message = match entity {
        Some(entity) if view.entity(entity).kind == EntityKind::Function => return,
        // The function behind the directive may be what is named.
        Some(entity) if view.entity(entity).kind == EntityKind::Undeclared => return,
        Some(entity) => items::not_among(view, "`declare variant` names a function", entity),
        None => "`declare variant` names a function, and this is no name".to_owned(),
    };
    report.push(Diagnostic::new(&codes::OMP0149, view.span(at), message));
}

/// Reports a variant that cannot replace the function behind the directive.
pub(super) fn check_base(
    view: View<'_>,
    directive: DirectiveId,
    base: &LoneFunction,
    differs: bool,
    report: &mut Findings,
) {
    let Some((at, Some(entity))) = variant(view, directive) else { return };
    let kind = view.entity(entity).kind;
    if !matches!(kind, EntityKind::Function | EntityKind::Undeclared) {
        return;
    }
    let appends = |clause: &_| view.clause_node(*clause).kind.omp() == Some(OmpClause::AppendArgs);
    let adds_arguments = view.directive(directive).clauses.iter().any(appends);
    // A variant for `simd` may take vectors where the function takes numbers.
    let is_for_vectors =
        selector_of(view, directive).is_some_and(|words| words.iter().any(|word| view.text(*word) == "simd"));
    let (name, function) = (view.text(view.name(entity)), view.text(base.name));
    let message = if view.name(entity) == base.name {
        format!("`{name}` cannot be a variant of itself")
    } else if kind == EntityKind::Undeclared {
        items::not_among(view, "`declare variant` names a function", entity)
    } else if differs && !adds_arguments && !is_for_vectors {
        format!("`{name}` cannot replace `{function}`: their types are not compatible")
    } else {
        return;
    };
    report.push(Diagnostic::new(&codes::OMP0149, view.span(at), message));
}
