//! Stacks in shared memory: of workers, and further ones for tasks that make tasks that make tasks.

use crate::heap;
use crate::settings::settings;
use crate::sys::{self, PAGE};
use std::arch::asm;
use std::ffi::c_void;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};

const USUAL: usize = 8 << 20;
const LEAST: usize = 64 << 10;
const KEPT: usize = 64;

/// Stacks that nobody uses now. They stay for the next region.
static FREE: [AtomicPtr<c_void>; KEPT] = [const { AtomicPtr::new(ptr::null_mut()) }; KEPT];
static FREE_COUNT: AtomicU32 = AtomicU32::new(0);

/// How far down the stack that this process runs on may grow.
static LIMIT: AtomicUsize = AtomicUsize::new(0);

/// The bytes of a stack: `OMP_STACKSIZE`, and a page that nobody may use.
fn bytes() -> usize {
    let asked = settings().stack_size.unwrap_or(USUAL);
    sys::page_above(asked.max(LEAST)) + PAGE
}

/// Returns a stack; null if there is no memory.
pub fn take() -> *mut c_void {
    let count = FREE_COUNT.load(Ordering::Relaxed);
    if count == 0 {
        return heap::aligned_alloc(PAGE, bytes());
    }
    FREE_COUNT.store(count - 1, Ordering::Relaxed);
    FREE[count as usize - 1].load(Ordering::Relaxed)
}

/// Takes back a stack.
///
/// # Safety
/// [`take`] gave it, and nobody uses it any more.
pub unsafe fn give_back(stack: *mut c_void) {
    let count = FREE_COUNT.load(Ordering::Relaxed) as usize;
    if let Some(place) = FREE.get(count) {
        place.store(stack, Ordering::Relaxed);
        FREE_COUNT.store(count as u32 + 1, Ordering::Relaxed);
    } else {
        // SAFETY: the caller promises it.
        unsafe { heap::free(stack) };
    }
}

/// Where a stack begins: it grows from there to its first byte.
pub fn top(stack: *mut c_void) -> usize {
    stack.expose_provenance() + bytes()
}

/// A new process runs on a stack. Its last page becomes unreadable in this process, which must not write beyond it. The free stacks belong
/// to the process that made this one.
pub fn begin_on(stack: *mut c_void) {
    FREE_COUNT.store(0, Ordering::Relaxed);
    // SAFETY: nobody uses the last page of a stack.
    unsafe { sys::call(sys::MPROTECT, [stack.addr(), PAGE, 0, 0, 0, 0]) };
    limit_to(stack.addr() + PAGE);
}

/// The stack that this process runs on ends there.
pub fn limit_to(address: usize) {
    LIMIT.store(address, Ordering::Relaxed);
}

/// Calls a function; on a further stack if less than a quarter of this one is left.
///
/// # Safety
/// The function may be called with the argument.
pub unsafe fn call_with_room(function: unsafe extern "C" fn(*mut c_void), argument: *mut c_void) {
    let mark = 0_u8;
    let left = ptr::from_ref(&mark).addr().saturating_sub(LIMIT.load(Ordering::Relaxed));
    if left > bytes() / 4 {
        // SAFETY: the caller promises it.
        return unsafe { function(argument) };
    }
    let stack = take();
    if stack.is_null() {
        // SAFETY: as above. The stack may end, which the system notices.
        return unsafe { function(argument) };
    }
    let outer = LIMIT.swap(stack.addr() + PAGE, Ordering::Relaxed);
    // SAFETY: the caller promises it, and the stack is used by nobody else.
    unsafe { call_on(top(stack), function, argument) };
    LIMIT.store(outer, Ordering::Relaxed);
    // SAFETY: the function has returned.
    unsafe { give_back(stack) };
}

/// Calls a function on another stack.
///
/// # Safety
/// The function may be called with the argument, and the stack is used by nobody else.
unsafe fn call_on(top: usize, function: unsafe extern "C" fn(*mut c_void), argument: *mut c_void) {
    // SAFETY: the register that keeps the old stack is one that functions leave as it is; the top is aligned to a page.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        asm!("xchg rsp, r12", "call {function}", "mov rsp, r12", function = in(reg) function, in("rdi") argument,
            inout("r12") top => _, clobber_abi("C"));
    }
    // SAFETY: as above.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("mov x20, sp", "mov sp, {top}", "blr {function}", "mov sp, x20", top = in(reg) top, function = in(reg) function,
            in("x0") argument, out("x20") _, clobber_abi("C"));
    }
}
