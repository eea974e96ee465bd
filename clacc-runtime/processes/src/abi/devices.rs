//! Devices with a memory of their own, which processes do not have: every construct runs on the host.

use super::leagues::{clacc_target_device, clacc_teams};
use super::misused;
use clacc_runtime_abi::layout::{Body, Global, Item, Param, Site};
use clacc_runtime_core::system::variable;
use std::ffi::{c_char, c_int, c_void};

// The functions of the program's heap.
unsafe extern "C" {
    fn malloc(bytes: usize) -> *mut c_void;
    fn calloc(count: usize, bytes: usize) -> *mut c_void;
    fn realloc(memory: *mut c_void, bytes: usize) -> *mut c_void;
    fn free(memory: *mut c_void);
}

/// Whether the user asks for the device.
fn is_asked_for() -> bool {
    variable("ACC_DEVICE_TYPE").is_some_and(|value| value.trim_ascii().eq_ignore_ascii_case(b"discrete"))
}

/// `clacc_target`.
///
/// # Safety
/// What the header says of the arguments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_target(
    site: *const Site,
    device: i32,
    go: i32,
    on_host: Option<Body>,
    _: Option<Body>,
    args: *mut c_void,
    _: usize,
    thread_limit: i32,
    _: u32,
    _: *const Param,
    _: u32,
    _: *const Item,
) {
    if go != 0 {
        if is_asked_for() {
            // SAFETY: a site of generated code lives as long as the program.
            unsafe { misused(site, "target", "ACC_DEVICE_TYPE=discrete: processes have no device") };
        }
        // SAFETY: as above.
        unsafe { clacc_target_device(site, device) };
    }
    // SAFETY: the caller promises it.
    unsafe { clacc_teams(site, on_host, args, 1, 1, thread_limit, 0) };
}

macro_rules! nothing_to_do {
    ($($name:ident)*) => { $(
        #[doc = concat!("`", stringify!($name), "`.")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(_: *const Site, _: i32, _: i32, _: u32, _: *const Item) {}
    )* };
}

nothing_to_do! { clacc_data_begin clacc_data_end clacc_data_enter clacc_data_exit clacc_data_update }

/// `clacc_use_device`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_use_device(
    _: *const Site,
    _: i32,
    _: i32,
    host: *const c_void,
    _: u32,
    _: *const c_char,
) -> *mut c_void {
    host.cast_mut()
}

/// `clacc_globals`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_globals(_: u32, _: *const Global) {}

/// `clacc_here`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_here(host: *mut c_void) -> *mut c_void {
    host
}

/// `clacc_on_device`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_on_device() -> c_int {
    0
}

/// `clacc_running_device`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_running_device() -> i32 {
    -1
}

/// `clacc_memcpy`.
///
/// # Safety
/// That of `memcpy`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_memcpy(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { clacc_memmove(to, from, bytes) }
}

/// `clacc_memmove`.
///
/// # Safety
/// That of `memmove`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_memmove(to: *mut c_void, from: *const c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { from.cast::<u8>().copy_to(to.cast(), bytes) };
    to
}

/// `clacc_memset`.
///
/// # Safety
/// That of `memset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_memset(to: *mut c_void, value: c_int, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it. `memset` takes the lowest byte.
    unsafe { to.cast::<u8>().write_bytes(value.to_le_bytes()[0], bytes) };
    to
}

/// `clacc_malloc`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_malloc(bytes: usize) -> *mut c_void {
    // SAFETY: the function takes any size.
    unsafe { malloc(bytes) }
}

/// `clacc_calloc`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_calloc(count: usize, bytes: usize) -> *mut c_void {
    // SAFETY: the function takes any sizes.
    unsafe { calloc(count, bytes) }
}

/// `clacc_realloc`.
///
/// # Safety
/// That of `realloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_realloc(memory: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the caller promises it.
    unsafe { realloc(memory, bytes) }
}

/// `clacc_free`.
///
/// # Safety
/// That of `free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_free(memory: *mut c_void) {
    // SAFETY: the caller promises it.
    unsafe { free(memory) };
}

/// `clacc_device_count`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_count() -> i32 {
    0
}

/// `clacc_device_allocate`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_allocate(_: i32, _: usize) -> *mut c_void {
    std::ptr::null_mut()
}

/// `clacc_device_release`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_release(_: i32, _: *mut c_void) {}

/// `clacc_device_copy`.
///
/// # Safety
/// Both runs of bytes are the program's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_device_copy(
    _: i32,
    to: *mut c_void,
    _: i32,
    from: *const c_void,
    bytes: usize,
) {
    // SAFETY: the caller promises it.
    unsafe { from.cast::<u8>().copy_to(to.cast(), bytes) };
}

/// `clacc_device_mapped`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_mapped(_: i32, host: *const c_void) -> *mut c_void {
    host.cast_mut()
}

/// `clacc_device_associate`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_associate(_: i32, _: *const c_void, _: *const c_void, _: usize) -> i32 {
    0
}

/// `clacc_device_disassociate`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_disassociate(_: i32, _: *const c_void) -> i32 {
    0
}
