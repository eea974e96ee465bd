//! Scalars that the iterations of a loop only combine values with, without a `reduction` on the loop.
//!
//! If the scalar is private to a gang, or a `reduction` of an enclosing loop combines the gangs' values, the workers and vector lanes share
//! it. A reduction that spans several loops must appear on each of them (OpenACC 3.4 2.9.11). A program that omits it on one has a data
//! race, and means the reduction.

use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashMap;

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::element_races::is_shared_loop;
use super::facts::{ConstructId, Given, Half, Reason, Rule, Sharing};
use super::findings::Findings;
use super::kernel_scalars::naming_lists;
use super::temporaries::{Home, is_local, may_be_private};
use super::{atomic, codes, kernels};
use crate::directives::reduction::ReductionOp;
use crate::program::access::{Write, WriteKind};
use crate::program::entity::{Class, Shape};
use crate::program::place::{At, EntityId, Place};
use crate::program::run::{Run, Runs};

/// Adds reductions of these scalars to the loops of workers and vector lanes. Scalars that a clause maps stay shared. Both are reported.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    if !draft.ids().any(|id| draft.has_threads(id) || is_shared_loop(draft, id)) {
        return;
    }
    let lists = naming_lists(cx, &[AccClause::Private, AccClause::Reduction]);
    let addressed = cx.addressed();
    let mut loops = CombiningLoops::default();
    let mut nest = OpenConstructs::new(draft);
    // The innermost construct around the latest assignment of each variable, and whether threads may share the variable there.
    let mut latest: Vec<Option<(ConstructId, bool)>> = vec![None; cx.program.entities.len()];
    let mut reduced = FxHashMap::default();
    let mut shared = FxHashMap::default();
    for write in cx.all_writes().filter(|write| write.kind == WriteKind::Assigned) {
        let Some(variable) = write.target else { continue };
        let open = nest.at(draft, write.at);
        let Some(innermost) = open.last().copied() else { continue };
        let known = &mut latest[variable.index() as usize];
        if known.is_none_or(|(within, _)| within != innermost) {
            *known = Some((innermost, may_be_shared(draft, open, variable)));
        }
        if !known.is_some_and(|(_, may_share)| may_share) {
            continue;
        }
        let Some(operator) =
            cx.own_accumulation(write, variable).map(|found| ReductionOp::from(found.combined_by))
        else {
            continue;
        };
        if let Some(on) = mapped(cx, draft, open, variable, write) {
            shared.insert((on, variable), operator);
        } else if !addressed.contains(&variable)
            && let Some(on) = missing(cx, draft, open, variable, operator)
            && on.iter().all(|on| loops.only_combine(cx, draft, &lists, *on, variable) == Some(operator))
        {
            reduced.extend(on.into_iter().map(|on| ((on, variable), operator)));
        }
    }
    let mut reduced: Vec<_> = reduced.into_iter().collect();
    reduced.sort_unstable_by_key(|((on, variable), _)| (on.into_raw(), *variable));
    for ((on, variable), operator) in &reduced {
        let reason = Reason::implicit(Rule::ImpliedReduction);
        let sharing = Given::new(Sharing::Reduction(*operator), reason);
        draft.attribute_mut(*on, &Place::whole(*variable)).sharing = Some(sharing);
    }
    let mut shared: Vec<_> = shared.into_iter().chain(reduced).collect();
    shared.sort_unstable_by_key(|((on, variable), _)| (on.into_raw(), *variable));
    for of_one in shared.chunk_by(|((first, _), _), ((second, _), _)| first == second) {
        report_loop(cx, draft, of_one, report);
    }
}

/// Returns whether threads may share a variable inside these constructs: the variable is not private to a construct inside the innermost
/// loop that is executed in parallel.
fn may_be_shared(draft: &Draft, open: &[ConstructId], variable: EntityId) -> bool {
    let place = Place::whole(variable);
    let is_decisive = |id: &ConstructId| draft.has_threads(*id) || is_shared_loop(draft, *id);
    let is_own = |id: &ConstructId| {
        matches!(draft.sharing(*id, &place), Some(Sharing::Private | Sharing::Firstprivate))
    };
    let decisive = open.iter().rev().find(|id| is_own(id) || is_decisive(id));
    decisive.is_some_and(|id| !is_own(id))
}

