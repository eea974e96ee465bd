//! Data on the devices of a runtime of which only the OpenMP API is known: `omp_target_alloc`,
//! `omp_target_associate_ptr`, `omp_target_memcpy`.
//!
//! The counters are those of [`PresentTable`], because OpenMP has no routine that counts. Directives find the
//! data of the routines but do not change these counters: in OpenMP, associated data has an infinite
//! reference count.

use super::symbols::Symbols;
use crate::openacc::attached_values::{AttachedValues, Attachment};
use crate::openacc::binding::{DeviceData, Direction, Leave, Presence};
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Device, Extent};
use crate::openacc::present::{Counter, Memory, PresentTable};
use clacc_runtime_core::remark::Remark;

static MIXED: Remark = Remark::new();

/// The memory of one device.
#[derive(Debug)]
struct DeviceMemory {
    symbols: Symbols,
    device: i32,
    /// They keep their values when the data around them is copied.
    attached: AttachedValues,
}

impl DeviceMemory {
    fn write(&self, to: (Device, Address), value: Address) -> Result<(), Fault> {
        super::write_pointer(&self.symbols, to, value)
    }

    fn here(&self, address: Address) -> (Device, Address) {
        (Device::Offload(self.device), address)
    }
}

/// Whether a directive mapped one of the ends of data that the tables here do not have.
fn mapped_by_directive(symbols: &Symbols, device: i32, extent: Extent) -> bool {
    symbols.is_mapped(device, extent.start) || symbols.is_mapped(device, extent.last())
}

impl Memory for DeviceMemory {
    /// The caller holds the lock for every mapping and unmapping of this table. So data that is mapped
    /// although the table does not have it was mapped by a directive.
    fn allocate(&self, extent: Extent, _: bool) -> Result<Address, Fault> {
        if mapped_by_directive(&self.symbols, self.device, extent) {
            return Err(Fault::AlreadyPresent);
        }
        let address = self.symbols.allocate(self.device, extent.bytes).ok_or(Fault::OutOfMemory)?;
        if let Err(code) = self.symbols.associate(self.device, extent.start, address, extent.bytes) {
            self.symbols.release(self.device, address);
            return Err(Fault::Runtime(code));
        }
        Ok(address)
    }

    fn release(&self, host: Address, address: Address) {
        // The call fails if a directive has removed the mapping. The memory must be released in any case.
        let _ = self.symbols.disassociate(self.device, host);
        self.symbols.release(self.device, address);
    }

    fn copy_in(&self, address: Address, host: Address, bytes: usize) -> Result<(), Fault> {
        self.symbols.copy(self.here(address), (Device::Host, host), bytes).map_err(Fault::Runtime)?;
        for (place, attachment) in self.attached.within(Extent { start: host, bytes }) {
            self.write(self.here(address + (place - host)), attachment.on_device)?;
        }
        Ok(())
    }

    fn copy_out(&self, host: Address, address: Address, bytes: usize) -> Result<(), Fault> {
        self.symbols.copy((Device::Host, host), self.here(address), bytes).map_err(Fault::Runtime)?;
        for (place, attachment) in self.attached.within(Extent { start: host, bytes }) {
            self.write((Device::Host, place), attachment.on_host)?;
        }
        Ok(())
    }
}

/// The data environment of all devices.
pub(super) struct StandardData {
    symbols: Symbols,
    tables: Vec<PresentTable<DeviceMemory>>,
}

impl StandardData {
    pub(super) fn new(symbols: Symbols, devices: i32) -> Self {
        let table =
            |device| PresentTable::new(DeviceMemory { symbols, device, attached: AttachedValues::default() });
        Self { symbols, tables: (0..devices).map(table).collect() }
    }

    fn table(&self, device: i32) -> Result<&PresentTable<DeviceMemory>, Fault> {
        let index = usize::try_from(device).ok();
        index.and_then(|index| self.tables.get(index)).ok_or(Fault::Runtime(device))
    }

    fn say_mixed(routine: &str) {
        MIXED.say(routine, "this OpenMP runtime counts data that directives mapped apart from the data of the routines; the routine leaves such data alone");
    }
}

