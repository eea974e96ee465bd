//! The interface to the OpenMP runtime below: devices, their data, and ordered tasks.

use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Device, DeviceType, Extent};
use std::sync::OnceLock;

/// How much of an extent is on a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// None of it.
    Absent,
    /// Some of it, or all of it in pieces.
    Partly,
    /// All of it, with its first byte at this address of the device.
    Fully(Address),
}

/// How data leaves a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// Copy the bytes to the host when the data is deleted (`copyout` does, `delete` does not).
    pub copy_out: bool,
    /// Delete the data whatever its dynamic reference counter is.
    pub finalize: bool,
}

/// The direction of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// `update device`.
    ToDevice,
    /// `update self`.
    ToHost,
}

/// The work of a task.
pub type Job = Box<dyn FnOnce() + Send>;

/// A runtime below this library. Devices are numbered from zero. The host has no number.
pub trait Binding: Send + Sync {
    /// The name of the runtime, for `acc_property_driver`.
    fn name(&self) -> &'static str;

    /// Returns the number of devices with a memory of their own. It never changes.
    fn device_count(&self) -> i32;

    /// Returns the type of a device: its architecture if that is known, or else `NotHost`.
    fn device_type(&self, device: i32) -> DeviceType;

    /// Returns how many bytes of memory a device has, and how many of them were free when the library
    /// started. Both are zero if the runtime does not know them.
    fn memory_of(&self, device: i32) -> (usize, usize);

    /// Returns the device that the calling thread's next construct would use.
    fn current_device(&self) -> Device;

    /// Makes the calling thread's next constructs use a device.
    fn set_current_device(&self, device: Device);

    /// Returns the tasks, which implement queues.
    fn tasks(&self) -> &dyn Tasks;

    /// Returns the data of the devices.
    fn memory(&self) -> &dyn DeviceData;
}

/// The data environment of the devices, shared with the directives of the program.
pub trait DeviceData: Send + Sync {
    /// Returns how much of the extent is on the device. An empty extent is present if its address is.
    fn presence(&self, device: i32, extent: Extent) -> Presence;

    /// Returns the address on the device of the data at an address of the host.
    fn device_address(&self, device: i32, host: Address) -> Option<Address>;

    /// Returns the address on the host of the data at an address of the device.
    fn host_address(&self, device: i32, address: Address) -> Option<Address>;

    /// Increments the reference counter of data. Data that was absent is allocated first, and then copied if
    /// `copy_in` is set.
    fn enter(&self, device: i32, extent: Extent, copy_in: bool) -> Result<Address, Fault>;

    /// Decrements the reference counter of data, and deletes the data if the counter reaches zero. Absent
    /// data is ignored.
    fn exit(&self, device: i32, extent: Extent, leave: Leave) -> Result<(), Fault>;

    /// Copies data that is present.
    fn update(&self, device: i32, extent: Extent, direction: Direction) -> Result<(), Fault>;

    /// Makes device memory the copy of host data.
    fn map(&self, device: i32, extent: Extent, address: Address) -> Result<(), Fault>;

    /// Undoes [`DeviceData::map`] of the same extent.
    fn unmap(&self, device: i32, extent: Extent) -> Result<(), Fault>;

    /// Allocates device memory.
    fn allocate(&self, device: i32, bytes: usize) -> Result<Address, Fault>;

    /// Frees device memory.
    fn release(&self, device: i32, address: Address);

    /// Copies bytes between memories.
    fn copy(&self, to: (Device, Address), from: (Device, Address), bytes: usize) -> Result<(), Fault>;

    /// Returns the value of the device's copy of the pointer at `pointer`; none if it is not present.
    fn pointer_value(&self, device: i32, pointer: Address) -> Option<Address>;

    /// Makes the device's copy of the pointer at `pointer`, which points to `target`, point to the device's copy of
    /// that memory. The pointer and the byte at `part` of the memory must be present.
    fn attach(&self, device: i32, pointer: Address, target: Address, part: Address) -> Result<(), Fault>;

    /// Sets the device's copy of the pointer at `pointer` to the value `target` again. The pointer must be
    /// present.
    fn detach(&self, device: i32, pointer: Address, target: Address) -> Result<(), Fault>;
}

/// Tasks that are ordered by the addresses that stand for queues.
pub trait Tasks: Send + Sync {
    /// Waits until the tasks of the calling thread that depend on the address are done.
    fn wait(&self, queue: Address);

    /// Waits for all tasks of the calling thread.
    fn wait_all(&self);

    /// Waits like [`Self::wait`] for the sake of the library, of which the program knows nothing.
    fn settle(&self, queue: Address) {
        self.wait(queue);
    }

    /// Lets the job run in the order of the queue `own`, and after earlier tasks of other queues. A binding may let later tasks of those run
    /// after the job too. The job may run before this method returns.
    fn enqueue(&self, own: Address, after: &[Address], job: Job);

    /// Whether jobs that the calling thread enqueues run while the thread goes on.
    fn overlaps(&self) -> bool;

    /// Gives tasks an opportunity to run.
    fn progress(&self);
}

/// Makes the binding to devices of this library, if the user has asked for them.
pub type MakeOwn = fn() -> Option<Box<dyn Binding>>;

static OWN: OnceLock<MakeOwn> = OnceLock::new();

/// Offers devices of this library. They are asked for before any runtime below is looked for.
pub fn offer(make: MakeOwn) {
    let _ = OWN.set(make);
}

/// Returns the binding to devices of this library, if there are any and the user has asked for them.
pub fn own() -> Option<Box<dyn Binding>> {
    OWN.get().and_then(|make| make())
}
