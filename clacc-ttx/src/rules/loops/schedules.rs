//! `schedule` for loops whose iterations have unequal work.
//!
//! Without it, each thread gets one contiguous chunk of the iterations. With it, small chunks are distributed round-robin, so that each
//! thread gets some of the long iterations. On two threads, that reduced the time from 0.73 to 0.5 of the serial time for triangular nests,
//! and from 0.8 to 0.5 for a part of the Mandelbrot set. `dynamic` was no better there; with clang, iterations of a few nanoseconds took 15
//! times as long as without a schedule, and it would add numbers in another order in each run.
//!
//! A device distributes iterations among its teams first, and its memory is slower if neighbouring threads do not execute neighbouring
//! iterations. So only host loops get a schedule.

use clacc_sema::acc::clauses;
use clacc_sema::flow::work::{Unevenness, unevenness};
use clacc_sema::omp::form::{Argument, Clause, Operand, Origin, ScheduleKind};
use clacc_sema::program::place::{At, Value};
use clacc_syntax::directive::AccClause;

use super::associated_loops::partitioned;
use super::loop_levels::{directive_of, has_parallel, has_simd};
use crate::rules::core::{Build, Context};

/// The chunk size. The elements of a few neighbouring iterations are in one cache line.
const CHUNK: i128 = 4;

/// Adds the schedule.
pub(crate) fn schedule(cx: &Context<'_>, build: &mut Build<'_>) {
    let directive = directive_of(cx);
    if !cx.edition.weighs_loops || !has_parallel(directive) || has_simd(directive) || has_chunks(cx) {
        return;
    }
    if let Some(clause) = of_loops(cx, partitioned(cx)) {
        build.join(clause);
    }
}

/// Returns the schedule of a loop that threads share without a directive in the source.
pub(super) fn of_bare_loop(cx: &Context<'_>, at: At) -> Option<Clause> {
    (cx.edition.weighs_loops && cx.dialect.is_for_host()).then(|| of_loops(cx, &[at])).flatten()
}

fn of_loops(cx: &Context<'_>, loops: &[At]) -> Option<Clause> {
    let why = match unevenness(cx.view, loops)? {
        Unevenness::Steady => "the work of an iteration depends on its number",
        Unevenness::Unknown => "nothing tells how much work an iteration is",
    };
    let chunk = Some(Operand::Value(Value::constant(CHUNK)));
    Some(Clause::new(
        Argument::Schedule { modifiers: Box::default(), kind: ScheduleKind::Static, chunk },
        Origin::Mapping(why),
    ))
}

/// Returns whether the program specifies the chunks of a loop.
fn has_chunks(cx: &Context<'_>) -> bool {
    let is_stated =
        |clause: &clauses::Clause| matches!(clause.argument, clauses::Argument::Gang { chunk: Some(_), .. });
    cx.clause(AccClause::Gang).is_some_and(is_stated)
}
