//! Locks of processes. How they sleep is in `watched`.

use clacc_runtime_core::lock;

/// The processes of the program, as those who wait for a lock.
#[derive(Debug, Default)]
pub struct Processes;

/// A lock in shared memory.
pub type WordLock = lock::WordLock<Processes>;
