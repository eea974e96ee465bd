//! Arrays with whose elements the iterations of a loop only combine values.

use rustc_hash::FxHashMap;

use super::accesses::MemoryAccess;
use super::judged_loop::JudgedLoop;
use crate::program::accumulation::CombinedBy;
use crate::program::place::EntityId;
use crate::program::run::Run;

/// The uses of one array.
#[derive(Default)]
struct Combined {
    by: Option<CombinedBy>,
    /// The assignments that combine values.
    parts: Vec<Run>,
    /// True if the array is also used in other ways.
    is_other: bool,
}

/// Finds arrays with all accesses in assignments that combine values in the same way.
pub(super) fn find(region: &JudgedLoop<'_, '_>, all: &[MemoryAccess<'_>]) -> Vec<(EntityId, CombinedBy)> {
    let mut arrays: FxHashMap<EntityId, Combined> = FxHashMap::default();
    for access in all {
        if !access.is_change() {
            continue;
        }
        let array = arrays.entry(access.place.root).or_default();
        let Some(write) = access.write else {
            array.is_other = true;
            continue;
        };
        let found = region.view.own_accumulation(write, access.place.root);
        match found.filter(|found| array.by.is_none_or(|by| by == found.combined_by)) {
            Some(found) => {
                array.by = Some(found.combined_by);
                array.parts.push(region.view.run(found.at));
            }
            None => array.is_other = true,
        }
    }
    arrays.retain(|root, array| {
        let mut named = all.iter().filter(|access| access.place.root == *root);
        !array.is_other && named.all(|access| array.parts.iter().any(|part| part.contains(access.at)))
    });
    let mut found: Vec<_> = arrays.into_iter().filter_map(|(root, array)| Some((root, array.by?))).collect();
    found.sort_unstable_by_key(|(root, _)| *root);
    found
}
