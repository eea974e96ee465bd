//! Sleeping until something has changed, without a word for each thing that can change.
//!
//! A thread announces that it is about to sleep, looks once more, and sleeps. A thread that changes something looks
//! afterwards whether anybody is announced. One of the two sees the other: between their two steps both have a
//! sequentially consistent operation. So a change costs one load while nobody sleeps.

use super::futex::{self, Many};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, fence};

/// What a sleeper waits for. Each cause has sixteen bits in the count of sleepers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Threads have arrived at a barrier.
    Gather,
    /// A barrier is open, or a region begins.
    Release,
    /// A task can be run that any thread may run.
    Task,
    /// Anything else: a task is finished, a task can be run, an ordered region is over, a loop has been left.
    Progress,
}

/// A set of causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Causes {
    mask: u32,
    counts: u64,
}

/// The greatest number of threads that may sleep at one event.
pub const MOST_SLEEPERS: usize = 0x7fff;

impl Causes {
    /// The set of one cause.
    pub const fn of(cause: Cause) -> Self {
        Self { mask: 1 << cause as u32, counts: 1 << (16 * cause as u32) }
    }

    /// This set and one more cause, which it did not have.
    #[must_use]
    pub const fn and(self, cause: Cause) -> Self {
        let other = Self::of(cause);
        Self { mask: self.mask | other.mask, counts: self.counts | other.counts }
    }
}

/// A place where the threads of a team sleep.
#[derive(Debug, Default)]
pub struct Event {
    /// Changes whenever sleepers are woken.
    sequence: AtomicU32,
    /// How many threads are announced for each [`Cause`].
    announced: AtomicU64,
}

impl Event {
    /// Makes an event at which nobody sleeps.
    pub const fn new() -> Self {
        Self { sequence: AtomicU32::new(0), announced: AtomicU64::new(0) }
    }

    /// Sleeps until one of the causes is notified, unless `is_over` says after the announcement that there is nothing
    /// to wait for. It may return earlier, so that the caller asks again.
    pub fn sleep(&self, causes: Causes, mut is_over: impl FnMut() -> bool) {
        self.announced.fetch_add(causes.counts, Ordering::SeqCst);
        let seen = self.sequence.load(Ordering::SeqCst);
        fence(Ordering::SeqCst);
        if !is_over() {
            futex::wait(&self.sequence, seen, causes.mask);
        }
        self.announced.fetch_sub(causes.counts, Ordering::SeqCst);
    }

    /// Wakes those who wait for the cause. What they wait for was changed before, by a sequentially consistent
    /// operation. Returns whether there was anybody.
    #[inline]
    pub fn notify(&self, cause: Cause, many: Many) -> bool {
        let sleepers = self.announced.load(Ordering::SeqCst) >> (16 * cause as u32);
        let has_sleepers = sleepers & 0xffff != 0;
        if has_sleepers {
            self.wake(Causes::of(cause), many);
        }
        has_sleepers
    }

    #[cold]
    fn wake(&self, causes: Causes, many: Many) {
        self.sequence.fetch_add(1, Ordering::SeqCst);
        futex::wake(&self.sequence, many, causes.mask);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// Two threads hand a number to each other, both asleep while it is not their turn.
    #[test]
    fn nobody_sleeps_past_a_change() {
        let rounds = if cfg!(miri) { 30 } else { 5_000 };
        let (event, turn) = (Event::new(), AtomicUsize::new(0));
        let play = |me: usize| {
            for round in 0..rounds {
                let mine = || turn.load(Ordering::Acquire) == 2 * round + me;
                while !mine() {
                    event.sleep(Causes::of(Cause::Progress), mine);
                }
                turn.fetch_add(1, Ordering::SeqCst);
                event.notify(Cause::Progress, Many::All);
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| play(0));
            play(1);
        });
        assert_eq!(turn.into_inner(), 2 * rounds);
        assert_eq!(event.announced.into_inner(), 0);
    }

    #[test]
    fn causes_are_counted_apart() {
        let both = Causes::of(Cause::Release).and(Cause::Task);
        assert_eq!((both.mask, both.counts), (0b110, 1 << 16 | 1 << 32));
    }
}
