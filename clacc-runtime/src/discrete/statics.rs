//! Variables with storage in device code, of which generated code tells before `main`.

use crate::openacc::handle::{Address, Extent};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A variable with storage on the host and in device code.
#[derive(Clone, Debug)]
pub(crate) struct Global {
    pub(crate) host: Extent,
    pub(crate) device: Address,
    pub(crate) name: String,
}

#[derive(Debug, Default)]
struct Known {
    globals: Vec<Global>,
    /// The storage in device code, that of the globals too.
    storage: Option<Arc<[Extent]>>,
}

fn known() -> MutexGuard<'static, Known> {
    static KNOWN: Mutex<Known> = Mutex::new(Known { globals: Vec::new(), storage: None });
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Adds storage that device code may use.
pub(crate) fn add_storage(extent: Extent) {
    let mut known = known();
    let before = known.storage.take();
    known.storage = Some(before.iter().flat_map(|all| all.iter().copied()).chain([extent]).collect());
}

/// Adds a variable.
pub(crate) fn add_global(global: Global) {
    add_storage(Extent { start: global.device, bytes: global.host.bytes });
    known().globals.push(global);
}

/// Returns the storage that device code may use.
pub(crate) fn storage() -> Arc<[Extent]> {
    known().storage.clone().unwrap_or_else(|| Arc::new([]))
}

/// Returns the variables.
pub(crate) fn globals() -> Vec<Global> {
    known().globals.clone()
}
