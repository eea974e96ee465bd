//! `kernels` -> `target teams`.
//!
//! If the construct consists of one loop that gangs share, it is mapped as `parallel`. Otherwise one team executes the statements in source
//! order; inner loops with independent iterations become `parallel for`.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, Reason, Rule};
use clacc_sema::omp::form::{Argument, Operand};
use clacc_sema::program::entity::EntityKind;
use clacc_sema::program::place::{EntityId, Value};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::parallel::{self, WITHOUT_CLAUSE};
use super::{gang_sizes, kernel_parts, kernel_starts, one_gang, serial};
use crate::rules::core::table::ClauseRule::By;
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped, conditions};
use crate::rules::data::maps::OF_STRUCTURED;
use crate::rules::loops::enclosing_privates;
use crate::rules::loops::lone_thread::{has_one_thread, needs_one_gang};
use crate::rules::members::{nested_members, structs};
use crate::rules::queues::async_queues;
use crate::verdict::Fidelity;

/// `kernels` -> `target teams`, with `num_teams(1)` unless gangs share the one loop that it consists of.
pub(crate) const KERNELS: ConstructRule = ConstructRule {
    directive: |_, _| Some(OmpDirective::TargetTeams),
    clauses: &[
        (AccClause::Deviceptr, By(parallel::deviceptr)),
        (AccClause::If, By(conditions::of_compute)),
        (AccClause::SelfClause, By(conditions::of_compute)),
        (AccClause::NumGangs, By(num_gangs)),
        (AccClause::NumWorkers, By(parallel::num_workers)),
        (AccClause::VectorLength, By(parallel::vector_length)),
    ],
    common: OF_STRUCTURED,
    first: &[one_team, temporaries, undeclared],
    implicit: WITHOUT_CLAUSE,
    last: async_queues::OF_TASKS,
    complete: &[structs::check_held, nested_members::lead, structs::arrange, kernel_starts::begin],
};

/// Adds the sizes of one team, if one gang executes the construct, and reports it.
fn one_team(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.construct().is_gang_loop {
        return parallel::one_gang(cx, build);
    }
    if has_one_thread(cx) {
        serial::one_thread(cx, build);
        one_gang::report_one_thread(cx, build);
        return;
    }
    let one = Operand::Value(Value::constant(1));
    build.push_needed(Argument::Value(OmpClause::NumTeams, one), serial::ONE_GANG);
    let shared = if cx.edition.merges_levels {
        kernel_parts::ONE_GANG
    } else {
        "one gang executes this `kernels` construct, and its workers share the `independent` loops"
    };
    // `kernel_parts` decides whether the construct is divided, and reports that.
    if cx.kernel_parts().is_empty() {
        let finding = one_gang::finding(cx, build, shared);
        build.report_finding(finding);
    }
}

/// Adds the private variables of the construct.
fn temporaries(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut variables: Vec<_> = cx.construct().whole_attributes().filter_map(temporary).collect();
    variables.retain(|(variable, _)| !enclosing_privates::has_copies_in_loops(cx, *variable));
    build.push_entities(OmpClause::Private, &variables);
}

/// Approximates the directive if it assigns an undeclared variable: OpenACC copies a scalar back from a `kernels` construct (3.4 2.5.3),
/// which OpenMP does only with a clause, but for arrays without one.
fn undeclared(cx: &Context<'_>, build: &mut Build<'_>) {
    let is_undeclared = |entity| cx.view.entity(entity).kind == EntityKind::Undeclared;
    if cx.view.writes(cx.region()).filter_map(|write| write.target).any(is_undeclared) {
        build.directive_verdict(
            Fidelity::Approximated,
            "a variable that is not declared here is assigned: whether its value is copied back depends on its type",
        );
    }
}

fn temporary(attribute: &DataAttributes) -> Option<(EntityId, &Reason)> {
    let reason = &attribute.sharing.as_ref()?.reason;
    (reason.rule == Rule::KernelsTemporary).then_some((attribute.place.root, reason))
}

fn num_gangs(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let (sizes, is_gang_loop) = (&cx.construct().sizes, cx.construct().is_gang_loop);
    if is_gang_loop && needs_one_gang(cx) {
        return parallel::num_gangs(cx, build, clause);
    }
    if is_gang_loop && cx.edition.drops_sizes && !gang_sizes::keeps_levels(cx) {
        return parallel::without_size(build, parallel::stated(sizes.num_gangs.as_deref(), clause));
    }
    if is_gang_loop {
        return conditions::same_value(build, clause, OmpClause::NumTeams);
    }
    if !cx.kernel_parts().is_empty() {
        return parallel::without_size(build, parallel::stated(sizes.num_gangs.as_deref(), clause));
    }
    if let Some(size) = parallel::stated(sizes.num_gangs.as_deref(), clause) {
        parallel::evaluate(build, size);
    }
    Mapped::dropped("one gang executes the construct, and no result depends on their number")
}
