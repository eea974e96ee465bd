//! What a detached task waits for after its body (OpenMP 5.2 section 12.5.2, `detach`).

use super::pool::Pool;
use super::record::{Task, locked};
use std::sync::{Arc, Mutex};

/// How far a task and its event are.
#[derive(Default)]
enum State {
    /// Neither has the body returned, nor is the event fulfilled.
    #[default]
    Open,
    /// The body has returned on a thread with this number in the team of the pool.
    Returned(Arc<Task>, Arc<Pool>, usize),
    Fulfilled,
}

/// An event.
#[derive(Default)]
pub struct TaskEvent(Mutex<State>);

impl TaskEvent {
    /// The body has returned. Returns whether the task is finished, because the event is fulfilled; otherwise the event finishes it.
    pub(super) fn body_returned(&self, task: &Arc<Task>, pool: &Arc<Pool>, thread: usize) -> bool {
        let mut state = locked(&self.0);
        let is_fulfilled = matches!(*state, State::Fulfilled);
        if !is_fulfilled {
            *state = State::Returned(Arc::clone(task), Arc::clone(pool), thread);
        }
        is_fulfilled
    }

    /// Fulfils the event.
    pub fn fulfill(&self) {
        let before = std::mem::replace(&mut *locked(&self.0), State::Fulfilled);
        if let State::Returned(task, pool, thread) = before {
            pool.finish(thread, &task);
            pool.wake_all();
        }
    }
}
