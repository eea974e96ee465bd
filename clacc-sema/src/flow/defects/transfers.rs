//! The copies between host and device by data clauses and `update`, and the changes that they do not copy (OpenACC 3.4 2.6.7, 2.7, 2.14.4).

use super::certainties::{Effect, Lacked, ObjectState, Over, Queue, QueuedWork, Why};
use super::data_objects::ObjectId;
use super::execution::ExecutionWalk;
use crate::acc::facts::DataMapping;
use crate::program::place::At;

/// An object that a construct maps.
pub(super) struct MappedObject {
    pub(super) object: ObjectId,
    pub(super) mapping: DataMapping,
    pub(super) site: MappedAt,
}

/// The place and the kind of a mapping.
#[derive(Clone, Copy)]
pub(super) struct MappedAt {
    /// The list item, or the directive if a rule maps it.
    pub(super) at: At,
    /// Whether a clause names it.
    pub(super) is_written: bool,
    pub(super) always_in: bool,
    pub(super) always_out: bool,
    pub(super) is_zeroed: bool,
}

fn copies_in(mapping: DataMapping) -> bool {
    matches!(mapping, DataMapping::Copy | DataMapping::Copyin)
}

fn copies_out(mapping: DataMapping) -> bool {
    matches!(mapping, DataMapping::Copy | DataMapping::Copyout)
}

fn counts(mapping: DataMapping) -> bool {
    copies_in(mapping) || matches!(mapping, DataMapping::Copyout | DataMapping::Create)
}

impl ExecutionWalk<'_> {
    /// Maps an object. Returns whether the mapping changes a reference count.
    fn enter(&mut self, mapped: &MappedObject, queue: Option<Queue>, state: &mut ObjectState) -> bool {
        let MappedObject { object, mapping, site } = *mapped;
        if mapping == DataMapping::Present {
            if state.presence.is_absent() {
                self.report.absent(object, site.at, state.since, "is not on the device here");
                state.forget();
            }
            state.presence = state.presence.demanded();
        }
        if !counts(mapping) {
            return false;
        }
        let was_present = state.presence.is_certain() && !site.always_in;
        if state.presence.is_absent() {
            allocate(mapped, queue, state);
        } else if copies_in(mapping) && (site.always_in || !state.presence.is_certain()) {
            state.device_lacks = None;
        } else if copies_in(mapping) && site.is_written {
            pass_over(&mut state.device_lacks, site.at, Why::Present);
        }
        if copies_in(mapping) && was_present && site.is_written && state.device_lacks.is_none() {
            self.report.copies_nothing(object, site.at, state.since);
        }
        true
    }

    /// Maps an object at the start of a region.
    pub(super) fn enter_region(
        &mut self,
        mapped: &MappedObject,
        queue: Option<Queue>,
        state: &mut ObjectState,
    ) {
        if self.enter(mapped, queue, state) {
            state.presence.enter_region();
        }
    }

    /// Maps an object for `enter data`.
    pub(super) fn enter_data(
        &mut self,
        mapped: &MappedObject,
        queue: Option<Queue>,
        state: &mut ObjectState,
    ) {
        if self.enter(mapped, queue, state) {
            state.presence.enter_data();
        }
    }

    /// Ends the mapping of an object at the end of a region.
    pub(super) fn leave(&mut self, mapped: &MappedObject, queue: Option<Queue>, state: &mut ObjectState) {
        let MappedObject { object, mapping, site } = *mapped;
        if !counts(mapping) {
            return;
        }
        state.presence.leave_region();
        if copies_out(mapping) && site.always_out {
            state.host_lacks = None;
        }
        if !state.presence.is_certain() {
            self.release(object, copies_out(mapping), site.at, queue, state);
        }
    }

    /// Ends the mapping of an object for `exit data`.
    pub(super) fn exit(
        &mut self,
        mapped: &MappedObject,
        queue: Option<Queue>,
        is_final: bool,
        state: &mut ObjectState,
    ) {
        let MappedObject { object, mapping, site } = *mapped;
        if state.presence.is_absent() {
            self.report.absent(object, site.at, state.since, "is not on the device, so nothing happens");
            return state.forget();
        }
        let copies = mapping == DataMapping::Copyout;
        if !state.presence.exit_data(is_final) {
            return;
        }
        if copies && site.always_out {
            state.host_lacks = None;
        }
        if !state.presence.is_certain() {
            self.release(object, copies, site.at, queue, state);
        }
    }

    /// Handles the possible release of the memory on the device.
    fn release(
        &mut self,
        object: ObjectId,
        copies: bool,
        at: At,
        queue: Option<Queue>,
        state: &mut ObjectState,
    ) {
        state.device_lacks = None;
        if copies {
            self.copy_to_host(object, at, queue, state);
        } else {
            pass_over(&mut state.host_lacks, at, Why::EndsWithoutCopy);
        }
        if state.presence.is_absent() {
            state.since = Some(at);
        }
    }

    fn copy_to_host(&mut self, object: ObjectId, at: At, queue: Option<Queue>, state: &mut ObjectState) {
        if let Some(pending) = unordered_with(queue, state, |queued| queued.effect.writes_device) {
            self.report.copied_before_wait(object, at, &pending);
            state.pending.clear();
        }
        state.host_lacks = None;
        let effect = Effect { writes_host: true, reads_device: true, ..Effect::default() };
        note_transfer(queue, at, effect, state);
    }

    /// Copies an object to the host for `update self`.
    pub(super) fn update_host(
        &mut self,
        object: ObjectId,
        at: At,
        queue: Option<Queue>,
        may_be_absent: bool,
        state: &mut ObjectState,
    ) {
        if self.is_absent(object, at, may_be_absent, state) {
            return;
        }
        self.copy_to_host(object, at, queue, state);
    }

    /// Copies an object to the device for `update device`.
    pub(super) fn update_device(
        &mut self,
        object: ObjectId,
        at: At,
        queue: Option<Queue>,
        may_be_absent: bool,
        state: &mut ObjectState,
    ) {
        if self.is_absent(object, at, may_be_absent, state) {
            return;
        }
        state.device_lacks = None;
        pass_over(&mut state.host_lacks, at, Why::OtherWay);
        let effect = Effect { reads_host: true, writes_device: true, ..Effect::default() };
        note_transfer(queue, at, effect, state);
    }

    fn is_absent(&mut self, object: ObjectId, at: At, may_be: bool, state: &mut ObjectState) -> bool {
        let is_absent = state.presence.is_absent();
        if is_absent && !may_be {
            self.report.absent(object, at, state.since, "is not on the device here");
            state.forget();
        }
        is_absent
    }
}

