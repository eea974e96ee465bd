//! The compute constructs that one gang or one thread executes, whatever the sizes that the program gives.

use clacc_sema::acc::RoutineLevel;
use clacc_sema::acc::facts::Construct;
use clacc_sema::program::run::Run;
use clacc_sema::tuning::{InnerLoop, SharedBy};
use clacc_syntax::directive::AccDirective;

use super::loop_headers::has_miscounted_gang_loop;
use crate::rules::core::Context;

/// Returns whether a construct gets one gang, because its gangs would repeat a loop with `auto` or `seq`, or a loop that gets no directive.
pub(crate) fn needs_one_gang(cx: &Context<'_>) -> bool {
    !cx.dialect.follows_design() && cx.construct().has_repeated_loop || has_miscounted_gang_loop(cx)
}

/// Returns the reason why a construct gets one gang although no clause says so.
pub(crate) fn gets_one_gang(cx: &Context<'_>) -> Option<&'static str> {
    if needs_one_gang(cx) {
        return Some("gangs would repeat a sequential loop");
    }
    let is_open = cx.edition.one_gang_without_loops && cx.construct().needs_no_gangs;
    is_open.then_some("the number of gangs is open, and nothing is shared among them")
}

/// Returns whether one thread executes the construct: a `kernels` construct without gang and worker loops.
pub(crate) fn has_one_thread(cx: &Context<'_>) -> bool {
    let construct = cx.construct();
    construct.kind == AccDirective::Kernels && !construct.is_gang_loop && !construct.has_worker_loop
}

/// Returns whether a compute construct is a `parallel` region with one thread.
pub(crate) fn is_alone(cx: &Context<'_>) -> bool {
    let construct = cx.construct();
    let is_of_one_thread = || match construct.kind {
        AccDirective::Serial => true,
        AccDirective::Kernels if !construct.is_gang_loop => has_one_thread(cx),
        _ => has_one_gang(cx) && !shares_loops(cx, construct.run()),
    };
    may_be_alone(cx) && is_of_one_thread()
}

/// Returns whether statements of a construct that one thread executes can be in a `parallel` region. A function for gangs cannot be called there,
/// because it has `distribute`, and one for workers or vector lanes has a `parallel` region of its own.
pub(crate) fn may_be_alone(cx: &Context<'_>) -> bool {
    cx.keeps_kernels_short() && !calls_shared_loops(cx)
}

/// Returns whether a construct calls functions whose loops several threads may share.
pub(crate) fn calls_shared_loops(cx: &Context<'_>) -> bool {
    cx.construct().called_level > Some(RoutineLevel::Seq)
}

fn has_one_gang(cx: &Context<'_>) -> bool {
    let one_stated = || {
        let size = cx.construct().sizes.num_gangs.as_deref();
        size.is_some_and(|size| size.constant == Some(1) && size.further.is_empty())
    };
    gets_one_gang(cx).is_some() || one_stated()
}

/// Returns whether threads share a loop in a run.
pub(crate) fn shares_loops(cx: &Context<'_>, run: Run) -> bool {
    let is_shared = |construct: &Construct| {
        let facts = construct.loop_facts.as_deref();
        run.contains(construct.run().start)
            && facts.is_some_and(|facts| facts.sequential.is_none() && facts.is_partitioned())
    };
    let is_of_threads = |inner: &InnerLoop| matches!(inner.shared_by, SharedBy::Threads { .. });
    cx.tuned.inner_loops.iter().any(|inner| run.contains(inner.at) && is_of_threads(inner))
        || cx.facts.constructs.iter().any(|(_, construct)| is_shared(construct))
}
