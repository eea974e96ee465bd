//! Leagues of teams, and what `target` constructs ask on the host.

use super::misused;
use crate::threads::lent;
use crate::threads::system;
use crate::threads::team::league::{Asked, run_league};
use crate::threads::team::member::Member;
use crate::threads::team::settings::settings;
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
    _: *const Site,
    body: Option<Body>,
    args: *mut c_void,
    lower: i32,
    upper: i32,
    thread_limit: i32,
    flags: u32,
) {
    let Some(body) = body else { misused("clacc_teams", "no region is given") };
    let number = |given: i32| u32::try_from(given).unwrap_or(0);
    let asked =
        Asked { lower: number(lower), upper: number(upper), thread_limit: number(thread_limit), flags };
    // SAFETY: the caller promises what `run_league` wants.
    unsafe { run_league(body, args, asked) };
}

/// `clacc_league_partial`.
///
/// # Safety
/// The head is the caller's own, and `state` is valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_league_partial(
    thread: *mut ThreadHead,
    bytes: usize,
    state: *mut u32,
) -> *mut c_void {
    // SAFETY: the caller promises that the head is its own.
    let partial = unsafe { Member::of(thread) }.league_partial(bytes);
    let first = if partial.is_first { PARTIAL_FIRST } else { 0 };
    let last = if partial.is_last { PARTIAL_LAST } else { 0 };
    // SAFETY: the caller promises that it may be written.
    unsafe { state.write(first | last) };
    lent::note(partial.memory, bytes);
    partial.memory
}

/// `clacc_league_done`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_league_done(thread: *mut ThreadHead) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.league_done();
}

/// `clacc_target_device`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_target_device(_: *const Site, device: i32) {
    if device == DEFAULT_DEVICE {
        if settings().needs_device {
            no_device("OMP_TARGET_OFFLOAD=mandatory asks for a device, and the host is the only one");
        }
    } else if device < INITIAL_DEVICE {
        no_device(&format!("{device} is the number of no device"));
    }
}

/// Ends the program because a construct may not run on the host (OpenMP 5.2 13.2, 21.2.8).
#[cold]
fn no_device(what: &str) -> ! {
    system::write_error(&format!("acc2omp: target: {what}\n"));
    system::end_program(system::EXIT_STATUS)
}
