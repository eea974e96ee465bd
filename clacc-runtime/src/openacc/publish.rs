//! A value that many threads read without a lock while one thread replaces it by a new version.
//!
//! Each reader counts itself in and out of the *generation* that it found. A writer publishes the new
//! version, starts the next generation, and waits until the previous one has no reader left. From then on no
//! reader can see the old version. Readers never wait for a writer. Writers wait for readers that are inside
//! a closure, which lasts some hundred nanoseconds.

use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of counters that readers are spread over, so that they do not contend for one cache line.
const LANES: usize = 8;

/// A counter that has its cache line to itself (two lines, because processors fetch them in pairs).
#[derive(Debug, Default)]
#[repr(align(128))]
struct Lane {
    readers: AtomicUsize,
}

/// The published value.
#[derive(Debug)]
pub struct Published<T> {
    current: AtomicPtr<T>,
    generation: AtomicUsize,
    lanes: [[Lane; LANES]; 2],
    writer: Mutex<()>,
}

/// The number of threads that have read any published value.
static READERS: AtomicUsize = AtomicUsize::new(0);

/// Returns the lane of the calling thread.
fn lane_number() -> usize {
    thread_local! {
        static LANE: usize = READERS.fetch_add(1, Ordering::Relaxed) % LANES;
    }
    LANE.try_with(|lane| *lane).unwrap_or(0)
}

/// Whether more than one thread has read a published value so far. A thread that has not read one yet may not
/// see the result change.
pub fn has_several_readers() -> bool {
    READERS.load(Ordering::Relaxed) > 1
}

/// Counts its reader out when the closure returns or panics.
struct Reading<'a>(&'a Lane);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.readers.fetch_sub(1, Ordering::Release);
    }
}

impl<T> Published<T> {
    /// Publishes a first version.
    pub fn new(value: T) -> Self {
        Self {
            current: AtomicPtr::new(Box::into_raw(Box::new(value))),
            generation: AtomicUsize::new(0),
            lanes: Default::default(),
            writer: Mutex::new(()),
        }
    }

    /// Reads the current version. The closure must be short, and must not replace the value itself.
    pub fn read<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        let lane = lane_number();
        let _reading = loop {
            let generation = self.generation.load(Ordering::SeqCst);
            let counter = &self.lanes[generation & 1][lane];
            counter.readers.fetch_add(1, Ordering::SeqCst);
            let reading = Reading(counter);
            if self.generation.load(Ordering::SeqCst) == generation {
                break reading;
            }
        };
        let version = self.current.load(Ordering::SeqCst);
        // SAFETY: this reader is counted in a generation that was current after it was counted. A writer
        // frees a version only after it has replaced the version, started the next generation and seen no
        // reader in the previous one. So either the load above returned the replacement, or the writer waits
        // for this reader.
        look(unsafe { &*version })
    }

    /// Replaces the value by the result of the closure, or leaves it if that is `None`. Only one writer runs
    /// at a time.
    pub fn update<R>(&self, make: impl FnOnce(&T) -> (Option<T>, R)) -> R {
        let _turn = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.current.load(Ordering::SeqCst);
        // SAFETY: only writers free versions, and this thread is the only writer.
        let (next, result) = make(unsafe { &*before });
        if let Some(next) = next {
            self.current.store(Box::into_raw(Box::new(next)), Ordering::SeqCst);
            let generation = self.generation.fetch_add(1, Ordering::SeqCst);
            for lane in &self.lanes[generation & 1] {
                while lane.readers.load(Ordering::SeqCst) != 0 {
                    std::thread::yield_now();
                }
            }
            // SAFETY: the version came from `Box::into_raw` and was just replaced, and no reader of its
            // generation is left.
            drop(unsafe { Box::from_raw(before) });
        }
        result
    }
}

impl<T> Drop for Published<T> {
    fn drop(&mut self) {
        // SAFETY: the access is exclusive, without reader or writer, and the version came from
        // `Box::into_raw`.
        drop(unsafe { Box::from_raw(*self.current.get_mut()) });
    }
}

// SAFETY: threads share the value by reference and any thread may drop a version. `T: Send + Sync` allows
// both.
unsafe impl<T: Send + Sync> Sync for Published<T> {}
// SAFETY: moving the holder moves the value, which `T: Send` allows.
unsafe impl<T: Send> Send for Published<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn versions_replace_one_another() {
        let value = Published::new(vec![1]);
        assert_eq!(value.update(|old| (None, old.len())), 1);
        value.update(|old| (Some([old.as_slice(), &[2]].concat()), ()));
        assert_eq!(value.read(Clone::clone), [1, 2]);
    }

    /// Checks that every reader sees a whole version, and that no reader sees an older version after a newer
    /// one.
    #[test]
    fn readers_and_writers_at_once() {
        let rounds = if cfg!(miri) { 20 } else { 2_000 };
        let value = Arc::new(Published::new((0_usize, vec![0_usize; 4])));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                let value = Arc::clone(&value);
                scope.spawn(move || {
                    for _ in 0..rounds {
                        value.update(|(n, _)| (Some((n + 1, vec![n + 1; 4])), ()));
                    }
                });
            }
            for _ in 0..3 {
                let value = Arc::clone(&value);
                scope.spawn(move || {
                    let mut last = 0;
                    for _ in 0..rounds * 4 {
                        value.read(|(n, copies)| {
                            assert!(*n >= last && copies.iter().all(|copy| copy == n));
                            last = *n;
                        });
                    }
                });
            }
        });
        assert_eq!(value.read(|(n, _)| *n), rounds * 2);
    }

    #[test]
    fn every_version_is_dropped_once() {
        let token = Arc::new(());
        let value = Published::new(Arc::clone(&token));
        for _ in 0..5 {
            value.update(|old| (Some(Arc::clone(old)), ()));
            assert_eq!(Arc::strong_count(&token), 2);
        }
        drop(value);
        assert_eq!(Arc::strong_count(&token), 1);
    }
}
