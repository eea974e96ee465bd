//! Tests that call the C functions from several threads, natively and under Miri.

use super::exclusion::{clacc_atomic_begin, clacc_atomic_end, clacc_critical_begin, clacc_critical_end};
use super::loops::{
    clacc_copy_private, clacc_loop_begin, clacc_loop_end, clacc_loop_next, clacc_reduce, clacc_single,
};
use super::loops::{clacc_ordered_begin, clacc_ordered_end};
use super::parallel::{clacc_barrier, clacc_fork, clacc_gangs};
use super::tasks::{clacc_group_begin, clacc_group_end, clacc_task, clacc_task_wait};
use clacc_runtime_abi::layout::{DYNAMIC, Depend, NOWAIT, ORDERED, REDUCE_ALL, TaskInfo, ThreadHead};
use clacc_runtime_core::atomic_accesses::{clacc_atomic_load, clacc_atomic_replace, clacc_atomic_store};
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicI64, Ordering};

const ROUNDS: i64 = if cfg!(miri) { 2 } else { 200 };

fn fork(body: clacc_runtime_abi::layout::Body, sum: &AtomicI64, threads: i32) {
    let args = ptr::from_ref(sum).cast_mut().cast();
    // SAFETY: the bodies below use their arguments as a shared counter, which outlives the call.
    unsafe { clacc_fork(ptr::null(), Some(body), args, threads, 0) };
}

/// # Safety
/// `args` is a counter.
unsafe fn add(args: *mut c_void, value: i64) {
    // SAFETY: the caller promises it.
    unsafe { &*args.cast::<AtomicI64>() }.fetch_add(value, Ordering::Relaxed);
}

unsafe extern "C" fn sum_up(into: *mut c_void, from: *const c_void) {
    // SAFETY: the copies of the reduction below are integers.
    unsafe { *into.cast::<i64>() += *from.cast::<i64>() };
}

unsafe extern "C" fn worksharing(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let (mut lo, mut hi) = (0, 0);
        for round in 0..10 {
            clacc_loop_begin(t, 7, 2, if round % 2 == 0 { DYNAMIC } else { DYNAMIC | ORDERED });
            while clacc_loop_next(t, &raw mut lo, &raw mut hi) != 0 {
                for i in lo..hi {
                    clacc_ordered_begin(t, i);
                    add(args, 1);
                    clacc_ordered_end(t);
                }
            }
            clacc_loop_end(t, NOWAIT);
        }
        clacc_barrier(t);
        let mut mine = i64::from((*t).id);
        clacc_reduce(t, (&raw mut mine).cast(), 8, Some(sum_up), REDUCE_ALL);
        add(args, mine);
        let mut value = 5_i64;
        let list = if clacc_single(t) != 0 { (&raw mut value).cast() } else { ptr::null_mut() };
        add(args, *clacc_copy_private(t, list).cast::<i64>());
        clacc_barrier(t);
        clacc_critical_begin(ptr::null_mut());
        clacc_critical_end(ptr::null_mut());
        clacc_atomic_begin(args);
        clacc_atomic_end(args);
    }
}

#[test]
fn constructs() {
    for round in 0..ROUNDS {
        let (sum, threads) = (AtomicI64::new(0), 1 + round % 3);
        fork(worksharing, &sum, threads as i32);
        let ids = threads * (threads - 1) / 2;
        assert_eq!(sum.into_inner(), 70 + threads * (ids + 5));
    }
}

/// The arguments of a task: the counter, and how deep the tree below it is.
#[repr(C)]
struct Tree(*mut c_void, i64);

