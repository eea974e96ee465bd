//! Pointer tables in list items, and the rows that they point to.

use std::sync::Arc;

use clacc_sema::acc::clauses::{Clause, DataModifier, ListItem};
use clacc_sema::omp::form::{Fresh, Item, MapKind, Operand, RowSection, RowTable, TableBase};
use clacc_sema::program::View;
use clacc_sema::program::entity::Dimension;
use clacc_sema::program::place::{Bound, Extent, Place, Step, Value, Via};
use clacc_syntax::ast::ClauseId;
use clacc_syntax::directive::AccDirective;

use super::{Context, Mapped};

/// A section whose elements are reached through a table of pointers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PointerTable {
    /// The pointers, as one section of a variable or of a pointee.
    pub(crate) pointers: Place,
    /// The steps from each pointer to its row. The rows of all levels but the last are pointer tables too.
    pub(crate) levels: Vec<Box<[Step]>>,
    /// True if the rows are arrays in an array, so that an update copies sections of them.
    pub(crate) has_arrays: bool,
}

impl PointerTable {
    /// Returns the table in a place; none if the elements are one block of memory, or if they have no form.
    pub(crate) fn of(view: View<'_>, place: &Place) -> Option<PointerTable> {
        let first = place.steps.iter().position(|step| !is_single(view, step))?;
        let is_split =
            |(at, step): (usize, &Step)| (at > first && matches!(step, Step::Deref(_))).then_some(at);
        let mut splits = place.steps.iter().enumerate().filter_map(is_split).collect::<Vec<_>>();
        let end = *splits.first()?;
        splits.push(place.steps.len());
        let levels: Vec<Box<[Step]>> =
            splits.windows(2).map(|ends| place.steps[ends[0]..ends[1]].into()).collect();
        let pointers = Place { root: place.root, steps: with_subscripts(view, &place.steps[..end]) };
        let has_form = is_one_range(&pointers.steps)
            && levels[..levels.len() - 1].iter().all(|steps| is_one_range(steps))
            && levels.iter().all(|steps| steps.get(1).is_some_and(has_length))
            && !place.steps[first..].iter().any(|step| matches!(step, Step::Field(_)));
        has_form.then_some(PointerTable { pointers, levels, has_arrays: false })
    }

    /// Returns the rows that an update copies one by one: rows reached through a table of pointers, or sections of the rows of an array.
    /// Compilers copy whole rows of an array unless each section is copied separately. A place that is certainly one block of memory has no
    /// such rows.
    pub(crate) fn of_update(cx: &Context<'_>, place: &Place) -> Option<PointerTable> {
        let of_array =
            || if cx.dialect.follows_design() { None } else { PointerTable::of_array(cx.view, place) };
        PointerTable::of(cx.view, place).or_else(of_array)
    }

    /// Whether an update would have to copy rows one by one.
    pub(crate) fn is_needed(view: View<'_>, place: &Place) -> bool {
        dimensions_with_gaps(view, &with_lengths(view, place)).is_some()
    }

    fn of_array(view: View<'_>, place: &Place) -> Option<PointerTable> {
        let place = with_lengths(view, place);
        let (first, last) = dimensions_with_gaps(view, &place)?;
        let steps = &place.steps;
        let has_form = steps[first..=last].iter().all(has_length);
        let target = Step::Deref(Via::Pointer);
        let level = |at: usize| -> Box<[Step]> {
            // The dimensions after the last section are whole.
            [target, steps[at]].into()
        };
        let pointers = Place { root: place.root, steps: with_subscripts(view, &steps[..=first]) };
        let levels = (first + 1..=last).map(level).collect();
        has_form.then_some(PointerTable { pointers, levels, has_arrays: true })
    }

    /// Returns whether each row certainly begins with the first element of its pointer's pointee: the runtime library finds rows by their
    /// pointers.
    pub(super) fn begins_with_first(&self, view: View<'_>) -> bool {
        self.levels.iter().all(|steps| match steps.get(1) {
            Some(Step::Range { start: Bound::At(start), .. }) => view.number(*start) == Some(0),
            Some(Step::Index(index)) => view.number(*index) == Some(0),
            _ => true,
        })
    }

    /// The table, without the range of its pointers.
    pub(crate) fn base(&self) -> Place {
        let steps = &self.pointers.steps;
        Place::behind(self.pointers.root, &steps[..steps.len() - 1])
    }

