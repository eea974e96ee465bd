//! Tasks that the creating thread executes at once, without a record as long as none is needed.
//!
//! Such a task is a function call. It gets a record, which other tasks can have as their parent, only when it creates a task that other
//! threads may execute, begins a task group, or its record is requested. Most of these tasks never need one, and cost little more than the
//! call.

use super::arguments::Arguments;
use super::record::{Task, Work};
use clacc_runtime_abi::layout::Body;
use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

/// A task that a thread runs, in the stack frame of the call that made it.
pub(super) struct Included {
    body: Body,
    /// Whether its children are included too.
    pub(super) is_final: bool,
    /// The task that made it, if that one is not a record either.
    outer: *const Self,
    /// The record of the task that created this one; none until this task gets a record.
    interrupted: Cell<Option<Arc<Task>>>,
}

impl Included {
    /// Makes a task that is created by the innermost of these tasks, or by a task with a record.
    #[inline]
    pub(super) fn new(body: Body, is_final: bool, outer: *const Self) -> Self {
        Self { body, is_final, outer, interrupted: Cell::new(None) }
    }

    /// Makes `task` the record of this task.
    pub(super) fn become_record(&self, task: &mut Task) {
        let nothing = Arguments::none();
        task.work = Some(Work { body: self.body, arguments: nothing, event: None });
    }

    /// Keeps the record of the task that made this one.
    pub(super) fn interrupt(&self, maker: Arc<Task>) {
        self.interrupted.set(Some(maker));
    }

    /// Returns the record of the creator if this task got a record, and `outer` otherwise.
    #[inline]
    pub(super) fn end(&self) -> Result<*const Self, Arc<Task>> {
        self.interrupted.take().map_or(Ok(self.outer), Err)
    }
}

/// The included tasks of a thread that are no records.
pub(super) struct IncludedTasks(Cell<*const Included>);

impl IncludedTasks {
    pub(super) const fn none() -> Self {
        Self(Cell::new(ptr::null()))
    }

    #[inline]
    pub(super) fn are_none(&self) -> bool {
        self.0.get().is_null()
    }

    /// The innermost one.
    #[inline]
    pub(super) fn innermost(&self) -> *const Included {
        self.0.get()
    }

    /// Whether the innermost one is final, if there is one.
    #[inline]
    pub(super) fn is_final(&self) -> Option<bool> {
        // SAFETY: the task runs, so that its stack frame is there.
        unsafe { self.0.get().as_ref() }.map(|included| included.is_final)
    }

    #[inline]
    pub(super) fn set(&self, innermost: *const Included) {
        self.0.set(innermost);
    }

    /// Takes all of them out, the outermost one first. They run while the result is used.
    pub(super) fn take<'i>(&self) -> Vec<&'i Included> {
        let mut all = Vec::new();
        let mut next = self.0.replace(ptr::null());
        // SAFETY: the tasks run, so that their stack frames are there.
        while let Some(included) = unsafe { next.as_ref() } {
            all.push(included);
            next = included.outer;
        }
        all.reverse();
        all
    }
}
