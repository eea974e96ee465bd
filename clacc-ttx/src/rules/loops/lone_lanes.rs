//! Loops that vector lanes share and threads do not.

use clacc_sema::acc::facts::LoopFacts;

use crate::dialect::Fault;
use crate::rules::core::Context;

/// Returns whether a loop is partitioned only among vector lanes, and no enclosing loop among gangs or workers. OpenMP does not permit
/// `simd` directly inside `target teams`, but directly inside a function.
fn is_lone_vector(cx: &Context<'_>, facts: &LoopFacts) -> bool {
    cx.compute().is_some()
        && facts.vector.is_some()
        && facts.gang.is_none()
        && facts.worker.is_none()
        && !facts.inside_partitioned
}

/// Returns whether OpenMP does not permit `simd` on a loop in its place.
pub(super) fn needs_thread(cx: &Context<'_>, facts: &LoopFacts) -> bool {
    let may_be_plain = cx.dialect.has_host_gangs() || cx.edition.plain_simd && !cx.avoids(Fault::SimdInTeams);
    is_lone_vector(cx, facts) && !may_be_plain
}

/// Returns whether vector lanes share a loop, and no threads do.
pub(super) fn has_lanes_alone(cx: &Context<'_>) -> bool {
    let facts = cx.construct().loop_facts.as_deref().filter(|facts| facts.sequential.is_none());
    facts.is_some_and(|facts| facts.vector.is_some() && facts.worker.is_none())
}

/// Returns whether threads share a loop, or one added thread executes it because OpenMP does not permit `simd` there.
pub(super) fn starts_threads(cx: &Context<'_>) -> bool {
    let facts = cx.construct().loop_facts.as_deref().filter(|facts| facts.sequential.is_none());
    facts.is_some_and(|facts| facts.worker.is_some() || needs_thread(cx, facts))
}