impl DeviceData for StandardData {
    fn presence(&self, device: i32, extent: Extent) -> Presence {
        let known = self.table(device).map_or(Presence::Absent, |table| table.presence(extent));
        if known != Presence::Absent || !self.symbols.has_mapped_ptr() {
            // Without `omp_get_mapped_ptr`, the address of data that a directive mapped cannot be found.
            return known;
        }
        let first = self.symbols.mapped_address(device, extent.start);
        let last = self.symbols.mapped_address(device, extent.last());
        match (first, last) {
            (None, None) => Presence::Absent,
            (Some(first), Some(last)) if last.wrapping_sub(first) == extent.last() - extent.start => {
                Presence::Fully(first)
            }
            _ => Presence::Partly,
        }
    }

    fn device_address(&self, device: i32, host: Address) -> Option<Address> {
        let known = self.table(device).ok()?.device_address(host);
        known.or_else(|| self.symbols.mapped_address(device, host))
    }

    fn host_address(&self, device: i32, address: Address) -> Option<Address> {
        self.table(device).ok()?.host_address(address)
    }

    fn enter(&self, device: i32, extent: Extent, copy_in: bool) -> Result<Address, Fault> {
        let entered = self.table(device)?.enter(extent, copy_in, Counter::Dynamic);
        if entered != Err(Fault::AlreadyPresent) {
            return entered;
        }
        Self::say_mixed("acc_copyin");
        self.device_address(device, extent.start).ok_or(Fault::PartlyPresent)
    }

    fn exit(&self, device: i32, extent: Extent, leave: Leave) -> Result<(), Fault> {
        let table = self.table(device)?;
        let unknown = || table.presence(extent) == Presence::Absent;
        // The data is looked up twice, because another thread may map it between the first look-up and the
        // second.
        if unknown() && mapped_by_directive(&self.symbols, device, extent) && unknown() {
            Self::say_mixed("acc_delete");
            return Ok(());
        }
        table.exit(extent, leave, Counter::Dynamic)
    }

    fn update(&self, device: i32, extent: Extent, direction: Direction) -> Result<(), Fault> {
        match self.presence(device, extent) {
            Presence::Absent => Err(Fault::NotPresent),
            Presence::Partly => Err(Fault::PartlyPresent),
            Presence::Fully(address) => {
                let memory = self.table(device)?.memory();
                match direction {
                    Direction::ToDevice => memory.copy_in(address, extent.start, extent.bytes),
                    Direction::ToHost => memory.copy_out(extent.start, address, extent.bytes),
                }
            }
        }
    }

    fn map(&self, device: i32, extent: Extent, address: Address) -> Result<(), Fault> {
        if self.presence(device, extent) != Presence::Absent
            || mapped_by_directive(&self.symbols, device, extent)
        {
            return Err(Fault::AlreadyPresent);
        }
        self.symbols.associate(device, extent.start, address, extent.bytes).map_err(Fault::Runtime)?;
        self.table(device)?.map(extent, address)
    }

    fn unmap(&self, device: i32, extent: Extent) -> Result<(), Fault> {
        self.table(device)?.unmap(extent.start)?;
        self.symbols.disassociate(device, extent.start).map_err(|_| Fault::InUse)
    }

    fn allocate(&self, device: i32, bytes: usize) -> Result<Address, Fault> {
        self.symbols.allocate(device, bytes).ok_or(Fault::OutOfMemory)
    }

    fn release(&self, device: i32, address: Address) {
        self.symbols.release(device, address);
    }

    fn copy(&self, to: (Device, Address), from: (Device, Address), bytes: usize) -> Result<(), Fault> {
        self.symbols.copy(to, from, bytes).map_err(Fault::Runtime)
    }

    fn pointer_value(&self, device: i32, pointer: Address) -> Option<Address> {
        let place = self.device_address(device, pointer)?;
        super::read_pointer(&self.symbols, (Device::Offload(device), place))
    }

    fn attach(&self, device: i32, pointer: Address, target: Address, part: Address) -> Result<(), Fault> {
        let memory = self.table(device)?.memory();
        let place = self.device_address(device, pointer).ok_or(Fault::NotPresent)?;
        let value = self.device_address(device, part).ok_or(Fault::NotPresent)?;
        let value = value.wrapping_sub(part.wrapping_sub(target));
        memory.attached.set(pointer, Some(Attachment { on_host: target, on_device: value }));
        memory.write(memory.here(place), value)
    }

    fn detach(&self, device: i32, pointer: Address, target: Address) -> Result<(), Fault> {
        let memory = self.table(device)?.memory();
        let place = self.device_address(device, pointer).ok_or(Fault::NotPresent)?;
        memory.attached.set(pointer, None);
        memory.write(memory.here(place), target)
    }
}
