//! `loop` in programs that run on the host alone: `parallel for`, `simd`, both, or no directive.
//!
//! Threads share the outermost gang or worker loop that they can share ([`crate::rules::core::host_threads`]), and one thread executes each
//! of the inner loops. Vector loops have `simd` unless compilers miscompile them with it.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::Rule;
use clacc_sema::omp::form::{Argument, Item, Origin};
use clacc_sema::program::place::EntityId;
use clacc_syntax::directive::{AccClause, OmpClause};

use crate::codes;
use crate::rules::copies::reductions::{note_library, operator_for, reduced_item, reduction};
use crate::rules::copies::{combiners, reductions};
use crate::rules::core::host_threads::OneThread;
use crate::rules::core::table::ClauseRule::{By, Dropped, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, Mapped};
use crate::rules::loops::loop_directives::PLAIN;
use crate::rules::loops::loop_levels::{directive_of, has_parallel, has_simd};
use crate::rules::loops::{
    assumed_apart, histograms, inner_loops, loop_directives, loop_headers, pointer_loops, schedules,
    small_loops,
};

/// A loop that threads share, or that has `simd`.
pub(super) const SHARED: ConstructRule = ConstructRule {
    directive: |cx, _| directive_of(cx),
    clauses: &[(AccClause::Reduction, By(reduction))],
    common: loop_directives::OF_SHARED,
    first: &[
        small_loops::condition,
        schedules::schedule,
        loop_headers::report,
        pointer_loops::hide_arrays,
        assumed_apart::report_assumptions,
    ],
    implicit: &[
        loop_directives::all_privates,
        loop_directives::implied_reductions,
        reductions_of_gang,
        histograms::reduce,
        values_of_gang,
    ],
    complete: &[inner_loops::of_nest],
    ..ConstructRule::EMPTY
};

/// A loop without a directive.
pub(crate) const OF_ONE_THREAD: ConstructRule = ConstructRule {
    directive: |_, _| None,
    clauses: &[
        (AccClause::Gang, By(level)),
        (AccClause::Worker, By(level)),
        (AccClause::Vector, By(level)),
        (AccClause::Auto, Dropped(PLAIN)),
        (AccClause::Tile, Dropped(PLAIN)),
        (
            AccClause::Reduction,
            Exact("one thread runs the loop; a reduction among threads is stated around it"),
        ),
    ],
    common: loop_directives::OF_ONE_THREAD,
    first: &[report_one_thread, loop_headers::report_miscount],
    implicit: &[loop_directives::private_copies],
    ..ConstructRule::EMPTY
};

/// Reports why threads do not share a gang loop.
fn report_one_thread(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(reason) = cx.threads.and_then(|threads| threads.unshared(cx.id)) else { return };
    let name = |entity| cx.view.text(cx.view.name(entity));
    let why = match reason {
        OneThread::UsedBehind(entity) => {
            format!("what its iterations leave in the gang's `{}` is used behind it", name(entity))
        }
        OneThread::WithoutClause(entity) => {
            format!("no clause of OpenMP gives each thread its own `{}`", name(entity))
        }
        OneThread::Unknown => {
            "it may reach what the gang has of its own through a pointer, or a `goto`".to_owned()
        }
    };
    build.report_directive(&codes::MAP0080, format!("one thread executes this gang loop: {why}"));
}

/// The rule of a loop.
pub(crate) fn rule_of(cx: &Context<'_>) -> &'static ConstructRule {
    match directive_of(cx) {
        _ if cx.is_in_host_gangs() => loop_directives::rule_of(cx),
        Some(_) => &SHARED,
        None => &OF_ONE_THREAD,
    }
}

fn level(cx: &Context<'_>, _build: &mut Build<'_>, clause: &Clause) -> Mapped {
    let directive = directive_of(cx);
    let decided = cx.construct().loop_facts.as_deref().and_then(|facts| facts.sequential);
    match clause.kind {
        AccClause::Vector if has_simd(directive) => Mapped::exact("the name of the OpenMP directive says it"),
        AccClause::Gang | AccClause::Worker if has_parallel(directive) => {
            Mapped::exact("the threads of the host share the loop")
        }
        _ => Mapped::dropped(match decided {
            Some(rule @ (Rule::SerialConstruct | Rule::KernelsSharedSequential)) => rule.text(),
            _ => "one thread of the host executes the loop, on which no result depends",
        }),
    }
}

/// Adds the gang's private variables that are private to each thread.
fn values_of_gang(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(own) = cx.threaded() else { return };
    let mut add = |kind, entities: &[EntityId]| {
        if !entities.is_empty() {
            let items = entities.iter().map(|entity| Item::entity(*entity)).collect();
            build.push_needed(Argument::List(kind, items), "each gang has its own, and here each thread");
        }
    };
    add(OmpClause::Private, &own.private);
    add(OmpClause::Firstprivate, &own.first);
}

/// Adds the gangs' reductions for which the loop has no clause.
fn reductions_of_gang(cx: &Context<'_>, build: &mut Build<'_>) {
    let (Some(shared), Some(compute)) = (cx.threaded(), cx.compute()) else { return };
    for attribute in shared.reduced.iter().filter_map(|entity| compute.attribute_of(*entity)) {
        let Some((operator, reason)) = attribute.reduction() else { continue };
        let (place, item) = match reason.part_in(&cx.facts.clauses) {
            Some(part) => (part.place, reduced_item(cx, part.at, part.place)),
            None => (&attribute.place, Some(Item::entity(attribute.place.root))),
        };
        let origin = Origin::Attribute(cx.id, Box::new(reason.clone()));
        let operator = operator_for(cx, operator, place);
        let combiner = combiners::combiner(cx, build, operator, place, origin);
        // The clause stands before the loop, where variables that the loop changes have no value yet.
        let item = item.filter(|_| reductions::is_fixed_inside(cx, place));
        let (Some(item), Ok(combiner)) = (item, combiner) else {
            let name = cx.view.text(cx.view.name(place.root));
            let message =
                format!("the part of `{name}` that gangs reduce has no form in a reduction of threads");
            build.unsupported_directive("a reduction of the gangs has no form", &codes::MAP0017, message);
            continue;
        };
        note_library(cx, build, place);
        build.push_implied(Argument::Reduction { combiner, items: vec![item] }, Some(reason));
    }
}
