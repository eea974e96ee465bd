//! Loops that may be partitioned together with the merged loop around them: they are perfectly nested, and their bounds are invariant in
//! the loops around them, so that the program could have used `collapse`.
//!
//! Devices need many threads, and a merged loop alone has few where the program partitions the inner loops among workers and vector lanes.
//! An inner loop without a level whose iterations the program declares independent, as each `loop` in a `parallel` construct, is one of them
//! too where that is provable. The dialect decides whether these loops are collapsed.

use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashSet;

use super::tuned_loops::MergedNest;
use super::tuner::Tuner;
use crate::acc::constructs::{Draft, clause_of};
use crate::acc::facts::{ConstructId, Given, Merged, Rule, Sharing};
use crate::dependence::{Assumptions, Outcome};
use crate::program::arithmetic::Arithmetic;
use crate::program::entity::{Class, StorageDuration};
use crate::program::passage::Passage;
use crate::program::place::{At, EntityId, Place};

/// Finds the nests of all merged loops, in source order. The attributes of the loops are settled.
pub(super) fn find(cx: &Tuner<'_>, draft: &Draft) -> Vec<(ConstructId, MergedNest)> {
    let is_outer = |id: &ConstructId| {
        let facts = draft.construct(*id).loop_facts.as_deref();
        facts.is_some_and(|facts| facts.merged == Some(Merged::Threads))
    };
    draft.ids().filter(is_outer).filter_map(|outer| Some((outer, nest_of(cx, draft, outer)?))).collect()
}

/// The nest of a merged loop; none if no inner loop may be partitioned together with it.
fn nest_of(cx: &Tuner<'_>, draft: &Draft, outer: ConstructId) -> Option<MergedNest> {
    let inner = inner_of(cx, draft, outer);
    if inner.is_empty() {
        return None;
    }
    let loops = std::iter::once(outer).chain(inner.iter().copied());
    let loops = loops.filter_map(|id| draft.construct(id).loop_facts.as_deref());
    let loops: Box<[At]> = loops.flat_map(|facts| facts.loops.iter().copied()).collect();
    let has_loops_inside = loops.last().is_some_and(|last| cx.loops_in(cx.run(*last)).len() > 1);
    let levelled = inner.iter().take_while(|id| is_merged(draft, **id)).count();
    Some(MergedNest { inner: inner.into(), levelled, loops, has_loops_inside })
}

/// The loops directly inside a merged one, from the outside to the inside.
fn inner_of(cx: &Tuner<'_>, draft: &Draft, outer: ConstructId) -> Vec<ConstructId> {
    let mut found = Vec::new();
    if only_inside(cx, draft, outer).is_none() || !is_plain(cx, draft, outer) {
        return found;
    }
    let mut controls: FxHashSet<EntityId> = controls_of(draft, outer).collect();
    let mut last = outer;
    while let Some(inner) = only_inside(cx, draft, last) {
        if !is_plain(cx, draft, inner)
            || !counts_the_same(cx, draft, &[&[outer], &*found, &[inner]].concat())
            || !controls_of(draft, inner).all(|control| controls.insert(control))
            || !needs_nothing(draft, outer, inner)
            || !(is_merged(draft, inner) || is_independent(cx, draft, inner))
        {
            break;
        }
        found.push(inner);
        last = inner;
    }
    found
}

fn is_merged(draft: &Draft, id: ConstructId) -> bool {
    draft.construct(id).loop_facts.as_deref().is_some_and(|facts| facts.merged.is_some())
}

