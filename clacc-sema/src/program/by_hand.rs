//! A host without a language, for tests: programs and answers are written by hand.

use std::collections::BTreeMap;

use super::Program;
use super::access::Mention;
use super::item::{ItemParts, ItemRoot};
use super::loops::{Control, Nest};
use super::place::{At, Place};
use super::run::Run;

/// The answers, written by hand. A question that is missing here has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ByHand {
    /// The values of constants.
    pub constants: BTreeMap<At, i128>,
    /// The places that expressions name.
    pub places: BTreeMap<At, Place>,
    /// The control of each loop.
    pub loops: BTreeMap<At, Control>,
    /// The variables that the program names, in source order.
    pub mentions: Vec<Mention>,
}

impl ByHand {
    /// Creates a host without answers.
    pub const fn new() -> ByHand {
        ByHand {
            constants: BTreeMap::new(),
            places: BTreeMap::new(),
            loops: BTreeMap::new(),
            mentions: Vec::new(),
        }
    }

    pub(super) fn constant(&self, at: At) -> Option<i128> {
        self.constants.get(&at).copied()
    }

    pub(super) fn place_of(&self, at: At) -> Option<Place> {
        self.places.get(&at).cloned()
    }

    /// The item, as a whole variable.
    pub(super) fn list_item(&self, at: At) -> ItemParts {
        let place = self.place_of(at);
        let root = place.as_ref().map_or(ItemRoot::Unknown, |place| ItemRoot::Entity(place.root, at));
        ItemParts { base: at, selections: Box::default(), root, is_member: false, place }
    }

    pub(super) fn control(&self, at: At) -> Control {
        self.loops.get(&at).copied().unwrap_or(Control::None)
    }

    pub(super) fn mentions(&self, run: Run) -> impl Iterator<Item = Mention> + '_ {
        run.of(&self.mentions, |mention| mention.at).iter().cloned()
    }

    /// The nest of loops in which each is a child of the one before.
    pub(super) fn nest(&self, program: &Program, first: At, depth: u32) -> Nest {
        let is_loop = |at: &At| self.loops.contains_key(at);
        let inner = |at: &At| program.outline.children(*at).find(is_loop);
        let loops = std::iter::successors(Some(first).filter(is_loop), inner);
        Nest { loops: loops.take(depth as usize).collect(), instead: None }
    }
}
