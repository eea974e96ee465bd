//! Devices with a memory of their own, which processes do not have: every construct runs on the host.

use super::leagues::{clacc_target_device, clacc_teams};
use super::misused;
use clacc_runtime_abi::layout::{Body, Global, Item, Param, Site};
use clacc_runtime_core::system::variable;
use std::ffi::{c_char, c_void};

// The functions of the program's heap.
unsafe extern "C" {
    fn malloc(bytes: usize) -> *mut c_void;
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

/// `clacc_device_statics`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_statics(_: *mut c_void, _: *mut c_void) {}

/// `clacc_device_malloc`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_device_malloc(bytes: usize) -> *mut c_void {
    // SAFETY: the function takes any size.
    unsafe { malloc(bytes) }
}

/// `clacc_device_free`.
///
/// # Safety
/// The memory is null or came from `clacc_device_malloc`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_device_free(memory: *mut c_void) {
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
