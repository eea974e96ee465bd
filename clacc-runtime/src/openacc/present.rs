//! A present table with OpenACC's two reference counters (OpenACC 3.4 section 2.6.7), over any memory.
//!
//! It is for runtimes whose own table does not let other libraries count references. Looking up data, and
//! counting references to data that is present already, take no lock. Every operation that may begin or end
//! the life of a copy takes a lock.

use crate::openacc::binding::{Direction, Leave, Presence};
use crate::openacc::fault::Fault;
use crate::openacc::handle::{Address, Extent};
use crate::openacc::ordered::{Ordered, Placed};
use crate::openacc::publish::Published;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The memory of the copies.
pub trait Memory: Send + Sync {
    /// Allocates memory for a copy of the extent. `copy_in`: a copy from the host to all of it follows.
    fn allocate(&self, extent: Extent, copy_in: bool) -> Result<Address, Fault>;
    /// Releases the memory of a copy.
    fn release(&self, host: Address, address: Address);
    /// Copies from the host to the device.
    fn copy_in(&self, address: Address, host: Address, bytes: usize) -> Result<(), Fault>;
    /// Copies from the device to the host.
    fn copy_out(&self, host: Address, address: Address, bytes: usize) -> Result<(), Fault>;
}

/// The two reference counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// `enter data`, `exit data` and the routines.
    Dynamic,
    /// `data` and compute constructs.
    Structured,
}

impl Counter {
    /// The value that adds one to this counter in [`Copy::counters`].
    fn step(self) -> u64 {
        match self {
            Self::Dynamic => 1,
            Self::Structured => 1 << 32,
        }
    }

    fn of(self, counters: u64) -> u64 {
        match self {
            Self::Dynamic => counters & u64::from(u32::MAX),
            Self::Structured => counters >> 32,
        }
    }
}

/// Data of the host and its copy.
#[derive(Debug)]
struct Copy {
    extent: Extent,
    address: Address,
    /// Whether the program made the mapping. Then the memory is the program's, and only unmapping ends the
    /// mapping.
    mapped: bool,
    /// The dynamic counter in the low half, the structured one in the high half. Zero means that the copy is
    /// gone, and a zero is never incremented again.
    counters: AtomicU64,
}

impl Placed for Copy {
    fn place(&self) -> Address {
        self.extent.start
    }
}

impl Copy {
    fn address_of(&self, host: Address) -> Address {
        self.address.wrapping_add(host.wrapping_sub(self.extent.start))
    }

    /// Increments the counter. Returns false if the copy is gone.
    fn count_in(&self, counter: Counter) -> bool {
        let step = |counters: u64| {
            let room = counter.of(counters) < u64::from(u32::MAX);
            (counters != 0).then_some(if room { counters + counter.step() } else { counters })
        };
        self.counters.fetch_update(Ordering::AcqRel, Ordering::Acquire, step).is_ok()
    }
}

/// The result of looking up an extent in the table.
enum Found {
    Nothing,
    Part,
    Whole(Arc<Copy>),
}

/// The present table of one device.
pub struct PresentTable<M> {
    memory: M,
    copies: Published<Ordered<Copy>>,
    turn: Mutex<()>,
}

impl<M: Memory> PresentTable<M> {
    /// Makes an empty table.
    pub fn new(memory: M) -> Self {
        Self { memory, copies: Published::new(Ordered::default()), turn: Mutex::new(()) }
    }

    /// Returns the memory of the copies.
    pub fn memory(&self) -> &M {
        &self.memory
    }

    fn take_turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn find(&self, extent: Extent) -> Found {
        let wanted = Extent { bytes: extent.bytes.max(1), ..extent };
        self.copies.read(|copies| {
            let Some(copy) = copies.at_or_before(wanted.last()) else { return Found::Nothing };
            if copy.extent.contains(wanted) {
                Found::Whole(Arc::clone(copy))
            } else if copy.extent.end() > wanted.start {
                Found::Part
            } else {
                Found::Nothing
            }
        })
    }

    /// Returns how much of the extent is present.
    pub fn presence(&self, extent: Extent) -> Presence {
        match self.find(extent) {
            Found::Nothing => Presence::Absent,
            Found::Part => Presence::Partly,
            Found::Whole(copy) => Presence::Fully(copy.address_of(extent.start)),
        }
    }

    /// Returns the address of the copy of the byte at `host`.
    pub fn device_address(&self, host: Address) -> Option<Address> {
        match self.find(Extent { start: host, bytes: 1 }) {
            Found::Whole(copy) => Some(copy.address_of(host)),
            Found::Nothing | Found::Part => None,
        }
    }

    /// Returns the host's address of the byte whose copy is at `address`.
    pub fn host_address(&self, address: Address) -> Option<Address> {
        self.copies.read(|copies| {
            let holds = |copy: &&Arc<Copy>| {
                (copy.address..copy.address.saturating_add(copy.extent.bytes)).contains(&address)
            };
            copies.iter().find(holds).map(|copy| copy.extent.start + (address - copy.address))
        })
    }

    /// Returns a copy that holds a byte of the extent: its own extent, and its address on the device. If there are several, it
    /// is the last one.
    pub fn part(&self, extent: Extent) -> Option<(Extent, Address)> {
        let wanted = Extent { bytes: extent.bytes.max(1), ..extent };
        self.copies.read(|copies| {
            let copy = copies.at_or_before(wanted.last())?;
            (copy.extent.end() > wanted.start).then_some((copy.extent, copy.address))
        })
    }

