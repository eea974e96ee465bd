//! `schedule` for loops whose iterations differ in their work.
//!
//! Without it, each thread gets one part of the iterations, all at once. With it the threads take turns, so that each gets some
//! of the long iterations. On two threads that took from 0.73 to 0.5 of the serial time for triangular nests, and from 0.8 to 0.5 for a part of
//! the Mandelbrot set. `dynamic` was no better there; with clang, it took 15 times as long as without for iterations of a few
//! nanoseconds, and it would add numbers in another order in each run.
//!
//! A device shares iterations among its teams first, and its memory is slower where neighbouring threads have iterations
//! that are no neighbours. So only the host gets this.

use clacc_sema::acc::clauses::{self, Clause};
use clacc_sema::flow::work::{Unevenness, unevenness};
use clacc_sema::omp::form::{Argument, Operand, ScheduleKind};
use clacc_sema::program::place::Value;
use clacc_syntax::directive::AccClause;

use super::associated_loops::partitioned;
use super::loop_levels::{directive_of, has_parallel, has_simd};
use super::{Build, Context};

/// The number of iterations that a thread takes at once. The elements of a few neighbours lie in one line of the cache.
const CHUNK: i128 = 4;

/// Adds the schedule.
pub(super) fn schedule(cx: &Context<'_>, build: &mut Build<'_>) {
    let directive = directive_of(cx);
    if !cx.edition.weighs_loops || !has_parallel(directive) || has_simd(directive) || has_chunks(cx) {
        return;
    }
    let why = match unevenness(cx.view, partitioned(cx)) {
        None => return,
        Some(Unevenness::Steady) => "the work of an iteration depends on its number",
        Some(Unevenness::Unknown) => "nothing tells how much work an iteration is",
    };
    let chunk = Some(Operand::Value(Value::Constant(CHUNK)));
    build.push_needed(Argument::Schedule { kind: ScheduleKind::Static, chunk }, why);
}

/// Whether the program says which iterations belong together.
fn has_chunks(cx: &Context<'_>) -> bool {
    let is_stated =
        |clause: &Clause| matches!(clause.argument, clauses::Argument::Gang { chunk: Some(_), .. });
    cx.clause(AccClause::Gang).is_some_and(is_stated)
}
