//! The subscripts and ranges of list items (OpenACC 3.4 2.7.1).

use std::hash::{Hash, Hasher};

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHasher;

use super::clauses::{Contiguity, Gap, ListItem};
use super::codes;
use super::findings::Findings;
use crate::program::View;
use crate::program::entity::{Class, Dimension, Pointed, Selectable};
use crate::program::item::{Bounds, ItemParts, Selection};
use crate::program::place::{At, Bound, Extent, Place, Step, Value};

/// The elements that a subscript or range selects from one dimension, as far as constants determine them.
#[derive(Clone, Copy)]
struct Selected {
    start: Option<i128>,
    count: Option<i128>,
    /// The number of elements of the dimension.
    size: Option<i128>,
    is_subscript: bool,
}

impl Selected {
    fn of(view: View<'_>, selection: Selection, selectable: &Selectable) -> Selected {
        let size = match selectable {
            Selectable::Array(Dimension::Fixed(size)) => Some(i128::from(*size)),
            _ => None,
        };
        let (start, count) = match selection.bounds {
            Bounds::Index(index) => (view.constant(index), Some(1)),
            Bounds::Range { start, length } => {
                let start = start.map_or(Some(0), |start| view.constant(start));
                let rest = || size.zip(start).map(|(size, start)| size - start);
                (start, length.map_or_else(rest, |length| view.constant(length)))
            }
        };
        let is_subscript = matches!(selection.bounds, Bounds::Index(_));
        Selected { start, count, size, is_subscript }
    }

    /// Returns whether exactly one element is certainly selected.
    fn is_single(self) -> bool {
        self.is_subscript || self.count == Some(1) || self.size == Some(1)
    }

    /// Returns whether certainly not all elements of the dimension are selected.
    fn is_partial(self) -> bool {
        if self.is_subscript {
            return self.size != Some(1);
        }
        self.start.is_some_and(|start| start > 0)
            || self.size.is_some() && self.count.is_some() && self.count != self.size
    }
}

/// Properties because of which clauses of other models may be unable to name the elements of an item.
pub(super) fn limits(view: View<'_>, item: &ItemParts) -> Contiguity {
    let selectables = view.selectables(item.base, item.selections.len());
    let behind_pointer = |(position, selectable): (usize, &Selectable)| {
        position > 0 && matches!(selectable, Selectable::Pointer(_))
    };
    Contiguity {
        gap: gap(view, item, &selectables),
        behind_pointers: selectables.iter().enumerate().any(behind_pointer),
    }
}

/// The first dimension because of which the elements are not contiguous. After a dimension with more than one element, every dimension must
/// be whole and must belong to the array itself, not to a pointee.
fn gap(view: View<'_>, item: &ItemParts, selectables: &[Selectable]) -> Option<Gap> {
    let mut dimensions = item.selections.iter().zip(selectables);
    let selected =
        |(selection, selectable): (&Selection, &Selectable)| Selected::of(view, *selection, selectable);
    dimensions.find(|dimension| !selected(*dimension).is_single())?;
    dimensions.find_map(|dimension| {
        let behind_pointer = matches!(dimension.1, Selectable::Pointer(_));
        let is_gap = behind_pointer || selected(dimension).is_partial();
        is_gap.then_some(Gap { at: dimension.0.at, behind_pointer })
    })
}

/// Checks subscripts and ranges.
pub(super) struct SubarrayChecker<'a> {
    pub(super) view: View<'a>,
    pub(super) directive: DirectiveId,
}

