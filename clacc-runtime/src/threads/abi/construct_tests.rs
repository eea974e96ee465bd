//! Constructs that threads wait in for one another, against the C functions, for Miri and ThreadSanitizer as well as for the machine.
//! Some cancel regions, which has an effect with `OMP_CANCELLATION=true` only.

use super::cancellation::{clacc_cancel, clacc_cancellable_barrier, clacc_cancellation_point};
use super::exclusion::clacc_threadprivate;
use super::leagues::{clacc_league_done, clacc_league_partial, clacc_teams};
use super::loops::{
    clacc_doacross_begin, clacc_doacross_post, clacc_doacross_wait, clacc_loop_begin, clacc_loop_end,
    clacc_loop_next, clacc_reduce,
};
use super::parallel::{clacc_barrier, clacc_fork};
use super::tasks::{
    clacc_event, clacc_event_fulfill, clacc_group_begin, clacc_group_end, clacc_group_reduce,
    clacc_reduction_copy, clacc_task, clacc_task_detached, clacc_task_wait,
};
use crate::threads::team::settings::settings;
use clacc_runtime_abi::layout::{
    Body, CANCEL_LOOP, CANCEL_PARALLEL, CANCEL_TASKGROUP, DYNAMIC, Depend, INOUTSET, NOWAIT, PARTIAL_FIRST,
    PARTIAL_LAST, REDUCE_VALUES, STATIC, TASK_UNDEFERRED, TEAMS_SHARE, TaskInfo, TaskReduction, ThreadHead,
};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicI64, Ordering};

const ROUNDS: i64 = if cfg!(miri) { 3 } else { 200 };

/// What the threads of a region share. Plain numbers are written by one thread at a time, because the constructs order it.
struct Shared {
    sum: AtomicI64,
    plain: i64,
    line: [i64; 24],
}

/// Runs a region of so many threads.
fn fork(body: Body, threads: i64) -> Shared {
    let mut shared = Shared { sum: AtomicI64::new(0), plain: 0, line: [0; 24] };
    // SAFETY: the bodies below use their arguments as what they are, which outlives the call.
    unsafe { clacc_fork(ptr::null(), Some(body), (&raw mut shared).cast(), threads as i32, 0) };
    shared
}

/// Calls a region with one to four threads.
fn check(body: Body, expected: impl Fn(&Shared, i64) -> bool) {
    for round in 0..ROUNDS {
        let threads = 1 + round % 4;
        let shared = fork(body, threads);
        let (sum, plain) = (shared.sum.load(Ordering::Relaxed), shared.plain);
        assert!(expected(&shared, threads), "{threads} threads: {sum} {plain} {:?}", shared.line);
    }
}

unsafe fn add(args: *mut c_void, value: i64) {
    // SAFETY: the arguments of all regions here are the same struct.
    unsafe { (*args.cast::<Shared>()).sum.fetch_add(value, Ordering::Relaxed) };
}

fn about(body: Body, bytes: usize) -> TaskInfo {
    let (site, copy, bytes) = (ptr::null(), None, bytes as u32);
    TaskInfo { site, body: Some(body), copy, bytes, align: 8, flags: 0, reserved: 0 }
}

unsafe extern "C" fn sum_up(into: *mut c_void, from: *const c_void) {
    // SAFETY: the copies of the reductions below are integers.
    unsafe { *into.cast::<i64>() = *into.cast::<i64>() * 5 + *from.cast::<i64>() };
}

/// Reductions without a barrier between them, and with one.
unsafe extern "C" fn handed(t: *mut ThreadHead, args: *mut c_void) {
    for round in 0..6 {
        // SAFETY: all calls are as the header wants them; thread 0 alone uses the number between barriers.
        unsafe {
            let mut mine = i64::from((*t).id) + 1;
            clacc_reduce(t, (&raw mut mine).cast(), 8, Some(sum_up), REDUCE_VALUES);
            if (*t).id == 0 {
                (*args.cast::<Shared>()).plain += mine;
            }
            if round % 3 == 2 {
                clacc_barrier(t);
                add(args, (&raw const (*args.cast::<Shared>()).plain).read());
                clacc_barrier(t);
            }
        }
    }
}

#[test]
fn values_are_handed_to_thread_0() {
    check(handed, |shared, threads| {
        let one = (1..=threads).fold(0, |sum, each| sum * 5 + each);
        shared.plain == 6 * one && shared.sum.load(Ordering::Relaxed) == threads * 9 * one
    });
}

