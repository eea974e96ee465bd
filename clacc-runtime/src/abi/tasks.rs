//! Tasks.

use super::layout::{Depend, TASK_FINAL, TASK_UNDEFERRED, TaskInfo, ThreadHead};
use super::misused_at;
use crate::task::arguments::Arguments;
use crate::task::seat::NewTask;
use crate::team::member::Member;
use std::ffi::c_void;

/// The dependences that generated code passes.
///
/// # Safety
/// `depend` points to `count` dependences, or `count` is zero.
unsafe fn dependences<'d>(count: u32, depend: *const Depend) -> &'d [Depend] {
    if count == 0 || depend.is_null() {
        return &[];
    }
    // SAFETY: the caller promises it.
    unsafe { std::slice::from_raw_parts(depend, count as usize) }
}

/// A task's copy of its arguments.
///
/// # Safety
/// `args` points to what `info` describes.
unsafe fn copied(info: &TaskInfo, args: *const c_void) -> Arguments {
    let Some(copy) = Arguments::with_room(info.bytes as usize, info.align as usize) else {
        // SAFETY: a site of generated code lives as long as the program.
        unsafe { misused_at(info.site, "clacc_task", "the alignment of the arguments is no power of two") }
    };
    match info.copy {
        // SAFETY: the function was passed for these arguments.
        Some(function) => unsafe { function(copy.address(), args) },
        // SAFETY: the room was made for so many bytes, and the caller promises as many.
        None if info.bytes > 0 => unsafe {
            copy.address().cast::<u8>().copy_from_nonoverlapping(args.cast(), info.bytes as usize);
        },
        None => (),
    }
    copy
}

/// `clacc_task`.
///
/// # Safety
/// The head is the caller's own, `args` is what `info` describes, and there are as many dependences.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_task(
    thread: *mut ThreadHead,
    info: *const TaskInfo,
    args: *mut c_void,
    depends: u32,
    depend: *const Depend,
) {
    // SAFETY: the caller promises that it is valid.
    let info = unsafe { &*info };
    // SAFETY: a site of generated code lives as long as the program.
    let Some(body) = info.body else { unsafe { misused_at(info.site, "clacc_task", "no task is given") } };
    // SAFETY: the caller promises what `copied` wants.
    let mut task = NewTask::new(body, unsafe { copied(info, args) });
    task.undeferred = info.flags & TASK_UNDEFERRED != 0;
    task.is_final = info.flags & TASK_FINAL != 0;
    // SAFETY: the caller promises that the head is its own, and so many dependences.
    unsafe { Member::of(thread).seat.make(task, dependences(depends, depend)) };
}

/// `clacc_task_wait`.
///
/// # Safety
/// The head is the caller's own, and there are as many dependences.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_task_wait(thread: *mut ThreadHead, depends: u32, depend: *const Depend) {
    // SAFETY: the caller promises both.
    let (member, depends) = unsafe { (Member::of(thread), dependences(depends, depend)) };
    if depends.is_empty() {
        member.seat.wait_for_children();
    } else {
        member.seat.wait_for_dependences(depends);
    }
}

/// `clacc_group_begin`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_group_begin(thread: *mut ThreadHead) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.seat.begin_group();
}

/// `clacc_group_end`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_group_end(thread: *mut ThreadHead) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.seat.end_group();
}

/// `clacc_yield`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_yield(thread: *mut ThreadHead) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.seat.run_another();
}
