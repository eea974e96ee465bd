//! Branches into and out of constructs (OpenACC 3.4 2.5).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::facts::ConstructId;
use super::findings::Findings;
use crate::program::access::JumpKind;
use crate::program::place::At;

/// Reports `return` and `goto` across the border of a construct.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    for jump in &cx.program.jumps {
        match jump.kind {
            JumpKind::Return => {
                if let Some(construct) = innermost(cx, draft, jump.at) {
                    report_branch(cx, draft, jump.at, construct, "`return` leaves", report);
                }
            }
            JumpKind::Goto(Some(target)) => {
                let (here, there) = (innermost(cx, draft, jump.at), innermost(cx, draft, target));
                if let (Some(construct), true) = (here.or(there), here != there) {
                    report_branch(cx, draft, jump.at, construct, "`goto` crosses the border of", report);
                }
            }
            _ => {}
        }
    }
}

/// Whether control may enter a construct only at its start, and leave it only at its end.
fn is_bordered(draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    construct.is_compute()
        || matches!(construct.kind, AccDirective::Data | AccDirective::HostData | AccDirective::Loop)
}

/// The innermost construct around a node that control may not cross.
fn innermost(cx: &Cx<'_>, draft: &Draft, at: At) -> Option<ConstructId> {
    cx.program.outline.ancestors(at).find_map(|outer| {
        let construct = draft.halves(cx.directive_at(outer)?)?.innermost();
        (is_bordered(draft, construct) && draft.run(construct).contains(at)).then_some(construct)
    })
}

fn report_branch(
    cx: &Cx<'_>,
    draft: &Draft,
    at: At,
    construct: ConstructId,
    what: &str,
    report: &mut Findings,
) {
    let directive = draft.construct(construct).directive;
    let name = cx.directive_text(directive);
    let finding = Diagnostic::new(&codes::ACC0058, cx.start(at), format!("{what} a `{name}` construct"))
        .label(cx.directive_name_span(directive), "the construct");
    report.push(directive, finding);
}
