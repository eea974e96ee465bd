//! Checks the statement of `sections` (OpenMP 5.2 11.3).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::passage::Passage;

/// Checks that the sections are in a block.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    let node = view.directive(directive);
    let Some(OmpDirective::Sections | OmpDirective::ParallelSections) = node.kind.omp() else { return };
    let Some(region) = node.region else { return };
    if view.passage(region.run.start).is_some_and(|passage| passage != Passage::Sequence) {
        let name = view.directive_text(directive);
        let message = format!("the sections of `{name}` must be in a block");
        let finding = Diagnostic::new(&codes::OMP0091, view.start(region.run.start), message);
        report.push(finding.label(view.directive_name_span(directive), "the directive"));
    }
}
