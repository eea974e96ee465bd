//! The order that a task asks for between the constructs that it defers: `nowait`, `depend`, `taskwait` (OpenMP 5.2 15.9.5).

use super::numbers::Numbers;
use crate::openacc::handle::Address;
use clacc_runtime_abi::layout::{self, Depend};
use std::collections::BTreeMap;

/// The operations that later tasks with a dependence on the same storage come after.
#[derive(Clone, Copy, Debug, Default)]
struct Users {
    all: Numbers,
    /// The kind of the last dependence.
    kind: u32,
    /// The operations before the last tasks, as many in a row as have dependences of this kind.
    before: Numbers,
}

impl Users {
    /// Returns the operations before a task with a kind of dependence.
    fn before(self, kind: u32) -> Numbers {
        if self.has_no_order_with(kind) { self.before } else { self.all }
    }

    /// Adds a task, whose dependence is of a kind, and what comes before that which depends on the task.
    fn add(&mut self, kind: u32, known: Numbers) {
        if !self.has_no_order_with(kind) {
            self.before = self.all;
        }
        self.kind = kind;
        self.all = self.all.and(known);
    }

    /// Returns whether the last tasks and one with a kind of dependence may be executed at the same time: all read the storage (`in`), or all
    /// have `inoutset`.
    fn has_no_order_with(self, kind: u32) -> bool {
        kind == self.kind && matches!(kind, layout::IN | layout::INOUTSET)
    }
}

/// The deferred constructs of one task.
#[derive(Debug, Default)]
pub(crate) struct Deferred {
    /// The operations that the task has not waited for.
    pub(crate) open: Numbers,
    /// By the address of the storage.
    users: BTreeMap<Address, Users>,
    /// The operations before the end of each taskgroup that the task is in.
    groups: Vec<Numbers>,
}

/// A dependence: the address of its storage, and its kind.
pub(crate) type Dependence = (Address, u32);

/// Reads dependences that generated code passes.
pub(crate) fn read(list: &[Depend]) -> Vec<Dependence> {
    list.iter().map(|each| (each.address.addr(), each.kind)).collect()
}

impl Deferred {
    /// Returns the operations before a task with such dependences.
    pub(crate) fn before(&self, dependences: &[Dependence]) -> Numbers {
        let users = |(storage, kind): &Dependence| Some(self.users.get(storage)?.before(*kind));
        dependences.iter().filter_map(users).fold(Numbers::default(), Numbers::and)
    }

    /// Returns the operations before a wait for all tasks that depend on a storage.
    pub(crate) fn of(&self, storage: Address) -> Numbers {
        self.users.get(&storage).map(|users| users.all).unwrap_or_default()
    }

    /// Adds a task with such dependences. `known` are the operations before whatever comes after it.
    pub(crate) fn add(&mut self, dependences: &[Dependence], known: Numbers) {
        for (storage, kind) in dependences {
            self.users.entry(*storage).or_default().add(*kind, known);
        }
        self.add_to_group(known);
    }

    fn add_to_group(&mut self, known: Numbers) {
        if let Some(group) = self.groups.last_mut() {
            *group = group.and(known);
        }
    }

    pub(crate) fn begin_group(&mut self) {
        self.groups.push(Numbers::default());
    }

    /// Returns the operations before what comes after the group. If nobody told of its beginning, the task had deferred nothing then.
    pub(crate) fn end_group(&mut self) -> Numbers {
        let of_group = self.groups.pop().unwrap_or(self.open);
        self.add_to_group(of_group);
        of_group
    }

    /// The task has waited for all of them.
    pub(crate) fn forget_all(&mut self) {
        let groups = vec![Numbers::default(); self.groups.len()];
        *self = Self { groups, ..Self::default() };
    }

    /// Forgets operations that come before everything that is done from now on.
    pub(crate) fn forget(&mut self, done: Numbers) {
        self.open = self.open.without(done);
        let of_users = self.users.values_mut().flat_map(|users| [&mut users.all, &mut users.before]);
        for known in of_users.chain(&mut self.groups) {
            *known = known.without(done);
        }
        self.users.retain(|_, users| users.all != Numbers::default());
    }
}
