//! Levels that loops get although neither a clause nor the specification gives them one.
//!
//! OpenACC lets the implementation decide whether iterations that may be executed in any order are partitioned among workers and vector
//! lanes (OpenACC 3.4 2.9). No result of a conforming program depends on it. Without a choice of the user, loops have the levels of their
//! clauses, and the gangs that the specification gives them.

use clacc_syntax::directive::AccDirective;
use rustc_hash::FxHashSet;

use super::chosen_levels::{ImplicitLevels, ImplicitVector, ImplicitWorker};
use super::constructs::{Draft, OpenConstructs};
use super::cx::{Cx, RoutineLevel};
use super::facts::{ConstructId, How, Level, LoopFacts};

/// Gives loops the levels that the user chose. Implicit gangs have been placed before.
pub(super) fn place(cx: &Cx<'_>, draft: &mut Draft) {
    let ImplicitLevels { worker, vector } = cx.surroundings.implicit_levels;
    if matches!(worker, ImplicitWorker::Vector | ImplicitWorker::VectorOuter) {
        place_level(cx, draft, RoutineLevel::Worker, |facts| facts.vector.is_some());
    }
    if matches!(worker, ImplicitWorker::Outer | ImplicitWorker::VectorOuter) {
        place_level(cx, draft, RoutineLevel::Worker, |_| true);
    }
    if vector == ImplicitVector::Outer {
        place_level(cx, draft, RoutineLevel::Vector, |_| true);
    }
}

/// Gives a level to the outermost loops that `is_wanted` accepts and that may have it.
fn place_level(cx: &Cx<'_>, draft: &mut Draft, level: RoutineLevel, is_wanted: fn(&LoopFacts) -> bool) {
    let holders = around_levels(cx, draft, level);
    for id in draft.ids() {
        let facts = draft.construct(id).loop_facts.as_deref();
        let is_free = |facts: &LoopFacts| {
            facts.sequential.is_none() && of_level(facts, level).is_none() && is_wanted(facts)
        };
        let is_below = || draft.enclosing_loops(id).any(|outer| has_level_up_to(draft, outer, level));
        if !facts.is_some_and(is_free)
            || holders.contains(&id)
            || !may_have(cx, draft, id, level)
            || is_below()
        {
            continue;
        }
        if let Some(facts) = &mut draft.facts.constructs[id].loop_facts {
            let given = Some(Level { how: How::Implicit, clause: None });
            if level == RoutineLevel::Worker { facts.worker = given } else { facts.vector = given }
        }
    }
}

fn of_level(facts: &LoopFacts, level: RoutineLevel) -> Option<&Level> {
    match level {
        RoutineLevel::Gang => facts.gang.as_ref(),
        RoutineLevel::Worker => facts.worker.as_ref(),
        RoutineLevel::Vector => facts.vector.as_ref(),
        RoutineLevel::Seq => None,
    }
}

const LEVELS: [RoutineLevel; 3] = [RoutineLevel::Vector, RoutineLevel::Worker, RoutineLevel::Gang];

/// Whether a loop has this level or a lower one.
fn has_level_up_to(draft: &Draft, id: ConstructId, highest: RoutineLevel) -> bool {
    let facts = draft.construct(id).loop_facts.as_deref();
    let has =
        |facts: &LoopFacts| LEVELS.iter().any(|level| *level <= highest && of_level(facts, *level).is_some());
    facts.is_some_and(has)
}

/// The loops that contain another loop with this level or a higher one, or calls of functions whose loops may have it.
pub(super) fn around_levels(cx: &Cx<'_>, draft: &Draft, lowest: RoutineLevel) -> FxHashSet<ConstructId> {
    let mut found = around_routines(cx, draft, lowest);
    let has =
        |facts: &LoopFacts| LEVELS.iter().any(|level| *level >= lowest && of_level(facts, *level).is_some());
    for id in draft.ids().filter(|id| draft.construct(*id).loop_facts.as_deref().is_some_and(has)) {
        found.extend(draft.enclosing_loops(id));
    }
    found
}

/// The loops that contain calls of functions with this level or a higher one.
fn around_routines(cx: &Cx<'_>, draft: &Draft, lowest: RoutineLevel) -> FxHashSet<ConstructId> {
    let mut found = FxHashSet::default();
    if cx.surroundings.callee_levels.iter().all(|(_, level)| *level < lowest) {
        return found;
    }
    let mut nest = OpenConstructs::new(draft);
    let mut calls: Vec<_> = cx.calls(cx.program.outline.all()).collect();
    calls.sort_by_key(|call| call.at);
    for call in calls {
        if call.callee.and_then(|callee| cx.level_of(callee)).is_some_and(|level| level >= lowest) {
            let open = nest.at(draft, call.at).iter().rev().copied();
            found.extend(open.take_while(|id| draft.construct(*id).kind == AccDirective::Loop));
        }
    }
    found
}

/// Returns whether there are workers or lanes for a loop: in `parallel`, and in functions with a `routine` directive of that level. Loops
/// of `kernels` are handled elsewhere.
fn may_have(cx: &Cx<'_>, draft: &Draft, id: ConstructId, level: RoutineLevel) -> bool {
    match draft.construct(id).compute {
        Some(compute) => draft.construct(compute).kind == AccDirective::Parallel,
        None => cx.surroundings.routine.is_some_and(|routine| routine >= level),
    }
}
