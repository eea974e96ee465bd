//! Loops of vector lanes whose iterations use an element that they also change under another name.
//!
//! Within one iteration, C's order holds: `a[i][k] = a[i][k - 1]` reads what the statement before it wrote. A
//! compiler that takes `simd` to mean that no two accesses of the loop meet gets these loops wrong.

use rustc_hash::FxHashMap;

use super::constructs::Draft;
use super::cx::Cx;
use super::element_places::{element_at, is_same};
use super::facts::ConstructId;
use crate::program::place::{EntityId, Place};

/// Marks these loops.
pub(super) fn find(cx: &Cx<'_>, draft: &mut Draft) {
    for id in draft.ids() {
        let has_lanes = |id| {
            let facts = draft.construct(id).loop_facts.as_ref();
            facts.is_some_and(|facts| facts.vector.is_some() && facts.sequential.is_none())
        };
        if has_lanes(id)
            && meets_own_elements(cx, draft, id)
            && let Some(facts) = &mut draft.facts.constructs[id].loop_facts
        {
            facts.meets_own_elements = true;
        }
    }
}

/// Whether the loop changes an element of a variable from outside, and names another element of that variable
/// that may be the same one. Pointers are taken to point to different variables.
fn meets_own_elements(cx: &Cx<'_>, draft: &Draft, id: ConstructId) -> bool {
    let run = draft.run(id);
    let mut written: FxHashMap<EntityId, Place> = FxHashMap::default();
    for write in cx.writes(run).filter(|write| write.target.is_none()) {
        let Some(place) = cx.place_of(write.operand) else { return true };
        if !cx.is_declared_in(place.root, run) {
            let first = written.entry(place.root).or_insert_with(|| place.clone());
            if !is_same(cx, first, &place) {
                return true;
            }
        }
    }
    let mut mentions = cx.mentions(run).filter(|mention| written.contains_key(&mention.place.root));
    !written.is_empty()
        && mentions.any(|mention| {
            let named = element_at(cx, mention.at);
            named.is_none_or(|named| written.get(&named.root).is_none_or(|place| !is_same(cx, place, &named)))
        })
}
