//! Checks the array sections in list items (OpenMP 5.2 3.2.5).

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;

use super::super::cx::Findings;
use super::list_items::ListItem;
use super::written::WrittenClause;
use crate::directives::subarrays::{self, FaultKind, Lengths, Terms};
use crate::omp::codes;
use crate::program::item::Bounds;
use crate::program::place::{At, Step};

const TERMS: Terms =
    Terms { section: "array section", a_section: "an array section", bounds_subscripts: false };

/// Returns whether the subscripts and ranges of an item select elements that the clause takes. Reports an error if they do not.
pub(super) fn check(clause: WrittenClause<'_>, item: &ListItem, report: &mut Findings) -> bool {
    let view = clause.view;
    if item.parts.selections.is_empty() {
        return true;
    }
    let mut is_right = true;
    for fault in subarrays::faults(view, &item.parts, &TERMS) {
        if fault.kind != FaultKind::Character {
            report.push(Diagnostic::new(&codes::OMP0116, view.span(fault.at), fault.message));
            is_right = false;
        }
    }
    is_right && check_lengths(clause, item, report) && check_contiguity(clause, item, report)
}

/// Items of dependences and reductions have elements (OpenMP 5.2 5.5.5, 15.9.5).
fn check_lengths(clause: WrittenClause<'_>, item: &ListItem, report: &mut Findings) -> bool {
    let view = clause.view;
    if clause.kind != OmpClause::Depend && !clause.is_reduction() {
        return true;
    }
    let empty = item.parts.selections.iter().find_map(|selection| match selection.bounds {
        Bounds::Range { length: Some(length), .. } => Some(length).filter(|at| view.constant(*at) == Some(0)),
        _ => None,
    });
    let Some(length) = empty else { return true };
    let message = format!("`{}` takes no array sections without elements", clause.text());
    report.push(Diagnostic::new(&codes::OMP0116, view.span(length), message));
    false
}

/// The item, if elements between those that it selects are left out.
fn strided(clause: WrittenClause<'_>, item: &ListItem) -> Option<At> {
    let is_apart = |step: &Step| match step {
        Step::Range { stride: Some(stride), .. } => clause.view.number(*stride) != Some(1),
        _ => false,
    };
    item.parts.place.as_ref()?.steps.iter().any(is_apart).then_some(item.at)
}

/// Items that are mapped or reduced must be contiguous (OpenMP 5.2 5.5.5, 5.8.3). What lies behind several pointers is left to the
/// compilers.
fn check_contiguity(clause: WrittenClause<'_>, item: &ListItem, report: &mut Findings) -> bool {
    let view = clause.view;
    if clause.kind != OmpClause::Map && !clause.is_reduction() {
        return true;
    }
    if let Some(at) = strided(clause, item) {
        let message =
            format!("`{}` takes contiguous array sections, and this one has a stride", clause.text());
        report.push(Diagnostic::new(&codes::OMP0116, view.span(at), message));
        return false;
    }
    let selectables = view.selectables(item.parts.base, item.parts.selections.len());
    let gap = subarrays::gap(view, &item.parts, &selectables, Lengths::AnyNumber);
    let Some(gap) = gap.filter(|gap| !gap.behind_pointer) else { return true };
    let message =
        format!("`{}` takes contiguous array sections, and this dimension is not whole", clause.text());
    report.push(Diagnostic::new(&codes::OMP0116, view.span(gap.at), message));
    false
}
