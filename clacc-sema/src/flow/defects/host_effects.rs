//! The effects of the host on objects.

use super::certainties::{Lacked, ObjectState, State};
use super::data_objects::ObjectId;
use super::execution::ExecutionWalk;
use super::happenings::{EventKind, Happening};
use crate::program::access::Call;
use crate::program::entity::{Class, EntityKind};
use crate::program::place::At;

impl Happening<'_> {
    /// The object that an event uses.
    pub(super) fn object(&self) -> Option<ObjectId> {
        match self.kind {
            EventKind::Read(object, _)
            | EventKind::Written(object, _)
            | EventKind::Touched(object)
            | EventKind::Pointed(object, _)
            | EventKind::Passed(object)
            | EventKind::Freed(object, _) => Some(object),
            EventKind::Called(_) => None,
        }
    }
}

impl<'a> ExecutionWalk<'a> {
    /// Applies an event on the host to the state.
    pub(super) fn on_host(&mut self, event: &Happening<'a>, state: &mut State) {
        match event.kind {
            EventKind::Read(object, element) => self.read(object, element, &mut state.of[object]),
            EventKind::Written(object, element) => self.write(object, element, &mut state.of[object]),
            EventKind::Touched(object) => {
                let object = &mut state.of[object];
                (object.host_lacks, object.device_lacks) = (None, None);
            }
            EventKind::Pointed(object, is_new) => {
                state.of[object].forget();
                if is_new {
                    state.of[object] = ObjectState::new_memory(self.objects.list[object].is_outside);
                }
            }
            EventKind::Passed(object) => state.of[object].forget(),
            EventKind::Freed(object, at) => self.free(object, at, &mut state.of[object]),
            EventKind::Called(call) => self.call(call, state),
        }
    }

    fn read(&mut self, object: ObjectId, element: usize, state: &mut ObjectState) {
        if let Some(lacked) = state.host_lacks
            && self.report.overlap(lacked.element, element)
        {
            self.report.host_reads_old(object, element, lacked);
            state.host_lacks = None;
        }
        if let Some(pending) = state.pending.iter().find(|pending| pending.effect.writes_host) {
            self.report.no_wait_for(object, element, pending, "reads");
            state.pending.clear();
        }
    }

    fn write(&mut self, object: ObjectId, element: usize, state: &mut ObjectState) {
        let touches_host = |effect: super::certainties::Effect| effect.writes_host || effect.reads_host;
        if let Some(pending) = state.pending.iter().find(|pending| touches_host(pending.effect)) {
            self.report.no_wait_for(object, element, pending, "changes");
            state.pending.clear();
        }
        state.host_lacks = None;
        if state.presence.is_certain() {
            state.device_lacks = Some(Lacked { element: Some(element), passed_over: None });
        }
    }

    fn free(&mut self, object: ObjectId, at: At, state: &mut ObjectState) {
        if state.presence.is_certain() {
            self.report.freed_while_present(object, at, state.since);
        } else if let Some(pending) = state.pending.first() {
            self.report.freed_before_wait(object, at, pending);
        }
        state.forget();
    }

    /// Returns whether a function is known to change no tracked object.
    pub(super) fn is_known(&self, call: &Call) -> bool {
        call.callee.is_some_and(|callee| self.view.is_library_function(callee)) || self.computes_value(call)
    }

    /// Returns whether a function of the program only computes a value from its arguments. It is analysed only if the types of the call
    /// allow that.
    fn computes_value(&self, call: &Call) -> bool {
        let is_number =
            |at: At| matches!(self.view.class_at(at), Class::Integer | Class::Real | Class::Complex);
        let callee = call.callee.filter(|callee| self.view.entity(*callee).kind == EntityKind::Function);
        is_number(call.at)
            && call.arguments.iter().all(|argument| is_number(*argument))
            && callee.is_some_and(|callee| (self.is_pure)(callee))
    }

    fn call(&mut self, call: &Call, state: &mut State) {
        let name = call.callee.map_or("", |callee| self.view.text(self.view.name(callee)));
        match name {
            "exit" | "abort" => state.is_live = false,
            _ if call.callee.is_some_and(|callee| self.view.is_library_function(callee)) => {}
            _ if name.starts_with("acc_") && (name.contains("wait") || name.contains("test")) => {
                state.of.iter_mut().for_each(|object| object.pending.clear());
            }
            "acc_get_device_num" | "acc_get_num_devices" => {}
            _ if name.starts_with("acc_") => state.forget(),
            _ if !state.of.iter().any(ObjectState::ends_with_call) || self.computes_value(call) => {}
            _ => {
                for object in &mut state.of {
                    object.pending.clear();
                    if object.is_reachable {
                        object.forget();
                    }
                }
            }
        }
    }
}
