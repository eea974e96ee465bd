//! The members of structs that a construct uses on the device: the members that all its uses of a variable go through.

use std::collections::hash_map::Entry;

use clacc_sema::acc::facts::Construct;
use clacc_sema::program::place::{EntityId, Place, Step};
use clacc_sema::program::run::Run;
use clacc_syntax::checkpoint;
use rustc_hash::FxHashMap;

use super::Context;

/// The members that a compute construct, or the compute constructs in a `data` construct, name, by variable.
#[derive(Debug)]
pub(crate) struct MentionedMembers {
    /// The steps from each named variable to the smallest part that contains all its named parts.
    common: FxHashMap<EntityId, Box<[Step]>>,
}

impl MentionedMembers {
    pub(crate) fn of(cx: &Context<'_>) -> MentionedMembers {
        let mut common: FxHashMap<EntityId, Box<[Step]>> = FxHashMap::default();
        let mentions = regions_on_device(cx).into_iter().flat_map(|run| cx.view.mentions(run));
        for mention in checkpoint::every(checkpoint::STRIDE, mentions) {
            let steps = &mention.place.steps;
            match common.entry(mention.place.root) {
                Entry::Vacant(new) => {
                    new.insert(steps.to_vec().into());
                }
                Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    let same = known.iter().zip(&**steps).take_while(|(known, step)| known == step).count();
                    if same < known.len() {
                        *known = known[..same].into();
                    }
                }
            }
        }
        MentionedMembers { common }
    }

    /// Returns whether the construct names a variable on the device.
    pub(crate) fn names(&self, variable: EntityId) -> bool {
        self.common.contains_key(&variable)
    }

    /// Returns whether the construct names no part of the variable outside this member.
    pub(crate) fn is_alone(&self, member: &Place) -> bool {
        self.common.get(&member.root).is_none_or(|common| common.starts_with(&member.steps))
    }
}

/// The parts of a construct that are executed on the device.
fn regions_on_device(cx: &Context<'_>) -> Vec<Run> {
    let region = cx.region();
    if cx.construct().is_compute() {
        return vec![region];
    }
    let behind = cx.facts.constructs.iter().skip(cx.id.into_raw().into_u32() as usize + 1);
    let inside = behind.map(|(_, construct)| construct).filter(|construct| construct.is_compute());
    inside.map(Construct::run).take_while(|run| region.contains(run.start)).collect()
}