    /// Returns the pointers for a loop over the rows.
    pub(crate) fn rows(&self, base: Option<Fresh>, operand: &dyn Fn(Value) -> Operand) -> RowTable {
        let base = base.map_or_else(|| TableBase::Place(self.base()), TableBase::Fresh);
        let (start, length) = self.pointers.steps.last().map_or(NOTHING, bounds_of);
        RowTable { base, start: operand(start), length: operand(length) }
    }

    /// Returns the mapped section of a row of each level.
    pub(crate) fn parts(&self, operand: &dyn Fn(Value) -> Operand) -> Vec<RowPart> {
        let part = |steps: &[Step]| {
            let (start, length) = steps.get(1).map_or(NOTHING, bounds_of);
            let inner = steps.get(2..).unwrap_or_default().into();
            RowPart { start: operand(start), length: operand(length), steps: inner }
        };
        self.levels.iter().map(|steps| part(steps)).collect()
    }

    /// Returns the start and length values of the rows and of the table.
    pub(crate) fn bounds(&self) -> Vec<Value> {
        let firsts =
            self.pointers.steps.last().into_iter().chain(self.levels.iter().filter_map(|steps| steps.get(1)));
        firsts.map(bounds_of).flat_map(|(start, length)| [start, length]).collect()
    }

    /// Returns the pointers as an item of a data clause.
    pub(crate) fn item(&self) -> Item {
        Item::Place { place: self.pointers.clone(), written: None }
    }
}

/// Returns the first step that may select several elements, and the last step after it that may not select all, so that there are gaps
/// between the elements. None if the elements are one block of memory, or are reached through pointers.
fn dimensions_with_gaps(view: View<'_>, place: &Place) -> Option<(usize, usize)> {
    let first = place.steps.iter().position(|step| !is_single(view, step))?;
    let is_selection = |step: &Step| matches!(step, Step::Range { .. } | Step::Index(_));
    if !place.steps[first..].iter().all(is_selection) {
        return None;
    }
    let last = (first + 1..place.steps.len()).rev().find(|at| !is_whole(view, place, *at))?;
    Some((first, last))
}

/// Returns the place with the lengths of its ranges, as far as the dimensions determine them.
pub(crate) fn with_lengths(view: View<'_>, place: &Place) -> Place {
    let steps = (0..place.steps.len()).map(|at| with_length(view, place, at)).collect();
    Place { root: place.root, steps }
}

/// Returns a step with the length of its dimension, if it is a range without a length and the dimension has one.
fn with_length(view: View<'_>, place: &Place, at: usize) -> Step {
    let step = place.steps[at];
    let Step::Range { start, extent: Extent::All, stride } = step else { return step };
    let first = match start {
        Bound::At(start) => view.number(start),
        Bound::Default => Some(0),
    };
    match (dimension(view, place, at), first) {
        (Some(Dimension::Fixed(size)), Some(first)) => {
            let extent = Extent::Length(Value::constant(i128::from(size) - first));
            Step::Range { start, extent, stride }
        }
        _ => step,
    }
}

/// The dimension of an array from which a step selects.
fn dimension(view: View<'_>, place: &Place, at: usize) -> Option<Dimension> {
    let before = Place::behind(place.root, &place.steps[..at]);
    view.shape(&before)?.dims.first().copied()
}

/// Whether a step certainly selects all elements of its dimension.
fn is_whole(view: View<'_>, place: &Place, at: usize) -> bool {
    let Step::Range { start, extent, stride: None } = place.steps[at] else { return false };
    let begins = match start {
        Bound::At(start) => view.number(start) == Some(0),
        Bound::Default => true,
    };
    let behind = view.shape(place).map_or(0, |shape| shape.dims.len());
    let from_last = place.steps.len() - 1 - at + behind;
    begins
        && match (extent, dimension(view, place, at)) {
            (Extent::All, _) => true,
            (Extent::Length(length), Some(Dimension::Fixed(size))) => {
                view.number(length) == Some(i128::from(size))
            }
            (Extent::Length(Value::Node(length)), _) => {
                view.is_declared_length(place.root, from_last, length)
            }
            _ => false,
        }
}

