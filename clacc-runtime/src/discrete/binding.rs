//! The devices below the routines of OpenACC.

use super::devices::{self, Device as Own, devices, is_of_device};
use super::order::{self, Issued};
use super::origin;
use super::unordered::{self, Transfer};
use super::unordered_accesses;
use crate::openacc::attached_values::Attachment;
use crate::openacc::binding::{self, Binding, DeviceData, Direction, Job, Leave, Presence, Tasks};
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Device, DeviceType, Extent};
use crate::openacc::present::Counter;
use crate::openacc::system;
use crate::threads::abi::facts::{clacc_icv_get, clacc_icv_set};
use crate::threads::checked_code;
use clacc_runtime_abi::control_variables::DEVICE;
use std::backtrace::Backtrace;
use std::sync::{Arc, OnceLock};

/// The devices as a binding.
struct Discrete;

fn make() -> Option<Box<dyn Binding>> {
    (!devices().is_empty()).then(|| Box::new(Discrete) as Box<dyn Binding>)
}

/// Offers the devices to the routines, when the library is loaded.
extern "C" fn at_load() {
    binding::offer(make);
    checked_code::look_for();
}

#[used]
#[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
#[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
static AT_LOAD: extern "C" fn() = at_load;

/// The number of devices. The host has this number in OpenMP.
fn count() -> i32 {
    i32::try_from(devices().len()).unwrap_or(0)
}

/// The device of threads that have chosen none: `OMP_DEFAULT_DEVICE`.
fn first_default() -> i32 {
    static FIRST: OnceLock<i32> = OnceLock::new();
    let read = || std::env::var("OMP_DEFAULT_DEVICE").ok().and_then(|text| text.trim().parse().ok());
    *FIRST.get_or_init(|| read().unwrap_or(0))
}

fn device(number: i32) -> Result<&'static Own, Fault> {
    devices::device(number).ok_or(Fault::Runtime(number))
}

impl Binding for Discrete {
    fn name(&self) -> &'static str {
        "discrete"
    }

    fn device_count(&self) -> i32 {
        count()
    }

    fn device_type(&self, number: i32) -> DeviceType {
        device(number).map_or(DeviceType::NotHost, |device| device.kind)
    }

    fn memory_of(&self, _: i32) -> (usize, usize) {
        system::host_memory()
    }

    fn current_device(&self) -> Device {
        let chosen = i32::try_from(clacc_icv_get(DEVICE)).unwrap_or(-1);
        let number = if chosen < 0 { first_default() } else { chosen };
        if (0..count()).contains(&number) { Device::Offload(number) } else { Device::Host }
    }

    fn set_current_device(&self, device: Device) {
        let number = match device {
            Device::Host => count(),
            Device::Offload(number) => number,
        };
        clacc_icv_set(DEVICE, number.into());
    }

    fn tasks(&self) -> &dyn Tasks {
        &AtOnce
    }

    fn memory(&self) -> &dyn DeviceData {
        self
    }
}

/// Queues whose work is done when it is issued. What the program may not count on is noted (`order`).
struct AtOnce;

impl Tasks for AtOnce {
    fn wait(&self, queue: Address) {
        order::wait(queue);
    }

    fn wait_all(&self) {
        order::wait_all();
    }

    /// The library waits, so that what follows is in order. The program has not waited.
    fn settle(&self, _: Address) {}

    fn enqueue(&self, queue: Address, after: &[Address], job: Job) {
        order::begin(queue, after, || Issued::Routine(Arc::new(Backtrace::force_capture())));
        job();
        unordered_accesses::finish();
    }

    fn overlaps(&self) -> bool {
        false
    }

    fn progress(&self) {}
}

/// Refuses addresses of devices where the host's data is named.
fn of_host(extent: Extent) -> Result<(), Fault> {
    if is_of_device(extent) { Err(Fault::NotOfHost) } else { Ok(()) }
}

/// Checks one end of a copy.
fn check_end((device_of_end, start): (Device, Address), bytes: usize) -> Result<(), Fault> {
    let extent = Extent { start, bytes };
    match device_of_end {
        Device::Host => of_host(extent),
        Device::Offload(number) => {
            if device(number)?.arena.is_open(extent) {
                Ok(())
            } else {
                Err(Fault::NotOfDevice)
            }
        }
    }
}

