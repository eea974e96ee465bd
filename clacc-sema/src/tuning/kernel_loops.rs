//! Loops without a directive in `kernels` constructs that threads may share.
//!
//! The implementation chooses the loops of a `kernels` construct that are partitioned (OpenACC 3.4 2.5.3). One gang executes the statements
//! of the construct in their order, and its threads share the outermost loops that are proven to be independent. Every other statement is
//! executed sequentially.

use clacc_syntax::directive::{AccClause, AccDirective};

use super::array_copies;
use super::choices::LoopProofs;
use super::inner_loops::{is_free, is_short, is_worth, may_have_directive, reductions};
use super::merged_levels::{calls_levels, has_directives, has_many_branches, has_size_one};
use super::proven_loops::assumptions;
use super::tuned_loops::{InnerLoop, SharedBy};
use super::tuner::Tuner;
use crate::acc::constructs::{Draft, OpenConstructs};
use crate::acc::facts::{AccFacts, Construct, ConstructId};
use crate::acc::kernels::is_kernels;
use crate::acc::lanes;
use crate::acc::loop_elements::LoopElements;
use crate::dependence::{Assumptions, Outcome};
use crate::program::View;
use crate::program::place::At;
use crate::program::run::Run;

/// Returns whether a declaration may have loops without a directive that threads may share.
pub(super) fn may_share(view: View<'_>, proofs: LoopProofs, facts: &AccFacts) -> bool {
    let has_loop = |run: Run| !run.of(&view.program.loops, |at| *at).is_empty();
    let is_kernels = |construct: &Construct| construct.kind == AccDirective::Kernels;
    proofs != LoopProofs::Off
        && facts.constructs.iter().any(|(_, one)| is_kernels(one) && has_loop(one.run()))
}

/// Finds the loops without a directive that threads share. The levels of loops with directives are settled.
pub(super) fn find(cx: &Tuner<'_>, loops: &LoopElements, draft: &mut Draft) -> Vec<InnerLoop> {
    let mut found: Vec<InnerLoop> = Vec::new();
    if cx.choices.proofs == LoopProofs::Off || !draft.ids().any(|id| is_kernels(draft, id)) {
        return found;
    }
    let associated = draft.associated_loops();
    let mut nest = OpenConstructs::new(draft);
    for at in cx.program.loops.iter().copied().filter(|at| !associated.contains(at)) {
        let is_inside = found.last().is_some_and(|last| cx.run(last.at).contains(at));
        let open = nest.at(draft, at);
        let kernels = open.iter().position(|id| is_kernels(draft, *id) && !is_of_one(cx, draft, *id));
        let Some(kernels) = kernels.filter(|_| !is_inside) else { continue };
        if is_free(draft, &open[kernels..]) {
            found.extend(shared(cx, loops, (draft, open), at));
        }
    }
    for each in &found {
        if let Some(compute) = draft.construct(each.within).compute {
            draft.facts.constructs[compute].has_worker_loop = true;
        }
    }
    found
}

/// The clauses that a loop needs for threads to share it; none if they may not share it.
fn shared(
    cx: &Tuner<'_>,
    loops: &LoopElements,
    (draft, open): (&Draft, &[ConstructId]),
    at: At,
) -> Option<InnerLoop> {
    let run = cx.run(at);
    let counting = cx.counting(at)?;
    if !may_have_directive(cx, at)
        || has_directives(cx, run)
        || calls_levels(cx, run)
        || is_short(cx, &counting)
    {
        return None;
    }
    let functions = cx.functions_in(run);
    // Compilers do not vectorise a loop with a call that they do not inline.
    let may_have_lanes = functions.is_empty();
    let assumptions = Assumptions { functions, ..assumptions(cx, draft, open) };
    let Outcome::Independent(proven) = cx.judge().judge(at, &assumptions) else { return None };
    if !proven.last.is_empty() || !array_copies::are_small(cx, &proven) || cx.judge().leaves_control(at) {
        return None;
    }
    let may_add = |variable, operator| cx.is_exact(variable, operator);
    let reductions = reductions(cx, draft, open, &proven, may_add)?;
    // Each lane would need a copy of the array.
    let may_have_lanes = may_have_lanes && proven.arrays.is_empty();
    let has_lanes = may_have_lanes && is_worth(cx, loops, at) && !has_many_branches(cx, run);
    Some(InnerLoop {
        at,
        shared_by: SharedBy::Threads { has_lanes },
        within: *open.last()?,
        private: [proven.private, proven.arrays].concat().into(),
        reductions,
        assumed: proven.assumed.into(),
        meets_own_elements: lanes::meets_own_elements(cx, loops, run),
    })
}

/// Returns whether the program gives a `kernels` construct only one gang of one worker.
fn is_of_one(cx: &Tuner<'_>, draft: &Draft, kernels: ConstructId) -> bool {
    let is_one = |kind| has_size_one(cx, draft, kernels, kind);
    is_one(AccClause::NumGangs) && is_one(AccClause::NumWorkers)
}
