//! Atomic accesses for compilers without `__atomic_*`.

use crate::system::abort;
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// Does something with the object at an address as an atomic integer of its size.
macro_rules! with_size {
    ($object:expr, $bytes:expr, |$atomic:ident: $integer:ident| $body:expr) => {
        match $bytes {
            1 => with_size!(@ $object, AtomicU8, u8, |$atomic: $integer| $body),
            2 => with_size!(@ $object, AtomicU16, u16, |$atomic: $integer| $body),
            4 => with_size!(@ $object, AtomicU32, u32, |$atomic: $integer| $body),
            8 => with_size!(@ $object, AtomicU64, u64, |$atomic: $integer| $body),
            _ => abort(),
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
