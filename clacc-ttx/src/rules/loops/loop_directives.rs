//! `loop` -> the part of `distribute parallel for simd` that corresponds to its levels, or no directive.

use std::num::NonZeroU32;

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{DataAttributes, Given, How, Reason, Rule, Sharing};
use clacc_sema::omp::form::{self, Origin};
use clacc_sema::program::access::Mention;
use clacc_sema::program::place::{EntityId, Place};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::associated_loops::is_collapsed_away;
use super::enclosing_privates::{self, home};
use super::loop_levels::{
    directive_of, executed_once, has_parallel, level, say_merged, sequential_level, sizes,
};
use super::private_variables::{is_local_control, private_variables};
use super::{
    assumed_apart, inner_loops, loop_headers, loop_nests, pointer_loops, small_loops, team_copies,
    variable_pointers,
};
use crate::codes;
use crate::rules::copies::reductions::{gangs_reduce_parts, reduction};
use crate::rules::copies::{self, host_values, privates, temporaries};
use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::{self, By, Dropped, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped};
use crate::verdict::Fidelity;

const INDEPENDENT: &str = "an OpenMP loop directive already says that iterations are independent";

pub(crate) const PLAIN: &str = "a plain loop runs sequentially";

/// Whether gangs, workers or vector lanes share the iterations of a loop.
pub(crate) fn is_partitioned(cx: &Context<'_>) -> bool {
    directive_of(cx).is_some()
}

/// The rule of a loop.
pub(crate) fn rule_of(cx: &Context<'_>) -> &'static ConstructRule {
    match () {
        () if is_collapsed_away(cx) => &COLLAPSED,
        () if is_partitioned(cx) => &PARTITIONED,
        () => &SEQUENTIAL,
    }
}

/// The rows that loops shared by gangs, workers or vector lanes have in common.
pub(crate) const OF_SHARED: &[(AccClause, ClauseRule)] = &[
    (AccClause::Gang, By(level)),
    (AccClause::Worker, By(level)),
    (AccClause::Vector, By(level)),
    (AccClause::Seq, Dropped(INDEPENDENT)),
    (AccClause::Independent, Dropped(INDEPENDENT)),
    (AccClause::Auto, Dropped(INDEPENDENT)),
    (AccClause::Collapse, By(loop_nests::collapse)),
    (AccClause::Tile, By(loop_nests::tile)),
    (AccClause::Private, By(private)),
];

/// A loop whose iterations are shared by several gangs, workers or vector lanes.
pub(crate) const PARTITIONED: ConstructRule = ConstructRule {
    directive: |cx, _| directive_of(cx),
    clauses: &[(AccClause::Reduction, By(loop_reduction))],
    common: OF_SHARED,
    first: &[
        say_merged,
        sizes,
        small_loops::condition,
        loop_nests::nest,
        loop_headers::report,
        pointer_loops::hide_arrays,
        executed_once,
        assumed_apart::report_assumptions,
    ],
    implicit: &[all_privates, implied_reductions, variable_pointers::copy_to_threads, shared_among_threads],
    complete: &[inner_loops::of_nest],
    ..ConstructRule::EMPTY
};

const IN_NEST: &str =
    "the directive of a loop around is about this one too, and threads share both as one loop";

/// A loop that the directive of an enclosing loop collapses with its own. The outer directive covers all its clauses.
pub(crate) const COLLAPSED: ConstructRule = ConstructRule {
    clauses: &[
        (AccClause::Gang, Dropped(IN_NEST)),
        (AccClause::Worker, Dropped(IN_NEST)),
        (AccClause::Vector, Dropped(IN_NEST)),
        (AccClause::Seq, Dropped(IN_NEST)),
        (AccClause::Independent, Dropped(IN_NEST)),
        (AccClause::Auto, Dropped(IN_NEST)),
        (AccClause::Collapse, Exact(IN_NEST)),
        (AccClause::Tile, Exact(IN_NEST)),
        (AccClause::Reduction, Exact("the directive of the loop around reduces the variables")),
        (AccClause::Private, Exact("the directive of the loop around says it")),
    ],
    first: &[assumed_apart::report_assumptions],
    ..ConstructRule::EMPTY
};

/// The rows that loops executed by one thread have in common.
pub(crate) const OF_ONE_THREAD: &[(AccClause, ClauseRule)] = &[
    (AccClause::Seq, Dropped(PLAIN)),
    (AccClause::Independent, Dropped(PLAIN)),
    (AccClause::Collapse, Dropped(PLAIN)),
    (AccClause::Private, By(sequential_private)),
];

/// A loop that one thread executes.
pub(crate) const SEQUENTIAL: ConstructRule = ConstructRule {
    directive: |_, _| None,
    clauses: &[
        (AccClause::Gang, By(sequential_level)),
        (AccClause::Worker, By(sequential_level)),
        (AccClause::Vector, By(sequential_level)),
        (AccClause::Auto, By(sequential_auto)),
        (AccClause::Tile, By(loop_nests::sequential_tile)),
        (
            AccClause::Reduction,
            Exact("one thread runs the loop; a reduction among gangs is stated on the construct"),
        ),
    ],
    common: OF_ONE_THREAD,
    first: &[executed_once, loop_headers::report_miscount],
    implicit: &[private_copies],
    ..ConstructRule::EMPTY
};

/// `auto` on a loop that the analysis found sequential. If all gangs would execute the whole loop, the construct has one gang, unless the
/// dialect follows the design.
fn sequential_auto(cx: &Context<'_>, _build: &mut Build<'_>, _clause: &Clause) -> Mapped {
    if !cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.is_repeated) {
        return Mapped::dropped("the loop is decided as sequential, and nothing is executed twice");
    }
    if cx.compute().is_none() {
        let message =
            "this loop would be sequential, and every gang that calls the function would execute all of it";
        return Mapped::refused("the callers' gangs would repeat the loop", &codes::MAP0031, message);
    }
    if !cx.dialect.follows_design() {
        let message = "this loop is decided as sequential, so one gang executes the compute construct";
        return Mapped::approximated("one gang executes the loop, which is decided as sequential")
            .reported(&codes::MAP0031, message);
    }
    let message = "this loop is decided as sequential, and every gang executes the whole loop";
    Mapped::approximated("every gang executes the whole loop, as in the design")
        .reported(&codes::MAP0031, message)
}

