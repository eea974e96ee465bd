//! Explicit tasks: their data, their dependences, where they wait to be run, and how threads wait for them.
//!
//! ```text
//! group      taskgroups: their tasks, cancellation, reductions      unsafe: copies for reductions
//! observer   who follows what tasks order                            safe
//! event      what a detached task waits for after its body          safe
//! arguments  a task's own copy of its arguments                   unsafe: memory of any layout
//! record     a task: parent, children, group, what follows it     unsafe: one field
//! included   tasks that their maker waits for                     unsafe: stack frames that are left later
//! spare      memory of finished tasks for later ones              safe
//! depend     which tasks of a parent a new one has to wait for    safe
//! pool       the queues of a team                                 safe
//! seat       a thread's place at a pool: make, run, wait          unsafe: calls of outlined tasks
//! ```
//!
//! Task scheduling constraint (OpenMP 5.2 section 12.9): all tasks are tied. A thread that waits inside a task runs
//! descendants of that task only; in a barrier it runs any.

pub mod arguments;
pub mod depend;
pub mod event;
pub mod group;
mod included;
pub(crate) mod observer;
pub mod pool;
pub mod record;
pub mod seat;
pub mod spare;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Takes a mutex. A panic cannot have left the data half changed, because it would have ended the program.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
