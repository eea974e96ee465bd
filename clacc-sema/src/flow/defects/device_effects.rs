//! The effects of compute constructs on objects.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::FxHashMap;

use super::certainties::{Effect, Lacked, ObjectState, Queue, QueuedWork, State};
use super::data_objects::{ObjectId, ObjectKind};
use super::execution::ExecutionWalk;
use super::happenings::{EventKind, Happening};
use super::overlap::subscripts;
use super::transfers::{MappedObject, unordered_with};
use crate::acc::facts::{Construct, ConstructId, DataMapping, Sharing};
use crate::flow::inside;
use crate::program::place::At;
use crate::program::run::Run;

/// The objects that a construct reads, and those that it writes (`true`), each with the index of its first name.
type FirstAccesses = BTreeMap<(ObjectId, bool), usize>;

/// The mapping of each object; the first one counts.
fn mappings(mapped: &[MappedObject]) -> FxHashMap<ObjectId, DataMapping> {
    mapped.iter().rev().map(|each| (each.object, each.mapping)).collect()
}

/// Returns whether a compute construct with this mapping of an object uses the copy on the device.
fn is_on_device(mapping: Option<DataMapping>, state: &ObjectState) -> bool {
    match mapping {
        Some(DataMapping::Deviceptr | DataMapping::Nomap | DataMapping::Delete) => false,
        Some(DataMapping::NoCreate) | None => state.presence.is_certain(),
        Some(_) => true,
    }
}

