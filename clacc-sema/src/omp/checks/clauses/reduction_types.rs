//! Checks that reductions can combine their list items (OpenMP 5.2 5.5.5 to 5.5.7).

use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpDirective;

use super::super::cx::Findings;
use super::list_items::ListItem;
use super::written::WrittenClause;
use crate::directives::reduction::{ReductionOp, combines};
use crate::omp::codes;
use crate::program::View;
use crate::program::entity::Class;

/// The reductions that `declare reduction` directives declare. They may combine items of every type.
#[derive(Clone, Copy)]
pub(in super::super) struct DeclaredReductions<'a> {
    /// Returns true for the name of a reduction that a directive at file scope declares.
    in_unit: &'a dyn Fn(Name) -> bool,
    /// True if a directive in a block declares a reduction.
    in_blocks: bool,
}

impl<'a> DeclaredReductions<'a> {
    /// The reductions that directives at file scope, and directives in the declaration, declare.
    pub(in super::super) fn of(view: View<'_>, in_unit: &'a dyn Fn(Name) -> bool) -> DeclaredReductions<'a> {
        let kinds = view.program.order.iter().map(|id| view.directive(*id).kind.omp());
        let in_blocks = kinds.into_iter().any(|kind| kind == Some(OmpDirective::DeclareReduction));
        DeclaredReductions { in_unit, in_blocks }
    }
}

/// Checks the items of a clause of reductions.
pub(super) fn check(
    clause: WrittenClause<'_>,
    items: &[ListItem],
    known: DeclaredReductions<'_>,
    report: &mut Findings,
) {
    if !clause.is_reduction() {
        return;
    }
    let Some(name) = clause.modifiers().last().map(|modifier| modifier.word) else { return };
    if known.in_blocks || (known.in_unit)(name) {
        return;
    }
    let word = clause.view.text(name);
    let operator = if word == "-" { Some(ReductionOp::Add) } else { ReductionOp::spelled(word) };
    let Some(operator) = operator else {
        if clause.view.directive(clause.directive).has_errors {
            return;
        }
        let message = format!("no `declare reduction` declares the reduction `{word}`");
        return report.push(clause.finding(&codes::OMP0121, message));
    };
    for item in items {
        check_item(clause, operator, word, item, report);
    }
}

fn check_item(
    clause: WrittenClause<'_>,
    operator: ReductionOp,
    word: &str,
    item: &ListItem,
    report: &mut Findings,
) {
    let view = clause.view;
    let (base, count) = (item.parts.base, item.parts.selections.len());
    let Some(elements) = view.selected(base, count) else { return };
    let class = elements.element;
    if class != Class::Pointer && combines(operator, class) {
        return;
    }
    let needed = match operator {
        ReductionOp::Max | ReductionOp::Min => "real numbers",
        ReductionOp::BitAnd | ReductionOp::BitOr | ReductionOp::BitXor => "integers",
        _ => "numbers",
    };
    let what = view.describe_element(base, count);
    let message = format!("the reduction `{word}` combines {needed}, and `{}` is {what}", item.text(view));
    let mut finding = Diagnostic::new(&codes::OMP0121, view.span(item.at), message);
    if let Some(declared) = item.variable.and_then(|variable| view.declared_at(variable)) {
        finding = finding.label(declared, "declared here");
    }
    report.push(finding);
}