impl SubarrayChecker<'_> {
    fn error(&self, report: &mut Findings, code: &'static Code, at: At, message: impl Into<String>) {
        report.push(self.directive, Diagnostic::new(code, self.view.span(at), message));
    }

    /// Checks the subscripts and ranges of an item, the slowest dimension first. None if one is wrong, or if a dimension of an array is not
    /// whole although it must be.
    pub(super) fn check(&self, item: &ListItem, report: &mut Findings) -> Option<()> {
        let selections = &item.written.selections;
        let selectables = self.view.selectables(item.written.base, selections.len());
        for (selection, selectable) in selections.iter().zip(&selectables) {
            self.check_selectable(*selection, selectable, report)?;
            self.check_bounds(*selection, selectable, report)?;
        }
        // An update may copy parts of rows (OpenACC 3.4 2.14.4).
        let is_update = self.view.directive(self.directive).kind.acc() == Some(AccDirective::Update);
        match item.limits.gap {
            Some(gap) if !gap.behind_pointer && !is_update => {
                self.report_gap(gap, report);
                None
            }
            _ => Some(()),
        }
    }

    fn check_selectable(&self, selection: Selection, from: &Selectable, report: &mut Findings) -> Option<()> {
        let (code, message) = match from {
            Selectable::Array(_) | Selectable::Pointer(Pointed::Elements) => return Some(()),
            Selectable::Nothing(what) => {
                (&codes::ACC0075, format!("a range needs an array or a pointer, and this is {what}"))
            }
            Selectable::Pointer(pointed) => {
                let what = if *pointed == Pointed::Functions { "functions" } else { "an incomplete type" };
                (&codes::ACC0076, format!("the pointer is to {what}, so the range has no size"))
            }
        };
        self.error(report, code, selection.base, message);
        None
    }

    fn check_bounds(&self, selection: Selection, from: &Selectable, report: &mut Findings) -> Option<()> {
        match selection.bounds {
            Bounds::Index(index) => self.check_integer(index, report)?,
            Bounds::Range { start, length } => {
                for (bound, what) in [(start, "start"), (length, "length")] {
                    let Some(bound) = bound else { continue };
                    self.check_integer(bound, report)?;
                    self.check_character(bound, what, report);
                }
                let tells_length =
                    matches!(from, Selectable::Array(Dimension::Fixed(_) | Dimension::Variable));
                if length.is_none() && !tells_length {
                    let message =
                        "the length of this subarray must be written: the variable does not tell it";
                    self.error(report, &codes::ACC0079, selection.at, message);
                    return None;
                }
            }
        }
        let is_array = matches!(from, Selectable::Array(_));
        self.check_range(selection, Selected::of(self.view, selection, from), is_array, report)
    }

    fn check_integer(&self, bound: At, report: &mut Findings) -> Option<()> {
        if matches!(self.view.class_at(bound), Class::Integer | Class::Unknown) {
            return Some(());
        }
        let what = self.view.describe_at(bound);
        let message = format!("a bound of a subarray must be an integer, and this is {what}");
        self.error(report, &codes::ACC0077, bound, message);
        None
    }

    /// C leaves open whether `char` has negative values, so a `char` is seldom meant as a number.
    fn check_character(&self, bound: At, what: &str, report: &mut Findings) {
        if self.view.is_character(bound) {
            let message = format!("the {what} of this subarray is of type `char`");
            self.error(report, &codes::ACC0156, bound, message);
        }
    }

    fn check_range(
        &self,
        selection: Selection,
        selected: Selected,
        is_array: bool,
        report: &mut Findings,
    ) -> Option<()> {
        let (start_at, length_at) = match selection.bounds {
            Bounds::Index(index) => (index, index),
            Bounds::Range { start, length } => {
                (start.unwrap_or(selection.at), length.unwrap_or(selection.at))
            }
        };
        let end = selected.start.zip(selected.count).map(|(start, count)| start.saturating_add(count));
        let excess = end.zip(selected.size).map_or(0, |(end, size)| end.saturating_sub(size));
        let (at, message) = if selected.count.is_some_and(|count| count < 0) {
            (length_at, "the length of this subarray is negative".to_owned())
        } else if is_array && selected.start.is_some_and(|start| start < 0) {
            (start_at, "this subarray begins before the array".to_owned())
        } else if excess > 0 {
            (selection.at, format!("this subarray ends {excess} elements behind the array"))
        } else {
            return Some(());
        };
        self.error(report, &codes::ACC0078, at, message);
        None
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
