//! Checks `declare mapper` directives, and the items that clauses map by them (OpenMP 5.2 5.8.2, 5.8.8).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::entity::Class;

/// Checks the clauses of a directive that name mappers: each item is a struct or union.
pub(super) fn check_uses(cx: &Cx<'_>, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    for clause in clauses.iter().copied() {
        let node = view.clause_node(clause);
        if !node.modifier_words().any(|word| view.text(word) == "mapper") {
            continue;
        }
        for at in node.values() {
            let item = view.list_item(at);
            let class = view.selected(item.base, item.selections.len()).map(|shape| match shape.dims.len() {
                0 => shape.element,
                _ => Class::Array,
            });
            if class.is_some_and(Class::is_scalar) {
                let message = "a mapper is for structs and unions, and this item is none";
                let finding = Diagnostic::new(&codes::OMP0151, view.span(at), message);
                report.push(finding.label(view.clause_span(clause), "names the mapper"));
            }
        }
    }
}

/// Checks one directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let Some(mapper) = cx.view.declared_mapper(directive) else { return };
    let is_wanted = matches!(mapper.ty.class, Class::Struct | Class::Union | Class::Unknown);
    if is_wanted || cx.view.directive(directive).has_errors {
        return;
    }
    let message = format!("a mapper is declared for a struct or union, and this type is {}", mapper.ty.text);
    report.push(Diagnostic::new(&codes::OMP0151, mapper.ty.at, message));
}
