//! The meaning of the routines: devices by type and number, data on the current device, queues in order.
//!
//! Where OpenACC 3.4 leaves a case open, this library follows the Clacc compiler's runtime: a null pointer is
//! always present and never copied, and a routine that is called with zero bytes does nothing.

use crate::openacc::attachment_counters::Attachments;
use crate::openacc::binding::{Binding, Direction, Job, Leave, Presence};
use crate::openacc::fault::{Call, Fault};
use crate::openacc::handle::{Address, AsyncArgument, Device, DeviceType, Extent};
use crate::openacc::queue::{self, QueueId, Queues};
use crate::openacc::settings::Settings;
use crate::openacc::system;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Records of what the program allocated and mapped. They only serve to check calls; data is never
/// looked up here.
#[derive(Debug, Default)]
struct Books {
    /// The blocks that `acc_malloc` returned and `acc_free` has not freed.
    allocated: BTreeMap<(Device, Address), usize>,
    /// The data that `acc_map_data` mapped.
    mapped: BTreeMap<(i32, Address), usize>,
}

/// The library on top of one binding.
pub struct Runtime {
    binding: Box<dyn Binding>,
    /// The asynchronous queues.
    pub queues: Queues,
    books: Mutex<Books>,
    attachments: Mutex<Attachments>,
    /// The size of each device's memory, and how much of it was free when it was first asked for.
    sizes: Mutex<BTreeMap<Device, (usize, usize)>>,
}

impl Runtime {
    /// Makes a runtime on top of a binding.
    pub fn new(binding: Box<dyn Binding>) -> Self {
        Self {
            binding,
            queues: Queues::default(),
            books: Mutex::default(),
            attachments: Mutex::default(),
            sizes: Mutex::default(),
        }
    }