/// Returns whether the iterations of a loop without a level are independent by its directive, and provably so if no two pointers alias. The
/// directive alone is not enough: iterations that accumulate into one element are right as long as one thread executes them.
fn is_independent(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> bool {
    let Some(facts) = draft.construct(id).loop_facts.as_deref() else { return false };
    if facts.sequential != Some(Rule::NoLevelSequential) {
        return false;
    }
    let run = draft.run(id);
    let pointers = cx.mentions(run).map(|mention| mention.place.root);
    let pointers = pointers.filter(|root| cx.entity(*root).class == Class::Pointer);
    let assumptions = Assumptions {
        disjoint: pointers.collect(),
        functions: cx.functions_in(run),
        element_reductions: true,
    };
    facts.loops.iter().all(|at| match cx.judge().judge(*at, &assumptions) {
        Outcome::Independent(found) => found.elements.is_empty(),
        _ => false,
    })
}

fn controls_of(draft: &Draft, id: ConstructId) -> impl Iterator<Item = EntityId> {
    let facts = draft.construct(id).loop_facts.as_deref();
    facts.into_iter().flat_map(|facts| facts.control.iter().map(|control| control.entity))
}

/// Returns whether every loop of a construct has an integer iteration variable, so that compilers collapse it with others.
fn is_plain(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> bool {
    let Some(facts) = draft.construct(id).loop_facts.as_deref() else { return false };
    let counts = |at: &At| cx.counting(*at).is_some() && cx.header_hazard(*at).is_none();
    // Only pragmas are between the directive and its first loop.
    let is_straight =
        || facts.depth == 1 || *cx.nest(draft.run(id), facts.depth, false).loops == *facts.loops;
    clause_of(cx, draft, id, AccClause::Tile).is_none()
        && is_straight()
        && facts.loops.len() == facts.depth as usize
        && facts.control.len() == facts.loops.len()
        && facts.loops.iter().all(counts)
}

/// The `loop` construct that is the whole body of a construct's last loop, without another pragma between them.
fn only_inside(cx: &Tuner<'_>, draft: &Draft, id: ConstructId) -> Option<ConstructId> {
    let outline = &cx.program.outline;
    let last = *draft.construct(id).loop_facts.as_deref()?.loops.last()?;
    let mut at = outline.children(last).last()?;
    let directive = loop {
        let mut parts = outline.children(at);
        // A statement with a directive consists of the directive and its associated statement.
        if let Some(directive) = outline.children(at).next().and_then(|first| cx.directive_at(first)) {
            break directive;
        }
        match (cx.passage(at), parts.next(), parts.next()) {
            (Some(Passage::Sequence), Some(only), None) => at = only,
            _ => return None,
        }
    };
    let halves = draft.halves(directive)?;
    let inner = draft.construct(halves.outer);
    let first = inner.loop_facts.as_deref().and_then(|facts| facts.loops.first());
    let is_loop = inner.kind == AccDirective::Loop && halves.inner.is_none();
    (is_loop && first == Some(&inner.run().start)).then_some(halves.outer)
}

/// Returns whether the bounds of the loops of the innermost of some nested constructs are invariant in the others.
fn counts_the_same(cx: &Tuner<'_>, draft: &Draft, open: &[ConstructId]) -> bool {
    let inner = open.last().and_then(|inner| draft.construct(*inner).loop_facts.as_deref());
    let loops = inner.map_or(&[][..], |facts| &facts.loops);
    loops.iter().filter_map(|at| cx.counting(*at)).all(|counting| {
        is_fixed(cx, draft, open, counting.first) && is_fixed(cx, draft, open, counting.bound)
    })
}

/// Returns whether a value is computed from constants and integers that do not change in these constructs, without operations that may fail
/// if no iteration evaluates them.
fn is_fixed(cx: &Tuner<'_>, draft: &Draft, open: &[ConstructId], at: At) -> bool {
    match cx.arithmetic(at) {
        Arithmetic::Constant(_) => true,
        Arithmetic::Variable(variable) => keeps_value(cx, draft, open, variable),
        Arithmetic::Same(operand) | Arithmetic::Scaled { operand, .. } => is_fixed(cx, draft, open, operand),
        Arithmetic::Combined { operands, .. } => {
            operands.into_iter().all(|operand| is_fixed(cx, draft, open, operand))
        }
        Arithmetic::Other => false,
    }
}

fn keeps_value(cx: &Tuner<'_>, draft: &Draft, open: &[ConstructId], variable: EntityId) -> bool {
    let object = cx.entity(variable);
    let around = open.first().map_or_else(|| cx.program.outline.all(), |outer| draft.run(*outer));
    let is_reached_by_calls = object.duration != StorageDuration::Automatic && !object.is_const;
    let is_private = |id: &ConstructId| {
        let sharing = draft.sharing(*id, &Place::whole(variable));
        sharing.is_some_and(|sharing| sharing != Sharing::Shared)
    };
    let may_change = cx.is_volatile(variable)
        || draft.facts.uses.changes_in(around, variable)
        || is_reached_by_calls && cx.calls(around).next().is_some();
    object.class == Class::Integer && !may_change && !open.iter().any(is_private)
}

/// Returns whether all private and reduction variables of the inner loop have the same attribute on the merged loop.
fn needs_nothing(draft: &Draft, outer: ConstructId, inner: ConstructId) -> bool {
    let control = draft.construct(inner).loop_facts.iter().flat_map(|facts| &*facts.control);
    let declared: Vec<EntityId> = control.filter(|each| each.declared).map(|each| each.entity).collect();
    let attributes = draft.attributes.get(inner).map_or(&[][..], |attributes| &attributes.list);
    attributes.iter().all(|attribute| {
        let is_same = |given: &Given<Sharing>| draft.sharing(outer, &attribute.place) == Some(given.kind);
        match &attribute.sharing {
            None => true,
            Some(given) if given.kind == Sharing::Shared => true,
            Some(_) if declared.contains(&attribute.place.root) => true,
            // The threads that share the nest have their own control variable of each loop.
            Some(given) if given.reason.rule == Rule::LoopControlPrivate => {
                let of_outer = draft.sharing(outer, &attribute.place);
                of_outer.is_none_or(|sharing| sharing == Sharing::Private)
            }
            Some(given) if given.kind == Sharing::Private => {
                given.reason.rule == Rule::LoopTemporary && is_same(given)
            }
            Some(given) => attribute.place.is_whole() && is_same(given),
        }
    })
}