/// Warns about the variables of one loop.
pub(super) fn report_loop(
    cx: &Cx<'_>,
    draft: &Draft,
    variables: &[((ConstructId, EntityId), ReductionOp)],
    report: &mut Findings,
) {
    let Some(((on, _), _)) = variables.first() else { return };
    let names: Vec<_> = variables.iter().map(|((_, variable), _)| cx.name_text(*variable)).collect();
    let all = names.join("`, `");
    let message =
        format!("the iterations of this loop combine values with `{all}`, and no `reduction` says so");
    let clauses: Vec<_> = variables
        .iter()
        .zip(&names)
        .map(|((_, by), name)| format!("reduction({}:{name})", by.text()))
        .collect();
    let directive = draft.construct(*on).directive;
    let finding = Diagnostic::new(&codes::ACC0118, cx.directive_name_span(directive), message).note(format!(
        "`{}` must stand on each loop that the reduction spans (OpenACC 3.4 2.9.11)",
        clauses.join(" ")
    ));
    report.push(directive, finding);
}

/// The loops around an accumulation with this operator whose threads share the variable. None if no reduction can avoid the race.
fn missing(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    variable: EntityId,
    own: ReductionOp,
) -> Option<Vec<ConstructId>> {
    let place = Place::whole(variable);
    let mut found = Vec::new();
    // True once a loop has been found whose results are collected in a variable of one thread.
    let mut is_collected = false;
    for id in open.iter().rev().copied() {
        let construct = draft.construct(id);
        let sharing = draft.attribute(id, &place).and_then(|attribute| attribute.sharing.as_ref());
        let (is_own, is_reduced) = match sharing.map(|given| given.kind) {
            Some(Sharing::Private | Sharing::Firstprivate) => (true, false),
            Some(Sharing::Reduction(around)) if around != own => return None,
            Some(Sharing::Reduction(_)) => (false, true),
            _ => (cx.is_declared_in(variable, draft.run(id)), false),
        };
        is_collected |= is_own || is_reduced;
        if is_own || construct.is_compute() {
            break;
        }
        if construct.kind == AccDirective::Atomic {
            return None;
        }
        if !is_reduced && draft.has_threads(id) {
            let is_default = sharing.is_some_and(|given| given.reason.rule == Rule::DefaultShared);
            if !is_default || leaves_parts(draft, id) || kernels::controls(draft, id, &place) {
                return None;
            }
            found.push(id);
            is_collected = false;
        }
    }
    let is_inside = open.iter().any(|id| draft.construct(*id).is_compute());
    let is_collected = is_collected || !is_inside && is_local(cx, draft, Home { owner: None, variable });
    (is_collected && !found.is_empty() && is_number(cx, variable)).then_some(found)
}

/// The innermost parallel loop around an accumulation, if a clause maps the variable, so that all iterations share it.
fn mapped(
    cx: &Cx<'_>,
    draft: &Draft,
    open: &[ConstructId],
    variable: EntityId,
    write: &Write,
) -> Option<ConstructId> {
    let place = Place::whole(variable);
    let on = open.iter().rev().copied().find(|id| is_shared_loop(draft, *id))?;
    for id in open.iter().rev().copied() {
        let is_shared = draft.sharing(id, &place).is_none_or(|sharing| sharing == Sharing::Shared);
        let construct = draft.construct(id);
        let is_atomic =
            construct.kind == AccDirective::Atomic && atomic::is_access(cx, draft, id, write.operand);
        if !is_shared || is_atomic || cx.is_declared_in(variable, draft.run(id)) {
            return None;
        }
        if construct.is_compute() {
            let is_mapped = draft.attribute(id, &place).is_some() && may_be_private(cx, variable);
            return is_mapped.then_some(on);
        }
    }
    None
}

/// Returns whether a loop is partitioned among several gangs, so that each would have a part of the result, or is the loop of a combined
/// construct, after which nothing in the compute construct can use the result.
fn leaves_parts(draft: &Draft, id: ConstructId) -> bool {
    let construct = draft.construct(id);
    let has_gangs = construct.loop_facts.as_deref().is_some_and(|facts| facts.gang.is_some());
    let sizes = construct.compute.map(|compute| &draft.construct(compute).sizes);
    let gangs = sizes.and_then(|sizes| sizes.num_gangs.as_ref()).and_then(|gangs| gangs.constant);
    has_gangs && (gangs != Some(1) || construct.half == Half::Inner)
}

