//! Variables with storage of their own on each device, of which generated code tells before `main`.

use crate::openacc::handle::Extent;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A variable with storage of its own on each device.
#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub(crate) host: Extent,
    pub(crate) name: String,
    /// true if the copy is initialized with the value of the host's variable.
    pub(crate) is_copied: bool,
    /// true if the variable holds numbers and pointers alone.
    pub(crate) are_values: bool,
}

fn known() -> MutexGuard<'static, Vec<Global>> {
    static KNOWN: Mutex<Vec<Global>> = Mutex::new(Vec::new());
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds a variable.
pub(crate) fn add(global: Global) {
    known().push(global);
}

/// Returns the variables.
pub(crate) fn globals() -> Vec<Global> {
    known().clone()
}
