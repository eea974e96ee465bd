//! Loops that their directives leave to the implementation, and whose iterations are proven to be independent: those with `auto`, and those
//! of `kernels` constructs without `independent` (OpenACC 3.4 2.9.7).

use clacc_syntax::directive::AccClause;

use super::array_copies;
use super::choices::LoopProofs;
use super::tuned_loops::ProvenLoop;
use super::tuner::Tuner;
use crate::acc::clauses::Clause;
use crate::acc::constructs::Draft;
use crate::acc::facts::{ConstructId, Given, LoopFacts, Reason, Rule, Sharing};
use crate::acc::implied_reductions::is_number;
use crate::acc::kernels;
use crate::acc::loops::written_level;
use crate::dependence::{Assumptions, Independent, Outcome};
use crate::directives::reduction::ReductionOp;
use crate::program::accumulation::CombinedBy;
use crate::program::entity::Class;
use crate::program::place::{EntityId, Place};

/// Returns whether a loop is sequential only because it is not known that its iterations are independent.
pub(super) fn is_undecided(facts: &LoopFacts) -> bool {
    matches!(facts.sequential, Some(Rule::AutoSequential | Rule::KernelsAutoSequential))
}

/// Finds the loops that are proven to be independent, with the proofs, in source order. From then on they are treated as with
/// `independent`.
pub(super) fn find(cx: &Tuner<'_>, draft: &mut Draft) -> Vec<(ConstructId, ProvenLoop)> {
    let is_asked = |id: &ConstructId| {
        let construct = draft.construct(*id);
        construct.compute.is_some() && construct.loop_facts.as_deref().is_some_and(is_undecided)
    };
    let asked: Vec<_> = draft.ids().filter(is_asked).collect();
    if asked.is_empty() || cx.choices.proofs == LoopProofs::Off {
        return Vec::new();
    }
    let mut found = Vec::new();
    for id in asked {
        if let Some(proven) = prove(cx, draft, id) {
            found.push((id, ProvenLoop { assumed: proven.assumed.clone() }));
            share(cx, draft, id, proven);
        }
    }
    found
}

/// The variables that all associated loops of a construct need, if the loops are independent and OpenACC has clauses for these variables.
fn prove(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> Option<Independent> {
    let facts = draft.construct(id).loop_facts.as_deref()?;
    if facts.loops.len() != facts.depth as usize {
        return None;
    }
    let around: Vec<_> = draft.enclosing(id).collect();
    let functions = cx.functions_in(draft.run(id));
    let assumptions = Assumptions { functions, ..assumptions(cx, draft, &around) };
    // The loops of `kernels` constructs get the reductions that they need, as soon as they may be partitioned.
    let is_kernels = kernels::as_auto(cx, draft, id);
    let mut all = Independent::default();
    for at in &*facts.loops {
        let Outcome::Independent(found) = cx.judge().judge(*at, &assumptions) else { return None };
        let is_reduced = |(variable, by): &(EntityId, CombinedBy)| {
            names(cx, draft, id, AccClause::Reduction, *variable)
                || is_kernels && is_number(cx, *variable) && cx.is_exact(*variable, ReductionOp::from(*by))
        };
        let is_possible = found.last.is_empty()
            && array_copies::are_small(cx, &found)
            && found.reductions.iter().all(is_reduced);
        if !is_possible {
            return None;
        }
        all.private.extend(found.private);
        all.arrays.extend(found.arrays);
        all.assumed.extend(found.assumed);
    }
    Some(all)
}

/// The assumptions of proofs: pointers in data clauses of one construct do not alias. Overlapping sections would be one section in shared
/// memory and two in separate memory.
pub(super) fn assumptions(cx: &Tuner<'_>, draft: &Draft, around: &[ConstructId]) -> Assumptions {
    let mut assumptions = Assumptions::default();
    if cx.choices.proofs != LoopProofs::ProvenAndAssumed {
        return assumptions;
    }
    let takes_memory = |kind: AccClause| kind.creates() || kind == AccClause::Present;
    for id in around {
        let clauses = draft.construct(*id).clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
        for item in clauses.filter(|clause| takes_memory(clause.kind)).flat_map(Clause::items) {
            let root = item.place.as_ref().map(|place| place.root);
            let is_memory = |root: &EntityId| {
                matches!(cx.entity(*root).class, Class::Pointer | Class::Array)
                    && !assumptions.disjoint.contains(root)
            };
            assumptions.disjoint.extend(root.filter(is_memory));
        }
    }
    assumptions
}

/// Whether a clause of a loop names a variable.
fn names(cx: &Tuner<'_>, draft: &Draft, id: ConstructId, kind: AccClause, variable: EntityId) -> bool {
    let mut clauses = draft.construct(id).clauses.iter().filter_map(|clause| cx.clauses.get(*clause));
    clauses.any(|clause| {
        let is_named = |place: &Place| *place == Place::whole(variable);
        clause.kind == kind && clause.items().iter().filter_map(|item| item.place.as_ref()).any(is_named)
    })
}

/// Applies the levels of a loop's clauses, and makes the variables private that each iteration needs.
fn share(cx: &Tuner<'_>, draft: &mut Draft, id: ConstructId, proven: Independent) {
    let level = |kind| written_level(cx, draft, id, kind);
    let levels = [AccClause::Gang, AccClause::Worker, AccClause::Vector].map(level);
    let is_kernels = kernels::as_auto(cx, draft, id);
    if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
        facts.sequential = None;
        [facts.gang, facts.worker, facts.vector] = levels;
    }
    // The private scalars of `kernels` constructs are found elsewhere for all loops that may be partitioned.
    let scalars = proven.private.into_iter().filter(|_| !is_kernels);
    for variable in scalars.chain(proven.arrays) {
        let place = Place::whole(variable);
        if !kernels::controls(draft, id, &place) && draft.sharing(id, &place).is_none() {
            let sharing = Given::new(Sharing::Private, Reason::implicit(Rule::LoopTemporary));
            draft.attribute_mut(id, &place).sharing = Some(sharing);
        }
    }
}