impl ExecutionWalk<'_> {
    /// Applies a compute construct to the state.
    pub(super) fn compute(&mut self, id: ConstructId, state: &mut State) {
        let construct = &self.facts.constructs[id];
        self.wait_clause(construct, state);
        let (mapped, queue) = (self.mapped(construct), self.queue(construct));
        if self.is_conditional(construct) {
            return self.maybe_on_device(construct, &mapped, state);
        }
        for each in &mapped {
            self.check_repeated(construct, each, state);
            self.enter_region(each, queue, &mut state.of[each.object]);
        }
        let seen = self.accesses(id, &mapped, queue, state);
        for each in &mapped {
            let object = &mut state.of[each.object];
            self.leave(each, queue, object);
            if !each.site.is_written && !seen.contains_key(&(each.object, true)) {
                // An object that is mapped implicitly and not written needs no wait for the copy to the host.
                object.pending.retain(|queued| queued.at != each.site.at || !queued.effect.writes_host);
            }
        }
    }

    fn maybe_on_device(&mut self, construct: &Construct, mapped: &[MappedObject], state: &mut State) {
        let named = self.events.within(construct.run()).iter().filter_map(Happening::object);
        for object in mapped.iter().map(|each| each.object).chain(named) {
            state.of[object].forget();
        }
    }

    /// Applies the accesses in a compute construct to the state, and returns the first ones.
    fn accesses(
        &mut self,
        id: ConstructId,
        mapped: &[MappedObject],
        queue: Option<Queue>,
        state: &mut State,
    ) -> FirstAccesses {
        let construct = &self.facts.constructs[id];
        let private = self.private(id);
        let mapped = mappings(mapped);
        let mut seen = FirstAccesses::new();
        let events = self.events;
        for event in events.within(construct.run()) {
            let (object, element, is_write) = match event.kind {
                EventKind::Read(object, element) => (object, element, false),
                EventKind::Written(object, element) => (object, element, true),
                EventKind::Called(call) => {
                    let has_changes = |object: &ObjectState| {
                        object.is_reachable && (object.host_lacks.is_some() || object.device_lacks.is_some())
                    };
                    if state.of.iter().any(has_changes) && !self.is_known(call) {
                        ExecutionWalk::called_on_device(state);
                    }
                    continue;
                }
                EventKind::Pointed(object, _) => {
                    state.of[object].forget();
                    continue;
                }
                _ => {
                    if let Some(object) = event.object() {
                        forget_changes(&mut state.of[object]);
                    }
                    continue;
                }
            };
            let own = private.get(&object).map_or(&[][..], Vec::as_slice);
            let is_private = own.iter().any(|run| run.contains(event.when.0));
            if !self.objects.list[object].is_followed() || is_private {
                continue;
            }
            if !is_on_device(mapped.get(&object).copied(), &state.of[object]) {
                let is_named = mapped.get(&object).is_some_and(|mapping| *mapping != DataMapping::Nomap);
                self.check_absent(construct, object, is_named, event.when.0, &state.of[object]);
                continue;
            }
            if let Entry::Vacant(entry) = seen.entry((object, is_write)) {
                entry.insert(element);
                self.check_order(object, element, queue, is_write, &mut state.of[object]);
            }
            let is_probe = is_write && self.is_probe(construct, element);
            self.access(construct, (object, element), is_write, &mut state.of[object]);
            if is_probe {
                state.of[object].host_lacks = None;
            }
        }
        let at = self.view.directive(construct.directive).at;
        if let Some(queue) = queue {
            note_pending(&seen, queue, at, state);
        }
        seen
    }

    /// Reports a pointee that a construct uses, although no clause names it and it is on the host alone.
    fn check_absent(
        &mut self,
        construct: &Construct,
        object: ObjectId,
        is_named: bool,
        at: At,
        state: &ObjectState,
    ) {
        let is_target = self.objects.list[object].kind == ObjectKind::Target;
        let is_of_host = !is_named && state.presence.is_absent();
        if is_target && is_of_host && construct.is_compute() {
            self.report.absent(object, at, state.since, "is used on the device, and is not there");
        }
    }

    /// Returns whether a construct unconditionally assigns a constant to an element outside of its loops. Programs do so to test whether
    /// the device has separate memory.
    fn is_probe(&self, construct: &Construct, element: usize) -> bool {
        let view = self.view;
        let run = construct.run();
        let operand = self.events.elements.get(element).operand;
        let value = At::new(view.program.outline.end(operand).index());
        view.constant(value).is_some()
            && self.events.elements.loops_around(element, run).next().is_none()
            && !view.is_conditional(operand, run.start)
    }

    fn access(
        &mut self,
        construct: &Construct,
        (object, element): (ObjectId, usize),
        is_write: bool,
        state: &mut ObjectState,
    ) {
        if is_write {
            state.device_lacks = None;
            state.host_lacks = Some(Lacked { element: Some(element), passed_over: None });
        } else if let Some(lacked) = state.device_lacks
            && self.report.overlap(lacked.element, element)
            && (lacked.element.is_some() || self.is_read_first(construct, object, element))
        {
            self.report.device_reads_old(object, element, lacked);
            state.device_lacks = None;
        }
    }

    /// Returns whether the first execution of a read gets the value from before the construct: the construct writes no other element of the
    /// object. If the read is conditional, it and each of the writes must belong to assignments that also read the element.
    fn is_read_first(&self, construct: &Construct, object: ObjectId, element: usize) -> bool {
        let run = construct.run();
        let elements = &self.events.elements;
        let own = subscripts(elements, element);
        let is_same = |other: usize| {
            let other = subscripts(elements, other);
            let is_equal = |(one, other): (&Option<At>, &Option<At>)| match (one, other) {
                (Some(one), Some(other)) => self.view.same_value(*one, *other),
                (one, other) => one == other,
            };
            own.len() == other.len() && own.iter().zip(&other).all(is_equal)
        };
        let events = self.events.within(run);
        let is_read = |element: usize| {
            events.iter().any(|event| matches!(event.kind, EventKind::Read(_, read) if read == element))
        };
        let mut written = events.iter().filter_map(|event| match event.kind {
            EventKind::Written(other, element) if other == object => Some(element),
            _ => None,
        });
        let is_conditional = self.view.is_conditional(elements.get(element).operand, run.start);
        written.all(|other| is_same(other) && (!is_conditional || is_read(other)))
            && (!is_conditional || is_read(element) && self.is_written(element, run))
    }

    /// Returns whether the element of a name is also assigned through that name in a run.
    fn is_written(&self, element: usize, run: Run) -> bool {
        let mut events = self.events.within(run).iter();
        events.any(|event| matches!(event.kind, EventKind::Written(_, written) if written == element))
    }

    /// Checks that no operation on another queue that is not ordered with this access uses the same elements.
    fn check_order(
        &mut self,
        object: ObjectId,
        element: usize,
        queue: Option<Queue>,
        is_write: bool,
        state: &mut ObjectState,
    ) {
        let matters = |queued: &QueuedWork| {
            let is_ordered = queued.effect.writes_device || is_write && queued.effect.reads_device;
            is_ordered && self.report.certainly_overlap(queued.element, element)
        };
        if let Some(pending) = unordered_with(queue, state, matters) {
            self.report.no_order(object, self.events.elements.get(element).name, &pending, is_write);
            state.pending.clear();
        }
    }

    fn called_on_device(state: &mut State) {
        for object in &mut state.of {
            if object.is_reachable {
                forget_changes(object);
            }
        }
    }

    /// The variables that are private to iterations or gangs, with the runs in which they are.
    fn private(&self, id: ConstructId) -> FxHashMap<ObjectId, Vec<Run>> {
        let mut found: FxHashMap<ObjectId, Vec<Run>> = FxHashMap::default();
        let own = std::iter::once((id, &self.facts.constructs[id]));
        let halves = self.facts.of_directive.get(self.facts.constructs[id].directive);
        let inner = halves.and_then(|halves| halves.inner).map(|id| (id, &self.facts.constructs[id]));
        for (_, construct) in own.chain(inner).chain(inside(self.view, self.facts, id)) {
            for attribute in &*construct.attributes {
                let Some(object) = self.objects.named(&attribute.place) else { continue };
                let is_value = self.objects.list[object].kind == ObjectKind::Value;
                let is_own = attribute.sharing.as_ref().is_some_and(|given| match given.kind {
                    Sharing::Private => true,
                    Sharing::Firstprivate => is_value || given.reason.is_explicit(),
                    _ => false,
                });
                if is_own {
                    found.entry(object).or_default().push(construct.run());
                }
            }
        }
        found
    }
}

fn forget_changes(state: &mut ObjectState) {
    (state.host_lacks, state.device_lacks) = (None, None);
}

fn note_pending(seen: &FirstAccesses, queue: Queue, at: At, state: &mut State) {
    for ((object, is_write), element) in seen {
        let effect = if *is_write {
            Effect { writes_device: true, ..Effect::default() }
        } else {
            Effect { reads_device: true, ..Effect::default() }
        };
        state.of[*object].put_on_queue(QueuedWork { queue, at, element: Some(*element), effect });
    }
}
