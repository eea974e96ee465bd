//! `parallel` -> `target teams`.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, DataMapping, How, Reason, Sharing, SizeArgument};
use clacc_sema::flow::changes::directly_changed;
use clacc_sema::omp::form::{
    self, Declare, DefaultCategory, Fresh, ImplicitBehavior, InitialValue, Item, Local, MapFlags, MapKind,
    Omp, Operand, Origin, TypeLike,
};
use clacc_sema::program::place::{EntityId, Place, Value};
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::left_implicit::{LeftImplicit, is_led_by_defaultmap, is_mapped_anyway};
use super::{gang_dimensions as dimensions, gang_sizes, kernel_starts};
use crate::codes;
use crate::dialect::{Fault, OptionalWord, PrintedSizes};
use crate::rules::copies::reductions::{self, reduction};
use crate::rules::copies::{host_values, privates};
use crate::rules::core::build::written;
use crate::rules::core::table::ClauseRule::By;
use crate::rules::core::table::{ConstructRule, ImplicitRule};
use crate::rules::core::{Build, Context, Mapped, conditions};
use crate::rules::data::covered::{covering, is_suppressed};
use crate::rules::data::maps::{OF_STRUCTURED, map};
use crate::rules::data::{constant_pointers, covered, visible};
use crate::rules::loops::lone_thread::{gets_one_gang, has_one_thread, is_alone, needs_one_gang};
use crate::rules::loops::{enclosing_privates, loop_directives, variable_pointers};
use crate::rules::members::{nested_members, structs};
use crate::rules::queues::async_queues;

/// `parallel` -> `target teams`: first the clauses in source order, then clauses for implicit attributes: device pointers, `map` for
/// variables of a visible `no_create`, copies, `shared`, `firstprivate`, reductions, `defaultmap`.
pub(crate) const PARALLEL: ConstructRule = ConstructRule {
    directive: |_, _| Some(OmpDirective::TargetTeams),
    clauses: &[
        (AccClause::Deviceptr, By(deviceptr)),
        (AccClause::If, By(conditions::of_compute)),
        (AccClause::SelfClause, By(conditions::of_compute)),
        (AccClause::Private, By(privates::private)),
        (AccClause::Firstprivate, By(privates::firstprivate)),
        (AccClause::Reduction, By(reduction)),
        (AccClause::NumGangs, By(num_gangs)),
        (AccClause::NumWorkers, By(num_workers)),
        (AccClause::VectorLength, By(vector_length)),
    ],
    common: OF_STRUCTURED,
    first: &[one_gang],
    implicit: WITHOUT_CLAUSE,
    last: async_queues::OF_TASKS,
    complete: &[structs::check_held, nested_members::lead, structs::arrange, kernel_starts::begin],
};

/// The rules for implicit attributes of compute constructs.
pub(super) const WITHOUT_CLAUSE: &[ImplicitRule] = &[
    device_pointers,
    covered_variables,
    visible::sections,
    copies,
    presents,
    loop_directives::shared,
    enclosing_privates::list,
    firstprivates,
    reductions::implied,
    defaultmap,
    constant_pointers::hide,
    variable_pointers::hide,
];

pub(super) fn deviceptr(_cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    build.push(form::Argument::List(OmpClause::IsDevicePtr, written(clause.items())), clause.id);
    Mapped::exact("the OpenMP clause means the same")
}

pub(crate) fn num_gangs(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if needs_one_gang(cx) {
        let size = stated(cx.construct().sizes.num_gangs.as_deref(), clause);
        size.into_iter().for_each(|size| evaluate(build, size));
        return Mapped::approximated(
            "one gang executes the construct, because gangs would repeat a sequential loop",
        );
    }
    let keeps = cx.dialect.tuning.sizes == PrintedSizes::All;
    if cx.edition.drops_sizes && !keeps && !gang_sizes::matters(cx) && !gang_sizes::keeps_levels(cx) {
        return without_size(build, stated(cx.construct().sizes.num_gangs.as_deref(), clause));
    }
    match clause.values() {
        values if values.len() > 1 => dimensions::num_gangs(cx, build, clause, values),
        _ => conditions::same_value(build, clause, OmpClause::NumTeams),
    }
}

