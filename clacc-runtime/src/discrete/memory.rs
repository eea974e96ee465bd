//! The copies of a present table, in the arena of a device.

use super::arena::Arena;
use super::origin;
use super::shadow::WRITTEN;
use crate::openacc::attached_values::AttachedValues;
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Extent};
use crate::openacc::present::Memory;
use crate::openacc::system;
use std::sync::{Mutex, PoisonError};

/// Addresses for a variable of which members are on the device one by one. Each lies where it lies in the variable.
#[derive(Clone, Copy, Debug)]
struct Frame {
    host: Extent,
    address: Address,
    /// How many members are there.
    members: usize,
}

/// The memory of the copies.
#[derive(Debug)]
pub(crate) struct Copies {
    pub(crate) arena: &'static Arena,
    /// The pointers that keep their values when the data around them is copied.
    pub(crate) attached: AttachedValues,
    frames: Mutex<Vec<Frame>>,
}

impl Copies {
    pub(crate) fn new(arena: &'static Arena) -> Self {
        Self { arena, attached: AttachedValues::default(), frames: Mutex::default() }
    }

    /// Keeps addresses for a variable whose members come now.
    pub(crate) fn keep_frame(&self, host: Extent) -> Result<(), Fault> {
        let address = self.arena.take(host.bytes, host.start).ok_or(Fault::OutOfMemory)?;
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).push(Frame { host, address, members: 0 });
        Ok(())
    }

    /// Forgets kept addresses to which no member came.
    pub(crate) fn drop_empty_frames(&self) {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).retain(|frame| frame.members > 0);
    }

    fn place_in_frame(&self, extent: Extent) -> Option<Address> {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let frame = frames.iter_mut().rev().find(|frame| frame.host.contains(extent))?;
        frame.members += 1;
        Some(frame.address + (extent.start - frame.host.start))
    }

    fn leave_frame(&self, address: Address) {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let holds = |frame: &Frame| (frame.address..frame.address + frame.host.bytes).contains(&address);
        if let Some(at) = frames.iter().position(holds) {
            frames[at].members -= 1;
            if frames[at].members == 0 {
                frames.remove(at);
            }
        }
    }

    /// Writes a value of a pointer to the device.
    pub(crate) fn write_pointer(&self, to: Address, value: Address) {
        let from = std::ptr::from_ref(&value).expose_provenance();
        // SAFETY: the caller looked the address up: a copy of a pointer is there.
        unsafe { system::copy(to, from, size_of::<Address>()) };
        if self.arena.shadow.holds(to) {
            self.arena.shadow.set(to, size_of::<Address>(), WRITTEN);
        }
    }
}

impl Memory for Copies {
    fn allocate(&self, extent: Extent) -> Result<Address, Fault> {
        let Some(address) = self.place_in_frame(extent) else {
            let found = self.arena.allocate(extent.bytes, extent.start, origin::current());
            return found.ok_or(Fault::OutOfMemory);
        };
        self.arena.open(address, extent.bytes, origin::current());
        Ok(address)
    }

    fn release(&self, host: Address, address: Address) {
        // Pointers that leave the device are attached no more.
        let bytes = self.arena.block_of(address).map_or(0, |block| block.bytes);
        for (place, _) in self.attached.within(Extent { start: host, bytes }) {
            self.attached.set(place, None);
        }
        self.arena.free(address, origin::current());
        self.leave_frame(address);
    }

    fn copy_in(&self, address: Address, host: Address, bytes: usize) -> Result<(), Fault> {
        // SAFETY: the table gives memory of a copy, and the program promises that the host's data is there.
        unsafe { system::copy(address, host, bytes) };
        if self.arena.shadow.holds(address) {
            self.arena.shadow.set(address, bytes, WRITTEN);
        }
        for (place, attachment) in self.attached.within(Extent { start: host, bytes }) {
            self.write_pointer(address + (place - host), attachment.on_device);
        }
        Ok(())
    }

    fn copy_out(&self, host: Address, address: Address, bytes: usize) -> Result<(), Fault> {
        // SAFETY: as above.
        unsafe { system::copy(host, address, bytes) };
        for (place, attachment) in self.attached.within(Extent { start: host, bytes }) {
            let value = std::ptr::from_ref(&attachment.on_host).expose_provenance();
            // SAFETY: the pointer lies in the data that was just copied.
            unsafe { system::copy(place, value, size_of::<Address>()) };
        }
        Ok(())
    }
}
