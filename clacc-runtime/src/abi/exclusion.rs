//! `critical`, atomic updates, threadprivate variables.

use crate::threadprivate;
use crate::wait::line::Line;
use crate::wait::lock::WordLock;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering};

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

/// Does something with the object at an address as an atomic integer of its size.
macro_rules! with_size {
    ($object:expr, $bytes:expr, |$atomic:ident: $integer:ident| $body:expr) => {
        match $bytes {
            1 => with_size!(@ $object, AtomicU8, u8, |$atomic: $integer| $body),
            2 => with_size!(@ $object, AtomicU16, u16, |$atomic: $integer| $body),
            4 => with_size!(@ $object, AtomicU32, u32, |$atomic: $integer| $body),
            8 => with_size!(@ $object, AtomicU64, u64, |$atomic: $integer| $body),
            _ => std::process::abort(),
        }
    };
    (@ $object:expr, $kind:ident, $own:ident, |$atomic:ident: $integer:ident| $body:expr) => {{
        type $integer = $own;
        // SAFETY: the caller promises an object of this size, aligned to it, that all threads access atomically.
        let $atomic = unsafe { $kind::from_ptr($object.cast::<$own>()) };
        $body
    }};
}

/// `clacc_atomic_load`.
///
/// # Safety
/// The object and the value are those that the header describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_atomic_load(object: *const c_void, value: *mut c_void, bytes: usize) {
    with_size!(object.cast_mut(), bytes, |atomic: Integer| {
        // SAFETY: the value has this size.
        unsafe { value.cast::<Integer>().write_unaligned(atomic.load(Ordering::SeqCst)) }
    });
}

/// `clacc_atomic_store`.
///
/// # Safety
/// As [`clacc_atomic_load`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_atomic_store(object: *mut c_void, value: *const c_void, bytes: usize) {
    with_size!(object, bytes, |atomic: Integer| {
        // SAFETY: the value has this size.
        atomic.store(unsafe { value.cast::<Integer>().read_unaligned() }, Ordering::SeqCst);
    });
}

/// `clacc_atomic_replace`.
///
/// # Safety
/// As [`clacc_atomic_load`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_atomic_replace(
    object: *mut c_void,
    expected: *mut c_void,
    desired: *const c_void,
    bytes: usize,
) -> c_int {
    with_size!(object, bytes, |atomic: Integer| {
        let expected = expected.cast::<Integer>();
        // SAFETY: the values have this size.
        let (old, new) = unsafe { (expected.read_unaligned(), desired.cast::<Integer>().read_unaligned()) };
        let result = atomic.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst);
        if let Err(found) = result {
            // SAFETY: as above.
            unsafe { expected.write_unaligned(found) };
        }
        c_int::from(result.is_ok())
    })
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
