//! Checks the statements of `atomic` constructs (OpenACC 3.4 2.12).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};

use super::codes;
use super::constructs::{Draft, clause_of};
use super::cx::Cx;
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::atomic::AtomicKind;

/// Checks the statement of every `atomic`.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for id in draft.ids().filter(|id| draft.construct(*id).kind == AccDirective::Atomic) {
        let construct = draft.construct(id);
        let (Some(region), Some(kind)) = (construct.region, kind_of(cx, draft, id)) else { continue };
        if let Err(fault) = cx.check_atomic(region.run, kind) {
            let message = format!("this is not a statement that `atomic {}` takes", kind.text());
            let mut finding = Diagnostic::new(&codes::ACC0111, fault.at, message)
                .label(cx.directive_name_span(construct.directive), "the directive");
            fault.text.clone_into(&mut finding.primary.text);
            report.push(construct.directive, finding);
        }
    }
}

/// The kind of an `atomic` construct. The result is none for the extension `compare`: the compiler of the
/// translation checks its forms.
fn kind_of(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> Option<AtomicKind> {
    let has = |kind| clause_of(cx, draft, id, kind).is_some();
    match () {
        () if has(AccClause::Read) => Some(AtomicKind::Read),
        () if has(AccClause::Write) => Some(AtomicKind::Write),
        () if has(AccClause::Capture) => Some(AtomicKind::Capture),
        () if has(AccClause::Compare) => None,
        () => Some(AtomicKind::Update),
    }
}
