//! Attachment counters (OpenACC 3.4 2.6.8).
//!
//! The library counts what routines attach, and translated directives for the members of structs call such routines. Attachments that the
//! OpenMP runtime makes for a directive are not counted anywhere; only the value of the device's pointer shows it.

use crate::openacc::handle::Address;
use std::collections::BTreeMap;

/// The pointers that routines attached, by device and by their addresses.
#[derive(Debug, Default)]
pub struct Attachments(pub(crate) BTreeMap<(i32, Address), Counter>);

impl Attachments {
    /// Returns whether no routine has a pointer attached.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The attachment counter of a pointer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter {
    /// The increments by routines.
    pub(crate) by_routines: u64,
    /// True if a directive had attached the pointer before. How often is not known.
    pub(crate) by_directive: bool,
}

impl Counter {
    /// Counts an attachment. A pointer that does not point to the target is attached anew, whatever the counter was:
    /// the data around it may have been on the device before, or the pointer may have had another value.
    pub(crate) fn increment(&mut self, points_there: bool) {
        if points_there {
            self.by_directive |= self.by_routines == 0;
            self.by_routines += 1;
        } else {
            *self = Counter { by_routines: 1, by_directive: false };
        }
    }

    /// Counts a detachment.
    pub(crate) fn decrement(&mut self, finalize: bool) {
        self.by_routines = if finalize { 0 } else { self.by_routines.saturating_sub(1) };
    }
}
