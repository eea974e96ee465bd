//! Where a program changes a variable, and which variables share a name.

use clacc_syntax::Name;
use rustc_hash::FxHashMap;

use super::Program;
use super::place::{At, EntityId};
use super::run::Run;

/// An index of a program, for questions about one variable in many parts of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableUses {
    /// The writes to each variable as a whole, in source order.
    writes: FxHashMap<EntityId, Vec<At>>,
    /// The entities of each name that several of them have.
    homonyms: FxHashMap<Name, Vec<EntityId>>,
}

impl VariableUses {
    /// The index of a program.
    pub fn of(program: &Program) -> VariableUses {
        let mut uses = VariableUses::default();
        for write in &program.writes {
            if let Some(target) = write.target {
                uses.writes.entry(target).or_default().push(write.at);
            }
        }
        for (index, entity) in program.entities.iter().enumerate() {
            uses.homonyms.entry(entity.name).or_default().push(EntityId::new(index as u32));
        }
        uses.homonyms.retain(|_, entities| entities.len() > 1);
        uses
    }

    /// Whether a run of nodes may change the value of a variable itself: it is assigned or incremented there,
    /// or its address is taken.
    pub fn changes_in(&self, run: Run, variable: EntityId) -> bool {
        !self.writes_in(run, variable).is_empty()
    }

    /// The writes to a variable as a whole in a run of nodes, in source order.
    pub fn writes_in(&self, run: Run, variable: EntityId) -> &[At] {
        let writes = self.writes.get(&variable).map_or(&[][..], Vec::as_slice);
        run.of(writes, |at| *at)
    }

    /// The entities of a name; none if only one entity has it.
    pub fn homonyms(&self, name: Name) -> &[EntityId] {
        self.homonyms.get(&name).map_or(&[], Vec::as_slice)
    }
}
