//! Headers of partitioned loops that OpenMP or its compilers read differently than OpenACC.

use clacc_sema::acc;
use clacc_sema::program::loops::HeaderHazard;

use super::{Build, Context, associated_loops};
use crate::codes;
use crate::verdict::Fidelity;

/// Reports the hazards of the loops that a directive partitions. The text of the loops is the user's own and
/// stays.
pub(super) fn report(cx: &Context<'_>, build: &mut Build<'_>) {
    let loops = associated_loops::partitioned(cx);
    if loops.len() > 1 && loops.iter().all(|at| cx.view.has_narrow_control(*at)) {
        miscounted(
            build,
            "gcc may lose iterations of these loops: it counts collapsed loops in the type of their variables, which \
             is narrower than `int`",
        );
    }
    for at in loops {
        match cx.view.header_hazard(*at) {
            None => {}
            Some(HeaderHazard::UnequalStep) => build.unsupported_directive(
                "OpenMP permits `!=` only with a step of 1 or -1",
                &codes::MAP0044,
                "OpenMP permits `!=` in a loop only with a step of 1 or -1",
            ),
            Some(HeaderHazard::NarrowStart) => miscounted(
                build,
                "clang runs this loop about 2^31 times: it computes the first value minus the step in 32 bits and \
                 the bound in 64",
            ),
            Some(HeaderHazard::SignedRange) => miscounted(
                build,
                "gcc runs no iteration of this loop: the distance of its bounds is no value of its variable's type",
            ),
            // The values of the variable are right, as long as there are fewer iterations than 2^64.
            Some(HeaderHazard::Wide) => build.report_directive(
                &acc::codes::ACC0136,
                "the iterations of this loop are counted in 64 bits, and its variable has more",
            ),
        }
    }
}

fn miscounted(build: &mut Build<'_>, message: &'static str) {
    build.report_directive(&codes::MAP0043, message);
    build.directive_verdict(Fidelity::Approximated, "compilers count the iterations of this loop wrongly");
}