pub(super) fn one_gang(cx: &Context<'_>, build: &mut Build<'_>) {
    let one = Operand::Value(Value::constant(1));
    if let Some(why) = gets_one_gang(cx) {
        build.push_needed(form::Argument::Value(OmpClause::NumTeams, one), why);
    }
    if is_alone(cx) {
        build.push_needed(
            form::Argument::Value(OmpClause::ThreadLimit, one),
            "no loop is shared among threads",
        );
    }
}

/// Maps `num_workers` to `thread_limit`, or to `num_threads` of the worker loops. A constant is repeated on each of these loops; any other
/// argument is evaluated once, before the region.
pub(crate) fn num_workers(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let sizes = &cx.construct().sizes;
    let Some(size) = stated(sizes.num_workers.as_deref(), clause) else {
        return Mapped::unsupported(cx, clause);
    };
    if cx.edition.drops_sizes && !gang_sizes::keeps_levels(cx) {
        let length = sizes.vector_length.as_deref();
        let is_printed = length.is_some_and(|length| gang_sizes::threads_of_team(cx, length).is_some());
        if is_printed {
            return Mapped::exact("a factor of the number of threads of a team");
        }
        return without_size(build, Some(size));
    }
    if cx.edition.thread_limit && !has_one_thread(cx) {
        return conditions::same_value(build, clause, OmpClause::ThreadLimit);
    }
    if !cx.construct().has_worker_loop {
        evaluate(build, size);
        return Mapped::dropped("no loop is partitioned among workers");
    }
    if size.constant.is_none() {
        build.push_before(Omp::declare(Declare {
            local: Local::Fresh(Fresh::NumWorkers),
            ty: TypeLike::ConstantOf(size.value),
            init: Some(InitialValue::Value(size.value)),
            origin: Origin::Clause(clause.id),
        }));
    }
    Mapped::exact("worker loops say num_threads, unless the compiler gets that wrong beside a reduction")
}

/// `vector_length` becomes `simdlen` on the vector loops. OpenMP accepts only a constant there.
pub(crate) fn vector_length(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let size = &cx.construct().sizes.vector_length;
    let Some(size) = stated(size.as_deref(), clause) else { return Mapped::unsupported(cx, clause) };
    if cx.edition.drops_sizes && !gang_sizes::keeps_levels(cx) {
        return match gang_sizes::threads_of_team(cx, size) {
            Some(threads) => thread_limit(build, clause, threads),
            None => without_size(build, Some(size)),
        };
    }
    if size.constant.is_some() {
        return Mapped::exact("each vector loop says simdlen");
    }
    evaluate(build, size);
    let reason = "simdlen takes a constant only, so the compiler chooses the length; no result depends on it";
    // The analysis has warned that the argument is no constant.
    Mapped::approximated(reason)
}

fn thread_limit(build: &mut Build<'_>, clause: &Clause, threads: i128) -> Mapped {
    let threads = Operand::Value(Value::constant(threads));
    build.push(form::Argument::Value(OmpClause::ThreadLimit, threads), clause.id);
    Mapped::exact("a team has so many threads, in groups of 32, as devices execute them")
}

/// Leaves out a size. Its argument is still evaluated if it has side effects.
pub(super) fn without_size(build: &mut Build<'_>, size: Option<&SizeArgument>) -> Mapped {
    size.into_iter().for_each(|size| evaluate(build, size));
    Mapped::dropped("tuning for another machine; no result depends on how many there are")
}

/// The size that a clause gives, if it applies to all devices.
pub(crate) fn stated<'s>(size: Option<&'s SizeArgument>, clause: &Clause) -> Option<&'s SizeArgument> {
    size.filter(|size| size.clause == clause.id)
}

/// Evaluates an argument that is not used otherwise, for its side effects.
pub(crate) fn evaluate(build: &mut Build<'_>, size: &SizeArgument) {
    if size.side_effects {
        for value in std::iter::once(size.value).chain(size.further.iter().copied()) {
            build.push_before(Omp::Evaluate { value, origin: Origin::Clause(size.clause) });
        }
    }
}