pub(super) fn sequential_private(cx: &Context<'_>, _build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !privates::is_possible(cx, clause, true) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    Mapped::exact("a local variable of a new block is the private copy")
}

/// Adds the reductions that a loop needs without a clause.
pub(crate) fn implied_reductions(cx: &Context<'_>, build: &mut Build<'_>) {
    let is_of_gangs = directive_of(cx) == Some(OmpDirective::Distribute);
    copies::implied_reductions::reduce(cx, build, is_of_gangs);
}

/// Maps a reduction. It stays on the loop if threads or lanes reduce; a gang reduction is on the compute construct.
fn loop_reduction(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let is_gang = cx.construct().loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some());
    if is_gang && cx.compute().is_some() && !gangs_reduce_parts(cx, clause) {
        return Mapped::unsupported_part(
            cx,
            clause,
            "elements behind a pointer that each gang has for itself",
        );
    }
    if directive_of(cx) != Some(OmpDirective::Distribute) {
        return reduction(cx, build, clause);
    }
    Mapped::exact("the reduction among gangs is stated on the construct around it")
}

/// Maps `private` unchanged, except for variables that become local variables: control variables on `simd`, which OpenMP makes `linear`,
/// and variables of a team that clang confuses with their copies ([`super::team_copies`]).
pub(crate) fn private(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    // An array that is local to a block around the loop belongs to one team. Its threads and lanes would
    // share the array.
    if !privates::is_possible(cx, clause, directive_of(cx) == Some(OmpDirective::Distribute)) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    if places(clause.items()).any(|(_, place)| privates::is_other_local(cx, place)) {
        return Mapped::unsupported_part(cx, clause, "a variable that each thread has for itself");
    }
    let is_local = |entity| is_local(cx, entity);
    for part in privates::parts_behind_pointers(cx, clause) {
        privates::copy_in_device_code(cx, build, part, clause.id, [Build::push_before, Build::push_behind]);
    }
    let mut items = Vec::new();
    for (at, place) in places(clause.items()) {
        if place.is_whole() && is_local(place.root) {
            build.push_before(privates::local(place.root, Origin::Clause(clause.id)));
        } else if !privates::is_behind_pointer(cx, place) {
            items.push(privates::whole(at, place));
        }
    }
    if !items.is_empty() {
        build.push(form::Argument::List(OmpClause::Private, items), clause.id);
    }
    Mapped::exact("a private clause, or a local variable where compilers take none")
}

