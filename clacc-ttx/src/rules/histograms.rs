//! Arrays that the threads of a loop only update atomically, as histograms.
//!
//! An atomic update costs about twenty times what the plain one does. Where the host's threads share a loop, each of them
//! may have an array of its own, and `reduction` adds them behind the loop: in OpenACC the order of the updates is
//! open too. That needs an array of known and small size, of which the loop does nothing else with any element.

use clacc_sema::acc::facts::{Construct, ConstructId, DataAttributes, Sharing};
use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{Argument, Combiner, Item};
use clacc_sema::program::accumulation::CombinedBy;
use clacc_sema::program::atomic::AtomicKind;
use clacc_sema::program::entity::{Class, Dimension, StorageDuration};
use clacc_sema::program::loops::Control;
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashMap;

use super::{Build, Context};

/// The number of elements up to which each thread gets its own array. It lies on the thread's stack, and behind the
/// loop all elements are added once for each thread.
const MOST_ELEMENTS: u64 = 2048;

pub(super) const WHY: &str = "each thread updates its own array, and all are combined behind the loop";

/// Adds the reductions of the arrays that the atomic updates in a loop change, and says so.
pub(super) fn reduce(cx: &Context<'_>, build: &mut Build<'_>) {
    for (array, operator) in collected(cx) {
        let items = vec![Item::entity(array)];
        build.push_needed(Argument::Reduction { combiner: Combiner::Operator(operator), items }, WHY);
    }
}

/// Whether the threads that share a loop have arrays of their own, so that vector lanes must not share it.
pub(super) fn collects(cx: &Context<'_>) -> bool {
    !collected(cx).is_empty()
}

/// Whether the loop around an atomic update reduces its array.
pub(super) fn is_collected(cx: &Context<'_>) -> bool {
    let Some(update) = Update::of(cx, cx.id) else { return false };
    cx.loops_around().any(|id| {
        let around = Context { id, ..*cx };
        collected(&around).iter().any(|(array, _)| *array == update.array)
    })
}

/// The arrays that each thread has of its own in a loop that threads share, with what combines them.
fn collected(cx: &Context<'_>) -> Vec<(EntityId, ReductionOp)> {
    if !cx.edition.collects_atomics || !cx.dialect.host_memory || !has_atomic(cx) || cx.threaded().is_none() {
        return Vec::new();
    }
    let mut names: FxHashMap<EntityId, (ReductionOp, usize)> = FxHashMap::default();
    let mut order = Vec::new();
    for update in inside(cx).filter_map(|(id, _)| Update::of(cx, id)) {
        let (operator, count) = names.entry(update.array).or_insert_with(|| {
            order.push(update.array);
            (update.operator, 0)
        });
        // A second operator makes the counts differ, so that the array is none of these.
        *count += if *operator == update.operator && !has_lanes(cx, update.at) { update.names } else { 0 };
    }
    let is_only_updated = |array: &EntityId| {
        let mentions = cx.view.mentions(cx.region()).filter(|mention| mention.place.root == *array);
        names.get(array).is_some_and(|(_, count)| mentions.count() == *count)
    };
    order.retain(|array| is_small(cx, *array) && is_shared(cx, *array) && is_only_updated(array));
    if order.is_empty() || is_short(cx) || cx.view.calls(cx.region()).any(|call| may_reach(cx, call.callee)) {
        return Vec::new();
    }
    order.into_iter().map(|array| (array, names[&array].0)).collect()
}

/// An atomic update of an element of an array.
struct Update {
    at: At,
    array: EntityId,
    operator: ReductionOp,
    /// How often the update names the array.
    names: usize,
}

impl Update {
    fn of(cx: &Context<'_>, id: ConstructId) -> Option<Update> {
        let construct = &cx.facts.constructs[id];
        let is_other = |kind: AccClause| construct.first_clause(kind).is_some();
        let others = [AccClause::Read, AccClause::Write, AccClause::Capture, AccClause::Compare];
        if construct.kind != AccDirective::Atomic || others.into_iter().any(is_other) {
            return None;
        }
        let run = construct.run();
        let variable = cx.view.atomic_statement(run, AtomicKind::Update).ok()?.variable?;
        let write = cx.view.writes(run).find(|write| write.operand == variable)?;
        let array = cx.view.root_of(variable)?;
        let accumulation = cx.view.accumulation(write.at)?;
        let names = cx.view.mentions(run).filter(|mention| mention.place.root == array).count();
        let is_element = write.target.is_none() && cx.entity(array).class == Class::Array;
        // `&&` and `||` would change elements that no iteration updates to 0 or 1.
        let is_logical = matches!(accumulation.combined_by, CombinedBy::And | CombinedBy::Or);
        let is_whole = names == accumulation.names && names <= 2;
        (is_element && is_whole && !is_logical).then(|| Update {
            at: run.start,
            array,
            operator: accumulation.combined_by.into(),
            names,
        })
    }
}