/// Notes one end of a copy.
fn touch_end(transfer: Transfer, extent: Extent, writes: impl FnOnce() -> bool) {
    let owner = devices::owner_of(extent.start);
    let touched = match owner {
        Some(owner) => owner.arena.touch(extent, writes()),
        None => order::touch_host(extent, writes),
    };
    if let Err(other) = touched {
        let block = owner.and_then(|owner| owner.arena.block_of(extent.start));
        unordered::end_at_transfer(transfer, block.as_deref(), &other);
    }
}

impl DeviceData for Discrete {
    fn presence(&self, number: i32, extent: Extent) -> Presence {
        device(number).map_or(Presence::Absent, |device| device.table.presence(extent))
    }

    fn device_address(&self, number: i32, host: Address) -> Option<Address> {
        device(number).ok()?.table.device_address(host)
    }

    fn host_address(&self, number: i32, address: Address) -> Option<Address> {
        device(number).ok()?.table.host_address(address)
    }

    fn enter(&self, number: i32, extent: Extent, copy_in: bool) -> Result<Address, Fault> {
        of_host(extent)?;
        device(number)?.table.enter(extent, copy_in, Counter::Dynamic)
    }

    fn exit(&self, number: i32, extent: Extent, leave: Leave) -> Result<(), Fault> {
        of_host(extent)?;
        device(number)?.table.exit(extent, leave, Counter::Dynamic)
    }

    fn update(&self, number: i32, extent: Extent, direction: Direction) -> Result<(), Fault> {
        of_host(extent)?;
        device(number)?.table.update(extent, direction)
    }

    fn map(&self, number: i32, extent: Extent, address: Address) -> Result<(), Fault> {
        of_host(extent)?;
        check_end((Device::Offload(number), address), extent.bytes)?;
        device(number)?.table.map(extent, address)
    }

    fn unmap(&self, number: i32, extent: Extent) -> Result<(), Fault> {
        device(number)?.table.unmap(extent.start)
    }

    fn allocate(&self, number: i32, bytes: usize) -> Result<Address, Fault> {
        device(number)?.arena.allocate(bytes, 0, origin::current()).ok_or(Fault::OutOfMemory)
    }

    fn release(&self, number: i32, address: Address) {
        let Ok(device) = device(number) else { return };
        if let Some(block) = device.arena.block_of(address).filter(|block| block.freed.is_none())
            && let Err(other) = device.arena.touch(block.extent(), true)
        {
            unordered::end_at_transfer(Transfer::Leaves, Some(&block), &other);
        }
        device.arena.free(address, origin::current().origin);
    }

    fn copy(&self, to: (Device, Address), from: (Device, Address), bytes: usize) -> Result<(), Fault> {
        check_end(to, bytes)?;
        check_end(from, bytes)?;
        let transfer = if to.0 == Device::Host { Transfer::ToHost } else { Transfer::ToDevice };
        let extent = |start| Extent { start, bytes };
        touch_end(transfer, extent(from.1), || false);
        // SAFETY: as below.
        let changes = || unsafe { !system::are_equal(to.1, from.1, bytes) };
        // A copy to the host that changes nothing writes nothing.
        touch_end(transfer, extent(to.1), || to.0 != Device::Host || changes());
        // SAFETY: memory of a device was found, and the program promises that the host's data is there.
        unsafe { system::copy(to.1, from.1, bytes) };
        Ok(())
    }

    fn pointer_value(&self, number: i32, pointer: Address) -> Option<Address> {
        let place = self.device_address(number, pointer)?;
        // SAFETY: a copy of a pointer is there.
        Some(unsafe { system::read_pointer(place) })
    }

    fn attach(&self, number: i32, pointer: Address, target: Address, part: Address) -> Result<(), Fault> {
        let copies = device(number)?.table.memory();
        let place = self.device_address(number, pointer).ok_or(Fault::NotPresent)?;
        let value = self.device_address(number, part).ok_or(Fault::NotPresent)?;
        let value = value.wrapping_sub(part.wrapping_sub(target));
        copies.attached.set(pointer, Some(Attachment { on_host: target, on_device: value }));
        copies.write_pointer(place, value);
        Ok(())
    }

    fn detach(&self, number: i32, pointer: Address, target: Address) -> Result<(), Fault> {
        let copies = device(number)?.table.memory();
        let place = self.device_address(number, pointer).ok_or(Fault::NotPresent)?;
        copies.attached.set(pointer, None);
        copies.write_pointer(place, target);
        Ok(())
    }
}
