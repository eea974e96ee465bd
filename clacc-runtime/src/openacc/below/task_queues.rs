//! The queues and causes of tasks: a construct with `async` is a task, whose calls of libomptarget come from another thread.
//!
//! A directive with a queue asks for the address of the queue, and then gives libomp a task that depends on it. So the thread
//! remembers which queue an address means, and libomp's functions that take tasks are defined here: the task's function is
//! replaced by one that says, in the thread that runs it, what the task belongs to. That is done only while events are wanted.

use super::symbols::{Dependence, Ident, Task, TaskEntry};
use crate::openacc::handle::Address;
use crate::profile::cause::Cause;
use crate::profile::dispatch;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::{Mutex, OnceLock, PoisonError};

type TakeWithDependences =
    unsafe extern "C" fn(*const Ident, i32, *mut Task, i32, *const Dependence, i32, *const Dependence) -> i32;
type Take = unsafe extern "C" fn(*const Ident, i32, *mut Task) -> i32;

thread_local! {
    /// The queues that the thread used, by the addresses that stand for them.
    static KNOWN: RefCell<BTreeMap<Address, isize>> = const { RefCell::new(BTreeMap::new()) };
    /// The queue of the task that the thread runs.
    static CURRENT: Cell<Option<isize>> = const { Cell::new(None) };
}

/// Notes that the calling thread puts something on a queue.
pub fn note(address: Address, queue: isize) {
    let _ = KNOWN.try_with(|known| known.borrow_mut().insert(address, queue));
}

/// The queue that an address means for the calling thread.
fn queue_at(address: Address) -> Option<isize> {
    KNOWN.try_with(|known| known.borrow().get(&address).copied()).ok().flatten()
}

/// The queue of the task that the calling thread runs.
pub(super) fn of_current_task() -> Option<isize> {
    CURRENT.try_with(Cell::get).ok().flatten()
}

/// The original function of a task, with its queue and its announced directive.
#[derive(Clone, Copy)]
struct Origin {
    entry: TaskEntry,
    queue: Option<isize>,
    announced: Option<Cause>,
}

/// The tasks that have not begun, by their addresses.
static WAITING: Mutex<BTreeMap<Address, Origin>> = Mutex::new(BTreeMap::new());

/// Replaces the function of a task whose thread should know its queue or its directive.
///
/// # Safety
/// The task is one of the compiler that has not been given to libomp yet, with so many dependences.
unsafe fn watch(task: *mut Task, count: i32, list: *const Dependence) {
    let count = if list.is_null() { 0 } else { usize::try_from(count).unwrap_or(0) };
    // SAFETY: the caller promises so many.
    let mut addresses = (0..count).rev().map(|at| unsafe { (*list.add(at)).address() });
    let queue = addresses.find_map(queue_at);
    let announced = dispatch::cause().filter(|cause| cause.is_announced);
    if queue.is_none() && announced.is_none() {
        return;
    }
    // SAFETY: nobody else uses the task yet.
    let task = unsafe { &mut *task };
    if let Some(entry) = task.routine {
        let origin = Origin { entry, queue, announced };
        let key = std::ptr::from_mut(task).addr();
        WAITING.lock().unwrap_or_else(PoisonError::into_inner).insert(key, origin);
        task.routine = Some(begin);
    }
}

/// Runs a task whose function was replaced. It gets its own function back first, which runs all further parts of it.
unsafe extern "C" fn begin(thread: i32, task: *mut Task) -> i32 {
    let origin = WAITING.lock().unwrap_or_else(PoisonError::into_inner).remove(&task.addr());
    let Some(Origin { entry, queue, announced }) = origin else { return 0 };
    // SAFETY: libomp passes a task that this thread alone runs.
    unsafe { (*task).routine = Some(entry) };
    let before = CURRENT.try_with(|current| current.replace(queue)).ok().flatten();
    if let Some(cause) = announced {
        dispatch::enter(cause);
    }
    // SAFETY: it is the function that the compiler gave the task.
    let result = unsafe { entry(thread, task) };
    if announced.is_some() {
        dispatch::leave();
    }
    let _ = CURRENT.try_with(|current| current.set(before));
    result
}

/// libomp's function that takes a task with dependences.
///
/// # Safety
/// Only compiled code may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __kmpc_omp_task_with_deps(
    place: *const Ident,
    thread: i32,
    task: *mut Task,
    count: i32,
    list: *const Dependence,
    others: i32,
    other_list: *const Dependence,
) -> i32 {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libomp's function of this name has this type.
    let next = unsafe { super::hidden::<TakeWithDependences>(&NEXT, c"__kmpc_omp_task_with_deps") };
    let Some(next) = next else { return 0 };
    if dispatch::is_on() {
        // SAFETY: compiled code passes a task that is not yet given to libomp.
        unsafe { watch(task, count, list) };
    }
    // SAFETY: the arguments are passed on.
    unsafe { next(place, thread, task, count, list, others, other_list) }
}

/// libomp's function that takes a task.
///
/// # Safety
/// Only compiled code may call it.
#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __kmpc_omp_task(place: *const Ident, thread: i32, task: *mut Task) -> i32 {
    static NEXT: OnceLock<Option<Address>> = OnceLock::new();
    // SAFETY: libomp's function of this name has this type.
    let Some(next) = (unsafe { super::hidden::<Take>(&NEXT, c"__kmpc_omp_task") }) else { return 0 };
    if dispatch::is_on() {
        // SAFETY: compiled code passes a task that is not yet given to libomp.
        unsafe { watch(task, 0, std::ptr::null()) };
    }
    // SAFETY: the arguments are passed on.
    unsafe { next(place, thread, task) }
}

/// Returns the addresses of the functions defined here.
pub(super) fn own_definitions() -> [Address; 2] {
    let with: TakeWithDependences = __kmpc_omp_task_with_deps;
    let without: Take = __kmpc_omp_task;
    [with as *const c_void, without as *const c_void].map(<*const c_void>::expose_provenance)
}