/// The constructs in a loop.
fn inside<'a>(cx: &Context<'a>) -> impl Iterator<Item = (ConstructId, &'a Construct)> + use<'a> {
    let (view, facts, run) = (cx.view, cx.facts, cx.region());
    let behind = cx.id.into_raw().into_u32() + 1..facts.constructs.len() as u32;
    let behind = behind.map(|raw| ConstructId::from_raw(la_arena::RawIdx::from_u32(raw)));
    let behind = behind.map(move |id| (id, &facts.constructs[id]));
    behind.take_while(move |(_, construct)| view.directive(construct.directive).at < run.end)
}

fn has_atomic(cx: &Context<'_>) -> bool {
    inside(cx).any(|(_, construct)| construct.kind == AccDirective::Atomic)
}

/// Whether vector lanes share a loop inside this one around a node. They would update one element at the same time.
fn has_lanes(cx: &Context<'_>, at: At) -> bool {
    inside(cx).any(|(_, construct)| {
        construct.run().contains(at)
            && construct
                .loop_facts
                .as_ref()
                .is_some_and(|facts| facts.sequential.is_none() && facts.vector.is_some())
    })
}

/// Whether an array has few elements, which are plain numbers.
fn is_small(cx: &Context<'_>, array: EntityId) -> bool {
    let entity = cx.entity(array);
    let is_plain = entity.is_object()
        && entity.class == Class::Array
        && entity.duration != StorageDuration::Thread
        && !cx.view.is_volatile(array);
    let Some(shape) = cx.view.shape(&Place::whole(array)).filter(|_| is_plain) else { return false };
    let count = shape.dims.iter().try_fold(1_u64, |count, dimension| match dimension {
        Dimension::Fixed(length) => count.checked_mul(*length),
        Dimension::Variable | Dimension::Unknown => None,
    });
    matches!(shape.element, Class::Integer | Class::Real)
        && !(shape.is_bool || shape.is_narrow || shape.is_wide || shape.is_atomic)
        && count.is_some_and(|count| (1..=MOST_ELEMENTS).contains(&count))
}

/// Whether all threads share an array, as far as clauses say, inside the loop too.
fn is_shared(cx: &Context<'_>, array: EntityId) -> bool {
    let is_own = |construct: &Construct| {
        let kind = construct.attribute_of(array).and_then(DataAttributes::sharing_kind);
        kind.is_some_and(|kind| kind != Sharing::Shared)
    };
    let around = std::iter::successors(Some(cx.id), |id| cx.facts.constructs[*id].parent);
    let is_owned_around = around
        .map(|id| &cx.facts.constructs[id])
        .take_while(|construct| construct.compute.is_some())
        .any(is_own);
    let is_local = cx.compute().is_some_and(|compute| cx.view.is_declared_in(array, compute.run()));
    cx.compute().is_some()
        && !is_local
        && !is_owned_around
        && !inside(cx).any(|(_, construct)| is_own(construct))
}

/// Whether a call may read or change an array that the loop does not pass to it.
fn may_reach(cx: &Context<'_>, callee: Option<EntityId>) -> bool {
    callee.is_none_or(|callee| !cx.view.is_mathematical(callee))
}

/// Whether a loop certainly has few iterations.
fn is_short(cx: &Context<'_>) -> bool {
    let loops = cx.construct().loop_facts.as_ref().map_or(&[][..], |facts| &facts.loops);
    let counts = loops.iter().map(|at| count(cx, *at));
    counts.product::<Option<i128>>().is_some_and(|count| count < i128::from(MOST_ELEMENTS))
}

/// The number of iterations of a loop with constant bounds that counts upwards by one.
fn count(cx: &Context<'_>, at: At) -> Option<i128> {
    let Control::Variable { .. } = cx.view.control(at) else { return None };
    let counting = cx.view.counting(at)?;
    let (first, bound) = (cx.constant(counting.first)?, cx.constant(counting.bound)?);
    (counting.step == Some(1)).then(|| bound.saturating_sub(first).max(0))
}
