//! The notice of task scheduling for the device that finds missing waits (`discrete`), which follows the order that tasks give.

use clacc_runtime_abi::layout::Depend;
use std::sync::OnceLock;

/// An action of a thread that concerns the order of tasks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Happening<'d> {
    /// The thread makes a task with dependences.
    IsMade(&'d [Depend]),
    /// The thread begins an implicit or explicit task.
    Begins,
    /// The thread ends the task that it has begun last.
    Ends,
    /// The thread waits for those child tasks on which a task with these dependences would wait.
    WaitsFor(&'d [Depend]),
    /// The thread waits for all its child tasks: by `taskwait`, or at a barrier.
    WaitsForAll,
    /// The thread begins a taskgroup.
    BeginsGroup,
    /// The thread ends the innermost taskgroup, and waits for the tasks of the group.
    EndsGroup,
}

static OBSERVER: OnceLock<fn(Happening<'_>)> = OnceLock::new();

/// Has a function told of everything that threads do with tasks from now on.
pub(crate) fn tell_from_now_on(observer: fn(Happening<'_>)) {
    let _ = OBSERVER.set(observer);
}

/// Tells of a task with dependences. `is_awaited`: the thread waits for it.
pub(crate) fn tell_of_task(dependences: &[Depend], is_awaited: bool) {
    tell(Happening::IsMade(dependences));
    if is_awaited {
        tell(Happening::WaitsFor(dependences));
    }
}

#[inline]
pub(crate) fn tell(happening: Happening<'_>) {
    if let Some(observer) = OBSERVER.get() {
        observer(happening);
    }
}