/// Each iteration adds what the one before has written.
unsafe extern "C" fn doacross(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them, and posts order the writes.
    unsafe {
        let (line, (mut lo, mut hi)) = ((&raw mut (*args.cast::<Shared>()).line).cast::<i64>(), (0, 0));
        for kind in [STATIC, DYNAMIC] {
            clacc_loop_begin(t, 24, 1, kind);
            clacc_doacross_begin(t, 24);
            while clacc_loop_next(t, &raw mut lo, &raw mut hi) != 0 {
                for i in lo..hi {
                    if i > 0 {
                        clacc_doacross_wait(t, i - 1);
                    }
                    let before = if i > 0 { line.add(i as usize - 1).read() } else { 0 };
                    *line.add(i as usize) = before + 1;
                    clacc_doacross_post(t, i);
                }
            }
            clacc_loop_end(t, 0);
        }
    }
}

#[test]
fn iterations_wait_for_others() {
    check(doacross, |shared, _| shared.line.iter().copied().eq(1..=24));
}

unsafe extern "C" fn one_more(_: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: the argument is the address of a number, and dependences order the tasks that write it.
    unsafe { **args.cast::<*mut i64>() += 1 };
}

unsafe extern "C" fn looked_at(_: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: as above: no task writes it meanwhile.
    assert!(unsafe { **args.cast::<*mut i64>() } > 0);
}

unsafe extern "C" fn in_order(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let line = (&raw mut (*args.cast::<Shared>()).line).cast::<i64>();
        let mut number = line.offset((*t).id as isize);
        let address = number.cast();
        let on = |kind| Depend { address, kind, reserved: 0 };
        for kind in [3, 1, 1, 4, INOUTSET, 2, 1] {
            let body: Body = if kind == 1 || kind == INOUTSET { looked_at } else { one_more };
            clacc_task(t, &about(body, 8), (&raw mut number).cast(), 1, &on(kind));
        }
        clacc_task_wait(t, 1, &on(1));
        assert_eq!(*number, 3);
        clacc_task_wait(t, 0, ptr::null());
    }
}

#[test]
fn dependences_order_tasks() {
    check(in_order, |shared, threads| shared.line.iter().sum::<i64>() == 3 * threads);
}

unsafe extern "C" fn zero(copy: *mut c_void, _: *const c_void, _: usize) {
    // SAFETY: the items are integers.
    unsafe { *copy.cast::<i64>() = 0 };
}

unsafe extern "C" fn add_up(into: *mut c_void, from: *const c_void, _: usize) {
    // SAFETY: as above.
    unsafe { *into.cast::<i64>() += *from.cast::<i64>() };
}

unsafe extern "C" fn participant(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: the argument is the address of the item, and the copy is the thread's own.
    unsafe { *clacc_reduction_copy(t, *args.cast::<*mut c_void>()).cast::<i64>() += 1 };
}

unsafe extern "C" fn reduced(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let line = (&raw mut (*args.cast::<Shared>()).line).cast::<i64>();
        let mut item = line.offset((*t).id as isize);
        let list =
            TaskReduction { original: item.cast(), bytes: 8, initialise: Some(zero), combine: Some(add_up) };
        clacc_group_begin(t);
        clacc_group_reduce(t, 1, &raw const list);
        for _ in 0..5 {
            clacc_task(t, &about(participant, 8), (&raw mut item).cast(), 0, ptr::null());
        }
        clacc_group_end(t);
        assert_eq!(*item, 5);
    }
}

#[test]
fn tasks_reduce() {
    check(reduced, |shared, threads| shared.line.iter().sum::<i64>() == 5 * threads);
}

unsafe extern "C" fn counted(_: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: the argument is what the region shares.
    unsafe { add(*args.cast::<*mut c_void>(), 1) };
}

/// What a branch of [`branch`] is given.
#[derive(Clone, Copy)]
struct Branch {
    shared: *mut c_void,
    left: i64,
}

/// A tree of tasks. Every second level is waited for by its maker, and becomes a record only where it makes another task or waits.
unsafe extern "C" fn branch(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let Branch { shared, left } = *args.cast::<Branch>();
        if left == 0 {
            return add(shared, 1);
        }
        let mut below = Branch { shared, left: left - 1 };
        let flags = if left % 3 == 0 { 0 } else { TASK_UNDEFERRED };
        let info = TaskInfo { flags, ..about(branch, size_of::<Branch>()) };
        for _ in 0..2 {
            clacc_task(t, &raw const info, (&raw mut below).cast(), 0, ptr::null());
        }
        if left % 4 == 0 {
            clacc_task_wait(t, 0, ptr::null());
        }
    }
}

unsafe extern "C" fn branches(t: *mut ThreadHead, args: *mut c_void) {
    let mut tree = Branch { shared: args, left: 6 };
    let info = TaskInfo { flags: TASK_UNDEFERRED, ..about(branch, size_of::<Branch>()) };
    // SAFETY: all calls are as the header wants them.
    unsafe { clacc_task(t, &raw const info, (&raw mut tree).cast(), 0, ptr::null()) };
}

