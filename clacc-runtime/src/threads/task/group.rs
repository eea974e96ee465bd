//! Taskgroups (OpenMP 5.2 section 15.4): how many of their tasks are left, whether they are cancelled, and what they reduce.

use crate::threads::lent;
use clacc_runtime_abi::layout::TaskReduction;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

/// A taskgroup: how many of its tasks are not finished. Tasks of an inner group are counted there only, because the
/// task that made that group waits for it.
#[derive(Default)]
pub struct Group {
    pub(super) unfinished: AtomicU32,
    /// The group that the task belongs to which made this one, or an outer one of the same task.
    parent: Option<Arc<Self>>,
    is_cancelled: AtomicBool,
    reductions: OnceLock<Box<[Reduction]>>,
}

/// A variable that is reduced, with a copy for each thread that has asked for one.
struct Reduction {
    about: TaskReduction,
    layout: Layout,
    copies: Box<[AtomicPtr<c_void>]>,
}

// SAFETY: each thread makes and uses its own copy. `about` is read only, and the original is used by the thread that ends the
// group, when all tasks of the group are finished.
unsafe impl Send for Reduction {}
// SAFETY: as above.
unsafe impl Sync for Reduction {}

impl Group {
    /// Makes a group inside another one.
    pub(super) fn inside(parent: Option<Arc<Self>>) -> Arc<Self> {
        Arc::new(Self { parent, ..Self::default() })
    }

    fn with_parents(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |group| group.parent.as_deref())
    }

    /// Cancels the group.
    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
    }

    /// Whether the group or one around it is cancelled.
    pub(super) fn is_cancelled(&self) -> bool {
        self.with_parents().any(|group| group.is_cancelled.load(Ordering::Acquire))
    }

    /// Says what the tasks of the group reduce, in a team of so many threads. `None` if a function is missing or a size is too
    /// great, or if it was said before.
    pub(super) fn reduce(&self, list: &[TaskReduction], threads: usize) -> Option<()> {
        let reductions = list.iter().map(|about| Reduction::new(*about, threads));
        self.reductions.set(reductions.collect::<Option<_>>()?).ok()
    }

    /// The copy of a thread for the innermost group around that reduces an item. `None` if no group does.
    ///
    /// # Safety
    /// The functions of the reduction may be called with its original.
    pub(super) unsafe fn copy(&self, item: *const c_void, thread: usize) -> Option<*mut c_void> {
        let mut all = self.with_parents().filter_map(|group| group.reductions.get()).flatten();
        let reduction = all.find(|reduction| reduction.is_about(item))?;
        // SAFETY: the caller promises it.
        Some(unsafe { reduction.copy(thread) })
    }

    /// Combines the copies into the originals, in the order of the threads.
    ///
    /// # Safety
    /// All tasks of the group are finished, and the functions of the reductions may be called.
    pub(super) unsafe fn combine(&self) {
        for reduction in self.reductions.get().into_iter().flatten() {
            // SAFETY: the caller promises it.
            unsafe { reduction.combine() };
        }
    }
}

impl Reduction {
    fn new(about: TaskReduction, threads: usize) -> Option<Self> {
        about.initialise.and(about.combine)?;
        let layout = Layout::from_size_align(about.bytes.max(1), 64).ok()?;
        Some(Self { about, layout, copies: (0..threads).map(|_| AtomicPtr::default()).collect() })
    }

    fn is_about(&self, item: *const c_void) -> bool {
        let is_copy = |copy: &AtomicPtr<c_void>| ptr::eq(copy.load(Ordering::Acquire), item);
        ptr::eq(self.about.original, item) || !item.is_null() && self.copies.iter().any(is_copy)
    }

    /// # Safety
    /// `initialise` may be called, and the thread asks for its own copy.
    unsafe fn copy(&self, thread: usize) -> *mut c_void {
        let known = self.copies[thread].load(Ordering::Relaxed);
        if !known.is_null() {
            return known;
        }
        // SAFETY: the layout has at least one byte.
        let copy = unsafe { alloc(self.layout) }.cast::<c_void>();
        if copy.is_null() {
            handle_alloc_error(self.layout);
        }
        lent::note(copy, self.about.bytes);
        if let Some(initialise) = self.about.initialise {
            // SAFETY: the caller promises it, and the copy has room for as many bytes.
            unsafe { initialise(copy, self.about.original, self.about.bytes) };
        }
        self.copies[thread].store(copy, Ordering::Release);
        copy
    }

    /// # Safety
    /// `combine` may be called, and nobody uses the copies or the original.
    unsafe fn combine(&self) {
        let copies = self.copies.iter().map(|copy| copy.load(Ordering::Acquire));
        for copy in copies.filter(|copy| !copy.is_null()) {
            if let Some(combine) = self.about.combine {
                // SAFETY: the caller promises it.
                unsafe { combine(self.about.original, copy, self.about.bytes) };
            }
        }
    }
}

impl Drop for Reduction {
    fn drop(&mut self) {
        for copy in &mut self.copies {
            let copy = *copy.get_mut();
            if !copy.is_null() {
                // SAFETY: `copy` allocated it with this layout.
                unsafe { dealloc(copy.cast(), self.layout) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    unsafe extern "C" fn zero(copy: *mut c_void, _: *const c_void, _: usize) {
        // SAFETY: the items of the tests are integers.
        unsafe { *copy.cast::<i64>() = 0 };
    }

    unsafe extern "C" fn add(into: *mut c_void, from: *const c_void, _: usize) {
        // SAFETY: as above.
        unsafe { *into.cast::<i64>() += *from.cast::<i64>() };
    }

    fn about(original: *mut i64) -> TaskReduction {
        TaskReduction { original: original.cast(), bytes: 8, initialise: Some(zero), combine: Some(add) }
    }

    #[test]
    fn copies_are_found_by_the_original_and_by_copies() {
        let mut sum = 5_i64;
        let original: *mut i64 = &raw mut sum;
        let outer = Group::inside(None);
        assert_eq!(outer.reduce(&[about(original)], 3), Some(()));
        let inner = Group::inside(Some(Arc::clone(&outer)));
        // SAFETY: the functions are those of this module, and one thread uses everything.
        unsafe {
            let first = inner.copy(original.cast(), 0).map(<*mut c_void>::cast::<i64>);
            let second = inner.copy(original.cast(), 2).map(<*mut c_void>::cast::<i64>);
            let (Some(first), Some(second)) = (first, second) else {
                unreachable!("the outer group reduces it")
            };
            assert!(first != second && inner.copy(first.cast(), 2) == Some(second.cast()));
            assert_eq!(inner.copy(ptr::null(), 0), None);
            (*first, *second) = (10, 100);
            outer.combine();
        }
        assert_eq!(sum, 115);
    }

    #[test]
    fn an_outer_group_cancels_inner_ones() {
        let outer = Group::inside(None);
        let inner = Group::inside(Some(Arc::clone(&outer)));
        inner.cancel();
        assert!(inner.is_cancelled() && !outer.is_cancelled());
        outer.cancel();
        assert!(Group::inside(Some(outer)).is_cancelled());
    }
}
