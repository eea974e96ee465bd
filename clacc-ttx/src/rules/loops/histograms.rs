//! Arrays that the threads of a loop only update atomically, as histograms.
//!
//! An atomic update costs about twenty times as much as a plain one. Where host threads share a loop, each of them may have a private
//! array, combined after the loop by `reduction`: the order of the updates is unspecified in OpenACC too. That requires an array of known
//! and small size whose elements the loop uses only in such updates.
//!
//! An array of more than 2048 elements, of variable length, or behind a pointer is updated atomically, as under every other
//! policy.

use clacc_sema::omp::form::{Argument, Combiner, Item};

use crate::rules::core::collected_atomics::CollectedAtomics;
use crate::rules::core::{Build, Context, HostThreads};

pub(crate) const WHY: &str = "each thread updates its own array, and all are combined behind the loop";

/// Returns the collected atomics, if the policy makes use of them.
fn found<'a>(cx: &Context<'a>) -> Option<&'a CollectedAtomics> {
    cx.threads.map(HostThreads::atomics).filter(|_| cx.edition.collects_atomics)
}

/// Adds the reductions of the arrays that the atomic updates in a loop change.
pub(crate) fn reduce(cx: &Context<'_>, build: &mut Build<'_>) {
    for (array, operator) in found(cx).and_then(|found| found.arrays.get(&cx.id)).into_iter().flatten() {
        let items = vec![Item::entity(*array)];
        build.push_needed(Argument::Reduction { combiner: Combiner::Operator(*operator), items }, WHY);
    }
}

/// Returns whether the threads that share a loop have private arrays, so that vector lanes must not share it.
pub(super) fn collects(cx: &Context<'_>) -> bool {
    found(cx).is_some_and(|found| found.arrays.contains_key(&cx.id))
}

/// Whether the loop around an atomic update reduces its array.
pub(crate) fn is_collected(cx: &Context<'_>) -> bool {
    found(cx).is_some_and(|found| found.updates.contains(&cx.id))
}
