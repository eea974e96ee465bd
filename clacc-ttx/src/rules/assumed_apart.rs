//! Loops that are shared because their iterations are proven to be independent.

use super::{Build, Context};
use crate::codes;
use crate::verdict::Fidelity;

/// Says what the proof of a loop takes for granted.
pub(super) fn report_assumptions(cx: &Context<'_>, build: &mut Build<'_>) {
    let proven = cx.construct().loop_facts.as_ref().and_then(|facts| facts.proven.as_ref());
    let Some(proven) = proven.filter(|proven| !proven.assumed.is_empty()) else { return };
    let name = |variable| cx.view.text(cx.view.name(variable));
    let pairs = proven.assumed.iter().map(|[one, other]| {
        if one == other {
            format!("the rows of `{}` do not overlap", name(*one))
        } else {
            format!("`{}` and `{}` do not overlap", name(*one), name(*other))
        }
    });
    let all = pairs.collect::<Vec<_>>().join(", ");
    build.report_directive(&codes::MAP0078, format!("this loop is shared on the assumption that {all}"));
    build.directive_verdict(
        Fidelity::Approximated,
        "the loop is shared on the assumption that pointers in data clauses do not overlap",
    );
}
