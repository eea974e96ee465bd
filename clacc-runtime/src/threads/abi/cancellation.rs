//! Cancellation.

use super::misused;
use crate::threads::team::member::Member;
use clacc_runtime_abi::layout::{
    CANCEL_LOOP, CANCEL_PARALLEL, CANCEL_SECTIONS, CANCEL_TASKGROUP, ThreadHead,
};
use std::ffi::c_int;

/// `clacc_cancel`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_cancel(thread: *mut ThreadHead, what: u32) -> c_int {
    // SAFETY: the caller promises that the head is its own.
    let member = unsafe { Member::of(thread) };
    c_int::from(match what {
        CANCEL_PARALLEL => member.cancel_region(),
        CANCEL_LOOP | CANCEL_SECTIONS => member.cancel_loop(),
        CANCEL_TASKGROUP => member.cancel_group(),
        _ => misused("clacc_cancel", "there is no such construct"),
    })
}

/// `clacc_cancellation_point`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_cancellation_point(thread: *mut ThreadHead, what: u32) -> c_int {
    // SAFETY: the caller promises that the head is its own.
    let member = unsafe { Member::of(thread) };
    c_int::from(match what {
        CANCEL_PARALLEL => member.is_region_cancelled(),
        CANCEL_LOOP | CANCEL_SECTIONS => member.is_loop_cancelled(),
        CANCEL_TASKGROUP => member.seat.is_group_cancelled() || member.is_region_cancelled(),
        _ => misused("clacc_cancellation_point", "there is no such construct"),
    })
}

/// `clacc_cancellable_barrier`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_cancellable_barrier(thread: *mut ThreadHead) -> c_int {
    // SAFETY: the caller promises that the head is its own.
    c_int::from(unsafe { Member::of(thread) }.cancellable_barrier())
}