/// Makes the variables private that no clause on the loop names: its own, scalars that each iteration assigns first, and variables of loops
/// inside without a directive, which have no block of their own then ([`home`]).
pub(crate) fn all_privates(cx: &Context<'_>, build: &mut Build<'_>) {
    predetermined_privates(cx, build);
    temporaries::private(cx, build);
    enclosing_privates::list(cx, build);
}

/// Adds the control variables that are private without a clause: to a `private` clause, or as local
/// variables if the directive has `simd`.
fn predetermined_privates(cx: &Context<'_>, build: &mut Build<'_>) {
    let variables: Vec<_> = private_variables(cx).filter(|(_, reason)| reason.how != How::Explicit).collect();
    let variables: Vec<_> =
        variables.into_iter().map(|(attribute, reason)| (attribute.place.root, reason)).collect();
    let (local, listed): (Vec<_>, Vec<_>) =
        variables.into_iter().partition(|(entity, _)| is_local(cx, *entity));
    if let Some((entity, _)) = listed.iter().find(|(entity, _)| cx.is_thread_local(&Place::whole(*entity))) {
        let name = cx.view.text(cx.view.name(*entity));
        let message = format!(
            "the control variable `{name}` is one of each thread, and no OpenMP loop takes such a variable"
        );
        build.unsupported_directive(
            "each thread has a control variable of its own",
            &codes::MAP0032,
            message,
        );
    }
    build.push_entities(OmpClause::Private, &listed);
    for (entity, reason) in local.into_iter().filter(|(entity, _)| home(cx, *entity).is_none()) {
        build.push_before(privates::local(entity, Origin::Attribute(cx.id, Box::new(reason.clone()))));
    }
}

/// Returns true if a private variable becomes a local variable.
fn is_local(cx: &Context<'_>, entity: EntityId) -> bool {
    let is_of_gangs = directive_of(cx) == Some(OmpDirective::Distribute);
    is_local_control(cx, entity) || is_of_gangs && team_copies::replaces(cx, entity)
}

/// Adds the local variables that are the private copies of a sequential loop.
pub(crate) fn private_copies(cx: &Context<'_>, build: &mut Build<'_>) {
    for (attribute, reason) in private_variables(cx) {
        let is_shared_in_seq = reason.rule == Rule::SeqLoopControlPrivate;
        if is_shared_in_seq {
            report_seq_control(cx, build, attribute.place.root);
        }
        let is_needed = !is_shared_in_seq || !cx.dialect.follows_design();
        if is_needed && home(cx, attribute.place.root).is_none() {
            push_private_copy(cx, build, attribute, reason);
        }
    }
    temporary_copies(cx, build);
}

/// Adds local variables for the scalars that each iteration assigns first, if threads share an enclosing loop that does not privatise them.
/// The loop itself has no directive, because compilers miscompile it with one.
fn temporary_copies(cx: &Context<'_>, build: &mut Build<'_>) {
    if cx.dialect.follows_design() {
        return;
    }
    for attribute in cx.construct().whole_attributes() {
        let Some(given) = attribute.sharing.as_ref().filter(|given| temporaries::is_temporary(given)) else {
            continue;
        };
        let entity = attribute.place.root;
        let is_private = |around: &Context<'_>| {
            let sharing = around.construct().attribute_of(entity).and_then(DataAttributes::sharing_kind);
            sharing == Some(Sharing::Private)
        };
        let mut around = cx.loops_around().map(|id| Context { id, ..*cx });
        if around
            .by_ref()
            .take_while(|around| !is_private(around))
            .any(|around| has_parallel(directive_of(&around)))
        {
            push_private_copy(cx, build, attribute, &given.reason);
        }
    }
}

