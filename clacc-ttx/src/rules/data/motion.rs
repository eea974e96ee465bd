//! The list items of motion clauses.

use clacc_sema::omp::form::Item;
use clacc_sema::program::entity::Dimension;
use clacc_sema::program::place::{At, Bound, Extent, Place, Step, Value};

use crate::dialect::Fault;
use crate::rules::core::Context;
use crate::rules::core::build::section;
use crate::rules::core::pointer_table::with_lengths;

/// Returns a list item of an update in a form that every compiler accepts. clang 19 requires the length of the first range, and only
/// subscripts before pointers. None if the length is unknown.
pub(crate) fn item(cx: &Context<'_>, at: At, place: &Place) -> Option<Item> {
    if !cx.avoids(Fault::UpdateForms) {
        return Some(section(place, at));
    }
    let with_subscripts = single_as_subscripts(cx, &subscripts_before_pointers(place));
    let with_subscripts = without_whole_rows(cx, &with_subscripts);
    let base = with_subscripts.without_ranges();
    let from = base.steps.len();
    match with_subscripts.steps.get(from).copied() {
        Some(Step::Range { start, extent: Extent::All, stride }) => {
            if takes_all(cx, &with_subscripts.steps[from..]) {
                return Some(Item::Place { place: base, written: None });
            }
            let Dimension::Fixed(size) = *cx.view.shape(&base)?.dims.first()? else { return None };
            let extent = rest(cx, start, i128::from(size));
            let mut steps = with_subscripts.steps.to_vec();
            steps[from] = Step::Range { start, extent, stride };
            Some(Item::Place { place: Place::behind(with_subscripts.root, &steps), written: None })
        }
        Some(Step::Index(_)) if has_open_range(&with_subscripts) => {
            Some(Item::Place { place: with_lengths(cx.view, &with_subscripts), written: None })
        }
        _ if with_subscripts == *place => Some(section(place, at)),
        _ if matches!(with_subscripts.steps.last(), Some(Step::Index(_))) => {
            Some(section(&with_subscripts, at))
        }
        _ => Some(Item::Place { place: with_subscripts, written: None }),
    }
}

/// Whether a range has no length.
fn has_open_range(place: &Place) -> bool {
    place.steps.iter().any(|step| matches!(step, Step::Range { extent: Extent::All, .. }))
}

/// Returns the place without trailing ranges that select whole rows. clang 19 requires the length of the first range, even after
/// subscripts.
fn without_whole_rows(cx: &Context<'_>, place: &Place) -> Place {
    let mut steps = place.steps.to_vec();
    while let [.., Step::Range { .. } | Step::Index(_), last] = &steps[..]
        && matches!(last, Step::Range { .. })
        && takes_all(cx, std::slice::from_ref(last))
    {
        steps.pop();
    }
    Place::behind(place.root, &steps)
}

/// Whether ranges select all elements of their dimensions.
fn takes_all(cx: &Context<'_>, ranges: &[Step]) -> bool {
    ranges.iter().all(|step| match step {
        Step::Range { start, extent: Extent::All, .. } => match start {
            Bound::Default => true,
            Bound::At(start) => cx.view.number(*start) == Some(0),
        },
        _ => false,
    })
}

/// The elements from `start` to the end of a dimension.
fn rest(cx: &Context<'_>, start: Bound, size: i128) -> Extent {
    let start = match start {
        Bound::Default => Some(0),
        Bound::At(start) => cx.view.number(start),
    };
    match start {
        Some(start) => Extent::Length(Value::constant(size - start)),
        None => Extent::Upto(Value::constant(size - 1)),
    }
}

/// Returns the place with a subscript for each range of one element before another range: clang 19 copies the wrong elements for
/// `a[2:1][1:3]`. The last row, `a[2:]` of three, is one element too.
fn single_as_subscripts(cx: &Context<'_>, place: &Place) -> Place {
    let lengths = with_lengths(cx.view, place);
    let last = place.steps.len().saturating_sub(1);
    let single = |step: &Step| match step {
        Step::Range { start, extent: Extent::Length(length), stride: None }
            if cx.view.number(*length) == Some(1) =>
        {
            Some(Step::Index(match start {
                Bound::At(start) => *start,
                Bound::Default => Value::constant(0),
            }))
        }
        _ => None,
    };
    let is_before_range =
        |at: usize| matches!(place.steps.get(at + 1), Some(Step::Range { .. } | Step::Index(_)));
    let subscript = |(at, step): (usize, &Step)| {
        single(&lengths.steps[at]).filter(|_| at < last && is_before_range(at)).unwrap_or(*step)
    };
    Place { root: place.root, steps: place.steps.iter().enumerate().map(subscript).collect() }
}

/// Returns the place with a subscript for each range before a pointer. Such a range has one element; otherwise the elements would be in
/// several blocks of memory.
fn subscripts_before_pointers(place: &Place) -> Place {
    let last = place.steps.iter().rposition(|step| matches!(step, Step::Deref(_))).unwrap_or_default();
    let subscript = |(position, step): (usize, &Step)| match step {
        Step::Range { start, .. } if position < last => Step::Index(match start {
            Bound::At(start) => *start,
            Bound::Default => Value::constant(0),
        }),
        step => *step,
    };
    Place { root: place.root, steps: place.steps.iter().enumerate().map(subscript).collect() }
}
