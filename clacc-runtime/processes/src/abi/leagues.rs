//! Leagues of teams, and what `target` constructs ask on the host.

use super::misused;
use crate::league;
use crate::settings::settings;
use crate::team::current;
use clacc_runtime_abi::layout::{Body, DEFAULT_DEVICE, PARTIAL_FIRST, PARTIAL_LAST, Site, ThreadHead};
use std::ffi::c_void;

/// `omp_initial_device`.
const INITIAL_DEVICE: i32 = -1;

/// `clacc_teams`.
///
/// # Safety
/// `body` may be called with `args` by all threads of a team at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_teams(
    site: *const Site,
    body: Option<Body>,
    args: *mut c_void,
    lower: i32,
    upper: i32,
    thread_limit: i32,
    _: u32,
) {
    // SAFETY: a site of generated code lives as long as the program.
    let Some(body) = body else { unsafe { misused(site, "clacc_teams", "no region is given") } };
    let asked = [lower, upper, thread_limit].map(|given| u32::try_from(given).unwrap_or(0));
    // SAFETY: the caller promises what `run` wants.
    unsafe { league::run(body, args, asked) };
}

/// `clacc_league_partial`.
///
/// # Safety
/// `state` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_league_partial(
    _: *mut ThreadHead,
    bytes: usize,
    state: *mut u32,
) -> *mut c_void {
    let (memory, is_first, is_last) = current().league_partial(bytes);
    let first = if is_first { PARTIAL_FIRST } else { 0 };
    let last = if is_last { PARTIAL_LAST } else { 0 };
    // SAFETY: the caller promises that it may be written.
    unsafe { state.write(first | last) };
    memory
}

/// `clacc_league_done`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_league_done(_: *mut ThreadHead) {}

/// `clacc_target_device`.
///
/// # Safety
/// The site is null or valid, and lives as long as the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_target_device(site: *const Site, device: i32) {
    let is_missing = device == DEFAULT_DEVICE && settings().needs_device;
    let is_wrong = device != DEFAULT_DEVICE && device < INITIAL_DEVICE;
    if is_missing || is_wrong {
        let what = if is_missing { "the host is the only device" } else { "the number is that of no device" };
        // SAFETY: the caller promises it.
        unsafe { misused(site, "target", what) }
    }
}
