//! `schedule` for loops whose iterations differ in their work.
//!
//! Without it, each thread gets one part of the iterations, all at once. If the work of an iteration grows with its number,
//! the threads take turns. If nothing tells how much it is, each thread takes the next iterations when it has
//! done its own. A device shares iterations among its teams first, and its memory is slower where neighbouring threads
//! have iterations that are no neighbours. So only the host gets this.

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
    let (kind, why) = match unevenness(cx.view, partitioned(cx)) {
        None => return,
        Some(Unevenness::Steady) => (ScheduleKind::Static, "the work of an iteration depends on its number"),
        Some(Unevenness::Unknown) => (ScheduleKind::Dynamic, "iterations may end early"),
    };
    let chunk = Some(Operand::Value(Value::Constant(CHUNK)));
    build.push_needed(Argument::Schedule { kind, chunk }, why);
}

/// Whether the program says which iterations belong together.
fn has_chunks(cx: &Context<'_>) -> bool {
    let is_stated =
        |clause: &Clause| matches!(clause.argument, clauses::Argument::Gang { chunk: Some(_), .. });
    cx.clause(AccClause::Gang).is_some_and(is_stated)
}
