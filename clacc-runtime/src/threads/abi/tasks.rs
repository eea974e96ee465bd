//! Tasks.

use super::{misused, misused_at};
use crate::threads::task::arguments::Given;
use crate::threads::task::event::TaskEvent;
use crate::threads::task::observer::{self, Happening};
use crate::threads::task::seat::NewTask;
use crate::threads::team::member::Member;
use clacc_runtime_abi::layout::{Depend, TASK_FINAL, TASK_UNDEFERRED, TaskInfo, TaskReduction, ThreadHead};
use std::ffi::c_void;
use std::sync::Arc;

/// The dependences that generated code passes.
///
/// # Safety
/// `depend` points to `count` dependences, or `count` is zero.
pub(crate) unsafe fn dependences<'d>(count: u32, depend: *const Depend) -> &'d [Depend] {
    if count == 0 || depend.is_null() {
        return &[];
    }
    // SAFETY: the caller promises it.
    unsafe { std::slice::from_raw_parts(depend, count as usize) }
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
    // SAFETY: the caller promises what `new_task` wants, that the head is its own, and so many dependences.
    unsafe { make(thread, info, new_task(info, args), dependences(depends, depend)) };
}

/// What a task is.
///
/// # Safety
/// `info` is valid, and `args` is what it describes.
#[inline]
unsafe fn new_task(info: *const TaskInfo, args: *const c_void) -> NewTask {
    // SAFETY: the caller promises that it is valid.
    let info = unsafe { &*info };
    // SAFETY: a site of generated code lives as long as the program.
    let Some(body) = info.body else { unsafe { misused_at(info.site, "clacc_task", "no task is given") } };
    let given = Given { args, bytes: info.bytes as usize, align: info.align as usize, copy: info.copy };
    NewTask {
        body,
        given,
        event: None,
        undeferred: info.flags & TASK_UNDEFERRED != 0,
        is_final: info.flags & TASK_FINAL != 0,
    }
}

/// Makes a task.
///
/// # Safety
/// The head is the caller's own, and `task` is what `info` describes.
#[inline]
unsafe fn make(thread: *mut ThreadHead, info: *const TaskInfo, task: NewTask, depends: &[Depend]) {
    if !depends.is_empty() {
        observer::tell_of_task(depends, task.undeferred);
    }
    // SAFETY: the caller promises both.
    let is_made = unsafe { Member::of(thread).seat.make(task, depends) };
    if !is_made {
        // SAFETY: a site of generated code lives as long as the program.
        unsafe {
            misused_at((*info).site, "clacc_task", "the alignment of the arguments is no power of two");
        }
    }
}

/// `clacc_event`. The event is held until it is fulfilled.
#[unsafe(no_mangle)]
pub extern "C" fn clacc_event() -> *mut c_void {
    Arc::into_raw(Arc::<TaskEvent>::default()).cast_mut().cast()
}

/// `clacc_event_fulfill`.
///
/// # Safety
/// `clacc_event` returned the event, and it has not been fulfilled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_event_fulfill(event: *mut c_void) {
    if event.is_null() {
        misused("clacc_event_fulfill", "no event is given");
    }
    // SAFETY: the caller promises both, so that this takes over what `clacc_event` left behind.
    unsafe { Arc::from_raw(event.cast::<TaskEvent>()) }.fulfill();
}

/// `clacc_task_detached`.
///
/// # Safety
/// As [`clacc_task`]; and `clacc_event` returned the event, which is not fulfilled and belongs to no other task.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_task_detached(
    thread: *mut ThreadHead,
    info: *const TaskInfo,
    args: *mut c_void,
    depends: u32,
    depend: *const Depend,
    event: *mut c_void,
) {
    if event.is_null() {
        misused("clacc_task_detached", "no event is given");
    }
    let event = event.cast_const().cast::<TaskEvent>();
    // SAFETY: the caller promises that the event lives, so that it can be held once more.
    let event = unsafe {
        Arc::increment_strong_count(event);
        Arc::from_raw(event)
    };
    // SAFETY: the caller promises what `new_task` wants.
    let mut task = unsafe { new_task(info, args) };
    task.event = Some(event);
    // SAFETY: the caller promises that the head is its own, and so many dependences.
    unsafe { make(thread, info, task, dependences(depends, depend)) };
}

/// `clacc_group_reduce`.
///
/// # Safety
/// The head is the caller's own, and there are as many reductions, whose functions may be called.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_group_reduce(thread: *mut ThreadHead, count: u32, list: *const TaskReduction) {
    if count == 0 || list.is_null() {
        return;
    }
    // SAFETY: the caller promises both.
    let (member, list) = unsafe { (Member::of(thread), std::slice::from_raw_parts(list, count as usize)) };
    if !member.seat.reduce_in_group(list) {
        misused("clacc_group_reduce", "the taskgroup cannot reduce this");
    }
}

/// `clacc_reduction_copy`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_reduction_copy(thread: *mut ThreadHead, item: *const c_void) -> *mut c_void {
    // SAFETY: the caller promises that the head is its own, and `clacc_group_reduce` was promised the functions.
    let copy = unsafe { Member::of(thread).seat.reduction_copy(item) };
    copy.unwrap_or_else(|| {
        misused(
            "clacc_reduction_copy",
            "no taskgroup around the task reduces the list item of `in_reduction`",
        )
    })
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
        observer::tell(Happening::WaitsForAll);
    } else {
        member.seat.wait_for_dependences(depends);
        observer::tell(Happening::WaitsFor(depends));
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
    observer::tell(Happening::BeginsGroup);
}

/// `clacc_group_end`.
///
/// # Safety
/// The head is the caller's own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clacc_group_end(thread: *mut ThreadHead) {
    // SAFETY: the caller promises that the head is its own.
    unsafe { Member::of(thread) }.seat.end_group();
    observer::tell(Happening::EndsGroup);
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
