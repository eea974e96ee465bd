//! Waiting on words of shared memory, between the threads of a process or between processes.

use core::sync::atomic::AtomicU32;

/// The operations of a wait on a word of memory that differ between the runtime for threads and the runtime for processes.
pub trait Waits {
    /// Returns whether more of them want to run than there are processors, so that whoever looks again and again may keep another one from
    /// running.
    fn is_crowded() -> bool;

    /// Sleeps if the word has the expected value, until somebody wakes those that sleep on it. It may return earlier.
    fn sleep(word: &AtomicU32, expected: u32);

    /// Wakes one of those that sleep on the word.
    fn wake_one(word: &AtomicU32);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use core::sync::atomic::Ordering;

    /// Threads that wait by looking again.
    #[derive(Debug, Default)]
    pub(crate) struct Lookers;

    impl Waits for Lookers {
        fn is_crowded() -> bool {
            true
        }

        fn sleep(word: &AtomicU32, expected: u32) {
            if word.load(Ordering::Relaxed) == expected {
                std::thread::yield_now();
            }
        }

        fn wake_one(_: &AtomicU32) {}
    }
}
