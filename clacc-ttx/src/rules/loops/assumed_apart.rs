//! Reports for loops whose iterations are proven independent under assumptions.

use clacc_sema::program::place::EntityId;

use crate::codes;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

/// Reports the assumptions of a loop's independence proof.
pub(crate) fn report_assumptions(cx: &Context<'_>, build: &mut Build<'_>) {
    let proven = cx.tuned.proven(cx.id);
    let Some(proven) = proven.filter(|proven| !proven.assumed.is_empty()) else { return };
    let mut variables: Vec<_> = proven.assumed.iter().flatten().copied().collect();
    variables.sort_unstable();
    variables.dedup();
    let name = |variable: &EntityId| format!("`{}`", cx.view.text(cx.view.name(*variable)));
    let all = variables.iter().map(name).collect::<Vec<_>>().join(", ");
    build.report_directive(
        &codes::MAP0078,
        format!("this loop is shared on the assumption that what {all} lead to does not overlap"),
    );
    build.directive_verdict(
        Fidelity::Approximated,
        "the loop is shared on the assumption that pointers in data clauses do not overlap",
    );
}
