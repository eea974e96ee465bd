//! Checks the variables of `allocate` directives (OpenMP 5.2 6.5).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;

use super::super::codes;
use super::cx::{Cx, Findings};
use super::items;

/// Checks one directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    if view.directive(directive).kind.omp() != Some(OmpDirective::Allocate) {
        return;
    }
    for listed in items::of_argument(view, directive) {
        if !view.entity(listed.entity).is_object() {
            let message = items::not_among(view, "`allocate` names variables", listed.entity);
            let finding = Diagnostic::new(&codes::OMP0141, view.span(listed.at), message);
            report.push(items::with_declaration(view, finding, listed.entity));
        } else if !view.is_parameter(listed.entity) {
            report.extend(items::in_other_scope(view, directive, &listed));
        }
    }
}
