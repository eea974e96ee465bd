//! What is certain of an object's copies at one point of the program.

use super::data_objects::Objects;
use crate::program::place::At;

/// How often data are counted as present (OpenACC 3.4 2.6.7).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Presence {
    /// By the data regions around, at least this often.
    structured: u32,
    /// By `enter data`, at least this often.
    dynamic: u32,
    /// Not more often.
    is_exact: bool,
}

impl Presence {
    /// Not present.
    pub(super) const ABSENT: Presence = Presence { structured: 0, dynamic: 0, is_exact: true };

    /// Present, because a directive demands it.
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

    /// A region begins that has the data.
    pub(super) fn enter_region(&mut self) {
        self.structured = self.structured.saturating_add(1);
    }

    /// It ends.
    pub(super) fn leave_region(&mut self) {
        self.structured = self.structured.saturating_sub(1);
    }

    /// `enter data` names the data.
    pub(super) fn enter_data(&mut self) {
        self.dynamic = self.dynamic.saturating_add(1);
    }

    /// `exit data` names the data; whether that may change anything.
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

/// A change that one side has and the other one has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lacked {
    /// The name in the assignment, among the gathered ones; none if the device has no value at all.
    pub(super) element: Option<usize>,
    /// The directive by which the user may have meant to copy it, or which threw it away.
    pub(super) passed_over: Option<Over>,
}

/// A directive, or the end of its region, at which a change was not copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Over {
    /// The node that a label points to.
    pub(super) at: At,
    /// Why it was not copied.
    pub(super) why: Why,
}

/// Why a change was not copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// A clause ends the data on the device without a copy to the host.
    EndsWithoutCopy,
    /// It copies the other way.
    OtherWay,
    /// The data was present, so the clause copies nothing.
    Present,
    /// The clause gives memory without values.
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

/// An operation that may not have ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QueuedWork {
    /// Its queue.
    pub(super) queue: Queue,
    /// The clause or name that a label points to.
    pub(super) at: At,
    /// The name of the elements on which the device works; none for a transfer.
    pub(super) element: Option<usize>,
    /// What it does with the object.
    pub(super) effect: Effect,
}

/// What an asynchronous operation does with an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effect {
    pub(super) reads_host: bool,
    pub(super) writes_host: bool,
    pub(super) reads_device: bool,
    pub(super) writes_device: bool,
}

/// What is certain of one object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ObjectState {
    /// Whether it is on the device.
    pub(super) presence: Presence,
    /// A change of the device that the host does not have.
    pub(super) host_lacks: Option<Lacked>,
    /// A change of the host that the device does not have.
    pub(super) device_lacks: Option<Lacked>,
    /// The operations on queues.
    pub(super) pending: Vec<QueuedWork>,
    /// The directive that put it on the device or took it away.
    pub(super) since: Option<At>,
    /// Whether other functions may reach it.
    pub(super) is_reachable: bool,
    /// Whether it is always on the device.
    pub(super) is_declared: bool,
}

/// The most operations on queues that are remembered of one object. A finding needs one of them, and each operation is compared with all.
const MOST_PENDING: usize = 64;

impl ObjectState {
    /// Notes an operation on a queue. The oldest one of too many is forgotten.
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

    /// Whether a call of an unknown function ends something that is certain.
    pub(super) fn ends_with_call(&self) -> bool {
        !self.pending.is_empty() || self.is_reachable && *self != ObjectState::unknown(self.is_declared)
    }

    /// Nothing is certain.
    pub(super) fn forget(&mut self) {
        *self = ObjectState::unknown(self.is_declared);
    }

    /// Memory that is on the host alone.
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

/// What is certain of all objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// Whether control comes here.
    pub(super) is_live: bool,
    pub(super) of: Vec<ObjectState>,
}

impl State {
    /// What is certain where the function begins.
    pub(super) fn first(objects: &Objects) -> State {
        let of = objects.list.iter().map(|object| {
            if object.begins_here && object.kind != super::data_objects::ObjectKind::Target {
                return ObjectState::new_memory(object.is_outside);
            }
            ObjectState::unknown(object.is_declared)
        });
        State { is_live: true, of: of.collect() }
    }

    /// What is certain after one of two paths.
    pub(super) fn join(&mut self, other: State) {
        match (self.is_live, other.is_live) {
            (_, false) => {}
            (false, true) => *self = other,
            (true, true) => self.of.iter_mut().zip(&other.of).for_each(|(one, other)| one.join(other)),
        }
    }

    /// Nothing is certain any more.
    pub(super) fn forget(&mut self) {
        self.of.iter_mut().for_each(ObjectState::forget);
    }
}
