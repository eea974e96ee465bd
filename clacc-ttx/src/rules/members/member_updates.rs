//! The directives for pointees of pointer members on `update`, in dialects with the motion modifier `present`.
//!
//! Through the member, compilers require the struct to be present too, which OpenACC does not. So an added variable points to the pointee.

use clacc_sema::omp::form::Argument;
use clacc_syntax::directive::{AccClause, OmpDirective};

use super::member_directives::{has_effects, others, placed, through_pointer};
use crate::rules::core::member_targets::MemberTarget;
use crate::rules::core::{Build, Context, conditions};
use crate::verdict::Fidelity;

/// Returns whether the items and arguments of the directive can be evaluated in several directives.
pub(crate) fn are_possible(cx: &Context<'_>) -> bool {
    !has_effects(cx) && conditions::is_repeatable(cx)
}

/// Adds the update directives for the pointees.
pub(crate) fn arrange(cx: &Context<'_>, build: &mut Build<'_>) {
    let targets = build.take_targets();
    if targets.is_empty() {
        return;
    }
    build.directive_verdict(
        Fidelity::Exact,
        "a directive for the memory behind each member, through a variable",
    );
    let others = others(build);
    let to_device = |target: &MemberTarget| {
        cx.clauses().any(|clause| clause.id == target.clause && clause.kind == AccClause::Device)
    };
    let code = targets.iter().map(|target| {
        let items = vec![target.part.clone()];
        let motion = Argument::Motion { to_device: to_device(target), present: true, items };
        placed(cx, through_pointer(target, OmpDirective::TargetUpdate, motion, &others))
    });
    build.push_first_behind(code.collect());
}
