//! The bounds of sections, compared with those in data clauses of enclosing constructs.

use clacc_sema::acc::facts::ConstructId;
use clacc_sema::program::entity::StorageDuration;
use clacc_sema::program::place::{Bound, EntityId, Extent, Place, Step, Value};
use clacc_sema::program::run::Run;

use super::Context;

/// Returns whether the bounds in steps from a variable have not changed since an enclosing data construct began.
pub(crate) fn are_fixed_since(cx: &Context<'_>, on: ConstructId, root: EntityId, steps: &[Step]) -> bool {
    let ranges = steps.iter().filter(|step| !matches!(step, Step::Field(_)));
    let ranges = Place { root, steps: ranges.copied().collect() };
    let region = cx.facts.constructs[on].run();
    is_known(cx, &ranges, &|variable| !changes(cx, on, variable) && !hides(cx, region, variable))
}

/// Returns whether a section of a pointee is the same throughout a run of nodes: nothing there changes the pointer or a bound. Calls may
/// change variables of static storage duration.
pub(crate) fn are_fixed_in(cx: &Context<'_>, run: Run, section: &Place, may_call: &dyn Fn() -> bool) -> bool {
    let is_fixed = |variable: EntityId| {
        let is_own = cx.entity(variable).duration == StorageDuration::Automatic || !may_call();
        is_own && !cx.facts.uses.changes_in(run, variable) && !hides(cx, run, variable)
    };
    is_fixed(section.root) && is_known(cx, section, &is_fixed)
}

/// Whether the region of a data construct changes a variable.
pub(crate) fn changes(cx: &Context<'_>, on: ConstructId, variable: EntityId) -> bool {
    cx.facts.uses.changes_in(cx.facts.constructs[on].run(), variable)
}

/// Returns whether another variable of the same name hides a variable at the construct, but not at the start of a region around it.
fn hides(cx: &Context<'_>, region: Run, variable: EntityId) -> bool {
    let at = cx.view.directive(cx.construct().directive).at;
    let hides = |scope| region.contains(scope) && cx.view.run(scope).contains(at);
    let homonyms = cx.facts.uses.homonyms(cx.entity(variable).name).iter();
    homonyms.filter(|other| **other != variable).any(|other| cx.entity(*other).scope.is_some_and(hides))
}

/// Returns whether the part selected by the outer steps from a variable contains the part selected by the inner steps.
pub(crate) fn contains_steps(cx: &Context<'_>, outer: &[Step], inner: &[Step]) -> bool {
    let contains = |(outer, inner): (&Step, &Step)| match (selected(*outer), selected(*inner)) {
        (Some(outer), Some(inner)) => contains_range(cx, outer, inner),
        _ => outer == inner,
    };
    outer.len() == inner.len() && outer.iter().zip(inner).all(contains)
}

/// The first element that a step selects, and the extent.
fn selected(step: Step) -> Option<(Value, Extent)> {
    match step {
        Step::Index(index) => Some((index, Extent::Length(Value::constant(1)))),
        Step::Range { start: Bound::At(start), extent, .. } => Some((start, extent)),
        Step::Range { start: Bound::Default, extent, .. } => Some((Value::constant(0), extent)),
        Step::Field(_) | Step::Deref(_) => None,
    }
}

fn contains_range(cx: &Context<'_>, outer: (Value, Extent), inner: (Value, Extent)) -> bool {
    let is_same_start = cx.view.same(outer.0, inner.0);
    let numbers = |(start, extent): (Value, Extent)| {
        let first = cx.view.number(start)?;
        match extent {
            Extent::All => Some((first, None)),
            Extent::Length(length) => Some((first, Some(first.checked_add(cx.view.number(length)?)?))),
            Extent::Upto(last) => Some((first, Some(cx.view.number(last)?.checked_add(1)?))),
        }
    };
    let is_same_extent = match (outer.1, inner.1) {
        (Extent::All, Extent::All) => true,
        (Extent::Length(outer), Extent::Length(inner)) | (Extent::Upto(outer), Extent::Upto(inner)) => {
            cx.view.same(outer, inner)
        }
        _ => false,
    };
    let (outer, inner) = (numbers(outer), numbers(inner));
    let is_in_numbers = outer.zip(inner).is_some_and(|((outer, outer_end), (inner, inner_end))| {
        outer <= inner && outer_end.is_none_or(|outer| inner_end.is_some_and(|inner| inner <= outer))
    });
    is_same_start && is_same_extent || is_in_numbers
}

/// Whether the bounds of a part consist of constants and of variables for which `is_fixed` holds.
pub(crate) fn is_known(cx: &Context<'_>, part: &Place, is_fixed: &dyn Fn(EntityId) -> bool) -> bool {
    let is_plain = |value: &Value| match value {
        Value::Constant(_) => true,
        Value::Node(at) => cx.view.value_is(*at, is_fixed),
    };
    part.steps.iter().all(|step| match step {
        Step::Index(index) => is_plain(index),
        Step::Range { start, extent, .. } => {
            let start = match start {
                Bound::At(start) => is_plain(start),
                Bound::Default => true,
            };
            start
                && match extent {
                    Extent::Length(length) | Extent::Upto(length) => is_plain(length),
                    Extent::All => true,
                }
        }
        Step::Deref(_) => true,
        Step::Field(_) => false,
    })
}
