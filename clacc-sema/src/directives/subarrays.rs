//! The elements that the subscripts and ranges of a list item select, and the faults in them.
//!
//! OpenACC 3.4 2.7.1 (subarrays) and OpenMP 5.2 3.2.5 (array sections) have the same rules, so this module serves both.

use crate::program::View;
use crate::program::entity::{Class, Dimension, Pointed, Selectable};
use crate::program::item::{Bounds, ItemParts, Selection};
use crate::program::place::At;

/// The reason why the elements of a list item are not contiguous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The subscript or range.
    pub at: At,
    /// True if the subscript or range dereferences a pointer; otherwise it leaves out elements of its dimension.
    pub behind_pointer: bool,
}

/// The words of a model for messages, and the rules that only one of the models has.
pub(crate) struct Terms {
    /// A part of an array.
    pub(crate) section: &'static str,
    /// The same with its article.
    pub(crate) a_section: &'static str,
    /// True if the elements that subscripts select must be those of the array, as those of ranges must.
    pub(crate) bounds_subscripts: bool,
}

/// The assumption about a number of elements that is known only when the program runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lengths {
    /// It may be one.
    AnyNumber,
    /// It is more than one.
    Several,
}

/// The kinds of faults in subscripts and ranges.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// The operand is neither an array nor a pointer.
    Operand,
    /// The operand is a pointer to something without a size.
    Pointee,
    /// A bound is no integer.
    Type,
    /// A bound is a character, which is legal and seldom meant.
    Character,
    /// The length is missing and not known from the type.
    Length,
    /// The elements are not those of the array.
    Range,
}

/// A fault in a subscript or range.
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    pub(crate) at: At,
    pub(crate) message: String,
}

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

    /// Returns whether more than one element is selected, or possibly selected if `lengths` says so.
    fn is_several(self, lengths: Lengths) -> bool {
        !self.is_single() && (lengths == Lengths::Several || self.count.is_some_and(|count| count > 1))
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

/// The first dimension because of which the elements are not contiguous. After a dimension with more than one element, every dimension must
/// be whole and must belong to the array itself, not to a pointee.
pub(crate) fn gap(
    view: View<'_>,
    item: &ItemParts,
    selectables: &[Selectable],
    lengths: Lengths,
) -> Option<Gap> {
    let mut dimensions = item.selections.iter().zip(selectables);
    let selected =
        |(selection, selectable): (&Selection, &Selectable)| Selected::of(view, *selection, selectable);
    dimensions.find(|dimension| selected(*dimension).is_several(lengths))?;
    dimensions.find_map(|dimension| {
        let behind_pointer = matches!(dimension.1, Selectable::Pointer(_));
        let is_gap = behind_pointer || selected(dimension).is_partial();
        is_gap.then_some(Gap { at: dimension.0.at, behind_pointer })
    })
}

/// The faults in the subscripts and ranges of an item, the slowest dimension first. The list ends with the first fault because of which the
/// item names no elements.
pub(crate) fn faults(view: View<'_>, item: &ItemParts, terms: &Terms) -> Vec<Fault> {
    let selectables = view.selectables(item.base, item.selections.len());
    let mut search = FaultSearch { view, terms, found: Vec::new() };
    let mut selections = item.selections.iter().zip(&selectables);
    selections.try_for_each(|(selection, from)| {
        search.check_operand(*selection, from)?;
        search.check_bounds(*selection, from)
    });
    search.found
}

/// The search for the faults of an item. Its functions return none behind the last fault.
struct FaultSearch<'a> {
    view: View<'a>,
    terms: &'a Terms,
    found: Vec<Fault>,
}

impl FaultSearch<'_> {
    fn fault(&mut self, kind: FaultKind, at: At, message: impl Into<String>) -> Option<()> {
        self.found.push(Fault { kind, at, message: message.into() });
        None
    }

    fn check_operand(&mut self, selection: Selection, from: &Selectable) -> Option<()> {
        let (kind, message) = match from {
            Selectable::Array(_) | Selectable::Pointer(Pointed::Elements) => return Some(()),
            Selectable::Nothing(what) => {
                (FaultKind::Operand, format!("a range needs an array or a pointer, and this is {what}"))
            }
            Selectable::Pointer(pointed) => {
                let what = if *pointed == Pointed::Functions { "functions" } else { "an incomplete type" };
                (FaultKind::Pointee, format!("the pointer is to {what}, so the range has no size"))
            }
        };
        self.fault(kind, selection.base, message)
    }

    fn check_bounds(&mut self, selection: Selection, from: &Selectable) -> Option<()> {
        let section = self.terms.section;
        match selection.bounds {
            Bounds::Index(index) => {
                self.check_integer(index)?;
                if !self.terms.bounds_subscripts {
                    return Some(());
                }
            }
            Bounds::Range { start, length } => {
                for (bound, what) in [(start, "start"), (length, "length")] {
                    let Some(bound) = bound else { continue };
                    self.check_integer(bound)?;
                    self.check_character(bound, what);
                }
                let tells_length =
                    matches!(from, Selectable::Array(Dimension::Fixed(_) | Dimension::Variable));
                if length.is_none() && !tells_length {
                    let message = format!(
                        "the length of this {section} must be written: the variable does not tell it"
                    );
                    return self.fault(FaultKind::Length, selection.at, message);
                }
            }
        }
        let is_array = matches!(from, Selectable::Array(_));
        self.check_range(selection, Selected::of(self.view, selection, from), is_array)
    }

    fn check_integer(&mut self, bound: At) -> Option<()> {
        if matches!(self.view.class_at(bound), Class::Integer | Class::Unknown) {
            return Some(());
        }
        let what = self.view.describe_at(bound);
        let message = format!("a bound of {} must be an integer, and this is {what}", self.terms.a_section);
        self.fault(FaultKind::Type, bound, message)
    }

    /// C leaves open whether `char` has negative values, so a `char` is seldom meant as a number.
    fn check_character(&mut self, bound: At, what: &str) {
        if self.view.is_character(bound) {
            let message = format!("the {what} of this {} is of type `char`", self.terms.section);
            self.found.push(Fault { kind: FaultKind::Character, at: bound, message });
        }
    }

    fn check_range(&mut self, selection: Selection, selected: Selected, is_array: bool) -> Option<()> {
        let section = self.terms.section;
        let (start_at, length_at) = match selection.bounds {
            Bounds::Index(index) => (index, index),
            Bounds::Range { start, length } => {
                (start.unwrap_or(selection.at), length.unwrap_or(selection.at))
            }
        };
        let end = selected.start.zip(selected.count).map(|(start, count)| start.saturating_add(count));
        let excess = end.zip(selected.size).map_or(0, |(end, size)| end.saturating_sub(size));
        let (at, message) = if selected.count.is_some_and(|count| count < 0) {
            (length_at, format!("the length of this {section} is negative"))
        } else if is_array && selected.start.is_some_and(|start| start < 0) {
            (start_at, format!("this {section} begins before the array"))
        } else if excess > 0 {
            (selection.at, format!("this {section} ends {excess} elements behind the array"))
        } else {
            return Some(());
        };
        self.fault(FaultKind::Range, at, message)
    }
}
