//! Loops that compilers miscompile with `simd`.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::flow::selected_elements;
use clacc_sema::program::place::At;
use clacc_sema::program::run::Run;
use clacc_syntax::directive::AccClause;

use crate::dialect::Fault;
use crate::rules::copies::reductions::{
    has_bool_element, has_later_part, has_narrow_element, has_variable_length, selects_elements,
};
use crate::rules::core::Context;

/// Returns whether compilers of the dialect would miscompile a loop with `simd`.
pub(super) fn loses_with_simd(cx: &Context<'_>) -> bool {
    *cx.lane_hazards.loops.borrow_mut().entry(cx.id).or_insert_with(|| has_hazard(cx))
}

fn has_hazard(cx: &Context<'_>) -> bool {
    let is_lost = |clause: &Clause| {
        cx.avoids(Fault::SimdReductions)
            || cx.avoids(Fault::SimdArrays) && (has_later_part(cx, clause) || has_variable_length(cx, clause))
            || cx.avoids(Fault::SimdNarrow) && has_narrow_element(cx, clause)
            || cx.avoids(Fault::SimdBools) && has_bool_element(cx, clause)
            || cx.avoids(Fault::SimdElements) && selects_elements(cx, clause)
    };
    let mut reductions = cx.clauses().filter(|clause| clause.kind == AccClause::Reduction);
    is_out_of_order(cx) || reductions.any(is_lost) || selects_own(cx, cx.region(), associated(cx))
}

fn associated<'a>(cx: &Context<'a>) -> &'a [At] {
    cx.construct().loop_facts.as_deref().map_or(&[], |facts| &facts.loops)
}

/// Returns whether compilers of the dialect would let the vector lanes of a loop share memory that is private to each iteration.
pub(super) fn selects_own(cx: &Context<'_>, run: Run, associated: &[At]) -> bool {
    let is_selecting = |callee| cx.facts.selecting_callees.contains(&callee);
    cx.avoids(Fault::SimdOwnArrays)
        && (selected_elements::selects_own(cx.view, run, associated)
            || cx.view.calls(run).filter_map(|call| call.callee).any(is_selecting))
}

/// Whether compilers of the dialect would reorder the accesses of an iteration if the loop had `simd`.
fn is_out_of_order(cx: &Context<'_>) -> bool {
    let facts = cx.construct().loop_facts.as_deref();
    cx.avoids(Fault::SimdOrder) && facts.is_some_and(|facts| facts.meets_own_elements)
}
