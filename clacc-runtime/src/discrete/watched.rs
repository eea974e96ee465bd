//! The number of threads whose accesses need more than a look at the address.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of threads that run regions, and of those of whose data operations on queues use some.
static THREADS: AtomicUsize = AtomicUsize::new(0);

/// Returns whether any thread runs a region or is watched, which is faster to find out than whether the calling thread does and is. A thread always
/// sees its own.
#[inline]
pub(crate) fn any() -> bool {
    THREADS.load(Ordering::Relaxed) > 0
}

/// The accesses of the calling thread are checked from now on.
pub(crate) fn begin() {
    THREADS.fetch_add(1, Ordering::Relaxed);
}

/// The accesses of the calling thread are checked no more.
pub(crate) fn end() {
    THREADS.fetch_sub(1, Ordering::Relaxed);
}
