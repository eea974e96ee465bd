//! Sleeping on a word of shared memory. A sleeper wakes up now and then to see whether the processes that it made still run.

use crate::processes;
use crate::sys;
use std::ptr;
use std::sync::atomic::AtomicU32;

/// How many sleepers [`wake`] wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// One of them, any.
    One,
    /// All of them.
    All,
}

// The operations with a mask, for processes: without the flag that says that the word belongs to one process.
const WAIT: usize = 9;
const WAKE: usize = 10;

/// How long a sleeper does not look after its processes, in nanoseconds.
const WATCH: i64 = 50_000_000;

/// Sleeps if the word has the expected value, until [`wake`] is called with a mask that has a bit in common. It may
/// return earlier.
pub fn wait(word: &AtomicU32, expected: u32, mask: u32) {
    let limit = sys::Time::from_now(WATCH);
    // SAFETY: the word and the time are live during the call.
    let result = unsafe {
        let limit = ptr::from_ref(&limit).addr();
        sys::call(sys::FUTEX, [word.as_ptr().addr(), WAIT, expected as usize, limit, 0, mask as usize])
    };
    if result == sys::TIMED_OUT {
        processes::watch();
    }
}

/// Wakes those that sleep on the word with a mask that has a bit in common.
pub fn wake(word: &AtomicU32, many: Many, mask: u32) {
    let count = if many == Many::One { 1 } else { i32::MAX as usize };
    // SAFETY: the call only uses the address of the word.
    unsafe { sys::call(sys::FUTEX, [word.as_ptr().addr(), WAKE, count, 0, 0, mask as usize]) };
}
