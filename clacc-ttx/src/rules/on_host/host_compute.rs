//! `parallel`, `serial` and `kernels` in programs that run on the host alone.
//!
//! One gang, the host thread itself, executes the construct, and threads share the loops inside. So the construct is a block with the
//! private variables that are used outside these loops. Only reductions and copies of arrays that are not made by a loop need a directive:
//! a `parallel` region of one thread.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, Reason, Rule, Sharing};
use clacc_sema::omp::form::{Argument, Item, Operand, Origin};
use clacc_sema::program::place::{EntityId, Place, Value};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::host_clauses::{DATA_CLAUSES, ON_DEVICE};
use crate::codes;
use crate::rules::copies::privates::{
    copy_part, copy_value, is_behind_pointer, is_copied, local, local_array, part_behind_pointer,
};
use crate::rules::copies::reductions::reduction;
use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::By;
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

const OWN: &str = "a variable in a block of the construct, or of each thread that shares a loop";

/// `parallel`.
pub(crate) const PARALLEL: ConstructRule = ConstructRule {
    directive: in_one_thread,
    clauses: &[
        (AccClause::SelfClause, ON_DEVICE),
        (AccClause::Private, By(private)),
        (AccClause::Firstprivate, By(firstprivate)),
        (AccClause::Reduction, By(reduced)),
        (AccClause::NumGangs, ON_DEVICE),
        (AccClause::NumWorkers, ON_DEVICE),
        (AccClause::VectorLength, ON_DEVICE),
    ],
    common: DATA_CLAUSES,
    implicit: &[own_variables],
    complete: &[one_thread],
    ..ConstructRule::EMPTY
};

/// `serial`.
pub(crate) const SERIAL: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::SelfClause, ON_DEVICE),
        (AccClause::Private, By(private)),
        (AccClause::Firstprivate, By(firstprivate)),
        (AccClause::Reduction, By(reduced)),
    ],
    ..PARALLEL
};

/// `kernels`.
pub(crate) const KERNELS: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::SelfClause, ON_DEVICE),
        (AccClause::NumGangs, ON_DEVICE),
        (AccClause::NumWorkers, ON_DEVICE),
        (AccClause::VectorLength, ON_DEVICE),
    ],
    ..PARALLEL
};

/// Returns the `parallel` directive of one thread if the construct has clauses.
fn in_one_thread(_cx: &Context<'_>, build: &Build<'_>) -> Option<OmpDirective> {
    (!build.clauses().is_empty()).then_some(OmpDirective::Parallel)
}

fn one_thread(_cx: &Context<'_>, build: &mut Build<'_>) {
    if !build.clauses().is_empty() {
        let one = Operand::Value(Value::constant(1));
        build.push_needed(Argument::Value(OmpClause::NumThreads, one), "one gang executes the construct");
    }
    build.directive_verdict(Fidelity::Exact, "one gang of the host executes it, and threads share its loops");
}

fn private(_cx: &Context<'_>, _build: &mut Build<'_>, _clause: &Clause) -> Mapped {
    Mapped::exact(OWN)
}

fn firstprivate(cx: &Context<'_>, _build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let is_other =
        |place: &Place| cx.is_thread_local(place) && !is_behind_pointer(cx, place) && !is_copied(cx, place);
    if places(clause.items()).any(|(_, place)| is_other(place)) {
        return Mapped::unsupported_part(cx, clause, "an array or struct that each thread has for itself");
    }
    Mapped::exact(OWN)
}

/// `reduction`: the loops that threads share have the clause. If the construct names the variable outside them, it needs a copy, because
/// its value there begins with the neutral element.
fn reduced(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !places(clause.items()).any(|(_, place)| needs_copy(cx, place.root)) {
        return Mapped::exact("the loops that threads share reduce the variable");
    }
    reduction(cx, build, clause)
}

