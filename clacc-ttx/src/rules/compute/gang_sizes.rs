//! The effect of the number of gangs: only tuning, or a part of the results of a program.
//!
//! All gangs execute the code outside gang loops (OpenACC 3.4 2.5.1). If that code changes data that the gangs share, or calls functions
//! that may, the effect occurs once for each gang.

use clacc_sema::acc::facts::{
    Construct, ConstructId, DataAttributes, LoopFacts, Merged, Sharing, SizeArgument,
};
use clacc_sema::program::place::{At, EntityId};
use clacc_sema::program::run::Run;
use clacc_syntax::directive::{AccClause, AccDirective};

use crate::dialect::PrintedSizes;
use crate::rules::core::Context;
use crate::rules::loops::loop_levels::WARP;

/// Whether results may depend on the number of gangs of a compute construct.
pub(crate) fn matters(cx: &Context<'_>) -> bool {
    let gang_loops = gang_loops(cx);
    let is_repeated = |at: At| !gang_loops.iter().any(|run| run.contains(at));
    let region = cx.region();
    let reduces = cx.construct().whole_attributes().any(|attribute| reduces_itself(cx, attribute));
    gang_loops.is_empty()
        || reduces
        || cx.view.writes(region).any(|write| is_repeated(write.at) && !is_own(cx, write.operand))
        || cx.view.calls(region).any(|call| {
            is_repeated(call.at) && !call.callee.is_some_and(|callee| cx.view.is_library_function(callee))
        })
}

/// Returns whether a loop in a compute construct keeps the levels of the program, so that sizes apply to it.
pub(super) fn keeps_levels(cx: &Context<'_>) -> bool {
    let is_kept =
        |facts: &LoopFacts| facts.sequential.is_none() && facts.is_partitioned() && facts.merged.is_none();
    let mut inside = cx.facts.constructs.iter().filter(|(_, construct)| construct.compute == Some(cx.id));
    inside.any(|(_, construct)| construct.loop_facts.as_deref().is_some_and(is_kept))
}

/// The maximum number of threads of a team on devices.
const MOST: i128 = 1024;

/// Returns the number of threads of a team that a constant `vector_length` asks for, if the dialect prints it and threads share the loops of all
/// levels. Without `num_workers` that is so where loops are shared by gangs and vector lanes only.
pub(super) fn threads_of_team(cx: &Context<'_>, length: &SizeArgument) -> Option<i128> {
    let workers = match (cx.dialect.tuning.sizes, cx.construct().sizes.num_workers.as_deref()) {
        (PrintedSizes::None, _) | (PrintedSizes::OfVectors, Some(_)) => return None,
        (PrintedSizes::OfVectors | PrintedSizes::All, None) => 1,
        (PrintedSizes::All, Some(workers)) => workers.constant?,
    };
    let length = length.constant?.checked_mul(workers).filter(|threads| (1..=MOST).contains(threads))?;
    let inside = || cx.facts.constructs.iter().filter(|(_, construct)| construct.compute == Some(cx.id));
    let loops = || inside().filter_map(|(_, construct)| construct.loop_facts.as_deref());
    let says = |kind| inside().any(|(_, construct)| cx.facts.first_clause(construct, kind).is_some());
    let is_merged = loops().any(|facts| facts.merged == Some(Merged::Threads));
    let is_alone = !says(AccClause::Worker) || cx.construct().sizes.num_workers.is_some();
    let is_parallel = cx.construct().kind == AccDirective::Parallel;
    (is_parallel && is_merged && says(AccClause::Vector) && is_alone)
        .then_some((length + WARP - 1) / WARP * WARP)
}

/// Returns the runs of the gang loops with their directives. A variable that a directive names is not a use outside the loop.
fn gang_loops(cx: &Context<'_>) -> Vec<Run> {
    let constructs = &cx.facts.constructs;
    let is_gang = |facts: &LoopFacts| facts.sequential.is_none() && facts.gang.is_some();
    let inside = constructs.iter().filter(|(_, construct)| construct.compute == Some(cx.id));
    let gang = inside.filter(|(_, construct)| construct.loop_facts.as_deref().is_some_and(is_gang));
    gang.map(|(_, construct)| with_directive(cx, construct)).collect()
}

/// Returns the nodes of a loop and of its directive, unless the directive is combined with the compute construct.
fn with_directive(cx: &Context<'_>, construct: &Construct) -> Run {
    let own = construct.run();
    let directive = cx.view.directive(construct.directive).at;
    let first = Some(directive).filter(|at| cx.region().contains(*at));
    Run::new(first.unwrap_or(own.start), own.end)
}

/// Returns whether the target of an assignment is private to each gang.
fn is_own(cx: &Context<'_>, operand: At) -> bool {
    let Some(place) = cx.view.place_of(operand) else { return false };
    let attribute = cx.construct().attribute_of(place.root);
    let is_private = matches!(
        attribute.and_then(DataAttributes::sharing_kind),
        Some(Sharing::Private | Sharing::Firstprivate)
    );
    !place.leads_through_pointer()
        && (is_private
            || cx.view.is_declared_in(place.root, cx.region())
            || has_own_copy(cx, cx.id, place.root))
}

/// Whether a loop control variable is private to a loop, so that the construct has no attribute for it.
fn has_own_copy(cx: &Context<'_>, compute: ConstructId, variable: EntityId) -> bool {
    let inside = cx.facts.constructs.iter().filter(|(_, construct)| construct.compute == Some(compute));
    cx.construct().attribute_of(variable).is_none()
        && inside.map(|(_, construct)| construct).any(|construct| {
            construct.attribute_of(variable).and_then(DataAttributes::sharing_kind) == Some(Sharing::Private)
        })
}

/// Returns whether a construct reduces a variable outside gang loops, so that each gang contributes to it once.
fn reduces_itself(cx: &Context<'_>, attribute: &DataAttributes) -> bool {
    let Some((_, reason)) = attribute.reduction() else { return false };
    let gang_loops = gang_loops(cx);
    let root = attribute.place.root;
    reason.is_explicit()
        && cx.view.mentions(cx.region()).any(|mention| {
            mention.place.root == root && !gang_loops.iter().any(|run| run.contains(mention.at))
        })
}
