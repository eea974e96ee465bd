//! The system's call to sleep on a word of shared memory.

use crate::sys;
use std::ptr;
use std::sync::atomic::AtomicU32;

// The operations with a mask, for processes: without the flag that says that the word belongs to one process.
const WAIT: usize = 9;
const WAKE: usize = 10;
const ANY: usize = u32::MAX as usize;

/// The maximum time that a sleeper sleeps, in nanoseconds.
const LIMIT: i64 = 50_000_000;

/// Sleeps if the word has the expected value, until somebody is woken on it or for as long as a sleeper may. Returns whether it was that long.
pub fn wait(word: &AtomicU32, expected: u32) -> bool {
    let limit = sys::Time::from_now(LIMIT);
    // SAFETY: the word and the time are live during the call.
    let result = unsafe {
        let limit = ptr::from_ref(&limit).addr();
        sys::call(sys::FUTEX, [word.as_ptr().addr(), WAIT, expected as usize, limit, 0, ANY])
    };
    result == sys::TIMED_OUT
}

/// Wakes one of those that sleep on the word.
pub fn wake_one(word: &AtomicU32) {
    wake(word, 1);
}

/// Wakes all that sleep on the word.
pub fn wake_all(word: &AtomicU32) {
    wake(word, i32::MAX as usize);
}

fn wake(word: &AtomicU32, count: usize) {
    // SAFETY: the call only uses the address of the word.
    unsafe { sys::call(sys::FUTEX, [word.as_ptr().addr(), WAKE, count, 0, 0, ANY]) };
}
