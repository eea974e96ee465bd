//! Checks the places of directives: at file scope, in blocks, and as bodies of statements.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::directives::placement;

/// Checks the place of a directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let (view, at) = (cx.view, cx.view.directive_name_span(directive));
    let name = view.directive_text(directive);
    if let Some(place) = placement::misplaced(view, directive) {
        report.push(Diagnostic::new(&codes::OMP0050, at, format!("`{name}` may not stand {place}")));
    } else if let Some(owner) = placement::owner(view, directive) {
        let message = format!("`{name}` may not be the body of {owner}");
        let finding = Diagnostic::new(&codes::OMP0051, at, message);
        report.push(finding.note("put the directive into braces"));
    }
}
