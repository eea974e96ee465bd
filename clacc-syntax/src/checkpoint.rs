//! Where long work looks whether its result is still wanted.
//!
//! This crate only says where: between tokens, lines, statements and the like. Whoever drives it installs what is to happen
//! there, which may unwind. So work leaves nothing half done behind at such a place that is seen later.
//!
//! What is half done can be large: to free the columns of a long file takes as long as many a step of work. Whoever ends the work
//! should not wait for that, so [`HalfDone`] values are not freed where unwinding meets them. They become [`Leavings`].

use std::any::Any;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use std::thread;

static LOOK: OnceLock<fn()> = OnceLock::new();

/// Says what happens at a checkpoint, once for the process. The function finds out itself what its thread works on.
pub fn install(look: fn()) {
    LOOK.get_or_init(|| look);
}

/// A checkpoint. It costs some nanoseconds, so it belongs into loops over statements, not over bytes.
pub fn pass() {
    if let Some(look) = LOOK.get() {
        look();
    }
}

/// So many small steps lie between two checkpoints of a loop over tokens, nodes and the like: each takes some nanoseconds.
pub const STRIDE: usize = 1 << 13;

/// The items, with a checkpoint at every `distance`-th of them. Short lists have none.
#[inline]
pub fn every<I: Iterator>(distance: usize, items: I) -> impl Iterator<Item = I::Item> {
    let looking = items.enumerate().inspect(move |(at, _)| {
        if (at + 1).is_multiple_of(distance) {
            pass();
        }
    });
    looking.map(|(_, item)| item)
}

/// A list in pieces, with a checkpoint between two of them. Most lists are one piece. Where a loop takes a few instructions for each
/// item, it goes over pieces instead of [`every`] item.
#[inline]
pub fn pieces<T>(items: &[T]) -> impl Iterator<Item = &[T]> {
    let looking = items.chunks(STRIDE).enumerate().inspect(|(number, _)| {
        if *number > 0 {
            pass();
        }
    });
    looking.map(|(_, piece)| piece)
}

/// Appends a copy of a column to another one, with checkpoints if it is long.
pub fn extend<T: Copy>(column: &mut Vec<T>, items: &[T]) {
    for piece in pieces(items) {
        column.extend_from_slice(piece);
    }
}

/// Whether work can be ended: by unwinding alone.
const CAN_END: bool = cfg!(panic = "unwind");

thread_local! {
    /// What unwinding met on this thread. None where nobody collects it.
    static LEFT: RefCell<Option<Leavings>> = const { RefCell::new(None) };
}

/// What work that was ended left half done, and what was too large to be freed in its midst. It is freed when this is dropped.
#[derive(Default)]
pub struct Leavings(Vec<Box<dyn Any>>);

/// Ends the collection, also if the work unwinds further.
struct Collection;

impl Drop for Collection {
    fn drop(&mut self) {
        LEFT.take();
    }
}

/// Does work that catches its own end, and returns what that left half done, beside the result. Work inside of such work leaves it to the outer one.
pub fn collect_leavings<T>(work: impl FnOnce() -> T) -> (T, Leavings) {
    if LEFT.with_borrow(Option::is_some) {
        return (work(), Leavings::default());
    }
    LEFT.set(Some(Leavings::default()));
    let collection = Collection;
    let result = work();
    let leavings = LEFT.take().unwrap_or_default();
    drop(collection);
    (result, leavings)
}

/// A value of which the content can be taken away.
pub trait Take: 'static {
    /// Takes the content, and leaves something that is small.
    fn take(&mut self) -> Self;
}

impl<T: Default + 'static> Take for T {
    fn take(&mut self) -> T {
        std::mem::take(self)
    }
}

/// A value on which work goes on across checkpoints, and which may become large. If the work is ended, it is not freed before whoever
/// drives the work has let go of what others wait for.
#[derive(Default)]
pub struct HalfDone<T: Take>(T);

impl<T: Take> HalfDone<T> {
    /// Begins with a value.
    pub fn new(value: T) -> HalfDone<T> {
        HalfDone(value)
    }

    /// The finished value.
    #[must_use]
    pub fn finish(mut self) -> T {
        self.0.take()
    }
}

/// Frees a value that is needed no more, and that is made of so many parts. What takes long to free is not freed in the midst of work that
/// can be ended: it joins what that work leaves half done.
pub fn leave<T: 'static>(value: T, parts: usize) {
    if CAN_END && parts >= STRIDE {
        add_to_leavings(|| Box::new(value));
    }
}

fn add_to_leavings(value: impl FnOnce() -> Box<dyn Any>) {
    LEFT.with_borrow_mut(|left| {
        if let Some(Leavings(left)) = left {
            left.push(value());
        }
    });
}

/// Does work that needs a large value, which is no more wanted than the result if the work is ended. Returns both.
pub fn keeping<T: 'static, R>(value: T, work: impl FnOnce(&T) -> R) -> (T, R) {
    let mut kept = HalfDone::new(vec![value]);
    let result = work(&kept[0]);
    (kept.swap_remove(0), result)
}

impl<T: Take> Deref for HalfDone<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Take> DerefMut for HalfDone<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Take> Drop for HalfDone<T> {
    fn drop(&mut self) {
        if CAN_END && thread::panicking() {
            add_to_leavings(|| Box::new(self.0.take()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::Arc;

    use super::{HalfDone, STRIDE, collect_leavings, leave};

    /// Counts who owns it.
    fn ended_work(owned: &Arc<()>) -> bool {
        let work = || {
            let _column = HalfDone::new(vec![Arc::clone(owned); 3]);
            resume_unwind(Box::new(()))
        };
        catch_unwind(AssertUnwindSafe(work)).is_err()
    }

    #[test]
    fn what_unwinding_meets_is_freed_later() {
        let owned = Arc::new(());
        let (ended, leavings) = collect_leavings(|| ended_work(&owned));
        assert_eq!((ended, Arc::strong_count(&owned)), (true, 4));
        drop(leavings);
        assert_eq!(Arc::strong_count(&owned), 1);
    }

    #[test]
    fn large_values_are_freed_behind_the_work() {
        let owned = Arc::new(());
        let work = |parts| {
            leave(Arc::clone(&owned), parts);
            Arc::strong_count(&owned)
        };
        assert_eq!([work(1), work(STRIDE)], [1, 1]);
        let (counts, leavings) = collect_leavings(|| [work(1), work(STRIDE)]);
        assert_eq!((counts, Arc::strong_count(&owned)), ([1, 2], 2));
        drop(leavings);
        assert_eq!(Arc::strong_count(&owned), 1);
    }

    #[test]
    fn where_nobody_collects_it_is_freed_at_once() {
        let owned = Arc::new(());
        assert!(ended_work(&owned));
        assert_eq!(Arc::strong_count(&owned), 1);
    }

    #[test]
    fn work_inside_leaves_it_to_the_outer_one() {
        let owned = Arc::new(());
        let ((), leavings) = collect_leavings(|| {
            drop(collect_leavings(|| ended_work(&owned)));
            assert_eq!(Arc::strong_count(&owned), 4);
        });
        drop(leavings);
        assert_eq!(Arc::strong_count(&owned), 1);
    }

    #[test]
    fn a_panic_that_goes_on_frees_it() {
        let owned = Arc::new(());
        let work = || {
            collect_leavings(|| -> () {
                assert!(ended_work(&owned));
                resume_unwind(Box::new(()))
            })
        };
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
        assert_eq!(Arc::strong_count(&owned), 1);
        assert_eq!(*HalfDone::new(7).finish().to_string(), *"7");
    }
}
