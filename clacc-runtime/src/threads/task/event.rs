//! What a detached task waits for after its body (OpenMP 5.2 section 12.5.2, `detach`).

use super::locked;
use std::sync::Mutex;

/// Finishes a task whose body has returned.
pub type Finish = Box<dyn FnOnce() + Send>;

/// How far a task and its event are.
#[derive(Default)]
enum State {
    /// Neither has the body returned, nor is the event fulfilled.
    #[default]
    Open,
    /// The body has returned.
    Returned(Finish),
    Fulfilled,
}

/// An event.
#[derive(Default)]
pub struct TaskEvent(Mutex<State>);

impl TaskEvent {
    /// The body has returned. Returns whether the task is finished, because the event is fulfilled; otherwise the event calls what
    /// `finish` makes.
    pub(super) fn body_returned(&self, finish: impl FnOnce() -> Finish) -> bool {
        let mut state = locked(&self.0);
        let is_fulfilled = matches!(*state, State::Fulfilled);
        if !is_fulfilled {
            *state = State::Returned(finish());
        }
        is_fulfilled
    }

    /// Fulfils the event.
    pub fn fulfill(&self) {
        let before = std::mem::replace(&mut *locked(&self.0), State::Fulfilled);
        if let State::Returned(finish) = before {
            finish();
        }
    }
}