unsafe extern "C" fn tree(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: all calls are as the header wants them.
    unsafe {
        let Tree(sum, depth) = *args.cast::<Tree>();
        add(sum, 1);
        let mut below = Tree(sum, depth - 1);
        let about = |flags| TaskInfo {
            site: ptr::null(),
            body: Some(tree),
            copy: None,
            bytes: size_of::<Tree>() as u32,
            align: 8,
            flags,
            reserved: 0,
        };
        for n in 0..if depth > 0 { 3 } else { 0 } {
            let depend = Depend { address: sum, kind: 1 + n, reserved: 0 };
            clacc_task(t, ptr::from_ref(&about(n / 2)), (&raw mut below).cast(), n % 2, &raw const depend);
        }
        match depth {
            2 => clacc_task_wait(t, 0, ptr::null()),
            1 => clacc_task_wait(t, 1, ptr::from_ref(&Depend { address: sum, kind: 3, reserved: 0 })),
            _ => (),
        }
    }
}

unsafe extern "C" fn tasks(t: *mut ThreadHead, args: *mut c_void) {
    let mut top = Tree(args, 3);
    // SAFETY: all calls are as the header wants them.
    unsafe {
        clacc_group_begin(t);
        tree(t, (&raw mut top).cast());
        clacc_group_end(t);
        clacc_barrier(t);
        tree(t, (&raw mut top).cast());
    }
}

#[test]
fn trees_of_tasks() {
    for round in 0..ROUNDS {
        let (sum, threads) = (AtomicI64::new(0), 1 + round % 3);
        fork(tasks, &sum, threads as i32);
        assert_eq!(sum.into_inner(), 2 * 40 * threads);
    }
}

unsafe extern "C" fn nested(t: *mut ThreadHead, args: *mut c_void) {
    super::facts::clacc_icv_set(3, 2);
    // SAFETY: all calls are as the header wants them.
    unsafe {
        add(args, (*t).gangs);
        clacc_fork(ptr::null(), Some(worksharing), args, 2, 0);
        clacc_gangs(ptr::null(), ptr::null(), 5, Some(gang), args);
    }
}

unsafe extern "C" fn gang(t: *mut ThreadHead, args: *mut c_void) {
    // SAFETY: the arguments are a counter.
    unsafe { add(args, (*t).gang + (*t).gangs) };
}

#[test]
fn regions_in_regions() {
    for _ in 0..ROUNDS {
        let sum = AtomicI64::new(0);
        fork(nested, &sum, 2);
        assert_eq!(sum.into_inner(), 2 * (1 + 70 + 2 * (1 + 5) + 25 + 10));
    }
}

unsafe extern "C" fn replacing(_: *mut ThreadHead, args: *mut c_void) {
    for _ in 0..ROUNDS {
        let mut old = 0_i64;
        // SAFETY: the argument is a counter of 8 bytes, and so are the values.
        unsafe { clacc_atomic_load(args, (&raw mut old).cast(), 8) };
        let mut new = old + 1;
        // SAFETY: as above.
        while unsafe { clacc_atomic_replace(args, (&raw mut old).cast(), (&raw const new).cast(), 8) } == 0 {
            new = old + 1;
        }
    }
}

#[test]
fn no_replaced_value_is_lost() {
    let count = AtomicI64::new(0);
    fork(replacing, &count, 3);
    assert_eq!(count.load(Ordering::Relaxed), 3 * ROUNDS);
}

#[test]
fn an_access_is_as_wide_as_its_object() {
    for bytes in [1_usize, 2, 4, 8] {
        let mut object = u64::MAX;
        let (mut old, new) = (0_u64, 0_u64);
        let place = (&raw mut object).cast();
        // SAFETY: the object and the values have at least these bytes.
        unsafe {
            clacc_atomic_store(place, (&raw const new).cast(), bytes);
            assert_eq!(clacc_atomic_replace(place, (&raw mut old).cast(), (&raw const new).cast(), bytes), 1);
            clacc_atomic_load(place, (&raw mut old).cast(), bytes);
        }
        let expected = if bytes == 8 { 0 } else { u64::MAX << (8 * bytes) };
        assert_eq!((object, old), (if cfg!(target_endian = "little") { expected } else { object }, 0));
    }
}
