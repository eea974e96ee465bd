//! Checks the directives that `if` clauses name (OpenMP 5.2 3.4).

use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::super::cx::Findings;
use super::combinations::exclude;
use super::written::WrittenClause;
use crate::omp::codes;

/// Checks the `if` clauses of a directive: each names a part of the directive that takes the clause, and if one names a part, all do.
pub(super) fn check(clauses: &[WrittenClause<'_>], report: &mut Findings) {
    let conditions = || clauses.iter().copied().filter(|clause| clause.kind == OmpClause::If);
    for clause in conditions() {
        let Some(named) = clause.words().next().and_then(OmpDirective::by_name) else { continue };
        let parts = &clause.on.info().constituents;
        if !parts.contains(&named) || named.rule(OmpClause::If).is_none() {
            let message = format!("`if` may not name `{}` on `{}`", named.text(), clause.on.text());
            report.push(clause.finding(&codes::OMP0119, message));
        }
    }
    let named = conditions().find(|clause| !clause.modifiers().is_empty());
    let unnamed = conditions().find(|clause| clause.modifiers().is_empty());
    if let (Some(named), Some(unnamed)) = (named, unnamed) {
        exclude(named, unnamed, "if one `if` clause names a directive, all must", report);
    }
}
