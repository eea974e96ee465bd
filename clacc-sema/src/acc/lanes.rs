//! Vectorised loops whose iterations access an element that they also change with another subscript.
//!
//! Within one iteration, C's order holds: `a[i][k] = a[i][k - 1]` reads what the statement before it wrote. A compiler that takes `simd` as
//! a promise that no two accesses of the loop overlap compiles these loops wrongly.

use rustc_hash::FxHashMap;

use super::constructs::Draft;
use super::cx::Cx;
use super::loop_elements::LoopElements;
use crate::program::place::EntityId;
use crate::program::run::Run;

/// Marks the vectorised loops whose iterations may do so.
pub(crate) fn find(cx: &Cx<'_>, loops: &LoopElements, draft: &mut Draft) {
    for id in draft.ids() {
        let has_lanes = |id| {
            let facts = draft.construct(id).loop_facts.as_deref();
            facts.is_some_and(|facts| facts.vector.is_some() && facts.sequential.is_none())
        };
        if has_lanes(id)
            && meets_own_elements(cx, loops, draft.run(id))
            && let Some(facts) = &mut draft.facts.constructs[id].loop_facts
        {
            facts.meets_own_elements = true;
        }
    }
}

/// Returns whether the loop changes an element of an outer variable, and accesses an element of that variable with other subscripts that
/// may be the same one. Pointers are assumed not to alias.
pub(crate) fn meets_own_elements(cx: &Cx<'_>, loops: &LoopElements, run: Run) -> bool {
    if !run.of(&loops.unnamed, |at| *at).is_empty() {
        return true;
    }
    // The first change of each variable.
    let mut written: FxHashMap<EntityId, usize> = FxHashMap::default();
    for change in loops.changes(run) {
        let root = loops.get(change.position).root;
        if !cx.is_declared_in(root, run) {
            written.entry(root).or_insert(change.position);
        }
    }
    !written.is_empty()
        && loops.elements.positions(run).any(|position| {
            let first = written.get(&loops.get(position).root);
            first.is_some_and(|first| !loops.is_same(cx, *first, position))
        })
}
