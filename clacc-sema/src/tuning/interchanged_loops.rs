//! Loops that are interchanged, inside loops whose levels are merged: `for j { A; for k B; }` becomes `for j A; for k for j B;` where the
//! accesses in `B` are contiguous in `j`, and strided in `k`.
//!
//! Each element gets the same values in the same order as before, so that sums of real numbers have the same results. Both loops are
//! executed by one thread as a whole, with or without a directive, so nothing that threads share changes.

use clacc_syntax::directive::AccClause;
use rustc_hash::FxHashSet;

use super::choices::LoopInterchange;
use super::inner_loops::{is_merged_by_threads, is_neighbouring, is_short};
use super::merged_levels::calls_levels;
use super::proven_loops::assumptions;
use super::tuned_loops::InterchangedLoops;
use super::tuner::Tuner;
use crate::acc::constructs::{Draft, OpenConstructs};
use crate::acc::facts::{ConstructId, Merged};
use crate::acc::lanes;
use crate::acc::loop_elements::LoopElements;
use crate::program::element::Gathering;
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// Finds the loops to interchange. The levels of all loops are settled, and the inner loops for vector lanes are found.
pub(super) fn find(cx: &Tuner<'_>, loops: &LoopElements, draft: &Draft) -> Vec<InterchangedLoops> {
    if cx.choices.interchange == LoopInterchange::Off
        || !draft.ids().any(|id| is_merged_by_threads(draft, id))
    {
        return Vec::new();
    }
    let mut nest = OpenConstructs::new(draft);
    let mut found = Vec::new();
    for [outer, inner] in pairs(cx) {
        let open = nest.at(draft, inner);
        let Some(threads) = open.iter().position(|id| is_merged_by_threads(draft, *id)) else { continue };
        let pair = LoopPair { cx, draft, outer, inner, around: &open[threads..] };
        if pair.is_of_one_thread()
            && pair.has_no_other_directives()
            && !pair.would_leave_control()
            && let Some(strided) = pair.is_worth()
            && let Some(proven) = cx.judge().interchange([outer, inner], &assumptions(cx, draft, open))
        {
            found.push(InterchangedLoops {
                outer,
                inner,
                before: pair.statement_before(),
                within: open[threads],
                private: proven.private.into(),
                assumed: proven.assumed.into(),
                strided,
                meets_own_elements: lanes::meets_own_elements(cx, loops, body_of(cx, inner)),
            });
        }
    }
    found
}

/// The pairs of a loop and the only loop inside it, in the order of the inner ones.
fn pairs(cx: &Tuner<'_>) -> impl Iterator<Item = [At; 2]> {
    let loops = &cx.program.loops;
    let of_two = |at: usize| {
        let run = cx.run(loops[at]);
        let is_inside = |other: usize| loops.get(other).is_some_and(|other| run.contains(*other));
        (is_inside(at + 1) && !is_inside(at + 2)).then(|| [loops[at], loops[at + 1]])
    };
    (0..loops.len()).filter_map(of_two)
}

fn body_of(cx: &Tuner<'_>, at: At) -> Run {
    cx.run(cx.program.outline.children(at).last().unwrap_or(at))
}

/// A loop and the only loop inside it.
struct LoopPair<'p, 'a> {
    cx: &'p Tuner<'a>,
    draft: &'p Draft,
    outer: At,
    inner: At,
    /// The constructs around the inner loop, beginning with the loop that threads share.
    around: &'p [ConstructId],
}

impl LoopPair<'_, '_> {
    /// Returns whether a thread executes both loops as a whole, or would do so if vector lanes did not share the outer one: it is the last
    /// of collapsed loops, or has a directive with levels alone.
    fn is_of_one_thread(&self) -> bool {
        let is_left = |(position, id): (usize, &ConstructId)| {
            let Some(facts) = &self.draft.construct(*id).loop_facts else { return false };
            let is_sequential = facts.sequential.is_some();
            match &facts.loops[..] {
                [.., last] if position == 0 && *last == self.outer => self.is_collapsed(*id),
                about if position == 0 => !about.contains(&self.outer) && !about.contains(&self.inner),
                [only] if *only == self.outer => {
                    (is_sequential || facts.merged == Some(Merged::Lanes)) && self.has_levels_only(*id)
                }
                [only] if *only == self.inner => is_sequential && self.has_levels_only(*id),
                about => is_sequential && !about.contains(&self.outer) && !about.contains(&self.inner),
            }
        };
        self.around.iter().enumerate().all(is_left)
    }

