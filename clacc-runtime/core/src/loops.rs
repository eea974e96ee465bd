//! Iterations of a worksharing loop that wait for one another: ordered regions (OpenMP 5.2 section 15.10), and doacross loops (section
//! 15.9.6).

use crate::share::{Position, Share};
use crate::waits::Waits;
use core::sync::atomic::Ordering;

/// A thread of a team in its current worksharing loop.
pub trait InLoop {
    /// The way in which the threads of the team wait for one another.
    type Waits: Waits;

    /// The thread's place in the loop.
    fn position(&self) -> &Position;

    /// The state of the loop that the team shares.
    fn share(&self) -> &Share<Self::Waits>;

    /// Waits until `holds` returns true, and executes no tasks. The thread that makes it true calls [`Self::notify`] afterwards.
    fn wait_until(&self, holds: impl Fn() -> bool);

    /// Wakes the waiting threads of the team, which check their conditions again.
    fn notify(&self);

    /// Returns whether the loop is cancelled.
    fn is_cancelled(&self) -> bool;

    /// Waits until the ordered regions of the iterations before this thread's chunk are finished. Within the chunk, the thread itself keeps
    /// the order.
    fn wait_for_ordered(&self) {
        if let Some((lo, _)) = self.position().ordered_chunk() {
            let ordered = &self.share().ordered;
            self.wait_until(|| ordered.load(Ordering::Acquire) == lo || self.is_cancelled());
        }
    }

    /// Permits the ordered regions after this thread's chunk, which the thread has finished.
    #[inline]
    fn pass_ordered_on(&self) {
        if let Some((_, hi)) = self.position().ordered_chunk() {
            self.wait_for_ordered();
            self.share().ordered.store(hi, Ordering::SeqCst);
            self.notify();
        }
    }

    /// Provides the posted iterations of the loop that the thread has begun. Returns whether there is memory for them.
    fn begin_doacross(&self, iterations: u64) -> bool {
        let posted = self.share().posts.get(iterations);
        let is_there = posted.is_some();
        self.position().posted.replace(posted);
        is_there
    }

    /// Posts an iteration, and wakes the threads that wait for it.
    fn post(&self, iteration: u64) {
        if let Some(posted) = &*self.position().posted.borrow() {
            posted.post(iteration);
        }
        self.notify();
    }

    /// Waits until an iteration is posted.
    fn wait_for_post(&self, iteration: u64) {
        if let Some(posted) = &*self.position().posted.borrow() {
            self.wait_until(|| posted.has(iteration));
        }
    }
}
