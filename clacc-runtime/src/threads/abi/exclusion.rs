//! `critical`, atomic updates, threadprivate variables.

use crate::threads::lent;
use crate::threads::threadprivate;
use crate::threads::wait::lock::{Threads, WordLock};
use clacc_runtime_core::exclusion::{ObjectLocks, lock_in_cell};
use std::ffi::{c_int, c_void};
use std::sync::atomic::AtomicUsize;

static UNNAMED: WordLock = WordLock::new();

static ATOMICS: ObjectLocks<Threads> = ObjectLocks::new();

/// The lock of a cell, or the one of `critical` without a name.
///
/// # Safety
/// As [`lock_in_cell`].
unsafe fn lock_of<'c>(cell: *mut *mut c_void) -> &'c WordLock {
    // SAFETY: the caller promises it.
    unsafe { lock_in_cell(cell) }.unwrap_or(&UNNAMED)
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

/// `clacc_atomic_begin`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_atomic_begin(address: *const c_void) {
    ATOMICS.of(address).lock();
}

/// `clacc_atomic_end`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_atomic_end(address: *const c_void) {
    ATOMICS.of(address).unlock();
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
    let copy = unsafe { threadprivate::copy_of(cell, original, bytes) };
    lent::note(copy, bytes);
    copy
}
