//! Where a declaration names and changes each variable.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::View;
use crate::program::access::{JumpKind, Write, WriteKind};
use crate::program::element::Gathering;
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// An index of a declaration. What the clauses of directives name is left out: it is not executed.
#[derive(Debug)]
pub(super) struct UseIndex<'a> {
    pub(super) view: View<'a>,
    named: FxHashMap<EntityId, Vec<At>>,
    writes: FxHashMap<EntityId, Vec<&'a Write>>,
    /// The write of each operand.
    of_operand: FxHashMap<At, &'a Write>,
    addressed: FxHashSet<EntityId>,
    clauses: Vec<Run>,
    /// Whether the order of the text does not show the order of execution.
    pub(super) has_goto: bool,
}

impl<'a> UseIndex<'a> {
    pub(super) fn of(view: View<'a>) -> UseIndex<'a> {
        let program = view.program;
        let mut clauses: Vec<Run> = program.clauses.iter().map(|(_, clause)| view.run(clause.at)).collect();
        clauses.sort_by_key(|run| run.start);
        let leaves_order = |kind| matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect);
        let mut index = UseIndex {
            view,
            named: FxHashMap::default(),
            writes: FxHashMap::default(),
            of_operand: FxHashMap::default(),
            addressed: FxHashSet::default(),
            clauses,
            has_goto: program.jumps.iter().any(|jump| leaves_order(jump.kind)),
        };
        for named in &program.named {
            if !index.is_in_clause(named.at) {
                index.named.entry(named.entity).or_default().push(named.at);
            }
        }
        for write in program.writes.iter().filter(|write| !index.is_in_clause(write.at)).collect::<Vec<_>>() {
            index.of_operand.insert(write.operand, write);
            if let Some(target) = write.target {
                index.writes.entry(target).or_default().push(write);
            }
            if write.kind == WriteKind::AddressTaken
                && let Some(root) = view.root_of(write.operand)
            {
                index.addressed.insert(root);
            }
        }
        index
    }

    /// Whether a node lies in a clause.
    pub(super) fn is_in_clause(&self, at: At) -> bool {
        let before = self.clauses.partition_point(|run| run.start <= at);
        before.checked_sub(1).is_some_and(|last| self.clauses[last].contains(at))
    }

    /// The places that name a variable, in source order.
    pub(super) fn named(&self, variable: EntityId) -> &[At] {
        self.named.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The changes of a variable as a whole, in source order.
    pub(super) fn writes(&self, variable: EntityId) -> &[&'a Write] {
        self.writes.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// The changes of a variable as a whole in a run.
    pub(super) fn writes_in(&self, run: Run, variable: EntityId) -> &[&'a Write] {
        run.of(self.writes(variable), |write| write.at)
    }

    /// The write of an operand.
    pub(super) fn write_of(&self, operand: At) -> Option<&'a Write> {
        self.of_operand.get(&operand).copied()
    }

    /// Whether a variable may be accessed through a pointer: its address is taken here, or other functions may take
    /// it.
    pub(super) fn is_addressed(&self, variable: EntityId) -> bool {
        self.is_shared(variable) || self.addressed.contains(&variable)
    }

    /// Whether other functions may see a variable.
    pub(super) fn is_shared(&self, variable: EntityId) -> bool {
        let entity = self.view.entity(variable);
        let is_local_static = entity.scope.is_some();
        entity.duration != StorageDuration::Automatic && !is_local_static
            || entity.kind == EntityKind::Undeclared
    }

    /// Whether the name of an array or a structure is used as a pointer to it, beside where an element of it is
    /// accessed.
    pub(super) fn has_pointers_to(&self, variable: EntityId) -> bool {
        self.named(variable).iter().any(|at| {
            let run = self.view.run(*at);
            let mut gathering = Gathering::default();
            self.view.gather_elements(run, &|_| true, &mut gathering);
            let elements = gathering.finish();
            let is_pointer = |position: usize| {
                let class = self.view.class_at(elements.get(position).operand);
                !matches!(class, Class::Integer | Class::Real | Class::Complex | Class::Struct | Class::Union)
            };
            elements.is_empty() || (0..elements.len()).any(is_pointer)
        })
    }
}
