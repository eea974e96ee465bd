//! Each thread's copies of threadprivate variables (OpenMP 5.2 section 5.2).

use crate::threads::system;
use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Copies have the alignment that any variable may want.
const ALIGN: usize = 64;

/// The number of variables that have a place in each thread's list.
static KNOWN: AtomicUsize = AtomicUsize::new(0);

/// A thread's copy of a variable.
struct Copied {
    block: *mut u8,
    layout: Layout,
}

/// A thread's copies, each at the number of its variable.
struct Copies(Vec<Option<Copied>>);

thread_local! {
    static COPIES: RefCell<Copies> = const { RefCell::new(Copies(Vec::new())) };
}

/// Returns the number of the variable with this cell, from 1 on.
fn number(cell: &AtomicUsize) -> usize {
    match cell.load(Ordering::Acquire) {
        0 => {
            let new = KNOWN.fetch_add(1, Ordering::Relaxed) + 1;
            // If another thread was faster, `new` belongs to no variable.
            cell.compare_exchange(0, new, Ordering::AcqRel, Ordering::Acquire)
                .map_or_else(|known| known, |_| new)
        }
        known => known,
    }
}

/// Returns the calling thread's copy of a variable, or null while the thread ends.
///
/// # Safety
/// `original` points to `bytes` bytes that nobody writes.
pub unsafe fn copy_of(cell: &AtomicUsize, original: *const c_void, bytes: usize) -> *mut c_void {
    let at = number(cell) - 1;
    let found = COPIES.try_with(|copies| {
        let copies = &mut copies.borrow_mut().0;
        if copies.len() <= at {
            copies.resize_with(at + 1, || None);
        }
        // SAFETY: the caller promises the bytes.
        copies[at].get_or_insert_with(|| unsafe { Copied::new(original, bytes) }).block
    });
    found.map_or(ptr::null_mut(), <*mut u8>::cast)
}

impl Copied {
    /// # Safety
    /// As [`copy_of`].
    unsafe fn new(original: *const c_void, bytes: usize) -> Self {
        let size = bytes.max(1);
        let Ok(layout) = Layout::from_size_align(size, ALIGN) else {
            handle_alloc_error(Layout::new::<u8>())
        };
        // SAFETY: the layout has at least one byte.
        let block = unsafe { alloc(layout) };
        if block.is_null() {
            handle_alloc_error(layout);
        }
        // SAFETY: the block is new, and the caller promises the bytes of the original.
        unsafe { block.copy_from_nonoverlapping(original.cast(), bytes) };
        Self { block, layout }
    }
}

impl Drop for Copies {
    /// The copies of the thread that ends the process stay, because exit handlers may still use them.
    fn drop(&mut self) {
        if system::is_initial_thread() {
            return;
        }
        for Copied { block, layout } in self.0.drain(..).flatten() {
            // SAFETY: `Copied::new` allocated it with this layout, and the thread ends.
            unsafe { dealloc(block, layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thread_has_its_copy() {
        static CELLS: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];
        static ORIGINAL: i32 = 7;
        let copy = |at: usize| {
            // SAFETY: the original is an integer, and so are its copies.
            unsafe { &mut *copy_of(&CELLS[at], (&raw const ORIGINAL).cast(), 4).cast::<i32>() }
        };
        *copy(1) = 1;
        *copy(0) = 2;
        let other = std::thread::spawn(move || (*copy(0), *copy(1))).join();
        assert_eq!(other.ok(), Some((7, 7)));
        assert_eq!((*copy(0), *copy(1)), (2, 1));
    }
}