/// The variables with which loops only combine values, for other stages.
pub(crate) struct OnlyCombined {
    lists: Runs,
    loops: CombiningLoops,
}

impl OnlyCombined {
    pub(crate) fn new(cx: &Cx<'_>) -> Self {
        let lists = naming_lists(cx, &[AccClause::Private, AccClause::Reduction]);
        OnlyCombined { lists, loops: CombiningLoops::default() }
    }

    /// The operator with which the iterations of a loop combine values with a variable, if they use it in no other way.
    pub(crate) fn operator(
        &mut self,
        cx: &Cx<'_>,
        draft: &Draft,
        on: ConstructId,
        variable: EntityId,
    ) -> Option<ReductionOp> {
        self.loops.only_combine(cx, draft, &self.lists, on, variable)
    }
}

/// The operators with which loops combine values with variables; none for other uses.
#[derive(Default)]
struct CombiningLoops(FxHashMap<(ConstructId, EntityId), Option<ReductionOp>>);

impl CombiningLoops {
    /// The operator with which the iterations of a loop combine values with a variable, if they use it in no other way.
    fn only_combine(
        &mut self,
        cx: &Cx<'_>,
        draft: &Draft,
        lists: &Runs,
        on: ConstructId,
        variable: EntityId,
    ) -> Option<ReductionOp> {
        *self.0.entry((on, variable)).or_insert_with(|| only_combine(cx, draft, lists, on, variable))
    }
}

fn only_combine(
    cx: &Cx<'_>,
    draft: &Draft,
    lists: &Runs,
    on: ConstructId,
    variable: EntityId,
) -> Option<ReductionOp> {
    let (own, mut operators) = constructs_inside(draft, on, variable);
    let is_other = |at: At| own.iter().any(|own| own.contains(at)) || lists.contain(at);
    let mut parts = Vec::new();
    for write in
        cx.writes(draft.run(on)).filter(|write| write.target == Some(variable) && !is_other(write.at))
    {
        let accumulation = cx.own_accumulation(write, variable)?;
        operators.push(ReductionOp::from(accumulation.combined_by));
        parts.push(cx.run(accumulation.at));
    }
    parts.sort_unstable_by_key(|part| part.start);
    let is_combined = |at: At| {
        let before = parts.partition_point(|part| part.start <= at);
        before.checked_sub(1).is_some_and(|last| parts[last].contains(at))
    };
    let mut mentions = cx.mentions(draft.run(on)).filter(|mention| mention.place.root == variable);
    let (operator, others) = operators.split_first()?;
    let is_only = others.iter().all(|other| other == operator);
    (is_only && mentions.all(|mention| is_other(mention.at) || is_combined(mention.at))).then_some(*operator)
}

/// The regions of constructs inside a loop to which a variable is private, and the operators of the constructs that reduce it.
fn constructs_inside(draft: &Draft, on: ConstructId, variable: EntityId) -> (Vec<Run>, Vec<ReductionOp>) {
    let (mut own, mut operators) = (Vec::new(), Vec::new());
    for id in draft.inside(on) {
        match draft.sharing(id, &Place::whole(variable)) {
            Some(Sharing::Private | Sharing::Firstprivate) => own.push(draft.run(id)),
            Some(Sharing::Reduction(operator)) => operators.push(operator),
            _ => {}
        }
    }
    (own, operators)
}

/// Returns whether the variable has a numeric type that all compilers can reduce.
pub(crate) fn is_number(cx: &Cx<'_>, variable: EntityId) -> bool {
    let is_plain = |shape: &Shape| !shape.is_bool && !shape.is_narrow && !shape.is_wide && !shape.is_atomic;
    matches!(cx.entity(variable).class, Class::Integer | Class::Real)
        && may_be_private(cx, variable)
        && cx.shape(&Place::whole(variable)).is_some_and(|shape| is_plain(&shape))
}
