//! Arrays that the threads of a loop only update atomically, as histograms.
//!
//! An atomic update costs about twenty times what the plain one does. Where the host's threads share a loop, each of them
//! may have an array of its own, and `reduction` adds them behind the loop: in OpenACC the order of the updates is
//! open too. That needs an array of known and small size, of which the loop does nothing else with any element.

use clacc_sema::omp::form::{Argument, Combiner, Item};

use crate::rules::core::collected_atomics::CollectedAtomics;
use crate::rules::core::{Build, Context, HostThreads};

pub(crate) const WHY: &str = "each thread updates its own array, and all are combined behind the loop";

/// What is found, if the policy makes use of it.
fn found<'a>(cx: &Context<'a>) -> Option<&'a CollectedAtomics> {
    cx.threads.map(HostThreads::atomics).filter(|_| cx.edition.collects_atomics)
}

/// Adds the reductions of the arrays that the atomic updates in a loop change, and says so.
pub(crate) fn reduce(cx: &Context<'_>, build: &mut Build<'_>) {
    for (array, operator) in found(cx).and_then(|found| found.arrays.get(&cx.id)).into_iter().flatten() {
        let items = vec![Item::entity(*array)];
        build.push_needed(Argument::Reduction { combiner: Combiner::Operator(*operator), items }, WHY);
    }
}

/// Whether the threads that share a loop have arrays of their own, so that vector lanes must not share it.
pub(super) fn collects(cx: &Context<'_>) -> bool {
    found(cx).is_some_and(|found| found.arrays.contains_key(&cx.id))
}

/// Whether the loop around an atomic update reduces its array.
pub(crate) fn is_collected(cx: &Context<'_>) -> bool {
    found(cx).is_some_and(|found| found.updates.contains(&cx.id))
}
