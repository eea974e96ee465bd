//! Worksharing: loops, `ordered`, `single`, `copyprivate`, reductions.

use super::misused;
use crate::streams;
use crate::team::current;
use clacc_runtime_abi::layout::{self, Combine, NOWAIT, REDUCE_ALL, ThreadHead};
use clacc_runtime_core::icvs::Schedule;
use clacc_runtime_core::loops::InLoop;
use clacc_runtime_core::share::Plan;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::Ordering;

/// `clacc_loop_begin`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_loop_begin(_: *mut ThreadHead, trips: u64, chunk: u64, kind: u32) -> c_int {
    let (level, is_ordered) = (current(), kind & layout::ORDERED != 0);
    let schedule = match kind & !layout::ORDERED {
        layout::RUNTIME => level.task.get().icvs.schedule,
        kind => Schedule { kind, chunk },
    };
    let number = level.position.begin(Plan::new(trips, schedule, is_ordered, level.team().threads()));
    let turn = &level.share().turn;
    level.wait_until(|| turn.load(Ordering::Acquire) == number);
    c_int::from(trips > 0)
}

/// `clacc_loop_next`.
///
/// # Safety
/// Both addresses may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_loop_next(_: *mut ThreadHead, lo: *mut u64, hi: *mut u64) -> c_int {
    let level = current();
    level.pass_ordered_on();
    let Some(chunk) = level.position.next(level.share(), level.id(), level.team().threads()) else {
        return 0;
    };
    // SAFETY: the caller promises that both may be written.
    unsafe { (*lo, *hi) = chunk };
    1
}

/// `clacc_loop_end`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_loop_end(_: *mut ThreadHead, flags: u32) {
    let level = current();
    level.position.posted.replace(None);
    if level.share().leave(level.position.number(), level.team().threads()) {
        level.notify();
    }
    if flags & NOWAIT == 0 {
        streams::flush();
        level.team().barrier_with(|| ());
    }
}

/// `clacc_ordered_begin`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_ordered_begin(_: *mut ThreadHead, _iteration: u64) {
    current().wait_for_ordered();
}

/// `clacc_ordered_end`. The next chunk of the thread, or the end of its last one, lets others go on.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_ordered_end(_: *mut ThreadHead) {
    streams::flush();
}

/// `clacc_doacross_begin`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_doacross_begin(_: *mut ThreadHead, iterations: u64) {
    if !current().begin_doacross(iterations) {
        // SAFETY: null is a site.
        unsafe { misused(ptr::null(), "clacc_doacross_begin", "there is no memory for so many iterations") }
    }
}

/// `clacc_doacross_post`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_doacross_post(_: *mut ThreadHead, iteration: u64) {
    streams::flush();
    current().post(iteration);
}

/// `clacc_doacross_wait`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_doacross_wait(_: *mut ThreadHead, iteration: u64) {
    current().wait_for_post(iteration);
}

/// `clacc_single`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_single(_: *mut ThreadHead) -> c_int {
    let level = current();
    let number = level.singles.get();
    level.singles.set(number + 1);
    let ran = &level.team().singles;
    let is_mine = ran.compare_exchange(number, number + 1, Ordering::AcqRel, Ordering::Relaxed).is_ok();
    c_int::from(is_mine)
}

/// `clacc_copy_private`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_copy_private(_: *mut ThreadHead, list: *mut c_void) -> *mut c_void {
    let team = current().team();
    if !list.is_null() {
        team.copied.store(list, Ordering::Relaxed);
    }
    streams::flush();
    team.barrier_with(|| ());
    team.copied.load(Ordering::Relaxed)
}

/// `clacc_reduce`.
///
/// # Safety
/// `mine` points to `bytes` bytes that `combine` may be called with.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_reduce(
    _: *mut ThreadHead,
    mine: *mut c_void,
    bytes: usize,
    combine: Option<Combine>,
    flags: u32,
) {
    let Some(combine) = combine else {
        // SAFETY: null is a site.
        unsafe { misused(ptr::null(), "clacc_reduce", "no operator is given") }
    };
    let level = current();
    let seats = level.team().seats();
    seats[level.id() as usize].offered.store(mine, Ordering::Relaxed);
    streams::flush();
    level.team().barrier_with(|| {
        let mut copies = seats.iter().map(|seat| seat.offered.load(Ordering::Relaxed));
        let Some(first) = copies.next() else { return };
        for copy in copies {
            // SAFETY: all threads have arrived, and wait, so that the copies are whole and nobody else uses them. They lie on stacks
            // or in the heap, which all processes have at the same addresses.
            unsafe { combine(first, copy) };
        }
        for seat in seats[1..].iter().filter(|_| flags & REDUCE_ALL != 0) {
            let copy: *mut u8 = seat.offered.load(Ordering::Relaxed).cast();
            // SAFETY: as above; the copies are different objects.
            unsafe { copy.copy_from_nonoverlapping(first.cast(), bytes) };
        }
    });
}