#[test]
fn tasks_that_are_waited_for_make_others() {
    check(branches, |shared, threads| shared.sum.load(Ordering::Relaxed) == 64 * threads);
}

unsafe extern "C" fn fulfilling(_: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: the argument is an event that nobody else fulfils.
    unsafe { clacc_event_fulfill(*args.cast::<*mut c_void>()) };
}

unsafe extern "C" fn detached(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let (mut event, mut shared) = (clacc_event(), args);
        clacc_task_detached(t, &about(counted, 8), (&raw mut shared).cast(), 0, ptr::null(), event);
        clacc_task(t, &about(fulfilling, 8), (&raw mut event).cast(), 0, ptr::null());
        clacc_task_wait(t, 0, ptr::null());
    }
}

#[test]
fn events_finish_detached_tasks() {
    check(detached, |shared, threads| shared.sum.load(Ordering::Relaxed) == threads);
}

/// One thread cancels, at different places.
unsafe extern "C" fn left(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let (mut lo, mut hi, mut shared) = (0, 0, args);
        clacc_loop_begin(t, 20, 1, DYNAMIC);
        while clacc_loop_next(t, &raw mut lo, &raw mut hi) != 0 {
            if lo == 5 && clacc_cancel(t, CANCEL_LOOP) != 0 {
                break;
            }
        }
        clacc_loop_end(t, NOWAIT);
        clacc_group_begin(t);
        for _ in 0..3 {
            clacc_task(t, &about(leaving, 8), (&raw mut shared).cast(), 0, ptr::null());
        }
        clacc_group_end(t);
        if clacc_cancellable_barrier(t) != 0
            || (*t).id == (*t).count - 1 && clacc_cancel(t, CANCEL_PARALLEL) != 0
        {
            return;
        }
        let mut mine = 1_i64;
        clacc_reduce(t, (&raw mut mine).cast(), 8, Some(sum_up), REDUCE_VALUES);
        if clacc_cancellable_barrier(t) != 0 {
            return;
        }
        add(args, 1000);
    }
}

unsafe extern "C" fn leaving(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        add(*args.cast::<*mut c_void>(), 1);
        if clacc_cancel(t, CANCEL_TASKGROUP) == 0 {
            assert_eq!(clacc_cancellation_point(t, CANCEL_TASKGROUP), 0);
        }
    }
}

#[test]
fn cancelled_regions_end_and_later_ones_are_whole() {
    let is_on = settings().cancellation;
    for _ in 0..2 {
        check(left, |shared, threads| {
            let sum = shared.sum.load(Ordering::Relaxed);
            if is_on { (threads..=3 * threads).contains(&sum) } else { sum == 1003 * threads }
        });
        check(handed, |shared, _| shared.plain > 0);
    }
}

/// A team of a league: combines its number with those of the others.
unsafe extern "C" fn one_team(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them; the thread whose turn it is changes the original.
    unsafe {
        let (mut state, mine) = (0, (*t).gang + 1);
        let partial = clacc_league_partial(t, 8, &raw mut state).cast::<i64>();
        let sum = match state & PARTIAL_FIRST {
            _ if partial.is_null() => mine,
            0 => *partial + mine,
            _ => mine,
        };
        if !partial.is_null() {
            *partial = sum;
        }
        if state & PARTIAL_LAST != 0 {
            (*args.cast::<Shared>()).plain += sum;
            clacc_league_done(t);
        }
    }
}

#[test]
fn leagues_combine_what_their_teams_have() {
    super::facts::clacc_icv_set(1, 3);
    for teams in [1, 2, 3, 7, 12] {
        let mut shared = Shared { sum: AtomicI64::new(0), plain: 0, line: [0; 24] };
        let args = (&raw mut shared).cast();
        // SAFETY: the body uses its arguments as what they are.
        unsafe { clacc_teams(ptr::null(), Some(one_team), args, 0, teams, 0, TEAMS_SHARE) };
        assert_eq!(shared.plain, i64::from(teams * (teams + 1) / 2), "{teams}");
    }
}

unsafe extern "C" fn own_copy(_: *mut ThreadHead, args: *mut c_void) {
    static ORIGINAL: i64 = 7;
    static CELL: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    let cell = ptr::from_ref(&CELL).cast_mut().cast();
    // SAFETY: the cell stays, and nobody writes the original.
    unsafe {
        let copy = clacc_threadprivate(cell, ptr::from_ref(&ORIGINAL).cast(), 8).cast::<i64>();
        add(args, i64::from(*copy >= 7));
        *copy += 1;
    }
}

#[test]
fn each_thread_has_its_copy() {
    check(own_copy, |shared, threads| shared.sum.load(Ordering::Relaxed) == threads);
}
