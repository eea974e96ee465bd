//! Sleeping on a word of memory: the `futex` call of Linux, and elsewhere the same from a condition variable.

/// How many sleepers [`wake`] wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Many {
    /// One of them, any.
    One,
    /// All of them.
    All,
}

pub use system::{wait, wake};

#[cfg(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
))]
mod system {
    use super::Many;
    use std::ffi::c_long;
    use std::ptr;
    use std::sync::atomic::AtomicU32;

    // The number of the call, and of its operations with a mask, for threads of one process.
    const FUTEX: c_long = if cfg!(target_arch = "x86_64") { 202 } else { 98 };
    const WAIT: u32 = 0x89;
    const WAKE: u32 = 0x8a;

    unsafe extern "C" {
        fn syscall(number: c_long, ...) -> c_long;
    }

    /// Sleeps if the word has the expected value, until [`wake`] is called with a mask that has a bit in common. It may
    /// return earlier.
    pub fn wait(word: &AtomicU32, expected: u32, mask: u32) {
        let no_limit = ptr::null::<u8>();
        // SAFETY: the word is live during the call, and the arguments have the types that the call reads.
        unsafe { syscall(FUTEX, word.as_ptr(), WAIT, expected, no_limit, no_limit, mask) };
    }

    /// Wakes threads that sleep on the word with a mask that has a bit in common.
    pub fn wake(word: &AtomicU32, many: Many, mask: u32) {
        let count = if many == Many::One { 1 } else { i32::MAX };
        let nothing = ptr::null::<u8>();
        // SAFETY: the call only uses the address of the word, and the arguments have the types that it reads.
        unsafe { syscall(FUTEX, word.as_ptr(), WAKE, count, nothing, nothing, mask) };
    }
}

#[cfg(not(all(
    any(target_os = "linux", target_os = "android"),
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
)))]
mod system {
    use super::Many;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Condvar, Mutex, PoisonError};

    const PLACES: usize = 64;
    static SLEEPERS: [(Mutex<()>, Condvar); PLACES] = [const { (Mutex::new(()), Condvar::new()) }; PLACES];

    fn place(word: &AtomicU32) -> &'static (Mutex<()>, Condvar) {
        &SLEEPERS[(word.as_ptr().addr() >> 4) % PLACES]
    }

    /// Sleeps if the word has the expected value, until [`wake`] is called. It may return earlier.
    pub fn wait(word: &AtomicU32, expected: u32, _mask: u32) {
        let (mutex, condition) = place(word);
        let guard = mutex.lock().unwrap_or_else(PoisonError::into_inner);
        if word.load(Ordering::SeqCst) == expected {
            drop(condition.wait(guard).unwrap_or_else(PoisonError::into_inner));
        }
    }

    /// Wakes every thread that sleeps on the word, and on those that share its place.
    pub fn wake(word: &AtomicU32, _many: Many, _mask: u32) {
        let (mutex, condition) = place(word);
        drop(mutex.lock().unwrap_or_else(PoisonError::into_inner));
        condition.notify_all();
    }
}
