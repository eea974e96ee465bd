//! The positions of the attributes of variables in the list of a construct.

use rustc_hash::FxHashMap;

use crate::program::place::{EntityId, Place};

/// An index of a list in which each place occurs once. Most places are whole variables, for which ids are enough.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AttributePositions {
    whole: FxHashMap<EntityId, u32>,
    parts: FxHashMap<Place, u32>,
}

impl AttributePositions {
    /// Reserves memory for more variables.
    pub(super) fn reserve(&mut self, variables: usize) {
        self.whole.reserve(variables);
    }

    pub(super) fn get(&self, place: &Place) -> Option<usize> {
        let position = if place.is_whole() { self.whole.get(&place.root) } else { self.parts.get(place) };
        position.map(|position| *position as usize)
    }

    pub(super) fn insert(&mut self, place: &Place, position: usize) {
        let position = position as u32;
        if place.is_whole() {
            self.whole.insert(place.root, position);
        } else {
            self.parts.insert(place.clone(), position);
        }
    }
}

/// The index of a complete list. It is sorted, which takes less memory, because it is kept for a long time and most constructs have few
/// variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SettledPositions {
    whole: Box<[(EntityId, u32)]>,
    /// None if there are no parts, as on most constructs.
    parts: Option<Box<FxHashMap<Place, u32>>>,
}

impl AttributePositions {
    /// The index of the list that is complete now.
    pub(super) fn settled(self) -> SettledPositions {
        let mut whole: Box<[_]> = self.whole.into_iter().collect();
        whole.sort_unstable_by_key(|(variable, _)| *variable);
        SettledPositions { whole, parts: (!self.parts.is_empty()).then(|| self.parts.into()) }
    }
}

impl SettledPositions {
    pub(super) fn get(&self, place: &Place) -> Option<usize> {
        let position = if place.is_whole() {
            let found = self.whole.binary_search_by_key(&place.root, |(variable, _)| *variable).ok()?;
            self.whole[found].1
        } else {
            *self.parts.as_ref()?.get(place)?
        };
        Some(position as usize)
    }
}
