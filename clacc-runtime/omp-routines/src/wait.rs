//! Waiting for a word of memory to change.
//!
//! On Linux a futex; elsewhere threads look again and again and let others run between.

use core::sync::atomic::AtomicU32;

pub use sleeping::{sleep_while, wake_all, wake_one};

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
))]
mod sleeping {
    use super::AtomicU32;
    use core::ffi::{c_long, c_void};

    const FUTEX: c_long = if cfg!(target_arch = "x86_64") { 202 } else { 98 };
    /// `FUTEX_WAIT` and `FUTEX_WAKE` for threads of one process.
    const WAIT: u32 = 128;
    const WAKE: u32 = 129;

    // As the C library declares it.
    unsafe extern "C" {
        fn syscall(number: c_long, ...) -> c_long;
    }

    /// Makes the calling thread sleep while a word has a value, until it is woken. It may also return for no reason.
    pub fn sleep_while(word: &AtomicU32, value: u32) {
        // SAFETY: the word is live during the call, and the null pointer says that there is no time limit.
        let _ = unsafe { syscall(FUTEX, word.as_ptr(), WAIT, value, core::ptr::null::<c_void>()) };
    }

    /// Wakes one thread that sleeps on a word.
    pub fn wake_one(word: &AtomicU32) {
        wake(word, 1);
    }

    /// Wakes all threads that sleep on a word.
    pub fn wake_all(word: &AtomicU32) {
        wake(word, i32::MAX);
    }

    fn wake(word: &AtomicU32, threads: i32) {
        // SAFETY: the kernel uses the address to find sleepers, and reads nothing there.
        let _ = unsafe { syscall(FUTEX, word.as_ptr(), WAKE, threads) };
    }
}

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
)))]
mod sleeping {
    use super::AtomicU32;
    use core::ffi::c_int;
    use core::sync::atomic::Ordering;

    // As POSIX declares it.
    unsafe extern "C" {
        safe fn sched_yield() -> c_int;
    }

    /// Lets another thread run if a word has a value.
    pub fn sleep_while(word: &AtomicU32, value: u32) {
        if word.load(Ordering::Relaxed) == value {
            sched_yield();
        }
    }

    /// Nothing: no thread sleeps.
    pub fn wake_one(_: &AtomicU32) {}

    /// Nothing: no thread sleeps.
    pub fn wake_all(_: &AtomicU32) {}
}
