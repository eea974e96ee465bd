//! Worksharing: loops, `ordered`, `single`, `copyprivate`, reductions.

use super::misused;
use crate::threads::team::member::Member;
use clacc_runtime_abi::layout::{Combine, NOWAIT, REDUCE_ALL, REDUCE_VALUES, ThreadHead};
use clacc_runtime_core::loops::InLoop;
use std::ffi::{c_int, c_void};

/// `clacc_loop_begin`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_loop_begin(
    thread: *mut ThreadHead,
    trips: u64,
    chunk: u64,
    kind: u32,
) -> c_int {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.begin_loop(trips, chunk, kind);
    c_int::from(trips > 0)
}

/// `clacc_loop_next`.
///
/// # Safety
/// The head is the caller's own, and both addresses may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_loop_next(thread: *mut ThreadHead, lo: *mut u64, hi: *mut u64) -> c_int {
    // SAFETY: the caller promises that the head is its own.
    let Some(chunk) = (unsafe { Member::of(thread) }).next_chunk() else { return 0 };
    // SAFETY: the caller promises that both may be written.
    unsafe { (*lo, *hi) = chunk };
    1
}

/// `clacc_loop_end`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_loop_end(thread: *mut ThreadHead, flags: u32) {
    // SAFETY: the caller promises that the head is its own.
    let member = unsafe { Member::of(thread) };
    member.end_loop();
    if flags & NOWAIT == 0 {
        member.barrier();
    }
}

/// `clacc_ordered_begin`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_ordered_begin(thread: *mut ThreadHead, _iteration: u64) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.wait_for_ordered();
}

/// `clacc_ordered_end`. The next chunk of the thread, or the end of its last one, lets others go on.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_ordered_end(_: *mut ThreadHead) {}

/// `clacc_doacross_begin`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_doacross_begin(thread: *mut ThreadHead, iterations: u64) {
    // SAFETY: the caller promises that the head is its own.
    if !unsafe { Member::of(thread) }.begin_doacross(iterations) {
        misused("clacc_doacross_begin", "there is no memory for so many iterations");
    }
}

/// `clacc_doacross_post`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_doacross_post(thread: *mut ThreadHead, iteration: u64) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.post(iteration);
}

/// `clacc_doacross_wait`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_doacross_wait(thread: *mut ThreadHead, iteration: u64) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.wait_for_post(iteration);
}

/// `clacc_single`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_single(thread: *mut ThreadHead) -> c_int {
    // SAFETY: the caller promises that the head is its own.
    c_int::from(unsafe { Member::of(thread) }.is_single())
}

/// `clacc_copy_private`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_copy_private(thread: *mut ThreadHead, list: *mut c_void) -> *mut c_void {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.copy_private(list)
}

/// `clacc_reduce`.
///
/// # Safety
/// The head is the caller's own, and `mine` points to `bytes` bytes that `combine` may be called with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_reduce(
    thread: *mut ThreadHead,
    mine: *mut c_void,
    bytes: usize,
    combine: Option<Combine>,
    flags: u32,
) {
    let Some(combine) = combine else { misused("clacc_reduce", "no operator is given") };
    // SAFETY: the caller promises all of it.
    unsafe {
        let (to_all, are_values) = (flags & REDUCE_ALL != 0, flags & REDUCE_VALUES != 0);
        Member::of(thread).reduce(mine, bytes, combine, to_all, are_values);
    }
}
