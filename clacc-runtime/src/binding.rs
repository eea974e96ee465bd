//! What the library needs from the runtime below: devices, their data, and tasks in an order.

use crate::fault::Fault;
use crate::handle::{Address, Device, DeviceType, Extent};

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

/// What to do with the bytes when data leaves a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave {
    /// Copy them to the host when the data goes (`copyout`, not `delete`).
    pub copy_out: bool,
    /// Let the data go whatever its dynamic reference counter says.
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

/// What a task does when its turn comes.
pub type Job = Box<dyn FnOnce() + Send>;

/// A runtime below. Devices are numbered from zero; the host is none of them.
pub trait Binding: Send + Sync {
    /// The name of the runtime, for `acc_property_driver`.
    fn name(&self) -> &'static str;

    /// How many devices with a memory of their own there are; it does not change.
    fn device_count(&self) -> i32;

    /// The type of a device: its architecture where that is known, else `NotHost`.
    fn device_type(&self, device: i32) -> DeviceType;

    /// How many bytes of memory a device has, and how many of them were free when the library started; zeros when
    /// nothing is known.
    fn memory_of(&self, device: i32) -> (usize, usize);

    /// The device that the calling thread's next construct would use.
    fn current_device(&self) -> Device;

    /// Makes the calling thread's next constructs use a device.
    fn set_current_device(&self, device: Device);

    /// Tasks and queues.
    fn tasks(&self) -> &dyn Tasks;

    /// The data of the devices.
    fn memory(&self) -> &dyn DeviceData;
}

/// The data environment of the devices, shared with the directives of the program.
pub trait DeviceData: Send + Sync {
    /// How much of the extent is there. An empty extent is present when its address is.
    fn presence(&self, device: i32, extent: Extent) -> Presence;

    /// The address on the device that belongs to an address of the host.
    fn device_address(&self, device: i32, host: Address) -> Option<Address>;

    /// The other way round.
    fn host_address(&self, device: i32, address: Address) -> Option<Address>;

    /// Counts data in: allocates it when it was absent, and then copies it if asked to.
    fn enter(&self, device: i32, extent: Extent, copy_in: bool) -> Result<Address, Fault>;

    /// Counts data out; it goes when nothing counts it any more. Absent data is left alone.
    fn exit(&self, device: i32, extent: Extent, leave: Leave) -> Result<(), Fault>;

    /// Copies data that is present.
    fn update(&self, device: i32, extent: Extent, direction: Direction) -> Result<(), Fault>;

    /// Makes device memory the copy of host data.
    fn map(&self, device: i32, extent: Extent, address: Address) -> Result<(), Fault>;

    /// Undoes [`DeviceData::map`].
    fn unmap(&self, device: i32, host: Address) -> Result<(), Fault>;

    /// Device memory.
    fn allocate(&self, device: i32, bytes: usize) -> Result<Address, Fault>;

    /// Gives device memory back.
    fn release(&self, device: i32, address: Address);

    /// Copies bytes between memories.
    fn copy(&self, to: (Device, Address), from: (Device, Address), bytes: usize) -> Result<(), Fault>;

    /// Makes the device's copy of the pointer at `pointer` point to the device's copy of `target`. Both are present.
    fn attach(&self, device: i32, pointer: Address, target: Address) -> Result<(), Fault>;

    /// Gives the device's copy of the pointer at `pointer` the value `target` again. It is present.
    fn detach(&self, device: i32, pointer: Address, target: Address) -> Result<(), Fault>;
}

/// Tasks that wait for one another by the addresses that stand for queues.
pub trait Tasks: Send + Sync {
    /// Waits until the tasks of the calling thread that depend on the address are done.
    fn wait(&self, queue: Address);

    /// Waits for all tasks of the calling thread.
    fn wait_all(&self);

    /// Has the job done after the tasks that depend on the addresses, and before later ones that do; perhaps at once.
    fn enqueue(&self, queues: &[Address], job: Job);

    /// Whether jobs that the calling thread enqueues are done while it goes on.
    fn overlaps(&self) -> bool;

    /// Lets tasks make progress.
    fn progress(&self);
}
