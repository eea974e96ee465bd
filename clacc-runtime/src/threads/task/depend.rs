//! Which of its siblings a task has to wait for (OpenMP 5.2 section 15.9.5).
//!
//! For each address there is the last set of tasks that may use it together: readers (`in`), the tasks of an `inoutset`, or
//! one that wants it alone. A task that belongs to that set waits for the set before it; another one waits for all of it
//! and begins the next set. `mutexinoutset` counts as `inout`: the tasks exclude each other in the order in which they were made.

use clacc_runtime_abi::layout::{self, Depend};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

/// An object that waits for earlier objects of its kind: a task.
pub trait Dependent {
    /// Returns whether nobody has to wait for it any more. Its children may not be finished.
    fn is_finished(&self) -> bool;

    /// Says that others may come to wait for it, which no other thread knows yet.
    fn expect_followers(&self);

    /// Lets another one wait for it, unless it is finished.
    fn add_follower(&self, follower: &Arc<Self>);
}

/// How a task uses an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Read,
    Set,
    Alone,
}

impl Access {
    fn of(kind: u32) -> Self {
        match kind {
            layout::IN => Self::Read,
            layout::INOUTSET => Self::Set,
            _ => Self::Alone,
        }
    }
}

/// The tasks that use an address.
struct Users<T> {
    access: Access,
    together: Vec<Arc<T>>,
    before: Vec<Arc<T>>,
}

impl<T: Dependent> Users<T> {
    fn none(access: Access) -> Self {
        Self { access, together: Vec::new(), before: Vec::new() }
    }

    /// Whether a task with this access belongs to the last set.
    fn takes(&self, access: Access) -> bool {
        self.access == access && access != Access::Alone
    }

    /// The tasks that a task with this access waits for.
    fn awaited(&self, access: Access) -> &[Arc<T>] {
        if self.takes(access) { &self.before } else { &self.together }
    }

    fn add(&mut self, access: Access, task: &Arc<T>) {
        if !self.takes(access) {
            self.access = access;
            self.before = std::mem::take(&mut self.together);
        }
        if self.together.len() == self.together.capacity() {
            self.together.retain(|user| !user.is_finished());
        }
        self.together.push(Arc::clone(task));
    }
}

/// Mixes the bits of an address.
#[derive(Default)]
pub struct AddressHasher(u64);

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_usize(usize::from(*byte));
        }
    }

    fn write_usize(&mut self, value: usize) {
        let mixed = (self.0 ^ value as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

/// The dependences among the children of a task.
pub struct Table<T>(HashMap<usize, Users<T>, BuildHasherDefault<AddressHasher>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(HashMap::default())
    }
}

impl<T: Dependent> Table<T> {
    /// Makes a new task wait for those before it, and later ones for it.
    pub fn enter(&mut self, task: &Arc<T>, depends: &[Depend]) {
        task.expect_followers();
        for depend in depends {
            let access = Access::of(depend.kind);
            let users = self.0.entry(depend.address.addr()).or_insert_with(|| Users::none(access));
            for user in users.awaited(access).iter().filter(|user| !Arc::ptr_eq(user, task)) {
                user.add_follower(task);
            }
            users.add(access, task);
        }
    }

    /// Makes something that is no task of its own wait as a task with these dependences would.
    pub fn wait_for(&self, waiter: &Arc<T>, depends: &[Depend]) {
        for depend in depends {
            if let Some(users) = self.0.get(&depend.address.addr()) {
                users.awaited(Access::of(depend.kind)).iter().for_each(|user| user.add_follower(waiter));
            }
        }
    }

    /// Forgets all tasks, and lets their memory go.
    pub fn forget(&mut self) {
        if self.0.capacity() > 0 {
            *self = Self::default();
        }
    }

    /// Forgets all tasks, which are finished.
    pub fn clear(&mut self) {
        if !self.0.is_empty() {
            self.0.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::task::record::Task;
    use clacc_runtime_core::icvs::Icvs;
    use std::sync::atomic::Ordering;

    /// Makes tasks one after another, each with dependences on addresses 'a' to 'z' as in `i:a o:b`. Returns for how many
    /// earlier ones each waits.
    fn check(tasks: &[&str], expected: &[u32]) {
        let mut table = Table::default();
        let depend = |word: &str| {
            let (kind, address) = word.split_once(':').unwrap_or_default();
            let kind =
                1 + ["in", "out", "inout", "mutex", "set"].iter().position(|name| *name == kind).unwrap_or(0);
            let address = std::ptr::without_provenance(usize::from(address.as_bytes()[0]));
            Depend { address, kind: kind as u32, reserved: 0 }
        };
        let made: Vec<_> = tasks
            .iter()
            .map(|words| {
                let task = Task::implicit(Icvs::on(1), false);
                let depends: Vec<_> = words.split_whitespace().map(depend).collect();
                table.enter(&task, &depends);
                (task.unmet.load(Ordering::Relaxed) - 1, task)
            })
            .collect();
        let found: Vec<_> = made.iter().map(|(unmet, _)| *unmet).collect();
        assert_eq!(found, expected, "{tasks:?}");
    }

    #[test]
    fn sets_of_tasks() {
        check(&["out:a", "in:a", "in:a", "out:a"], &[0, 1, 1, 2]);
        check(&["in:a", "in:b", "out:a out:b"], &[0, 0, 2]);
        check(&["set:a", "set:a", "in:a", "set:a"], &[0, 0, 2, 1]);
        check(&["inout:a", "mutex:a", "mutex:a"], &[0, 1, 1]);
        check(&["in:a out:a", "in:a"], &[0, 1]);
        check(&["out:a", "out:b", "in:c"], &[0, 0, 0]);
    }

    #[test]
    fn finished_tasks_are_not_awaited() {
        let mut table = Table::default();
        let at_one = [Depend { address: std::ptr::without_provenance(1), kind: 2, reserved: 0 }];
        let (first, second) = (Task::implicit(Icvs::on(1), false), Task::implicit(Icvs::on(1), false));
        table.enter(&first, &at_one);
        first.finish();
        table.enter(&second, &at_one);
        assert_eq!(second.unmet.load(Ordering::Relaxed), 1);
    }
}
