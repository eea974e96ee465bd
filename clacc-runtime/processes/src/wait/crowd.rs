//! Whether it is good to spin.

use crate::settings::processors;
use crate::world::world;
use std::sync::atomic::Ordering;

/// Whether the teams have more processes than there are processors.
#[inline]
pub fn is_crowded() -> bool {
    world().running.load(Ordering::Relaxed) >= processors()
}
