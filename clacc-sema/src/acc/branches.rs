//! Branches into and out of constructs (OpenACC 3.4 2.5).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;

use super::codes;
use super::constructs::Draft;
use super::cx::Cx;
use super::facts::ConstructId;
use super::findings::Findings;
use crate::directives::branches;

/// Reports jumps across the border of a construct. All constructs whose borders are crossed are marked as broken.
pub(super) fn check(cx: &Cx<'_>, draft: &Draft, report: &mut Findings) {
    let bordered = draft.ids().filter(|id| is_bordered(draft, *id) && !draft.run(*id).is_empty());
    let mut bordered: Vec<_> = bordered.map(|id| (draft.construct(id).directive, draft.run(id))).collect();
    bordered.sort_by_key(|(_, run)| run.start);
    for crossing in branches::crossings(cx.view, &bordered) {
        let directive = crossing.named;
        let message = format!("{} a `{}` construct", crossing.what, cx.directive_text(directive));
        let finding = Diagnostic::new(&codes::ACC0058, cx.start(crossing.at), message)
            .label(cx.directive_name_span(directive), "the construct");
        report.push(directive, finding);
        crossing.crossed.iter().for_each(|directive| report.mark_broken(*directive));
    }
}

/// Returns whether control may enter a construct only at its start, and leave it only at its end. It may leave the region of a `declare` at
/// any point.
fn is_bordered(draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    construct.is_compute()
        || matches!(construct.written, AccDirective::Data | AccDirective::HostData | AccDirective::Loop)
}
