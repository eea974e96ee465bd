//! Reports the messages of `error` directives that take effect at compile time (OpenMP 5.2 8.5).

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::View;
use crate::program::directive::{ArgumentValue, Scope};

/// Checks an `error` directive. Whether a variant of a metadirective takes effect is not known here.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    let node = view.directive(directive);
    if node.kind.omp() != Some(OmpDirective::Error) || node.has_errors || view.is_variant(directive) {
        return;
    }
    let at = view.directive_name_span(directive);
    if word(view, directive, OmpClause::At) == Some("execution") {
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
    let code = match word(view, directive, OmpClause::Severity) {
        Some("warning") => &codes::OMP0086,
        _ => &codes::OMP0085,
    };
    let message = message(view, directive).unwrap_or_else(|| "the program says so".to_owned());
    report.push(Diagnostic::new(code, at, message));
}

/// The argument of a clause that takes a word.
fn word(view: View<'_>, directive: DirectiveId, kind: OmpClause) -> Option<&str> {
    let mut clauses = view.directive(directive).clauses.iter().map(|clause| view.clause_node(*clause));
    let clause = clauses.find(|clause| clause.kind.omp() == Some(kind))?;
    match clause.items().first()?.value {
        ArgumentValue::Word(word) => Some(view.text(word)),
        _ => None,
    }
}

/// The message of an `error` directive, if it is a string literal.
fn message(view: View<'_>, directive: DirectiveId) -> Option<String> {
    let mut clauses = view.directive(directive).clauses.iter().map(|clause| view.clause_node(*clause));
    let clause = clauses.find(|clause| clause.kind.omp() == Some(OmpClause::Message))?;
    let text = clause.values().next().and_then(|at| view.quoted(at))?;
    (!text.is_empty()).then_some(text)
}
