//! Checks that the list items of `scan` are those of the `inscan` reductions around it (OpenMP 5.2 5.6).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Association, OmpClause, OmpDirective};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::View;
use crate::program::place::{At, EntityId};

/// Checks all `scan` directives of the declaration, and all constructs with `inscan` reductions.
pub(super) fn check(cx: &Cx<'_>, report: &mut Findings) {
    let view = cx.view;
    let mut scanned: FxHashMap<DirectiveId, FxHashSet<EntityId>> = FxHashMap::default();
    for scan in view.program.order.iter().copied() {
        if view.directive(scan).kind.omp() != Some(OmpDirective::Scan) {
            continue;
        }
        let around = cx.constructs.parent(scan);
        let reduced: FxHashSet<_> = around
            .into_iter()
            .flat_map(|around| items(view, around, |clause| is_inscan(cx, clause)))
            .map(|item| item.1)
            .collect();
        // Without any, `scan` has the wrong place, which is reported as such.
        if reduced.is_empty() {
            continue;
        }
        let listed = items(view, scan, |clause| is_list(view, clause));
        if let Some((at, item)) = listed.iter().find(|(_, item)| !reduced.contains(item)) {
            let name = view.text(view.entity(*item).name);
            let message = format!("`{name}` is in no `inscan` reduction of the construct around `scan`");
            let mut finding = Diagnostic::new(&codes::OMP0092, view.span(*at), message);
            if let Some(around) = around {
                finding = finding.label(view.directive_name_span(around), "the construct");
            }
            report.push(finding);
        }
        if let Some(around) = around {
            scanned.entry(around).or_default().extend(listed.iter().map(|(_, item)| *item));
        }
    }
    check_reductions(cx, &scanned, report);
}

/// Reports the `inscan` reductions of loops whose variables no `scan` inside lists.
fn check_reductions(
    cx: &Cx<'_>,
    scanned: &FxHashMap<DirectiveId, FxHashSet<EntityId>>,
    report: &mut Findings,
) {
    let view = cx.view;
    for directive in view.program.order.iter().copied() {
        let node = view.directive(directive);
        let is_loop = node.kind.omp().is_some() && node.kind.association() == Association::Loop;
        let Some(region) = node.region.filter(|_| is_loop && !node.has_errors) else { continue };
        let listed = scanned.get(&directive);
        let reduced = items(view, directive, |clause| is_inscan(cx, clause));
        let is_missing = |item: &EntityId| listed.is_none_or(|listed| !listed.contains(item));
        if let Some((at, item)) = reduced.into_iter().find(|(_, item)| is_missing(item)) {
            let name = view.text(view.entity(item).name);
            let message =
                format!("no `scan` in the loop lists `{name}`, the variable of an `inscan` reduction");
            let finding = Diagnostic::new(&codes::OMP0093, view.span(at), message);
            report.push(finding.label(view.start(region.run.start), "the loop"));
        }
    }
}

fn is_inscan(cx: &Cx<'_>, clause: ClauseId) -> bool {
    cx.view.clause_node(clause).kind.omp() == Some(OmpClause::Reduction) && cx.has_modifier(clause, "inscan")
}

fn is_list(view: View<'_>, clause: ClauseId) -> bool {
    matches!(view.clause_node(clause).kind.omp(), Some(OmpClause::Inclusive | OmpClause::Exclusive))
}

/// The variables in the lists of some clauses of a directive, with the places of the items.
fn items(view: View<'_>, directive: DirectiveId, of: impl Fn(ClauseId) -> bool) -> Vec<(At, EntityId)> {
    let clauses = view.directive(directive).clauses.iter().copied().filter(|clause| of(*clause));
    let values = clauses.flat_map(|clause| view.clause_node(clause).values());
    values.filter_map(|at| Some((at, view.root_of(at)?))).collect()
}
