//! Making processes, and watching them: one that ends by itself ends the program.

use crate::sys;
use crate::system::{self, Condition};
use crate::team::{self, Seat};
use crate::world::world;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

type Start = unsafe extern "C" fn(*mut c_void) -> c_int;

unsafe extern "C" {
    fn clone(start: Start, stack: *mut c_void, flags: c_int, argument: *mut c_void, ...) -> c_int;
    fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

const SAME_MEMORY: c_int = 0x100;
const SAME_FOLDER: c_int = 0x200;
const SAME_FILES: c_int = 0x400;
const WAIT_FOR_IT: c_int = 0x4000;
/// `waitpid` is to find processes that send no signal when they end.
const ALL_KINDS: c_int = 0x4000_0000;
const DO_NOT_WAIT: c_int = 1;
const KILL: c_int = 9;

/// True if this process is a worker.
static IS_WORKER: AtomicBool = AtomicBool::new(false);

/// Returns true if this process is a worker.
pub fn is_worker() -> bool {
    IS_WORKER.load(Ordering::Relaxed)
}

/// Says that this process, which was made for a thread of a region, is a worker.
pub fn become_worker() {
    IS_WORKER.store(true, Ordering::Relaxed);
}

/// Runs a function in another process with the same memory, while the calling thread waits. Returns the function's result.
///
/// # Safety
/// The function may be called with the argument, and `stack_top` is the end of a stack that nobody uses.
pub unsafe fn run_instead(start: Start, argument: *mut c_void, stack_top: usize) -> c_int {
    let stack = std::ptr::with_exposed_provenance_mut(stack_top);
    // SAFETY: the caller promises it.
    let process = unsafe { clone(start, stack, SAME_MEMORY | WAIT_FOR_IT, argument) };
    let mut status = -1;
    // SAFETY: the call writes the status.
    let ended = unsafe { waitpid(process, &raw mut status, ALL_KINDS) };
    if process > 0 && ended == process { status } else { -1 }
}

/// Begins a worker: a process that goes on at a function, with the files and the working directory of this one. None if the system refuses.
///
/// # Safety
/// As [`run_instead`]; the stack is in shared memory and stays until the process has ended.
pub unsafe fn begin(start: Start, argument: *mut c_void, stack_top: usize) -> Option<c_int> {
    let stack = std::ptr::with_exposed_provenance_mut(stack_top);
    // SAFETY: the caller promises it.
    let process = unsafe { clone(start, stack, SAME_FOLDER | SAME_FILES, argument) };
    (process > 0).then_some(process)
}

/// A worker sees to it that it ends with the process that made it.
pub fn end_with(parent: usize) {
    const SIGNAL_OF_PARENTS_DEATH: usize = 1;
    // SAFETY: the calls have numbers only.
    let now = unsafe {
        sys::call(sys::PRCTL, [SIGNAL_OF_PARENTS_DEATH, KILL as usize, 0, 0, 0, 0]);
        sys::call(sys::GETPPID, [0; 6])
    };
    if now.cast_unsigned() != parent {
        leave(1);
    }
}

/// The number of this process.
pub fn number() -> usize {
    // SAFETY: the call takes nothing.
    unsafe { sys::call(sys::GETPID, [0; 6]) }.cast_unsigned()
}

/// Ends this process and nothing else.
pub fn leave(status: c_int) -> ! {
    // SAFETY: every status is allowed.
    unsafe { _exit(status) }
}

/// Waits for the end of a worker that has done its work.
pub fn reap(seat: &Seat) {
    let process = seat.process.swap(0, Ordering::Relaxed);
    let mut status = 0;
    // SAFETY: the call writes the status.
    if process > 0 && unsafe { waitpid(process, &raw mut status, ALL_KINDS) } == process && status != 0 {
        ended(seat, process, status);
    }
}

/// Looks whether a process that this one made has ended before its work was done. Whoever waits calls it now and then.
pub fn watch() {
    for seat in team::seats_of_levels() {
        let process = seat.process.load(Ordering::Relaxed);
        let mut status = 0;
        // SAFETY: the call writes the status. Processes that are not of this one are not found.
        let is_over =
            process > 0 && unsafe { waitpid(process, &raw mut status, ALL_KINDS | DO_NOT_WAIT) } == process;
        if is_over && seat.is_done.load(Ordering::Acquire) {
            seat.process.store(0, Ordering::Relaxed);
        } else if is_over {
            ended(seat, process, status);
        }
    }
}

/// A worker has ended that should not have: by a signal, or because the program called `exit` in it. The program ends too, with the status
/// that shells give a program that a signal ended, or with that of the call.
fn ended(seat: &Seat, process: c_int, status: c_int) -> ! {
    let (number, exit) = (status & 0x7f, status >> 8 & 0xff);
    seat.process.store(0, Ordering::Relaxed);
    if number != 0 && !world().is_over.swap(true, Ordering::SeqCst) {
        let thread = seat.head.id;
        let text = format!("thread {thread} of a team (process {process}) was ended by signal {number}");
        system::say(Condition::WorkerDied, &text);
    }
    for other in team::seats_of_levels() {
        let process = other.process.load(Ordering::Relaxed);
        if process > 0 {
            // SAFETY: the process is one that this one made, and has not been waited for; others are not found.
            unsafe { kill_own(process) };
        }
    }
    system::end_program(if number == 0 { exit } else { 128 + number })
}

/// Ends a process if this one made it.
///
/// # Safety
/// None; the number may be that of a process of another one's.
unsafe fn kill_own(process: c_int) {
    let mut status = 0;
    // SAFETY: the call writes the status.
    if unsafe { waitpid(process, &raw mut status, ALL_KINDS | DO_NOT_WAIT) } == 0 {
        // SAFETY: it is a process of this one's, and still there.
        unsafe {
            kill(process, KILL);
            waitpid(process, &raw mut status, ALL_KINDS);
        }
    }
}
