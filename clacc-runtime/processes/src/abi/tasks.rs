//! Tasks. Each is done where it is made, before anything else: all dependences are fulfilled then, and nothing is ever waited for.

use super::misused;
use super::parallel::clacc_barrier;
use crate::heap;
use crate::stacks;
use crate::sys;
use crate::system;
use crate::team::{Task, current};
use clacc_runtime_abi::layout::{Body, Depend, TASK_FINAL, TaskInfo, ThreadHead};
use std::ffi::c_void;
use std::ptr;

/// `clacc_task`.
///
/// # Safety
/// The head is the caller's own, and `args` is what `info` describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_task(
    thread: *mut ThreadHead,
    info: *const TaskInfo,
    args: *mut c_void,
    _: u32,
    _: *const Depend,
) {
    // SAFETY: the caller promises that it is valid.
    let info = unsafe { &*info };
    // SAFETY: a site of generated code lives as long as the program.
    let Some(body) = info.body else { unsafe { misused(info.site, "clacc_task", "no task is given") } };
    // SAFETY: the caller promises it.
    let copy = unsafe { copied(info, args) };
    let level = current();
    let outer = level.task.get();
    let is_final = outer.is_final || info.flags & TASK_FINAL != 0;
    level.task.set(Task { is_final, is_explicit: true, ..Task::implicit(outer.icvs) });
    let mut ready = Ready { body, thread, copy };
    // SAFETY: the caller promises that the task may be run, and `run` gets what it wants.
    unsafe { stacks::call_with_room(run, ptr::from_mut(&mut ready).cast()) };
    level.task.set(outer);
    // SAFETY: the task is done.
    unsafe { heap::free(copy) };
}

/// A task that is about to be run.
struct Ready {
    body: Body,
    thread: *mut ThreadHead,
    copy: *mut c_void,
}

/// Runs a task.
///
/// # Safety
/// The argument is a [`Ready`] task.
unsafe extern "C" fn run(ready: *mut c_void) {
    // SAFETY: the caller promises both.
    unsafe {
        let Ready { body, thread, copy } = ptr::read(ready.cast());
        body(thread, copy);
    }
}

/// A task's copy of its arguments.
///
/// # Safety
/// `args` points to what `info` describes.
unsafe fn copied(info: &TaskInfo, args: *const c_void) -> *mut c_void {
    let align = if info.align == 0 { 16 } else { info.align as usize };
    let copy = heap::aligned_alloc(align, info.bytes as usize);
    if copy.is_null() {
        // SAFETY: a site of generated code lives as long as the program.
        unsafe {
            misused(info.site, "clacc_task", "there is no memory for the arguments, or no such alignment")
        }
    }
    match info.copy {
        // SAFETY: the function was passed for these arguments.
        Some(function) => unsafe { function(copy, args) },
        // SAFETY: the copy has so many bytes, and the caller promises as many.
        None if info.bytes > 0 => unsafe {
            copy.cast::<u8>().copy_from_nonoverlapping(args.cast(), info.bytes as usize);
        },
        None => (),
    }
    copy
}

/// `clacc_task_wait`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_task_wait(_: *mut ThreadHead, _: u32, _: *const Depend) {}

/// `clacc_group_begin`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_group_begin(_: *mut ThreadHead) {}

/// `clacc_group_end`.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_group_end(_: *mut ThreadHead) {}

/// `clacc_yield`: no task waits, so that the processor is given to another process.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_yield(_: *mut ThreadHead) {
    // SAFETY: the call takes nothing.
    unsafe { sys::call(sys::SCHED_YIELD, [0; 6]) };
}

/// `clacc_group_reduce`: tasks are done by the process that makes them, and use the variables themselves.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_group_reduce(_: *mut ThreadHead, _: u32, _: *const c_void) {}

/// `clacc_reduction_copy`: the item.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_reduction_copy(_: *mut ThreadHead, item: *mut c_void) -> *mut c_void {
    item
}

/// `clacc_event`: refused, because a task that is done where it is made cannot wait for anything.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_event() -> *mut c_void {
    system::fail(system::Condition::Refused, "tasks with the clause `detach` need threads")
}

/// `clacc_event_fulfill`: there are no events.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_event_fulfill(_: *mut c_void) {
    clacc_event();
}

/// `clacc_task_detached`: there are no events.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_task_detached(
    _: *mut ThreadHead,
    _: *const TaskInfo,
    _: *mut c_void,
    _: u32,
    _: *const Depend,
    _: *mut c_void,
) {
    clacc_event();
}

/// `clacc_cancel`: cancel-var is false.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_cancel(_: *mut ThreadHead, _: u32) -> i32 {
    0
}

/// `clacc_cancellation_point`: nothing is cancelled.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_cancellation_point(_: *mut ThreadHead, _: u32) -> i32 {
    0
}

/// `clacc_cancellable_barrier`: a barrier, because nothing is cancelled.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_cancellable_barrier(thread: *mut ThreadHead) -> i32 {
    clacc_barrier(thread);
    0
}
