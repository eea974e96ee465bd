//! The uses and changes of each variable in a declaration.

use std::cell::{OnceCell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::View;
use crate::program::access::{JumpKind, Write, WriteKind};
use crate::program::assigned_parts::PartFinder;
use crate::program::assigned_reads::AssignedReads;
use crate::program::by_entity::ByEntity;
use crate::program::element::Gathering;
use crate::program::entity::{Class, EntityKind, StorageDuration};
use crate::program::place::{At, EntityId};
use crate::program::run::{Run, Runs};

/// An index of a declaration. Names in the clauses of directives are left out, because they are not executed.
#[derive(Debug)]
pub(super) struct UseIndex<'a> {
    pub(super) view: View<'a>,
    /// The names of each variable, computed on demand.
    named: OnceCell<ByEntity<At>>,
    /// The writes that are executed, in source order.
    executed: Vec<&'a Write>,
    writes: ByEntity<&'a Write>,
    /// The index of the write of each operand, computed on demand.
    of_operand: OnceCell<FxHashMap<At, usize>>,
    addressed: FxHashSet<EntityId>,
    /// The variables whose address as a whole is taken.
    taken_whole: FxHashSet<EntityId>,
    /// The reads of the variables that were looked up.
    reads: RefCell<FxHashMap<EntityId, AssignedReads>>,
    /// The nodes of the clauses.
    clauses: Runs,
    /// True if jumps make the order of execution differ from the source order.
    pub(super) has_goto: bool,
}

/// The entries of a column in source order that are in none of some runs.
fn leave_out<'r, 'c, T>(
    runs: &'r Runs,
    column: &'c [T],
    at: fn(&T) -> At,
) -> impl Iterator<Item = &'c T> + Clone + use<'r, 'c, T> {
    let mut rest = runs.as_slice().iter();
    let mut next = rest.next();
    column.iter().filter(move |each| {
        let at = at(each);
        while next.is_some_and(|run| run.end <= at) {
            next = rest.next();
        }
        next.is_none_or(|run| run.start > at)
    })
}

impl<'a> UseIndex<'a> {
    pub(super) fn of(view: View<'a>) -> UseIndex<'a> {
        let program = view.program;
        let clauses = Runs::outermost(program.clauses.iter().map(|(_, clause)| view.run(clause.at)));
        let executed: Vec<&Write> = leave_out(&clauses, &program.writes, |write| write.at).collect();
        let targets = executed.iter().filter_map(|write| Some((write.target?, *write)));
        let is_taken = |write: &&&Write| write.kind == WriteKind::AddressTaken;
        let taken = || executed.iter().filter(is_taken);
        let leaves_order = |kind| matches!(kind, JumpKind::Goto(_) | JumpKind::Indirect);
        UseIndex {
            view,
            named: OnceCell::new(),
            writes: ByEntity::of(program.entities.len(), targets),
            of_operand: OnceCell::new(),
            addressed: taken().filter_map(|write| view.root_of(write.operand)).collect(),
            taken_whole: taken().filter_map(|write| write.target).collect(),
            reads: RefCell::default(),
            has_goto: program.jumps.iter().any(|jump| leaves_order(jump.kind)),
            executed,
            clauses,
        }
    }

    /// Whether a node lies in a clause.
    pub(super) fn is_in_clause(&self, at: At) -> bool {
        self.clauses.contain(at)
    }

    /// The places that name a variable, in source order.
    pub(super) fn named(&self, variable: EntityId) -> &[At] {
        let find = || {
            let program = self.view.program;
            let executed = leave_out(&self.clauses, &program.named, |named| named.at);
            ByEntity::of(program.entities.len(), executed.map(|named| (named.entity, named.at)))
        };
        self.named.get_or_init(find).get(variable)
    }

    /// The writes to a variable as a whole, in source order.
    pub(super) fn writes(&self, variable: EntityId) -> &[&'a Write] {
        self.writes.get(variable)
    }

    /// The writes to a variable as a whole in a run.
    pub(super) fn writes_in(&self, run: Run, variable: EntityId) -> &[&'a Write] {
        run.of(self.writes(variable), |write| write.at)
    }

    /// Whether the address of a variable as a whole is taken.
    pub(super) fn is_taken_whole(&self, variable: EntityId) -> bool {
        self.taken_whole.contains(&variable)
    }

    /// Calls `ask` with the reads of a variable: the names whose value no assignment replaces. They are computed once.
    pub(super) fn with_reads<T>(&self, variable: EntityId, ask: impl FnOnce(&mut AssignedReads) -> T) -> T {
        let mut all = self.reads.borrow_mut();
        ask(all.entry(variable).or_insert_with(|| self.reads_of(variable)))
    }

    fn reads_of(&self, variable: EntityId) -> AssignedReads {
        let is_read = |at: &At| self.write_of(*at).is_none_or(|write| !write.replaces);
        let mut reads: Vec<At> = self.named(variable).iter().copied().filter(is_read).collect();
        let mut finder = PartFinder::new();
        let mut parts = Vec::new();
        for write in self.writes(variable).iter().filter(|write| write.kind == WriteKind::Assigned) {
            finder.add(self.view, (), write, &mut parts);
        }
        let first = self.view.entity(variable).scope.unwrap_or_default();
        AssignedReads::new(&mut reads, &mut parts, first)
    }

    /// The write of an operand.
    pub(super) fn write_of(&self, operand: At) -> Option<&'a Write> {
        let find =
            || self.executed.iter().enumerate().map(|(position, write)| (write.operand, position)).collect();
        self.of_operand.get_or_init(find).get(&operand).map(|position| self.executed[*position])
    }

    /// Returns whether a variable may be accessed through a pointer: its address is taken here, or other functions may take it.
    pub(super) fn is_addressed(&self, variable: EntityId) -> bool {
        self.is_shared(variable) || self.addressed.contains(&variable)
    }

    /// Returns whether other functions may access a variable by name.
    pub(super) fn is_shared(&self, variable: EntityId) -> bool {
        let entity = self.view.entity(variable);
        let is_local_static = entity.scope.is_some();
        entity.duration != StorageDuration::Automatic && !is_local_static
            || entity.kind == EntityKind::Undeclared
    }

    /// Returns whether the name of an array or a structure is used as a pointer to it, other than to access an element.
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