    /// Returns whether the construct collapses several loops that are directly nested.
    fn is_collapsed(&self, id: ConstructId) -> bool {
        let construct = self.draft.construct(id);
        let Some(facts) = &construct.loop_facts else { return false };
        let is_nested = |pair: &[At]| match pair {
            [outer, inner] => {
                let pair = LoopPair { outer: *outer, inner: *inner, ..*self };
                pair.statement_before().is_none() && pair.cx.run(*outer).end == pair.cx.run(*inner).end
            }
            _ => false,
        };
        facts.loops.len() > 1
            && facts.loops.len() == facts.depth as usize
            && facts.loops.windows(2).all(is_nested)
            && !construct.clauses.iter().any(|clause| self.cx.clauses[*clause].kind == AccClause::Tile)
    }

    /// Returns whether a directive has only clauses about the levels of its loop.
    fn has_levels_only(&self, id: ConstructId) -> bool {
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
        let construct = self.draft.construct(id);
        construct.clauses.iter().all(|clause| is_level(self.cx.clauses[*clause].kind))
    }

    /// Returns whether all directives in the loops belong to constructs around the inner loop, and no called function has partitioned
    /// loops.
    fn has_no_other_directives(&self) -> bool {
        let LoopPair { cx, draft, .. } = *self;
        let around: FxHashSet<_> = self.around.iter().map(|id| draft.construct(*id).directive).collect();
        let run = cx.run(self.outer);
        let mut inside = cx.program.order.iter().filter(|id| run.contains(cx.directive(**id).at));
        inside.all(|id| around.contains(id)) && !calls_levels(cx, run)
    }

    /// The statement before the inner loop in the body of the outer one.
    fn statement_before(&self) -> Option<At> {
        let cx = self.cx;
        let body = body_of(cx, self.outer).start;
        let statements =
            cx.program.outline.children(body).filter(|_| cx.passage(body) == Some(Passage::Sequence));
        statements.take_while(|each| !cx.run(*each).contains(self.inner)).last()
    }

    /// Returns whether the interchange would move the header of the inner loop out of the block that declares its control variable: its
    /// directive makes the variable private in a block.
    fn would_leave_control(&self) -> bool {
        let is_about = |id: &ConstructId| {
            let facts = self.draft.construct(*id).loop_facts.as_deref();
            facts.is_some_and(|facts| facts.loops[..] == [self.inner])
        };
        let is_declared = || self.cx.counting(self.inner).is_some_and(|counting| counting.is_declared);
        self.around.iter().any(is_about) && self.statement_before().is_none() && !is_declared()
    }

    /// A variable that the inner loop accesses with a stride, if all accesses in it are contiguous or invariant in the outer loop.
    fn is_worth(&self) -> Option<EntityId> {
        let cx = self.cx;
        let (by_outer, by_inner) = (cx.counting(self.outer)?, cx.counting(self.inner)?);
        // Compilers unroll a short inner loop, and lanes share the outer one as well.
        if is_short(cx, &by_outer) || is_short(cx, &by_inner) {
            return None;
        }
        let mut gathering = Gathering::default();
        cx.view.gather_elements(body_of(cx, self.inner), &|_| true, &mut gathering);
        let elements = gathering.finish();
        let is_near = |position, control| is_neighbouring(cx, &elements, position, control);
        let all = || 0..elements.len();
        let strided = all().find(|position| !is_near(*position, by_inner.control))?;
        all().all(|position| is_near(position, by_outer.control)).then(|| elements.get(strided).root)
    }
}
