//! The posted iterations of a doacross loop (OpenMP 5.2 section 15.9.6).

use crate::lock::Guarded;
use crate::waits::Waits;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The posted iterations of a loop, for which no other iteration has to wait any more: one bit for each iteration.
#[derive(Debug)]
pub struct Posted {
    words: Vec<AtomicU64>,
}

impl Posted {
    /// Makes a set without posted iterations; none if there is no memory for the bits.
    fn none_of(iterations: u64) -> Option<Self> {
        let count = usize::try_from(iterations.div_ceil(64)).ok()?;
        let mut words = Vec::new();
        words.try_reserve_exact(count).ok()?;
        words.resize_with(count, AtomicU64::default);
        Some(Self { words })
    }

    fn word(&self, iteration: u64) -> Option<(&AtomicU64, u64)> {
        let index = usize::try_from(iteration / 64).ok()?;
        Some((self.words.get(index)?, 1 << (iteration % 64)))
    }

    /// Posts an iteration.
    pub fn post(&self, iteration: u64) {
        if let Some((word, bit)) = self.word(iteration) {
            word.fetch_or(bit, Ordering::SeqCst);
        }
    }

    /// Returns whether an iteration is posted. An iteration that the loop does not have counts as posted.
    pub fn has(&self, iteration: u64) -> bool {
        self.word(iteration).is_none_or(|(word, bit)| word.load(Ordering::Acquire) & bit != 0)
    }
}

/// The posted iterations of the loop that uses a share, if it is a doacross loop.
#[derive(Debug, Default)]
pub struct SharedPosts<W> {
    is_used: AtomicBool,
    posted: Guarded<W, Option<Arc<Posted>>>,
}

impl<W: Waits> SharedPosts<W> {
    /// Returns the posted iterations of the loop, for which its first thread makes the set.
    pub fn get(&self, iterations: u64) -> Option<Arc<Posted>> {
        self.posted.with(|posted| {
            if posted.is_none() {
                *posted = Some(Arc::new(Posted::none_of(iterations)?));
                self.is_used.store(true, Ordering::Relaxed);
            }
            posted.clone()
        })
    }

    /// Drops the posted iterations, after all threads have left the loop.
    pub fn clear(&self) {
        if self.is_used.load(Ordering::Relaxed) {
            self.is_used.store(false, Ordering::Relaxed);
            self.posted.with(|posted| *posted = None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waits::tests::Lookers;

    #[test]
    fn posted_iterations() {
        let those = Posted::none_of(70).map(|posted| {
            posted.post(3);
            posted.post(69);
            // No iteration waits for one that the loop does not have.
            [0, 3, 4, 68, 69, 128].into_iter().filter(|iteration| posted.has(*iteration)).collect()
        });
        assert_eq!(those, Some(vec![3, 69, 128]));
    }

    #[test]
    fn posts_are_forgotten_behind_a_loop() {
        let posts = SharedPosts::<Lookers>::default();
        assert!(posts.get(8).map(|posted| posted.post(1)).is_some());
        assert!(posts.get(8).is_some_and(|posted| posted.has(1)));
        posts.clear();
        assert!(posts.get(8).is_some_and(|posted| !posted.has(1)));
        // The interpreter ends where memory does.
        assert!(cfg!(miri) || SharedPosts::<Lookers>::default().get(u64::MAX).is_none());
    }
}
