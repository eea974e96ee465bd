//! Blocks of cells, and what queues still do to them.

use std::collections::BTreeMap;

use super::values::Value;
use super::{Determined, STILL_USED, Undetermined};

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

/// An operation of a queue: the queue, and the number of the operation among all.
pub(super) type Stamp = (i64, u64);

/// The uses of a cell by operations in queues.
#[derive(Clone, Default, Debug)]
struct Pending {
    written: Option<Stamp>,
    /// True if that left the value as it was, or attached or detached a pointer.
    is_quiet: bool,
    read: Vec<Stamp>,
}

/// Operations of queues that the host has not waited for.
#[derive(Clone, Default, Debug)]
pub(super) struct Queues {
    /// The queue of the operation that is under way. None for the host.
    pub(super) actor: Option<i64>,
    now: u64,
    cells: BTreeMap<Cell, Pending>,
    /// Up to which operation of each queue the next operation of a queue, or what the host does next, comes behind.
    known: BTreeMap<Option<i64>, BTreeMap<i64, u64>>,
}

impl Queues {
    /// Returns whether the operation under way certainly comes behind another one.
    pub(super) fn behind(&self, stamp: Stamp) -> bool {
        self.actor.is_some_and(|actor| actor == stamp.0 || self.knows(Some(actor), stamp))
    }

    /// Returns whether the host has waited for an operation.
    pub(super) fn is_done(&self, stamp: Stamp) -> bool {
        self.knows(None, stamp)
    }

    fn knows(&self, who: Option<i64>, stamp: Stamp) -> bool {
        let upto = self.known.get(&who).and_then(|known| known.get(&stamp.0));
        upto.is_some_and(|upto| stamp.1 <= *upto)
    }

    /// A queue or the host comes behind the operations of queues so far, and behind what those come behind.
    fn learn(&mut self, who: Option<i64>, queues: &[i64]) {
        let mut learnt = self.known.get(&who).cloned().unwrap_or_default();
        for queue in queues {
            let through =
                self.known.get(&Some(*queue)).into_iter().flatten().map(|(other, upto)| (*other, *upto));
            for (other, upto) in through.chain([(*queue, self.now)]) {
                let known = learnt.entry(other).or_default();
                *known = upto.max(*known);
            }
        }
        self.known.insert(who, learnt);
    }

    /// The stamp of the operation under way, if a queue does it.
    pub(super) fn stamp(&self) -> Option<Stamp> {
        self.actor.map(|actor| (actor, self.now))
    }

    pub(super) fn touch(&mut self, cell: Cell, write: bool) -> Determined<()> {
        if let Some(pending) = self.cells.get(&cell) {
            let open = |stamp: &Stamp| !self.behind(*stamp);
            if pending.written.as_ref().is_some_and(open) {
                return Err(Undetermined(if pending.is_quiet {
                    "a queue may still write what is there"
                } else {
                    STILL_USED
                }));
            }
            if write && pending.read.iter().any(open) {
                let is_one = pending.read.len() == 1;
                return Err(Undetermined(if is_one { STILL_USED } else { "queues may still read the data" }));
            }
        }
        if let Some(stamp) = self.stamp() {
            let pending = self.cells.entry(cell).or_default();
            if write {
                (pending.written, pending.is_quiet) = (Some(stamp), false);
            } else if !pending.read.contains(&stamp) {
                pending.read.push(stamp);
            }
        }
        Ok(())
    }

    /// Attaches or detaches a pointer, or only counts it. Two queues may do so in any order.
    pub(super) fn touch_pointer(&mut self, cell: Cell) -> Determined<()> {
        self.touch(cell, true).map_err(|_| Undetermined("a queue may still use a pointer"))?;
        self.stay_quiet(cell);
        Ok(())
    }

    /// Notes that the operation under way wrote the value that a cell had.
    pub(super) fn stay_quiet(&mut self, cell: Cell) {
        if let (Some(_), Some(pending)) = (self.actor, self.cells.get_mut(&cell)) {
            pending.is_quiet = true;
        }
    }

    /// Begins an operation of a queue, behind those of other queues that it waits for.
    pub(super) fn begin(&mut self, queue: Option<i64>, waits: &[i64]) {
        match queue {
            Some(_) => self.learn(queue, waits),
            None => self.wait(waits),
        }
        self.now += 1;
        self.actor = queue;
    }

    /// The host waits for some queues.
    pub(super) fn wait(&mut self, queues: &[i64]) {
        self.learn(None, queues);
        let mut cells = std::mem::take(&mut self.cells);
        for pending in cells.values_mut() {
            pending.written = pending.written.filter(|stamp| !self.is_done(*stamp));
            pending.read.retain(|stamp| !self.is_done(*stamp));
        }
        self.cells = cells;
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