/// Reports a control variable of a `seq` loop that several threads would share, if the dialect makes it shared, or if the program may use
/// its value after the loop.
fn report_seq_control(cx: &Context<'_>, build: &mut Build<'_>, entity: EntityId) {
    let name = cx.view.text(cx.view.name(entity));
    if cx.dialect.follows_design() {
        let message = format!("the threads that execute this `seq` loop share its control variable `{name}`");
        build.report_directive(&codes::MAP0030, message);
        let reason = "the threads that execute the loop share its control variable, as in the design";
        build.directive_verdict(Fidelity::Approximated, reason);
    } else if is_used_behind(cx, entity) {
        let message =
            format!("the value of `{name}` after this `seq` loop is lost: each thread has its own `{name}`");
        build.report_directive(&codes::MAP0030, message);
    }
}

/// Returns whether the program may use the value that a variable has after a loop: it is named there before it is assigned again, or a
/// clause maps it, so that the value is copied or stays on the device.
fn is_used_behind(cx: &Context<'_>, entity: EntityId) -> bool {
    let Some(compute) = cx.compute() else { return false };
    let behind = Run::new(cx.region().end, compute.run().end);
    let next = cx.view.mentions(behind).find(|mention| mention.place.root == entity);
    let is_assigned =
        |mention: &Mention| cx.view.writes(behind).any(|write| write.replaces && write.operand == mention.at);
    let is_mapped =
        compute.attribute_of(entity).and_then(DataAttributes::sharing_kind) == Some(Sharing::Shared);
    is_mapped || next.is_some_and(|mention| !is_assigned(&mention))
}

fn push_private_copy(cx: &Context<'_>, build: &mut Build<'_>, attribute: &DataAttributes, reason: &Reason) {
    let clause = reason.clause.filter(|_| reason.how == How::Explicit);
    let origin = match (privates::part_behind_pointer(cx, reason), clause) {
        (Some(part), Some(clause)) => {
            let around = [Build::push_before, Build::push_behind];
            return privates::copy_in_device_code(cx, build, part, clause, around);
        }
        (_, Some(clause)) => Origin::Clause(clause),
        _ => Origin::Attribute(cx.id, Box::new(reason.clone())),
    };
    build.push_before(privates::local(attribute.place.root, origin));
}

fn shared_among_threads(cx: &Context<'_>, build: &mut Build<'_>) {
    if has_parallel(directive_of(cx)) {
        shared(cx, build);
    }
}

/// Adds the implicitly shared variables, in the order in which the associated statement mentions them.
pub(crate) fn shared(cx: &Context<'_>, build: &mut Build<'_>) {
    if !cx.edition.lists_shared {
        return;
    }
    let given = |attribute: &'_ DataAttributes| {
        let sharing = attribute.sharing.as_ref();
        let is_default =
            |given: &&Given<_>| given.kind == Sharing::Shared && given.reason.how == How::Implicit;
        sharing
            .is_some_and(|given| is_default(&given) || copies::implied_reductions::is_left_shared(cx, given))
            && host_values::value(cx, attribute).is_none()
            && (!attribute.is_hidden || cx.dialect.follows_design())
    };
    let is_copied =
        |attribute: &DataAttributes| build.is_listed(OmpClause::Firstprivate, attribute.place.root);
    let attributes = cx.construct().whole_attributes();
    let mut found: Vec<_> = attributes.filter(|each| given(each) && !is_copied(each)).collect();
    found.sort_by_key(|attribute| attribute.met.map_or(u32::MAX, NonZeroU32::get));
    let variables: Vec<_> = found
        .into_iter()
        .filter_map(|attribute| Some((attribute.place.root, &attribute.sharing.as_ref()?.reason)))
        .collect();
    build.push_entities(OmpClause::Shared, &variables);
}
