//! Headers of partitioned loops that OpenMP or its compilers interpret differently than OpenACC.

use clacc_sema::acc;
use clacc_sema::acc::facts::LoopFacts;
use clacc_sema::program::loops::HeaderHazard;
use clacc_sema::program::place::At;

use super::associated_loops;
use crate::codes;
use crate::dialect::Fault;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

const OF_NEST: &str = "gcc would lose iterations of these loops: it counts collapsed loops in the type of their variables, which \
                       is narrower than `int`";

/// Refuses or reports the loops that a directive partitions and whose headers are hazards. The text of the loops is not changed.
pub(crate) fn report(cx: &Context<'_>, build: &mut Build<'_>) {
    for at in associated_loops::partitioned(cx) {
        match cx.view.header_hazard(*at) {
            Some(HeaderHazard::UnequalStep) => build.unsupported_directive(
                "OpenMP permits `!=` only with a step of 1 or -1",
                &codes::MAP0044,
                "OpenMP permits `!=` in a loop only with a step of 1 or -1",
            ),
            // The values of the variable are correct for fewer than 2^64 iterations.
            Some(HeaderHazard::Wide) => build.report_directive(
                &acc::codes::ACC0136,
                "the iterations of this loop are counted in 64 bits, and its variable has more",
            ),
            Some(HeaderHazard::NarrowStart | HeaderHazard::SignedRange) | None => {}
        }
    }
}

/// Returns whether a loop has no directive, because a compiler of the dialect would compute a wrong trip count for it or for an enclosing
/// loop.
pub(super) fn is_miscounted(cx: &Context<'_>) -> bool {
    let around = || cx.loops_around().any(|id| miscount(&Context { id, ..*cx }).is_some());
    miscount(cx).is_some() || !counts_all(cx) && around()
}

/// Returns whether a gang loop inside a compute construct has no directive because of a wrong trip count, so that all gangs would execute
/// it.
pub(crate) fn has_miscounted_gang_loop(cx: &Context<'_>) -> bool {
    let is_of_gangs = |facts: &LoopFacts| facts.sequential.is_none() && facts.gang.is_some();
    !counts_all(cx)
        && cx.constructs_inside().any(|(id, construct)| {
            construct.loop_facts.as_deref().is_some_and(is_of_gangs)
                && miscount(&Context { id, ..*cx }).is_some()
        })
}

/// Reports that one thread executes a loop with a wrong trip count. Refuses it in a function that gangs call, because each gang would
/// execute it.
pub(crate) fn report_miscount(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(message) = miscount(cx).filter(|_| is_shared(cx)) else { return };
    let is_of_gangs = cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some());
    if is_of_gangs && cx.compute().is_none() && !cx.dialect.is_for_host() {
        let reason = "compilers count the iterations wrongly, and without a directive every gang would execute all of them";
        return build.unsupported_directive(reason, &codes::MAP0043, message);
    }
    let reason = "one thread executes the loop, because compilers count its iterations wrongly";
    build.directive_verdict_of(Fidelity::Approximated, reason, &codes::MAP0043);
    build.report_directive(&codes::MAP0043, format!("{message}; so one thread executes it"));
}

/// Whether gangs, workers or vector lanes share a loop.
fn is_shared(cx: &Context<'_>) -> bool {
    let facts = cx.construct().loop_facts.as_deref();
    facts.is_some_and(|facts| facts.sequential.is_none() && facts.is_partitioned())
}

fn counts_all(cx: &Context<'_>) -> bool {
    !cx.avoids(Fault::NarrowStarts) && !cx.avoids(Fault::SignedRanges) && !cx.avoids(Fault::NarrowNests)
}

/// Describes how a compiler of the dialect would miscount the iterations of a directive's loops; none if it would not.
fn miscount(cx: &Context<'_>) -> Option<&'static str> {
    if counts_all(cx) {
        return None;
    }
    let loops = associated_loops::partitioned(cx);
    let is_narrow = || loops.iter().all(|at| cx.view.has_narrow_control(*at));
    let of_nest = (cx.avoids(Fault::NarrowNests) && loops.len() > 1 && is_narrow()).then_some(OF_NEST);
    of_nest.or_else(|| loops.iter().find_map(|at| miscounted(cx, *at)))
}

/// Describes how a compiler of the dialect would miscount the iterations of a loop; none if it would not.
pub(super) fn miscounted(cx: &Context<'_>, at: At) -> Option<&'static str> {
    match cx.view.header_hazard(at)? {
        HeaderHazard::NarrowStart if cx.avoids(Fault::NarrowStarts) => Some(
            "clang would run this loop about 2^31 times: it computes the first value minus the step in 32 bits and the bound in \
             64",
        ),
        HeaderHazard::SignedRange if cx.avoids(Fault::SignedRanges) => Some(
            "gcc would run no iteration of this loop: the distance of its bounds is no value of its variable's type",
        ),
        _ => None,
    }
}
