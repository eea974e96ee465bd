//! `kernels` -> `target teams`.
//!
//! If the construct is one loop that gangs share, it is mapped as `parallel`. Otherwise there is one team, which
//! executes the statements in their order; loops with independent iterations inside are `parallel for`.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, Reason, Rule};
use clacc_sema::omp::form::{Argument, Operand};
use clacc_sema::program::entity::EntityKind;
use clacc_sema::program::place::{EntityId, Value};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::compute::{self, WITHOUT_CLAUSE};
use super::data::FOLLOWED;
use super::maps::data_clause;
use super::table::ClauseRule::By;
use super::table::ConstructRule;
use super::{
    Build, Context, Mapped, attach, conditions, gang_sizes, kernel_parts, nested_members, queues, serial,
    structs,
};
use crate::codes;
use crate::verdict::Fidelity;

/// `kernels` -> `target teams`, with `num_teams(1)` unless gangs share the one loop that it consists of.
pub(super) const KERNELS: ConstructRule = ConstructRule {
    directive: |_, _| Some(OmpDirective::TargetTeams),
    clauses: &[
        (AccClause::Present, By(data_clause)),
        (AccClause::Copy, By(data_clause)),
        (AccClause::Copyin, By(data_clause)),
        (AccClause::Copyout, By(data_clause)),
        (AccClause::Create, By(data_clause)),
        (AccClause::NoCreate, By(data_clause)),
        (AccClause::Deviceptr, By(compute::deviceptr)),
        (AccClause::Attach, By(attach::structured)),
        (AccClause::Default, FOLLOWED),
        (AccClause::If, By(conditions::of_compute)),
        (AccClause::SelfClause, By(conditions::of_compute)),
        (AccClause::NumGangs, By(num_gangs)),
        (AccClause::NumWorkers, By(compute::num_workers)),
        (AccClause::VectorLength, By(compute::vector_length)),
    ],
    first: &[one_gang, temporaries, undeclared],
    implicit: WITHOUT_CLAUSE,
    last: queues::OF_TASKS,
    complete: &[structs::check_held, nested_members::lead, structs::arrange],
    ..ConstructRule::EMPTY
};

/// Adds the sizes of one team, if one gang executes the construct, and reports it.
fn one_gang(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.construct().is_gang_loop {
        return compute::one_gang(cx, build);
    }
    if compute::has_one_thread(cx) {
        serial::one_thread(cx, build);
        build.report_directive(&codes::MAP0055, "one thread executes this `kernels` construct");
        return;
    }
    let one = Operand::Value(Value::constant(1));
    build.push_needed(Argument::Value(OmpClause::NumTeams, one), "one gang executes the construct");
    let shared = if cx.edition.merges_levels {
        kernel_parts::ONE_GANG
    } else {
        "one gang executes this `kernels` construct, and its workers share the `independent` loops"
    };
    // Whether the construct is divided is known at the end, and reported there.
    if cx.kernel_parts().is_empty() {
        build.report_directive(&codes::MAP0055, shared);
    }
}

/// Adds the variables of which the construct has its own.
fn temporaries(cx: &Context<'_>, build: &mut Build<'_>) {
    let variables: Vec<_> = cx.construct().whole_attributes().filter_map(temporary).collect();
    build.push_entities(OmpClause::Private, &variables);
}

/// Says so where a variable is assigned of which nothing is known: OpenACC copies a scalar back from a `kernels` construct
/// (3.4 2.5.3), OpenMP does so if it is told to, and for an array without being told.
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
    if is_gang_loop && compute::needs_one_gang(cx) {
        return compute::num_gangs(cx, build, clause);
    }
    if is_gang_loop && cx.edition.drops_sizes && !gang_sizes::keeps_levels(cx) {
        return compute::without_size(build, compute::stated(sizes.num_gangs.as_deref(), clause));
    }
    if is_gang_loop {
        return conditions::same_value(build, clause, OmpClause::NumTeams);
    }
    if !cx.kernel_parts().is_empty() {
        return compute::without_size(build, compute::stated(sizes.num_gangs.as_deref(), clause));
    }
    if let Some(size) = compute::stated(sizes.num_gangs.as_deref(), clause) {
        compute::evaluate(build, size);
    }
    Mapped::dropped("one gang executes the construct, and no result depends on their number")
}
