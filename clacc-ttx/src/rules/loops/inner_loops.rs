//! Directives for loops that have no directive in the source.
//!
//! With merged levels, threads share outer loops. Vector lanes then share the last collapsed loop, and innermost loops whose iterations are
//! proven independent. In a `kernels` construct that one gang executes, threads share such loops. These directives only permit what the
//! compiler may do anyway, so they are optional: if the text cannot be edited, they are left out.

use clacc_sema::omp::form::{Argument, Clause, Directive, Item, Origin};
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_sema::tuning::{InnerLoop, SharedBy};
use clacc_syntax::diagnostics::Code;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::associated_loops::{is_collapsed_loop, leaves_last, moves_inside, partitioned};
use super::lane_hazards::{loses_with_simd, selects_own};
use super::loop_headers::miscounted;
use super::{schedules, small_loops, team_copies, variable_pointers};
use crate::codes;
use crate::dialect::Fault;
use crate::node::InnerForm;
use crate::rules::copies::combiners;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

/// The reason why vector lanes share a loop.
const OF_LANES: &str = "the iterations are independent, and vector lanes share them";

const OF_THREADS: &str = "the iterations are independent, and threads share them";

const SHARED_ASSUMED: &str =
    "loops inside are shared on the assumption that pointers in data clauses do not overlap";

/// The reason for the directive of an inner loop that depends on an assumption.
const ASSUMED: &str =
    "a loop inside is shared by vector lanes if pointers of data clauses lead to different memory";

/// Adds the directives of the loops inside a construct that are proven independent.
pub(crate) fn proven(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut assumed = AssumedPairs::default();
    for inner in cx.tuned.inner_loops.iter().filter(|inner| inner.within == cx.id) {
        if !is_collapsed_loop(cx, inner.within, inner.at)
            && miscounted(cx, inner.at).is_none()
            && let Some(kind) = kind_of(cx, inner)
            && let Some(clauses) = clauses_of(cx, build, inner, kind)
        {
            build.push_inner(inner_form(inner.at, kind, clauses, !inner.assumed.is_empty()));
            let is_simd = kind == OmpDirective::Simd;
            if is_simd { &mut assumed.by_lanes } else { &mut assumed.by_threads }.extend(&inner.assumed);
        }
    }
    assumed.report(cx, build);
}

/// Returns the directive of a loop; none if the compilers of the dialect miscompile the loop with it.
fn kind_of(cx: &Context<'_>, inner: &InnerLoop) -> Option<OmpDirective> {
    let may_have_lanes = cx.dialect.tuning.has_lanes
        && (!inner.meets_own_elements || !cx.avoids(Fault::SimdOrder))
        && !selects_own(cx, cx.view.run(inner.at), &[inner.at]);
    let has_copies = !inner.private.is_empty() || !inner.reductions.is_empty();
    if inner.shared_by == SharedBy::Lanes && has_copies && team_copies::are_lost(cx) {
        return None;
    }
    match inner.shared_by {
        SharedBy::Lanes => may_have_lanes.then_some(OmpDirective::Simd),
        SharedBy::Threads { has_lanes } => {
            Some(match (cx.is_kernel_part(inner.at), has_lanes && may_have_lanes) {
                (true, true) => OmpDirective::DistributeParallelForSimd,
                (true, false) => OmpDirective::DistributeParallelFor,
                (false, true) => OmpDirective::ParallelForSimd,
                (false, false) => OmpDirective::ParallelFor,
            })
        }
    }
}

fn clauses_of(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    inner: &InnerLoop,
    kind: OmpDirective,
) -> Option<Vec<Clause>> {
    let origin = || match inner.shared_by {
        SharedBy::Lanes => Origin::Mapping(OF_LANES),
        SharedBy::Threads { .. } => Origin::Mapping(OF_THREADS),
    };
    let condition = small_loops::of_bare_loop(cx, inner.at, kind);
    let is_plain = kind == OmpDirective::ParallelFor;
    let schedule = is_plain.then(|| schedules::of_bare_loop(cx, inner.at)).flatten();
    let private = private_of(&inner.private, origin());
    let copied =
        (kind != OmpDirective::Simd).then(|| variable_pointers::of_threads(cx, kind, cx.view.run(inner.at)));
    let clauses = condition.into_iter().chain(schedule).chain(private);
    let mut clauses: Vec<_> = clauses.chain(copied.flatten()).collect();
    for (entity, operator) in &inner.reductions {
        let place = Place::whole(*entity);
        let combiner = combiners::combiner(cx, build, *operator, &place, origin()).ok()?;
        let items = vec![Item::entity(*entity)];
        clauses.push(Clause::new(Argument::Reduction { combiner, items }, origin()));
    }
    Some(clauses)
}

fn inner_form(at: At, kind: OmpDirective, clauses: Vec<Clause>, is_assumed: bool) -> InnerForm {
    InnerForm { at, directive: directive(kind, clauses), is_assumed, stated: None }
}

