//! Tasking and resource relinquishing routines (18.5, 18.6).

use crate::devices::is_device;
use crate::runtime::{self, Icv, get};
use crate::settings::{Number, OMP_MAX_TASK_PRIORITY};

/// The kinds of `omp_pause_resource_t` (18.6.1): soft and hard.
const PAUSES: core::ops::RangeInclusive<i32> = 1..=2;

static MAX_PRIORITY: Number = Number::unread(OMP_MAX_TASK_PRIORITY);

/// The greatest value of the clause `priority` (18.5.1). It is a hint, which the library does not follow.
#[unsafe(no_mangle)]
pub extern "C" fn omp_get_max_task_priority() -> i32 {
    MAX_PRIORITY.get()
}

/// Whether the current task is an explicit one (18.5.2).
#[unsafe(no_mangle)]
pub extern "C" fn omp_in_explicit_task() -> i32 {
    i32::from(get(Icv::InExplicit) > 0)
}

/// Whether the current task is final (18.5.3).
#[unsafe(no_mangle)]
pub extern "C" fn omp_in_final() -> i32 {
    i32::from(get(Icv::InFinal) > 0)
}

/// Fulfils the event of a task with the clause `detach` (18.11.1). The handle is the address of the event.
///
/// # Safety
/// The clause gave the handle, and the event has not been fulfilled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn omp_fulfill_event(event: usize) {
    // SAFETY: the caller promises it.
    unsafe { runtime::fulfill(core::ptr::with_exposed_provenance_mut(event)) };
}

/// Lets the library give resources of a device back (18.6.1). It may keep them, and does: the threads of the pool sleep.
/// Returns 0, or -1 where no pause is allowed.
#[unsafe(no_mangle)]
pub extern "C" fn omp_pause_resource(kind: i32, device: i32) -> i32 {
    let is_allowed = PAUSES.contains(&kind) && is_device(device) && get(Icv::ActiveLevel) <= 0;
    if is_allowed { 0 } else { -1 }
}

/// Like [`omp_pause_resource`] for all devices (18.6.2).
#[unsafe(no_mangle)]
pub extern "C" fn omp_pause_resource_all(kind: i32) -> i32 {
    omp_pause_resource(kind, crate::devices::host())
}
