//! Inner loops without a directive that are vectorised, inside loops whose levels are merged.
//!
//! Each iteration of a merged loop is executed by one thread, whose vector lanes would be idle. An innermost loop is found for them if its
//! iterations are proven to be independent. List items of data clauses are assumed not to overlap unless the user says otherwise:
//! overlapping sections would be wrong on a device already.

use super::merged_levels::{calls_levels, has_directives, has_many_branches};
use super::proven_loops::assumptions;
use super::tuned_loops::{InnerLoop, SharedBy};
use super::tuner::Tuner;
use crate::acc::constructs::{Draft, OpenConstructs};
use crate::acc::facts::{ConstructId, Merged, Sharing};
use crate::acc::kernels::is_kernels;
use crate::acc::lanes;
use crate::acc::loop_elements::LoopElements;
use crate::dependence::{Independent, Outcome};
use crate::directives::reduction::ReductionOp;
use crate::program::arithmetic::{Arithmetic, Combination, Counting};
use crate::program::element::{ElementPart, Elements};
use crate::program::entity::Class;
use crate::program::place::{At, EntityId, Place};

/// The minimum trip count for vectorisation, if the trip count is known.
const FEWEST: i128 = 16;

/// Finds the loops for vector lanes, in addition to the loops `of_kernels` that threads share. The levels of the loops around are settled.
pub(super) fn find(
    cx: &Tuner<'_>,
    loops: &LoopElements,
    of_kernels: Vec<InnerLoop>,
    draft: &mut Draft,
) -> Vec<InnerLoop> {
    if of_kernels.is_empty() && !draft.ids().any(|id| is_merged(draft, id, Merged::Threads)) {
        return of_kernels;
    }
    let is_integer = |variable, _| cx.entity(variable).class == Class::Integer;
    let shared = draft.shared_loops();
    let mut nest = OpenConstructs::new(draft);
    let mut found = of_kernels;
    let threads = found.len();
    for at in cx.program.loops.iter().copied().filter(|at| !shared.contains(at)) {
        let open = nest.at(draft, at);
        // The loops of `kernels` are in source order, and none contains another.
        let before = found[..threads].partition_point(|each| each.at < at);
        let is_in_kernels = before.checked_sub(1).is_some_and(|last| cx.run(found[last].at).contains(at));
        let is_outer = |id: &ConstructId| {
            if is_in_kernels { is_kernels(draft, *id) } else { is_merged(draft, *id, Merged::Threads) }
        };
        let Some(outer) = open.iter().position(is_outer) else { continue };
        let Some(within) = open.last().copied().filter(|_| is_free(draft, &open[outer..])) else { continue };
        if is_worth(cx, loops, at)
            && !has_many_branches(cx, cx.run(at))
            && let Outcome::Independent(independent) = cx.judge().judge(at, &assumptions(cx, draft, open))
            && let Some(reductions) = reductions(cx, draft, open, &independent, is_integer)
            && independent.last.is_empty()
            && independent.arrays.is_empty()
        {
            found.push(InnerLoop {
                at,
                shared_by: SharedBy::Lanes,
                within,
                private: independent.private.into(),
                reductions,
                assumed: independent.assumed.into(),
                meets_own_elements: lanes::meets_own_elements(cx, loops, cx.run(at)),
            });
        }
    }
    leave_lanes(cx, draft, &found);
    found
}

pub(super) fn is_merged_by_threads(draft: &Draft, id: ConstructId) -> bool {
    is_merged(draft, id, Merged::Threads)
}

fn is_merged(draft: &Draft, id: ConstructId, wanted: Merged) -> bool {
    draft.construct(id).loop_facts.as_deref().is_some_and(|facts| facts.merged == Some(wanted))
}

/// Returns whether all constructs inside a merged loop, which is the first one in `open`, are sequential loops, so that the lanes are free
/// for inner loops.
pub(super) fn is_free(draft: &Draft, open: &[ConstructId]) -> bool {
    open.iter().skip(1).all(|id| {
        let facts = draft.construct(*id).loop_facts.as_deref();
        facts.is_some_and(|facts| facts.sequential.is_some())
    })
}

/// If vector lanes share a merged loop with such loops inside, they share the inner loops instead.
fn leave_lanes(cx: &Tuner<'_>, draft: &mut Draft, found: &[InnerLoop]) {
    for id in draft.ids() {
        let run = draft.run(id);
        if is_merged(draft, id, Merged::Threads)
            && found.iter().any(|inner| run.contains(inner.at))
            && !has_directives(cx, run)
            && let Some(facts) = &mut draft.facts.constructs[id].loop_facts
        {
            facts.vector = None;
        }
    }
}

