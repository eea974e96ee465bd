//! A lock of one word.
//!
//! The word is 0 when the lock is free and nobody waits, so that a free lock is taken, and one for which nobody waits is
//! given back, in one atomic operation. A thread that finds it taken looks some times, then sleeps.
//!
//! A thread that runs takes a free lock before one that must wake up first: handing the lock over would cost a switch of
//! threads each time. So that nobody waits for ever, a sleeper that found the lock taken again `PATIENCE` times sets
//! `STARVING`; then only sleepers that are out of patience take the lock.

use crate::wait::{sleep_while, wake_all, wake_one};
use core::sync::atomic::{AtomicU32, Ordering};

/// A thread has the lock.
const TAKEN: u32 = 1;
/// A thread may sleep, and must be woken when the lock becomes free.
const SLEEPERS: u32 = 2;
/// The lock is for threads that are out of patience.
const STARVING: u32 = 4;

/// How often a sleeper wakes up in vain.
const PATIENCE: u32 = 8;
/// How often a thread looks before it sleeps, where another one can run meanwhile.
const LOOKS: u32 = 100;

/// The lock. It lies in the program's memory, or in a static.
#[derive(Debug)]
#[repr(transparent)]
pub struct Mutex(AtomicU32);

impl Mutex {
    /// A free lock.
    pub const fn new() -> Self {
        Self(AtomicU32::new(0))
    }

    /// Takes the lock if it is free and nobody starves for it.
    pub fn try_take(&self) -> bool {
        let state = self.0.load(Ordering::Relaxed);
        self.take_free(state, 0, 0)
    }

    /// Waits for the lock. `may_look` says whether the thread that has it can run meanwhile, and is asked only then.
    pub fn take(&self, may_look: impl FnOnce() -> bool) {
        if self.0.compare_exchange(0, TAKEN, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.take_slowly(may_look());
        }
    }

    /// Gives the lock back.
    pub fn give_back(&self) {
        if self.0.compare_exchange(TAKEN, 0, Ordering::Release, Ordering::Relaxed).is_err() {
            self.give_to_sleepers();
        }
    }

    /// Frees the lock and wakes a sleeper, or all where some of them starve: nobody knows which ones. Whoever wakes up says
    /// again that there may be sleepers.
    #[cold]
    fn give_to_sleepers(&self) {
        let before = self.0.fetch_and(!(TAKEN | SLEEPERS), Ordering::Release);
        if before & STARVING != 0 {
            wake_all(&self.0);
        } else {
            wake_one(&self.0);
        }
    }

    /// Takes the lock if `state` says that it is free: for everybody, or with `allowed` for those that starve. Bits of
    /// `more` are set then.
    fn take_free(&self, state: u32, allowed: u32, more: u32) -> bool {
        let is_free = state & (TAKEN | (STARVING & !allowed)) == 0;
        let taken = (state & !allowed) | TAKEN | more;
        is_free && self.0.compare_exchange(state, taken, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    #[cold]
    fn take_slowly(&self, may_look: bool) {
        if may_look && (0..LOOKS).any(|_| self.look()) {
            return;
        }
        let mut vain = 0;
        loop {
            let allowed = if vain >= PATIENCE { STARVING } else { 0 };
            let state = self.0.load(Ordering::Relaxed);
            // Others may sleep: this thread cannot know.
            if self.take_free(state, allowed, SLEEPERS) {
                return;
            }
            let is_for_me = state & TAKEN == 0 && state & STARVING & !allowed == 0;
            let asleep = state | SLEEPERS | allowed;
            if is_for_me || !self.announce(state, asleep) {
                continue;
            }
            sleep_while(&self.0, asleep);
            vain += 1;
        }
    }

    fn look(&self) -> bool {
        core::hint::spin_loop();
        self.try_take()
    }

    /// Whether the word is `asleep` now, and was `state`.
    fn announce(&self, state: u32, asleep: u32) -> bool {
        state == asleep
            || self.0.compare_exchange(state, asleep, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}

impl Default for Mutex {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread::scope;

    /// A counter that only the lock protects: each step reads and writes it apart.
    fn count(threads: u32, steps: u32, may_look: bool) -> u32 {
        let (lock, counter) = (Mutex::new(), AtomicU32::new(0));
        scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    for _ in 0..steps {
                        lock.take(|| may_look);
                        let seen = counter.load(Ordering::Relaxed);
                        counter.store(seen + 1, Ordering::Relaxed);
                        lock.give_back();
                    }
                });
            }
        });
        assert_eq!(lock.0.load(Ordering::Relaxed), 0, "nothing is left in a lock that nobody wants");
        counter.into_inner()
    }

    #[test]
    fn only_one_thread_has_it() {
        let steps = if cfg!(miri) { 20 } else { 20_000 };
        for (threads, may_look) in [(1, false), (2, true), (2, false), (16, true), (16, false)] {
            assert_eq!(count(threads, steps, may_look), threads * steps);
        }
    }

    #[test]
    fn a_lock_for_the_starving_is_not_taken_by_others() {
        let lock = Mutex(AtomicU32::new(STARVING));
        assert!(!lock.try_take());
        assert!(lock.take_free(STARVING, STARVING, SLEEPERS));
        assert_eq!(
            lock.0.load(Ordering::Relaxed),
            TAKEN | SLEEPERS,
            "the next one must get impatient itself"
        );
        assert!(!lock.try_take());
        lock.give_back();
        assert!(lock.try_take());
    }

    /// A thread that never lets go for longer than it takes to ask again would keep all others out.
    #[test]
    fn whoever_waits_gets_it() {
        let lock = Arc::new(Mutex::new());
        lock.take(|| false);
        let waiting = Arc::clone(&lock);
        let got = Arc::new(AtomicU32::new(0));
        let seen = Arc::clone(&got);
        let waiter = std::thread::spawn(move || {
            waiting.take(|| false);
            seen.store(1, Ordering::Release);
            waiting.give_back();
        });
        while got.load(Ordering::Acquire) == 0 {
            lock.give_back();
            lock.take(|| false);
        }
        lock.give_back();
        assert!(waiter.join().is_ok());
    }
}
