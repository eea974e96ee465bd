//! Data on the devices of libomptarget. libomptarget counts the references, so that routines and directives
//! share its counters.

use super::regions::{self, Region};
use super::symbols::{MapItem, MapperCall, Symbols};
use super::{listen, memory};
use crate::openacc::binding::{DeviceData, Direction, Leave, Presence};
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Device, Extent};
use crate::openacc::publish;
use clacc_runtime_abi::profiling::Event;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Map types of libomptarget (`omptarget.h`).
mod kind {
    pub(super) const ALLOC: i64 = 0;
    pub(super) const TO: i64 = 1;
    pub(super) const FROM: i64 = 2;
    pub(super) const DELETE: i64 = 8;
    pub(super) const POINTER_AND_OBJECT: i64 = 0x10;
    /// The item is a member of the first item, so that the data around the pointer is not counted.
    pub(super) const MEMBER: i64 = 1 << 48;
}

/// How often data is looked up before it counts as partly present. Another thread may begin or end a mapping
/// between the look-ups of the two ends of the data, and then only one end is found.
const LOOKS: usize = 8;

/// From this number of bytes on, a trial allocation tests whether the device has enough memory.
const MUCH: usize = 1 << 28;

/// The host address of each device address, for the start of every mapping.
type Reverse = BTreeMap<(i32, Address), Address>;

/// The data environment of libomptarget.
#[derive(Debug)]
pub(super) struct LlvmData {
    symbols: Symbols,
    /// The noted addresses that were mapped at the last update of this table. Every answer is checked with
    /// libomptarget.
    reverse: Mutex<Reverse>,
}

impl LlvmData {
    pub(super) fn new(symbols: Symbols) -> Self {
        Self { symbols, reverse: Mutex::default() }
    }

    /// Looks up both ends, one after the other.
    fn look(&self, device: i32, extent: Extent) -> Presence {
        let first = self.symbols.mapped_address(device, extent.start);
        if extent.bytes <= 1 {
            return first.map_or(Presence::Absent, Presence::Fully);
        }
        match (first, self.symbols.mapped_address(device, extent.last())) {
            (None, None) => Presence::Absent,
            (Some(first), Some(last)) if last.wrapping_sub(first) == extent.bytes - 1 => {
                Presence::Fully(first)
            }
            _ => Presence::Partly,
        }
    }

    /// Whether some mapping lies inside an extent whose two ends are not mapped.
    fn holds_a_mapping(&self, device: i32, extent: Extent) -> bool {
        let inside = listen::beginning_inside(extent);
        inside.into_iter().any(|start| self.symbols.mapped_address(device, start).is_some())
    }

    /// Whether there is enough memory for a large allocation. This is tested because libomptarget ends the
    /// program if there is not.
    fn has_room_for(&self, device: i32, bytes: usize) -> bool {
        if bytes < MUCH {
            return true;
        }
        let room = || self.symbols.allocate(device, bytes).map(|room| self.symbols.release(device, room));
        memory::untold(room).is_some()
    }

    /// Returns the presence of data whose counter is about to be incremented. One look-up is enough if the
    /// mapping was noted.
    fn presence_on_entry(&self, device: i32, extent: Extent) -> Presence {
        if listen::begins_a_mapping(extent)
            && let Some(address) = self.symbols.mapped_address(device, extent.start)
        {
            return Presence::Fully(address);
        }
        self.presence(device, extent)
    }

    fn map(&self, call: MapperCall, device: i32, extent: Extent, kind: i64) {
        let item = MapItem { base: extent.start, begin: extent.start, bytes: extent.bytes, kind };
        let region = match call {
            MapperCall::Begin => Region::Begin,
            MapperCall::End => Region::End,
            MapperCall::Update => Region::Update,
        };
        regions::around_routine(region, device, || self.symbols.map(call, device, item));
    }

    /// Lets the device's copy of a pointer point to what the device has for the byte at `part`, which is mapped if it is not
    /// present. The count of that memory stays as it was.
    fn point(&self, device: i32, pointer: Address, part: Address) {
        let item =
            MapItem { base: pointer, begin: part, bytes: 1, kind: kind::POINTER_AND_OBJECT | kind::MEMBER };
        self.symbols.map(MapperCall::Begin, device, item);
        self.symbols.map(MapperCall::End, device, item);
    }

    /// Returns the host's address of `wanted` if it is in the same mapping as `found`. In that case both have
    /// the same distance on the host as on the device.
    fn confirm(&self, device: i32, found: Option<(Address, Address)>, wanted: Address) -> Option<Address> {
        let (address, host) = found?;
        let candidate = host.checked_add(wanted.checked_sub(address)?)?;
        (self.symbols.mapped_address(device, candidate) == Some(wanted)).then_some(candidate)
    }
}

/// Returns the entry at `wanted` or before it. The first byte of every mapping was noted, so that this entry
/// is the start of the mapping that holds `wanted`, if there is one.
fn nearest(reverse: &Reverse, device: i32, wanted: Address) -> Option<(Address, Address)> {
    let (&(found, address), &host) = reverse.range(..=(device, wanted)).next_back()?;
    (found == device).then_some((address, host))
}

