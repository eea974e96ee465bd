//! Checks the lists of `declare target` directives (OpenMP 5.2 7.8.1, 5.8.4, 5.8.5).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use rustc_hash::FxHashMap;

use super::super::codes;
use super::cx::{Cx, Finding, Findings};
use super::items::{self, Listed};
use crate::program::View;
use crate::program::entity::{EntityKind, StorageDuration};
use crate::program::place::{At, EntityId};

/// Checks one directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    if view.directive(directive).kind.omp() != Some(OmpDirective::DeclareTarget) {
        return;
    }
    check_clauses(view, directive, report);
    let lists = view.directive(directive).clauses.iter().filter(|clause| has_list(view, **clause));
    let argument = view.directive(directive).argument.iter().flat_map(|argument| &argument.items);
    let items = argument.chain(lists.flat_map(|clause| view.clause_node(*clause).items()));
    items.for_each(|item| items::check_name(view, item, report));
    let mut known: FxHashMap<EntityId, At> = FxHashMap::default();
    for item in listed(view, directive) {
        if let Some(finding) = refused(cx, &item) {
            report.push(finding);
        } else if let Some(first) = known.get(&item.entity) {
            let name = view.text(view.name(item.entity));
            let message = format!("`{name}` is listed twice on this directive");
            let finding = Diagnostic::new(&codes::OMP0148, view.span(item.at), message);
            report.push(finding.label(view.span(*first), "listed here first"));
        } else {
            known.insert(item.entity, item.at);
        }
    }
}

/// The names that a `declare target` puts on the device.
pub(super) fn listed(view: View<'_>, directive: DirectiveId) -> Vec<Listed> {
    let mut found = items::of_argument(view, directive);
    for clause in view.directive(directive).clauses.iter().filter(|clause| has_list(view, **clause)) {
        found.extend(items::of_clause(view, *clause));
    }
    found
}

fn has_list(view: View<'_>, clause: ClauseId) -> bool {
    use OmpClause as C;
    matches!(view.clause_node(clause).kind.omp(), Some(C::Enter | C::To | C::Link))
}

/// Returns whether a clause lists variables that are put on the device when they are mapped.
pub(super) fn is_link(view: View<'_>, clause: Option<ClauseId>) -> bool {
    clause.is_some_and(|clause| view.clause_node(clause).kind.omp() == Some(OmpClause::Link))
}

/// A directive with a list in parentheses takes no clauses, and one with clauses needs a clause with a list.
fn check_clauses(view: View<'_>, directive: DirectiveId, report: &mut Findings) {
    let node = view.directive(directive);
    if node.has_errors {
        return;
    }
    let Some(first) = node.clauses.first().copied() else { return };
    if node.argument.is_some() {
        let message = "`declare target` with a list in parentheses takes no clauses";
        let finding = Diagnostic::new(&codes::OMP0054, view.clause_span(first), message);
        report.push(finding.note("`enter` lists variables and functions where clauses are written"));
    } else if !node.clauses.iter().any(|clause| has_list(view, *clause) || is_indirect(view, *clause)) {
        let message = "`declare target` with clauses needs at least one of `enter`, `link`";
        let finding = Diagnostic::new(&codes::OMP0057, view.directive_name_span(directive), message);
        report.push(finding.note("`begin declare target` begins a part of the file"));
    }
}

fn is_indirect(view: View<'_>, clause: ClauseId) -> bool {
    view.clause_node(clause).kind.omp() == Some(OmpClause::Indirect)
}

/// A finding about an item that cannot be on the device like this.
fn refused(cx: &Cx<'_>, item: &Listed) -> Option<Finding> {
    let view = cx.view;
    let entity = view.entity(item.entity);
    let name = view.text(entity.name);
    let message = match entity.kind {
        EntityKind::Function if is_link(view, item.clause) => {
            items::not_among(view, "`link` names variables", item.entity)
        }
        EntityKind::Function => return None,
        EntityKind::Object if entity.duration == StorageDuration::Automatic => {
            format!("`{name}` has automatic storage duration, so `declare target` cannot name it")
        }
        EntityKind::Object if cx.unit.variables.threadprivate.binary_search(&item.entity).is_ok() => {
            format!("`{name}` is threadprivate, and no device has such variables")
        }
        EntityKind::Object if view.is_incomplete(item.entity) && !is_link(view, item.clause) => {
            format!("`{name}` has an incomplete type, so it cannot be mapped")
        }
        EntityKind::Object => return None,
        _ => items::not_among(view, "`declare target` names variables and functions", item.entity),
    };
    let finding = Diagnostic::new(&codes::OMP0141, view.span(item.at), message);
    Some(items::with_declaration(view, finding, item.entity))
}
