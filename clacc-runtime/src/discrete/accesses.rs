//! The functions that gcc and clang call in front of each access (`-fsanitize=kernel-address`, with calls in the place of
//! inline checks).
//!
//! On a thread that runs no region of a device they return at once, unless the address is one of a device.

use super::check::{check, check_bytes};
use super::memory_functions::{clacc_memmove, clacc_memset};
use std::ffi::{c_int, c_void};

macro_rules! accesses {
    ($($bytes:literal $load:ident $store:ident;)*) => { $(
        #[doc = concat!("A load of ", stringify!($bytes), " byte(s) follows.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $load(address: usize) {
            check::<false, $bytes>(address);
        }
        #[doc = concat!("A store of ", stringify!($bytes), " byte(s) follows.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $store(address: usize) {
            check::<true, $bytes>(address);
        }
    )* };
}

accesses! {
    1 __asan_load1_noabort __asan_store1_noabort;
    2 __asan_load2_noabort __asan_store2_noabort;
    4 __asan_load4_noabort __asan_store4_noabort;
    8 __asan_load8_noabort __asan_store8_noabort;
    16 __asan_load16_noabort __asan_store16_noabort;
}

/// A load of any number of bytes follows.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_loadN_noabort(address: usize, bytes: usize) {
    check_bytes(address, bytes, false);
}

/// A store of any number of bytes follows.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_storeN_noabort(address: usize, bytes: usize) {
    check_bytes(address, bytes, true);
}

/// A call follows that does not return. There is nothing to do, because nothing is noted of the stack.
#[unsafe(no_mangle)]
pub extern "C" fn __asan_handle_no_return() {}

/// `memcpy`, as compilers call it for copies of structs.
///
/// # Safety
/// That of `memcpy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __asan_memcpy(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { clacc_memmove(to, from, bytes) }
}

/// `memmove`, as for `memcpy`.
///
/// # Safety
/// That of `memmove`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __asan_memmove(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { clacc_memmove(to, from, bytes) }
}

/// `memset`, as for `memcpy`.
///
/// # Safety
/// That of `memset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __asan_memset(to: *mut c_void, value: c_int, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { clacc_memset(to, value, bytes) }
}
