//! Whether there are more threads than processors, so that a spinning thread may keep another one from what it waits for.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Threads in teams that stay, of this process.
static HOT_THREADS: AtomicU32 = AtomicU32::new(0);

/// The processors that this process may use: of its affinity mask, as far as its quota goes.
#[inline]
pub fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

/// Notes that teams have more or fewer threads than before.
pub fn count_hot(change: i32) {
    HOT_THREADS.fetch_add(change.cast_unsigned(), Ordering::Relaxed);
}

/// Notes that there are no teams, in the child of a fork.
pub fn forget() {
    HOT_THREADS.store(0, Ordering::Relaxed);
}

/// Whether the teams have more threads than there are processors.
#[inline]
pub fn is_crowded() -> bool {
    HOT_THREADS.load(Ordering::Relaxed) > processors()
}