/// Records a transfer on a queue.
fn note_transfer(queue: Option<Queue>, at: At, effect: Effect, state: &mut ObjectState) {
    if let Some(queue) = queue {
        state.put_on_queue(QueuedWork { queue, at, element: None, effect });
    }
}

/// Records that a directive did not copy a change.
fn pass_over(change: &mut Option<Lacked>, at: At, why: Why) {
    if let Some(change) = change {
        change.passed_over.get_or_insert(Over { at, why });
    }
}

/// Allocates the memory of an absent object on the device.
fn allocate(mapped: &MappedObject, queue: Option<Queue>, state: &mut ObjectState) {
    let MappedObject { mapping, site, .. } = *mapped;
    state.since = Some(site.at);
    if copies_in(mapping) || site.is_zeroed {
        state.device_lacks = None;
        let effect = Effect { reads_host: true, writes_device: true, ..Effect::default() };
        let effect = if copies_in(mapping) { effect } else { Effect::default() };
        note_transfer(queue, site.at, effect, state);
    } else {
        let over = Over { at: site.at, why: Why::NoValues };
        state.device_lacks = Some(Lacked { element: None, passed_over: Some(over) });
    }
}

/// A recorded operation that satisfies `matters` and that is not ordered before an operation on `queue`.
pub(super) fn unordered_with(
    queue: Option<Queue>,
    state: &ObjectState,
    matters: impl Fn(&QueuedWork) -> bool,
) -> Option<QueuedWork> {
    let is_before = |pending: &QueuedWork| match (queue, pending.queue) {
        (None, _) => false,
        (Some(Queue::Number(own)), Queue::Number(other)) => own == other,
        _ => true,
    };
    state.pending.iter().find(|pending| !is_before(pending) && matters(pending)).copied()
}
