//! Loops that change places, inside loops whose levels are merged: `for j { A; for k B; }` becomes `for j A; for k for j B;`
//! where the elements that `B` accesses lie side by side for `j`, and far apart for `k`.
//!
//! Each element gets the same values in the same order as before, so that sums of real numbers have the same results. Both
//! loops are executed by one thread as a whole, with or without a directive, so nothing that threads share changes.

use clacc_syntax::directive::AccClause;
use rustc_hash::FxHashSet;

use super::chosen_levels::LoopInterchange;
use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, InterchangedLoops};
use super::inner_loops::{associated, is_free, is_merged_by_threads, is_neighbouring, is_short};
use super::lanes;
use super::loop_elements::LoopElements;
use super::merged_levels::calls_levels;
use super::proven_loops::assumptions;
use crate::dependence::Judge;
use crate::program::element::Gathering;
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// Finds these loops. The levels of all loops are settled, and the inner loops that lanes share are found.
pub(super) fn find(cx: &Cx<'_>, loops: &LoopElements, draft: &mut Draft) {
    if cx.surroundings.loop_interchange == LoopInterchange::Off
        || !draft.ids().any(|id| is_merged_by_threads(draft, id))
    {
        return;
    }
    let judge = Judge::new(cx.view);
    let associated = associated(draft);
    let mut nest = OpenConstructs::new(draft);
    let mut found = Vec::new();
    for [outer, inner] in pairs(cx) {
        let open = nest.at(draft, inner);
        let Some(threads) = open.iter().position(|id| is_merged_by_threads(draft, *id)) else { continue };
        let around = &open[threads..];
        if associated.contains(&outer)
            || associated.contains(&inner)
            || !is_free(draft, around)
            || !are_bare(cx, draft, &around[1..], [outer, inner])
        {
            continue;
        }
        // A header that leaves the block would count a variable that the threads share.
        let before = statement_before(cx, [outer, inner]);
        if before.is_none() && has_own_control(cx, draft, around, inner) {
            continue;
        }
        if let Some(strided) = is_worth(cx, [outer, inner])
            && let Some(proven) = judge.interchange([outer, inner], &assumptions(cx, draft, open))
        {
            found.push(InterchangedLoops {
                outer,
                inner,
                before,
                within: around[0],
                private: proven.private.into(),
                assumed: proven.assumed.into(),
                strided,
                meets_own_elements: lanes::meets_own_elements(cx, loops, body_of(cx, inner)),
            });
        }
    }
    draft.facts.interchanged_loops = found.into();
}

/// The loops in which there is one loop and no other, with that one, in the order of the inner ones.
fn pairs(cx: &Cx<'_>) -> impl Iterator<Item = [At; 2]> {
    let loops = &cx.program.loops;
    let of_two = |at: usize| {
        let run = cx.run(loops[at]);
        let is_inside = |other: usize| loops.get(other).is_some_and(|other| run.contains(*other));
        (is_inside(at + 1) && !is_inside(at + 2)).then(|| [loops[at], loops[at + 1]])
    };
    (0..loops.len()).filter_map(of_two)
}

fn body_of(cx: &Cx<'_>, at: At) -> Run {
    cx.run(cx.program.outline.children(at).last().unwrap_or(at))
}

/// Whether no directive is in the loops but those of these constructs, which are about one of the loops each, and say nothing
/// but which levels share it.
fn are_bare(cx: &Cx<'_>, draft: &Draft, around: &[ConstructId], loops: [At; 2]) -> bool {
    let is_level = |kind| {
        matches!(
            kind,
            AccClause::Gang
                | AccClause::Worker
                | AccClause::Vector
                | AccClause::Seq
                | AccClause::Auto
                | AccClause::Independent
        )
    };
    let is_about_one = |id: &ConstructId| {
        let construct = draft.construct(*id);
        let about = construct.loop_facts.as_ref().map(|facts| &facts.loops[..]);
        loops.iter().any(|at| about == Some(&[*at]))
            && construct.clauses.iter().all(|clause| is_level(cx.clauses[*clause].kind))
    };
    let of_these: FxHashSet<_> = around.iter().map(|id| draft.construct(*id).directive).collect();
    let run = cx.run(loops[0]);
    let mut inside = cx.program.order.iter().filter(|id| run.contains(cx.directive(**id).at));
    around.iter().all(is_about_one) && inside.all(|id| of_these.contains(id)) && !calls_levels(cx, run)
}

/// The statement before the inner loop in the body of the outer one.
fn statement_before(cx: &Cx<'_>, [outer, inner]: [At; 2]) -> Option<At> {
    let body = body_of(cx, outer).start;
    let statements =
        cx.program.outline.children(body).filter(|_| cx.passage(body) == Some(Passage::Sequence));
    statements.take_while(|each| !cx.run(*each).contains(inner)).last()
}

/// Whether a directive gives each thread its own control variable of the inner loop, in a block around that loop alone.
fn has_own_control(cx: &Cx<'_>, draft: &Draft, around: &[ConstructId], inner: At) -> bool {
    let is_about = |id: &ConstructId| {
        let facts = draft.construct(*id).loop_facts.as_ref();
        facts.is_some_and(|facts| facts.loops[..] == [inner])
    };
    around.iter().any(is_about) && !cx.counting(inner).is_some_and(|counting| counting.is_declared)
}

/// A variable whose elements the inner loop accesses far from each other, if all elements in it lie side by side for the
/// outer loop, or are the same.
fn is_worth(cx: &Cx<'_>, [outer, inner]: [At; 2]) -> Option<EntityId> {
    let (by_outer, by_inner) = (cx.counting(outer)?, cx.counting(inner)?);
    if is_short(cx, &by_outer) {
        return None;
    }
    let mut gathering = Gathering::default();
    cx.view.gather_elements(body_of(cx, inner), &|_| true, &mut gathering);
    let elements = gathering.finish();
    let is_near = |position, control| is_neighbouring(cx, &elements, position, control);
    let all = || 0..elements.len();
    let strided = all().find(|position| !is_near(*position, by_inner.control))?;
    all().all(|position| is_near(position, by_outer.control)).then(|| elements.get(strided).root)
}