    /// Returns the dynamic and the structured counter of the copy that holds `host`.
    pub fn counters(&self, host: Address) -> Option<(u64, u64)> {
        match self.find(Extent { start: host, bytes: 1 }) {
            Found::Whole(copy) => {
                let counters = copy.counters.load(Ordering::Acquire);
                Some((Counter::Dynamic.of(counters), Counter::Structured.of(counters)))
            }
            Found::Nothing | Found::Part => None,
        }
    }

    /// Increments the counter of data, which is made present if it is absent.
    pub fn enter(&self, extent: Extent, copy_in: bool, counter: Counter) -> Result<Address, Fault> {
        if let Found::Whole(copy) = self.find(extent)
            && copy.count_in(counter)
        {
            return Ok(copy.address_of(extent.start));
        }
        let _turn = self.take_turn();
        match self.find(extent) {
            // This thread holds the lock, so that no other one can end the life of the copy.
            Found::Whole(copy) => {
                copy.count_in(counter);
                Ok(copy.address_of(extent.start))
            }
            Found::Part => Err(Fault::PartlyPresent),
            Found::Nothing => self.begin(extent, copy_in, counter),
        }
    }

    fn begin(&self, extent: Extent, copy_in: bool, counter: Counter) -> Result<Address, Fault> {
        let address = self.memory.allocate(extent, copy_in)?;
        if copy_in && let Err(fault) = self.memory.copy_in(address, extent.start, extent.bytes) {
            self.memory.release(extent.start, address);
            return Err(fault);
        }
        self.publish(Copy { extent, address, mapped: false, counters: AtomicU64::new(counter.step()) });
        Ok(address)
    }

    fn publish(&self, copy: Copy) {
        let copy = Arc::new(copy);
        self.copies.update(|copies| (Some(copies.with(copy)), ()));
    }

    fn withdraw(&self, copy: &Copy) {
        self.copies.update(|copies| (Some(copies.without(copy.extent.start)), ()));
    }

    /// Decrements the counter of data, which is deleted when both counters are zero.
    pub fn exit(&self, extent: Extent, leave: Leave, counter: Counter) -> Result<(), Fault> {
        let _turn = self.take_turn();
        let copy = match self.find(extent) {
            Found::Nothing => return Ok(()),
            Found::Part => return Err(Fault::PartlyPresent),
            Found::Whole(copy) => copy,
        };
        let step = |counters: u64| {
            let counted = counter.of(counters);
            // A mapping that the program made keeps one count until it is unmapped.
            let floor = u64::from(copy.mapped && counter == Counter::Dynamic);
            let target = if leave.finalize { floor } else { counted.saturating_sub(1).max(floor) };
            Some(counters - (counted - target.min(counted)) * counter.step())
        };
        let before = copy.counters.load(Ordering::Acquire);
        let after = step(before).unwrap_or(before);
        if after == 0 {
            self.end(&copy, before, extent, leave.copy_out)
        } else {
            let _ = copy.counters.fetch_update(Ordering::AcqRel, Ordering::Acquire, step);
            Ok(())
        }
    }

    /// Ends the life of a copy by removing all counts in `before`, which are the last ones. A thread that
    /// found the copy before may increment a counter while the data is copied out; then the copy lives on.
    fn end(&self, copy: &Copy, before: u64, extent: Extent, copy_out: bool) -> Result<(), Fault> {
        if copy_out {
            self.memory.copy_out(extent.start, copy.address_of(extent.start), extent.bytes)?;
        }
        if copy.counters.compare_exchange(before, 0, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            self.withdraw(copy);
            self.memory.release(copy.extent.start, copy.address);
        } else {
            copy.counters.fetch_sub(before, Ordering::AcqRel);
        }
        Ok(())
    }

    /// Copies data that is present.
    pub fn update(&self, extent: Extent, direction: Direction) -> Result<(), Fault> {
        match (self.find(extent), direction) {
            (Found::Nothing, _) => Err(Fault::NotPresent),
            (Found::Part, _) => Err(Fault::PartlyPresent),
            (Found::Whole(copy), Direction::ToDevice) => {
                self.memory.copy_in(copy.address_of(extent.start), extent.start, extent.bytes)
            }
            (Found::Whole(copy), Direction::ToHost) => {
                self.memory.copy_out(extent.start, copy.address_of(extent.start), extent.bytes)
            }
        }
    }

    /// Makes memory that the program provides the copy of host data.
    pub fn map(&self, extent: Extent, address: Address) -> Result<(), Fault> {
        let _turn = self.take_turn();
        match self.find(extent) {
            Found::Nothing => {
                let counters = AtomicU64::new(Counter::Dynamic.step());
                self.publish(Copy { extent, address, mapped: true, counters });
                Ok(())
            }
            Found::Part | Found::Whole(_) => Err(Fault::AlreadyPresent),
        }
    }

    /// Undoes [`PresentTable::map`].
    pub fn unmap(&self, host: Address) -> Result<(), Fault> {
        let _turn = self.take_turn();
        let found = self.copies.read(|copies| copies.at(host).cloned());
        let copy = found.filter(|copy| copy.mapped).ok_or(Fault::NotMapped)?;
        if Counter::Structured.of(copy.counters.load(Ordering::Acquire)) > 0 {
            return Err(Fault::InUse);
        }
        copy.counters.store(0, Ordering::Release);
        self.withdraw(&copy);
        Ok(())
    }
}

#[cfg(test)]
#[path = "present_tests.rs"]
pub(crate) mod tests;
