//! Somebody who follows what is ordered by tasks: the device that finds missing waits (`discrete`).

use clacc_runtime_abi::layout::Depend;
use std::sync::OnceLock;

/// What a thread does with tasks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Happening<'d> {
    /// It makes a task with dependences.
    IsMade(&'d [Depend]),
    /// It begins an implicit or explicit task.
    Begins,
    /// It ends the task that it has begun last.
    Ends,
    /// It waits for those child tasks on which a task with these dependences would wait.
    WaitsFor(&'d [Depend]),
    /// It waits for all its child tasks: by `taskwait`, or at a barrier.
    WaitsForAll,
    /// It begins a taskgroup.
    BeginsGroup,
    /// It ends the innermost taskgroup, and waits for the tasks of the group.
    EndsGroup,
}

static OBSERVER: OnceLock<fn(Happening<'_>)> = OnceLock::new();

/// Has a function told of everything that threads do with tasks from now on.
pub(crate) fn tell_from_now_on(observer: fn(Happening<'_>)) {
    let _ = OBSERVER.set(observer);
}

#[inline]
pub(crate) fn tell(happening: Happening<'_>) {
    if let Some(observer) = OBSERVER.get() {
        observer(happening);
    }
}