    /// Returns the runtime below.
    pub fn binding(&self) -> &dyn Binding {
        self.binding.as_ref()
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the attachment counters. They stay locked while a pointer of a device is read and written, so that the
    /// counter and the pointer agree.
    pub(crate) fn attachments(&self) -> MutexGuard<'_, Attachments> {
        self.attachments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // ---- devices ------------------------------------------------------------------------------------------

    /// Returns the devices of a type, in the order of their numbers.
    pub fn devices_of(&self, kind: DeviceType) -> Vec<Device> {
        let offload = (0..self.binding.device_count()).map(Device::Offload);
        match kind {
            DeviceType::None => Vec::new(),
            DeviceType::Host => vec![Device::Host],
            DeviceType::Current | DeviceType::Default => self.devices_of(self.current_type()),
            DeviceType::NotHost => offload.collect(),
            DeviceType::Nvidia | DeviceType::Radeon | DeviceType::X86_64 | DeviceType::Ppc64le => {
                offload.filter(|device| self.type_of(*device) == kind).collect()
            }
        }
    }

    fn type_of(&self, device: Device) -> DeviceType {
        match device {
            Device::Host => DeviceType::Host,
            Device::Offload(number) => self.binding.device_type(number),
        }
    }

    /// Returns the type of the current device.
    pub fn current_type(&self) -> DeviceType {
        self.type_of(self.binding.current_device())
    }

    /// Returns the device with a number among those of a type. `DeviceType::None` stands for the current
    /// type, as `DeviceType::Current` and `DeviceType::Default` do. A negative number stands for the first
    /// device.
    pub fn device(&self, kind: DeviceType, number: i32) -> Result<Device, Fault> {
        let kind = match kind {
            DeviceType::None | DeviceType::Current | DeviceType::Default => self.current_type(),
            kind => kind,
        };
        let devices = self.devices_of(kind);
        let index = usize::try_from(number).unwrap_or(0);
        if devices.is_empty() {
            return Err(Fault::NoSuchDeviceType(kind));
        }
        devices.get(index).copied().ok_or(Fault::NoSuchDevice(kind, number))
    }

    /// Returns the number of the current device among those of a type, or zero if it is of another type.
    pub fn current_number(&self, kind: DeviceType) -> i32 {
        let current = self.binding.current_device();
        let position = self.devices_of(kind).iter().position(|device| *device == current);
        position.and_then(|position| i32::try_from(position).ok()).unwrap_or(0)
    }

    /// Selects the device that the environment variables ask for.
    pub fn apply(&self, settings: Settings) -> Result<(), Fault> {
        let kind = settings.device_type.unwrap_or(DeviceType::Default);
        if settings != Settings::default() && self.binding.device_count() > 0 {
            let device = self.device(kind, settings.device_number.unwrap_or(0))?;
            self.binding.set_current_device(device);
        } else if settings.device_type.is_some() {
            self.device(kind, 0)?;
        }
        Ok(())
    }

    // ---- data ---------------------------------------------------------------------------------------------

    /// Does `enter data` on a device. Returns the address on the device.
    pub fn enter(&self, device: Device, extent: Extent, copy_in: bool) -> Result<Option<Address>, Fault> {
        if extent.start == 0 || extent.bytes == 0 {
            return Ok(None);
        }
        match device {
            Device::Host => Ok(Some(extent.start)),
            Device::Offload(number) => self.binding.memory().enter(number, extent, copy_in).map(Some),
        }
    }

    /// Does `exit data` on a device.
    pub fn exit(&self, device: Device, extent: Extent, leave: Leave) -> Result<(), Fault> {
        match device {
            Device::Offload(number) if extent.start != 0 && extent.bytes != 0 => {
                self.binding.memory().exit(number, extent, leave)
            }
            Device::Host | Device::Offload(_) => Ok(()),
        }
    }

    /// Does `update` on a device.
    pub fn update(&self, device: Device, extent: Extent, direction: Direction) -> Result<(), Fault> {
        match device {
            Device::Offload(number) if extent.start != 0 && extent.bytes != 0 => {
                self.binding.memory().update(number, extent, direction)
            }
            Device::Host | Device::Offload(_) => Ok(()),
        }
    }

    /// Whether all of the extent can be used on the device.
    pub fn is_present(&self, device: Device, extent: Extent) -> bool {
        match device {
            Device::Offload(number) if extent.start != 0 => {
                matches!(self.binding.memory().presence(number, extent), Presence::Fully(_))
            }
            Device::Host | Device::Offload(_) => true,
        }
    }

    /// Returns the device's address of host data.
    pub fn device_address(&self, device: Device, host: Address) -> Option<Address> {
        match device {
            _ if host == 0 => None,
            Device::Host => Some(host),
            Device::Offload(number) => self.binding.memory().device_address(number, host),
        }
    }

    /// Returns the host's address of device data.
    pub fn host_address(&self, device: Device, address: Address) -> Option<Address> {
        match device {
            _ if address == 0 => None,
            Device::Host => Some(address),
            Device::Offload(number) => self.binding.memory().host_address(number, address),
        }
    }

    /// Returns how many bytes of memory a device has and how many are free. The free memory is the memory
    /// that was free at first, less the memory that `acc_malloc` holds. Other programs and other allocations
    /// are not counted.
    pub fn memory_sizes(&self, device: Device) -> (usize, usize) {
        let ask = || match device {
            Device::Host => system::host_memory(),
            Device::Offload(number) => self.binding.memory_of(number),
        };
        let mut sizes = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, free) = *sizes.entry(device).or_insert_with(ask);
        drop(sizes);
        let books = self.books();
        let held = books.allocated.iter().filter(|((owner, _), _)| *owner == device).map(|(_, bytes)| *bytes);
        (all, free.saturating_sub(held.sum()))
    }

    /// Does `acc_malloc`.
    pub fn allocate(&self, device: Device, bytes: usize) -> Result<Option<Address>, Fault> {
        if bytes == 0 {
            return Ok(None);
        }
        let address = match device {
            Device::Host => system::allocate(bytes).ok_or(Fault::OutOfMemory)?,
            Device::Offload(number) => self.binding.memory().allocate(number, bytes)?,
        };
        self.books().allocated.insert((device, address), bytes);
        Ok(Some(address))
    }

