//! The details of an event that are not those of its cause.

use std::ffi::{c_char, c_void};

/// The details of an event.
#[derive(Clone, Copy, Debug)]
pub enum Detail {
    /// There are none.
    None,
    /// A part of the memory of host and device.
    Data {
        /// The variable, or null.
        variable: *const c_char,
        /// The number of bytes.
        bytes: usize,
        /// The address on the host, or null.
        host: *const c_void,
        /// The address on the device.
        device: *const c_void,
    },
    /// The number of gangs that are launched, 0 if the device chooses.
    Gangs(usize),
}
