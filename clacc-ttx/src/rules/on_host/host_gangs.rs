//! `parallel` on the host with exactly the number of gangs of its `num_gangs`, where results may depend on that number.
//!
//! The gangs are the teams of a `teams` region, and inner loops are mapped as in `target teams`. Functions that gangs call distribute their
//! gang loops among the caller's teams; outside such a construct there is one team.
//!
//! One gang is what OpenACC permits and what is fastest, so dialect `native` has it too, unless `num_gangs` asks for another
//! number and results may depend on it (`gang_sizes::matters`): code outside of gang loops changes what gangs share, reduces, or
//! calls functions. Then the construct is a `teams` region with `num_teams`, and its loops are those of `target teams`. Gang
//! loops of functions without a construct around them are `distribute`d, because their callers may have gangs; for one gang that
//! is all iterations. So programs compute what the text of dialect `portable` computes with gcc. Dialect `host` keeps one gang:
//! clang makes fewer teams than are asked for where processors are fewer.

use clacc_sema::acc::clauses::Clause;
use clacc_sema::acc::facts::{AccFacts, ConstructId, DataAttributes, How, Sharing};
use clacc_sema::omp::form::{Argument, Origin};
use clacc_sema::program::View;
use clacc_sema::program::place::Place;
use clacc_sema::tuning::TunedLoops;
use clacc_syntax::directive::{AccClause, AccDirective, OmpClause, OmpDirective};

use super::host_clauses::{DATA_CLAUSES, ON_DEVICE};
use super::host_compute::{origin_of, refuse_other_thread};
use crate::dialect::Dialect;
use crate::edition::DesignEdition;
use crate::rules::compute::{gang_dimensions, gang_sizes, parallel};
use crate::rules::copies::{privates, reductions};
use crate::rules::core::build::places;
use crate::rules::core::table::ClauseRule::By;
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context, HostThreads, LaneHazards, Mapped, conditions};
use crate::rules::loops::lone_thread::needs_one_gang;
use crate::verdict::Fidelity;

/// `parallel` -> `teams`.
pub(crate) const PARALLEL: ConstructRule = ConstructRule {
    directive: |_, _| Some(OmpDirective::Teams),
    clauses: &[
        (AccClause::SelfClause, ON_DEVICE),
        (AccClause::Private, By(privates::private)),
        (AccClause::Firstprivate, By(firstprivate)),
        (AccClause::Reduction, By(reductions::reduction)),
        (AccClause::NumGangs, By(num_gangs)),
        (AccClause::NumWorkers, By(parallel::num_workers)),
        (AccClause::VectorLength, By(parallel::vector_length)),
    ],
    common: DATA_CLAUSES,
    implicit: &[implied_copies, reductions::implied, check_thread_variables],
    complete: &[|_, build| build.directive_verdict(Fidelity::Exact, "the gangs are teams of the host")],
    ..ConstructRule::EMPTY
};

/// Returns the loops that threads share in the constructs of a declaration, in a program that runs on the host alone.
pub fn host_threads(
    view: View<'_>,
    facts: &AccFacts,
    tuned: &TunedLoops,
    dialect: &Dialect,
    edition: &DesignEdition,
) -> HostThreads {
    let lane_hazards = &LaneHazards::default();
    let of =
        |id| Context { view, facts, tuned, id, dialect, edition, threads: None, lane_hazards, input: None };
    HostThreads::of(view, facts, &|id: ConstructId| has_gangs(&of(id)))
}

/// Returns whether the gangs of a construct are teams: it has a `num_gangs` other than one, and results may depend on the number. If all
/// gangs would repeat a sequential loop, there is one gang, except in the dialects of the design.
fn has_gangs(cx: &Context<'_>) -> bool {
    let construct = cx.construct();
    let asked = construct.sizes.num_gangs.as_deref();
    cx.dialect.has_host_gangs()
        && construct.kind == AccDirective::Parallel
        && asked.is_some_and(|size| size.constant != Some(1))
        && !needs_one_gang(cx)
        && gang_sizes::matters(cx)
}

fn num_gangs(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    match clause.values() {
        values if values.len() > 1 => gang_dimensions::num_gangs(cx, build, clause, values),
        _ => conditions::same_value(build, clause, OmpClause::NumTeams),
    }
}

/// Maps `firstprivate`. Each gang copies a part of a pointee itself.
fn firstprivate(cx: &Context<'_>, build: &mut Build<'_>, clause: &Clause) -> Mapped {
    if !privates::is_possible(cx, clause, true) {
        return Mapped::unsupported_part(cx, clause, "elements behind a pointer");
    }
    let is_other = |place: &Place| privates::is_other_local(cx, place) && !privates::is_copied(cx, place);
    if places(clause.items()).any(|(_, place)| is_other(place)) {
        return Mapped::unsupported_part(cx, clause, "an array or struct that each thread has for itself");
    }
    let mut items = Vec::new();
    for (at, place) in places(clause.items()) {
        let origin = Origin::Clause(clause.id);
        if privates::is_behind_pointer(cx, place) {
            privates::copy_part(build, place, &origin, Build::push_inside);
        } else if privates::is_copied(cx, place) {
            privates::copy_value(build, place.root, &origin);
        } else {
            items.push(privates::whole(at, place));
        }
    }
    if !items.is_empty() {
        build.push(Argument::List(OmpClause::Firstprivate, items), clause.id);
    }
    Mapped::exact("each team has a copy")
}

/// Adds the implicit copies: outside `target`, teams share variables without a clause. Scalars that the construct does not change can be
/// shared.
fn implied_copies(cx: &Context<'_>, build: &mut Build<'_>) {
    let is_needed = |attribute: &&DataAttributes| {
        let root = attribute.place.root;
        let is_constant = cx.entity(root).class.is_scalar()
            && cx.facts.uses.writes_in(cx.region(), root).is_empty()
            && !cx.is_thread_local(&attribute.place);
        !attribute.is_hidden && !is_constant
    };
    let mut listed = Vec::new();
    for attribute in cx.construct().whole_attributes().filter(is_needed) {
        let Some(given) = attribute.sharing.as_ref().filter(|given| given.reason.how != How::Explicit) else {
            continue;
        };
        match given.kind {
            Sharing::Firstprivate if privates::is_copied(cx, &attribute.place) => {
                privates::copy_value(build, attribute.place.root, &origin_of(cx, &given.reason));
            }
            Sharing::Firstprivate => listed.push((attribute.place.root, &given.reason)),
            _ => {}
        }
    }
    build.push_entities(OmpClause::Firstprivate, &listed);
}

/// Refuses `_Thread_local` variables that the gangs share, because each thread that runs gangs would access another object.
fn check_thread_variables(cx: &Context<'_>, build: &mut Build<'_>) {
    for attribute in cx.construct().whole_attributes().filter(|each| cx.is_thread_local(&each.place)) {
        let kind = attribute.sharing_kind();
        if !matches!(kind, Some(Sharing::Private | Sharing::Firstprivate)) {
            refuse_other_thread(cx, build, attribute.place.root);
        }
    }
}
