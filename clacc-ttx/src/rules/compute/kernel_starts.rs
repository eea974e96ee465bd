//! How kernels begin in clang's device code, which decides how long all kernels of a file are.
//!
//! A `teams` region with a `parallel` region directly inside begins with all threads. Another `teams` region begins with one thread of each
//! team, which the others wait for. Even where clang's optimizer lets all threads execute such a region, its library's code for both ways stays in
//! every kernel of the file: a kernel of 57 PTX instructions then has 155. So what one thread executes alone is in a `parallel` region.
//! `thread_limit(1)` on a `target parallel` would say the same in one directive, but clang 19 makes a task of it, and loses arrays of variable
//! length with `firstprivate`. What is left is reported.

use clacc_sema::omp::form::{Directive, Origin};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::OmpDirective;

use crate::codes;
use crate::rules::core::{Build, Context};
use crate::rules::loops::lone_thread::is_alone;
use crate::rules::loops::loop_levels::{directive_of, has_distribute, has_parallel};
use crate::rules::loops::variable_pointers;

/// Lets the region of a compute construct begin with the threads that execute it, or reports that it does not.
pub(super) fn begin(cx: &Context<'_>, build: &mut Build<'_>) {
    if is_alone(cx) {
        build.divide(region_of_thread(cx, cx.region()));
    } else if cx.kernel_parts().is_empty() {
        report(cx, build);
    }
}

/// Returns the directive around the statements that one thread executes.
pub(super) fn region_of_thread(cx: &Context<'_>, run: Run) -> Directive {
    let origin = Origin::Mapping("the kernel begins with the thread that executes it");
    let copied = variable_pointers::of_threads(cx, OmpDirective::Parallel, run);
    Directive::of_statement(OmpDirective::Parallel, copied.into_iter().collect(), origin)
}

/// Reports a region that is not divided, and begins with one thread of each team.
pub(super) fn report(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.keeps_kernels_short() || begins_with_all(cx) {
        return;
    }
    let message = "clang begins this region with one thread of each team, which makes all kernels of the file longer on a GPU";
    let advice = "a construct that is one loop, which gangs and workers or vector lanes share, begins with all threads";
    let finding = build.about_directive(&codes::MAP0109, message).note(advice);
    build.report_finding(finding);
}

/// Returns whether a construct is one loop that threads of all teams share.
fn begins_with_all(cx: &Context<'_>) -> bool {
    let directive = cx.construct().whole_loop.and_then(|id| directive_of(&Context { id, ..*cx }));
    has_distribute(directive) && has_parallel(directive)
}
