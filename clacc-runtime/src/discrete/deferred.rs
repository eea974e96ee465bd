//! The order that a task asks for between the constructs that it defers: `nowait`, `depend`, `taskwait` (OpenMP 5.2 15.9.5).

use super::numbers::Numbers;
use crate::openacc::handle::Address;
use clacc_runtime_abi::layout::{self, Depend};
use std::collections::BTreeMap;

/// The operations that later tasks with a dependence on the same storage come after.
#[derive(Clone, Copy, Debug, Default)]
struct Users {
    all: Numbers,
    /// Those before a task that only reads the storage.
    writers: Numbers,
}

impl Users {
    /// Returns the operations before a task with a kind of dependence.
    fn before(self, kind: u32) -> Numbers {
        if kind == layout::IN { self.writers } else { self.all }
    }

    /// Adds a task, whose dependence is of a kind, and what comes before that which depends on the task.
    fn add(&mut self, kind: u32, known: Numbers) {
        self.all = self.all.and(known);
        if kind != layout::IN {
            self.writers = self.all;
        }
    }
}

/// The deferred constructs of one task.
#[derive(Debug, Default)]
pub(crate) struct Deferred {
    /// Those that the task has not waited for.
    pub(crate) open: Numbers,
    /// By the address of the storage.
    users: BTreeMap<Address, Users>,
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
    }

    /// Forgets operations that come before everything that is done from now on.
    pub(crate) fn forget(&mut self, done: Numbers) {
        self.open = self.open.without(done);
        for users in self.users.values_mut() {
            *users = Users { all: users.all.without(done), writers: users.writers.without(done) };
        }
        self.users.retain(|_, users| users.all != Numbers::default());
    }
}