fn directive(kind: OmpDirective, clauses: Vec<Clause>) -> Directive {
    let origin = Origin::Mapping(if kind == OmpDirective::Simd { OF_LANES } else { OF_THREADS });
    Directive::of_statement(kind, clauses, origin)
}

/// The directive of a loop that vector lanes share.
pub(crate) fn simd(clauses: Vec<Clause>) -> Directive {
    directive(OmpDirective::Simd, clauses)
}

/// `private` of a loop that vector lanes share.
pub(super) fn private_of_lanes(variables: &[EntityId]) -> Option<Clause> {
    private_of(variables, Origin::Mapping(OF_LANES))
}

fn private_of(variables: &[EntityId], origin: Origin) -> Option<Clause> {
    let items = variables.iter().map(|entity| Item::entity(*entity)).collect();
    let argument = Argument::List(OmpClause::Private, items);
    (!variables.is_empty()).then(|| Clause::new(argument, origin))
}

/// Returns the verdict on an inner loop for the report: the fidelity of its directive, the reason, and the code of the assumption.
pub(crate) fn verdict_of(inner: &InnerForm) -> (Fidelity, &'static str, Option<&'static Code>) {
    let is_simd = inner.directive.kind == OmpDirective::Simd;
    match (inner.is_assumed, is_simd) {
        (true, true) => (Fidelity::Approximated, ASSUMED, Some(&codes::MAP0085)),
        (true, false) => (Fidelity::Approximated, SHARED_ASSUMED, Some(&codes::MAP0083)),
        (false, true) => (Fidelity::Exact, OF_LANES, None),
        (false, false) => (Fidelity::Exact, OF_THREADS, None),
    }
}

/// The pairs of pointers that are assumed to have disjoint pointees.
#[derive(Default)]
struct AssumedPairs {
    by_lanes: Vec<[EntityId; 2]>,
    by_threads: Vec<[EntityId; 2]>,
}

impl AssumedPairs {
    fn report(&self, cx: &Context<'_>, build: &mut Build<'_>) {
        report_assumed(cx, build, &self.by_lanes, (ASSUMED, &codes::MAP0085));
        report_assumed(cx, build, &self.by_threads, (SHARED_ASSUMED, &codes::MAP0083));
    }
}

/// Reports the assumptions of proofs, if there are any, with the reason and code that they lead to.
pub(super) fn report_assumed(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    assumed: &[[EntityId; 2]],
    (reason, code): (&'static str, &'static Code),
) {
    if assumed.is_empty() {
        return;
    }
    let all = texts(cx, assumed).join(", and that ");
    build.directive_verdict_of(Fidelity::Approximated, reason, code);
    build.report_directive(code, format!("it is taken for granted that {all} do not overlap"));
}

/// Returns the names of each pair once.
fn texts(cx: &Context<'_>, assumed: &[[EntityId; 2]]) -> Vec<String> {
    let mut pairs: Vec<String> = Vec::new();
    for [first, second] in assumed {
        let name = |entity: &EntityId| cx.view.text(cx.view.name(*entity));
        let pair = format!("`{}` and `{}`", name(first), name(second));
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// Adds the directive of the last collapsed loop.
pub(crate) fn of_nest(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(last) = partitioned(cx)
        .last()
        .filter(|last| leaves_last(cx) && !loses_with_simd(cx) && !moves_inside(cx, **last))
    else {
        return;
    };
    let controls = cx.construct().loop_facts.iter().flat_map(|facts| &*facts.control);
    let controls: Vec<EntityId> = controls.map(|control| control.entity).collect();
    let mut clauses = Vec::new();
    for clause in build.clauses() {
        match &clause.argument {
            Argument::Reduction { .. } => clauses.push(clause.clone()),
            Argument::List(OmpClause::Private, items) => {
                let Some(own) = own_of_lanes(cx, items, &controls) else { return };
                if !own.is_empty() {
                    let argument = Argument::List(OmpClause::Private, own);
                    clauses.push(Clause::new(argument, clause.origin.clone()));
                }
            }
            _ => {}
        }
    }
    build.push_inner(inner_form(*last, OmpDirective::Simd, clauses, false));
}

/// Returns the variables of a nest that must be private to each lane: all private ones but the control variables. None if one is an array,
/// which would be copied for each lane.
fn own_of_lanes(cx: &Context<'_>, items: &[Item], controls: &[EntityId]) -> Option<Vec<Item>> {
    let is_control =
        |item: &&Item| item.place().is_some_and(|place| place.is_whole() && controls.contains(&place.root));
    let own: Vec<Item> = items.iter().filter(|item| !is_control(item)).cloned().collect();
    let is_scalar = |item: &Item| {
        item.place().is_some_and(|place| place.is_whole() && cx.entity(place.root).class.is_scalar())
    };
    own.iter().all(is_scalar).then_some(own)
}
