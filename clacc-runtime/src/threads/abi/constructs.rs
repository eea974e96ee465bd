//! The beginnings and ends of constructs, for profiling libraries.

use crate::profile::{dispatch, sites};
use clacc_runtime_abi::layout::Site;
use std::ffi::c_int;

/// `clacc_construct_begin`.
///
/// # Safety
/// The site is null or valid, and lives as long as the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_construct_begin(site: *const Site, argument: c_int) {
    if dispatch::is_on() {
        // SAFETY: the caller promises it.
        unsafe { sites::begin(site, argument, true) };
    }
}

/// `clacc_construct_end`.
///
/// # Safety
/// The site is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_construct_end(site: *const Site) {
    if dispatch::is_on() {
        // SAFETY: the caller promises it.
        unsafe { sites::end(site) };
    }
}