/// Returns whether a construct reduces a copy of a variable, because it names the variable outside the loops that reduce it.
fn needs_copy(cx: &Context<'_>, entity: EntityId) -> bool {
    let attribute = cx.construct().attribute_of(entity);
    let is_explicit =
        attribute.and_then(DataAttributes::reduction).is_some_and(|(_, reason)| reason.is_explicit());
    is_explicit && names_outside(cx, entity)
}

/// Returns whether the construct names a variable outside the loops that privatise or reduce it.
fn names_outside(cx: &Context<'_>, entity: EntityId) -> bool {
    cx.threads.is_none_or(|threads| threads.names_outside(cx.id, cx.region(), entity))
}

/// Returns whether the construct changes a variable outside the loops that privatise or reduce it.
fn changes_outside(cx: &Context<'_>, entity: EntityId) -> bool {
    let writes = cx.facts.uses.writes_in(cx.region(), entity);
    cx.threads.is_none_or(|threads| threads.is_any_outside(cx.id, entity, writes))
}

/// Adds the private variables of the construct itself.
fn own_variables(cx: &Context<'_>, build: &mut Build<'_>) {
    for attribute in cx.construct().whole_attributes() {
        let Some(given) = &attribute.sharing else { continue };
        let is_other_thread = cx.is_thread_local(&attribute.place);
        let is_own = matches!(given.kind, Sharing::Private | Sharing::Firstprivate);
        if !is_own && !is_other_thread {
            continue;
        }
        match given.kind {
            Sharing::Private => private_variable(cx, build, attribute.place.root, &given.reason),
            Sharing::Firstprivate if attribute.is_hidden && !is_other_thread => {}
            Sharing::Firstprivate => first_variable(cx, build, attribute.place.root, &given.reason),
            _ if is_shared(cx, attribute.place.root) => refuse_other_thread(cx, build, attribute.place.root),
            _ => {}
        }
    }
}

/// Whether threads share a loop that names a variable.
fn is_shared(cx: &Context<'_>, entity: EntityId) -> bool {
    cx.threads.is_some_and(|threads| threads.names_inside(cx.id, entity))
}

pub(super) fn refuse_other_thread(cx: &Context<'_>, build: &mut Build<'_>, entity: EntityId) {
    let name = cx.view.text(cx.view.name(entity));
    let message = format!(
        "`{name}` is _Thread_local or threadprivate, so each thread that shares a loop would have another one"
    );
    build.unsupported_directive("the threads would not share a variable", &codes::MAP0032, message);
}

pub(super) fn origin_of(cx: &Context<'_>, reason: &Reason) -> Origin {
    match reason.clause.filter(|_| reason.is_explicit()) {
        Some(clause) => Origin::Clause(clause),
        None => Origin::Attribute(cx.id, Box::new(reason.clone())),
    }
}

fn private_variable(cx: &Context<'_>, build: &mut Build<'_>, entity: EntityId, reason: &Reason) {
    if reason.rule == Rule::KernelsTemporary || !names_outside(cx, entity) {
        return;
    }
    build.push_inside(match (part_behind_pointer(cx, reason), reason.clause) {
        (Some(part), Some(clause)) => local_array(part, clause),
        _ => local(entity, origin_of(cx, reason)),
    });
}

fn first_variable(cx: &Context<'_>, build: &mut Build<'_>, entity: EntityId, reason: &Reason) {
    let origin = origin_of(cx, reason);
    if let Some(part) = part_behind_pointer(cx, reason) {
        copy_part(build, part, &origin, Build::push_before);
        return;
    }
    let is_scalar = cx.entity(entity).class.is_scalar();
    if cx.is_thread_local(&Place::whole(entity)) {
        if names_outside(cx, entity) {
            copy_value(build, entity, &origin);
        }
    } else if is_scalar && changes_outside(cx, entity) {
        copy_value(build, entity, &origin);
    } else if !is_scalar && names_outside(cx, entity) {
        build.push_needed(
            Argument::List(OmpClause::Firstprivate, vec![Item::entity(entity)]),
            "the construct has its own",
        );
    }
}
