//! The region that a thread runs on a device.

use super::devices::Device;
use super::shadow::Shadow;
use super::site::Construct;
use super::watched;
use crate::openacc::handle::{Address, Extent};
use crate::threads::lent;
use std::cell::Cell;
use std::ptr;

/// The value of a pointer with which a region was called although it points to no copy.
#[derive(Clone, Debug)]
pub(crate) struct Stranger {
    pub(crate) name: String,
    pub(crate) value: Address,
    /// The size of what it points to; zero if that is not known.
    pub(crate) element: usize,
}

/// A variable that a clause leaves on the host if it has no copy.
#[derive(Clone, Debug)]
pub(crate) struct Absent {
    pub(crate) name: String,
    pub(crate) extent: Extent,
}

/// An access of device code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    pub(crate) extent: Extent,
    pub(crate) writes: bool,
}

/// A region that runs.
pub(crate) struct Kernel {
    pub(crate) device: &'static Device,
    /// That of the device's arena.
    pub(crate) shadow: Shadow,
    /// The state of bytes that this region has written.
    pub(crate) written: u8,
    /// The first address of the states or of the readers, and the value there of bytes that this region has read.
    pub(crate) read: (Address, u8),
    /// The first address on the stack that does not belong to the body.
    pub(crate) top: Address,
    pub(crate) construct: Construct,
    pub(crate) strangers: Vec<Stranger>,
    pub(crate) absent: Vec<Absent>,
    /// The segment with constants that was read last.
    pub(crate) constants: Cell<Extent>,
}

thread_local! {
    static RUNNING: Cell<*const Kernel> = const { Cell::new(ptr::null()) };
}

/// The region that the calling thread runs.
#[inline]
pub(crate) fn with_running<R>(look: impl FnOnce(&Kernel) -> R) -> Option<R> {
    let running = RUNNING.get();
    // SAFETY: `run` keeps the kernel until the thread runs it no more.
    unsafe { running.as_ref() }.map(look)
}

/// Runs the body of a region. Memory of this library that it uses is noted.
pub(crate) fn run(kernel: &Kernel, body: impl FnOnce()) {
    let before = RUNNING.replace(kernel);
    watched::begin();
    lent::during(body);
    watched::end();
    RUNNING.set(before);
}
