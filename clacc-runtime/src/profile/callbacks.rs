//! The callbacks of the process.
//!
//! A byte says whether any callback was ever registered. Only if it does, an event looks at the registry, which is replaced as a
//! whole: a callback may register and withdraw callbacks, and no lock is held while it runs. The byte does not go back when the
//! last callback is withdrawn, because constructs that have begun must end ([`dispatch`](super::dispatch) keeps their causes).

use crate::profile::registry::{Registry, Request};
use std::cell::Cell;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

/// The state of the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nobody has looked for libraries yet.
    Unknown,
    /// No callback was registered yet.
    Off,
    /// Events are raised.
    On,
}

static STATE: AtomicU8 = AtomicU8::new(State::Unknown as u8);
static REGISTRY: RwLock<Option<Arc<Registry>>> = RwLock::new(None);

thread_local! {
    /// True if the thread has disabled its callbacks.
    static DISABLED: Cell<bool> = const { Cell::new(false) };
}

/// Returns the state of the registry. A program without a library pays for this test alone.
#[inline]
pub fn state() -> State {
    const OFF: u8 = State::Off as u8;
    const ON: u8 = State::On as u8;
    match STATE.load(Ordering::Relaxed) {
        OFF => State::Off,
        ON => State::On,
        _ => State::Unknown,
    }
}

fn registry() -> Option<Arc<Registry>> {
    REGISTRY.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The registry, if the calling thread has not disabled its callbacks.
pub fn of_this_thread() -> Option<Arc<Registry>> {
    let is_disabled = DISABLED.try_with(Cell::get).unwrap_or(true);
    if is_disabled { None } else { registry() }
}

/// Sets the byte after libraries were looked for. `in_any_case` says that events are raised without callbacks too.
pub fn publish(in_any_case: bool) {
    let place = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    let is_on = in_any_case || place.as_deref().is_some_and(|registry| !registry.is_empty());
    let state = if is_on { State::On } else { State::Off };
    STATE.store(state as u8, Ordering::Relaxed);
}

/// Replaces the registry. Until libraries were looked for, the byte does not change: the next event looks for them.
fn change(change: impl FnOnce(&mut Registry)) {
    let mut place = REGISTRY.write().unwrap_or_else(PoisonError::into_inner);
    let mut fresh = place.as_deref().cloned().unwrap_or_default();
    change(&mut fresh);
    if state() == State::Off && !fresh.is_empty() {
        STATE.store(State::On as u8, Ordering::Relaxed);
    }
    *place = Some(Arc::new(fresh));
}

/// Does what a call of `acc_prof_register` asks for.
pub fn register(request: Request, owner: usize) {
    match request {
        Request::ThisThread => disable_thread(false),
        _ => change(|registry| registry.register(request, owner)),
    }
}

/// Does what a call of `acc_prof_unregister` asks for.
pub fn unregister(request: Request) {
    match request {
        Request::ThisThread => disable_thread(true),
        _ => change(|registry| registry.unregister(request)),
    }
}

fn disable_thread(is_disabled: bool) {
    let _ = DISABLED.try_with(|disabled| disabled.set(is_disabled));
}