    /// Does `acc_free`, for memory that `acc_malloc` allocated on this device.
    pub fn release(&self, device: Device, address: Address) -> Result<(), Fault> {
        if address == 0 {
            return Ok(());
        }
        let known = self.books().allocated.remove(&(device, address));
        known.ok_or(Fault::NotAllocated)?;
        match device {
            Device::Host => {
                // SAFETY: the records say that `system::allocate` returned it and that it was not released
                // yet.
                unsafe { system::release(address) };
            }
            Device::Offload(number) => self.binding.memory().release(number, address),
        }
        Ok(())
    }

    /// Does `acc_map_data`.
    pub fn map(&self, device: Device, extent: Extent, address: Address) -> Result<(), Fault> {
        if extent.bytes == 0 {
            return Ok(());
        }
        if extent.start == 0 || address == 0 {
            return Err(Fault::NullPointer);
        }
        match device {
            Device::Host if extent.start == address => Ok(()),
            Device::Host => Err(Fault::SharedMemory),
            Device::Offload(number) => {
                self.binding.memory().map(number, extent, address)?;
                self.books().mapped.insert((number, extent.start), extent.bytes);
                Ok(())
            }
        }
    }

    /// Does `acc_unmap_data`.
    pub fn unmap(&self, device: Device, host: Address) -> Result<(), Fault> {
        match device {
            _ if host == 0 => Err(Fault::NullPointer),
            Device::Host => Ok(()),
            Device::Offload(number) => {
                let bytes = self.books().mapped.get(&(number, host)).copied().ok_or(Fault::NotMapped)?;
                self.binding.memory().unmap(number, Extent { start: host, bytes })?;
                self.books().mapped.remove(&(number, host));
                Ok(())
            }
        }
    }

    /// Copies bytes between two memories.
    pub fn copy(&self, to: (Device, Address), from: (Device, Address), bytes: usize) -> Result<(), Fault> {
        if bytes == 0 || to == from {
            return Ok(());
        }
        if to.1 == 0 || from.1 == 0 {
            return Err(Fault::NullPointer);
        }
        if to.0 == Device::Host && from.0 == Device::Host {
            // SAFETY: the program that called the routine promises that both runs of bytes are valid.
            unsafe { system::copy(to.1, from.1, bytes) };
            return Ok(());
        }
        self.binding.memory().copy(to, from, bytes)
    }

    /// Does `acc_memcpy_d2d`. Host addresses name the data, which is on two devices.
    pub fn copy_between(
        &self,
        to: (Device, Address),
        from: (Device, Address),
        bytes: usize,
    ) -> Result<(), Fault> {
        if bytes == 0 || to == from {
            return Ok(());
        }
        if to.1 == 0 || from.1 == 0 {
            return Err(Fault::NullPointer);
        }
        let on_device = |(device, start): (Device, Address)| match device {
            Device::Host => Ok((device, start)),
            Device::Offload(number) => {
                match self.binding.memory().presence(number, Extent { start, bytes }) {
                    Presence::Fully(address) => Ok((device, address)),
                    Presence::Partly => Err(Fault::PartlyPresent),
                    Presence::Absent => Err(Fault::NotPresent),
                }
            }
        };
        self.copy(on_device(to)?, on_device(from)?, bytes)
    }

    // ---- queues -------------------------------------------------------------------------------------------

    /// Runs a job in the order of a queue. For `acc_async_sync`, it runs at once.
    pub fn in_order(&self, argument: AsyncArgument, job: Job) {
        match queue::resolve(argument) {
            QueueId::Sync => job(),
            id @ QueueId::Number(_) => {
                let queue = self.queues.get(id);
                queue.issue();
                self.binding.tasks().enqueue(queue.address(), &[], job);
            }
        }
    }

    /// Like [`Self::in_order`], for a job that makes data present or absent.
    pub fn change_in_order(&self, argument: AsyncArgument, job: Job) {
        self.in_order(argument, job);
        if queue::resolve(argument) != QueueId::Sync && self.binding.tasks().overlaps() {
            queue::note_presence_change();
        }
    }

