//! Checks the statements of `atomic` constructs, and clauses that need another one there (OpenMP 5.2 15.8).

use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;

use super::super::codes;
use super::cx::{Cx, Findings, clause_of};
use crate::program::View;
use crate::program::atomic::{AtomicKind, AtomicLimit, AtomicStatement};
use crate::program::run::Run;

/// Checks an `atomic` construct. `clauses` are the clauses that it may have.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    let node = view.directive(directive);
    if node.kind.omp() != Some(OmpDirective::Atomic) {
        return;
    }
    check_needed_clauses(view, directive, report);
    let Some(region) = node.region.filter(|_| !node.has_errors && !is_ambiguous(view, &node.clauses)) else {
        return;
    };
    // A construct in the place of the statement is in error as well, and reported as such.
    if view.directive_at(region.run.start.next()).is_some() {
        return;
    }
    let kind = kind_of(view, clauses);
    let fault = match view.atomic_statement(region.run, kind) {
        Err(fault) => Some((fault.at, fault.text)),
        Ok(statement) => limit_of(view, region.run, kind, &statement),
    };
    if let Some((at, reason)) = fault {
        let message = format!("this is not a statement that `atomic {}` takes", kind.text());
        let mut finding = Diagnostic::new(&codes::OMP0082, at, message)
            .label(view.directive_name_span(directive), "the directive");
        reason.clone_into(&mut finding.primary.text);
        report.push(finding);
        return;
    }
    check_weak(view, clauses, region.run, kind, report);
}

/// Returns true if these clauses ask for different kinds of statements.
fn is_ambiguous(view: View<'_>, clauses: &[ClauseId]) -> bool {
    let has = |kind| clause_of(view, clauses, kind).is_some();
    let updates = [OmpClause::Update, OmpClause::Capture, OmpClause::Compare].into_iter().any(has);
    [has(OmpClause::Read), has(OmpClause::Write), updates].into_iter().filter(|kind| *kind).count() > 1
}

/// The kind of an `atomic` construct with these clauses.
fn kind_of(view: View<'_>, clauses: &[ClauseId]) -> AtomicKind {
    let has = |kind| clause_of(view, clauses, kind).is_some();
    match (has(OmpClause::Compare), has(OmpClause::Capture)) {
        (true, true) => AtomicKind::CompareCapture,
        (true, false) => AtomicKind::Compare,
        (false, true) => AtomicKind::Capture,
        _ if has(OmpClause::Read) => AtomicKind::Read,
        _ if has(OmpClause::Write) => AtomicKind::Write,
        _ => AtomicKind::Update,
    }
}

/// A property by which a statement has none of the forms of OpenMP: the place, and the reason.
fn limit_of(
    view: View<'_>,
    run: Run,
    kind: AtomicKind,
    statement: &AtomicStatement,
) -> Option<(TokenRange, &'static str)> {
    let reason = statement.limits.iter().find_map(|limit| match limit {
        AtomicLimit::SeveralOperators => Some("write one operator, as in `x = x + (a + b)`"),
        AtomicLimit::ParenthesizedComparison => Some("write the comparison without parentheses"),
        AtomicLimit::AtomicType if matches!(kind, AtomicKind::Read | AtomicKind::Write) => {
            Some("the variable is `_Atomic`, which makes it atomic without the directive")
        }
        _ => None,
    })?;
    Some((view.start(run.start), reason))
}

/// Reports clauses without the clause that they modify.
fn check_needed_clauses(view: View<'_>, directive: DirectiveId, report: &mut Findings) {
    let clauses = &view.directive(directive).clauses;
    if clause_of(view, clauses, OmpClause::Compare).is_some() {
        return;
    }
    for clause in [OmpClause::Fail, OmpClause::Weak] {
        if let Some(clause) = clause_of(view, clauses, clause) {
            let message = format!("`{}` needs the clause `compare`", view.spelling(clause));
            report.push(Diagnostic::new(&codes::OMP0083, view.clause_span(clause), message));
        }
    }
}

/// Reports `weak` on a statement that compares by `<` or `>`.
fn check_weak(view: View<'_>, clauses: &[ClauseId], run: Run, kind: AtomicKind, report: &mut Findings) {
    let Some(weak) = clause_of(view, clauses, OmpClause::Weak) else { return };
    if view.atomic_statement(run, kind).is_ok_and(|statement| statement.by_order) {
        let message = "`weak` needs a statement that compares by `==`";
        let finding = Diagnostic::new(&codes::OMP0083, view.clause_span(weak), message);
        report.push(finding.label(view.start(run.start), "the statement"));
    }
}
