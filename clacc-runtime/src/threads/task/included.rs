//! Tasks that their maker waits for, as long as nobody has to know them.
//!
//! Such a task is a function that is called. It becomes a record, which others can have as their parent, only when it makes a task that others may run,
//! begins a group, or is asked for. Most of them never do; then they cost little more than the call.

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
    /// The record of the task that made it, once it is a record itself.
    interrupted: Cell<Option<Arc<Task>>>,
}

impl Included {
    /// A task that the innermost of these tasks makes, or one that is a record.
    #[inline]
    pub(super) fn new(body: Body, is_final: bool, outer: *const Self) -> Self {
        Self { body, is_final, outer, interrupted: Cell::new(None) }
    }

    /// Says that `task` is the record of this task, and which one is that of the task that made it.
    pub(super) fn become_record(&self, task: &mut Task) {
        let nothing = Arguments::none();
        task.work = Some(Work { body: self.body, arguments: nothing, event: None });
    }

    /// Keeps the record of the task that made this one.
    pub(super) fn interrupt(&self, maker: Arc<Task>) {
        self.interrupted.set(Some(maker));
    }

    /// The record of the maker, if this task has become one.
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
