//! A place where the processes of a team sleep.

use super::futex;
use std::sync::atomic::{AtomicU32, Ordering};

/// The place: a word that changes whenever sleepers are woken. Zero is an event at which nobody sleeps.
#[derive(Debug, Default)]
pub struct Event(pub(super) AtomicU32);

impl Event {
    /// Wakes those who wait. What they wait for was changed before, by a sequentially consistent operation.
    pub fn notify(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
        futex::wake_all(&self.0);
    }
}
