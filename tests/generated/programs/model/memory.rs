//! Blocks of cells, and what queues still do to them.

use std::collections::BTreeMap;

use super::values::Value;
use super::{Determined, Undetermined};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    Host,
    Device,
    /// A private variable of a compute construct.
    Private,
}

/// An object, or the part of one on the device. A cell without value is undefined.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) space: Space,
    pub(super) cells: Vec<Option<Value>>,
    pub(super) alive: bool,
}

/// A block and a cell of it.
pub(super) type Cell = (usize, usize);

/// What an operation of a queue is: the queue, and which of all operations.
pub(super) type Stamp = (i64, u64);

/// What queues do to a cell.
#[derive(Clone, Default, Debug)]
struct Pending {
    written: Option<Stamp>,
    read: Vec<Stamp>,
}

/// Operations of queues that the host has not waited for.
#[derive(Clone, Default, Debug)]
pub(super) struct Queues {
    /// The queue of the operation that is under way. None for the host.
    pub(super) actor: Option<i64>,
    now: u64,
    cells: BTreeMap<Cell, Pending>,
    /// Up to which operation of another queue a queue waits: (waiting, other).
    waited: BTreeMap<(i64, i64), u64>,
}

impl Queues {
    /// Whether the operation under way certainly comes behind another one.
    pub(super) fn behind(&self, stamp: Stamp) -> bool {
        self.actor.is_some_and(|actor| {
            actor == stamp.0 || self.waited.get(&(actor, stamp.0)).is_some_and(|upto| stamp.1 <= *upto)
        })
    }

    /// The stamp of the operation under way, if a queue does it.
    pub(super) fn stamp(&self) -> Option<Stamp> {
        self.actor.map(|actor| (actor, self.now))
    }

    pub(super) fn touch(&mut self, cell: Cell, write: bool) -> Determined<()> {
        if let Some(pending) = self.cells.get(&cell) {
            let open = |stamp: &Stamp| !self.behind(*stamp);
            if pending.written.as_ref().is_some_and(open) || (write && pending.read.iter().any(open)) {
                return Err(Undetermined("a queue may still use the data"));
            }
        }
        if let Some(stamp) = self.stamp() {
            let pending = self.cells.entry(cell).or_default();
            if write {
                pending.written = Some(stamp);
            } else if !pending.read.contains(&stamp) {
                pending.read.push(stamp);
            }
        }
        Ok(())
    }

    /// Begins an operation of a queue, behind those of other queues that it waits for.
    pub(super) fn begin(&mut self, queue: Option<i64>, waits: &[i64]) {
        match queue {
            Some(queue) => {
                for other in waits {
                    self.waited.insert((queue, *other), self.now);
                }
            }
            None => self.wait(waits),
        }
        self.now += 1;
        self.actor = queue;
    }

    /// The host waits for some queues.
    pub(super) fn wait(&mut self, queues: &[i64]) {
        for pending in self.cells.values_mut() {
            pending.written = pending.written.filter(|stamp| !queues.contains(&stamp.0));
            pending.read.retain(|stamp| !queues.contains(&stamp.0));
        }
        self.cells.retain(|_, pending| pending.written.is_some() || !pending.read.is_empty());
    }

    pub(super) fn idle(&self) -> bool {
        self.cells.is_empty()
    }

    /// All queues with operations on cells.
    pub(super) fn busy(&self) -> impl Iterator<Item = i64> {
        let stamps = self.cells.values().flat_map(|pending| pending.written.iter().chain(&pending.read));
        stamps.map(|stamp| stamp.0)
    }
}
