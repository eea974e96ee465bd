//! The subscripts and ranges of list items (OpenACC 3.4 2.7.1).

use std::hash::{Hash, Hasher};

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHasher;

use super::clauses::{Contiguity, Gap, ListItem};
use super::codes;
use super::findings::Findings;
use crate::directives::subarrays::{self, FaultKind, Lengths, Terms};
use crate::program::View;
use crate::program::entity::{Dimension, Selectable};
use crate::program::item::ItemParts;
use crate::program::place::{Bound, Extent, Place, Step, Value};

const TERMS: Terms = Terms { section: "subarray", a_section: "a subarray", bounds_subscripts: true };

/// Properties because of which clauses of other models may be unable to name the elements of an item.
pub(super) fn limits(view: View<'_>, item: &ItemParts) -> Contiguity {
    let selectables = view.selectables(item.base, item.selections.len());
    let behind_pointer = |(position, selectable): (usize, &Selectable)| {
        position > 0 && matches!(selectable, Selectable::Pointer(_))
    };
    Contiguity {
        gap: subarrays::gap(view, item, &selectables, Lengths::Several),
        behind_pointers: selectables.iter().enumerate().any(behind_pointer),
    }
}

/// Checks subscripts and ranges.
pub(super) struct SubarrayChecker<'a> {
    pub(super) view: View<'a>,
    pub(super) directive: DirectiveId,
}

/// The code of a fault.
fn code(kind: FaultKind) -> &'static Code {
    match kind {
        FaultKind::Operand => &codes::ACC0075,
        FaultKind::Pointee => &codes::ACC0076,
        FaultKind::Type => &codes::ACC0077,
        FaultKind::Character => &codes::ACC0156,
        FaultKind::Length => &codes::ACC0079,
        FaultKind::Range => &codes::ACC0078,
    }
}

impl SubarrayChecker<'_> {
    /// Checks the subscripts and ranges of an item, the slowest dimension first. None if one is wrong, or if a dimension of an array is not
    /// whole although it must be.
    pub(super) fn check(&self, item: &ListItem, report: &mut Findings) -> Option<()> {
        let mut is_wrong = false;
        for fault in subarrays::faults(self.view, &item.written, &TERMS) {
            is_wrong |= fault.kind != FaultKind::Character;
            let finding = Diagnostic::new(code(fault.kind), self.view.span(fault.at), fault.message);
            report.push(self.directive, finding);
        }
        // An update may copy parts of rows (OpenACC 3.4 2.14.4).
        let is_update = self.view.directive(self.directive).kind.acc() == Some(AccDirective::Update);
        match item.limits.gap {
            _ if is_wrong => None,
            Some(gap) if !gap.behind_pointer && !is_update => {
                self.report_gap(gap, report);
                None
            }
            _ => Some(()),
        }
    }

    /// Reports a dimension of an array that is not whole. Elements reached through several pointers are not reported here: they may be in
    /// several blocks of memory (OpenACC 3.4 2.7.1), and the mapping decides whether it supports them.
    fn report_gap(&self, gap: Gap, report: &mut Findings) {
        let why = "this dimension is not whole, so the subarray is not one block of memory";
        let finding = Diagnostic::new(&codes::ACC0080, self.view.span(gap.at), why)
            .note("all dimensions of an array but the first must be whole (OpenACC 3.4 2.7.1)");
        report.push(self.directive, finding);
    }
}

/// Returns whether two parts of one variable are the same elements, according to constants and the spelling of the bounds.
pub(super) fn same_elements(view: View<'_>, first: &Place, second: &Place) -> bool {
    let (parts, others) = (ranges(first), ranges(second));
    parts.len() == others.len()
        && parts.iter().zip(&others).all(|(first, second)| same_range(view, *first, *second))
        || is_whole(view, first) && is_whole(view, second)
}

/// Returns whether a place is certainly a whole variable: an array all of whose elements are selected, or a place without ranges.
fn is_whole(view: View<'_>, place: &Place) -> bool {
    let selected = ranges(place);
    let dims = || view.shape(&place.without_ranges()).map(|shape| shape.dims).unwrap_or_default();
    let is_all = |((start, length), dim): (&Range, &Dimension)| {
        let size = if let Dimension::Fixed(size) = dim { Some(i128::from(*size)) } else { None };
        start.is_none_or(|start| view.number(start) == Some(0))
            && length.is_none_or(|length| size.is_some() && view.number(length) == size)
    };
    let dims = if selected.is_empty() { Box::default() } else { dims() };
    selected.len() <= dims.len() && selected.iter().rev().zip(&dims).all(is_all)
}

/// A hash that is equal for parts of one variable with equal bounds, for lookups before [`same_elements`].
pub(super) fn elements_key(view: View<'_>, part: &Place) -> u64 {
    let mut hasher = FxHasher::default();
    for (start, length) in ranges(part) {
        view.key(start.unwrap_or(Value::constant(0))).hash(&mut hasher);
        length.map(|length| view.key(length)).hash(&mut hasher);
    }
    hasher.finish()
}

/// The number of ranges of a part, and the elements that the slowest of them selects if they are known and at least one.
pub(super) fn slowest_range(view: View<'_>, part: &Place) -> Option<(usize, std::ops::Range<i128>)> {
    let ranges = ranges(part);
    let (start, length) = *ranges.last()?;
    let start = start.map_or(Some(0), |start| view.number(start))?;
    let length = view.number(length?).filter(|length| *length > 0)?;
    Some((ranges.len(), start..start + length))
}

/// Whether two parts of one variable certainly have no element in common.
pub(super) fn are_disjoint(view: View<'_>, first: &Place, second: &Place) -> bool {
    let ends = |(start, length): Range| {
        let start = start.map_or(Some(0), |start| view.number(start))?;
        Some((start, length.and_then(|length| view.number(length)).map(|length| start + length)))
    };
    let is_before = |end: Option<i128>, start: i128| end.is_some_and(|end| end <= start);
    ranges(first).into_iter().zip(ranges(second)).any(|(first, second)| match (ends(first), ends(second)) {
        (Some((start, end)), Some((other_start, other_end))) => {
            is_before(end, other_start) || is_before(other_end, start)
        }
        _ => false,
    })
}

/// The start and the length of a range; each is none if it is omitted.
type Range = (Option<Value>, Option<Value>);

/// The subscripts and ranges after the last member.
fn ranges(place: &Place) -> Vec<Range> {
    let range = |step: &Step| match *step {
        Step::Index(index) => Some((Some(index), Some(Value::constant(1)))),
        Step::Range { start, extent, .. } => {
            let start = if let Bound::At(start) = start { Some(start) } else { None };
            let length = if let Extent::Length(length) = extent { Some(length) } else { None };
            Some((start, length))
        }
        Step::Field(_) | Step::Deref(_) => None,
    };
    let behind = place.steps.iter().rev().take_while(|step| !matches!(step, Step::Field(_)));
    behind.filter_map(range).collect()
}

fn same_range(view: View<'_>, first: Range, second: Range) -> bool {
    let start = |bound: Option<Value>| bound.map_or(Some(0), |bound| view.number(bound));
    let same_start = match (first.0, second.0) {
        (Some(first), Some(second)) => view.same(first, second),
        (first, second) => start(first).is_some() && start(first) == start(second),
    };
    let same_length = match (first.1, second.1) {
        (Some(first), Some(second)) => view.same(first, second),
        (first, second) => first.is_none() && second.is_none(),
    };
    same_start && same_length
}
