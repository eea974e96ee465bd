//! Reductions with the operator `-`, which is one of OpenMP and which gcc takes in OpenACC too. Copies begin with zero
//! and are added, as for `+`: what each copy holds is negative already.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccClause;

use super::clauses::Clause;
use super::codes;
use super::cx::Cx;
use super::findings::Findings;
use crate::program::View;

/// Whether a clause is a reduction with `-`.
pub fn is_difference(view: View<'_>, clause: &Clause) -> bool {
    clause.kind == AccClause::Reduction
        && view.clause_node(clause.id).modifier_words().any(|word| view.text(word) == "-")
}

pub(super) fn check(cx: &Cx<'_>, clause: &Clause, report: &mut Findings) {
    if !is_difference(cx.view, clause) {
        return;
    }
    let message = "`-` is no reduction operator of OpenACC; copies are added, as with `+`";
    let finding = Diagnostic::new(&codes::ACC0115, cx.clause_span(clause.id), message)
        .note("`reduction(+:...)` means the same, and every compiler takes it");
    report.push(cx.clause_node(clause.id).directive, finding);
}