/// Adds the variables that an enclosing `deviceptr` names.
fn device_pointers(cx: &Context<'_>, build: &mut Build<'_>) {
    build.push_entities(OmpClause::IsDevicePtr, &suppressed_by(cx, DataMapping::Deviceptr));
}

/// Adds the variables that a visible data clause covers, if the edition of the design lists them.
fn covered_variables(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.edition.lists_covered {
        covered::listed(cx, build);
    } else {
        maps_without_allocation(cx, build);
    }
}

/// Adds the variables that an enclosing `no_create` names, if the dialect can map them without allocating
/// them. The implicit rule finds what their pointers point to; a pointer itself is not on the device.
fn maps_without_allocation(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.dialect.has(OptionalWord::NoAlloc) {
        let mut variables = suppressed_by(cx, DataMapping::NoCreate);
        variables.retain(|(entity, _)| cx.dialect.follows_design() || !cx.is_pointer(*entity));
        let items = variables.iter().map(|(entity, _)| Item::entity(*entity)).collect();
        let argument = form::Argument::Map { kind: MapKind::Alloc, flags: MapFlags::NO_ALLOC, items };
        build.push_implied(argument, variables.first().map(|(_, reason)| *reason));
    }
}

/// Adds the implicit copies. Variables that cannot change are copied only to the device.
fn copies(cx: &Context<'_>, build: &mut Build<'_>) {
    check_mapped(cx, build);
    reductions::check_data(cx, build);
    let mut copied = implied(cx, DataMapping::Copy);
    host_values::leave_pointers(cx, &mut copied);
    copied.retain(|(entity, reason)| {
        !host_values::is_value(cx, *entity) && !is_mapped_anyway(cx, *entity, reason)
    });
    let (one_way, both_ways): (Vec<_>, Vec<_>) =
        copied.into_iter().partition(|(entity, _)| cx.goes_one_way(*entity));
    for (variables, mapping) in [(both_ways, DataMapping::Copy), (one_way, DataMapping::Copyin)] {
        let items = variables.iter().map(|(entity, reason)| reductions::copied(cx, *entity, reason));
        let argument = map(cx, mapping, items.collect());
        build.push_implied(argument, variables.first().map(|(_, reason)| *reason));
    }
}

/// Reports variables that would be mapped although no clause names them, if OpenMP or the dialect maps no
/// such data.
fn check_mapped(cx: &Context<'_>, build: &mut Build<'_>) {
    let mapped = [DataMapping::Copy, DataMapping::Present].map(|mapping| implied(cx, mapping));
    for (entity, _) in mapped.into_iter().flatten() {
        let place = Place::whole(entity);
        let what = match () {
            () if cx.is_thread_local(&place) => "is one of each thread",
            () if cx.avoids(Fault::AtomicData) && cx.is_atomic(&place) => "is _Atomic",
            () if cx.avoids(Fault::RegisterVariables) && cx.view.is_register(entity) => {
                "is a `register` variable"
            }
            () => continue,
        };
        let name = cx.view.text(cx.view.name(entity));
        let message = format!("`{name}` {what}, and no OpenMP clause takes it under this mapping");
        build.unsupported_directive("a variable has no form in a clause", &codes::MAP0032, message);
    }
}

/// Adds the variables that are present because of `default(present)`.
fn presents(cx: &Context<'_>, build: &mut Build<'_>) {
    let variables = implied(cx, DataMapping::Present);
    let items = variables.iter().map(|(entity, _)| Item::entity(*entity)).collect();
    let argument = map(cx, DataMapping::Present, items);
    build.push_implied(argument, variables.first().map(|(_, reason)| *reason));
}

/// Returns the variables that have this mapping attribute without a clause.
fn implied<'a>(cx: &Context<'a>, wanted: DataMapping) -> Vec<(EntityId, &'a Reason)> {
    let given = |attribute: &'a DataAttributes| {
        let mapping = attribute.mapping.as_ref()?;
        let is_wanted = mapping.kind == wanted && mapping.reason.how != How::Explicit;
        is_wanted.then_some((attribute.place.root, &mapping.reason))
    };
    cx.construct().whole_attributes().filter_map(given).collect()
}

