//! Scalars with which the iterations of `independent` loops in `kernels` constructs only combine values, without a `reduction` on the loop.
//!
//! `independent` says that the iterations may be executed in any order (OpenACC 3.4 2.9.6), so the program means a reduction of such a
//! scalar. The loop gets it, as if the clause were written, and the missing clause is reported. Loops whose iterations are proven to be
//! independent get their reductions here too. A scalar that is used in any other way keeps its loop sequential ([`super::kernels`]).

use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashSet;

use super::constructs::{Draft, OpenConstructs};
use super::cx::Cx;
use super::facts::{ConstructId, DataAttributes, Given, Reason, Rule, Sharing};
use super::findings::Findings;
use super::implied_reductions::{OnlyCombined, is_number, report_loop};
use super::kernels::{is_kernels, is_shareable, sharing_loops};
use crate::directives::reduction::ReductionOp;
use crate::program::access::WriteKind;
use crate::program::entity::StorageDuration;
use crate::program::place::{EntityId, Place};
use crate::program::run::Run;

/// Adds the reductions to the loops that may be partitioned.
pub(super) fn imply(cx: &Cx<'_>, draft: &mut Draft) {
    if !draft.ids().any(|id| is_kernels(draft, id)) {
        return;
    }
    let mut combined = OnlyCombined::new(cx);
    let addressed = cx.addressed();
    let mut nest = OpenConstructs::new(draft);
    let mut seen = FxHashSet::default();
    let mut reduced = Vec::new();
    for write in cx.all_writes().filter(|write| write.kind == WriteKind::Assigned) {
        let open = nest.at(draft, write.at);
        let Some(variable) = write.target.filter(|_| !open.is_empty()) else { continue };
        for on in sharing_loops(cx, draft, open, &Place::whole(variable)) {
            if seen.insert((on, variable))
                && is_number(cx, variable)
                && is_visible_around(cx, draft, on, variable)
                && !may_be_used_by_calls(cx, draft.run(on), variable, addressed.contains(&variable))
                && !has_atomic_access(cx, draft, on, variable)
                && let Some(operator) = combined.operator(cx, draft, on, variable)
            {
                reduced.push((on, variable, operator));
            }
        }
    }
    for (on, variable, operator) in reduced {
        let given = Given::new(Sharing::Reduction(operator), Reason::implicit(Rule::KernelsReduction));
        draft.attribute_mut(on, &Place::whole(variable)).sharing = Some(given);
    }
}

/// Returns whether the clauses of a loop and of its compute construct can name a variable. An object with static storage duration is one for
/// all iterations even if it is declared inside the loop.
fn is_visible_around(cx: &Cx<'_>, draft: &Draft, on: ConstructId, variable: EntityId) -> bool {
    let around = draft.construct(on).compute.unwrap_or(on);
    cx.entity(variable).duration == StorageDuration::Automatic
        || !cx.is_declared_in(variable, draft.run(around))
}

/// Returns whether functions that a loop calls may use a variable by its name or through a pointer, so that they would miss a private copy.
fn may_be_used_by_calls(cx: &Cx<'_>, run: Run, variable: EntityId, is_addressed: bool) -> bool {
    let is_exposed = is_addressed || cx.entity(variable).duration != StorageDuration::Automatic;
    let may_use = |callee: Option<EntityId>| {
        let is_nested = callee.is_none_or(|callee| cx.entity(callee).scope.is_some());
        is_nested || is_exposed && !callee.is_some_and(|callee| cx.is_mathematical(callee))
    };
    cx.unseen(run).is_some() || cx.calls(run).any(|call| may_use(call.callee))
}

/// Returns whether `atomic` constructs inside a loop name a variable, so that the program gives its accesses another meaning.
fn has_atomic_access(cx: &Cx<'_>, draft: &Draft, on: ConstructId, variable: EntityId) -> bool {
    let mut atomics = draft.inside(on).filter(|id| draft.construct(*id).kind == AccDirective::Atomic);
    atomics.any(|id| cx.names_in(draft.run(id)).iter().any(|named| named.entity == variable))
}

/// Reports the loops that got reductions, and takes the reductions back from loops that are sequential for another reason. The levels of
/// the loops are settled.
pub(super) fn report(cx: &Cx<'_>, draft: &mut Draft, report: &mut Findings) {
    for on in draft.ids() {
        let implied = implied(draft, on);
        if implied.is_empty() {
            continue;
        }
        if is_shareable(draft, on) {
            report_loop(cx, draft, &implied, report);
            continue;
        }
        for ((_, variable), _) in implied {
            draft.attribute_mut(on, &Place::whole(variable)).sharing = None;
        }
    }
}

/// The reductions that were added to a loop.
fn implied(draft: &Draft, on: ConstructId) -> Vec<((ConstructId, EntityId), ReductionOp)> {
    let list = draft.attributes.get(on).map_or(&[][..], |attributes| &attributes.list);
    let implied = |attribute: &DataAttributes| {
        let (operator, reason) = attribute.reduction()?;
        (reason.rule == Rule::KernelsReduction).then_some(((on, attribute.place.root), operator))
    };
    list.iter().filter_map(implied).collect()
}
