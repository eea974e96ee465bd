//! The copies of a present table, in the arena of a device.

use super::arena::{Arena, Block};
use super::line::Line;
use super::mistake::Mistake;
use super::order;
use super::origin::{self, Cause, Origin};
use super::shadow::{FRESH, WRITTEN};
use super::unordered::{self, Transfer};
use crate::openacc::attached_values::AttachedValues;
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Extent};
use crate::openacc::present::Memory;
use crate::openacc::system;
use std::sync::{Mutex, PoisonError};

/// Addresses for a variable of which members are on the device one by one. Each lies where it lies in the variable, so that the address of
/// one tells that of the variable.
#[derive(Clone, Debug)]
struct Frame {
    host: Extent,
    /// The struct whose members may come, where its extent is not known.
    root: Option<String>,
    address: Address,
    /// The number of members on the device.
    members: usize,
}

/// The assumed greatest distance in bytes between a member and the ends of its struct.
const AROUND: usize = 4096;

/// The memory of the copies.
#[derive(Debug)]
pub(crate) struct Copies {
    pub(crate) arena: &'static Arena,
    /// The pointers that keep their values when the data around them is copied.
    pub(crate) attached: AttachedValues,
    frames: Mutex<Vec<Frame>>,
    /// The warnings about values that were never given: the data, and the line of the directive that copied it.
    warned: Mutex<Vec<(String, Option<Line>)>>,
}

impl Copies {
    pub(crate) fn new(arena: &'static Arena) -> Self {
        Self {
            arena,
            attached: AttachedValues::default(),
            frames: Mutex::default(),
            warned: Mutex::default(),
        }
    }

    /// Keeps addresses for a variable whose members come now.
    pub(crate) fn keep_frame(&self, host: Extent) -> Result<(), Fault> {
        let address = self.arena.take(host.bytes, host.start).ok_or(Fault::OutOfMemory)?;
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).push(Frame {
            host,
            root: None,
            address,
            members: 0,
        });
        Ok(())
    }

    /// Keeps addresses for the members of a struct that lie around this one.
    fn keep_around(&self, member: Extent, root: String) -> Option<()> {
        let start = member.start.checked_sub(AROUND)?;
        let host = Extent { start, bytes: member.bytes + 2 * AROUND };
        let address = self.arena.take(host.bytes, host.start)?;
        let frame = Frame { host, root: Some(root), address, members: 0 };
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).push(frame);
        Some(())
    }

    /// Forgets kept addresses to which no member came.
    pub(crate) fn drop_empty_frames(&self) {
        self.frames.lock().unwrap_or_else(PoisonError::into_inner).retain(|frame| frame.members > 0);
    }

    fn place_in_frame(&self, extent: Extent, root: Option<&str>) -> Option<Address> {
        let mut frames = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let is_its = |frame: &&mut Frame| {
            frame.host.contains(extent) && (frame.root.is_none() || frame.root.as_deref() == root)
        };
        let frame = frames.iter_mut().rev().find(is_its)?;
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
            let extent = Extent { start: to, bytes: size_of::<Address>() };
            self.arena
                .shadow
                .change(extent, |state, _| *state = if *state == FRESH { WRITTEN } else { *state });
        }
    }
}

impl Copies {
    /// Notes a transfer of data, or its end on the device.
    fn touch(&self, transfer: Transfer, address: Address, host: Extent) {
        let own = Extent { start: address, ..host };
        let of_device = self.arena.touch(own, transfer != Transfer::ToHost);
        // SAFETY: the table gives memory of a copy, and the program promises that the host's data is there.
        let changes = || unsafe { !system::are_equal(host.start, address, host.bytes) };
        let of_host = match transfer {
            Transfer::Leaves => Ok(()),
            Transfer::ToDevice => order::touch_host(host, || false),
            Transfer::Captured => order::check_captured(host),
            // A copy that changes nothing, as of a variable that only its use brings to the device, writes nothing either.
            Transfer::ToHost => order::touch_host(host, changes),
        };
        if let Err(other) = of_device.and(of_host) {
            unordered::end_at_transfer(transfer, self.arena.block_of(address).as_deref(), &other);
        }
    }

