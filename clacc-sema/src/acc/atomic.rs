//! Checks the statements of `atomic` constructs (OpenACC 3.4 2.12).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::atomic::AtomicKind;
use crate::program::place::At;

/// Checks the statement of every `atomic`.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids().filter(|id| draft.construct(*id).kind == AccDirective::Atomic) {
        let construct = draft.construct(id);
        let (Some(region), kind) = (construct.region, kind_of(cx, draft, id)) else { continue };
        if let Err(fault) = cx.atomic_statement(region.run, kind) {
            let message = format!("this is not a statement that `atomic {}` takes", kind.text());
            let mut finding = Diagnostic::new(&codes::ACC0111, fault.at, message)
                .label(cx.directive_name_span(construct.directive), "the directive");
            fault.text.clone_into(&mut finding.primary.text);
            report.push(construct.directive, finding);
        }
    }
}

/// The kind of an `atomic` construct with this clause.
pub fn kind_by(clause: AccClause) -> Option<AtomicKind> {
    match clause {
        AccClause::Read => Some(AtomicKind::Read),
        AccClause::Write => Some(AtomicKind::Write),
        AccClause::Update => Some(AtomicKind::Update),
        AccClause::Capture => Some(AtomicKind::Capture),
        AccClause::Compare => Some(AtomicKind::Compare),
        _ => None,
    }
}

/// The kind of an `atomic` construct: that of its clause, or `update` without one.
pub(super) fn kind_of(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> AtomicKind {
    let kinds = [AccClause::Read, AccClause::Write, AccClause::Capture, AccClause::Compare];
    let stated = kinds.into_iter().find(|kind| clause_of(cx, draft, id, *kind).is_some());
    stated.and_then(kind_by).unwrap_or(AtomicKind::Update)
}

/// Returns whether an `atomic` construct accesses an operand in its statement atomically. The variable that receives a captured or read
/// value is assigned non-atomically.
pub(super) fn is_access(cx: &Cx<'_>, draft: &Draft, id: ConstructId, operand: At) -> bool {
    let Some(region) = draft.construct(id).region else { return false };
    let statement = cx.atomic_statement(region.run, kind_of(cx, draft, id));
    statement.is_ok_and(|statement| statement.variable.is_none_or(|variable| variable == operand))
}