/// Returns whether vectorisation is worthwhile: the loop contains only expressions and conditions, it is not known to have few iterations,
/// and they use neighbouring elements.
pub(super) fn is_worth(cx: &Tuner<'_>, loops: &LoopElements, at: At) -> bool {
    let run = cx.run(at);
    let Some(counting) = cx.counting(at) else { return false };
    cx.loops_in(run).len() == 1
        && may_have_directive(cx, at)
        && !has_directives(cx, run)
        && !calls_levels(cx, run)
        && !is_short(cx, &counting)
        && loops
            .elements
            .positions(run)
            .all(|position| is_neighbouring(cx, &loops.elements, position, counting.control))
}

/// Returns whether a loop may get a directive: OpenMP counts its iterations as C does, no pragma of another language has to stay directly
/// before it, and no OpenMP directive of the program is associated with it.
pub(super) fn may_have_directive(cx: &Tuner<'_>, at: At) -> bool {
    let before = at.index().checked_sub(1).map(At::new);
    cx.header_hazard(at).is_none()
        && !before.is_some_and(|before| cx.is_foreign_pragma(before))
        && !may_be_associated_with_openmp(cx, at)
}

/// Returns whether an OpenMP directive precedes a loop, or a loop nest that contains it: nothing may be inserted between a directive and
/// its associated loops.
fn may_be_associated_with_openmp(cx: &Tuner<'_>, at: At) -> bool {
    let order = &cx.program.order;
    let behind = order.partition_point(|id| cx.directive(*id).at < at);
    let Some(before) = behind.checked_sub(1).map(|last| cx.directive(order[last])) else { return false };
    let region = before.region.filter(|region| before.kind.omp().is_some() && region.run.contains(at));
    region.is_some_and(|region| cx.nest(region.run, u32::MAX, true).loops.contains(&at))
}

pub(super) fn is_short(cx: &Tuner<'_>, counting: &Counting) -> bool {
    let constant = |at| cx.constant(at);
    match (constant(counting.first), constant(counting.bound)) {
        (Some(first), Some(bound)) => {
            (bound - first).abs() < FEWEST * counting.step.unwrap_or(1).abs().max(1)
        }
        _ => false,
    }
}

/// Returns whether consecutive iterations of the control variable access the same element or neighbours in the fastest dimension.
pub(super) fn is_neighbouring(
    cx: &Tuner<'_>,
    elements: &Elements,
    position: usize,
    control: EntityId,
) -> bool {
    let last = elements.parts(position).last();
    elements.parts(position).all(|part| match elements.part(part) {
        ElementPart::Subscript(Some(at)) => {
            let slope = slope(cx, at, control);
            slope.is_some_and(|slope| slope == 0 || slope.abs() == 1 && Some(part) == last)
        }
        ElementPart::Range => false,
        _ => true,
    })
}

/// The coefficient of a variable in a value; none if it is not known or not constant.
fn slope(cx: &Tuner<'_>, at: At, variable: EntityId) -> Option<i128> {
    match cx.arithmetic(at) {
        Arithmetic::Constant(_) => Some(0),
        Arithmetic::Variable(other) => Some(i128::from(other == variable)),
        Arithmetic::Same(operand) => slope(cx, operand, variable),
        Arithmetic::Scaled { operand, by, .. } => slope(cx, operand, variable)?.checked_mul(by),
        Arithmetic::Combined { by, operands: [first, second], .. } => {
            let (first, second) = (slope(cx, first, variable)?, slope(cx, second, variable)?);
            match by {
                Combination::Sum => first.checked_add(second),
                Combination::Difference => first.checked_sub(second),
                Combination::Product => (first == 0 && second == 0).then_some(0),
            }
        }
        Arithmetic::Other => {
            cx.mentions(cx.run(at)).all(|mention| mention.place.root != variable).then_some(0)
        }
    }
}

/// The reductions of a loop. None if `may_add` does not accept one that no clause asks for: another order of additions of real numbers is
/// allowed only for a `reduction` of the program.
pub(super) fn reductions(
    cx: &Tuner<'_>,
    draft: &Draft,
    open: &[ConstructId],
    independent: &Independent,
    may_add: impl Fn(EntityId, ReductionOp) -> bool,
) -> Option<Box<[(EntityId, ReductionOp)]>> {
    let is_asked = |variable, operator| {
        open.iter()
            .any(|id| draft.sharing(*id, &Place::whole(variable)) == Some(Sharing::Reduction(operator)))
    };
    let one = |(variable, by): &(EntityId, _)| {
        let operator = ReductionOp::from(*by);
        let shape = cx.shape(&Place::whole(*variable))?;
        let is_plain = !shape.is_bool && !shape.is_narrow && !shape.is_wide && !shape.is_atomic;
        (is_plain && (may_add(*variable, operator) || is_asked(*variable, operator)))
            .then_some((*variable, operator))
    };
    independent.reductions.iter().map(one).collect()
}
