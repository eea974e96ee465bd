//! Waiting until something holds, for the processes of a team.

use super::crowd;
use super::futex::{self, Many};
use std::sync::atomic::{AtomicU32, Ordering};

/// What has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something that threads of a team wait for in a loop.
    Progress,
}

/// A place where the processes of a team sleep. A word that is zero is an event at which nobody sleeps.
#[derive(Debug, Default)]
pub struct Event(AtomicU32);

impl Event {
    /// Wakes those who wait. What they wait for was changed before, by a sequentially consistent operation.
    pub fn notify(&self, _: Cause, many: Many) {
        self.0.fetch_add(1, Ordering::SeqCst);
        futex::wake(&self.0, many, u32::MAX);
    }

    /// Waits until something holds. Whoever makes it hold calls [`Self::notify`].
    pub fn wait_until(&self, holds: impl Fn() -> bool) {
        loop {
            let seen = self.0.load(Ordering::SeqCst);
            if holds() {
                return;
            }
            wait_while(&self.0, seen);
        }
    }
}

/// How often a thread looks before it sleeps, where each process has a processor.
const LOOKS: u32 = 2_000;

/// Waits while a word has a value.
pub fn wait_while(word: &AtomicU32, value: u32) {
    let looks = if crowd::is_crowded() { 1 } else { LOOKS };
    let has_changed = || word.load(Ordering::Acquire) != value;
    for _ in 0..looks {
        if has_changed() {
            return;
        }
        std::hint::spin_loop();
    }
    while !has_changed() {
        futex::wait(word, value, u32::MAX);
    }
}
