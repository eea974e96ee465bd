//! Locks of threads.

use super::crowd;
use super::futex::{self, Many};
use clacc_runtime_core::lock;
use clacc_runtime_core::waits::Waits;
use std::sync::atomic::AtomicU32;

/// Waiting between the threads of this process.
#[derive(Debug, Default)]
pub struct Threads;

impl Waits for Threads {
    #[inline]
    fn is_crowded() -> bool {
        crowd::is_crowded()
    }

    fn sleep(word: &AtomicU32, expected: u32) {
        futex::wait(word, expected, u32::MAX);
    }

    fn wake_one(word: &AtomicU32) {
        futex::wake(word, Many::One, u32::MAX);
    }
}

/// A lock of `critical`, of the program, or of the library's own short sections.
pub type WordLock = lock::WordLock<Threads>;

/// A value that one thread at a time uses.
pub type Guarded<T> = lock::Guarded<Threads, T>;
