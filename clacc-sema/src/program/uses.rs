//! The places at which a program changes variables, and variables with the same name.

use clacc_syntax::{Name, checkpoint};
use rustc_hash::FxHashMap;

use super::Program;
use super::by_entity::ByEntity;
use super::place::{At, EntityId};
use super::run::Run;

/// An index of a program, for queries about one variable in many parts of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableUses {
    /// The writes to each variable as a whole, in source order.
    writes: ByEntity<At>,
    /// The entities with the same name, for names with several entities, sorted by the name.
    homonyms: Box<[(Name, Box<[EntityId]>)]>,
}

impl VariableUses {
    /// The index of a program.
    pub fn of(program: &Program) -> VariableUses {
        let targets = program.writes.iter().filter_map(|write| Some((write.target?, write.at)));
        let mut first: FxHashMap<Name, EntityId> = FxHashMap::default();
        let mut homonyms: FxHashMap<Name, Vec<EntityId>> = FxHashMap::default();
        first.reserve(program.entities.len());
        for (index, entity) in checkpoint::every(checkpoint::STRIDE, program.entities.iter().enumerate()) {
            let id = EntityId::new(index as u32);
            let known = *first.entry(entity.name).or_insert(id);
            if known != id {
                homonyms.entry(entity.name).or_insert_with(|| vec![known]).push(id);
            }
        }
        let mut homonyms: Box<[_]> = homonyms.into_iter().map(|(name, all)| (name, all.into())).collect();
        homonyms.sort_unstable_by_key(|(name, _)| name.index());
        VariableUses { writes: ByEntity::of(program.entities.len(), targets), homonyms }
    }

    /// Returns whether a run of nodes may directly change the value of a variable: it is assigned or incremented there, or its address is
    /// taken.
    pub fn changes_in(&self, run: Run, variable: EntityId) -> bool {
        !self.writes_in(run, variable).is_empty()
    }

    /// The writes to a variable as a whole in a run of nodes, in source order.
    pub fn writes_in(&self, run: Run, variable: EntityId) -> &[At] {
        run.of(self.writes.get(variable), |at| *at)
    }

    /// The entities with a name; none if only one entity has it.
    pub fn homonyms(&self, name: Name) -> &[EntityId] {
        let found = self.homonyms.binary_search_by_key(&name.index(), |(name, _)| name.index());
        found.map_or(&[], |found| &self.homonyms[found].1)
    }
}
