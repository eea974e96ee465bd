//! A lock in a word of memory: of `critical`, of locks of the program, and of the library's own short sections.

use crate::waits::Waits;
use core::cell::UnsafeCell;
use core::hint::spin_loop;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, Ordering};

const FREE: u32 = 0;
const TAKEN: u32 = 1;
/// Taken, and somebody may sleep.
const CONTENDED: u32 = 2;

/// How often a thread looks at a taken lock before it sleeps: where each thread has a processor, and else. To sleep and to be woken costs
/// more than that many looks, so that they pay even where they are often in vain.
const LOOKS: u32 = 2_000;
const LOOKS_IN_A_CROWD: u32 = 100;

/// A lock that any thread may release. A word of zeros is a free lock.
#[derive(Debug, Default)]
#[repr(transparent)]
pub struct WordLock<W>(AtomicU32, PhantomData<fn(W)>);

impl<W> WordLock<W> {
    /// Makes a free lock.
    pub const fn new() -> Self {
        Self(AtomicU32::new(FREE), PhantomData)
    }
}

impl<W: Waits> WordLock<W> {
    /// Takes the lock if it is free.
    #[inline]
    pub fn try_lock(&self) -> bool {
        self.0.compare_exchange(FREE, TAKEN, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    /// Takes the lock, sooner or later.
    #[inline]
    pub fn lock(&self) {
        if !self.try_lock() {
            self.lock_contended();
        }
    }

    #[cold]
    fn lock_contended(&self) {
        let looks = if W::is_crowded() { LOOKS_IN_A_CROWD } else { LOOKS };
        if self.looks_free(looks) && self.try_lock() {
            return;
        }
        while self.0.swap(CONTENDED, Ordering::Acquire) != FREE {
            if !self.looks_free(looks) {
                W::sleep(&self.0, CONTENDED);
            }
        }
    }

    /// Whether the lock becomes free while the thread looks at it so often.
    fn looks_free(&self, looks: u32) -> bool {
        (0..looks).any(|_| {
            spin_loop();
            self.0.load(Ordering::Relaxed) == FREE
        })
    }

    /// Releases the lock, which is taken.
    #[inline]
    pub fn unlock(&self) {
        if self.0.swap(FREE, Ordering::Release) == CONTENDED {
            W::wake_one(&self.0);
        }
    }
}

/// A value that one thread at a time uses.
#[derive(Debug, Default)]
pub struct Guarded<W, T> {
    lock: WordLock<W>,
    value: UnsafeCell<T>,
}

// SAFETY: `value` is used under the lock only.
unsafe impl<W, T: Send> Sync for Guarded<W, T> {}

impl<W, T> Guarded<W, T> {
    /// Makes a value that nobody uses.
    pub const fn new(value: T) -> Self {
        Self { lock: WordLock::new(), value: UnsafeCell::new(value) }
    }
}

impl<W: Waits, T> Guarded<W, T> {
    /// Uses the value. The action is short, and takes no other lock.
    #[inline]
    pub fn with<R>(&self, action: impl FnOnce(&mut T) -> R) -> R {
        self.lock.lock();
        // SAFETY: the lock is taken, so that nobody else has a reference.
        let result = action(unsafe { &mut *self.value.get() });
        self.lock.unlock();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waits::tests::Lookers;
    use std::cell::Cell;

    struct Counter(Cell<usize>);
    // SAFETY: the test changes the cell under its lock only.
    unsafe impl Sync for Counter {}

    #[test]
    fn one_at_a_time() {
        let rounds = if cfg!(miri) { 50 } else { 20_000 };
        let (lock, counter) = (WordLock::<Lookers>::new(), Counter(Cell::new(0)));
        let counter = &counter;
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..rounds {
                        lock.lock();
                        counter.0.set(counter.0.get() + 1);
                        lock.unlock();
                    }
                });
            }
        });
        assert_eq!(counter.0.get(), 4 * rounds);
        assert!(lock.try_lock() && !lock.try_lock());
    }
}