    /// Waits for jobs of the calling thread that make data present or absent. A job must not call it.
    pub fn settle_presence(&self) {
        if queue::take_presence_changes() {
            self.queues.wait_all(self.binding.tasks());
        }
    }

    /// Does `enter data … async`. Absent data gets its address at once, and its bytes are copied in the order
    /// of the queue. A construct on the queue, which may map the same data, ends first: it must not find the data
    /// present before its turn.
    pub fn enter_async(
        &'static self,
        call: Call,
        device: Device,
        extent: Extent,
        copy_in: bool,
        argument: AsyncArgument,
    ) {
        let Device::Offload(number) = device else { return };
        let is_absent = || self.binding.memory().presence(number, extent) == Presence::Absent;
        let queue = match queue::resolve(argument) {
            QueueId::Sync => None,
            id @ QueueId::Number(_) => Some(self.queues.get(id)),
        };
        if let Some(queue) = queue.filter(|_| is_absent()) {
            queue.wait_for_constructs(self.binding.tasks());
        }
        let (absent, busy) = (is_absent(), queue.is_some_and(queue::Queue::may_be_busy));
        if absent && copy_in && queue.is_some() {
            call.check(self.enter(device, extent, false));
            let copy = move || match self.update(device, extent, Direction::ToDevice) {
                // The program deleted the data without waiting, so that its bytes are no longer needed.
                Err(Fault::NotPresent | Fault::PartlyPresent) => {}
                copied => call.check(copied),
            };
            self.in_order(argument, Box::new(copy));
        } else if absent || !busy {
            call.check(self.enter(device, extent, copy_in));
        } else {
            let enter = move || {
                call.check(self.enter(device, extent, copy_in));
            };
            self.change_in_order(argument, Box::new(enter));
        }
    }

    /// Does `wait(waited) async(queue)`: later operations on `queue` wait for the operations issued on
    /// `waited`.
    pub fn wait_in_order(&self, waited: AsyncArgument, argument: AsyncArgument) {
        let (waited, waiting) = (queue::resolve(waited), queue::resolve(argument));
        if waiting == QueueId::Sync {
            self.queues.get(waited).wait(self.binding.tasks());
        } else if waited != waiting {
            let [waited, own] = [waited, waiting].map(|id| self.queues.get(id));
            waited.issue();
            own.issue();
            self.binding.tasks().enqueue(own.address(), &[waited.address()], Box::new(|| ()));
        }
    }

    /// Like [`Self::wait_in_order`], for the operations issued on every queue.
    pub fn wait_all_in_order(&self, argument: AsyncArgument) {
        let waiting = queue::resolve(argument);
        if waiting == QueueId::Sync {
            self.queues.wait_all(self.binding.tasks());
            return;
        }
        let own = self.queues.get(waiting);
        own.issue();
        let is_other = |queue: &&queue::Queue| queue.may_be_busy() && queue.address() != own.address();
        let others: Vec<_> = self.queues.iter().filter(is_other).map(queue::Queue::address).collect();
        self.binding.tasks().enqueue(own.address(), &others, Box::new(|| ()));
    }

    /// Waits for the work that the calling thread left on queues. It does not depend on the thread's books,
    /// which may be gone when the program ends.
    pub fn finish(&self) {
        if queue::were_used() {
            self.queues.wait_all(self.binding.tasks());
        }
    }

    /// Waits for any one of the queues. Returns its position, or `None` if there is none to wait for.
    pub fn wait_any(&self, arguments: &[AsyncArgument]) -> Option<usize> {
        let resolved = arguments.iter().map(|argument| queue::resolve(*argument));
        let wanted: Vec<_> = resolved.enumerate().filter(|(_, id)| *id != QueueId::Sync).collect();
        if wanted.is_empty() {
            return None;
        }
        loop {
            let done = wanted.iter().find(|(_, id)| self.queues.get(*id).test(self.binding.tasks()));
            if let Some((position, _)) = done {
                return Some(*position);
            }
            std::thread::yield_now();
        }
    }
}

#[cfg(test)]
#[path = "data_tests.rs"]
mod tests;