    /// Copies data of the host to memory of the device.
    fn put(&self, transfer: Transfer, address: Address, host: Extent) {
        self.touch(transfer, address, host);
        // SAFETY: the table gives memory of a copy, and the program promises that the host's data is there.
        unsafe { system::copy(address, host.start, host.bytes) };
        for (place, attachment) in self.attached.within(host) {
            self.write_pointer(address + (place - host.start), attachment.on_device);
        }
    }

    /// Gives a copy that belongs to one region its value.
    pub(crate) fn capture(&self, address: Address, host: Extent) {
        self.put(Transfer::Captured, address, host);
    }

    /// Notes a warning about data that a directive copies. Returns false if it was noted before.
    fn is_first_warning(&self, data: &str, directive: Option<&Line>) -> bool {
        let warning = (data.to_owned(), directive.cloned());
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = !warned.contains(&warning);
        if is_first {
            warned.push(warning);
        }
        is_first
    }

    /// Warns of values that are copied to the host and that nobody has given: they take the place of the host's.
    fn warn_of_unwritten(&self, block: &Block, address: Address, bytes: usize) {
        let Some((first, count)) = self.arena.shadow.unwritten(address, bytes) else {
            if !order::is_followed() {
                self.arena.note_written(Extent { start: address, bytes });
            }
            return;
        };
        let (name, line) = block.origin.told();
        let (_, copies) = origin::current().origin.told();
        // Rows of a table, and the steps of a loop over time, have the same mistake.
        if !self.is_first_warning(&name, copies.as_ref()) {
            return;
        }
        let what = format!(
            "{count} of {bytes} bytes of {name} that are copied to the host were never given a value on the device; the first is byte {}",
            first - block.start
        );
        let is_elsewhere = line != copies;
        let mut warning = Mistake::new(copies, what, "discrete_not_written");
        if is_elsewhere {
            warning = warning.note(line, format!("{name} was allocated on the device here"));
        }
        warning.warn();
    }
}

impl Memory for Copies {
    fn allocate(&self, extent: Extent, copy_in: bool) -> Result<Address, Fault> {
        let cause = Cause { is_copied: copy_in, ..origin::current() };
        let root = if let Origin::Member(_, _, root) = &cause.origin { Some(root.clone()) } else { None };
        let framed = self.place_in_frame(extent, root.as_deref()).or_else(|| {
            self.keep_around(extent, root.clone()?)?;
            self.place_in_frame(extent, root.as_deref())
        });
        let Some(address) = framed else {
            return self.arena.allocate(extent.bytes, extent.start, cause).ok_or(Fault::OutOfMemory);
        };
        self.arena.open(address, extent.bytes, extent.start, cause);
        Ok(address)
    }

    fn release(&self, host: Address, address: Address) {
        // Pointers that leave the device are attached no more.
        let bytes = self.arena.block_of(address).map_or(0, |block| block.bytes);
        self.touch(Transfer::Leaves, address, Extent { start: host, bytes });
        for (place, _) in self.attached.within(Extent { start: host, bytes }) {
            self.attached.set(place, None);
        }
        self.arena.free(address, origin::current().origin);
        self.leave_frame(address);
    }

    fn copy_in(&self, address: Address, host: Address, bytes: usize) -> Result<(), Fault> {
        // The program may have freed memory that it had mapped.
        self.arena.live_block(Extent { start: address, bytes }).ok_or(Fault::NotOfDevice)?;
        self.put(Transfer::ToDevice, address, Extent { start: host, bytes });
        Ok(())
    }

    fn copy_out(&self, host: Address, address: Address, bytes: usize) -> Result<(), Fault> {
        let block = self.arena.live_block(Extent { start: address, bytes }).ok_or(Fault::NotOfDevice)?;
        if !block.is_written {
            self.warn_of_unwritten(&block, address, bytes);
        }
        self.touch(Transfer::ToHost, address, Extent { start: host, bytes });
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
