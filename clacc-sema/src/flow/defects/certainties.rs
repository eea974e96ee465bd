//! The facts about the copies of objects on the host and on the device that hold at a point of the program.

use super::data_objects::Objects;
use crate::program::place::At;

/// The reference counts of an object on the device (OpenACC 3.4 2.6.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Presence {
    /// A lower bound of the count by enclosing data regions.
    structured: u32,
    /// A lower bound of the count by `enter data`.
    dynamic: u32,
    /// True if the lower bounds are the exact counts.
    is_exact: bool,
}

impl Presence {
    /// Not present.
    pub(super) const ABSENT: Presence = Presence { structured: 0, dynamic: 0, is_exact: true };

    /// The counts after a directive that requires the data to be present.
    pub(super) fn demanded(self) -> Presence {
        let dynamic = if self.is_certain() { self.dynamic } else { 1 };
        Presence { dynamic, ..self }
    }

    pub(super) fn is_certain(self) -> bool {
        self.structured > 0 || self.dynamic > 0
    }

    pub(super) fn is_absent(self) -> bool {
        self == Presence::ABSENT
    }

    /// Counts the entry of a region that maps the data.
    pub(super) fn enter_region(&mut self) {
        self.structured = self.structured.saturating_add(1);
    }

    /// Counts the end of a region that maps the data.
    pub(super) fn leave_region(&mut self) {
        self.structured = self.structured.saturating_sub(1);
    }

    /// Counts an `enter data` that names the data.
    pub(super) fn enter_data(&mut self) {
        self.dynamic = self.dynamic.saturating_add(1);
    }

    /// Counts an `exit data` that names the data. Returns whether it may change anything.
    pub(super) fn exit_data(&mut self, is_final: bool) -> bool {
        let is_counted = self.dynamic > 0 || !self.is_exact;
        self.dynamic = if is_final { 0 } else { self.dynamic.saturating_sub(1) };
        is_counted
    }

    fn join(self, other: Presence) -> Presence {
        let (structured, dynamic) = (self.structured.min(other.structured), self.dynamic.min(other.dynamic));
        Presence { structured, dynamic, is_exact: self.is_exact && other == self }
    }
}

/// A change on the host or on the device that the other copy does not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lacked {
    /// The index of the assigned name among the gathered names; none if the device has no value at all.
    pub(super) element: Option<usize>,
    /// The directive that the user may have expected to copy the change, or that discarded it.
    pub(super) passed_over: Option<Over>,
}

/// A directive, or the end of its region, at which a change was not copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Over {
    /// The node that a label points to.
    pub(super) at: At,
    /// The reason why the change was not copied.
    pub(super) why: Why,
}

/// Why a change was not copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// A clause ends the data on the device without a copy to the host.
    EndsWithoutCopy,
    /// The directive copies in the other direction.
    OtherWay,
    /// The data was present, so the clause copies nothing.
    Present,
    /// The clause allocates memory without values.
    NoValues,
}

/// The queue of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queue {
    /// `async` without a number.
    Default,
    /// A constant number.
    Number(i128),
    /// The value of an expression.
    Value(At),
}

/// An asynchronous operation that may not be complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QueuedWork {
    /// Its queue.
    pub(super) queue: Queue,
    /// The clause or name that a label points to.
    pub(super) at: At,
    /// The index of the name of the elements that the device accesses; none for a transfer.
    pub(super) element: Option<usize>,
    /// The accesses to the object.
    pub(super) effect: Effect,
}

/// The accesses of an asynchronous operation to an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effect {
    pub(super) reads_host: bool,
    pub(super) writes_host: bool,
    pub(super) reads_device: bool,
    pub(super) writes_device: bool,
}

/// The facts about one object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ObjectState {
    /// The reference counts on the device.
    pub(super) presence: Presence,
    /// A change of the device that the host does not have.
    pub(super) host_lacks: Option<Lacked>,
    /// A change of the host that the device does not have.
    pub(super) device_lacks: Option<Lacked>,
    /// The asynchronous operations that may not be complete.
    pub(super) pending: Vec<QueuedWork>,
    /// The directive that allocated it on the device or released it there.
    pub(super) since: Option<At>,
    /// True if other functions may access it.
    pub(super) is_reachable: bool,
    /// True if a `declare` keeps it on the device.
    pub(super) is_declared: bool,
}

/// The maximum number of asynchronous operations recorded for one object. A finding needs one of them, and each operation is compared with
/// all.
const MOST_PENDING: usize = 64;

impl ObjectState {
    /// Records an operation on a queue. If there are too many, the oldest one is dropped.
    pub(super) fn put_on_queue(&mut self, work: QueuedWork) {
        if self.pending.len() == MOST_PENDING {
            self.pending.remove(0);
        }
        self.pending.push(work);
    }

    fn unknown(is_declared: bool) -> ObjectState {
        let presence = Presence::default();
        let presence = if is_declared { presence.demanded() } else { presence };
        ObjectState { presence, is_declared, is_reachable: true, ..ObjectState::default() }
    }

    /// Returns whether a call of an unknown function invalidates a fact.
    pub(super) fn ends_with_call(&self) -> bool {
        !self.pending.is_empty() || self.is_reachable && *self != ObjectState::unknown(self.is_declared)
    }

    /// Drops all facts.
    pub(super) fn forget(&mut self) {
        *self = ObjectState::unknown(self.is_declared);
    }

    /// The facts about memory that was just allocated on the host and is not on the device.
    pub(super) fn new_memory(is_reachable: bool) -> ObjectState {
        ObjectState { presence: Presence::ABSENT, is_reachable, ..ObjectState::default() }
    }

    fn join(&mut self, other: &ObjectState) {
        self.presence = self.presence.join(other.presence);
        self.host_lacks = self.host_lacks.filter(|change| other.host_lacks == Some(*change));
        self.device_lacks = self.device_lacks.filter(|change| other.device_lacks == Some(*change));
        self.pending.retain(|pending| other.pending.contains(pending));
        self.since = self.since.filter(|since| other.since == Some(*since));
        self.is_reachable |= other.is_reachable;
    }
}

/// The facts about all objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// True if control can reach this point.
    pub(super) is_live: bool,
    pub(super) of: Vec<ObjectState>,
}

impl State {
    /// The facts at the start of the function.
    pub(super) fn first(objects: &Objects) -> State {
        let of = objects.list.iter().map(|object| {
            if object.begins_here && object.kind != super::data_objects::ObjectKind::Target {
                return ObjectState::new_memory(object.is_outside);
            }
            ObjectState::unknown(object.is_declared)
        });
        State { is_live: true, of: of.collect() }
    }

    /// Merges the facts of another path that leads to the same point.
    pub(super) fn join(&mut self, other: State) {
        match (self.is_live, other.is_live) {
            (_, false) => {}
            (false, true) => *self = other,
            (true, true) => self.of.iter_mut().zip(&other.of).for_each(|(one, other)| one.join(other)),
        }
    }

    /// Drops the facts about all objects.
    pub(super) fn forget(&mut self) {
        self.of.iter_mut().for_each(ObjectState::forget);
    }
}
