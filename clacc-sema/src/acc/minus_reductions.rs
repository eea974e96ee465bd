//! Reductions with the operator `-`, which OpenMP has and gcc accepts in OpenACC too. Copies begin with zero and are added, as for `+`,
//! because the value of each copy is negative already.

use clacc_syntax::diagnostics::{Confidence, Diagnostic, Fix};
use clacc_syntax::directive::AccClause;
use clacc_syntax::token::TokenRange;

use super::clauses::Clause;
use super::codes;
use super::cx::Cx;
use super::findings::Findings;
use crate::program::View;

/// Whether a clause is a reduction with `-`.
pub fn is_minus(view: View<'_>, clause: &Clause) -> bool {
    clause.kind == AccClause::Reduction
        && view.clause_node(clause.id).modifier_words().any(|word| view.text(word) == "-")
}

pub(super) fn check(cx: &Cx<'_>, clause: &Clause, report: &mut Findings) {
    if !is_minus(cx.view, clause) {
        return;
    }
    // The operator follows the clause's name and the parenthesis.
    let start = cx.clause_span(clause.id).start + 2;
    let at = TokenRange::new(start, start + 1);
    let message = "`-` is no reduction operator of OpenACC; copies are added, as with `+`";
    let mut finding = Diagnostic::new(&codes::ACC0115, at, message)
        .note("`+` means the same here, and every compiler takes it");
    let edits = vec![(at, "+".to_owned())];
    finding.fix = Some(Fix { title: "write `+`".to_owned(), edits, confidence: Confidence::Safe });
    report.push(cx.clause_node(clause.id).directive, finding);
}
