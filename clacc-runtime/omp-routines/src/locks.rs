//! Lock routines (18.9).
//!
//! The objects are those of gcc's `omp.h` too: `omp_lock_t` has four bytes, `omp_nest_lock_t` sixteen. So objects that
//! were compiled with that header work with these routines. A zeroed `omp_lock_t` is a free lock.

use crate::mutex::Mutex;
use crate::runtime::{Icv, get};
use crate::system::fail;
use core::sync::atomic::{AtomicI32, AtomicI64, Ordering};

/// `omp_nest_lock_t`: a lock that its task can set again.
#[derive(Debug)]
#[repr(C)]
pub struct NestLock {
    lock: Mutex,
    /// How often the owner has set it; only the owner reads and writes it.
    depth: AtomicI32,
    /// The task that has it, or [`NOBODY`]. A task finds its own number here only if it wrote it itself.
    owner: AtomicI64,
}

/// No task has this number.
const NOBODY: i64 = -1;

impl NestLock {
    const fn new() -> Self {
        Self { lock: Mutex::new(), depth: AtomicI32::new(0), owner: AtomicI64::new(NOBODY) }
    }

    /// Sets the lock, with `take` if no task of the caller's has it. Returns how often it is set now, or 0.
    fn set(&self, take: impl FnOnce(&Mutex) -> bool) -> i32 {
        let task = get(Icv::Task);
        if self.owner.load(Ordering::Relaxed) == task {
            return self.deepen();
        }
        if !take(&self.lock) {
            return 0;
        }
        self.owner.store(task, Ordering::Relaxed);
        self.depth.store(1, Ordering::Relaxed);
        1
    }

    fn deepen(&self) -> i32 {
        let Some(depth) = self.depth.load(Ordering::Relaxed).checked_add(1) else {
            fail(format_args!("omp_set_nest_lock: the lock is set more often than an int counts"));
        };
        self.depth.store(depth, Ordering::Relaxed);
        depth
    }

    fn unset(&self) {
        if self.owner.load(Ordering::Relaxed) != get(Icv::Task) {
            fail(format_args!("omp_unset_nest_lock: the task does not have the lock"));
        }
        let depth = self.depth.load(Ordering::Relaxed) - 1;
        self.depth.store(depth, Ordering::Relaxed);
        if depth == 0 {
            self.owner.store(NOBODY, Ordering::Relaxed);
            self.lock.give_back();
        }
    }
}

/// Whether another thread can run while the caller looks. It may be the one that has the lock, even if there are more threads than processors:
/// to sleep and to be woken costs more than the few looks.
fn others_run() -> bool {
    get(Icv::Processors) > 1
}

/// Waits for a lock, and says that it has it.
fn wait_for(lock: &Mutex) -> bool {
    lock.take(others_run);
    true
}

/// The lock in an object of the program.
///
/// # Safety
/// The pointer is that of an `omp_lock_t` which lives during the routine, as OpenMP demands of the program.
unsafe fn simple<'l>(lock: *const Mutex) -> &'l Mutex {
    // SAFETY: the caller promises it.
    unsafe { &*lock }
}

/// The lock in an object of the program.
///
/// # Safety
/// The pointer is that of an `omp_nest_lock_t` which lives during the routine, as OpenMP demands of the program.
unsafe fn nestable<'l>(lock: *const NestLock) -> &'l NestLock {
    // SAFETY: the caller promises it.
    unsafe { &*lock }
}

/// Makes a free lock (18.9.1).
///
/// # Safety
/// The pointer is that of an object which no thread uses as a lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_lock(lock: *mut Mutex) {
    // SAFETY: the caller promises it.
    unsafe { lock.write(Mutex::new()) };
}

/// Makes a free nestable lock (18.9.1).
///
/// # Safety
/// As for [`omp_init_lock`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_nest_lock(lock: *mut NestLock) {
    // SAFETY: the caller promises it.
    unsafe { lock.write(NestLock::new()) };
}

/// Makes a free lock (18.9.2). There is one kind of lock, whatever the hint.
///
/// # Safety
/// As for [`omp_init_lock`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_lock_with_hint(lock: *mut Mutex, _hint: u32) {
    // SAFETY: the caller promises it.
    unsafe { lock.write(Mutex::new()) };
}

/// Makes a free nestable lock (18.9.2).
///
/// # Safety
/// As for [`omp_init_lock`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_init_nest_lock_with_hint(lock: *mut NestLock, _hint: u32) {
    // SAFETY: the caller promises it.
    unsafe { lock.write(NestLock::new()) };
}

/// Ends the life of a free lock (18.9.3). It has nothing that must be given back.
#[unsafe(no_mangle)]
pub extern "C" fn omp_destroy_lock(_lock: *mut Mutex) {}

/// Ends the life of a free nestable lock (18.9.3).
#[unsafe(no_mangle)]
pub extern "C" fn omp_destroy_nest_lock(_lock: *mut NestLock) {}

/// Waits until the lock is free, and sets it (18.9.4).
///
/// # Safety
/// The pointer is that of a lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_set_lock(lock: *mut Mutex) {
    // SAFETY: the caller promises it.
    wait_for(unsafe { simple(lock) });
}

/// Waits until the lock is free or the task's own, and sets it once more (18.9.4).
///
/// # Safety
/// The pointer is that of a nestable lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_set_nest_lock(lock: *mut NestLock) {
    // SAFETY: the caller promises it.
    unsafe { nestable(lock) }.set(wait_for);
}

/// Frees the lock (18.9.5).
///
/// # Safety
/// The pointer is that of a lock that the task has set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_unset_lock(lock: *mut Mutex) {
    // SAFETY: the caller promises it.
    unsafe { simple(lock) }.give_back();
}

/// Takes one setting back, and frees the lock with the last one (18.9.5). A task that does not have the lock is told so,
/// and the program aborts.
///
/// # Safety
/// The pointer is that of a nestable lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_unset_nest_lock(lock: *mut NestLock) {
    // SAFETY: the caller promises it.
    unsafe { nestable(lock) }.unset();
}

/// Sets the lock if it is free, and returns whether it did (18.9.6).
///
/// # Safety
/// The pointer is that of a lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_test_lock(lock: *mut Mutex) -> i32 {
    // SAFETY: the caller promises it.
    i32::from(unsafe { simple(lock) }.try_take())
}

/// Sets the lock if it is free or the task's own, and returns how often it is set, or 0 (18.9.6).
///
/// # Safety
/// The pointer is that of a nestable lock.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_test_nest_lock(lock: *mut NestLock) -> i32 {
    // SAFETY: the caller promises it.
    unsafe { nestable(lock) }.set(Mutex::try_take)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locks_have_the_sizes_of_the_header() {
        assert_eq!((size_of::<Mutex>(), align_of::<Mutex>()), (4, 4));
        assert_eq!((size_of::<NestLock>(), align_of::<NestLock>()), (16, 8));
    }
}
