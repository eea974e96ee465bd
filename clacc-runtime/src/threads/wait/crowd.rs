//! Counts threads and processors: if the teams have more threads than there are processors, a polling thread may occupy the processor that the awaited thread
//! needs.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of threads of this process in teams that are kept for further regions.
static HOT_THREADS: AtomicU32 = AtomicU32::new(0);

/// Returns the number of processors that this process may use, according to its affinity mask and its quota.
#[inline]
pub fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

/// Adds to the number of threads in kept teams.
pub fn count_hot(change: i32) {
    HOT_THREADS.fetch_add(change.cast_unsigned(), Ordering::Relaxed);
}

/// Resets the number of threads in kept teams, in the child of a fork.
pub fn forget() {
    HOT_THREADS.store(0, Ordering::Relaxed);
}

/// Whether the teams have more threads than there are processors.
#[inline]
pub fn is_crowded() -> bool {
    HOT_THREADS.load(Ordering::Relaxed) > processors()
}
