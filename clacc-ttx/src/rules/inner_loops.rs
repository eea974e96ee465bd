//! `simd` for loops that no directive of the source is about.
//!
//! Where levels are merged, threads share outer loops. Vector lanes then share the last of collapsed loops, and innermost
//! loops whose iterations are proven to be independent. Such a directive only permits what the compiler may do anyway, so
//! nothing else depends on it: where no text can be edited, it is left out.

use clacc_sema::acc::facts::InnerLoop;
use clacc_sema::omp::form::{Argument, Clause, Directive, Item, Omp, Origin};
use clacc_sema::program::place::{At, EntityId, Place};
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::associated_loops::{is_collapsed_loop, leaves_last, moves_inside, partitioned};
use super::lane_hazards::loses_with_simd;
use super::{Build, Context, combiners};
use crate::codes;
use crate::node::InnerForm;
use crate::verdict::Fidelity;

/// Why vector lanes share a loop.
pub(crate) const OF_LANES: &str = "the iterations are independent, and vector lanes share them";

/// What is said of a loop inside that depends on an assumption.
pub(crate) const ASSUMED: &str =
    "a loop inside is shared by vector lanes if pointers of data clauses lead to different memory";

/// Adds the directives of the loops inside a construct that are proven to be independent.
pub(super) fn proven(cx: &Context<'_>, build: &mut Build<'_>) {
    let mut assumed: Vec<[EntityId; 2]> = Vec::new();
    for inner in cx.facts.inner_loops.iter().filter(|inner| inner.within == cx.id) {
        if inner.meets_own_elements && !cx.dialect.simd_in_order
            || is_collapsed_loop(cx, inner.within, inner.at)
        {
            continue;
        }
        if let Some(clauses) = clauses_of(cx, build, inner) {
            build.push_inner(simd(inner.at, clauses, !inner.assumed.is_empty()));
            assumed.extend(inner.assumed.iter().copied());
        }
    }
    if !assumed.is_empty() {
        report_assumed(cx, build, &assumed, ASSUMED);
    }
}

fn clauses_of(cx: &Context<'_>, build: &mut Build<'_>, inner: &InnerLoop) -> Option<Vec<Clause>> {
    let origin = || Origin::Mapping(OF_LANES);
    let mut clauses: Vec<_> = private_of_lanes(&inner.private).into_iter().collect();
    for (entity, operator) in &inner.reductions {
        let place = Place::whole(*entity);
        let combiner = combiners::combiner(cx, build, *operator, &place, origin()).ok()?;
        let items = vec![Item::entity(*entity)];
        clauses.push(Clause::new(Argument::Reduction { combiner, items }, origin()));
    }
    Some(clauses)
}

fn simd(at: At, clauses: Vec<Clause>, is_assumed: bool) -> InnerForm {
    InnerForm { at, form: simd_form(clauses), is_assumed }
}

/// The directive of a loop that vector lanes share.
pub(super) fn simd_form(clauses: Vec<Clause>) -> Omp {
    let body = Some(Box::new(Omp::Statement));
    let origin = Origin::Mapping(OF_LANES);
    Omp::Directive(Directive { kind: OmpDirective::Simd, clauses, body, origin })
}

/// `private` of a loop that vector lanes share.
pub(super) fn private_of_lanes(variables: &[EntityId]) -> Option<Clause> {
    let items = variables.iter().map(|entity| Item::entity(*entity)).collect();
    let argument = Argument::List(OmpClause::Private, items);
    (!variables.is_empty()).then(|| Clause::new(argument, Origin::Mapping(OF_LANES)))
}

/// Reports what a proof takes for granted, and what for.
pub(super) fn report_assumed(
    cx: &Context<'_>,
    build: &mut Build<'_>,
    assumed: &[[EntityId; 2]],
    reason: &'static str,
) {
    let mut pairs: Vec<String> = Vec::new();
    for [first, second] in assumed {
        let name = |entity: &EntityId| cx.view.text(cx.view.name(*entity));
        let pair = format!("`{}` and `{}`", name(first), name(second));
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let message = format!("it is taken for granted that {} do not overlap", pairs.join(", and that "));
    build.directive_verdict_of(Fidelity::Approximated, reason, &codes::MAP0085);
    build.report_directive(&codes::MAP0085, message);
}

/// Adds the directive of the last of collapsed loops.
pub(super) fn of_nest(cx: &Context<'_>, build: &mut Build<'_>) {
    let Some(last) = partitioned(cx)
        .last()
        .filter(|last| leaves_last(cx) && !loses_with_simd(cx) && !moves_inside(cx, **last))
    else {
        return;
    };
    let controls = cx.construct().loop_facts.iter().flat_map(|facts| &facts.control);
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
    build.push_inner(simd(*last, clauses, false));
}

/// The private variables of a nest of which each lane needs its own: all but the control variables. None if there is an
/// array among them, of which each lane would have a copy.
fn own_of_lanes(cx: &Context<'_>, items: &[Item], controls: &[EntityId]) -> Option<Vec<Item>> {
    let is_control =
        |item: &&Item| item.place().is_some_and(|place| place.is_whole() && controls.contains(&place.root));
    let own: Vec<Item> = items.iter().filter(|item| !is_control(item)).cloned().collect();
    let is_scalar = |item: &Item| {
        item.place().is_some_and(|place| place.is_whole() && cx.entity(place.root).class.is_scalar())
    };
    own.iter().all(is_scalar).then_some(own)
}
