//! Whether it is good to spin.

use crate::world::world;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;

/// The processors that this process may use.
#[inline]
pub fn processors() -> u32 {
    static PROCESSORS: OnceLock<u32> = OnceLock::new();
    *PROCESSORS.get_or_init(|| std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
}

/// Whether the teams have more processes than there are processors.
#[inline]
pub fn is_crowded() -> bool {
    world().running.load(Ordering::Relaxed) >= processors()
}
