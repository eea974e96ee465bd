//! The values of the pointers of one device that are attached, so that they stay when the data around them is copied.

use crate::openacc::handle::{Address, Extent};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The values of an attached pointer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attachment {
    /// The value of the host's pointer.
    pub(crate) on_host: Address,
    /// The value of the device's.
    pub(crate) on_device: Address,
}

/// The attached pointers, by their addresses on the host.
#[derive(Debug, Default)]
pub(crate) struct AttachedValues(Mutex<BTreeMap<Address, Attachment>>);

impl AttachedValues {
    /// Returns the attached pointers that begin in an extent.
    pub(crate) fn within(&self, extent: Extent) -> Vec<(Address, Attachment)> {
        let attached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        attached.range(extent.start..extent.end()).map(|(place, attachment)| (*place, *attachment)).collect()
    }

    /// Notes the values of a pointer, or that it is attached no more.
    pub(crate) fn set(&self, pointer: Address, attachment: Option<Attachment>) {
        let mut attached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match attachment {
            Some(attachment) => attached.insert(pointer, attachment),
            None => attached.remove(&pointer),
        };
    }
}
