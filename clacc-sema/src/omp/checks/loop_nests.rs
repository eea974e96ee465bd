//! Checks that directives are followed by as many loops as their clauses need (OpenMP 5.2 4.4.1).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{Association, OmpClause};

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::View;
use crate::program::directive::ArgumentValue;
use crate::program::loops::{Instead, InsteadKind};
use crate::program::place::At;

/// Checks the loops behind a directive. `clauses` are the clauses that the directive may have.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    if view.directive(directive).kind.association() != Association::Loop {
        return;
    }
    let Some(region) = view.directive(directive).region else { return };
    check_numbers(view, clauses, report);
    let (depth, asking) = depth(view, clauses);
    // Since OpenMP 5.0, other statements are allowed between the loops (OpenMP 5.2 4.4.1).
    let nest = view.nest(region.run, depth, true);
    let Some(instead) = nest.instead.filter(|instead| !yields_loops(view, *instead)) else { return };
    let a_loop = view.words().loop_statement;
    let message = if nest.loops.is_empty() {
        format!("a {a_loop} must follow this directive")
    } else {
        let found = nest.loops.len();
        let needed = asking.and_then(|clause| asked(view, clause)).unwrap_or(i128::from(depth));
        format!("{needed} nested {a_loop}s are needed here, and only {found} can be associated")
    };
    let mut finding = Diagnostic::new(&codes::OMP0100, view.start(instead.at), message)
        .label(view.directive_name_span(directive), "the directive");
    if let Some(clause) = asking {
        finding = finding.label(view.clause_span(clause), "asks for them");
    }
    report.push(finding);
}

/// The loops that a directive is associated with, outermost first, as far as they are written there.
pub(super) fn associated_loops(view: View<'_>, directive: DirectiveId) -> Vec<At> {
    let node = view.directive(directive);
    let Some(region) = node.region.filter(|_| node.kind.association() == Association::Loop) else {
        return Vec::new();
    };
    view.nest(region.run, depth(view, &node.clauses).0, true).loops
}

/// The number of loops that the clauses require, and the clause that requires the most.
fn depth(view: View<'_>, clauses: &[ClauseId]) -> (u32, Option<ClauseId>) {
    let mut most = (1, None);
    for clause in clauses {
        let depth = match view.clause_node(*clause).kind.omp() {
            Some(OmpClause::Collapse | OmpClause::Ordered) => number(view, *clause),
            Some(OmpClause::Sizes) => Some(view.clause_node(*clause).values().count() as u32),
            _ => None,
        };
        if let Some(depth) = depth.filter(|depth| *depth > most.0) {
            most = (depth, Some(*clause));
        }
    }
    most
}

/// The number of loops that a clause asks for. A number that no nest has becomes the greatest one.
pub(super) fn number(view: View<'_>, clause: ClauseId) -> Option<u32> {
    let value = asked(view, clause).filter(|value| *value > 0)?;
    Some(u32::try_from(value).unwrap_or(u32::MAX))
}

/// The constant that is the argument of `collapse` or `ordered`.
fn asked(view: View<'_>, clause: ClauseId) -> Option<i128> {
    let node = view.clause_node(clause);
    let counts = matches!(node.kind.omp(), Some(OmpClause::Collapse | OmpClause::Ordered));
    node.values().next().filter(|_| counts).and_then(|value| view.constant(value))
}

/// Checks the numbers of loops that clauses ask for.
fn check_numbers(view: View<'_>, clauses: &[ClauseId], report: &mut Findings) {
    let asks = |clause: &&ClauseId| {
        matches!(view.clause_node(**clause).kind.omp(), Some(OmpClause::Collapse | OmpClause::Ordered))
    };
    clauses.iter().filter(asks).for_each(|clause| check_number(view, *clause, report));
}

fn check_number(view: View<'_>, clause: ClauseId, report: &mut Findings) {
    let node = view.clause_node(clause);
    let Some(argument) = node.values().next() else { return };
    let is_read = node.items().first().is_some_and(|item| item.value != ArgumentValue::Error(argument));
    if is_read && view.constant(argument).is_none_or(|value| value <= 0) {
        let spelling = view.text(node.spelling);
        let message = format!("the argument of `{spelling}` must be a positive constant");
        report.push(Diagnostic::new(&codes::OMP0062, view.span(argument), message));
    }
}

/// Returns true if a statement may generate loops: a loop transformation, or a statement that could not be parsed.
fn yields_loops(view: View<'_>, instead: Instead) -> bool {
    match instead.kind {
        InsteadKind::Unreadable | InsteadKind::Foreign => true,
        InsteadKind::Directive(directive) => view.directive(directive).kind.omp().is_some(),
        InsteadKind::Statement => false,
    }
}
