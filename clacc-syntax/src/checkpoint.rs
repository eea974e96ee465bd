//! Cancellation points of long computations.
//!
//! This crate only places the cancellation points: between tokens, lines, statements and so on. The caller that drives the work installs
//! the function that runs at each of them and may unwind. Therefore no code may leave visible data in an inconsistent state at a
//! cancellation point.
//!
//! Partial results can be large: freeing the columns of a long file takes as long as many steps of work. A caller that cancels work should
//! not wait for that, so unwinding does not free [`HalfDone`] values, but moves them into [`Leavings`].

use std::any::Any;
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;
use std::thread;

static LOOK: OnceLock<fn()> = OnceLock::new();

/// Installs the function that every cancellation point of the process calls; later calls have no effect. The function itself determines
/// which computation its thread performs.
pub fn install(look: fn()) {
    LOOK.get_or_init(|| look);
}

/// A cancellation point. It costs some nanoseconds, so it belongs into loops over statements, not over bytes.
pub fn pass() {
    if let Some(look) = LOOK.get() {
        look();
    }
}

/// The number of steps between two cancellation points in loops over tokens, nodes and the like, each step of which takes some nanoseconds.
pub const STRIDE: usize = 1 << 13;

/// Returns the items, with a cancellation point at every `distance`-th item. Shorter lists have none.
#[inline]
pub fn every<I: Iterator>(distance: usize, items: I) -> impl Iterator<Item = I::Item> {
    let looking = items.enumerate().inspect(move |(at, _)| {
        if (at + 1).is_multiple_of(distance) {
            pass();
        }
    });
    looking.map(|(_, item)| item)
}

/// Returns a list in pieces, with a cancellation point between two pieces. Most lists are one piece. Loops that execute only a few
/// instructions for each item go over pieces instead of [`every`] item.
#[inline]
pub fn pieces<T>(items: &[T]) -> impl Iterator<Item = &[T]> {
    let looking = items.chunks(STRIDE).enumerate().inspect(|(number, _)| {
        if *number > 0 {
            pass();
        }
    });
    looking.map(|(_, piece)| piece)
}

/// Appends a copy of a column to another one, with cancellation points if it is long.
pub fn extend<T: Copy>(column: &mut Vec<T>, items: &[T]) {
    for piece in pieces(items) {
        column.extend_from_slice(piece);
    }
}

/// true if work can be cancelled, which only unwinding can do.
const CAN_END: bool = cfg!(panic = "unwind");

thread_local! {
    /// The values that unwinding on this thread has moved here. None while no [`collect_leavings`] is active.
    static LEFT: RefCell<Option<Leavings>> = const { RefCell::new(None) };
}

/// The partial results of cancelled work, and the values that were too large to be freed during the work. Dropping this frees them.
#[derive(Default)]
pub struct Leavings(Vec<Box<dyn Any>>);

/// Ends the collection when it is dropped, also if the work unwinds.
struct Collection;

impl Drop for Collection {
    fn drop(&mut self) {
        LEFT.take();
    }
}

/// Runs `work`, which catches its own unwinding, and returns its result with the values that it left unfreed. In a nested call, the
/// outermost collection receives these values.
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

/// A value whose content can be moved out.
pub trait Take: 'static {
    /// Moves the content out, and leaves a small value.
    fn take(&mut self) -> Self;
}

impl<T: Default + 'static> Take for T {
    fn take(&mut self) -> T {
        std::mem::take(self)
    }
}

/// A value that is built up across cancellation points and may become large. If the work is cancelled, the value is not freed during
/// unwinding but moved into [`Leavings`], so that the driver of the work can first release what other threads wait for.
#[derive(Default)]
pub struct HalfDone<T: Take>(T);

impl<T: Take> HalfDone<T> {
    /// Begins with a value.
    pub fn new(value: T) -> HalfDone<T> {
        HalfDone(value)
    }

    /// Returns the finished value.
    #[must_use]
    pub fn finish(mut self) -> T {
        self.0.take()
    }
}

/// Frees a value of `parts` parts that is needed no more. A large value is not freed during work that can be cancelled: it is moved into
/// the [`Leavings`] of that work.
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

/// Runs `work` on a large value that is needed no more if the work is cancelled. Returns both the value and the result.
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

    /// Puts three clones of `owned` into a [`HalfDone`] value and unwinds. Returns whether the work unwound.
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
