//! The loops that one directive is about (OpenACC 3.4 2.9.1).

use clacc_sema::acc::clauses::{Argument, Clause};
use clacc_sema::acc::facts::{LoopFacts, Merged};
use clacc_sema::program::place::At;
use clacc_syntax::directive::AccClause;

use super::Context;

/// Whether statements stand between the loops, as `collapse(force:)` permits and OpenMP does not.
pub(super) fn is_loose(cx: &Context<'_>) -> bool {
    let is_forced = |clause: &Clause| matches!(clause.argument, Argument::Collapse { force: true, .. });
    let (Some(facts), Some(clause)) = (&cx.construct().loop_facts, cx.clause(AccClause::Collapse)) else {
        return false;
    };
    is_forced(clause) && cx.view.nest(cx.region(), facts.depth, false).instead.is_some()
}

/// The loops that the directive of a loop is associated with.
pub(super) fn partitioned<'a>(cx: &Context<'a>) -> &'a [At] {
    let Some(facts) = &cx.construct().loop_facts else { return &[] };
    &facts.loops[..if is_loose(cx) { 1 } else { facts.loops.len() }]
}

/// Whether threads share the collapsed loops of a directive but the last one, which vector lanes share, there or inside of
/// another loop.
pub(super) fn leaves_last(cx: &Context<'_>) -> bool {
    let moves = || partitioned(cx).last().is_some_and(|last| moves_inside(cx, *last));
    !cx.dialect.collapses_all && (is_merged_nest(cx) || partitioned(cx).len() > 1 && moves())
}

/// Whether threads share all collapsed loops of a directive, as devices without vector lanes need it.
pub(super) fn takes_all(cx: &Context<'_>) -> bool {
    cx.dialect.collapses_all && is_merged_nest(cx)
}

fn is_merged_nest(cx: &Context<'_>) -> bool {
    let is_merged = |facts: &LoopFacts| facts.merged == Some(Merged::Threads) && facts.vector.is_some();
    cx.construct().loop_facts.as_ref().is_some_and(is_merged)
        && partitioned(cx).len() > 1
        && cx.clause(AccClause::Tile).is_none()
}

/// Whether a loop moves inside of the one in its body, where vector lanes share it.
pub(super) fn moves_inside(cx: &Context<'_>, at: At) -> bool {
    cx.dialect.host_memory && cx.facts.interchanged_loops.iter().any(|loops| loops.outer == at)
}