/// Returns the variables that have no implicit attribute because a visible data clause gives them this one.
fn suppressed_by<'a>(cx: &Context<'a>, wanted: DataMapping) -> Vec<(EntityId, &'a Reason)> {
    let reason = |attribute: &'a DataAttributes| {
        let mapping = attribute.mapping.as_ref().filter(|_| is_suppressed_by(cx, attribute, wanted))?;
        Some((attribute.place.root, &mapping.reason))
    };
    cx.construct().whole_attributes().filter_map(reason).collect()
}

/// Returns whether a variable has no implicit attribute because a visible data clause gives it this one.
fn is_suppressed_by(cx: &Context<'_>, attribute: &DataAttributes, wanted: DataMapping) -> bool {
    is_suppressed(attribute) && covering(cx, attribute) == Some(wanted)
}

/// Adds the implicit `firstprivate`. The dialect may leave unchanged pointers, and copies of them, to OpenMP's implicit rule.
fn firstprivates(cx: &Context<'_>, build: &mut Build<'_>) {
    let changed = cx.avoids(Fault::FirstprivatePointers).then(|| directly_changed(cx.view, cx.region()));
    let left_implicit = |entity: EntityId| {
        changed.as_ref().is_some_and(|set| cx.is_pointer(entity) && !set.contains(&entity))
    };
    // Hidden attributes belong to variables that are private to threads, not to variables of the construct.
    let is_named = |attribute: &&DataAttributes| !attribute.is_hidden || cx.dialect.follows_design();
    let implied = |attribute| implied_firstprivate(attribute).or_else(|| host_values::value(cx, attribute));
    let variables: Vec<_> = cx.construct().whole_attributes().filter(is_named).filter_map(implied).collect();
    let is_copied = |entity| privates::is_copied(cx, &Place::whole(entity));
    let (copied, mut plain): (Vec<_>, Vec<_>) =
        variables.into_iter().partition(|(entity, _)| is_copied(*entity));
    let anyway = LeftImplicit::of(cx, needs_defaultmap(cx));
    plain.retain(|(entity, _)| !left_implicit(*entity) && !anyway.has(cx, *entity));
    build.push_entities(OmpClause::Firstprivate, &plain);
    let mut copies = Vec::new();
    for (entity, reason) in &copied {
        let origin = Origin::Attribute(cx.id, Box::new((*reason).clone()));
        let copy = privates::copy_value(build, *entity, &origin);
        if !left_implicit(*entity) {
            copies.push(Item::Fresh(copy));
        }
    }
    if !copies.is_empty() {
        let first = copied.first().map(|(_, reason)| *reason);
        build.push_implied(form::Argument::List(OmpClause::Firstprivate, copies), first);
    }
}

/// Returns the variable of an attribute that makes it implicitly `firstprivate`, with the reason.
fn implied_firstprivate(attribute: &DataAttributes) -> Option<(EntityId, &Reason)> {
    let sharing = attribute.sharing.as_ref()?;
    let is_implied = sharing.kind == Sharing::Firstprivate && sharing.reason.how != How::Explicit;
    is_implied.then_some((attribute.place.root, &sharing.reason))
}

/// Adds `defaultmap` if an enclosing data clause covers scalars, because they must not become `firstprivate`.
fn defaultmap(cx: &Context<'_>, build: &mut Build<'_>) {
    if needs_defaultmap(cx) {
        let behavior = ImplicitBehavior::Map(MapKind::Tofrom);
        let argument = form::Argument::Defaultmap { behavior, category: Some(DefaultCategory::Scalar) };
        build.push_needed(
            argument,
            "variables that an enclosing data clause covers must not become firstprivate",
        );
    }
}

/// Returns whether an enclosing data clause covers variables that only `defaultmap` keeps from becoming `firstprivate`.
fn needs_defaultmap(cx: &Context<'_>) -> bool {
    let relies_on_it = |attribute: &DataAttributes| {
        is_suppressed(attribute)
            && (!cx.dialect.has(OptionalWord::NoAlloc)
                || !is_suppressed_by(cx, attribute, DataMapping::NoCreate))
            && !is_suppressed_by(cx, attribute, DataMapping::Deviceptr)
            && is_led_by_defaultmap(cx, attribute.place.root)
    };
    !cx.edition.lists_covered && cx.construct().whole_attributes().any(relies_on_it)
}
