//! Reports the messages of `error` directives that take effect at compile time (OpenMP 5.2 8.5).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::directive::Scope;

/// Checks an `error` directive. Whether a variant of a metadirective takes effect is not known here.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    let node = view.directive(directive);
    if node.kind.omp() != Some(OmpDirective::Error) || node.has_errors || view.is_variant(directive) {
        return;
    }
    let at = view.directive_name_span(directive);
    if cx.word_of(directive, OmpClause::At) == Some("execution") {
        let place = match view.scope_of(directive) {
            Scope::File => Some("at file scope"),
            Scope::Members => Some(view.words().members_scope),
            Scope::Block => None,
        };
        if let Some(place) = place {
            let message = format!("`error` with `at(execution)` may not stand {place}");
            report.push(Diagnostic::new(&codes::OMP0050, at, message));
        }
        return;
    }
    let code = match cx.word_of(directive, OmpClause::Severity) {
        Some("warning") => &codes::OMP0086,
        _ => &codes::OMP0085,
    };
    let message = message(cx, directive).unwrap_or_else(|| "the program says so".to_owned());
    report.push(Diagnostic::new(code, at, message));
}

/// The message of an `error` directive, if it is a string literal.
fn message(cx: &Cx<'_>, directive: DirectiveId) -> Option<String> {
    let clause = cx.clauses(directive, OmpClause::Message).next()?;
    let text = cx.view.clause_node(clause).values().next().and_then(|at| cx.view.quoted(at))?;
    (!text.is_empty()).then_some(text)
}
