//! Messages of the program's own.

use crate::system;
use alloc::format;
use alloc::string::String;
use clacc_runtime_abi::layout::Site;
use clacc_runtime_abi::sites::Place;
use core::ffi::{CStr, c_char};

/// `clacc_error`.
///
/// # Safety
/// The site is null or valid, and lives as long as the program. The message is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_error(site: *const Site, message: *const c_char, is_fatal: u32) {
    // SAFETY: the caller promises it.
    let place = unsafe { Place::of(site) };
    let kind = if is_fatal == 0 { "warning" } else { "error" };
    let said = if message.is_null() {
        String::new()
    } else {
        // SAFETY: the caller promises a C string.
        format!(": {}", unsafe { CStr::from_ptr(message) }.to_string_lossy())
    };
    system::write_error(&format!("acc2omp: {kind}: {place}{said}\n"));
    if is_fatal != 0 {
        system::end_program(system::EXIT_STATUS);
    }
}