impl DeviceData for LlvmData {
    fn presence(&self, device: i32, extent: Extent) -> Presence {
        let looks = (0..LOOKS).map(|_| self.look(device, extent));
        looks.into_iter().find(|presence| *presence != Presence::Partly).unwrap_or(Presence::Partly)
    }

    fn device_address(&self, device: i32, host: Address) -> Option<Address> {
        self.symbols.mapped_address(device, host)
    }

    fn host_address(&self, device: i32, address: Address) -> Option<Address> {
        let mut reverse = self.reverse.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = self.confirm(device, nearest(&reverse, device, address), address) {
            return Some(host);
        }
        reverse.retain(|(known, _), _| *known != device);
        for host in listen::all() {
            if let Some(start) = self.symbols.mapped_address(device, host) {
                reverse.insert((device, start), host);
            }
        }
        self.confirm(device, nearest(&reverse, device, address), address)
    }

    fn enter(&self, device: i32, extent: Extent, copy_in: bool) -> Result<Address, Fault> {
        let kind = if copy_in { kind::TO } else { kind::ALLOC };
        match self.presence_on_entry(device, extent) {
            Presence::Fully(address) => {
                self.map(MapperCall::Begin, device, extent, kind);
                // Another thread may have ended the mapping in between. Then the data is in a new mapping at
                // another address.
                let moved = publish::has_several_readers();
                Ok(moved
                    .then(|| self.symbols.mapped_address(device, extent.start))
                    .flatten()
                    .unwrap_or(address))
            }
            Presence::Partly => Err(Fault::PartlyPresent),
            Presence::Absent if self.holds_a_mapping(device, extent) => Err(Fault::PartlyPresent),
            Presence::Absent if !self.has_room_for(device, extent.bytes) => Err(Fault::OutOfMemory),
            Presence::Absent => {
                // From the moment at which the data is mapped, other threads may find it and ask for its host address.
                // The second note is for the case that the first one was dropped before.
                listen::note(extent, &super::is_mapped_anywhere);
                self.map(MapperCall::Begin, device, extent, kind);
                listen::note(extent, &super::is_mapped_anywhere);
                self.symbols.mapped_address(device, extent.start).ok_or(Fault::OutOfMemory)
            }
        }
    }

    fn exit(&self, device: i32, extent: Extent, leave: Leave) -> Result<(), Fault> {
        match self.presence(device, extent) {
            Presence::Absent => {
                regions::around_routine(Region::End, device, || {});
                return Ok(());
            }
            Presence::Partly => return Err(Fault::PartlyPresent),
            Presence::Fully(_) => {}
        }
        let copy = if leave.copy_out { kind::FROM } else { kind::ALLOC };
        let delete = if leave.finalize { kind::DELETE } else { kind::ALLOC };
        self.map(MapperCall::End, device, extent, copy | delete);
        Ok(())
    }

    fn update(&self, device: i32, extent: Extent, direction: Direction) -> Result<(), Fault> {
        match self.presence(device, extent) {
            Presence::Absent => return Err(Fault::NotPresent),
            Presence::Partly => return Err(Fault::PartlyPresent),
            Presence::Fully(_) => {}
        }
        let kind = if direction == Direction::ToDevice { kind::TO } else { kind::FROM };
        self.map(MapperCall::Update, device, extent, kind);
        Ok(())
    }

    fn map(&self, device: i32, extent: Extent, address: Address) -> Result<(), Fault> {
        let absent =
            self.presence(device, extent) == Presence::Absent && !self.holds_a_mapping(device, extent);
        if !absent {
            return Err(Fault::AlreadyPresent);
        }
        self.symbols.associate(device, extent.start, address, extent.bytes).map_err(Fault::Runtime)?;
        listen::note(extent, &super::is_mapped_anywhere);
        memory::association(Event::Create, device, extent, address);
        Ok(())
    }

    fn unmap(&self, device: i32, extent: Extent) -> Result<(), Fault> {
        let address = self.symbols.mapped_address(device, extent.start).unwrap_or(0);
        self.symbols.disassociate(device, extent.start).map_err(|_| Fault::InUse)?;
        memory::association(Event::Delete, device, extent, address);
        Ok(())
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

    /// libomptarget attaches a pointer while it maps the target, and from then on leaves the pointer out when
    /// the data around it is copied. The count of the target is decremented again at once.
    fn attach(&self, device: i32, pointer: Address, _: Address, part: Address) -> Result<(), Fault> {
        self.point(device, pointer, part);
        Ok(())
    }

    /// libomptarget remembers to what it attached a pointer, and a later map of that memory would not attach it again. So it is
    /// attached to something else before it gets its value.
    fn detach(&self, device: i32, pointer: Address, target: Address) -> Result<(), Fault> {
        static NOTHING: u8 = 0;
        let place = self.device_address(device, pointer).ok_or(Fault::NotPresent)?;
        self.point(device, pointer, std::ptr::from_ref(&NOTHING).expose_provenance());
        super::write_pointer(&self.symbols, (Device::Offload(device), place), target)
    }
}
