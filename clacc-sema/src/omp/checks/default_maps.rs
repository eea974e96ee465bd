//! Checks that at most one `defaultmap` clause is about each category of variables (OpenMP 5.2 5.8.7).

use clacc_syntax::Name;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;

use super::super::codes;
use super::cx::{Cx, Findings};
use crate::program::View;

/// Reports a clause without a category beside another one. Clauses with the same category are reported as repeated.
pub(super) fn check(cx: &Cx<'_>, clauses: &[ClauseId], report: &mut Findings) {
    let view = cx.view;
    let is_wanted = |clause: &&ClauseId| view.clause_node(**clause).kind.omp() == Some(OmpClause::Defaultmap);
    let mut all = clauses.iter().filter(is_wanted);
    let Some(first) = all.next() else { return };
    for clause in all {
        if category(view, *first).is_none() || category(view, *clause).is_none() {
            let message = "a `defaultmap` clause without a category of variables is about all of them, so it is the only one";
            let finding = Diagnostic::new(&codes::OMP0056, view.clause_span(*clause), message);
            report.push(finding.label(view.clause_span(*first), "another `defaultmap` is here"));
            return;
        }
    }
}

/// The category of variables that a clause is about; none for all of them.
fn category(view: View<'_>, clause: ClauseId) -> Option<Name> {
    let arguments = view.clause_node(clause).arguments.as_ref()?;
    let word = arguments.post_modifiers.first()?.word;
    (view.text(word) != "all").then_some(word)
}
