//! Checks of clauses: their list items, modifiers and values.
//!
//! Clauses of declarative directives name parameters and types, and are checked with these directives.

mod arguments;
mod array_sections;
mod combinations;
mod conditions;
mod doacross;
mod item_types;
mod iterators;
mod list_items;
mod modifiers;
mod private_items;
mod reduction_types;
mod written;

use clacc_syntax::ast::{ClauseId, DirectiveId};

use self::list_items::ListItem;
pub(super) use self::reduction_types::DeclaredReductions;
use self::written::WrittenClause;
use super::constructs::is_executable;
use super::cx::{Cx, Findings};

/// Checks the clauses that a directive may have.
pub(super) fn check(
    cx: &Cx<'_>,
    directive: DirectiveId,
    clauses: &[ClauseId],
    reductions: DeclaredReductions<'_>,
    report: &mut Findings,
) {
    let view = cx.view;
    let Some(on) = view.directive(directive).kind.omp() else { return };
    let association = on.info().association;
    if !is_executable(association) {
        return;
    }
    let clauses: Vec<WrittenClause<'_>> =
        clauses.iter().filter_map(|clause| WrittenClause::of(view, *clause)).collect();
    let items = list_items::of_argument(view, directive, on, report);
    item_types::check_argument(view, on, &items, report);
    for clause in &clauses {
        check_clause(cx, *clause, reductions, report);
    }
    conditions::check(&clauses, report);
    combinations::check(&clauses, report);
    combinations::check_flush(view, directive, &clauses, report);
    private_items::check(&clauses, report);
}

fn check_clause(
    cx: &Cx<'_>,
    clause: WrittenClause<'_>,
    reductions: DeclaredReductions<'_>,
    report: &mut Findings,
) {
    let items: Vec<ListItem> = list_items::of_clause(clause, report);
    let mut items: Vec<ListItem> =
        items.into_iter().filter(|item| item_types::check(clause, item, report)).collect();
    items.retain(|item| array_sections::check(clause, item, report));
    reduction_types::check(clause, &items, reductions, report);
    iterators::check(clause, report);
    modifiers::check(clause, report);
    arguments::check(clause, report);
    doacross::check(cx, clause, report);
}
