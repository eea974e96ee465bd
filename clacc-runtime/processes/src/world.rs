//! What all processes of the program share, apart from the program's own memory: one object at the beginning of the shared heap.

use crate::generators::Generators;
use crate::heap;
use crate::persona::Persona;
use crate::wait::lock::{Processes, WordLock};
use clacc_runtime_core::exclusion::ObjectLocks;
use clacc_runtime_core::icvs::DeviceVariable;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64};

/// How many threads of outermost teams keep their threadprivate variables from region to region.
pub const MOST_PERSONAS: usize = 1024;

/// The object.
#[derive(Debug)]
pub struct World {
    /// The lock of `critical` without a name.
    pub unnamed: WordLock,
    /// The locks of atomic updates.
    pub atomics: ObjectLocks<Processes>,
    /// The processes that run in teams, but for the first one.
    pub running: AtomicU32,
    /// The number of the last task.
    pub tasks: AtomicU64,
    /// Guards `keys`.
    pub keys_lock: WordLock,
    /// The number of the last threadprivate variable.
    pub keys: AtomicU32,
    /// What the threads of outermost teams keep, by their numbers.
    pub personas: [AtomicPtr<Persona>; MOST_PERSONAS],
    /// Whether a message has said why the program ends.
    pub is_over: AtomicBool,
    /// Whether the program's memory is shared.
    pub is_shared: AtomicBool,
    /// nteams-var and teams-thread-limit-var.
    pub teams: DeviceVariable,
    /// See `teams`.
    pub teams_thread_limit: DeviceVariable,
    /// The generators of random numbers.
    pub generators: Generators,
}

const _: () = assert!(size_of::<World>() <= heap::FIRST_OBJECT_BYTES);

/// The object. Its first bytes are zero, which is its beginning.
#[inline]
pub fn world() -> &'static World {
    // SAFETY: the heap reserves aligned room for it, which is zero at first, and all of it is atomic or under a lock.
    unsafe { &*heap::shared().first_object().cast::<World>() }
}
