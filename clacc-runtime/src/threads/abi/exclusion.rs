//! `critical`, atomic updates, threadprivate variables.

use crate::threads::threadprivate;
use crate::threads::wait::lock::WordLock;
use clacc_runtime_core::line::Line;
use std::ffi::{c_int, c_void};
use std::sync::atomic::AtomicUsize;

static UNNAMED: WordLock = WordLock::new();

const ATOMIC_LOCKS: usize = 64;
static ATOMICS: [Line<WordLock>; ATOMIC_LOCKS] = [const { Line(WordLock::new()) }; ATOMIC_LOCKS];

/// The lock in the first bytes of a cell.
///
/// # Safety
/// The cell is null, or a pointer-sized object that lives as long as the program and that only the library changes.
unsafe fn lock_of<'c>(cell: *mut *mut c_void) -> &'c WordLock {
    // SAFETY: the cell is aligned and large enough for a word, and zeros are a free lock.
    unsafe { cell.cast::<WordLock>().as_ref() }.unwrap_or(&UNNAMED)
}

/// `clacc_critical_begin`.
///
/// # Safety
/// The cell is null or one that the header describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_critical_begin(cell: *mut *mut c_void) {
    // SAFETY: the caller promises it.
    unsafe { lock_of(cell) }.lock();
}

/// `clacc_critical_end`.
///
/// # Safety
/// As [`clacc_critical_begin`], which was called before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_critical_end(cell: *mut *mut c_void) {
    // SAFETY: the caller promises it.
    unsafe { lock_of(cell) }.unlock();
}

/// `clacc_critical_try`.
///
/// # Safety
/// As [`clacc_critical_begin`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_critical_try(cell: *mut *mut c_void) -> c_int {
    // SAFETY: the caller promises it.
    c_int::from(unsafe { lock_of(cell) }.try_lock())
}

/// The lock for an object. Neighbours have different ones.
fn lock_for(address: *const c_void) -> &'static WordLock {
    let word = address.addr() >> 2;
    &ATOMICS[(word ^ (word >> 6)) % ATOMIC_LOCKS]
}

/// `clacc_atomic_begin`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_atomic_begin(address: *const c_void) {
    lock_for(address).lock();
}

/// `clacc_atomic_end`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_atomic_end(address: *const c_void) {
    lock_for(address).unlock();
}

/// `clacc_threadprivate`.
///
/// # Safety
/// The cell is one that the header describes, and `original` points to `bytes` bytes that nobody writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_threadprivate(
    cell: *mut *mut c_void,
    original: *const c_void,
    bytes: usize,
) -> *mut c_void {
    // SAFETY: the cell is a pointer-sized object that only the library changes, and zero at first.
    let cell = unsafe { &*cell.cast::<AtomicUsize>() };
    // SAFETY: the caller promises the bytes.
    unsafe { threadprivate::copy_of(cell, original, bytes) }
}
