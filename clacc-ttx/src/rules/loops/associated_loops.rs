//! The loops that a directive is associated with (OpenACC 3.4 2.9.1).

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::facts::{ConstructId, LoopFacts, Merged};
use clacc_sema::program::place::At;
use clacc_syntax::directive::AccClause;

use super::lane_hazards::loses_with_simd;
use crate::dialect::Fault;
use crate::rules::core::Context;

/// Returns whether there are statements between the associated loops, as `collapse(force:)` permits and OpenMP does not.
pub(super) fn is_loose(cx: &Context<'_>) -> bool {
    let is_forced = |clause: &Clause| matches!(clause.argument, Argument::Collapse { force: true, .. });
    let (Some(facts), Some(clause)) = (&cx.construct().loop_facts, cx.clause(AccClause::Collapse)) else {
        return false;
    };
    is_forced(clause) && cx.view.nest(cx.region(), facts.depth, false).instead.is_some()
}

/// The loops that the directive of a loop is associated with.
pub(crate) fn partitioned<'a>(cx: &Context<'a>) -> &'a [At] {
    let Some(facts) = &cx.construct().loop_facts else { return &[] };
    let collapsed = collapsed_inside(cx);
    if let Some(nest) = cx.tuned.nest(cx.id).filter(|_| !collapsed.is_empty()) {
        let loops =
            |id: &ConstructId| cx.facts.constructs[*id].loop_facts.as_deref().map(|facts| facts.loops.len());
        let inside: usize = collapsed.iter().filter_map(loops).sum();
        return &nest.loops[..facts.loops.len() + inside];
    }
    &facts.loops[..if is_loose(cx) { 1 } else { facts.loops.len() }]
}

/// Returns the constructs inside a merged loop whose loops its directive collapses with its own: the whole nest, or the nest without an
/// innermost loop that vector lanes share or that compilers vectorize themselves.
pub(super) fn collapsed_inside<'a>(cx: &Context<'a>) -> &'a [ConstructId] {
    let Some(nest) = cx.tuned.nest(cx.id).filter(|_| cx.dialect.collapses_nests()) else { return &[] };
    if !cx.dialect.tuning.has_lanes {
        return &nest.inner;
    }
    let levelled = &nest.inner[..nest.levelled];
    let has_loops_inside = nest.has_loops_inside || levelled.len() < nest.inner.len();
    let is_of_lanes = |last: ConstructId| !has_loops_inside || has_lanes(&Context { id: last, ..*cx });
    match levelled {
        [others @ .., last] if is_of_lanes(*last) => others,
        all => all,
    }
}

/// Whether vector lanes share an inner loop.
fn has_lanes(cx: &Context<'_>) -> bool {
    let facts = cx.construct().loop_facts.as_deref();
    let is_proven = |at: &At| {
        let found = cx.tuned.inner_loops.binary_search_by_key(at, |inner| inner.at);
        found.is_ok_and(|found| {
            !cx.avoids(Fault::SimdOrder) || !cx.tuned.inner_loops[found].meets_own_elements
        })
    };
    facts.is_some_and(|facts| {
        facts.vector.is_some() && !loses_with_simd(cx) || facts.loops.iter().any(is_proven)
    })
}

/// Returns whether the directive of an enclosing loop collapses this loop with its own.
pub(super) fn is_collapsed_away(cx: &Context<'_>) -> bool {
    let outer = cx.tuned.outer_of_nest(cx.id);
    outer.is_some_and(|id| collapsed_inside(&Context { id, ..*cx }).contains(&cx.id))
}

/// Whether a loop belongs to a nest that a directive collapses as a whole.
pub(super) fn is_collapsed_loop(cx: &Context<'_>, within: ConstructId, at: At) -> bool {
    let within = Context { id: within, ..*cx };
    let loops = within.construct().loop_facts.as_deref().map_or(&[][..], |facts| &facts.loops);
    loops.contains(&at) && is_collapsed_away(&within)
}

/// Returns whether threads share the collapsed loops of a directive except the last one, which vector lanes share, in its place or after an
/// interchange.
pub(super) fn leaves_last(cx: &Context<'_>) -> bool {
    let moves = || partitioned(cx).last().is_some_and(|last| moves_inside(cx, *last));
    cx.dialect.tuning.has_lanes
        && (is_merged_nest(cx) || partitioned(cx).len() > 1 && moves())
        && collapsed_inside(cx).is_empty()
}

/// Returns whether threads share all loops of a directive, because the devices have no vector lanes or no lanes can share the last loop.
pub(crate) fn takes_all(cx: &Context<'_>) -> bool {
    let takes_nest = || is_merged_nest(cx) && !collapsed_inside(cx).is_empty();
    is_merged(cx) && (!cx.dialect.tuning.has_lanes || takes_nest())
}

fn is_merged_nest(cx: &Context<'_>) -> bool {
    is_merged(cx) && partitioned(cx).len() > 1
}

/// Returns true if threads of all teams share a loop, because its levels are merged.
fn is_merged(cx: &Context<'_>) -> bool {
    let has_vector = |facts: &LoopFacts| facts.vector.is_some() || !collapsed_inside(cx).is_empty();
    let is_merged = |facts: &LoopFacts| facts.merged == Some(Merged::Threads) && has_vector(facts);
    cx.construct().loop_facts.as_deref().is_some_and(is_merged) && tile(cx).is_none()
}

/// Returns the `tile` clause of a loop. Short text has no use for one whose tiles have one iteration.
pub(super) fn tile<'a>(cx: &Context<'a>) -> Option<&'a Clause> {
    let has_effect = |clause: &&Clause| match &clause.argument {
        Argument::Tile(sizes) => {
            sizes.iter().flatten().any(|size| cx.constant(*size).is_some_and(|size| size != 1))
        }
        _ => true,
    };
    cx.clause(AccClause::Tile).filter(|clause| !cx.dialect.is_short() || has_effect(clause))
}

/// Returns whether a loop is interchanged with the loop in its body, where vector lanes share it.
pub(super) fn moves_inside(cx: &Context<'_>, at: At) -> bool {
    cx.dialect.is_for_host() && cx.tuned.interchanged_loops.iter().any(|loops| loops.outer == at)
}