/// Whether a step certainly selects no more than one element.
fn is_single(view: View<'_>, step: &Step) -> bool {
    match step {
        Step::Range { extent: Extent::Length(length), .. } => view.number(*length) == Some(1),
        Step::Range { .. } => false,
        _ => true,
    }
}

/// Whether the last step is a range with a length, and no other one is a range.
fn is_one_range(steps: &[Step]) -> bool {
    let ranges = steps.iter().filter(|step| matches!(step, Step::Range { .. })).count();
    ranges == 1 && steps.last().is_some_and(has_length)
}

fn has_length(step: &Step) -> bool {
    matches!(step, Step::Range { extent: Extent::Length(_), stride: None, .. } | Step::Index(_))
}

const NOTHING: (Value, Value) = (Value::constant(0), Value::constant(0));

/// Returns the first element that a step selects, and the number of elements.
pub(super) fn bounds_of(step: &Step) -> (Value, Value) {
    match *step {
        Step::Index(index) => (index, Value::constant(1)),
        Step::Range { start, extent: Extent::Length(length), .. } => match start {
            Bound::At(start) => (start, length),
            Bound::Default => (Value::constant(0), length),
        },
        _ => NOTHING,
    }
}

/// The mapped section of a row.
pub(crate) struct RowPart {
    /// The first element.
    pub(crate) start: Operand,
    /// The number of elements.
    pub(crate) length: Operand,
    /// The steps after the range, if the rows are rows of arrays.
    steps: Box<[Step]>,
}

impl RowPart {
    /// Returns the section as an item of a clause.
    pub(crate) fn item(&self, level: u32) -> Item {
        Item::PartBehind {
            pointer: Fresh::Row(level),
            start: self.start,
            length: self.length,
            steps: self.steps.clone(),
        }
    }
}

impl RowPart {
    /// Returns the section of the current row of a loop over a table.
    pub(crate) fn item_of(&self, table: RowTable) -> Item {
        let RowPart { start, length, ref steps } = *self;
        Item::InRow(Box::new(RowSection { table, start, length, steps: steps.clone() }))
    }
}

/// Returns the steps with subscripts in place of ranges of one element.
fn with_subscripts(view: View<'_>, steps: &[Step]) -> Arc<[Step]> {
    let subscript = |step: &Step| match *step {
        Step::Range { start, .. } if is_single(view, step) => Step::Index(match start {
            Bound::At(start) => start,
            Bound::Default => Value::constant(0),
        }),
        step => step,
    };
    steps.iter().map(subscript).collect()
}

/// The operation on each row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// The row is mapped with this map type and attached.
    Enter(MapKind),
    /// The row is detached and unmapped with this map type.
    Exit(MapKind),
    /// The row is copied to the device or from it.
    Update {
        /// True if the row is copied to the device.
        to_device: bool,
        /// True if the row must be present on the device.
        present: bool,
    },
}

/// The rows of one list item of a directive without a region.
#[derive(Clone, Debug)]
pub(crate) struct RowsOfItem {
    /// The table.
    pub(crate) table: PointerTable,
    /// The operation on the rows.
    pub(crate) action: Action,
    /// The clause that names the rows.
    pub(crate) clause: ClauseId,
}

/// Returns the verdict on a clause with rows that have no form; none if all its rows have a form or it has none.
pub(crate) fn refused(cx: &Context<'_>, clause: &Clause) -> Option<Mapped> {
    let has_rows = |item: &&ListItem| item.limits.gap.is_some_and(|gap| gap.behind_pointer);
    let mut rows = clause.items().iter().filter(has_rows).peekable();
    rows.peek()?;
    let has_modifier = clause.modifiers.iter().any(|modifier| *modifier != DataModifier::Readonly);
    let is_update = cx.construct().kind == AccDirective::Update;
    let has_form = rows.all(|item| {
        let table = item.place.as_ref().and_then(|place| PointerTable::of(cx.view, place));
        // An update attaches nothing, so its rows may begin anywhere.
        let has_rows = |table: PointerTable| is_update || table.begins_with_first(cx.view);
        table.is_some_and(has_rows) && !cx.view.has_side_effects(item.at)
    });
    let is_mapped = clause.kind.moves_data() && has_form && !has_modifier && !cx.dialect.follows_design();
    (!is_mapped).then(|| {
        let what = "elements behind several pointers, which lie in several blocks of memory,";
        Mapped::unsupported_part(cx, clause, what)
    })
}
